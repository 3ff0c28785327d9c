"""An engine for tests: plays every game badly but legally, and commits the sins it is told to.

    misbehaving.py [--at COMMAND[:N] --do SIN[=VALUE]]... [--lacks COMMAND]... [--ignore SIGNAL]...

At the N-th such command (the first if no N is given; every one if N is `*`) it does SIN in
place of answering. A connection game it plays on the first vacant vertex in label order, Black
from the front, White from the back; elsewhere it places `--stones` stones so and then passes.

It never sleeps to create an order of things. Standard library only.
"""

# ruff: noqa: ARG002 - handlers take what the protocol gives them
from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from pathlib import Path

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
GO_LETTERS = LETTERS.replace("I", "")


def grid(letters: str, columns: int, rows: int) -> list[str]:
    return [f"{letters[c]}{r}" for c in range(columns) for r in range(1, rows + 1)]


def rows_of(lengths: list[int]) -> list[str]:
    return [
        f"{LETTERS[row]}{n}" for row, length in enumerate(lengths) for n in range(1, length + 1)
    ]


def hexagon(a: int, b: int) -> list[int]:
    """Row lengths of a hexagon whose sides hold a, b, a, b, a, b cells, from the top."""
    return [a + row for row in range(b)] + [a + b - 2 - row for row in range(a - 1)]


def box(a: int, b: int, height: int) -> list[int]:
    return hexagon(a, b) + [3 * (a - 1) + 3 * (b - 1)] * height


LABELS = {
    "square-grid-hex": lambda n: grid(GO_LETTERS, n, n),
    "grand-hex": lambda n: grid(LETTERS, n, n),
    "hex": lambda n: grid(LETTERS, n, n),
    "hex-go": lambda columns, rows: grid(LETTERS, columns, rows),
    "box-hex": lambda a, b, height: rows_of(box(a, b, height)),
    "hex-hex-y": lambda n: rows_of(hexagon(n, n)),
    "go": lambda n: grid(GO_LETTERS, n, n),
}
PASSING = {"go", "hex-go"}
COMMANDS = [
    "protocol_version", "name", "version", "list_commands", "known_command", "quit",
    "list_games", "set_game", "boardsize", "clear_board", "komi", "set_rule",
    "time_settings", "time_left", "play", "genmove", "final_status_list",
]  # fmt: skip


class Engine:
    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.commands = [name for name in COMMANDS if name not in options.lacks]
        self.sins: dict[tuple[str, str], str] = {}
        for moment, sin in zip(options.at, options.do, strict=True):
            command, _, count = moment.partition(":")
            self.sins[command, count or "1"] = sin
        self.counts: dict[str, int] = {}
        self.game, self.size, self.labels = options.game, (), []
        self.taken: set[str] = set()
        self.placed = {"black": 0, "white": 0}

    def handle(self, line: str) -> None:
        words = line.split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        if not words:
            return
        name = words[0]
        count = self.counts[name] = self.counts.get(name, 0) + 1
        sin = self.sins.get((name, str(count))) or self.sins.get((name, "*"))
        if sin is not None and not self.sin(sin, number, words):
            return
        if name not in self.commands:
            say(f"?{number} unknown command\n\n")
        else:
            say(f"={number} {getattr(self, name)(*words[1:])}\n\n")
        if name == "quit" and not self.options.stay:
            sys.exit(0)

    # -- sins: true if the command is to be answered all the same ------------------------

    def sin(self, sin: str, number: str, words: list[str]) -> bool:
        kind, _, value = sin.partition("=")
        again: bool | None = getattr(self, f"sin_{kind.replace('-', '_')}")(number, value, words)
        return bool(again)

    def sin_exit(self, number: str, value: str, words: list[str]) -> None:
        os._exit(int(value or 0))

    def sin_complain(self, number: str, value: str, words: list[str]) -> None:
        os.write(2, f"{value}\n".encode())
        os._exit(1)

    def sin_kill(self, number: str, value: str, words: list[str]) -> None:
        os.kill(os.getpid(), getattr(signal, value))
        signal.pause()

    def sin_hang(self, number: str, value: str, words: list[str]) -> None:
        while True:
            signal.pause()

    def sin_drip(self, number: str, value: str, words: list[str]) -> None:
        while True:
            say(value or "=")
            time.sleep(0.01)

    def sin_flood(self, number: str, value: str, words: list[str]) -> None:
        while True:
            say("x" * 4096 + ("\n" if value == "lines" else ""))

    def sin_flood_stderr(self, number: str, value: str, words: list[str]) -> bool:
        os.write(2, b"e" * int(value))
        return True

    def sin_raw(self, number: str, value: str, words: list[str]) -> None:
        """Answer with these bytes; `ID` becomes the id, backslash escapes are read."""
        text = value.encode("latin-1").decode("unicode_escape").replace("ID", number)
        sys.stdout.buffer.write(text.encode("latin-1"))
        sys.stdout.buffer.flush()

    def sin_raw_exit(self, number: str, value: str, words: list[str]) -> None:
        self.sin_raw(number, value, words)
        os._exit(3)

    def sin_answer(self, number: str, value: str, words: list[str]) -> None:
        say(f"={number} {value}\n\n")

    def sin_refuse(self, number: str, value: str, words: list[str]) -> None:
        say(f"?{number} {value}\n\n")

    def sin_close_stdout(self, number: str, value: str, words: list[str]) -> None:
        os.close(1)
        self.sin_hang(number, value, words)

    def sin_double_fork(self, number: str, value: str, words: list[str]) -> None:
        """Die, and leave a grandchild behind that holds every pipe.

        With the value `daemon` it is in a session of its own, where no group kill finds it.
        """
        if os.fork() == 0:
            if os.fork() == 0:
                if value == "daemon":
                    os.setsid()
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                self.sin_hang(number, value, words)
            os._exit(0)
        os.wait()
        os._exit(5)

    def sin_tell(self, number: str, value: str, words: list[str]) -> bool:
        """Write the command into a file and obey."""
        with Path(value).open("a", encoding="ascii") as file:
            file.write(" ".join(words) + "\n")
        return True

    # -- what an honest engine does ------------------------------------------------------

    def protocol_version(self) -> str:
        return "2"

    def name(self) -> str:
        return self.options.name

    def version(self) -> str:
        return "1"

    def list_commands(self) -> str:
        return "\n".join(self.commands)

    def known_command(self, name: str) -> str:
        return str(name in self.commands).lower()

    def quit(self) -> str:
        return ""

    def list_games(self) -> str:
        return "\n".join(LABELS)

    def set_game(self, game: str) -> str:
        self.game = game
        return ""

    def boardsize(self, *size: str) -> str:
        self.labels = LABELS[self.game](*map(int, size))
        return self.clear_board()

    def clear_board(self) -> str:
        self.taken.clear()
        self.placed = {"black": 0, "white": 0}
        return ""

    def komi(self, komi: str) -> str:
        return ""

    def set_rule(self, name: str, value: str) -> str:
        return ""

    def time_settings(self, main: str, byo: str, stones: str) -> str:
        return ""

    def time_left(self, color: str, seconds: str, stones: str) -> str:
        return ""

    def play(self, color: str, move: str) -> str:
        self.taken.add(move.upper())
        return ""

    def genmove(self, color: str) -> str:
        order = self.labels if color == "black" else self.labels[::-1]
        free = [label for label in order if label not in self.taken]
        if self.game in PASSING and self.placed[color] >= self.options.stones:
            return "pass"
        self.placed[color] += 1
        self.taken.add(free[0])
        return free[0]

    def final_status_list(self, status: str) -> str:
        return self.options.dead


def say(text: str) -> None:
    os.write(1, text.encode())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--at", action="append", default=[])
    parser.add_argument("--do", action="append", default=[])
    parser.add_argument("--lacks", action="append", default=[])
    parser.add_argument("--ignore", action="append", default=[])
    parser.add_argument("--stay", action="store_true", help="do not exit at `quit`")
    parser.add_argument("--dead", default="")
    parser.add_argument("--game", default="hex")
    parser.add_argument("--stones", type=int, default=3)
    parser.add_argument("--name", default="misbehaving")
    options = parser.parse_args()
    for name in options.ignore:
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    engine = Engine(options)
    for line in sys.stdin:
        engine.handle(line)
    while options.stay:
        signal.pause()


if __name__ == "__main__":
    main()
