"""The terms of time in the words of those who must keep to them: KataGo's, and GTP 2's."""

from __future__ import annotations

from collections.abc import Iterator

from referee.clock import TimeControl, plain_seconds


def kata_terms(control: TimeControl, kinds: frozenset[str]) -> tuple[str, ...] | None:
    """Write the terms in KataGo's words; an engine that names no kinds has them all."""
    for kind, numbers in _kata_choices(control):
        if not kinds or kind in kinds:
            return ("kata-time_settings", kind, *numbers)
    return None


def _kata_choices(control: TimeControl) -> Iterator[tuple[str, tuple[str, ...]]]:
    if control.per_move is not None:
        yield "byoyomi", ("0", plain_seconds(control.per_move), "1")
    elif control.main is None:
        yield "none", ()
    else:
        if control.increment:
            yield "fischer", (plain_seconds(control.main), plain_seconds(control.increment))
        yield "absolute", (plain_seconds(control.main),)


def gtp_terms(control: TimeControl) -> tuple[str, ...] | None:
    """Write the terms as GTP 2 can: whole seconds, rounded down, no increments."""
    if control.per_move is not None:
        # 0 seconds for each stone would mean: no limit. Better not to say anything.
        seconds = int(control.per_move)
        return ("time_settings", "0", str(seconds), "1") if seconds else None
    if control.main is None:
        return ("time_settings", "0", "1", "0")  # GTP 2: byo yomi time without stones, no limit
    return ("time_settings", str(int(control.main)), "0", "0")
