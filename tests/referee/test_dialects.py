"""Plain GTP and HTP, and how an engine's dialect is found out."""

from __future__ import annotations

import json

import pytest

from protocol.commands import EXPECTED, REQUIRED
from protocol.messages import Response
from referee.clock import Clock, TimeControl
from referee.dialect.base import Dialect
from referee.dialect.choice import DIALECTS, choose_dialect
from referee.dialect.gtp import GtpDialect
from referee.dialect.htp import HtpDialect
from referee.events import MoveChosen, NoMove, Resigned
from referee.outcome import Player
from referee.rules.catalog import find_game
from referee.rules.moves import PASS, SWAP_SIDES, Color, Place

ALL = REQUIRED | EXPECTED
GO, HEX = find_game("go"), find_game("hex")
# What tells them apart, from the lists of the programs themselves.
GNU_GO = "place_free_handicap fixed_handicap komi loadsgf reg_genmove time_settings"
KATAGO = "place_free_handicap komi kata-set-rules kata-time_settings kata-list_time_settings"
MOHEX = "param_game all_legal_moves loadsgf reg_genmove time_left final_score"
OWN = "set_game list_games komi place_free_handicap param_game"


def listing(extra: str, kind: type[Dialect] = Dialect) -> Dialect:
    return kind.of_list(Response(ok=True, text=" ".join([*ALL, *extra.split()])))


def chosen(extra: str, entered: str | None = None) -> Dialect:
    response = Response(ok=True, text=" ".join([*ALL, *extra.split()]))
    return choose_dialect(response, entered=entered, aliases={})


@pytest.mark.parametrize(
    ("commands", "name"),
    [
        pytest.param(GNU_GO, "gtp", id="GNU Go"),
        pytest.param(KATAGO, "gtp", id="KataGo"),
        pytest.param(MOHEX, "htp", id="MoHex"),
        pytest.param(OWN, "referee", id="one that knows all"),
        pytest.param("", "referee", id="one that knows the minimum"),
        pytest.param("komi fixed_handicap", "referee", id="one for a single game"),
    ],
)
def test_a_dialect_is_recognized_by_the_commands(commands: str, name: str):
    assert chosen(commands).name == name


@pytest.mark.parametrize("name", DIALECTS)
def test_an_engine_that_is_entered_with_a_dialect_has_it(name: str):
    assert chosen(OWN, entered=name).name == name
    assert choose_dialect(None, entered=name, aliases={}).name == name


def test_an_engine_has_what_an_alias_stands_for():
    response = Response(ok=True, text="name quit boardsize reset play genmove")
    dialect = choose_dialect(response, entered=None, aliases={"clear_board": "reset"})

    assert dialect.missing() == ()


@pytest.mark.parametrize(
    ("dialect", "game", "rules", "complaint"),
    [
        pytest.param(GtpDialect, "hex", {}, "speaks gtp, which is for go only", id="gtp, hex"),
        pytest.param(GtpDialect, "hex-go", {}, "speaks gtp, which is for go only", id="hex-go"),
        pytest.param(HtpDialect, "go", {}, "speaks htp, which is for hex only", id="htp, go"),
        pytest.param(GtpDialect, "go", {"pie": "swap-sides"}, "has no swap", id="swap"),
        pytest.param(GtpDialect, "go", {"ko": "capturing-stone"}, "cannot know ko", id="ko"),
    ],
)
def test_what_a_dialect_has_no_words_for_is_objected_to(
    dialect: type[Dialect], game: str, rules: dict, complaint: str
):
    found = find_game(game)

    assert complaint in (listing("komi", dialect).objection(found, found.rules(**rules)) or "")


@pytest.mark.parametrize("ko", ["simple", "positional-superko"])
def test_a_go_program_is_taken_to_know_the_common_ko_rules(ko: str):
    assert listing(GNU_GO, GtpDialect).objection(GO, GO.rules(ko=ko)) is None


@pytest.mark.parametrize("pie", ["none", "swap-sides"])
def test_a_hex_program_is_told_whether_there_is_a_swap(pie: str):
    dialect = listing(MOHEX, HtpDialect)
    rules = HEX.rules(pie=pie)

    assert dialect.objection(HEX, rules) is None
    assert [step.words for step in dialect.setup(HEX.board((11,)), HEX, rules)] == [
        ("boardsize", "11", "11"),
        ("clear_board",),
        ("param_game", "allow_swap", "1" if pie == "swap-sides" else "0"),
    ]


def test_gnu_go_is_told_the_board_and_the_komi():
    steps = listing(GNU_GO, GtpDialect).setup(GO.board((19,)), GO, GO.rules(komi=0.5))

    assert [" ".join(step.words) for step in steps] == ["boardsize 19", "clear_board", "komi 0.5"]


@pytest.mark.parametrize(
    ("ko", "word"), [("simple", "SIMPLE"), ("positional-superko", "POSITIONAL")]
)
def test_katago_is_told_the_rules_and_may_refuse_them(ko: str, word: str):
    *_, last = listing(KATAGO, GtpDialect).setup(GO.board((9,)), GO, GO.rules(ko=ko))
    name, rules = last.words

    assert (name, last.is_vital) == ("kata-set-rules", False)
    assert json.loads(rules) == {
        "hasButton": False, "ko": word, "scoring": "AREA", "suicide": False, "tax": "NONE",
        "whiteHandicapBonus": "0",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("commands", "game", "size", "stones", "words"),
    [
        pytest.param(
            "set_free_handicap fixed_handicap", "go", (9,), 2, ["set_free_handicap C3 G7"], id="go"
        ),
        pytest.param("fixed_handicap", "go", (9,), 2, ["fixed_handicap 2"], id="fixed only"),
        pytest.param("", "go", (9,), 2, ["play black C3", "play black G7"], id="neither"),
        pytest.param(
            "set_free_handicap fixed_handicap", "hex-go", (20, 19), 1, ["fixed_handicap 1"],
            id="one",
        ),
        pytest.param("set_free_handicap", "hex-go", (20, 19), 1, ["play black D4"], id="one, free"),
        pytest.param("set_free_handicap fixed_handicap", "go", (9,), 0, [], id="none"),
    ],
)  # fmt: skip
def test_handicap_stones_are_told_as_exactly_as_the_engine_can_hear_it(
    commands: str, game: str, size: tuple[int, ...], stones: int, words: list[str]
):
    position = find_game(game).start(size, handicap=stones)
    steps = list(listing(commands).handicap(position.handicap, position.board))

    assert [" ".join(step.words) for step in steps] == words
    for step in steps:
        assert step.points == (set(position.handicap) if "fixed" in step.words[0] else None)


def test_a_hex_program_hears_points_in_lower_case_and_a_swap_of_its_own():
    dialect, board = listing(MOHEX, HtpDialect), HEX.board((11,))

    assert dialect.play(Color.BLACK, Place(0), board) == ("play", "black", "a1")
    assert dialect.play(Color.WHITE, SWAP_SIDES, board) == ("play", "white", "swap-pieces")


@pytest.mark.parametrize(
    ("text", "event"),
    [
        pytest.param("b2", MoveChosen(Place(12)), id="point"),
        pytest.param("swap-pieces", MoveChosen(SWAP_SIDES), id="swap"),
        pytest.param("SWAP-PIECES", MoveChosen(SWAP_SIDES), id="swap in capitals"),
        pytest.param("resign", Resigned(), id="resign"),
        pytest.param("pass", MoveChosen(PASS), id="pass, which the rules refuse"),
    ],
)
def test_a_hex_program_is_understood(text: str, event: object):
    dialect, board = listing(MOHEX, HtpDialect), HEX.board((11,))

    assert dialect.read_move(("genmove", "white"), Response(ok=True, text=text), board) == event


def test_nobody_else_swaps_pieces():
    event = listing("").read_move(
        ("genmove", "white"), Response(ok=True, text="swap-pieces"), HEX.board((11,))
    )

    assert isinstance(event, NoMove)


@pytest.mark.parametrize(("terms", "words"), [("9.9+1", "9"), ("5.5/move", "5"), ("none", None)])
def test_a_hex_program_is_told_its_time_in_two_words(terms: str, words: str | None):
    clock = Clock.start(TimeControl.parse(terms))
    told = listing(MOHEX, HtpDialect).time_left(Color.WHITE, clock, Player.SECOND)

    assert told == (None if words is None else ("time_left", "white", words))
