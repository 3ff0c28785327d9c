"""The games of an event between real engines: how one is played, and how one is entered."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import attrs
import trio

from referee.engine import Engine
from referee.handshake import prepare
from referee.match import Limits, play_game
from referee.outcome import StartError
from referee.process import open_process

if TYPE_CHECKING:
    from referee.entrant import Entrant
    from referee.record import GameRecord
    from tournaments.spec import Spec


@attrs.frozen
class EngineGames:
    """Plays and checks on an event's terms."""

    spec: Spec

    async def play(self, first: Entrant, second: Entrant, *, seed: int) -> GameRecord:
        """Play one game; the record gets the time of day.

        Raises:
            StartError: An engine could not be brought to ready.
            VoidGameError: The game could not be played, through no engine's fault.
        """
        spec = self.spec
        return await play_game(
            first,
            second,
            game=spec.game,
            size=spec.size,
            rules=spec.game.cap_moves(spec.game.board(spec.size), spec.rules),
            handicap=spec.handicap,
            control=spec.time,
            seed=seed,
            started=datetime.now(UTC).isoformat(timespec="seconds"),
        )

    async def check(self, entrant: Entrant) -> None:
        """Start an engine, bring it to the start of the event's game, and end it.

        Raises:
            StartError: It is not there, lacks a command, or does not play this game.
            VoidGameError: The machine could not start it.
        """
        spec = self.spec
        position = spec.game.start(spec.size, spec.rules, handicap=spec.handicap)
        problem: StartError | None = None
        async with open_process(entrant, seed=0) as process, trio.open_nursery() as nursery:
            nursery.start_soon(process.watch)
            engine = Engine(entrant, process)
            try:
                await prepare(engine, position, spec.time, seconds=Limits().setup)
            except StartError as error:
                problem = error  # raised outside, so that no nursery wraps it in a group
            await engine.retire()
            nursery.cancel_scope.cancel()
        if problem is not None:
            raise problem
