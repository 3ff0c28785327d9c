"""The two pie rules: `replace` changes a stone, `swap-sides` changes the players."""

from __future__ import annotations

import pytest

from referee.rules.moves import SWAP, SWAP_SIDES, Color
from tests.rules.positions import legal, picture, play, start, stones

BLACK, WHITE = Color.BLACK, Color.WHITE


def test_a_swap_puts_a_white_stone_on_the_same_point():
    position = play(start("square-grid-hex", 5), "B4 swap")

    assert stones(position, WHITE) == "B4"
    assert stones(position, BLACK) == ""
    assert position.to_move is BLACK
    assert not position.swapped
    assert position.history[-1] == (WHITE, SWAP)


def test_after_a_swap_the_old_point_is_whites_and_counts_for_white():
    position = play(start("square-grid-hex", 3), "B2 swap A3 A2 C3")
    assert position.result is None

    play(position, "C2")
    assert position.result is WHITE
    assert position.winning_chains() == (
        tuple(position.board.vertex(v) for v in ("A2", "B2", "C2")),
    )


def test_after_a_swap_black_may_not_place_on_his_former_point():
    position = play(start("square-grid-hex", 5), "B4 swap")

    assert "B4" not in legal(position).split()


def test_swaps_stand_after_the_vertices_in_the_list_of_moves():
    assert legal(play(start("square-grid-hex", 2), "A1")) == "A2 B1 B2 swap"
    assert legal(play(start("hex", 2), "A1")) == "A2 B1 B2 swap-sides"
    go = play(start("go", 2, pie="swap-sides"), "A1")
    assert legal(go) == "A2 B1 B2 swap-sides pass"


def test_swapping_sides_changes_no_stone_and_leaves_white_to_move():
    position = play(start("hex", 5), "B4")
    assert not position.swapped

    play(position, "swap-sides")
    assert stones(position, BLACK) == "B4"
    assert stones(position, WHITE) == ""
    assert position.to_move is WHITE
    assert position.swapped
    play(position, "A1")
    assert stones(position, WHITE) == "A1"
    assert position.to_move is BLACK
    assert [color for color, _ in position.history] == [BLACK, WHITE, WHITE]


def test_colours_win_by_their_own_sides_after_the_players_have_swapped():
    position = play(start("hex", 3), "B2 swap-sides A1 B1 A2 B3")

    assert position.result is BLACK
    assert position.swapped


def test_a_game_of_capture_goes_on_after_a_swap_of_sides():
    position = play(start("go", 5, pie="swap-sides"), "A1 swap-sides A2 E5 B1")

    assert stones(position, BLACK) == "E5"
    assert stones(position, WHITE) == "A2 B1"
    assert position.captures(WHITE) == 1
    assert position.to_move is BLACK
    for _ in range(3):
        position.undo()
    assert position.history[-1] == (WHITE, SWAP_SIDES)
    assert position.to_move is WHITE
    assert stones(position, BLACK) == "A1"


def test_a_pass_is_no_first_move_to_swap_away():
    """On White's first turn the swap is there, whatever Black did with his."""
    position = play(start("go", 3, pie="swap-sides"), "pass")

    assert legal(position).endswith("swap-sides pass")


@pytest.mark.parametrize(
    ("game", "moves"), [("square-grid-hex", "C3 swap"), ("hex", "C3 swap-sides")]
)
def test_a_swap_is_taken_back_and_can_be_made_again(game, moves):
    position = play(start(game, 5), moves)
    after = picture(position)

    position.undo()
    assert stones(position, BLACK) == "C3"
    assert position.to_move is WHITE
    assert not position.swapped
    play(position, moves.split()[1])
    assert picture(position) == after
