"""Results in, standings out: the one place where games are counted. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import attrs

from referee.outcome import Player, Termination

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tournaments.result import GameResult


@attrs.frozen
class Score:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games that were."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A win is 1, a draw 1/2; halves are exact in a float."""
        return self.wins + self.draws / 2

    @property
    def reversed(self) -> Score:
        """The same games as the opponent sees them."""
        return Score(wins=self.losses, draws=self.draws, losses=self.wins)

    def __add__(self, other: Score) -> Score:
        return Score(
            wins=self.wins + other.wins,
            draws=self.draws + other.draws,
            losses=self.losses + other.losses,
        )


@attrs.frozen
class Row:
    """One entrant's line."""

    rank: int
    """Entrants whom no tie-break separates share a rank."""
    name: str
    moving_first: Score
    moving_second: Score
    sonneborn_berger: float
    against: Mapping[str, Score]
    """The score against each opponent met so far."""
    faults: Mapping[Termination, int]
    """Games lost by a fault of one's own."""

    @property
    def total(self) -> Score:
        """All of the entrant's games."""
        return self.moving_first + self.moving_second


@attrs.frozen
class Crosstable:
    """The standings after some or all games of an event."""

    rows: tuple[Row, ...]
    """Best first."""
    moving_first: Score
    """All games, as whoever moved first saw them."""
    terminations: Mapping[Termination, int]
    """How games ended, in the order in which `Termination` lists the ways."""


def tabulate(names: Iterable[str], results: Iterable[GameResult]) -> Crosstable:
    """Count the results; their order, and that of the names, makes no difference.

    Ties are broken by Sonneborn-Berger (the points of each opponent times the points taken
    from it), then by wins; entrants still equal are listed by name and share a rank.
    """
    by_pair: dict[tuple[str, str], Counter[Player | None]] = defaultdict(Counter)
    endings: Counter[Termination] = Counter()
    faults: dict[str, Counter[Termination]] = defaultdict(Counter)
    for result in results:
        by_pair[result.first, result.second][result.winner] += 1
        endings[result.termination] += 1
        if result.winner is not None and result.termination.is_fault:
            loser = result.second if result.winner is Player.FIRST else result.first
            faults[loser][result.termination] += 1
    pairs = {
        pair: Score(wins=count[Player.FIRST], draws=count[None], losses=count[Player.SECOND])
        for pair, count in by_pair.items()
    }
    return Crosstable(
        rows=_rank(_unranked_rows(sorted(names), pairs, faults)),
        moving_first=sum(pairs.values(), Score()),
        terminations=_in_order(endings),
    )


def _unranked_rows(
    names: list[str],
    pairs: Mapping[tuple[str, str], Score],
    faults: Mapping[str, Mapping[Termination, int]],
) -> list[Row]:
    moving_first = dict.fromkeys(names, Score())
    moving_second = dict.fromkeys(names, Score())
    against: dict[str, dict[str, Score]] = {name: {} for name in names}
    for (first, second), score in sorted(pairs.items()):
        moving_first[first] += score
        moving_second[second] += score.reversed
        against[first][second] = against[first].get(second, Score()) + score
        against[second][first] = against[second].get(first, Score()) + score.reversed
    points = {name: (moving_first[name] + moving_second[name]).points for name in names}
    return [
        Row(
            rank=0,
            name=name,
            moving_first=moving_first[name],
            moving_second=moving_second[name],
            sonneborn_berger=sum(
                score.points * points[opponent] for opponent, score in against[name].items()
            ),
            against=against[name],
            faults=_in_order(faults.get(name, {})),
        )
        for name in names
    ]


def _rank(rows: list[Row]) -> tuple[Row, ...]:
    def standing(row: Row) -> tuple[float, float, int]:
        return (-row.total.points, -row.sonneborn_berger, -row.total.wins)

    rows = sorted(rows, key=lambda row: (standing(row), row.name))
    ranked: list[Row] = []
    for place, row in enumerate(rows, start=1):
        tied = place > 1 and standing(row) == standing(rows[place - 2])
        ranked.append(attrs.evolve(row, rank=ranked[-1].rank if tied else place))
    return tuple(ranked)


def _in_order(counts: Mapping[Termination, int]) -> dict[Termination, int]:
    return {ending: counts[ending] for ending in Termination if counts.get(ending)}
