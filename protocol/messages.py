"""What travels on the wire, as values: commands one way, responses the other, and noise."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from protocol.errors import LocalProtocolError


class NeedData(enum.Enum):
    """The type of `NEED_DATA`, so that a parser can say "not yet" without saying `None`."""

    NEED_DATA = "need data"


NEED_DATA: Final = NeedData.NEED_DATA
"""No whole event has arrived: receive more bytes, then ask again."""


@attrs.frozen
class Command:
    """One command: a name and its arguments; `id` is `None` when none was sent."""

    name: str
    arguments: tuple[str, ...] = ()
    id: int | None = None

    def encode(self) -> bytes:
        """Write the command as one line.

        Raises:
            LocalProtocolError: A token would not arrive as it is: it is empty, or holds a
                space, a control character, a line end or `#`.
        """
        for token in (self.name, *self.arguments):
            _check_token(token)
        if self.name.isdigit():
            raise LocalProtocolError(f"the command name {self.name!r} would be read as an id")
        _check_id(self.id)
        return f"{self}\n".encode()

    def __str__(self) -> str:
        tokens = (self.name, *self.arguments)
        return " ".join(tokens if self.id is None else (str(self.id), *tokens))


@attrs.frozen
class MalformedCommand:
    """A command line that names no command; the engine's end answers it with `?` and `reason`."""

    reason: str
    id: int | None = None


@attrs.frozen
class Response:
    r"""One response; `id` is `None` when none was sent.

    `text` is what stood after the `=` or `?`, the id and one space: lines joined by `\n`, as
    they were sent, so a picture keeps its indentation. Whoever wants a token must strip it.
    """

    ok: bool
    text: str = ""
    id: int | None = None

    def encode(self) -> bytes:
        """Write the response with the empty line that ends it.

        Raises:
            LocalProtocolError: The text would not arrive as it is: a line after the first is
                empty and would end the response, or it holds a control character.
        """
        first, *others = self.text.split("\n")
        if "" in others:
            raise LocalProtocolError("an empty line inside a response would end it")
        if any(is_control(char) for line in (first, *others) for char in line):
            raise LocalProtocolError("a control character inside a response would be dropped")
        _check_id(self.id)
        try:
            return f"{self}\n\n".encode()
        except UnicodeEncodeError as error:
            raise LocalProtocolError("half a character (a lone surrogate) in a response") from error

    def __str__(self) -> str:
        head = ("=" if self.ok else "?") + ("" if self.id is None else str(self.id))
        # No blank after an empty first line: "=" alone is how every engine says "done".
        separator = "" if not self.text or self.text.startswith("\n") else " "
        return head + separator + self.text


@attrs.frozen
class Noise:
    """A line outside any response that came before the first one: a banner, say."""

    text: str


def is_control(char: str) -> bool:
    """Tell the characters that GTP 2 calls control characters: 0 to 31 and 127."""
    return char < " " or char == "\x7f"


def _check_token(token: str) -> None:
    # `isprintable` is false for line ends of every script, control characters, lone surrogates
    # and all spaces but the ASCII one, at any of which some engine would split the token.
    if not token or not token.isprintable() or " " in token or "#" in token:
        raise LocalProtocolError(f"{token[:40]!a} cannot be sent as one word of a command")


def _check_id(number: int | None) -> None:
    if number is not None and not 0 <= number < 10**MAX_ID_DIGITS:
        raise LocalProtocolError(f"the id {number} is out of range")


# GTP 2 says that an id is a non-negative int of at least 32 bits, which ten digits hold. A bound
# is needed because int() refuses 4,301 digits with a ValueError, and takes long before that.
MAX_ID_DIGITS: Final = 10
