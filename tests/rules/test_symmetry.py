"""A turned, mirrored or colour-swapped game gives the turned, mirrored, swapped outcome."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.board import Board
from referee.rules.catalog import find_game
from referee.rules.moves import Color, Move, Place
from referee.rules.position import Position

Spot = tuple[int, int]
Turn = Callable[[int, int, int], Spot]

# On N x N, (c, r) counted from 1. Both reflections exchange N and S with W and E.
HALF_TURN: Turn = lambda n, c, r: (n + 1 - c, n + 1 - r)  # noqa: E731 - a row of a table
DIAGONAL: Turn = lambda _, c, r: (r, c)  # noqa: E731
ANTIDIAGONAL: Turn = lambda n, c, r: (n + 1 - r, n + 1 - c)  # noqa: E731
QUARTER: Turn = lambda n, c, r: (r, n + 1 - c)  # noqa: E731
FLIP: Turn = lambda n, c, r: (n + 1 - c, r)  # noqa: E731


def grid_turn(board: Board, turn: Turn) -> list[int]:
    (n,) = board.size
    spots = [(c, r) for c in range(1, n + 1) for r in range(1, n + 1)]
    number = {spot: v for v, spot in enumerate(spots)}
    return [number[turn(n, c, r)] for c, r in spots]


def honeycomb_turn(board: Board, turn: Callable[[int, int, Spot], Spot]) -> list[int]:
    columns, rows = board.size
    spots = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    number = {spot: v for v, spot in enumerate(spots)}
    return [number[turn(columns + 1 - c, rows + 1 - r, (c, r))] for c, r in spots]


def by_row(board: Board) -> list[list[str]]:
    rows: dict[str, list[str]] = {}
    for label in board.labels:
        rows.setdefault(label.rstrip("0123456789"), []).append(label)
    return list(rows.values())


def hexagon_turn(board: Board, turn: Callable[[int, int], Spot]) -> list[int]:
    """By cube coordinates (x east, z south) around the middle."""
    rows, edge = by_row(board), board.size[0] - 1
    spots: list[Spot] = []
    for index, row in enumerate(rows):
        z = index - edge
        spots += [(max(-edge, -edge - z) + i, z) for i in range(len(row))]
    number = {spot: v for v, spot in enumerate(spots)}
    return [number[turn(x, z)] for x, z in spots]


def box_mirror(board: Board) -> list[int]:
    """East and west exchanged: rows of the bottom backwards, the wall about the top's middle."""
    a, b, _ = board.size
    around, bottom_rows = 3 * (a + b - 2), a + b - 1
    mirrored: list[str] = []
    for index, row in enumerate(by_row(board)):
        if index < bottom_rows:
            mirrored += reversed(row)
            continue
        shift = Fraction((index - bottom_rows + 1) % 2, 2)
        for place in range(around):
            mirrored.append(row[int((a - 1 - (place + shift)) % around - shift)])
    return [board.vertex(label) for label in mirrored]


def box_half_turn(board: Board) -> list[int]:
    """For A = B only."""
    a, b, _ = board.size
    around, bottom_rows = 3 * (a + b - 2), a + b - 1
    rows = by_row(board)
    bottom = [label for row in rows[:bottom_rows] for label in row]
    wall = [
        row[(place + around // 2) % around] for row in rows[bottom_rows:] for place in range(around)
    ]
    return [board.vertex(label) for label in [*reversed(bottom), *wall]]


def grid(turn: Turn) -> Callable[[Board], list[int]]:
    return lambda board: grid_turn(board, turn)


def hexagon(turn: Callable[[int, int], Spot]) -> Callable[[Board], list[int]]:
    return lambda board: hexagon_turn(board, turn)


def honeycomb(turn: Callable[[int, int, Spot], Spot]) -> Callable[[Board], list[int]]:
    return lambda board: honeycomb_turn(board, turn)


def case(game: str, size: tuple[int, ...], what: str, permute: object, *, swaps: bool = False):
    return pytest.param(game, size, permute, swaps, id=f"{game} {what}")


THIRD = hexagon(lambda x, z: (-x - z, x))
SYMMETRIES = [
    *(
        case(game, size, what, grid(turn), swaps=swaps)
        for game, size in [("square-grid-hex", (5,)), ("grand-hex", (5,)), ("hex", (5,))]
        for what, turn, swaps in [
            ("half turn", HALF_TURN, False),
            ("diagonal", DIAGONAL, True),
            ("antidiagonal", ANTIDIAGONAL, True),
        ]
    ),
    case("hex-hex-y", (4,), "third of a turn", THIRD),
    case("hex-hex-y", (4,), "mirror", hexagon(lambda x, z: (-z, -x)), swaps=True),
    case("hex-hex-y", (4,), "second mirror", hexagon(lambda x, z: (x + z, -z)), swaps=True),
    case("hex-hex-y", (4,), "third mirror", hexagon(lambda x, z: (-x, x + z)), swaps=True),
    case("box-hex", (3, 5, 4), "mirror", box_mirror, swaps=True),
    case("box-hex", (5, 3, 2), "mirror", box_mirror, swaps=True),
    case("box-hex", (5, 5, 2), "mirror", box_mirror, swaps=True),
    case("box-hex", (5, 5, 2), "half turn", box_half_turn),
    case("hex-go", (6, 5), "half turn", honeycomb(lambda west, south, _: (west, south))),
    case("hex-go", (6, 5), "upside down", honeycomb(lambda _, south, spot: (spot[0], south))),
    case("hex-go", (6, 5), "mirror", honeycomb(lambda west, _, spot: (west, spot[1]))),
    case("go", (5,), "quarter turn", grid(QUARTER)),
    case("go", (5,), "mirror", grid(FLIP)),
    case("go", (5,), "diagonal", grid(DIAGONAL)),
]


def turned(move: Move, permutation: list[int]) -> Move:
    return Place(permutation[move.vertex]) if isinstance(move, Place) else move


@pytest.mark.parametrize(("game", "size", "permute", "swaps"), SYMMETRIES)
def test_a_symmetry_keeps_neighbors_and_carries_sides_to_sides(game, size, permute, swaps):
    board = find_game(game).board(size)
    permutation = permute(board)

    assert sorted(permutation) == list(range(len(board)))
    for vertex, around in enumerate(board.neighbors):
        assert {permutation[near] for near in around} == set(board.neighbors[permutation[vertex]])
    carried = {frozenset(permutation[v] for v in side) for side in board.sides.values()}
    assert carried == {frozenset(side) for side in board.sides.values()}


def verdict(position: Position, permutation: list[int], *, swaps: bool) -> object:
    """All that a symmetry carries along, as it should look on the other side."""
    result = position.result
    if swaps and isinstance(result, Color):
        result = result.opponent
    sides = {c: c.opponent if swaps else c for c in Color}
    return (
        result,
        position.ending,
        {turned(move, permutation) for move in position.legal_moves()},
        {sides[c]: {permutation[v] for v in position.stones(c)} for c in Color},
        {sides[c]: position.captures(c) for c in Color},
        str(position.score()) if position.game.captures else None,
    )


@pytest.mark.parametrize(("game", "size", "permute", "swaps"), SYMMETRIES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_a_symmetric_game_has_the_symmetric_outcome(game, size, permute, swaps, seed):
    rng = random.Random(seed)
    chosen = find_game(game)
    rules = chosen.rules(pie="none", move_limit=150 if chosen.captures else None)
    one, other = chosen.start(size, rules), chosen.start(size, rules)
    permutation, same = permute(one.board), list(range(len(one.board)))
    if swaps:
        other.to_move = Color.WHITE

    while one.result is None:
        move = rng.choice(one.legal_moves())
        one.play(move)
        other.play(turned(move, permutation))
        assert verdict(one, permutation, swaps=swaps) == verdict(other, same, swaps=False)


def test_a_sixth_of_a_turn_with_colours_swapped_is_no_symmetry_of_hex_hex_y():
    """The secondary direction lies clockwise from red to blue: swapped it would lie behind."""
    game = find_game("hex-hex-y")
    board = game.board((3,))
    turn = hexagon_turn(board, lambda x, z: (-z, x + z))
    inside = [v for v in range(len(board)) if not board.sides_of(v)]
    chain = [*inside, *(board.vertex(label) for label in ("A2", "E2", "D1"))]  # N, S and SW

    outcomes = []
    for color, stones in ((Color.BLACK, chain), (Color.WHITE, [turn[v] for v in chain])):
        position = game.start((3,))
        for vertex in stones:
            if position.result is None:
                position.to_move = color
                position.play(Place(vertex))
        outcomes.append(position.result)
    assert outcomes == [Color.BLACK, None]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_colours_are_alike_in_games_of_capture_but_for_who_begins(seed):
    rng = random.Random(seed)
    game = find_game("hex-go")
    one, other = game.start((4, 5)), game.start((4, 5))
    other.to_move = Color.WHITE
    same = list(range(len(one.board)))

    while one.result is None and len(one.moves) < 150:
        move = rng.choice(one.legal_moves())
        one.play(move)
        other.play(move)
        (*left, one_score), (*right, other_score) = (
            verdict(one, same, swaps=True),
            verdict(other, same, swaps=False),
        )
        assert left == right
        assert one_score.translate({66: 87, 87: 66}) == other_score
