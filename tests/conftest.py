"""How hypothesis runs here, and the audit after tests that start processes."""

from __future__ import annotations

import ctypes
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# The same examples each time, and no verdict on a busy machine.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")


# Orphans of what the tests start come to us, where the audit sees them (PR_SET_CHILD_SUBREAPER).
ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


def _children() -> set[str]:
    lists = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {child for children in lists for child in children.read_text().split() if _runs(child)}


def _runs(pid: str) -> bool:
    try:
        # After the name, which is in parentheses and may hold anything: the state.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _descriptors() -> dict[str, str]:
    found = {}
    for link in Path("/proc/self/fd").iterdir():
        try:
            found[link.name] = str(link.readlink())
        except FileNotFoundError:
            continue  # the one that lists them
    return found


@pytest.fixture
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that leaves a process, a descriptor, a thread or a temporary file behind."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    monkeypatch.setattr(tempfile, "tempdir", None)
    before = _children(), _descriptors(), set(threading.enumerate())

    yield

    assert (_children(), _descriptors(), set(threading.enumerate())) == before
    assert list(temporary.iterdir()) == []
