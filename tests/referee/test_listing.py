"""What `referee games` prints."""

from __future__ import annotations

from referee.listing import list_games
from referee.rules.catalog import GAMES


def test_every_game_is_listed_in_the_order_of_the_catalog() -> None:
    firsts = [paragraph.split()[0] for paragraph in list_games().split("\n\n")]

    assert firsts == list(GAMES)


def test_a_game_is_told_with_its_sizes_and_rules() -> None:
    assert (
        "hex-go COLUMNS ROWS\n"
        "    Hex Go: Black against White; size 20 19 unless told otherwise\n"
        "    pie none (or swap-sides); ko capturing-stone (or simple, positional-superko); komi 0\n"
    ) in list_games()
