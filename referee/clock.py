"""Terms of time and what is left of it: arithmetic only, nobody here looks at a clock."""

from __future__ import annotations

import math
import re
from typing import Final

import attrs

from referee.outcome import Player
from referee.printable import printable

# Seven digits before the point (115 days) and six after it are exact in a float, and a timer
# of that length overflows nothing.
_NUMBER: Final = r"([0-9]{1,7}(?:\.[0-9]{1,6})?)s?"
_MAIN: Final = re.compile(rf"{_NUMBER}(?:\+{_NUMBER})?")
_PER_MOVE: Final = re.compile(rf"{_NUMBER}/move")
MAX_SECONDS: Final = 9_999_999.0


class ClockError(Exception):
    """Text or numbers that are no terms of time; the message is one line for a person."""


def _micro(seconds: float) -> float:
    return round(seconds, 6)


def _check_seconds(_: object, attribute: attrs.Attribute[float], seconds: float | None) -> None:
    if seconds is not None and not 0 <= seconds <= MAX_SECONDS:  # NaN is not, either
        raise ClockError(
            f"{attribute.name}: expected 0 to {MAX_SECONDS:.0f} seconds, got {seconds}"
        )


@attrs.frozen
class TimeControl:
    """The terms of time of a game, in seconds.

    With `main` a player has that much for the game and gets `increment` after each move; with
    `per_move` that much for each move. With neither there is no clock.
    """

    main: float | None = attrs.field(default=None, validator=_check_seconds)
    increment: float = attrs.field(default=0.0, validator=_check_seconds)
    per_move: float | None = attrs.field(default=None, validator=_check_seconds)

    def __attrs_post_init__(self) -> None:
        if self.main is None and self.increment:
            raise ClockError("an increment needs a main time")
        if self.main is not None and self.per_move is not None:
            raise ClockError("main time and a fixed time per move exclude each other")
        if self.main == 0 or self.per_move == 0:
            raise ClockError("nobody can move in no time")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read terms such as `60+0.5`, `300`, `5/move` or `none`.

        Raises:
            ClockError: The text is nothing of that kind.
        """
        if text == "none":
            return cls()
        if match := _PER_MOVE.fullmatch(text):
            return cls(per_move=float(match[1]))
        if match := _MAIN.fullmatch(text):
            return cls(main=float(match[1]), increment=float(match[2] or 0))
        raise ClockError(
            f"time '{printable(text[:40])}': expected MAIN+INCREMENT in seconds such as 60+0.5,"
            " SECONDS/move such as 5/move, or none"
        )

    def __str__(self) -> str:
        if self.per_move is not None:
            return f"{plain_seconds(self.per_move)}/move"
        if self.main is not None:
            return f"{plain_seconds(self.main)}+{plain_seconds(self.increment)}"
        return "none"


def plain_seconds(seconds: float) -> str:
    """Write seconds exactly, to the microsecond, and without an exponent."""
    text = f"{seconds:.6f}".rstrip("0")
    return text.removesuffix(".")


@attrs.frozen
class Clock:
    """What each player has left; spending gives a new clock.

    It goes with the players, not with the colours that they may exchange.
    """

    control: TimeControl
    _left: tuple[float, float]

    @classmethod
    def start(cls, control: TimeControl) -> Clock:
        """Return the clock before the first move."""
        main = control.main or 0.0
        return cls(control, (main, main))

    def left(self, player: Player) -> float | None:
        """Return what is left of a player's main time; `None` where there is none to keep."""
        return None if self.control.main is None else self._left[player]

    def budget(self, player: Player) -> float | None:
        """Return how long a player's next move may take; `None` is without limit."""
        return self.control.per_move if self.control.main is None else self._left[player]

    def is_late(self, player: Player, seconds: float) -> bool:
        """Say whether a move that took `seconds` came too late; exactly on time is not late."""
        budget = self.budget(player)
        return budget is not None and _micro(seconds) > budget

    def spend(self, player: Player, seconds: float) -> Clock:
        """Take the time of a move from a player and add the increment; never below zero."""
        if self.control.main is None:
            return self
        left = _micro(max(0.0, self._left[player] - seconds) + self.control.increment)
        first, second = self._left
        return attrs.evolve(self, left=(left, second) if player is Player.FIRST else (first, left))


def milliseconds(seconds: float) -> int:
    """Return whole milliseconds, rounded down: what is told to an engine is never more."""
    return math.floor(_micro(seconds) * 1000 + 1e-6)
