"""Our own vocabulary, which the others differ from: the game's moves, the wire's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Final, Self, TypeAlias

import attrs

from protocol.commands import EXPECTED, REQUIRED, RESIGN
from protocol.messages import Response
from referee.clock import Clock, TimeControl, milliseconds, plain_seconds
from referee.dialect.clocks import gtp_terms, kata_terms
from referee.events import Event, MoveChosen, NoMove, ProtocolBroken, Refused, Resigned
from referee.outcome import Player
from referee.printable import printable
from referee.rules.board import Board
from referee.rules.errors import IllegalMoveError
from referee.rules.game import Game, Rules
from referee.rules.moves import Color, Move, Place, Vertex

Words: TypeAlias = tuple[str, ...]

PROTOCOL_VERSION: Final = "2"

# U+FFFD stands where the bytes were no UTF-8.
_UNDECODABLE: Final = "\ufffd"


@attrs.frozen
class Step:
    """A command that sets up a game.

    `is_vital`: without it this game cannot be played. `points` are those that the answer must
    name, `None` if it may say anything.
    """

    words: Words
    is_vital: bool = True
    points: frozenset[Vertex] | None = None


@attrs.frozen
class Dialect:
    """What one engine understands. `commands` are those that it lists; `None`: it lists none.

    `name` is the dialect's in a file and a record, `signs` are the commands that give it away,
    `games` the ids of the games that it has words for (`None`: all).
    """

    commands: frozenset[str] | None

    name: ClassVar[str] = "referee"
    signs: ClassVar[frozenset[str]] = frozenset({"set_game", "list_games", "set_rule"})
    games: ClassVar[frozenset[str] | None] = None

    @classmethod
    def of_list(
        cls, response: Response | None, *, aliases: Mapping[str, str] = MappingProxyType({})
    ) -> Self:
        """Read the answer to `list_commands`; `None` or a refusal: taken to have the minimum.

        `aliases` are our words for which the engine has others: what they stand for it has.
        """
        if response is None or not response.ok:
            return cls(None)
        return cls(frozenset(response.text.split()) | aliases.keys())

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
        """Say why this game cannot be told to the engine, `None` if it can or need not be."""
        if self.games is not None and game.id not in self.games:
            known = " ".join(sorted(self.games))
            return (
                f"speaks {self.name}, which is for {known} only, but the game is {game.id}"
                " (dialect = 'referee' if it knows that game)"
            )
        if self.commands is None:
            return None  # it may understand what it does not list; its moves will show
        if rules.komi and not self.has("komi"):
            return f"has no komi command, but the game is played with komi {rules.komi:g}"
        return self._objection_to_rules(game, rules)

    def _objection_to_rules(self, game: Game, rules: Rules) -> str | None:
        if self.has("set_rule"):
            return None
        for name, value, default in rule_choices(game, rules):
            if value != default:
                return (
                    f"has no set_rule and must be taken to play {name} = {default},"
                    f" but the game is played with {name} = {value}"
                )
        return None

    def setup(self, board: Board, game: Game, rules: Rules) -> Iterator[Step]:
        """List the commands that bring the engine to the empty board of this game."""
        if self.has("set_game"):
            yield Step(("set_game", game.id))
        yield Step(("boardsize", *map(str, board.size)))
        yield Step(("clear_board",))
        if game.has_komi and (self.has("komi") or rules.komi):
            yield Step(("komi", f"{rules.komi:g}"))
        yield from self._rule_steps(game, rules)

    def _rule_steps(self, game: Game, rules: Rules) -> Iterator[Step]:
        if self.has("set_rule"):
            for name, value, default in rule_choices(game, rules):
                yield Step(("set_rule", name, value), is_vital=value != default)

    def handicap(self, stones: Sequence[Vertex], board: Board) -> Iterator[Step]:
        """List the commands that put Black's handicap stones on the empty board."""
        # Of three ways to say it the first cannot be misunderstood. GTP 2 has it for two
        # stones or more.
        if len(stones) > 1 and self.has("set_free_handicap"):
            yield Step(("set_free_handicap", *(board.labels[vertex] for vertex in stones)))
        elif stones and self.has("fixed_handicap"):
            yield Step(("fixed_handicap", str(len(stones))), points=frozenset(stones))
        else:
            for vertex in stones:
                yield Step(self.play(Color.BLACK, Place(vertex), board))

    def asks_time_kinds(self) -> bool:
        """Say whether the engine can tell which terms of time it understands."""
        return self.has("kata-list_time_settings") and self.has("kata-time_settings")

    def time_settings(self, control: TimeControl, kinds: Iterable[str]) -> Words | None:
        """Return the command that tells the terms; `kinds` are those it says it understands."""
        if self.has("kata-time_settings"):
            return kata_terms(control, frozenset(kinds))
        if self.has("time_settings"):
            return gtp_terms(control)
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
        return ("play", color.word, self._format_move(move, board))

    def _format_move(self, move: Move, board: Board) -> str:
        return board.format_move(move)

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
            return MoveChosen(self._parse_move(tokens[0], board))
        except IllegalMoveError as error:
            return NoMove(tokens[0], error.refusal)

    def _parse_move(self, text: str, board: Board) -> Move:
        return board.parse_move(text)

    def asks_dead(self) -> Words | None:
        """Return the command that asks for the dead stones; `None`: it claims that none is."""
        return ("final_status_list", "dead") if self.has("final_status_list") else None

    def read_dead(self, response: Response, board: Board) -> frozenset[Vertex] | ProtocolBroken:
        """Read the answer to `final_status_list dead`; a refusal claims nothing."""
        if not response.ok:
            return frozenset()
        try:
            return self.read_points(response, board)
        except IllegalMoveError as error:
            complaint = printable(error.refusal.sentence)
            return ProtocolBroken(f"answered final_status_list with no list of points: {complaint}")

    def read_points(self, response: Response, board: Board) -> frozenset[Vertex]:
        """Read a list of points, however it is laid out.

        Raises:
            IllegalMoveError: One of its words is no point of the board.
        """
        return frozenset(map(board.vertex, response.text.split()))


def rule_choices(game: Game, rules: Rules) -> Iterator[tuple[str, str, str]]:
    """List the rules that the game leaves open: name, value, default."""
    if len(game.pie_choices) > 1:
        yield "pie", rules.pie, game.default_rules.pie
    if len(game.ko_choices) > 1:
        yield "ko", rules.ko, game.default_rules.ko
