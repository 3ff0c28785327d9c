"""Where the pictures put things, for every shape and size."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import attrs
import pytest

from referee.rules.board import Board
from referee.rules.boards.box import corner_positions, perimeter_length
from referee.rules.catalog import GAMES, find_game
from referee.rules.diagram.layout import Ground, Spot
from referee.rules.diagram.shapes import layout_of, sketch_of
from referee.rules.diagram.sketch import Cell

SMALL = [
    ("square-grid-hex", (1,)),
    ("square-grid-hex", (2,)),
    ("square-grid-hex", (7,)),
    ("grand-hex", (1,)),
    ("grand-hex", (5,)),
    ("hex", (2,)),
    ("hex", (6,)),
    ("hex-hex-y", (1,)),
    ("hex-hex-y", (2,)),
    ("hex-hex-y", (4,)),
    ("hex-go", (2, 2)),
    ("hex-go", (5, 4)),
    ("hex-go", (4, 7)),
    ("go", (2,)),
    ("go", (5,)),
    ("box-hex", (3, 3, 2)),
    ("box-hex", (3, 5, 4)),
    ("box-hex", (5, 3, 2)),
    ("box-hex", (7, 5, 4)),
]
LARGE = [
    ("square-grid-hex", (52,)),
    ("grand-hex", (27,)),
    ("grand-hex", (52,)),
    ("hex", (52,)),
    ("hex-hex-y", (13,)),
    ("hex-hex-y", (26,)),
    ("hex-go", (52, 3)),
    ("hex-go", (2, 52)),
    ("hex-go", (52, 52)),
    ("go", (25,)),
    ("box-hex", (5, 7, 6)),
    ("box-hex", (25, 3, 24)),
    ("box-hex", (3, 25, 2)),
    ("box-hex", (25, 25, 24)),
]
IDS = {"ids": lambda value: value if isinstance(value, str) else "-".join(map(str, value))}


def _distance(one: Spot, two: Spot) -> float:
    return math.hypot(one.x - two.x, one.y - two.y)


def _between(board: Board, one: int, two: int) -> float:
    spots = layout_of(board).spots
    return min(_distance(a, b) for a, b in itertools.product(spots[one], spots[two]))


def _neighbor_pairs(board: Board) -> set[frozenset[int]]:
    return {frozenset((v, n)) for v in range(len(board)) for n in board.neighbors[v]}


@pytest.mark.parametrize(("game", "size"), SMALL, **IDS)
def test_neighbours_lie_a_unit_apart_or_on_a_diagonal_or_across_a_gap(
    game: str, size: tuple[int, ...]
) -> None:
    board = find_game(game).board(size)
    layout = layout_of(board)
    across = {frozenset(arc.joins) for arc in layout.arcs if arc.joins}

    for pair in _neighbor_pairs(board):
        distance = _between(board, *pair)
        is_diagonal = board.shape == "grid" and math.isclose(distance, math.sqrt(2))
        assert math.isclose(distance, 1) or is_diagonal or pair in across


@pytest.mark.parametrize(("game", "size"), SMALL, **IDS)
def test_others_lie_further_apart(game: str, size: tuple[int, ...]) -> None:
    board = find_game(game).board(size)
    pairs = _neighbor_pairs(board)

    for pair in map(frozenset, itertools.combinations(range(len(board)), 2)):
        if pair not in pairs:
            assert _between(board, *pair) > math.sqrt(2) - 1e-9


@pytest.mark.parametrize(("game", "size"), SMALL, **IDS)
def test_lines_join_all_neighbours_once_and_nobody_else(game: str, size: tuple[int, ...]) -> None:
    board = find_game(game).board(size)
    layout = layout_of(board)
    drawn = Counter(frozenset(pair) for path in layout.lines for pair in itertools.pairwise(path))

    expected = _neighbor_pairs(board) if layout.ground is Ground.LINES else set()
    assert drawn == Counter(dict.fromkeys(expected, 1))


@pytest.mark.parametrize("size", [(3, 3, 2), (3, 5, 4), (5, 7, 6), (7, 3, 2)])
def test_the_cells_on_a_fold_and_no_others_are_halved(size: tuple[int, ...]) -> None:
    board = find_game("box-hex").board(size)
    length = perimeter_length(size[0], size[1])
    first_wall = len(board) - size[2] * length
    folded = {
        first_wall + (ring - 1) * length + corner
        for ring in range(2, size[2] + 1, 2)
        for corner in corner_positions(size[0], size[1])
    }

    halved = {v for v, both in enumerate(layout_of(board).spots) if len(both) == 2}
    facing = {v for v, both in enumerate(layout_of(board).spots) if both[0].facing is not None}
    assert halved == facing == folded


@pytest.mark.parametrize("size", [(3, 3, 2), (3, 5, 4), (5, 7, 6)])
def test_arcs_end_at_what_they_join(size: tuple[int, ...]) -> None:
    """At a half's centre, or half a cell short of a whole circle."""
    board = find_game("box-hex").board(size)
    layout = layout_of(board)
    joined = [arc for arc in layout.arcs if arc.joins]

    assert len(joined) == 6 * size[2]
    assert len(layout.arcs) == len(joined) + 6
    for arc in joined:
        for angle, vertex in zip((arc.start, arc.end), arc.joins or (), strict=True):
            end = Spot(
                arc.center[0] + arc.radius * math.cos(math.radians(angle)),
                arc.center[1] + arc.radius * math.sin(math.radians(angle)),
            )
            reach = min(_distance(end, spot) for spot in layout.spots[vertex])
            assert math.isclose(reach, 0 if len(set(arc.joins or ())) == 1 else 0.5, abs_tol=1e-9)


@pytest.mark.parametrize("size", [(3, 3, 2), (3, 5, 4), (5, 7, 6)])
def test_goal_cells_stand_beside_the_cells_of_their_run(size: tuple[int, ...]) -> None:
    board = find_game("box-hex").board(size)
    layout = layout_of(board)

    for side, vertices in board.sides.items():
        goals = [goal for goal in layout.goals if goal.side == side]
        touching = {
            vertex
            for vertex, both in enumerate(layout.spots)
            for spot in both
            if any(math.isclose(math.hypot(g.x - spot.x, g.y - spot.y), 1) for g in goals)
        }
        # The neighbour of a goal cell across a gap is not next to it on paper.
        assert touching <= set(vertices)
    assert len(layout.goals) == perimeter_length(size[0], size[1])


@pytest.mark.parametrize(("game", "size"), SMALL + LARGE, **IDS)
def test_nothing_in_a_sketch_stands_on_anything_else(game: str, size: tuple[int, ...]) -> None:
    board = find_game(game).board(size)
    sketch = sketch_of(board)
    taken: Counter[Cell] = Counter()
    for word in sketch.words:
        taken.update((word.x + i, word.y) for i in range(len(word.text)))
    for label, halves in zip(board.labels, sketch.spots, strict=True):
        width = len(label) if sketch.has_cell_labels else 1
        for half in halves:
            left = half.x - width // 2 - (half.fold < 0)
            taken.update((left + i, half.y) for i in range(width + bool(half.fold)))

    assert [cell for cell, times in taken.items() if times > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_sketch_has_as_many_places_as_the_layout(game: str) -> None:
    board = find_game(game).board()

    layout, sketch = layout_of(board), sketch_of(board)

    assert [len(both) for both in layout.spots] == [len(both) for both in sketch.spots]


def test_a_side_of_the_hexagon_meets_the_next_one_where_it_ends() -> None:
    edges = layout_of(find_game("hex-hex-y").board((4,))).edges

    for edge, following in zip(edges, [*edges[1:], edges[0]], strict=True):
        assert edge.outline[-1] == pytest.approx(following.outline[0])


def test_a_shape_that_nobody_has_drawn_is_listed() -> None:
    board = attrs.evolve(find_game("hex").board((3,)), shape="klein-bottle")

    assert len(layout_of(board).spots) == len(sketch_of(board).spots) == 9
    assert {word.text for word in sketch_of(board).words} == set(board.labels)
