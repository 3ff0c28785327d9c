"""Rhombi of cells, which lean to the left (Grand Hex) or to the right (Hex)."""

from __future__ import annotations

from referee.rules.board import Board
from referee.rules.diagram.coordinates import (
    Place,
    coordinates_of,
    edges_of,
    labels_of,
    spots_of,
    words_of,
)
from referee.rules.diagram.layout import ROW, Ground, Layout, Spot
from referee.rules.diagram.sketch import Sketch


def _place(lean: int) -> Place:
    return lambda column, line: (column + lean * line / 2, line * ROW)


def _layout(board: Board, *, lean: int) -> Layout:
    grid = coordinates_of(board, row_1_is_north=True)
    place = _place(lean)
    return Layout(
        ground=Ground.CIRCLES,
        spots=tuple((Spot(*place(column, line)),) for column, line in grid.spots),
        edges=edges_of(board, grid, place, inner=0, outer=0.85),
        labels=labels_of(board, grid, place, off=1.35),
    )


def _sketch(board: Board, *, lean: int) -> Sketch:
    grid = coordinates_of(board, row_1_is_north=True)
    return Sketch(spots=spots_of(grid, lean=lean), words=words_of(board, grid, lean=lean))


def left_layout(board: Board) -> Layout:
    """Lay out cells in rows, each half a cell to the left of the row above."""
    return _layout(board, lean=-1)


def right_layout(board: Board) -> Layout:
    """Lay out cells in rows, each half a cell to the right of the row above."""
    return _layout(board, lean=1)


def left_sketch(board: Board) -> Sketch:
    """Sketch cells in rows, each a character to the left of the row above."""
    return _sketch(board, lean=-1)


def right_sketch(board: Board) -> Sketch:
    """Sketch cells in rows, each a character to the right of the row above."""
    return _sketch(board, lean=1)
