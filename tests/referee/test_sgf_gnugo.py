"""GNU Go opens our records of Go games and comes to the same positions."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.outcome import Outcome, Termination
from referee.record import GameRecord, PlayerRecord, Proof, RegionRecord, ScoreSheet, Tally, Turn
from referee.rules.catalog import find_game
from referee.rules.moves import PASS, Color, Move
from referee.rules.position import Position
from referee.sgf import write_record

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")

pytestmark = [
    pytest.mark.engines,
    pytest.mark.skipif(GNUGO is None, reason="gnugo is not installed (apt install gnugo)"),
]


class GnuGo:
    """GNU Go behind its pipe."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def ask(self, command: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{command}\n")
        self._process.stdin.flush()
        lines = []
        while (line := self._process.stdout.readline()) not in ("\n", ""):  # "" is its end
            lines.append(line)
        answer = "".join(lines)
        assert answer.startswith("="), (command, answer)
        return answer[1:].strip()


@pytest.fixture(scope="module")
def gnugo() -> Iterator[GnuGo]:
    with subprocess.Popen(
        [GNUGO or "", "--mode", "gtp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as process:
        yield GnuGo(process)
        process.kill()


def play_out(source: random.Random, size: int, handicap: int) -> Position:
    game = find_game("go")
    position = game.start((size,))
    if handicap:
        position.place_handicap(game.handicap(position.board, handicap))
    for _ in range(source.randrange(size * size * 3)):
        if position.to_move is None:
            break
        position.play(_choose(source, position))
    return position


def _choose(source: random.Random, position: Position) -> Move:
    places = position.legal_moves()[:-1]
    return source.choice(places) if places and source.random() < 0.95 else PASS


def record_of(position: Position, handicap: tuple[str, ...]) -> GameRecord:
    labels = position.board.labels
    sheet = ScoreSheet(
        "B+1",
        Tally(0, 0, 0, 0.0, 1.0),
        Tally(0, 0, 0, 0.0, 0.0),
        labels,
        # A value longer than the 4,000 characters that GNU Go keeps.
        (RegionRecord(labels * 10, None),),
    )
    player = PlayerRecord("[a\\]", ("a", "]"), "00", warnings=("said: ')'",))
    return GameRecord(
        game="go",
        size=position.board.size,
        rules=position.rules,
        first=player,
        second=player,
        time_control="60+0.5",
        seed=1,
        turns=tuple(
            Turn(color, position.board.format_move(move), 0.5, 59.5, 0.25, None, None)
            for color, move in position.history
        ),
        outcome=Outcome(Color.BLACK, Termination.SCORE, "Black has won; (so it ] seems"),
        winner="first",
        proof=Proof((), sheet),
        started="2026-11-05",
        handicap=handicap,
    )


def stones(position: Position, color: Color) -> list[str]:
    return sorted(position.board.labels[vertex] for vertex in position.stones(color))


@pytest.mark.parametrize(("size", "handicap"), [(5, 0), (9, 0), (9, 4), (13, 9), (19, 0), (19, 2)])
def test_gnugo_sees_the_same_board(gnugo: GnuGo, tmp_path: Path, size: int, handicap: int):
    source = random.Random(size * 10 + handicap)
    file = tmp_path / "game.sgf"
    captured = passed = 0
    for _ in range(10):
        position = play_out(source, size, handicap)
        board = position.board
        points = position.game.handicap(board, handicap) if handicap else ()
        record = record_of(position, tuple(board.labels[vertex] for vertex in points))
        file.write_text(write_record(record), "utf-8")

        to_move = gnugo.ask(f"loadsgf {file}")

        assert gnugo.ask("query_boardsize") == str(size)
        assert float(gnugo.ask("get_komi")) == position.rules.komi
        if position.to_move is not None:
            assert to_move == position.to_move.word
        for color in Color:
            assert sorted(gnugo.ask(f"list_stones {color}").split()) == stones(position, color)
            assert int(gnugo.ask(f"captures {color}")) == position.captures(color)
        captured += sum(map(position.captures, Color))
        passed += position.moves.count(PASS)
    assert captured > 20
    assert passed > 5
