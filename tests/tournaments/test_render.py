from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.outcome import Player, Termination
from tournaments.crosstable import tabulate
from tournaments.render import format_points, render_crosstable, text_width
from tournaments.result import GameResult

GOLDEN = Path(__file__).parents[1] / "golden"


def event(names: tuple[str, ...]) -> list[GameResult]:
    """Return a double round robin in which earlier names are better, with a few oddities."""
    results = []
    for number, (first, second) in enumerate(itertools.permutations(names, 2)):
        better = Player.FIRST if names.index(first) < names.index(second) else Player.SECOND
        winner, ending = {
            3: (None, Termination.REPETITION),
            5: (better.opponent, Termination.TIMEOUT),
            8: (better, Termination.CRASH),
        }.get(number, (better, Termination.CONNECTION))
        results.append(GameResult(str(number), first, second, winner, ending))
    return results


FIELDS = [
    pytest.param(("mcts", "heuristic", "random"), "crosstable_3", id="three"),
    pytest.param(tuple(f"engine-{n}" for n in range(1, 13)), "crosstable_12", id="twelve"),
    pytest.param(
        ("囲碁の達人", "x" * 64, "\x1b[31mred\nname", "[bold]plain[/bold]"),
        "crosstable_names",
        id="names",
    ),
]


@pytest.mark.parametrize(("names", "golden"), FIELDS)
def test_the_crosstable_is_as_it_always_was(names: tuple[str, ...], golden: str):
    text = render_crosstable(tabulate(names, event(names)))

    assert f"{text}\n" == (GOLDEN / f"{golden}.txt").read_text(encoding="utf-8")


@settings(max_examples=50)
@given(st.lists(st.text(max_size=40), min_size=2, max_size=14, unique=True).map(tuple))
def test_every_line_fits_80_columns_and_can_be_printed(names: tuple[str, ...]):
    text = render_crosstable(tabulate(names, event(names)))

    for line in text.split("\n"):
        assert text_width(line) <= 80
        assert line.isprintable()


def test_an_event_without_games_is_a_list_of_names():
    assert render_crosstable(tabulate("ab", [])).split("\n") == [
        " #  name  points  games    SB  1st  2nd  1  2",
        "=1  a          0      0  0.00    0    0  ·  -",
        "=1  b          0      0  0.00    0    0  -  ·",
    ]


@pytest.mark.parametrize(
    ("points", "shown"), [(0.0, "0"), (0.5, "½"), (1.0, "1"), (7.5, "7½"), (1000.0, "1000")]
)
def test_points_are_written_with_a_half(points: float, shown: str):
    assert format_points(points) == shown
