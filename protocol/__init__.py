"""The wire between the referee and an engine: bytes in, events out. Knows no game and no I/O.

`Connection` is the controller's end, `EngineEnd` the engine's; `PROTOCOL.md` beside this file
is the specification for people who write engines.
"""

from __future__ import annotations

from protocol.connection import Answer, Connection, Unsolicited
from protocol.engine import EngineEnd, FailureError, serve
from protocol.errors import LocalProtocolError, ProtocolError, RemoteProtocolError
from protocol.messages import NEED_DATA, Command, MalformedCommand, NeedData, Noise, Response
from protocol.parser import CommandParser, ResponseParser

__all__ = [
    "NEED_DATA",
    "Answer",
    "Command",
    "CommandParser",
    "Connection",
    "EngineEnd",
    "FailureError",
    "LocalProtocolError",
    "MalformedCommand",
    "NeedData",
    "Noise",
    "ProtocolError",
    "RemoteProtocolError",
    "Response",
    "ResponseParser",
    "Unsolicited",
    "serve",
]
