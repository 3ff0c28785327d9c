"""Boards of a shape that nobody has drawn yet: a list of vertices."""

from __future__ import annotations

import math

from referee.rules.board import Board
from referee.rules.diagram.layout import Ground, Layout, Spot
from referee.rules.diagram.sketch import Half, Sketch, Word


def _width(board: Board) -> int:
    return min(10, math.isqrt(len(board) - 1) + 1)


def plain_layout(board: Board) -> Layout:
    """Lay out the vertices in label order. Who neighbours whom does not show."""
    width = _width(board)
    return Layout(
        ground=Ground.CIRCLES,
        spots=tuple((Spot(float(v % width), float(v // width)),) for v in range(len(board))),
        has_cell_labels=True,
    )


def plain_sketch(board: Board) -> Sketch:
    """Sketch the vertices in label order, each after its label."""
    width = _width(board)
    longest = max(map(len, board.labels))
    spots = []
    words = []
    for vertex, label in enumerate(board.labels):
        line, column = divmod(vertex, width)
        x = column * (longest + 5)
        words.append(Word(x + longest - len(label), line, label))
        spots.append((Half(x + longest + 2, line),))
    return Sketch(spots=tuple(spots), words=tuple(words), notes=("vertices in label order",))
