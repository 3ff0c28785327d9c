"""SVG elements: stones, cells, lines and words, each a line of text. Nothing has an id.

So pictures can stand side by side in one page. Lengths are in units of the distance between
neighbours, as in a layout.
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from referee.rules.diagram.layout import Point, Spot, direction, step

SCALE: Final = 40
"""Pixels a unit."""

INK: Final = "#231f20"
GOLD: Final = "#f7a600"
RADIUS: Final = 0.43
"""Of a cell or stone; the rest of half a unit is the gap between two."""


def number(length: float) -> str:
    """Write a length in pixels, always with the same digits."""
    text = f"{length * SCALE:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def point(spot: Point) -> str:
    """Write a point as in a path."""
    return f"{number(spot[0])} {number(spot[1])}"


def element(name: str, content: str = "", /, **attributes: str) -> str:
    """Write an element; `_` in an attribute's name is a hyphen. The content is not escaped."""
    words = "".join(
        f' {key.replace("_", "-")}="{html.escape(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{words}>{content}</{name}>" if content else f"<{name}{words}/>"


def words(at: Point, text: str, *, size: float, fill: str = INK, **attributes: str) -> str:
    """Write text, its middle on a point's level. `size` is the letters' height."""
    return element(
        "text",
        html.escape(text),
        x=number(at[0]),
        # A third of the height below: not every program knows dominant-baseline.
        y=number(at[1] + size * 0.35),
        font_size=number(size),
        fill=fill,
        **attributes,
    )


def line(points: Sequence[Point], **attributes: str) -> str:
    """Draw a line through points, leaving out those on the way straight on."""
    kept = [
        here
        for i, here in enumerate(points)
        if i in (0, len(points) - 1) or not _is_straight(points[i - 1], here, points[i + 1])
    ]
    path = f"M{point(kept[0])}" + "".join(f"L{point(spot)}" for spot in kept[1:])
    return element("path", d=path, **attributes)


def _is_straight(before: Point, here: Point, after: Point) -> bool:
    one = (here[0] - before[0], here[1] - before[1])
    two = (after[0] - here[0], after[1] - here[1])
    return abs(one[0] * two[1] - one[1] * two[0]) < 1e-9


def area(points: Iterable[Point], **attributes: str) -> str:
    """Fill a polygon."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=corners, **attributes)


def arc(center: Point, radius: float, start: float, end: float, **attributes: str) -> str:
    """Draw an arc, clockwise, of less than half a circle."""
    return element("path", d=_arc(center, radius, start, end), **attributes)


def _arc(center: Point, radius: float, start: float, end: float) -> str:
    size = number(radius)
    begin, finish = step(center, start, radius), step(center, end, radius)
    return f"M{point(begin)}A{size} {size} 0 0 1 {point(finish)}"


def disc(spot: Spot, radius: float, **attributes: str) -> str:
    """Draw a circle, or the half of it that a spot on a fold has.

    The straight side of a half has no rim: there the paper ends.
    """
    center = (spot.x, spot.y)
    if spot.facing is None:
        return element(
            "circle", cx=number(spot.x), cy=number(spot.y), r=number(radius), **attributes
        )
    return element("path", d=_arc(center, radius, spot.facing - 90, spot.facing + 90), **attributes)


def scribble(spot: Spot, radius: float, **attributes: str) -> str:
    """Draw the to and fro of a pen that fills a cell, cut off at a fold."""
    strokes = 8
    turns = []
    for turn in range(strokes + 1):
        across = (2 * turn / strokes - 1) * 0.92
        along = math.sqrt(1 - across**2) * (1 if turn % 2 else -1)
        # The pen goes up to the right, and moves on to the lower right.
        x, y = step((0, 0), 30, across * radius)
        turns.append(step((x, y), -60, along * radius))
    path = "".join(
        f"M{point((spot.x + a[0], spot.y + a[1]))}L{point((spot.x + b[0], spot.y + b[1]))}"
        for a, b in _kept(turns, spot.facing)
    )
    return element("path", d=path, **attributes)


def _kept(turns: Sequence[Point], facing: float | None) -> Iterable[tuple[Point, Point]]:
    """Give the strokes between the turns, or what of them lies in one half."""
    for a, b in pairwise(turns):
        if facing is None:
            yield a, b
            continue
        right, down = direction(facing)
        reach = [x * right + y * down for x, y in (a, b)]
        if max(reach) <= 0:
            continue
        if min(reach) >= 0:
            yield a, b
            continue
        share = reach[0] / (reach[0] - reach[1])
        cut = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
        yield (cut, b) if reach[0] < 0 else (a, cut)
