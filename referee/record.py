"""The record of one game: all that was played and measured, and JSON that reads back the same."""

from __future__ import annotations

import enum
import json
import math
from typing import Any, Final, Literal, NoReturn, TypeAlias

import attrs
from cattrs import Converter

from referee.outcome import Outcome
from referee.printable import printable
from referee.rules.game import Rules
from referee.rules.moves import DRAW, Color, Draw, Result
from referee.toml_edge import ConfigError, make_converter, structure

RECORD_VERSION: Final = 1

PlayerWord: TypeAlias = Literal["first", "second"]


class RecordError(Exception):
    """Text that is no record of ours; the message is one line for a person."""


@attrs.frozen
class PlayerRecord:
    """A player: the name it was entered under, the command as it was run, and a fingerprint.

    `command_hash` is of the command and the options as entered, before the game's seed was put
    in. `program` and `version` are what the engine called itself, `dialect` is what it spoke,
    `startup` the commands that it was entered with. `warnings` are what was tolerated.
    """

    name: str
    command: tuple[str, ...]
    command_hash: str
    program: str = ""
    version: str = ""
    warnings: tuple[str, ...] = ()
    dialect: str = ""
    startup: tuple[str, ...] = ()


@attrs.frozen
class Turn:
    """One answer to `genmove`, with its times in seconds.

    `seconds` is what the move cost, `left` what was left of the main time afterwards, the
    increment included (`None`: the terms keep no such account). `sent`, `first_byte` and
    `last_byte` are when the command had been written and the answer was read, counted from
    the start of the game; the last two are `None` if nothing came.
    """

    color: Color
    move: str
    seconds: float
    left: float | None
    sent: float
    first_byte: float | None
    last_byte: float | None


@attrs.frozen
class DeadClaim:
    """The stones that a player called dead after two passes."""

    player: PlayerWord
    dead: tuple[str, ...]


@attrs.frozen
class Tally:
    """One colour's half of a score sheet; `total` is its score, komi included."""

    territory: int
    stones: int
    lost: int
    komi: float
    total: float


@attrs.frozen
class RegionRecord:
    """A region of vacant points and whose it is; `None` is nobody's."""

    points: tuple[str, ...]
    owner: Color | None


@attrs.frozen
class ScoreSheet:
    """How the board was counted, region by region, after the `dead` stones were removed."""

    margin: str
    black: Tally
    white: Tally
    dead: tuple[str, ...]
    regions: tuple[RegionRecord, ...]


@attrs.frozen
class Proof:
    """Why the rules say so: the chains that connect, or the score sheet; neither after a fault."""

    chains: tuple[tuple[str, ...], ...] = ()
    score: ScoreSheet | None = None


@attrs.frozen
class GameRecord:
    """A finished game, complete: it can be replayed, timed and judged from this alone.

    `turns` are the moves that counted. `closing` is the answer that ended the game without
    being one: a resignation, an illegal move, or nothing in time (`move` is empty then).
    `resumed_at` is how many moves stood when play went on over disputed dead stones. `winner`
    is a player, since colours can be exchanged; `None` is a draw. `started` is the caller's
    time of day, in ISO 8601, or empty. `handicap` are the black stones that stood before the
    first move, which is White's then.
    """

    game: str
    size: tuple[int, ...]
    rules: Rules
    first: PlayerRecord
    second: PlayerRecord
    time_control: str
    seed: int
    turns: tuple[Turn, ...]
    outcome: Outcome
    winner: PlayerWord | None
    proof: Proof = Proof()
    closing: Turn | None = None
    resumed_at: int | None = None
    dead_claims: tuple[DeadClaim, ...] = ()
    started: str = ""
    handicap: tuple[str, ...] = ()
    software: str = ""
    version: int = RECORD_VERSION

    def to_json(self) -> str:
        """Write the record as JSON, exactly; `from_json` reads it back equal."""
        table = attrs.asdict(self, value_serializer=_serialize)
        return json.dumps(table, indent=1, allow_nan=False)

    @classmethod
    def from_json(cls, text: str | bytes, *, where: str = "record") -> GameRecord:
        """Read what `to_json` wrote; `where` is the name that messages give to it.

        Raises:
            RecordError: It is not a record, or one of another version.
        """
        table = _parse_json(text, where=where)
        version = table.get("version")
        if type(version) is not int or version != RECORD_VERSION:
            shown = printable(repr(version)[:40])
            raise RecordError(
                f"{printable(where)}: version: expected {RECORD_VERSION}, got {shown}"
            )
        converter = _CONVERTER if len(text) <= _MAX_EXPLAINED else _HASTY_CONVERTER
        try:
            return structure(table, cls, where=where, converter=converter)
        except ConfigError as error:
            raise RecordError(str(error)) from error


def _serialize(_: object, __: object, value: Any) -> Any:
    if isinstance(value, Color):
        return value.word
    return value.value if isinstance(value, enum.Enum) else value


def _parse_json(text: str | bytes, *, where: str) -> dict[str, Any]:
    try:
        table = json.loads(
            text, object_pairs_hook=_unique_keys, parse_constant=_refuse, parse_float=_finite
        )
    except RecursionError as error:
        raise RecordError(f"{printable(where)}: not JSON of ours: nested too deeply") from error
    except ValueError as error:  # of syntax, of encoding, or from the three above
        reason = printable(str(error).partition(";")[0][:200])
        raise RecordError(f"{printable(where)}: not JSON of ours: {reason}") from error
    if not isinstance(table, dict):
        raise RecordError(f"{printable(where)}: expected an object, got something else")
    return table


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for key, value in pairs:
        if key in table:
            raise ValueError(f"the key {key[:40]!r} twice")
        table[key] = value
    return table


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is too large")
    return number


_COLORS: Final = {color.word: color for color in Color}
_RESULTS: Final[dict[str, Result]] = {**_COLORS, DRAW.value: DRAW}


def _structure_color(value: object, _: object) -> Color:
    if not isinstance(value, str) or value not in _COLORS:
        raise ConfigError(f"expected 'black' or 'white', got {printable(repr(value)[:40])}")
    return _COLORS[value]


def _structure_result(value: object, _: object) -> Color | Draw:
    if not isinstance(value, str) or value not in _RESULTS:
        raise ConfigError(f"expected 'black', 'white' or 'draw', got {printable(repr(value)[:40])}")
    return _RESULTS[value]


# In a longer text faults could be so many that to find out where each is would take minutes.
_MAX_EXPLAINED: Final = 64 * 1024


def _make_record_converter(*, detailed: bool) -> Converter:
    converter = make_converter(detailed=detailed)
    converter.register_structure_hook(Color, _structure_color)
    converter.register_structure_hook(Color | Draw, _structure_result)
    return converter


_CONVERTER: Final = _make_record_converter(detailed=True)
_HASTY_CONVERTER: Final = _make_record_converter(detailed=False)
