"""How a game ended: who won, why, and what it means if nobody can be blamed."""

from __future__ import annotations

import enum

import attrs

from referee.rules.moves import Color, Draw, Result


class Player(enum.IntEnum):
    """One of the two who play: `FIRST` begins, and keeps that name if colours are exchanged."""

    FIRST = 0
    SECOND = 1

    @property
    def opponent(self) -> Player:
        """The other player."""
        return Player.SECOND if self is Player.FIRST else Player.FIRST

    @property
    def word(self) -> str:
        """The player as records write it."""
        return self.name.lower()

    def __str__(self) -> str:
        return self.word


class Termination(enum.Enum):
    """Why a game ended; the values are the words of the records."""

    CONNECTION = "connection"
    SCORE = "score"
    RESIGNATION = "resignation"
    REPETITION = "repetition"
    MOVE_LIMIT = "move_limit"
    TIMEOUT = "timeout"
    ILLEGAL_MOVE = "illegal_move"
    PROTOCOL_ERROR = "protocol_error"
    CRASH = "crash"
    REFUSED = "refused"
    RESOURCE_LIMIT = "resource_limit"
    ADJUDICATION = "adjudication"

    @property
    def is_fault(self) -> bool:
        """Whether the loser lost by misbehaving, not by the rules."""
        return self in _FAULTS


_FAULTS = frozenset(
    {
        Termination.TIMEOUT,
        Termination.ILLEGAL_MOVE,
        Termination.PROTOCOL_ERROR,
        Termination.CRASH,
        Termination.REFUSED,
        Termination.RESOURCE_LIMIT,
    }
)


@attrs.frozen
class Outcome:
    """Who won and why. `winner` is the colour that the winner had at the end.

    `detail` is one sentence for people; text of an engine in it is escaped already.
    """

    winner: Result
    termination: Termination
    detail: str


class VoidGameError(Exception):
    """The game could not be played, through no engine's fault: it counts for nobody."""


class StartError(Exception):
    """An engine could not be brought to ready, so that no game was played.

    `entrant` is its name, `step` what it was asked to do. The message names both and says
    what the engine said last, escaped and bounded.
    """

    def __init__(self, entrant: str, step: str, message: str) -> None:
        super().__init__(message)
        self.entrant = entrant
        self.step = step


def winner_among(result: Result, *, swapped: bool) -> Player | None:
    """Say which player has won when `result` is a colour; `None` is a draw.

    After `swap-sides` (`swapped`) the first player has White.
    """
    if isinstance(result, Draw):
        return None
    return Player(result ^ swapped)


def color_of(player: Player, *, swapped: bool) -> Color:
    """Say which colour a player has; the inverse of `winner_among`."""
    return Color(player ^ swapped)
