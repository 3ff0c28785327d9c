"""An entrant: a program as it is entered for a game. No process runs here."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Mapping
from typing import Final

import attrs

from referee.printable import printable

# What a crosstable can still show on one line.
MAX_NAME: Final = 64

SEED_PLACEHOLDER: Final = "{seed}"


class EntrantError(Exception):
    """Something that cannot be entered; the message is one line for a person."""


def _check_name(_: object, __: object, name: str) -> None:
    if not (name.strip() and len(name) <= MAX_NAME and name.isprintable()):
        shown = printable(name[:MAX_NAME])
        raise EntrantError(f"name: expected 1 to {MAX_NAME} printable characters, got '{shown}'")


def _check_command(_: object, __: object, command: tuple[str, ...]) -> None:
    if not (command and command[0]):
        raise EntrantError("command: expected a program and its arguments, got nothing")
    if any("\0" in word for word in command):
        raise EntrantError("command: no word can hold a NUL character")


def _check_env(_: object, __: object, env: Mapping[str, str]) -> None:
    for name, value in env.items():
        if not name or "=" in name or "\0" in name + value:
            raise EntrantError(f"env: {printable(name)!r} cannot be set in an environment")


def _check_cwd(_: object, __: object, cwd: str | None) -> None:
    if cwd is not None and (not cwd or "\0" in cwd):
        raise EntrantError("cwd: expected a directory")


@attrs.frozen
class Entrant:
    """A program as entered: a name for people, and how to start it.

    `command` is the program and its arguments, never a line for a shell; `{seed}` in any of
    them becomes the seed of the game. `env` is added to the environment, `cwd` is where the
    program starts (`None`: where the referee runs).
    """

    name: str = attrs.field(validator=_check_name)
    command: tuple[str, ...] = attrs.field(validator=_check_command)
    env: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_check_env)
    cwd: str | None = attrs.field(default=None, validator=_check_cwd)

    def arguments(self, *, seed: int) -> tuple[str, ...]:
        """Return the words that start the program for a game with this seed."""
        return tuple(word.replace(SEED_PLACEHOLDER, str(seed)) for word in self.command)

    @property
    def command_hash(self) -> str:
        """A fingerprint of the command as entered, the same whatever the seed."""
        return hashlib.sha256("\0".join(self.command).encode(errors="surrogateescape")).hexdigest()


def parse_command(text: str) -> tuple[str, ...]:
    """Split a command line into words as a shell would; nothing else of a shell is there.

    Raises:
        EntrantError: A quotation is not closed, or there is no word.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise EntrantError(f"command line '{printable(text)}': {str(error).lower()}") from error
    _check_command(None, None, words)
    return words
