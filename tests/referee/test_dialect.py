from __future__ import annotations

import pytest

from protocol.commands import EXPECTED, REQUIRED
from protocol.messages import Response
from referee.clock import Clock, TimeControl
from referee.dialect.base import Dialect
from referee.events import Event, MoveChosen, NoMove, ProtocolBroken, Refused, Resigned
from referee.outcome import Player
from referee.rules.catalog import GAMES, find_game
from referee.rules.game import Game
from referee.rules.moves import PASS, SWAP, SWAP_SIDES, Color, Place

HEX = find_game("hex").board((5,))
ALL = REQUIRED | EXPECTED


def listing(*extra: str) -> Dialect:
    return Dialect.of_list(Response(ok=True, text="\n".join([*ALL, *extra])))


def words_of(dialect: Dialect, game: Game, size: tuple[int, ...]) -> list[str]:
    steps = dialect.setup(game.board(size), game, game.default_rules)
    return [" ".join(step.words) for step in steps]


def test_a_bare_engine_is_told_the_board_and_nothing_it_does_not_list():
    assert words_of(listing(), find_game("box-hex"), (3, 5, 4)) == [
        "boardsize 3 5 4",
        "clear_board",
    ]


def test_an_engine_that_knows_more_is_told_all():
    dialect = listing("set_game", "komi", "set_rule")

    assert words_of(dialect, find_game("hex-go"), (20, 19)) == [
        "set_game hex-go",
        "boardsize 20 19",
        "clear_board",
        "komi 0",
        "set_rule pie none",
        "set_rule ko capturing-stone",
    ]


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_engine_needs_more_than_the_minimum_for_default_rules(game: Game):
    komi = ("komi",) if game.default_rules.komi else ()

    assert listing(*komi).objection(game, game.default_rules) is None


@pytest.mark.parametrize(
    ("game", "rule", "has", "lacks"),
    [
        pytest.param("hex", {"pie": "none"}, "set_rule", "set_rule", id="pie"),
        pytest.param("hex-go", {"ko": "simple"}, "set_rule", "set_rule", id="ko"),
        pytest.param("hex-go", {"komi": 2.5}, "komi", "komi", id="komi"),
    ],
)
def test_rules_that_cannot_be_told_are_objected_to(game: str, rule: dict, has: str, lacks: str):
    chosen = find_game(game)
    rules = chosen.rules(**rule)

    assert listing(has).objection(chosen, rules) is None
    assert lacks in (listing().objection(chosen, rules) or "")


def test_missing_commands_are_named():
    dialect = Dialect.of_list(Response(ok=True, text="name\nquit\nplay\ngenmove\nversion"))

    assert dialect.missing() == ("boardsize", "clear_board")
    assert dialect.unreported() == ("known_command", "list_commands", "protocol_version")


@pytest.mark.parametrize(
    ("control", "commands", "kinds", "words"),
    [
        pytest.param("60+2", ["kata-time_settings"], [], "kata-time_settings fischer 60 2", id="a"),
        pytest.param(
            "60+2", ["kata-time_settings"], ["absolute"], "kata-time_settings absolute 60", id="b"
        ),
        pytest.param(
            "60.5+0", ["kata-time_settings"], [], "kata-time_settings absolute 60.5", id="c"
        ),
        pytest.param(
            "5/move", ["kata-time_settings"], [], "kata-time_settings byoyomi 0 5 1", id="d"
        ),
        pytest.param("none", ["kata-time_settings"], [], "kata-time_settings none", id="e"),
        pytest.param("5/move", ["kata-time_settings"], ["fischer"], None, id="f"),
        pytest.param("60.9+2", ["time_settings"], [], "time_settings 60 0 0", id="g"),
        pytest.param("5.9/move", ["time_settings"], [], "time_settings 0 5 1", id="h"),
        pytest.param("0.5/move", ["time_settings"], [], None, id="i"),
        pytest.param("none", ["time_settings"], [], "time_settings 0 1 0", id="j"),
        pytest.param("60+2", [], [], None, id="k"),
    ],
)
def test_the_terms_of_time_are_told_as_the_engine_can_hear_them(
    control: str, commands: list[str], kinds: list[str], words: str | None
):
    told = listing(*commands).time_settings(TimeControl.parse(control), kinds)

    assert (" ".join(told) if told else None) == words


@pytest.mark.parametrize(
    ("control", "commands", "words"),
    [
        pytest.param("9.9999+0", ["time_left"], "time_left white 9 0", id="whole seconds"),
        pytest.param(
            "9.9999+0",
            ["time_left", "kata-time_settings"],
            "time_left white 9.999 0",
            id="milliseconds",
        ),
        pytest.param("5/move", ["time_left"], "time_left white 5 1", id="per move"),
        pytest.param("none", ["time_left"], None, id="no clock"),
        pytest.param("9+0", [], None, id="not listed"),
    ],
)
def test_what_is_left_is_told_and_never_more(control: str, commands: list[str], words: str | None):
    clock = Clock.start(TimeControl.parse(control))
    told = listing(*commands).time_left(Color.WHITE, clock, Player.SECOND)

    assert (" ".join(told) if told else None) == words


@pytest.mark.parametrize(
    ("text", "event"),
    [
        pytest.param("b2", MoveChosen(Place(6)), id="vertex"),
        pytest.param(" B2  ", MoveChosen(Place(6)), id="vertex with spaces"),
        pytest.param("pass", MoveChosen(PASS), id="pass"),
        pytest.param("SWAP", MoveChosen(SWAP), id="swap"),
        pytest.param("swap-sides", MoveChosen(SWAP_SIDES), id="swap sides"),
        pytest.param("Resign", Resigned(), id="resign"),
    ],
)
def test_answers_that_are_understood(text: str, event: Event):
    assert listing().read_move(("genmove", "b"), Response(ok=True, text=text), HEX) == event


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("", ProtocolBroken, id="nothing"),
        pytest.param("B2 B3", ProtocolBroken, id="two words"),
        pytest.param("B2\nC2", ProtocolBroken, id="two lines"),
        pytest.param("B\ufffd", ProtocolBroken, id="bytes that are no text"),
        pytest.param("B2,", NoMove, id="comma"),
        pytest.param("F1", NoMove, id="off the board"),
        pytest.param("A0", NoMove, id="row 0"),
        pytest.param("A01", NoMove, id="leading zero"),
        pytest.param("A\u0663", NoMove, id="Arabic digit"),
        pytest.param("\uff22\uff12", NoMove, id="full width"),
        pytest.param("i-win", NoMove, id="claim"),
    ],
)
def test_answers_that_are_no_moves(text: str, kind: type):
    event = listing().read_move(("genmove", "b"), Response(ok=True, text=text), HEX)

    assert isinstance(event, kind)


def test_a_refused_genmove_says_what_was_refused():
    event = listing().read_move(("genmove", "black"), Response(ok=False, text="no"), HEX)

    assert event == Refused("genmove black", "no")


def test_a_list_of_dead_stones_is_read_however_it_is_laid_out():
    assert listing().read_dead(Response(ok=True, text="A1 a2\nB1"), HEX) == {0, 1, 5}


@pytest.mark.parametrize("text", ["A1 X9", "none", "A1,A2"])
def test_a_list_of_other_things_breaks_the_protocol(text: str):
    assert isinstance(listing().read_dead(Response(ok=True, text=text), HEX), ProtocolBroken)


def test_who_refuses_to_name_dead_stones_claims_that_there_are_none():
    assert listing().read_dead(Response(ok=False, text="cannot"), HEX) == frozenset()


def test_the_cleanup_command_is_used_where_it_is_listed():
    assert listing("kgs-genmove_cleanup").genmove(Color.BLACK, cleanup=True) == (
        "kgs-genmove_cleanup",
        "black",
    )
    assert listing().genmove(Color.BLACK, cleanup=True) == ("genmove", "black")
