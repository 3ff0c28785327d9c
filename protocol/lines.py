"""A stream of bytes cut into lines, each byte searched once; and what is dropped from a line."""

from __future__ import annotations

from typing import Final

# GTP 2: "discard all characters with ASCII codes in the range 0-31 and 127 except HT and LF" and
# "convert all occurrences of HT to SPACE". An LF never gets here.
_TAB_TO_SPACE: Final = bytes.maketrans(b"\t", b" ")
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n") | {127})


class LineTooLongError(Exception):
    """A line exceeds its limit; `head` is as much of it as the limit allows."""

    def __init__(self, head: bytes) -> None:
        super().__init__()
        self.head = head


class LineBuffer:
    """Bytes waiting to be cut into lines at LF; each is searched once.

    Cutting from the front of a bytearray moves its start, not its contents, so a long buffer of
    short lines costs no more than the same lines one at a time.
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._searched = 0  # there is no LF before this place

    def __len__(self) -> int:
        return len(self._bytes)

    def append(self, data: bytes) -> None:
        """Take bytes as they came, cut anywhere."""
        self._bytes += data

    def next_line(self, limit: int) -> bytes | None:
        """Cut off the next line, without its LF, or return `None` if it is not all there.

        Raises:
            LineTooLongError: It has more than `limit` bytes, or will have; nothing is cut off.
        """
        end = self._bytes.find(b"\n", self._searched, limit + 1)
        if end >= 0:
            line = bytes(self._bytes[:end])
            del self._bytes[: end + 1]
            self._searched = 0
            return line
        if len(self._bytes) > limit:
            raise LineTooLongError(bytes(self._bytes[:limit]))
        self._searched = len(self._bytes)
        return None

    def skip_line(self) -> bool:
        """Throw away the rest of the line; return whether its end has come."""
        end = self._bytes.find(b"\n")
        self._searched = 0
        if end < 0:
            self._bytes.clear()
            return False
        del self._bytes[: end + 1]
        return True


def clean(line: bytes) -> bytes:
    """Turn TABs into spaces and drop the other control characters."""
    return line.translate(_TAB_TO_SPACE, _CONTROLS)
