"""Hex against an engine that speaks HTP and behaves as MoHex does, good and bad."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.clock import TimeControl
from referee.entrant import Entrant
from referee.match import UNTIMED, play_game
from referee.outcome import StartError, Termination
from referee.record import GameRecord
from referee.rules.catalog import find_game

pytestmark = pytest.mark.usefixtures("nothing_left")

ENGINES = Path(__file__).parents[1] / "engines"
HEX = find_game("hex")


def mohex(*options: str, name: str = "mohex", **more: object) -> Entrant:
    command = (sys.executable, str(ENGINES / "htp_double.py"), *options)
    return Entrant(name=name, command=command, **more)  # type: ignore[arg-type]


def ours(*options: str) -> Entrant:
    command = (sys.executable, str(ENGINES / "misbehaving.py"), *options)
    return Entrant(name="ours", command=command)


async def play(
    first: Entrant,
    second: Entrant,
    *,
    size: int = 4,
    pie: str = "swap-sides",
    control: TimeControl = UNTIMED,
) -> GameRecord:
    rules = HEX.rules(pie=pie)
    return await play_game(first, second, game=HEX, size=(size,), rules=rules, control=control)


def replays(record: GameRecord) -> bool:
    """Say whether the moves of a record are those of our rules and lead to its result."""
    position = HEX.start(record.size, record.rules)
    for turn in record.turns:
        assert position.to_move is turn.color
        position.play(position.board.parse_move(turn.move))
        assert turn.move == position.board.format_move(position.moves[-1])
    return position.result is record.outcome.winner


async def test_it_plays_black_and_white_to_the_end():
    for first, second in [(mohex(), ours()), (ours(), mohex())]:
        record = await play(first, second)

        assert record.outcome.termination is Termination.CONNECTION
        assert replays(record)
        player = record.first if record.first.name == "mohex" else record.second
        assert (player.dialect, player.program, player.warnings) == ("htp", "MoHex double", ())


async def test_a_large_board_is_played_too():
    record = await play(mohex(name="a"), mohex("--swap", name="b"), size=13)

    assert record.outcome.termination is Termination.CONNECTION
    assert replays(record)


async def test_its_swap_is_ours(tmp_path: Path):
    told = tmp_path / "told"
    tell = ("--at", "play:*", "--do", f"tell={told}")
    record = await play(ours(*tell), mohex("--swap"))

    assert [turn.move for turn in record.turns[:2]] == ["A1", "swap-sides"]
    assert told.read_text("ascii").split("\n")[0] == "play white swap-sides"
    # It has Black now, and joins top and bottom from the stone at A1.
    assert (record.winner, record.outcome.winner) == ("second", 0)
    assert replays(record)


async def test_our_swap_is_its(tmp_path: Path):
    log = tmp_path / "log"
    swaps = ours("--at", "genmove:1", "--do", "answer=swap-sides")
    record = await play(mohex("--log", str(log)), swaps)
    heard = log.read_text("ascii").split("\n")

    assert record.turns[1].move == "swap-sides"
    assert heard[4:10] == [
        "boardsize 4 4",
        "clear_board",
        "param_game allow_swap 1",
        "genmove black",
        "play white swap-pieces",
        "genmove white",
    ]
    assert heard[10].startswith("play black ")
    assert heard[10] == heard[10].lower()
    assert replays(record)


async def test_without_a_pie_rule_it_does_not_swap(tmp_path: Path):
    log = tmp_path / "log"
    record = await play(ours(), mohex("--swap", "--log", str(log)), pie="none")

    assert "swap-sides" not in [turn.move for turn in record.turns]
    assert "param_game allow_swap 0" in log.read_text("ascii")


@pytest.mark.parametrize(("terms", "left"), [("9.5+0", "9"), ("5/move", "5")])
async def test_it_is_told_its_time_in_a_colour_and_a_whole_number(
    tmp_path: Path, terms: str, left: str
):
    log = tmp_path / "log"
    await play(mohex("--log", str(log)), ours(), control=TimeControl.parse(terms))
    heard = log.read_text("ascii").split("\n")

    assert f"time_left black {left}" in heard
    assert not any(line.startswith("time_settings") for line in heard)


async def test_it_crashes_in_a_lost_position_and_loses():
    script = ("--at", "genmove:1", "--do", "answer=B2", "--at", "genmove:2", "--do", "answer=C1")
    record = await play(ours(*script), mohex("--crash-when-lost"), size=3)

    assert [turn.move for turn in record.turns] == ["B2", "B1", "C1"]
    assert (record.outcome.termination, record.winner) == (Termination.CRASH, "first")
    assert "was killed by SIGSEGV when asked 'genmove white'" in record.outcome.detail


async def test_it_is_deaf_while_it_thinks_and_is_ended_all_the_same():
    before = time.monotonic()
    record = await play(mohex("--think", "60"), ours(), control=TimeControl(per_move=0.3))

    assert (record.outcome.termination, record.winner) == (Termination.TIMEOUT, "second")
    assert time.monotonic() - before < 20


async def test_a_board_it_does_not_have_is_refused_before_the_game():
    with pytest.raises(StartError, match=r"mohex: refused 'boardsize 14 14': 'argument must be"):
        await play(mohex(), ours(), size=14)


async def test_it_is_not_entered_for_another_game():
    with pytest.raises(StartError, match="speaks htp, which is for hex only") as refused:
        await play_game(mohex(), ours(), game=find_game("grand-hex"), size=(4,))

    assert refused.value.entrant == "mohex"


@pytest.mark.parametrize("startup", [("param_mohex max_time 1",), ("param_mohex a 1", "undo")])
async def test_startup_commands_come_last(tmp_path: Path, startup: Sequence[str]):
    log = tmp_path / "log"
    engine = mohex("--log", str(log), startup=tuple(startup))
    if "undo" in startup:
        with pytest.raises(StartError, match="refused 'undo': 'nothing to undo'"):
            await play(engine, ours())
        return
    record = await play(engine, ours())
    heard = log.read_text("ascii").split("\n")

    assert heard[heard.index("genmove black") - 1] == "param_mohex max_time 1"
    assert record.first.startup == startup
