"""Grand Hex: join three sides with one Y, or with two."""

from referee.rules.boards.square import RHOMBUS_LEFT, square_board
from referee.rules.connection import Connection
from referee.rules.errors import Code
from referee.rules.game import Game, square_sizes
from referee.rules.goal import Goal

_MUST_PLACE = (
    '"Each player will always have a placement available on his turn and must make one" '
    "(Stone placement)"
)

GAME = Game(
    id="grand-hex",
    title="Grand Hex",
    size_names=("N",),
    default_size=(10,),
    check_size=square_sizes(1, 52),
    build_board=lambda n: square_board(RHOMBUS_LEFT, n, diagonal=1),
    mechanism=Connection(
        (
            Goal.of(["N S W"], ["N S E"], ["N W E", "S W E"]),
            Goal.of(["W E N"], ["W E S"], ["W N S", "E N S"]),
        )
    ),
    color_names=("Red", "Blue"),
    citations={
        Code.WRONG_COLOR: '"The two players, Red and Blue, take turns adding stones of their own '
        'color to the board" (Stone placement)',
        Code.OCCUPIED: '"take turns adding stones of their own color to the board, one stone per '
        'turn" (Stone placement)',
        Code.SWAP_UNAVAILABLE: "Grand Hex itself has no pie rule; swap-sides is an option",
        Code.PASS_UNAVAILABLE: _MUST_PLACE,
    },
)
