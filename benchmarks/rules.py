"""How fast the rules core plays: random games through the public API, per game.

Every move is checked for legality and every position for a winner. A game tries all vertices
in an order shuffled beforehand, up to its end. In games of capture some are refused (suicide,
ko), which takes time too, and two passes and the score come at the end. Beside the moves per
second stands the ratio to a floor measured in the same run: a loop that calls an empty method
as often.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

# A file here is called like the package, and must not be found in its place.
if sys.path[0] == str(Path(__file__).resolve().parent):
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from referee.rules.catalog import GAMES, find_game
from referee.rules.errors import IllegalMoveError
from referee.rules.game import Game
from referee.rules.moves import PASS, Move

SECONDS = 1.0
ROUNDS = 3
BATCH = 50


class _Floor:
    """What a position would be that did nothing."""

    result = None

    def play(self, move: Move) -> None:
        """Do nothing."""


def connection_batch(game: Game, orders: list[list[Move]]) -> int:
    moves = 0
    for order in orders:
        position = game.start()
        play = position.play
        for move in order:
            play(move)
            if position.result is not None:
                break
        moves += len(position.moves)
    return moves


def capture_batch(game: Game, orders: list[list[Move]]) -> int:
    """Try each vertex once; then both pass, and the board is scored."""
    moves = 0
    for order in orders:
        position = game.start()
        play = position.play
        for move in order:
            try:
                play(move)
            except IllegalMoveError:
                continue
        play(PASS)
        play(PASS)
        if position.result is None:
            raise RuntimeError("two passes have not ended the game")
        moves += len(position.moves)
    return moves


def floor_batch(_: Game, orders: list[list[Move]]) -> int:
    moves = 0
    for order in orders:
        play = _Floor().play
        for move in order:
            play(move)
        moves += len(order)
    return moves


def rate(batch: Callable[[Game, list[list[Move]]], int], game: Game) -> float:
    """Return moves per second, the best of a few rounds."""
    places = list(game.board().places)
    rng = random.Random(1)
    orders: list[list[Move]] = [rng.sample(places, len(places)) for _ in range(BATCH)]
    best = 0.0
    for _ in range(ROUNDS):
        moves, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < SECONDS / ROUNDS:
            moves += batch(game, orders)
        best = max(best, moves / spent)
    return best


def main() -> None:
    games = [find_game(name) for name in sys.argv[1:]] or list(GAMES.values())
    floors = []
    print(f"{'game':<16} {'size':<8} {'moves/s':>11} {'floor/s':>12} {'ratio':>6}")
    for game in games:
        floor = rate(floor_batch, game)
        speed = rate(capture_batch if game.captures else connection_batch, game)
        floors.append(floor / speed)
        size = " ".join(map(str, game.default_size))
        print(f"{game.id:<16} {size:<8} {speed:>11,.0f} {floor:>12,.0f} {floor / speed:>6.1f}")
    print(f"median ratio to the floor: {statistics.median(floors):.1f}")


if __name__ == "__main__":
    main()
