"""`referee gtp` as a process, spoken to through pipes."""

from __future__ import annotations

import subprocess
import sys

import pytest

GTP = [sys.executable, "-m", "referee.cli", "gtp"]


def converse(talk: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(GTP, input=talk, capture_output=True, check=False, timeout=60)


def test_a_game_is_played_and_decided():
    talk = (
        b"1 set_game hex\n2 boardsize 2\n3 play b A1\n4 play w B1\n5 play b A2\n6 outcome\n7 quit\n"
    )

    finished = converse(talk)

    assert finished.stdout == b"=1\n\n=2\n\n=3\n\n=4\n\n=5\n\n=6 black connection\n\n=7\n\n"
    assert finished.stderr == b""
    assert finished.returncode == 0


@pytest.mark.parametrize(
    "talk",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"name", id="no line end"),
        pytest.param(b"name\n", id="no quit"),
        pytest.param(b"\x00\xff\xfe\n" * 50, id="bytes that are no text"),
        pytest.param(b"play " + b"A" * 1_000_000 + b"\n", id="an endless line"),
        pytest.param(b"boardsize " + b"9" * 5_000 + b"\n", id="a number of 5,000 digits"),
        pytest.param(b"\r\n\t\n#\n" * 1_000, id="empty lines"),
    ],
)
def test_it_ends_quietly_with_its_input_whatever_that_was(talk):
    finished = converse(talk)

    assert finished.stderr == b""
    assert finished.returncode == 0
    assert finished.stdout.count(b"\n\n") <= max(talk.count(b"\n"), 20)


def test_answers_come_at_once_and_commands_may_come_in_pieces():
    with subprocess.Popen(GTP, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for command, answer in [
            (b"12 na|me\n", b"=12 hex-referee\n\n"),
            (b"13 s|ide_to_move\n", b"=13 black\n\n"),
        ]:
            for piece in command.split(b"|"):
                program.stdin.write(piece)
            said = b""
            while len(said) < len(answer):
                said += program.stdout.read(len(answer) - len(said))
            assert said == answer
        program.stdin.close()
        assert program.wait(timeout=60) == 0
