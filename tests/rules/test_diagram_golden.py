"""Pictures compared with approved ones in `tests/golden/boards`.

After an intended change run this file once with `UPDATE_GOLDEN=1`, and look at what changed:
for SVG, in a browser.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path

import pytest

from referee.rules.catalog import GAMES, find_game
from referee.rules.diagram.svg import draw_svg
from referee.rules.diagram.text import draw_text
from referee.rules.moves import Color
from referee.rules.position import Position

GOLDEN = Path(__file__).parent.parent / "golden" / "boards"

MIDDLE_GAMES = {
    "square-grid-hex": ("5", "C3 swap D4 B3 C4 D3 C2 E3 B1 C1 E4 B2 D1 A3"),
    "grand-hex": ("4", "B2 C3 C2 B3 D4 A1 A4"),
    # Area 1 of the sheet's captures: White at A11 takes A10.
    "hex-go": ("6 11", "A10 A9 C5 B10 E4 A11 pass D7"),
    "box-hex": ("3 3 2", "C3 D2 B3 G1 F2 G3 G2 B1"),
    "hex-hex-y": ("3", "C3 B2 A1 D4 B3 E1 D2"),
    "hex": ("5", "B2 swap-sides C3 D2 D4 E1 A5"),
    "go": ("5", "B2 C3 C2 D2 pass B3 A3 A4 pass pass"),
}

GRAND_1 = "F1 F2 E3 F3 E4 E5 F6 E7 F7 E8 F9 G10"
GRAND_2 = f"{GRAND_1} G6 H6 I7 J7"
BOX_3 = (
    "C1 D2 E2 F2 F3 F4 G4 G5 H8 H16 I8 I17 J8 J10 J16 K8 K10 K17",
    "C4 C5 D4 E5 E6 G2 H3 H4 H11 I3 I12 J2 J5 J6 J11 K3 K12 K14",
)


class _Figure:
    """A position of which only some stones are shown, as rule sheets do."""

    def __init__(self, position: Position, shown: Iterable[str]) -> None:
        self._position = position
        self._shown = {position.board.vertex(label) for label in shown}
        self.moves: list[object] = []

    def __getattr__(self, name: str) -> object:
        return getattr(self._position, name)

    def color_at(self, vertex: int) -> Color | None:
        return self._position.color_at(vertex) if vertex in self._shown else None

    def stones(self, color: Color) -> tuple[int, ...]:
        return tuple(v for v in self._position.stones(color) if v in self._shown)


def _start(game: str, size: str = "") -> Position:
    return find_game(game).start([int(number) for number in size.split()])


def _played(game: str, size: str, moves: str) -> Position:
    position = _start(game, size)
    for word in moves.split():
        position.play(position.board.parse_move(word))
    return position


def _figure(game: str, black: str, white: str = "") -> Position:
    """Put down the stones of a figure; missing ones of White go where they do no harm."""
    position = _start(game)
    shown = [*black.split(), *white.split()]
    free = [label for label in position.board.labels if label not in shown]
    replies = white.split() or free
    for pair in zip_longest(black.split(), replies):
        for label in pair:
            if (
                label is None
                or position.result is not None
                or len(position.moves) >= len(black.split()) * 2
            ):
                break
            position.play(position.board.parse_move(label))
    return _Figure(position, shown)  # type: ignore[return-value]


def _pictures() -> dict[str, Position]:
    pictures = {f"{game}-empty": _start(game) for game in GAMES}
    for game, (size, moves) in MIDDLE_GAMES.items():
        pictures[f"{game}-played"] = _played(game, size, moves)
    pictures["grand-hex-figure-1"] = _figure("grand-hex", GRAND_1)
    pictures["grand-hex-figure-2"] = _figure("grand-hex", GRAND_2)
    pictures["box-hex-figure-3"] = _figure("box-hex", *BOX_3)
    return pictures


PICTURES = _pictures()


def _compare(path: Path, text: str) -> None:
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")

    assert text == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PICTURES)
def test_text_is_as_approved(name: str) -> None:
    _compare(GOLDEN / f"{name}.txt", draw_text(PICTURES[name]) + "\n")


@pytest.mark.parametrize("name", PICTURES)
def test_svg_is_as_approved(name: str) -> None:
    _compare(GOLDEN / f"{name}.svg", draw_svg(PICTURES[name]))


def test_every_game_has_an_approved_picture() -> None:
    assert set(GAMES) == set(MIDDLE_GAMES)
    assert {path.stem for path in GOLDEN.iterdir()} == set(PICTURES)
