"""Games between real processes, on the real clock: every stage, every way to go wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import trio

from referee.clock import TimeControl
from referee.entrant import Entrant
from referee.match import LIMITS, Limits, play_game
from referee.outcome import StartError, Termination
from referee.record import GameRecord
from referee.rules.catalog import GAMES, find_game

pytestmark = pytest.mark.usefixtures("nothing_left")

ENGINE = str(Path(__file__).parents[1] / "engines" / "misbehaving.py")
SMALL = {
    "square-grid-hex": (4,),
    "grand-hex": (3,),
    "hex-go": (6, 6),
    "box-hex": (3, 3, 2),
    "hex-hex-y": (3,),
    "hex": (3,),
    "go": (5,),
}


def bot(*flags: str, name: str = "bot") -> Entrant:
    # -I -S: it needs nothing but the standard library, and starts in half the time.
    return Entrant(name=name, command=(sys.executable, "-I", "-S", ENGINE, *flags))


def sinner(moment: str, sin: str, *flags: str) -> Entrant:
    return bot("--at", moment, "--do", sin, *flags, name="sinner")


async def play(
    first: Entrant,
    second: Entrant,
    *,
    game: str = "hex",
    control: str = "20+0",
    limits: Limits = LIMITS,
) -> GameRecord:
    with trio.fail_after(15):
        return await play_game(
            first,
            second,
            game=find_game(game),
            size=SMALL[game],
            control=TimeControl.parse(control),
            limits=limits,
        )


def loser(record: GameRecord) -> tuple[Termination, str]:
    return record.outcome.termination, {"first": "second", "second": "first"}[record.winner or ""]


@pytest.mark.parametrize("game", GAMES)
async def test_each_game_is_played_to_its_end(game: str):
    record = await play(bot(), bot(), game=game)

    assert record.outcome.termination in (Termination.CONNECTION, Termination.SCORE)
    assert GameRecord.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    ("moment", "sin", "termination"),
    [
        ("genmove", "exit=0", Termination.CRASH),
        ("genmove", "exit=7", Termination.CRASH),
        ("genmove", "kill=SIGSEGV", Termination.CRASH),
        ("genmove", "kill=SIGKILL", Termination.CRASH),
        ("genmove", "complain=out of ideas", Termination.CRASH),
        ("genmove", "close-stdout", Termination.CRASH),
        ("genmove", "double-fork", Termination.CRASH),
        ("genmove", "double-fork=daemon", Termination.CRASH),
        ("genmove", "raw-exit==ID A", Termination.CRASH),
        ("genmove", "flood", Termination.PROTOCOL_ERROR),
        ("genmove", "flood=lines", Termination.PROTOCOL_ERROR),
        ("genmove", r"raw=\n=9\n\n", Termination.PROTOCOL_ERROR),
        ("genmove", "answer=A1 B1", Termination.PROTOCOL_ERROR),
        ("genmove", "answer=Z99", Termination.ILLEGAL_MOVE),
        ("genmove", "refuse=no", Termination.REFUSED),
        ("play:2", "refuse=illegal move", Termination.REFUSED),
        ("play:2", "exit=3", Termination.CRASH),
    ],
)
async def test_a_sin_costs_the_game_of_whoever_commits_it(
    moment: str, sin: str, termination: Termination
):
    as_second = await play(bot(), sinner(moment, sin))
    as_first = await play(sinner(moment, sin), bot())

    assert loser(as_second) == (termination, "second")
    assert loser(as_first) == (termination, "first")


@pytest.mark.parametrize("sin", ["hang", "drip", "drip=thinking ", "kill=SIGSTOP"])
async def test_thinking_for_ever_is_running_out_of_time(sin: str):
    start = trio.current_time()
    record = await play(bot(), sinner("genmove", sin), control="0.3/move")

    assert loser(record) == (Termination.TIMEOUT, "second")
    assert trio.current_time() - start < 2.5


async def test_the_clock_measures_the_engine_and_not_its_start():
    record = await play(bot(), bot(), control="5+0")

    assert all(turn.seconds < 1 for turn in record.turns)
    assert all(
        turn.sent <= (turn.first_byte or 0) <= (turn.last_byte or 0) for turn in record.turns
    )


async def test_what_a_crashing_engine_said_last_is_told():
    record = await play(bot(), sinner("genmove", "complain=out of \x1b[1mideas"))

    assert "exited with status 1 when asked 'genmove white'" in record.outcome.detail
    assert record.outcome.detail.endswith("it said last: 'out of \\x1b[1mideas'")


async def test_a_megabyte_on_stderr_does_not_hold_up_the_move():
    record = await play(bot(), sinner("genmove", "flood-stderr=1000000"))

    assert record.outcome.termination is Termination.CONNECTION


@pytest.mark.parametrize(
    ("moment", "sin", "says"),
    [
        ("protocol_version", "exit=127", "exited with status 127"),
        ("name", "kill=SIGABRT", "was killed by SIGABRT"),
        ("version", "complain=no weights", "it said last: 'no weights'"),
        ("list_commands", "double-fork", "exited with status 5"),
        ("set_game", "refuse=unknown game", "refused 'set_game hex': 'unknown game'"),
        ("boardsize", "refuse=unacceptable size", "refused 'boardsize 3': 'unacceptable size'"),
        ("clear_board", "raw=?", "did not answer within 0.5 s"),
        ("name", "hang", "did not answer within 0.5 s"),
    ],
)
async def test_an_engine_that_is_never_ready_plays_no_game(moment: str, sin: str, says: str):
    with pytest.raises(StartError) as failed:
        await play(bot(), sinner(moment, sin), limits=Limits(setup=0.5))

    assert failed.value.entrant == "sinner"
    assert failed.value.step.split()[0] == moment
    assert says in str(failed.value)


async def test_an_engine_that_lacks_a_required_command_is_told_which():
    with pytest.raises(StartError, match="lacks clear_board, which every engine must have"):
        await play(bot("--lacks", "clear_board"), bot())


async def test_an_engine_that_cannot_be_started_is_named():
    with pytest.raises(StartError, match="ghost: cannot start /no/such/bot"):
        await play(bot(), Entrant(name="ghost", command=("/no/such/bot",)))


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param((), id="honest"),
        pytest.param(("--stay",), id="ignores quit"),
        pytest.param(("--stay", "--ignore", "SIGTERM"), id="ignores SIGTERM"),
        pytest.param(("--at", "quit", "--do", "hang"), id="hangs at quit"),
        pytest.param(("--at", "quit", "--do", "flood"), id="floods at quit"),
        pytest.param(("--at", "quit", "--do", "double-fork"), id="forks at quit"),
        pytest.param(("--at", "quit", "--do", "double-fork=daemon"), id="leaves a daemon"),
        pytest.param(("--at", "quit", "--do", "exit=9"), id="crashes at quit"),
    ],
)
async def test_the_result_stands_however_an_engine_ends(flags: tuple[str, ...]):
    start = trio.current_time()
    record = await play(bot(*flags), bot())

    assert record.outcome.termination is Termination.CONNECTION
    # The game itself takes a few tenths; its place is free again within 1.5 s.
    assert trio.current_time() - start < 2.5


async def test_cancelling_a_game_leaves_nothing():
    with trio.move_on_after(0.3) as scope:
        await play(bot(), sinner("genmove", "hang"))

    assert scope.cancelled_caught


async def test_a_crash_in_one_game_does_not_touch_the_others():
    records: dict[int, GameRecord] = {}

    async def play_one(index: int) -> None:
        second = sinner("genmove:2", "kill=SIGKILL") if index == 2 else bot()
        records[index] = await play(bot(), second)

    async with trio.open_nursery() as nursery:
        for index in range(5):
            nursery.start_soon(play_one, index)

    ends = {index: record.outcome.termination for index, record in records.items()}
    assert ends.pop(2) is Termination.CRASH
    assert set(ends.values()) == {Termination.CONNECTION}


async def test_the_seed_of_the_game_reaches_the_command(tmp_path: Path):
    told = tmp_path / "told-{seed}"
    await play_game(
        bot("--at", "genmove", "--do", f"tell={told}"),
        bot(),
        game=find_game("hex"),
        size=(3,),
        seed=42,
    )

    assert (tmp_path / "told-42").read_text() == "genmove black\n"
