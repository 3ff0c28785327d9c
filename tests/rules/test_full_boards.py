"""Every colouring of the small boards: exactly one winner, and the counts of the rule sheets.

A colouring is an integer, bit v set where cell v is Black's. The fast rules place stones in
whatever numbers it takes, by setting who is to move; the slow ones flood-fill with bit masks.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache

import pytest

from referee.rules.catalog import find_game
from referee.rules.moves import Color, Place
from referee.rules.position import Position
from tests.rules.simple_boards import SimpleBoard, simple_board
from tests.rules.simple_rules import ways_to_win

WAYS = {"joined": 1, "one Y": 2, "two Ys": 4, "i": 8, "ii": 16, "iii": 32}
SMALL = [
    *(("grand-hex", (n,)) for n in (1, 2, 3, 4)),
    *(("hex-hex-y", (n,)) for n in (1, 2, 3)),
    *(("hex", (n,)) for n in (1, 2, 3, 4)),
    *(("square-grid-hex", (n,)) for n in (1, 2, 3, 4)),
]


@cache
def fast_winners(game: str, size: tuple[int, ...]) -> bytearray:
    """1 for Black, 2 for White, 0 for nobody, for every colouring.

    The highest cell is decided first, so a game won early decides a whole range at once.
    """
    position = find_game(game).start(size)
    winners = bytearray(1 << len(position.board))

    def decide(cell: int, start: int) -> None:
        if position.result is not None:
            boards = 1 << (cell + 1)
            winners[start : start + boards] = bytes([1 + position.result]) * boards
        elif cell >= 0:
            for color in Color:
                position.to_move = color
                position.play(Place(cell))
                decide(cell - 1, start + ((color is Color.BLACK) << cell))
                position.undo()

    decide(len(position.board) - 1, 0)
    return winners


def all_chains(board: SimpleBoard) -> Iterator[list[int]]:
    """For every set of stones in turn, its chains as masks."""
    number = {label: n for n, label in enumerate(board.labels)}
    near = [sum(1 << number[n] for n in board.neighbors[label]) for label in board.labels]

    def grow(cell: int, chains: list[int]) -> Iterator[list[int]]:
        if cell < 0:
            yield chains
            return
        yield from grow(cell - 1, chains)
        joined, apart = 1 << cell, []
        for chain in chains:
            if chain & near[cell]:
                joined |= chain
            else:
                apart.append(chain)
        yield from grow(cell - 1, [*apart, joined])

    return grow(len(board.labels) - 1, [])


@cache
def slow_ways(game: str, size: tuple[int, ...]) -> tuple[array[int], array[int]]:
    """By which rules Black would have won with just these stones, and White with just these."""
    board = simple_board(game, *size)
    number = {label: n for n, label in enumerate(board.labels)}
    sides = {name: sum(1 << number[s] for s in side) for name, side in board.sides.items()}

    @cache
    def touched_by(chain: int) -> int:
        return sum(1 << i for i, side in enumerate(sides.values()) if chain & side)

    @cache
    def ways(color: int, touched: frozenset[int]) -> int:
        names = [{n for i, n in enumerate(sides) if bits >> i & 1} for bits in touched]
        return sum(WAYS[way] for way in ways_to_win(game, color, names))

    black, white = array("B"), array("B")
    for chains in all_chains(board):
        touched = frozenset(map(touched_by, chains))
        black.append(ways(0, touched))
        white.append(ways(1, touched))
    return black, white


def ways_of_both(game: str, size: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """For every full board, the rules by which Black and by which White has won."""
    black, white = slow_ways(game, size)
    return zip(black, reversed(white), strict=True)


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_every_full_board_has_exactly_one_winner_and_both_rules_agree(game, size):
    expected = bytearray(
        (1 if black else 2) if bool(black) != bool(white) else 0
        for black, white in ways_of_both(game, size)
    )

    assert 0 not in expected
    assert fast_winners(game, size) == expected


@pytest.mark.parametrize(
    ("size", "boards", "by_two_chains"), [(2, 16, 0), (3, 512, 2), (4, 65_536, 438)]
)
def test_grand_hex_boards_decided_by_two_chains_alone(size, boards, by_two_chains):
    ways = list(ways_of_both("grand-hex", (size,)))

    assert len(ways) == boards
    assert sum(max(pair) == WAYS["two Ys"] for pair in ways) == by_two_chains


def test_hex_hex_y_needs_its_three_rules():
    ways = list(ways_of_both("hex-hex-y", (3,)))

    def undecided_by(rules: int) -> int:
        return sum(not (black | white) & rules for black, white in ways)

    assert len(ways) == 524_288
    assert undecided_by(WAYS["i"]) == 240_932
    assert undecided_by(WAYS["iii"]) == 196
    assert undecided_by(WAYS["ii"] | WAYS["iii"]) == 0


@pytest.mark.parametrize(("game", "size"), SMALL)
def test_both_players_win_equally_many_full_boards(game, size):
    winners = fast_winners(game, size)

    assert winners.count(1) == winners.count(2) == len(winners) / 2


# -- Square Grid Hex on 3 x 3 ------------------------------------------------------------


def first_player_color_that_wins(position: Position) -> Color:
    """Solve a position by trying everything."""
    if isinstance(position.result, Color):
        return position.result
    mover = position.to_move
    assert mover is not None
    for move in position.legal_moves():
        position.play(move)
        winner = first_player_color_that_wins(position)
        position.undo()
        if winner is mover:
            return mover
    return mover.opponent


@pytest.mark.parametrize("place", ["A2", "C2"])
def test_on_3_by_3_black_wins_after_a2_or_c2_swapped_or_not(place):
    position = find_game("square-grid-hex").start((3,))
    position.play(position.board.parse_move(place))

    assert "swap" in [position.board.format_move(move) for move in position.legal_moves()]
    assert first_player_color_that_wins(position) is Color.BLACK


def test_on_3_by_3_no_other_opening_wins_against_the_pie_rule():
    winning = set()
    position = find_game("square-grid-hex").start((3,))
    for place in position.board.places:
        position.play(place)
        if first_player_color_that_wins(position) is Color.BLACK:
            winning.add(position.board.format_move(place))
        position.undo()

    assert winning == {"A2", "C2"}
