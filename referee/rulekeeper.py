"""The rules core as a GTP program: it answers every question about a position and never plays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import attrs

from protocol.engine import EngineEnd, FailureError, serve
from referee.about import DISTRIBUTION, software
from referee.questions import Questions, Table, judge, labels_of, parse_vertex
from referee.rules.catalog import GAMES, find_game
from referee.rules.errors import Refusal, RulesError
from referee.rules.game import Game, Rules

# A controller that knows plain GTP only never sends `set_game`: it wants Go.
FIRST_GAME: Final = "go"

# ASCII digits: `int` would take those of other scripts, and a number of any length.
_NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)
_DECIMAL: Final = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?", re.ASCII)


class Rulekeeper:
    """One game under its rules, set up, played and asked by commands.

    Each public method but `handlers` is a command, its arguments strings from the wire and its
    result the answer's text.

    Raises:
        FailureError: From any of them: the command cannot be obeyed, and nothing has changed.
    """

    def __init__(self) -> None:
        self._table = Table(find_game(FIRST_GAME).start())
        self._questions = Questions(self._table)

    def handlers(self) -> dict[str, Callable[..., str | None]]:
        """Give the commands by name, for the engine's end of the protocol."""
        return {
            "list_games": self.list_games,
            "set_game": self.set_game,
            "boardsize": self.boardsize,
            "clear_board": self.clear_board,
            "komi": self.komi,
            "set_rule": self.set_rule,
            "fixed_handicap": self.fixed_handicap,
            "play": self.play,
            "undo": self.undo,
            "final_status_list": self.final_status_list,
            **self._questions.handlers(),
        }

    # -- setting up ----------------------------------------------------------------------

    @property
    def _game(self) -> Game:
        return self._table.position.game

    @property
    def _rules(self) -> Rules:
        return self._table.position.rules

    @property
    def _size(self) -> tuple[int, ...]:
        return self._table.position.board.size

    def _begin(self, game: Game, size: tuple[int, ...], rules: Rules) -> None:
        self._table.position = game.start(size, rules)
        self._table.dead = frozenset()

    def list_games(self) -> str:
        """List the ids of all games."""
        return "\n".join(GAMES)

    def set_game(self, game_id: str) -> None:
        """Choose a game, at its default size and rules, on an empty board."""
        with _refusals_as_failures():
            game = find_game(game_id)
        self._begin(game, game.default_size, game.default_rules)

    def boardsize(self, *sizes: str) -> None:
        """Set the size and empty the board; the rules stay."""
        numbers = [int(size) for size in sizes if _NUMBER.fullmatch(size)]
        if not sizes or len(numbers) < len(sizes):
            expected = " ".join(self._game.size_names)
            raise FailureError(f"unacceptable size: expected {expected} as whole numbers")
        with _refusals_as_failures():
            size = self._game.size(numbers)
        self._begin(self._game, size, self._rules)

    def clear_board(self) -> None:
        """Empty the board; size and rules stay."""
        self._begin(self._game, self._size, self._rules)

    def komi(self, points: str) -> None:
        """Set White's komi; it may change at any time, as in GTP 2."""
        if not _DECIMAL.fullmatch(points):
            raise FailureError("syntax error: expected a number such as 7.5")
        with _refusals_as_failures():
            komi = self._game.rules(komi=float(points)).komi
        self._replay(attrs.evolve(self._rules, komi=komi))

    def _replay(self, rules: Rules) -> None:
        """Play the game again under other rules, because a result depends on them."""
        old = self._table.position
        position = self._game.start(self._size, rules)
        if old.handicap:
            position.place_handicap(old.handicap)
        for move in old.moves:
            position.play(move)
        self._table.position = position

    def set_rule(self, name: str, value: str) -> None:
        """Set `pie`, `ko` or `move_limit` on an empty board.

        Rules do not change under a game that has begun: its moves may not be legal under them.
        """
        position = self._table.position
        if position.moves or position.handicap:
            raise FailureError("the game has begun: rules are set on an empty board")
        game, value = self._game, value.lower()
        with _refusals_as_failures():
            match name.lower():
                case "pie":
                    rules = attrs.evolve(self._rules, pie=game.rules(pie=value).pie)
                case "ko":
                    rules = attrs.evolve(self._rules, ko=game.rules(ko=value).ko)
                case "move_limit":
                    limit = game.rules(move_limit=_move_limit(value)).move_limit
                    rules = attrs.evolve(self._rules, move_limit=limit)
                case _:
                    raise FailureError("unknown rule: expected pie, ko or move_limit")
        self._begin(game, self._size, rules)

    def fixed_handicap(self, stones: str) -> str:
        """Place handicap stones where the game has them, and say where."""
        if not _NUMBER.fullmatch(stones):
            raise FailureError("invalid number of stones: expected a whole number")
        position = self._table.position
        with _refusals_as_failures():
            vertices = self._game.handicap(position.board, int(stones))
            position.place_handicap(vertices)
        return labels_of(position, vertices)

    # -- playing -------------------------------------------------------------------------

    def play(self, color: str, move: str) -> None:
        """Make a move."""
        judged = judge(self._table.position, color, move)
        if isinstance(judged, Refusal):
            raise FailureError(f"illegal move: {judged}")
        self._table.position.play(judged)
        self._table.dead = frozenset()

    def undo(self) -> None:
        """Take back the last move."""
        if not self._table.position.moves:
            raise FailureError("cannot undo: no move has been played")
        self._table.position.undo()
        self._table.dead = frozenset()

    def final_status_list(self, status: str, *vertices: str) -> str:
        """Mark just these stones as dead for `final_score`; without vertices, list the marks."""
        if status.lower() != "dead":
            raise FailureError("invalid status: expected dead")
        if not self._game.captures:
            raise FailureError(f"{self._game.id} has no dead stones")
        position = self._table.position
        if vertices:
            dead = frozenset(parse_vertex(position, vertex) for vertex in vertices)
            with _refusals_as_failures():
                position.score(dead)  # which refuses a vertex without a stone
            self._table.dead = dead
        return labels_of(position, sorted(self._table.dead))


def _move_limit(text: str) -> int | None:
    if text == "none":
        return None
    if not _NUMBER.fullmatch(text):
        raise FailureError("move_limit: expected a whole number or none")
    return int(text)


@contextmanager
def _refusals_as_failures() -> Iterator[None]:
    """Answer what the rules refuse with a failure."""
    try:
        yield
    except RulesError as error:
        raise FailureError(str(error)) from error


def rulekeeper_end() -> EngineEnd:
    """Build the engine's end of the protocol for a new rulekeeper."""
    return EngineEnd(
        name=DISTRIBUTION,
        version=software().removeprefix(DISTRIBUTION).strip(),
        handlers=Rulekeeper().handlers(),
    )


def serve_rulekeeper() -> None:
    """Answer commands on stdin and stdout until `quit` or the end of input."""
    serve(rulekeeper_end())
