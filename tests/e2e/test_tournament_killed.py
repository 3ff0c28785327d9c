"""A real tournament between real programs, killed with SIGKILL again and again."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tournaments.store_file import read_store

ROOT = Path(__file__).parents[2]
NAMES = ("ann", "bob", "cid", "dan", "eve", "fay")
GAMES = 30


class Event:
    """A tournament whose engines can be told from all other processes by their path."""

    def __init__(self, folder: Path) -> None:
        self.engine = folder / "killed_engine.py"
        self.spec = folder / "event.toml"
        self.store = folder / "event.sqlite"
        folder.mkdir(exist_ok=True)
        shutil.copy(ROOT / "examples" / "engines" / "random_player.py", self.engine)
        engines = "".join(
            f'[[engines]]\nname = "{name}"\n'
            f'command = [{str(sys.executable)!r}, {str(self.engine)!r}, "--seed", "{{seed}}"]\n'
            for name in NAMES
        )
        self.spec.write_text(
            'name = "Killed"\ngame = "grand-hex"\nsize = 4\ntime = "20/move"\nconcurrency = 2\n'
            f"seed = 11\n{engines}",
            encoding="utf-8",
        )

    def start(self, *options: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tournaments.cli", "run", str(self.spec), *options]
        return subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def finish(self, *options: str) -> str:
        process = self.start("--quiet", *options)
        table, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (0, "")
        return table

    def finished(self) -> frozenset[str]:
        if not self.store.exists():
            return frozenset()
        with read_store(self.store) as store:
            return store.finished()

    def engines_alive(self) -> list[int]:
        """Return the processes that run this event's engine."""
        alive = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue  # it has just ended
            if os.fsencode(self.engine) in command.split(b"\0"):
                alive.append(int(folder.name))
        return alive

    def wait_for_engines_to_end(self) -> None:
        # Nobody ends them: they see the end of their input.
        deadline = time.monotonic() + 10
        while self.engines_alive() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert self.engines_alive() == []


def kill_after(event: Event, *, games: int, delay: float) -> frozenset[str]:
    """Run the event, kill it `delay` seconds after so many more games; return what was told."""
    process = event.start()
    assert process.stderr is not None
    told = [process.stderr.readline() for _ in range(games)]
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    rest = process.communicate(timeout=60)[1].splitlines()
    return frozenset(line.split()[1].rstrip(":") for line in (*told, *rest) if "/" in line)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> str:
    return Event(tmp_path_factory.mktemp("undisturbed")).finish("--concurrency", "1")


# After how many games of this start, and how many seconds after: while the interpreter starts,
# while the engines are checked, right after a game was stored, and in the middle of games.
KILLS = [
    *((0, delay) for delay in (0.0, 0.1, 0.3, 0.5, 0.7)),
    *((1, delay) for delay in (0.0, 0.001, 0.003, 0.01, 0.03, 0.05, 0.1, 0.0, 0.002, 0.004)),
    *((2, delay) for delay in (0.0, 0.0, 0.005, 0.01, 0.02)),
]


def test_twenty_kills_lose_no_game_and_play_none_twice(tmp_path: Path, undisturbed: str):
    event = Event(tmp_path)
    stored: frozenset[str] = frozenset()
    assert len(KILLS) == 20
    for games, delay in KILLS:
        told = kill_after(event, games=games if len(stored) < GAMES else 0, delay=delay)
        event.wait_for_engines_to_end()
        now = event.finished()
        assert stored | told <= now
        assert not stored & told
        stored = now

    assert event.finish() == undisturbed
    assert len(event.finished()) == GAMES
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "event.sqlite",
        "event.toml",
        "killed_engine.py",
    ]


def test_ctrl_c_stops_in_a_line_and_the_same_command_goes_on(tmp_path: Path, undisturbed: str):
    event = Event(tmp_path)
    process = event.start()
    assert process.stderr is not None
    process.stderr.readline()
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=60)[1]

    assert process.returncode == 128 + signal.SIGINT
    assert errors.splitlines()[-1] == (
        "tournament: stopped by SIGINT; the same command plays what is left"
    )
    assert event.engines_alive() == []
    assert 1 <= len(event.finished()) < GAMES
    assert event.finish() == undisturbed


def test_a_second_runner_is_refused_and_harms_nobody(tmp_path: Path, undisturbed: str):
    event = Event(tmp_path)
    first = event.start()
    assert first.stderr is not None
    first.stderr.readline()
    second = event.start()
    errors = second.communicate(timeout=60)[1]
    table = first.communicate(timeout=60)[0]

    assert second.returncode == 2
    assert errors.startswith(
        f"tournament: {event.store}: the event is being run by process {first.pid} on "
    )
    assert errors.count("\n") == 1
    assert table == undisturbed
