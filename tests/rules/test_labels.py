"""Reading and writing vertices and moves: exactly the grammar, whatever is typed."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.catalog import GAMES
from referee.rules.errors import Code, IllegalMoveError
from referee.rules.moves import PASS, SWAP, SWAP_SIDES, Move, Place

BOARDS = {
    "square-grid-hex": (52,),
    "grand-hex": (27,),
    "hex-go": (30, 19),
    "box-hex": (5, 7, 6),
    "hex-hex-y": (14,),
    "hex": (28,),
    "go": (25,),
}

NO_LABEL = [
    *[
        "",
        " ",
        "A",
        "1",
        "A0",
        "A00",
        "A-1",
        "A01",
        "A+1",
        "+A1",
        "A1e1",
        "1e1",
        "A 1",
        "A1 ",
        " A1",
    ],
    *["A1\n", "\tA1", "A1.0", "A_1", "A1_0", "1A", "A1A", "A,1", "A1,B2", "[A1]", "#A1", "A1#"],
    *["a\x001", "A\u200b1", "\uff211", "A\uff11", "A\u0661", "A\u0967", "A\u00b2", "\u00c01"],
    *["\u0391\u0661", "\U0001d4001"],
    *["\u01311", "\u017f1"],  # a dotless i and a long s, whose upper case is ASCII
    *["ABCD1", "A" * 10_000 + "1", "A100000", "A" + "1" * 10_000, "A" + "9" * 5_000],
    *["resign", "passs", "swap-", "swapsides", "swap_sides", "swap sides", "PASS ", "null", "--"],
]

OFF_BOARD = ["A99999", "A999", "ZZZ1", "ZZ99", "AAA1", "A1000"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", NO_LABEL, ids=lambda text: ascii(text)[:24])
def test_what_is_no_label_is_a_syntax_error(game, text):
    with pytest.raises(IllegalMoveError) as raised:
        GAMES[game].board().parse_move(text)

    refusal = raised.value.refusal
    assert refusal.code is Code.SYNTAX
    assert refusal.sentence.isascii()
    assert refusal.sentence.isprintable()
    assert len(refusal.sentence) < 200


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("text", OFF_BOARD)
def test_a_label_of_no_vertex_is_off_the_board(game, text):
    with pytest.raises(IllegalMoveError) as raised:
        GAMES[game].board().parse_move(text)

    assert raised.value.refusal.code is Code.OFF_BOARD
    assert raised.value.refusal.sentence.startswith(f"{text} is off the board: size ")


@pytest.mark.parametrize(
    ("game", "size", "labels"),
    [
        ("square-grid-hex", (5,), "A6 F1 F6 I1"),
        ("square-grid-hex", (13,), "I5 O1 A14"),
        ("go", (9,), "I5 K1 A10"),
        ("grand-hex", (10,), "K1 A11"),
        ("hex", (11,), "L1 A12"),
        ("hex-hex-y", (3,), "A4 B5 C6 D5 E4 F1"),
        ("hex-go", (20, 19), "U1 A20"),
        ("hex-go", (5, 3), "A4 F1 E4"),
        ("hex-go", (3, 5), "D1 A6 C6"),
        ("box-hex", (3, 5, 4), "A4 B5 E8 F7 G6 H19 K19 L1"),
    ],
)
def test_one_step_over_each_edge_is_off_the_board(game, size, labels):
    board = GAMES[game].board(size)

    for label in labels.split():
        with pytest.raises(IllegalMoveError) as raised:
            board.parse_move(label)
        assert raised.value.refusal.code is Code.OFF_BOARD, label


@pytest.mark.parametrize("game", GAMES)
def test_every_move_reads_back_as_it_was_written(game):
    board = GAMES[game].board(BOARDS[game])

    for move in (*board.places, PASS, SWAP, SWAP_SIDES):
        text = board.format_move(move)
        assert board.parse_move(text) == move
        assert board.parse_move(text.lower()) == move
        assert board.parse_move(text.upper()) == move


@pytest.mark.parametrize("game", GAMES)
def test_labels_are_unique_and_in_label_order(game):
    board = GAMES[game].board(BOARDS[game])

    def key(label: str) -> tuple[int, str, int]:
        letters = label.rstrip("0123456789")
        return len(letters), letters, int(label.removeprefix(letters))

    assert list(board.labels) == sorted(set(board.labels), key=key)


@pytest.mark.parametrize(
    "text", ["pass", "PASS", "Pass", "swap", "SWAP", "swap-sides", "Swap-Sides"]
)
def test_special_moves_are_read_in_any_case(text):
    move = GAMES["hex"].board().parse_move(text)

    assert GAMES["hex"].board().format_move(move) == text.lower()


def read(game: str, text: str) -> Move | Code:
    """The move that a text is, or the code of its refusal."""
    try:
        return GAMES[game].board(BOARDS[game]).parse_move(text)
    except IllegalMoveError as error:
        return error.refusal.code


@given(st.sampled_from(sorted(GAMES)), st.text(max_size=8))
def test_any_text_is_a_move_or_refused(game, text):
    move = read(game, text)

    if not isinstance(move, Code):
        assert text.isascii()
        assert GAMES[game].board(BOARDS[game]).format_move(move).upper() == text.upper()
    else:
        assert move in (Code.SYNTAX, Code.OFF_BOARD)


@given(st.sampled_from(sorted(GAMES)), st.from_regex(r"[A-Za-z]{1,2}[0-9]{1,3}", fullmatch=True))
def test_near_labels_are_vertices_only_as_they_stand_on_the_board(game, text):
    board = GAMES[game].board(BOARDS[game])

    move = read(game, text)

    if text.upper() in board.labels:
        assert move == Place(board.labels.index(text.upper()))
    else:
        has_leading_zero = text.lstrip(string.ascii_letters).startswith("0")
        assert move is (Code.SYNTAX if has_leading_zero else Code.OFF_BOARD)
