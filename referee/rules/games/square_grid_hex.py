"""Square Grid Hex: a Go board with one diagonal; Black joins North and South."""

from referee.rules.board import LETTERS_WITHOUT_I
from referee.rules.boards.square import GRID, square_board
from referee.rules.connection import Connection
from referee.rules.errors import Code
from referee.rules.game import Game, Rules, square_sizes
from referee.rules.goal import Goal

GAME = Game(
    id="square-grid-hex",
    title="Square Grid Hex",
    size_names=("N",),
    default_size=(13,),
    check_size=square_sizes(1, 52),
    build_board=lambda n: square_board(GRID, n, diagonal=1, letters=LETTERS_WITHOUT_I),
    mechanism=Connection((Goal.of(["N S"]), Goal.of(["W E"]))),
    default_rules=Rules(pie="replace"),
    pie_choices=("none", "replace"),
    citations={
        Code.WRONG_COLOR: '"Players take turns adding their stones to the board" (Stone placement)',
        Code.OCCUPIED: '"add a white stone to an unoccupied point" (Pie rule)',
        Code.SWAP_UNAVAILABLE: "\"On White's first turn, White has the option of replacing the "
        'on-board black stone" (Pie rule)',
        Code.PASS_UNAVAILABLE: '"Each player will always have a placement available on his turn '
        'and must make one" (Stone placement)',
    },
)
