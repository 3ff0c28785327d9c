#!/usr/bin/env python3
"""A player of simple ideas: shortest connections, and liberties where stones are captured.

It is built on `protocol.engine`, which reads and writes the commands, and on `referee.rules`,
which knows what is legal; what is left to write is how to choose a move.
"""

from __future__ import annotations

import argparse
import random

from board_session import BoardSession
from liberties import choose_by_liberties
from shortest_connection import choose_by_connection

from protocol.engine import EngineEnd, serve
from referee.rules.capture import CapturePosition
from referee.rules.moves import Color, Move
from referee.rules.position import Position


def main() -> None:
    """Answer commands until `quit`."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", type=int, help="break ties in the same way every time")
    rng = random.Random(options.parse_args().seed)

    def choose(position: Position, color: Color, seconds: float | None) -> Move:
        if isinstance(position, CapturePosition):
            return choose_by_liberties(position, color, seconds, rng)
        return choose_by_connection(position, color, rng)

    session = BoardSession(choose)
    serve(EngineEnd(name="Heuristic", version="1", handlers=session.handlers()))


if __name__ == "__main__":
    main()
