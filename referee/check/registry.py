"""The checks by name, in the order in which a match would meet them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import attrs

if TYPE_CHECKING:
    from referee.check.bench import Bench
    from referee.check.finding import Judgement

Run: TypeAlias = "Callable[[Bench], Awaitable[Judgement]]"


@attrs.frozen
class Check:
    """One check: its name, what it breaks when it fails (a section of PROTOCOL.md), the cure.

    `is_match`: what it does happens in matches, too, so that a fault there loses a game.
    """

    name: str
    group: str
    section: str
    mend: str
    run: Run
    is_match: bool = True


class Group:
    """The checks about one thing, in order."""

    def __init__(self, title: str, *, section: str, is_match: bool = True) -> None:
        self.title = title
        self.checks: list[Check] = []
        self._section = section
        self._is_match = is_match

    def check(self, name: str, *, mend: str, section: str = "") -> Callable[[Run], Run]:
        """Register a check, as a decorator."""

        def register(run: Run) -> Run:
            self.checks.append(
                Check(name, self.title, section or self._section, mend, run, self._is_match)
            )
            return run

        return register
