"""One `tournament run`: from an event's specification and its store to its end, or to Ctrl-C."""

from __future__ import annotations

import math
import signal
from typing import TYPE_CHECKING, Protocol

import trio

from referee.outcome import StartError, VoidGameError
from referee.printable import printable
from tournaments.run import EventStoppedError, Progress, check_entrants, run_event
from tournaments.spec import canonical, differences
from tournaments.standing import games_left
from tournaments.store import StoreError
from tournaments.store_file import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
    from pathlib import Path

    from referee.entrant import Entrant
    from tournaments.result import GameResult
    from tournaments.run import PlayGame
    from tournaments.spec import Spec
    from tournaments.store import Store


class Display(Protocol):
    """Who shows how an event goes."""

    async def __call__(
        self,
        spec: Spec,
        results: Iterable[GameResult],
        progress: trio.MemoryReceiveChannel[Progress],
    ) -> None:
        """Show the event that stands at `results`, until there is no more `progress`."""
        ...


async def run_session(
    spec: Spec,
    path: Path,
    *,
    check: Callable[[Entrant], Awaitable[None]],
    play: PlayGame,
    display: Display,
) -> signal.Signals | None:
    """Play the event whose store is at `path`, as far as nobody interrupts it.

    Returns the signal that did; `None` once there is nothing left to play.

    Raises:
        StartError: An engine cannot play; nothing was written.
        StoreError: The store cannot be used, or belongs to another event.
        EventStoppedError: The event cannot go on.
    """
    caught: list[signal.Signals] = []
    failure: Exception | None = None
    with trio.open_signal_receiver(*_stop_signals()) as signals:
        async with trio.open_nursery() as nursery:
            games = trio.CancelScope()
            nursery.start_soon(_obey, signals, caught, games)
            try:
                with games:
                    await _run(spec, path, check=check, play=play, display=display)
            except (StartError, VoidGameError, StoreError, EventStoppedError) as error:
                failure = error  # out of the nursery's exception group
            nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure
    return caught[0] if caught else None


def _stop_signals() -> list[signal.Signals]:
    stop = [signal.SIGINT, signal.SIGTERM]
    # Under nohup a closed terminal is to be ignored.
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        stop.append(signal.SIGHUP)
    return stop


async def _obey(
    signals: AsyncIterator[int], caught: list[signal.Signals], games: trio.CancelScope
) -> None:
    # Engines are ended in bounded time; a second Ctrl-C has nothing to add to that.
    async for number in signals:
        caught.append(signal.Signals(number))
        games.cancel()


async def _run(
    spec: Spec,
    path: Path,
    *,
    check: Callable[[Entrant], Awaitable[None]],
    play: PlayGame,
    display: Display,
) -> None:
    is_new = not await trio.Path(path).exists()
    if is_new:  # then an engine that cannot play leaves no trace
        await check_entrants(spec, check=check)
    with open_store(path, spec=canonical(spec)) as store:
        _agree(spec, store)
        if not games_left(spec, store):
            return
        if not is_new:
            await check_entrants(spec, check=check)
        send, receive = trio.open_memory_channel[Progress](math.inf)
        results = tuple(store.results())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_show, display, spec, results, receive)
            async with send:
                failure = await run_event(spec, store, play=play, progress=send)
    if failure is not None:
        raise failure


async def _show(
    display: Display,
    spec: Spec,
    results: tuple[GameResult, ...],
    progress: trio.MemoryReceiveChannel[Progress],
) -> None:
    try:
        await display(spec, results, progress)
    except OSError:  # nobody looks any more; the games go on
        async for _ in progress:
            pass


def _agree(spec: Spec, store: Store) -> None:
    """Refuse to go on with games that were played under another specification."""
    old, new = store.spec, canonical(spec)
    if old == new:
        return
    if store.finished():
        changes = printable("; ".join(differences(old, new)))
        raise StoreError(
            f"{printable(str(store.path))}: was begun under another specification: {changes}"
        )
    store.replace_spec(new)
