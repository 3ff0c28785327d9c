"""From an entrant to findings: every check in its turn, within a bounded time."""

from __future__ import annotations

import itertools
import os
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import attrs
import trio

from referee.check.bench import Bench, FaultError, Patience
from referee.check.finding import Finding, Judgement, PremiseError, Verdict, tolerated
from referee.check.probe import Probe
from referee.check.registry import Check
from referee.dialect.choice import choose_dialect
from referee.entrant import Entrant
from referee.outcome import StartError, VoidGameError
from referee.printable import printable
from referee.rules.errors import SizeError
from referee.rules.game import Game

# Room for captures and for chains in the corners, and still a short game.
SMALL_VERTICES: Final = 16
_SMALL_SIDES: Final = range(2, 7)

# The step of an engine that did not live to be asked.
START: Final = "start"

_SETTLE_SECONDS: Final = 0.2


@attrs.frozen
class Examination:
    """All that was found about one engine in one game."""

    engine: str
    program: str
    game: str
    size: tuple[int, ...]
    findings: tuple[Finding, ...]
    seconds: float

    @property
    def costs_games(self) -> bool:
        """Whether anything was found that loses games."""
        return any(finding.verdict is Verdict.COSTS_GAMES for finding in self.findings)


async def examine(
    entrant: Entrant,
    checks: Sequence[Check],
    *,
    game: Game,
    size: tuple[int, ...] | None,
    patience: Patience,
) -> Examination:
    """Make the checks, in a folder of their own unless the entrant has one.

    Raises:
        StartError: The engine cannot be started, or does not answer `name`.
        VoidGameError: The machine has no more processes, memory or descriptors.
    """
    sizes = (size,) if size else (small_size(game), game.default_size)
    with tempfile.TemporaryDirectory(prefix="referee-check-", ignore_cleanup_errors=True) as name:
        folder = None if entrant.cwd else Path(name)
        moved = entrant if folder is None else _move(entrant, folder)
        try:
            return await _examine(
                moved, checks, game=game, sizes=sizes, patience=patience, folder=folder
            )
        except StartError as error:
            if folder is None or error.step != START:
                raise
    # It may need files of the folder we are in, such as a module of Python's.
    return await _examine(entrant, checks, game=game, sizes=sizes, patience=patience, folder=None)


async def _examine(
    entrant: Entrant,
    checks: Sequence[Check],
    *,
    game: Game,
    sizes: Sequence[tuple[int, ...]],
    patience: Patience,
    folder: Path | None,
) -> Examination:
    failure: StartError | VoidGameError | None = None
    begun = trio.current_time()
    async with trio.open_nursery() as nursery:
        bench = Bench(
            entrant, game=game, size=sizes[0], patience=patience, nursery=nursery, folder=folder
        )
        program, findings = "", list[Finding]()
        try:
            program = await _introduce(bench)
            await _choose_size(bench, sizes)
            findings = await _run_all(bench, checks)
        except (StartError, VoidGameError) as error:
            failure = error  # the nursery would wrap it in a group
        finally:
            await bench.close()
    if failure is not None:
        raise failure
    seconds = trio.current_time() - begun
    return Examination(entrant.name, program, game.id, bench.size, tuple(findings), seconds)


def small_size(game: Game) -> tuple[int, ...]:
    """Return the most regular of the small sizes of a game."""
    sizes = []
    for size in itertools.product(_SMALL_SIDES, repeat=len(game.size_names)):
        try:
            count = len(game.board(size))
        except SizeError:
            continue
        if count >= SMALL_VERTICES:
            sizes.append((max(size) - min(size), count, size))
    return min(sizes)[2]


def _move(entrant: Entrant, folder: Path) -> Entrant:
    """Return the entrant in another folder, its files still found where they are."""
    program, *arguments = entrant.command
    if "/" in program and Path(program).exists():
        program = os.path.abspath(program)  # noqa: PTH100 - not resolve(): a venv is found by its link
    words = tuple(_absolute(word) for word in arguments)
    return attrs.evolve(entrant, command=(program, *words), cwd=str(folder))


def _absolute(word: str) -> str:
    option, equals, value = word.rpartition("=") if word.startswith("-") else ("", "", word)
    if value and not value.startswith("/") and Path(value).exists():
        return f"{option}{equals}{os.path.abspath(value)}"  # noqa: PTH100 - as above
    return word


# -- before the checks ---------------------------------------------------------------------


async def _introduce(bench: Bench) -> str:
    """Start the engine, ask its name, and find out how to speak with it."""
    probe = await bench.shared()
    reply = await bench.ask(probe, "name", seconds=3 * bench.patience.answer)
    if not reply.responses:
        raise await _not_understood(bench, probe, reply.problem)
    program = printable(reply.text.strip()[:64]) if reply.ok else ""
    listed = await bench.ask(await bench.shared(), "list_commands")
    entrant = bench.entrant
    bench.dialect = choose_dialect(
        listed.responses[0] if listed.responses else None,
        entered=entrant.dialect,
        aliases=entrant.aliases,
    )
    if bench.dialect.asks_time_kinds():
        kinds = await bench.ask(await bench.shared(), "kata-list_time_settings")
        bench.time_kinds = frozenset(kinds.text.split() if kinds.ok else ())
    return program


async def _not_understood(bench: Bench, probe: Probe, problem: str) -> StartError:
    with trio.move_on_after(_SETTLE_SECONDS):  # a death shows first as closed pipes
        await probe.process.wait_exit()
    entrant = bench.entrant
    error = printable((await probe.process.last_words()).strip()[-240:])
    command = shlex.join(entrant.arguments(seed=1))
    message = (
        f"{printable(entrant.name)}: {probe.process.exit_status() or problem} at 'name';"
        f" its output ends with '{probe.received}', its stderr with '{error}';"
        f" to see it: printf '1 name\\n' | {printable(command)}"
    )
    step = "name" if probe.process.exit_status() is None else START
    return StartError(entrant.name, step, message)


async def _choose_size(bench: Bench, sizes: Sequence[tuple[int, ...]]) -> None:
    """Take the first size that the engine accepts; without any, the findings say so."""
    probe = await bench.shared()
    if bench.dialect.has("set_game"):
        await bench.ask(probe, "set_game", bench.game.id)
    for size in sizes:
        if (await bench.ask(await bench.shared(), *bench.size_words(size))).ok:
            bench.size = size
            return


# -- the checks ----------------------------------------------------------------------------


async def _run_all(bench: Bench, checks: Sequence[Check]) -> list[Finding]:
    deadline = trio.current_time() + bench.patience.total
    return [await _run(bench, check, deadline) for check in checks]


async def _run(bench: Bench, check: Check, deadline: float) -> Finding:
    bench.evidence = None
    judgement = _unreached("the time for all checks was over")
    with trio.move_on_at(deadline) as scope:
        judgement = await _judge(bench, check)
    if scope.cancelled_caught:
        # What was going on is nobody's to continue.
        await bench.close()
    probe = bench.evidence
    return Finding(
        name=check.name,
        group=check.group,
        verdict=judgement.verdict,
        text=judgement.text,
        section=check.section,
        mend=check.mend,
        sent=probe.sent if probe else "",
        received=probe.received if probe else "",
    )


async def _judge(bench: Bench, check: Check) -> Judgement:
    try:
        return await check.run(bench)
    except PremiseError as error:
        return _unreached(str(error))
    except FaultError as error:
        return error.judgement if check.is_match else tolerated(str(error))


def _unreached(why: str) -> Judgement:
    return Judgement(Verdict.NOT_REACHED, printable(why))
