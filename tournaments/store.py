"""The event's ledger: one transaction a game.

Nothing of an event lives only in memory: what is to be played is the schedule minus the games
in here.
"""

from __future__ import annotations

import os
import socket
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import attrs

from referee.outcome import Player, Termination
from referee.printable import printable
from tournaments.result import GameResult

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

# "HexE", in the header field that tells one application's SQLite files from another's.
APPLICATION_ID: Final = 0x48657845
SCHEMA_VERSION: Final = 1
SCHEMA: Final = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
CREATE TABLE event (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    spec TEXT NOT NULL,
    runner TEXT NOT NULL DEFAULT ''
);
CREATE TABLE games (
    game_id TEXT PRIMARY KEY,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    winner TEXT CHECK (winner IN ('first', 'second')),
    termination TEXT NOT NULL,
    record TEXT NOT NULL
);
CREATE TABLE voids (
    number INTEGER PRIMARY KEY,
    game_id TEXT NOT NULL,
    reason TEXT NOT NULL
);
CREATE TABLE withdrawals (
    name TEXT PRIMARY KEY,
    reason TEXT NOT NULL
);
"""


class StoreError(Exception):
    """The store cannot be used, and was left as it is; the message is one line for a person."""


class StoreInUseError(StoreError):
    """Another process is running this event."""


@attrs.frozen
class Store:
    """An open event. `tournaments.store_file` opens it."""

    path: Path
    _connection: sqlite3.Connection = attrs.field(repr=False, eq=False)
    _inode: int

    def prepare(self) -> None:
        """Make the file ready for games, and note who runs the event."""
        self._rows("PRAGMA journal_mode = WAL")
        # A game takes longer than waiting until the disk has it.
        self._rows("PRAGMA synchronous = FULL")
        if (verdict := self._rows("PRAGMA quick_check(1)")) != [("ok",)]:
            raise StoreError(f"{self._name}: damaged: {printable(str(verdict[0][0]))}")
        with self._transaction():
            runner = f"process {os.getpid()} on {socket.gethostname()}"
            self._connection.execute("UPDATE event SET runner = ?", (runner,))

    @property
    def runner(self) -> str:
        """Who ran the event last, or runs it."""
        return str(self._rows("SELECT runner FROM event")[0][0])

    @property
    def spec(self) -> str:
        """The canonical text of the specification that the games were played under."""
        return str(self._rows("SELECT spec FROM event")[0][0])

    def replace_spec(self, spec: str) -> None:
        """Put another specification in the place of the one that no game was played under."""
        with self._transaction():
            self._connection.execute("UPDATE event SET spec = ?", (spec,))

    def add(self, result: GameResult, *, record: str) -> None:
        """Store a finished game for good; after this it counts, whatever happens to us.

        Raises:
            StoreError: It could not be written.
        """
        winner = None if result.winner is None else result.winner.word
        with self._transaction():
            self._connection.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)",
                (
                    result.game_id,
                    result.first,
                    result.second,
                    winner,
                    result.termination.value,
                    record,
                ),
            )

    def add_void(self, game_id: str, *, reason: str) -> None:
        """Note that a game was annulled, through no engine's fault, and is to be replayed."""
        with self._transaction():
            self._connection.execute(
                "INSERT INTO voids (game_id, reason) VALUES (?, ?)", (game_id, reason)
            )

    def withdraw(self, name: str, *, reason: str) -> None:
        """Note that an entrant plays no more."""
        with self._transaction():
            self._connection.execute("INSERT INTO withdrawals VALUES (?, ?)", (name, reason))

    def results(self) -> Iterator[GameResult]:
        """Give all finished games, in no order that matters."""
        columns = "game_id, first, second, winner, termination"
        for game_id, first, second, winner, word in self._rows(f"SELECT {columns} FROM games"):  # noqa: S608 - no input in it
            yield GameResult(
                game_id=game_id,
                first=first,
                second=second,
                winner=None if winner is None else Player[winner.upper()],
                termination=Termination(word),
            )

    def record(self, game_id: str) -> str:
        """Return the JSON record of a finished game.

        Raises:
            StoreError: There is no such game.
        """
        rows = self._rows("SELECT record FROM games WHERE game_id = ?", game_id)
        if not rows:
            raise StoreError(f"{self._name}: no finished game {printable(game_id)!r}")
        return str(rows[0][0])

    def finished(self) -> frozenset[str]:
        """Return the ids of the games that count."""
        return frozenset(row[0] for row in self._rows("SELECT game_id FROM games"))

    def withdrawals(self) -> Mapping[str, str]:
        """Return who was withdrawn, and why."""
        return dict(self._rows("SELECT name, reason FROM withdrawals ORDER BY name"))

    def voids(self) -> tuple[tuple[str, str], ...]:
        """Return the annulled games in the order in which it happened, each with the reason."""
        return tuple(self._rows("SELECT game_id, reason FROM voids ORDER BY number"))

    @property
    def _name(self) -> str:
        return printable(str(self.path))

    def _rows(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with as_store_errors(self.path):
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with as_store_errors(self.path):
            self._refuse_if_moved()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            finally:
                # Some failures end the transaction, others leave it to us.
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def _refuse_if_moved(self) -> None:
        # SQLite would go on writing to a file that has no name any more.
        try:
            inode = self.path.stat().st_ino
        except FileNotFoundError:
            inode = -1
        if inode != self._inode:
            raise StoreError(f"{self._name}: was moved or deleted while the event was running")


@contextmanager
def as_store_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise about the file at `path` into `StoreError`."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise  # a game stored twice is a mistake of ours
    except sqlite3.Error as error:
        raise StoreError(f"{printable(str(path))}: {printable(str(error))}") from error
    except OSError as error:
        raise StoreError(f"{printable(str(path))}: {error.strerror}") from error
