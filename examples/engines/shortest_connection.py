"""Choose a move in a connection game by how few stones are missing, for oneself and the other."""

from __future__ import annotations

import random
from collections.abc import Iterable

from referee.rules.goal import Goal, pieces
from referee.rules.moves import SWAP, SWAP_SIDES, Color, Move, Place, Vertex
from referee.rules.position import Position

FAR = 1000  # further than any vertex


class Ways:
    """The ways that are left to one colour: which chains it has, and what they lead to."""

    def __init__(self, position: Position, color: Color) -> None:
        board = position.board
        self._sides = {name: frozenset(vertices) for name, vertices in board.sides.items()}
        self._chains = pieces(position.stones(color), board)
        self.vacant = frozenset(position.empty())
        # Vertices are one step apart as well if one chain lies between them.
        self._near = {v: self.vacant.intersection(board.neighbors[v]) for v in self.vacant}
        self._shores = []
        for chain in self._chains:
            around = {near for stone in chain for near in board.neighbors[stone]}
            shore = self.vacant & around
            self._shores.append(shore)
            for vertex in shore:
                self._near[vertex] |= shore

    def is_joined(self, sides: Iterable[str]) -> bool:
        """Say whether one chain touches all of these sides."""
        wanted = [self._sides[side] for side in sides]
        return any(not any(side.isdisjoint(c) for side in wanted) for c in self._chains)

    def distances(self, side: str) -> dict[Vertex, int]:
        """Return for each vacant vertex how many stones join it to a side, itself included."""
        reached = self.vacant & self._sides[side]
        for chain, shore in zip(self._chains, self._shores, strict=True):
            if not self._sides[side].isdisjoint(chain):
                reached |= shore
        distances = dict.fromkeys(self.vacant, FAR)
        steps = 1
        while reached:
            distances.update(dict.fromkeys(reached, steps))
            further = frozenset().union(*(self._near[vertex] for vertex in reached))
            reached = frozenset(vertex for vertex in further if distances[vertex] == FAR)
            steps += 1
        return distances


def missing_stones(position: Position, color: Color) -> dict[Vertex, int]:
    """Return for each vacant vertex how many stones a colour needs to win by way of it.

    A goal names sets of sides, each to be joined by one chain. The paths from the sides are
    taken to meet in the vertex; a set which the vertex does not help is joined elsewhere.
    """
    ways = Ways(position, color)
    goal: Goal = position.game.mechanism.goals[color]
    distances = {side: ways.distances(side) for side in position.board.sides}
    missing = dict.fromkeys(sorted(ways.vacant), FAR)
    for alternative in goal.alternatives:
        costs = []
        for sides in alternative:
            if not ways.is_joined(sides):
                again = len(sides) - 1  # the vertex itself is counted once for each side
                costs.append({v: sum(distances[s][v] for s in sides) - again for v in missing})
        least = [min(cost.values()) for cost in costs]
        for cost, cheapest in zip(costs, least, strict=True):
            elsewhere = sum(least) - cheapest
            for vertex in missing:
                missing[vertex] = min(missing[vertex], cost[vertex] + elsewhere)
    return missing


def choose_by_connection(position: Position, color: Color, rng: random.Random) -> Move:
    """Return the vertex that shortens both one's own way and the one it takes from the other."""
    own = missing_stones(position, color)
    others = missing_stones(position, color.opponent)
    if min(others.values()) < min(own.values()):
        for swap in (SWAP, SWAP_SIDES):
            if position.refusal(swap) is None:
                return swap
    if min(own.values()) == 1:
        return Place(min(own, key=own.__getitem__))
    best = min(own[vertex] + others[vertex] for vertex in own)
    return Place(rng.choice([v for v in own if own[v] + others[v] == best]))
