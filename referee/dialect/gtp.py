"""Plain GTP 2, as the Go programs of today speak it: GNU Go, Pachi, Leela Zero, KataGo."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import ClassVar, Final

import attrs

from referee.dialect.base import Dialect, Step
from referee.rules.game import Game, Rules

# KataGo's words. GTP 2 has none: every program is taken to know both, and to be started with
# the one that it is to keep to. Only KataGo has to be told.
_KATA_KO: Final = {"positional-superko": "POSITIONAL", "simple": "SIMPLE"}


@attrs.frozen
class GtpDialect(Dialect):
    """The words that GTP 2 has; and KataGo's for the rules, where they are listed."""

    name: ClassVar[str] = "gtp"
    # Of use to people only, so that nobody has it who did not mean to write a GTP engine for Go.
    signs: ClassVar[frozenset[str]] = frozenset({"place_free_handicap"})
    games: ClassVar[frozenset[str] | None] = frozenset({"go"})

    def _objection_to_rules(self, game: Game, rules: Rules) -> str | None:
        del game
        if rules.pie != "none":
            return f"speaks gtp, which has no swap, but the game is played with pie = {rules.pie}"
        if rules.ko not in _KATA_KO:
            return f"speaks gtp and cannot know ko = {rules.ko}"
        return None

    def _rule_steps(self, game: Game, rules: Rules) -> Iterator[Step]:
        del game
        if self.has("kata-set-rules"):
            told = {
                "hasButton": False,
                "ko": _KATA_KO[rules.ko],
                "scoring": "AREA",
                "suicide": False,
                "tax": "NONE",
                "whiteHandicapBonus": "0",
            }
            words = ("kata-set-rules", json.dumps(told, separators=(",", ":")))
            # An old network may not know them all; it plays on as well as it can.
            yield Step(words, is_vital=False)
