"""Checks of the pie rules, of passes and dead stones, of komi and rules by name."""

from __future__ import annotations

import random
from typing import Final

import trio

from referee.check.bench import Bench
from referee.check.finding import Judgement, PremiseError, costs_games, info, ok, tolerated
from referee.check.registry import Group
from referee.check.session import Session
from referee.outcome import Player
from referee.printable import printable
from referee.rules.errors import IllegalMoveError
from referee.rules.game import Rules
from referee.rules.moves import PASS, SWAP, SWAP_SIDES, Move, Place

PIE = Group("pie rule", section="The pie rules")
PASSES = Group("passes", section="Hex Go and Go: ko, passes, dead stones")
RULES = Group("komi and rules", section="What the referee sends")

SWAPS: Final[dict[str, Move]] = {"replace": SWAP, "swap-sides": SWAP_SIDES}


def _pie_rules(bench: Bench) -> Rules:
    """Return the rules with a pie, if the engine can be told or takes it for granted."""
    choice = next((pie for pie in bench.game.pie_choices if pie != "none"), "none")
    if bench.rules.pie != "none":
        choice = bench.rules.pie
    rules = bench.game.cap_moves(bench.game.board(bench.size), bench.game.rules(pie=choice))
    if choice == "none" or bench.dialect.objection(bench.game, rules) is not None:
        raise PremiseError("it is played without a pie rule")
    return rules


def _no_pie(bench: Bench) -> Rules:
    rules = bench.game.cap_moves(bench.game.board(bench.size), bench.game.rules(pie="none"))
    if bench.dialect.objection(bench.game, rules) is not None:
        raise PremiseError("the pie rule cannot be switched off: it lists no set_rule")
    return rules


@PIE.check("pie-accepted", mend="understand `play white` with the swap of your game")
async def _pie_accepted(bench: Bench) -> Judgement:
    rules = _pie_rules(bench)
    session = await Session.start(bench, await bench.shared(), rules=rules)
    await session.play(session.vacant()[0])
    await session.play(SWAPS[rules.pie])
    return ok(f"takes our swap ({rules.pie})")


@PIE.check("pie-of-its-own-stone", mend="understand that your first stone has changed hands")
async def _pie_own_stone(bench: Bench) -> Judgement:
    rules = _pie_rules(bench)
    session = await Session.start(bench, await bench.shared(), rules=rules)
    if await session.genmove() is None:
        raise PremiseError("it resigned")
    await session.play(SWAPS[rules.pie])
    await session.play_out(random.Random(1), ours=(Player.SECOND,))  # noqa: S311 - no secret
    return ok("plays on legally after its stone was swapped, to the end")


@PIE.check("pie-offered-in-time", mend="swap at White's first turn only")
async def _pie_in_time(bench: Bench) -> Judgement:
    rules = _pie_rules(bench)
    probe = await bench.shared()
    vertices = range(len(bench.game.board(bench.size)))
    swaps = played = 0
    until = trio.current_time() + bench.patience.games
    for vertex in vertices[:: max(1, len(vertices) // 12)]:
        if trio.current_time() > until:
            break
        session = await Session.start(bench, probe, rules=rules)
        await session.play(Place(vertex))
        swaps += await session.genmove() == SWAPS[rules.pie]
        played += 1
        if not session.is_over:
            await session.play_out(random.Random(vertex), ours=(Player.FIRST,), moves=4)  # noqa: S311 - no secret
    if swaps:
        return ok(f"swapped {swaps} of {played} first stones, and never later")
    return info(f"swapped none of {played} first stones, which the rules allow")


@PIE.check("pie-after-own-swap", mend="know whose stone is whose after your own swap")
async def _pie_after_own(bench: Bench) -> Judgement:
    rules = _pie_rules(bench)
    probe = await bench.shared()
    middle = len(bench.game.board(bench.size)) // 2
    for number in range(8):
        session = await Session.start(bench, probe, rules=rules)
        await session.play(Place(middle))
        if await session.genmove() == SWAPS[rules.pie]:
            await session.play_out(random.Random(number), ours=(Player.FIRST,))  # noqa: S311 - no secret
            return ok("plays on legally to the end")
    raise PremiseError("it never swapped")


@PIE.check("pie-switched-off", mend="obey `set_rule pie none`")
async def _pie_off(bench: Bench) -> Judgement:
    rules = _no_pie(bench)
    probe = await bench.shared()
    middle = len(bench.game.board(bench.size)) // 2
    for _ in range(6):
        session = await Session.start(bench, probe, rules=rules)
        await session.play(Place(middle))
        await session.genmove()
    return ok("never swaps without the rule")


def _refused_swap(name: str, *, stones: int, what: str) -> None:
    @PIE.check(name, mend="answer `? illegal move` to a swap that the rules do not allow")
    async def check(bench: Bench) -> Judgement:
        rules = _pie_rules(bench) if stones else _no_pie(bench)
        probe = await bench.shared()
        session = await Session.start(bench, probe, rules=rules)
        for _ in range(stones):
            await session.play(session.vacant()[0])
        swap = SWAPS.get(rules.pie, SWAP)
        words = bench.dialect.play(session.color, swap, session.position.board)
        reply = await bench.ask(probe, *words)
        if reply.is_dead:
            return tolerated(f"{' '.join(words)}: {reply.problem}")
        probe.is_spoilt = reply.ok
        return tolerated(f"accepts a swap {what}") if reply.ok else ok(f"refuses a swap {what}")


_refused_swap("swap-too-late", stones=3, what="at White's second turn")
_refused_swap("swap-of-nothing", stones=0, what="before there is a stone")


def _needs_pass(bench: Bench) -> None:
    if not bench.game.has_pass:
        raise PremiseError("this game has no pass")


@PASSES.check("pass-accepted", mend="understand `play COLOR pass`")
async def _pass_accepted(bench: Bench) -> Judgement:
    _needs_pass(bench)
    session = await Session.start(bench, await bench.shared())
    await session.play(session.vacant()[0])
    await session.play(PASS)
    await session.genmove()
    return ok("takes a pass and plays on")


@PASSES.check("pass-upper", mend="compare `pass` without case")
async def _pass_upper(bench: Bench) -> Judgement:
    _needs_pass(bench)
    probe = await bench.shared()
    await Session.start(bench, probe)
    reply = await bench.ask(probe, "play", "black", "PASS")
    return ok("PASS") if reply.ok else tolerated(reply.problem or "does not know PASS")


@PASSES.check("pass-refused", mend="answer `? illegal move`: this game has no pass")
async def _pass_refused(bench: Bench) -> Judgement:
    if bench.game.has_pass:
        raise PremiseError("this game has a pass")
    probe = await bench.shared()
    await Session.start(bench, probe)
    reply = await bench.ask(probe, "play", "black", "pass")
    probe.is_spoilt |= reply.ok
    if reply.is_dead:
        return tolerated(reply.problem)
    return tolerated("accepts a pass, which this game has not") if reply.ok else ok("refused")


@PASSES.check("ends-games", mend="pass when there is nothing left to gain")
async def _ends_games(bench: Bench) -> Judgement:
    _needs_pass(bench)
    session = await Session.start(bench, await bench.shared())
    limit = session.position.rules.move_limit or 0
    while not session.is_over and len(session.position.history) < limit:
        await session.genmove()
        if not session.is_over:
            await session.play(PASS)
    plies = len(session.position.history)
    ended = session.resigned or plies < limit
    return ok(f"passes after {plies} plies") if ended else info(f"does not pass in {plies} plies")


@PASSES.check("dead-stones", mend="answer vertices with spaces between them, or nothing")
async def _dead_stones(bench: Bench) -> Judgement:
    _needs_pass(bench)
    if bench.dialect.asks_dead() is None:
        return info("has no final_status_list: claims that no stone is dead")
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    await session.play_out(random.Random(6), ours=tuple(Player), moves=12)  # noqa: S311 - no secret
    while not session.is_over:
        await session.play(PASS)
    reply = await bench.ask(probe, "final_status_list", "dead", seconds=bench.patience.move)
    if reply.is_dead:
        return costs_games(reply.problem)
    if not reply.ok:
        return tolerated(f"refuses: '{printable(reply.text[:40])}': claims nothing")
    try:
        points = bench.dialect.read_points(reply.responses[0], session.position.board)
    except IllegalMoveError as error:
        return costs_games(printable(error.refusal.sentence))
    if any(session.position.color_at(point) is None for point in points):
        return tolerated("calls vacant points dead")
    return ok(f"{len(points)} stones")


@PASSES.check("resumed-play", mend="play on after two passes when you are asked to")
async def _resumed_play(bench: Bench) -> Judgement:
    _needs_pass(bench)
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    await session.play_out(random.Random(8), ours=tuple(Player), moves=8)  # noqa: S311 - no secret
    while not session.is_over:
        await session.play(PASS)
    if not session.position.can_agree_dead:
        raise PremiseError("the game did not end by two passes")
    session.position.resume()
    words = bench.dialect.genmove(session.color, cleanup=True)
    await session.genmove(cleanup=True)
    return ok(f"answers {words[0]} after two passes")


def _komi(name: str, komi: str, *, is_ours: bool) -> None:
    @RULES.check(name, mend="read komi as a number that may be negative and may have halves")
    async def check(bench: Bench) -> Judgement:
        if not bench.game.has_komi:
            raise PremiseError("this game has no komi")
        bench.needs("komi")
        reply = await bench.ask(await bench.shared(), "komi", komi)
        text = f"komi {komi}"
        if reply.ok:
            return ok(text)
        text = f"{text}: {reply.problem or printable(reply.text[:40])}"
        return costs_games(text) if is_ours else tolerated(text)


_komi("komi-half", "7.5", is_ours=True)
_komi("komi-whole", "0", is_ours=True)
_komi("komi-negative", "-3.5", is_ours=False)


@RULES.check("komi-no-number", mend="answer `? syntax error`")
async def _komi_no_number(bench: Bench) -> Judgement:
    bench.needs("komi")
    reply = await bench.ask(await bench.shared(), "komi", "much")
    if reply.is_dead:
        return tolerated(f"komi much: {reply.problem}")
    return tolerated("accepts 'komi much'") if reply.ok else ok("refused")


@RULES.check("set-rule-values", mend="accept every value that the table of games names")
async def _set_rule_values(bench: Bench) -> Judgement:
    bench.needs("set_rule")
    probe = await bench.shared()
    await bench.set_up(probe)
    refused = []
    for name, values in (("pie", bench.game.pie_choices), ("ko", bench.game.ko_choices)):
        for value in values if len(values) > 1 else ():
            reply = await bench.ask(probe, "set_rule", name, value)
            if reply.is_dead:
                return costs_games(f"set_rule {name} {value}: {reply.problem}")
            refused += [] if reply.ok else [f"{name} {value}"]
    if refused:
        return tolerated(f"refuses {', '.join(refused)}: no games with that rule")
    return ok("takes every value")


@RULES.check("set-rule-unknown", mend="refuse rules and values that you do not know")
async def _set_rule_unknown(bench: Bench) -> Judgement:
    bench.needs("set_rule")
    reply = await bench.ask(await bench.shared(), "set_rule", "no-such-rule", "yes")
    if reply.is_dead:
        return tolerated(f"an unknown rule: {reply.problem}")
    return tolerated("accepts any rule") if reply.ok else ok("refused")
