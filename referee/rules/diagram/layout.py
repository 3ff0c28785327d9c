"""Where things are on a picture, in units of the distance between neighbours; y grows down.

A layout knows a board, never a stone; `svg` adds the stones.
"""

from __future__ import annotations

import enum
import math
from typing import Final, Literal, TypeAlias

import attrs

from referee.rules.moves import Color, Vertex

Point: TypeAlias = tuple[float, float]
Anchor: TypeAlias = Literal["start", "middle", "end"]

ROW: Final = math.sqrt(3) / 2
"""The distance between rows of cells that lie like bricks."""


class Ground(enum.Enum):
    """What is drawn where no stone is."""

    LINES = "lines"
    CIRCLES = "circles"
    PAPER = "paper"
    """Circles to be filled in with pens, as in Box Hex: Black's is solid, White's scribbles."""
    HEXAGONS = "hexagons"


@attrs.frozen
class Spot:
    """Where a vertex is drawn.

    `facing` is `None` for the whole of it. Half a cell, on a fold, has its round side in that
    direction, in degrees clockwise from the east.
    """

    x: float
    y: float
    facing: float | None = None


@attrs.frozen
class Arc:
    """A line round a corner, clockwise from `start` to `end` (degrees).

    `joins` are the vertices at its ends, the same one for two halves; `None` where it joins
    goal cells.
    """

    center: Point
    radius: float
    start: float
    end: float
    joins: tuple[Vertex, Vertex] | None


@attrs.frozen
class Edge:
    """A side of the board, in its owner's colour: an area, or a line where it is open."""

    side: str
    owner: Color
    outline: tuple[Point, ...]
    is_open: bool = False


@attrs.frozen
class GoalCell:
    """A cell that is coloured beforehand and never played."""

    x: float
    y: float
    side: str
    owner: Color


@attrs.frozen
class Label:
    """A word on the picture."""

    x: float
    y: float
    text: str
    anchor: Anchor = "middle"
    is_side: bool = False


@attrs.frozen
class Layout:
    """A board on paper.

    `spots[v]` are the places where vertex `v` is drawn, two if it lies on a fold. Each of
    `lines` runs through vertices, each a neighbour of the one before.
    """

    ground: Ground
    spots: tuple[tuple[Spot, ...], ...]
    lines: tuple[tuple[Vertex, ...], ...] = ()
    edges: tuple[Edge, ...] = ()
    arcs: tuple[Arc, ...] = ()
    goals: tuple[GoalCell, ...] = ()
    labels: tuple[Label, ...] = ()
    has_cell_labels: bool = False


def direction(degrees: float) -> Point:
    """Return the step of length 1 in a direction, clockwise from the east."""
    return math.cos(math.radians(degrees)), math.sin(math.radians(degrees))


def step(start: Point, degrees: float, distance: float) -> Point:
    """Return the point at a distance from `start` in a direction."""
    right, down = direction(degrees)
    return start[0] + right * distance, start[1] + down * distance
