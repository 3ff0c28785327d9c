"""The referee's judgement, without I/O: what happened in, a ruling out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

import attrs

from referee.clock import Clock, TimeControl
from referee.events import (
    Event,
    Exited,
    MoveChosen,
    NoMove,
    ProtocolBroken,
    Refused,
    Report,
    Resigned,
    TimedOut,
)
from referee.outcome import Outcome, Player, Termination, color_of, winner_among
from referee.printable import printable
from referee.rules.moves import Color, Ending, Move, Vertex
from referee.rules.position import Position
from referee.rules.scoring import Score

# The order of blame, when several things hold at once: time, then a crash, then the protocol,
# then an illegal move. (Before all of them come faults of the machine: those void the game
# and never reach the arbiter.) Of two with the same fault the one on turn loses.
BLAME: Final[tuple[type[Event], ...]] = (
    TimedOut,
    Exited,
    ProtocolBroken,
    Refused,
    NoMove,
    Resigned,
)

# What an engine said is quoted this far.
_QUOTED: Final = 60


@attrs.frozen
class Accepted:
    """The move counts and play goes on."""

    color: Color
    move: Move


@attrs.frozen
class DeadStonesWanted:
    """The move counts; it was the second pass, and both players are to name the dead stones."""

    color: Color
    move: Move


@attrs.frozen
class Resumed:
    """The dead stones are not agreed: play goes on, once."""


@attrs.frozen
class GameOver:
    """The game is decided; `move` is the move that decided it, `None` if none did."""

    outcome: Outcome
    move: Move | None = None


Ruling: TypeAlias = Accepted | DeadStonesWanted | GameOver


class Arbiter:
    """The judge of one game, with its position and its clock.

    `score` is how the board was counted in the end, `claims` what the players called dead after
    two passes, `resumed_at` how many moves stood when play went on over that.
    """

    def __init__(self, position: Position, control: TimeControl) -> None:
        self.position = position
        self.clock = Clock.start(control)
        self.score: Score | None = None
        self.claims: Mapping[Player, frozenset[Vertex]] = {}
        self.resumed_at: int | None = None

    @property
    def on_turn(self) -> Player:
        """The player whose move is awaited."""
        color = self.position.to_move
        if color is None:
            raise AssertionError("nobody is on turn after the end")
        return Player(color ^ self.position.swapped)

    def color_of(self, player: Player) -> Color:
        """Return the colour that a player has now."""
        return color_of(player, swapped=self.position.swapped)

    def winner_of(self, outcome: Outcome) -> Player | None:
        """Return the player whose colour has won; `None` is a draw."""
        return winner_among(outcome.winner, swapped=self.position.swapped)

    def rule(self, report: Report) -> Ruling:
        """Decide what follows from the answer of the player on turn."""
        report = self._check_time(report)
        if isinstance(report.event, MoveChosen):
            return self._judge_move(report, report.event.move)
        return self.condemn(report)

    def condemn(self, *reports: Report) -> GameOver:
        """Decide who has lost by things, other than moves, that happened at the same time."""
        report = min(reports, key=self._blame)
        return self._lose(report.player, *_verdict(report.event))

    def settle(self, claims: Mapping[Player, frozenset[Vertex]]) -> Resumed | GameOver:
        """Compare what the players call dead; score the board, or have play resumed."""
        self.claims = claims
        for player in (self.passed_last.opponent, self.passed_last):
            for vertex in sorted(claims[player]):
                if self.position.color_at(vertex) is None:
                    label = self.position.board.labels[vertex]
                    text = f"called {label} dead, where no stone stands"
                    return self._lose(player, Termination.PROTOCOL_ERROR, text)
        if claims[Player.FIRST] != claims[Player.SECOND]:
            self.position.resume()
            self.resumed_at = len(self.position.moves)
            return Resumed()
        self.score = self.position.score(claims[Player.FIRST])
        return GameOver(self._scored(Termination.SCORE))

    @property
    def passed_last(self) -> Player:
        """The player who moved last."""
        color, _ = self.position.history[-1]
        return Player(color ^ self.position.swapped)

    def _check_time(self, report: Report) -> Report:
        """Turn an answer that came too late into what it is, whatever it says."""
        seconds = report.seconds
        if seconds is None or not self.clock.is_late(report.player, seconds):
            return report
        budget = self.clock.budget(report.player) or 0.0
        return attrs.evolve(report, event=TimedOut(f"{seconds:.3f} s used of {budget:.3f} s"))

    def _blame(self, report: Report) -> tuple[int, bool]:
        waits = self.position.to_move is not None and report.player is not self.on_turn
        return BLAME.index(type(report.event)), waits

    def _judge_move(self, report: Report, move: Move) -> Ruling:
        position = self.position
        color = self.color_of(report.player)
        if (refusal := position.refusal(move, color)) is not None:
            text = position.board.format_move(move)
            return self.condemn(attrs.evolve(report, event=NoMove(text, refusal)))
        position.play(move)
        self.clock = self.clock.spend(report.player, report.seconds or 0.0)
        if position.result is None:
            return Accepted(color, move)
        if position.can_agree_dead:
            return DeadStonesWanted(color, move)
        return GameOver(self._by_the_rules(), move)

    def _by_the_rules(self) -> Outcome:
        """Put the end that the position has come to into an outcome."""
        position = self.position
        if position.ending is None or position.result is None:
            raise AssertionError("the rules have not ended the game")
        termination = _TERMINATIONS[position.ending]
        if position.ending in (Ending.SCORE, Ending.MOVE_LIMIT):
            self.score = position.score()
            return self._scored(termination)
        return Outcome(position.result, termination, position.describe_result())

    def _scored(self, termination: Termination) -> Outcome:
        if self.score is None:
            raise AssertionError("the board has not been scored")
        result = self.score.result
        if isinstance(result, Color):
            margin = f"{abs(self.score.black - self.score.white):g}"
            text = f"{self.position.game.name_of(result)} has won by {margin}"
        else:
            text = "a draw, both scores are equal"
        if termination is Termination.MOVE_LIMIT:
            text += f" when the limit of {self.position.rules.move_limit} moves was reached"
        return Outcome(result, termination, text)

    def _lose(self, player: Player, termination: Termination, clause: str) -> GameOver:
        color = self.color_of(player)
        name = self.position.game.name_of(color)
        return GameOver(Outcome(color.opponent, termination, f"{name} {clause}"))


def _verdict(event: Event) -> tuple[Termination, str]:
    """Say what an event that loses is called, and put it in a clause."""
    match event:
        case Resigned():
            return Termination.RESIGNATION, "resigned"
        case Refused(command, message):
            said = f" ({_quote(message)})" if message else ""
            return Termination.REFUSED, f"refused the command {_quote(command)}{said}"
        case ProtocolBroken(complaint):
            return Termination.PROTOCOL_ERROR, complaint
        case Exited(how):
            return Termination.CRASH, how
        case TimedOut(waited_for):
            return Termination.TIMEOUT, f"ran out of time: {waited_for}"
        case NoMove(text, refusal):
            clause = f"answered {_quote(text)}, which is illegal: {refusal}"
            return Termination.ILLEGAL_MOVE, clause
        case MoveChosen():
            raise AssertionError("nobody loses by an event that is a move")


_TERMINATIONS: Final = {
    Ending.CONNECTION: Termination.CONNECTION,
    Ending.SCORE: Termination.SCORE,
    Ending.REPETITION: Termination.REPETITION,
    Ending.MOVE_LIMIT: Termination.MOVE_LIMIT,
}


def _quote(text: str) -> str:
    shown = printable(text[:_QUOTED])
    return f"'{shown}...'" if len(text) > _QUOTED else f"'{shown}'"
