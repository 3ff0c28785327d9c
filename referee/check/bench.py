"""The bench on which one engine lies: its processes, what is known of it, how long to wait."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import attrs
import trio

from referee.check.finding import Judgement, PremiseError, costs_games
from referee.check.probe import Probe, Reply, Silence
from referee.clock import Clock, TimeControl
from referee.dialect.base import Dialect, Words
from referee.entrant import Entrant
from referee.outcome import Player
from referee.process import open_process
from referee.rules.game import Game, Rules
from referee.rules.moves import Color

# Our own mark in the environment of the engine: whatever bears it is its doing.
MARK: Final = "HEX_REFEREE_CHECK"

# An engine that does not go at the end of its input is not waited for at each of its processes.
CLOSING_SECONDS: Final = 0.2

# One that was silent so often is no longer waited for as long as a match would wait.
SILENCES: Final = 3
SILENT_SECONDS: Final = 2.0


@attrs.frozen
class Patience:
    """How long to wait, in seconds: for an answer, for a move, and for all checks together.

    `per_move` is what the engine is told that it may think; `games` bounds the many games.
    """

    answer: float = 10.0
    move: float = 30.0
    total: float = 600.0
    games: float = 30.0
    per_move: float = 1.0


class FaultError(Exception):
    """The engine did what loses games; raised from deep within a check."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.judgement: Judgement = costs_games(text)


class Bench:
    """One engine under examination. Checks share a process until one of them spoils it."""

    def __init__(
        self,
        entrant: Entrant,
        *,
        game: Game,
        size: tuple[int, ...],
        patience: Patience,
        nursery: trio.Nursery,
        folder: Path | None = None,
    ) -> None:
        self.mark = secrets.token_hex(8)
        self.entrant = attrs.evolve(entrant, env={**entrant.env, MARK: self.mark})
        self.game = game
        self.size = size
        self.patience = patience
        self.dialect = Dialect(None)
        self.time_kinds: frozenset[str] = frozenset()
        self.evidence: Probe | None = None
        self.noise_lines = 0
        self.folder = folder
        self._nursery = nursery
        self._shared: tuple[Probe, contextlib.AsyncExitStack] | None = None
        self._last_id = 0
        self._silences = 0

    @property
    def rules(self) -> Rules:
        """The rules that games are played by here: the game's own."""
        return self.game.cap_moves(self.game.board(self.size), self.game.default_rules)

    # -- processes ---------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def fresh(self, *, seed: int = 1) -> AsyncIterator[Probe]:
        """Start a process of its own for a check, and end it."""
        async with open_process(self.entrant, seed=seed) as process:
            self._nursery.start_soon(process.watch)
            probe = self.evidence = Probe(process)
            try:
                yield probe
            finally:
                self.noise_lines += len(probe.noise)
                await process.stop(grace=CLOSING_SECONDS)

    async def shared(self) -> Probe:
        """Return the process that checks share; a new one if the last check spoilt it."""
        if self._shared is not None:
            probe = self.evidence = self._shared[0]
            if not probe.is_spoilt and probe.process.exit_status() is None:
                return probe
            await self.close()
        stack = contextlib.AsyncExitStack()
        probe = await stack.enter_async_context(self.fresh())
        self._shared = probe, stack
        return probe

    async def close(self) -> None:
        """End the process that checks share."""
        if self._shared is not None:
            stack = self._shared[1]
            self._shared = None
            await stack.aclose()

    # -- commands ----------------------------------------------------------------------

    async def ask(self, probe: Probe, *words: str, seconds: float | None = None) -> Reply:
        """Send a command with an id, and wait for its answer under the usual deadline."""
        self.evidence = probe
        self._last_id += 1
        name = self.entrant.aliases.get(words[0], words[0])
        line = " ".join((str(self._last_id), name, *words[1:])) + "\n"
        limit = self.patience.answer if seconds is None else seconds
        if self._silences >= SILENCES:
            limit = min(limit, SILENT_SECONDS)
        reply = await probe.exchange(line.encode(), seconds=limit)
        self._silences += reply.silence is Silence.TIME
        if reply.is_dead or reply.responses[0].id in (None, self._last_id):
            if len(reply.responses) > 1:
                probe.is_spoilt = True
                return attrs.evolve(reply, broken="a response that nobody asked for")
            return reply
        probe.is_spoilt = True
        wrong = f"id {reply.responses[0].id} in answer to id {self._last_id}"
        return attrs.evolve(reply, broken=wrong)

    async def must(self, probe: Probe, *words: str, seconds: float | None = None) -> Reply:
        """Send a command that has to be obeyed.

        Raises:
            FaultError: It was not.
        """
        reply = await self.ask(probe, *words, seconds=seconds)
        if reply.is_dead:
            raise FaultError(f"{' '.join(words)}: {reply.problem}")
        if not reply.ok:
            raise FaultError(f"refused '{' '.join(words)}': '{reply.text[:80]}'")
        return reply

    async def set_up(
        self,
        probe: Probe,
        *,
        size: tuple[int, ...] | None = None,
        rules: Rules | None = None,
        per_move: float | None = None,
    ) -> None:
        """Bring the engine to the empty board of a game, as a match does.

        Raises:
            PremiseError: It does not get there; a check of its own says why.
        """
        board = self.game.board(size or self.size)
        for step in self.dialect.setup(board, self.game, rules or self.rules):
            reply = await self.ask(probe, *step.words)
            if reply.is_dead or (step.is_vital and not reply.ok):
                raise PremiseError(f"{' '.join(step.words)}: {reply.problem or reply.text[:80]}")
        control = TimeControl(per_move=per_move or self.patience.per_move)
        words = self.dialect.time_settings(control, self.time_kinds)
        for more in (words, *self.entrant.startup_commands):
            if more is not None and (reply := await self.ask(probe, *more)).is_dead:
                raise PremiseError(f"{' '.join(more)}: {reply.problem}")

    def time_left(self, color: Color, seconds: float) -> Words | None:
        """Return the command that tells what is left for this move, if the engine has it."""
        clock = Clock.start(TimeControl(per_move=seconds))
        return self.dialect.time_left(color, clock, Player.FIRST)

    def size_words(self, size: tuple[int, ...]) -> Words:
        """Return the command that sets the size, as the engine's dialect has it."""
        steps = self.dialect.setup(self.game.board(size), self.game, self.rules)
        return next(step.words for step in steps if step.words[0] == "boardsize")

    def needs(self, command: str) -> None:
        """Go on only if the engine has a command that not every engine has.

        Raises:
            PremiseError: It does not list it.
        """
        if not self.dialect.has(command):
            raise PremiseError(f"it does not list {command}")
