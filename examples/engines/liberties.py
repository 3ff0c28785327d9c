"""Choose a move in a game of captures: liberties, captures, and who is nearer to what."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

from referee.rules.board import Board
from referee.rules.capture import CapturePosition
from referee.rules.moves import PASS, Color, Move, Place, Vertex

# What a stone that can be taken at once is worth, in points: much if the other moves next.
OWN_IN_DANGER = 1.6
OTHER_IN_DANGER = 0.6
# A chain with few liberties is worth less than its stones.
FEW_LIBERTIES = 0.15
# A move that gains less is none: better pass.
SMALLEST_GAIN = 0.01


def choose_by_liberties(
    position: CapturePosition, color: Color, seconds: float | None, rng: random.Random
) -> Move:
    """Return the move after which the board looks best; a pass if none improves it.

    On a large board not all moves can be looked at in a few `seconds`: chance says which are.
    """
    deadline = math.inf if seconds is None else time.perf_counter() + seconds
    best: Move = PASS
    best_worth = worth(position, color) + SMALLEST_GAIN
    moves = position.legal_moves()
    rng.shuffle(moves)
    for move in moves:
        if not isinstance(move, Place) or is_own_eye(position, move, color):
            continue
        after = position.copy()
        after.play(move)
        move_worth = worth(after, color)
        if move_worth > best_worth:
            best, best_worth = move, move_worth
        if time.perf_counter() > deadline:
            break
    return best


def is_own_eye(position: CapturePosition, move: Place, color: Color) -> bool:
    """Say whether one's own stones are all around a vertex."""
    return all(position.color_at(v) is color for v in position.board.neighbors[move.vertex])


def worth(position: CapturePosition, color: Color) -> float:
    """Estimate the score, seen by a colour that has just moved."""
    board = position.board
    cells = [position.color_at(vertex) for vertex in range(len(board))]
    total = float(position.captures(color) - position.captures(color.opponent))
    total += sum(
        1 if owner is color else -1 for owner in nearest(board, cells) if owner is not None
    )
    for owner, size, liberties in chains(position, cells):
        sign = 1 if owner is color else -1
        danger = 0.0
        if liberties == 1:
            danger = size * (OWN_IN_DANGER if owner is color else OTHER_IN_DANGER)
        total -= sign * (danger + FEW_LIBERTIES * size / liberties)
    return total


def chains(
    position: CapturePosition, cells: Sequence[Color | None]
) -> list[tuple[Color, int, int]]:
    """List the chains: their colour, how many stones and how many liberties they have."""
    found = []
    seen: set[Vertex] = set()
    for vertex, color in enumerate(cells):
        if color is not None and vertex not in seen:
            chain = position.chain_at(vertex)
            seen.update(chain)
            around = {near for stone in chain for near in position.board.neighbors[stone]}
            found.append((color, len(chain), sum(cells[near] is None for near in around)))
    return found


def nearest(board: Board, cells: Sequence[Color | None]) -> list[Color | None]:
    """Say for each vertex whose stones are nearest, `None` if it is nobody's."""
    owners = list(cells)
    frontier = [vertex for vertex, color in enumerate(cells) if color is not None]
    while frontier:
        claims: dict[Vertex, set[Color]] = {}
        for vertex in frontier:
            owner = owners[vertex]
            for near in board.neighbors[vertex]:
                if owners[near] is None and owner is not None:
                    claims.setdefault(near, set()).add(owner)
        frontier = []
        for vertex, colors in claims.items():
            # Claimed by both: it stays nobody's, and leads no further.
            if len(colors) == 1:
                owners[vertex] = next(iter(colors))
                frontier.append(vertex)
    return owners
