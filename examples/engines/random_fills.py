"""Judge a connection game by filling its board at random, hundreds of boards at a time.

A full board has exactly one winner, so one fill is a playout. Each vertex holds one integer whose
bit `i` says whether Black has the vertex on board `i`: `&` and `|` then work on all boards at
once. For each of Black's sides there is such a lane of bits side by side in the same integer.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain

import attrs

from referee.rules.board import Board
from referee.rules.game import Game
from referee.rules.goal import Goal
from referee.rules.moves import Color, Vertex

MOST_NEIGHBORS = 6


@attrs.frozen
class Estimate:
    """What random fills of a position say.

    `black` is the part of them that Black wins. `owning[color][vertex]` is the part that a
    colour wins among those where it has the vertex.
    """

    black: float
    owning: tuple[dict[Vertex, float], dict[Vertex, float]]


class RandomFills:
    """Fills the boards of one game and size."""

    def __init__(self, game: Game, board: Board, *, rng: random.Random, boards: int = 256) -> None:
        self.boards = boards
        self._rng = rng
        self._everywhere = (1 << boards) - 1
        # All that joins the last side of a set is found by asking there what reaches it.
        goal: Goal = game.mechanism.goals[Color.BLACK]
        self._alternatives = [[sorted(sides) for sides in alt] for alt in goal.alternatives]
        flooded = {side for alt in self._alternatives for sides in alt for side in sides[:-1]}
        self._lanes = {side: lane * boards for lane, side in enumerate(sorted(flooded))}
        self._repeat = sum(1 << shift for shift in self._lanes.values())
        self._sides = board.sides
        self._sources = [0] * len(board)
        for side, shift in self._lanes.items():
            for vertex in board.sides[side]:
                self._sources[vertex] |= self._everywhere << shift
        nowhere = len(board)
        self._neighbors = [
            (*near, *[nowhere] * (MOST_NEIGHBORS - len(near))) for near in board.neighbors
        ]

    def sample(self, cells: Sequence[Color | None]) -> Estimate:
        """Fill the vacant cells, once on each board."""
        everywhere, bits = self._everywhere, self._rng.getrandbits
        fill = [
            bits(self.boards) if color is None else everywhere if color is Color.BLACK else 0
            for color in cells
        ]
        won = self._won_by_black(fill)
        total, boards = won.bit_count(), self.boards
        black: dict[Vertex, float] = {}
        white: dict[Vertex, float] = {}
        for vertex, color in enumerate(cells):
            if color is None:
                owned = fill[vertex].bit_count()
                both = (fill[vertex] & won).bit_count()
                # As if there had been one more board for each, half won: nothing is certain.
                black[vertex] = (both + 0.5) / (owned + 1)
                white[vertex] = (boards - owned - total + both + 0.5) / (boards - owned + 1)
        return Estimate(total / boards, (black, white))

    def _won_by_black(self, fill: Sequence[int]) -> int:
        """Return the boards on which Black fulfils the goal."""
        reached = self._flood(fill)
        won = 0
        for alternative in self._alternatives:
            fulfilled = self._everywhere
            for sides in alternative:
                fulfilled &= self._joined(sides, reached)
            won |= fulfilled
        return won

    def _joined(self, sides: Sequence[str], reached: Sequence[int]) -> int:
        """Return the boards on which one chain touches all of these sides."""
        first, *others = (self._lanes[side] for side in sides[:-1])
        found = 0
        for vertex in self._sides[sides[-1]]:
            touching = reached[vertex] >> first
            for shift in others:
                touching &= reached[vertex] >> shift
            found |= touching
        return found & self._everywhere

    def _flood(self, fill: Sequence[int]) -> list[int]:
        """Find for each vertex the boards and sides from which a black chain reaches it."""
        wide = [mask * self._repeat for mask in fill]
        reached = [mask & source for mask, source in zip(wide, self._sources, strict=True)]
        reached.append(0)  # what is off the board
        to_do = [
            (vertex, mask, near)
            for vertex, (mask, near) in enumerate(zip(wide, self._neighbors, strict=True))
            if mask
        ]
        is_changing = True
        while is_changing:
            is_changing = False
            # There and back: chains run every way.
            for vertex, mask, (a, b, c, d, e, f) in chain(to_do, reversed(to_do)):
                before = reached[vertex]
                now = mask & (
                    before
                    | reached[a]
                    | reached[b]
                    | reached[c]
                    | reached[d]
                    | reached[e]
                    | reached[f]
                )
                if now != before:
                    reached[vertex] = now
                    is_changing = True
        return reached
