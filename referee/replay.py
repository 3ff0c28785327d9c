"""What `referee replay` does: step through a game that was played, board by board."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TextIO

from referee.picture import draw_for
from referee.played import Replay, ReplayError, Step, load_replay
from referee.printable import printable
from referee.rules.position import Position

PROMPT: Final = "[{ply}/{last}] Enter or n: next, p: previous, a number: that move, q: quit > "


def show_replay(
    path: Path,
    *,
    stream: TextIO,
    keys: TextIO | None = None,
    ply: int | None = None,
    only_list: bool = False,
) -> None:
    """Show a game: its moves, one position, all of them, or whichever `keys` ask for.

    Args:
        path: the file with the game.
        stream: where it is shown.
        keys: where a person's wishes come from, a line each; without it nobody is asked.
        ply: the one position to show, after so many moves.
        only_list: whether to list the moves and show no board.

    Raises:
        RecordError: The file holds no game of ours.
        ReplayError: The game is not what its rules allow.
    """
    try:
        replay = load_replay(path)
        if only_list:
            stream.write(list_moves(replay))
        elif ply is not None:
            _show(replay, ply, replay.position_at(ply), stream)
        elif keys is not None:
            _step_through(replay, keys, stream)
        else:
            for reached, position in enumerate(replay.positions()):
                _show(replay, reached, position, stream)
    except ReplayError as error:
        raise ReplayError(f"{printable(str(path))}: {error}") from error


def list_moves(replay: Replay) -> str:
    """List the moves with their times, and say who played and how it ended."""
    width = len(str(len(replay.steps)))
    names = max(map(len, replay.game.color_names))
    words = [replay.board.format_move(step.move) for step in replay.steps]
    longest = max(map(len, words), default=0)
    lines = [_heading(replay)]
    for ply, (step, word) in enumerate(zip(replay.steps, words, strict=True), start=1):
        name = replay.game.name_of(step.color)
        line = f"{ply:{width}}  {name:{names}}  {word:{longest}}  {_time_of(step)}"
        lines.append(line.rstrip())
    if replay.ending:
        lines.append(printable(replay.ending))
    return "\n".join(lines) + "\n"


def _heading(replay: Replay) -> str:
    first, second = (
        f"{printable(name) or '?'} ({color})"
        for name, color in zip(replay.names, replay.game.color_names, strict=True)
    )
    size = " ".join(map(str, replay.board.size))
    return f"{replay.game.title} {size}: {first} against {second}"


def _time_of(step: Step) -> str:
    if step.seconds is None:
        return ""
    left = "" if step.left is None else f", {step.left:.3f} s left"
    return f"{step.seconds:.3f} s{left}"


def _show(replay: Replay, ply: int, position: Position, stream: TextIO) -> None:
    lines = [draw_for(stream, position)]
    if ply and (time := _time_of(replay.steps[ply - 1])):
        lines.append(f"time: {time}")
    if ply == 0:
        lines.insert(0, _heading(replay))
    if ply == len(replay.steps) and replay.ending:
        lines.append(printable(replay.ending))
    stream.write("\n".join(lines) + "\n\n")


def _step_through(replay: Replay, keys: TextIO, stream: TextIO) -> None:
    last = len(replay.steps)
    ply: int | None = 0
    while ply is not None:
        _show(replay, ply, replay.position_at(ply), stream)
        stream.write(PROMPT.format(ply=ply, last=last))
        stream.flush()
        line = keys.readline()
        ply = _wish(line.strip(), ply, last) if line else None
    stream.write("\n")


def _wish(word: str, ply: int, last: int) -> int | None:
    """Say which position is wished for; `None` is none any more."""
    if word in ("q", "quit"):
        return None
    if word in ("p", "b"):
        return max(0, ply - 1)
    if word.isascii() and word.isdigit() and len(word) < 9:
        return min(int(word), last)
    return min(ply + 1, last)
