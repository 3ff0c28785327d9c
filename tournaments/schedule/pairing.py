"""A game that is to be played: the value that every format produces."""

from __future__ import annotations

import hashlib

import attrs


@attrs.frozen
class Pairing:
    """One game to play; `first` and `second` are the entrants' names, first to move first."""

    game_id: str
    """Unique in the event; the same spec gives the same ids on any machine."""
    first: str
    second: str


def draw_lots(names: tuple[str, ...], *, seed: int) -> tuple[str, ...]:
    """Return the entrants in a drawn order that depends on the names and the seed only.

    So the order of a file favours nobody, and changing it changes nothing.
    """
    return tuple(sorted(names, key=lambda name: (stable_hash(seed, name), name)))


def stable_hash(seed: int, text: str) -> int:
    """Return a number below 2^31, which any engine can take as a seed.

    Not Python's `hash`, which differs from one process to the next.
    """
    digest = hashlib.sha256(f"{seed} {text}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4], "big") >> 1
