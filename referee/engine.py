"""A running engine over a byte stream: commands out, answers in, and how it ended."""

from __future__ import annotations

import contextlib
from typing import Final, Protocol

import trio

from protocol.connection import Answer, Connection, Unsolicited
from protocol.errors import RemoteProtocolError
from protocol.messages import NEED_DATA, Noise, Response
from referee.dialect.base import Dialect, Words
from referee.entrant import Entrant
from referee.process import QUIT_GRACE_SECONDS
from referee.record import PlayerRecord


class EngineExitedError(Exception):
    """The engine is gone, or has closed one of its ends; the message is a clause."""


class Transport(Protocol):
    """What carries an engine's bytes: `EngineProcess`, or a double in memory."""

    async def send_all(self, data: bytes) -> None:
        """Write all of `data`, or raise `trio.BrokenResourceError`."""

    async def receive_some(self) -> bytes:
        """Wait for bytes; `b""` is the end."""

    async def wait_exit(self) -> None:
        """Wait until the program has ended."""

    def exit_status(self) -> str | None:
        """Say in a clause how it ended; `None` while it runs."""

    async def last_words(self) -> str:
        """Return what it said on stderr."""

    async def stop(self, *, grace: float) -> None:
        """End the program, `grace` seconds after the end of its input at the latest."""


# What is kept of the last line that was no answer, for the message that a start has failed.
_KEPT: Final = 200


class Engine:
    """One engine in one game. It knows no game and no time: those who ask it do."""

    def __init__(self, entrant: Entrant, transport: Transport) -> None:
        self.entrant = entrant
        self.transport = transport
        self.dialect = Dialect(None)
        self.program = ""
        self.version = ""
        self.warnings: list[str] = []
        self.last_noise = ""
        self._aliases = entrant.aliases
        self._last_sent: Words = ()
        self._connection = Connection()

    @property
    def last_command(self) -> str:
        """The command whose answer is awaited, or else the last one sent; as it was sent."""
        if outstanding := self._connection.outstanding:
            return " ".join((outstanding[0].name, *outstanding[0].arguments))
        return " ".join(self._last_sent)

    async def send(self, *commands: Words) -> None:
        """Write commands at once; when this returns their last byte has been handed over.

        Raises:
            EngineExitedError: The engine does not read any more.
        """
        data = b"".join([self._write(words) for words in commands])
        try:
            await self.transport.send_all(data)
        except trio.BrokenResourceError as error:
            raise EngineExitedError("closed its input") from error

    def _write(self, words: Words) -> bytes:
        if self._aliases and (name := self._aliases.get(words[0])) is not None:
            words = (name, *words[1:])
        self._last_sent = words
        return self._connection.send(*words)

    async def receive(self) -> None:
        """Wait until something has come; `next_response` reads it.

        Raises:
            EngineExitedError: Nothing will come any more.
        """
        data = await self.transport.receive_some()
        if not data:
            raise EngineExitedError("closed its output")
        self._connection.receive_data(data)

    def next_response(self) -> Response | None:
        """Return the answer to the oldest command without one, `None` if it is not all here.

        Raises:
            RemoteProtocolError: The engine said what the protocol does not allow.
        """
        while (event := self._connection.next_event()) is not NEED_DATA:
            match event:
                case Answer(_, response):
                    return response
                case Unsolicited(text, response) if response is not None:
                    raise RemoteProtocolError(f"a response that nobody asked for: {text[:40]!a}")
                case Unsolicited(text, _) | Noise(text):
                    self.last_noise = text[:_KEPT]
        return None

    async def ask(self, words: Words) -> Response:
        """Send a command and wait for its answer, however long it takes.

        Raises:
            EngineExitedError: The engine is gone.
            RemoteProtocolError: The engine said what the protocol does not allow.
        """
        await self.send(words)
        while (response := self.next_response()) is None:
            await self.receive()
        return response

    @property
    def unfinished(self) -> str:
        """What is missing from an answer that never came to its end, for a message."""
        hint = self._connection.unfinished
        return f" ({hint})" if hint else ""

    def player_record(self, *, seed: int) -> PlayerRecord:
        """Describe the engine for the record of a game with this seed."""
        return PlayerRecord(
            name=self.entrant.name,
            command=self.entrant.arguments(seed=seed),
            command_hash=self.entrant.command_hash,
            dialect=self.dialect.name,
            startup=self.entrant.startup,
            program=self.program,
            version=self.version,
            warnings=tuple(self.warnings),
        )

    async def retire(self) -> None:
        """Say `quit` to an engine that is idle, and end its process either way."""
        if self._connection.outstanding or self.transport.exit_status() is not None:
            # Busy: it would not read `quit` before it has done thinking.
            await self.transport.stop(grace=0.0)
            return
        with trio.move_on_after(QUIT_GRACE_SECONDS):
            with contextlib.suppress(EngineExitedError):
                await self.send(("quit",))
        await self.transport.stop(grace=QUIT_GRACE_SECONDS)
