"""Plays an event: some games at a time, each stored before it counts."""

from __future__ import annotations

from collections import Counter, deque
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

import attrs
import trio

from referee.outcome import Player, StartError, VoidGameError
from tournaments.result import GameResult
from tournaments.schedule.pairing import stable_hash
from tournaments.standing import games_left
from tournaments.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from referee.entrant import Entrant
    from referee.record import GameRecord
    from tournaments.schedule.pairing import Pairing
    from tournaments.spec import Spec
    from tournaments.store import Store

# An engine that fails to start so many times in a row is withdrawn; a game that is void so
# many times shows that something is wrong here.
MAX_FAILURES: Final = 3
BACK_OFF_SECONDS: Final = 1.0


@attrs.frozen
class GameFinished:
    """A game that is stored and counts."""

    result: GameResult


@attrs.frozen
class GameVoided:
    """A game that was annulled and is to be played again."""

    pairing: Pairing
    reason: str


@attrs.frozen
class EntrantWithdrawn:
    """An entrant that plays no more; its games that are left stay unplayed."""

    name: str
    reason: str


Progress: TypeAlias = GameFinished | GameVoided | EntrantWithdrawn


class EventStoppedError(Exception):
    """The event cannot go on, and can be resumed; the message is one line for a person."""


class PlayGame(Protocol):
    """How one game is played."""

    def __call__(self, first: Entrant, second: Entrant, *, seed: int) -> Awaitable[GameRecord]:
        """Play it to its end.

        Raises:
            VoidGameError: It could not be played, and no engine is to blame.
            StartError: An engine could not be brought to ready.
        """
        ...


async def check_entrants(spec: Spec, *, check: Callable[[Entrant], Awaitable[None]]) -> None:
    """Start each engine once, before anything is written.

    Raises:
        StartError: One of them cannot play; of several, the first in the file.
        VoidGameError: The machine could not start one of them.
    """
    errors: dict[str, StartError | VoidGameError] = {}
    limiter = trio.CapacityLimiter(spec.concurrency)

    async def check_one(entrant: Entrant) -> None:
        async with limiter:
            try:
                await check(entrant)
            except (StartError, VoidGameError) as error:
                errors[entrant.name] = error

    async with trio.open_nursery() as nursery:
        for entrant in spec.engines:
            nursery.start_soon(check_one, entrant)
    for name in spec.names:
        if name in errors:
            raise errors[name]


async def run_event(
    spec: Spec,
    store: Store,
    *,
    play: PlayGame,
    progress: trio.MemorySendChannel[Progress],
) -> EventStoppedError | None:
    """Play what the store does not hold yet, `spec.concurrency` games at a time.

    `progress` is told of each step after it is stored; it must never be full. Returns why the
    event cannot go on, or `None` at its end.
    """
    event = _Event(
        spec=spec,
        store=store,
        play=play,
        progress=progress,
        pending=deque(games_left(spec, store)),
        withdrawn=set(store.withdrawals()),
    )
    async with trio.open_nursery() as nursery:
        for _ in range(min(spec.concurrency, len(event.pending))):
            nursery.start_soon(event.work, nursery.cancel_scope)
    return event.failure


@attrs.define(eq=False)
class _Event:
    """What the workers of a running event share."""

    spec: Spec
    store: Store
    play: PlayGame
    progress: trio.MemorySendChannel[Progress]
    pending: deque[Pairing]
    withdrawn: set[str]
    failure: EventStoppedError | None = None
    start_failures: Counter[str] = attrs.Factory(Counter)
    # SQLite has one writer.
    writing: trio.CapacityLimiter = attrs.Factory(partial(trio.CapacityLimiter, 1))
    entrants: dict[str, Entrant] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.entrants = {entrant.name: entrant for entrant in self.spec.engines}

    async def work(self, everybody: trio.CancelScope) -> None:
        """Play one game after the other until none is left."""
        try:
            while self.pending:
                # A game may end, and be stored, without noticing that it was interrupted.
                await trio.lowlevel.checkpoint_if_cancelled()
                await self.play_pairing(self.pending.popleft())
        except EventStoppedError as error:
            self.failure = error
            everybody.cancel()

    async def play_pairing(self, pairing: Pairing) -> None:
        """Play a game until it counts, or one of the two is withdrawn.

        Raises:
            EventStoppedError: It was void again and again, or could not be stored.
        """
        voids = 0
        failed_starts: Counter[str] = Counter()
        while not self.withdrawn & {pairing.first, pairing.second}:
            try:
                record = await self.play(
                    self.entrants[pairing.first],
                    self.entrants[pairing.second],
                    seed=stable_hash(self.spec.seed, pairing.game_id),
                )
            except StartError as error:
                failed_starts[error.entrant] += 1
                await self.annul(pairing, str(error))
                await self.note_start_failure(error, in_this_game=failed_starts[error.entrant])
            except VoidGameError as error:
                voids += 1
                await self.annul(pairing, str(error))
                if voids >= MAX_FAILURES:
                    raise _void_too_often(pairing, error) from error
                # What the machine lacks now it may have in a moment.
                await trio.sleep(BACK_OFF_SECONDS * voids)
            else:
                await self.count(pairing, record)
                return

    async def count(self, pairing: Pairing, record: GameRecord) -> None:
        """Store a finished game."""
        result = GameResult(
            game_id=pairing.game_id,
            first=pairing.first,
            second=pairing.second,
            winner=None if record.winner is None else Player[record.winner.upper()],
            termination=record.outcome.termination,
        )
        await self.write(self.store.add, result, record=record.to_json())
        for name in (pairing.first, pairing.second):
            del self.start_failures[name]
        self.progress.send_nowait(GameFinished(result))

    async def annul(self, pairing: Pairing, reason: str) -> None:
        """Note a void game, which is then played again."""
        await self.write(self.store.add_void, pairing.game_id, reason=reason)
        self.progress.send_nowait(GameVoided(pairing, reason))

    async def note_start_failure(self, error: StartError, *, in_this_game: int) -> None:
        """Withdraw an engine that failed to start too often in a row, or in one game."""
        name = error.entrant
        self.start_failures[name] += 1
        failures = max(self.start_failures[name], in_this_game)
        if failures >= MAX_FAILURES and name not in self.withdrawn:
            self.withdrawn.add(name)
            await self.write(self.store.withdraw, name, reason=str(error))
            self.progress.send_nowait(EntrantWithdrawn(name, str(error)))

    async def write(self, write: Callable[..., None], *values: Any, **named: Any) -> None:
        """Write to the store, whole even if the event is being interrupted.

        In a thread: while the disk is slow, the clocks of other games run.
        """
        try:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(
                    partial(write, *values, **named), limiter=self.writing
                )
        except StoreError as error:
            raise EventStoppedError(str(error)) from error


def _void_too_often(pairing: Pairing, error: VoidGameError) -> EventStoppedError:
    return EventStoppedError(
        f"game {pairing.game_id}, {pairing.first} against {pairing.second},"
        f" was void {MAX_FAILURES} times: {error}"
    )
