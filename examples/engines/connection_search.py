"""Monte Carlo tree search for the connection games, with `random_fills` at the leaves.

A leaf is judged by one batch of fills. The same batch says of each vacant vertex how good it
is to have it; that is where the children of the leaf start (the "all moves as first" idea),
so that the tree grows where it matters from the first visit on.
"""

from __future__ import annotations

import math
import random
import time

from random_fills import Estimate, RandomFills

from referee.rules.moves import SWAP, SWAP_SIDES, Color, Move, Place, Vertex
from referee.rules.position import Position

# Found by playing: how many visits the first guess is worth, how much to explore, and how
# many children are looked at first.
GUESS_WEIGHT = 4.0
EXPLORATION = 0.25
FIRST_WIDTH = 4


class Node:
    """A position in the tree: for each move how often it was tried, and what came of it.

    Values are for the colour to move. The moves stand in the order of the first guess.
    """

    __slots__ = ("children", "guesses", "moves", "total", "values", "visits")

    def __init__(self, estimate: Estimate, color: Color) -> None:
        guesses = estimate.owning[color]
        self.moves = sorted(guesses, key=guesses.__getitem__, reverse=True)
        self.guesses = [guesses[move] for move in self.moves]
        self.visits = [0] * len(self.moves)
        self.values = [0.0] * len(self.moves)
        self.children: list[Node | None] = [None] * len(self.moves)
        self.total = 0

    def select(self) -> int:
        """Return the index of the child to try next."""
        width = FIRST_WIDTH + int(math.sqrt(self.total))
        exploration = EXPLORATION * math.sqrt(math.log(self.total + 1))
        best, best_bound = 0, -1.0
        for index in range(min(width, len(self.moves))):
            visits = self.visits[index]
            value = (self.values[index] + GUESS_WEIGHT * self.guesses[index]) / (
                visits + GUESS_WEIGHT
            )
            bound = value + exploration / math.sqrt(visits + 1)
            if bound > best_bound:
                best, best_bound = index, bound
        return best

    def best(self) -> int:
        """Return the index of the child that was tried most."""
        return max(range(len(self.moves)), key=lambda i: (self.visits[i], self.guesses[i]))


class ConnectionSearch:
    """Chooses moves in one connection game on one board."""

    def __init__(self, position: Position, *, playouts: int, rng: random.Random) -> None:
        self._fills = RandomFills(position.game, position.board, rng=rng)
        self._playouts = playouts
        self._rng = rng

    def choose(self, position: Position, color: Color, seconds: float | None) -> Move:
        """Return the best move found, thinking no longer than `seconds`."""
        swap = next((move for move in (SWAP, SWAP_SIDES) if position.refusal(move) is None), None)
        if swap is None:
            if not position.moves and position.rules.pie != "none":
                return Place(self._fairest_opening(position, seconds))
            return Place(self._search(position, color, seconds)[0])
        share = None if seconds is None else seconds / 2
        move, value = self._search(position, color, share)
        swapped = position.copy()
        swapped.play(swap)
        # With either swap it is the other player's turn after it.
        turn = Color.BLACK if swap is SWAP else Color.WHITE
        _, value_after = self._search(swapped, turn, share)
        return swap if 1 - value_after > value else Place(move)

    def _fairest_opening(self, position: Position, seconds: float | None) -> Vertex:
        """Return the first move that leaves us best off when the other may take it over."""
        swap = SWAP if position.rules.pie == "replace" else SWAP_SIDES

        def worth(vertex: Vertex) -> float:
            opened = position.copy()
            opened.play(Place(vertex))
            swapped = opened.copy()
            swapped.play(swap)
            kept = 1 - self._static_value(opened)
            return min(kept, self._static_value(swapped))

        deadline = _deadline(seconds)
        vertices = list(position.empty())
        self._rng.shuffle(vertices)
        worths = {}
        for vertex in vertices:
            worths[vertex] = worth(vertex)
            if time.perf_counter() > deadline:
                break
        return max(worths, key=worths.__getitem__)

    def _static_value(self, position: Position) -> float:
        """Guess, without a search, how likely the side to move wins."""
        color = position.to_move
        if color is None:
            return 0.0
        estimate = self._fills.sample(cells_of(position))
        return max(estimate.owning[color].values())

    def _search(
        self, position: Position, color: Color, seconds: float | None
    ) -> tuple[Vertex, float]:
        """Return the best vertex, and the part of the games that the side to move wins."""
        deadline = _deadline(seconds)
        cells = cells_of(position)
        root = Node(self._fills.sample(cells), color)
        for _ in range(self._playouts):
            if time.perf_counter() > deadline:
                break
            self._grow(root, color, cells.copy())
        best = root.best()
        value = root.values[best] / root.visits[best] if root.visits[best] else root.guesses[best]
        return root.moves[best], value

    def _grow(self, root: Node, color: Color, cells: list[Color | None]) -> None:
        """Walk down to a leaf, judge it and tell those on the way."""
        node: Node | None = root
        path = []
        while node is not None and node.moves:
            index = node.select()
            path.append((node, index, color))
            cells[node.moves[index]] = color
            color = color.opponent
            node = node.children[index]
        estimate = self._fills.sample(cells)
        parent, index, _ = path[-1]
        if parent.children[index] is None:
            parent.children[index] = Node(estimate, color)
        for parent, index, mover in path:
            parent.total += 1
            parent.visits[index] += 1
            parent.values[index] += estimate.black if mover is Color.BLACK else 1.0 - estimate.black


def _deadline(seconds: float | None) -> float:
    return math.inf if seconds is None else time.perf_counter() + seconds


def cells_of(position: Position) -> list[Color | None]:
    """List who has each vertex."""
    return [position.color_at(vertex) for vertex in range(len(position.board))]
