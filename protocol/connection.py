"""The controller's end of one engine: hands out ids and knows which answer is whose."""

from __future__ import annotations

from collections import deque
from typing import TypeAlias

import attrs

from protocol.errors import RemoteProtocolError
from protocol.messages import NEED_DATA, Command, NeedData, Noise, Response
from protocol.parser import (
    MAX_BLANK_LINES,
    MAX_LINE_BYTES,
    MAX_NOISE_BYTES,
    MAX_NOISE_LINES,
    MAX_RESPONSE_BYTES,
    ResponseParser,
)


@attrs.frozen
class Answer:
    """The engine's response to one of our commands."""

    command: Command
    response: Response


@attrs.frozen
class Unsolicited:
    """Output that nobody asked for, after the first response or instead of it.

    `response` is the response to no command, such as a second answer to the last one; `None`
    if it was just a line outside any response. `text` is either one as it was sent.
    """

    text: str
    response: Response | None = None


Event: TypeAlias = Answer | Noise | Unsolicited


class Connection:
    """One engine, as bytes out and events in.

    Several commands may be outstanding; the answers come in the same order. A response that was
    already here when its command was sent answers nothing.
    """

    def __init__(
        self,
        *,
        send_ids: bool = True,
        max_line_bytes: int = MAX_LINE_BYTES,
        max_response_bytes: int = MAX_RESPONSE_BYTES,
        max_noise_lines: int = MAX_NOISE_LINES,
        max_noise_bytes: int = MAX_NOISE_BYTES,
        max_blank_lines: int = MAX_BLANK_LINES,
    ) -> None:
        self._parser = ResponseParser(
            max_line_bytes=max_line_bytes,
            max_response_bytes=max_response_bytes,
            max_noise_lines=max_noise_lines,
            max_noise_bytes=max_noise_bytes,
            max_blank_lines=max_blank_lines,
        )
        self._send_ids = send_ids
        self._last_id = 0
        self._outstanding: deque[Command] = deque()
        self._events: deque[Event] = deque()
        self._has_responded = False
        self._has_echoed_ids = False
        self._error: str | None = None

    @property
    def outstanding(self) -> tuple[Command, ...]:
        """The commands that wait for their answer, oldest first."""
        return tuple(self._outstanding)

    @property
    def unfinished(self) -> str | None:
        """What is still missing from what has come: a hint for an engine that hangs."""
        return self._parser.unfinished

    def send(self, name: str, *arguments: str) -> bytes:
        """Note a command as outstanding and return the bytes to write.

        Raises:
            LocalProtocolError: The command cannot be written so that it arrives as it is.
        """
        command = Command(name, arguments, id=self._last_id + 1 if self._send_ids else None)
        data = command.encode()
        self._read_ahead()
        self._last_id += 1
        self._outstanding.append(command)
        return data

    def receive_data(self, data: bytes) -> None:
        """Take bytes as they came, cut anywhere; `next_event` reads them."""
        self._parser.receive_data(data)

    def next_event(self) -> Answer | Noise | Unsolicited | NeedData:
        """Read what the engine said next.

        Raises:
            RemoteProtocolError: The engine broke the protocol; there is nothing more to read.
        """
        return self._events.popleft() if self._events else self._read_event()

    def _read_ahead(self) -> None:
        """Read all that is here, so that a command about to be sent cannot claim it."""
        try:
            while (event := self._read_event()) is not NEED_DATA:
                self._events.append(event)
        except RemoteProtocolError:
            pass  # it is raised again when its turn comes: after the events before it

    def _read_event(self) -> Answer | Noise | Unsolicited | NeedData:
        if self._error is not None:
            raise RemoteProtocolError(self._error)
        match self._parser.next_event():
            case Noise(text) as noise:
                return Unsolicited(text) if self._has_responded else noise
            case Response() as response:
                self._has_responded = True
                return self._attribute(response)
            case NeedData():
                return NEED_DATA

    def _attribute(self, response: Response) -> Answer | Unsolicited:
        """Find the command that a response answers: the oldest outstanding one, or none."""
        if not self._outstanding:
            return Unsolicited(str(response), response)
        if (complaint := self._complaint(response.id, self._outstanding[0])) is not None:
            self._error = complaint
            raise RemoteProtocolError(complaint)
        self._has_echoed_ids |= response.id is not None
        return Answer(self._outstanding.popleft(), response)

    def _complaint(self, number: int | None, command: Command) -> str | None:
        """Say what is wrong with the id of a response to `command`, if anything."""
        if number == command.id:
            return None
        if number is None:
            # An engine that never echoes ids is taken as it is; one that does must go on.
            return f"a response without the id {command.id}" if self._has_echoed_ids else None
        if command.id is None:
            return f"a response with the id {number} to a command without one"
        kind = "old" if number < command.id else "wrong"
        return f"a response with the {kind} id {number}: expected {command.id}"
