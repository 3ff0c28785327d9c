from __future__ import annotations

import pytest

from protocol import (
    NEED_DATA,
    Answer,
    Command,
    Connection,
    LocalProtocolError,
    Noise,
    RemoteProtocolError,
    Response,
    Unsolicited,
)

NAME = Command("name", id=1)
VERSION = Command("version", id=2)


@pytest.fixture
def asked() -> Connection:
    """A connection with two commands outstanding, ids 1 and 2."""
    connection = Connection()
    connection.send("name")
    connection.send("version")
    return connection


def test_commands_get_ids_in_turn():
    connection = Connection()

    assert connection.send("name") == b"1 name\n"
    assert connection.send("play", "black", "C4") == b"2 play black C4\n"
    assert connection.outstanding == (NAME, Command("play", ("black", "C4"), id=2))


def test_without_ids_there_are_none():
    connection = Connection(send_ids=False)

    assert connection.send("name") == b"name\n"
    connection.receive_data(b"= x\n\n")
    assert connection.next_event() == Answer(Command("name"), Response(ok=True, text="x"))


def test_a_command_that_cannot_be_sent_is_not_outstanding():
    connection = Connection()

    with pytest.raises(LocalProtocolError):
        connection.send("play", "black", "C4\nquit")

    assert connection.outstanding == ()
    assert connection.send("name") == b"1 name\n"


def test_answers_come_in_order(read, cut, asked):
    events = read(asked, cut(b"=1 x\n\n?2 no\n\n"))

    assert events == [
        Answer(NAME, Response(ok=True, text="x", id=1)),
        Answer(VERSION, Response(ok=False, text="no", id=2)),
    ]
    assert asked.outstanding == ()


def test_an_engine_that_never_echoes_ids_is_understood(read, cut, asked):
    events = read(asked, cut(b"= x\n\n= y\n\n"))

    assert events == [
        Answer(NAME, Response(ok=True, text="x")),
        Answer(VERSION, Response(ok=True, text="y")),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"=1\n\n=\n\n", "without the id 2", id="echoes no more"),
        pytest.param(b"=1\n\n=1\n\n", "old id 1: expected 2", id="old"),
        pytest.param(b"=1\n\n=3\n\n", "wrong id 3: expected 2", id="never given"),
        pytest.param(b"=\n\n=1\n\n", "old id 1: expected 2", id="late first echo"),
        pytest.param(b"=1\n\n? no\n\n", "without the id 2", id="failure without id"),
    ],
)
def test_a_wrong_id_breaks_the_protocol(read, cut, asked, data, message):
    first, (kind, text) = read(asked, cut(data + b"=2 late\n\n"))

    assert first.command == NAME
    assert kind == "error"
    assert message in text


def test_answers_out_of_order_break_the_protocol(read, cut, asked):
    assert read(asked, cut(b"=2 y\n\n=1 x\n\n")) == [
        ("error", "a response with the wrong id 2: expected 1")
    ]


def test_an_id_nobody_sent_breaks_the_protocol(read):
    connection = Connection(send_ids=False)
    connection.send("name")

    [(_, text)] = read(connection, [b"=1 x\n\n"])

    assert "to a command without one" in text


def test_a_broken_connection_says_the_same_again(asked):
    asked.receive_data(b"=9\n\n=1 x\n\n")

    for _ in range(2):
        with pytest.raises(RemoteProtocolError, match="wrong id 9"):
            asked.next_event()


def test_lines_before_the_first_response_are_noise_and_later_ones_unsolicited(read, cut, asked):
    events = read(asked, cut(b"hello\n=1 x\n\nthinking\n=2 y\n\nbye\n"))

    assert [type(event) for event in events] == [Noise, Answer, Unsolicited, Answer, Unsolicited]
    assert events[2] == Unsolicited("thinking")


def test_a_second_answer_is_nobodys(read, cut, asked):
    events = read(asked, cut(b"=1 x\n\n=2 y\n\n=2 z\n\n"))

    assert events[2:] == [Unsolicited("=2 z", Response(ok=True, text="z", id=2))]


def test_a_response_that_came_before_its_command_is_nobodys():
    connection = Connection()
    connection.send("genmove", "black")
    connection.receive_data(b"= C4\n\n= D5\n\n")

    connection.send("genmove", "black")

    assert isinstance(connection.next_event(), Answer)
    assert connection.next_event() == Unsolicited("= D5", Response(ok=True, text="D5"))
    assert connection.next_event() is NEED_DATA
    assert connection.outstanding == (Command("genmove", ("black",), id=2),)


def test_a_response_begun_before_its_command_and_ended_after_it_is_taken():
    # There is no telling when the engine wrote the rest, and the id, where there is one, decides.
    connection = Connection()
    connection.receive_data(b"=1 x\n")

    connection.send("name")
    connection.receive_data(b"\n")

    assert connection.next_event() == Answer(NAME, Response(ok=True, text="x", id=1))


def test_a_breach_that_came_before_a_command_is_told_when_its_turn_comes():
    connection = Connection()
    connection.send("name")
    connection.receive_data(b"=1 x\n\n=\x00\n\n")

    connection.send("version")

    assert connection.next_event() == Answer(NAME, Response(ok=True, text="x", id=1))
    with pytest.raises(RemoteProtocolError, match="NUL"):
        connection.next_event()


def test_limits_are_handed_on(read):
    connection = Connection(max_noise_lines=1)

    assert read(connection, [b"x\nx\n"])[-1][0] == "error"


def test_an_unfinished_response_is_hinted_at(asked):
    asked.receive_data(b"=1 x\n")

    assert asked.next_event() is NEED_DATA
    assert asked.unfinished == "the last response was not ended by an empty line"
