"""Processes that an engine leaves behind, outside its process group: found and killed.

A program that forks and calls `setsid` is in no group of ours, and once its parent is dead
nothing ties it to the engine but its environment, which descendants inherit. So each engine
gets a mark there, and what bears the mark of a dead engine is a stray. This is the small door
to Linux's /proc; on other systems nothing is found.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import sys
from pathlib import Path
from typing import Final

import trio

MARK: Final = "HEX_REFEREE_ENGINE"

# What forks as fast as it is killed is not followed for ever.
ROUNDS: Final = 50

# Looking at a process takes some 10 microseconds; the games beside us must not wait for all.
_AT_A_TIME: Final = 50
_POLL_SECONDS: Final = 0.005


def new_mark() -> str:
    """Make a mark for one engine process, which no other process has."""
    return secrets.token_hex(8)


async def kill_strays(mark: str) -> None:
    """Kill what the dead engine with this mark has left, and what that leaves in turn."""
    if sys.platform != "linux":
        return
    entry = f"{MARK}={mark}".encode()
    for _ in range(ROUNDS):
        found = False
        for number, pid in enumerate(_pids()):
            if number % _AT_A_TIME == 0:
                await trio.lowlevel.checkpoint()
            found |= _bears(pid, entry) and _kill(pid, entry)
        if not found:
            return
        await trio.sleep(_POLL_SECONDS)


def _pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isascii() and name.isdigit()]  # noqa: PTH208 - names only, fast


def _bears(pid: int, entry: bytes) -> bool:
    try:
        environment = Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:  # gone, or not ours to read
        return False
    return entry in environment.split(b"\0")


def _kill(pid: int, entry: bytes) -> bool:
    """Kill a process if it still bears the mark: its number may have become a stranger's."""
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        if not _bears(pid, entry):
            return False
        with contextlib.suppress(ProcessLookupError, PermissionError):
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        return True
    finally:
        os.close(handle)
