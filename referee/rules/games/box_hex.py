"""Box Hex: Hex on the bottom and the walls of a box; each joins the two opposite runs on top."""

from referee.rules.boards.box import box_board
from referee.rules.connection import Connection
from referee.rules.errors import Code
from referee.rules.game import Game
from referee.rules.goal import Goal

LARGEST_SIDE = 25
LARGEST_HEIGHT = 24


def _check_size(a: int, b: int, height: int) -> str | None:
    if not all(3 <= side <= LARGEST_SIDE and side % 2 for side in (a, b)):
        return f"expected A and B odd, 3 to {LARGEST_SIDE}"
    if not 2 <= height <= LARGEST_HEIGHT or height % 2:
        return f"expected HEIGHT even, 2 to {LARGEST_HEIGHT}"
    return None


GAME = Game(
    id="box-hex",
    title="Box Hex",
    size_names=("A", "B", "HEIGHT"),
    default_size=(3, 5, 4),
    check_size=_check_size,
    build_board=box_board,
    mechanism=Connection((Goal.of(["S1 S2"]), Goal.of(["D1 D2"]))),
    citations={
        Code.WRONG_COLOR: '"Players take turns coloring in circles on the board, one circle per '
        'turn" (Basic moves)',
        Code.OCCUPIED: '"Players take turns coloring in circles on the board" (Basic moves), and '
        "this one is coloured in",
        Code.SWAP_UNAVAILABLE: "Box Hex itself has no pie rule; swap-sides is an option",
        Code.PASS_UNAVAILABLE: '"Players take turns coloring in circles on the board, one circle '
        'per turn" (Basic moves)',
    },
)
