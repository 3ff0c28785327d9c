"""Boards built the slow way from their geometry, to hold the fast ones against.

Nothing here is shared with the package: cells are spots in the plane (or on the wall), and
neighbours are what lies one step away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class SimpleBoard:
    """Labels in order, neighbours and sides by label."""

    labels: list[str]
    neighbors: dict[str, set[str]]
    sides: dict[str, set[str]]

    def chains(self, stones: set[str]) -> list[set[str]]:
        """Flood-fill a set of stones."""
        left, found = set(stones), []
        while left:
            chain, border = set(), {min(left)}
            while border:
                chain |= border
                border = {n for s in border for n in self.neighbors[s] if n in left} - chain
            left -= chain
            found.append(chain)
        return found

    def touches(self, chain: set[str]) -> set[str]:
        return {name for name, side in self.sides.items() if side & chain}


def letters(number: int, *, without_i: bool = False) -> str:
    """A is 1, Z is 26 (or 25 without I), then AA, AB, ..."""
    names = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if not (without_i and c == "I")]
    names += [a + b for a in names for b in names]
    return names[number - 1]


def _grid(size: int, diagonal: int, *, north: int, south: int, without_i: bool) -> SimpleBoard:
    """An N x N board; `diagonal` 1 joins (c, r) and (c+1, r+1), -1 (c, r) and (c+1, r-1)."""
    spots = [(c, r) for c in range(1, size + 1) for r in range(1, size + 1)]
    name = {(c, r): f"{letters(c, without_i=without_i)}{r}" for c, r in spots}
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1)}
    if diagonal:
        steps |= {(1, diagonal), (-1, -diagonal)}
    return SimpleBoard(
        labels=[name[s] for s in spots],
        neighbors={
            name[c, r]: {name[c + x, r + y] for x, y in steps if (c + x, r + y) in name}
            for c, r in spots
        },
        sides={
            "N": {name[c, r] for c, r in spots if r == north},
            "S": {name[c, r] for c, r in spots if r == south},
            "W": {name[c, r] for c, r in spots if c == 1},
            "E": {name[c, r] for c, r in spots if c == size},
        },
    )


def _honeycomb(columns: int, rows: int) -> SimpleBoard:
    spots = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    name = {(c, r): f"{letters(c)}{r}" for c, r in spots}
    lines = [((c, r), (c, r + 1)) for c, r in spots]
    lines += [((c, r), (c + 1, r)) for c, r in spots if (c + r) % 2 == 0]
    neighbors: dict[str, set[str]] = {name[s]: set() for s in spots}
    for one, other in lines:
        if other in name:
            neighbors[name[one]].add(name[other])
            neighbors[name[other]].add(name[one])
    return SimpleBoard([name[s] for s in spots], neighbors, {})


def _hexagon(top: int, slant: int) -> dict[str, tuple[Fraction, int]]:
    """Cells of a hexagon with sides top, slant, top, ... by label; x in cells, y in rows down."""
    lengths = [*range(top, top + slant), *range(top + slant - 2, slant - 1, -1)]
    # Where a row begins: half a cell west of the one above while rows grow, then half east.
    west = Fraction(0)
    cells = {}
    for row, length in enumerate(lengths):
        if row:
            west += -HALF if length > lengths[row - 1] else HALF
        for number in range(length):
            cells[f"{letters(row + 1)}{number + 1}"] = (west + number, row)
    return cells


def _planar_neighbors(cells: dict[str, tuple[Fraction, int]]) -> dict[str, set[str]]:
    steps = {(Fraction(1), 0), (Fraction(-1), 0)} | {(x, y) for x in (HALF, -HALF) for y in (1, -1)}
    by_spot = {spot: label for label, spot in cells.items()}
    return {
        label: {by_spot[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in by_spot}
        for label, (x, y) in cells.items()
    }


def _clockwise_rim(cells: dict[str, tuple[Fraction, int]]) -> list[str]:
    """The outer cells of a hexagon, by their angle seen from its middle, from A1 on."""
    neighbors = _planar_neighbors(cells)
    middle_x = sum(x for x, _ in cells.values()) / len(cells)
    middle_y = Fraction(sum(y for _, y in cells.values()), len(cells))

    def angle(label: str) -> float:
        x, y = cells[label]
        # Rows are sqrt(3)/2 apart; y grows downwards, so atan2 grows clockwise.
        return math.atan2((y - middle_y) * math.sqrt(3) / 2, x - middle_x)

    rim = sorted((label for label in cells if len(neighbors[label]) < 6), key=angle)
    start = rim.index("A1")
    return rim[start:] + rim[:start]


def _hex_hex(size: int) -> SimpleBoard:
    cells = _hexagon(size, size)
    if size == 1:
        return SimpleBoard(["A1"], {"A1": set()}, {s: {"A1"} for s in SIX_SIDES})
    rim = _clockwise_rim(cells)
    rim.append(rim[0])
    step = size - 1
    sides = {name: set(rim[i * step : (i + 1) * step + 1]) for i, name in enumerate(SIX_SIDES)}
    return SimpleBoard(list(cells), _planar_neighbors(cells), sides)


SIX_SIDES = ("N", "NE", "SE", "S", "SW", "NW")


def _box(a: int, b: int, height: int) -> SimpleBoard:
    """The bottom flat; the wall as positions around it, half positions on odd rings."""
    bottom = _hexagon(a, b)
    rim = _clockwise_rim(bottom)
    around = len(rim)
    assert around == 3 * (a - 1) + 3 * (b - 1)
    first_letter = a + b  # the bottom has a + b - 1 rows
    wall = {(0, Fraction(place)): label for place, label in enumerate(rim)}
    for ring in range(1, height + 1):
        for place in range(around):
            label = f"{letters(first_letter + ring - 1)}{place + 1}"
            wall[ring, place + (HALF if ring % 2 else Fraction(0))] = label
    neighbors = _planar_neighbors(bottom)
    neighbors |= {label: set() for label in wall.values() if label not in neighbors}
    for (ring, spot), label in wall.items():
        near = [(ring, spot + 1), (ring - 1, spot + HALF), (ring - 1, spot - HALF)]
        for other_ring, other_spot in near if ring else []:
            other = wall[other_ring, other_spot % around]
            neighbors[label].add(other)
            neighbors[other].add(label)
    x, y = Fraction(a - 1), Fraction(b - 1)
    cuts = [x / 2, x + y, 2 * x + 3 * y / 2, 3 * x + 2 * y]
    sides: dict[str, set[str]] = {"S1": set(), "D1": set(), "S2": set(), "D2": set()}
    runs = zip(("D1", "S1", "D2", "S2"), pairwise([*cuts, cuts[0] + around]), strict=True)
    for name, (start, end) in runs:
        for goal in range(2 * around):
            spot = goal + HALF
            if start < spot < end:
                sides[name] |= {wall[height, (spot + d) % around] for d in (HALF, -HALF)}
    labels = [*bottom, *(label for label in wall.values() if label not in bottom)]
    return SimpleBoard(labels, neighbors, sides)


def simple_board(game: str, *size: int) -> SimpleBoard:
    """The board of a game by its id."""
    n = size[0]
    if game == "square-grid-hex":
        return _grid(n, 1, north=n, south=1, without_i=True)
    if game == "grand-hex":
        return _grid(n, 1, north=1, south=n, without_i=False)
    if game == "hex":
        return _grid(n, -1, north=1, south=n, without_i=False)
    if game == "hex-hex-y":
        return _hex_hex(n)
    if game == "box-hex":
        return _box(*size)
    if game == "hex-go":
        return _honeycomb(*size)
    if game == "go":
        board = _grid(n, 0, north=n, south=1, without_i=True)
        return SimpleBoard(board.labels, board.neighbors, {})
    raise ValueError(game)
