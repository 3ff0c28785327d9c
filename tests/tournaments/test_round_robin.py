from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.schedule.pairing import stable_hash
from tournaments.schedule.round_robin import count_games, schedule

NAMES = st.lists(st.text(max_size=4), min_size=2, max_size=13, unique=True).map(tuple)
CYCLES = st.integers(1, 4)
SEEDS = st.integers(0, 2**53)


@given(names=NAMES, cycles=CYCLES, seed=SEEDS)
def test_each_pair_meets_with_both_colours_once_a_cycle(
    names: tuple[str, ...], cycles: int, seed: int
):
    met = Counter((p.first, p.second) for p in schedule(names, cycles=cycles, seed=seed))

    assert met == {(a, b): cycles for a in names for b in names if a != b}


@given(names=NAMES, cycles=CYCLES, seed=SEEDS)
def test_game_ids_are_unique(names: tuple[str, ...], cycles: int, seed: int):
    ids = [pairing.game_id for pairing in schedule(names, cycles=cycles, seed=seed)]

    assert len(set(ids)) == len(ids) == count_games(len(names), cycles=cycles)


@given(names=NAMES, seed=SEEDS, data=st.data())
def test_the_order_of_the_file_changes_nothing(
    names: tuple[str, ...], seed: int, data: st.DataObject
):
    shuffled = tuple(data.draw(st.permutations(names)))

    assert list(schedule(names, cycles=2, seed=seed)) == list(
        schedule(shuffled, cycles=2, seed=seed)
    )


@given(names=NAMES, seed=SEEDS)
def test_nobody_plays_two_pairs_in_one_round(names: tuple[str, ...], seed: int):
    rounds: dict[str, list[frozenset[str]]] = {}
    for pairing in schedule(names, cycles=1, seed=seed):
        rounds.setdefault(pairing.game_id.rsplit("-", 1)[0], []).append(
            frozenset((pairing.first, pairing.second))
        )

    for pairs in rounds.values():
        players = Counter(name for pair in set(pairs) for name in pair)
        assert max(players.values()) == 1


@given(names=NAMES, seed=SEEDS, stop=st.integers(0, 400))
def test_colours_are_balanced_within_one_game_wherever_the_event_stops(
    names: tuple[str, ...], seed: int, stop: int
):
    balance: Counter[str] = Counter()
    for pairing in list(schedule(names, cycles=3, seed=seed))[:stop]:
        balance[pairing.first] += 1
        balance[pairing.second] -= 1

    assert all(abs(difference) <= 1 for difference in balance.values())


@given(names=NAMES, seed=SEEDS)
def test_a_longer_event_begins_like_the_shorter_one(names: tuple[str, ...], seed: int):
    short = list(schedule(names, cycles=1, seed=seed))

    assert list(schedule(names, cycles=2, seed=seed))[: len(short)] == short


def test_another_seed_draws_other_lots():
    names = tuple("abcdefgh")
    orders = {tuple(p.first for p in schedule(names, cycles=1, seed=seed)) for seed in range(10)}

    assert len(orders) == 10


def test_the_schedule_of_three_is_as_it_always_was():
    games = [
        f"{p.game_id} {p.first} {p.second}" for p in schedule(("a", "b", "c"), cycles=1, seed=1)
    ]

    assert games == [
        "c1-r1-2v3 a b",
        "c1-r1-3v2 b a",
        "c1-r2-1v3 c b",
        "c1-r2-3v1 b c",
        "c1-r3-2v1 a c",
        "c1-r3-1v2 c a",
    ]


def test_the_lots_do_not_depend_on_the_process():
    code = "from tournaments.schedule.pairing import stable_hash; print(stable_hash(7, 'x'))"
    other = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout

    assert int(other) == stable_hash(7, "x")


@pytest.mark.parametrize("text", ["", "x", "\ud800", "é"])
def test_a_seed_fits_in_31_bits(text: str):
    assert 0 <= stable_hash(0, text) < 2**31
