"""Checks of time: the terms it is told, the moves it makes under them, the speed of the rest."""

from __future__ import annotations

from typing import Final

from referee.check.bench import Bench
from referee.check.finding import Judgement, PremiseError, costs_games, info, ok, tolerated
from referee.check.registry import Group
from referee.check.session import Session
from referee.clock import TimeControl
from referee.printable import printable

TIME = Group("time", section="Clocks")

# GTP 2 has whole seconds only.
SHORT_SECONDS: Final = 1.0
TRIVIAL: Final = 50
SLOW_REPLY_SECONDS: Final = 0.05


def _terms(name: str, terms: str) -> None:
    @TIME.check(name, mend="accept the terms in the words that you list")
    async def check(bench: Bench) -> Judgement:
        control = TimeControl.parse(terms)
        words = bench.dialect.time_settings(control, bench.time_kinds)
        if words is None:
            raise PremiseError("it lists no command for these terms")
        reply = await bench.ask(await bench.shared(), *words)
        if reply.is_dead:
            return costs_games(f"{' '.join(words)}: {reply.problem}")
        if not reply.ok:
            return tolerated(f"refuses '{' '.join(words)}': '{printable(reply.text[:40])}'")
        return ok(" ".join(words))


_terms("time-increment", "60+0.5")
_terms("time-absolute", "60")
_terms("time-per-move", "5/move")
_terms("time-none", "none")


@TIME.check("time-kinds", mend="answer the kinds of `kata-time_settings`, one a line")
async def _time_kinds(bench: Bench) -> Judgement:
    bench.needs("kata-time_settings")
    if not bench.dialect.asks_time_kinds():
        return info("no kata-list_time_settings: taken to know them all")
    known = bench.time_kinds & {"fischer", "absolute", "byoyomi", "none"}
    return ok(" ".join(sorted(known))) if known else tolerated("names no kind that is ever sent")


@TIME.check("time-told", mend="list `time_left` and `time_settings` if you manage your time")
async def _time_told(bench: Bench) -> Judgement:
    has = [name for name in ("kata-time_settings", "time_settings", "time_left")
           if bench.dialect.has(name)]  # fmt: skip
    return ok(", ".join(has)) if has else info("is told nothing of time, and plays at its own pace")


@TIME.check("time-left", mend="accept `time_left COLOR TIME STONES` before each genmove")
async def _time_left(bench: Bench) -> Judgement:
    bench.needs("time_left")
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    for seconds in (60.0, 1.5, 0.4):
        words = bench.time_left(session.color, seconds)
        if words is not None:
            await bench.must(probe, *words)
    return ok("60, 1.5 and 0.4 s left")


def _in_time(name: str, *, seconds: float, default_size: bool) -> None:
    @TIME.check(name, mend="think shorter than `time_left` says, and keep a reserve of 50 ms")
    async def check(bench: Bench) -> Judgement:
        size = bench.game.default_size if default_size else bench.size
        slowest = 0.0
        async with bench.fresh() as probe:
            await bench.set_up(probe, size=size, per_move=seconds)
            session = Session(bench, probe, bench.game.start(size, bench.rules))
            for _ in range(3):
                if session.is_over:
                    break
                left = bench.time_left(session.color, seconds)
                if left is not None:
                    await bench.must(probe, *left)
                words = bench.dialect.genmove(session.color)
                reply = await bench.ask(probe, *words, seconds=bench.patience.move)
                if reply.is_dead:
                    return costs_games(f"{' '.join(words)}: {reply.problem}")
                slowest = max(slowest, reply.seconds)
                session.judge(reply.responses[0], words)
        board = " ".join(map(str, size))
        text = f"board {board}: at most {slowest:.2f} s for a move, of {seconds:g} s"
        return ok(text) if slowest <= seconds else costs_games(f"too late: {text}")


_in_time("move-in-time", seconds=SHORT_SECONDS, default_size=False)
_in_time("move-in-time-default-size", seconds=3.0, default_size=True)


@TIME.check("speed-of-replies", section="Limits", mend="flush after each response")
async def _speed(bench: Bench) -> Judgement:
    probe = await bench.shared()
    seconds = []
    for _ in range(TRIVIAL):
        reply = await bench.ask(probe, "name")
        if reply.is_dead:
            return costs_games(reply.problem)
        seconds.append(reply.seconds)
    median = sorted(seconds)[TRIVIAL // 2]
    text = f"a trivial reply takes {1000 * median:.2f} ms"
    return ok(text) if median < SLOW_REPLY_SECONDS else tolerated(text)


@TIME.check("speed-of-play", section="Limits", mend="do nothing slow in `play`: it is your time")
async def _speed_of_play(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    slowest = 0.0
    for _ in range(4):
        if session.is_over:
            break
        move = session.vacant()[-1]
        words = bench.dialect.play(session.color, move, session.position.board)
        session.position.play(move)
        slowest = max(slowest, (await bench.must(probe, *words)).seconds)
    text = f"at most {1000 * slowest:.1f} ms for a move of ours"
    return ok(text) if slowest < 1.0 else tolerated(text)
