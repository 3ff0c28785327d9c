"""A process under examination: raw bytes out, responses in, every wait under a deadline.

Unlike `referee.engine` it forgives everything, as it is to find out how bad things are.
"""

from __future__ import annotations

import enum
from typing import Final

import attrs
import trio

from protocol.errors import RemoteProtocolError
from protocol.messages import NEED_DATA, Noise, Response
from protocol.parser import ResponseParser
from referee.check.finding import shown
from referee.process import EngineProcess

# What is kept of either direction, from its end.
_KEPT_BYTES: Final = 4096


class Silence(enum.Enum):
    """Why there are fewer answers than were asked for."""

    TIME = "did not answer in time"
    INPUT_CLOSED = "closed its input"
    OUTPUT_CLOSED = "closed its output"


@attrs.frozen
class Reply:
    """What came back for some bytes: whole responses, lines outside of them, and what failed."""

    responses: tuple[Response, ...]
    noise: tuple[str, ...]
    seconds: float
    silence: Silence | None = None
    broken: str = ""
    unfinished: str = ""

    @property
    def problem(self) -> str:
        """Say why this is not all that was asked for; empty if it is."""
        if self.broken:
            return f"broke the protocol: {self.broken}"
        if self.silence is None:
            return ""
        return (
            f"{self.silence.value} ({self.unfinished})" if self.unfinished else self.silence.value
        )

    @property
    def is_dead(self) -> bool:
        """Whether the engine is past asking."""
        return bool(self.broken) or self.silence is not None

    @property
    def ok(self) -> bool:
        """Whether all has come and nothing was refused."""
        return not self.is_dead and all(response.ok for response in self.responses)

    @property
    def text(self) -> str:
        """What the last response says."""
        return self.responses[-1].text if self.responses else ""


class Probe:
    """A running engine, and what was said to it and by it most lately."""

    def __init__(self, process: EngineProcess) -> None:
        self.process = process
        self.is_spoilt = False
        self.noise: list[str] = []
        self._parser = ResponseParser()
        self._sent = bytearray()
        self._received = bytearray()

    @property
    def sent(self) -> str:
        """The last bytes written, for people."""
        return shown(bytes(self._sent))

    @property
    def received(self) -> str:
        """The last bytes read, for people."""
        return shown(bytes(self._received))

    async def exchange(self, data: bytes, *, answers: int = 1, seconds: float) -> Reply:
        """Write bytes and wait for so many responses, no longer than that."""
        return await self.exchange_pieces((data,), answers=answers, seconds=seconds)

    async def exchange_pieces(
        self, pieces: tuple[bytes, ...], *, answers: int, seconds: float
    ) -> Reply:
        """Write bytes piece by piece, and wait for so many responses."""
        self._forget()
        begun = trio.current_time()
        collected = _Collected()
        silence: Silence | None = Silence.TIME
        with trio.move_on_after(seconds):
            unread = await self._write(pieces)
            # One that reads no more may yet have answered.
            silence = await self._read(answers, collected) or unread
        if silence is None:
            # At the moment of the last answer a second one may be there already.
            self._parse(collected)
        reply = Reply(
            responses=tuple(collected.responses),
            noise=tuple(collected.noise),
            seconds=trio.current_time() - begun,
            silence=None if collected.broken else silence,
            broken=collected.broken,
            unfinished=self._parser.unfinished or "" if silence else "",
        )
        self.is_spoilt |= reply.is_dead
        return reply

    async def listen(self, *, seconds: float) -> Reply:
        """Wait whether something comes that nobody has asked for."""
        collected = _Collected()
        with trio.move_on_after(seconds):
            await self._read(1, collected)
        self.is_spoilt |= bool(collected.responses or collected.broken)
        return Reply(
            tuple(collected.responses), tuple(collected.noise), seconds, None, collected.broken
        )

    def close_input(self) -> None:
        """Let the engine see the end of its input."""
        self.is_spoilt = True
        self._forget()
        self.process.close_input()

    async def _write(self, pieces: tuple[bytes, ...]) -> Silence | None:
        for piece in pieces:
            self._sent += piece
            del self._sent[:-_KEPT_BYTES]
            try:
                await self.process.send_all(piece)
            except trio.BrokenResourceError:
                return Silence.INPUT_CLOSED
        return None

    async def _read(self, answers: int, collected: _Collected) -> Silence | None:
        self._parse(collected)
        while len(collected.responses) < answers and not collected.broken:
            data = await self.process.receive_some()
            if not data:
                return Silence.OUTPUT_CLOSED
            self._received += data
            del self._received[:-_KEPT_BYTES]
            self._parser.receive_data(data)
            self._parse(collected)
        return None

    def _parse(self, collected: _Collected) -> None:
        try:
            while (event := self._parser.next_event()) is not NEED_DATA:
                if isinstance(event, Response):
                    collected.responses.append(event)
                elif isinstance(event, Noise):
                    collected.noise.append(event.text)
                    self.noise.append(event.text)
        except RemoteProtocolError as error:
            collected.broken = str(error)

    def _forget(self) -> None:
        self._sent.clear()
        self._received.clear()


@attrs.define
class _Collected:
    responses: list[Response] = attrs.field(factory=list)
    noise: list[str] = attrs.field(factory=list)
    broken: str = ""
