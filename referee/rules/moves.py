"""Colours and moves: the small closed sets that everything else is written in."""

from __future__ import annotations

import enum
from typing import Final, TypeAlias

import attrs

Vertex: TypeAlias = int
"""A point or cell of a board: its place in the board's label order, from 0."""


class Color(enum.IntEnum):
    """One of the two sides: `BLACK` places first, whatever the rule sheet calls it."""

    BLACK = 0
    WHITE = 1

    @property
    def opponent(self) -> Color:
        """The other colour."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    @property
    def word(self) -> str:
        """The colour as the protocol and the records write it."""
        return self.name.lower()

    def __str__(self) -> str:
        return self.word


class Draw(enum.Enum):
    """The type of `DRAW`, so that a result can say "draw" without saying `None`."""

    DRAW = "draw"

    def __str__(self) -> str:
        return self.value


DRAW: Final = Draw.DRAW

Result: TypeAlias = Color | Draw
"""What the rules say of a finished game; `None` in its place means: play on."""


class Ending(enum.Enum):
    """Why the rules say that a game is over."""

    CONNECTION = "connection"
    SCORE = "score"
    REPETITION = "repetition"
    MOVE_LIMIT = "move_limit"


@attrs.frozen
class Place:
    """Put a stone of one's own on a vacant vertex."""

    vertex: Vertex


@attrs.frozen
class Pass:
    """Place nothing, where the game knows a pass."""


@attrs.frozen
class Swap:
    """Replace the first player's only stone by one's own (the pie rule `replace`)."""


@attrs.frozen
class SwapSides:
    """Exchange colours with the opponent; no stone changes (the pie rule `swap-sides`)."""


Move: TypeAlias = Place | Pass | Swap | SwapSides

PASS: Final = Pass()
SWAP: Final = Swap()
SWAP_SIDES: Final = SwapSides()

SPECIAL_MOVES: Final[dict[str, Move]] = {"pass": PASS, "swap": SWAP, "swap-sides": SWAP_SIDES}
"""The moves that are not vertices, by their word on the wire."""
