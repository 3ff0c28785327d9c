from __future__ import annotations

from pathlib import Path

import pytest

from referee.rules.catalog import GAMES
from tournaments.spec_file import read_spec

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples" / "tournaments").glob("*.toml"))

# Programs that are not ours, and which a file's head says how to install.
OTHERS = {"/usr/games/gnugo", "build/random_player_c"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_is_a_tournament_of_programs_that_are_there(path: Path):
    spec = read_spec(path)

    for engine in spec.engines:
        ours = [word for word in engine.command if "examples/" in word]
        assert all((ROOT / program).is_file() for program in ours)
        assert ours or engine.command[0] in OTHERS


def test_every_game_has_an_example():
    assert {read_spec(path).game.id for path in FILES} == set(GAMES)
