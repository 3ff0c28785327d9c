"""The commands by name: who sends them, what they take, who must have them, what they mean."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import attrs


class Need(enum.Enum):
    """Whether an engine must have a command."""

    REQUIRED = "required"  # without it the engine cannot be refereed
    EXPECTED = "expected"  # its absence is reported and tolerated
    OPTIONAL = "optional"
    GAME = "game"  # needed for some games only: see the meaning


@attrs.frozen
class CommandSpec:
    """One command: its arguments by name, and what it asks for.

    An argument in brackets may be left out, one that ends in `...` may come many times.
    """

    name: str
    arguments: tuple[str, ...]
    need: Need
    meaning: str

    @property
    def least(self) -> int:
        """The smallest number of arguments."""
        return sum(not word.startswith("[") and not word.endswith("...") for word in self.arguments)

    @property
    def most(self) -> int | None:
        """The largest number of arguments; `None` if there is none."""
        if any(word.endswith("...") for word in self.arguments):
            return None
        return len(self.arguments)

    def __str__(self) -> str:
        return " ".join((self.name, *self.arguments))


def _table(need: Need, commands: Mapping[str, str]) -> Iterable[tuple[str, CommandSpec]]:
    for usage, meaning in commands.items():
        name, *arguments = usage.split()
        yield name, CommandSpec(name, tuple(arguments), need, meaning)


COMMANDS: Final[Mapping[str, CommandSpec]] = MappingProxyType(
    {
        **dict(
            _table(
                Need.REQUIRED,
                {
                    "name": "the engine's name",
                    "quit": "answer, then exit",
                    "boardsize S1 [S2] [S3]": "set the size and empty the board",
                    "clear_board": "start a new game on an empty board",
                    "play COLOR MOVE": "COLOR makes MOVE",
                    "genmove COLOR": "choose a move for COLOR, play it, answer it; or `resign`",
                },
            )
        ),
        **dict(
            _table(
                Need.EXPECTED,
                {
                    "protocol_version": "2",
                    "version": "the engine's version; may be empty",
                    "list_commands": "every command the engine has, one a line",
                    "known_command NAME": "`true` or `false`",
                },
            )
        ),
        **dict(
            _table(
                Need.GAME,
                {
                    "list_games": "the ids of the games the engine plays, one a line; missing: one",
                    "set_game ID": "choose the game and empty the board",
                    "komi X": "X points for White; for games that have a komi",
                },
            )
        ),
        **dict(
            _table(
                Need.OPTIONAL,
                {
                    "set_rule NAME VALUE": "set `pie` or `ko`",
                    "time_settings MAIN BYO STONES": "the clock, in seconds, as in GTP 2",
                    "time_left COLOR TIME STONES": "what COLOR has left, in seconds",
                    "kata-list_time_settings": "the names that kata-time_settings takes",
                    "kata-time_settings NAME NUMBER...": "the clock, with increments",
                    "undo": "take back the last move",
                    "showboard": "a picture of the board",
                    "fixed_handicap STONES": "place handicap stones where the rules say",
                    "set_free_handicap VERTEX VERTEX...": "place handicap stones where told",
                    "final_score": "`B+4`, `W+1.5` or `0`",
                    "final_status_list STATUS": "the stones of that status, here always `dead`",
                    "kgs-genmove_cleanup COLOR": "as genmove, but capture every dead stone first",
                },
            )
        ),
    }
)
"""Every command that the referee may send to an engine."""

REQUIRED: Final = frozenset(name for name, spec in COMMANDS.items() if spec.need is Need.REQUIRED)
"""The commands without which an engine cannot be refereed."""

EXPECTED: Final = frozenset(name for name, spec in COMMANDS.items() if spec.need is Need.EXPECTED)
"""The commands whose absence is reported and tolerated."""

RULEKEEPER_COMMANDS: Final[Mapping[str, CommandSpec]] = MappingProxyType(
    {
        **{
            name: COMMANDS[name]
            for name in (
                "protocol_version",
                "name",
                "version",
                "list_commands",
                "known_command",
                "quit",
                "list_games",
                "set_game",
                "boardsize",
                "clear_board",
                "komi",
                "set_rule",
                "play",
                "undo",
                "showboard",
                "fixed_handicap",
                "final_score",
            )
        },
        **dict(
            _table(
                Need.OPTIONAL,
                {
                    "query_boardsize": "the sizes, as given to `boardsize`",
                    "points": "every vertex, in label order",
                    "neighbors VERTEX": "the vertices it touches, in label order",
                    "sides VERTEX": "the sides (or runs) that it belongs to",
                    "list_stones COLOR": "the vertices of COLOR's stones",
                    "all_legal COLOR": "every legal move: vertices, then the swap, then `pass`",
                    "is_legal COLOR MOVE": "`1` or `0`",
                    "why_illegal COLOR MOVE": "a code and a sentence; `legal` if it is legal",
                    "side_to_move": "`black` or `white`; empty once the game is over",
                    "move_history": "`COLOR MOVE`, one a line, oldest first",
                    "captures COLOR": "the number of stones that COLOR has taken",
                    "outcome": "`undecided`, or who won and why",
                    "winning_chain": "the vertices that prove the win, one line a chain",
                    "final_status_list STATUS [VERTEX]...": "mark dead stones for `final_score`",
                    "gogui-rules_game_id": "as GoGui defines it",
                    "gogui-rules_board_size": "as GoGui defines it",
                    "gogui-rules_legal_moves": "as GoGui defines it",
                    "gogui-rules_side_to_move": "as GoGui defines it",
                    "gogui-rules_final_result": "as GoGui defines it",
                },
            )
        ),
    }
)
"""Every command that the rules core has as a program, `referee gtp`."""

WIRE_COLORS: Final[Mapping[str, str]] = MappingProxyType(
    {"black": "black", "b": "black", "white": "white", "w": "white"}
)
"""A colour word on the wire, in lower case, to the colour it means."""

COLORS: Final[Mapping[str, str]] = MappingProxyType(
    {**WIRE_COLORS, "red": "black", "blue": "white"}
)
"""The same for words from people and records: Red is Black's name in some games, Blue White's."""

RESIGN: Final = "resign"
PASS: Final = "pass"
SWAP: Final = "swap"
SWAP_SIDES: Final = "swap-sides"
