"""What a record's SGF tells other programs, which private properties of ours hold exactly."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from referee.clock import ClockError, TimeControl
from referee.outcome import Termination
from referee.record import GameRecord
from referee.rules.game import Game
from referee.rules.moves import Color
from referee.sgf_game import MOVE_IDENTS, REAL

_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def echoes_of(record: GameRecord, game: Game) -> dict[str, str]:
    """Return the standard properties of the root that echo the record, with unescaped values."""
    echoes = {
        "PB": record.first.name,
        "PW": record.second.name,
        "RE": _result(record),
    }
    if game.has_komi:
        echoes["KM"] = write_real(record.rules.komi)
    if _DATE.fullmatch(record.started[:10]):
        echoes["DT"] = record.started[:10]
    try:
        control = TimeControl.parse(record.time_control)
    except ClockError:
        return echoes
    if control.main is not None:
        echoes["TM"] = write_real(control.main)
    if control.increment:
        echoes["OT"] = f"{write_real(control.increment)} s added after each move"
    if control.per_move is not None:
        echoes["OT"] = f"{write_real(control.per_move)} s for each move"
    return echoes


def _result(record: GameRecord) -> str:
    """Write `RE`: who has won, by the colour at the end, and what FF[4] can say of the how."""
    outcome = record.outcome
    if not isinstance(outcome.winner, Color):
        return "Draw"
    reason = ""
    score = record.proof.score
    if outcome.termination is Termination.RESIGNATION:
        reason = "R"
    elif outcome.termination is Termination.TIMEOUT:
        reason = "T"
    elif outcome.termination.is_fault:
        reason = "F"
    elif score is not None:
        reason = write_real(abs(score.black.total - score.white.total))
    return f"{MOVE_IDENTS[outcome.winner]}+{reason}"


def write_real(number: float) -> str:
    """Write a number so that it reads back the same; FF[4] has no exponents."""
    return format(Decimal(repr(float(number))), "f").removesuffix(".0")


def is_same(told: str, expected: str) -> bool:
    """Say whether two values are the same; numbers are if they are equal, however written."""
    if REAL.fullmatch(told) and REAL.fullmatch(expected):
        return float(told) == float(expected)
    return told.split() == expected.split()
