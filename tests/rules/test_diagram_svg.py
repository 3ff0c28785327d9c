"""Pictures in SVG."""

from __future__ import annotations

import random
import re
from collections import Counter
from xml.etree import ElementTree as ET

import attrs
import pytest

from referee.rules.catalog import GAMES, find_game
from referee.rules.diagram.shapes import layout_of
from referee.rules.diagram.svg import draw_svg
from referee.rules.moves import Color, Place
from referee.rules.position import Position

SVG = "{http://www.w3.org/2000/svg}"
SIZES = [
    *((game, None) for game in GAMES),
    ("square-grid-hex", (1,)),
    ("grand-hex", (52,)),
    ("hex", (1,)),
    ("hex-hex-y", (1,)),
    ("hex-hex-y", (26,)),
    ("hex-go", (2, 2)),
    ("hex-go", (2, 52)),
    ("go", (25,)),
    ("box-hex", (3, 3, 2)),
    ("box-hex", (25, 3, 24)),
]


def _random(game: str, plies: int, size: tuple[int, ...] | None = None) -> Position:
    choice = random.Random(2).choice
    position = find_game(game).start(size)
    for _ in range(plies):
        places = [move for move in position.legal_moves() if isinstance(move, Place)]
        if not places:
            break
        position.play(choice(places))
    return position


def _parsed(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - our own text


def _groups(svg: str) -> list[ET.Element]:
    return [group for group in _parsed(svg).iter(f"{SVG}g") if "data-vertex" in group.attrib]


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_every_vertex_is_there_on_each_of_its_places(
    game: str, size: tuple[int, ...] | None
) -> None:
    position = _random(game, 30, size)
    board = position.board

    drawn = Counter(group.attrib["data-vertex"] for group in _groups(draw_svg(position)))

    spots = layout_of(board).spots
    assert drawn == {label: len(spots[v]) for v, label in enumerate(board.labels)}


@pytest.mark.parametrize("plies", [0, 1, 40, 400])
@pytest.mark.parametrize("game", GAMES)
def test_every_stone_is_drawn_and_none_else(game: str, plies: int) -> None:
    position = _random(game, plies)

    drawn = {
        (group.attrib["data-vertex"], group.attrib["data-stone"])
        for group in _groups(draw_svg(position))
        if "data-stone" in group.attrib
    }

    assert drawn == {
        (position.board.labels[v], color.word) for color in Color for v in position.stones(color)
    }


@pytest.mark.parametrize("game", GAMES)
def test_all_labels_of_columns_and_rows_are_written(game: str) -> None:
    position = find_game(game).start()
    root = _parsed(draw_svg(position))
    texts = {element.text for element in root.iter(f"{SVG}text")}

    letters = {label.rstrip("0123456789") for label in position.board.labels}
    numbers = {label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for label in position.board.labels}
    assert set(position.board.labels) <= texts or letters | numbers <= texts
    assert set(position.board.sides) <= texts


def test_it_says_in_words_what_it_shows() -> None:
    root = _parsed(draw_svg(_random("hex", 3)))

    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title") == "Hex 11"
    assert (root.findtext(f"{SVG}desc") or "").endswith("White to move.")


def test_nothing_has_an_id_so_that_pictures_can_share_a_page() -> None:
    assert all(" id=" not in draw_svg(_random(game, 400)) for game in GAMES)


def test_numbers_have_two_decimals_at_most() -> None:
    for game in GAMES:
        assert not re.search(r"\d\.\d{3}", draw_svg(_random(game, 40)))


def test_what_a_game_calls_itself_is_escaped() -> None:
    game = attrs.evolve(find_game("hex"), title="<script>\"&'", color_names=("A&B", "</text>"))

    root = _parsed(draw_svg(game.start((2,))))

    assert root.findtext(f"{SVG}title") == "<script>\"&' 2"
    assert {"A&B", "</text>"} <= {element.text for element in root.iter(f"{SVG}text")}


def test_a_win_shows_golden_rims_on_the_chain_and_a_dot_on_the_last_move() -> None:
    position = find_game("hex").start((2,))
    for word in ("A1", "B1", "A2"):
        position.play(position.board.parse_move(word))

    rims = {g.attrib["data-vertex"] for g in _groups(draw_svg(position)) if "#f7a600" in _text(g)}
    dots = {g.attrib["data-vertex"] for g in _groups(draw_svg(position)) if 'r="5.2"' in _text(g)}

    assert (rims, dots) == ({"A1", "A2"}, {"A2"})
    assert "#f7a600" not in draw_svg(position, chain=False)
    assert 'r="5.2"' not in draw_svg(position, last=False)


def _text(element: ET.Element) -> str:
    return ET.tostring(element, encoding="unicode")


@pytest.mark.parametrize("moves", ["C4 swap", "C4 D5 E5"])
def test_after_a_swap_the_stone_has_changed_its_colour(moves: str) -> None:
    position = find_game("square-grid-hex").start((5,))
    for word in moves.split():
        position.play(position.board.parse_move(word))

    stones = {
        g.attrib["data-vertex"]: g.attrib["data-stone"]
        for g in _groups(draw_svg(position))
        if "data-stone" in g.attrib
    }

    assert stones["C4"] == ("white" if "swap" in moves else "black")
