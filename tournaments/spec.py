"""What an event is: who plays, what, how often and on which terms. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.clock import TimeControl
    from referee.entrant import Entrant
    from referee.rules.game import Game, Rules


@attrs.frozen
class Spec:
    """An event as its organiser wants it, every choice made."""

    name: str
    game: Game
    size: tuple[int, ...]
    rules: Rules
    time: TimeControl
    cycles: int
    seed: int
    engines: tuple[Entrant, ...]
    handicap: int = 0
    """Black stones on the board before White's first move."""
    concurrency: int = 1
    """How many games run at a time; like `store`, no part of the event's identity."""
    store: str | None = None
    """Where the store is to be; `None`: beside the file, under the file's name."""

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names."""
        return tuple(engine.name for engine in self.engines)


def canonical(spec: Spec) -> str:
    """Write as JSON, and always in the same way, what must not change during an event.

    It has the keys of the TOML file, defaults included. The order of the engines, and how and
    where the event is run, are left out: they may change.
    """
    rules: dict[str, Any] = {"pie": spec.rules.pie}
    if spec.game.captures:
        rules |= {"ko": spec.rules.ko, "komi": spec.rules.komi}
    if spec.rules.move_limit is not None:
        rules |= {"move_limit": spec.rules.move_limit}
    engines = sorted(spec.engines, key=lambda engine: engine.name)
    table = {
        "name": spec.name,
        "game": spec.game.id,
        "size": list(spec.size),
        "rules": rules,
        "time": str(spec.time),
        "cycles": spec.cycles,
        "seed": spec.seed,
        "engines": [_engine_table(engine) for engine in engines],
    }
    if spec.handicap:
        table["handicap"] = spec.handicap
    return json.dumps(table, ensure_ascii=False, sort_keys=True)


def differences(old: str, new: str) -> tuple[str, ...]:
    """Say how one canonical text differs from another: `cycles: 2 -> 3`."""
    before, after = (dict(_flatten(_engines_by_name(json.loads(text)))) for text in (old, new))
    return tuple(
        f"{key}: {before.get(key, '(nothing)')} -> {after.get(key, '(nothing)')}"
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    )


def _engine_table(engine: Entrant) -> dict[str, Any]:
    table = attrs.asdict(engine)
    table["env"] = dict(engine.env)
    return {key: value for key, value in table.items() if value or key in ("name", "command")}


def _engines_by_name(table: dict[str, Any]) -> dict[str, Any]:
    engines = {engine["name"]: engine for engine in table["engines"]}
    return table | {"engines": engines}


def _flatten(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", json.dumps(value, ensure_ascii=False)
