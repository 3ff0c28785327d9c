"""Positions of connection games: chains in a union-find that knows which sides they touch."""

from __future__ import annotations

from functools import lru_cache
from typing import Self

import attrs

from referee.rules.board import Board
from referee.rules.errors import Refusal, RulesError
from referee.rules.game import Game, Rules
from referee.rules.goal import WIN, Chain, Goal, GoalTable, pieces, proof, table_of
from referee.rules.moves import (
    SWAP,
    SWAP_SIDES,
    Color,
    Ending,
    Move,
    Pass,
    Place,
    Swap,
    SwapSides,
    Vertex,
)
from referee.rules.position import BLACK, WHITE, Position


@attrs.frozen(eq=False)
class Connection:
    """The mechanism of connection games: a goal for each colour, indexed by `Color`."""

    goals: tuple[Goal, Goal]

    def start(self, game: Game, board: Board, rules: Rules) -> Position:
        """Return the empty board with Black to move."""
        return ConnectionPosition(game, board, rules, self)


@lru_cache(maxsize=64)
def _tables(mechanism: Connection, board: Board) -> tuple[GoalTable, GoalTable]:
    black, white = mechanism.goals
    return table_of(black, board), table_of(white, board)


@lru_cache(maxsize=64)
def _touched(board: Board) -> tuple[int, ...]:
    """Give for each vertex the sides it belongs to, one bit a side in the board's order."""
    touched = [0] * len(board)
    for index, vertices in enumerate(board.sides.values()):
        for vertex in vertices:
            touched[vertex] |= 1 << index
    return tuple(touched)


class ConnectionPosition(Position):
    """Stones that stay where they are, until a chain, or a few, fulfil a goal.

    Chains are trees in `_parent`; `_touch[root]` has a bit for each side that a chain
    touches. There is no path compression: `undo` takes the unions in `_trail` back.
    """

    __slots__ = (
        "_cells",
        "_joined",
        "_mechanism",
        "_neighbors",
        "_parent",
        "_steps_black",
        "_steps_white",
        "_touch",
        "_trail",
    )

    def __init__(self, game: Game, board: Board, rules: Rules, mechanism: Connection) -> None:
        super().__init__(game, board, rules)
        self._mechanism = mechanism
        self._neighbors = board.neighbors
        black, white = _tables(mechanism, board)
        self._steps_black = black.steps
        self._steps_white = white.steps
        self._cells: list[Color | None] = [None] * len(board)
        self._parent = list(range(len(board)))
        self._touch = list(_touched(board))
        # What a move changed beside its own vertex: (the vertex, a root that lost its chain,
        # the root that took it, the sides which that one touched before).
        self._trail: list[tuple[Vertex, Vertex, Vertex, int]] = []
        # For goals which take several chains, the parts that are done, by colour; and what
        # they were before, with the number of moves then.
        self._joined: list[tuple[int, int, int]] = [(0, 0, 0)]

    def _copy_into(self, twin: Self) -> None:
        twin._mechanism = self._mechanism
        twin._neighbors = self._neighbors
        twin._steps_black = self._steps_black
        twin._steps_white = self._steps_white
        twin._cells = self._cells.copy()
        twin._parent = self._parent.copy()
        twin._touch = self._touch.copy()
        twin._trail = self._trail.copy()
        twin._joined = self._joined.copy()

    def play(self, move: Move) -> None:
        """Make a move for the side to move.

        Raises:
            IllegalMoveError: The rules refuse it; the position is as it was.
        """
        if move.__class__ is not Place:
            self._play_special(move)
            return
        vertex: Vertex = move.vertex
        cells = self._cells
        color = self.to_move
        if cells[vertex] is not None or color is None:
            raise self._refuse(move)
        cells[vertex] = color
        self.moves.append(move)
        root = vertex
        touch = self._touch
        for near in self._neighbors[vertex]:
            if cells[near] is color:
                parent = self._parent
                while (up := parent[near]) != near:
                    near = up  # noqa: PLW2901 - climbing to the root
                if near == root:
                    continue
                # The first chain takes the new stone in, so that roots stay near.
                loser, root = (root, near) if root == vertex else (near, root)
                before = touch[root]
                self._trail.append((vertex, loser, root, before))
                parent[loser] = root
                touch[root] = before | touch[loser]
        if color is BLACK:
            if step := self._steps_black[touch[root]]:
                self._advance(color, step)
            else:
                self.to_move = WHITE
        elif step := self._steps_white[touch[root]]:
            self._advance(color, step)
        else:
            self.to_move = BLACK

    def _advance(self, color: Color, step: int) -> None:
        """Note what the new stone's chain fulfils of the colour's goal."""
        if step != WIN:
            _, *joined = self._joined[-1]
            if joined[color] | step != joined[color]:
                joined[color] |= step
                self._joined.append((len(self.moves), joined[0], joined[1]))
                several = _tables(self._mechanism, self.board)[color].several
                if any(joined[color] & need == need for need in several):
                    step = WIN
        if step == WIN:
            self.result = color
            self.ending = Ending.CONNECTION
            self.to_move = None
        else:
            self.to_move = color.opponent

    def _play_special(self, move: Move) -> None:
        if self.refusal(move) is not None:
            raise self._refuse(move)
        if isinstance(move, Swap):
            (first,) = self.moves
            assert isinstance(first, Place)  # noqa: S101 - the only first move there is
            self._cells[first.vertex] = WHITE
            self.to_move = BLACK
        self.moves.append(move)

    def undo(self) -> tuple[Color, Move]:
        """Take back the last move and return it with its colour.

        Raises:
            RulesError: There is no move to take back.
        """
        if not self.moves:
            raise RulesError("there is no move to take back")
        color, move = self.history[-1]
        self.moves.pop()
        if isinstance(move, Place):
            self._take_back(move.vertex)
        elif isinstance(move, Swap):
            (first,) = self.stones(WHITE)
            self._cells[first] = BLACK
        self.result = self.ending = None
        self.to_move = color
        return color, move

    def _take_back(self, vertex: Vertex) -> None:
        while self._trail and self._trail[-1][0] == vertex:
            _, loser, root, before = self._trail.pop()
            self._parent[loser] = loser
            self._touch[root] = before
        self._cells[vertex] = None
        while self._joined[-1][0] > len(self.moves):
            self._joined.pop()

    def color_at(self, vertex: Vertex) -> Color | None:
        """Return the colour of the stone on a vertex, `None` if it is vacant."""
        return self._cells[vertex]

    def legal_moves(self) -> list[Move]:
        """List every legal move: vertices in label order, then a swap."""
        if self.to_move is None:
            return []
        cells = self._cells
        moves: list[Move] = [place for place in self.board.places if cells[place.vertex] is None]
        return moves + [swap for swap in (SWAP, SWAP_SIDES) if self._swap_refusal(swap) is None]

    def _refusal(self, move: Move) -> Refusal | None:
        match move:
            case Place(vertex):
                return self._occupied(vertex)
            case Pass():
                return self._pass_refusal(move)
            case Swap() | SwapSides():
                return self._swap_refusal(move)

    def winning_chains(self) -> tuple[Chain, ...]:
        """Return a minimal set of stones that proves the win, chain by chain."""
        if not isinstance(self.result, Color):
            return ()
        chains = [tuple(sorted(c)) for c in pieces(self.stones(self.result), self.board)]
        sides = {name: frozenset(vertices) for name, vertices in self.board.sides.items()}
        return proof(self._mechanism.goals[self.result], sorted(chains), self.board, sides)
