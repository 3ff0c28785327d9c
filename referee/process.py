"""An engine's process: read without blocking, ended in bounded time, never left behind.

Everything goes by the death of the process, never by the end of its output: a grandchild can
hold a pipe open for ever.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import sys
from typing import IO, TYPE_CHECKING, Final

import trio

from referee.outcome import VoidGameError
from referee.pipes import HeadAndTail, Pipe
from referee.spawn import EXHAUSTED, start_program
from referee.strays import kill_strays, new_mark

if TYPE_CHECKING:
    import subprocess
    from collections.abc import AsyncIterator

    from referee.entrant import Entrant

# After `quit` and the end of its input an engine may still save a file.
QUIT_GRACE_SECONDS: Final = 1.0

# After SIGTERM. All of these together are below the 1.5 s within which a place must be free again.
TERM_GRACE_SECONDS: Final = 0.25

# What SIGKILL has reached is gone in a moment. It still counts as there while it is a zombie,
# and an init that reaps nothing (PID 1 of a careless container) keeps it one for ever.
VANISH_SECONDS: Final = 0.05

# A process that hangs in the kernel outlives even SIGKILL; nobody waits for it longer.
KILL_SECONDS: Final = 5.0

# A descendant of a dead engine that floods stderr is not listened to for longer.
LAST_WORDS_SECONDS: Final = 0.1

# The first lines of stderr say what is wrong with a start, the last what is wrong with an end.
STDERR_HEAD_BYTES: Final = 4096
STDERR_TAIL_BYTES: Final = 4096

_POLL_SECONDS: Final = 0.01


class EngineProcess:
    """A running engine: its two pipes as a byte stream, and its end.

    Made by `open_process`. Once the process is gone, reading gives what it had written and
    then `b""`, whoever else holds the other end of the pipe.
    """

    def __init__(self, popen: subprocess.Popen[bytes], exit_door: _ExitDoor, *, mark: str) -> None:
        self._popen = popen
        self._mark = mark
        self._exit_door = exit_door
        stdin, stdout, stderr = _pipes(popen)
        self._stdin, self._stdout, self._stderr = (Pipe(pipe) for pipe in (stdin, stdout, stderr))
        self._stopped = False
        self.pid = popen.pid
        self._last_words = HeadAndTail(STDERR_HEAD_BYTES, STDERR_TAIL_BYTES)
        self._drained = trio.Event()

    async def send_all(self, data: bytes) -> None:
        """Write all of `data`, however long it takes.

        Raises:
            trio.BrokenResourceError: The engine does not read any more.
        """
        await self._stdin.write(data)

    def close_input(self) -> None:
        """Let the engine see the end of its input, and do nothing more."""
        self._stdin.close()

    async def receive_some(self) -> bytes:
        """Wait for output and return it; `b""` means that there will be no more."""
        return await self._stdout.read()

    async def wait_exit(self) -> None:
        """Wait until the process has ended."""
        await self._exit_door.wait()

    def exit_status(self) -> str | None:
        """Say in words how the process ended; `None` while it runs."""
        status = self._exit_door.status()
        if status is None:
            return None
        if status >= 0:
            return f"exited with status {status}"
        return f"was killed by {_signal_name(-status)}"

    async def watch(self) -> None:
        """Keep stderr from filling up, and end the output with the process; as a task."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._drain_stderr)
            await self._exit_door.wait()
            # All that the engine wrote is in the pipes: the rest is somebody else's.
            self._stdout.finish()
            self._stderr.finish()

    async def _drain_stderr(self) -> None:
        while data := await self._stderr.read():
            self._last_words.add(data)
        self._drained.set()

    async def last_words(self) -> str:
        """Return the beginning and the end of what was said on stderr.

        Of an engine that has ended this is all; it takes a moment at most.
        """
        if self._exit_door.status() is not None:
            with trio.move_on_after(LAST_WORDS_SECONDS):
                await self._drained.wait()
        return str(self._last_words)

    async def stop(self, *, grace: float = QUIT_GRACE_SECONDS) -> None:
        """End the process and its group within a bounded time, and close every descriptor.

        The engine sees the end of its input and has `grace` seconds, then gets SIGTERM, then
        SIGKILL. Whatever else is left of its group is killed, and what it has started outside.
        """
        if self._stopped:
            return
        self._stopped = True
        with trio.CancelScope(shield=True):
            self._stdin.close()
            with trio.move_on_after(grace):
                await self._exit_door.wait()
            if self._exit_door.status() is None:
                self._signal(signal.SIGTERM)
                self._signal(signal.SIGCONT)  # a stopped process takes no signal but SIGKILL
                with trio.move_on_after(TERM_GRACE_SECONDS):
                    await self._exit_door.wait()
            # The leader may be gone but is not reaped, so that its number is still its own.
            self._signal(signal.SIGKILL)
            with trio.move_on_after(KILL_SECONDS):
                await self._exit_door.wait()
            for pipe in (self._stdin, self._stdout, self._stderr):
                pipe.close()
            if self._exit_door.status() is not None:
                self._popen.wait()
                await self._wait_group_gone()
                await kill_strays(self._mark)
            self._exit_door.close()

    def _signal(self, number: signal.Signals) -> None:
        # EPERM is what macOS says of a group of zombies.
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    async def _wait_group_gone(self) -> None:
        with trio.move_on_after(VANISH_SECONDS):
            while True:
                try:
                    os.killpg(self.pid, 0)
                except (ProcessLookupError, PermissionError):
                    return
                await trio.sleep(_POLL_SECONDS)


class _ExitDoor:
    """The one small door to a child's end: tells of it without reaping the child.

    Until it is reaped its process number cannot be given to a stranger, so that signals go
    where they should.
    """

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._popen = popen
        self._status: int | None = None
        self._fd = _open_pidfd(popen.pid)
        self._turn: trio.Event | None = None

    async def wait(self) -> None:
        while self.status() is None:
            if self._fd < 0:
                await trio.sleep(_POLL_SECONDS)
            elif self._turn is not None:
                await self._turn.wait()
            else:
                await self._wait_first()

    async def _wait_first(self) -> None:
        """Wait as the one task that can; if it is cancelled, another takes its turn."""
        self._turn = trio.Event()
        try:
            # Closed: somebody has seen the end before us, and tidied up.
            with contextlib.suppress(trio.ClosedResourceError):
                await trio.lowlevel.wait_readable(self._fd)
        finally:
            self._turn.set()
            self._turn = None

    def status(self) -> int | None:
        """Return the exit status, or minus the signal that killed it; `None`: it runs."""
        if self._status is None:
            self._status = self._peek()
        return self._status

    def _peek(self) -> int | None:
        if self._fd < 0:
            return self._popen.poll()
        try:
            found = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            # Where SIGCHLD is ignored (nohup, cron) the kernel keeps no status.
            return 0
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def close(self) -> None:
        if self._fd >= 0:
            trio.lowlevel.notify_closing(self._fd)
            os.close(self._fd)
            self._fd = -1


def _open_pidfd(pid: int) -> int:
    if sys.platform == "linux":
        try:
            return os.pidfd_open(pid)
        except OSError as error:
            # Before Linux 5.3; or it has ended already and, as SIGCHLD is ignored, left no trace.
            if error.errno not in (errno.ENOSYS, errno.ESRCH):
                raise
    return -1


def _pipes(popen: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    if popen.stdin is None or popen.stdout is None or popen.stderr is None:
        raise AssertionError("a process was started without its three pipes")
    return popen.stdin, popen.stdout, popen.stderr


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # real-time signals between the named ones
        return f"signal {number}"


@contextlib.asynccontextmanager
async def open_process(entrant: Entrant, *, seed: int) -> AsyncIterator[EngineProcess]:
    """Start the entrant's program with pipes, in a session of its own; end it at the latest here.

    The caller runs `watch` as a task, and may `stop` the process more gently before.

    Raises:
        StartError: There is no such program, or it cannot be executed.
        VoidGameError: The machine has no more processes, memory or descriptors.
    """
    mark = new_mark()
    process = _adopt(await start_program(entrant, seed=seed, mark=mark), mark)
    try:
        yield process
    finally:
        await process.stop(grace=0.0)


def _adopt(popen: subprocess.Popen[bytes], mark: str) -> EngineProcess:
    try:
        return EngineProcess(popen, _ExitDoor(popen), mark=mark)
    except OSError as error:
        popen.kill()
        popen.communicate()
        if error.errno in EXHAUSTED:
            raise VoidGameError(f"cannot watch a process: {error.strerror}") from error
        raise
