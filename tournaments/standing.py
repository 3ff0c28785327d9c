"""How an event stands: everything that tables and reports are made of, taken from its store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from tournaments.crosstable import tabulate
from tournaments.schedule import round_robin
from tournaments.spec_file import parse_canonical

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tournaments.crosstable import Crosstable
    from tournaments.schedule.pairing import Pairing
    from tournaments.spec import Spec
    from tournaments.store import Store


@attrs.frozen
class Standing:
    """An event after some or all of its games."""

    spec: Spec
    table: Crosstable
    total: int
    """How many games the schedule has."""
    left: int
    """How many of them are still to be played."""
    withdrawn: Mapping[str, str]
    """Who plays no more, and why."""
    unplayed: Mapping[str, int]
    """How many games of each who was withdrawn will not be played."""
    voids: tuple[tuple[str, str], ...]
    """The games that were annulled, and why."""

    @property
    def played(self) -> int:
        """How many games count."""
        return self.table.moving_first.games


def all_pairings(spec: Spec) -> Iterator[Pairing]:
    """Give all games of an event in the order in which they are to begin."""
    return round_robin.schedule(spec.names, cycles=spec.cycles, seed=spec.seed)


def games_left(spec: Spec, store: Store) -> tuple[Pairing, ...]:
    """Return the games to play: neither finished nor of an entrant that was withdrawn."""
    finished, withdrawn = store.finished(), store.withdrawals().keys()
    return tuple(
        game
        for game in all_pairings(spec)
        if game.game_id not in finished and not withdrawn & {game.first, game.second}
    )


def take_stock(store: Store) -> Standing:
    """Read how the event in `store` stands.

    Raises:
        StoreError: The store cannot be read.
        ConfigError: It was written for a game that is not there any more.
    """
    spec = parse_canonical(store.spec, where=str(store.path))
    finished, withdrawn = store.finished(), store.withdrawals()
    missing = [game for game in all_pairings(spec) if game.game_id not in finished]
    unplayed = {
        name: sum(1 for game in missing if name in (game.first, game.second)) for name in withdrawn
    }
    left = sum(1 for game in missing if not withdrawn.keys() & {game.first, game.second})
    return Standing(
        spec=spec,
        table=tabulate(spec.names, store.results()),
        total=round_robin.count_games(len(spec.names), cycles=spec.cycles),
        left=left,
        withdrawn=withdrawn,
        unplayed=unplayed,
        voids=store.voids(),
    )
