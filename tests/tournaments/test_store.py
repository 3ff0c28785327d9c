from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest

from referee.outcome import Player, Termination
from tournaments.result import GameResult
from tournaments.store import APPLICATION_ID, StoreError, StoreInUseError
from tournaments.store_file import open_store, read_store

ONE = GameResult("c1-r1-1v2", "a", "b", Player.FIRST, Termination.CONNECTION)
TWO = GameResult("c1-r1-2v1", "b", "a", None, Termination.REPETITION)
THREE = GameResult("c1-r2-1v2", "é½", "\x00'\"", Player.SECOND, Termination.CRASH)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "event 100%?#.sqlite"


def test_what_was_stored_is_read_back(path: Path):
    with open_store(path, spec="{}") as store:
        for number, result in enumerate((ONE, TWO, THREE)):
            store.add(result, record=f"record {number}")

    with read_store(path) as store:
        assert sorted(store.results(), key=lambda result: result.game_id) == [ONE, TWO, THREE]
        assert store.finished() == {ONE.game_id, TWO.game_id, THREE.game_id}
        assert store.record(TWO.game_id) == "record 1"


def test_an_old_store_keeps_its_spec_and_its_games(path: Path):
    with open_store(path, spec="old") as store:
        store.add(ONE, record="")

    with open_store(path, spec="new") as store:
        assert store.spec == "old"
        assert store.finished() == {ONE.game_id}


def test_voids_and_withdrawals_are_kept_apart_from_results(path: Path):
    with open_store(path, spec="") as store:
        store.add_void("x", reason="lightning")
        store.add_void("x", reason="again")
        store.withdraw("b", reason="does not start")

    with read_store(path) as store:
        assert store.voids() == (("x", "lightning"), ("x", "again"))
        assert store.withdrawals() == {"b": "does not start"}
        assert store.finished() == frozenset()


def test_a_game_cannot_be_stored_twice(path: Path):
    with open_store(path, spec="") as store:
        store.add(ONE, record="first")
        with pytest.raises(sqlite3.IntegrityError):
            store.add(ONE, record="second")

        assert store.record(ONE.game_id) == "first"


def test_a_clean_end_leaves_one_file(path: Path):
    with open_store(path, spec="") as store:
        store.add(ONE, record="")
        with read_store(path) as reader:
            assert list(reader.results()) == [ONE]

    assert list(path.parent.iterdir()) == [path]


def test_a_second_runner_is_refused_and_the_first_goes_on(path: Path):
    with open_store(path, spec="") as store:
        refusal = pytest.raises(StoreInUseError, match=f"is being run by process {os.getpid()} on ")
        with refusal, open_store(path, spec=""):
            pass
        store.add(ONE, record="")

        assert store.finished() == {ONE.game_id}


def test_a_second_runner_in_another_process_is_refused(path: Path):
    code = """
        import sys, pathlib
        from tournaments.store import StoreInUseError
        from tournaments.store_file import open_store
        try:
            with open_store(pathlib.Path(sys.argv[1]), spec=""):
                print("opened")
        except StoreInUseError as error:
            print("refused")
    """
    command = [sys.executable, "-c", textwrap.dedent(code), str(path)]
    with open_store(path, spec="") as store:
        found = subprocess.run(command, capture_output=True, text=True, check=True)
        store.add(ONE, record="")

    assert found.stdout == "refused\n"
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "opened\n"


def test_a_killed_runner_leaves_a_store_that_opens(path: Path):
    code = """
        import os, signal, sys, pathlib
        from referee.outcome import Termination
        from tournaments.result import GameResult
        from tournaments.store_file import open_store
        with open_store(pathlib.Path(sys.argv[1]), spec="") as store:
            store.add(GameResult("kept", "a", "b", None, Termination.SCORE), record="")
            store._connection.execute("BEGIN IMMEDIATE")
            lost = "INSERT INTO games VALUES ('lost', 'a', 'b', NULL, 'score', '')"
            store._connection.execute(lost)
            os.kill(os.getpid(), signal.SIGKILL)
    """
    command = [sys.executable, "-c", textwrap.dedent(code), str(path)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL

    with open_store(path, spec="") as store:
        assert store.finished() == {"kept"}


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE games (x)")


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA user_version = 2")


def damaged(path: Path) -> None:
    with open_store(path, spec="x" * 20_000) as store:
        store.add(ONE, record="x" * 20_000)
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xaa" * 8192)


def truncated(path: Path) -> None:
    with open_store(path, spec="x" * 20_000):
        pass
    os.truncate(path, 8192)


REFUSED = [
    pytest.param(
        lambda path: path.write_text("game = 'hex'\n" * 20),
        "not the store of an event: expected a SQLite file",
        id="text",
    ),
    pytest.param(
        lambda path: path.write_bytes(b""),
        "not the store of an event: expected a SQLite file",
        id="empty",
    ),
    pytest.param(
        foreign, "a SQLite file of another program, not the store of an event", id="foreign"
    ),
    pytest.param(newer, "a store of version 2, expected version 1", id="newer"),
    pytest.param(damaged, "d.*", id="damaged"),
    pytest.param(truncated, "d.*", id="truncated"),
    pytest.param(lambda path: path.mkdir(), "Is a directory", id="directory"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_a_file_that_is_no_store_is_refused_and_untouched(path: Path, make, message: str):
    make(path)
    before = path.read_bytes() if path.is_file() else b""

    refusal = pytest.raises(StoreError, match=rf"event 100%\?#\.sqlite: {message}")
    with refusal as caught, open_store(path, spec=""):
        pass

    assert "\n" not in str(caught.value)
    assert (path.read_bytes() if path.is_file() else b"") == before
    assert list(path.parent.iterdir()) == [path]


def test_reading_a_store_that_is_not_there_makes_none(path: Path):
    with (
        pytest.raises(StoreError, match="there is no store, so nothing was played yet"),
        read_store(path),
    ):
        pass

    assert not path.exists()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path):
    refusal = pytest.raises(StoreError, match=r"none/x\.sqlite: No such file or directory")
    with refusal, open_store(tmp_path / "none" / "x.sqlite", spec=""):
        pass


def test_a_store_that_is_moved_away_stops_the_event(path: Path):
    with open_store(path, spec="") as store:
        store.add(ONE, record="")
        path.rename(path.with_name("elsewhere"))

        with pytest.raises(StoreError, match="was moved or deleted while the event was running"):
            store.add(TWO, record="")


def test_the_journal_of_a_store_that_is_gone_is_not_taken_over(path: Path, tmp_path: Path):
    with open_store(path, spec="") as store:
        store.add(ONE, record="")
        shutil.copy(f"{path}-wal", tmp_path / "kept")
    path.unlink()
    (tmp_path / "kept").rename(f"{path}-wal")

    refusal = pytest.raises(StoreError, match="-wal: left by a store that is gone")
    with refusal, open_store(path, spec=""):
        pass


def test_a_full_disk_is_one_line_and_loses_nothing(path: Path):
    with open_store(path, spec="") as store:
        store.add(ONE, record="")
        store._connection.execute("PRAGMA max_page_count = 8")
        with pytest.raises(StoreError, match="database or disk is full"):
            store.add(TWO, record="x" * 100_000)

        assert store.finished() == {ONE.game_id}
