"""Ctrl-C and its like as a value, so that everything is tidied up before the end."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Final

import trio

_STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


async def until_interrupted(work: Callable[[], Awaitable[None]]) -> signal.Signals | None:
    """Do `work` to its end, or cancel it at the first SIGINT or SIGTERM and return that.

    What `work` raises comes out in an exception group.
    """
    caught: list[signal.Signals] = []
    with trio.open_signal_receiver(*_STOP_SIGNALS) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_listen, signals, caught, nursery.cancel_scope)
            await work()
            nursery.cancel_scope.cancel()
    return caught[0] if caught else None


async def _listen(
    signals: AsyncIterator[int], caught: list[signal.Signals], scope: trio.CancelScope
) -> None:
    # Ending the engines takes a bounded time: a second Ctrl-C would have nothing to add.
    async for number in signals:
        caught.append(signal.Signals(number))
        scope.cancel()
