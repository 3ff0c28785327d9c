"""Boards with four sides, whose labels are a column's letters and a row's number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

import attrs

from referee.rules.board import Board
from referee.rules.diagram.layout import Edge, Label, Point
from referee.rules.diagram.sketch import Half, Word, stacked
from referee.rules.moves import Color

SIDE_OWNERS: Final = {"N": Color.BLACK, "E": Color.WHITE, "S": Color.BLACK, "W": Color.WHITE}
"""Who joins which sides; a board without sides has none of them."""

Place: TypeAlias = Callable[[float, float], Point]
"""Where a (column, line) is drawn, both counted from 0 in the north-western corner."""


@attrs.frozen
class Coordinates:
    """A board's vertices as (column, line), the line counted from the north."""

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    spots: tuple[tuple[int, int], ...]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)


def coordinates_of(board: Board, *, row_1_is_north: bool) -> Coordinates:
    """Read the columns and rows off the labels."""
    letters = [label.rstrip("0123456789") for label in board.labels]
    numbers = [int(label[len(name) :]) for label, name in zip(board.labels, letters, strict=True)]
    columns = list(dict.fromkeys(letters))
    place = {name: index for index, name in enumerate(columns)}
    rows = range(1, max(numbers) + 1) if row_1_is_north else range(max(numbers), 0, -1)
    return Coordinates(
        columns=tuple(columns),
        rows=tuple(map(str, rows)),
        spots=tuple((place[n], rows.index(row)) for n, row in zip(letters, numbers, strict=True)),
    )


def edges_of(
    board: Board, grid: Coordinates, place: Place, *, inner: float, outer: float
) -> tuple[Edge, ...]:
    """Frame the board; `inner` and `outer` are where the frame's rims lie outside of it."""

    def corners(by: float) -> list[Point]:
        west, east, north, south = -by, grid.width - 1 + by, -by, grid.height - 1 + by
        return [place(west, north), place(east, north), place(east, south), place(west, south)]

    near, far = corners(inner), corners(outer)
    return tuple(
        Edge(side, owner, (near[i], far[i], far[(i + 1) % 4], near[(i + 1) % 4]))
        for i, (side, owner) in enumerate(SIDE_OWNERS.items())
        if side in board.sides
    )


def labels_of(board: Board, grid: Coordinates, place: Place, *, off: float) -> tuple[Label, ...]:
    """Name the columns and rows at both ends, `off` the board, and the sides beyond them."""
    last_column, last_row = grid.width - 1, grid.height - 1
    labels = []
    for ends, names, swap in ((last_row, grid.columns, False), (last_column, grid.rows, True)):
        for index, name in enumerate(names):
            for end in (-off, ends + off):
                spot = place(end, index) if swap else place(index, end)
                labels.append(Label(*spot, name))
    far = off + 0.9
    middles = {
        "N": place(last_column / 2, -far),
        "E": place(last_column + far, last_row / 2),
        "S": place(last_column / 2, last_row + far),
        "W": place(-far, last_row / 2),
    }
    labels += [Label(*middles[s], s, is_side=True) for s in board.sides if s in middles]
    return tuple(labels)


def spots_of(grid: Coordinates, *, lean: int) -> tuple[tuple[Half, ...], ...]:
    """Place the vertices in a terminal, two characters apart, lines `lean` to the right."""
    return tuple((Half(2 * column + lean * line, line),) for column, line in grid.spots)


def words_of(board: Board, grid: Coordinates, *, lean: int) -> tuple[Word, ...]:
    """Write the names of columns, rows and sides around the vertices."""
    last = grid.height - 1
    depth = max(map(len, grid.columns))
    margin = max(map(len, grid.rows)) + 2
    right = 2 * grid.width + 1
    above = [(2 * column - lean, -1) for column in range(grid.width)]
    below = [(2 * column + lean * (last + 1), last + 1) for column in range(grid.width)]
    words = [
        *stacked(grid.columns, above, upward=True),
        *stacked(grid.columns, below, upward=False),
    ]
    for line, name in enumerate(grid.rows):
        words.append(Word(lean * line - margin + (margin - 2 - len(name)), line, name))
        words.append(Word(right + lean * line, line, name))
    half = last // 2
    sides = {
        "N": (grid.width - 2 - lean * (depth + 1), -1 - depth),
        "E": (right + lean * half + margin, half),
        "S": (grid.width - 2 + lean * (last + 1 + depth), last + 1 + depth),
        "W": (lean * half - margin - 5, half),
    }
    words += [Word(*sides[s], f"* {s}", SIDE_OWNERS[s]) for s in board.sides if s in sides]
    return tuple(words)
