"""A stand-in for MoHex and Wolve: it speaks HTP as they are described, good and bad.

    htp_double.py [--swap] [--crash-when-lost] [--think SECONDS] [--log FILE]

Boards up to 13 x 13; points in lower case; a swap called `swap-pieces`, which is refused until
`param_game allow_swap 1` and leaves the board as it is; no `time_settings`, and a `time_left` that
takes a colour and one whole number; a picture with a line of one space; a list of legal moves
that names the swap always; `= cannot score` before the end and `resign` after it; and much on
standard error. It never passes. With `--swap` it swaps whenever it may, with
`--crash-when-lost` it dies of a segmentation fault when it sees that it has lost, with `--think`
it takes so long for a move and hears nothing meanwhile, the end of its input included.

Standard library only.
"""

from __future__ import annotations

import argparse
import heapq
import os
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path

LARGEST = 13
SWAP = "swap-pieces"
COMMANDS = [
    "all_legal_moves", "board_id", "boardsize", "clear_board", "final_score", "genmove",
    "known_command", "list_commands", "name", "param_game", "param_mohex", "play",
    "protocol_version", "quit", "showboard", "time_left", "undo", "version",
]  # fmt: skip

Cell = tuple[int, int]


class HtpFailureError(Exception):
    """Answered with a question mark."""


class Board:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.stones: dict[Cell, str] = {}

    def cells(self) -> Iterable[Cell]:
        return ((c, r) for r in range(self.height) for c in range(self.width))

    def empty(self) -> list[Cell]:
        return [cell for cell in self.cells() if cell not in self.stones]

    def around(self, cell: Cell) -> Iterable[Cell]:
        c, r = cell
        for near in (
            (c - 1, r),
            (c + 1, r),
            (c, r - 1),
            (c, r + 1),
            (c + 1, r - 1),
            (c - 1, r + 1),
        ):
            if 0 <= near[0] < self.width and 0 <= near[1] < self.height:
                yield near

    def distances(self, color: str, *, from_far: bool = False) -> dict[Cell, int]:
        """Count for each cell the stones that `color` needs up to it from one of its edges."""
        axis = 1 if color == "black" else 0
        edge = (self.width, self.height)[axis] - 1 if from_far else 0
        found: dict[Cell, int] = {}
        heap = [(0, cell) for cell in self.cells() if cell[axis] == edge]
        while heap:
            before, cell = heapq.heappop(heap)
            owner = self.stones.get(cell)
            if cell not in found and owner in (None, color):
                found[cell] = before + (owner is None)
                for near in self.around(cell):
                    heapq.heappush(heap, (found[cell], near))
        return found

    def needed(self, color: str) -> dict[Cell, int]:
        """Count for each vacant cell the stones that `color` needs to win through it."""
        near, far = self.distances(color), self.distances(color, from_far=True)
        return {c: near[c] + far[c] - 1 for c in self.empty() if c in near and c in far}

    def has_won(self, color: str) -> bool:
        axis, last = (1, self.height - 1) if color == "black" else (0, self.width - 1)
        return any(cost == 0 for cell, cost in self.distances(color).items() if cell[axis] == last)


def other(color: str) -> str:
    return "white" if color == "black" else "black"


class Double:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.board = Board(LARGEST - 2, LARGEST - 2)
        self.moves: list[str] = []
        self.allow_swap = False

    def answer(self, words: list[str]) -> str:
        name, *arguments = words
        if name not in COMMANDS:
            raise HtpFailureError(f"unknown command: {name}")
        note(f"{name}: expanding 1000 nodes, \x1b[1mvalue 0.52\x1b[0m\n" * 3)
        try:
            return getattr(self, f"do_{name}")(*arguments)
        except TypeError as error:
            raise HtpFailureError("wrong number of arguments") from error

    def do_protocol_version(self) -> str:
        return "2"

    def do_name(self) -> str:
        return "MoHex double"

    def do_version(self) -> str:
        return "2.0"

    def do_list_commands(self) -> str:
        return "\n".join(COMMANDS)

    def do_known_command(self, name: str) -> str:
        return str(name in COMMANDS).lower()

    def do_quit(self) -> str:
        return ""

    def do_boardsize(self, width: str, height: str = "") -> str:
        sizes = int(width), int(height or width)
        if not all(1 <= size <= LARGEST for size in sizes):
            raise HtpFailureError(f"argument must be in [1, {LARGEST}]")
        self.board, self.moves = Board(*sizes), []
        return ""

    def do_clear_board(self) -> str:
        return self.do_boardsize(str(self.board.width), str(self.board.height))

    def do_param_mohex(self, *_: str) -> str:
        return ""

    def do_param_game(self, name: str = "", value: str = "") -> str:
        if not name:
            return f"\n[bool] allow_swap {int(self.allow_swap)}\n[string] game_time 1800"
        if name == "allow_swap":
            self.allow_swap = value == "1"
        return ""

    def do_time_left(self, color: str = "", seconds: str = "") -> str:
        self.color(color or "b")
        if seconds and not seconds.isdigit():
            raise HtpFailureError("argument 2 must be an integer")
        return "" if seconds else "30:00"

    def do_play(self, color: str, text: str) -> str:
        self.put(self.color(color), text.lower())
        return ""

    def do_genmove(self, color: str) -> str:
        mover = self.color(color)
        deadline = time.monotonic() + self.options.think
        while (left := deadline - time.monotonic()) > 0:
            time.sleep(left)  # deaf to its input, as if it searched
        if self.board.has_won("black") or self.board.has_won("white"):
            return "resign"
        text = self.choose(mover)
        self.put(mover, text)
        return text

    def choose(self, color: str) -> str:
        if self.options.swap and color == "white" and self.may_swap():
            return SWAP
        mine, theirs = self.board.needed(color), self.board.needed(other(color))
        threats = [cell for cell, count in theirs.items() if count == 1]
        if min(mine.values(), default=99) > 1 and threats:
            if len(threats) > 1 and self.options.crash_when_lost:
                os.kill(os.getpid(), signal.SIGSEGV)
            return spell(threats[0])
        return spell(
            min(mine or theirs, key=lambda cell: (mine.get(cell, 0), self.off_centre(cell)))
        )

    def off_centre(self, cell: Cell) -> int:
        return abs(2 * cell[0] - self.board.width + 1) + abs(2 * cell[1] - self.board.height + 1)

    def may_swap(self) -> bool:
        return self.allow_swap and len(self.moves) == 1

    def put(self, color: str, text: str) -> None:
        if text == SWAP:
            if not self.may_swap():
                raise HtpFailureError(f"illegal move:  {color} {text} (invalid)")
        elif (cell := self.cell(text)) is None:
            raise HtpFailureError(f"illegal move:  {color} invalid (invalid)")
        elif cell in self.board.stones:
            raise HtpFailureError(f"illegal move:  {color} {text} (occupied)")
        else:
            self.board.stones[cell] = color
        self.moves.append(text)

    def do_undo(self) -> str:
        if not self.moves:
            raise HtpFailureError("nothing to undo")
        if (cell := self.cell(self.moves.pop())) is not None:
            del self.board.stones[cell]
        return ""

    def do_final_score(self) -> str:
        if self.board.has_won("black"):
            return "B+"
        return "W+" if self.board.has_won("white") else "cannot score"

    def do_all_legal_moves(self) -> str:
        return " ".join([SWAP, *map(spell, self.board.empty())])

    def do_board_id(self) -> str:
        signs = {"black": "B", "white": "W"}
        return "".join(
            signs.get(self.board.stones.get(cell, ""), ".") for cell in self.board.cells()
        )

    def do_showboard(self) -> str:
        rows = [
            " " * r + f"{r + 1}\\" + " ".join(self.sign((c, r)) for c in range(self.board.width))
            for r in range(self.board.height)
        ]
        # The line of one space does not end the response.
        return "\n".join(["", " ", *rows])

    def sign(self, cell: Cell) -> str:
        return {"black": "B", "white": "W"}.get(self.board.stones.get(cell, ""), ".")

    def color(self, word: str) -> str:
        for name in ("black", "white"):
            if word.lower() in (name, name[0]):
                return name
        raise HtpFailureError("argument must be color")

    def cell(self, text: str) -> Cell | None:
        if not (text[:1].isalpha() and text[1:].isdigit()):
            return None
        cell = ord(text[0]) - ord("a"), int(text[1:]) - 1
        return cell if cell in set(self.board.cells()) else None


def spell(cell: Cell) -> str:
    return f"{chr(ord('a') + cell[0])}{cell[1] + 1}"


def note(text: str) -> None:
    os.write(2, text.encode())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--swap", action="store_true")
    parser.add_argument("--crash-when-lost", action="store_true")
    parser.add_argument("--think", type=float, default=0.0)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    double = Double(options)
    note("Benzene double: loading patterns...\n" * 20)
    for line in sys.stdin:
        words = line.split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            continue
        if options.log:
            with options.log.open("a", encoding="ascii") as file:
                file.write(" ".join(words) + "\n")
        try:
            text, sign = double.answer(words), "="
        except HtpFailureError as error:
            text, sign = str(error), "?"
        os.write(1, f"{sign}{number} {text}\n\n".encode())
        if words[0] == "quit":
            return


if __name__ == "__main__":
    main()
