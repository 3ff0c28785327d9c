"""One game between two engines, from start to record. The only reader of time."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import attrs
import trio

from protocol.errors import RemoteProtocolError
from referee.arbiter import Accepted, Arbiter, DeadStonesWanted, GameOver, Resumed, Ruling
from referee.clock import TimeControl
from referee.engine import Engine, EngineExitedError
from referee.events import Exited, ProtocolBroken, Refused, Report, TimedOut
from referee.handshake import prepare_both
from referee.outcome import Player, StartError, VoidGameError
from referee.printable import printable
from referee.process import open_process
from referee.progress import GameFinished, GameStarted, MovePlayed, Progress
from referee.record import GameRecord, Turn
from referee.rules.moves import Color
from referee.scribe import write_record
from referee.transcript import Line, tap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from protocol.messages import Response
    from referee.dialect.base import Words
    from referee.entrant import Entrant
    from referee.events import Event
    from referee.rules.game import Game, Rules
    from referee.rules.moves import Vertex
    from referee.rules.position import Position


@attrs.frozen
class Limits:
    """How long the referee waits for what no clock of the game measures, in seconds.

    `setup` is for an engine to become ready, `answer` for any command but `genmove`, and
    `safety` for `genmove` where the terms set no limit.
    """

    setup: float = 30.0
    answer: float = 10.0
    safety: float = 600.0


LIMITS: Final = Limits()
UNTIMED: Final = TimeControl()

# A reply that comes exactly on time is not late. So the wait goes on a little longer, and the
# stamp of the reply decides.
_OVERTIME_SECONDS: Final = 0.005

# Two engines that die at once are seen to die one after the other.
_SETTLE_SECONDS: Final = 0.02

# What is kept of an answer that is no move, and of an engine's last words.
_QUOTED: Final = 100


async def play_game(
    first: Entrant,
    second: Entrant,
    *,
    game: Game,
    size: Sequence[int] | None = None,
    rules: Rules | None = None,
    handicap: int = 0,
    control: TimeControl = UNTIMED,
    seed: int = 0,
    started: str = "",
    limits: Limits = LIMITS,
    watch: trio.MemorySendChannel[Progress] | None = None,
    transcript: trio.MemorySendChannel[Line] | None = None,
) -> GameRecord:
    """Start two engines, have them play one game, end them, and return the record.

    With `handicap` stones of Black's, who is the first player, White moves first.
    `started` is the time of day for the record. `watch` gets the game as it goes; a slow
    receiver holds the game up, but no clock runs meanwhile. `transcript` gets every line to and
    from the engines; it must not block. No process, descriptor or task of the game is left,
    however it ends.

    Raises:
        SizeError: The game has no such board.
        RuleError: It has not so many handicap stones there.
        StartError: An engine could not be brought to ready; no game was played.
        VoidGameError: The game could not be played, through no engine's fault.
    """
    position = game.start(size, rules, handicap=handicap)
    problem: StartError | VoidGameError | None = None
    async with open_process(first, seed=seed) as one, open_process(second, seed=seed) as two:
        began = trio.current_time()
        taps = tap((one, two), transcript, elapsed=lambda: trio.current_time() - began)
        engines = Engine(first, taps[0]), Engine(second, taps[1])
        async with trio.open_nursery() as nursery:
            nursery.start_soon(one.watch)
            nursery.start_soon(two.watch)
            try:
                await prepare_both(engines, position, control, seconds=limits.setup)
                record = await play_between(
                    engines, position, control,
                    seed=seed, started=started, limits=limits, watch=watch,
                )  # fmt: skip
            except (StartError, VoidGameError) as error:
                problem = error  # raised outside, so that no nursery wraps it in a group
            await _retire(engines)
            nursery.cancel_scope.cancel()
    if problem is not None:
        raise problem
    return record


async def _retire(engines: Sequence[Engine]) -> None:
    async with trio.open_nursery() as nursery:
        for engine in engines:
            nursery.start_soon(engine.retire)


async def play_between(
    engines: tuple[Engine, Engine],
    position: Position,
    control: TimeControl,
    *,
    seed: int = 0,
    started: str = "",
    limits: Limits = LIMITS,
    watch: trio.MemorySendChannel[Progress] | None = None,
) -> GameRecord:
    """Play one game between two engines that are ready; they are not ended."""
    arbiter = Arbiter(position, control)
    match = _Match(engines, arbiter, limits, watch)
    async with trio.open_nursery() as nursery:
        for engine in engines:
            nursery.start_soon(match.watch_exit, engine)
        over = await match.play()
        nursery.cancel_scope.cancel()
    first, second = engines
    record = write_record(
        arbiter,
        over.outcome,
        players=(first.player_record(seed=seed), second.player_record(seed=seed)),
        turns=match.turns,
        closing=match.closing,
        seed=seed,
        started=started,
    )
    await match.tell(GameFinished(record, position))
    return record


@attrs.frozen
class _Reply:
    """An answer with its stamps."""

    response: Response
    sent: float
    first_byte: float
    last_byte: float

    @property
    def seconds(self) -> float:
        """What it took, to the microsecond."""
        return round(self.last_byte - self.sent, 6)


class _Match:
    """A game under way: who is asked what and until when, and what was answered so far."""

    def __init__(
        self,
        engines: tuple[Engine, Engine],
        arbiter: Arbiter,
        limits: Limits,
        watch: trio.MemorySendChannel[Progress] | None,
    ) -> None:
        self.turns: list[Turn] = []
        self.closing: Turn | None = None
        self._engines = engines
        self._arbiter = arbiter
        self._limits = limits
        self._watch = watch
        # One scope for the whole game whose deadline is moved for each command: half the cost
        # of a fresh one. It is cancelled as well when an engine dies.
        self._scope = trio.CancelScope()
        self._start = trio.current_time()
        # The command under way. `_deciding` is the colour whose move it asks for, if it does.
        self._asked = Player.FIRST
        self._limit = 0.0
        self._sent = 0.0
        self._first_byte: float | None = None
        self._last_byte = 0.0
        self._deciding: Color | None = None
        # What the player on turn has still to be told, if it gets that with its `genmove`.
        self._held: Words | None = None

    async def watch_exit(self, engine: Engine) -> None:
        """End the game when an engine dies, whoever is thinking; as a task."""
        await engine.transport.wait_exit()
        await trio.sleep(_SETTLE_SECONDS)
        self._scope.cancel()

    async def tell(self, progress: Progress) -> None:
        """Tell whoever watches, if anybody still does."""
        if self._watch is not None:
            self._scope.deadline = math.inf
            try:
                await self._watch.send(progress)
            except trio.BrokenResourceError:
                self._watch = None

    async def play(self) -> GameOver:
        """Play until it is over."""
        reports = []
        try:
            with self._scope:
                return await self._play()
            if trio.current_time() >= self._scope.deadline:
                reports.append(Report(self._asked, TimedOut(self._waited_for())))
        except RemoteProtocolError as error:
            reports.append(Report(self._asked, ProtocolBroken(f"broke the protocol: {error}")))
        except EngineExitedError as error:
            reports.append(Report(self._asked, Exited(str(error))))
        return await self._condemn(reports)

    async def _play(self) -> GameOver:
        await self.tell(GameStarted(self._arbiter.position.copy()))
        while True:
            ruling = await self._play_turn()
            if isinstance(ruling, DeadStonesWanted):
                settled = await self._settle_dead()
                if isinstance(settled, GameOver):
                    return settled
            elif isinstance(ruling, GameOver):
                return ruling

    async def _play_turn(self) -> Ruling:
        """Ask the player on turn for a move, and have it judged."""
        arbiter = self._arbiter
        player = arbiter.on_turn
        color = arbiter.color_of(player)
        dialect = self._engines[player].dialect
        time_left = dialect.time_left(color, arbiter.clock, player)
        budget = arbiter.clock.budget(player)
        words = dialect.genmove(color, cleanup=arbiter.resumed_at is not None)
        limit = self._limits.safety if budget is None else budget
        if self._held is not None:
            played, self._held = self._held, None
            before = (played,) if time_left is None else (played, time_left)
            response = await self._ask_at_once(player, *before, words)
            if not response.ok:
                return self._blame_refusal(player, played, response)
            self._deciding = color
            reply = await self._await_answer(player, limit, sent=self._last_byte)
        else:
            if time_left is not None:
                # Refusing it harms nobody but the engine itself.
                await self._ask(player, time_left, self._limits.answer)
            self._deciding = color
            reply = await self._ask(player, words, limit)
        self._deciding = None
        event = dialect.read_move(words, reply.response, arbiter.position.board)
        return await self._judge(player, color, event, reply)

    async def _judge(self, player: Player, color: Color, event: Event, reply: _Reply) -> Ruling:
        """Have the arbiter rule on an answer to `genmove`, and let the opponent know."""
        arbiter = self._arbiter
        ruling = arbiter.rule(Report(player, event, reply.seconds))
        if (move := ruling.move) is None:
            text = printable(reply.response.text[:_QUOTED])
            self.closing = self._turn(player, color, text, reply)
            return ruling
        text = arbiter.position.board.format_move(move)
        self.turns.append(turn := self._turn(player, color, text, reply))
        if self._watch is not None:
            await self.tell(MovePlayed(turn, arbiter.position.copy()))
        if isinstance(ruling, GameOver):
            return ruling
        opponent = self._engines[player.opponent]
        words = opponent.dialect.play(color, move, arbiter.position.board)
        if opponent.entrant.pipelining and isinstance(ruling, Accepted):
            self._held = words
            return ruling
        response = (await self._ask(player.opponent, words, self._limits.answer)).response
        return ruling if response.ok else self._blame_refusal(player.opponent, words, response)

    def _blame_refusal(self, player: Player, words: Words, response: Response) -> GameOver:
        """Condemn a player who would not be told a move: it is legal, the referee is right."""
        refused = Refused(" ".join(words), response.text.strip())
        return self._arbiter.condemn(Report(player, refused))

    async def _settle_dead(self) -> Resumed | GameOver:
        """Ask both players for the dead stones and have the arbiter compare."""
        claims: dict[Player, frozenset[Vertex]] = {}
        for player in Player:
            dialect = self._engines[player].dialect
            claim: frozenset[Vertex] | ProtocolBroken = frozenset()
            if (words := dialect.asks_dead()) is not None:
                reply = await self._ask(player, words, self._limits.answer)
                claim = dialect.read_dead(reply.response, self._arbiter.position.board)
            if isinstance(claim, ProtocolBroken):
                return self._arbiter.condemn(Report(player, claim))
            claims[player] = claim
        return self._arbiter.settle(claims)

    async def _ask(self, player: Player, words: Words, limit: float) -> _Reply:
        """Send a command and wait for the answer, `limit` seconds from the end of the command."""
        sent = await self._send(player, limit, words)
        return await self._await_answer(player, limit, sent=sent)

    async def _ask_at_once(self, player: Player, *commands: Words) -> Response:
        """Send commands in one write; wait for all answers but the last, and return the first.

        A clock for the last one starts when those before it have been answered.
        """
        limit = self._limits.answer
        sent = await self._send(player, limit, *commands)
        first = await self._await_answer(player, limit, sent=sent)
        for _ in commands[1:-1]:
            await self._await_answer(player, limit, sent=self._last_byte)
        return first.response

    async def _send(self, player: Player, limit: float, *commands: Words) -> float:
        """Send commands, and return when the last byte of them had been handed over."""
        self._asked, self._limit, self._first_byte = player, limit, None
        asked = self._sent = trio.current_time()
        self._scope.deadline = asked + limit + _OVERTIME_SECONDS
        await self._engines[player].send(*commands)
        return trio.current_time()

    async def _await_answer(self, player: Player, limit: float, *, sent: float) -> _Reply:
        """Wait for the next answer, `limit` seconds from the moment `sent`.

        The deadline is absolute: nothing but the whole answer stops it.
        """
        engine, scope = self._engines[player], self._scope
        self._limit, self._first_byte = limit, None
        last_byte = self._sent = sent
        deadline = sent + limit + _OVERTIME_SECONDS
        if not 0 <= deadline - scope.deadline <= _OVERTIME_SECONDS / 2:  # moving it costs
            scope.deadline = deadline
        while (response := engine.next_response()) is None:
            await engine.receive()
            last_byte = trio.current_time()
            if self._first_byte is None:
                self._first_byte = last_byte
        if scope.cancel_called:
            # It came in the very moment in which the time was over, or in which somebody died.
            await trio.lowlevel.checkpoint_if_cancelled()
        self._last_byte = last_byte
        return _Reply(response, sent, self._first_byte or last_byte, last_byte)

    def _waited_for(self) -> str:
        engine = self._engines[self._asked]
        command = printable(engine.last_command)
        return f"no answer to '{command}' within {self._limit:.3f} s{engine.unfinished}"

    async def _condemn(self, reports: list[Report]) -> GameOver:
        """Find out who is dead, too, and have the arbiter say who is to blame."""
        if self._deciding is not None:
            self.closing = self._turn(self._asked, self._deciding, "", None)
        await trio.sleep(_SETTLE_SECONDS)
        deaths = [
            Report(player, Exited(await self._describe_death(player, status)))
            for player in Player
            if (status := self._engines[player].transport.exit_status()) is not None
        ]
        return self._arbiter.condemn(*deaths, *reports)

    async def _describe_death(self, player: Player, status: str) -> str:
        engine = self._engines[player]
        if player is self._asked:
            status += f" when asked '{printable(engine.last_command)}'"
        lines = (await engine.transport.last_words()).split("\n")
        said = [line for line in lines if line.strip()]
        return f"{status}; it said last: '{printable(said[-1][:_QUOTED])}'" if said else status

    def _turn(self, player: Player, color: Color, move: str, reply: _Reply | None) -> Turn:
        """Write down an answer to `genmove`, or that none came."""
        first_byte = self._first_byte
        return Turn(
            color=color,
            move=move,
            seconds=self._limit if reply is None else reply.seconds,
            left=self._arbiter.clock.left(player),
            sent=self._offset(self._sent),
            first_byte=None if first_byte is None else self._offset(first_byte),
            last_byte=None if reply is None else self._offset(reply.last_byte),
        )

    def _offset(self, time: float) -> float:
        return round(time - self._start, 6)
