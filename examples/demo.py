"""`make demo`: the example engines meet in each of the five games, small enough for a minute.

It builds the engine in C if there is a compiler, runs five tournaments by `tournament run`, then
prints their crosstables and a final board. All that it writes is in `build/demo/`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from referee.record import GameRecord
from referee.rules.catalog import find_game
from tournaments.store_file import read_store

ROOT = Path(__file__).parents[1]
ENGINES = Path("examples/engines")
BUILD = Path("build/demo")

# Boards that are small, and on which the second player has a chance.
SIZES = {
    "square-grid-hex": (6,),
    "grand-hex": (5,),
    "hex-hex-y": (4,),
    "box-hex": (3, 3, 2),
    "hex-go": (5, 5),
}
CYCLES = 3
SHOWN = "hex-hex-y"  # the game whose last board is drawn

COMPILERS = ("cc", "gcc", "clang", "tcc")
COMPILER_OPTIONS = ("-std=c99", "-O2", "-Wall", "-Wextra")


def build_in_c() -> str | None:
    """Compile the random player in C; return its path, or `None` with a line that says why."""
    source, program = ENGINES / "random_player.c", BUILD.parent / "random_player_c"
    compiler = next(filter(shutil.which, COMPILERS), None)
    if compiler is None:
        print(f"No C compiler ({', '.join(COMPILERS)}): {source} is left out.")
        return None
    command = [compiler, *COMPILER_OPTIONS, "-o", str(program), str(source)]
    print(" ".join(command), flush=True)
    if subprocess.run(command, check=False).returncode:  # noqa: S603 - our own compiler's call
        print(f"The compiler failed: {source} is left out.")
        return None
    return f"./{program}"


def commands(program_in_c: str | None) -> dict[str, list[str]]:
    """Return the entrants: for each name a command."""
    seed = ["--seed", "{seed}"]
    entrants = {
        "mcts": [sys.executable, f"{ENGINES}/mcts_player.py", "--playouts", "150", *seed],
        "heuristic": [sys.executable, f"{ENGINES}/heuristic_player.py", *seed],
        "random": [sys.executable, f"{ENGINES}/random_player.py", *seed],
    }
    return entrants | ({"random-c": [program_in_c, *seed]} if program_in_c else {})


def write_spec(game: str, entrants: dict[str, list[str]]) -> Path:
    """Write a tournament's file, and return where."""
    lines = [
        f'name = "The example engines play {find_game(game).title}"',
        f'game = "{game}"',
        f"size = {list(SIZES[game])}",
        'time = "60+1"',
        f"cycles = {CYCLES}",
        "seed = 1",
        f"concurrency = {os.cpu_count() or 1}",
    ]
    for name, command in entrants.items():
        # A list of strings is the same in JSON and in TOML.
        lines += ["", "[[engines]]", f'name = "{name}"', f"command = {json.dumps(command)}"]
    path = BUILD / f"{game}.toml"
    path.write_text("\n".join(lines) + "\n")
    return path


def run(module: str, *arguments: str) -> str:
    """Run one of our commands and return what it prints; its progress is seen as it goes."""
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)  # noqa: S603 - our own
    if done.returncode:
        sys.exit(done.returncode)  # it has said why
    return done.stdout.decode()


def final_board(store: Path) -> str:
    """Draw how the last game that `mcts` won against `heuristic` ended."""
    with read_store(store) as games:
        records = [GameRecord.from_json(games.record(game)) for game in sorted(games.finished())]
    meetings = [r for r in records if {r.first.name, r.second.name} == {"mcts", "heuristic"}]
    record = next((r for r in reversed(meetings) if r.winner is not None), records[-1])
    moves = " ".join(turn.move for turn in record.turns)
    arguments = ["board", record.game, *map(str, record.size), "--moves", moves]
    return (
        f"{record.first.name} - {record.second.name}: {record.outcome.detail}\n\n"
        f"$ referee {' '.join(arguments[:-1])} '{moves}'\n{run('referee.cli', *arguments)}"
    )


def main(options: Sequence[str]) -> None:
    """Build, play and show; `--quiet` without progress."""
    os.chdir(ROOT)
    shutil.rmtree(BUILD, ignore_errors=True)
    BUILD.mkdir(parents=True)
    entrants = commands(build_in_c())
    quiet = [] if sys.stderr.isatty() and "--quiet" not in options else ["--quiet"]
    tables = []
    for game in SIZES:
        path = write_spec(game, entrants)
        print(f"tournament run {path}", flush=True)
        tables.append(run("tournaments.cli", "run", str(path), *quiet))
    print("", *tables, sep="\n")
    print(final_board(BUILD / f"{SHOWN}.sqlite"))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(128 + 2)
