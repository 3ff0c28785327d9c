"""Games of capture, the slow way: whole positions are kept, liberties are counted by hand."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.rules.simple_boards import SimpleBoard

Stones = dict[str, int]


@dataclass
class SimpleCapture:
    """A game of capture under one ko rule; every earlier position is remembered."""

    board: SimpleBoard
    ko: str
    stones: Stones = field(default_factory=dict)
    turn: int = 0
    protected: str | None = None
    taken: list[int] = field(default_factory=lambda: [0, 0])
    passes: int = 0
    past: list[tuple[Stones, int, str | None]] = field(default_factory=list)

    def _without_liberty(self, stones: Stones, color: int) -> set[str]:
        dead: set[str] = set()
        for chain in self.board.chains({s for s, c in stones.items() if c == color}):
            if all(near in stones for stone in chain for near in self.board.neighbors[stone]):
                dead |= chain
        return dead

    def after(self, point: str) -> tuple[str | None, Stones, set[str]]:
        """Why the side on turn may not play there, the stones after it, and those captured."""
        if point in self.stones:
            return "occupied", self.stones, set()
        stones = {**self.stones, point: self.turn}
        caught = self._without_liberty(stones, 1 - self.turn)
        stones = {s: c for s, c in stones.items() if s not in caught}
        if self._without_liberty(stones, self.turn):
            return "suicide", stones, caught
        if self.protected in caught and (self.ko != "simple" or len(caught) == 1):
            return "ko", stones, caught
        if self.ko == "positional-superko" and stones in [s for s, _, _ in self._positions()]:
            return "superko", stones, caught
        return None, stones, caught

    def _positions(self) -> list[tuple[Stones, int, str | None]]:
        return [*self.past, (self.stones, self.turn, self.protected)]

    def play(self, point: str) -> None:
        _, stones, caught = self.after(point)
        self._next(stones)
        self.taken[1 - self.turn] += len(caught)
        one = len(caught) == 1
        if {"capturing-stone": bool(caught), "simple": one}.get(self.ko, False):
            self.protected = point
        self.passes = 0

    def pass_(self) -> None:
        self._next(self.stones)
        self.passes += 1

    def _next(self, stones: Stones) -> None:
        self.past.append((self.stones, self.turn, self.protected))
        self.stones, self.turn, self.protected = stones, 1 - self.turn, None

    def is_repeated(self) -> bool:
        """The same stones, turn and protected stone for the third time."""
        return self._positions().count(self._positions()[-1]) >= 3

    def legal(self) -> list[str]:
        return [point for point in self.board.labels if self.after(point)[0] is None]

    def territory(self) -> list[int]:
        points = [0, 0]
        for region in self.board.chains(set(self.board.labels) - set(self.stones)):
            around = {self.stones.get(n) for s in region for n in self.board.neighbors[s]} - {None}
            if len(around) == 1:
                points[around.pop()] += len(region)
        return points
