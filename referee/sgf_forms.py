"""How each game is written in SGF: its number, its rules' name, and its points.

FF[4] knows two of our games, Go and Hex. The others have no number; they are named by `RU`, and
their points are the labels of the board.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from referee.rules.board import Board
from referee.rules.errors import Code, IllegalMoveError, Refusal
from referee.rules.moves import PASS, Move, Pass, Place, Vertex

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PAIR: Final = re.compile("[a-zA-Z]{2}")
# Before FF[4] this was the pass, on boards where it is no point.
_OLD_PASS: Final = "tt"
_OLD_PASS_SIZE: Final = 19


class Notation(ABC):
    """How points and moves are spelled in values; a pass is always an empty value."""

    def format_move(self, board: Board, move: Move) -> str:
        """Write a move as a value."""
        match move:
            case Place(vertex):
                return self.format_point(board, vertex)
            case Pass():
                return ""
            case _:
                return board.format_move(move)

    def parse_move(self, board: Board, text: str) -> Move:
        """Read a value as a move.

        Raises:
            IllegalMoveError: It is none of this board.
        """
        return self._parse_word(board, text) if text else PASS

    def parse_points(self, board: Board, text: str) -> list[Vertex]:
        """Read a value of a list of points; FF[4] lets Go write a rectangle as one value.

        Raises:
            IllegalMoveError: It is none of this board.
        """
        match self.parse_move(board, text.strip()):
            case Place(vertex):
                return [vertex]
            case move:
                sentence = f"expected a point, got '{board.format_move(move)}'"
                raise IllegalMoveError(Refusal(Code.SYNTAX, sentence))

    @abstractmethod
    def format_point(self, board: Board, vertex: Vertex) -> str:
        """Write a vertex as a value."""

    @abstractmethod
    def _parse_word(self, board: Board, text: str) -> Move: ...


class Labels(Notation):
    """The labels of the board, in capitals, or in small letters as programs for Hex write."""

    def __init__(self, *, lower: bool = False) -> None:
        self._lower = lower

    def format_point(self, board: Board, vertex: Vertex) -> str:
        """Write a vertex as its label."""
        label = board.labels[vertex]
        return label.lower() if self._lower else label

    def _parse_word(self, board: Board, text: str) -> Move:
        return board.parse_move(text)


class Pairs(Notation):
    """A letter for the column and one for the row, from the upper left corner, as Go has them.

    The board has columns of N vertices, row 1 at the bottom, or with `row_1_on_top` at the top.
    """

    def __init__(self, *, row_1_on_top: bool = False) -> None:
        self._row_1_on_top = row_1_on_top

    def format_point(self, board: Board, vertex: Vertex) -> str:
        """Write a vertex as its column's and its row's letter."""
        (size,) = board.size
        column, row = divmod(vertex, size)
        return _LETTERS[column] + _LETTERS[row if self._row_1_on_top else size - 1 - row]

    def parse_points(self, board: Board, text: str) -> list[Vertex]:
        """Read a point, or the rectangle between two corners.

        Raises:
            IllegalMoveError: It is none of this board.
        """
        corners = [super(Pairs, self).parse_points(board, part) for part in text.split(":", 1)]
        (size,) = board.size
        columns, rows = zip(*(divmod(vertex, size) for (vertex,) in corners), strict=True)
        return [
            column * size + row
            for column in range(min(columns), max(columns) + 1)
            for row in range(min(rows), max(rows) + 1)
        ]

    def _parse_word(self, board: Board, text: str) -> Move:
        (size,) = board.size
        if not _PAIR.fullmatch(text):
            return board.parse_move(text)
        column, row = map(_LETTERS.index, text)
        if column >= size or row >= size:
            if text == _OLD_PASS and size <= _OLD_PASS_SIZE:
                return PASS
            sentence = f"'{text}' is off the board of {size} columns and rows"
            raise IllegalMoveError(Refusal(Code.OFF_BOARD, sentence))
        return board.places[column * size + (row if self._row_1_on_top else size - 1 - row)]


@attrs.frozen
class Form:
    """How a game is written: `number` is its `GM`, `rules_name` its `RU`.

    `size` is the board that a file without `SZ` means. `lax_ko` is the ko rule to read other
    people's games by, who do not say theirs exactly: the one that refuses least. `aliases` are
    moves by another name. `has_piece_swap`: a `swap-pieces` mirrors the first stone on the long
    diagonal and gives it to the second player, so that the players keep their colours.
    `labels_exchanged`: `W` marks the moves of the player named by `PB`, and `B` the other's.
    """

    number: int | None
    rules_name: str
    notation: Notation
    size: tuple[int, ...] = ()
    lax_ko: str | None = None
    aliases: Mapping[str, str] = MappingProxyType({})
    has_piece_swap: bool = False
    labels_exchanged: bool = False


_GO: Final = Form(1, "Chinese", Pairs(), size=(19,), lax_ko="simple")
_HEX: Final = Form(
    11,
    "hex",
    Labels(lower=True),
    size=(11,),
    aliases=MappingProxyType({"swap": "swap-sides"}),
    has_piece_swap=True,
)

FORMS: Final[Mapping[str, Form]] = MappingProxyType({"go": _GO, "hex": _HEX})
"""The games that FF[4] knows, by their id."""

# Its own source says so: versions up to 0.9 wrote swap-pieces and meant swap-sides.
OLD_HEXGUI: Final = attrs.evolve(
    _HEX, aliases=MappingProxyType({"swap": "swap-sides", "swap-pieces": "swap-sides"})
)
"""Hex as old versions of HexGui wrote it."""

LITTLE_GOLEM: Final = attrs.evolve(
    _HEX,
    notation=Pairs(row_1_on_top=True),
    aliases=MappingProxyType({"swap": "swap-pieces"}),
    labels_exchanged=True,
)
"""Hex as littlegolem.net writes it, without a `GM`."""


def form_of(game_id: str) -> Form:
    """Return how a game is written; one that FF[4] does not know is written with its labels."""
    return FORMS.get(game_id) or Form(None, game_id, Labels())
