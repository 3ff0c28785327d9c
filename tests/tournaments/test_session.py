from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import attrs
import pytest
import trio

from referee.entrant import Entrant
from referee.outcome import StartError, VoidGameError
from referee.record import GameRecord
from tournaments.live import describe, show_lines, show_nothing
from tournaments.render import render_event, render_status
from tournaments.result import GameResult
from tournaments.run import EntrantWithdrawn, EventStoppedError, GameFinished, GameVoided, Progress
from tournaments.session import run_session
from tournaments.spec import Spec
from tournaments.standing import all_pairings, take_stock
from tournaments.store import StoreError
from tournaments.store_file import open_store, read_store

MakeRecord = Callable[..., GameRecord]


class FakePlay:
    """Plays at once; `faults` gives, for a start of a game, what is raised instead."""

    def __init__(
        self, record: MakeRecord, fault: Callable[[str, str, int], Exception | None] | None = None
    ) -> None:
        self.record = record
        self.fault = fault
        self.seeds: Counter[int] = Counter()
        self.running = 0
        self.most_running = 0

    async def __call__(self, first: Entrant, second: Entrant, *, seed: int) -> GameRecord:
        self.seeds[seed] += 1
        self.running += 1
        self.most_running = max(self.running, self.most_running)
        await trio.sleep(seed % 97 + 1)
        self.running -= 1
        error = self.fault and self.fault(first.name, second.name, self.seeds[seed])
        if error:
            raise error
        return self.record(first, second, seed=seed)


class Recorder:
    """A display that keeps what it was told."""

    def __init__(self) -> None:
        self.known: list[GameResult] = []
        self.steps: list[Progress] = []

    async def __call__(
        self,
        spec: Spec,
        results: Iterable[GameResult],
        progress: trio.MemoryReceiveChannel[Progress],
    ) -> None:
        assert spec.names
        self.known = list(results)
        async for step in progress:
            self.steps.append(step)


async def everything_is_fine(_: Entrant) -> None:
    pass


def session(play, *, check=everything_is_fine, display=show_nothing):
    return partial(run_session, check=check, play=play, display=display)


def table(path: Path) -> str:
    with read_store(path) as store:
        return render_event(take_stock(store))


async def test_every_game_is_played_once_and_stored(spec, path, record, autojump_clock):
    play, display = FakePlay(record), Recorder()

    assert await session(play, display=display)(spec, path) is None
    with read_store(path) as store:
        assert store.finished() == {game.game_id for game in all_pairings(spec)}
    assert set(play.seeds.values()) == {1}
    assert len(play.seeds) == 12
    assert [type(step) for step in display.steps] == [GameFinished] * 12


@pytest.mark.parametrize("concurrency", [1, 2, 5])
async def test_as_many_games_run_at_a_time_as_asked_for(
    spec, path, record, autojump_clock, concurrency
):
    play = FakePlay(record)
    await session(play)(attrs.evolve(spec, concurrency=concurrency), path)

    assert play.most_running == concurrency


async def test_the_table_does_not_depend_on_concurrency(spec, tmp_path, record, autojump_clock):
    for concurrency in (1, 4):
        path = tmp_path / f"{concurrency}.sqlite"
        await session(FakePlay(record))(attrs.evolve(spec, concurrency=concurrency), path)

    assert table(tmp_path / "1.sqlite") == table(tmp_path / "4.sqlite")


async def test_a_finished_event_is_not_played_again(spec, path, record, autojump_clock):
    await session(FakePlay(record))(spec, path)
    play, checked = FakePlay(record), []

    async def check(entrant: Entrant) -> None:
        checked.append(entrant)

    assert await session(play, check=check)(spec, path) is None
    assert not play.seeds
    assert not checked


@pytest.mark.parametrize("stop_after", range(13))
async def test_an_interrupted_event_is_finished_by_the_same_command(
    spec, path, tmp_path, record, autojump_clock, stop_after
):
    played = []

    async def dying(first: Entrant, second: Entrant, *, seed: int) -> GameRecord:
        if len(played) == stop_after:
            os.kill(os.getpid(), signal.SIGINT)
            await trio.sleep_forever()
        played.append(seed)
        await trio.sleep(1)
        return record(first, second, seed=seed)

    caught = await session(dying)(spec, path)
    rest = FakePlay(record)
    await session(rest)(spec, path)
    await session(FakePlay(record))(spec, tmp_path / "undisturbed.sqlite")

    assert caught == (signal.SIGINT if stop_after < 12 else None)
    assert table(path) == table(tmp_path / "undisturbed.sqlite")
    assert len(rest.seeds) >= 12 - stop_after


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_other_signals_stop_an_event_as_well(spec, path, record, autojump_clock, number):
    async def dying(first: Entrant, second: Entrant, *, seed: int) -> GameRecord:
        os.kill(os.getpid(), number)
        await trio.sleep_forever()
        raise AssertionError

    assert await session(dying)(spec, path) == number


async def test_a_game_that_ends_as_the_event_is_stopped_counts(spec, path, record, autojump_clock):
    async def last(first: Entrant, second: Entrant, *, seed: int) -> GameRecord:
        # As when the engine's last byte is read in the same instant.
        with trio.CancelScope(shield=True):
            os.kill(os.getpid(), signal.SIGINT)
            await trio.sleep(1)
        return record(first, second, seed=seed)

    await session(last)(spec, path)
    with read_store(path) as store:
        assert len(store.finished()) == 2


async def test_an_engine_that_cannot_start_is_refused_before_anything_is_written(
    spec, path, record
):
    async def check(entrant: Entrant) -> None:
        if entrant.name in ("bob", "cid"):
            raise StartError(entrant.name, "start", f"{entrant.name}: cannot start ./bob")

    play = FakePlay(record)
    with pytest.raises(StartError, match="bob: cannot start"):
        await session(play, check=check)(spec, path)

    assert not path.exists()
    assert not play.seeds


CHANGES = [
    pytest.param({"cycles": 3}, "cycles: 2 -> 3", id="cycles"),
    pytest.param({"seed": 6}, "seed: 5 -> 6", id="seed"),
    pytest.param({"size": (4,)}, "size: \\[3\\] -> \\[4\\]", id="size"),
]


@pytest.mark.parametrize(("change", "message"), CHANGES)
async def test_a_changed_spec_is_refused_with_what_changed(
    spec, path, record, autojump_clock, change, message
):
    await session(FakePlay(record))(spec, path)
    before, play = table(path), FakePlay(record)

    with pytest.raises(
        StoreError, match=f"event.sqlite: was begun under another specification: {message}"
    ):
        await session(play)(attrs.evolve(spec, **change), path)

    assert table(path) == before
    assert not play.seeds


async def test_the_spec_may_change_before_the_first_game(spec, path, record, autojump_clock):
    with open_store(path, spec="{}"):
        pass
    await session(FakePlay(record))(spec, path)

    with read_store(path) as store:
        assert take_stock(store).played == 12


@pytest.mark.parametrize("change", [{"concurrency": 7}, {"store": "x"}], ids=str)
async def test_how_an_event_is_run_may_change(spec, path, record, autojump_clock, change):
    await session(FakePlay(record))(spec, path)

    assert await session(FakePlay(record))(attrs.evolve(spec, **change), path) is None


async def test_a_void_game_is_played_again_with_the_same_seed(
    spec, path, tmp_path, record, autojump_clock
):
    def fault(first: str, second: str, time: int) -> Exception | None:
        return VoidGameError("no more descriptors") if time < 3 and first == "bob" else None

    play, display = FakePlay(record, fault), Recorder()
    await session(play, display=display)(spec, path)
    await session(FakePlay(record))(spec, tmp_path / "undisturbed.sqlite")

    assert table(path) == table(tmp_path / "undisturbed.sqlite")
    assert Counter(play.seeds.values()) == {1: 8, 3: 4}
    assert sum(isinstance(step, GameVoided) for step in display.steps) == 8
    with read_store(path) as store:
        assert len(store.voids()) == 8


async def test_a_game_that_is_always_void_stops_the_event(spec, path, record, autojump_clock):
    def fault(first: str, second: str, _: int) -> Exception | None:
        return VoidGameError("no luck") if {first, second} == {"ann", "cid"} else None

    with pytest.raises(EventStoppedError, match=r"game c1-r\d-\dv\d, .* was void 3 times: no luck"):
        await session(FakePlay(record, fault))(spec, path)

    with read_store(path) as store:
        assert take_stock(store).left > 0


async def test_an_engine_that_stops_starting_is_withdrawn_and_the_event_goes_on(
    spec, path, record, autojump_clock
):
    starts: Counter[str] = Counter()

    def fault(first: str, second: str, _: int) -> Exception | None:
        starts[first] += 1
        starts[second] += 1
        if "bob" in (first, second) and starts["bob"] > 3:
            return StartError("bob", "start", "bob: exited with status 127")
        return None

    display = Recorder()
    await session(FakePlay(record, fault), display=display)(attrs.evolve(spec, concurrency=1), path)

    with read_store(path) as store:
        event = take_stock(store)
    assert event.left == 0
    assert event.withdrawn == {"bob": "bob: exited with status 127"}
    assert event.unplayed == {"bob": 5}
    assert event.played == 7
    assert "bob was withdrawn, 5 games unplayed" in render_event(event)
    assert "bob was withdrawn, 5 games unplayed: bob: exited with" in render_status(
        event, changes=()
    )
    assert sum(isinstance(step, EntrantWithdrawn) for step in display.steps) == 1


async def test_an_engine_that_starts_at_the_third_attempt_stays(spec, path, record, autojump_clock):
    def fault(first: str, second: str, time: int) -> Exception | None:
        return StartError("bob", "start", "slow disk") if time < 3 and first == "bob" else None

    await session(FakePlay(record, fault))(attrs.evolve(spec, concurrency=1), path)

    with read_store(path) as store:
        assert take_stock(store).played == 12


async def test_a_store_that_fails_stops_the_event(spec, path, record, autojump_clock):
    async def moving(first: Entrant, second: Entrant, *, seed: int) -> GameRecord:
        if path.exists():
            path.rename(path.with_name("elsewhere"))
        await trio.sleep(1)
        return record(first, second, seed=seed)

    with pytest.raises(EventStoppedError, match="was moved or deleted while the event was running"):
        await session(moving)(spec, path)


async def test_a_display_that_cannot_write_does_not_stop_the_games(
    spec, path, record, autojump_clock
):
    async def broken(*_: object) -> None:
        raise BrokenPipeError

    await session(FakePlay(record), display=broken)(spec, path)

    with read_store(path) as store:
        assert take_stock(store).left == 0


async def test_without_a_terminal_each_game_is_a_line(spec, path, record, autojump_clock, capsys):
    spec = attrs.evolve(spec, concurrency=1, cycles=1)
    await session(FakePlay(record), display=show_lines)(spec, path)

    assert capsys.readouterr().err.splitlines() == [
        "1/6 c1-r1-2v3: ann 1-0 cid, connection",
        "2/6 c1-r1-3v2: cid 0-1 ann, connection",
        "3/6 c1-r2-1v3: bob 1-0 cid, connection",
        "4/6 c1-r2-3v1: cid 0-1 bob, connection",
        "5/6 c1-r3-2v1: ann 1-0 bob, connection",
        "6/6 c1-r3-1v2: bob 0-1 ann, connection",
    ]


def test_untrusted_text_is_escaped_in_a_line():
    step = EntrantWithdrawn("\x1b[2J", "reason")

    assert describe(step) == "\\x1b[2J is withdrawn: reason"
