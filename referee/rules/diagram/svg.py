"""A position as SVG, drawn as the rule sheets draw their boards."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Final

import attrs

from referee.rules.diagram import paint
from referee.rules.diagram.layout import Edge, Ground, Label, Layout, Point, Spot, step
from referee.rules.diagram.marks import Marks, captures_of, marks_of, status_of, title_of
from referee.rules.diagram.paint import GOLD, INK, RADIUS, number
from referee.rules.diagram.shapes import layout_of
from referee.rules.moves import Color, Vertex
from referee.rules.position import Position

_FILLS: Final = {"Red": "#ed1c24", "Blue": "#0071bc", "Black": INK, "White": "#ffffff"}
"""By the colour's name on the rule sheet."""

_WOOD: Final = "#f5dfc8"
_GREY: Final = "#a7a9ac"
_FAINT: Final = "#6d6e71"
_THIN: Final = number(0.04)
_SMALL: Final = 0.26
_FONT: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


@attrs.frozen
class _Picture:
    """What the parts of a picture need to know."""

    position: Position
    layout: Layout
    marks: Marks

    def fill(self, color: Color) -> str:
        default = _FILLS["White" if color else "Black"]
        return _FILLS.get(self.position.game.name_of(color), default)


def draw_svg(position: Position, *, last: bool = True, chain: bool = True) -> str:
    """Draw a position as a standalone SVG document; the same position, the same text.

    Args:
        last: whether to mark the last move, with a dot.
        chain: whether to mark the stones that won, with a golden rim.
    """
    layout = layout_of(position.board)
    picture = _Picture(position, layout, marks_of(position, last=last, chain=chain))
    title = title_of(position)
    told = [line for line in (captures_of(position), status_of(position)) if line]
    longest = max(map(len, [title, *told]))
    left, top, right, bottom = _extent(layout)
    middle = (left + right) / 2
    # Letters are about half as wide as high.
    half = max((right - left) / 2, longest * 0.21, 4.0)
    height = bottom - top + 1.5 + 0.6 * len(told)
    body = [
        _rectangle(middle - half, top, 2 * half, height),
        *_board(picture),
        *_caption(picture, (middle, bottom), title, told),
    ]
    head = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": " ".join(map(number, (middle - half, top, 2 * half, height))),
        "width": number(2 * half),
        "height": number(height),
        "role": "img",
        "font_family": _FONT,
        "text_anchor": "middle",
    }
    described = [
        paint.element("title", html.escape(title)),
        paint.element("desc", html.escape(_description(position, told))),
    ]
    return paint.element("svg", "\n".join(["", *described, *body, ""]), **head) + "\n"


def _rectangle(left: float, top: float, width: float, height: float) -> str:
    return paint.element(
        "rect",
        x=number(left),
        y=number(top),
        width=number(width),
        height=number(height),
        fill="#ffffff",
    )


def _description(position: Position, told: list[str]) -> str:
    """Say in words what the picture shows, for those who do not see it."""
    labels = position.board.labels
    stones = [
        f"{position.game.name_of(color)}: {' '.join(labels[v] for v in position.stones(color))}"
        for color in Color
        if position.stones(color)
    ]
    return ". ".join([*stones, *told]) + "."


def _extent(layout: Layout) -> tuple[float, float, float, float]:
    """Give the left, upper, right and lower end of a board."""
    points: list[Point] = [(spot.x, spot.y) for both in layout.spots for spot in both]
    points += [(label.x, label.y) for label in layout.labels]
    points += [(goal.x, goal.y) for goal in layout.goals]
    points += [corner for edge in layout.edges for corner in edge.outline]
    points += [
        step(arc.center, arc.start + share, arc.radius) for arc in layout.arcs for share in (0, 30)
    ]
    margin = 0.8
    columns, rows = zip(*points, strict=True)
    return min(columns) - margin, min(rows) - margin, max(columns) + margin, max(rows) + margin


def _board(picture: _Picture) -> Iterator[str]:
    layout = picture.layout
    yield from _ground(picture)
    for edge in layout.edges:
        yield _edge(picture, edge)
    for arc in layout.arcs:
        yield paint.arc(
            arc.center, arc.radius, arc.start, arc.end, fill="none", stroke=INK, stroke_width="1"
        )
    for path in layout.lines:
        points = [(layout.spots[v][0].x, layout.spots[v][0].y) for v in path]
        yield paint.line(points, fill="none", stroke=INK, stroke_width="1.2")
    for goal in layout.goals:
        yield _rim(Spot(goal.x, goal.y), goal.owner, fill=_GREY)
    for vertex in range(len(picture.position.board)):
        yield _vertex(picture, vertex)
    for label in layout.labels:
        yield _label(label)


def _ground(picture: _Picture) -> Iterator[str]:
    """Put wood under the lines of a board with stones on them."""
    if picture.layout.ground is Ground.LINES:
        spots = [spot for both in picture.layout.spots for spot in both]
        left, right = min(s.x for s in spots) - 0.55, max(s.x for s in spots) + 0.55
        top, bottom = min(s.y for s in spots) - 0.55, max(s.y for s in spots) + 0.55
        corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
        yield paint.area(corners, fill=_WOOD)


def _edge(picture: _Picture, edge: Edge) -> str:
    fill = picture.fill(edge.owner)
    if edge.is_open:
        return paint.line(edge.outline, fill="none", stroke=fill, stroke_width=number(0.4))
    return paint.area(edge.outline, fill=fill, stroke=INK, stroke_width="0.6")


def _rim(spot: Spot, owner: Color, *, fill: str) -> str:
    """Draw a goal cell of Box Hex: the rim is solid or dashed."""
    radius = 0.41
    dashes = {"stroke_dasharray": number(radius * 6.2832 / 16)} if owner is Color.WHITE else {}
    return paint.disc(spot, radius, fill=fill, stroke=INK, stroke_width=number(0.14), **dashes)


def _vertex(picture: _Picture, vertex: Vertex) -> str:
    """Draw a vertex, on each of its spots."""
    label = picture.position.board.labels[vertex]
    stone = picture.position.color_at(vertex)
    title = paint.element("title", html.escape(label))
    drawn = ""
    for spot in picture.layout.spots[vertex]:
        cell = _cell(picture, spot)
        if stone is None:
            parts = [cell, _cell_label(picture, spot, label)]
        else:
            parts = [cell, *_stone(picture, vertex, spot, stone)]
        attributes = {"data_vertex": label}
        if stone is not None:
            attributes["data_stone"] = stone.word
        drawn += ("\n" if drawn else "") + paint.element("g", title + "".join(parts), **attributes)
    return drawn


def _cell(picture: _Picture, spot: Spot) -> str:
    match picture.layout.ground:
        case Ground.LINES:
            # Nothing to see, but something to point at.
            return paint.disc(spot, RADIUS, fill="#ffffff", fill_opacity="0")
        case Ground.HEXAGONS:
            corners = [step((spot.x, spot.y), 60 * i - 90, 0.57735) for i in range(6)]
            return paint.area(corners, fill=_WOOD, stroke=INK, stroke_width="1")
        case Ground.CIRCLES:
            return paint.disc(spot, RADIUS, fill=_WOOD, stroke=INK, stroke_width="1.2")
        case Ground.PAPER:
            return paint.disc(spot, RADIUS, fill="#ffffff", stroke=INK, stroke_width=_THIN)


def _cell_label(picture: _Picture, spot: Spot, label: str) -> str:
    if not picture.layout.has_cell_labels:
        return ""
    at = (spot.x, spot.y)
    size = _SMALL if len(label) < 4 else _SMALL * 3 / len(label)
    if spot.facing is not None:
        at = step(at, spot.facing, 0.2)
        size *= 0.75
    return paint.words(at, label, size=size, fill=_FAINT)


def _stone(picture: _Picture, vertex: Vertex, spot: Spot, color: Color) -> Iterator[str]:
    fill = picture.fill(color)
    is_scribble = picture.layout.ground is Ground.PAPER and color is Color.WHITE
    # A black stone in a cell beside a black edge: a little of the cell must show.
    is_ringed = fill == INK and picture.layout.ground is Ground.CIRCLES
    radius = RADIUS - 0.07 if is_ringed else RADIUS
    yield paint.disc(spot, radius, fill=fill, stroke=INK, stroke_width="1.6")
    if is_scribble:
        yield paint.scribble(
            spot, RADIUS * 0.9, fill="none", stroke=INK, stroke_width="3", stroke_linecap="round"
        )
    if vertex in picture.marks.chain:
        yield paint.disc(spot, RADIUS - 0.04, fill="none", stroke=GOLD, stroke_width=number(0.11))
    if vertex == picture.marks.last:
        at = (spot.x, spot.y) if spot.facing is None else step((spot.x, spot.y), spot.facing, 0.17)
        dot = INK if fill == "#ffffff" and not is_scribble else "#ffffff"
        yield paint.disc(Spot(*at), 0.13, fill=dot, stroke=INK, stroke_width="1.2")


def _label(label: Label) -> str:
    weight = {"font_weight": "bold"} if label.is_side else {}
    return paint.words((label.x, label.y), label.text, size=0.42, **weight)


def _caption(picture: _Picture, at: Point, title: str, told: list[str]) -> Iterator[str]:
    """Name the game under the board, with each colour's stone, and tell how it stands."""
    middle, y = at
    yield paint.words((middle, y + 0.2), title, size=0.5, font_weight="bold")
    for color, x in ((Color.BLACK, middle - 2.1), (Color.WHITE, middle + 0.6)):
        spot = Spot(x, y + 0.95)
        if picture.layout.goals:
            yield _rim(spot, color, fill="#ffffff")
        yield paint.element("g", "".join(_legend_stone(picture, spot, color)))
        name = picture.position.game.name_of(color)
        yield paint.words((x + 0.65, spot.y), name, size=0.42, text_anchor="start")
    for row, line in enumerate(told):
        yield paint.words((middle, y + 1.65 + 0.6 * row), line, size=0.42)


def _legend_stone(picture: _Picture, spot: Spot, color: Color) -> Iterator[str]:
    yield paint.disc(spot, RADIUS * 0.8, fill=picture.fill(color), stroke=INK, stroke_width="1.6")
    if picture.layout.ground is Ground.PAPER and color is Color.WHITE:
        yield paint.scribble(spot, RADIUS * 0.7, fill="none", stroke=INK, stroke_width="3")
