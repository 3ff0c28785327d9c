"""A board: labelled vertices, who neighbours whom, and the sides. No stones, no rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

import attrs

from referee.rules.errors import Code, IllegalMoveError, Refusal
from referee.rules.moves import SPECIAL_MOVES, Move, Pass, Place, Swap, SwapSides, Vertex

LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS_WITHOUT_I: Final = LETTERS.replace("I", "")

# ASCII on purpose: `str.isdigit` and `int` take digits of other scripts. A label longer than
# this names no board that we have, and a regular expression should not meet megabytes.
_LABEL: Final = re.compile(r"[A-Z]{1,3}[1-9][0-9]{0,4}")


def column_name(index: int, letters: str = LETTERS) -> str:
    """Name the row or column `index`, counted from 0: A .. Z, then AA, AB, ..."""
    name = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, len(letters))
        name = letters[digit] + name
    return name


@attrs.frozen(eq=False)
class Board:
    """The vertices of one board and how they lie.

    `shape` names how the board is drawn. `labels[v]` is the label of vertex `v`; vertices are
    numbered in label order (letter, then number). `neighbors[v]` is sorted. `sides` maps the
    names of the sides, in their customary order, to the sorted vertices that belong to each.
    """

    shape: str
    size: tuple[int, ...]
    labels: tuple[str, ...]
    neighbors: tuple[tuple[Vertex, ...], ...]
    sides: Mapping[str, tuple[Vertex, ...]]

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def _vertices(self) -> dict[str, Vertex]:
        return {label: vertex for vertex, label in enumerate(self.labels)}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The move `Place(v)` for each vertex `v`, made once."""
        return tuple(Place(vertex) for vertex in range(len(self)))

    @cached_property
    def neighbor_masks(self) -> tuple[int, ...]:
        """For each vertex the set of its neighbours, as an integer with bit `n` set for `n`."""
        return tuple(mask_of(neighbors) for neighbors in self.neighbors)

    @cached_property
    def everywhere(self) -> int:
        """The set of all vertices, as an integer."""
        return (1 << len(self)) - 1

    def vertex(self, label: str) -> Vertex:
        """Return the vertex with this label, in upper or lower case.

        Raises:
            IllegalMoveError: `syntax` if the text is no label at all, `off_board` if this
                board has no such vertex.
        """
        name = label.upper()
        vertex = self._vertices.get(name)
        # ASCII on purpose: the upper case of a dotless i, say, is an I.
        if vertex is not None and label.isascii():
            return vertex
        if not (label.isascii() and _LABEL.fullmatch(name)):
            expected = f"expected a vertex such as {self.labels[0]}"
            raise IllegalMoveError(
                Refusal(Code.SYNTAX, f"{_shown(label)} is no vertex, {expected}")
            )
        raise IllegalMoveError(Refusal(Code.OFF_BOARD, f"{name} is off the board: {self._reach()}"))

    def _reach(self) -> str:
        size = " ".join(map(str, self.size))
        return f"size {size} has {len(self)} vertices from {self.labels[0]} to {self.labels[-1]}"

    def sides_of(self, vertex: Vertex) -> tuple[str, ...]:
        """Name the sides that a vertex belongs to; a corner belongs to two."""
        return tuple(name for name, vertices in self.sides.items() if vertex in vertices)

    def parse_move(self, text: str) -> Move:
        """Read a move: a vertex, `pass`, `swap` or `swap-sides`, in any case.

        Raises:
            IllegalMoveError: `syntax` or `off_board`; whether the game has such a move at
                this point is the position's question.
        """
        special = SPECIAL_MOVES.get(text.lower())
        return self.places[self.vertex(text)] if special is None else special

    def format_move(self, move: Move) -> str:
        """Write a move as the protocol does; the inverse of `parse_move`."""
        match move:
            case Place(vertex):
                return self.labels[vertex]
            case Pass():
                return "pass"
            case Swap():
                return "swap"
            case SwapSides():
                return "swap-sides"


def mask_of(vertices: Iterable[Vertex]) -> int:
    """Return the set of `vertices` as an integer."""
    mask = 0
    for vertex in vertices:
        mask |= 1 << vertex
    return mask


def vertices_of(mask: int) -> list[Vertex]:
    """List the vertices in a set written as an integer, in order."""
    vertices = []
    while mask:
        low = mask & -mask
        vertices.append(low.bit_length() - 1)
        mask ^= low
    return vertices


def _shown(text: str) -> str:
    """Quote somebody's text in a message: ASCII, and not too much of it."""
    return ascii(text if len(text) <= 20 else text[:20] + "...")
