"""Everybody against everybody, with both colours, by the circle method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tournaments.schedule.pairing import Pairing, draw_lots

if TYPE_CHECKING:
    from collections.abc import Iterator


def count_games(entrants: int, *, cycles: int) -> int:
    """Return how many games the schedule will have."""
    return entrants * (entrants - 1) * cycles


def schedule(names: tuple[str, ...], *, cycles: int, seed: int) -> Iterator[Pairing]:
    """Give each ordered pair of entrants one game in each cycle, round by round.

    The two games of a pair follow each other, so that colours stay balanced within one game
    for each pair wherever the event is stopped. A game id such as `c1-r3-2v5` names the cycle,
    the round and the two lots drawn, first player first.
    """
    drawn = draw_lots(names, seed=seed)
    for cycle in range(1, cycles + 1):
        for number, pairs in enumerate(_rounds(len(drawn)), start=1):
            for pair in pairs:
                # Who begins a pair's first game alternates from cycle to cycle.
                a, b = pair if cycle % 2 else pair[::-1]
                for first, second in ((a, b), (b, a)):
                    yield Pairing(
                        game_id=f"c{cycle}-r{number}-{first + 1}v{second + 1}",
                        first=drawn[first],
                        second=drawn[second],
                    )


def _rounds(entrants: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Pair off 0..entrants-1 in each round: one seat stays, the others move round the table.

    With an odd number, whoever meets the empty chair has a bye.
    """
    chairs = entrants + entrants % 2
    circle = list(range(1, chairs))
    for number in range(chairs - 1):
        table = [0, *circle]
        # The seat that stays would otherwise always begin, or never.
        pairs = [(table[0], table[-1]) if number % 2 else (table[-1], table[0])]
        pairs += [(table[i], table[-1 - i]) for i in range(1, chairs // 2)]
        yield tuple(pair for pair in pairs if max(pair) < entrants)
        circle = [circle[-1], *circle[:-1]]
