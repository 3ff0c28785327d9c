"""What can be asked about a position, as commands: strings in, strings out. Nothing changes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import attrs

from protocol.commands import COLORS
from protocol.engine import FailureError
from referee.rules.diagram.text import draw_text
from referee.rules.errors import Code, IllegalMoveError, Refusal
from referee.rules.moves import Color, Ending, Move, Vertex
from referee.rules.position import Position

_SCORED = (Ending.SCORE, Ending.MOVE_LIMIT)
_REFUSES_ANY_MOVE = (Code.GAME_OVER, Code.WRONG_COLOR)


@attrs.define
class Table:
    """What lies on the table: a position, and the stones that were marked as dead."""

    position: Position
    dead: frozenset[Vertex] = frozenset()


class Questions:
    """The commands that ask.

    Each public method but `handlers` is a command, its arguments strings from the wire and its
    result the answer's text.

    Raises:
        FailureError: From any of them: the question has no answer.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def handlers(self) -> dict[str, Callable[..., str | None]]:
        """Give the commands by name, for the engine's end of the protocol."""
        return {
            "showboard": self.showboard,
            "query_boardsize": self.query_boardsize,
            "points": self.points,
            "neighbors": self.neighbors,
            "sides": self.sides,
            "list_stones": self.list_stones,
            "all_legal": self.all_legal,
            "is_legal": self.is_legal,
            "why_illegal": self.why_illegal,
            "side_to_move": self.side_to_move,
            "move_history": self.move_history,
            "captures": self.captures,
            "outcome": self.outcome,
            "winning_chain": self.winning_chain,
            "final_score": self.final_score,
            "gogui-rules_game_id": self.gogui_game_id,
            "gogui-rules_board_size": self.query_boardsize,
            "gogui-rules_legal_moves": self.gogui_legal_moves,
            "gogui-rules_side_to_move": self.side_to_move,
            "gogui-rules_final_result": self.gogui_final_result,
        }

    @property
    def _position(self) -> Position:
        return self._table.position

    # -- the board -----------------------------------------------------------------------

    def showboard(self) -> str:
        """Draw the position."""
        # From the second line on, so that the id of the response does not shift the first.
        return "\n" + draw_text(self._position)

    def query_boardsize(self) -> str:
        """Give the sizes as `boardsize` takes them."""
        return " ".join(map(str, self._position.board.size))

    def points(self) -> str:
        """List every vertex."""
        return " ".join(self._position.board.labels)

    def neighbors(self, vertex: str) -> str:
        """List the neighbours of a vertex."""
        board = self._position.board
        return labels_of(self._position, board.neighbors[parse_vertex(self._position, vertex)])

    def sides(self, vertex: str) -> str:
        """List the sides that a vertex belongs to."""
        return " ".join(self._position.board.sides_of(parse_vertex(self._position, vertex)))

    def list_stones(self, color: str) -> str:
        """List the stones of a colour."""
        return labels_of(self._position, self._position.stones(parse_color(color)))

    # -- moves ---------------------------------------------------------------------------

    def all_legal(self, color: str) -> str:
        """List every legal move; none if it is not the colour's turn."""
        is_turn = parse_color(color) is self._position.to_move
        return self.gogui_legal_moves() if is_turn else ""

    def is_legal(self, color: str, move: str) -> str:
        """Say `1` or `0`."""
        return "0" if isinstance(judge(self._position, color, move), Refusal) else "1"

    def why_illegal(self, color: str, move: str) -> str:
        """Give the code and a sentence, or `legal`."""
        judged = judge(self._position, color, move)
        return str(judged) if isinstance(judged, Refusal) else "legal"

    def side_to_move(self) -> str:
        """Give the colour whose turn it is; nothing once the game is over."""
        to_move = self._position.to_move
        return "" if to_move is None else to_move.word

    def move_history(self) -> str:
        """List the moves so far, oldest first."""
        board = self._position.board
        return "\n".join(
            f"{color} {board.format_move(move)}" for color, move in self._position.history
        )

    # -- how it stands -------------------------------------------------------------------

    def captures(self, color: str) -> str:
        """Count the stones that a colour has taken."""
        return str(self._position.captures(parse_color(color)))

    def outcome(self) -> str:
        """Say who has won and why; dead stones count as marked."""
        ending = self._position.ending
        if ending is None:
            return "undecided"
        result = self._position.result
        if ending in _SCORED:
            result = self._position.score(self._table.dead).result
        return f"{result} {ending.value}"

    def winning_chain(self) -> str:
        """List the stones that prove the win, one line a chain."""
        chains = self._position.winning_chains()
        if not chains:
            raise FailureError("no chain")
        return "\n".join(labels_of(self._position, chain) for chain in chains)

    def final_score(self) -> str:
        """Give the margin as GTP does, after two passes or at the move limit."""
        match self._position.ending:
            case None:
                raise FailureError("cannot score")
            case Ending.SCORE | Ending.MOVE_LIMIT:
                return str(self._position.score(self._table.dead))
            case Ending.REPETITION:
                return "0"
            case Ending.CONNECTION:
                return "B+" if self._position.result is Color.BLACK else "W+"

    # -- for GoGui -----------------------------------------------------------------------

    def gogui_game_id(self) -> str:
        """Name the game: GoGui wants a capital and then nothing but small letters."""
        return self._position.game.id.replace("-", "").capitalize()

    def gogui_legal_moves(self) -> str:
        """List the legal moves of the side to move; none once the game is over."""
        board = self._position.board
        return " ".join(board.format_move(move) for move in self._position.legal_moves())

    def gogui_final_result(self) -> str:
        """Say `black`, `white`, `draw` or `unknown`."""
        return self.outcome().partition(" ")[0].replace("undecided", "unknown")


def judge(position: Position, color: str, text: str) -> Move | Refusal:
    """Read a move: it is legal, or refused for the first reason in the order of the codes.

    Raises:
        FailureError: That is no colour.
    """
    side = parse_color(color)
    try:
        move = position.board.parse_move(text)
    except IllegalMoveError as error:
        if error.refusal.code is Code.SYNTAX:
            return error.refusal
        # That the game is over, or that it is the other's turn, comes before "off the board".
        refusal = position.refusal(position.board.places[0], side)
        if refusal is not None and refusal.code in _REFUSES_ANY_MOVE:
            return refusal
        return error.refusal
    return position.refusal(move, side) or move


def parse_color(word: str) -> Color:
    """Read a colour.

    Raises:
        FailureError: It is none.
    """
    name = COLORS.get(word.lower())
    if name is None:
        raise FailureError("invalid color: expected black or white (or b, w, red, blue)")
    return Color.BLACK if name == Color.BLACK.word else Color.WHITE


def parse_vertex(position: Position, label: str) -> Vertex:
    """Read a vertex.

    Raises:
        FailureError: The board has no such vertex.
    """
    try:
        return position.board.vertex(label)
    except IllegalMoveError as error:
        raise FailureError(f"invalid vertex: {error.refusal.sentence}") from error


def labels_of(position: Position, vertices: Iterable[Vertex]) -> str:
    """Write vertices as the protocol does."""
    return " ".join(position.board.labels[vertex] for vertex in vertices)
