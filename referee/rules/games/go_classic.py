"""Go by area, with positional superko, so that the engines of today can play."""

from referee.rules.board import LETTERS_WITHOUT_I, Board
from referee.rules.boards.square import GRID, square_board
from referee.rules.capture import Capture
from referee.rules.errors import Code, RuleError
from referee.rules.game import Game, Rules, square_sizes
from referee.rules.moves import Vertex
from referee.rules.scoring import score_area

SMALLEST_WITH_HANDICAP = 7


def _handicap_points(board: Board, stones: int) -> tuple[Vertex, ...]:
    """Place fixed handicap stones as GTP 2, section 4.1.1, does."""
    (size,) = board.size
    most = _most_handicap(size)
    if not 2 <= stones <= most:
        expected = f"expected 2 to {most}" if most else "this board has none"
        raise RuleError(f"{stones} handicap stones on go {size}: {expected}")
    edge = 2 if size < 13 else 3  # counted from 0: the third line, on large boards the fourth
    low, middle, high = edge, size // 2, size - 1 - edge
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    points = corners[:stones] if stones < 4 else corners + sides[: (stones - 4) // 2 * 2]
    if stones > 4 and stones % 2:
        points.append((middle, middle))
    return tuple(column * size + row for column, row in points)


def _most_handicap(size: int) -> int:
    if size < SMALLEST_WITH_HANDICAP:
        return 0
    return 9 if size % 2 and size > SMALLEST_WITH_HANDICAP else 4


GAME = Game(
    id="go",
    title="Go",
    size_names=("N",),
    default_size=(9,),
    check_size=square_sizes(2, 25),
    build_board=lambda n: square_board(
        GRID, n, diagonal=0, letters=LETTERS_WITHOUT_I, has_sides=False
    ),
    mechanism=Capture(score_area),
    default_rules=Rules(ko="positional-superko", komi=7.5),
    pie_choices=("none", "swap-sides"),
    ko_choices=("positional-superko", "simple", "capturing-stone"),
    handicap_points=_handicap_points,
    citations={
        Code.WRONG_COLOR: "the players place one stone each in turn (Go)",
        Code.OCCUPIED: "a stone goes on a vacant point (Go)",
        Code.SUICIDE: "a play must leave its own stones a liberty (Go, no suicide)",
        Code.KO: "a stone that has just captured may not be captured back at once (Go, ko)",
        Code.SUPERKO: "no play may bring back an earlier position of the board (Go, positional "
        "superko)",
        Code.SWAP_UNAVAILABLE: "Go has no pie rule by itself; swap-sides is an option",
    },
)
