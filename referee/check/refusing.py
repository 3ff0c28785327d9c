"""Checks of what it refuses: unknown commands, illegal moves; the board stays as it was."""

from __future__ import annotations

import random

from referee.check.bench import Bench
from referee.check.finding import Judgement, PremiseError, info, ok, tolerated
from referee.check.probe import Probe
from referee.check.registry import Group
from referee.check.session import Session
from referee.check.starting import UNKNOWN
from referee.outcome import Player
from referee.printable import printable
from referee.rules.errors import Code
from referee.rules.moves import Color, Place

REFUSING = Group("refusing", section="Why a move is refused", is_match=False)
UNDO = Group("undo", section="What the referee sends", is_match=False)

PICTURES = (("showboard",), ("list_stones", "black"), ("list_stones", "white"))


async def _opening(bench: Bench, probe: Probe) -> Session:
    session = await Session.start(bench, probe)
    vacant = session.vacant()
    await session.play(vacant[len(vacant) // 2])
    return session


async def _refusal(bench: Bench, *words: str, what: str) -> Judgement:
    """Send what is wrong after one black stone, and see that nothing has come of it."""
    probe = await bench.shared()
    session = await _opening(bench, probe)
    reply = await bench.ask(probe, *words)
    if reply.is_dead:
        return tolerated(f"{' '.join(words)}: {reply.problem}")
    if reply.ok:
        probe.is_spoilt = True
        return tolerated(f"accepts '{' '.join(words)}', {what}")
    await session.play(session.vacant()[-1])
    await session.genmove()
    return ok(f"refuses {what}, and plays on")


@REFUSING.check("unknown-command", section="What the referee sends", mend="`? unknown command`")
async def _unknown_command(bench: Bench) -> Judgement:
    return await _refusal(bench, UNKNOWN, what="a command that nobody has")


@REFUSING.check("play-off-board", mend="answer `? illegal move`, and change nothing")
async def _play_off_board(bench: Bench) -> Judgement:
    return await _refusal(bench, "play", "white", "ZZ99", what="a vertex off the board")


@REFUSING.check("play-beyond-last-row", mend="check both coordinates against the size")
async def _play_beyond_last_row(bench: Bench) -> Judgement:
    return await _refusal(bench, "play", "white", "A99", what="a row that is not there")


@REFUSING.check("play-nonsense", mend="answer `? syntax error`, and change nothing")
async def _play_nonsense(bench: Bench) -> Judgement:
    return await _refusal(bench, "play", "white", "(C-4)", what="no move at all")


@REFUSING.check("play-row-zero", mend="rows are counted from 1")
async def _play_row_zero(bench: Bench) -> Judgement:
    return await _refusal(bench, "play", "white", "A0", what="row 0")


@REFUSING.check("play-nothing", mend="answer `? syntax error`")
async def _play_nothing(bench: Bench) -> Judgement:
    return await _refusal(bench, "play", "white", what="a play without a move")


@REFUSING.check("play-too-much", mend="answer `? syntax error`")
async def _play_too_much(bench: Bench) -> Judgement:
    labels = bench.game.board(bench.size).labels
    words = ("play", "white", labels[0], labels[-1])
    return await _refusal(bench, *words, what="two moves at once")


@REFUSING.check("genmove-no-color", mend="answer `? syntax error`")
async def _genmove_no_color(bench: Bench) -> Judgement:
    return await _refusal(bench, "genmove", what="a genmove for nobody")


@REFUSING.check("genmove-bad-color", mend="answer `? syntax error`")
async def _genmove_bad_color(bench: Bench) -> Judgement:
    return await _refusal(bench, "genmove", "green", what="a third colour")


@REFUSING.check("play-occupied", mend="answer `? illegal move`, and change nothing")
async def _play_occupied(bench: Bench) -> Judgement:
    board = bench.game.board(bench.size)
    start = bench.game.start(bench.size, bench.rules)
    stones = [move for move in start.legal_moves() if isinstance(move, Place)]
    words = bench.dialect.play(Color.WHITE, stones[len(stones) // 2], board)
    return await _refusal(bench, *words, what="an occupied vertex")


def _refused_by_rule(name: str, *codes: Code, mend: str) -> None:
    @REFUSING.check(name, section="Hex Go and Go: ko, passes, dead stones", mend=mend)
    async def check(bench: Bench) -> Judgement:
        if not bench.game.captures:
            raise PremiseError("this game has no captures")
        probe = await bench.shared()
        for seed in range(40):
            if (found := await _provoke(bench, probe, seed, codes)) is not None:
                return found
        raise PremiseError("no such position was met")


async def _provoke(
    bench: Bench, probe: Probe, seed: int, codes: tuple[Code, ...]
) -> Judgement | None:
    """Play at random, on our own board, until a move is illegal for this reason; then try it."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    position = bench.game.start(bench.size, bench.rules)
    while position.to_move is not None:
        for vertex in position.empty():
            refusal = position.refusal(Place(vertex))
            if refusal is not None and refusal.code in codes:
                session = await Session.start(bench, probe)
                for _, move in position.history:
                    await session.play(move)
                words = bench.dialect.play(session.color, Place(vertex), position.board)
                reply = await bench.ask(probe, *words)
                probe.is_spoilt |= reply.ok
                if reply.is_dead or reply.ok:
                    return tolerated(f"{' '.join(words)}: {reply.problem or 'accepted'}")
                await session.genmove()
                return ok(f"refuses {' '.join(words)} and plays on")
        position.play(rng.choice(position.legal_moves()))
    return None


_refused_by_rule("play-suicide", Code.SUICIDE, mend="refuse stones without a liberty")
_refused_by_rule("play-ko", Code.KO, Code.SUPERKO, mend="refuse what the ko rule forbids")


@REFUSING.check("board-unchanged", mend="check a move before you make it")
async def _board_unchanged(bench: Bench) -> Judgement:
    pictures = [words for words in PICTURES if bench.dialect.has(words[0])]
    if not pictures:
        raise PremiseError("it lists neither showboard nor list_stones")
    probe = await bench.shared()
    session = await _opening(bench, probe)
    words = bench.dialect.play(Color.WHITE, session.vacant()[0], session.position.board)
    before = [(await bench.must(probe, *picture)).text for picture in pictures]
    for wrong in ("ZZ99", "(C-4)", "A0"):
        await bench.ask(probe, "play", "white", wrong)
    await bench.ask(probe, UNKNOWN)
    after = [(await bench.must(probe, *picture)).text for picture in pictures]
    await bench.must(probe, *words)
    if before != after:
        return tolerated("its board is another one after moves that it could not make")
    return ok(f"by {', '.join(sorted({picture[0] for picture in pictures}))}")


@REFUSING.check("games-after-refusals", mend="check a move before you make it")
async def _games_after_refusals(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    rng = random.Random(2)  # noqa: S311 - no secret
    while not session.is_over and len(session.position.history) < 40:
        for words in ((UNKNOWN,), ("play", session.color.word, "ZZ99")):
            if (reply := await bench.ask(probe, *words)).is_dead:
                return tolerated(f"{' '.join(words)}: {reply.problem}")
            if reply.ok:
                raise PremiseError(f"it accepts '{' '.join(words)}'")
        await session.play_out(rng, ours=(Player.FIRST,), moves=1)
    return ok(f"{len(session.position.history)} legal moves among them")


@UNDO.check("undo", mend="take back one move, whoever made it")
async def _undo(bench: Bench) -> Judgement:
    if not bench.dialect.has("undo"):
        return info("has no undo, which is never sent during a game")
    probe = await bench.shared()
    session = await _opening(bench, probe)
    move = session.vacant()[0]
    words = bench.dialect.play(session.color, move, session.position.board)
    for line in (words, ("undo",), words):
        reply = await bench.ask(probe, *line)
        if not reply.ok:
            probe.is_spoilt = True
            return tolerated(f"{' '.join(line)}: {reply.problem or printable(reply.text[:40])}")
    return ok("a stone that was taken back can be played again")


@UNDO.check("undo-genmove", mend="remember your own moves for `undo`, too")
async def _undo_genmove(bench: Bench) -> Judgement:
    bench.needs("undo")
    probe = await bench.shared()
    session = await _opening(bench, probe)
    move = await session.genmove()
    if move is None:
        raise PremiseError("it resigned")
    for words in (("undo",), bench.dialect.play(Color.WHITE, move, session.position.board)):
        reply = await bench.ask(probe, *words)
        if not reply.ok:
            probe.is_spoilt = True
            return tolerated(f"{' '.join(words)}: {reply.problem or printable(reply.text[:40])}")
    return ok("its own move is taken back")


@UNDO.check("undo-empty", mend="answer `? cannot undo`")
async def _undo_empty(bench: Bench) -> Judgement:
    bench.needs("undo")
    probe = await bench.shared()
    await Session.start(bench, probe)
    reply = await bench.ask(probe, "undo")
    if reply.is_dead:
        return tolerated(reply.problem)
    probe.is_spoilt = reply.ok
    return tolerated("undoes on an empty board") if reply.ok else ok("refused")


@UNDO.check("undo-play-on", mend="restore everything: captures, ko, the side to move")
async def _undo_play_on(bench: Bench) -> Judgement:
    bench.needs("undo")
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    rng = random.Random(4)  # noqa: S311 - no secret
    await session.play_out(rng, ours=tuple(Player), moves=8)
    for _ in range(min(4, len(session.position.history))):
        session.position.undo()
        if not (reply := await bench.ask(probe, "undo")).ok:
            probe.is_spoilt = True
            return tolerated(reply.problem or "refuses to undo")
    await session.play_out(rng, ours=(Player.FIRST,), moves=60)
    return ok("plays legally after four moves were taken back")
