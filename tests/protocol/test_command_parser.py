from __future__ import annotations

import pytest

from protocol import NEED_DATA, Command, CommandParser, MalformedCommand

STREAMS = [
    pytest.param(b"name\n", [Command("name")], id="a name"),
    pytest.param(b"7 name\n", [Command("name", id=7)], id="with id"),
    pytest.param(b"play black C4\n", [Command("play", ("black", "C4"))], id="arguments"),
    pytest.param(b"  7  play\tb   C4 \n", [Command("play", ("b", "C4"), id=7)], id="spaces"),
    pytest.param(b"play b C4\r\n", [Command("play", ("b", "C4"))], id="CRLF"),
    pytest.param(b"na\rm\x01e\x7f\n", [Command("name")], id="control characters"),
    pytest.param(b"name # not a word\n", [Command("name")], id="a comment"),
    pytest.param(b"name#\n", [Command("name")], id="a comment at once"),
    pytest.param(b"# name\n#\n", [], id="nothing but comments"),
    pytest.param(b"\n \n\r\n\t\n", [], id="empty lines"),
    pytest.param(b"a\nb\n", [Command("a"), Command("b")], id="two"),
    pytest.param(b"1 2\n", [Command("2", id=1)], id="a number for a name"),
    pytest.param("٣ name\n".encode(), [Command("٣", ("name",))], id="digits of another script"),
    pytest.param(b"x \xff\n", [Command("x", ("\ufffd",))], id="invalid UTF-8"),
    pytest.param("x a\u2028b\u00a0c\n".encode(), [Command("x", ("a\u2028b\u00a0c",))],
                 id="only ASCII spaces split"),
    pytest.param(b"12\n", [MalformedCommand("no command after the id", id=12)], id="id alone"),
    pytest.param(b"5 # name\n", [MalformedCommand("no command after the id", id=5)],
                 id="id and comment"),
    pytest.param(b"12345678901 name\n", [MalformedCommand("an id has at most 10 digits")],
                 id="long id"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "events"), STREAMS)
@pytest.mark.parametrize("after", [b"", b"99 after\n"], ids=["", "with bytes after"])
def test_bytes_give_commands_however_they_are_cut(read, cut, data, events, after):
    expected = [*events, Command("after", id=99)] if after else events

    assert read(CommandParser(), cut(data + after)) == expected


@pytest.mark.parametrize(
    ("line", "event"),
    [
        pytest.param(b"3 name abcdefghijkl", MalformedCommand("line too long", id=3), id="id"),
        pytest.param(b"name abcdefghijklmno", MalformedCommand("line too long"), id="no id"),
        pytest.param(b" " * 20, MalformedCommand("line too long"), id="spaces"),
        pytest.param(b"1" * 20, MalformedCommand("line too long"), id="digits"),
        pytest.param(b"5 name # " + b"x" * 20, Command("name", id=5), id="a long comment"),
        pytest.param(b"# " + b"x" * 20, None, id="nothing but a long comment"),
    ],
)
def test_a_line_too_long_is_skipped_to_its_end(read, cut, line, event):
    parser = CommandParser(max_line_bytes=16)

    events = read(parser, cut(line + b"\n9 next\n"))

    assert events == [*([event] if event else []), Command("next", id=9)]


def test_a_line_too_long_is_not_kept():
    parser = CommandParser(max_line_bytes=16)

    for _ in range(100):
        parser.receive_data(b"x" * 1000)
        assert parser.next_event() is NEED_DATA

    assert len(parser._lines) <= 16
