"""What a ply costs in the referee itself, against a blocking read/write loop.

Two C programs that answer at once play a scripted game of Hex: once refereed, once driven by a
loop that writes a line and blocks until the answer has come, over the same kind of pipes and in
the same run, in turn. The ratio is what the rules, the clock, the record and trio cost.

    python benchmarks/referee.py [ROUNDS]
"""

from __future__ import annotations

import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# This file is called like the package, and must not be found in its place.
if sys.path[0] == str(Path(__file__).resolve().parent):
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import trio

from referee.clock import TimeControl
from referee.entrant import Entrant
from referee.match import play_game
from referee.rules.catalog import find_game
from referee.rules.moves import Place

GAME = find_game("hex")
SIZE = 19
CONTROL = TimeControl(main=600)

# Answers each command with the id it came with, and genmove with its next argument.
ENGINE = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **moves) {
    char line[512], name[512];
    int next = 1;
    while (fgets(line, sizeof line, stdin)) {
        char *rest = line;
        long id = strtol(line, &rest, 10);
        if (sscanf(rest, "%511s", name) != 1)
            continue;
        const char *answer = "";
        if (!strcmp(name, "genmove"))
            answer = next < count ? moves[next++] : "resign";
        else if (!strcmp(name, "protocol_version"))
            answer = "2";
        else if (!strcmp(name, "name"))
            answer = "scripted";
        else if (!strcmp(name, "list_commands"))
            answer = "protocol_version\nname\nversion\nlist_commands\nknown_command\nquit\n"
                     "boardsize\nclear_board\nplay\ngenmove";
        printf("=%ld %s\n\n", id, answer);
        fflush(stdout);
        if (!strcmp(name, "quit"))
            return 0;
    }
    return 0;
}
"""


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        print("no C compiler (cc, gcc, clang): nothing measured")
        return
    moves = random_game()
    with tempfile.TemporaryDirectory() as directory:
        binary = build(compiler, Path(directory))
        refereed, bare = [], []
        for _ in range(rounds):
            refereed.append(trio.run(time_referee, binary, moves))
            bare.append(time_loop(binary, moves))
    print(f"{len(moves)} plies of hex {SIZE}, {rounds} rounds; microseconds a ply")
    report("referee", refereed)
    report("blocking loop", bare)
    ratios = [one / other for one, other in zip(refereed, bare, strict=True)]
    low, middle = min(refereed) / min(bare), statistics.median(ratios)
    print(f"{'ratio':14} min {low:6.2f}  median {middle:6.2f}")


def report(name: str, seconds: list[float]) -> None:
    low, middle = min(seconds) * 1e6, statistics.median(seconds) * 1e6
    print(f"{name:14} min {low:6.1f}  median {middle:6.1f}")


def build(compiler: str, directory: Path) -> str:
    source = directory / "scripted.c"
    source.write_text(ENGINE)
    binary = directory / "scripted"
    subprocess.run([compiler, "-O2", "-o", binary, source], check=True)
    return str(binary)


def random_game() -> list[str]:
    """Return the moves of one random game, the same each time."""
    position = GAME.start((SIZE,))
    choice = random.Random(1)
    vertices = list(range(len(position.board)))
    choice.shuffle(vertices)
    labels = []
    while position.result is None:
        labels.append(position.board.labels[vertices[-1]])
        position.play(Place(vertices.pop()))
    return labels


async def time_referee(binary: str, moves: list[str]) -> float:
    """Referee the game; return the seconds a ply."""
    first = Entrant(name="first", command=(binary, *moves[::2]))
    second = Entrant(name="second", command=(binary, *moves[1::2]))
    record = await play_game(first, second, game=GAME, size=(SIZE,), control=CONTROL)
    played = [turn.move for turn in record.turns]
    if played != moves:
        raise AssertionError(f"{len(played)} of {len(moves)} moves: {record.outcome}")
    last = record.turns[-1].last_byte or 0.0
    return (last - record.turns[0].sent) / len(moves)


def time_loop(binary: str, moves: list[str]) -> float:
    """Drive the same game with the plainest loop; return the seconds a ply."""
    engines = [
        subprocess.Popen(
            [binary, *moves[start::2]], bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for start in (0, 1)
    ]
    number = 0

    def ask(engine: subprocess.Popen[bytes], command: str) -> str:
        nonlocal number
        number += 1
        assert engine.stdin is not None  # noqa: S101 - for the type checker
        assert engine.stdout is not None  # noqa: S101
        engine.stdin.write(f"{number} {command}\n".encode())
        answer = b""
        while not answer.endswith(b"\n\n"):
            answer += engine.stdout.read(65536)
        return answer.decode().split(None, 1)[1].strip() if b" " in answer.strip() else ""

    start = time.perf_counter()
    for ply in range(len(moves)):
        color = ("black", "white")[ply % 2]
        move = ask(engines[ply % 2], f"genmove {color}")
        ask(engines[1 - ply % 2], f"play {color} {move}")
    elapsed = time.perf_counter() - start
    for engine in engines:
        engine.communicate(b"quit\n")
    return elapsed / len(moves)


if __name__ == "__main__":
    main()
