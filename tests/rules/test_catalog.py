"""The games by name, their sizes and their rules, and what is said of wrong ones."""

from __future__ import annotations

import pytest

from referee.rules.catalog import GAMES, find_game
from referee.rules.errors import RuleError, SizeError, UnknownGameError


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_found_by_its_id_in_any_case(game):
    assert find_game(game).id == game
    assert find_game(game.upper()) is find_game(game)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("hexgo", "hex-go"), ("hexx", "hex"), ("boxhex", "box-hex"), ("grandhex", "grand-hex")],
)
def test_an_unknown_game_is_answered_with_the_nearest(name, nearest):
    with pytest.raises(UnknownGameError, match=f"did you mean {nearest}\\?"):
        find_game(name)


@pytest.mark.parametrize("name", ["", "chess", "q" * 10_000, "\x1b[2J", "\u0661"])
def test_an_outlandish_game_is_answered_with_the_list_in_one_printable_line(name):
    with pytest.raises(UnknownGameError) as raised:
        find_game(name)

    message = str(raised.value)
    assert message.isascii()
    assert message.isprintable()
    assert len(message) < 200


@pytest.mark.parametrize(
    ("game", "size"),
    [
        ("hex", (0,)), ("hex", (-1,)), ("hex", (53,)), ("hex", (3, 4)), ("hex", (3, 3, 3)),
        ("grand-hex", (0,)), ("square-grid-hex", (53,)), ("hex-hex-y", (0,)), ("hex-hex-y", (27,)),
        ("hex-go", (1, 5)), ("hex-go", (5, 1)), ("hex-go", (53, 5)), ("hex-go", (9,)),
        ("box-hex", (4, 5, 4)), ("box-hex", (3, 4, 4)), ("box-hex", (3, 5, 3)),
        ("box-hex", (1, 5, 4)), ("box-hex", (3, 5, 0)), ("box-hex", (3, 5)),
        ("go", (1,)), ("go", (26,)), ("go", (10**400,)),
    ],
)  # fmt: skip
def test_a_size_that_the_game_does_not_have_is_refused_with_what_was_expected(game, size):
    with pytest.raises(SizeError, match=rf"unacceptable size for {game}: .*: expected ") as raised:
        find_game(game).board(size)

    assert len(str(raised.value)) < 200


def test_a_single_size_may_be_given_twice_as_htp_does():
    assert find_game("hex").board((5, 5)) is find_game("hex").board((5,))


def test_a_board_without_size_is_the_default_one():
    assert {game.id: game.board().size for game in GAMES.values()} == {
        "square-grid-hex": (13,),
        "grand-hex": (10,),
        "hex-go": (20, 19),
        "box-hex": (3, 5, 4),
        "hex-hex-y": (8,),
        "hex": (11,),
        "go": (9,),
    }


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("hex", {"pie": "replace"}),
        ("square-grid-hex", {"pie": "swap-sides"}),
        ("hex", {"ko": "simple"}),
        ("hex", {"komi": 1}),
        ("hex", {"move_limit": 10}),
        ("go", {"ko": "none"}),
        ("go", {"pie": "maybe"}),
        ("go", {"komi": 0.25}),
        ("go", {"komi": float("nan")}),
        ("go", {"komi": float("inf")}),
        ("go", {"komi": 1e6}),
        ("go", {"move_limit": 0}),
        ("go", {"move_limit": -5}),
        ("go", {"ko": "\x1b" * 1000}),
    ],
)
def test_a_rule_that_the_game_does_not_have_is_refused(game, rule):
    with pytest.raises(RuleError) as raised:
        find_game(game).rules(**rule)

    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 300


def test_rules_not_mentioned_stay_at_their_defaults():
    rules = find_game("go").rules(ko="simple")

    assert (rules.pie, rules.ko, rules.komi, rules.move_limit) == ("none", "simple", 7.5, None)


def test_the_first_and_second_players_have_the_sheets_names():
    assert {game.id: game.color_names for game in GAMES.values()} == {
        "square-grid-hex": ("Black", "White"),
        "grand-hex": ("Red", "Blue"),
        "hex-go": ("Black", "White"),
        "box-hex": ("Black", "White"),
        "hex-hex-y": ("Red", "Blue"),
        "hex": ("Black", "White"),
        "go": ("Black", "White"),
    }
