"""Hex Hex Y: a hexagon with alternating sides and three ways to win."""

from referee.rules.boards.hexagon import hexagon_board
from referee.rules.connection import Connection
from referee.rules.errors import Code
from referee.rules.game import Game, square_sizes
from referee.rules.goal import Goal

# From Fig. 3 of the sheet: two opposite sides and a side in the secondary direction, which is
# 90 degrees clockwise from the way that leads from the red to the blue side. Open to both.
_SECONDARY = (["N S SW"], ["N S NW"], ["SE NW N"], ["SE NW NE"], ["SW NE SE"], ["SW NE S"])

GAME = Game(
    id="hex-hex-y",
    title="Hex Hex Y",
    size_names=("N",),
    default_size=(8,),
    check_size=square_sizes(1, 26),
    build_board=hexagon_board,
    mechanism=Connection(
        (
            Goal.of(["N SE SW"], *_SECONDARY, ["N SE", "SE SW", "SW N"]),
            Goal.of(["NE S NW"], *_SECONDARY, ["NE S", "S NW", "NW NE"]),
        )
    ),
    color_names=("Red", "Blue"),
    citations={
        Code.WRONG_COLOR: '"The two players, Red and Blue, take turns adding stones of their own '
        'color to the board" (Stone placement)',
        Code.OCCUPIED: '"take turns adding stones of their own color to the board, one stone per '
        'turn" (Stone placement)',
        Code.SWAP_UNAVAILABLE: "Hex Hex Y itself has no pie rule; swap-sides is an option",
        Code.PASS_UNAVAILABLE: '"Each player will always have a placement available on his turn '
        'and must make one" (Stone placement)',
    },
)
