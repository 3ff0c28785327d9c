"""Pipes to a child process, without blocking, and a bounded memory of what came through."""

from __future__ import annotations

import os
from typing import IO, Final

import trio

_READ_BYTES: Final = 65536


class HeadAndTail:
    """The beginning and the end of a stream of bytes; what lies between is counted only."""

    def __init__(self, head: int, tail: int) -> None:
        self._sizes = head, tail
        self._head = bytearray()
        self._tail = bytearray()
        self._left_out = 0

    def add(self, data: bytes) -> None:
        """Take the next bytes."""
        head, tail = self._sizes
        room = head - len(self._head)
        self._head += data[:room]
        self._tail += data[room:] if room < len(data) else b""
        excess = len(self._tail) - tail
        if excess > 0:
            self._left_out += excess
            del self._tail[:excess]

    def __str__(self) -> str:
        gap = f"\n... {self._left_out} bytes left out ...\n" if self._left_out else ""
        return self._head.decode(errors="replace") + gap + self._tail.decode(errors="replace")


class Pipe:
    """One end of a pipe, without blocking.

    Like trio's FdStream, but it tries before it waits, and gives other tasks a turn only when
    it has not waited: a pass of the scheduler less for each read and write. And it can be told
    that the other end is dead although somebody holds it open.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._fd = file.fileno()
        self._is_finished = False
        os.set_blocking(self._fd, False)

    async def read(self) -> bytes:
        """Wait for bytes and return them; `b""` at the end of the stream."""
        has_waited = False
        while self._fd >= 0:
            try:
                data = os.read(self._fd, _READ_BYTES)
            except BlockingIOError:
                if self._is_finished:
                    break
                has_waited = True
                try:  # noqa: SIM105 - `suppress` costs twice as much, here at every move
                    await trio.lowlevel.wait_readable(self._fd)
                except trio.ClosedResourceError:
                    pass  # finished or closed meanwhile: see above
                continue
            if not has_waited:
                # Or a program that always has something to say would starve all others.
                await trio.lowlevel.checkpoint()
            return data
        return b""

    async def write(self, data: bytes) -> None:
        """Write all of `data`.

        Raises:
            trio.BrokenResourceError: Nobody can read it any more.
        """
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self._fd, view) :]
            except BlockingIOError:
                await trio.lowlevel.wait_writable(self._fd)
            except OSError as error:
                raise trio.BrokenResourceError(error.strerror) from error

    def finish(self) -> None:
        """Wait for nothing more: reading gives what is in the pipe, then the end."""
        self._is_finished = True
        if self._fd >= 0:
            trio.lowlevel.notify_closing(self._fd)

    def close(self) -> None:
        """Close this end."""
        if self._fd >= 0:
            trio.lowlevel.notify_closing(self._fd)
            self._fd = -1
            self._file.close()
