"""Untrusted text made fit to be shown: on one line, and unable to steer a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""Return `text` with what cannot be seen, or would move the cursor, as `\xNN`.

    Line ends, escape sequences, C1 controls, bidirectional overrides and lone surrogates are
    all among what Unicode calls not printable. A backslash stays as it is: this is for eyes,
    not to be read back.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _escape(ord(char)) for char in text)


def _escape(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
