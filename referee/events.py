"""What an engine did, as a value for the arbiter. Not exceptions: a fault is news, too."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from referee.outcome import Player
from referee.rules.errors import Refusal
from referee.rules.moves import Move


@attrs.frozen
class MoveChosen:
    """It answered with a move of this board; whether it is legal is not said."""

    move: Move


@attrs.frozen
class NoMove:
    """It answered with one word that names no move of this board."""

    text: str
    refusal: Refusal


@attrs.frozen
class Resigned:
    """It gave up."""


@attrs.frozen
class Refused:
    """It answered `?` to a command that it had to obey."""

    command: str
    message: str


@attrs.frozen
class ProtocolBroken:
    """It said what the protocol does not allow; `complaint` is a clause: "sent a ..."."""

    complaint: str


@attrs.frozen
class Exited:
    """It is gone, or does not listen or speak any more; `how` is a clause: "was killed by ..."."""

    how: str


@attrs.frozen
class TimedOut:
    """It did not answer in time; `waited_for` is what it was to do and how long it had."""

    waited_for: str


Event: TypeAlias = MoveChosen | NoMove | Resigned | Refused | ProtocolBroken | Exited | TimedOut


@attrs.frozen
class Report:
    """Who did what. `seconds` is what the answer to `genmove` took, if it was one."""

    player: Player
    event: Event
    seconds: float | None = None
