"""How one game of an event ended: the little of its record that tables are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from referee.outcome import Player, Termination


@attrs.frozen
class GameResult:
    """One finished game; results go to the players, whichever colour they ended with."""

    game_id: str
    first: str
    second: str
    winner: Player | None
    """Who won; `None` is a draw."""
    termination: Termination
