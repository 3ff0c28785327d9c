"""Bytes in, messages out: the two directions of the wire. No I/O, no ids, no memory of commands.

Every byte is looked at a fixed number of times, however the stream was cut, and the same bytes
give the same events, or the same error after the same events, wherever they were cut.
"""

from __future__ import annotations

import re
from typing import Final

from protocol.errors import RemoteProtocolError
from protocol.lines import LineBuffer, LineTooLongError, clean
from protocol.messages import (
    MAX_ID_DIGITS,
    NEED_DATA,
    Command,
    MalformedCommand,
    NeedData,
    Noise,
    Response,
)

# A line or response this long is a runaway engine. The longest honest ones known to us: the
# list_commands of a strong Go program, 3 KiB; the picture of a 19x19 board, 2 KiB, or of a large
# box with its six arms, 20 KiB.
MAX_LINE_BYTES: Final = 64 * 1024
MAX_RESPONSE_BYTES: Final = 64 * 1024

# A banner or a burst of debug lines is tolerated, a flood is not. GNU Go and MoHex print no more
# than 20 lines when they start; 64 lines of 256 bytes leave room for a licence.
MAX_NOISE_LINES: Final = 64
MAX_NOISE_BYTES: Final = 16 * 1024

# Empty lines between responses carry nothing, so they are free, but not for ever: a program that
# prints nothing else would keep its reader busy without ever saying anything to object to.
MAX_BLANK_LINES: Final = 64

_CR: Final = b"\r"
_NUL: Final = 0
_BYTE_ORDER_MARKS: Final = {
    b"\xef\xbb\xbf": "UTF-8",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}

# [0-9] and not \d or isdigit, which take the digits of other scripts, as int() does.
_HEAD: Final = re.compile(rf"([=?])([0-9]{{0,{MAX_ID_DIGITS}}})(?: (.*))?")
_DIGITS: Final = re.compile(rb"[0-9]+")


class ResponseParser:
    """The controller's reading end: bytes from an engine in, responses and noise out.

    Once it has raised it is finished: it raises the same error again and takes no more bytes.
    """

    def __init__(
        self,
        *,
        max_line_bytes: int = MAX_LINE_BYTES,
        max_response_bytes: int = MAX_RESPONSE_BYTES,
        max_noise_lines: int = MAX_NOISE_LINES,
        max_noise_bytes: int = MAX_NOISE_BYTES,
        max_blank_lines: int = MAX_BLANK_LINES,
    ) -> None:
        self._max_line_bytes = max_line_bytes
        self._max_response_bytes = max_response_bytes
        self._max_noise_lines = max_noise_lines
        self._max_noise_bytes = max_noise_bytes
        self._max_blank_lines = max_blank_lines
        self._lines = LineBuffer()
        self._is_first_line = True
        self._has_responded = False
        # The response being read: its lines so far (none: we are between responses), their bytes.
        self._response_lines: list[str] = []
        self._response_bytes = 0
        # What has come since the last response.
        self._noise_lines = 0
        self._noise_bytes = 0
        self._blank_lines = 0
        self._error: str | None = None

    def receive_data(self, data: bytes) -> None:
        """Take bytes as they came, cut anywhere; `next_event` reads them."""
        if self._error is None:
            self._lines.append(data)

    def next_event(self) -> Response | Noise | NeedData:
        """Read the next response or stray line.

        Raises:
            RemoteProtocolError: The engine broke the protocol; there is nothing more to read.
        """
        if self._error is not None:
            raise RemoteProtocolError(self._error)
        try:
            return self._next_event()
        except RemoteProtocolError as error:
            self._error = str(error)
            self._lines = LineBuffer()
            self._response_lines = []
            raise

    @property
    def unfinished(self) -> str | None:
        """Say what is still missing from what has come: a hint for an engine that hangs."""
        if self._error is None and len(self._lines):
            return "the last line was not ended by a line feed"
        if self._response_lines:
            return "the last response was not ended by an empty line"
        return None

    def _next_event(self) -> Response | Noise | NeedData:
        while (line := self._next_line()) is not None:
            if self._is_first_line:
                self._is_first_line = False
                _refuse_byte_order_mark(line)
            event = self._continue(line) if self._response_lines else self._begin(line)
            if event is not None:
                return event
        return NEED_DATA

    def _next_line(self) -> bytes | None:
        """Cut off the next line under whichever limit is hit first."""
        # A full response may still be ended: by an empty line, which may have its CR.
        left = max(1, self._max_response_bytes - self._response_bytes)
        try:
            return self._lines.next_line(min(self._max_line_bytes, left))
        except LineTooLongError as error:
            if left < self._max_line_bytes:
                raise self._response_too_long() from error
            raise RemoteProtocolError(
                f"a line of more than {self._max_line_bytes} bytes"
            ) from error

    def _response_too_long(self) -> RemoteProtocolError:
        return RemoteProtocolError(f"a response of more than {self._max_response_bytes} bytes")

    def _begin(self, line: bytes) -> Noise | None:
        """Read a line between responses."""
        if not line.strip(_CR):
            self._count_blank()
            return None
        text = clean(line).decode(errors="replace")
        # No response begins with a doubled sign, but a banner may be underlined with them.
        if not text.startswith(("=", "?")) or text.startswith(("==", "??")):
            self._count_noise(line)
            return Noise(text)
        _refuse_nul(line)
        if not _HEAD.fullmatch(text):
            raise RemoteProtocolError(
                f"{_shown(text)} begins no response: expected '=' or '?', "
                f"an id of at most {MAX_ID_DIGITS} digits or none, then a space or the line end"
            )
        self._response_lines.append(text)
        self._response_bytes = len(line) + 1
        return None

    def _continue(self, line: bytes) -> Response | None:
        """Read a line inside a response."""
        if line.strip(_CR):
            _refuse_nul(line)
            self._response_lines.append(clean(line).decode(errors="replace"))
            self._response_bytes += len(line) + 1
            if self._response_bytes > self._max_response_bytes:
                raise self._response_too_long()
            return None
        response = _response(self._response_lines)
        self._has_responded = True
        self._response_lines = []
        self._response_bytes = self._noise_lines = self._noise_bytes = self._blank_lines = 0
        return response

    def _count_blank(self) -> None:
        self._blank_lines += 1
        if self._blank_lines > self._max_blank_lines:
            raise RemoteProtocolError(
                f"more than {self._max_blank_lines} empty lines outside any response"
            )

    def _count_noise(self, line: bytes) -> None:
        self._noise_lines += 1
        self._noise_bytes += len(line) + 1
        where = "outside any response" if self._has_responded else "before the first response"
        if self._noise_lines > self._max_noise_lines:
            raise RemoteProtocolError(f"more than {self._max_noise_lines} lines {where}")
        if self._noise_bytes > self._max_noise_bytes:
            raise RemoteProtocolError(f"more than {self._max_noise_bytes} bytes {where}")


class CommandParser:
    """The engine's reading end: bytes from a controller in, commands out. It never raises."""

    def __init__(self, *, max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self._max_line_bytes = max_line_bytes
        self._lines = LineBuffer()
        # The start of a line that is being skipped because it is too long.
        self._overlong: bytes | None = None

    def receive_data(self, data: bytes) -> None:
        """Take bytes as they came, cut anywhere; `next_event` reads them."""
        self._lines.append(data)

    def next_event(self) -> Command | MalformedCommand | NeedData:
        """Read the next command; empty lines and comments are no events."""
        while True:
            if self._overlong is not None:
                if not self._lines.skip_line():
                    return NEED_DATA
                event = _overlong_command(self._overlong)
                self._overlong = None
            else:
                try:
                    line = self._lines.next_line(self._max_line_bytes)
                except LineTooLongError as error:
                    self._overlong = error.head
                    continue
                if line is None:
                    return NEED_DATA
                event = _command(line)
            if event is not None:
                return event


def _response(lines: list[str]) -> Response:
    head = _HEAD.fullmatch(lines[0])
    assert head is not None, "checked when the line came"  # noqa: S101 - for the type checker
    sign, digits, first = head.groups()
    text = "\n".join([first or "", *lines[1:]])
    return Response(ok=sign == "=", text=text, id=int(digits) if digits else None)


def _command(line: bytes) -> Command | MalformedCommand | None:
    tokens = clean(line).partition(b"#")[0].split()
    number = None
    if tokens and _DIGITS.fullmatch(tokens[0]):
        digits = tokens.pop(0)
        if len(digits) > MAX_ID_DIGITS:
            return MalformedCommand(f"an id has at most {MAX_ID_DIGITS} digits")
        number = int(digits)
        if not tokens:
            return MalformedCommand("no command after the id", id=number)
    if not tokens:
        return None
    name, *arguments = (token.decode(errors="replace") for token in tokens)
    return Command(name, tuple(arguments), id=number)


def _overlong_command(head: bytes) -> Command | MalformedCommand | None:
    """Judge a line by its first bytes: only its comment may be too long."""
    command = _command(head)
    if b"#" in head:
        return command
    return MalformedCommand("line too long", id=command.id if command else None)


def _refuse_byte_order_mark(line: bytes) -> None:
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if line.startswith(mark):
            raise RemoteProtocolError(
                f"the output begins with a byte order mark ({encoding}): expected plain ASCII"
            )


def _refuse_nul(line: bytes) -> None:
    if _NUL in line:
        raise RemoteProtocolError("a NUL byte inside a response")


def _shown(text: str) -> str:
    """Quote somebody's text in a message: ASCII, and not too much of it."""
    return ascii(text if len(text) <= 40 else text[:40] + "...")
