from __future__ import annotations

import json
import random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.outcome import Outcome, Termination
from referee.record import (
    DeadClaim,
    GameRecord,
    PlayerRecord,
    Proof,
    RecordError,
    RegionRecord,
    ScoreSheet,
    Tally,
    Turn,
)
from referee.rules.game import Rules
from referee.rules.moves import DRAW, Color

text = st.text(max_size=8)
labels = st.lists(text, max_size=3).map(tuple)
seconds = st.floats(0, 1e6)
maybe_seconds = st.none() | seconds
colors = st.sampled_from(list(Color))
words = st.sampled_from(["first", "second"])
players = st.builds(PlayerRecord, text, labels, text, program=text, version=text, warnings=labels)
turns = st.builds(Turn, colors, text, seconds, maybe_seconds, seconds, maybe_seconds, maybe_seconds)
tallies = st.builds(Tally, st.integers(0, 400), st.integers(0, 400), st.integers(0, 9), seconds,
                    seconds)  # fmt: skip
sheets = st.builds(
    ScoreSheet, text, tallies, tallies, labels,
    st.lists(st.builds(RegionRecord, labels, st.none() | colors), max_size=2).map(tuple),
)  # fmt: skip
records = st.builds(
    GameRecord,
    game=text,
    size=st.lists(st.integers(1, 50), max_size=3).map(tuple),
    rules=st.builds(Rules, text, text, seconds, st.none() | st.integers(1, 999)),
    first=players,
    second=players,
    time_control=text,
    seed=st.integers(0, 2**53 - 1),
    turns=st.lists(turns, max_size=3).map(tuple),
    outcome=st.builds(
        Outcome, st.sampled_from([*Color, DRAW]), st.sampled_from(list(Termination)), text
    ),
    winner=st.none() | words,
    proof=st.builds(Proof, st.lists(labels, max_size=2).map(tuple), score=st.none() | sheets),
    closing=st.none() | turns,
    resumed_at=st.none() | st.integers(0, 400),
    dead_claims=st.lists(st.builds(DeadClaim, words, labels), max_size=2).map(tuple),
    started=text,
    software=text,
)

PLAIN = GameRecord(
    game="hex",
    size=(3,),
    rules=Rules(),
    first=PlayerRecord("a", ("bot",), "00"),
    second=PlayerRecord("b", ("bot",), "00"),
    time_control="none",
    seed=0,
    turns=(Turn(Color.BLACK, "B2", 0.5, None, 0.0, 0.5, 0.5),),
    outcome=Outcome(Color.BLACK, Termination.RESIGNATION, "White resigned"),
    winner="first",
)


@settings(max_examples=100)
@given(records)
def test_a_record_reads_back_equal(record: GameRecord):
    assert GameRecord.from_json(record.to_json()) == record


def test_the_json_holds_words_not_numbers_for_colours():
    table = json.loads(PLAIN.to_json())

    assert (table["turns"][0]["color"], table["outcome"]["winner"]) == ("black", "black")


def changed(**changes: Any) -> str:
    return json.dumps(json.loads(PLAIN.to_json()) | changes)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("\x1b[2J", id="escape sequence"),
        pytest.param("[]", id="no object"),
        pytest.param("{}", id="no version"),
        pytest.param(changed(version=2), id="later version"),
        pytest.param(changed(version=True), id="version true"),
        pytest.param(changed(game=5), id="game is a number"),
        pytest.param(changed(size="3"), id="size is text"),
        pytest.param(changed(winner="black"), id="winner is a colour"),
        pytest.param(changed(gmae="hex"), id="unknown key"),
        pytest.param(changed(turns=[{}]), id="empty turn"),
        pytest.param(changed(outcome={"winner": "red", "termination": "x", "detail": 1}), id="out"),
        pytest.param(PLAIN.to_json().replace("0.5", "NaN"), id="NaN"),
        pytest.param(PLAIN.to_json().replace("0.5", "1e999"), id="too large a number"),
        pytest.param(PLAIN.to_json().replace("0.5", "1" * 5000), id="too long a number"),
        pytest.param(PLAIN.to_json().replace('"seed"', '"game"'), id="a key twice"),
        pytest.param('{"a":' * 100_000, id="nested deeply"),
        pytest.param(b"\xff\xfe\xfd", id="bytes that are no text"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(text: str | bytes):
    with pytest.raises(RecordError) as refused:
        GameRecord.from_json(text, where="x.json")

    assert str(refused.value).startswith("x.json: ")
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("turns", [{}] * 200_000, "x.json: color: missing"),
        ("turns", [{"colour": 1}] * 100_000, "x.json: colour: unknown key"),
        ("size", ["1"] * 200_000, "x.json: expected a whole number, got '1'"),
        ("dead_claims", [[]] * 200_000, "x.json: expected a table, got []"),
        ("moves", ["A1"] * 200_000, "x.json: moves: unknown key"),
    ],
)
def test_a_large_text_is_refused_at_its_first_fault(key: str, value: list[Any], message: str):
    with pytest.raises(RecordError) as refused:
        GameRecord.from_json(changed(**{key: value}), where="x.json")

    assert str(refused.value).startswith(message)


def test_a_large_record_reads_back_equal():
    record = attrs.evolve(PLAIN, turns=PLAIN.turns * 2000)

    assert GameRecord.from_json(record.to_json()) == record


def test_a_truncated_record_is_refused_wherever_it_was_cut():
    whole = PLAIN.to_json()

    for end in random.Random(1).sample(range(len(whole)), 40):
        with pytest.raises(RecordError):
            GameRecord.from_json(whole[:end])


def test_every_field_is_written():
    assert set(json.loads(PLAIN.to_json())) == {field.name for field in attrs.fields(GameRecord)}
