from __future__ import annotations

from pathlib import Path

import pytest

from referee.rules.catalog import GAMES
from tournaments.spec_file import read_spec

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples" / "tournaments").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_is_a_tournament_of_programs_that_are_there(path: Path):
    spec = read_spec(path)

    programs = [word for engine in spec.engines for word in engine.command if "examples/" in word]
    assert len(programs) == len(spec.engines)
    assert all((ROOT / program).is_file() for program in programs)


def test_every_game_has_an_example():
    assert {read_spec(path).game.id for path in FILES} == set(GAMES)
