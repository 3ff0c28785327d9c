"""Counting a board: regions, territory and area. Pure functions of who stands where."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attrs

from referee.rules.board import Board
from referee.rules.moves import DRAW, Color, Result, Vertex


@attrs.frozen
class Region:
    """A connected set of vacant vertices and whose it is: `None` if it touches both or none."""

    vertices: tuple[Vertex, ...]
    owner: Color | None


@attrs.frozen
class Score:
    """A score sheet. The pairs are indexed by `Color`.

    `territory` counts vacant vertices, `stones` those that count as area (0, 0 where stones
    do not count), `lost` those subtracted; `komi` is White's. `regions` and `dead` say what
    was counted and what was removed before.
    """

    territory: tuple[int, int]
    stones: tuple[int, int]
    lost: tuple[int, int]
    komi: float
    regions: tuple[Region, ...] = ()
    dead: tuple[Vertex, ...] = ()

    @property
    def black(self) -> float:
        """Black's score."""
        return self.territory[0] + self.stones[0] - self.lost[0]

    @property
    def white(self) -> float:
        """White's score, komi included."""
        return self.territory[1] + self.stones[1] - self.lost[1] + self.komi

    @property
    def result(self) -> Result:
        """The colour with the higher score, or `DRAW`."""
        if self.black == self.white:
            return DRAW
        return Color.BLACK if self.black > self.white else Color.WHITE

    def __str__(self) -> str:
        """Write the margin as GTP does: `B+4`, `W+1.5` or `0`."""
        margin = self.black - self.white
        if margin == 0:
            return "0"
        return f"{'B' if margin > 0 else 'W'}+{abs(margin):g}"


Scoring = Callable[[Board, Sequence[Color | None], tuple[int, int], float], Score]
"""Board, colours by vertex, stones lost by (black, white), komi -> score sheet."""


def regions_of(board: Board, cells: Sequence[Color | None]) -> tuple[Region, ...]:
    """Split the vacant vertices into regions, in label order, and say whose each is."""
    regions = []
    left = {vertex for vertex, color in enumerate(cells) if color is None}
    neighbors = board.neighbors
    for start in range(len(board)):
        if start not in left:
            continue
        left.discard(start)
        region = [start]
        around = set()
        for vertex in region:  # grows as it goes
            for near in neighbors[vertex]:
                if near in left:
                    left.discard(near)
                    region.append(near)
                elif cells[near] is not None:
                    around.add(cells[near])
        owner = around.pop() if len(around) == 1 else None
        regions.append(Region(tuple(sorted(region)), owner))
    return tuple(regions)


def _territory(regions: Sequence[Region]) -> tuple[int, int]:
    black, white = (
        sum(len(region.vertices) for region in regions if region.owner is color) for color in Color
    )
    return black, white


def score_territory(
    board: Board, cells: Sequence[Color | None], lost: tuple[int, int], komi: float
) -> Score:
    """Count as Hex Go does: surrounded intersections minus the stones lost."""
    regions = regions_of(board, cells)
    return Score(_territory(regions), (0, 0), lost, komi, regions)


def score_area(
    board: Board, cells: Sequence[Color | None], lost: tuple[int, int], komi: float
) -> Score:
    """Count area, as Go under Chinese rules: surrounded intersections and stones."""
    del lost
    regions = regions_of(board, cells)
    stones = (cells.count(Color.BLACK), cells.count(Color.WHITE))
    return Score(_territory(regions), stones, (0, 0), komi, regions)
