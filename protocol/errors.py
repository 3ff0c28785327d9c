"""Two errors for two guilty parties: ours, and the other end's."""

from __future__ import annotations


class ProtocolError(Exception):
    """The protocol was broken, by one end or the other."""


class LocalProtocolError(ProtocolError):
    """This program asked for something the protocol cannot say: a bug here."""


class RemoteProtocolError(ProtocolError):
    """The other end sent something the protocol does not allow.

    The message is one line for people. It may quote what was sent, as an ASCII literal and cut
    short, so it is safe to show.
    """
