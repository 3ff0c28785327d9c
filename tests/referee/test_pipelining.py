"""A move and `genmove` in one write: what is sent, and what the clock makes of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import pytest
import trio
from trio.testing import MockClock

from protocol.commands import EXPECTED, REQUIRED
from protocol.engine import EngineEnd, FailureError
from referee.clock import TimeControl
from referee.engine import Engine
from referee.entrant import Entrant
from referee.handshake import prepare_both
from referee.match import LIMITS, play_between
from referee.outcome import Termination
from referee.record import GameRecord
from referee.rules.catalog import find_game


class Double:
    """An engine in memory. It takes `seconds` for a command, and hears several in one write."""

    def __init__(
        self,
        moves: str,
        *,
        seconds: Mapping[str, Sequence[float]] | None = None,
        refuses: str = "",
        lists: Sequence[str] = (),
    ) -> None:
        self.writes: list[list[str]] = []
        self._moves = moves.split()
        self._seconds = {name: list(each) for name, each in (seconds or {}).items()}
        self._refuses = refuses
        handlers: dict[str, Callable[..., str]] = dict.fromkeys(
            [*(REQUIRED | EXPECTED), *lists], lambda *_: ""
        )
        handlers |= {
            "genmove": lambda _: self._moves.pop(0),
            "play": self._play,
            "protocol_version": lambda: "2",
            "name": lambda: "double",
            "list_commands": lambda: " ".join(handlers),
        }
        self._end = EngineEnd(name="double", version="", handlers=handlers)
        self._due = 0.0
        self._send, self._receive = trio.open_memory_channel[tuple[float, bytes]](math.inf)

    def _play(self, _: str, move: str) -> str:
        if move == self._refuses:
            raise FailureError("no")
        return ""

    async def send_all(self, data: bytes) -> None:
        lines = data.decode().splitlines()
        self.writes.append([line.partition(" ")[2] for line in lines])
        self._due = max(self._due, trio.current_time())
        for line in lines:
            delays = self._seconds.get(line.split()[1])
            self._due += delays.pop(0) if delays else 0.0
            self._send.send_nowait((self._due, self._end.receive_data(f"{line}\n".encode())))

    async def receive_some(self) -> bytes:
        due, data = await self._receive.receive()
        await trio.sleep_until(due)
        return data

    async def wait_exit(self) -> None:
        await trio.sleep_forever()

    def exit_status(self) -> str | None:
        return None

    async def last_words(self) -> str:
        return ""

    async def stop(self, *, grace: float) -> None:
        del grace
        raise AssertionError("nobody here ends the engines")


async def play(
    first: Double,
    second: Double,
    *,
    control: str = "none",
    pipelining: bool = True,
    both: bool = False,
) -> GameRecord:
    position = find_game("hex").start((3,))
    engines = (
        Engine(Entrant(name="first", command=("one",), pipelining=both), first),
        Engine(Entrant(name="second", command=("two",), pipelining=pipelining), second),
    )
    terms = TimeControl.parse(control)
    await prepare_both(engines, position, terms, seconds=LIMITS.setup)
    for double in (first, second):
        double.writes.clear()
    return await play_between(engines, position, terms)


async def test_a_move_and_the_next_question_come_in_one_write(autojump_clock: MockClock):
    first, second = Double("B1 B2 B3"), Double("A1 A2")
    record = await play(first, second)

    assert record.outcome.termination is Termination.CONNECTION
    assert second.writes == [["play black B1", "genmove white"], ["play black B2", "genmove white"]]
    assert first.writes[:2] == [["genmove black"], ["play white A1"]]


async def test_what_is_left_goes_between_them(autojump_clock: MockClock):
    first, second = Double("B1 B2 B3"), Double("A1 A2", lists=["time_left"])
    await play(first, second, control="9+0")

    assert second.writes[0] == ["play black B1", "time_left white 9 0", "genmove white"]


async def test_without_it_every_command_waits_for_the_answer_before(autojump_clock: MockClock):
    second = Double("A1 A2")
    await play(Double("B1 B2 B3"), second, pipelining=False)

    assert second.writes[:2] == [["play black B1"], ["genmove white"]]


@pytest.mark.parametrize("lists", [[], ["time_left"]], ids=["play", "play and time_left"])
@pytest.mark.parametrize("pipelining", [True, False])
async def test_the_clock_starts_when_the_move_is_acknowledged(
    autojump_clock: MockClock, pipelining: bool, lists: list[str]
):
    slow = {"play": [2.0, 1.0], "genmove": [3.0, 0.0], "time_left": [0.5, 0.5]}
    second = Double("A1 A2", seconds=slow, lists=lists)
    record = await play(Double("B1 B2 B3"), second, control="10+0", pipelining=pipelining)
    mine = record.turns[1::2]

    assert [turn.seconds for turn in mine] == [3.0, 0.0]
    assert [turn.left for turn in mine] == [7.0, 7.0]
    assert record.outcome.termination is Termination.CONNECTION


@pytest.mark.parametrize("pipelining", [True, False])
async def test_a_late_answer_loses_on_time_counted_from_there(
    autojump_clock: MockClock, pipelining: bool
):
    second = Double("A1", seconds={"play": [2.0], "genmove": [5.5]})
    record = await play(Double("B1"), second, control="5/move", pipelining=pipelining)

    assert (record.outcome.termination, record.winner) == (Termination.TIMEOUT, "first")
    assert "no answer to 'genmove white' within 5.000 s" in record.outcome.detail
    assert record.closing is not None
    assert record.closing.sent == 2.0


async def test_an_engine_that_never_acknowledges_the_move_is_waited_for_as_ever(
    autojump_clock: MockClock,
):
    second = Double("A1", seconds={"play": [60.0]})
    record = await play(Double("B1"), second, control="90+0")

    assert (record.outcome.termination, record.winner) == (Termination.TIMEOUT, "first")
    assert "no answer to 'play black B1' within 10.000 s" in record.outcome.detail


async def test_who_refuses_the_move_has_lost_whatever_it_answers_next(autojump_clock: MockClock):
    record = await play(Double("B1 B2"), Double("A1 A2", refuses="B2"))

    assert (record.outcome.termination, record.winner) == (Termination.REFUSED, "first")
    assert [turn.move for turn in record.turns] == ["B1", "A1", "B2"]


async def test_a_swap_is_told_with_the_question_too(autojump_clock: MockClock):
    first, second = Double("B1 A1 resign"), Double("swap-sides B2")
    record = await play(first, second, both=True)

    assert record.winner == "second"
    assert first.writes == [
        ["genmove black"],
        ["play white swap-sides", "genmove white"],
        ["play black B2", "genmove white"],
    ]
