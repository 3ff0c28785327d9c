from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from protocol import EngineEnd, FailureError, LocalProtocolError, serve


def refuse(_move: str) -> str:
    raise FailureError("illegal move")


HANDLERS = {
    "echo": lambda *words: " ".join(words),
    "one": lambda word: word,
    "maybe": lambda word="nothing": word,
    "silent": lambda: None,
    "refuse": refuse,
}


@pytest.fixture
def engine() -> EngineEnd:
    return EngineEnd(name="Test", version="1.0", handlers=HANDLERS)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"protocol_version\n", b"= 2\n\n"),
        (b"name\n", b"= Test\n\n"),
        (b"version\n", b"= 1.0\n\n"),
        (b"known_command name\n", b"= true\n\n"),
        (b"known_command echo\n", b"= true\n\n"),
        (b"known_command genmove\n", b"= false\n\n"),
        (b"quit\n", b"=\n\n"),
        (b"echo a b\n", b"= a b\n\n"),
        (b"7 echo\n", b"=7\n\n"),
        (b"7 one\n", b"?7 syntax error\n\n"),
        (b"one a b\n", b"? syntax error\n\n"),
        (b"one a\n", b"= a\n\n"),
        (b"maybe\n", b"= nothing\n\n"),
        (b"maybe a\n", b"= a\n\n"),
        (b"maybe a b\n", b"? syntax error\n\n"),
        (b"silent\n", b"=\n\n"),
        (b"3 refuse C4\n", b"?3 illegal move\n\n"),
        (b"4 fly\n", b"?4 unknown command\n\n"),
        (b"Name\n", b"? unknown command\n\n"),
        (b"4\n", b"?4 no command after the id\n\n"),
        (b"# nothing\n\n", b""),
    ],
    ids=str,
)
def test_each_command_is_answered(engine, cut, line, answer):
    assert b"".join(map(engine.receive_data, cut(line))) == answer


def test_all_commands_are_listed(engine):
    listed = engine.receive_data(b"list_commands\n").decode().removeprefix("= ").split()

    assert listed == [
        "protocol_version", "name", "version", "list_commands", "known_command", "quit", *HANDLERS
    ]  # fmt: skip


def test_commands_sent_together_are_answered_in_order(engine):
    assert engine.receive_data(b"1 one a\n2 one b\n3 on") == b"=1 a\n\n=2 b\n\n"
    assert engine.receive_data(b"e c\n") == b"=3 c\n\n"


def test_nothing_is_answered_after_quit(engine):
    assert engine.receive_data(b"quit\nname\n") == b"=\n\n"
    assert engine.closed
    assert engine.receive_data(b"name\n") == b""


def test_a_handler_replaces_a_built_in_one(engine):
    gone: list[bool] = []
    engine = EngineEnd(
        name="Test",
        version="",
        handlers={"version": lambda: "2.0", "quit": lambda: gone.append(True)},
    )

    assert engine.receive_data(b"version\nquit\n") == b"= 2.0\n\n=\n\n"
    assert gone == [True]
    assert engine.closed


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a\n\nb", b"= a\n \nb\n\n"),
        ("a\n", b"= a\n\n"),
        ("a\n\n\n", b"= a\n\n"),
        ("\n\n A", b"=\n \n A\n\n"),
        ("\n", b"=\n\n"),
        ("a\r\n\r\nb", b"= a\n \nb\n\n"),
        ("a\tb\x00\x1b[0m", b"= a b[0m\n\n"),
        ("\ud800", b"= ?\n\n"),
        ("é", b"= \xc3\xa9\n\n"),
    ],
    ids=ascii,
)
def test_any_text_is_made_fit_for_a_response(text, answer):
    engine = EngineEnd(name="", version="", handlers={"say": lambda: text})

    assert engine.receive_data(b"say\n") == answer


def test_a_failure_message_is_made_fit_too():
    def fail() -> None:
        raise FailureError("no\n\n= C4")

    engine = EngineEnd(name="", version="", handlers={"fail": fail})

    assert engine.receive_data(b"fail\n") == b"? no\n \n= C4\n\n"


def test_a_bug_in_a_handler_is_not_hidden():
    def broken() -> str:
        raise ZeroDivisionError

    engine = EngineEnd(name="", version="", handlers={"broken": broken})

    with pytest.raises(ZeroDivisionError):
        engine.receive_data(b"broken\n")


def test_methods_and_keywords_with_defaults_are_handlers():
    class Player:
        def play(self, color: str, move: str, *, fast: bool = True) -> str:
            return f"{color} {move} {fast}"

    engine = EngineEnd(name="", version="", handlers={"play": Player().play})

    assert engine.receive_data(b"play b C4\nplay b\n") == b"= b C4 True\n\n? syntax error\n\n"


@pytest.mark.parametrize("handler", [lambda *, key: key, "text", None], ids=repr)
def test_a_handler_that_words_cannot_call_is_refused_at_once(handler):
    with pytest.raises(LocalProtocolError, match="bad"):
        EngineEnd(name="", version="", handlers={"bad": handler})


def test_serve_answers_each_line_and_stops_at_quit(engine):
    output = io.BytesIO()

    serve(engine, io.BytesIO(b"name\n1 one a\nquit\nname\n"), output)

    assert output.getvalue() == b"= Test\n\n=1 a\n\n=\n\n"


def test_serve_stops_at_the_end_of_input(engine):
    output = io.BytesIO()

    serve(engine, io.BytesIO(b"name\nname"), output)

    assert output.getvalue() == b"= Test\n\n"
    assert not engine.closed


def test_serve_writes_all_of_a_long_answer_to_a_sink_that_takes_little():
    class Narrow(io.BytesIO):
        def write(self, data, /):
            return super().write(data[:5])

    engine = EngineEnd(name="x" * 100, version="", handlers={})
    output = Narrow()

    serve(engine, io.BytesIO(b"name\n"), output)

    assert output.getvalue() == b"= " + b"x" * 100 + b"\n\n"


PROGRAM = """
import protocol
protocol.serve(protocol.EngineEnd(name="Test", version="", handlers={}))
"""


def test_serve_speaks_on_stdin_and_stdout_without_being_told():
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=b"name\nquit\n", capture_output=True, check=True
    )

    assert finished.stdout == b"= Test\n\n=\n\n"
    assert finished.stderr == b""


def test_serve_leaves_quietly_when_nobody_reads():
    reading, writing = os.pipe()
    os.close(reading)

    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=b"name\n",
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )

    os.close(writing)
    assert finished.stderr == b""
    assert finished.returncode == 0
