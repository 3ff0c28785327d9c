from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.sgf_grammar import (
    MAX_BYTES,
    MAX_NODES,
    MAX_VALUES,
    SgfError,
    compose,
    decode,
    escape_simple_text,
    escape_text,
    parse_simple_text,
    parse_text,
    read_main_line,
    write_game,
)

plain = st.characters(exclude_categories=["Cc", "Cs"])


def idents(text: str) -> list[list[str]]:
    return [list(node.properties) for node in read_main_line(text)]


def values(text: str, ident: str) -> list[str]:
    (root, *_) = read_main_line(text)
    return [parse_text(value) for value in root.properties[ident].values]


@given(st.text(st.one_of(plain, st.sampled_from("[]\\:;()\n")), max_size=30))
def test_a_text_reads_back_as_it_was(text: str):
    written = write_game([[("C", [escape_text(text)])]])

    assert values(written, "C") == [text]


@given(st.text(st.one_of(plain, st.sampled_from("[]\\:;()")), max_size=30))
def test_a_simple_text_reads_back_as_it_was(text: str):
    assert parse_simple_text(escape_simple_text(text)) == text


@given(st.text(st.characters(), max_size=30))
def test_nothing_that_is_written_holds_a_control_character(text: str):
    written = escape_text(text) + escape_simple_text(text) + compose(text, text)

    written.encode()
    assert not any(ord(char) < 32 or 127 <= ord(char) < 160 for char in written.replace("\n", ""))


@given(st.lists(st.lists(st.text(plain, max_size=5), min_size=1, max_size=3), max_size=4))
def test_a_game_reads_back_with_all_its_values(lists: list[list[str]]):
    nodes = [[("AB", [escape_text(text) for text in texts])] for texts in [["x"], *lists]]
    read = [
        [parse_text(value) for value in node.properties["AB"].values]
        for node in read_main_line(write_game(nodes))
    ]

    assert read == [["x"], *lists]


@pytest.mark.parametrize(
    ("value", "text", "simple"),
    [
        pytest.param(r"a\]b", "a]b", "a]b", id="bracket"),
        pytest.param(r"a\\", "a\\", "a\\", id="backslash"),
        pytest.param(r"a\:b:c", "a:b:c", "a:b:c", id="colon"),
        pytest.param("a\\\nb", "ab", "ab", id="soft line break"),
        pytest.param("a\\\r\nb", "ab", "ab", id="soft line break of Windows"),
        pytest.param("a\\\\\nb", "a\\\nb", "a\\ b", id="backslash, then a line break"),
        pytest.param("a\r\nb\rc\nd", "a\nb\nc\nd", "a b c d", id="line breaks"),
        pytest.param("a\tb\vc", "a b c", "a b c", id="white space"),
        pytest.param("(;[", "(;[", "(;[", id="brackets that mean nothing here"),
    ],
)
def test_escapes_are_undone_as_ff4_says(value: str, text: str, simple: str):
    assert (parse_text(value), parse_simple_text(value)) == (text, simple)
    assert values(f"(;C[{value}])", "C") == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("(;A[x];B[y])", [["A"], ["B"]], id="a line"),
        pytest.param("(;A[x](;B[y];C[z])(;D[w]))", [["A"], ["B"], ["C"]], id="variations"),
        pytest.param("(;A[x](;B[y](;C[z])(;D[)])))\n", [["A"], ["B"], ["C"]], id="nested"),
        pytest.param("(;A[x](;B[y]) (;nonsense ]))", None, id="a stray bracket in a variation"),
        pytest.param(" \n( ; A [x] [y]\nB[z] ; )\n", [["A", "B"], []], id="white space"),
        pytest.param("(;AddBlack[x]SiZe[9])", [["AB", "SZ"]], id="FF[3] identifiers"),
        pytest.param("(;AB[x]C[y]AB[z])", [["AB", "C"]], id="a property twice"),
        pytest.param("(;)", [[]], id="nothing"),
    ],
)
def test_the_main_line_is_read_and_variations_are_skipped(
    text: str, expected: list[list[str]] | None
):
    if expected is None:
        with pytest.raises(SgfError):
            idents(text)
    else:
        assert idents(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: expected '(', which begins a game, at the end of the file"),
        ("hello", "1:1: expected '(', which begins a game, at 'h'"),
        ("\n\n  x", "3:3: expected '(', which begins a game, at 'x'"),
        ("()", "1:2: expected ';', which begins a node, at ')'"),
        ("(;A[x]", "1:7: expected ';', '(' or ')', at the end of the file"),
        ("(;A", "1:4: expected '[', which begins a value, at the end of the file"),
        ("(;a[x])", "1:3: expected a property in capitals, at 'a'"),
        ("(;A[x\n\\]", "1:4: a '[' without its ']'"),
        ("(;A[é];B[\\])", "1:9: a '[' without its ']'"),
        ("(;A[x]\r\n;B[y]\x1b)", "2:6: expected ';', '(' or ')', at '\\x1b'"),
        ("(;A[x](;B[y])", "1:14: expected ')', at the end of the file"),
        ("(;A[x](;B[y](;C[z])", "1:20: expected ')' 2 more times, at the end of the file"),
        ("(;A[x](;B[y])(;C[z)", "1:17: a '[' without its ']'"),
        ("(;A[x])\n(;A[y])", "2:1: a second game begins here, expected a file of one game"),
        ("(;A[x]))", "1:8: expected nothing after the game, at ')'"),
        ("(;A[x])\x00", "1:8: expected nothing after the game, at '\\x00'"),
    ],
)
def test_an_error_says_where_and_what_was_expected(text: str, message: str):
    with pytest.raises(SgfError) as refused:
        idents(text)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        pytest.param("(;PB[é])".encode(), "é", id="UTF-8 by default"),
        pytest.param("(;PB[é])".encode("latin-1"), "é", id="else Latin-1"),
        pytest.param("(;CA[UTF-8]PB[本因坊])".encode(), "本因坊", id="UTF-8"),
        pytest.param("\ufeff(;PB[é])".encode(), "é", id="a byte order mark"),
        pytest.param("(;CA[Latin1]PB[é])".encode("latin-1"), "é", id="Latin-1"),
        pytest.param("(;CA[Shift_JIS]PB[表])".encode("shift-jis"), "表", id="a byte like '\\'"),
        pytest.param("(;CA[GB2312]PB[古力])".encode("gb2312"), "古力", id="GB2312"),
    ],
)
def test_names_are_decoded_by_their_character_set(data: bytes, expected: str):
    assert values(decode(data), "PB") == [expected]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"(;CA[klingon])", "1:3: unknown character set 'klingon'"),
        (b"(;CA[zip])", "1:3: unknown character set 'zip'"),
        (b"(;CA[UTF-8]\nPB[\xe9])", "2:4: expected utf-8 text, got byte 0xe9"),
        (b" " * (MAX_BYTES + 1), f"1:1: larger than {MAX_BYTES} bytes"),
    ],
)
def test_what_cannot_be_decoded_is_refused(data: bytes, message: str):
    with pytest.raises(SgfError) as refused:
        decode(data)

    assert str(refused.value) == message


def count(text: str) -> int | str:
    try:
        return sum(1 for _ in read_main_line(text))
    except SgfError as error:
        return error.complaint


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("(;" * 100_000 + ")" * 100_000, 100_000, id="nested"),
        pytest.param("(;(;)" + "(;" * 100_000 + ")" * 100_001, 2, id="nested variations"),
        pytest.param("(;" + "(;)" * 100_000 + ")", 2, id="many variations"),
        pytest.param("(" * 1_000_000, "expected ';', which begins a node, at '('", id="open"),
        pytest.param("(;" * 300_000, f"more than {MAX_NODES} nodes, at ';'", id="nodes"),
        pytest.param(
            "(;" + "A[]" * 500_000, f"more than {MAX_VALUES} values, at '['", id="properties"
        ),
        pytest.param("(;A" + "[]" * 500_000, f"more than {MAX_VALUES} values, at '['", id="values"),
        pytest.param("(;C[" + "\\]" * 500_000, "a '[' without its ']'", id="escapes"),
        pytest.param("(;(;)(" + "[a" * 500_000, "a '[' without its ']'", id="open values"),
    ],
)
def test_a_hostile_file_takes_bounded_time(text: str, expected: int | str):
    started = time.process_time()

    assert count(text) == expected
    assert time.process_time() - started < 10  # quadratic would be minutes


@settings(max_examples=300)
@given(st.text(st.sampled_from("(;)[]\\AaB:\n x"), max_size=40))
def test_whatever_the_text_there_is_an_answer_or_one_line(text: str):
    assert str(reading(text)).isprintable()


def reading(text: str) -> SgfError | int:
    try:
        return sum(
            len(parse_text(value))
            for node in read_main_line(text)
            for found in node.properties.values()
            for value in found.values
        )
    except SgfError as error:
        return error
