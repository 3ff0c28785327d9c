"""The pure modules stay pure: no trio, no cattrs, no clock behind them."""

from __future__ import annotations

import subprocess
import sys

import pytest

PURE = [
    "protocol",
    "protocol.engine",
    "referee.rules.catalog",
    "referee.rules.diagram.text",
    "referee.rules.diagram.svg",
    "referee.outcome",
    "referee.clock",
    "referee.arbiter",
    "referee.dialect.choice",
    "referee.entrant",
    "referee.sgf_game",
    "tournaments.schedule.round_robin",
    "tournaments.crosstable",
]
HEAVY = {"trio", "cattrs", "typer", "rich", "sqlite3", "subprocess", "socket", "asyncio"}


@pytest.mark.parametrize("module", PURE)
def test_a_pure_module_loads_nothing_that_reaches_outside(module: str) -> None:
    code = f"import sys, {module}; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()

    assert HEAVY.isdisjoint(loaded)
