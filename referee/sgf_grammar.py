"""SGF FF[4] as a grammar: text in, nodes out, and back. Nothing in this module is game-specific.

Only the main line of the one game in a file is read: variations are skipped by their brackets.
Nesting is counted, not descended into, so that depth costs nothing and has no limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NoReturn, TypeAlias

import attrs

from referee.printable import printable

# A game record of ours is some 50 KB; commented Go games with all their variations reach a few
# megabytes.
MAX_BYTES: Final = 16 * 1024 * 1024

# On the main line, where nodes and values are kept. The longest games have some thousands.
MAX_NODES: Final = 200_000
MAX_VALUES: Final = 400_000

# All matched possessively: without backtracking they are linear in the length of the text.
_SPACE: Final = re.compile(r"[ \t\n\v\f\r]*+")
_IDENT: Final = re.compile(r"[A-Za-z]++")
_VALUE: Final = re.compile(r"\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
_NO_BRACKET: Final = re.compile(r"(?:[^()\[\]]++|\[(?:[^\]\\]++|\\.)*+\])*+", re.DOTALL)
_NEWLINE: Final = re.compile(r"\r\n|\n\r|\n|\r")
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)
# What no text in a file should hold; and half of a surrogate pair cannot be encoded at all.
_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_CHARSET: Final = re.compile(rb"(?<![A-Za-z])CA[ \t\r\n]*+\[([^\]\\]{0,40}+)\]")
# What `CA` is looked for in. It belongs into the first node.
_HEAD_BYTES: Final = 64 * 1024

# By the name in lower case. Only what decodes in one pass: Python has stranger codecs.
_CHARSETS: Final = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "iso-8859-1",
    "ascii": "iso-8859-1",
    "iso-8859-1": "iso-8859-1",
    "latin-1": "iso-8859-1",
    "latin1": "iso-8859-1",
    "iso-8859-15": "iso-8859-15",
    "windows-1251": "cp1251",
    "windows-1252": "cp1252",
    "koi8-r": "koi8-r",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "big5": "big5",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "euc-jp": "euc-jp",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
}

# What is written breaks its lines between properties, for people who look at it.
_LINE: Final = 100

Offset: TypeAlias = int
"""A place in a text, in characters from its start."""


class SgfError(Exception):
    """Text that cannot be used as SGF; the message is one line, and `line:column` begins it."""

    def __init__(self, complaint: str, *, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}: {complaint}")
        self.complaint = complaint
        self.line = line
        self.column = column


@attrs.frozen
class Property:
    """A property of a node; `values` are as they stand in the text, still escaped."""

    ident: str
    values: tuple[str, ...]
    offset: Offset


@attrs.frozen
class Node:
    """A node: its properties by their identifiers, in the order of the text."""

    properties: dict[str, Property]
    offset: Offset


# -- reading -------------------------------------------------------------------------------


def decode(data: bytes) -> str:
    """Turn a file into text, by its `CA` property; without one by UTF-8, or else Latin-1.

    Raises:
        SgfError: It is too large, or not in the character set that it claims.
    """
    if len(data) > MAX_BYTES:
        raise SgfError(f"larger than {MAX_BYTES} bytes", line=1, column=1)
    data = data.removeprefix(b"\xef\xbb\xbf")
    claim = _CHARSET.search(data, 0, _HEAD_BYTES)
    charset = "utf-8"
    if claim is not None:
        name = claim[1].decode("latin-1").strip()
        charset = _CHARSETS.get(name.lower(), "")
        if not charset:
            raise _error_in_bytes(f"unknown character set '{printable(name)}'", data, claim.start())
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        if claim is None:
            return data.decode("latin-1")
        complaint = f"expected {charset} text, got byte 0x{data[error.start]:02x}"
        raise _error_in_bytes(complaint, data, error.start) from error


def read_main_line(text: str) -> Iterator[Node]:
    """Yield the nodes of the main line, one by one; then check that the text ends well.

    Raises:
        SgfError: The text is no SGF, or a collection of several games, or out of all measure.
    """
    at = _skip_space(text, 0)
    if not text.startswith("(", at):
        _refuse(text, at, "expected '(', which begins a game")
    depth = nodes = values = 0
    while True:
        if text.startswith("(", at):
            depth += 1
            at = _skip_space(text, at + 1)
            if not text.startswith(";", at):
                _refuse(text, at, "expected ';', which begins a node")
        elif text.startswith(")", at):
            break
        elif not text.startswith(";", at):
            _refuse(text, at, "expected ';', '(' or ')'")
        node, end = _read_node(text, at, room=MAX_VALUES - values)
        nodes += 1
        if nodes > MAX_NODES:
            _refuse(text, at, f"more than {MAX_NODES} nodes")
        values += sum(len(found.values) for found in node.properties.values())
        yield node
        at = end
    _check_rest(text, at, depth)


def error_at(text: str, offset: Offset, complaint: str) -> SgfError:
    """Build the error for what is wrong at a place in the text."""
    line, start = 1, 0
    for newline in _NEWLINE.finditer(text, 0, offset):
        line += 1
        start = newline.end()
    return SgfError(complaint, line=line, column=offset - start + 1)


def parse_text(value: str) -> str:
    """Undo the escapes of a `Text` value: line ends stay, other white space is a space."""
    value = _ESCAPE.sub(_unescape, _NEWLINE.sub("\n", value))
    return value.translate(_BLANKS)


def parse_simple_text(value: str) -> str:
    """Undo the escapes of a `SimpleText` value, in which line ends are spaces, too."""
    return parse_text(value).replace("\n", " ")


_BLANKS: Final = {ord(char): " " for char in "\t\v\f"}


def _unescape(escape: re.Match[str]) -> str:
    # "\" before a line end joins the lines (FF[4], "soft line breaks").
    return "" if escape[1] == "\n" else escape[1]


def _refuse(text: str, offset: Offset, complaint: str) -> NoReturn:
    found = f"'{printable(text[offset])}'" if offset < len(text) else "the end of the file"
    raise error_at(text, offset, f"{complaint}, at {found}")


def _error_in_bytes(complaint: str, data: bytes, offset: int) -> SgfError:
    # Every character set that we know has ASCII's line ends.
    return error_at(data[:offset].decode("latin-1"), offset, complaint)


def _skip_space(text: str, at: Offset) -> Offset:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _read_node(text: str, at: Offset, *, room: int) -> tuple[Node, Offset]:
    """Read the node whose ';' is at `at`, and find where the next thing begins."""
    start = at
    found: dict[str, tuple[Offset, list[str]]] = {}
    at = _skip_space(text, at + 1)
    while match := _IDENT.match(text, at):
        # Up to FF[3] identifiers could have lower-case letters, which mean nothing.
        ident = "".join(filter(str.isupper, match[0]))
        if not ident:
            _refuse(text, at, "expected a property in capitals")
        values, end = _read_values(text, match.end(), room=room)
        room -= len(values)
        # A property may not come twice, but old programs write AB[..]AB[..].
        found.setdefault(ident, (at, []))[1].extend(values)
        at = end
    properties = {
        ident: Property(ident, tuple(values), offset) for ident, (offset, values) in found.items()
    }
    return Node(properties, start), at


def _read_values(text: str, at: Offset, *, room: int) -> tuple[list[str], Offset]:
    values: list[str] = []
    while True:
        at = _skip_space(text, at)
        if not text.startswith("[", at):
            break
        match = _VALUE.match(text, at)
        if match is None:
            raise error_at(text, at, "a '[' without its ']'")
        values.append(match[1])
        if len(values) > room:
            _refuse(text, at, f"more than {MAX_VALUES} values")
        at = match.end()
    if not values:
        _refuse(text, at, "expected '[', which begins a value")
    return values, at


def _check_rest(text: str, at: Offset, depth: int) -> None:
    """Go through what follows the main line: variations, and the end."""
    while depth:
        if text.startswith("(", at):
            depth += 1
        elif text.startswith(")", at):
            depth -= 1
        elif text.startswith("[", at):
            raise error_at(text, at, "a '[' without its ']'")
        else:
            _refuse(text, at, f"expected ')' {depth} more times" if depth > 1 else "expected ')'")
        match = _NO_BRACKET.match(text, at + 1) if depth else None
        at = match.end() if match else at + 1
    at = _skip_space(text, at)
    if text.startswith("(", at):
        raise error_at(text, at, "a second game begins here, expected a file of one game")
    if at < len(text):
        _refuse(text, at, "expected nothing after the game")


# -- writing -------------------------------------------------------------------------------


def escape_text(text: str) -> str:
    r"""Write a `Text` value, in which control characters other than line ends show as `\xNN`.

    `parse_text` gives the same text back if there were none.
    """
    return "\n".join(map(escape_simple_text, _NEWLINE.sub("\n", text).split("\n")))


def escape_simple_text(text: str) -> str:
    r"""Write a `SimpleText` value, in which control characters, line ends too, show as `\xNN`."""
    shown = _CONTROL.sub(lambda match: printable(match[0]), text)
    return shown.replace("\\", "\\\\").replace("]", "\\]")


def compose(first: str, second: str) -> str:
    """Write a value of two simple texts, between which a colon stands."""
    return ":".join(escape_simple_text(text).replace(":", "\\:") for text in (first, second))


def write_game(nodes: Iterable[Iterable[tuple[str, Sequence[str]]]]) -> str:
    """Write a game without variations, each node on lines of its own; values are given escaped."""
    return "(" + "\n".join(map(_write_node, nodes)) + ")\n"


def _write_node(properties: Iterable[tuple[str, Sequence[str]]]) -> str:
    lines = [";"]
    for ident, values in properties:
        written = ident + "".join(f"[{value}]" for value in values)
        if len(lines[-1]) + len(written) > _LINE and lines[-1] != ";":
            lines.append("")
        lines[-1] += written
    return "\n".join(lines)
