"""Checks of the start: what an engine says before it is asked, who it is, what it knows."""

from __future__ import annotations

from typing import Final

import trio

from protocol.commands import REQUIRED
from protocol.parser import MAX_NOISE_LINES
from referee.check.bench import Bench
from referee.check.finding import Judgement, PremiseError, costs_games, info, ok, tolerated
from referee.check.registry import Group
from referee.dialect.base import PROTOCOL_VERSION
from referee.printable import printable

START = Group("start", section="In what order")
HANDSHAKE = Group("handshake", section="What the referee sends")

# As PROTOCOL.md has it: all commands before the first move.
READY_SECONDS: Final = 30.0

# An engine that talks before it is asked does so at once.
UNASKED_SECONDS: Final = 0.3

UNKNOWN: Final = "no-such-command"


@START.check("starts", mend="make `name` answer at once; load big files when a game begins")
async def _starts(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        reply = await bench.ask(probe, "name", seconds=READY_SECONDS)
        if reply.is_dead:
            return costs_games(reply.problem)
        return ok(f"answers {reply.seconds:.2f} s after its start")


@START.check("start-again", mend="do not lock files or ports: two games may run side by side")
async def _start_again(bench: Bench) -> Judgement:
    async with bench.fresh() as one, bench.fresh() as two:
        for probe in (one, two):
            reply = await bench.ask(probe, "name", seconds=READY_SECONDS)
            if not reply.ok:
                return costs_games(f"a second process beside the first: {reply.problem}")
        return ok("two processes run side by side")


@START.check(
    "silent-start",
    section="Responses: what you write",
    mend="write nothing that begins with `=` or `?` before the first command",
)
async def _silent_start(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        reply = await probe.listen(seconds=UNASKED_SECONDS)
        if reply.broken:
            return costs_games(f"broke the protocol before the first command: {reply.broken}")
        if reply.responses:
            return costs_games("sent a response before the first command")
        return ok("sends no response before it is asked")


@START.check("banner", section="Limits", mend="print greetings on standard error")
async def _banner(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        reply = await bench.ask(probe, "name", seconds=READY_SECONDS)
        if not reply.noise:
            return ok("no lines before the first response")
        first = printable(reply.noise[0][:60])
        return tolerated(
            f"{len(reply.noise)} of at most {MAX_NOISE_LINES} lines before the first response:"
            f" '{first}'"
        )


@START.check("ready-in-time", section="Limits", mend="be ready for the first move within 30 s")
async def _ready_in_time(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        begun = trio.current_time()
        for name in ("protocol_version", "name", "version", "list_commands"):
            if (reply := await bench.ask(probe, name)).is_dead:
                return costs_games(f"{name}: {reply.problem}")
        await bench.set_up(probe)
        seconds = trio.current_time() - begun
        text = f"ready for the first move after {seconds:.2f} of {READY_SECONDS:g} s"
        return ok(text) if seconds < READY_SECONDS else costs_games(text)


@HANDSHAKE.check("protocol-version", mend="answer `protocol_version` with `2`")
async def _protocol_version(bench: Bench) -> Judgement:
    reply = await bench.ask(await bench.shared(), "protocol_version")
    if reply.is_dead:
        return costs_games(reply.problem)
    if not reply.ok:
        return tolerated("has no protocol_version")
    if reply.text.strip() != PROTOCOL_VERSION:
        return costs_games(f"speaks version '{printable(reply.text[:20])}', expected 2")
    return ok("2")


@HANDSHAKE.check("name", mend="answer `name` with the engine's name")
async def _name(bench: Bench) -> Judgement:
    reply = await bench.ask(await bench.shared(), "name")
    if not reply.ok:
        return costs_games(reply.problem or "has no name")
    if not reply.text.strip() or "\n" in reply.text:
        return tolerated("a name is one line with something on it")
    return ok(printable(reply.text[:60]))


@HANDSHAKE.check("version", mend="answer `version`; the answer may be empty")
async def _version(bench: Bench) -> Judgement:
    reply = await bench.ask(await bench.shared(), "version")
    if reply.is_dead:
        return costs_games(reply.problem)
    return ok(printable(reply.text[:60]) or "empty") if reply.ok else tolerated("has no version")


@HANDSHAKE.check("list-commands", mend="list every command that the engine has, one a line")
async def _list_commands(bench: Bench) -> Judgement:
    reply = await bench.ask(await bench.shared(), "list_commands")
    if reply.is_dead:
        return costs_games(reply.problem)
    if not reply.ok:
        return tolerated("has no list_commands: taken to have what is required, no more")
    names = reply.text.split("\n")
    if any(len(line.split()) != 1 for line in names):
        return tolerated("has lines in its list that are not one word")
    if twice := sorted({line for line in names if names.count(line) > 1}):
        return tolerated(f"lists {printable(twice[0][:40])} twice")
    return ok(f"{len(names)} commands")


@HANDSHAKE.check("required-commands", mend="implement and list the commands that are missing")
async def _required_commands(bench: Bench) -> Judgement:
    if bench.dialect.commands is None:
        probe = await bench.shared()
        for words in (("clear_board",), ("boardsize", *map(str, bench.size))):
            if not (reply := await bench.ask(probe, *words)).ok:
                return costs_games(f"{' '.join(words)}: {reply.problem or reply.text[:60]}")
        return ok("no list; the ones tried are there")
    if missing := bench.dialect.missing():
        return costs_games(f"lacks {', '.join(missing)}, which every engine must have")
    return ok(f"all {len(REQUIRED)} are listed")


@HANDSHAKE.check("expected-commands", mend="implement and list the commands that are missing")
async def _expected_commands(bench: Bench) -> Judgement:
    if bench.dialect.commands is None:
        return tolerated("lists nothing")
    if missing := bench.dialect.unreported():
        return tolerated(f"lacks {', '.join(missing)}")
    return ok("all are listed")


async def _knows(bench: Bench, command: str) -> str:
    bench.needs("known_command")
    reply = await bench.ask(await bench.shared(), "known_command", command)
    if reply.is_dead:
        raise PremiseError(reply.problem)
    return reply.text.strip() if reply.ok else "?"


@HANDSHAKE.check("known-command-true", mend="answer `true` for a command that the engine has")
async def _known_command_true(bench: Bench) -> Judgement:
    answer = await _knows(bench, "genmove")
    return ok("true") if answer == "true" else tolerated(f"genmove: '{printable(answer[:40])}'")


@HANDSHAKE.check("known-command-false", mend="answer `false` for a command it does not have")
async def _known_command_false(bench: Bench) -> Judgement:
    answer = await _knows(bench, UNKNOWN)
    return ok("false") if answer == "false" else tolerated(f"'{printable(answer[:40])}'")


@HANDSHAKE.check("lists-agree", mend="make `known_command` and `list_commands` read one table")
async def _lists_agree(bench: Bench) -> Judgement:
    unknown = [
        command
        for command in sorted(bench.dialect.commands or ())
        if command not in bench.entrant.aliases and await _knows(bench, command) != "true"
    ]
    if unknown:
        return tolerated(f"lists {printable(unknown[0][:40])} but does not know it")
    return ok("all that is listed is known")


@HANDSHAKE.check("unlisted-commands", mend="list what the engine has, or it is never sent")
async def _unlisted_commands(bench: Bench) -> Judgement:
    useful = ("set_game", "komi", "set_rule", "time_settings", "time_left", "final_status_list")
    hidden = [
        command
        for command in useful
        if not bench.dialect.has(command) and await _knows(bench, command) == "true"
    ]
    if hidden:
        return tolerated(f"knows {', '.join(hidden)} without listing it")
    return ok("knows nothing useful that it does not list")


@HANDSHAKE.check("dialect", mend="list `set_game` to be taken for an engine of this protocol")
async def _dialect(bench: Bench) -> Judgement:
    how = "as entered" if bench.entrant.dialect else "found out by its commands"
    return info(f"{bench.dialect.name}, {how}")


@HANDSHAKE.check("list-games", mend="list the ids of the games, as the table of games has them")
async def _list_games(bench: Bench) -> Judgement:
    if not bench.dialect.has("list_games"):
        return info(f"no list_games: taken to play {bench.game.id} only")
    reply = await bench.ask(await bench.shared(), "list_games")
    if reply.is_dead:
        return costs_games(reply.problem)
    if bench.game.id not in reply.text.split():
        return tolerated(f"does not list {bench.game.id}")
    return ok(f"{len(reply.text.split())} games, {bench.game.id} among them")


@HANDSHAKE.check("set-game", section="The games", mend="accept `set_game` with the game's id")
async def _set_game(bench: Bench) -> Judgement:
    if not bench.dialect.has("set_game"):
        return info(f"no set_game: taken to play {bench.game.id} only")
    await bench.must(await bench.shared(), "set_game", bench.game.id)
    return ok(bench.game.id)


@HANDSHAKE.check("set-game-unknown", section="The games", mend="refuse games it does not know")
async def _set_game_unknown(bench: Bench) -> Judgement:
    bench.needs("set_game")
    reply = await bench.ask(await bench.shared(), "set_game", "no-such-game")
    if reply.is_dead:
        return tolerated(reply.problem)
    return tolerated("accepts any word as a game") if reply.ok else ok("refused")


@HANDSHAKE.check("rules", section="The pie rules", mend="implement and list `set_rule` or `komi`")
async def _rules(bench: Bench) -> Judgement:
    objection = bench.dialect.objection(bench.game, bench.rules)
    return costs_games(objection) if objection else ok("can be told the game's default rules")


@HANDSHAKE.check("set-up", mend="obey every command that sets up a game and is listed")
async def _set_up(bench: Bench) -> Judgement:
    probe = await bench.shared()
    board = bench.game.board(bench.size)
    for step in bench.dialect.setup(board, bench.game, bench.rules):
        reply = await bench.ask(probe, *step.words)
        if reply.is_dead or not reply.ok:
            text = f"{' '.join(step.words)}: {reply.problem or printable(reply.text[:60])}"
            vital = step.is_vital or reply.is_dead
            return costs_games(text) if vital else tolerated(text)
    return ok("obeys all commands before the first move")
