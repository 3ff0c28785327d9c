"""The figures of the rule sheets, read off the author's pictures."""

from __future__ import annotations

from itertools import chain as chained
from itertools import combinations

import pytest

from referee.rules.moves import Color, Ending
from tests.rules.positions import labels_of, place, start
from tests.rules.simple_boards import SIX_SIDES, simple_board
from tests.rules.simple_rules import has_won, ways_to_win

GRAND_1 = "F1 F2 E3 F3 E4 E5 F6 E7 F7 E8 F9 G10"
GRAND_2 = GRAND_1 + " G6 H6 I7 J7"
GRAND_3_LEFT = "B1 C2 B3 C3 B4 C5 A6 C6 B7 C7 B8 C9 C10"
GRAND_3_RIGHT = "H1 H2 I3 H4 I4 H5 J5 I6 I7 H8 I8 H9 I10"

BOX_3_BLACK = "C1 D2 E2 F2 F3 F4 G4 G5 H8 H16 I8 I17 J8 J10 J16 K8 K10 K17"
BOX_3_WHITE = "C4 C5 D4 E5 E6 G2 H3 H4 H11 I3 I12 J2 J5 J6 J11 K3 K12 K14"
BOX_4_BLACK = "C3 D3 E4 F3 I2 I3 I4 I5 J1 J5 J6 K2 K7"
BOX_4_WHITE = "D1 D5 E2 E3 H16 H17 I1 I15 I16 I18 J14 K3 K14"


def powerset(names: tuple[str, ...]) -> chained[tuple[str, ...]]:
    return chained.from_iterable(combinations(names, n) for n in range(len(names) + 1))


def test_grand_hex_figure_1_is_unfinished():
    position = place(start("grand-hex", 10), black=GRAND_1)

    assert position.result is None
    assert position.winning_chains() == ()
    joined = [simple_board("grand-hex", 10).touches(set(GRAND_1.split()))]
    assert joined == [{"N", "S"}]


def test_grand_hex_figure_2_is_won_by_red_with_one_y():
    position = place(start("grand-hex", 10), black=GRAND_2)

    assert (position.result, position.ending) == (Color.BLACK, Ending.CONNECTION)
    # F3, F7 and so on stand beside the path; the rest joins N, S and E.
    proof = {"F1", "F2", "E3", "F3", "E4", "E5", "F6", "E7", "F7", "E8", "F9", "G10"}
    (chain,) = position.winning_chains()
    assert set(labels_of(position, chain).split()) <= proof | {"G6", "H6", "I7", "J7"}
    assert {"G6", "H6", "I7", "J7"} <= set(labels_of(position, chain).split())


@pytest.mark.parametrize("missing", ["G6", "H6", "I7", "J7"])
def test_grand_hex_figure_2_without_a_stone_of_the_branch_is_unfinished(missing):
    black = " ".join(stone for stone in GRAND_2.split() if stone != missing)

    assert place(start("grand-hex", 10), black=black).result is None


def test_grand_hex_figure_3_is_won_by_blue_with_two_ys():
    position = start("grand-hex", 10)
    place(position, black=GRAND_1)
    place(position, white=f"{GRAND_3_LEFT} {GRAND_3_RIGHT}")
    assert (position.result, position.ending) == (Color.WHITE, Ending.CONNECTION)


def test_the_two_ys_of_grand_hex_figure_3_prove_the_win_one_line_each():
    position = place(start("grand-hex", 10), white=f"{GRAND_3_LEFT} {GRAND_3_RIGHT}")

    left, right = (set(labels_of(position, c).split()) for c in position.winning_chains())
    assert left <= set(GRAND_3_LEFT.split())
    assert right <= set(GRAND_3_RIGHT.split())
    board = simple_board("grand-hex", 10)
    assert board.touches(left) == {"N", "W", "S"}
    assert board.touches(right) == {"N", "E", "S"}


@pytest.mark.parametrize("only", [GRAND_3_LEFT, GRAND_3_RIGHT])
def test_one_such_y_of_grand_hex_alone_has_not_won(only):
    assert place(start("grand-hex", 10), white=only).result is None


def test_an_x_joining_all_four_sides_has_won():
    cross = " ".join([f"E{n}" for n in range(1, 10)] + [f"{c}5" for c in "ABCDFGHIJ"] + ["E10"])

    assert place(start("grand-hex", 10), black=cross).result is Color.BLACK
    assert place(start("grand-hex", 10), white=cross).result is Color.WHITE


@pytest.mark.parametrize(
    ("black", "white"),
    [
        pytest.param(BOX_3_BLACK, BOX_3_WHITE, id="Fig. 3"),
        pytest.param(BOX_4_BLACK, BOX_4_WHITE, id="Fig. 4"),
    ],
)
def test_box_hex_figures_are_won_by_black(black, white):
    position = place(start("box-hex", 3, 5, 4), white=white, black=black)

    assert (position.result, position.ending) == (Color.BLACK, Ending.CONNECTION)
    assert has_won("box-hex", simple_board("box-hex", 3, 5, 4), 0, set(black.split()))
    assert not has_won("box-hex", simple_board("box-hex", 3, 5, 4), 1, set(white.split()))


def test_box_hex_figure_4_shows_a_chain_from_one_solid_run_to_the_other():
    position = place(start("box-hex", 3, 5, 4), black=BOX_4_BLACK)

    (chain,) = position.winning_chains()
    assert labels_of(position, chain) == "I2 I3 I4 I5 J1 J5 J6 K2 K7"


def test_box_hex_figure_3_needs_every_stone_of_its_path():
    position = place(start("box-hex", 3, 5, 4), black=BOX_3_BLACK)

    (chain,) = position.winning_chains()
    path = labels_of(position, chain)
    assert path == "C1 D2 E2 F2 F3 F4 G4 G5 H8 H16 I8 I17 J8 J16 K8 K17"
    for stone in path.split():
        rest = set(path.split()) - {stone}
        assert not has_won("box-hex", simple_board("box-hex", 3, 5, 4), 0, rest)


# -- Hex Hex Y: the sheet came without its figures; these are its three rules ---------------


@pytest.mark.parametrize(
    ("touched", "red", "blue"),
    [
        ([{"N", "SE", "SW"}], {"i", "ii"}, set()),
        ([{"NE", "S", "NW"}], set(), {"i", "ii"}),
        ([{"N", "SE"}, {"SE", "SW"}, {"SW", "N"}], {"ii"}, set()),
        ([{"N", "SE"}, {"SE", "SW"}], set(), set()),
        ([{"NE", "S"}, {"S", "NW"}, {"NW", "NE"}], set(), {"ii"}),
        # From red N to blue S the way leads down; clockwise from down is left.
        ([{"N", "S"}], set(), set()),
        ([{"N", "S", "SW"}], {"iii"}, {"iii"}),
        ([{"N", "S", "NW"}], {"iii"}, {"iii"}),
        ([{"N", "S", "NE"}], set(), set()),
        ([{"N", "S", "SE"}], set(), set()),
        ([{"N", "S", "SE", "NE"}], set(), set()),
        ([{"SE", "NW", "N"}], {"iii"}, {"iii"}),
        ([{"SE", "NW", "NE"}], {"iii"}, {"iii"}),
        ([{"SE", "NW", "S"}], set(), set()),
        ([{"SE", "NW", "SW"}], set(), set()),
        ([{"SW", "NE", "SE"}], {"iii"}, {"iii"}),
        ([{"SW", "NE", "S"}], {"iii"}, {"iii"}),
        ([{"SW", "NE", "N"}], set(), set()),
        ([{"SW", "NE", "NW"}], set(), set()),
    ],
)
def test_the_slow_rules_of_hex_hex_y_are_those_of_the_sheet(touched, red, blue):
    assert ways_to_win("hex-hex-y", 0, touched) == red
    assert ways_to_win("hex-hex-y", 1, touched) == blue


def chain_touching(sides: set[str]) -> str:
    """A chain on the board of side 4 that touches just these sides: the inside and an edge each."""
    board = simple_board("hex-hex-y", 4)
    inside = [label for label in board.labels if not board.touches({label})]
    edges = [next(c for c in board.labels if board.touches({c}) == {side}) for side in sides]
    return " ".join(inside + edges)


@pytest.mark.parametrize("sides", list(powerset(SIX_SIDES)), ids=" ".join)
@pytest.mark.parametrize("color", Color)
def test_a_chain_wins_hex_hex_y_by_the_sides_it_touches(color, sides):
    chain = chain_touching(set(sides))

    position = start("hex-hex-y", 4)
    place(position, **{color.word: chain})
    assert (position.result is color) == bool(ways_to_win("hex-hex-y", color, [set(sides)]))


@pytest.mark.parametrize(("color", "ends"), [("black", "NE S NW"), ("white", "N SE SW")])
def test_three_paths_along_the_opponents_sides_win_hex_hex_y(color, ends):
    board = simple_board("hex-hex-y", 4)
    paths = [" ".join(sorted(board.sides[side])) for side in ends.split()]

    assert place(start("hex-hex-y", 4), **{color: " ".join(paths[:2])}).result is None
    position = place(start("hex-hex-y", 4), **{color: " ".join(paths)})
    assert position.result is not None
    assert position.result.word == color
    assert len(position.winning_chains()) == 3
