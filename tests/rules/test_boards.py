"""The boards against boards built the slow way, and the facts that the rule sheets state."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.rules.board import Board, column_name
from referee.rules.catalog import GAMES, find_game
from tests.rules.simple_boards import simple_board

SIZES = [
    *(("square-grid-hex", (n,)) for n in (1, 2, 3, 8, 9, 13, 26, 52)),
    *(("grand-hex", (n,)) for n in (1, 2, 3, 4, 10, 26, 27)),
    *(("hex", (n,)) for n in (1, 2, 3, 11, 14, 27)),
    *(("hex-hex-y", (n,)) for n in (1, 2, 3, 8, 14)),
    *(("hex-go", size) for size in [(2, 2), (3, 5), (5, 3), (20, 19), (27, 4)]),
    *(("go", (n,)) for n in (2, 5, 9, 19, 25)),
    *(
        ("box-hex", size)
        for size in [(3, 3, 2), (3, 5, 4), (5, 3, 2), (5, 7, 6), (7, 5, 2), (9, 3, 10), (5, 5, 4)]
    ),
]


def named(board: Board, vertices: tuple[int, ...]) -> list[str]:
    return [board.labels[vertex] for vertex in vertices]


def board_of(game: str, *size: int) -> Board:
    return find_game(game).board(size)


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_a_board_is_the_one_built_the_slow_way(game, size):
    board, simple = board_of(game, *size), simple_board(game, *size)

    assert list(board.labels) == simple.labels
    neighbors = {
        label: set(named(board, board.neighbors[board.vertex(label)])) for label in board.labels
    }
    assert neighbors == simple.neighbors
    assert {name: set(named(board, side)) for name, side in board.sides.items()} == simple.sides


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_neighbors_are_mutual_and_sorted_and_never_oneself(game, size):
    board = board_of(game, *size)

    for vertex, around in enumerate(board.neighbors):
        assert list(around) == sorted(set(around))
        assert vertex not in around
        assert all(vertex in board.neighbors[near] for near in around)


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_sides_are_sorted_and_known_from_both_ends(game, size):
    board = board_of(game, *size)

    for name, side in board.sides.items():
        assert list(side) == sorted(set(side))
        assert {v for v in range(len(board)) if name in board.sides_of(v)} == set(side)
    assert all(list(board.sides_of(v)) == [n for n in board.sides if v in board.sides[n]]
               for v in range(len(board)))  # fmt: skip


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_a_board_is_planar_with_the_faces_that_it_should_have(game, size):
    """Lines counted by Euler's formula: triangles on hexagonal cells, squares, hexagons."""
    board = board_of(game, *size)
    lines = sum(map(len, board.neighbors)) // 2
    expected = {
        "square-grid-hex": lambda n: 2 * n * (n - 1) + (n - 1) ** 2,
        "grand-hex": lambda n: 2 * n * (n - 1) + (n - 1) ** 2,
        "hex": lambda n: 2 * n * (n - 1) + (n - 1) ** 2,
        "hex-hex-y": lambda n: 3 * (n - 1) * (3 * n - 2),
        "go": lambda n: 2 * n * (n - 1),
        "hex-go": lambda c, r: (
            c * (r - 1) + sum((x + y) % 2 == 0 for x in range(1, c) for y in range(1, r + 1))
        ),
        # All faces but the open top are triangles; the top has P corners: E = 3V - 3 - P.
        "box-hex": lambda a, b, _: 3 * len(board) - 3 - 3 * (a + b - 2),
    }

    assert lines == expected[game](*size)


@pytest.mark.parametrize(
    ("game", "vertices"),
    [("square-grid-hex", 169), ("grand-hex", 100), ("hex-go", 380), ("box-hex", 108),
     ("hex-hex-y", 169), ("hex", 121), ("go", 81)],
)  # fmt: skip
def test_the_default_boards_have_their_vertices(game, vertices):
    assert len(find_game(game).board()) == vertices


def test_the_catalog_lists_the_games_in_the_order_of_the_documentation():
    assert list(GAMES)[:7] == [
        "square-grid-hex", "grand-hex", "hex-go", "box-hex", "hex-hex-y", "hex", "go"
    ]  # fmt: skip


# -- letters ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "name"),
    [(1, "A"), (9, "I"), (10, "J"), (26, "Z"), (27, "AA"), (28, "AB"), (52, "AZ"), (53, "BA")],
)
def test_columns_are_named_a_to_z_then_aa(number, name):
    assert column_name(number - 1) == name


@pytest.mark.parametrize("game", ["square-grid-hex", "go"])
def test_the_boards_with_points_skip_the_letter_i(game):
    labels = find_game(game).board((12,)).labels

    assert "H1" in labels
    assert "I1" not in labels
    assert "J1" in labels


@pytest.mark.parametrize("game", ["grand-hex", "hex", "hex-hex-y", "hex-go"])
def test_the_other_boards_have_the_letter_i(game):
    assert "I1" in find_game(game).board().labels


def test_after_z_without_i_comes_aa():
    labels = find_game("square-grid-hex").board((52,)).labels

    assert labels[24 * 52] == "Z1"
    assert labels[25 * 52] == "AA1"
    assert labels[33 * 52] == "AJ1"
    assert labels[-1] == "BB52"


# -- orientation -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "size", "vertex", "neighbors"),
    [
        ("square-grid-hex", (5,), "C3", "B2 B3 C2 C4 D3 D4"),
        ("square-grid-hex", (5,), "A1", "A2 B1 B2"),
        ("square-grid-hex", (5,), "A5", "A4 B5"),
        ("grand-hex", (10,), "C3", "B2 B3 C2 C4 D3 D4"),
        ("grand-hex", (10,), "A1", "A2 B1 B2"),
        ("hex", (11,), "C3", "B3 B4 C2 C4 D2 D3"),
        ("hex", (11,), "A1", "A2 B1"),
        ("hex", (11,), "K1", "J1 J2 K2"),
        ("hex-hex-y", (3,), "C3", "B2 B3 C2 C4 D2 D3"),
        ("hex-hex-y", (3,), "A1", "A2 B1 B2"),
        ("hex-hex-y", (3,), "C1", "B1 C2 D1"),
        ("hex-hex-y", (8,), "A8", "A7 B8 B9"),
        ("hex-go", (20, 19), "G13", "G12 G14 H13"),
        ("hex-go", (20, 19), "H13", "G13 H12 H14"),
        ("hex-go", (20, 19), "H14", "H13 H15 I14"),
        ("hex-go", (20, 19), "A10", "A9 A11"),
        ("hex-go", (20, 19), "A9", "A8 A10 B9"),
        ("box-hex", (3, 5, 4), "A1", "A2 B1 B2 H1 H18"),
        ("box-hex", (3, 5, 4), "A2", "A1 A3 B2 B3 H1 H2"),
        ("box-hex", (3, 5, 4), "E7", "D6 E6 F6 H6 H7"),
        ("box-hex", (3, 5, 4), "H1", "A1 A2 H2 H18 I1 I2"),
        ("box-hex", (3, 5, 4), "I1", "H1 H18 I2 I18 J1 J18"),
        ("box-hex", (3, 5, 4), "K18", "J17 J18 K1 K17"),
        ("go", (9,), "E5", "D5 E4 E6 F5"),
    ],
)  # fmt: skip
def test_neighbors_lie_as_the_figures_show(game, size, vertex, neighbors):
    board = board_of(game, *size)

    assert named(board, board.neighbors[board.vertex(vertex)]) == neighbors.split()


@pytest.mark.parametrize(
    ("game", "size", "vertex", "sides"),
    [
        ("square-grid-hex", (13,), "A13", "N W"),
        ("square-grid-hex", (13,), "N1", "S E"),
        ("grand-hex", (10,), "A1", "N W"),
        ("grand-hex", (10,), "J10", "S E"),
        ("hex", (11,), "K1", "N E"),
        ("hex", (11,), "F6", ""),
        ("hex-hex-y", (8,), "A1", "N NW"),
        ("hex-hex-y", (8,), "A8", "N NE"),
        ("hex-hex-y", (8,), "H15", "NE SE"),
        ("hex-hex-y", (8,), "O8", "SE S"),
        ("hex-hex-y", (8,), "O1", "S SW"),
        ("hex-hex-y", (8,), "H1", "SW NW"),
        ("hex-hex-y", (1,), "A1", "N NE SE S SW NW"),
        ("box-hex", (3, 5, 4), "K2", "D1 S2"),
        ("box-hex", (3, 5, 4), "K7", "S1 D1"),
        ("box-hex", (3, 5, 4), "K11", "S1 D2"),
        ("box-hex", (3, 5, 4), "K15", "S2 D2"),
        ("box-hex", (3, 5, 4), "K1", "S2"),
        ("box-hex", (3, 5, 4), "A1", ""),
        ("hex-go", (20, 19), "A1", ""),
    ],
)  # fmt: skip
def test_a_corner_belongs_to_both_sides(game, size, vertex, sides):
    board = board_of(game, *size)

    assert list(board.sides_of(board.vertex(vertex))) == sides.split()


# -- box hex ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "cells", "corners"),
    [((3, 5, 4), 108, "A1 A3 E1 E7 G1 G5"), ((5, 7, 6), 270, "A1 A5 G1 G11 K1 K7")],
)
def test_the_authors_boxes_have_their_cells_and_six_pentagons(size, cells, corners):
    board = board_of("box-hex", *size)
    a, b, _ = size
    top_row = 3 * (a + b - 2)

    degrees = Counter(len(around) for around in board.neighbors)
    assert len(board) == cells
    assert degrees == {4: top_row, 5: 6, 6: cells - 6 - top_row}
    assert [
        board.labels[v] for v, n in enumerate(board.neighbors) if len(n) == 5
    ] == corners.split()


def test_the_runs_of_the_authors_box_are_those_of_its_picture():
    sides = board_of("box-hex", 3, 5, 4).sides
    board = board_of("box-hex", 3, 5, 4)

    assert {name: " ".join(named(board, side)) for name, side in sides.items()} == {
        "S1": "K7 K8 K9 K10 K11",
        "D1": "K2 K3 K4 K5 K6 K7",
        "S2": "K1 K2 K15 K16 K17 K18",
        "D2": "K11 K12 K13 K14 K15",
    }


# -- sizes -----------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 26, 27, 52])
def test_a_connection_board_of_any_size_can_be_played_out(n):
    position = find_game("hex").start((n,))

    for place in position.board.places:
        if position.result is None:
            position.play(place)
    assert position.result is not None
