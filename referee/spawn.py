"""Starting a program: whose fault it is when it does not start, and the true cause."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import trio

from referee.entrant import Entrant
from referee.outcome import StartError, VoidGameError
from referee.printable import printable
from referee.strays import MARK

# A binary that is just being rebuilt cannot be executed for a moment (ETXTBSY).
BUSY_RETRY_SECONDS: Final = 1.0

_POLL_SECONDS: Final = 0.01

# Not the program's fault but this machine's, here and now.
EXHAUSTED: Final = {errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM}


async def start_program(entrant: Entrant, *, seed: int, mark: str) -> subprocess.Popen[bytes]:
    """Start the entrant's program with three pipes, in a session of its own.

    `mark` goes into its environment, so that its descendants can be told.

    Raises:
        StartError: There is no such program, or it cannot be executed.
        VoidGameError: The machine has no more processes, memory or descriptors.
    """
    words = entrant.arguments(seed=seed)
    give_up = trio.current_time() + BUSY_RETRY_SECONDS
    while True:
        try:
            return _spawn(entrant, words, mark)
        except OSError as error:
            if error.errno in EXHAUSTED:
                raise VoidGameError(
                    f"cannot start {printable(entrant.name)}: {error.strerror}"
                ) from error
            if error.errno != errno.ETXTBSY or trio.current_time() > give_up:
                message = f"{printable(entrant.name)}: cannot start {_cause(error, entrant, words)}"
                raise StartError(entrant.name, "start", message) from error
        await trio.sleep(_POLL_SECONDS)


def _spawn(entrant: Entrant, words: Sequence[str], mark: str) -> subprocess.Popen[bytes]:
    # On the thread that runs trio, which is the one that lives as long as the engine: a death
    # signal, if anybody sets one, is bound to the thread that forked. It blocks for a few
    # milliseconds.
    return subprocess.Popen(  # noqa: S603 - to run a program that we are given is our purpose
        words,
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        cwd=entrant.cwd,
        env={**os.environ, **entrant.env, MARK: mark},
    )


def _cause(error: OSError, entrant: Entrant, words: Sequence[str]) -> str:
    """Say which file could not be executed, and the true reason."""
    if entrant.cwd is not None and error.filename == entrant.cwd:
        return f"in {printable(entrant.cwd)}: {error.strerror}"
    path = _find_program(entrant, words[0])
    return f"{printable(words[0])}: {_reason(error, path)}"


def _reason(error: OSError, path: Path | None) -> str:
    if path is None:
        return "no such program on PATH"
    if path.is_dir():
        return "it is a directory"
    if isinstance(error, FileNotFoundError) and path.exists():
        return f"it needs {_interpreter(path)}, which is not there"
    if isinstance(error, PermissionError):
        return "it is not executable"
    if error.errno == errno.ENOEXEC:
        return "it is no program for this machine, and no script that begins with #!"
    return error.strerror or str(error)


def _find_program(entrant: Entrant, word: str) -> Path | None:
    if "/" in word:
        return Path(entrant.cwd or ".", word)
    search = entrant.env.get("PATH")
    # Whatever has the name: what cannot be executed is found too.
    for directory in os.get_exec_path({"PATH": search} if search is not None else None):
        if (path := Path(directory, word)).exists():
            return path
    return None


def _interpreter(path: Path) -> str:
    with contextlib.suppress(OSError), path.open("rb") as file:
        line = file.readline(256)
        if line.startswith(b"#!"):
            return printable(line[2:].decode(errors="replace").strip())
    return "a program loader"
