"""The honeycomb of Hex Go: points with at most three lines, columns that are vertical zigzags."""

from __future__ import annotations

from referee.rules.board import Board, column_name

SHAPE = "honeycomb"


def honeycomb_board(columns: int, rows: int) -> Board:
    """Build a honeycomb: point (c, r) touches the points above and below it and one beside.

    With c and r counted from 1 as the labels show them, the third neighbour is (c+1, r) when
    c + r is even, else (c-1, r).
    """

    def neighbors_of(column: int, row: int) -> tuple[int, ...]:
        beside = column + 1 if (column + row) % 2 == 0 else column - 1
        spots = [(beside, row), (column, row - 1), (column, row + 1)]
        return tuple(
            sorted(c * rows + r for c, r in spots if c in range(columns) and r in range(rows))
        )

    spots = [(column, row) for column in range(columns) for row in range(rows)]
    return Board(
        shape=SHAPE,
        size=(columns, rows),
        labels=tuple(f"{column_name(column)}{row + 1}" for column, row in spots),
        neighbors=tuple(neighbors_of(column, row) for column, row in spots),
        sides={},
    )
