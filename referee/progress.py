"""What whoever watches a game is told, as it goes. Positions are copies."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from referee.record import GameRecord, Turn
from referee.rules.position import Position


@attrs.frozen
class GameStarted:
    """Both engines are ready."""

    position: Position


@attrs.frozen
class MovePlayed:
    """A move counted."""

    turn: Turn
    position: Position


@attrs.frozen
class GameFinished:
    """The game is decided and recorded."""

    record: GameRecord
    position: Position


Progress: TypeAlias = GameStarted | MovePlayed | GameFinished
