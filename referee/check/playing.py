"""Checks of whole games: every move of the engine is judged by the rules."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Final

import trio

from referee.check.bench import Bench, FaultError
from referee.check.finding import Judgement, PremiseError, costs_games, info, ok, tolerated
from referee.check.registry import Group
from referee.check.session import Session
from referee.entrant import SEED_PLACEHOLDER
from referee.outcome import Player
from referee.printable import printable
from referee.rules.moves import Place

PLAYING = Group("playing", section="How a game ends")

# Against a random opponent: enough to meet full boards, captures and every kind of ending.
GAMES: Final = 6


@PLAYING.check("first-move", section="Moves", mend="answer `genmove black` on an empty board")
async def _first_move(bench: Bench) -> Judgement:
    session = await Session.start(bench, await bench.shared())
    move = await session.genmove()
    if move is None:
        return tolerated("resigns at its first move")
    return ok(session.position.board.format_move(move))


@PLAYING.check("second-move", section="Moves", mend="answer `genmove white` after one stone")
async def _second_move(bench: Bench) -> Judgement:
    session = await Session.start(bench, await bench.shared())
    vacant = session.vacant()
    await session.play(vacant[len(vacant) // 2])
    move = await session.genmove()
    if move is None:
        return tolerated("resigns at its first move")
    return ok(session.position.board.format_move(move))


async def _games(bench: Bench, ours: Collection[Player], count: int) -> Judgement:
    probe = await bench.shared()
    until = trio.current_time() + bench.patience.games
    played = resigned = moves = 0
    for number in range(count):
        if trio.current_time() > until:
            break
        session = await Session.start(bench, probe)
        try:
            await session.play_out(random.Random(number), ours=ours)  # noqa: S311 - no secret
        except FaultError as error:
            return costs_games(f"game {number + 1}: {error}")
        played += 1
        resigned += session.resigned
        moves += len(session.position.history)
    if not played:
        raise PremiseError("no game was played within the time")
    lost = f", resigned {resigned}" if resigned else ""
    return ok(f"{played} games, {moves} moves, all legal{lost}")


@PLAYING.check("games-as-first", mend="compare your moves with `all_legal` of `referee gtp`")
async def _games_as_first(bench: Bench) -> Judgement:
    return await _games(bench, (Player.SECOND,), GAMES)


@PLAYING.check("games-as-second", mend="compare your moves with `all_legal` of `referee gtp`")
async def _games_as_second(bench: Bench) -> Judgement:
    return await _games(bench, (Player.FIRST,), GAMES)


@PLAYING.check("games-of-both", mend="make the move of `genmove` on your own board, too")
async def _games_of_both(bench: Bench) -> Judgement:
    return await _games(bench, (), 3)


@PLAYING.check("own-move-made", mend="make the move of `genmove` on your own board, too")
async def _own_move_made(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    move = await session.genmove()
    if not isinstance(move, Place):
        raise PremiseError("it did not begin with a stone")
    words = bench.dialect.play(session.color, move, session.position.board)
    reply = await bench.ask(probe, *words)
    if reply.is_dead:
        return tolerated(f"a stone of ours on its own: {reply.problem}")
    probe.is_spoilt = True
    return tolerated("lets us play on its own stone") if reply.ok else ok("its stone stands")


@PLAYING.check("clear-board", section="In what order", mend="`clear_board` empties the board")
async def _clear_board(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    await session.play_out(random.Random(7), ours=tuple(Player), moves=6)  # noqa: S311 - no secret
    stones = [move for _, move in session.position.history if isinstance(move, Place)]
    await bench.must(probe, "clear_board")
    session = Session(bench, probe, bench.game.start(bench.size, bench.rules))
    for move in stones:
        if session.position.refusal(move) is None:
            await session.play(move)
    return ok("all stones can be played again")


@PLAYING.check("clear-board-only", section="In what order", mend="`clear_board` begins a new game")
async def _clear_board_only(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    for number in range(3):
        await session.play_out(random.Random(number), ours=(Player.FIRST,))  # noqa: S311 - no secret
        await bench.must(probe, "clear_board")
        session = Session(bench, probe, bench.game.start(bench.size, bench.rules))
    return ok("three games with nothing but `clear_board` between them")


@PLAYING.check("other-size-next", section="In what order", mend="rebuild all tables at `boardsize`")
async def _other_size_next(bench: Bench) -> Judgement:
    probe = await bench.shared()
    for size in (bench.game.default_size, bench.size):
        session = await Session.start(bench, probe, size=size)
        await session.play_out(random.Random(3), ours=(Player.FIRST,), moves=6)  # noqa: S311 - no secret
    return ok("plays the default size, then the small one, in one process")


@PLAYING.check(
    "genmove-after-end", section="In what order", mend="do not crash when asked too much"
)
async def _genmove_after_end(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    await session.play_out(random.Random(5), ours=tuple(Player))  # noqa: S311 - no secret
    reply = await bench.ask(probe, "genmove", "black", seconds=bench.patience.move)
    probe.is_spoilt = True
    if reply.is_dead:
        return tolerated(f"after the end of a game: {reply.problem}")
    sign = "=" if reply.ok else "?"
    return info(f"answers {sign} {printable(reply.text[:40])}")


@PLAYING.check("same-seed", section="Checklist", mend="let `--seed {seed}` decide all chance")
async def _same_seed(bench: Bench) -> Judgement:
    if not any(SEED_PLACEHOLDER in word for word in bench.entrant.command):
        raise PremiseError("no {seed} in its command")
    games = []
    for _ in range(2):
        async with bench.fresh(seed=11) as probe:
            session = await Session.start(bench, probe)
            await session.play_out(random.Random(3), ours=(Player.SECOND,), moves=8)  # noqa: S311 - no secret
            games.append(list(session.position.history))
    return ok("the same moves") if games[0] == games[1] else tolerated("the moves differ")


@PLAYING.check(
    "play-and-genmove", section="Responses: what you write", mend="leave `pipelining` off"
)
async def _play_and_genmove(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        session = await Session.start(bench, probe)
        words = bench.dialect.play(session.color, session.vacant()[0], session.position.board)
        both = f"1 {' '.join(words)}\n2 genmove white\n".encode()
        reply = await probe.exchange(both, answers=2, seconds=bench.patience.move)
        if reply.is_dead or not reply.ok:
            return tolerated(f"in one write: {reply.problem or printable(reply.text[:40])}")
        return ok("in one write: `pipelining = true` would work")
