"""A crosstable as plain text for a terminal: same results, same bytes. Pure."""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING, Final

import attrs

from referee.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from referee.outcome import Termination
    from tournaments.crosstable import Crosstable, Row
    from tournaments.spec import Spec
    from tournaments.standing import Standing

WIDTH: Final = 80
MAX_NAME_WIDTH: Final = 24
LAST_VOIDS: Final = 5
GAP: Final = "  "


@attrs.frozen
class _Column:
    heading: str
    cells: tuple[str, ...]
    is_text: bool = False

    @property
    def width(self) -> int:
        return max(map(text_width, (self.heading, *self.cells)))

    def line(self, index: int) -> str:
        text = self.heading if index < 0 else self.cells[index]
        padding = " " * (self.width - text_width(text))
        return text + padding if self.is_text else padding + text


def render_crosstable(table: Crosstable, *, width: int = WIDTH) -> str:
    """Draw the standings, the score against each opponent, and footnotes.

    Opponents that do not fit into `width` columns beside the totals follow in blocks below.
    """
    blocks = "\n\n".join(_draw(block) for block in _blocks(table.rows, width=width))
    return "\n\n".join(part for part in (blocks, _footnotes(table, width=width)) if part)


def render_event(event: Standing, *, width: int = WIDTH) -> str:
    """Draw the crosstable under a heading that says what was played.

    There is no time of day in it: the same games, the same text.
    """
    notes = [
        f"{_fit(printable(name))} was withdrawn, {count} games unplayed"
        for name, count in event.unplayed.items()
    ]
    parts = [
        _wrapped(_heading(event), width=width),
        render_crosstable(event.table, width=width),
        _wrapped(notes, width=width),
    ]
    return "\n\n".join(part for part in parts if part)


def render_status(event: Standing, *, changes: Sequence[str], width: int = WIDTH) -> str:
    """Say how far an event is, and what went wrong in it.

    `changes` is how the file differs from the specification that is being played.
    """
    faults: Counter[Termination] = Counter()
    for row in event.table.rows:
        faults.update(row.faults)
    notes = [f"{event.left} games to play"]
    notes += [f"endings: {_listed(event.table.terminations)}"] if event.played else []
    notes += [f"lost by a fault of the engine: {_listed(faults)}"] if faults else []
    notes += [f"void, and played again: {len(event.voids)}"] if event.voids else []
    notes += [f"  {printable(game_id)}: {reason}" for game_id, reason in event.voids[-LAST_VOIDS:]]
    notes += [
        f"{_fit(printable(name))} was withdrawn, {event.unplayed[name]} games unplayed: {reason}"
        for name, reason in event.withdrawn.items()
    ]
    notes += [f"the file was changed since the first game: {change}" for change in changes]
    return _wrapped([*_heading(event), *map(printable, notes)], width=width)


def _heading(event: Standing) -> list[str]:
    terms = ", ".join(_terms(event.spec))
    return [event.spec.name, f"{terms}: {event.played} of {event.total} games"]


def format_points(points: float) -> str:
    """Write points as crosstables do: `7½`."""
    whole, half = divmod(round(points * 2), 2)
    if not half:
        return str(whole)
    return f"{whole}½" if whole else "½"


def text_width(text: str) -> int:
    """Return how many columns a terminal needs for `text`."""
    return sum(_char_width(char) for char in text)


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _blocks(rows: Sequence[Row], *, width: int) -> list[list[_Column]]:
    left = [
        _Column("#", _ranks(rows)),
        _Column("name", tuple(_fit(printable(row.name)) for row in rows), is_text=True),
    ]
    totals = _total_columns(rows)
    crosses = [_cross_column(rows, index) for index in range(len(rows))]
    whole = [*left, *totals, *crosses]
    if _width_of(whole) <= width:
        return [whole]
    return [[*left, *totals], *([*left, *part] for part in _fold(crosses, width - _width_of(left)))]


def _ranks(rows: Sequence[Row]) -> tuple[str, ...]:
    shared = Counter(row.rank for row in rows)
    return tuple(f"={row.rank}" if shared[row.rank] > 1 else str(row.rank) for row in rows)


def _total_columns(rows: Sequence[Row]) -> list[_Column]:
    return [
        _Column("points", tuple(format_points(row.total.points) for row in rows)),
        _Column("games", tuple(str(row.total.games) for row in rows)),
        _Column("SB", tuple(f"{row.sonneborn_berger:.2f}" for row in rows)),
        _Column("1st", tuple(str(row.moving_first.wins) for row in rows)),
        _Column("2nd", tuple(str(row.moving_second.wins) for row in rows)),
    ]


def _cross_column(rows: Sequence[Row], index: int) -> _Column:
    """Return what each entrant scored against the one on line `index`."""
    opponent = rows[index].name
    return _Column(
        str(index + 1),
        tuple(
            "·"
            if row.name == opponent
            else format_points(row.against[opponent].points)
            if opponent in row.against
            else "-"
            for row in rows
        ),
    )


def _fold(columns: list[_Column], width: int) -> list[list[_Column]]:
    blocks: list[list[_Column]] = [[]]
    for column in columns:
        if blocks[-1] and _width_of([*blocks[-1], column]) + len(GAP) > width:
            blocks.append([])
        blocks[-1].append(column)
    return blocks


def _fit(name: str) -> str:
    if text_width(name) <= MAX_NAME_WIDTH:
        return name
    while text_width(name) >= MAX_NAME_WIDTH:
        name = name[:-1]
    return f"{name}…"


def _width_of(columns: list[_Column]) -> int:
    return sum(column.width for column in columns) + len(GAP) * (len(columns) - 1)


def _draw(columns: list[_Column]) -> str:
    return "\n".join(
        GAP.join(column.line(index) for column in columns).rstrip()
        for index in range(-1, len(columns[0].cells))
    )


def _footnotes(table: Crosstable, *, width: int) -> str:
    if not table.moving_first.games:
        return ""
    score = table.moving_first
    draws = f", {score.draws} drawn" if score.draws else ""
    notes = [
        "SB: Sonneborn-Berger; 1st, 2nd: wins when moving first, second",
        f"the first player won {score.wins}, the second {score.losses}{draws}",
        f"endings: {_listed(table.terminations)}",
    ]
    notes += [
        f"{_fit(printable(row.name))} lost by its own fault: {_listed(row.faults)}"
        for row in table.rows
        if row.faults
    ]
    return _wrapped(notes, width=width)


def _wrapped(texts: Sequence[str], *, width: int) -> str:
    return "\n".join(line for text in texts for line in textwrap.wrap(text, width))


def _terms(spec: Spec) -> Iterator[str]:
    yield f"{spec.game.id} {' '.join(map(str, spec.size))}"
    if spec.rules.pie != "none":
        yield f"pie {spec.rules.pie}"
    if spec.game.captures:
        yield f"ko {spec.rules.ko}"
        yield f"komi {spec.rules.komi:g}"
    if spec.rules.move_limit is not None:
        yield f"move limit {spec.rules.move_limit}"
    yield f"time {spec.time}"
    yield f"cycles {spec.cycles}"
    yield f"seed {spec.seed}"


def _listed(counts: Mapping[Termination, int]) -> str:
    return ", ".join(f"{ending.value} {count}" for ending, count in counts.items())
