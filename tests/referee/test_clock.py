from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.clock import MAX_SECONDS, Clock, ClockError, TimeControl, milliseconds
from referee.outcome import Player

micros = st.integers(1, int(MAX_SECONDS) * 10**6).map(lambda n: n / 10**6)
controls = st.one_of(
    st.builds(TimeControl),
    st.builds(TimeControl, main=micros, increment=micros | st.just(0.0)),
    st.builds(TimeControl, per_move=micros),
)


@given(controls)
def test_the_text_of_terms_reads_back_as_the_same_terms(control: TimeControl):
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        pytest.param("60+0.5", TimeControl(main=60, increment=0.5), id="main and increment"),
        pytest.param("300", TimeControl(main=300), id="main alone"),
        pytest.param("5/move", TimeControl(per_move=5), id="per move"),
        pytest.param("0.25s/move", TimeControl(per_move=0.25), id="per move with a unit"),
        pytest.param("none", TimeControl(), id="no clock"),
    ],
)
def test_terms_are_read_from_text(text: str, control: TimeControl):
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize(
    "text",
    ["", "5x", "-1", "inf", "nan", "1e309", "60+", "+1", "5/game", "0", "0/move", "60 +1", "٣",
     "99999999", "1\x1b", "0+1", "1.0000001"],
)  # fmt: skip
def test_other_text_is_refused_in_one_printable_line(text: str):
    with pytest.raises(ClockError) as refused:
        TimeControl.parse(text)

    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "terms",
    [
        pytest.param({"main": float("nan")}, id="nan"),
        pytest.param({"main": float("inf")}, id="infinite"),
        pytest.param({"main": -1.0}, id="negative"),
        pytest.param({"increment": 1.0}, id="increment alone"),
        pytest.param({"main": 1.0, "per_move": 1.0}, id="two kinds"),
    ],
)
def test_terms_that_make_no_sense_cannot_be_made(terms: dict[str, float]):
    with pytest.raises(ClockError):
        TimeControl(**terms)


@pytest.mark.parametrize(
    ("control", "spent", "left"),
    [
        pytest.param("10+0", [3.0], 7.0, id="main runs down"),
        pytest.param("10+2", [3.0], 9.0, id="an increment comes after the move"),
        pytest.param("10+2", [10.0], 2.0, id="exactly on time"),
        pytest.param("10+0", [0.1] * 3, 9.7, id="tenths add up"),
        pytest.param("1+0", [2.0], 0.0, id="never below zero"),
        pytest.param("5/move", [4.0], None, id="per move keeps no account"),
    ],
)
def test_what_is_left_after_moves(control: str, spent: list[float], left: float | None):
    clock = Clock.start(TimeControl.parse(control))
    for seconds in spent:
        clock = clock.spend(Player.FIRST, seconds)

    assert clock.left(Player.FIRST) == left


@pytest.mark.parametrize("control", ["2+1", "2/move"])
@pytest.mark.parametrize(
    ("seconds", "late"),
    [
        pytest.param(1.999, False, id="in time"),
        pytest.param(2.0, False, id="exactly on time"),
        pytest.param(2.001, True, id="a millisecond late"),
        pytest.param(2.000001, True, id="a microsecond late"),
    ],
)
def test_when_a_move_is_late(control: str, seconds: float, late: bool):
    assert Clock.start(TimeControl.parse(control)).is_late(Player.SECOND, seconds) is late


def test_without_a_clock_nothing_is_late():
    assert not Clock.start(TimeControl()).is_late(Player.FIRST, 1e9)


@given(controls, st.lists(st.floats(0, 1e6), max_size=20))
def test_no_clock_is_ever_negative(control: TimeControl, spent: list[float]):
    clock = Clock.start(control)
    for seconds in spent:
        clock = clock.spend(Player.FIRST, seconds)

    assert (clock.budget(Player.FIRST) or 0) >= 0


@given(st.floats(0, 1e6))
def test_a_player_never_pays_for_the_other(seconds: float):
    clock = Clock.start(TimeControl(main=60)).spend(Player.FIRST, seconds)

    assert clock.left(Player.SECOND) == 60


@given(micros)
def test_milliseconds_told_are_never_more_and_less_by_under_one(seconds: float):
    assert 0 <= seconds * 1000 - milliseconds(seconds) + 1e-5 < 1.0001
