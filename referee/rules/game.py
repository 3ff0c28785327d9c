"""A game: a board shape, a handful of parameters and the question "is it over"."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import attrs

from referee.rules.board import Board
from referee.rules.errors import Code, RuleError, SizeError
from referee.rules.moves import Color, Vertex

if TYPE_CHECKING:
    from referee.rules.position import Position

PIE_RULES = ("none", "replace", "swap-sides")
KO_RULES = ("none", "capturing-stone", "simple", "positional-superko")


@attrs.frozen
class Rules:
    """The choices a game leaves to its players.

    `pie` is one of `PIE_RULES`, `ko` one of `KO_RULES` (`none` where nothing is captured).
    `komi` is added to White's score. After `move_limit` plies a game is scored as it stands;
    `None` is no limit.
    """

    pie: str = "none"
    ko: str = "none"
    komi: float = 0.0
    move_limit: int | None = None


# A game of captures that goes on for longer than this many moves a point is going nowhere:
# without a cap two random players can go round for ever.
CUSTOMARY_MOVES_A_POINT = 4


class Mechanism(Protocol):
    """What makes stones decide a game: connection or capture. Starts positions."""

    def start(self, game: Game, board: Board, rules: Rules) -> Position:
        """Return the position before the first move."""
        ...


@attrs.frozen(eq=False)
class Game:
    """A set of rules.

    `id` is its name on the wire and on command lines, `title` the rule sheet's. `size_names`
    name the size arguments; `check_size` gets as many numbers and says what is wrong with
    them, or nothing. `citations` are the rules' own words, by the code of the refusal which
    they justify.
    """

    id: str
    title: str
    size_names: tuple[str, ...]
    default_size: tuple[int, ...]
    check_size: Callable[..., str | None]
    build_board: Callable[..., Board]
    mechanism: Mechanism
    citations: Mapping[Code, str]
    default_rules: Rules = Rules()
    pie_choices: tuple[str, ...] = ("none", "swap-sides")
    ko_choices: tuple[str, ...] = ("none",)
    color_names: tuple[str, str] = ("Black", "White")
    handicap_points: Callable[[Board, int], tuple[Vertex, ...]] | None = None

    @property
    def captures(self) -> bool:
        """Whether stones are captured, passes allowed and the board scored."""
        return self.ko_choices != ("none",)

    @property
    def has_pass(self) -> bool:
        """Whether a player may pass."""
        return self.captures

    @property
    def has_komi(self) -> bool:
        """Whether `komi` means anything."""
        return self.captures

    def name_of(self, color: Color) -> str:
        """Name a colour as the rule sheet does."""
        return self.color_names[color]

    def size(self, size: Sequence[int] | None = None) -> tuple[int, ...]:
        """Check board sizes, the default ones if there are none.

        A single size on a board that takes one may be given twice, as HTP does.

        Raises:
            SizeError: The game has no such board.
        """
        if not size:
            return self.default_size
        sizes = tuple(size)
        if len(self.size_names) == 1 and len(sizes) == 2 and sizes[0] == sizes[1]:
            sizes = sizes[:1]
        if len(sizes) != len(self.size_names):
            problem: str | None = f"expected {' '.join(self.size_names)}"
        else:
            problem = self.check_size(*sizes)
        if problem is not None:
            shown = " ".join(str(number)[:12] for number in sizes[:4])
            raise SizeError(f"unacceptable size for {self.id}: {shown}: {problem}")
        return sizes

    def board(self, size: Sequence[int] | None = None) -> Board:
        """Return the board of this size, built once.

        Raises:
            SizeError: The game has no such board.
        """
        return _board(self, self.size(size))

    def rules(
        self,
        *,
        pie: str | None = None,
        ko: str | None = None,
        komi: float | None = None,
        move_limit: int | None = None,
    ) -> Rules:
        """Return the game's default rules with these changes.

        Raises:
            RuleError: The game does not have this rule, or not with this value.
        """
        rules = self.default_rules
        if pie is not None:
            rules = attrs.evolve(rules, pie=self._choice("pie", pie, self.pie_choices))
        if ko is not None:
            rules = attrs.evolve(rules, ko=self._choice("ko", ko, self.ko_choices))
        if komi is not None:
            rules = attrs.evolve(rules, komi=self._komi(komi))
        if move_limit is not None:
            rules = attrs.evolve(rules, move_limit=self._move_limit(move_limit))
        return rules

    def _choice(self, name: str, value: str, choices: tuple[str, ...]) -> str:
        if value not in choices:
            expected = " or ".join(choices)
            raise RuleError(f"{self.id} has no rule {name} = {value[:40]!a}: expected {expected}")
        return value

    def _komi(self, komi: float) -> float:
        if not self.has_komi:
            raise RuleError(f"{self.id} has no komi")
        if not math.isfinite(komi) or abs(komi) > 1000 or komi * 2 != int(komi * 2):
            raise RuleError(f"komi {komi}: expected whole or half points, at most 1000")
        return float(komi)

    def _move_limit(self, limit: int) -> int:
        if not self.captures:
            raise RuleError(f"{self.id} has no move limit: it ends when the board is full")
        if limit < 1:
            raise RuleError(f"move limit {limit}: expected 1 or more")
        return limit

    def cap_moves(self, board: Board, rules: Rules) -> Rules:
        """Return the rules with the customary cap on moves, where nobody has set one."""
        if not self.captures or rules.move_limit is not None:
            return rules
        return attrs.evolve(rules, move_limit=CUSTOMARY_MOVES_A_POINT * len(board))

    def start(
        self,
        size: Sequence[int] | None = None,
        rules: Rules | None = None,
        *,
        handicap: int = 0,
    ) -> Position:
        """Return the position before the first move, Black's handicap stones on the board.

        Raises:
            SizeError: The game has no such board.
            RuleError: The game, the board or the number has no handicap points.
        """
        position = self.mechanism.start(self, self.board(size), rules or self.default_rules)
        if handicap:
            position.place_handicap(self.handicap(position.board, handicap))
        return position

    def handicap(self, board: Board, stones: int) -> tuple[Vertex, ...]:
        """Return where the black handicap stones go.

        Raises:
            RuleError: The game, the board or the number has no handicap points.
        """
        if self.handicap_points is None:
            raise RuleError(f"{self.id} has no handicap")
        return self.handicap_points(board, stones)


@lru_cache(maxsize=64)
def _board(game: Game, size: tuple[int, ...]) -> Board:
    return game.build_board(*size)


def square_sizes(smallest: int, largest: int) -> Callable[[int], str | None]:
    """Return a size check for boards with a single size."""

    def check(size: int) -> str | None:
        if smallest <= size <= largest:
            return None
        return f"expected {smallest} to {largest}"

    return check
