"""Hex as it is played everywhere: Black joins top and bottom, White left and right."""

from referee.rules.boards.square import RHOMBUS_RIGHT, square_board
from referee.rules.connection import Connection
from referee.rules.errors import Code
from referee.rules.game import Game, Rules, square_sizes
from referee.rules.goal import Goal

GAME = Game(
    id="hex",
    title="Hex",
    size_names=("N",),
    default_size=(11,),
    check_size=square_sizes(1, 52),
    build_board=lambda n: square_board(RHOMBUS_RIGHT, n, diagonal=-1),
    mechanism=Connection((Goal.of(["N S"]), Goal.of(["W E"]))),
    default_rules=Rules(pie="swap-sides"),
    citations={
        Code.WRONG_COLOR: "the players place one stone each in turn (Hex)",
        Code.OCCUPIED: "a stone goes on a vacant cell (Hex)",
        Code.SWAP_UNAVAILABLE: "the second player may exchange sides instead of the second move "
        "of the game (Hex)",
        Code.PASS_UNAVAILABLE: "each turn places a stone (Hex)",
    },
)
