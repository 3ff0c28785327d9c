"""Boards of lines: Go, and Square Grid Hex with its diagonals."""

from __future__ import annotations

from collections.abc import Iterable

from referee.rules.board import Board
from referee.rules.diagram.coordinates import (
    Coordinates,
    coordinates_of,
    edges_of,
    labels_of,
    spots_of,
    words_of,
)
from referee.rules.diagram.layout import Ground, Layout, Point, Spot
from referee.rules.diagram.sketch import Sketch
from referee.rules.moves import Vertex


def _place(column: float, line: float) -> Point:
    return column, line


def grid_layout(board: Board) -> Layout:
    """Lay out rows, columns and, where the board has them, diagonals as lines."""
    grid = coordinates_of(board, row_1_is_north=False)
    off = 1.2 if board.sides else 0.9
    return Layout(
        ground=Ground.LINES,
        spots=tuple((Spot(float(column), float(line)),) for column, line in grid.spots),
        lines=tuple(_lines(board, grid)),
        edges=edges_of(board, grid, _place, inner=0.55, outer=0.75),
        labels=labels_of(board, grid, _place, off=off),
    )


def _lines(board: Board, grid: Coordinates) -> Iterable[tuple[Vertex, ...]]:
    """Follow each line of the board from its western or southern end."""
    at = {spot: vertex for vertex, spot in enumerate(grid.spots)}
    for right, down in ((1, 0), (0, -1), (1, -1), (1, 1)):
        for (column, line), start in at.items():
            before = at.get((column - right, line - down))
            if before is not None and before in board.neighbors[start]:
                continue
            path = [start]
            spot = (column + right, line + down)
            while spot in at and at[spot] in board.neighbors[path[-1]]:
                path.append(at[spot])
                spot = (spot[0] + right, spot[1] + down)
            if len(path) > 1:
                yield tuple(path)


def grid_sketch(board: Board) -> Sketch:
    """Sketch the points in rows, row 1 at the bottom."""
    grid = coordinates_of(board, row_1_is_north=False)
    at = {spot: vertex for vertex, spot in enumerate(grid.spots)}
    corner, across = at.get((0, 1)), at.get((1, 0))
    is_slanted = corner is not None and across in board.neighbors[corner]
    return Sketch(
        spots=spots_of(grid, lean=0),
        words=words_of(board, grid, lean=0),
        notes=("neighbours: rows, columns and the diagonals that rise to the right",)
        if is_slanted
        else (),
    )
