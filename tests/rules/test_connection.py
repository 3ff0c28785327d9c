"""Properties of the connection games: one winner, only the mover wins, and a proof of it."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.catalog import GAMES, find_game
from referee.rules.moves import Color, Ending, Place
from referee.rules.position import Position
from tests.rules.positions import labels_of, place, start
from tests.rules.simple_boards import SimpleBoard, simple_board
from tests.rules.simple_rules import has_won

SIZES = {
    "square-grid-hex": [(1,), (3,), (5,), (9,), (13,)],
    "grand-hex": [(1,), (3,), (5,), (7,), (10,)],
    "hex-hex-y": [(1,), (3,), (4,), (6,)],
    "box-hex": [(3, 3, 2), (3, 5, 4), (5, 3, 2), (5, 5, 2)],
    "hex": [(1,), (4,), (6,), (11,)],
}
BOARDS = [(game, size) for game, sizes in SIZES.items() for size in sizes]

boards = st.sampled_from(BOARDS)
seeds = st.integers(0, 2**32)


def random_game(game: str, size: tuple[int, ...], rng: random.Random) -> Position:
    """A game of random stones to its end, with swaps where they come up."""
    position = find_game(game).start(size)
    while position.result is None:
        moves = position.legal_moves()
        position.play(
            moves[-1] if len(position.moves) == 1 and rng.random() < 0.3 else rng.choice(moves)
        )
    return position


def stones_of(position: Position, color: Color) -> set[str]:
    return set(labels_of(position, position.stones(color)).split())


def test_the_connection_games_are_the_ones_tested_here():
    assert set(SIZES) == {game.id for game in GAMES.values() if not game.captures} & set(SIZES)
    assert len(SIZES) == 5


@given(boards, seeds)
@settings(max_examples=60, deadline=None)
def test_a_full_board_has_exactly_one_winner(board, seed):
    """Any colouring at all, not only those which games lead to."""
    (game, size), rng = board, random.Random(seed)
    simple = simple_board(game, *size)
    black_share = rng.random()
    black = {label for label in simple.labels if rng.random() < black_share}
    position = find_game(game).start(size)
    order = list(position.board.places)
    rng.shuffle(order)

    for stone in order:
        if position.result is None:
            is_black = position.board.labels[stone.vertex] in black
            position.to_move = Color.BLACK if is_black else Color.WHITE
            position.play(stone)

    winners = [
        has_won(game, simple, color, black if color is Color.BLACK else set(simple.labels) - black)
        for color in Color
    ]
    assert sum(winners) == 1
    assert position.result is Color(winners.index(True))


@given(boards, seeds)
@settings(max_examples=60, deadline=None)
def test_a_game_ends_with_the_first_winning_stone_and_its_player_wins(board, seed):
    (game, size), rng = board, random.Random(seed)
    simple = simple_board(game, *size)

    position = random_game(game, size, rng)

    assert position.ending is Ending.CONNECTION
    mover, last = position.history[-1]
    assert position.result is mover
    assert isinstance(last, Place)
    assert has_won(game, simple, mover, stones_of(position, mover))
    assert not has_won(game, simple, mover.opponent, stones_of(position, mover.opponent))
    position.undo()
    assert not has_won(game, simple, mover, stones_of(position, mover))


def assert_minimal_proof(position: Position, game: str, board: SimpleBoard) -> None:
    winner = position.result
    assert isinstance(winner, Color)
    chains = [set(labels_of(position, chain).split()) for chain in position.winning_chains()]
    proof = set().union(*chains)
    assert proof <= stones_of(position, winner)
    assert all(len(board.chains(chain)) == 1 for chain in chains), "a chain has gaps"
    assert has_won(game, board, winner, proof)
    for stone in proof:
        assert not has_won(game, board, winner, proof - {stone}), f"{stone} is not needed"


@given(boards, seeds)
@settings(max_examples=60, deadline=None)
def test_the_winning_chains_prove_the_win_and_no_stone_can_be_left_out(board, seed):
    (game, size), rng = board, random.Random(seed)

    position = random_game(game, size, rng)

    assert_minimal_proof(position, game, simple_board(game, *size))


@pytest.mark.soak
@given(boards, seeds)
@settings(max_examples=2000, deadline=None)
def test_many_games_end_with_a_minimal_proof(board, seed):
    (game, size), rng = board, random.Random(seed)

    position = random_game(game, size, rng)

    assert_minimal_proof(position, game, simple_board(game, *size))
    assert not has_won(
        game,
        simple_board(game, *size),
        position.result.opponent,
        stones_of(position, position.result.opponent),
    )


@given(st.sampled_from([(g, s) for g, s in BOARDS if g in ("grand-hex", "hex-hex-y")]), seeds)
@settings(max_examples=40, deadline=None)
def test_proofs_that_take_several_chains_are_minimal_too(board, seed):
    """One colour fills the board at random until it has won, which brings rarer wins."""
    (game, size), rng = board, random.Random(seed)
    position = find_game(game).start(size)
    color = rng.choice(list(Color))
    for stone in rng.sample(position.board.places, len(position.board)):
        if position.result is None:
            position.to_move = color
            position.play(stone)

    assert_minimal_proof(position, game, simple_board(game, *size))


def test_an_unfinished_game_has_no_winning_chain():
    assert start("hex", 5).winning_chains() == ()


def test_a_chain_of_a_corner_alone_touches_both_its_sides():
    # On 2 x 2 the corner A1 belongs to N and W, so the chain A1 A2 touches N, W and S.
    position = place(start("grand-hex", 2), black="A1 A2")

    assert position.result is Color.BLACK


def test_joining_only_ones_own_sides_does_not_win_grand_hex():
    assert place(start("grand-hex", 3), black="B1 B2 B3").result is None


@pytest.mark.parametrize(
    ("game", "black", "white"),
    [
        ("square-grid-hex", "C1 C2 C3 C4 C5", "A3 B3 C3 D3 E3"),
        ("square-grid-hex", "A1 B2 C3 D4 E5", "A1 B2 C3 D4 E5"),
        ("hex", "C1 C2 C3 C4 C5", "A3 B3 C3 D3 E3"),
        ("hex", "E1 D2 C3 B4 A5", "E1 D2 C3 B4 A5"),
    ],
)
def test_lines_and_the_long_diagonal_join_opposite_sides(game, black, white):
    assert place(start(game, 5), black=black).result is Color.BLACK
    assert place(start(game, 5), white=white).result is Color.WHITE


@pytest.mark.parametrize(
    ("game", "stones"),
    [
        ("square-grid-hex", "A5 B4 C3 D2 E1"),
        ("hex", "A1 B2 C3 D4 E5"),
        ("square-grid-hex", "A1 B1 C1"),
    ],
)
def test_the_other_diagonal_and_the_opponents_sides_join_nothing(game, stones):
    assert place(start(game, 5), black=stones).result is None
