"""Pictures in characters."""

from __future__ import annotations

import random
import re

import attrs
import pytest

from referee.rules.catalog import GAMES, find_game
from referee.rules.diagram.shapes import sketch_of
from referee.rules.diagram.text import draw_text
from referee.rules.moves import Color, Place
from referee.rules.position import Position

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def _play(game: str, moves: str, size: tuple[int, ...] | None = None) -> Position:
    position = find_game(game).start(size)
    for word in moves.split():
        position.play(position.board.parse_move(word))
    return position


def _random(game: str, plies: int, seed: int = 1) -> Position:
    choice = random.Random(seed).choice
    position = find_game(game).start()
    for _ in range(plies):
        places = [move for move in position.legal_moves() if isinstance(move, Place)]
        if not places:
            break
        position.play(choice(places))
    return position


def _board_of(text: str) -> str:
    return text.partition("\n\n")[0]


@pytest.mark.parametrize("plies", [0, 1, 40, 400])
@pytest.mark.parametrize("game", GAMES)
def test_every_stone_is_drawn_once_on_each_of_its_places(game: str, plies: int) -> None:
    position = _random(game, plies)
    empty = _board_of(draw_text(find_game(game).start()))
    board = _board_of(draw_text(position))
    spots = sketch_of(position.board).spots

    for color, signs in ((Color.BLACK, "●◆"), (Color.WHITE, "○◇")):
        drawn = sum(board.count(sign) - empty.count(sign) for sign in signs)
        assert drawn == sum(len(spots[v]) for v in position.stones(color))


@pytest.mark.parametrize("size", [(3, 3, 2), (3, 5, 4), (5, 7, 6)])
def test_the_box_shows_each_vacant_cell_by_its_label_and_halves_twice(
    size: tuple[int, ...],
) -> None:
    position = find_game("box-hex").start(size)
    spots = sketch_of(position.board).spots

    words = re.findall(r"(?<![●○])\b[A-Z]+[0-9]+\b", _board_of(draw_text(position)))

    assert sorted(words) == sorted(
        label for v, label in enumerate(position.board.labels) for _ in spots[v]
    )


@pytest.mark.parametrize("game", GAMES)
def test_colour_adds_escape_sequences_and_nothing_else(game: str) -> None:
    position = _random(game, 400)

    assert ESCAPE.sub("", draw_text(position, color=True)) == draw_text(position)
    assert "\x1b" not in draw_text(position)


@pytest.mark.parametrize("game", GAMES)
def test_ascii_is_enough(game: str) -> None:
    assert draw_text(_random(game, 400), ascii_only=True).isascii()


def test_hex_go_fits_eighty_columns() -> None:
    assert max(map(len, draw_text(find_game("hex-go").start()).splitlines())) <= 80


def test_no_line_ends_in_blanks() -> None:
    for game in GAMES:
        assert all(line == line.rstrip() for line in draw_text(_random(game, 9)).splitlines())


def test_the_last_move_is_in_brackets() -> None:
    assert "(○)" in draw_text(_play("hex", "A1 B1"))
    assert "(" not in draw_text(_play("hex", "A1 B1"), last=False)


def test_a_swapped_stone_is_the_last_move() -> None:
    text = draw_text(_play("square-grid-hex", "C4 swap", (5,)))

    assert "(○)" in text
    assert "●" not in re.sub("● [NS]", "", _board_of(text))
    assert text.endswith("move 2: White swap; Black to move")


def test_swapped_sides_are_told() -> None:
    text = draw_text(_play("hex", "F6 swap-sides"))

    assert "(" not in _board_of(text)
    assert text.endswith("White to move; sides swapped: White is the first player")


def test_the_winning_chain_has_signs_of_its_own() -> None:
    text = draw_text(_play("hex", "A1 B1 A2", (2,)))

    assert _board_of(text).count("◆") == 2
    assert text.endswith("Black has won by connection")
    assert "◆" not in draw_text(_play("hex", "A1 B1 A2", (2,)), chain=False)


def test_captures_are_counted_and_captured_stones_gone() -> None:
    # The sheet's area 1: White plays A11 and takes the stone at A10.
    text = draw_text(_play("hex-go", "A10 A9 T1 B10 T3 A11"))

    assert "captures: Black 0, White 1" in text
    assert re.search(r"^10  ·", text, re.MULTILINE)


def test_a_scored_game_ends_with_its_score() -> None:
    text = draw_text(_play("go", "pass pass", (3,)))

    assert text.endswith("White has won by score (W+7.5)")


def test_a_game_on_a_shape_that_nobody_has_drawn() -> None:
    hex_game = find_game("hex")

    def build(size: int) -> object:
        return attrs.evolve(hex_game.build_board(size), shape="klein-bottle")

    position = attrs.evolve(hex_game, build_board=build).start((3,))
    position.play(position.board.parse_move("B2"))

    assert re.search(r"B2 \(●\)", draw_text(position))
