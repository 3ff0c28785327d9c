"""An entrant: a program as it is entered for a game. No process runs here."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

import attrs

from protocol.commands import COMMANDS
from protocol.errors import LocalProtocolError
from protocol.messages import Command
from referee.printable import printable

# What a crosstable can still show on one line.
MAX_NAME: Final = 64

SEED_PLACEHOLDER: Final = "{seed}"


DialectName: TypeAlias = Literal["gtp", "htp", "referee"]


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


def _check_aliases(_: object, __: object, aliases: Mapping[str, str]) -> None:
    for ours, theirs in aliases.items():
        if ours not in COMMANDS:
            raise EntrantError(f"aliases: the referee sends no command '{printable(ours[:40])}'")
        if len(_words_of(theirs, where=f"aliases.{ours}")) > 1:
            raise EntrantError(f"aliases.{ours}: expected one word, got '{printable(theirs[:40])}'")


def _check_startup(_: object, __: object, startup: tuple[str, ...]) -> None:
    for line in startup:
        _words_of(line, where="startup")


def _words_of(line: str, *, where: str) -> tuple[str, ...]:
    """Split a command into its words, all of which can be sent."""
    words = tuple(line.split(" "))
    try:
        Command(words[0], words[1:]).encode()
    except LocalProtocolError as error:
        raise EntrantError(
            f"{where}: expected a command such as 'clear_cache', words with one space between"
            f" them, got '{printable(line[:40])}'"
        ) from error
    return words


@attrs.frozen
class Entrant:
    """A program as entered: a name for people, how to start it, and how to speak with it.

    `command` is the program and its arguments, never a line for a shell; `{seed}` in any of
    them becomes the seed of the game. `env` is added to the environment, `cwd` is where the
    program starts (`None`: where the referee runs).

    `dialect` is the vocabulary that it speaks (`None`: found out), `aliases` are words of its
    own for commands of ours, `startup` are commands that it gets before each game. With
    `pipelining` it is told the opponent's move and asked for its own in one write.
    """

    name: str = attrs.field(validator=_check_name)
    command: tuple[str, ...] = attrs.field(validator=_check_command)
    env: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_check_env)
    cwd: str | None = attrs.field(default=None, validator=_check_cwd)
    dialect: DialectName | None = None
    aliases: Mapping[str, str] = attrs.field(factory=dict, hash=False, validator=_check_aliases)
    startup: tuple[str, ...] = attrs.field(default=(), validator=_check_startup)
    pipelining: bool = False

    def arguments(self, *, seed: int) -> tuple[str, ...]:
        """Return the words that start the program for a game with this seed."""
        return tuple(word.replace(SEED_PLACEHOLDER, str(seed)) for word in self.command)

    @property
    def startup_commands(self) -> tuple[tuple[str, ...], ...]:
        """The commands of `startup`, in words."""
        return tuple(tuple(line.split(" ")) for line in self.startup)

    @property
    def command_hash(self) -> str:
        """A fingerprint of all that can change how it plays: the same whatever the seed.

        That is the command as entered, and those of the other options that are used. Neither
        its name nor `pipelining` is among them.
        """
        options = {
            "env": dict(self.env),
            "cwd": self.cwd,
            "dialect": self.dialect,
            "aliases": dict(self.aliases),
            "startup": self.startup,
        }
        used = {key: value for key, value in options.items() if value}
        text = "\0".join(self.command)
        if used:
            text += "\0\0" + json.dumps(used, sort_keys=True)
        return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()


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
