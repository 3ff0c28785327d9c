"""Checks of the end: quitting, being cut off, and what is left behind."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import Final

import trio

from referee.check.bench import MARK, Bench
from referee.check.finding import Judgement, PremiseError, info, ok, tolerated
from referee.check.probe import Probe
from referee.check.registry import Group
from referee.check.session import Session
from referee.printable import printable
from referee.process import QUIT_GRACE_SECONDS
from referee.rules.moves import Color

ENDING = Group("ending", section="In what order")
LEFTOVERS = Group("leftovers", section="Responses: what you write")
CHECKLIST: Final = "Checklist"

# For the thinking to begin before it is cut off.
THINKING_SECONDS: Final = 0.1

# Of files and lines that are named in a finding.
_NAMED: Final = 3


async def _exit_seconds(probe: Probe) -> float | None:
    begun = trio.current_time()
    with trio.move_on_after(QUIT_GRACE_SECONDS):
        await probe.process.wait_exit()
        return trio.current_time() - begun
    return None


async def _ended(probe: Probe, what: str) -> Judgement:
    seconds = await _exit_seconds(probe)
    if seconds is None:
        return tolerated(f"runs on {QUIT_GRACE_SECONDS:g} s after {what}, and is killed")
    return ok(f"gone {seconds:.2f} s after {what}")


@ENDING.check("quit-answered", mend="answer `quit`, flush, then exit")
async def _quit_answered(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        await bench.must(probe, "name")
        reply = await bench.ask(probe, "quit", seconds=QUIT_GRACE_SECONDS)
        return ok("answered") if reply.ok else tolerated(reply.problem or "refuses to quit")


@ENDING.check("quit-obeyed", mend="exit after the answer to `quit`")
async def _quit_obeyed(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        await bench.must(probe, "name")
        await bench.ask(probe, "quit", seconds=QUIT_GRACE_SECONDS)
        return await _ended(probe, "quit")


@ENDING.check("exit-status", mend="exit with status 0")
async def _exit_status(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        await bench.must(probe, "name")
        await bench.ask(probe, "quit", seconds=QUIT_GRACE_SECONDS)
        if await _exit_seconds(probe) is None:
            raise PremiseError("it does not exit")
        status = probe.process.exit_status() or ""
        return ok(status) if status.endswith("status 0") else tolerated(status)


@ENDING.check("quit-without-id", mend="answer commands without ids")
async def _quit_without_id(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        await bench.must(probe, "name")
        await probe.exchange(b"quit\n", seconds=QUIT_GRACE_SECONDS)
        return await _ended(probe, "a quit without id")


@ENDING.check("quit-in-a-game", mend="exit at `quit` at any time: the last move is not told")
async def _quit_in_a_game(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        session = await Session.start(bench, probe)
        await session.genmove()
        await bench.ask(probe, "quit", seconds=QUIT_GRACE_SECONDS)
        return await _ended(probe, "quit in the middle of a game")


@ENDING.check("end-of-input", section=CHECKLIST, mend="exit when standard input ends")
async def _end_of_input(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        await bench.must(probe, "name")
        probe.close_input()
        return await _ended(probe, "the end of its input")


@ENDING.check("end-of-input-at-once", section=CHECKLIST, mend="exit when standard input ends")
async def _end_at_once(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        # It may still be loading: the start is not counted.
        with trio.move_on_after(bench.patience.answer):
            probe.close_input()
            await probe.process.wait_exit()
            return ok("ends without a single command")
        return tolerated("runs on although there never was a command")


@ENDING.check("quit-while-thinking", mend="look for input now and then, or leave it to us")
async def _quit_while_thinking(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        await _think(bench, probe)
        await probe.exchange(b"99 quit\n", answers=0, seconds=QUIT_GRACE_SECONDS)
        return await _ended(probe, "quit while it was to think")


@ENDING.check("end-while-thinking", section=CHECKLIST, mend="exit when standard input ends")
async def _end_while_thinking(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        await _think(bench, probe)
        probe.close_input()
        return await _ended(probe, "the end of input while it was to think")


@ENDING.check("terminated", mend="do not ignore SIGTERM")
async def _terminated(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        await bench.must(probe, "name")
        begun = trio.current_time()
        os.kill(probe.process.pid, signal.SIGTERM)
        if await _exit_seconds(probe) is None:
            return tolerated("ignores SIGTERM, and is killed")
        return ok(f"gone {trio.current_time() - begun:.2f} s after SIGTERM")


async def _think(bench: Bench, probe: Probe) -> None:
    size = bench.game.default_size
    await bench.set_up(probe, size=size, per_move=60.0)
    words = " ".join(bench.dialect.genmove(Color.BLACK))
    await probe.exchange(f"98 {words}\n".encode(), answers=0, seconds=bench.patience.answer)
    await trio.sleep(THINKING_SECONDS)


@LEFTOVERS.check("stdout-noise", mend="write what you want to say to people on standard error")
async def _stdout_noise(bench: Bench) -> Judgement:
    if bench.noise_lines:
        return tolerated(f"{bench.noise_lines} lines on standard output outside of any response")
    return ok("nothing but responses on standard output")


@LEFTOVERS.check("stderr", mend="write less: only the ends of a long text are kept")
async def _stderr(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        session = await Session.start(bench, probe)
        for _ in range(2):
            if not session.is_over:
                await session.genmove()
        await bench.ask(probe, "quit", seconds=QUIT_GRACE_SECONDS)
        await _exit_seconds(probe)
        words = await probe.process.last_words()
    if not words:
        return ok("nothing")
    last = printable(words.strip()[-60:])
    if " bytes left out ..." in words:
        return tolerated(f"more than is kept, in two moves: '...{last}'")
    return info(f"{len(words)} characters: '{last}'")


@LEFTOVERS.check("processes", section=CHECKLIST, mend="end the processes that you have started")
async def _processes(bench: Bench) -> Judgement:
    if sys.platform != "linux":
        raise PremiseError("processes are looked for on Linux only")
    await bench.close()
    async with bench.fresh() as probe:
        session = await Session.start(bench, probe)
        await session.genmove()
        await bench.ask(probe, "quit", seconds=QUIT_GRACE_SECONDS)
        await _exit_seconds(probe)
        left = _marked(bench.mark, probe.process.pid)
    if left:
        return tolerated(f"leaves {len(left)} behind ({', '.join(left[:_NAMED])}): they are killed")
    return ok("none left")


def _marked(mark: str, leader: int) -> list[str]:
    """Name the living processes, but the engine itself, that bear our mark."""
    entry = f"{MARK}={mark}".encode()
    found = []
    for path in Path("/proc").iterdir():
        if not path.name.isdecimal() or int(path.name) == leader:
            continue
        try:
            if entry in (path / "environ").read_bytes().split(b"\0"):
                found.append(printable((path / "comm").read_text(errors="replace").strip()))
        except OSError:  # gone, or not ours to read
            continue
    return found


@LEFTOVERS.check("files", section=CHECKLIST, mend="write no files where you are started")
async def _files(bench: Bench) -> Judgement:
    if bench.folder is None:
        raise PremiseError("it is entered with a folder of its own")
    names = sorted(path.name for path in bench.folder.iterdir())
    if names:
        shown = ", ".join(printable(name[:40]) for name in names[:_NAMED])
        return info(f"leaves {len(names)} in its folder: {shown}")
    return ok("none left in its folder")
