#!/usr/bin/env python3
"""A player that makes random legal moves: the whole protocol on one page, no library needed.

Copy this page to begin an engine of your own, in any language. It has the boards, captures for
the two games that have them, a function for each command of the protocol, and the loop that
reads commands and writes answers. A player that does better than chance changes `choose` only.
"""

from __future__ import annotations

import argparse
import inspect
import random
import sys
from collections.abc import Callable
from typing import NamedTuple

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GO_LETTERS = LETTERS.replace("I", "")  # Go players skip the I

Stones = dict[str, str]  # who stands where: {"C4": "black", ...}


class Game(NamedTuple):
    """A board is an alphabet, and for each of its letters how many points have that letter.

    `lines` gives the neighbours of a point, for the games with captures.
    """

    default_size: tuple[int, ...]
    points: Callable[..., list[int]]
    letters: str = LETTERS
    pie: str = "none"
    lines: Callable[[int, int], list[tuple[int, int]]] | None = None


def hexagon(top: int, slant: int) -> list[int]:
    """Return the lengths of the rows of a hexagon with sides top, slant, top, slant, ..."""
    longest = top + slant - 1
    return [*range(top, longest + 1), *range(longest - 1, slant - 1, -1)]


def honeycomb(c: int, r: int) -> list[tuple[int, int]]:
    """Return the at most three neighbours of a point of Hex Go."""
    return [(c, r - 1), (c, r + 1), (c + 1 if (c + r) % 2 == 0 else c - 1, r)]


def grid(c: int, r: int) -> list[tuple[int, int]]:
    """Return the neighbours of a point of Go."""
    return [(c, r - 1), (c, r + 1), (c - 1, r), (c + 1, r)]


GAMES = {
    "square-grid-hex": Game((13,), lambda n: [n] * n, GO_LETTERS, pie="replace"),
    "grand-hex": Game((10,), lambda n: [n] * n),
    "hex-go": Game((20, 19), lambda columns, rows: [rows] * columns, lines=honeycomb),
    "box-hex": Game((3, 5, 4), lambda a, b, height: hexagon(a, b) + [3 * (a + b - 2)] * height),
    "hex-hex-y": Game((8,), lambda n: hexagon(n, n)),
    "hex": Game((11,), lambda n: [n] * n, pie="swap-sides"),
    "go": Game((9,), lambda n: [n] * n, GO_LETTERS, lines=grid),
}


def letter(index: int, letters: str) -> str:
    """Name a column or row: A to Z, then AA, AB, ..."""
    before, last = divmod(index, len(letters))
    return (letter(before - 1, letters) if before else "") + letters[last]


class FailureError(Exception):
    """Raised by a command to answer `? message`."""


class RandomPlayer:
    """A board that any moves can be made on, and a chooser of random ones."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.set_game("go")  # what a controller means that never says `set_game`
        self.commands: dict[str, Callable[..., str | None]] = {
            "protocol_version": lambda: "2",
            "name": lambda: "Random",
            "version": lambda: "1",
            "list_commands": lambda: "\n".join(self.commands),
            "known_command": lambda name: "true" if name in self.commands else "false",
            "quit": lambda: None,
            "list_games": lambda: "\n".join(GAMES),
            "set_game": self.set_game,
            "boardsize": self.set_size,
            "clear_board": self.clear,
            "komi": lambda _points: None,
            "set_rule": self.set_rule,
            "play": self.play,
            "genmove": self.genmove,
            "final_status_list": lambda _status: "",  # nothing is dead
            "time_settings": lambda _main, _byo_yomi, _stones: None,  # chance needs no time
            "time_left": lambda _color, _seconds, _stones: None,
        }

    def choose(self, color: str) -> str:
        """Choose a move: a point, a swap, a pass, or `resign` when there is none."""
        may_swap = self.pie != "none" and color == "white" and len(self.history) == 1
        if may_swap and self.rng.random() < 0.5:
            return "swap" if self.pie == "replace" else "swap-sides"
        vacant = [point for point in self.neighbors if point not in self.stones]
        self.rng.shuffle(vacant)
        if not self.game.lines:
            return vacant[0] if vacant else "resign"
        if len(self.history) > 3 * len(self.neighbors):
            return "pass"  # chance alone can go on capturing to and fro for very long
        return next((point for point in vacant if self.is_worth_playing(color, point)), "pass")

    def is_worth_playing(self, color: str, point: str) -> bool:
        """Say whether a move is legal, and fills no eye: otherwise games of Go do not end."""
        stones = self.after(color, point)
        is_eye = all(self.stones.get(near) == color for near in self.neighbors[point])
        is_suicide = point not in stones
        # A stone that has just captured may not be captured at once, and no position may come
        # back. That is stricter than any one of the ko rules, so legal under all of them.
        is_ko = self.fresh_captor != "" and self.fresh_captor not in stones
        return not (is_eye or is_suicide or is_ko or stones in self.history)

    def after(self, color: str, point: str) -> Stones:
        """Return who stands where after a stone is placed and others are captured."""
        stones = {**self.stones, point: color}
        opponents = [near for near in self.neighbors[point] if stones.get(near, color) != color]
        for first in (*opponents, point):  # the own chain last: captures may have freed it
            for stone in self.captured_chain(first, stones):
                del stones[stone]
        return stones

    def captured_chain(self, first: str, stones: Stones) -> set[str]:
        """Return the chain that a stone belongs to if it has no liberty, else nothing."""
        if not self.game.lines or first not in stones:
            return set()
        chain, to_visit = {first}, [first]
        while to_visit:
            for near in self.neighbors[to_visit.pop()]:
                if near not in stones:
                    return set()
                if stones[near] == stones[first] and near not in chain:
                    chain.add(near)
                    to_visit.append(near)
        return chain

    def make(self, color: str, move: str) -> None:
        """Make a move; it is believed to be legal."""
        self.history.append(self.stones)
        self.fresh_captor = ""
        if move == "swap":  # the black stone becomes a white one
            self.stones = dict.fromkeys(self.stones, "white")
        elif move in self.neighbors:
            self.stones = self.after(color, move)
            if len(self.stones) <= len(self.history[-1]):
                self.fresh_captor = move

    # The commands that take more than a line.

    def set_game(self, game: str) -> None:
        """Choose the game; the board is then an empty one of its usual size."""
        if game not in GAMES:
            raise FailureError("unknown game")
        self.game = GAMES[game]
        self.pie = self.game.pie
        self.set_size(*map(str, self.game.default_size))

    def set_size(self, *sizes: str) -> None:
        """Build the board: the neighbours of each point, by name."""
        if len(sizes) != len(self.game.default_size):
            raise FailureError("unacceptable size")
        if not all(size.isdecimal() and 1 <= int(size) <= 52 for size in sizes):
            raise FailureError("unacceptable size")
        names = {
            (column, row): f"{letter(column, self.game.letters)}{row + 1}"
            for column, count in enumerate(self.game.points(*map(int, sizes)))
            for row in range(count)
        }
        lines = self.game.lines or (lambda _column, _row: [])
        self.neighbors = {
            name: [names[near] for near in lines(*spot) if near in names]
            for spot, name in names.items()
        }
        self.clear()

    def clear(self) -> None:
        """Empty the board."""
        self.stones: Stones = {}
        self.history: list[Stones] = []  # before each move
        self.fresh_captor = ""  # the stone that captured on the last move, if it did

    def set_rule(self, name: str, value: str) -> None:
        """Obey the pie rule; we play so that all ko rules are obeyed."""
        if name == "pie":
            self.pie = value
        elif name != "ko":
            raise FailureError("unknown rule")

    def play(self, color: str, move: str) -> None:
        """Make somebody's move."""
        point = move.upper()
        if point in self.neighbors and point not in self.stones:
            self.make(color_word(color), point)
        elif move.lower() in ("pass", "swap", "swap-sides"):
            self.make(color_word(color), move.lower())
        else:
            raise FailureError("illegal move")

    def genmove(self, color: str) -> str:
        """Choose a move, make it and say it."""
        move = self.choose(color_word(color))
        if move != "resign":
            self.make(color_word(color), move)
        return move

    def answer(self, name: str, arguments: list[str]) -> str:
        """Obey one command, and return what to say after `=` or `?`, with that sign."""
        command = self.commands.get(name)
        if command is None:
            return "? unknown command"
        try:
            inspect.signature(command).bind(*arguments)
        except TypeError:  # too many arguments or too few
            return "? syntax error"
        try:
            return f"= {command(*arguments) or ''}"
        except FailureError as failure:
            return f"? {failure}"


def color_word(text: str) -> str:
    """Read a colour: `black`, `b`, `white` or `w`, in any case."""
    for color in ("black", "white"):
        if text.lower() in (color, color[0]):
            return color
    raise FailureError("syntax error")


def main() -> None:
    """Answer commands until `quit`: `7 genmove b` with `=7 E5` and an empty line."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seed", type=int, help="make the same moves every time")
    player = RandomPlayer(random.Random(options.parse_args().seed))
    sys.stdin.reconfigure(newline="\n", errors="replace")  # only LF ends a line
    for line in sys.stdin:
        text = line.partition("#")[0].replace("\t", " ")
        words = "".join(char for char in text if " " <= char <= "~").split()
        number = words.pop(0) if words and words[0].isdecimal() else ""
        if words:
            reply = player.answer(words[0], words[1:])
            print(f"{reply[0]}{number}{reply[1:]}\n", flush=True)
            if words[0] == "quit":
                return


if __name__ == "__main__":
    main()
