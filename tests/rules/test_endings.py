"""How games of capture end: two passes, one resumption, the move limit; handicap before."""

from __future__ import annotations

import pytest

from referee.rules.catalog import GAMES, find_game
from referee.rules.errors import RuleError, RulesError
from referee.rules.moves import DRAW, Color, Ending
from tests.rules.positions import labels_of, picture, play, start, stones

BLACK, WHITE = Color.BLACK, Color.WHITE


@pytest.mark.parametrize("game", ["go", "hex-go"])
def test_two_passes_in_a_row_end_the_game_and_it_is_scored(game):
    position = play(start(game, *{"go": (5,), "hex-go": (5, 5)}[game]), "A1 pass A2 pass")
    assert position.result is None

    play(position, "pass")
    assert (position.result, position.ending) == (BLACK, Ending.SCORE)
    assert position.to_move is None
    assert position.can_agree_dead
    assert position.describe_result() == "Black has won by score"


def test_two_passes_at_once_are_a_draw_where_nobody_has_anything():
    position = play(start("hex-go", 5, 5), "pass pass")

    assert position.result is DRAW
    assert position.describe_result() == "a draw by score"


def test_two_passes_of_go_leave_white_his_komi():
    position = play(start("go", 9), "pass pass")

    assert position.result is WHITE
    assert str(position.score()) == "W+7.5"


# -- resumption ------------------------------------------------------------------------


def resumed(moves: str = "A1 A2 pass pass"):
    position = play(start("hex-go", 5, 5), moves)
    position.resume()
    return position


def test_play_resumes_with_the_opponent_of_the_last_passer():
    assert resumed("A1 A2 pass pass").to_move is BLACK
    assert resumed("A1 pass pass").to_move is WHITE


def test_a_resumed_game_goes_on_and_asks_for_no_dead_stones_again():
    position = resumed()
    assert position.result is None
    assert position.ending is None
    assert position.resumed_at == 4

    play(position, "B1 pass pass")
    assert position.ending is Ending.SCORE
    assert not position.can_agree_dead


@pytest.mark.parametrize("moves", ["pass pass", "B1 pass pass", "pass B1 pass pass"])
def test_a_resumed_game_ends_with_two_passes_in_a_row(moves):
    position = resumed()

    for move in moves.split():
        assert position.result is None
        play(position, move)
    assert position.ending is Ending.SCORE


def test_passes_before_the_resumption_do_not_count_as_the_first_of_two():
    position = play(resumed(), "pass")

    assert position.result is None


def test_a_pass_costs_a_stone_after_the_resumption_and_only_then():
    position = play(start("hex-go", 5, 5), "A1 pass A3 pass pass")
    before = position.score()
    assert before.lost == (0, 0)
    position.resume()

    play(position, "pass B5 pass pass")
    assert position.score().lost == (1, 2)
    assert position.handed_over(BLACK) == 1
    assert position.handed_over(WHITE) == 2


def test_a_game_is_resumed_once_and_only_after_two_passes():
    position = start("hex-go", 5, 5)
    with pytest.raises(RulesError):
        position.resume()
    play(position, "A1 pass")
    with pytest.raises(RulesError):
        position.resume()
    play(position, "pass")
    position.resume()
    play(position, "pass pass")
    with pytest.raises(RulesError):
        position.resume()


@pytest.mark.parametrize("game", [g for g in GAMES.values() if not g.captures], ids=lambda g: g.id)
def test_connection_games_are_not_resumed_scored_or_given_handicap(game):
    position = game.start()

    for verb in (position.resume, position.score, lambda: position.place_handicap([0])):
        with pytest.raises(RulesError, match=game.id):
            verb()
    assert not position.can_agree_dead
    assert position.captures(BLACK) == 0


# -- move limit ------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["go", "hex-go"])
def test_the_move_limit_ends_the_game_and_scores_the_board_as_it_stands(game):
    size = {"go": (5,), "hex-go": (5, 5)}[game]
    position = play(start(game, *size, move_limit=3, komi=0), "A1 pass")
    assert position.result is None

    play(position, "C3")
    assert (position.result, position.ending) == (BLACK, Ending.MOVE_LIMIT)
    assert not position.can_agree_dead
    assert position.legal_moves() == []


def test_two_passes_at_the_move_limit_end_the_game_by_score():
    position = play(start("hex-go", 5, 5, move_limit=3), "A1 pass pass")

    assert position.ending is Ending.SCORE


def test_the_move_limit_counts_on_through_a_resumption():
    position = play(start("hex-go", 5, 5, move_limit=5), "A1 pass pass")
    position.resume()

    play(position, "B1 A2")
    assert position.ending is Ending.MOVE_LIMIT


def test_a_game_over_by_the_move_limit_goes_on_after_undo():
    position = play(start("hex-go", 5, 5, move_limit=3), "A1 A2")
    before = picture(position)

    play(position, "A3")
    position.undo()
    assert picture(position) == before


# -- handicap --------------------------------------------------------------------------

HEX_GO = "D4 R16 D16 R4 D10 R10 H4 M16 H16 M4 H10 M10"


@pytest.mark.parametrize("number", range(1, 13))
def test_hex_go_handicap_stones_go_where_the_sheet_says_in_its_order(number):
    position = start("hex-go")
    points = position.game.handicap(position.board, number)
    assert labels_of(position, points) == " ".join(HEX_GO.split()[:number])

    position.place_handicap(points)
    assert set(stones(position, BLACK).split()) == set(HEX_GO.split()[:number])
    assert position.to_move is WHITE
    play(position, "A1 A2")
    assert [color for color, _ in position.history] == [WHITE, BLACK]


@pytest.mark.parametrize(
    ("size", "number", "points"),
    [
        (19, 2, "D4 Q16"),
        (19, 3, "D4 Q16 D16"),
        (19, 4, "D4 Q16 D16 Q4"),
        (19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (13, 4, "D4 K10 D10 K4"),
        (9, 2, "C3 G7"),
        (9, 5, "C3 G7 C7 G3 E5"),
        (12, 4, "C3 K10 C10 K3"),
        (7, 4, "C3 E5 C5 E3"),
    ],
)
def test_go_handicap_stones_go_where_gtp_2_says(size, number, points):
    position = start("go", size)

    assert labels_of(position, position.game.handicap(position.board, number)) == points


@pytest.mark.parametrize(
    ("game", "size", "number"),
    [
        ("hex-go", (20, 19), 0), ("hex-go", (20, 19), 13), ("hex-go", (19, 19), 2),
        ("go", (19,), 1), ("go", (19,), 10), ("go", (8,), 5), ("go", (7,), 5), ("go", (6,), 2),
        ("go", (9,), 0), ("go", (9,), -1), ("hex", (11,), 2), ("grand-hex", (10,), 1),
    ],
)  # fmt: skip
def test_other_numbers_and_boards_have_no_handicap(game, size, number):
    with pytest.raises(RuleError):
        find_game(game).handicap(find_game(game).board(size), number)


def test_handicap_stones_go_on_an_empty_board_once():
    position = play(start("go", 9), "A1")
    with pytest.raises(RulesError):
        position.place_handicap([20, 21])
    position = start("go", 9)
    with pytest.raises(RulesError):
        position.place_handicap([20, 20])
    with pytest.raises(RulesError):
        position.place_handicap([])
    position.place_handicap([20, 21])
    with pytest.raises(RulesError):
        position.place_handicap([22])


def test_undo_does_not_take_handicap_stones_back():
    position = start("go", 9)
    position.place_handicap([20, 60])
    before = picture(position)

    play(position, "A1 A2 pass")
    for _ in range(3):
        position.undo()
    assert picture(position) == before
    with pytest.raises(RulesError):
        position.undo()
