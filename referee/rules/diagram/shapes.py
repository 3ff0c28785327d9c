"""How each shape of board is drawn. A game on a known shape needs nothing here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import attrs

from referee.rules.board import Board
from referee.rules.boards import box, hexagon, honeycomb, square
from referee.rules.diagram.box import box_layout, box_sketch
from referee.rules.diagram.grid import grid_layout, grid_sketch
from referee.rules.diagram.hexagon import hexagon_layout, hexagon_sketch
from referee.rules.diagram.honeycomb import honeycomb_layout, honeycomb_sketch
from referee.rules.diagram.layout import Layout
from referee.rules.diagram.plain import plain_layout, plain_sketch
from referee.rules.diagram.rhombus import left_layout, left_sketch, right_layout, right_sketch
from referee.rules.diagram.sketch import Sketch


@attrs.frozen
class Shape:
    """The two ways to draw a board."""

    layout: Callable[[Board], Layout]
    sketch: Callable[[Board], Sketch]


SHAPES: Final[Mapping[str, Shape]] = MappingProxyType(
    {
        square.GRID: Shape(grid_layout, grid_sketch),
        square.RHOMBUS_LEFT: Shape(left_layout, left_sketch),
        square.RHOMBUS_RIGHT: Shape(right_layout, right_sketch),
        hexagon.SHAPE: Shape(hexagon_layout, hexagon_sketch),
        honeycomb.SHAPE: Shape(honeycomb_layout, honeycomb_sketch),
        box.SHAPE: Shape(box_layout, box_sketch),
    }
)

PLAIN: Final = Shape(plain_layout, plain_sketch)
"""What there is for any other board."""


@lru_cache(maxsize=64)
def layout_of(board: Board) -> Layout:
    """Lay a board out on paper."""
    return SHAPES.get(board.shape, PLAIN).layout(board)


@lru_cache(maxsize=64)
def sketch_of(board: Board) -> Sketch:
    """Lay a board out in characters."""
    return SHAPES.get(board.shape, PLAIN).sketch(board)
