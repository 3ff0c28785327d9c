"""The box of Box Hex: a hexagonal bottom, wall rings around it, four coloured runs on top."""

from __future__ import annotations

from referee.rules.board import Board, column_name
from referee.rules.boards.hexagon import STEPS, hexagon_cells, row_lengths

SHAPE = "box"


def corner_positions(a: int, b: int) -> tuple[int, ...]:
    """Give the perimeter positions of the six corners, clockwise from the top side's left one."""
    x, y = a - 1, b - 1
    return (0, x, x + y, 2 * x + y, 2 * (x + y), 3 * x + 2 * y)


def perimeter_length(a: int, b: int) -> int:
    """Count the cells of the bottom's perimeter, and so of each wall ring."""
    return 3 * (a - 1) + 3 * (b - 1)


def perimeter(a: int, b: int) -> list[tuple[int, int]]:
    """Walk the bottom's edge clockwise from its top left corner, in the hexagon's coordinates."""
    spot = (0, 0)
    walk = []
    # The top side runs east; each side after it turns 60 degrees clockwise, as STEPS does.
    for side, (down, right) in enumerate(STEPS):
        for _ in range((b if side % 2 else a) - 1):
            walk.append(spot)
            spot = (spot[0] + down, spot[1] + right)
    return walk


def ring_neighbors(ring: int, place: int, length: int) -> list[tuple[int, int]]:
    """List the neighbours of cell `place` of ring `ring` in its ring and one ring down."""
    down = (place, place + 1) if ring % 2 else (place - 1, place)
    beside = [(ring, (place - 1) % length), (ring, (place + 1) % length)]
    return beside + [(ring - 1, below % length) for below in down]


def goal_runs(a: int, b: int) -> dict[str, range]:
    """Give the goal cells of each run, numbered 0 .. P-1 clockwise and wrapping round at P.

    Goal cell `j` stands at perimeter position `j + 1/2`; the cuts lie at whole positions.
    """
    x, y = a - 1, b - 1
    cuts = (x // 2, x + y, 2 * x + 3 * y // 2, 3 * x + 2 * y)
    return {
        "S1": range(cuts[1], cuts[2]),
        "D1": range(cuts[0], cuts[1]),
        "S2": range(cuts[3], cuts[0] + perimeter_length(a, b)),
        "D2": range(cuts[2], cuts[3]),
    }


def box_board(a: int, b: int, height: int) -> Board:
    """Build the box: A and B odd and 3 or more, HEIGHT even and 2 or more.

    The sides are the four runs: the solid S1 and S2 (Black's), the dashed D1 and D2 (White's).
    """
    cells = hexagon_cells(a, b)
    length = perimeter_length(a, b)
    # Cells by (ring, place); ring 0 is the bottom's own perimeter.
    rings = {(0, place): cells[spot] for place, spot in enumerate(perimeter(a, b))}
    rows = row_lengths(a, b)
    labels = [
        f"{column_name(row)}{n + 1}" for row, cells_in in enumerate(rows) for n in range(cells_in)
    ]
    for ring in range(1, height + 1):
        letter = column_name(len(rows) + ring - 1)
        for place in range(length):
            rings[ring, place] = len(labels)
            labels.append(f"{letter}{place + 1}")
    neighbors: list[set[int]] = [set() for _ in labels]
    for (row, column), cell in cells.items():
        around = ((row + down, column + right) for down, right in STEPS)
        neighbors[cell] |= {cells[spot] for spot in around if spot in cells}
    for (ring, place), cell in rings.items():
        if ring:
            for other in (rings[spot] for spot in ring_neighbors(ring, place, length)):
                neighbors[cell].add(other)
                neighbors[other].add(cell)
    return Board(
        shape=SHAPE,
        size=(a, b, height),
        labels=tuple(labels),
        neighbors=tuple(tuple(sorted(around)) for around in neighbors),
        sides={name: _run(run, rings, height, length) for name, run in goal_runs(a, b).items()},
    )


def _run(
    goals: range, rings: dict[tuple[int, int], int], height: int, length: int
) -> tuple[int, ...]:
    """List the cells of the top ring that touch a run of goal cells."""
    touching = {
        rings[spot]
        for goal in goals
        for spot in ring_neighbors(height + 1, goal % length, length)
        if spot[0] == height
    }
    return tuple(sorted(touching))
