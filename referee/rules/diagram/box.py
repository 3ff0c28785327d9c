"""The box of Box Hex, unfolded: the bottom in the middle and a wall on each of its sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.rules.board import Board
from referee.rules.boards.box import corner_positions, goal_runs, perimeter_length
from referee.rules.boards.hexagon import hexagon_cells
from referee.rules.diagram.layout import (
    ROW,
    Arc,
    GoalCell,
    Ground,
    Label,
    Layout,
    Point,
    Spot,
    step,
)
from referee.rules.diagram.sketch import Half, Sketch, Word
from referee.rules.moves import Color, Vertex

OWNERS: Final = {"S": Color.BLACK, "D": Color.WHITE}
"""Who joins the runs, by the first letter of their names: Solid or Dashed."""


class _Box:
    """The plane on which a box is unfolded.

    Side `s` of the bottom runs `60 s` degrees clockwise from the east, and its wall stands
    out to the left of that. The origin is the top side's left corner.
    """

    def __init__(self, board: Board) -> None:
        self.a, self.b, self.height = board.size
        self.length = perimeter_length(self.a, self.b)
        self.bottom = hexagon_cells(self.a, self.b)
        self.positions = (*corner_positions(self.a, self.b), self.length)
        self.corners: list[Point] = [(0.0, 0.0)]
        for side in range(5):
            cells = self.positions[side + 1] - self.positions[side]
            self.corners.append(step(self.corners[-1], 60 * side, cells))

    def cell(self, ring: int, place: int) -> Vertex:
        """Number the cell `place` (from 0, wrapping round) of a wall ring (from 1)."""
        return len(self.bottom) + (ring - 1) * self.length + place % self.length

    def on_walls(self, ring: int, place: int) -> Iterator[Spot]:
        """Place a cell of a ring on its wall, or on two if it lies on a fold."""
        position = place + ring % 2 / 2
        for side, corner in enumerate(self.corners):
            begin, end = self.positions[side : side + 2]
            for at in {position, position + self.length}:
                if begin <= at <= end:
                    foot = step(corner, 60 * side, at - begin)
                    x, y = step(foot, 60 * side - 90, ring * ROW)
                    # The half inside the wall is drawn.
                    facing = {begin: 60 * side, end: 60 * side + 180}.get(int(at))
                    yield Spot(x, y, None if ring % 2 or facing is None else facing % 360)


def box_layout(board: Board) -> Layout:
    """Lay out six arms, half circles on the folds, and arcs across the gaps."""
    box = _Box(board)
    spots: list[tuple[Spot, ...]] = [(Spot(c - r / 2, r * ROW),) for r, c in box.bottom]
    spots += [
        tuple(box.on_walls(ring, place))
        for ring in range(1, box.height + 1)
        for place in range(box.length)
    ]
    goals = _goals(box)
    return Layout(
        ground=Ground.PAPER,
        spots=tuple(spots),
        arcs=tuple(_arcs(box)),
        goals=goals,
        labels=tuple(_run_labels(goals)),
        has_cell_labels=True,
    )


def _goals(box: _Box) -> tuple[GoalCell, ...]:
    return tuple(
        GoalCell(spot.x, spot.y, name, OWNERS[name[0]])
        for name, run in goal_runs(box.a, box.b).items()
        for place in run
        for spot in box.on_walls(box.height + 1, place % box.length)
    )


def _arcs(box: _Box) -> Iterator[Arc]:
    for side, (corner, position) in enumerate(zip(box.corners, box.positions, strict=False)):
        for ring in range(1, box.height + 2):
            before = position - ring % 2
            joins = (box.cell(ring, before), box.cell(ring, position))
            yield Arc(
                center=corner,
                radius=ring * ROW,
                start=60 * side - 150,
                end=60 * side - 90,
                joins=joins if ring <= box.height else None,
            )


def _run_labels(goals: tuple[GoalCell, ...]) -> Iterator[Label]:
    """Name each run on the middle one of its goal cells."""
    for name in sorted({goal.side for goal in goals}):
        run = [goal for goal in goals if goal.side == name]
        middle = run[len(run) // 2]
        yield Label(middle.x, middle.y, name, is_side=True)


def box_sketch(board: Board) -> Sketch:
    """Sketch the six arms, vacant cells by their labels, the goal runs by their names."""
    layout = box_layout(board)
    # A cell's shift by half its width is a whole number of characters.
    width = max(map(len, board.labels)) + 1
    width += width % 2

    def place(x: float, y: float) -> tuple[int, int]:
        return round(x * width), round(y / ROW)

    return Sketch(
        spots=tuple(
            tuple(Half(*place(spot.x, spot.y), _fold(spot)) for spot in both)
            for both in layout.spots
        ),
        words=tuple(
            Word(x - 1, y, f"*{goal.side}", goal.owner)
            for goal in layout.goals
            for x, y in [place(goal.x, goal.y)]
        ),
        has_cell_labels=True,
        notes=(
            "a cell with a bar lies on a fold: both its halves are shown",
            "a wall's rings go on across the gaps, as their numbers do",
        ),
    )


def _fold(spot: Spot) -> int:
    if spot.facing is None:
        return 0
    return -1 if spot.facing < 90 or spot.facing > 270 else 1
