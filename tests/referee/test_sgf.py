"""Records as SGF: everything that we write we read back."""

from __future__ import annotations

import random
import re
from pathlib import Path

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
from referee.rules.catalog import GAMES
from referee.rules.game import Rules
from referee.rules.moves import DRAW, Color
from referee.sgf import FACTS, read_record, write_record
from referee.sgf_game import read_game
from referee.sgf_grammar import SgfError

GOLDEN = Path(__file__).parent.parent / "golden" / "sgf"
SIZES = {
    "square-grid-hex": (5,),
    "grand-hex": (4,),
    "hex-go": (6, 7),
    "box-hex": (3, 5, 4),
    "hex-hex-y": (3,),
    "hex": (28,),
    "go": (9,),
}

text = st.text(st.characters(), max_size=8) | st.sampled_from(["", "a]b", "\\", ":", "\x7f", "é\n"])
texts = st.lists(text, max_size=3).map(tuple)
seconds = st.floats(0, 1e6) | st.sampled_from([0.0, 5e-324, 0.1, 1e-7, 123456.789])
maybe_seconds = st.none() | seconds
colors = st.sampled_from(list(Color))
words = st.sampled_from(["first", "second"])
players = st.builds(PlayerRecord, text, texts, text, program=text, version=text, warnings=texts)
tallies = st.builds(Tally, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9), seconds,
                    seconds)  # fmt: skip
regions = st.builds(RegionRecord, texts, st.none() | colors)
sheets = st.builds(
    ScoreSheet, text, tallies, tallies, texts, st.lists(regions, max_size=2).map(tuple)
)


def turns_of(moves: st.SearchStrategy[str]) -> st.SearchStrategy[Turn]:
    return st.builds(
        Turn, colors, moves, seconds, maybe_seconds, seconds, maybe_seconds, maybe_seconds
    )


@st.composite
def records(draw: st.DrawFn) -> GameRecord:
    game = draw(st.sampled_from(list(GAMES.values())))
    board = game.board(SIZES[game.id])
    pies = [word for word in ("swap", "swap-sides") if (game.id, word) != ("hex", "swap")]
    moves = st.sampled_from([*board.labels, "pass", *pies])
    result = st.sampled_from([*Color, DRAW])
    komi = st.integers(-2000, 2000).map(lambda half: half / 2) if game.has_komi else seconds
    handicap = st.lists(st.sampled_from(board.labels), unique=True, max_size=4)
    return GameRecord(
        game=game.id,
        size=board.size,
        rules=draw(st.builds(Rules, text, text, komi, st.none() | st.integers(1, 999))),
        first=draw(players),
        second=draw(players),
        time_control=draw(text | st.sampled_from(["none", "60+0.5", "300", "5/move"])),
        seed=draw(st.integers(0, 2**53 - 1)),
        turns=tuple(draw(st.lists(turns_of(moves), max_size=8))),
        outcome=draw(st.builds(Outcome, result, st.sampled_from(list(Termination)), text)),
        winner=draw(st.none() | words),
        proof=draw(
            st.builds(Proof, st.lists(texts, max_size=2).map(tuple), score=st.none() | sheets)
        ),
        closing=draw(st.none() | turns_of(text)),
        resumed_at=draw(st.none() | st.integers(0, 400)),
        dead_claims=tuple(draw(st.lists(st.builds(DeadClaim, words, texts), max_size=2))),
        started=draw(text | st.just("2026-11-05T12:00:00+00:00")),
        handicap=tuple(draw(handicap)) if game.captures else (),
        software=draw(text | st.just("hex-referee 0.1.0")),
    )


PLAIN = GameRecord(
    game="hex",
    size=(5,),
    rules=Rules(pie="swap-sides"),
    first=PlayerRecord("Ann [1\\2]", ("ann", "--seed", "7"), "00ff", "Ann", "1.0"),
    second=PlayerRecord("Bob: 本因坊", ("bob",), "ff00", warnings=("no list_commands",)),
    time_control="60+0.5",
    seed=7,
    turns=(
        Turn(Color.BLACK, "A2", 0.25, 60.25, 0.0, 0.25, 0.25),
        Turn(Color.WHITE, "swap-sides", 1.5, 59.0, 0.5, 2.0, 2.0),
        Turn(Color.WHITE, "C3", 0.125, 60.625, 2.5, 2.625, 2.625),
    ),
    outcome=Outcome(Color.WHITE, Termination.RESIGNATION, "Black resigned"),
    winner="first",
    closing=Turn(Color.BLACK, "resign", 0.5, 59.0, 3.0, 3.5, 3.5),
    started="2026-11-05T12:00:00+00:00",
    software="hex-referee 0.1.0",
)
GO = attrs.evolve(
    PLAIN,
    game="go",
    size=(9,),
    rules=Rules(ko="positional-superko", komi=7.5),
    time_control="5/move",
    handicap=("C3", "G7"),
    turns=(
        Turn(Color.WHITE, "E5", 0.5, None, 0.0, 0.5, 0.5),
        Turn(Color.BLACK, "pass", 0.5, None, 1.0, 1.5, 1.5),
        Turn(Color.WHITE, "pass", 0.5, None, 2.0, 2.5, 2.5),
    ),
    outcome=Outcome(Color.WHITE, Termination.SCORE, "White has won by 6.5"),
    winner="second",
    closing=None,
    dead_claims=(DeadClaim("first", ("E5",)), DeadClaim("second", ("E5",))),
    proof=Proof(
        score=ScoreSheet(
            "W+6.5",
            Tally(0, 2, 0, 0.0, 2.0),
            Tally(0, 1, 0, 7.5, 8.5),
            ("E5",),
            (RegionRecord(("A1", "A2"), None),),
        )
    ),
)
BOX = attrs.evolve(
    PLAIN,
    game="box-hex",
    size=(3, 5, 4),
    rules=Rules(),
    time_control="none",
    turns=(Turn(Color.BLACK, "K18", 0.5, None, 0.0, 0.5, 0.5),),
    outcome=Outcome(Color.BLACK, Termination.ILLEGAL_MOVE, "White answered 'K18'"),
    closing=Turn(Color.WHITE, "K18", 0.5, None, 1.0, 1.5, 1.5),
)
EXAMPLES = {"hex": PLAIN, "go": GO, "box-hex": BOX}


def sgf(record: GameRecord) -> str:
    return write_record(record)


def read(text: str) -> GameRecord:
    return read_record(text.encode())


@settings(max_examples=200, deadline=None)
@given(records())
def test_a_record_reads_back_equal(record: GameRecord):
    assert read(sgf(record)) == record


@settings(max_examples=50, deadline=None)
@given(records())
def test_others_read_the_same_moves(record: GameRecord):
    game = read_game(sgf(record))
    told = tuple((played.color, game.board.format_move(played.move)) for played in game.moves)

    assert told == tuple((turn.color, turn.move) for turn in record.turns)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_file_looks_as_documented(name: str):
    assert sgf(EXAMPLES[name]) == (GOLDEN / f"{name}.sgf").read_text("utf-8")
    assert read_record((GOLDEN / f"{name}.sgf").read_bytes()) == EXAMPLES[name]


def test_every_field_of_a_record_has_its_place():
    told_by_ff4 = {"game", "size", "turns", "handicap"}

    assert {field.name for field in attrs.fields(GameRecord)} == told_by_ff4 | set(FACTS.values())


@pytest.mark.parametrize(
    ("winner", "termination", "result"),
    [
        (Color.BLACK, Termination.CONNECTION, "B+"),
        (Color.WHITE, Termination.CONNECTION, "W+"),
        (Color.WHITE, Termination.SCORE, "W+6.5"),
        (Color.WHITE, Termination.MOVE_LIMIT, "W+6.5"),
        (DRAW, Termination.SCORE, "Draw"),
        (DRAW, Termination.REPETITION, "Draw"),
        (Color.BLACK, Termination.RESIGNATION, "B+R"),
        (Color.BLACK, Termination.TIMEOUT, "B+T"),
        (Color.BLACK, Termination.ILLEGAL_MOVE, "B+F"),
        (Color.BLACK, Termination.PROTOCOL_ERROR, "B+F"),
        (Color.BLACK, Termination.CRASH, "B+F"),
        (Color.BLACK, Termination.REFUSED, "B+F"),
        (Color.BLACK, Termination.RESOURCE_LIMIT, "B+F"),
        (Color.BLACK, Termination.ADJUDICATION, "B+"),
    ],
)
def test_the_result_is_told_as_ff4_has_it(winner: Color, termination: Termination, result: str):
    scored = termination in (Termination.SCORE, Termination.MOVE_LIMIT)
    record = attrs.evolve(
        GO, outcome=Outcome(winner, termination, ""), proof=GO.proof if scored else Proof()
    )

    assert f"RE[{result}]" in sgf(record)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": "HEX"}, "expected game hex and size (5,) spelled so"),
        ({"size": (99,)}, "unacceptable size for hex: 99"),
        ({"size": (5, 5)}, "expected game hex and size (5,) spelled so"),
        ({"game": "go", "rules": Rules(komi=0.25)}, "komi 0.25: expected whole or half"),
        ({"handicap": ("A1",)}, "handicap: hex has none"),
        ({"turns": (attrs.evolve(PLAIN.turns[0], move="Z9"),)}, "turn 1: Z9 is off the board"),
        ({"turns": (attrs.evolve(PLAIN.turns[0], move="a2"),)}, "turn 1: 'a2' is spelled A2"),
        ({"turns": (attrs.evolve(PLAIN.turns[0], move="swap"),)}, "turn 1: swap cannot be"),
        ({"turns": (attrs.evolve(PLAIN.turns[0], move="\n"),)}, "turn 1: '\\n' is no vertex"),
    ],
)
def test_a_record_that_names_no_game_or_move_is_not_written(
    changes: dict[str, object], message: str
):
    with pytest.raises(RecordError) as refused:
        sgf(attrs.evolve(PLAIN, **changes))

    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (r"XV\[1\]", "", "1:2: no XV property: this game was not written by hex-referee"),
        (r"XV\[1\]", "XV[2]", "1:2: record: version: expected 1, got 2"),
        (r"XV\[1\]", "XV[1][1]", "XV has 2 values, expected one"),
        (r"XV\[1\]", "XV[1, 1]", "XV: expected a JSON value"),
        (r"XI\[7\]", "XI[NaN]", "1:2: record: not JSON of ours: NaN is no number"),
        (r"XI\[7\]", 'XI[7, "seed": 8]', "XI: expected a JSON value"),
        (r"XI\[7\]", "XI[" + "{" * 9999 + "]", "XI: expected a JSON value"),
        (r"XI\[7\]", "XI[" + "9" * 9999 + "]", "XI: expected a JSON value"),
        (r"XI\[7\]", "XI[true]", "1:2: record: seed: expected a whole number, got true"),
        (r"XO\[[^]]*\]", "", "1:2: record: outcome: missing"),
        (r"XM\[[^]]*\]", "", "1:2: record: turns[0].seconds: missing"),
        (r"XM\[[^]]*\]", "XM[5]", "XM: expected a JSON object"),
        (r"XM\[{", 'XM[{"move": "B1", ', "1:2: record: not JSON of ours: the key 'move' twice"),
        (r"BL\[60.25\]", "BL[soon]", "9:7: BL: expected a number, got 'soon'"),
        (r"PW\[", "PW[not ", "PW says 'not Bob: 本因坊', but the record has 'Bob: 本因坊'"),
        (r"RE\[W\+R\]", "RE[B+R]", "RE says 'B+R', but the record has 'W+R'"),
        (r"TM\[60\]", "TM[61]", "TM says '61', but the record has '60'"),
        (r"B\[a2\]", "B[a6]", "9:2: move 1: A6 is off the board"),
        (r"\)\n$", "", "expected ';', '(' or ')', at the end of the file"),
    ],
)
def test_a_changed_file_is_refused_with_its_place(old: str, new: str, message: str):
    changed = re.sub(old, lambda _: new, sgf(PLAIN), count=1)
    assert changed != sgf(PLAIN)

    with pytest.raises(SgfError) as refused:
        read(changed)

    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("PB[", "US[me]EV[cup]PB[", id="more properties"),
        pytest.param("TM[60]", "TM[60.00]", id="a number written otherwise"),
        pytest.param("TM[60]", "", id="an echo left out"),
        pytest.param(";W[c3]", ";C[well]\n;W[c3]", id="a node without a move"),
        pytest.param("(;", "(;C[a note (]", id="a comment"),
        pytest.param("\n", "\r\n", id="line ends of Windows"),
        pytest.param("(;", "\ufeff(;", id="a byte order mark"),
    ],
)
def test_what_other_programs_do_to_a_file_does_no_harm(old: str, new: str):
    changed = sgf(PLAIN).replace(old, new)
    assert changed != sgf(PLAIN)

    assert read(changed) == PLAIN


def test_variations_that_others_add_are_not_of_the_record():
    line, last = sgf(PLAIN).removesuffix(")\n").split(";W[c3]")
    changed = f"{line}(;W[c3]{last})(;W[a1];B[a3])(;W[a4]))\n"

    assert read(changed) == PLAIN


def reading(data: bytes) -> str | None:
    try:
        read_record(data)
    except SgfError as error:
        return str(error)
    return None


def test_a_truncated_file_is_refused_wherever_it_was_cut():
    for record in EXAMPLES.values():
        whole = sgf(record).encode()
        for end in range(len(whole) - 1):
            assert re.match(r"[0-9]+:[0-9]+: .", reading(whole[:end]) or "")


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_refused_in_one_line(data: bytes):
    message = reading(data)

    assert message is not None
    assert message.isprintable()


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_mutated_file_is_read_or_refused_in_one_line(data: st.DataObject):
    whole = bytearray(sgf(EXAMPLES[data.draw(st.sampled_from(list(EXAMPLES)))]).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        end = at + data.draw(st.integers(0, 6))
        scrap = st.sampled_from([b"", b"]", b"[", b"\\", b"(", b")", b";", b"0", b'"', b"{", b"W"])
        whole[at:end] = data.draw(scrap | st.binary(max_size=3))

    message = reading(bytes(whole))

    assert message is None or message.isprintable()


def test_shuffled_pieces_of_a_file_are_read_or_refused_in_one_line():
    source = random.Random(1)
    pieces = re.split(r"(?<=\])", sgf(GO))

    for _ in range(300):
        source.shuffle(pieces)
        message = reading("".join(pieces).encode())
        assert message is None or message.isprintable()
