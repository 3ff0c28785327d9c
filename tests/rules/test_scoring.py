"""Scores: territory and lost stones in Hex Go, area in Go, komi, dead stones."""

from __future__ import annotations

import pytest

from referee.rules.errors import RulesError
from referee.rules.moves import DRAW, Color
from tests.rules.positions import place, play, start

BLACK, WHITE = Color.BLACK, Color.WHITE


def vertices(position, labels: str) -> list[int]:
    return [position.board.vertex(label) for label in labels.split()]


def test_an_empty_board_is_nobodys():
    score = start("hex-go", 5, 5).score()

    assert (score.black, score.white) == (0, 0)
    assert score.result is DRAW
    assert str(score) == "0"


def test_a_lone_stone_has_the_whole_board_less_its_own_point():
    position = play(start("hex-go"), "K10")

    assert position.score().territory == (379, 0)
    assert str(position.score()) == "B+379"


# Black walls off A and B, White D and E; column C is between them.
WALLS = {"black": "B1 B2 B3 B4 B5", "white": "D1 D2 D3 D4 D5"}


def test_go_counts_stones_and_surrounded_points():
    position = place(start("go", 5), **WALLS)

    score = position.score()
    assert score.territory == (5, 5)
    assert score.stones == (5, 5)
    assert (score.black, score.white) == (10, 17.5)
    assert str(score) == "W+7.5"
    assert score.result is WHITE


def test_hex_go_counts_surrounded_points_alone():
    position = place(start("hex-go", 5, 5), **WALLS)

    score = position.score()
    assert score.territory == (5, 5)
    assert score.stones == (0, 0)
    assert score.result is DRAW


def test_a_region_that_touches_both_colours_is_neutral():
    position = place(start("hex-go", 5, 5), **WALLS)

    owners = {region.owner: len(region.vertices) for region in position.score().regions}
    assert owners == {BLACK: 5, WHITE: 5, None: 5}


def test_captured_stones_are_subtracted_in_hex_go_and_not_in_go():
    hex_go = play(start("hex-go", 5, 5), "A2 A1 B1 E5")
    go = play(start("go", 5, komi=0), "A2 A1 B1 E5")

    assert hex_go.captures(BLACK) == go.captures(BLACK) == 1
    assert hex_go.score().lost == (0, 1)
    assert go.score().lost == (0, 0)
    assert str(hex_go.score()) == "B+2"  # the eye at A1, and the stone White lost
    assert str(go.score()) == "B+2"  # two stones and the eye against one stone


def test_dead_stones_are_removed_and_count_as_lost():
    position = place(start("hex-go", 5, 5), black=WALLS["black"], white=WALLS["white"] + " A3")
    assert position.score().territory == (0, 5)

    score = position.score(vertices(position, "A3"))
    assert score.territory == (5, 5)
    assert score.lost == (0, 1)
    assert score.dead == tuple(vertices(position, "A3"))
    assert str(score) == "B+1"
    assert str(position.score()) == "W+5", "scoring changes nothing"


def test_dead_stones_of_both_colours_are_removed():
    position = place(
        start("go", 5, komi=0), white=WALLS["white"] + " A3", black=WALLS["black"] + " E3"
    )

    score = position.score(vertices(position, "A3 E3"))
    assert (score.black, score.white) == (10, 10)


def test_a_vacant_vertex_is_no_dead_stone():
    position = play(start("hex-go", 5, 5), "A1")

    with pytest.raises(RulesError, match="there is no stone on B2"):
        position.score(vertices(position, "A1 B2"))


def test_the_same_dead_stone_twice_is_lost_once():
    position = play(start("hex-go", 5, 5), "A1 C3")

    assert position.score(vertices(position, "C3 C3")).lost == (0, 1)


@pytest.mark.parametrize(
    ("komi", "text", "result"),
    [
        (0, "0", DRAW),
        (0.5, "W+0.5", WHITE),
        (-3, "B+3", BLACK),
        (1.5, "W+1.5", WHITE),
        (7, "W+7", WHITE),
    ],
)
def test_komi_is_added_to_whites_score(komi, text, result):
    position = place(start("hex-go", 5, 5, komi=komi), **WALLS)

    assert str(position.score()) == text
    assert position.score().result is result


def test_the_default_komi():
    assert start("hex-go").rules.komi == 0
    assert start("go").rules.komi == 7.5


def test_the_result_of_a_finished_game_is_its_score():
    position = play(place(start("hex-go", 5, 5), **WALLS), "pass pass")

    assert position.result is position.score().result is DRAW
