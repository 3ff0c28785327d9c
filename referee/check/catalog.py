"""All checks, in the order in which a match would meet what they look at."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Final

from referee.check.boards import SIZES, SPELLING
from referee.check.clocks import TIME
from referee.check.ending import ENDING, LEFTOVERS
from referee.check.framing import FRAMING
from referee.check.playing import PLAYING
from referee.check.refusing import REFUSING, UNDO
from referee.check.registry import Check
from referee.check.special import PASSES, PIE, RULES
from referee.check.starting import HANDSHAKE, START
from referee.entrant import EntrantError
from referee.printable import printable

GROUPS: Final = (
    START, HANDSHAKE, FRAMING, SIZES, SPELLING, RULES, TIME, PLAYING, PIE, PASSES, REFUSING, UNDO,
    ENDING, LEFTOVERS,
)  # fmt: skip

CHECKS: Final[tuple[Check, ...]] = tuple(check for group in GROUPS for check in group.checks)


def choose_checks(names: Sequence[str]) -> tuple[Check, ...]:
    """Return the checks with these names, or of these groups; all if no name is given.

    Raises:
        EntrantError: There is no such check.
    """
    known = {check.name for check in CHECKS} | {check.group for check in CHECKS}
    for name in names:
        if name not in known:
            close = difflib.get_close_matches(name, sorted(known), n=1)
            hint = f"did you mean '{close[0]}'?" if close else "see `referee check --list`"
            raise EntrantError(f"no check is called '{printable(name[:40])}': {hint}")
    return tuple(c for c in CHECKS if not names or c.name in names or c.group in names)
