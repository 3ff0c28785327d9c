#!/usr/bin/env python3
"""The least that plays all seven games: handlers for the commands, and the rules core beneath.

`protocol.engine` reads commands and writes answers, `referee.rules` knows what is legal. Begin
here if you write in Python, and make `genmove` choose better than by chance.
"""

from __future__ import annotations

import random
import sys

from protocol.commands import WIRE_COLORS
from protocol.engine import EngineEnd, FailureError, serve
from referee.rules.catalog import GAMES, find_game
from referee.rules.errors import RulesError
from referee.rules.moves import PASS, Color


class FirstPlayer:
    """A position, and the commands that change it; each method is a command."""

    def __init__(self, seed: str | None) -> None:
        self.rng = random.Random(seed)
        self.set_game("go")

    def set_game(self, game: str) -> None:
        """Choose the game."""
        self.position = legally(find_game, game).start()

    def boardsize(self, *sizes: str) -> None:
        """Choose the size."""
        if not sizes or not all(
            size.isascii() and size.isdigit() and len(size) < 4 for size in sizes
        ):
            raise FailureError("unacceptable size")
        game, rules = self.position.game, self.position.rules
        self.position = legally(game.start, [int(size) for size in sizes], rules)

    def clear_board(self) -> None:
        """Begin a game."""
        position = self.position
        self.position = position.game.start(position.board.size, position.rules)

    def set_rule(self, name: str, value: str) -> None:
        """Choose the pie or the ko rule."""
        position = self.position
        if name not in ("pie", "ko"):
            raise FailureError("unknown rule")
        choices = {"pie": position.rules.pie, "ko": position.rules.ko, name: value}
        rules = legally(lambda: position.game.rules(**choices))
        self.position = position.game.start(position.board.size, rules)

    def position_to_play_on(self):
        """Return the position; after two passes the referee may ask us to play on, once."""
        if self.position.can_agree_dead:
            self.position.resume()
        return self.position

    def play(self, color: str, move: str) -> None:
        """Make the opponent's move."""
        position = self.position_to_play_on()
        parsed = legally(position.board.parse_move, move)
        if (refusal := position.refusal(parsed, color_of(color))) is not None:
            raise FailureError(f"illegal move: {refusal}")
        position.play(parsed)

    def genmove(self, color: str) -> str:
        """Choose a move, make it and say it."""
        position = self.position_to_play_on()
        if color_of(color) is not position.to_move:
            raise FailureError("not my turn")
        # Vertices, then a swap, then a pass. Passing when little is left ends games of Go.
        moves = position.legal_moves()
        few = len(moves) < len(position.board) // 4
        move = PASS if few and moves[-1] == PASS else self.rng.choice(moves)
        position.play(move)
        return position.board.format_move(move)


def legally(ask, *arguments):
    """Answer `? message` to what the rules refuse."""
    try:
        return ask(*arguments)
    except RulesError as error:
        raise FailureError(str(error)) from error


def komi(points: str) -> None:
    """Take note of White's extra points; chance does not care."""
    try:
        float(points)
    except ValueError as error:
        raise FailureError("syntax error") from error


def color_of(word: str) -> Color:
    """Read a colour: `black`, `b`, `white` or `w`, in any case."""
    if word.lower() not in WIRE_COLORS:
        raise FailureError("syntax error")
    return Color.BLACK if WIRE_COLORS[word.lower()] == "black" else Color.WHITE


def main() -> None:
    """Answer commands until `quit`; `--seed N` makes the same moves every time."""
    player = FirstPlayer(sys.argv[2] if sys.argv[1:2] == ["--seed"] else None)
    handlers = {
        "list_games": lambda: "\n".join(GAMES),
        "set_game": player.set_game,
        "boardsize": player.boardsize,
        "clear_board": player.clear_board,
        "komi": komi,
        "set_rule": player.set_rule,
        "play": player.play,
        "genmove": player.genmove,
    }
    serve(EngineEnd(name="First", version="1", handlers=handlers))


if __name__ == "__main__":
    main()
