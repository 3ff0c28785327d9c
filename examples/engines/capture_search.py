"""Monte Carlo tree search for the games of captures, with games played out at random.

Moves that turn out well later in a playout count for the tree at once ("rapid action value
estimation"), since a few hundred playouts a move are all that there is time for.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

import attrs
from liberties import choose_by_liberties

from referee.rules.capture import CapturePosition
from referee.rules.errors import IllegalMoveError
from referee.rules.moves import PASS, SWAP_SIDES, Color, Move, Place, SwapSides

# Found by playing: how much to explore, and after how many visits the moves' own results
# count as much as those of playouts in which they came later.
EXPLORATION = 0.1
RAPID_WEIGHT = 30.0
# Of a result, what depends on the margin; so that a won or lost game is played on well.
MARGIN_SHARE = 0.1


@attrs.define(slots=True)
class Child:
    """A move of a node, with the results of the playouts through it and of those with it."""

    move: Move
    visits: int = 0
    wins: float = 0.0
    rapid_visits: int = 1
    rapid_wins: float = 0.5
    node: Node | None = None

    def bound(self, exploration: float) -> float:
        """Return how good the move may be."""
        beta = RAPID_WEIGHT / (RAPID_WEIGHT + self.visits)
        value = beta * self.rapid_wins / self.rapid_visits
        if self.visits:
            value += (1 - beta) * self.wins / self.visits
        return value + exploration / math.sqrt(self.visits + 1)


class Node:
    """A position in the tree, with the moves that are worth a try."""

    __slots__ = ("children", "visits")

    def __init__(self, position: CapturePosition, color: Color) -> None:
        self.visits = 0
        self.children = [
            Child(move)
            for move in position.legal_moves()
            if not isinstance(move, SwapSides) and not _fills_eye(position, move, color)
        ]

    def select(self) -> Child:
        """Return the child to try next."""
        exploration = EXPLORATION * math.sqrt(math.log(self.visits + 1))
        return max(self.children, key=lambda child: child.bound(exploration))


class CaptureSearch:
    """Chooses moves in games of captures."""

    def __init__(self, *, playouts: int, rng: random.Random) -> None:
        self._playouts = playouts
        self._rng = rng
        self._playout_seconds = 0.0  # what a playout took at most, lately

    def choose(self, position: CapturePosition, color: Color, seconds: float | None) -> Move:
        """Return the best move found, thinking no longer than `seconds`."""
        if position.moves and position.moves[-1] == PASS and _wins_by_pass(position, color):
            return PASS
        if seconds is not None and self._playout_seconds * len(position.empty()) > seconds:
            # Too few playouts to tell the moves apart, on a large board; look again later.
            self._playout_seconds *= 0.9
            return choose_by_liberties(position, color, seconds, self._rng)
        move, value = self._search(position, color, seconds)
        if position.refusal(SWAP_SIDES) is None and value < 0.5:
            return SWAP_SIDES
        return move

    def _search(
        self, position: CapturePosition, color: Color, seconds: float | None
    ) -> tuple[Move, float]:
        """Return the best move, and how often it wins."""
        deadline = math.inf if seconds is None else time.perf_counter() + seconds
        root = Node(position, color)
        self._rng.shuffle(root.children)  # of moves that look alike, not always the first
        now = time.perf_counter()
        for _ in range(self._playouts):
            # Large boards take long: none is begun that would not end in time.
            if now + self._playout_seconds > deadline:
                break
            self._grow(root, position.copy())
            began, now = now, time.perf_counter()
            self._playout_seconds = max(now - began, 0.9 * self._playout_seconds)
        best = max(root.children, key=lambda child: (child.visits, child.bound(0)))
        return best.move, best.wins / max(best.visits, 1)

    def _grow(self, root: Node, position: CapturePosition) -> None:
        """Walk down to a leaf, play it out and tell those on the way."""
        node = root
        path = []
        start = len(position.moves)
        while position.to_move is not None:
            child = node.select()
            path.append((node, child, position.to_move))
            position.play(child.move)
            if child.node is None:
                if child.visits and position.to_move is not None:
                    child.node = Node(position, position.to_move)
                break
            node = child.node
        play_out(position, self._rng)
        value = _value_for_black(position)
        self._tell(path, position.history[start:], value)

    def _tell(
        self,
        path: Sequence[tuple[Node, Child, Color]],
        played: Sequence[tuple[Color, Move]],
        value: float,
    ) -> None:
        """Add a result to the children on the path, and to those whose moves came later."""
        first: dict[tuple[Color, Move], int] = {}
        for ply in range(len(played) - 1, -1, -1):
            first[played[ply]] = ply
        for depth, (node, child, mover) in enumerate(path):
            result = value if mover is Color.BLACK else 1 - value
            node.visits += 1
            child.visits += 1
            child.wins += result
            for other in node.children:
                if first.get((mover, other.move), -1) >= depth:
                    other.rapid_visits += 1
                    other.rapid_wins += result


def play_out(position: CapturePosition, rng: random.Random) -> None:
    """Play random moves that fill no eye until both pass, or for as long as a game lasts."""
    places, neighbors, color_at = position.board.places, position.board.neighbors, position.color_at
    choose = rng.random
    vacant = list(position.empty())
    stones = position.captures(Color.BLACK) + position.captures(Color.WHITE)
    left = 3 * len(places)
    while (color := position.to_move) is not None:
        left -= 1
        untried = len(vacant) if left > 0 else 0
        while untried:
            index = int(choose() * untried)
            vertex = vacant[index]
            untried -= 1
            vacant[index], vacant[untried] = vacant[untried], vertex
            for near in neighbors[vertex]:
                if color_at(near) is not color:
                    break
            else:
                continue  # an eye
            try:
                position.play(places[vertex])
            except IllegalMoveError:
                continue
            vacant[untried] = vacant[-1]
            vacant.pop()
            now = position.captures(Color.BLACK) + position.captures(Color.WHITE)
            if now != stones:
                stones = now
                vacant = list(position.empty())
            break
        else:
            position.play(PASS)


def _fills_eye(position: CapturePosition, move: Move, color: Color) -> bool:
    return isinstance(move, Place) and all(
        position.color_at(near) is color for near in position.board.neighbors[move.vertex]
    )


def _wins_by_pass(position: CapturePosition, color: Color) -> bool:
    """Say whether one's own pass ends the game with a win."""
    after = position.copy()
    after.play(PASS)
    return after.result is color


def _value_for_black(position: CapturePosition) -> float:
    """Return 1 for a win, 0 for a loss, and a little in between for the margin."""
    score = position.score()
    margin = score.black - score.white
    won = 0.5 if position.result not in tuple(Color) else float(position.result is Color.BLACK)
    share = 0.5 + 0.5 * max(-1.0, min(1.0, margin / len(position.board)))
    return (1 - MARGIN_SHARE) * won + MARGIN_SHARE * share
