"""Which dialect an engine speaks: the one that it is entered with, or what its commands show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from protocol.messages import Response
from referee.dialect.base import Dialect
from referee.dialect.gtp import GtpDialect
from referee.dialect.htp import HtpDialect

# In the order in which they are recognized: HTP has much of GTP, and ours may have all of both.
DIALECTS: Final[Mapping[str, type[Dialect]]] = {
    kind.name: kind for kind in (Dialect, HtpDialect, GtpDialect)
}


def choose_dialect(
    response: Response | None, *, entered: str | None, aliases: Mapping[str, str]
) -> Dialect:
    """Read the answer to `list_commands`; without an `entered` dialect it is recognized."""
    ours = Dialect.of_list(response, aliases=aliases)
    if entered is not None:
        return DIALECTS[entered](ours.commands)
    for kind in DIALECTS.values():
        if kind.signs & (ours.commands or frozenset()):
            return kind(ours.commands)
    return ours
