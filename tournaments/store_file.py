"""The store as a file: made whole or not at all, and played by one process at a time.

Closing any descriptor of a SQLite file drops SQLite's own locks on it, so nobody in this process
may open the file beside the connection, and the descriptor here outlives the connection.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import struct
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from referee.printable import printable
from tournaments.store import (
    APPLICATION_ID,
    SCHEMA,
    SCHEMA_VERSION,
    Store,
    StoreError,
    StoreInUseError,
    as_store_errors,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def open_store(path: Path, *, spec: str) -> Iterator[Store]:
    """Open the event at `path` to play it, and keep everybody else from doing so.

    A new file gets `spec`; whether it agrees with that of an old file is for the caller to see.

    Raises:
        StoreInUseError: Another process has it.
        StoreError: It is not an event's store, or not one that we could use.
    """
    if not path.exists():
        _create(path, spec)
    with _descriptor(path) as descriptor:
        _check_header(path, descriptor)
        _lock(path, descriptor)
        with _connect(path) as store:
            store.prepare()
            yield store


@contextmanager
def read_store(path: Path) -> Iterator[Store]:
    """Open the event at `path` to look at it, while it is being played or not.

    Raises:
        StoreError: There is none, or it is not one that we could read.
    """
    if not path.exists():
        raise StoreError(f"{printable(str(path))}: there is no store, so nothing was played yet")
    with _descriptor(path) as descriptor:
        _check_header(path, descriptor)
        with _connect(path) as store:
            yield store


@contextmanager
def _descriptor(path: Path) -> Iterator[int]:
    with as_store_errors(path):
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        # After the connection: closing this drops SQLite's locks, and ours.
        os.close(descriptor)


def _check_header(path: Path, descriptor: int) -> None:
    """Refuse a file that SQLite, or we, did not write, without giving it to SQLite."""
    name = printable(str(path))
    with as_store_errors(path):
        header = os.pread(descriptor, 100, 0)
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        raise StoreError(f"{name}: not the store of an event: expected a SQLite file")
    version, application = struct.unpack(">60xI4xI28x", header)
    if application != APPLICATION_ID:
        raise StoreError(f"{name}: a SQLite file of another program, not the store of an event")
    if version != SCHEMA_VERSION:
        raise StoreError(f"{name}: a store of version {version}, expected version {SCHEMA_VERSION}")


def _lock(path: Path, descriptor: int) -> None:
    # The kernel drops this lock with its owner, however that ends, and it is not SQLite's.
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with _connect(path) as store:
            runner = store.runner
        raise StoreInUseError(
            f"{printable(str(path))}: the event is being run by {printable(runner)}"
        ) from None


@contextmanager
def _connect(path: Path) -> Iterator[Store]:
    with as_store_errors(path):
        # The file is there, so that the mode, unlike the default, makes nothing.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            isolation_level=None,
            # Transactions run in a worker thread, one at a time.
            check_same_thread=False,
        )
    with closing(connection):
        yield Store(path=path, connection=connection, inode=path.stat().st_ino)


def _create(path: Path, spec: str) -> None:
    """Put a new store at `path`, whole or not at all; one that is there already stays."""
    wal = path.with_name(f"{path.name}-wal")
    if wal.exists():
        # SQLite would take the old games for the new event's.
        raise StoreError(f"{printable(str(wal))}: left by a store that is gone: remove it first")
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(SCHEMA)
        connection.execute("INSERT INTO event (only, spec) VALUES (1, ?)", (spec,))
        image = connection.serialize()
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with as_store_errors(path):
        try:
            with draft.open("xb") as file:
                file.write(image)
                file.flush()
                os.fsync(file.fileno())
            with suppress(FileExistsError):
                path.hardlink_to(draft)
        finally:
            draft.unlink(missing_ok=True)
