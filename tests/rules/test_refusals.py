"""Why a move is refused: every code of every game, which one comes first, and its sentence."""

from __future__ import annotations

import re

import pytest

from referee.rules.catalog import GAMES
from referee.rules.errors import Code, IllegalMoveError
from referee.rules.moves import Color
from tests.rules.positions import code_of, picture, play, start

BLACK, WHITE = Color.BLACK, Color.WHITE
SIZES = {
    "square-grid-hex": (3,),
    "grand-hex": (3,),
    "hex-go": (5, 5),
    "box-hex": (3, 3, 2),
    "hex-hex-y": (3,),
    "hex": (3,),
    "go": (5,),
}


def finished(game: str):
    """The board filled in label order until somebody has won, or two passes."""
    position = start(game, *SIZES[game])
    if position.game.captures:
        return play(position, "A1 pass pass")
    for place in position.board.places:
        if position.result is None:
            position.play(place)
    return position


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_takes_no_move(game):
    position = finished(game)
    assert position.result is not None

    for move in ("A1", "A3", "pass", "swap", "swap-sides"):
        for color in (None, BLACK, WHITE):
            assert code_of(position, move, color) is Code.GAME_OVER
    assert position.legal_moves() == []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("plies", [0, 1, 2])
def test_a_move_out_of_turn_has_the_wrong_color(game, plies):
    position = play(start(game, *SIZES[game]), " ".join(["A1", "A2"][:plies]))
    assert position.to_move is not None

    for move in ("A1", "A3", "pass", "swap", "swap-sides"):
        assert code_of(position, move, position.to_move.opponent) is Code.WRONG_COLOR


@pytest.mark.parametrize("game", GAMES)
def test_a_stone_on_a_stone_is_refused_whoever_owns_it(game):
    position = play(start(game, *SIZES[game]), "A1 A2")

    assert code_of(position, "A1") is Code.OCCUPIED
    assert code_of(position, "A2") is Code.OCCUPIED
    assert code_of(position, "A3") is None


@pytest.mark.parametrize("game", GAMES)
def test_a_pass_is_legal_just_where_the_game_knows_it(game):
    position = start(game, *SIZES[game])
    expected = None if GAMES[game].has_pass else Code.PASS_UNAVAILABLE

    assert GAMES[game].has_pass == (game in ("hex-go", "go"))
    for _ in range(3):
        assert code_of(position, "pass") is expected
        play(position, "A1" if not position.moves else f"B{len(position.moves)}")


@pytest.mark.parametrize(
    ("game", "pie"), [(game.id, pie) for game in GAMES.values() for pie in game.pie_choices]
)
def test_a_swap_is_legal_just_on_whites_first_turn_and_under_its_own_pie_rule(game, pie):
    words = {"replace": "swap", "swap-sides": "swap-sides"}
    position = start(game, *SIZES[game], pie=pie)

    for moves in ("", "A1", "A2", "B1", "B2"):
        play(position, moves)
        for rule, word in words.items():
            is_now = len(position.moves) == 1 and rule == pie
            assert code_of(position, word) is (None if is_now else Code.SWAP_UNAVAILABLE)


def test_the_pie_rules_of_the_games():
    assert {game.id: game.pie_choices for game in GAMES.values()} == {
        "square-grid-hex": ("none", "replace"),
        "grand-hex": ("none", "swap-sides"),
        "hex-go": ("none", "swap-sides"),
        "box-hex": ("none", "swap-sides"),
        "hex-hex-y": ("none", "swap-sides"),
        "hex": ("none", "swap-sides"),
        "go": ("none", "swap-sides"),
    }
    defaults = {game.id: game.default_rules.pie for game in GAMES.values()}
    assert {name for name, pie in defaults.items() if pie != "none"} == {"square-grid-hex", "hex"}
    assert (defaults["square-grid-hex"], defaults["hex"]) == ("replace", "swap-sides")


@pytest.mark.parametrize("game", ["go", "hex-go"])
def test_suicide_is_refused_and_filling_ones_own_eye_is_not(game):
    position = play(start(game, *SIZES[game]), "A2 D5 B1")

    assert code_of(position, "A1", WHITE) is Code.SUICIDE
    play(position, "D4")
    assert code_of(position, "A1", BLACK) is None


def test_suicide_of_a_chain_names_its_stones():
    # White A1 and A2 have one liberty left, B1.
    position = play(start("go", 5), "A3 A1 B2 A2 C1")

    refusal = position.refusal(position.board.parse_move("B1"))
    assert refusal is not None
    assert refusal.code is Code.SUICIDE
    assert refusal.sentence.startswith("B1 would leave A1 A2 B1 without a liberty: ")


# -- the sentences ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "moves", "move", "color", "sentence"),
    [
        ("hex", "A1", "A1", None, "A1 is occupied by a stone of Black: "),
        ("grand-hex", "A1", "A1", None, "A1 is occupied by a stone of Red: "),
        ("grand-hex", "A1 B2", "B2", None, "B2 is occupied by a stone of Blue: "),
        ("hex", "A1", "A2", BLACK, "it is White's turn: "),
        ("hex-hex-y", "", "A2", WHITE, "it is Red's turn: "),
        ("hex", "", "pass", None, "Hex has no pass: "),
        ("hex", "", "swap", None, "swap is not played: the pie rule of this game is swap-sides: "),
        ("go", "A1", "swap", None, "swap is not played: the pie rule of this game is none: "),
        ("square-grid-hex", "", "swap", None, "swap can be played on White's first turn only: "),
        ("hex", "B1 A1 B2 A2 B3", "C3", None, "the game is over: Black has won by connection"),
        ("grand-hex", "A1 C1 A2 C2 A3", "C3", None, "the game is over: Red has won by connection"),
        ("hex-go", "pass pass", "A1", None, "the game is over: a draw by score"),
    ],
)  # fmt: skip
def test_a_sentence_names_the_stones_and_cites_the_rule(game, moves, move, color, sentence):
    position = play(start(game, *SIZES[game]), moves)

    refusal = position.refusal(position.board.parse_move(move), color)
    assert refusal is not None
    assert refusal.sentence.startswith(sentence)
    if refusal.code is not Code.GAME_OVER:
        citation = GAMES[game].citations[refusal.code]
        assert refusal.sentence == sentence + citation
    assert str(refusal) == f"{refusal.code.value} {refusal.sentence}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_cites_a_rule_for_every_code_that_it_can_give(game):
    needed = {Code.WRONG_COLOR, Code.OCCUPIED, Code.SWAP_UNAVAILABLE}
    if GAMES[game].captures:
        needed |= {Code.SUICIDE, Code.KO, Code.SUPERKO}
    else:
        needed |= {Code.PASS_UNAVAILABLE}

    assert set(GAMES[game].citations) == needed
    for citation in GAMES[game].citations.values():
        assert re.fullmatch(r"[ -~]+", citation)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("move", ["A1", "A2", "swap", "swap-sides"])
def test_a_refused_move_raises_with_the_same_refusal_and_changes_nothing(game, move):
    position = play(start(game, *SIZES[game]), "A1 A2")
    before = picture(position)
    parsed = position.board.parse_move(move)

    with pytest.raises(IllegalMoveError) as raised:
        position.play(parsed)

    assert raised.value.refusal == position.refusal(parsed)
    assert picture(position) == before


def test_the_codes_stand_in_the_order_in_which_they_apply():
    assert [code.value for code in Code] == [
        "syntax", "game_over", "wrong_color", "off_board", "occupied", "suicide", "ko", "superko",
        "swap_unavailable", "pass_unavailable",
    ]  # fmt: skip
