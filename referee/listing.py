"""What `referee games` prints: every game, its board and its rules."""

from __future__ import annotations

from referee.rules.catalog import GAMES
from referee.rules.game import Game


def list_games() -> str:
    """Describe each game in a paragraph of three lines."""
    return "\n\n".join(map(_describe, GAMES.values()))


def _describe(game: Game) -> str:
    default = " ".join(map(str, game.default_size))
    first, second = game.color_names
    rules = [f"pie {_choices(game.pie_choices, game.default_rules.pie)}"]
    if game.captures:
        rules.append(f"ko {_choices(game.ko_choices, game.default_rules.ko)}")
    if game.has_komi:
        rules.append(f"komi {game.default_rules.komi:g}")
    return "\n".join(
        [
            f"{game.id} {' '.join(game.size_names)}",
            f"    {game.title}: {first} against {second}; size {default} unless told otherwise",
            f"    {'; '.join(rules)}",
        ]
    )


def _choices(choices: tuple[str, ...], default: str) -> str:
    """List the values of a rule, the default first."""
    others = [choice for choice in choices if choice != default]
    return f"{default} (or {', '.join(others)})" if others else default
