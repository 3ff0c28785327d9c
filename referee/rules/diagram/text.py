"""A position as text, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from referee.rules.diagram.marks import Marks, captures_of, marks_of, status_of, title_of
from referee.rules.diagram.shapes import sketch_of
from referee.rules.diagram.sketch import FALLING, LEVEL, RISING, Half, Sketch
from referee.rules.moves import Color, Vertex
from referee.rules.position import Position


@attrs.frozen
class Signs:
    """The characters that stand for things. `stones` and `chain` are indexed by `Color`."""

    stones: tuple[str, str]
    chain: tuple[str, str]
    vacant: str
    strokes: Mapping[str, str] = {}


UNICODE: Final = Signs(stones=("●", "○"), chain=("◆", "◇"), vacant="·")
ASCII: Final = Signs(
    stones=("X", "O"),
    chain=("#", "@"),
    vacant=".",
    strokes={LEVEL: "-", RISING: "/", FALLING: "\\"},
)

_RESET: Final = "\x1b[0m"
_DIM: Final = "\x1b[2m"
_BOLD: Final = "\x1b[1m"
# By the colour's name on the rule sheet. Black and White are told apart by their signs: which
# of them a terminal's own colours would hide, nobody can know.
_INKS: Final = {"Red": "\x1b[31m", "Blue": "\x1b[34m"}


class _Canvas:
    """Characters by line and column, which may be negative, each with its style."""

    def __init__(self, *, color: bool) -> None:
        self._color = color
        self._cells: dict[int, dict[int, tuple[str, str]]] = {}

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        line = self._cells.setdefault(y, {})
        for i, char in enumerate(text):
            line[x + i] = (char, style)

    def lines(self) -> list[str]:
        if not self._cells:
            return []
        left = min(min(line) for line in self._cells.values() if line)
        rows = range(min(self._cells), max(self._cells) + 1)
        return [self._line(self._cells.get(y, {}), left) for y in rows]

    def _line(self, line: Mapping[int, tuple[str, str]], left: int) -> str:
        text = ""
        current = ""
        for x in range(left, max(line, default=left - 1) + 1):
            char, style = line.get(x, (" ", ""))
            if self._color and style != current:
                text += (_RESET if current else "") + style
                current = style
            text += char
        return text + (_RESET if current else "")


def draw_text(
    position: Position,
    *,
    color: bool = False,
    last: bool = True,
    chain: bool = True,
    ascii_only: bool = False,
) -> str:
    """Draw a position with its labels, and under it a legend and whose turn it is.

    Args:
        color: whether to colour it with ANSI escape sequences.
        last: whether to put the last move in brackets.
        chain: whether to mark the stones that won.
        ascii_only: whether to do without characters beyond ASCII.
    """
    signs = ASCII if ascii_only else UNICODE
    sketch = sketch_of(position.board)
    marks = marks_of(position, last=last, chain=chain)
    canvas = _Canvas(color=color)
    _draw_surroundings(canvas, sketch, position, signs)
    for vertex, halves in enumerate(sketch.spots):
        for half in halves:
            _draw_vertex(canvas, position, vertex, half, marks=marks, signs=signs)
    words = [
        title_of(position),
        _legend(position, marks, signs),
        *sketch.notes,
        captures_of(position),
        status_of(position),
    ]
    return "\n".join([*canvas.lines(), "", *(line for line in words if line)])


def _draw_surroundings(canvas: _Canvas, sketch: Sketch, position: Position, signs: Signs) -> None:
    for stroke in sketch.strokes:
        text = signs.strokes.get(stroke.text, stroke.text)
        canvas.write(stroke.x, stroke.y, text, _DIM)
    for word in sketch.words:
        if word.owner is None:
            canvas.write(word.x, word.y, word.text, _DIM)
        else:
            text = word.text.replace("*", signs.stones[word.owner])
            canvas.write(word.x, word.y, text, _ink(position, word.owner))


def _draw_vertex(
    canvas: _Canvas,
    position: Position,
    vertex: Vertex,
    half: Half,
    *,
    marks: Marks,
    signs: Signs,
) -> None:
    stone = position.color_at(vertex)
    style = _DIM
    if stone is not None:
        in_chain = vertex in marks.chain
        text = (signs.chain if in_chain else signs.stones)[stone]
        style = (_BOLD if in_chain else "") + _ink(position, stone)
    elif sketch_of(position.board).has_cell_labels:
        text = position.board.labels[vertex]
    else:
        text = signs.vacant
    if vertex == marks.last and stone is not None:
        text = f"({text})"
    x = half.x - len(text) // 2
    canvas.write(x, half.y, text, style)
    if half.fold:
        canvas.write(x - 1 if half.fold < 0 else x + len(text), half.y, "|", _DIM)


def _ink(position: Position, color: Color) -> str:
    return _INKS.get(position.game.name_of(color), "")


def _legend(position: Position, marks: Marks, signs: Signs) -> str:
    entries = [f"{signs.stones[color]} {position.game.name_of(color)}" for color in Color]
    if marks.last is not None:
        entries.append("( ) last move")
    if marks.chain and isinstance(position.result, Color):
        entries.append(f"{signs.chain[position.result]} winning chain")
    return "  ".join(entries)
