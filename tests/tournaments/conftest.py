from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs
import pytest

from referee.clock import TimeControl
from referee.entrant import Entrant
from referee.outcome import Outcome, Termination
from referee.record import GameRecord, PlayerRecord
from referee.rules.catalog import find_game
from referee.rules.moves import Color
from tournaments.spec import Spec


@pytest.fixture
def spec() -> Spec:
    """Three entrants, two cycles: twelve games."""
    game = find_game("hex")
    return Spec(
        name="Test",
        game=game,
        size=(3,),
        rules=game.default_rules,
        time=TimeControl(per_move=1),
        cycles=2,
        seed=5,
        engines=tuple(Entrant(name=name, command=(f"./{name}",)) for name in ("ann", "bob", "cid")),
        concurrency=2,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "event.sqlite"


@pytest.fixture
def record() -> Callable[..., GameRecord]:
    """Return a maker of records in which the entrant that comes first by name wins."""

    def make(first: Entrant, second: Entrant, *, seed: int) -> GameRecord:
        is_first = first.name < second.name
        return GameRecord(
            game="hex",
            size=(3,),
            rules=find_game("hex").default_rules,
            first=PlayerRecord(first.name, first.command, first.command_hash),
            second=PlayerRecord(second.name, second.command, second.command_hash),
            time_control="1/move",
            seed=seed,
            turns=(),
            outcome=Outcome(
                Color.BLACK if is_first else Color.WHITE, Termination.CONNECTION, "so it is"
            ),
            winner="first" if is_first else "second",
        )

    return make


def bigger(spec: Spec, **changes: object) -> Spec:
    return attrs.evolve(spec, **changes)
