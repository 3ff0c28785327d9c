"""A position: the one mutable object of the rules. `play`, `undo` and `copy` keep it right."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from referee.rules.errors import Code, IllegalMoveError, Refusal, RulesError
from referee.rules.moves import (
    Color,
    Ending,
    Move,
    Pass,
    Result,
    SwapSides,
    Vertex,
)

if TYPE_CHECKING:
    from referee.rules.board import Board
    from referee.rules.game import Game, Rules
    from referee.rules.goal import Chain
    from referee.rules.scoring import Score

BLACK, WHITE = Color.BLACK, Color.WHITE


class Position(ABC):
    """Stones, the side to move, and what ko and pie need; nothing of clocks or names.

    `to_move` is `None` once the game is over. `result` is `None` while it goes on, then a
    colour or `DRAW`, and `ending` says which rule ended it. `moves` are the moves so far.
    Only `play`, `undo` and the few verbs of its kind change a position.
    """

    __slots__ = ("board", "ending", "game", "moves", "result", "rules", "to_move")

    game: Game
    board: Board
    rules: Rules
    to_move: Color | None
    result: Result | None
    ending: Ending | None
    moves: list[Move]

    def __init__(self, game: Game, board: Board, rules: Rules) -> None:
        self.game = game
        self.board = board
        self.rules = rules
        self.to_move = BLACK
        self.result = None
        self.ending = None
        self.moves = []

    # -- the verbs ---------------------------------------------------------------------

    @abstractmethod
    def play(self, move: Move) -> None:
        """Make a move for the side to move.

        Raises:
            IllegalMoveError: The rules refuse it; the position is as it was.
        """

    @abstractmethod
    def undo(self) -> tuple[Color, Move]:
        """Take back the last move and return it with its colour.

        Raises:
            RulesError: There is no move to take back.
        """

    def copy(self) -> Self:
        """Return a position that can be played on without changing this one."""
        twin = object.__new__(type(self))
        twin.game = self.game
        twin.board = self.board
        twin.rules = self.rules
        twin.to_move = self.to_move
        twin.result = self.result
        twin.ending = self.ending
        twin.moves = self.moves.copy()
        self._copy_into(twin)
        return twin

    @abstractmethod
    def _copy_into(self, twin: Self) -> None: ...

    def resume(self) -> None:
        """Go on after two passes, once, because the dead stones are not agreed.

        Raises:
            RulesError: The game does not stand at two passes, or it was resumed before.
        """
        raise RulesError(f"{self.game.id} is not resumed")

    def place_handicap(self, vertices: Iterable[Vertex]) -> None:
        """Put black handicap stones on the empty board; White then moves first.

        Raises:
            RulesError: The game has no handicap or has begun.
        """
        del vertices
        raise RulesError(f"{self.game.id} has no handicap")

    # -- what stands -------------------------------------------------------------------

    @abstractmethod
    def color_at(self, vertex: Vertex) -> Color | None:
        """Return the colour of the stone on a vertex, `None` if it is vacant."""

    def stones(self, color: Color) -> tuple[Vertex, ...]:
        """List the vertices with stones of a colour, in order."""
        return tuple(v for v in range(len(self.board)) if self.color_at(v) is color)

    def empty(self) -> tuple[Vertex, ...]:
        """List the vacant vertices, in order."""
        return tuple(v for v in range(len(self.board)) if self.color_at(v) is None)

    @property
    def first_color(self) -> Color:
        """The colour that moves first: White after handicap stones."""
        return BLACK

    @property
    def handicap(self) -> tuple[Vertex, ...]:
        """The handicap stones that stood before the first move."""
        return ()

    @property
    def history(self) -> list[tuple[Color, Move]]:
        """The moves so far with their colours, oldest first."""
        color = self.first_color
        told = []
        for move in self.moves:
            told.append((color, move))
            if not isinstance(move, SwapSides):
                color = color.opponent
        return told

    @property
    def swapped(self) -> bool:
        """Whether the players have exchanged colours (`swap-sides`)."""
        return len(self.moves) > 1 and isinstance(self.moves[1], SwapSides)

    @property
    def can_agree_dead(self) -> bool:
        """Whether both players are now to be asked for the dead stones."""
        return False

    def winning_chains(self) -> tuple[Chain, ...]:
        """Return a minimal set of stones that proves a win by connection, chain by chain.

        Empty unless the game ended by connection.
        """
        return ()

    def captures(self, color: Color) -> int:
        """Count the stones that a colour has taken."""
        del color
        return 0

    def score(self, dead: Iterable[Vertex] = ()) -> Score:
        """Score the board as it stands, after removing `dead` stones.

        Raises:
            RulesError: The game is not one of scores, or there is no stone on a dead vertex.
        """
        del dead
        raise RulesError(f"{self.game.id} is not scored")

    # -- what may be played ------------------------------------------------------------

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """List every legal move: vertices in label order, then a swap, then a pass."""

    @abstractmethod
    def _refusal(self, move: Move) -> Refusal | None:
        """Say why the side to move may not make a move, while the game goes on."""

    def refusal(self, move: Move, color: Color | None = None) -> Refusal | None:
        """Say why a move is refused, `None` if it is legal.

        The first reason in the order of `Code` is given. Without a colour the move is that
        of the side to move.
        """
        if self.result is not None:
            return Refusal(Code.GAME_OVER, f"the game is over: {self.describe_result()}")
        if color is not None and color is not self.to_move:
            turn = self.game.name_of(color.opponent)
            return Refusal(Code.WRONG_COLOR, f"it is {turn}'s turn: {self._cite(Code.WRONG_COLOR)}")
        return self._refusal(move)

    def describe_result(self) -> str:
        """Say in words how the game stands: who won, or that it goes on."""
        if self.result is None or self.ending is None:
            return "undecided"
        ending = self.ending.value.replace("_", " ")
        if isinstance(self.result, Color):
            return f"{self.game.name_of(self.result)} has won by {ending}"
        return f"a draw by {ending}"

    # -- for the two kinds of positions ------------------------------------------------

    def _cite(self, code: Code) -> str:
        return self.game.citations[code]

    def _refuse(self, move: Move) -> IllegalMoveError:
        """Build the error for a move that is known to be illegal."""
        refusal = self.refusal(move)
        if refusal is None:
            raise AssertionError(f"a legal move was refused: {move}")
        return IllegalMoveError(refusal)

    def _may_swap(self) -> bool:
        """Whether this is White's first turn, the second of the game."""
        return len(self.moves) == 1 and self.to_move is WHITE

    def _swap_refusal(self, move: Move) -> Refusal | None:
        word = self.board.format_move(move)
        if self.rules.pie != ("swap-sides" if isinstance(move, SwapSides) else "replace"):
            sentence = f"{word} is not played: the pie rule of this game is {self.rules.pie}"
        elif not self._may_swap():
            sentence = f"{word} can be played on White's first turn only"
        else:
            return None
        return Refusal(Code.SWAP_UNAVAILABLE, f"{sentence}: {self._cite(Code.SWAP_UNAVAILABLE)}")

    def _occupied(self, vertex: Vertex) -> Refusal | None:
        color = self.color_at(vertex)
        if color is None:
            return None
        label, name = self.board.labels[vertex], self.game.name_of(color)
        sentence = f"{label} is occupied by a stone of {name}: {self._cite(Code.OCCUPIED)}"
        return Refusal(Code.OCCUPIED, sentence)

    def _pass_refusal(self, move: Pass) -> Refusal | None:
        del move
        if self.game.has_pass:
            return None
        sentence = f"{self.game.title} has no pass: {self._cite(Code.PASS_UNAVAILABLE)}"
        return Refusal(Code.PASS_UNAVAILABLE, sentence)
