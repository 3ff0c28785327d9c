"""What a check has found, as a value: the verdict, the evidence and the cure. No I/O."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

import attrs

from referee.printable import printable

# How much of what went over the wire is shown: enough to see it, not to drown in it.
SHOWN: Final = 240


class Verdict(enum.Enum):
    """What a finding means for the games of the engine; the values are those of `--json`."""

    OK = "ok"
    INFO = "info"
    TOLERATED = "tolerated"
    COSTS_GAMES = "costs games"
    NOT_REACHED = "not reached"


@attrs.frozen
class Judgement:
    """What a check says: a verdict and one clause for people."""

    verdict: Verdict
    text: str


def ok(text: str) -> Judgement:
    """Say that all is as it should be."""
    return Judgement(Verdict.OK, text)


def info(text: str) -> Judgement:
    """Say something worth knowing that harms nobody."""
    return Judgement(Verdict.INFO, text)


def tolerated(text: str) -> Judgement:
    """Say that it is not as it should be and that the referee bears it."""
    return Judgement(Verdict.TOLERATED, text)


def costs_games(text: str) -> Judgement:
    """Say that games will be lost by it, or not played at all."""
    return Judgement(Verdict.COSTS_GAMES, text)


class PremiseError(Exception):
    """Why a check could not be made: what it builds on is not there. A clause."""


@attrs.frozen
class Finding:
    """One check's result. `sent` and `received` are printable and bounded."""

    name: str
    group: str
    verdict: Verdict
    text: str
    section: str
    mend: str
    sent: str = ""
    received: str = ""

    def as_json(self) -> Mapping[str, str]:
        """Return the finding for `--json`: words and strings only."""
        return {**attrs.asdict(self), "verdict": self.verdict.value}


def shown(data: bytes, *, limit: int = SHOWN) -> str:
    """Return the end of what went over the wire, printable: the last words tell the most."""
    text = data.decode(errors="backslashreplace")
    if len(text) > limit:
        text = f"...{text[-limit:]}"
    text = text.replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t")
    return printable(text)
