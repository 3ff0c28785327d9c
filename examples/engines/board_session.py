"""What the two stronger example players share: a position and a clock, kept by the commands.

The rules core judges every move, so a player on top of this only chooses among legal ones.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TypeAlias

import attrs

from protocol.commands import WIRE_COLORS
from protocol.engine import FailureError, Handler
from referee.rules.catalog import GAMES, find_game
from referee.rules.errors import IllegalMoveError, RulesError
from referee.rules.game import Rules
from referee.rules.moves import Color, Move
from referee.rules.position import Position

Choose: TypeAlias = Callable[[Position, Color, float | None], Move]
"""From a position, the colour to move and the most seconds to think (`None`: no limit), a move."""

# What a turn costs beside thinking: pipes, the scheduler, and a look at the clock too late.
OVERHEAD = 0.05
# Of a main time, the part a single move may take, so that no mistake here loses on time.
LARGEST_SHARE = 0.2


@attrs.define
class Thinking:
    """How long a player may think: the terms, and what it was last told is left."""

    increment: float = 0.0
    left: dict[Color, float] = attrs.Factory(dict)
    per_move: float | None = None

    def seconds(self, color: Color, own_moves_to_come: float) -> float | None:
        """Return the seconds for the next move, `None` if there is no limit."""
        if self.per_move is not None:
            return _less_overhead(0.8 * self.per_move)
        left = self.left.get(color)
        if left is None:
            return None
        share = left / (own_moves_to_come + 2) + 0.7 * self.increment
        return _less_overhead(max(0.0, min(share, LARGEST_SHARE * left)))

    def spend(self, color: Color, seconds: float) -> None:
        """Note that time has passed, for controllers that do not tell what is left."""
        if color in self.left:
            self.left[color] += self.increment - seconds


class BoardSession:
    """The commands of a player: it obeys them on a `Position` and asks `choose` for moves."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._thinking = Thinking()
        self._start("go", None)  # what a controller means that never says `set_game`

    def handlers(self) -> dict[str, Handler]:
        """List the functions for `protocol.engine.EngineEnd`."""
        return {
            "list_games": lambda: "\n".join(GAMES),
            "set_game": lambda game: self._start(game, None),
            "boardsize": self._set_size,
            "clear_board": self._clear,
            "komi": self._set_komi,
            "set_rule": self._set_rule,
            "play": self._play,
            "genmove": self._genmove,
            "kgs-genmove_cleanup": self._genmove,
            "undo": self._undo,
            "fixed_handicap": self._fixed_handicap,
            "set_free_handicap": self._place_handicap,
            "final_score": self._final_score,
            "final_status_list": self._status_list,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "kata-list_time_settings": lambda: "none absolute fischer byoyomi",
            "kata-time_settings": self._kata_time_settings,
        }

    # The board.

    def _start(self, game_id: str, size: tuple[int, ...] | None) -> None:
        try:
            self._game = find_game(game_id)
            self._begin(size, self._game.default_rules)
        except RulesError as error:
            raise FailureError(str(error)) from error

    def _begin(self, size: tuple[int, ...] | None, rules: Rules) -> None:
        self.position = self._game.start(size, rules)

    def _set_size(self, *sizes: str) -> None:
        if not sizes:
            raise FailureError("syntax error")
        try:
            self._begin(tuple(map(int, sizes)), self.position.rules)
        except (RulesError, ValueError) as error:
            raise FailureError("unacceptable size") from error

    def _clear(self) -> None:
        self._begin(self.position.board.size, self.position.rules)

    def _set_komi(self, komi: str) -> None:
        self._change_rules(komi=_number(komi))

    def _set_rule(self, name: str, value: str) -> None:
        if name not in ("pie", "ko"):
            raise FailureError(f"unknown rule {name}")
        self._change_rules(**{name: value})

    def _change_rules(self, **changes: str | float) -> None:
        try:
            checked = self._game.rules(**changes)
        except RulesError as error:
            raise FailureError(str(error)) from error
        kept = {name: getattr(checked, name) for name in changes}
        # Rules are told before the first move; one that comes late begins the game anew.
        self._begin(self.position.board.size, attrs.evolve(self.position.rules, **kept))

    def _play(self, color: str, move: str) -> None:
        try:
            parsed = self.position.board.parse_move(move)
            self._resume_for(_color(color))
            refusal = self.position.refusal(parsed, _color(color))
            if refusal is not None:
                raise FailureError(f"illegal move: {refusal}")
            self.position.play(parsed)
        except IllegalMoveError as error:
            raise FailureError(f"illegal move: {error}") from error

    def _genmove(self, color: str) -> str:
        mover = _color(color)
        self._resume_for(mover)
        if self.position.to_move is not mover:
            raise FailureError(f"it is not the turn of {mover.word}")
        began = time.perf_counter()
        move = self._choose(self.position.copy(), mover, self._seconds(mover))
        self.position.play(move)
        self._thinking.spend(mover, time.perf_counter() - began)
        return self.position.board.format_move(move)

    def _resume_for(self, color: Color) -> None:
        """Go on after two passes if the referee does: the dead stones were not agreed."""
        if self.position.can_agree_dead and self.position.history[-1][0] is not color:
            self.position.resume()

    def _undo(self) -> None:
        try:
            self.position.undo()
        except RulesError as error:
            raise FailureError("cannot undo") from error

    def _fixed_handicap(self, stones: str) -> str:
        board = self.position.board
        try:
            points = self._game.handicap(board, int(_number(stones)))
        except RulesError as error:
            raise FailureError(str(error)) from error
        labels = [board.labels[point] for point in points]
        self._place_handicap(*labels)
        return " ".join(labels)

    def _place_handicap(self, *vertices: str) -> None:
        try:
            self.position.place_handicap(map(self.position.board.vertex, vertices))
        except RulesError as error:
            raise FailureError(str(error)) from error

    def _final_score(self) -> str:
        try:
            return str(self.position.score())
        except RulesError as error:
            raise FailureError("cannot score") from error

    def _status_list(self, status: str) -> str:
        """Say that nothing is dead: both players capture what they can before they pass."""
        if status != "alive":
            return ""
        stones = [*self.position.stones(Color.BLACK), *self.position.stones(Color.WHITE)]
        return " ".join(self.position.board.labels[stone] for stone in sorted(stones))

    # The clock.

    def _seconds(self, color: Color) -> float | None:
        # Half of the vacant points are ours; few games go on until they are all filled.
        return self._thinking.seconds(color, len(self.position.empty()) / 3)

    def _time_settings(self, main: str, period: str, stones: str) -> None:
        if _number(stones) > 0:
            self._thinking = Thinking(per_move=_number(period) / _number(stones))
        elif _number(period) > 0:
            self._thinking = Thinking()  # GTP 2: a period without stones is no limit
        else:
            self._thinking = Thinking(left=dict.fromkeys(Color, _number(main)))

    def _kata_time_settings(self, kind: str, *numbers: str) -> None:
        values = [_number(number) for number in numbers]
        match kind, values:
            case "none", []:
                self._thinking = Thinking()
            case "absolute", [main]:
                self._thinking = Thinking(left=dict.fromkeys(Color, main))
            case "fischer", [main, increment]:
                self._thinking = Thinking(increment, dict.fromkeys(Color, main))
            case "byoyomi", [_, period, _]:
                self._thinking = Thinking(per_move=period)
            case _:
                raise FailureError("syntax error")

    def _time_left(self, color: str, seconds: str, stones: str) -> None:
        if _number(stones) > 0:
            self._thinking.per_move = _number(seconds) / _number(stones)
        else:
            self._thinking.left[_color(color)] = _number(seconds)


def _less_overhead(seconds: float) -> float:
    """Return what is left of some seconds to think in; of very few, a part."""
    return max(seconds - OVERHEAD, seconds / 3)


def _color(word: str) -> Color:
    try:
        return Color[WIRE_COLORS[word.lower()].upper()]
    except KeyError:
        raise FailureError(f"{word} is no colour") from None


def _number(text: str) -> float:
    if re.fullmatch(r"-?[0-9]{1,12}(\.[0-9]*)?", text) is None:
        raise FailureError(f"{text} is no number")
    return float(text)
