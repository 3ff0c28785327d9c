"""What must be joined to win a connection game, as data, and the stones that prove it."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

import attrs

from referee.rules.board import Board
from referee.rules.moves import Vertex

Chain: TypeAlias = tuple[Vertex, ...]


@attrs.frozen
class Goal:
    """The ways to win for one colour: one alternative must hold.

    An alternative lists sets of sides; for each set there must be a chain that touches all
    sides of the set. Alternatives that one chain alone can fulfil come first.
    """

    alternatives: tuple[tuple[frozenset[str], ...], ...]

    @classmethod
    def of(cls, *alternatives: Iterable[str]) -> Goal:
        """Build a goal from words: `Goal.of(["N S W"], ["N W E", "S W E"])`."""
        return cls(tuple(tuple(frozenset(s.split()) for s in sets) for sets in alternatives))


@attrs.frozen(eq=False)
class GoalTable:
    """A goal worked out for a board, for the one question asked after every stone.

    Sets of sides are integers with one bit a side, in the board's order. `steps[touched]` is
    0 if a chain that touches the sides `touched` brings nothing, `WIN` if it wins by itself,
    else a set (one bit each) of the required sets of sides which it fulfils.
    """

    steps: tuple[int, ...]
    several: tuple[int, ...]
    """For each alternative that takes more than one chain, the required sets as such bits."""


WIN = -1


def table_of(goal: Goal, board: Board) -> GoalTable:
    """Work out a goal for a board."""
    bit = {name: 1 << i for i, name in enumerate(board.sides)}
    masks = [tuple(sum(bit[s] for s in sides) for sides in alt) for alt in goal.alternatives]
    required = sorted({mask for alt in masks if len(alt) > 1 for mask in alt})

    def step(touched: int) -> int:
        if any(all(touched & mask == mask for mask in alt) for alt in masks):
            return WIN
        return sum(1 << i for i, mask in enumerate(required) if touched & mask == mask)

    return GoalTable(
        steps=tuple(step(touched) for touched in range(1 << len(bit))),
        several=tuple(
            sum(1 << required.index(mask) for mask in alt) for alt in masks if len(alt) > 1
        ),
    )


def proof(
    goal: Goal, chains: Sequence[Chain], board: Board, sides: Mapping[str, frozenset[Vertex]]
) -> tuple[Chain, ...]:
    """Pick the fewest stones among `chains` that fulfil the goal, one tuple a chain.

    No stone can be left out of the answer. Empty if the goal is not fulfilled.
    """
    for alternative in goal.alternatives:
        stones: set[Vertex] = set()
        for required in alternative:
            ends = [sides[name] for name in sorted(required)]
            able = [c for c in chains if all(not side.isdisjoint(c) for side in ends)]
            if not able:
                break
            stones |= min((_paths(set(chain), ends, board) for chain in able), key=len)
        else:
            return _without_spare(stones, goal, board, sides)
    return ()


def _without_spare(
    stones: set[Vertex], goal: Goal, board: Board, sides: Mapping[str, frozenset[Vertex]]
) -> tuple[Chain, ...]:
    """Leave out what no alternative needs, and list the rest chain by chain.

    One pass is enough: a stone that more stones cannot do without, fewer cannot either.
    """
    for stone in sorted(stones):
        if _is_fulfilled(goal, pieces(stones - {stone}, board), sides):
            stones = stones - {stone}
    return tuple(sorted(tuple(sorted(piece)) for piece in pieces(stones, board)))


def _is_fulfilled(
    goal: Goal, chains: Sequence[set[Vertex]], sides: Mapping[str, frozenset[Vertex]]
) -> bool:
    touched = [{name for name, side in sides.items() if not side.isdisjoint(c)} for c in chains]
    return any(
        all(any(required <= names for names in touched) for required in alternative)
        for alternative in goal.alternatives
    )


def pieces(stones: Collection[Vertex], board: Board) -> list[set[Vertex]]:
    """Split a set of vertices into its connected pieces."""
    left = set(stones)
    found = []
    while left:
        piece = {left.pop()}
        frontier = list(piece)
        while frontier:
            for near in board.neighbors[frontier.pop()]:
                if near in left:
                    left.discard(near)
                    piece.add(near)
                    frontier.append(near)
        found.append(piece)
    return found


def _paths(stones: set[Vertex], sides: Sequence[Collection[Vertex]], board: Board) -> set[Vertex]:
    """Join the sides one after the other by shortest paths: short, though not yet minimal."""
    joined = _shortest(stones, stones & set(sides[0]), stones & set(sides[1 % len(sides)]), board)
    for side in sides[2:]:
        joined |= _shortest(stones, joined, stones & set(side), board)
    return joined


def _shortest(
    stones: set[Vertex], start: set[Vertex], end: set[Vertex], board: Board
) -> set[Vertex]:
    came_from: dict[Vertex, Vertex | None] = dict.fromkeys(sorted(start))
    queue = deque(came_from)
    while queue:
        vertex = queue.popleft()
        if vertex in end:
            path = set()
            step: Vertex | None = vertex
            while step is not None:
                path.add(step)
                step = came_from[step]
            return path
        for near in board.neighbors[vertex]:
            if near in stones and near not in came_from:
                came_from[near] = vertex
                queue.append(near)
    return set()
