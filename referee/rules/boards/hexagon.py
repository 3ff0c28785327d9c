"""A hexagon of cells with N cells on each side ("hex hex")."""

from __future__ import annotations

from collections.abc import Callable

from referee.rules.board import Board, column_name

SHAPE = "hexagon"


def row_lengths(top: int, slant: int) -> list[int]:
    """Give the cells of each row, from the north, of a hexagon with sides top, slant, top, ...

    The sides hold `top` and `slant` cells in turn, corners counted, clockwise from the top.
    """
    longest = top + slant - 1
    growing = range(top, longest + 1)
    shrinking = range(longest - 1, slant - 1, -1)
    return [*growing, *shrinking]


def hexagon_cells(top: int, slant: int) -> dict[tuple[int, int], int]:
    """Number the cells of such a hexagon, rows from the north, cells from the west.

    The keys are `(row, column)` in axial coordinates: the neighbours of a cell differ by
    (0, 1), (1, 0), (1, 1) or their opposites, the column growing eastwards.
    """
    cells: dict[tuple[int, int], int] = {}
    for row, length in enumerate(row_lengths(top, slant)):
        # Growing rows begin half a cell further west, which (1, 0) is; the others on (1, 1).
        west = max(0, row - slant + 1)
        for column in range(west, west + length):
            cells[row, column] = len(cells)
    return cells


STEPS = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
"""From a cell to its neighbours, clockwise from the eastern one."""


def hexagon_board(size: int) -> Board:
    """Build the board of Hex Hex Y: sides N, NE, SE, S, SW and NW, clockwise from the top."""
    cells = hexagon_cells(size, size)
    neighbors = tuple(
        tuple(
            sorted(cells[spot] for down, right in STEPS if (spot := (r + down, c + right)) in cells)
        )
        for r, c in cells
    )
    last = 2 * (size - 1)
    edge = size - 1
    is_on: dict[str, Callable[[int, int], bool]] = {
        "N": lambda r, _: r == 0,
        "NE": lambda r, c: c - r == edge,
        "SE": lambda _, c: c == last,
        "S": lambda r, _: r == last,
        "SW": lambda r, c: r - c == edge,
        "NW": lambda _, c: c == 0,
    }
    return Board(
        shape=SHAPE,
        size=(size,),
        labels=tuple(
            f"{column_name(row)}{number + 1}"
            for row, length in enumerate(row_lengths(size, size))
            for number in range(length)
        ),
        neighbors=neighbors,
        sides={
            name: tuple(cell for spot, cell in cells.items() if test(*spot))
            for name, test in is_on.items()
        },
    )
