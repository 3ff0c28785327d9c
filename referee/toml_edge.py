"""The strict edge between a TOML file and our values: everything is checked here, once.

Every refusal is one line: the file, the key, what was expected there, and what stood there.
"""

from __future__ import annotations

import difflib
import enum
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin

import attrs
import cattrs
from cattrs.cols import homogenous_tuple_structure_factory, mapping_structure_factory
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ForbiddenExtraKeysError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from referee.printable import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

T = TypeVar("T")

# A thousand engines, each with a long command, come to 200 KB.
MAX_FILE_BYTES: Final = 1024 * 1024

# The deepest key of ours has three parts. tomllib up to 3.13 needs time and memory quadratic
# in this number: a key of 40,000 dots took 22 s and 6.1 GB (cpython #149231).
MAX_KEY_PARTS: Final = 16

# JSON readers elsewhere keep whole numbers exactly up to here.
MAX_INTEGER: Final = 2**53 - 1

# What tells a dotted key from anything else. Strings and comments are taken whole, closed or
# not, so that the scan is linear in the length of the text.
_TOKEN: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:""")?'
    r"|'''(?:[^']|'(?!''))*+(?:''')?"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*+'?"
    r"|\#[^\n]*+"
    r"|[.\n=,\[\]{}]",
    re.DOTALL,
)


class ConfigError(Exception):
    """A file of ours cannot be used as it stands; the message is one line for a person."""


def read_toml(path: Path) -> dict[str, Any]:
    """Read the TOML file at `path`, whatever it holds, in bounded time and memory.

    Raises:
        ConfigError: There is no such file, or it is not TOML that we would read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise ConfigError(f"{printable(str(path))}: cannot be read: {error.strerror}") from error
    if len(data) > MAX_FILE_BYTES:
        raise ConfigError(f"{printable(str(path))}: larger than {MAX_FILE_BYTES} bytes")
    return parse_toml(data, where=str(path))


def parse_toml(data: bytes, *, where: str) -> dict[str, Any]:
    """Parse TOML; `where` is the name that messages give to it.

    Raises:
        ConfigError: It is not TOML, or TOML that no file of ours would hold.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{printable(where)}: expected UTF-8 text, got byte 0x{data[error.start]:02x}"
            f" at offset {error.start}"
        ) from error
    _refuse_long_keys(text, where=where)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{printable(where)}: not valid TOML: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"{printable(where)}: nested too deeply") from error
    except ValueError as error:  # a number of more than 4,300 digits, a 30th of February
        raise ConfigError(f"{printable(where)}: not valid TOML: {_first_clause(error)}") from error


def structure(
    table: dict[str, Any], kind: type[T], *, where: str, converter: cattrs.Converter | None = None
) -> T:
    """Make a `kind`, an attrs class, from a parsed table; nothing is guessed or converted.

    `converter` is one from `make_converter` that was taught more types.

    Raises:
        ConfigError: The first key at fault, what it should hold, and how many more there are.
    """
    try:
        return (converter or _CONVERTER).structure(table, kind)
    except (BaseValidationError, ForbiddenExtraKeysError, KeyError, ConfigError) as error:
        complaints = list(_complaints(error, ""))
    # A misspelt key is both unknown and missing: the first of these helps more.
    complaints.sort(key=lambda complaint: "unknown key" not in complaint)
    more = f" (and {len(complaints) - 1} more)" if len(complaints) > 1 else ""
    raise ConfigError(f"{printable(where)}: {complaints[0]}{more}")


def nearest(word: str, known: list[str]) -> str:
    """Return the known words to offer in place of `word`: the nearest, or else all."""
    found = difflib.get_close_matches(word, known, n=1, cutoff=0.5)
    return f"nearest is {found[0]!r}" if found else f"known: {', '.join(known)}"


def show_value(value: object) -> str:
    """Show a value from a file, short and on one line."""
    text = repr(value).lower() if isinstance(value, bool) else repr(value)
    return _shorten(printable(text))


def _shorten(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _first_clause(error: ValueError) -> str:
    return str(error).partition(";")[0]


def _refuse_long_keys(text: str, *, where: str) -> None:
    dots = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == ".":
            dots += 1
            if dots >= MAX_KEY_PARTS:
                line = text.count("\n", 0, match.start()) + 1
                raise ConfigError(
                    f"{printable(where)}: line {line}: a key of more than {MAX_KEY_PARTS} parts"
                )
        elif token in "\n=,[]{}":
            dots = 0


def _complaints(error: Exception, key: str) -> Iterator[str]:
    """Walk what cattrs collected, and give a line for each key at fault."""
    if isinstance(error, BaseValidationError):
        for inner in error.exceptions:
            yield from _complaints(inner, _longer(key, inner))
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [field.name for field in attrs.fields(error.cl)]
        for extra in sorted(error.extra_fields):
            path = _shorten(f"{key}.{extra}" if key else extra)
            yield f"{printable(path)}: unknown key, {nearest(extra, known)}"
    elif isinstance(error, KeyError):
        yield f"{key}.{error.args[0]}: missing" if key else f"{error.args[0]}: missing"
    else:
        yield f"{printable(_shorten(key))}: {error}" if key else str(error)


def _longer(key: str, error: BaseException) -> str:
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote) and not isinstance(error, KeyError):
            return f"{key}.{note.name}" if key else note.name
        if isinstance(note, IterableValidationNote):
            return f"{key}[{note.index}]" if isinstance(note.index, int) else f"{key}.{note.index}"
    return key


def _expected(what: str, value: object) -> ConfigError:
    return ConfigError(f"expected {what}, got {show_value(value)}")


def _structure_integer(value: object, _: object) -> int:
    # True is an int to Python; to the author of a file it is not.
    if type(value) is not int:
        raise _expected("a whole number", value)
    if abs(value) > MAX_INTEGER:
        raise _expected("a whole number below 2^53", value)
    return value


def _structure_float(value: object, _: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _expected("a number", value)
    if not abs(value) <= MAX_INTEGER:  # NaN is not, either
        raise _expected("a finite number below 2^53", value)
    return float(value)


def _structure_bool(value: object, _: object) -> bool:
    if not isinstance(value, bool):
        raise _expected("true or false", value)
    return value


def _structure_text(value: object, _: object) -> str:
    if not isinstance(value, str):
        raise _expected("a string", value)
    return value


def _structure_word(values: Sequence[object], value: object) -> object:
    # By equality alone 1 would do for True.
    if not isinstance(value, str) or value not in values:
        raise _expected(" or ".join(show_value(known) for known in values), value)
    return value


def _make_literal_hook(kind: Any) -> Callable[[Any, Any], Any]:
    return lambda value, _: _structure_word(get_args(kind), value)


def _make_enum_hook(kind: Any) -> Callable[[Any, Any], Any]:
    words = [member.value for member in kind]
    return lambda value, _: kind(_structure_word(words, value))


_Factory: TypeAlias = "Callable[[Any, cattrs.Converter], Callable[[Any, Any], Any]]"


def _only(raw: type, what: str, make: Callable[..., Callable[..., Any]]) -> _Factory:
    """Return a hook factory like `make` whose hooks refuse all but instances of `raw`.

    Left to itself cattrs splits the string "gnugo --mode gtp" into an array of letters.
    """

    def factory(kind: Any, converter: cattrs.Converter) -> Callable[[Any, Any], Any]:
        inner = make(kind, converter)

        def structure_checked(value: object, _: object) -> object:
            if not isinstance(value, raw):
                raise _expected(what, value)
            return inner(value, kind)

        return structure_checked

    return factory


def make_converter(*, detailed: bool = True) -> cattrs.Converter:
    """Return a converter that takes only what is meant: no guesses, no unknown keys.

    A `detailed` one finds all faults and where they are, at up to 1 ms and 5 KB for each; the
    other stops at the first.
    """
    converter = cattrs.Converter(
        forbid_extra_keys=True, prefer_attrib_converters=True, detailed_validation=detailed
    )
    converter.register_structure_hook(int, _structure_integer)
    converter.register_structure_hook(float, _structure_float)
    converter.register_structure_hook(bool, _structure_bool)
    converter.register_structure_hook(str, _structure_text)
    converter.register_structure_hook_factory(partial(_is_made_of, Literal), _make_literal_hook)
    converter.register_structure_hook_factory(_is_word_enum, _make_enum_hook)
    for origin, factory in (
        (tuple, _only(list, "an array", homogenous_tuple_structure_factory)),
        (Mapping, _only(dict, "a table", mapping_structure_factory)),
    ):
        converter.register_structure_hook_factory(partial(_is_made_of, origin), factory)
    tables = _only(dict, "a table", make_dict_structure_fn)
    converter.register_structure_hook_factory(attrs.has, tables)
    return converter


def _is_made_of(origin: object, kind: object) -> bool:
    return get_origin(kind) is origin


def _is_word_enum(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, enum.Enum) and not issubclass(kind, int)


_CONVERTER: Final = make_converter()
