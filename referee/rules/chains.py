"""Chains that know their liberties: the stones of a game of capture, and nothing of its rules."""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable
from functools import lru_cache
from typing import Self

from referee.rules.board import Board, vertices_of
from referee.rules.game import Game, Rules
from referee.rules.goal import pieces
from referee.rules.moves import Color, Vertex
from referee.rules.position import BLACK, WHITE, Position


@lru_cache(maxsize=64)
def _stone_keys(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give the bit of each stone in a position's key: black ones below, white ones above."""
    size = len(board)
    return tuple(1 << v for v in range(size)), tuple(1 << (size + v) for v in range(size))


class ChainPosition(Position, ABC):
    """Stones that are captured when their chain has no liberty left.

    `_key` is the position exactly: one bit for each vertex and colour; all else about the
    stones follows from it, and `_build_chains` builds it anew. A chain is known by its head,
    one of its stones: `_head[v]` leads there, `_next[v]` to the next stone of the chain in a
    ring. For a head, `_liberties` counts the lines from the chain's stones to vacant vertices.
    (A vacant vertex beside two of the stones counts twice, only zero has a meaning.) These are
    flat lists, because copying them is what tree searches do most.
    """

    __slots__ = (
        "_cells",
        "_head",
        "_key",
        "_liberties",
        "_neighbors",
        "_next",
        "_stone_keys",
    )

    def __init__(self, game: Game, board: Board, rules: Rules) -> None:
        super().__init__(game, board, rules)
        self._neighbors = board.neighbors
        self._stone_keys = _stone_keys(board)
        self._cells: list[Color | None] = [None] * len(board)
        self._head = list(range(len(board)))
        self._next = list(range(len(board)))
        self._liberties = [0] * len(board)
        self._key = 0

    def _copy_into(self, twin: Self) -> None:
        twin._neighbors = self._neighbors
        twin._stone_keys = self._stone_keys
        twin._key = self._key
        twin._cells = self._cells.copy()
        twin._head = self._head.copy()
        twin._next = self._next.copy()
        twin._liberties = self._liberties.copy()

    def color_at(self, vertex: Vertex) -> Color | None:
        """Return the colour of the stone on a vertex, `None` if it is vacant."""
        return self._cells[vertex]

    def chain_at(self, vertex: Vertex) -> tuple[Vertex, ...]:
        """List the stones of the chain on a vertex, in order; none if it is vacant."""
        if self._cells[vertex] is None:
            return ()
        return tuple(sorted(self._stones_of(self._head[vertex])))

    def _stones_of(self, chain: Vertex) -> list[Vertex]:
        """List the stones of a chain, its head first."""
        following = self._next
        stones = [chain]
        stone = following[chain]
        while stone != chain:
            stones.append(stone)
            stone = following[stone]
        return stones

    def _join(self, into: Vertex, others: Iterable[Vertex]) -> None:
        """Make one chain of several."""
        head, following = self._head, self._next
        for chain in others:
            for stone in self._stones_of(chain):
                head[stone] = into
            following[chain], following[into] = following[into], following[chain]
            self._liberties[into] += self._liberties[chain]

    def _bits_of(self, chains: Iterable[Vertex]) -> int:
        """Return the stones of chains of one colour as bits of a key."""
        bits = 0
        for chain in chains:
            keys = self._stone_keys[self._cells[chain] is WHITE]
            for stone in self._stones_of(chain):
                bits |= keys[stone]
        return bits

    def _suffocates(self, own: Vertex | None, others: Iterable[Vertex] | None) -> bool:
        """Whether none of the chains that a new stone joins has a liberty left."""
        chains = () if own is None else (own, *(others or ()))
        return not any(map(self._liberties.__getitem__, chains))

    def _outlook(self, vertex: Vertex) -> tuple[list[Vertex], bool]:
        """Say which chains a play captures, and if it has a liberty even without that."""
        lines: dict[Vertex, int] = {}
        breathes = False
        for near in self._neighbors[vertex]:
            if self._cells[near] is None:
                breathes = True
            else:
                chain = self._head[near]
                lines[chain] = lines.get(chain, 0) + 1
        caught = []
        for chain, count in lines.items():
            is_last = self._liberties[chain] == count
            if self._cells[chain] is not self.to_move:
                if is_last:
                    caught.append(chain)
            elif not is_last:
                breathes = True
        return caught, breathes

    def _build_chains(self) -> None:
        """Find the chains of the position `_key`."""
        board, size = self.board, len(self.board)
        self._cells = [None] * size
        for color, stones in ((BLACK, self._key & board.everywhere), (WHITE, self._key >> size)):
            for piece in pieces(vertices_of(stones), board):
                ring = sorted(piece)
                chain = ring[0]
                self._liberties[chain] = 0
                for stone, following in zip(ring, [*ring[1:], chain], strict=True):
                    self._cells[stone] = color
                    self._head[stone] = chain
                    self._next[stone] = following
        for vertex, color_here in enumerate(self._cells):
            if color_here is not None:
                vacant = sum(self._cells[near] is None for near in self._neighbors[vertex])
                self._liberties[self._head[vertex]] += vacant
