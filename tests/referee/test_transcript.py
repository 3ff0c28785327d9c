"""A tap tells every line and changes nothing."""

from __future__ import annotations

import math

import pytest
import trio

from referee.outcome import Player
from referee.transcript import MAX_LINE_BYTES, Direction, Line, Tap, tap


class Echo:
    """A transport in memory: gives what it was given, in the pieces chosen by the test."""

    def __init__(self, *pieces: bytes) -> None:
        self.sent: list[bytes] = []
        self.pieces = [*pieces, b""]

    async def send_all(self, data: bytes) -> None:
        self.sent.append(data)

    async def receive_some(self) -> bytes:
        return self.pieces.pop(0)

    async def wait_exit(self) -> None: ...

    def exit_status(self) -> str | None:
        return "exited with status 0"

    async def last_words(self) -> str:
        return "words"

    async def stop(self, *, grace: float) -> None: ...


async def lines_of(*pieces: bytes) -> list[str]:
    send, receive = trio.open_memory_channel[Line](math.inf)
    tapped = Tap(Echo(*pieces), Player.SECOND, lines=send, elapsed=lambda: 1.5)
    read = b""
    while data := await tapped.receive_some():
        read += data
    assert read == b"".join(pieces)
    send.close()
    return [line.text async for line in receive]


async def test_what_is_sent_is_told_line_by_line_and_sent_unchanged():
    send, receive = trio.open_memory_channel[Line](math.inf)
    transport = Echo()

    await Tap(transport, Player.FIRST, lines=send, elapsed=lambda: 0.25).send_all(b"1 a\n2 b\n")

    assert transport.sent == [b"1 a\n2 b\n"]
    assert [receive.receive_nowait() for _ in range(2)] == [
        Line(Player.FIRST, Direction.TO_ENGINE, "1 a", 0.25),
        Line(Player.FIRST, Direction.TO_ENGINE, "2 b", 0.25),
    ]


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param((b"=1 A1\n\n?2 no\r\n\r\n",), id="whole"),
        pytest.param((b"=1 ", b"A1\n", b"\n?2 no\r\n\r", b"\n"), id="cut"),
        pytest.param(tuple(bytes([byte]) for byte in b"=1 A1\n\n?2 no\r\n\r\n"), id="bytes"),
    ],
)
async def test_answers_are_told_by_line_wherever_they_are_cut(pieces: tuple[bytes, ...]):
    assert await lines_of(*pieces) == ["=1 A1", "?2 no"]


async def test_a_line_that_never_ends_is_told_at_the_end_and_cut():
    assert await lines_of(b"=1 A", b"x" * 10_000) == ["=1 A" + "x" * (MAX_LINE_BYTES - 4)]


async def test_without_anybody_who_listens_there_is_no_tap():
    one, two = Echo(), Echo()

    assert tap((one, two), None, elapsed=lambda: 0.0) == [one, two]


async def test_a_transcript_that_could_block_a_game_is_refused():
    send, _ = trio.open_memory_channel[Line](3)

    with pytest.raises(ValueError, match="never blocks"):
        Tap(Echo(), Player.FIRST, lines=send, elapsed=lambda: 0.0)
