from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import (
    Command,
    CommandParser,
    LocalProtocolError,
    Response,
    ResponseParser,
)

TOKENS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"], exclude_characters="#"),
    min_size=1,
    max_size=12,
)
IDS = st.none() | st.integers(0, 10**10 - 1)
LINES = st.text(
    st.characters(codec="utf-8", min_codepoint=32, exclude_characters="\x7f"),
    max_size=20,
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    return "\n".join([draw(LINES), *draw(st.lists(LINES.filter(bool), max_size=4))])


@given(name=TOKENS.filter(lambda name: not name.isdigit()), words=st.lists(TOKENS), number=IDS)
def test_a_command_arrives_as_it_was_written(name, words, number):
    command = Command(name, tuple(words), id=number)
    parser = CommandParser()

    parser.receive_data(command.encode())

    assert parser.next_event() == command


@given(ok=st.booleans(), text=texts(), number=IDS)
def test_a_response_arrives_as_it_was_written(ok, text, number):
    response = Response(ok=ok, text=text, id=number)
    parser = ResponseParser()

    parser.receive_data(response.encode())

    assert parser.next_event() == response


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Command("name"), b"name\n"),
        (Command("play", ("black", "C4"), id=7), b"7 play black C4\n"),
        (Command("boardsize", ("3", "5", "4")), b"boardsize 3 5 4\n"),
        (Command("name", id=0), b"0 name\n"),
    ],
    ids=str,
)
def test_a_command_is_one_line(command, line):
    assert command.encode() == line


@pytest.mark.parametrize(
    ("response", "data"),
    [
        (Response(ok=True), b"=\n\n"),
        (Response(ok=True, id=3), b"=3\n\n"),
        (Response(ok=True, text="C4", id=3), b"=3 C4\n\n"),
        (Response(ok=False, text="unknown command"), b"? unknown command\n\n"),
        (Response(ok=True, text="a\nb", id=1), b"=1 a\nb\n\n"),
        (Response(ok=True, text="\n  A B\n1 . ."), b"=\n  A B\n1 . .\n\n"),
        (Response(ok=True, text="a\n \nb"), b"= a\n \nb\n\n"),
    ],
    ids=str,
)
def test_a_response_ends_with_an_empty_line(response, data):
    assert response.encode() == data


@pytest.mark.parametrize(
    "token",
    ["", " ", "a b", "a\nquit", "a\r", "a\tb", "a#b", "a\x00", "a\x7f", "a\x1b[2J", "\u2028",
     "a\x85b", "a\u00a0b", "\ud800", "a\u202eb"],
    ids=ascii,
)  # fmt: skip
@pytest.mark.parametrize("place", ["name", "argument"])
def test_a_token_that_would_not_arrive_whole_is_not_sent(token, place):
    command = Command(token) if place == "name" else Command("play", ("black", token))

    with pytest.raises(LocalProtocolError):
        command.encode()


@pytest.mark.parametrize("name", ["12", "0", "٣"])
def test_a_name_that_is_a_number_is_not_sent(name):
    with pytest.raises(LocalProtocolError):
        Command(name).encode()


@pytest.mark.parametrize("number", [-1, 10**10])
def test_an_id_out_of_range_is_not_sent(number):
    with pytest.raises(LocalProtocolError):
        Command("name", id=number).encode()
    with pytest.raises(LocalProtocolError):
        Response(ok=True, id=number).encode()


@pytest.mark.parametrize(
    "text", ["a\n", "a\n\nb", "\n", "a\tb", "a\r\nb", "\x00", "\x7f", "\ud800"], ids=ascii
)
def test_a_text_that_would_not_arrive_whole_is_not_sent(text):
    with pytest.raises(LocalProtocolError):
        Response(ok=True, text=text).encode()
