"""What `referee play` does: a few games between two engines, told as they go."""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import attrs
import trio

from referee.clock import TimeControl
from referee.entrant import Entrant
from referee.interruption import until_interrupted
from referee.match import play_game
from referee.outcome import StartError, VoidGameError
from referee.picture import draw_for, is_coloured
from referee.printable import printable
from referee.progress import MovePlayed, Progress
from referee.record import GameRecord, PlayerRecord, Turn
from referee.rules.game import Game, Rules
from referee.rules.moves import Color
from referee.rules.position import Position
from referee.transcript import Direction, Line

if TYPE_CHECKING:
    import signal


class OutputError(Exception):
    """A record cannot be written; the message is one line for a person."""


@attrs.frozen
class Series:
    """The terms of some games between two entrants, who take turns to begin."""

    entrants: tuple[Entrant, Entrant]
    game: Game
    size: tuple[int, ...]
    rules: Rules
    control: TimeControl
    handicap: int = 0
    games: int = 1
    seed: int = 0
    record: Path | None = None
    show: bool = False
    verbose: bool = False

    def record_path(self, number: int) -> Path | None:
        """Return where the record of a game goes: FILE, or FILE-1 and so on if there are more."""
        if self.record is None or self.games == 1:
            return self.record
        return self.record.with_stem(f"{self.record.stem}-{number}")


async def play_series(series: Series, *, out: TextIO, notes: TextIO) -> signal.Signals | None:
    """Play the games, telling them on `out`; what is tolerated is noted on `notes`, once.

    Returns the signal that interrupted it, if one did.

    Raises:
        StartError: An engine could not be brought to ready.
        VoidGameError: A game could not be played, through no engine's fault.
        OutputError: A record cannot be written.
        BrokenPipeError: Nobody reads `out` any more.
    """
    for number in range(1, series.games + 1):
        _check_free(series.record_path(number))
    problem: Exception | None = None

    async def work() -> None:
        nonlocal problem
        try:
            await _play_all(series, out, notes)
        except (StartError, VoidGameError, OutputError, BrokenPipeError) as error:
            problem = error  # raised outside, so that no nursery wraps it in a group

    interrupted = await until_interrupted(work)
    if problem is not None:
        raise problem
    return interrupted


async def _play_all(series: Series, out: TextIO, notes: TextIO) -> None:
    score: Counter[str] = Counter()
    noted: set[str] = set()
    for number in range(1, series.games + 1):
        first, second = series.entrants if number % 2 else series.entrants[::-1]
        record = await _play_one(series, first, second, number=number, out=out)
        if (path := series.record_path(number)) is not None:
            _write(path, record.to_json() + "\n")
        for player in (record.first, record.second):
            for warning in player.warnings:
                note = f"note: {printable(player.name)} {printable(warning)}"
                if note not in noted:
                    notes.write(f"{note}\n")
                    noted.add(note)
        prefix = f"game {number}: " if series.games > 1 else ""
        out.write(f"{prefix}{describe(record, series.game)}\n")
        out.flush()
        score[_winner_first(record)[0].name if record.winner else ""] += 1
    if series.games > 1:
        out.write(_describe_score(series, score) + "\n")


async def _play_one(
    series: Series, first: Entrant, second: Entrant, *, number: int, out: TextIO
) -> GameRecord:
    send, receive = trio.open_memory_channel[Progress](0)
    problem: StartError | VoidGameError | None = None
    async with trio.open_nursery() as nursery, send:
        if series.show:
            nursery.start_soon(_show, receive, out)
        said, lines = trio.open_memory_channel[Line](math.inf)
        if series.verbose:
            nursery.start_soon(_tell_lines, lines, out, (first.name, second.name))
        try:
            record = await play_game(
                first,
                second,
                game=series.game,
                size=series.size,
                rules=series.rules,
                handicap=series.handicap,
                control=series.control,
                seed=series.seed + number - 1,
                started=datetime.now(UTC).isoformat(timespec="seconds"),
                watch=send if series.show else None,
                transcript=said if series.verbose else None,
            )
        except (StartError, VoidGameError) as error:
            problem = error  # raised outside, so that no nursery wraps it in a group
        finally:
            said.close()
    if problem is not None:
        raise problem
    return record


# Cyan to an engine, green from it, yellow where it refuses.
_COLORS: Final = {Direction.TO_ENGINE: "36", Direction.FROM_ENGINE: "32"}
_REFUSAL: Final = "33"


async def _tell_lines(
    lines: trio.MemoryReceiveChannel[Line], out: TextIO, names: tuple[str, str]
) -> None:
    width = max(len(printable(name)) for name in names)
    with contextlib.suppress(BrokenPipeError):
        async for line in lines:
            name = printable(names[line.player])
            text = f"{line.seconds:9.3f} {name:<{width}} {line.direction.value}"
            text += f" {printable(line.text)}"
            if is_coloured(out):
                is_refusal = line.direction is Direction.FROM_ENGINE and line.text.startswith("?")
                text = f"\x1b[{_REFUSAL if is_refusal else _COLORS[line.direction]}m{text}\x1b[0m"
            out.write(f"{text}\n")
            out.flush()


async def _show(receive: trio.MemoryReceiveChannel[Progress], out: TextIO) -> None:
    # A reader who leaves does not stop the game: there may be a record to write.
    async with receive:
        with contextlib.suppress(BrokenPipeError):
            async for progress in receive:
                if isinstance(progress, MovePlayed):
                    out.write(_describe_move(progress.turn, progress.position))
                    out.write(draw_for(out, progress.position) + "\n\n")
                    out.flush()


def _describe_move(turn: Turn, position: Position) -> str:
    name = position.game.name_of(turn.color)
    left = "" if turn.left is None else f", {turn.left:.3f} s left"
    return f"{len(position.moves)}. {name} {turn.move} ({turn.seconds:.3f} s{left})\n\n"


def describe(record: GameRecord, game: Game) -> str:
    """Say in a line who has won, how and why; the colours are those at the end."""
    outcome = record.outcome
    winner, loser = _winner_first(record)
    if isinstance(outcome.winner, Color):
        result = (
            f"{printable(winner.name)} ({game.name_of(outcome.winner)})"
            f" beat {printable(loser.name)} ({game.name_of(outcome.winner.opponent)})"
        )
    else:
        result = f"{printable(winner.name)} and {printable(loser.name)} drew"
    count = len(record.turns)
    return f"{result} by {outcome.termination.value} in {count} moves: {outcome.detail}"


def _winner_first(record: GameRecord) -> tuple[PlayerRecord, PlayerRecord]:
    if record.winner == "second":
        return record.second, record.first
    return record.first, record.second


def _describe_score(series: Series, score: Mapping[str, int]) -> str:
    one, two = (entrant.name for entrant in series.entrants)
    drawn = f", {score['']} drawn" if score[""] else ""
    return f"{printable(one)} {score[one]} : {score[two]} {printable(two)}{drawn}"


def _check_free(path: Path | None) -> None:
    if path is None:
        return
    shown = printable(str(path))
    if path.exists():
        raise OutputError(f"{shown} is there already: a record is not written over")
    if not path.parent.is_dir():
        raise OutputError(f"cannot write {shown}: {printable(str(path.parent))} is no directory")


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="ascii") as file:
            file.write(text)
    except OSError as error:
        raise OutputError(
            f"cannot write {printable(str(path))}: {error.strerror or error}"
        ) from error
