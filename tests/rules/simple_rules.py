"""Who has won a connection game, the slow way: flood fill, then the rule sheet's words."""

from __future__ import annotations

from tests.rules.simple_boards import SIX_SIDES, SimpleBoard

OWN = {
    "square-grid-hex": ({"N", "S"}, {"W", "E"}),
    "hex": ({"N", "S"}, {"W", "E"}),
    "grand-hex": ({"N", "S"}, {"W", "E"}),
    "box-hex": ({"S1", "S2"}, {"D1", "D2"}),
    "hex-hex-y": ({"N", "SE", "SW"}, {"NE", "S", "NW"}),
}
"""The sides of the first and of the second player."""


def ways_to_win(game: str, color: int, touched: list[set[str]]) -> set[str]:
    """Name the rules by which a colour has won, from the sides that each of its chains touches."""
    own, others = OWN[game][color], OWN[game][1 - color]
    if game == "grand-hex":
        return _grand(own, others, touched)
    if game == "hex-hex-y":
        return _hex_hex_y(own, touched)
    return {"joined"} if any(own <= sides for sides in touched) else set()


def _grand(own: set[str], others: set[str], touched: list[set[str]]) -> set[str]:
    ways = set()
    if any(own <= sides and others & sides for sides in touched):
        ways.add("one Y")
    if all(any({side} | others <= sides for sides in touched) for side in own):
        ways.add("two Ys")
    return ways


def _hex_hex_y(own: set[str], touched: list[set[str]]) -> set[str]:
    ways = set()
    if any(own <= sides for sides in touched):
        ways.add("i")
    if all(any(own - {left_out} <= sides for sides in touched) for left_out in own):
        ways.add("ii")
    for red in (0, 2, 4):
        for secondary in (4, 5):
            three = {SIX_SIDES[(red + step) % 6] for step in (0, 3, secondary)}
            if any(three <= sides for sides in touched):
                ways.add("iii")
    return ways


def has_won(game: str, board: SimpleBoard, color: int, stones: set[str]) -> bool:
    touched = [board.touches(chain) for chain in board.chains(stones)]
    return bool(ways_to_win(game, color, touched))
