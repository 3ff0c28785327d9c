from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.record import GameRecord
from tournaments import cli
from tournaments.store_file import read_store

ROOT = Path(__file__).parents[2]
RANDOM = [sys.executable, str(ROOT / "examples" / "engines" / "random_player.py")]

# Answers every command like an engine that knows nothing but how to introduce itself.
DUMB = r"""
import sys
for line in sys.stdin:
    number, name = line.split()[:2]
    answer = {"protocol_version": "2", "name": "dumb", "version": "0", "list_commands": "play"}
    sys.stdout.write(f"={number} {answer.get(name, '')}\n\n")
    sys.stdout.flush()
    if name == "quit":
        break
"""


@pytest.fixture
def tournament(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs the command line: exit code, output, errors."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["tournament", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        return (ended.value.code or 0, *capsys.readouterr())  # type: ignore[return-value]

    return call


def write_spec(path: Path, commands: dict[str, list[str]], head: str = "") -> Path:
    engines = "".join(
        f'[[engines]]\nname = "{name}"\ncommand = {command}\n' for name, command in commands.items()
    )
    path.write_text(
        head or f'game = "square-grid-hex"\nsize = 3\ntime = "20/move"\n{engines}', encoding="utf-8"
    )
    return path


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    return write_spec(
        tmp_path / "event.toml",
        {"ann": [*RANDOM, "--seed", "{seed}"], "bob": [*RANDOM, "--seed", "{seed}"]},
    )


def test_an_event_is_run_shown_and_run_again_for_nothing(tournament, spec: Path):
    code, table, errors = tournament("run", spec)
    assert code == 0
    assert table.startswith(
        "event\nsquare-grid-hex 3, pie replace, time 20/move, cycles 1, seed 0: 2 of 2 games\n"
    )
    assert [line.split()[0] for line in errors.splitlines()] == ["1/2", "2/2"]

    assert tournament("run", spec) == (0, table, "")
    assert tournament("table", spec) == (0, table, "")
    code, text, errors = tournament("status", spec)
    assert (code, errors) == (0, "")
    assert "0 games to play\nendings: connection 2\n" in text


def test_quiet_shows_the_table_only(tournament, spec: Path):
    assert tournament("run", spec, "--quiet", "--concurrency", "2")[2] == ""


def test_the_store_may_be_elsewhere(tournament, spec: Path, tmp_path: Path):
    (tmp_path / "kept").mkdir()
    store = tmp_path / "kept" / "games.db"
    code, table, _ = tournament("run", spec, "--store", store)

    assert code == 0
    assert list(store.parent.iterdir()) == [store]
    assert not spec.with_suffix(".sqlite").exists()
    assert tournament("table", spec, "--store", store) == (0, table, "")


def refusals() -> list[object]:
    def engine(command: list[str]) -> Callable[[Path], Path]:
        return lambda folder: write_spec(
            folder / "event.toml", {"ann": RANDOM, "bob": [w.format(folder) for w in command]}
        )

    def unexecutable(folder: Path) -> Path:
        (folder / "script").write_text("#!/bin/sh\n")
        return engine(["{}/script"])(folder)

    def dumb(folder: Path) -> Path:
        (folder / "dumb.py").write_text(DUMB)
        return engine([sys.executable, "{}/dumb.py"])(folder)

    return [
        pytest.param(engine(["{}/none"]), "bob: cannot start", id="missing engine"),
        pytest.param(unexecutable, "bob: cannot start", id="not executable"),
        pytest.param(engine(["{}"]), "bob: cannot start", id="directory as engine"),
        pytest.param(engine(["false"]), "bob: ", id="engine that exits"),
        pytest.param(dumb, "bob: lacks ", id="engine without genmove"),
        pytest.param(
            lambda folder: write_spec(
                folder / "event.toml",
                {},
                'game = "grand-hex"\ntime = "none"\n[[engines]]\nname = "go"\ncommand = ["x"]',
            ),
            "event.toml: engines: expected two or more, got 1",
            id="one engine",
        ),
        pytest.param(
            lambda folder: write_spec(folder / "event.toml", {}, "game = 'hex"),
            "event.toml: not valid TOML: ",
            id="broken TOML",
        ),
        pytest.param(
            lambda folder: folder / "none.toml",
            "none.toml: cannot be read: No such file or directory",
            id="no file",
        ),
        pytest.param(
            lambda folder: folder, ": cannot be read: Is a directory", id="directory as file"
        ),
    ]


@pytest.mark.parametrize(("make", "message"), refusals())
def test_bad_input_is_one_line_and_nothing_is_written(
    tournament, tmp_path: Path, make: Callable[[Path], Path], message: str
):
    spec = make(tmp_path)
    before = sorted(tmp_path.iterdir())

    code, output, errors = tournament("run", spec)

    assert (code, output) == (2, "")
    assert errors.startswith("tournament: ")
    assert message in errors
    assert errors.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_a_changed_spec_is_refused_with_what_changed(tournament, spec: Path):
    table = tournament("run", spec)[1]
    store = spec.with_suffix(".sqlite")
    spec.write_text(spec.read_text("utf-8").replace("size = 3", "size = 4"), "utf-8")

    assert tournament("run", spec) == (
        2,
        "",
        f"tournament: {store}: was begun under another specification: size: [3] -> [4]\n",
    )
    assert tournament("table", spec) == (0, table, "")
    assert (
        "the file was changed since the first game: size: [3] -> [4]\n"
        in tournament("status", spec)[1]
    )


@pytest.mark.parametrize("command", ["run", "table", "status"])
def test_a_foreign_store_is_refused_and_untouched(tournament, spec: Path, command: str):
    store = spec.with_suffix(".sqlite")
    with closing(sqlite3.connect(store)) as connection:
        connection.execute("CREATE TABLE holiday_photos (x)")
    before = store.read_bytes()

    assert tournament(command, spec) == (
        2,
        "",
        f"tournament: {store}: a SQLite file of another program, not the store of an event\n",
    )
    assert store.read_bytes() == before


@pytest.mark.parametrize("command", ["table", "status"])
def test_an_event_that_was_not_run_has_no_table(tournament, spec: Path, command: str):
    store = spec.with_suffix(".sqlite")

    assert tournament(command, spec) == (
        2,
        "",
        f"tournament: {store}: there is no store, so nothing was played yet\n",
    )
    assert not store.exists()


USAGE = [
    pytest.param(["frob"], "No such command 'frob'.", id="command"),
    pytest.param(["run"], "Missing argument 'FILE'.", id="no file"),
    pytest.param(["run", "x", "y"], "Got unexpected extra argument(s) (y)", id="two files"),
    pytest.param(
        ["run", "x", "--concurrency", "0"],
        "Invalid value for '--concurrency': 0 is not in the range 1<=x<=1000.",
        id="concurrency",
    ),
    pytest.param(
        ["run", "\x1b[2J.toml"],
        "\\x1b[2J.toml: cannot be read: No such file or directory",
        id="escape",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), USAGE)
def test_wrong_usage_is_one_line(tournament, arguments: list[str], message: str):
    assert tournament(*arguments) == (2, "", f"tournament: {message}\n")


@pytest.mark.parametrize("command", [[], ["run"], ["table"], ["status"]], ids=str)
def test_help_shows_an_example_with_a_file_that_is_there(tournament, command: list[str]):
    code, text, errors = tournament(*command, "--help")

    example = text.strip().splitlines()[-1].strip()
    assert (code, errors) == (0, "")
    assert example.startswith(f"Example: tournament {command[0] if command else 'run'} ")
    assert (ROOT / example.split()[-1]).is_file()


def test_help_and_version_load_nothing_heavy():
    code = (
        "import sys; sys.argv = ['tournament', '--help']; import tournaments.cli as c\n"
        "try: c.main()\n"
        "except SystemExit: print({'trio', 'rich', 'cattrs', 'sqlite3'} & set(sys.modules))"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert found.stdout.splitlines()[-1] == "set()"


def test_output_that_nobody_reads_is_no_traceback(spec: Path):
    command = [sys.executable, "-m", "tournaments.cli", "run", str(spec)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        errors = process.stderr.read()

    assert "Traceback" not in errors


def test_an_engine_that_crashes_loses_and_the_table_says_so(tournament, tmp_path: Path):
    (tmp_path / "crash.py").write_text(
        "import os, runpy, sys\n"
        f"sys.argv = [{RANDOM[1]!r}]\n"
        f"player = runpy.run_path({RANDOM[1]!r})\n"
        "player['RandomPlayer'].genmove = lambda *_: os._exit(7)\n"
        "player['main']()\n"
    )
    spec = write_spec(
        tmp_path / "event.toml", {"ann": RANDOM, "bob": [sys.executable, f"{tmp_path}/crash.py"]}
    )
    code, table, _ = tournament("run", spec, "--quiet")

    assert code == 0
    assert "1  ann        2      2" in table
    assert "endings: crash 2\nbob lost by its own fault: crash 2\n" in table


def test_an_engine_that_stops_starting_is_withdrawn_and_the_event_ends(tournament, tmp_path: Path):
    script = tmp_path / "tired.sh"
    # Starts three times: once to be checked, twice to play.
    script.write_text(
        f"echo x >> {tmp_path}/starts; test $(wc -l < {tmp_path}/starts) -le 3 || exit 127\n"
        f"exec {RANDOM[0]} {RANDOM[1]}\n"
    )
    spec = write_spec(
        tmp_path / "event.toml", {"ann": RANDOM, "bob": ["sh", str(script)], "cid": RANDOM}
    )
    code, table, _ = tournament("run", spec, "--quiet")

    assert code == 0
    assert "4 of 6 games" in table
    assert table.endswith("bob was withdrawn, 2 games unplayed\n")
    assert tournament("run", spec, "--quiet") == (0, table, "")
    assert "bob was withdrawn, 2 games unplayed: bob: exited with status 127" in tournament(
        "status", spec
    )[1].replace("\n", " ")


def test_on_a_terminal_the_standings_are_drawn_as_they_change(spec: Path):
    screen, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-m", "tournaments.cli", "run", str(spec)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm"},
    ) as process:
        os.close(terminal)
        drawn = b""
        with contextlib.suppress(OSError), os.fdopen(screen, "rb", buffering=0) as file:
            while data := file.read(65536):
                drawn += data

    assert process.returncode == 0
    text = drawn.decode()
    assert "=1  ann        0      0" in text
    assert "0/2" in text
    assert "2/2" in text


def test_the_records_of_all_games_read_back(tournament, spec: Path):
    tournament("run", spec, "--quiet")

    with read_store(spec.with_suffix(".sqlite")) as store:
        for result in store.results():
            record = GameRecord.from_json(store.record(result.game_id))
            assert (record.first.name, record.second.name) == (result.first, result.second)
            assert record.outcome.termination is result.termination
