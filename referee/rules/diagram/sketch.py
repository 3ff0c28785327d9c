"""Where things are in a terminal: columns and lines of characters, both of either sign.

A sketch knows a board, never a stone; `text` adds the stones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import attrs

from referee.rules.moves import Color

# Escaped, because two of them are taken for slashes.
LEVEL: Final = "\u2500"
RISING: Final = "\u2571"
FALLING: Final = "\u2572"

Cell: TypeAlias = tuple[int, int]
"""A column and a line."""


@attrs.frozen
class Half:
    """One character cell where a vertex is drawn, and on which side of it a fold lies."""

    x: int
    y: int
    fold: int = 0
    """0: none, the whole vertex is here; -1: to the left; 1: to the right."""


@attrs.frozen
class Word:
    """Text that begins at a character cell.

    With an `owner` it names one of that colour's sides; `*` is then the colour's sign.
    """

    x: int
    y: int
    text: str
    owner: Color | None = None


@attrs.frozen
class Sketch:
    """A board in characters.

    `strokes` are drawn first. With `has_cell_labels` a vacant vertex shows its label, else a
    dot. `notes` say what the drawing itself cannot.
    """

    spots: tuple[tuple[Half, ...], ...]
    words: tuple[Word, ...] = ()
    strokes: tuple[Word, ...] = ()
    has_cell_labels: bool = False
    notes: tuple[str, ...] = ()


def stacked(labels: Sequence[str], places: Iterable[Cell], *, upward: bool) -> list[Word]:
    """Write labels letter under letter, so that long ones stand side by side.

    `places` are next to the board: what is `upward` of it ends there, the other begins.
    """
    deepest = max(map(len, labels), default=0)
    words = []
    for label, (x, y) in zip(labels, places, strict=True):
        top = y - deepest + 1 if upward else y
        padding = deepest - len(label) if upward else 0
        words += [Word(x, top + padding + i, letter) for i, letter in enumerate(label)]
    return words
