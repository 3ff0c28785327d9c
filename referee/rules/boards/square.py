"""Boards of N columns and N rows: lines for Go and Square Grid Hex, rhombi of cells for Hex."""

from __future__ import annotations

from referee.rules.board import LETTERS, Board, column_name

# Where the side N lies: at row N where row 1 is the southern one, else at row 1.
GRID = "grid"
RHOMBUS_RIGHT = "rhombus-right"
RHOMBUS_LEFT = "rhombus-left"


def square_board(
    shape: str,
    size: int,
    *,
    diagonal: int,
    letters: str = LETTERS,
    has_sides: bool = True,
) -> Board:
    """Build an N x N board.

    Args:
        shape: `GRID` (row 1 in the South), `RHOMBUS_RIGHT` or `RHOMBUS_LEFT` (row 1 at the
            top, each row half a cell to the right or left of the row above).
        diagonal: `+1` joins (c, r) with (c+1, r+1), `-1` with (c+1, r-1), `0` with neither.
        letters: the alphabet of the columns.
        has_sides: whether the board has the sides N, S, W and E; a Go board has none.
    """
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    if diagonal:
        steps += [(1, diagonal), (-1, -diagonal)]
    inside = range(size)
    neighbors = tuple(
        tuple(
            sorted(
                (column + right) * size + row + up
                for right, up in steps
                if column + right in inside and row + up in inside
            )
        )
        for column in inside
        for row in inside
    )
    columns = [column_name(column, letters) for column in inside]
    labels = tuple(f"{name}{row + 1}" for name in columns for row in inside)
    return Board(
        shape=shape,
        size=(size,),
        labels=labels,
        neighbors=neighbors,
        sides=_sides(size, north=size - 1 if shape == GRID else 0) if has_sides else {},
    )


def _sides(size: int, *, north: int) -> dict[str, tuple[int, ...]]:
    south = size - 1 - north
    inside = range(size)
    return {
        "N": tuple(column * size + north for column in inside),
        "S": tuple(column * size + south for column in inside),
        "W": tuple(inside),
        "E": tuple((size - 1) * size + row for row in inside),
    }
