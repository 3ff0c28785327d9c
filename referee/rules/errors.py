"""Why something is refused: codes for programs, sentences for people."""

from __future__ import annotations

import enum

import attrs


class Code(enum.Enum):
    """Why a move is refused; the first that applies, in this order, is given."""

    SYNTAX = "syntax"
    GAME_OVER = "game_over"
    WRONG_COLOR = "wrong_color"
    OFF_BOARD = "off_board"
    OCCUPIED = "occupied"
    SUICIDE = "suicide"
    KO = "ko"
    SUPERKO = "superko"
    SWAP_UNAVAILABLE = "swap_unavailable"
    PASS_UNAVAILABLE = "pass_unavailable"


@attrs.frozen
class Refusal:
    """A refused move: the code, and a sentence that cites the rule and names the stones."""

    code: Code
    sentence: str

    def __str__(self) -> str:
        return f"{self.code.value} {self.sentence}"


class RulesError(Exception):
    """Something the rules do not allow; the message is meant for a person."""


class IllegalMoveError(RulesError):
    """A move that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


class UnknownGameError(RulesError):
    """No game of that name in the catalog."""


class SizeError(RulesError):
    """A board size that the game does not have."""


class RuleError(RulesError):
    """A rule, or a value of a rule, that the game does not have."""
