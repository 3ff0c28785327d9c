"""A hexagon of hexagons, its six sides in two colours (Hex Hex Y)."""

from __future__ import annotations

import math
from typing import Final

from referee.rules.board import Board
from referee.rules.boards.hexagon import hexagon_cells, row_lengths
from referee.rules.diagram.layout import ROW, Edge, Ground, Label, Layout, Point, Spot, step
from referee.rules.diagram.sketch import Half, Sketch, Word, stacked
from referee.rules.moves import Color

SIDES: Final = ("N", "NE", "SE", "S", "SW", "NW")
"""Clockwise from the top; Black's (Red's) first, then in turn."""

CORNER: Final = 1 / math.sqrt(3)
"""From a cell's centre to the corners of its hexagon, which points up."""


def _owner(side: str) -> Color:
    return Color(SIDES.index(side) % 2)


def hexagon_layout(board: Board) -> Layout:
    """Lay out rows of hexagons, with the sides as broken lines around them."""
    (size,) = board.size
    spots = [(c - r / 2, r * ROW) for r, c in hexagon_cells(size, size)]
    last = 2 * size - 2
    letters = [
        Label(min(x for x, y in spots if y == r * ROW) - 1.15, r * ROW, name)
        for r, name in enumerate(_letters(board))
    ]
    far = ROW * (size - 1) + 2
    middle = ((size - 1) / 2, (size - 1) * ROW)
    sides = [
        Label(*step(middle, 60 * i - 90, far), side, is_side=True)
        for i, side in enumerate(SIDES)
        if side in board.sides
    ]
    return Layout(
        ground=Ground.HEXAGONS,
        spots=tuple((Spot(x, y),) for x, y in spots),
        edges=tuple(
            Edge(side, _owner(side), _rim(i, size), is_open=True)
            for i, side in enumerate(SIDES)
            if side in board.sides
        ),
        labels=(*letters[: last + 1], *sides),
        has_cell_labels=True,
    )


def _letters(board: Board) -> list[str]:
    return list(dict.fromkeys(label.rstrip("0123456789") for label in board.labels))


def _rim(side: int, size: int) -> tuple[Point, ...]:
    """Follow the outer rim of a side clockwise, between the middles of the corner cells."""
    cell: Point = (0.0, 0.0)  # the top side's left corner
    for before in range(side):
        cell = step(cell, 60 * before, size - 1)
    along = 60 * side
    rim = [step(cell, along - 120, 0.5)]
    for number in range(size):
        if number:
            rim.append(step(cell, along - 150, CORNER))
        rim.append(step(cell, along - 90, CORNER))
        if number < size - 1:
            cell = step(cell, along, 1)
    rim.append(step(cell, along - 60, 0.5))
    return tuple(rim)


def hexagon_sketch(board: Board) -> Sketch:
    """Sketch rows of cells with their letters, and the numbers of the first and last cells."""
    (size,) = board.size
    spots = [(2 * c - r, r) for r, c in hexagon_cells(size, size)]
    letters = _letters(board)
    lengths = row_lengths(size, size)
    words = []
    for row, (letter, length) in enumerate(zip(letters, lengths, strict=True)):
        west = min(x for x, y in spots if y == row)
        words.append(Word(west - 2 - len(letter), row, letter))
        words.append(Word(west + 2 * length + 1, row, str(length)))
    numbers = [str(number + 1) for number in range(size)]
    last = 2 * size - 2
    words += stacked(numbers, [(2 * i + 1, -1) for i in range(size)], upward=True)
    words += stacked(numbers, [(2 * i + 1, last + 1) for i in range(size)], upward=False)
    words += _side_words(board, size, depth=len(numbers[-1]), letter=len(letters[-1]))
    return Sketch(
        spots=tuple((Half(x, y),) for x, y in spots),
        words=tuple(words),
        notes=("cells are numbered from the left; a row ends with the number at its right",),
    )


def _side_words(board: Board, size: int, *, depth: int, letter: int) -> list[Word]:
    upper = (size - 2) // 2
    lower = 2 * size - 2 - upper
    east = 2 * (size - 1) + upper + 7
    west = -upper - letter - 8
    places = {
        "N": (size - 2, -1 - depth),
        "NE": (east, upper),
        "SE": (east, lower),
        "S": (size - 2, 2 * size - 1 + depth),
        "SW": (west, lower),
        "NW": (west, upper),
    }
    return [Word(*places[s], f"* {s}", _owner(s)) for s in SIDES if s in board.sides]
