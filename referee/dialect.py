"""The two vocabularies, and nothing else knows both: the game's moves, the wire's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import attrs

from protocol.commands import EXPECTED, REQUIRED, RESIGN
from protocol.messages import Response
from referee.clock import Clock, TimeControl, milliseconds, plain_seconds
from referee.events import Event, MoveChosen, NoMove, ProtocolBroken, Refused, Resigned
from referee.outcome import Player
from referee.printable import printable
from referee.rules.board import Board
from referee.rules.errors import IllegalMoveError
from referee.rules.game import Game, Rules
from referee.rules.moves import Color, Move, Vertex

Words: TypeAlias = tuple[str, ...]

PROTOCOL_VERSION: Final = "2"

# U+FFFD stands where the bytes were no UTF-8.
_UNDECODABLE: Final = "\ufffd"


@attrs.frozen
class Step:
    """A command that sets up a game; `is_vital`: without it this game cannot be played."""

    words: Words
    is_vital: bool = True


@attrs.frozen
class Dialect:
    """What one engine understands. `commands` are those that it lists; `None`: it lists none."""

    commands: frozenset[str] | None

    @classmethod
    def of_list(cls, response: Response | None) -> Dialect:
        """Read the answer to `list_commands`; `None` or a refusal: taken to have the minimum."""
        if response is None or not response.ok:
            return cls(None)
        return cls(frozenset(response.text.split()))

    def has(self, command: str) -> bool:
        """Say whether the engine can be sent a command that not every engine has."""
        return self.commands is not None and command in self.commands

    def missing(self) -> tuple[str, ...]:
        """Name the commands without which no game can be played."""
        return () if self.commands is None else tuple(sorted(REQUIRED - self.commands))

    def unreported(self) -> tuple[str, ...]:
        """Name the commands that are missed, and tolerated."""
        return () if self.commands is None else tuple(sorted(EXPECTED - self.commands))

    # -- before the game ---------------------------------------------------------------

    def objection(self, game: Game, rules: Rules) -> str | None:
        """Say why these rules cannot be told to the engine, `None` if they can or need not."""
        if self.commands is None:
            return None  # it may understand what it does not list; its moves will show
        if not self.has("set_rule"):
            for name, value, default in _rule_choices(game, rules):
                if value != default:
                    return (
                        f"has no set_rule and must be taken to play {name} = {default},"
                        f" but the game is played with {name} = {value}"
                    )
        if rules.komi and not self.has("komi"):
            return f"has no komi command, but the game is played with komi {rules.komi:g}"
        return None

    def setup(self, board: Board, game: Game, rules: Rules) -> Iterator[Step]:
        """List the commands that bring the engine to the empty board of this game."""
        if self.has("set_game"):
            yield Step(("set_game", game.id))
        yield Step(("boardsize", *map(str, board.size)))
        yield Step(("clear_board",))
        if game.has_komi and (self.has("komi") or rules.komi):
            yield Step(("komi", f"{rules.komi:g}"))
        if self.has("set_rule"):
            for name, value, default in _rule_choices(game, rules):
                yield Step(("set_rule", name, value), is_vital=value != default)

    def asks_time_kinds(self) -> bool:
        """Say whether the engine can tell which terms of time it understands."""
        return self.has("kata-list_time_settings") and self.has("kata-time_settings")

    def time_settings(self, control: TimeControl, kinds: Iterable[str]) -> Words | None:
        """Return the command that tells the terms; `kinds` are those it says it understands."""
        if self.has("kata-time_settings"):
            return _kata_terms(control, frozenset(kinds))
        if self.has("time_settings"):
            return _gtp_terms(control)
        return None

    # -- during the game ---------------------------------------------------------------

    def time_left(self, color: Color, clock: Clock, player: Player) -> Words | None:
        """Return the command that tells a player what is left, never more than there is."""
        budget = clock.budget(player)
        if budget is None or not self.has("time_left"):
            return None
        stones = "0" if clock.control.per_move is None else "1"
        return ("time_left", color.word, self._seconds(budget), stones)

    def _seconds(self, seconds: float) -> str:
        # GTP 2 knows whole seconds only, and GNU Go reads nothing else; an engine with KataGo's
        # commands reads decimals.
        whole = milliseconds(seconds)
        return plain_seconds(whole / 1000) if self.has("kata-time_settings") else str(whole // 1000)

    def play(self, color: Color, move: Move, board: Board) -> Words:
        """Return the command that tells a move."""
        return ("play", color.word, board.format_move(move))

    def genmove(self, color: Color, *, cleanup: bool = False) -> Words:
        """Return the command that asks for a move, after a resumption if `cleanup`."""
        if cleanup and self.has("kgs-genmove_cleanup"):
            return ("kgs-genmove_cleanup", color.word)
        return ("genmove", color.word)

    def read_move(self, words: Words, response: Response, board: Board) -> Event:
        """Read the answer to `genmove`."""
        if not response.ok:
            return Refused(" ".join(words), response.text)
        tokens = response.text.split()
        if len(tokens) != 1:
            found = "nothing" if not tokens else "more than one word"
            return ProtocolBroken(f"answered {words[0]} with {found}: expected a move")
        if _UNDECODABLE in tokens[0]:
            return ProtocolBroken(f"answered {words[0]} with bytes that are no text")
        if tokens[0].lower() == RESIGN:
            return Resigned()
        try:
            return MoveChosen(board.parse_move(tokens[0]))
        except IllegalMoveError as error:
            return NoMove(tokens[0], error.refusal)

    def asks_dead(self) -> Words | None:
        """Return the command that asks for the dead stones; `None`: it claims that none is."""
        return ("final_status_list", "dead") if self.has("final_status_list") else None

    def read_dead(self, response: Response, board: Board) -> frozenset[Vertex] | ProtocolBroken:
        """Read the answer to `final_status_list dead`; a refusal claims nothing."""
        if not response.ok:
            return frozenset()
        try:
            return frozenset(map(board.vertex, response.text.split()))
        except IllegalMoveError as error:
            complaint = printable(error.refusal.sentence)
            return ProtocolBroken(f"answered final_status_list with no list of points: {complaint}")


def _rule_choices(game: Game, rules: Rules) -> Iterator[tuple[str, str, str]]:
    """List the rules that the game leaves open: name, value, default."""
    if len(game.pie_choices) > 1:
        yield "pie", rules.pie, game.default_rules.pie
    if len(game.ko_choices) > 1:
        yield "ko", rules.ko, game.default_rules.ko


def _kata_terms(control: TimeControl, kinds: frozenset[str]) -> Words | None:
    """Write the terms in KataGo's words; an engine that names no kinds has them all."""
    for kind, numbers in _kata_choices(control):
        if not kinds or kind in kinds:
            return ("kata-time_settings", kind, *numbers)
    return None


def _kata_choices(control: TimeControl) -> Iterator[tuple[str, Words]]:
    if control.per_move is not None:
        yield "byoyomi", ("0", plain_seconds(control.per_move), "1")
    elif control.main is None:
        yield "none", ()
    else:
        if control.increment:
            yield "fischer", (plain_seconds(control.main), plain_seconds(control.increment))
        yield "absolute", (plain_seconds(control.main),)


def _gtp_terms(control: TimeControl) -> Words | None:
    """Write the terms as GTP 2 can: whole seconds, rounded down, no increments."""
    if control.per_move is not None:
        # 0 seconds for each stone would mean: no limit. Better not to say anything.
        seconds = int(control.per_move)
        return ("time_settings", "0", str(seconds), "1") if seconds else None
    if control.main is None:
        return ("time_settings", "0", "1", "0")  # GTP 2: byo yomi time without stones, no limit
    return ("time_settings", str(int(control.main)), "0", "0")
