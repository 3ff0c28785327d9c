"""What goes to and fro between the referee and two engines, line by line, for those who debug."""

from __future__ import annotations

import contextlib
import enum
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import attrs
import trio

from referee.outcome import Player

if TYPE_CHECKING:
    from referee.engine import Transport

# A line of this length says what there is to see.
MAX_LINE_BYTES: Final = 400


class Direction(enum.Enum):
    """Which way a line went."""

    TO_ENGINE = ">"
    FROM_ENGINE = "<"


@attrs.frozen
class Line:
    """A line as it was sent, cut at `MAX_LINE_BYTES`; `seconds` are counted from the start."""

    player: Player
    direction: Direction
    text: str
    seconds: float


class Tap:
    """A transport that tells every line that it carries, and changes nothing.

    `lines` never holds the engines up: its buffer has no bound but the length of a game.
    """

    def __init__(
        self,
        transport: Transport,
        player: Player,
        *,
        lines: trio.MemorySendChannel[Line],
        elapsed: Callable[[], float],
    ) -> None:
        if lines.statistics().max_buffer_size != math.inf:
            raise ValueError("a transcript needs a channel that never blocks")
        self._transport = transport
        self._player = player
        self._lines = lines
        self._elapsed = elapsed
        self._begun = b""  # a line from the engine whose end has not come

    async def send_all(self, data: bytes) -> None:
        """Write all of `data`, or raise `trio.BrokenResourceError`."""
        for line in data.splitlines():
            self._tell(Direction.TO_ENGINE, line)
        await self._transport.send_all(data)

    async def receive_some(self) -> bytes:
        """Wait for bytes; `b""` is the end."""
        data = await self._transport.receive_some()
        *whole, rest = data.split(b"\n")
        for line in whole:
            # The empty line that ends a response says nothing.
            if text := (self._begun + line).strip(b"\r"):
                self._tell(Direction.FROM_ENGINE, text)
            self._begun = b""
        self._begun = (self._begun + rest)[:MAX_LINE_BYTES]
        if not data and self._begun:
            self._tell(Direction.FROM_ENGINE, self._begun)
            self._begun = b""
        return data

    async def wait_exit(self) -> None:
        """Wait until the program has ended."""
        await self._transport.wait_exit()

    def exit_status(self) -> str | None:
        """Say in a clause how it ended; `None` while it runs."""
        return self._transport.exit_status()

    async def last_words(self) -> str:
        """Return what it said on stderr."""
        return await self._transport.last_words()

    async def stop(self, *, grace: float) -> None:
        """End the program, `grace` seconds after the end of its input at the latest."""
        await self._transport.stop(grace=grace)

    def _tell(self, direction: Direction, line: bytes) -> None:
        text = line[:MAX_LINE_BYTES].decode(errors="replace")
        with contextlib.suppress(trio.BrokenResourceError):  # nobody reads any more
            self._lines.send_nowait(Line(self._player, direction, text, self._elapsed()))


def tap(
    transports: Sequence[Transport],
    lines: trio.MemorySendChannel[Line] | None,
    *,
    elapsed: Callable[[], float],
) -> list[Transport]:
    """Put a tap on each player's transport if anybody wants the `lines`."""
    if lines is None:
        return list(transports)
    pairs = zip(transports, Player, strict=True)
    return [Tap(one, player, lines=lines, elapsed=elapsed) for one, player in pairs]
