"""HTP, the Hex Text Protocol, as the programs of Benzene speak it: MoHex and Wolve."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

import attrs

from referee.clock import Clock
from referee.dialect.base import Dialect, Step, Words
from referee.outcome import Player
from referee.rules.board import Board
from referee.rules.game import Game, Rules
from referee.rules.moves import SWAP_SIDES, Color, Move

# "Pieces" notwithstanding, MoHex leaves the stones where they are and the players exchange
# colours; that is our `swap-sides`.
_SWAP: Final = "swap-pieces"


@attrs.frozen
class HtpDialect(Dialect):
    """Points in lower case, two sizes, a swap with a name of its own, no terms of time."""

    name: ClassVar[str] = "htp"
    signs: ClassVar[frozenset[str]] = frozenset({"param_game", "all_legal_moves"})
    games: ClassVar[frozenset[str] | None] = frozenset({"hex"})

    def _objection_to_rules(self, game: Game, rules: Rules) -> str | None:
        del game, rules  # both pie rules can be told, or an engine without param_game has one
        return None

    def setup(self, board: Board, game: Game, rules: Rules) -> Iterator[Step]:
        """List the commands that bring the engine to the empty board of this game."""
        (size,) = board.size
        yield Step(("boardsize", str(size), str(size)))
        yield Step(("clear_board",))
        yield from self._rule_steps(game, rules)

    def _rule_steps(self, game: Game, rules: Rules) -> Iterator[Step]:
        del game
        if self.commands is None or self.has("param_game"):
            # MoHex refuses a swap, and never thinks of one, before it is told so.
            allowed = "1" if rules.pie == "swap-sides" else "0"
            words = ("param_game", "allow_swap", allowed)
            yield Step(words, is_vital=self.commands is not None)

    def time_left(self, color: Color, clock: Clock, player: Player) -> Words | None:
        """Return the command that tells a player what is left: whole seconds, no stones."""
        words = super().time_left(color, clock, player)
        return None if words is None else words[:3]

    def _format_move(self, move: Move, board: Board) -> str:
        return _SWAP if move == SWAP_SIDES else board.format_move(move).lower()

    def _parse_move(self, text: str, board: Board) -> Move:
        return SWAP_SIDES if text.lower() == _SWAP else board.parse_move(text)
