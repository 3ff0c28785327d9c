"""`undo` restores everything, `copy` shares nothing, and a refused move leaves no trace."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.catalog import GAMES, find_game
from referee.rules.errors import IllegalMoveError, RulesError
from referee.rules.game import Game
from referee.rules.moves import PASS, SWAP, SWAP_SIDES, Place
from referee.rules.position import Position
from tests.rules.positions import picture, play, start

SIZES = {
    "square-grid-hex": (4,),
    "grand-hex": (4,),
    "hex-go": (4, 3),
    "box-hex": (3, 3, 2),
    "hex-hex-y": (3,),
    "hex": (4,),
    "go": (4,),
}


def some_rules(game: Game, rng: random.Random):
    return game.rules(
        pie=rng.choice(game.pie_choices),
        ko=rng.choice(game.ko_choices),
        move_limit=rng.choice([None, 30]) if game.captures else None,
    )


def some_position(game: Game, rng: random.Random) -> Position:
    return game.start(SIZES[game.id], some_rules(game, rng))


def some_move(position: Position, rng: random.Random):
    """A legal move; swaps and passes come up more often than by chance."""
    moves = position.legal_moves()
    return rng.choice([*moves, *moves[-2:], moves[-1]])


def assert_like_new(position: Position, rng: random.Random) -> None:
    """The same moves replayed look the same, and play on in the same way to the end."""
    again = position.game.start(position.board.size, position.rules)
    for _, move in position.history:
        again.play(move)
    assert picture(again) == picture(position)
    for _ in range(40):
        if again.result is None:
            move = some_move(again, rng)
            again.play(move)
            position.play(move)
    assert picture(again) == picture(position)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_undo_restores_everything_however_deep(game, seed):
    rng = random.Random(seed)
    position = some_position(game, rng)
    seen = [picture(position)]
    for _ in range(60):
        if position.result is None and rng.random() < 0.75:
            position.play(some_move(position, rng))
            seen.append(picture(position))
        else:
            for _ in range(min(len(position.moves), rng.randrange(6))):
                assert position.undo() == seen.pop()["history"][-1]
                assert picture(position) == seen[-1]

    while position.moves:
        position.undo()
        seen.pop()
        assert picture(position) == seen[-1]
    with pytest.raises(RulesError, match="no move to take back"):
        position.undo()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_a_position_after_undo_plays_on_like_a_new_one(game, seed):
    """Whatever undo rebuilds must also behave the same later: the same moves replayed."""
    rng = random.Random(seed)
    position = some_position(game, rng)
    for _ in range(80):
        if position.result is None and rng.random() < 0.8:
            position.play(some_move(position, rng))
        else:
            for _ in range(min(len(position.moves), rng.randrange(8))):
                position.undo()

    assert_like_new(position, rng)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_copy_and_its_original_do_not_disturb_each_other(game, seed):
    rng = random.Random(seed)
    position = some_position(game, rng)
    for _ in range(rng.randrange(12)):
        if position.result is None:
            position.play(some_move(position, rng))
    before = picture(position)
    twin = position.copy()
    assert picture(twin) == before
    assert type(twin) is type(position)

    for one, other in ((twin, position), (position, twin)):
        still = picture(other)
        for _ in range(10):
            if one.result is None and rng.random() < 0.8:
                one.play(some_move(one, rng))
            elif one.moves:
                one.undo()
        assert picture(other) == still
    assert_like_new(twin, rng)
    assert_like_new(position, rng)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_a_move_is_played_just_if_it_is_legal_and_else_leaves_no_trace(game, seed):
    rng = random.Random(seed)
    position = some_position(game, rng)
    for _ in range(40):
        before = picture(position)
        tried = [*position.board.places, PASS, SWAP, SWAP_SIDES]
        legal = position.legal_moves()
        for move in tried:
            refusal = position.refusal(move)
            assert (refusal is None) == (move in legal)
            if refusal is not None:
                with pytest.raises(IllegalMoveError) as raised:
                    position.play(move)
                assert raised.value.refusal == refusal
        assert picture(position) == before
        if position.result is not None:
            break
        position.play(some_move(position, rng))


def test_undo_brings_back_captured_stones_and_the_ko():
    position = play(start("go", 5, ko="simple"), "C2 B2 B1 D2 B3 C1 A2 C3")
    before = picture(position)

    play(position, "pass B2" if position.color_at(position.board.vertex("B2")) is None else "pass")
    while len(position.moves) > 8:
        position.undo()
    assert picture(position) == before


def test_undo_after_a_resumption_goes_back_before_it():
    position = play(start("hex-go", 4, 3), "A1 B2 C1 pass pass")
    ended = picture(position)
    position.resume()
    resumed = picture(position)

    play(position, "pass C3")
    position.undo()
    position.undo()
    assert picture(position) == resumed
    position.undo()
    assert not position.can_agree_dead
    position.play(PASS)
    assert picture(position) == ended
    assert find_game("hex-go") is position.game
    assert isinstance(position.moves[0], Place)
