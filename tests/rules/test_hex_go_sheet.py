"""The scenarios of the Hex Go sheet, on its own points.

The sheet came without its pictures: the stones around are the fewest that make its words true.
"""

from __future__ import annotations

import pytest

from referee.rules.errors import Code
from referee.rules.moves import Color
from tests.rules.positions import code_of, labels_of, place, play, start

BLACK, WHITE = Color.BLACK, Color.WHITE


def board(*, black: str, white: str, to_move: Color = BLACK):
    position = place(start("hex-go"), black=black, white=white)
    position.to_move = to_move
    return position


@pytest.mark.parametrize(
    ("color", "move", "taken", "around"),
    [
        pytest.param(WHITE, "A11", "A10", "A9", id="capture, area 1"),
        pytest.param(BLACK, "E4", "D3 D4 D5", "C3 C5 D2 D6", id="capture, area 2"),
        pytest.param(WHITE, "H9", "H8", "H7 I8", id="capture, area 3"),
        pytest.param(
            WHITE, "I14", "H13 H14 I13 I15", "G13 H12 H15 I12 I16 J13 J15", id="capture, area 4"
        ),
        pytest.param(WHITE, "O5", "O4 O6 P5", "N4 N6 O3 O7 P4 P6", id="capture, area 6"),
        pytest.param(BLACK, "A8", "A9", "A10 B9", id="ko, area 1"),
        pytest.param(WHITE, "I6", "H6", "H5 H7", id="ko, area 2"),
        pytest.param(BLACK, "G13", "H13 H14", "H12 H15 I14", id="ko, area 4"),
        pytest.param(BLACK, "A14", "A13 A15", "A12 A16 B13 B15", id="eye, area 2"),
        pytest.param(
            BLACK,
            "N13",
            "M12 M14 N12 N14",
            "L12 L14 M11 M13 M15 N11 N15 O12 O14",
            id="eye, area 4",
        ),
    ],
)
def test_a_play_takes_the_last_liberty(color, move, taken, around):
    stones = {color.word: around, color.opponent.word: taken}
    position = board(**stones, to_move=color)

    play(position, move)
    assert position.captures(color) == len(taken.split())
    assert position.stones(color.opponent) == ()
    assert move in labels_of(position, position.stones(color)).split()


def test_capture_area_5_is_no_place_for_white():
    position = board(black="P14 Q13 Q15", white="", to_move=WHITE)

    refusal = position.refusal(position.board.parse_move("Q14"))
    assert refusal is not None
    assert refusal.code is Code.SUICIDE
    assert refusal.sentence.startswith("Q14 would leave Q14 without a liberty: ")


@pytest.mark.parametrize(
    ("own", "others", "eyes", "color"),
    [
        pytest.param(
            "A1 A3 B1 B2 B3 C2 C3 D1 D2 D3", "A4 B4 C4 D4 E2", "A2 C1", WHITE, id="area 1"
        ),
        pytest.param(
            "A13 A15 A17 B13 B14 B15 B16 B17",
            "A12 A18 B12 B18 C14 C16",
            "A14 A16",
            BLACK,
            id="area 2",
        ),
    ],
)
def test_two_eyes_make_a_safe_territory(own, others, eyes, color):
    stones = {color.word: own, color.opponent.word: others}
    position = board(**stones, to_move=color.opponent)

    for eye in eyes.split():
        assert code_of(position, eye) is Code.SUICIDE
    first, second = eyes.split()
    play(position, f"T1 {first}")
    assert code_of(position, second) is None, "an eye that is filled protects no more"
    play(position, second)
    assert position.captures(color.opponent) == len(own.split()) + 1


def test_a_capturing_stone_is_not_taken_until_a_play_elsewhere():
    position = board(black="B9 A10", white="A9 A7")
    play(position, "A8")
    assert code_of(position, "A9") is Code.KO

    play(position, "T1 T2")
    assert code_of(position, "A9") is None


def test_white_recaptures_g13_at_h13_which_the_sheet_calls_h_14():
    position = board(white="G12 G14 H13 H14", black="H12 H15 I14")
    play(position, "G13")
    assert code_of(position, "H13") is Code.KO

    play(position, "A1 A2 H13")
    assert labels_of(position, position.stones(WHITE)) == "A1 G12 G14 H13"
    assert position.captures(WHITE) == 1


def test_a_liberty_is_a_vacant_adjacent_point_and_nothing_else():
    position = board(black="C3", white="C2 C4 D2 D4 B3")

    assert position.color_at(position.board.vertex("C3")) is BLACK
    position.to_move = WHITE
    play(position, "D3")
    assert position.color_at(position.board.vertex("C3")) is None
