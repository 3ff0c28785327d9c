"""The rules core as a GTP program: it answers every question about a position and never plays."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from protocol.commands import COLORS
from protocol.engine import EngineEnd, FailureError, serve
from referee.rules.catalog import GAMES, find_game
from referee.rules.diagram.text import draw_text
from referee.rules.errors import Code, IllegalMoveError, Refusal, RulesError
from referee.rules.game import Game, Rules
from referee.rules.moves import Color, Ending, Move, Vertex

# A controller that knows plain GTP only never sends `set_game`: it wants Go.
FIRST_GAME: Final = "go"

# ASCII digits: `int` would take those of other scripts, and a number of any length.
_NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
_DECIMAL: Final = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)


class Rulekeeper:
    """One game under its rules, asked and changed by commands.

    Each public method without an underscore is a command, its arguments strings from the wire
    and its result the answer's text.

    Raises:
        FailureError: From any of them: the command cannot be obeyed, and nothing has changed.
    """

    def __init__(self) -> None:
        self._begin(find_game(FIRST_GAME))

    def handlers(self) -> dict[str, Callable[..., str | None]]:
        """Give the commands by name, for the engine's end of the protocol."""
        return {
            "list_games": self.list_games,
            "set_game": self.set_game,
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "komi": self.komi,
            "set_rule": self.set_rule,
            "play": self.play,
            "undo": self.undo,
            "showboard": self.showboard,
            "fixed_handicap": self.fixed_handicap,
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
            "final_status_list": self.final_status_list,
            "gogui-rules_game_id": lambda: self._game.title,
            "gogui-rules_board_size": self.query_boardsize,
            "gogui-rules_legal_moves": self._legal_for_side_to_move,
            "gogui-rules_side_to_move": self.side_to_move,
            "gogui-rules_final_result": self._final_result,
        }

    # -- setting up --------------------------------------------------------------------

    def _begin(
        self, game: Game, size: tuple[int, ...] | None = None, rules: Rules | None = None
    ) -> None:
        position = game.start(size, rules)
        self._game = game
        self._rules = position.rules
        self._position = position
        self._dead: frozenset[Vertex] = frozenset()

    def list_games(self) -> str:
        """List the ids of all games."""
        return "\n".join(GAMES)

    def set_game(self, game_id: str) -> None:
        """Choose a game, at its default size and rules, on an empty board."""
        with _as_failure():
            self._begin(find_game(game_id))

    def boardsize(self, *sizes: str) -> None:
        """Set the size and empty the board; the rules stay."""
        numbers = [int(size) for size in sizes if _NUMBER.fullmatch(size)]
        if not sizes or len(numbers) < len(sizes):
            expected = " ".join(self._game.size_names)
            raise FailureError(f"unacceptable size: expected {expected} as whole numbers")
        with _as_failure():
            self._begin(self._game, self._game.size(numbers), self._rules)

    def clear_board(self) -> None:
        """Empty the board; size and rules stay."""
        self._begin(self._game, self._position.board.size, self._rules)

    def komi(self, points: str) -> None:
        """Set White's komi; it may change at any time, as in GTP 2."""
        if not _DECIMAL.fullmatch(points):
            raise FailureError("syntax error: expected a number such as 7.5")
        with _as_failure():
            self._change_rules(self._game.rules(komi=float(points)).komi)

    def _change_rules(self, komi: float) -> None:
        # Replayed, because the result of a finished game depends on it.
        rules = self._game.rules(
            pie=self._rules.pie,
            ko=self._rules.ko,
            komi=komi,
            move_limit=self._rules.move_limit,
        )
        old, dead = self._position, self._dead
        self._begin(self._game, old.board.size, rules)
        handicap = getattr(old, "handicap", ())
        if handicap:
            self._position.place_handicap(handicap)
        for move in old.moves:
            self._position.play(move)
        self._dead = dead

    def set_rule(self, name: str, value: str) -> None:
        """Set `pie`, `ko` or `move_limit`, before the first move."""
        name, value = name.lower(), value.lower()
        if self._position.moves or self._position.stones(Color.BLACK):
            raise FailureError("the game has begun: rules are set on an empty board")
        rules = self._rules
        pie, ko, limit = rules.pie, rules.ko, rules.move_limit
        if name == "pie":
            pie = value
        elif name == "ko":
            ko = value
        elif name == "move_limit" and _NUMBER.fullmatch(value):
            limit = int(value)
        else:
            raise FailureError(
                f"unknown rule {name[:40]!a} or value: expected pie, ko or move_limit N"
            )
        komi = rules.komi if self._game.has_komi else None
        with _as_failure():
            changed = self._game.rules(pie=pie, ko=ko, komi=komi, move_limit=limit)
            self._begin(self._game, self._position.board.size, changed)

    def fixed_handicap(self, stones: str) -> str:
        """Place handicap stones where the game has them, and say where."""
        if not _NUMBER.fullmatch(stones):
            raise FailureError("invalid number of stones")
        with _as_failure():
            vertices = self._game.handicap(self._position.board, int(stones))
            self._position.place_handicap(vertices)
        return " ".join(self._position.board.labels[vertex] for vertex in vertices)

    # -- playing -----------------------------------------------------------------------

    def play(self, color: str, move: str) -> None:
        """Make a move."""
        parsed, refusal = self._refusal(color, move)
        if parsed is None or refusal is not None:
            raise FailureError(f"illegal move: {refusal}")
        self._position.play(parsed)
        self._dead = frozenset()

    def undo(self) -> None:
        """Take back the last move."""
        if not self._position.moves:
            raise FailureError("cannot undo: no move has been played")
        self._position.undo()
        self._dead = frozenset()

    def _refusal(self, color: str, text: str) -> tuple[Move | None, Refusal | None]:
        """Read a move and say why it is illegal, in the order of the codes."""
        side = _color(color)
        syntax = off_board = None
        move: Move | None = None
        try:
            move = self._position.board.parse_move(text)
        except IllegalMoveError as error:
            if error.refusal.code is Code.SYNTAX:
                syntax = error.refusal
            else:
                off_board = error.refusal
        if syntax is not None:
            return None, syntax
        if move is not None:
            return move, self._position.refusal(move, side)
        # The game being over, or the other side's turn, comes before a vertex off the board.
        anywhere = self._position.board.places[0]
        earlier = self._position.refusal(anywhere, side)
        if earlier is not None and earlier.code in (Code.GAME_OVER, Code.WRONG_COLOR):
            return None, earlier
        return None, off_board

    # -- asking ------------------------------------------------------------------------

    def showboard(self) -> str:
        """Draw the position."""
        return "\n" + draw_text(self._position)

    def query_boardsize(self) -> str:
        """Give the sizes as `boardsize` takes them."""
        return " ".join(map(str, self._position.board.size))

    def points(self) -> str:
        """List every vertex."""
        return " ".join(self._position.board.labels)

    def neighbors(self, vertex: str) -> str:
        """List the neighbours of a vertex."""
        return self._labels(self._position.board.neighbors[self._vertex(vertex)])

    def sides(self, vertex: str) -> str:
        """List the sides that a vertex belongs to."""
        return " ".join(self._position.board.sides_of(self._vertex(vertex)))

    def list_stones(self, color: str) -> str:
        """List the stones of a colour."""
        return self._labels(self._position.stones(_color(color)))

    def all_legal(self, color: str) -> str:
        """List every legal move; none if it is not the colour's turn."""
        if _color(color) is not self._position.to_move:
            return ""
        return self._legal_for_side_to_move()

    def _legal_for_side_to_move(self) -> str:
        board = self._position.board
        return " ".join(board.format_move(move) for move in self._position.legal_moves())

    def is_legal(self, color: str, move: str) -> str:
        """Say `1` or `0`."""
        return "1" if self._refusal(color, move)[1] is None else "0"

    def why_illegal(self, color: str, move: str) -> str:
        """Give the code and a sentence, or `legal`."""
        refusal = self._refusal(color, move)[1]
        return "legal" if refusal is None else str(refusal)

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

    def captures(self, color: str) -> str:
        """Count the stones that a colour has taken."""
        return str(self._position.captures(_color(color)))

    def outcome(self) -> str:
        """Say who has won and why; dead stones count as marked."""
        ending = self._position.ending
        if ending is None:
            return "undecided"
        result = self._position.result
        if ending in (Ending.SCORE, Ending.MOVE_LIMIT):
            result = self._position.score(self._dead).result
        return f"{result} {ending.value}"

    def winning_chain(self) -> str:
        """List the stones that prove the win, one line a chain."""
        chains = self._position.winning_chains()
        if not chains:
            raise FailureError("no chain")
        return "\n".join(self._labels(chain) for chain in chains)

    def final_score(self) -> str:
        """Give the margin as GTP does."""
        match self._position.ending:
            case None:
                raise FailureError("cannot score")
            case Ending.SCORE | Ending.MOVE_LIMIT:
                return str(self._position.score(self._dead))
            case Ending.REPETITION:
                return "0"
            case Ending.CONNECTION:
                return "B+" if self._position.result is Color.BLACK else "W+"

    def final_status_list(self, status: str, *vertices: str) -> str:
        """Mark dead stones for `final_score`; without vertices, list them."""
        if status.lower() != "dead":
            raise FailureError("invalid status: expected dead")
        if not self._game.captures:
            raise FailureError(f"{self._game.id} has no dead stones")
        if vertices:
            dead = frozenset(self._vertex(vertex) for vertex in vertices)
            with _as_failure():
                self._position.score(dead)
            self._dead = dead
        return self._labels(tuple(sorted(self._dead)))

    def _final_result(self) -> str:
        return self.outcome().partition(" ")[0].replace("undecided", "unknown")

    def _vertex(self, label: str) -> Vertex:
        try:
            return self._position.board.vertex(label)
        except IllegalMoveError as error:
            raise FailureError(f"invalid vertex: {error.refusal.sentence}") from error

    def _labels(self, vertices: tuple[Vertex, ...]) -> str:
        return " ".join(self._position.board.labels[vertex] for vertex in vertices)


def _color(word: str) -> Color:
    name = COLORS.get(word.lower())
    if name is None:
        raise FailureError("invalid color: expected black or white (or b, w, red, blue)")
    return Color.BLACK if name == Color.BLACK.word else Color.WHITE


class _as_failure:  # noqa: N801 - read as a phrase: `with _as_failure():`
    """Answer what the rules refuse with a failure."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, RulesError):
            raise FailureError(str(error)) from error


def rulekeeper_end(version: str) -> EngineEnd:
    """Build the engine's end of the protocol for a new rulekeeper."""
    return EngineEnd(name="hex-referee", version=version, handlers=Rulekeeper().handlers())


def serve_rulekeeper() -> None:
    """Answer commands on stdin and stdout until `quit` or the end of input."""
    from importlib.metadata import PackageNotFoundError  # noqa: PLC0415 - not needed in tests
    from importlib.metadata import version as version_of  # noqa: PLC0415

    try:
        version = version_of("hex-referee")
    except PackageNotFoundError:  # run from a checkout
        version = "unknown"
    serve(rulekeeper_end(version))
