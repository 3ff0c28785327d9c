from __future__ import annotations

import pytest

from protocol import NEED_DATA, Noise, RemoteProtocolError, Response, ResponseParser

# One table, read whole, byte by byte, and with more bytes after it.
STREAMS = [
    pytest.param(b"=\n\n", [Response(ok=True)], id="empty success"),
    pytest.param(b"?\n\n", [Response(ok=False)], id="empty failure"),
    pytest.param(b"= C4\n\n", [Response(ok=True, text="C4")], id="without id"),
    pytest.param(b"=12 C4\n\n", [Response(ok=True, text="C4", id=12)], id="with id"),
    pytest.param(b"=12\n\n", [Response(ok=True, id=12)], id="id alone"),
    pytest.param(b"=12 \n\n", [Response(ok=True, id=12)], id="id and a space"),
    pytest.param(b"=007 x\n\n", [Response(ok=True, text="x", id=7)], id="id with zeros"),
    pytest.param(b"= 12\n\n", [Response(ok=True, text="12")], id="a number is no id"),
    pytest.param(b"=  C4 \n\n", [Response(ok=True, text=" C4 ")], id="other spaces kept"),
    pytest.param(b"?3 no\n\n", [Response(ok=False, text="no", id=3)], id="failure with id"),
    pytest.param(b"=1 a\n b\nc\n\n", [Response(ok=True, text="a\n b\nc", id=1)], id="lines"),
    pytest.param(b"=\n  A B\n\n", [Response(ok=True, text="\n  A B")], id="first line empty"),
    pytest.param(b"= a\n \nb\n\n", [Response(ok=True, text="a\n \nb")], id="line of a space"),
    pytest.param(b"= a\n\t\nb\n\n", [Response(ok=True, text="a\n \nb")], id="line of a TAB"),
    pytest.param(b"= a\n\x01\nb\n\n", [Response(ok=True, text="a\n\nb")], id="line of controls"),
    pytest.param(b"=1 a\r\nb\r\n\r\n", [Response(ok=True, text="a\nb", id=1)], id="CRLF"),
    pytest.param(b"= a\n\r\r\n", [Response(ok=True, text="a")], id="two CRs are empty"),
    pytest.param(b"= a\rb\n\n", [Response(ok=True, text="ab")], id="CR alone ends no line"),
    pytest.param(b"=1\tC4\n\n", [Response(ok=True, text="C4", id=1)], id="TAB is a space"),
    pytest.param(b"= a#b # c\n\n", [Response(ok=True, text="a#b # c")], id="# is data"),
    pytest.param(b"= a\x0b\x0c\x1b[1mb\n\n", [Response(ok=True, text="a[1mb")], id="controls"),
    pytest.param(b"= \xe2\x80\xa8\xc2\x85x\n\n", [Response(ok=True, text="\u2028\x85x")],
                 id="only LF ends a line"),
    pytest.param(b"= \xff\xc0\xaf\n\n", [Response(ok=True, text="\ufffd\ufffd\ufffd")],
                 id="invalid UTF-8"),
    pytest.param(b"= \xc3\xa9\n\n", [Response(ok=True, text="é")], id="UTF-8"),
    pytest.param(b"hello\n= x\n\n", [Noise("hello"), Response(ok=True, text="x")], id="banner"),
    pytest.param(b" = x\n\n", [Noise(" = x")], id="an indented = is noise"),
    pytest.param(b"====\n?? x\n= y\n\n",
                 [Noise("===="), Noise("?? x"), Response(ok=True, text="y")],
                 id="an underlined banner"),
    pytest.param(b" \n", [Noise(" ")], id="a space is noise"),
    pytest.param(b"a\x00b\n", [Noise("ab")], id="NUL in noise"),
    pytest.param(b"\n\r\n= x\n\n\n\n", [Response(ok=True, text="x")], id="extra empty lines"),
    pytest.param(b"= a\n\n= b\n\n", [Response(ok=True, text="a"), Response(ok=True, text="b")],
                 id="two"),
    pytest.param(b"= a\n\nb\n\n", [Response(ok=True, text="a"), Noise("b")],
                 id="an empty line inside ends it"),
    pytest.param(b"= a\n=2 b\n\n", [Response(ok=True, text="a\n=2 b")], id="= inside is data"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "events"), STREAMS)
def test_bytes_give_events_however_they_are_cut(read, cut, data, events):
    assert read(ResponseParser(), cut(data)) == events


@pytest.mark.parametrize(("data", "events"), STREAMS)
def test_bytes_after_a_stream_change_nothing_in_it(read, cut, data, events):
    after = b"=99 after\n\n"

    assert read(ResponseParser(), cut(data + after)) == [
        *events,
        Response(ok=True, text="after", id=99),
    ]


LIMITS = {"max_line_bytes": 10, "max_response_bytes": 20, "max_noise_bytes": 30}
BREACHES = [
    pytest.param(b"=x\n\n", [], "begins no response", id="no space after ="),
    pytest.param(b"=1x\n\n", [], "begins no response", id="no space after the id"),
    pytest.param("=٣ x\n\n".encode(), [], "begins no response", id="digits of another script"),
    pytest.param(b"=-1 x\n\n", [], "begins no response", id="a negative id"),
    pytest.param(b"=12345678901\n\n", [], "more than 10 bytes", id="both too long"),
    pytest.param(b"= a\x00b\n\n", [], "NUL", id="NUL in the first line"),
    pytest.param(b"\x00= a\n\n", [], "NUL", id="NUL before the sign"),
    pytest.param(b"= a\n\x00\n\n", [], "NUL", id="NUL in another line"),
    pytest.param(b"= a\n\nx\n= b\x00\n", [Response(ok=True, text="a"), Noise("x")], "NUL",
                 id="events before the error"),
    pytest.param(b"\xef\xbb\xbf= a\n\n", [], "byte order mark (UTF-8)", id="UTF-8 BOM"),
    pytest.param(b"\xff\xfe=\x00\n\x00", [], "byte order mark (UTF-16)", id="UTF-16 BOM"),
    pytest.param(b"\xfe\xff\x00=\n", [], "byte order mark (UTF-16)", id="UTF-16 BE BOM"),
    pytest.param(b"x" * 11, [], "a line of more than 10 bytes", id="line without end"),
    pytest.param(b"x" * 11 + b"\n", [], "a line of more than 10 bytes", id="line"),
    pytest.param(b"= a\n\n" + b"x" * 11, [Response(ok=True, text="a")],
                 "a line of more than 10 bytes", id="line after a response"),
    pytest.param(b"= a\n" + b"123456789\n" * 2, [], "a response of more than 20 bytes",
                 id="response"),
    pytest.param(b"= a\n" + b"x\n" * 20, [], "a response of more than 20 bytes",
                 id="response of short lines"),
    pytest.param(b"= a\n123456789\n12345678", [], "a response of more than 20 bytes",
                 id="response without end"),
    pytest.param(b"= a\n\n" + b"12345678\n" * 4,
                 [Response(ok=True, text="a"), *[Noise("12345678")] * 3],
                 "more than 30 bytes outside any response", id="noise after the first response"),
    pytest.param(b"12345678\n" * 4, [Noise("12345678")] * 3,
                 "more than 30 bytes before the first response", id="long banner"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "events", "message"), BREACHES)
@pytest.mark.parametrize("after", [b"", b"= after\n\n"], ids=["", "with bytes after"])
def test_a_breach_is_the_same_error_however_it_is_cut(read, cut, data, events, message, after):
    if after and not data.endswith(b"\n"):
        after = b"\n" + after

    *got, (kind, text) = read(ResponseParser(**LIMITS), cut(data + after))

    assert got == events
    assert kind == "error"
    assert message in text


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"=12345678901 x\n\n", "at most 10 digits", id="long id"),
        pytest.param(b"=" + b"9" * 5000 + b" x\n\n", "at most 10 digits", id="endless id"),
        pytest.param(b"x\n" * 65, "more than 64 lines before the first response", id="banner"),
        pytest.param(
            b"=\n\n" + b"x\n" * 65, "more than 64 lines outside any response", id="chatter"
        ),
        pytest.param(b"\n" * 65, "more than 64 empty lines", id="empty lines"),
        pytest.param(b"\r\n" * 65, "more than 64 empty lines", id="empty lines with CR"),
        pytest.param(b"\nx\n" * 33 + b"\n" * 32, "more than 64 empty lines", id="with noise"),
        pytest.param(b"x" * 65537, "a line of more than 65536 bytes", id="line"),
        pytest.param(b"= x\n" * 16385, "a response of more than 65536 bytes", id="response"),
        pytest.param((b"y" * 300 + b"\n") * 60, "more than 16384 bytes before", id="wide banner"),
    ],
)
def test_floods_have_an_end(read, cut, data, message):
    events = read(ResponseParser(), cut(data))

    assert message in events[-1][1]


def test_as_much_as_the_limits_allow_is_read(read, cut):
    data = b"\n" * 64 + b"x\n" * 64 + b"= 12345678\n" + b"1\n" * 5 + b"\r\n" + b"\n" * 64

    events = read(ResponseParser(max_line_bytes=10, max_response_bytes=21), cut(data))

    assert events == [Noise("x")] * 64 + [Response(ok=True, text="12345678" + "\n1" * 5)]


def test_a_response_starts_the_allowances_afresh(read, cut):
    data = (b"\n" * 64 + b"x\n" * 64 + b"=\n\n") * 3

    events = read(ResponseParser(), cut(data))

    assert events == ([Noise("x")] * 64 + [Response(ok=True)]) * 3


def test_a_parser_that_has_raised_says_the_same_again_and_keeps_nothing():
    parser = ResponseParser()
    parser.receive_data(b"=?\n\n= x\n\n")
    with pytest.raises(RemoteProtocolError) as first:
        parser.next_event()

    parser.receive_data(b"= y\n\n")

    with pytest.raises(RemoteProtocolError) as second:
        parser.next_event()
    assert str(second.value) == str(first.value)


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b"", None),
        (b"= x\n\n", None),
        (b"= x\r", "line feed"),
        (b"= x\n", "empty line"),
        (b"= x\n\r", "line feed"),
        (b"banner\n", None),
    ],
    ids=repr,
)
def test_a_hint_says_what_is_still_missing(data, hint):
    parser = ResponseParser()
    parser.receive_data(data)
    parser.next_event()

    assert parser.unfinished is None if hint is None else hint in parser.unfinished


def test_an_error_quotes_the_engine_in_ascii_and_short():
    parser = ResponseParser()
    parser.receive_data("=\u202e\x9b".encode() + b"x" * 1000 + b"\n")

    with pytest.raises(RemoteProtocolError) as caught:
        parser.next_event()

    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 250


class CountingBytes(bytearray):
    """A buffer that counts the bytes that are searched for a line's end."""

    searched = 0

    def find(self, wanted, start=0, end=None):
        stop = len(self) if end is None else min(end, len(self))
        place = super().find(wanted, start, stop)
        self.searched += max(0, (stop if place < 0 else place + 1) - start)
        return place


@pytest.mark.parametrize("size", [1, 1000, 10**6])
def test_each_byte_is_searched_once(size):
    parser = ResponseParser()
    buffer = CountingBytes()
    parser._lines._bytes = buffer
    data = b"= " + b"x" * 9996 + b"\n\n"
    data *= 10

    for start in range(0, len(data), size):
        parser.receive_data(data[start : start + size])
        while parser.next_event() is not NEED_DATA:
            pass

    assert buffer.searched == len(data)
