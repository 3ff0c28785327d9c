"""Positions of games of capture: chains that know their liberties, ko, passes and the score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Self, TypeAlias

import attrs

from referee.rules.board import Board, vertices_of
from referee.rules.errors import Code, Refusal, RulesError
from referee.rules.game import Game, Rules
from referee.rules.goal import pieces
from referee.rules.moves import (
    DRAW,
    PASS,
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
from referee.rules.scoring import Score, Scoring

REPETITIONS = 3
"""A position that comes up for this time ends the game as a draw."""


@attrs.frozen(eq=False)
class Capture:
    """The mechanism of games of capture: how the board is scored."""

    scoring: Scoring

    def start(self, game: Game, board: Board, rules: Rules) -> Position:
        """Return the empty board with Black to move."""
        return CapturePosition(game, board, rules, self)


@lru_cache(maxsize=64)
def _stone_keys(board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give the bit of each stone in a position's key: black ones below, white ones above."""
    size = len(board)
    return tuple(1 << v for v in range(size)), tuple(1 << (size + v) for v in range(size))


class _Chain:
    """Connected stones. `liberties` counts the lines from its stones to vacant vertices.

    A vacant vertex beside two stones counts twice; only zero has a meaning.
    """

    __slots__ = ("color", "key", "liberties", "stones")

    def __init__(self, color: Color, stones: list[Vertex], key: int, liberties: int) -> None:
        self.color = color
        self.stones = stones
        self.key = key
        self.liberties = liberties


_Before: TypeAlias = tuple[int, Vertex | None, int, tuple[int, int]]
"""How things were before a move: key, protected stone, passes in a row, stones taken."""


class CapturePosition(Position):
    """Stones that are captured when their chain has no liberty left.

    `_key` is the position exactly: one bit for each vertex and colour. The chains follow
    from it, and `undo` builds them anew. `_protected` is the stone that the ko rule protects
    on this turn.
    """

    __slots__ = (
        "_chains",
        "_handicap",
        "_key",
        "_ko",
        "_mechanism",
        "_neighbors",
        "_passes",
        "_past",
        "_protected",
        "_resumed_at",
        "_seen",
        "_stone_keys",
        "_taken",
    )

    def __init__(self, game: Game, board: Board, rules: Rules, mechanism: Capture) -> None:
        super().__init__(game, board, rules)
        self._mechanism = mechanism
        self._neighbors = board.neighbors
        self._stone_keys = _stone_keys(board)
        self._ko = rules.ko
        self._chains: list[_Chain | None] = [None] * len(board)
        self._key = 0
        self._seen = {0}  # the keys of all positions so far
        self._past: list[_Before] = []  # one for each move
        self._protected: Vertex | None = None
        self._taken = (0, 0)  # by colour of the taker, stones handed over as passes included
        self._passes = 0
        self._resumed_at: int | None = None
        self._handicap: tuple[Vertex, ...] = ()

    def _copy_into(self, twin: Self) -> None:
        twin._mechanism = self._mechanism
        twin._neighbors = self._neighbors
        twin._stone_keys = self._stone_keys
        twin._ko = self._ko
        twin._key = self._key
        twin._seen = self._seen.copy()
        twin._past = self._past.copy()
        twin._protected = self._protected
        twin._taken = self._taken
        twin._passes = self._passes
        twin._resumed_at = self._resumed_at
        twin._handicap = self._handicap
        chains: list[_Chain | None] = [None] * len(self._chains)
        twin._chains = chains
        for chain in {chain for chain in self._chains if chain is not None}:
            copy = _Chain(chain.color, chain.stones.copy(), chain.key, chain.liberties)
            for stone in chain.stones:
                chains[stone] = copy

    # -- the verbs ---------------------------------------------------------------------

    def play(self, move: Move) -> None:
        """Make a move for the side to move.

        Raises:
            IllegalMoveError: The rules refuse it; the position is as it was.
        """
        if move.__class__ is Place:
            self._place(move)
        elif self.refusal(move) is not None:
            raise self._refuse(move)
        elif isinstance(move, Pass):
            self._pass()
        else:
            self._remember(move)
            self._passes = 0

    def _place(self, move: Place) -> None:  # noqa: C901, PLR0912 - the per-move path, uncut
        vertex = move.vertex
        chains = self._chains
        color = self.to_move
        if color is None or chains[vertex] is not None:
            raise self._refuse(move)
        # Take a liberty from each chain around; what is left at zero may be captured.
        vacant = 0
        own: list[_Chain] = []
        caught: list[_Chain] = []
        for near in self._neighbors[vertex]:
            chain = chains[near]
            if chain is None:
                vacant += 1
                continue
            chain.liberties = left = chain.liberties - 1
            if chain.color is color:
                if chain not in own:
                    own.append(chain)
            elif not left:
                caught.append(chain)
        stone = self._stone_keys[color][vertex]
        key = self._key | stone
        for chain in caught:
            key ^= chain.key
        seen = self._seen
        if (
            (not vacant and not caught and not any(chain.liberties for chain in own))
            or (caught and self._retakes(caught))
            or (key in seen and self._ko == "positional-superko")
        ):
            for near in self._neighbors[vertex]:
                if (chain := chains[near]) is not None:
                    chain.liberties += 1
            raise self._refuse(move)
        self.moves.append(move)
        self._past.append((self._key, self._protected, self._passes, self._taken))
        self._key = key
        self._passes = 0
        self._join(color, vertex, stone, vacant, own)
        self._protected = None
        if caught:
            self._capture(color, vertex, caught)
        self.to_move = WHITE if color is BLACK else BLACK
        if key in seen:
            self._check_repetition()
        else:
            seen.add(key)
        if len(self.moves) == self.rules.move_limit:
            self._end(Ending.MOVE_LIMIT)

    def _join(
        self, color: Color, vertex: Vertex, stone: int, vacant: int, own: list[_Chain]
    ) -> None:
        """Put the new stone into its chain, and the chains it joins into one."""
        chains = self._chains
        if not own:
            chains[vertex] = _Chain(color, [vertex], stone, vacant)
            return
        chain = own[0] if len(own) == 1 else max(own, key=lambda chain: len(chain.stones))
        chains[vertex] = chain
        chain.stones.append(vertex)
        chain.key |= stone
        chain.liberties += vacant
        for other in own:
            if other is not chain:
                chain.stones += other.stones
                chain.key |= other.key
                chain.liberties += other.liberties
                for moved in other.stones:
                    chains[moved] = chain

    def _capture(self, color: Color, vertex: Vertex, caught: list[_Chain]) -> None:
        """Take stones off the board and give their liberties back."""
        chains = self._chains
        count = 0
        for chain in caught:
            count += len(chain.stones)
            for stone in chain.stones:
                chains[stone] = None
            for stone in chain.stones:
                for near in self._neighbors[stone]:
                    if (other := chains[near]) is not None:
                        other.liberties += 1
        black, white = self._taken
        self._taken = (black + count, white) if color is BLACK else (black, white + count)
        if self._ko == "capturing-stone" or (self._ko == "simple" and count == 1):
            self._protected = vertex

    def _retakes(self, caught: Sequence[_Chain]) -> bool:
        """Whether a capture takes the stone that the ko rule protects."""
        protected = self._protected
        if protected is None:
            return False
        if self._ko == "simple":
            return len(caught) == 1 and caught[0].stones == [protected]
        return self._chains[protected] in caught

    def _remember(self, move: Move) -> None:
        self.moves.append(move)
        self._past.append((self._key, self._protected, self._passes, self._taken))

    def _pass(self) -> None:
        assert self.to_move is not None  # noqa: S101 - `play` has seen it
        self._remember(PASS)
        self._protected = None
        self._passes += 1
        self.to_move = self.to_move.opponent
        self._check_repetition()
        if self.result is not None:
            return
        if self._passes == 2:
            self._end(Ending.SCORE)
        elif len(self.moves) == self.rules.move_limit:
            self._end(Ending.MOVE_LIMIT)

    def _check_repetition(self) -> None:
        """End the game if the same stones, turn and protected stone came up often enough."""
        now = len(self.moves)
        times = 1 + sum(
            past[0] == self._key and past[1] == self._protected and (now - ply) % 2 == 0
            for ply, past in enumerate(self._past)
        )
        if times >= REPETITIONS:
            self.result, self.ending, self.to_move = DRAW, Ending.REPETITION, None

    def _end(self, ending: Ending) -> None:
        self.result = self.score().result
        self.ending = ending
        self.to_move = None

    def undo(self) -> tuple[Color, Move]:
        """Take back the last move and return it with its colour.

        Raises:
            RulesError: There is no move to take back.
        """
        if not self.moves:
            raise RulesError("there is no move to take back")
        color, move = self.history[-1]
        self.moves.pop()
        self._key, self._protected, self._passes, self._taken = self._past.pop()
        self._seen = {self._key, *(past[0] for past in self._past)}
        self.result = self.ending = None
        self.to_move = color
        if self._resumed_at is not None and self._resumed_at > len(self.moves):
            self._resumed_at = None
        self._build_chains()
        return color, move

    def _build_chains(self) -> None:
        """Find the chains of the position `_key`."""
        board, size = self.board, len(self.board)
        chains: list[_Chain | None] = [None] * size
        self._chains = chains
        for color, stones in ((BLACK, self._key & board.everywhere), (WHITE, self._key >> size)):
            for piece in pieces(vertices_of(stones), board):
                key = sum(self._stone_keys[color][stone] for stone in piece)
                chain = _Chain(color, sorted(piece), key, 0)
                for stone in piece:
                    chains[stone] = chain
        for vertex, here in enumerate(chains):
            if here is not None:
                here.liberties += sum(chains[near] is None for near in self._neighbors[vertex])

    @property
    def first_color(self) -> Color:
        """The colour that moves first: White after handicap stones."""
        return WHITE if self._handicap else BLACK

    @property
    def handicap(self) -> tuple[Vertex, ...]:
        """The handicap stones that stood before the first move."""
        return self._handicap

    def place_handicap(self, vertices: Iterable[Vertex]) -> None:
        """Put black handicap stones on the empty board; White then moves first.

        Raises:
            RulesError: The game has begun, or there are no stones or one twice.
        """
        stones = tuple(vertices)
        if self.moves or self._handicap:
            raise RulesError("handicap stones go on an empty board")
        if not stones or len(set(stones)) < len(stones):
            raise RulesError("expected handicap stones on different vertices")
        self._handicap = stones
        self._key = sum(self._stone_keys[BLACK][stone] for stone in stones)
        self._seen = {self._key}
        self._build_chains()
        self.to_move = WHITE

    def resume(self) -> None:
        """Go on after two passes, once, because the dead stones are not agreed.

        A pass now costs a stone, and after the next two passes everything is alive.

        Raises:
            RulesError: The game does not stand at two passes, or it was resumed before.
        """
        if not self.can_agree_dead:
            raise RulesError("play is resumed after two passes, and once")
        self._resumed_at = len(self.moves)
        self._passes = 0
        self.to_move = self.history[-1][0].opponent
        self.result = self.ending = None

    # -- what stands -------------------------------------------------------------------

    @property
    def resumed_at(self) -> int | None:
        """How many moves had been played when play was resumed, `None` if it was not."""
        return self._resumed_at

    @property
    def can_agree_dead(self) -> bool:
        """Whether both players are now to be asked for the dead stones."""
        return self.ending is Ending.SCORE and self._resumed_at is None

    def color_at(self, vertex: Vertex) -> Color | None:
        """Return the colour of the stone on a vertex, `None` if it is vacant."""
        chain = self._chains[vertex]
        return None if chain is None else chain.color

    def chain_at(self, vertex: Vertex) -> tuple[Vertex, ...]:
        """List the stones of the chain on a vertex, in order; none if it is vacant."""
        chain = self._chains[vertex]
        return () if chain is None else tuple(sorted(chain.stones))

    def captures(self, color: Color) -> int:
        """Count the stones that a colour has taken."""
        return self._taken[color]

    def handed_over(self, color: Color) -> int:
        """Count the stones that a colour has lost by passing after a resumption."""
        if self._resumed_at is None:
            return 0
        late = self.history[self._resumed_at :]
        return sum(mover is color and isinstance(move, Pass) for mover, move in late)

    def score(self, dead: Iterable[Vertex] = ()) -> Score:
        """Score the board as it stands, after removing `dead` stones.

        Raises:
            RulesError: There is no stone on a dead vertex.
        """
        cells = [self.color_at(vertex) for vertex in range(len(self.board))]
        lost = [self._taken[c.opponent] + self.handed_over(c) for c in Color]
        removed = tuple(sorted(set(dead)))
        for vertex in removed:
            color = cells[vertex]
            if color is None:
                raise RulesError(f"there is no stone on {self.board.labels[vertex]}")
            lost[color] += 1
            cells[vertex] = None
        score = self._mechanism.scoring(self.board, cells, (lost[0], lost[1]), self.rules.komi)
        return attrs.evolve(score, dead=removed)

    # -- what may be played ------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """List every legal move: vertices in label order, then a swap, then a pass."""
        if self.to_move is None:
            return []
        moves: list[Move] = [
            place
            for place in self.board.places
            if self._chains[place.vertex] is None and self._place_refusal(place.vertex) is None
        ]
        if self._swap_refusal(SWAP_SIDES) is None:
            moves.append(SWAP_SIDES)
        return [*moves, PASS]

    def _refusal(self, move: Move) -> Refusal | None:
        match move:
            case Place(vertex):
                return self._occupied(vertex) or self._place_refusal(vertex)
            case Pass():
                return None
            case Swap() | SwapSides():
                return self._swap_refusal(move)

    def _place_refusal(self, vertex: Vertex) -> Refusal | None:
        """Say why the side to move may not play on a vacant vertex."""
        caught, breathes = self._outlook(vertex)
        label = self.board.labels[vertex]
        if not breathes and not caught:
            return self._suicide(vertex)
        if self._retakes(caught):
            assert self._protected is not None  # noqa: S101 - what _retakes looks at
            stone = self.board.labels[self._protected]
            sentence = f"{label} would take {stone}, which has just captured"
            return Refusal(Code.KO, f"{sentence}: {self._cite(Code.KO)}")
        if self._ko == "positional-superko":
            assert self.to_move is not None  # noqa: S101 - asked only while the game goes on
            key = self._key | self._stone_keys[self.to_move][vertex]
            for chain in caught:
                key ^= chain.key
            if key in self._seen:
                when = next(ply for ply, past in enumerate(self._past) if past[0] == key)
                sentence = f"{label} would bring back the position after move {when}"
                return Refusal(Code.SUPERKO, f"{sentence}: {self._cite(Code.SUPERKO)}")
        return None

    def _outlook(self, vertex: Vertex) -> tuple[list[_Chain], bool]:
        """Say which chains a play captures, and if it has a liberty even without that."""
        lines: dict[_Chain, int] = {}
        breathes = False
        for near in self._neighbors[vertex]:
            chain = self._chains[near]
            if chain is None:
                breathes = True
            else:
                lines[chain] = lines.get(chain, 0) + 1
        caught = []
        for chain, count in lines.items():
            if chain.color is not self.to_move:
                if chain.liberties == count:
                    caught.append(chain)
            elif chain.liberties > count:
                breathes = True
        return caught, breathes

    def _suicide(self, vertex: Vertex) -> Refusal:
        stones = {vertex}
        for near in self._neighbors[vertex]:
            if self.color_at(near) is self.to_move:
                stones.update(self.chain_at(near))
        labels = " ".join(self.board.labels[stone] for stone in sorted(stones))
        sentence = f"{self.board.labels[vertex]} would leave {labels} without a liberty"
        return Refusal(Code.SUICIDE, f"{sentence}: {self._cite(Code.SUICIDE)}")
