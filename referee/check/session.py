"""A game with the engine under examination, judged by the rules core move by move."""

from __future__ import annotations

import random
from collections.abc import Collection

from protocol.messages import Response
from referee.check.bench import Bench, FaultError
from referee.check.finding import PremiseError
from referee.check.probe import Probe
from referee.dialect.base import Words
from referee.events import MoveChosen, NoMove, ProtocolBroken, Refused, Resigned
from referee.outcome import Player
from referee.printable import printable
from referee.rules.game import Rules
from referee.rules.moves import Color, Move, Place, SwapSides
from referee.rules.position import Position


class Session:
    """One game: the position as the rules have it, and the engine that is told of it."""

    def __init__(self, bench: Bench, probe: Probe, position: Position) -> None:
        self.bench = bench
        self.probe = probe
        self.position = position
        self.resigned = False

    @classmethod
    async def start(
        cls,
        bench: Bench,
        probe: Probe,
        *,
        size: tuple[int, ...] | None = None,
        rules: Rules | None = None,
    ) -> Session:
        """Bring the engine to the empty board.

        Raises:
            PremiseError: It does not get there.
        """
        await bench.set_up(probe, size=size, rules=rules)
        return cls(bench, probe, bench.game.start(size or bench.size, rules or bench.rules))

    @property
    def is_over(self) -> bool:
        """Whether no more moves are to be made."""
        return self.resigned or self.position.to_move is None

    @property
    def color(self) -> Color:
        """The colour to move."""
        if self.position.to_move is None:
            raise PremiseError("the game is over too soon")
        return self.position.to_move

    async def play(self, move: Move) -> None:
        """Make a legal move and tell the engine.

        Raises:
            FaultError: It does not obey.
            PremiseError: The rules do not allow it.
        """
        words = self.bench.dialect.play(self.color, move, self.position.board)
        if (refusal := self.position.refusal(move)) is not None:
            raise PremiseError(f"the rules forbid a move of ours: {refusal.sentence}")
        self.position.play(move)
        await self.bench.must(self.probe, *words)

    async def genmove(self, *, seconds: float | None = None, cleanup: bool = False) -> Move | None:
        """Let the engine move; `None`: it resigns.

        Raises:
            FaultError: It makes no legal move.
        """
        if (left := self.bench.time_left(self.color, self.bench.patience.per_move)) is not None:
            await self.bench.must(self.probe, *left)
        words = self.bench.dialect.genmove(self.color, cleanup=cleanup)
        limit = self.bench.patience.move if seconds is None else seconds
        reply = await self.bench.ask(self.probe, *words, seconds=limit)
        if reply.is_dead:
            raise FaultError(f"{' '.join(words)}: {reply.problem}")
        return self.judge(reply.responses[0], words)

    def judge(self, response: Response, words: Words) -> Move | None:
        """Judge an answer to `words` and make the move; `None`: it resigns.

        Raises:
            FaultError: It is no legal move.
        """
        event = self.bench.dialect.read_move(words, response, self.position.board)
        asked, after = " ".join(words), self._so_far()
        match event:
            case MoveChosen(move):
                refusal = self.position.refusal(move)
                if refusal is not None:
                    raise FaultError(
                        f"{asked}: illegal move {self.position.board.format_move(move)}"
                        f" ({refusal.code.value}) after {after}"
                    )
                self.position.play(move)
                return move
            case Resigned():
                self.resigned = True
                return None
            case NoMove(text, _):
                raise FaultError(
                    f"{asked}: '{printable(text[:40])}' is no move here, after {after}"
                )
            case Refused(_, message):
                raise FaultError(
                    f"refused '{asked}' with '{printable(message[:80])}' after {after}"
                )
            case ProtocolBroken(complaint):
                raise FaultError(complaint)
            case _:
                raise AssertionError(event)

    def _so_far(self) -> str:
        moves = [self.position.board.format_move(move) for _, move in self.position.history]
        text = " ".join(moves[-12:]) or "no move"
        return f"... {text}" if len(moves) > 12 else text

    def vacant(self) -> list[Place]:
        """List the legal stones of the side to move, in label order; at least one.

        Raises:
            PremiseError: There is none.
        """
        stones = [move for move in self.position.legal_moves() if isinstance(move, Place)]
        if not stones:
            raise PremiseError("the game is over too soon")
        return stones

    def random_move(self, rng: random.Random) -> Move:
        """Choose a move of ours: a stone if there is one, and no swap of sides."""
        legal = [m for m in self.position.legal_moves() if not isinstance(m, SwapSides)]
        stones = [move for move in legal if isinstance(move, Place)]
        return rng.choice(stones or legal)

    async def play_out(
        self,
        rng: random.Random,
        *,
        ours: Collection[Player],
        moves: int = 400,
    ) -> None:
        """Play to the end, or so many moves; `ours` are the players whose moves we make.

        Raises:
            FaultError: The engine does what loses games.
        """
        for _ in range(moves):
            if self.is_over:
                return
            if player_of(self.position) in ours:
                await self.play(self.random_move(rng))
            else:
                await self.genmove()


def player_of(position: Position) -> Player:
    """Say who is to move: after `swap-sides` the first player has White."""
    if position.to_move is None:
        raise PremiseError("the game is over too soon")
    return Player(position.to_move ^ position.swapped)
