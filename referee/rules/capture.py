"""Positions of games of capture: chains that know their liberties, ko, passes and the score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

import attrs

from referee.rules.board import Board
from referee.rules.chains import ChainPosition
from referee.rules.errors import Code, Refusal, RulesError
from referee.rules.game import Game, Rules
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


class CapturePosition(ChainPosition):
    """A game of capture under way.

    `_seen` holds the keys of all positions so far, `_past` for each move the key before it.
    `_protected` is the stone that the ko rule protects on this turn.
    """

    __slots__ = (
        "_handicap",
        "_ko",
        "_limit",
        "_mechanism",
        "_past",
        "_protected",
        "_resumed_at",
        "_seen",
        "_taken",
    )

    def __init__(self, game: Game, board: Board, rules: Rules, mechanism: Capture) -> None:
        super().__init__(game, board, rules)
        self._mechanism = mechanism
        self._ko = rules.ko
        self._limit = rules.move_limit
        self._seen = {self._key}
        self._past: list[int] = []
        self._protected: Vertex | None = None
        self._taken = [0, 0]  # stones, by the colour that took them
        self._resumed_at: int | None = None
        self._handicap: tuple[Vertex, ...] = ()

    def _copy_into(self, twin: Self) -> None:
        super()._copy_into(twin)
        twin._mechanism = self._mechanism
        twin._ko = self._ko
        twin._limit = self._limit
        twin._seen = self._seen.copy()
        twin._past = self._past.copy()
        twin._protected = self._protected
        twin._taken = self._taken.copy()
        twin._resumed_at = self._resumed_at
        twin._handicap = self._handicap

    # -- the verbs ---------------------------------------------------------------------

    def play(self, move: Move) -> None:  # noqa: C901, PLR0912, PLR0915 - the per-move path, uncut
        """Make a move for the side to move.

        Raises:
            IllegalMoveError: The rules refuse it; the position is as it was.
        """
        if move.__class__ is not Place:
            self._play_special(move)
            return
        vertex = move.vertex
        cells = self._cells
        color = self.to_move
        if color is None or cells[vertex] is not None:
            raise self._refuse(move)
        # Take a liberty from each chain around; what is left at zero may be captured.
        head = self._head
        liberties = self._liberties
        vacant = 0
        own = others = caught = None  # heads: the first own chain, further ones, captured ones
        for near in self._neighbors[vertex]:
            other = cells[near]
            if other is None:
                vacant += 1
                continue
            chain = head[near]
            liberties[chain] = left = liberties[chain] - 1
            if other is color:
                if own is None:
                    own = chain
                elif chain != own:
                    others = {chain} if others is None else others | {chain}
            elif not left:
                caught = [chain] if caught is None else [*caught, chain]
        before = self._key
        key = before | self._stone_keys[color][vertex]
        if caught:
            key ^= self._bits_of(caught)
        seen = self._seen
        known = len(seen)
        seen.add(key)
        is_known = len(seen) == known
        if (
            (not vacant and not caught and self._suffocates(own, others))
            or (caught and self._retakes(caught))
            or (is_known and self._ko == "positional-superko")
        ):
            if not is_known:
                seen.discard(key)
            for near in self._neighbors[vertex]:
                if cells[near] is not None:
                    liberties[head[near]] += 1
            raise self._refuse(move)
        self.moves.append(move)
        self._past.append(before)
        self._key = key
        cells[vertex] = color
        if own is None:
            head[vertex] = self._next[vertex] = vertex
            liberties[vertex] = vacant
        else:
            if others:
                self._join(own, others)
            head[vertex] = own
            # Into the ring, after the head.
            following = self._next
            following[vertex] = following[own]
            following[own] = vertex
            liberties[own] += vacant
        self._protected = self._capture(color, vertex, caught) if caught else None
        self.to_move = WHITE if color is BLACK else BLACK
        if is_known:
            self._check_repetition()
        if self._limit and len(self.moves) >= self._limit and self.result is None:
            self._end(Ending.MOVE_LIMIT)

    def _capture(self, color: Color, vertex: Vertex, caught: Sequence[Vertex]) -> Vertex | None:
        """Take stones off the board, and return the stone which that protects."""
        cells, head, liberties = self._cells, self._head, self._liberties
        count = 0
        for chain in caught:
            stones = self._stones_of(chain)
            count += len(stones)
            for stone in stones:
                cells[stone] = None
            for stone in stones:
                for near in self._neighbors[stone]:
                    if cells[near] is not None:
                        liberties[head[near]] += 1
        self._taken[color] += count
        return self._protection(vertex, count)

    def _protection(self, vertex: Vertex, count: int) -> Vertex | None:
        """Return the stone that ko protects after a play on `vertex` has taken `count`."""
        protects = count > 0 if self._ko == "capturing-stone" else count == 1
        return vertex if protects and self._ko != "positional-superko" else None

    def _retakes(self, caught: Sequence[Vertex]) -> bool:
        """Whether capturing these chains takes the stone that the ko rule protects."""
        protected = self._protected
        if protected is None:
            return False
        if self._ko == "simple":
            # One stone retakes one stone: it stands alone if it follows itself in its ring.
            return list(caught) == [protected] and self._next[protected] == protected
        return self._head[protected] in caught

    def _play_special(self, move: Move) -> None:
        if self.refusal(move) is not None:
            raise self._refuse(move)
        assert self.to_move is not None  # noqa: S101 - else the game is over, and it is refused
        self.moves.append(move)
        self._past.append(self._key)
        if not isinstance(move, Pass):
            return
        self._protected = None
        self.to_move = self.to_move.opponent
        # Two passes end the game first: after a resumption they are no cycle but its end.
        if self._passes() == 2:
            self._end(Ending.SCORE)
        else:
            self._check_repetition()
        if self._limit and len(self.moves) >= self._limit and self.result is None:
            self._end(Ending.MOVE_LIMIT)

    def _passes(self) -> int:
        """Count the passes in a row at the end of the game so far, a resumption aside."""
        count = 0
        for move in reversed(self.moves[self._resumed_at or 0 :]):
            if not isinstance(move, Pass):
                break
            count += 1
        return count

    def _check_repetition(self) -> None:
        """End the game if the same stones, turn and protected stone came up often enough."""
        if self._past.count(self._key) + 1 < REPETITIONS:
            return
        now = len(self.moves)
        # The same player was to move an even number of moves ago.
        times = 1 + sum(
            self._past[ply] == self._key and self._protected_at(ply) == self._protected
            for ply in range(now % 2, now, 2)
        )
        if times >= REPETITIONS:
            self.result, self.ending, self.to_move = DRAW, Ending.REPETITION, None

    def _protected_at(self, ply: int) -> Vertex | None:
        """Return the stone that ko protected after the first `ply` moves."""
        move = self.moves[ply - 1] if ply else PASS
        if not isinstance(move, Place):
            return None
        after = self._past[ply] if ply < len(self._past) else self._key
        taken = self._past[ply - 1].bit_count() + 1 - after.bit_count()
        return self._protection(move.vertex, taken)

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
        key = self._past.pop()
        if isinstance(move, Place):
            self._taken[color] -= key.bit_count() + 1 - self._key.bit_count()
        self._key = key
        self._protected = self._protected_at(len(self.moves))
        self._seen = {self._key, *self._past}
        self.result = self.ending = None
        self.to_move = color
        if self._resumed_at is not None and self._resumed_at > len(self.moves):
            self._resumed_at = None
        self._build_chains()
        return color, move

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
        cells = self._cells.copy()
        lost = [self._taken[WHITE], self._taken[BLACK]]
        if self._resumed_at is not None:
            lost = [count + self.handed_over(c) for count, c in zip(lost, Color, strict=True)]
        removed = tuple(sorted(set(dead)))
        for vertex in removed:
            color = cells[vertex]
            if color is None:
                raise RulesError(f"there is no stone on {self.board.labels[vertex]}")
            lost[color] += 1
            cells[vertex] = None
        score = self._mechanism.scoring(self.board, cells, (lost[0], lost[1]), self.rules.komi)
        return attrs.evolve(score, dead=removed) if removed else score

    # -- what may be played ------------------------------------------------------------

    def legal_moves(self) -> list[Move]:
        """List every legal move: vertices in label order, then a swap, then a pass."""
        if self.to_move is None:
            return []
        moves: list[Move] = [
            place
            for place in self.board.places
            if self._cells[place.vertex] is None and self._place_refusal(place.vertex) is None
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
            key ^= self._bits_of(caught)
            if key in self._seen:
                when = self._past.index(key)
                sentence = f"{label} would bring back the position after move {when}"
                return Refusal(Code.SUPERKO, f"{sentence}: {self._cite(Code.SUPERKO)}")
        return None

    def _suicide(self, vertex: Vertex) -> Refusal:
        stones = {vertex}
        for near in self._neighbors[vertex]:
            if self._cells[near] is self.to_move:
                stones.update(self._stones_of(self._head[near]))
        labels = " ".join([self.board.labels[stone] for stone in sorted(stones)])
        sentence = f"{self.board.labels[vertex]} would leave {labels} without a liberty"
        return Refusal(Code.SUICIDE, f"{sentence}: {self._cite(Code.SUICIDE)}")
