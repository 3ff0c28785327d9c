"""Games of capture along random games: stones, legal moves, ko and score against slow rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.catalog import find_game
from referee.rules.moves import DRAW, PASS, Color, Ending, Pass, Place
from referee.rules.position import Position
from tests.rules.positions import labels_of
from tests.rules.simple_boards import simple_board
from tests.rules.simple_capture import SimpleCapture

# Small boards, so that chains are taken and retaken soon and often.
BOARDS = [
    ("go", (2,)), ("go", (3,)), ("go", (4,)), ("go", (5,)), ("go", (7,)),
    ("hex-go", (2, 2)), ("hex-go", (3, 3)), ("hex-go", (4, 3)), ("hex-go", (5, 6)),
]  # fmt: skip
KOS = ["capturing-stone", "simple", "positional-superko"]

boards = st.sampled_from(BOARDS)
kos = st.sampled_from(KOS)
seeds = st.integers(0, 2**32)


def assert_alike(position: Position, simple: SimpleCapture) -> None:
    board = position.board
    stones = {board.labels[v]: position.color_at(v) for v in range(len(board))}
    assert {label: color for label, color in stones.items() if color is not None} == simple.stones
    assert [position.captures(color) for color in Color] == simple.taken
    score = position.score()
    assert list(score.territory) == simple.territory()
    if position.result is not None:
        assert position.legal_moves() == []
        return
    assert position.to_move == simple.turn
    legal = position.legal_moves()
    assert legal[-1] == PASS
    assert [board.labels[m.vertex] for m in legal[:-1] if isinstance(m, Place)] == simple.legal()
    for place in board.places:
        refusal = position.refusal(place)
        reason = simple.after(board.labels[place.vertex])[0]
        assert (None if refusal is None else refusal.code.value) == reason


def play_beside(board: tuple[str, tuple[int, ...]], ko: str, seed: int, *, plies: int) -> Position:
    """Play the same random game by the fast and by the slow rules, comparing after each move."""
    (name, size), rng = board, random.Random(seed)
    game = find_game(name)
    position = game.start(size, game.rules(pie="none", ko=ko))
    simple = SimpleCapture(simple_board(name, *size), ko)
    while position.result is None and len(position.moves) < plies:
        *places, skip = position.legal_moves()
        move = rng.choice(places) if places and rng.random() < 0.95 else skip
        position.play(move)
        if isinstance(move, Pass):
            simple.pass_()
        else:
            simple.play(labels_of(position, (move.vertex,)))
        assert_alike(position, simple)
        has_ended = Ending.REPETITION if simple.is_repeated() else None
        assert position.ending is (Ending.SCORE if simple.passes == 2 else has_ended)
    return position


@given(boards, kos, seeds)
@settings(max_examples=80, deadline=None)
def test_a_random_game_is_the_one_that_slow_rules_play(board, ko, seed):
    position = play_beside(board, ko, seed, plies=70)

    if position.ending is Ending.REPETITION:
        assert position.result is DRAW


@pytest.mark.soak
@given(boards, kos, seeds)
@settings(max_examples=600, deadline=None)
def test_many_random_games_are_those_that_slow_rules_play(board, ko, seed):
    play_beside(board, ko, seed, plies=300)


@given(boards, kos, seeds)
@settings(max_examples=40, deadline=None)
def test_stones_always_have_a_liberty_and_never_vanish_uncounted(board, ko, seed):
    (name, size), rng = board, random.Random(seed)
    game = find_game(name)
    position = game.start(size, game.rules(ko=ko, move_limit=200))
    simple = simple_board(name, *size)

    while position.result is None:
        *places, skip = position.legal_moves()
        position.play(rng.choice(places or [skip]))

        for color in Color:
            stones = set(labels_of(position, position.stones(color)).split())
            for chain in simple.chains(stones):
                around = {near for stone in chain for near in simple.neighbors[stone]}
                assert any(position.color_at(position.board.vertex(n)) is None for n in around)
            placed = sum(c is color and isinstance(m, Place) for c, m in position.history)
            assert placed == len(stones) + position.captures(color.opponent)
