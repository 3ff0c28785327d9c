"""The three ko rules, where they differ, and the cycles that they leave."""

from __future__ import annotations

import pytest

from referee.rules.errors import Code
from referee.rules.moves import DRAW, Color, Ending
from referee.rules.position import Position
from tests.rules.positions import code_of, picture, place, play, start, stones

KOS = ["capturing-stone", "simple", "positional-superko"]
BAN = {"capturing-stone": Code.KO, "simple": Code.KO, "positional-superko": Code.SUPERKO}


def go_ko(ko: str) -> Position:
    """Black can take B2 by C2, White could take that back by B2."""
    return place(start("go", 9, ko=ko), black="A2 B1 B3", white="B2 C1 C3 D2")


def sheet_ko(ko: str) -> Position:
    """The first ko of the Hex Go sheet: Black can take A9 by A8."""
    return place(start("hex-go", 20, 19, ko=ko), black="B9 A10", white="A9 A7")


@pytest.mark.parametrize("ko", KOS)
@pytest.mark.parametrize(
    ("shape", "take", "retake"),
    [pytest.param(go_ko, "C2", "B2", id="go"), pytest.param(sheet_ko, "A8", "A9", id="hex-go")],
)
def test_one_stone_that_took_one_stone_is_not_taken_at_once(shape, take, retake, ko):
    position = play(shape(ko), take)
    assert position.captures(Color.BLACK) == 1

    assert code_of(position, retake) is BAN[ko]
    play(position, "E5 E6")
    assert code_of(position, retake) is None
    play(position, retake)
    assert position.captures(Color.WHITE) == 1
    assert code_of(position, take) is BAN[ko]


@pytest.mark.parametrize("ko", KOS)
def test_a_pass_uses_up_the_turn_of_protection(ko):
    position = play(go_ko(ko), "C2 pass E5")

    assert code_of(position, "B2") is None


@pytest.mark.parametrize(
    ("ko", "refused"),
    [("capturing-stone", Code.KO), ("simple", None), ("positional-superko", None)],
)
def test_a_stone_that_took_two_is_protected_by_the_capturing_stone_rule_alone(ko, refused):
    """The sheet's fourth ko, with H13 for its slip H-14."""
    shape = {"white": "G12 G14 H13 H14", "black": "H12 H15 I14"}
    position = play(place(start("hex-go", 20, 19, ko=ko), **shape), "G13")
    assert position.captures(Color.BLACK) == 2
    assert code_of(position, "H14") is None  # which captures nothing

    assert code_of(position, "H13") is refused
    play(position, "A1 A2")
    assert code_of(position, "H13") is None


@pytest.mark.parametrize(
    ("ko", "refused"),
    [("capturing-stone", Code.KO), ("simple", None), ("positional-superko", None)],
)
def test_a_capturing_stone_protects_the_chain_it_belongs_to(ko, refused):
    """A snapback: Black's A2 takes A1 and joins B1 B2, whose last liberty is then A1."""
    shape = {"white": "A1 C1 C2 B3 A3", "black": "B1 B2 E5"}
    position = play(place(start("go", 5, ko=ko), **shape), "A2")
    assert stones(position, Color.BLACK) == "A2 B1 B2 E5"

    assert code_of(position, "A1") is refused
    play(position, "E4")
    position.undo()
    assert code_of(position, "A1") is refused


def test_the_ko_refusal_names_the_stone_that_has_captured():
    position = play(sheet_ko("capturing-stone"), "A8")

    refusal = position.refusal(position.board.parse_move("A9"))
    assert refusal is not None
    assert refusal.sentence == (
        'A9 would take A8, which has just captured: "a stone which captures cannot then be '
        'captured on the next play by the opponent" (Repetitive capture)'
    )


def test_the_superko_refusal_says_when_the_board_stood_so():
    position = play(go_ko("positional-superko"), "C2")

    refusal = position.refusal(position.board.parse_move("B2"))
    assert refusal is not None
    assert refusal.sentence.startswith("B2 would bring back the position after move 7: ")


# -- cycles: three kos, of which White holds the first and the third -----------------------

CYCLE = "C2 B5 C8 B2 C5 B8"


def three_kos(ko: str) -> Position:
    return place(
        start("go", 9, ko=ko),
        black="A2 B1 B3 A5 B4 B6 A8 B7 B9 C5",
        white="C1 C3 D2 C4 C6 D5 C7 C9 D8 B2 B8 J1",
    )


@pytest.mark.parametrize("ko", ["capturing-stone", "simple"])
def test_a_position_that_comes_up_for_the_third_time_is_a_draw(ko):
    """After C2 the stones, the turn and the protected stone are those after moves 1 and 7.

    After the twelfth move the stones stand as before the first for the third time, but before
    the first no stone was protected.
    """
    position = play(three_kos(ko), f"{CYCLE} {CYCLE}")
    assert position.result is None

    play(position, "C2")
    assert (position.result, position.ending) == (DRAW, Ending.REPETITION)
    assert position.to_move is None
    assert not position.can_agree_dead


def test_a_draw_by_repetition_is_taken_back_and_comes_again():
    position = play(three_kos("simple"), f"{CYCLE} {CYCLE} C2")
    over = picture(position)

    position.undo()
    position.undo()
    assert position.result is None
    play(position, "B8 C2")
    assert picture(position) == over


def test_superko_stops_a_cycle_at_its_end():
    position = play(three_kos("positional-superko"), CYCLE.removesuffix(" B8"))

    assert code_of(position, "B8") is Code.SUPERKO


def test_a_pass_in_a_cycle_counts_as_a_turn_and_the_position_as_it_stands():
    """Two kos and a pass: six turns, after which nothing is protected."""
    position = place(
        start("go", 9, ko="simple"),
        black="A2 B1 B3 C2 A5 B4 B6",
        white="C1 C3 D2 C4 C6 D5 B5",
    )
    position.to_move = Color.WHITE
    cycle = "B2 C5 pass C2 B5 pass"

    play(position, f"{cycle} {cycle[:-5]}")
    assert position.result is None
    play(position, "pass")
    assert (position.result, position.ending) == (DRAW, Ending.REPETITION)
