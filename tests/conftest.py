"""How hypothesis runs here, and the audit after tests that start processes."""

from __future__ import annotations

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


def _children() -> set[str]:
    lists = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {child for children in lists for child in children.read_text().split()}


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
