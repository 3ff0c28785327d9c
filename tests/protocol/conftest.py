"""Ways to cut a stream of bytes, and to read all that a parser has to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from protocol import NEED_DATA, RemoteProtocolError


def _read(parser: Any, chunks: Iterable[bytes]) -> list[Any]:
    """All events of a stream; a RemoteProtocolError is the last one, as ("error", message)."""
    events: list[Any] = []
    for chunk in chunks:
        parser.receive_data(chunk)
        try:
            while (event := parser.next_event()) is not NEED_DATA:
                events.append(event)
        except RemoteProtocolError as error:
            return [*events, ("error", str(error))]
    return events


# Session-scoped because hypothesis objects to function-scoped fixtures.
@pytest.fixture(scope="session")
def read() -> Callable[[Any, Iterable[bytes]], list[Any]]:
    return _read


CUTS: dict[str, Callable[[bytes], list[bytes]]] = {
    "whole": lambda data: [data],
    "byte by byte": lambda data: [data[i : i + 1] for i in range(len(data))],
    "in threes": lambda data: [data[i : i + 3] for i in range(0, len(data), 3)],
    "with empty reads": lambda data: [b"", data[:1], b"", data[1:], b""],
}


@pytest.fixture(params=CUTS.values(), ids=CUTS.keys())
def cut(request: pytest.FixtureRequest) -> Callable[[bytes], list[bytes]]:
    return request.param
