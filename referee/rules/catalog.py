"""The only list of games. A new game is one file in `games/` and one line here.

Other packages can add a game: an entry point in the group `referee.games` whose object is a
`Game`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from referee.rules.errors import UnknownGameError
from referee.rules.game import Game
from referee.rules.games import (
    box_hex,
    go_classic,
    grand_hex,
    hex_classic,
    hex_go,
    hex_hex_y,
    square_grid_hex,
)

_OURS = (
    square_grid_hex.GAME,
    grand_hex.GAME,
    hex_go.GAME,
    box_hex.GAME,
    hex_hex_y.GAME,
    hex_classic.GAME,
    go_classic.GAME,
)


class _Catalog(Mapping[str, Game]):
    """Our games, and those of other packages, which are looked for only when it matters."""

    def __init__(self, ours: Iterable[Game]) -> None:
        self._ours = {game.id: game for game in ours}

    @cached_property
    def _all(self) -> dict[str, Game]:
        from importlib.metadata import entry_points  # noqa: PLC0415 - costs 50 ms

        games = dict(self._ours)
        for entry_point in entry_points(group="referee.games"):
            game = entry_point.load()
            if not isinstance(game, Game):
                raise TypeError(f"entry point {entry_point.value} is no Game")
            games.setdefault(game.id, game)
        return games

    def __getitem__(self, game_id: str) -> Game:
        return self._ours[game_id] if game_id in self._ours else self._all[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


GAMES: Mapping[str, Game] = _Catalog(_OURS)
"""Every game by its id, in the order of the documentation."""


def find_game(game_id: str) -> Game:
    """Return the game with this id, in any case.

    Raises:
        UnknownGameError: There is none; the message names the nearest.
    """
    game = GAMES.get(game_id.lower())
    if game is not None:
        return game
    import difflib  # noqa: PLC0415 - for the unlucky only

    near = difflib.get_close_matches(game_id.lower()[:40], GAMES, n=1)
    hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(GAMES)}"
    raise UnknownGameError(f"unknown game {game_id[:40]!a}: {hint}")
