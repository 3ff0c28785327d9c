from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.outcome import Player, Termination
from tournaments.crosstable import Crosstable, Score, tabulate
from tournaments.result import GameResult

NAMES = ("ann", "bob", "cid", "dan")
RESULTS = st.lists(
    st.builds(
        lambda pair, winner, ending: GameResult("x", *pair, winner, ending),
        pair=st.permutations(NAMES).map(lambda names: names[:2]),
        winner=st.sampled_from([Player.FIRST, Player.SECOND, None]),
        ending=st.sampled_from(Termination),
    ),
    max_size=30,
)


def game(
    first: str,
    second: str,
    winner: Player | None = Player.FIRST,
    termination: Termination = Termination.CONNECTION,
) -> GameResult:
    return GameResult(f"{first}-{second}", first, second, winner, termination)


def order(table: Crosstable) -> list[tuple[int, str]]:
    return [(row.rank, row.name) for row in table.rows]


@given(results=RESULTS, data=st.data())
def test_the_order_of_completion_makes_no_difference(
    results: list[GameResult], data: st.DataObject
):
    shuffled = data.draw(st.permutations(results))
    names = data.draw(st.permutations(NAMES))

    assert tabulate(names, shuffled) == tabulate(NAMES, results)


@given(RESULTS)
def test_each_game_gives_one_point(results: list[GameResult]):
    table = tabulate(NAMES, results)

    assert sum(row.total.points for row in table.rows) == len(results)


@given(RESULTS)
def test_what_one_scores_against_the_other_is_what_the_other_leaves(results: list[GameResult]):
    rows = {row.name: row for row in tabulate(NAMES, results).rows}

    for row in rows.values():
        assert sum(row.against.values(), Score()) == row.total
        for opponent, score in row.against.items():
            assert rows[opponent].against[row.name] == score.reversed


@given(RESULTS)
def test_faults_are_among_the_losses(results: list[GameResult]):
    for row in tabulate(NAMES, results).rows:
        assert sum(row.faults.values()) <= row.total.losses


@given(RESULTS)
def test_every_game_has_one_ending(results: list[GameResult]):
    table = tabulate(NAMES, results)

    assert sum(table.terminations.values()) == table.moving_first.games == len(results)


def test_points_decide_first():
    table = tabulate("abc", [game("a", "b"), game("c", "b", None), game("a", "c")])

    assert order(table) == [(1, "a"), (2, "b"), (2, "c")]
    assert [row.total.points for row in table.rows] == [2, 0.5, 0.5]


def test_sonneborn_berger_breaks_a_tie():
    # Both c and d have one point: c took it from a, who has two, d from b, who has none.
    table = tabulate("abcd", [game("a", "b"), game("a", "d"), game("c", "a"), game("d", "b")])

    assert order(table) == [(1, "a"), (2, "c"), (3, "d"), (4, "b")]
    assert [row.sonneborn_berger for row in table.rows] == [1, 2, 0, 0]


def test_wins_break_a_tie_of_sonneborn_berger():
    games = [game("a", "b", None), game("b", "a", None), game("c", "d"), game("d", "c")]
    table = tabulate("abcd", games)

    assert order(table) == [(1, "c"), (1, "d"), (3, "a"), (3, "b")]


def test_a_fault_is_counted_with_the_loser():
    table = tabulate("ab", [game("a", "b", Player.SECOND, Termination.TIMEOUT)])

    assert {row.name: dict(row.faults) for row in table.rows} == {
        "a": {Termination.TIMEOUT: 1},
        "b": {},
    }


def test_before_the_first_game_everybody_is_first():
    assert order(tabulate("ba", [])) == [(1, "a"), (1, "b")]
