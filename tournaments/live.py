"""How a running event is shown: a screen that is drawn anew, or a line a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

import trio
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from referee.outcome import Player
from referee.printable import printable
from tournaments.crosstable import tabulate
from tournaments.render import render_crosstable
from tournaments.run import EntrantWithdrawn, GameFinished, GameVoided
from tournaments.standing import all_pairings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tournaments import run
    from tournaments.result import GameResult
    from tournaments.session import Display
    from tournaments.spec import Spec

# Drawing takes milliseconds, and clocks run beside it.
SECONDS_BETWEEN_DRAWINGS: Final = 0.5


def choose_display(*, quiet: bool) -> Display:
    """Return what suits whoever reads standard error: a person, a file or nobody."""
    if quiet:
        return show_nothing
    return show_screen if sys.stderr.isatty() else show_lines


async def show_nothing(
    spec: Spec,
    results: Iterable[GameResult],
    progress: trio.MemoryReceiveChannel[run.Progress],
) -> None:
    """Show nothing."""
    _ = spec, results
    async for _ in progress:
        pass


async def show_lines(
    spec: Spec,
    results: Iterable[GameResult],
    progress: trio.MemoryReceiveChannel[run.Progress],
) -> None:
    """Write a line for each step."""
    done, total = len(tuple(results)), sum(1 for _ in all_pairings(spec))
    async for step in progress:
        done += isinstance(step, GameFinished)
        sys.stderr.write(f"{done:>{len(str(total))}}/{total} {describe(step)}\n")
        sys.stderr.flush()


async def show_screen(
    spec: Spec,
    results: Iterable[GameResult],
    progress: trio.MemoryReceiveChannel[run.Progress],
) -> None:
    """Draw the standings and a progress bar, again and again in the same place."""
    known, last_step = list(results), ""
    total = sum(1 for _ in all_pairings(spec))
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        auto_refresh=False,
    )
    task = bar.add_task(printable(spec.name), total=total, completed=len(known))
    console = Console(stderr=True)
    with Live(console=console, auto_refresh=False, transient=True) as live, progress:
        is_over = False
        while not is_over:
            table = render_crosstable(tabulate(spec.names, known), width=console.width)
            # Text takes names as they are: markup in them means nothing.
            live.update(Group(Text(table), Text(last_step), bar), refresh=True)
            is_over, steps = await _collect(progress)
            known += [step.result for step in steps if isinstance(step, GameFinished)]
            last_step = describe(steps[-1]) if steps else last_step
            bar.update(task, completed=len(known))


async def _collect(
    progress: trio.MemoryReceiveChannel[run.Progress],
) -> tuple[bool, list[run.Progress]]:
    """Wait for steps; return whether these were the last, and what came."""
    steps: list[run.Progress] = []
    with trio.move_on_after(SECONDS_BETWEEN_DRAWINGS):
        async for step in progress:
            steps.append(step)  # noqa: PERF401 - what came before the time is over is kept
        return True, steps
    return False, steps


def describe(step: run.Progress) -> str:
    """Say in a line what happened."""
    match step:
        case GameFinished(result):
            first, second = printable(result.first), printable(result.second)
            points = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "½-½"}[result.winner]
            return f"{result.game_id}: {first} {points} {second}, {result.termination.value}"
        case GameVoided(pairing, reason):
            return f"{pairing.game_id}: void, played again: {reason}"
        case EntrantWithdrawn(name, reason):
            return f"{printable(name)} is withdrawn: {reason}"
