"""Hex Go: Go on a honeycomb, with a ko rule of its own."""

from referee.rules.board import Board
from referee.rules.boards.honeycomb import honeycomb_board
from referee.rules.capture import Capture
from referee.rules.errors import Code, RuleError
from referee.rules.game import Game, Rules
from referee.rules.moves import Vertex
from referee.rules.scoring import score_territory

DEFAULT_SIZE = (20, 19)
LARGEST = 52
# In the order of the sheet's section "Handicap play".
HANDICAP = ["D4", "R16", "D16", "R4", "D10", "R10", "H4", "M16", "H16", "M4", "H10", "M10"]


def _handicap_points(board: Board, stones: int) -> tuple[Vertex, ...]:
    if board.size != DEFAULT_SIZE:
        raise RuleError("hex-go has handicap points on its default board 20 19 only")
    if not 1 <= stones <= len(HANDICAP):
        raise RuleError(f"{stones} handicap stones: expected 1 to {len(HANDICAP)}")
    return tuple(board.vertex(label) for label in HANDICAP[:stones])


def _check_size(columns: int, rows: int) -> str | None:
    if 2 <= columns <= LARGEST and 2 <= rows <= LARGEST:
        return None
    return f"expected COLUMNS and ROWS 2 to {LARGEST}"


GAME = Game(
    id="hex-go",
    title="Hex Go",
    size_names=("COLUMNS", "ROWS"),
    default_size=DEFAULT_SIZE,
    check_size=_check_size,
    build_board=honeycomb_board,
    mechanism=Capture(score_territory),
    default_rules=Rules(ko="capturing-stone"),
    ko_choices=("capturing-stone", "simple", "positional-superko"),
    handicap_points=_handicap_points,
    citations={
        Code.WRONG_COLOR: '"White then plays a stone, and play alternates from that point" (Rules)',
        Code.OCCUPIED: '"placing one stone on any vacant intersection" (Rules)',
        Code.SUICIDE: '"A player is not allowed to place his stone into a position of capture '
        "unless he captures the opponent's stone(s)\" (Capture)",
        Code.KO: '"a stone which captures cannot then be captured on the next play by the '
        'opponent" (Repetitive capture)',
        Code.SUPERKO: "no play may bring back an earlier position of the board (the option "
        "positional-superko)",
        Code.SWAP_UNAVAILABLE: "Hex Go itself has no pie rule; swap-sides is an option",
    },
)
