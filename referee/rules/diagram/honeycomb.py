"""The honeycomb of Hex Go: lines with vertices, columns that are vertical zigzags."""

from __future__ import annotations

from referee.rules.board import Board
from referee.rules.diagram.coordinates import Coordinates, coordinates_of, labels_of
from referee.rules.diagram.layout import ROW, Ground, Layout, Point, Spot
from referee.rules.diagram.sketch import FALLING, LEVEL, RISING, Half, Sketch, Word, stacked
from referee.rules.moves import Vertex


def _is_eastern(grid: Coordinates, column: int, line: int) -> bool:
    """Whether a vertex is at an eastern bend of its column, and so has a line to the east."""
    row = grid.height - 1 - line
    return (column + row) % 2 == 0


def honeycomb_layout(board: Board) -> Layout:
    """Lay out regular hexagons with lines of length 1."""
    grid = coordinates_of(board, row_1_is_north=False)

    def place(column: float, line: float) -> Point:
        return 1.5 * column, ROW * line

    spots = [
        (1.5 * column + (0.25 if _is_eastern(grid, column, line) else -0.25), ROW * line)
        for column, line in grid.spots
    ]
    return Layout(
        ground=Ground.LINES,
        spots=tuple((Spot(x, y),) for x, y in spots),
        lines=_lines(board, grid),
        labels=labels_of(board, grid, place, off=1),
    )


def _lines(board: Board, grid: Coordinates) -> tuple[tuple[Vertex, ...], ...]:
    """Follow each zigzag from the south, then the lines between them."""
    at = {spot: vertex for vertex, spot in enumerate(grid.spots)}
    columns = [
        tuple(at[column, line] for line in reversed(range(grid.height)))
        for column in range(grid.width)
    ]
    between = [
        (vertex, at[column + 1, line])
        for (column, line), vertex in at.items()
        if at.get((column + 1, line)) in board.neighbors[vertex]
    ]
    return (*columns, *between)


def honeycomb_sketch(board: Board) -> Sketch:
    """Sketch the honeycomb three characters a column, so that twenty fit a terminal."""
    grid = coordinates_of(board, row_1_is_north=False)
    spots = []
    strokes = []
    for column, line in grid.spots:
        is_eastern = _is_eastern(grid, column, line)
        x, y = 3 * column + is_eastern, 2 * line
        spots.append((Half(x, y),))
        if is_eastern and column < grid.width - 1:
            strokes.append(Word(x + 1, y, LEVEL))
        if line < grid.height - 1:
            strokes.append(Word(3 * column + column % 2, y + 1, RISING if is_eastern else FALLING))
    return Sketch(spots=tuple(spots), strokes=tuple(strokes), words=_words(grid))


def _words(grid: Coordinates) -> tuple[Word, ...]:
    last = 2 * (grid.height - 1)
    widest = max(map(len, grid.rows))
    right = 3 * grid.width
    columns = [3 * column + column % 2 for column in range(grid.width)]
    words = [
        *stacked(grid.columns, [(x, -1) for x in columns], upward=True),
        *stacked(grid.columns, [(x, last + 1) for x in columns], upward=False),
    ]
    for line, name in enumerate(grid.rows):
        words.append(Word(-2 - len(name), 2 * line, name))
        words.append(Word(right + widest - len(name), 2 * line, name))
    return tuple(words)
