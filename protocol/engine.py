"""The engine's end: an engine author writes one function a command and no parsing."""

from __future__ import annotations

import inspect
import io
import sys
from collections.abc import Callable, Mapping
from typing import BinaryIO, Final, TypeAlias

import attrs

from protocol.errors import LocalProtocolError
from protocol.messages import Command, MalformedCommand, Response, is_control
from protocol.parser import MAX_LINE_BYTES, CommandParser

Handler: TypeAlias = Callable[..., str | None]

_CLEANING: Final = {code: None for code in range(128) if is_control(chr(code)) and code != 10}
_CLEANING_TABLE: Final[dict[int, str | None]] = {**_CLEANING, 9: " "}


class FailureError(Exception):
    """Raised by a handler: the command is answered `? message`."""


@attrs.frozen
class _Entry:
    """A handler and the numbers of arguments that its signature allows."""

    handler: Handler
    least: int
    most: float


class EngineEnd:
    """One engine, as bytes in and bytes out.

    A handler gets the arguments of its command as strings and returns the answer, `None` being
    an empty one. It raises `FailureError` to refuse. Any other exception passes through: it is
    a bug of the engine, and hiding it would not help.

    `protocol_version`, `name`, `version`, `list_commands`, `known_command` and `quit` are here
    already; a handler of that name replaces ours. After `quit`, `closed` is true.
    """

    def __init__(self, *, name: str, version: str, handlers: Mapping[str, Handler]) -> None:
        """Build the end from its handlers.

        Raises:
            LocalProtocolError: A handler cannot be called with strings alone.
        """
        self._parser = CommandParser()
        built_in: dict[str, Handler] = {
            "protocol_version": lambda: "2",
            "name": lambda: name,
            "version": lambda: version,
            "list_commands": lambda: "\n".join(self._entries),
            "known_command": lambda command: "true" if command in self._entries else "false",
            "quit": lambda: None,
        }
        self._entries = {
            command: _entry(command, handler)
            for command, handler in {**built_in, **handlers}.items()
        }
        self.closed = False

    def receive_data(self, data: bytes) -> bytes:
        """Take bytes as they came, obey each whole command, and return the answers to write."""
        self._parser.receive_data(data)
        answers = bytearray()
        while not self.closed:
            match self._parser.next_event():
                case Command() as command:
                    answers += self._obey(command).encode()
                case MalformedCommand(reason, number):
                    answers += Response(ok=False, text=reason, id=number).encode()
                case _:
                    break
        return bytes(answers)

    def _obey(self, command: Command) -> Response:
        entry = self._entries.get(command.name)
        if entry is None:
            return Response(ok=False, text="unknown command", id=command.id)
        if not entry.least <= len(command.arguments) <= entry.most:
            return Response(ok=False, text="syntax error", id=command.id)
        try:
            text = entry.handler(*command.arguments)
        except FailureError as failure:
            return Response(ok=False, text=_sendable(str(failure)), id=command.id)
        if command.name == "quit":
            self.closed = True
        return Response(ok=True, text=_sendable(text or ""), id=command.id)


def serve(
    engine: EngineEnd,
    input: BinaryIO | None = None,  # noqa: A002 - it is what it is, and the caller may name it
    output: BinaryIO | None = None,
) -> None:
    """Answer commands until `quit` or the end of input; by default on stdin and stdout."""
    source = sys.stdin.buffer if input is None else input
    # Unbuffered, so that no answer waits, nor is written again at exit to a reader who has left.
    sink = io.FileIO(1, "wb", closefd=False) if output is None else output
    while not engine.closed and (data := source.readline(MAX_LINE_BYTES)):
        answers = memoryview(engine.receive_data(data))
        try:
            while answers:
                answers = answers[sink.write(answers) :]
            sink.flush()
        except BrokenPipeError:
            return


def _entry(command: str, handler: Handler) -> _Entry:
    """Read off a handler's signature, once, how many arguments it takes."""
    try:
        parameters = inspect.signature(handler).parameters.values()
    except (TypeError, ValueError) as error:
        raise LocalProtocolError(f"the handler of {command} cannot be called: {error}") from error
    least = 0
    most: float = 0
    for parameter in parameters:
        required = parameter.default is parameter.empty
        match parameter.kind:
            case parameter.VAR_POSITIONAL:
                most = float("inf")
            case parameter.POSITIONAL_ONLY | parameter.POSITIONAL_OR_KEYWORD:
                least += required
                most += 1
            case parameter.KEYWORD_ONLY if required:
                raise LocalProtocolError(f"the handler of {command} needs {parameter.name!r}")
    return _Entry(handler, least, most)


def _sendable(text: str) -> str:
    """Make any text fit for a response: no control characters, no line that would end it."""
    whole = text.encode(errors="replace").decode().translate(_CLEANING_TABLE).rstrip("\n")
    first, *others = whole.split("\n")
    return "\n".join([first, *(line or " " for line in others)])
