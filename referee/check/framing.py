"""Checks of the framing: ids, line ends, comments, bytes in any portion."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import attrs

from referee.check.bench import Bench
from referee.check.finding import Judgement, PremiseError, costs_games, info, ok, tolerated
from referee.check.probe import Reply
from referee.check.registry import Group
from referee.check.starting import UNKNOWN

FRAMING = Group("framing", section="Commands: what you read")
RESPONSES: Final = "Responses: what you write"

# Twenty commands are more than the referee has ever outstanding.
MANY: Final = 20

# Between an answer and a superfluous second one lies next to nothing.
UNASKED_SECONDS: Final = 0.1


async def _echoes(bench: Bench) -> bool:
    probe = await bench.shared()
    reply = await probe.exchange(b"7 name\n", seconds=bench.patience.answer)
    if reply.is_dead:
        raise PremiseError(reply.problem)
    return reply.responses[0].id is not None


@FRAMING.check("id-echoed", section=RESPONSES, mend="write the id at once after the `=`")
async def _id_echoed(bench: Bench) -> Judgement:
    probe = await bench.shared()
    reply = await probe.exchange(b"7 name\n", seconds=bench.patience.answer)
    if reply.is_dead:
        return costs_games(reply.problem)
    number = reply.responses[0].id
    if number is None:
        return tolerated("it echoes no ids")
    return ok("echoed") if number == 7 else costs_games(f"answers id 7 with id {number}")


def _id_check(name: str, number: int, *, mend: str, command: str = "name", is_sent: bool) -> None:
    @FRAMING.check(name, section=RESPONSES, mend=mend)
    async def check(bench: Bench) -> Judgement:
        echoes = await _echoes(bench)
        probe = await bench.shared()
        line = f"{number} {command}\n".encode()
        reply = await probe.exchange(line, seconds=bench.patience.answer)
        blame = costs_games if is_sent else tolerated
        if reply.is_dead:
            return blame(reply.problem)
        found = reply.responses[0].id
        if found == number or (found is None and not echoes):
            return ok("echoed" if echoes else "no ids, as ever")
        return blame(f"answers id {number} with {'no id' if found is None else f'id {found}'}")


_id_check("id-of-five-digits", 54321, mend="read ids as whole words", is_sent=True)
_id_check("id-on-error", 8, mend="echo the id after `?`, too", command=UNKNOWN, is_sent=True)
# The referee counts from 1, and no game has so many commands.
_id_check("id-zero", 0, mend="treat 0 as any other id", is_sent=False)
_id_check("id-goes-down", 3, mend="echo the id that came; do not count", is_sent=False)
_id_check("id-of-ten-digits", 4294967295, mend="do not read ids as int32", is_sent=False)


@FRAMING.check("no-id", section=RESPONSES, mend="answer a command without id by a bare `=`")
async def _no_id(bench: Bench) -> Judgement:
    probe = await bench.shared()
    reply = await probe.exchange(b"name\n", seconds=bench.patience.answer)
    if reply.is_dead or not reply.ok:
        return tolerated(reply.problem or "does not understand a command without id")
    number = reply.responses[0].id
    return ok("answered without") if number is None else tolerated(f"invents the id {number}")


@attrs.frozen
class Form:
    """A way to write commands that must be answered so many times, all with `=`."""

    name: str
    pieces: tuple[bytes, ...]
    answers: int
    mend: str
    said: str
    ids: bool = True


FORMS: Final = (
    Form("crlf", (b"5 name\r\n6 name\r\n",), 2, "drop CR before looking at a line", "CR LF"),
    Form("blank-lines", (b"\n\n5 name\n\n\n6 name\n",), 2, "skip empty lines", "empty lines"),
    Form("white-lines", (b" \n\t\n5 name\n",), 1, "skip lines of spaces", "lines of spaces"),
    Form(
        "comment-lines", (b"# a comment\n5 name\n#\n6 name\n",), 2, "cut lines at `#`", "comments"
    ),
    Form("trailing-comment", (b"5 name # who?\n",), 1, "cut lines at `#`", "a comment at the end"),
    Form("comment-close", (b"5 name#who?\n",), 1, "cut lines at `#`", "a comment without a space"),
    Form(
        "control-characters", (b"5 na\x01\x07me\x7f\n",), 1, "drop control characters", "controls"
    ),
    Form("tabs", (b"5\tname\n",), 1, "turn TAB into a space", "a TAB between words"),
    Form("spaces", (b"  5   name  \n",), 1, "split at runs of spaces", "spaces around words"),
    Form(
        "long-comment",
        (b"# " + b"x" * 8192 + b"\n5 name\n",),
        1,
        "read lines of any length",
        "a comment of 8 KiB",
    ),
    Form(
        "many-commands",
        (b"".join(b"%d name\n" % (10 + n) for n in range(MANY)),),
        MANY,
        "read a line, answer it, read the next; throw nothing away",
        f"{MANY} commands in one write",
    ),
    Form(
        "byte-by-byte",
        tuple(bytes([byte]) for byte in b"5 name\n6 name\n"),
        2,
        "wait for the line feed before reading a command",
        "one byte at a time",
    ),
    Form(
        "split-command",
        (b"5 na", b"me\n6", b" name\n"),
        2,
        "wait for the line feed before reading a command",
        "a command in two writes",
    ),
)


def _form_check(form: Form) -> Callable[[Bench], Awaitable[Judgement]]:
    @FRAMING.check(form.name, mend=form.mend)
    async def check(bench: Bench) -> Judgement:
        await _echoes(bench)
        probe = await bench.shared()
        reply = await probe.exchange_pieces(
            form.pieces, answers=form.answers, seconds=min(bench.patience.answer, 3.0)
        )
        if (complaint := _complaint(reply, form.answers)) is not None:
            probe.is_spoilt = True
            return tolerated(f"{form.said}: {complaint}")
        return ok(form.said)

    return check


def _complaint(reply: Reply, answers: int) -> str | None:
    if reply.is_dead:
        return f"{reply.problem}, {len(reply.responses)} of {answers} answers came"
    if len(reply.responses) > answers:
        return f"{len(reply.responses)} answers, expected {answers}"
    return None if reply.ok else "answered with `?`"


for _form in FORMS:
    _form_check(_form)


@FRAMING.check("long-name", section="Limits", mend="answer `? unknown command` however long")
async def _long_name(bench: Bench) -> Judgement:
    await _echoes(bench)
    probe = await bench.shared()
    data = b"5 " + b"x" * 4096 + b"\n6 name\n"
    reply = await probe.exchange(data, answers=2, seconds=min(bench.patience.answer, 3.0))
    if reply.is_dead or [response.ok for response in reply.responses] != [False, True]:
        probe.is_spoilt = True
        return tolerated(f"a command of 4 KiB: {reply.problem or 'not refused once'}")
    return ok("refused")


@FRAMING.check("bytes-above-127", mend="read bytes that are no text without an exception")
async def _bytes_above_127(bench: Bench) -> Judgement:
    probe = await bench.shared()
    data = b"5 name # \xff\xfe\xc3\xa9\n6 name\n"
    reply = await probe.exchange(data, answers=2, seconds=min(bench.patience.answer, 3.0))
    if (complaint := _complaint(reply, 2)) is not None:
        probe.is_spoilt = True
        return tolerated(complaint)
    return ok("in a comment, ignored")


@FRAMING.check("one-answer-each", section=RESPONSES, mend="answer each command exactly once")
async def _one_answer_each(bench: Bench) -> Judgement:
    async with bench.fresh() as probe:
        for command in ("name", UNKNOWN, "clear_board", "list_commands"):
            reply = await bench.ask(probe, command)
            extra = await probe.listen(seconds=UNASKED_SECONDS)
            if reply.broken or extra.broken or extra.responses:
                return costs_games(
                    f"{command}: {reply.broken or extra.broken or 'answered it twice'}"
                )
            if reply.is_dead:
                return costs_games(f"{command}: {reply.problem}")
        return ok("and nothing more")


@FRAMING.check("answers-in-order", section=RESPONSES, mend="answer in the order of the commands")
async def _answers_in_order(bench: Bench) -> Judgement:
    if not await _echoes(bench):
        return info("cannot be seen: it echoes no ids")
    probe = await bench.shared()
    data = b"31 name\n32 list_commands\n33 version\n34 " + UNKNOWN.encode() + b"\n35 name\n"
    reply = await probe.exchange(data, answers=5, seconds=min(bench.patience.answer, 3.0))
    found = [response.id for response in reply.responses]
    if found == [31, 32, 33, 34, 35]:
        return ok("five at once")
    probe.is_spoilt = True
    return tolerated(f"{reply.problem or 'wrong order'}: ids {found}")
