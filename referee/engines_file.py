"""ENGINE on a command line: a name from a file with [[engines]] tables, or a command."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Final

import attrs

from referee.entrant import MAX_NAME, Entrant, EntrantError, parse_command
from referee.printable import printable
from referee.toml_edge import ConfigError, nearest, read_toml, structure

# A program that runs a script is not what people call the engine.
_RUNNERS: Final = re.compile(r"(python|pypy|node|java|perl|ruby|bash|sh|env)[0-9.]*")


@attrs.frozen
class _EnginesFile:
    engines: tuple[Entrant, ...]


def read_engines(path: Path) -> Mapping[str, Entrant]:
    """Read the entrants of a TOML file by name; a tournament's file will do.

    Raises:
        ConfigError: The file cannot be read, or its `engines` are not what they should be.
    """
    table = {key: value for key, value in read_toml(path).items() if key == "engines"}
    engines: dict[str, Entrant] = {}
    for index, entrant in enumerate(structure(table, _EnginesFile, where=str(path)).engines):
        if engines.setdefault(entrant.name, entrant) is not entrant:
            shown = printable(str(path))
            raise ConfigError(f"{shown}: engines[{index}].name: '{entrant.name}' is there twice")
    return engines


def find_entrants(
    first: str, second: str, *, known: Mapping[str, Entrant]
) -> tuple[Entrant, Entrant]:
    """Turn two words from a command line into entrants whose names differ.

    Raises:
        EntrantError: A word is neither a known name nor a command line.
    """
    one, two = find_entrant(first, known=known), find_entrant(second, known=known)
    if one.name == two.name:
        stem = one.name[: MAX_NAME - 2]
        return attrs.evolve(one, name=f"{stem}-1"), attrs.evolve(two, name=f"{stem}-2")
    return one, two


def find_entrant(word: str, *, known: Mapping[str, Entrant]) -> Entrant:
    """Turn a word from a command line into an entrant.

    Raises:
        EntrantError: It is neither a known name nor a command line.
    """
    if word in known:
        return known[word]
    command = parse_command(word)
    if known and len(command) == 1 and shutil.which(command[0]) is None:
        raise EntrantError(
            f"no engine '{printable(word[:MAX_NAME])}' in the file, {nearest(word, list(known))}"
        )
    return Entrant(name=_name(command), command=command)


def _name(command: tuple[str, ...]) -> str:
    """Call a program what people call it: `random_player` for `python3 x/random_player.py`."""
    program, *arguments = command
    if _RUNNERS.fullmatch(PurePath(program).name):
        scripts = [word for word in arguments if not word.startswith("-")]
        program = scripts[0] if scripts else program
    return printable(PurePath(program).stem or program)[:MAX_NAME]
