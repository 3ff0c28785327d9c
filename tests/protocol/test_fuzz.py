"""Any bytes, cut anywhere: events or a RemoteProtocolError, the same ones, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol import (
    CommandParser,
    Connection,
    EngineEnd,
    FailureError,
    Response,
    ResponseParser,
)

# Pieces that matter to the grammar, so that the walk meets its corners often.
PIECES = st.sampled_from(
    [b"=", b"?", b"1", b"2", b"12345678901", b" ", b"\n", b"\n\n", b"\r", b"\r\n", b"\t", b"#",
     b"\x00", b"\x7f", b"\xff", b"\xef\xbb\xbf", b"C4", b"play black C4\n", b"=1 C4\n\n", b"=2\n\n",
     b"? no\n\n", b"quit\n", b"x" * 70]
)  # fmt: skip
STREAMS = st.binary(max_size=60) | st.lists(PIECES | st.binary(max_size=3), max_size=30).map(
    b"".join
)
SMALL: dict[str, int] = {
    "max_line_bytes": 30,
    "max_response_bytes": 40,
    "max_noise_lines": 4,
    "max_noise_bytes": 60,
    "max_blank_lines": 4,
}


def connection() -> Connection:
    controller = Connection(**SMALL)
    for _ in range(3):
        controller.send("name")
    return controller


READERS = {
    "responses": ResponseParser,
    "responses, small limits": lambda: ResponseParser(**SMALL),
    "commands": CommandParser,
    "commands, small limits": lambda: CommandParser(max_line_bytes=16),
    "connection": connection,
}


@st.composite
def cut_streams(draw: st.DrawFn) -> tuple[bytes, list[bytes]]:
    data = draw(STREAMS)
    places = sorted(draw(st.lists(st.integers(0, len(data)), max_size=8)))
    return data, [data[a:b] for a, b in zip([0, *places], [*places, len(data)], strict=True)]


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS.keys())
@settings(max_examples=300)
@given(stream=cut_streams())
def test_a_stream_means_the_same_however_it_is_cut(read, reader, stream):
    data, chunks = stream

    whole = read(reader(), [data])

    assert read(reader(), chunks) == whole
    assert read(reader(), [bytes([byte]) for byte in data]) == whole


@settings(max_examples=300)
@given(stream=cut_streams(), answer=st.text(max_size=20))
def test_an_engine_answers_any_bytes_with_responses_alone(read, stream, answer):
    data, chunks = stream

    def play(_color: str, _vertex: str) -> str:
        if len(answer) % 2:
            raise FailureError(answer)
        return answer

    def engine() -> EngineEnd:
        return EngineEnd(name="fuzzed", version="", handlers={"play": play})

    written = engine().receive_data(data)

    cut_engine = engine()
    assert b"".join(cut_engine.receive_data(chunk) for chunk in chunks) == written
    assert all(isinstance(event, Response) for event in read(ResponseParser(), [written]))
