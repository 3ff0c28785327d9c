#!/usr/bin/env python3
"""A player that searches: Monte Carlo trees within a budget of playouts and of time.

`connection_search` is for the games that a connection wins, `capture_search` for those with
captures; `board_session` answers the commands.
"""

from __future__ import annotations

import argparse
import random

from board_session import BoardSession
from capture_search import CaptureSearch
from connection_search import ConnectionSearch

from protocol.engine import EngineEnd, serve
from referee.rules.board import Board
from referee.rules.capture import CapturePosition
from referee.rules.moves import Color, Move
from referee.rules.position import Position


class Player:
    """Chooses moves; what it works out about a board is kept for the next move."""

    def __init__(self, *, playouts: int, rng: random.Random) -> None:
        self._playouts = playouts
        self._rng = rng
        self._captures = CaptureSearch(playouts=playouts, rng=rng)
        self._connections: tuple[Board, ConnectionSearch] | None = None

    def choose(self, position: Position, color: Color, seconds: float | None) -> Move:
        """Return the best move found in the time."""
        if isinstance(position, CapturePosition):
            return self._captures.choose(position, color, seconds)
        if self._connections is None or self._connections[0] is not position.board:
            search = ConnectionSearch(position, playouts=self._playouts, rng=self._rng)
            self._connections = (position.board, search)
        return self._connections[1].choose(position, color, seconds)


def main() -> None:
    """Answer commands until `quit`."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", type=int, help="make the same choices every time, clock aside")
    options.add_argument(
        "--playouts",
        type=int,
        default=1000,
        help="most playouts a move (default: %(default)s); a batch of random fills counts as one",
    )
    chosen = options.parse_args()
    player = Player(playouts=chosen.playouts, rng=random.Random(chosen.seed))
    session = BoardSession(player.choose)
    serve(EngineEnd(name="MCTS", version="1", handlers=session.handlers()))


if __name__ == "__main__":
    main()
