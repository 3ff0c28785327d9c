"""The edge where a tournament's TOML file becomes a `Spec`, or one line that says why not."""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any, Final, NoReturn

import attrs

from referee.clock import ClockError, TimeControl
from referee.entrant import Entrant
from referee.printable import printable
from referee.rules.catalog import find_game
from referee.rules.errors import RulesError
from referee.toml_edge import ConfigError, read_toml, show_value, structure
from tournaments.schedule.round_robin import count_games
from tournaments.spec import Spec

if TYPE_CHECKING:
    from pathlib import Path

# At ten games a second this many take more than a day.
MAX_GAMES: Final = 1_000_000
MAX_CONCURRENCY: Final = 1_000

# What fits on the first line of a table.
MAX_TITLE: Final = 72


@attrs.frozen
class RulesTable:
    """The table `[rules]`: what is left out is as the game has it."""

    pie: str | None = None
    ko: str | None = None
    komi: float | None = None
    move_limit: int | None = None


@attrs.frozen
class SpecTable:
    """A tournament's file, its keys as they stand there."""

    game: str
    time: str
    engines: tuple[Entrant, ...]
    name: str | None = None
    size: tuple[int, ...] | None = None
    rules: RulesTable = RulesTable()
    handicap: int = 0
    cycles: int = 1
    seed: int = 0
    concurrency: int = 1
    store: str | None = None


def read_spec(path: Path) -> Spec:
    """Read the tournament file at `path`.

    Raises:
        ConfigError: It is not one; the message names the file, the key and what was expected.
    """
    return spec_from_table(read_toml(path), where=str(path), name=path.stem)


def parse_canonical(text: str, *, where: str) -> Spec:
    """Read back what `tournaments.spec.canonical` wrote.

    Raises:
        ConfigError: It was written for other games or keys than those of today.
    """
    return spec_from_table(json.loads(text), where=where, name="")


def spec_from_table(table: dict[str, Any], *, where: str, name: str) -> Spec:
    """Check a parsed file; `name` is the event's where the file gives none.

    Raises:
        ConfigError: Something is wrong with it.
    """
    if type(table.get("size")) is int:
        table = table | {"size": [table["size"]]}
    raw = structure(table, SpecTable, where=where)
    try:
        return _check(raw, name=name)
    except _KeyAtFaultError as error:
        raise ConfigError(f"{printable(where)}: {error}") from None


class _KeyAtFaultError(Exception):
    """A key, and what was expected of it."""


def _check(raw: SpecTable, *, name: str) -> Spec:
    title = raw.name if raw.name is not None else name
    _check_title(title)
    _check_numbers(raw)
    _check_engines(raw.engines)
    _check_game_count(raw)
    key = "game"
    try:
        game = find_game(raw.game)
        key = "size"
        size = game.size(raw.size)
        key = "rules"
        rules = game.rules(**attrs.asdict(raw.rules))
        key = "handicap"
        if raw.handicap:
            game.handicap(game.board(size), raw.handicap)
        key = "time"
        time = TimeControl.parse(raw.time)
    except (RulesError, ClockError) as error:
        _refuse(key, str(error))
    return Spec(
        name=title,
        game=game,
        size=size,
        rules=rules,
        handicap=raw.handicap,
        time=time,
        cycles=raw.cycles,
        seed=raw.seed,
        engines=raw.engines,
        concurrency=raw.concurrency,
        store=raw.store,
    )


def _check_numbers(raw: SpecTable) -> None:
    if raw.cycles < 1:
        _refuse("cycles", f"expected 1 or more, got {raw.cycles}")
    if raw.seed < 0:
        _refuse("seed", f"expected 0 or more, got {raw.seed}")
    if not 1 <= raw.concurrency <= MAX_CONCURRENCY:
        _refuse("concurrency", f"expected 1 to {MAX_CONCURRENCY}, got {raw.concurrency}")
    if raw.store is not None and (not raw.store or "\0" in raw.store):
        _refuse("store", f"expected the path of a file, got {show_value(raw.store)}")


def _check_game_count(raw: SpecTable) -> None:
    games = count_games(len(raw.engines), cycles=raw.cycles)
    if games > MAX_GAMES:
        _refuse("cycles", f"{games:,} games, expected at most {MAX_GAMES:,}")


def _check_engines(engines: tuple[Entrant, ...]) -> None:
    if len(engines) < 2:
        _refuse("engines", f"expected two or more, got {len(engines)}")
    taken: dict[str, int] = {}
    for index, engine in enumerate(engines):
        # Names that a reader could not tell apart are the same name.
        alike = unicodedata.normalize("NFKC", engine.name).casefold()
        other = taken.setdefault(alike, index)
        if other != index:
            _refuse(
                f"engines[{index}].name", f"{show_value(engine.name)} is taken by engines[{other}]"
            )


def _check_title(name: str) -> None:
    if not (name.strip() and len(name) <= MAX_TITLE and name.isprintable()):
        _refuse("name", f"expected 1 to {MAX_TITLE} printable characters, got {show_value(name)}")


def _refuse(key: str, message: str) -> NoReturn:
    raise _KeyAtFaultError(f"{key}: {message}")
