"""Games in memory, on a clock that jumps: every delay is exact and none is waited for."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import attrs
import pytest
import trio
from trio.testing import MockClock

from protocol.commands import EXPECTED, REQUIRED
from referee.clock import TimeControl
from referee.engine import Engine
from referee.entrant import Entrant
from referee.handshake import prepare_both
from referee.match import LIMITS, Limits, play_between
from referee.outcome import StartError, Termination
from referee.progress import GameFinished, GameStarted, MovePlayed, Progress
from referee.record import GameRecord
from referee.rules.catalog import find_game
from referee.rules.moves import DRAW, Color

LISTED = sorted(REQUIRED | EXPECTED)


@attrs.frozen
class Say:
    """Bytes, some seconds after the last ones; `ID` stands for the command's id."""

    data: str
    after: float = 0.0


@attrs.frozen
class Die:
    """The end of the program, some seconds after the last bytes."""

    after: float = 0.0


@attrs.frozen
class CloseOutput:
    """The end of the output, while the program lives."""

    after: float = 0.0


Step = Say | Die | CloseOutput


def ok(text: str = "", after: float = 0.0) -> list[Step]:
    return [Say(f"=ID {text}\n\n", after)]


def moves(text: str) -> list[list[Step]]:
    return [ok(word) for word in text.split()]


class Script:
    """A program as a value: answers to `genmove` in order, and to other commands by name."""

    def __init__(
        self,
        *genmoves: Sequence[Step],
        lists: Sequence[str] = (),
        on: Mapping[str, Sequence[Step]] | None = None,
        piece: int = 1_000_000,
    ) -> None:
        self.piece = piece
        self.answers: dict[str, list[Sequence[Step]]] = {"genmove": list(genmoves)}
        self.constant = {
            "protocol_version": ok("2"),
            "name": ok("double"),
            "list_commands": ok("\n".join([*LISTED, *lists])),
            **(on or {}),
        }
        self.heard: list[str] = []
        self._pending: list[tuple[float, bytes | None]] = []
        self._news = trio.Event()
        self._death: float = math.inf

    # -- what the referee sees: a transport ----------------------------------------------

    async def send_all(self, data: bytes) -> None:
        if trio.current_time() >= self._death:
            raise trio.BrokenResourceError
        number, name, *arguments = data.decode().split()
        self.heard.append(" ".join([name, *arguments]))
        if self.answers.get(name):
            steps = self.answers[name].pop(0)
        else:
            steps = self.constant.get(name, ok())
        due = trio.current_time()
        for step in steps:
            due += step.after
            if isinstance(step, Say):
                text = step.data.replace("ID", number).encode("latin-1")
                for start in range(0, len(text), self.piece):
                    self._pending.append((due, text[start : start + self.piece]))
            else:
                self._pending.append((due, None))
            if isinstance(step, Die):
                self._death = due
        self._news.set()
        self._news = trio.Event()

    async def receive_some(self) -> bytes:
        while not self._pending:
            await self._news.wait()
        due, data = self._pending[0]
        await trio.sleep_until(due)
        if data is None:
            return b""
        del self._pending[0]
        return data

    async def wait_exit(self) -> None:
        while self._death == math.inf:
            await self._news.wait()
        await trio.sleep_until(self._death)

    def exit_status(self) -> str | None:
        return "exited with status 1" if trio.current_time() >= self._death else None

    async def last_words(self) -> str:
        return ""

    async def stop(self, *, grace: float) -> None:
        del grace
        raise AssertionError("nobody here ends the engines")


async def play(
    first: Script,
    second: Script,
    *,
    game: str = "hex",
    size: tuple[int, ...] = (3,),
    control: str = "none",
    limits: Limits = LIMITS,
    watch: trio.MemorySendChannel[Progress] | None = None,
    rules: Mapping[str, object] | None = None,
) -> GameRecord:
    chosen = find_game(game)
    position = chosen.start(size, chosen.rules(**(rules or {})))  # type: ignore[arg-type]
    engines = (
        Engine(Entrant(name="first", command=("one",)), first),
        Engine(Entrant(name="second", command=("two",)), second),
    )
    terms = TimeControl.parse(control)
    await prepare_both(engines, position, terms, seconds=limits.setup)
    return await play_between(engines, position, terms, limits=limits, watch=watch)


def ending(record: GameRecord) -> tuple[Termination, str | None]:
    return record.outcome.termination, record.winner


WINNING = "B1 B2 B3"
LOSING = "A1 A2 A3"


# -- games that end by the rules ---------------------------------------------------------


async def test_a_game_is_played_to_its_end_and_both_engines_hear_all_of_it(
    autojump_clock: MockClock,
):
    first, second = Script(*moves(WINNING)), Script(*moves(LOSING))
    record = await play(first, second)

    assert ending(record) == (Termination.CONNECTION, "first")
    assert [turn.move for turn in record.turns] == ["B1", "A1", "B2", "A2", "B3"]
    assert record.proof.chains == (("B1", "B2", "B3"),)
    assert first.heard[4:] == [
        "boardsize 3", "clear_board",
        "genmove black", "play white A1", "genmove black", "play white A2", "genmove black",
    ]  # fmt: skip
    assert second.heard[6:] == ["play black B1", "genmove white", "play black B2", "genmove white"]


async def test_the_record_reads_back_and_replays_to_the_same_end(autojump_clock: MockClock):
    record = await play(Script(*moves(WINNING)), Script(*moves(LOSING)), control="10+1")
    position = find_game(record.game).start(record.size, record.rules)
    for turn in record.turns:
        position.play(position.board.parse_move(turn.move))

    assert GameRecord.from_json(record.to_json()) == record
    assert position.result is record.outcome.winner


async def test_every_move_is_timed_exactly_and_only_for_who_makes_it(autojump_clock: MockClock):
    first = Script(ok("B1", after=1.5), ok("B2", after=2), ok("B3", after=0.25))
    second = Script(ok("A1", after=3), ok("A2", after=0))
    record = await play(first, second, control="10+0.5")

    assert [turn.seconds for turn in record.turns] == [1.5, 3.0, 2.0, 0.0, 0.25]
    assert [turn.left for turn in record.turns] == [9.0, 7.5, 7.5, 8.0, 7.75]
    assert [turn.sent for turn in record.turns] == [0.0, 1.5, 4.5, 6.5, 6.5]


async def test_a_reply_in_pieces_is_stamped_at_its_first_and_last_byte(autojump_clock: MockClock):
    pieces = [Say("=ID", 1), Say(" B1", 1), Say("\n", 1), Say("\n", 1)]
    record = await play(Script(pieces), Script(ok("resign")))
    turn = record.turns[0]

    assert (turn.sent, turn.first_byte, turn.last_byte, turn.seconds) == (0.0, 1.0, 4.0, 4.0)


async def test_swap_sides_changes_who_is_asked_and_who_wins(autojump_clock: MockClock):
    first = Script(ok("B1"), ok("A1"), ok("A2"))
    second = Script(ok("swap-sides"), ok("B2"), ok("B3"))
    record = await play(first, second)

    assert ending(record) == (Termination.CONNECTION, "second")
    assert record.outcome.winner is Color.BLACK
    assert first.heard[6:10] == [
        "genmove black", "play white swap-sides", "genmove white", "play black B2",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["resign", "RESIGN", "Resign"])
async def test_who_resigns_loses(autojump_clock: MockClock, word: str):
    record = await play(Script(ok("B1")), Script(ok(word, after=2)))

    assert ending(record) == (Termination.RESIGNATION, "first")
    assert record.closing is not None
    assert (record.closing.move, record.closing.seconds) == (word, 2.0)


async def test_the_move_limit_ends_a_game(autojump_clock: MockClock):
    record = await play(
        Script(*moves("A1 B2")), Script(*moves("pass pass")),
        game="hex-go", size=(6, 6), rules={"move_limit": 3},
    )  # fmt: skip

    assert ending(record) == (Termination.MOVE_LIMIT, "first")
    assert record.proof.score is not None
    assert record.proof.score.margin == "B+34"


# -- dead stones -------------------------------------------------------------------------

DEAD = {"lists": ("final_status_list", "kgs-genmove_cleanup")}


async def test_dead_stones_that_both_name_are_removed(autojump_clock: MockClock):
    claim = {"final_status_list": ok("C3")}
    first = Script(*moves("A1 pass"), **DEAD, on=claim)
    second = Script(*moves("C3 pass"), **DEAD, on=claim)
    record = await play(first, second, game="hex-go", size=(6, 6))

    assert ending(record) == (Termination.SCORE, "first")
    assert [(claim.player, claim.dead) for claim in record.dead_claims] == [
        ("first", ("C3",)),
        ("second", ("C3",)),
    ]
    assert record.proof.score is not None
    assert (record.proof.score.dead, record.proof.score.white.lost) == (("C3",), 1)
    assert first.heard[-2:] == ["play white pass", "final_status_list dead"]


async def test_disputed_stones_are_played_out_once_and_then_all_lives(autojump_clock: MockClock):
    first = Script(*moves("A1 pass"), **DEAD, on={"final_status_list": ok("C3")})
    second = Script(*moves("C3 pass"), **DEAD)
    first.constant["kgs-genmove_cleanup"] = second.constant["kgs-genmove_cleanup"] = ok("pass")
    record = await play(first, second, game="hex-go", size=(6, 6))

    assert ending(record) == (Termination.SCORE, None)
    assert record.outcome.winner is DRAW
    assert record.resumed_at == 4
    assert [turn.move for turn in record.turns[4:]] == ["pass", "pass"]
    assert record.proof.score is not None
    assert (record.proof.score.black.lost, record.proof.score.white.lost) == (1, 1)
    assert second.heard.count("final_status_list dead") == 1


async def test_without_the_cleanup_command_play_resumes_with_genmove(autojump_clock: MockClock):
    lists = ("final_status_list",)
    first = Script(*moves("A1 pass pass"), lists=lists, on={"final_status_list": ok("C3")})
    second = Script(*moves("C3 pass pass"), lists=lists)
    record = await play(first, second, game="hex-go", size=(6, 6))

    assert (record.resumed_at, len(record.turns)) == (4, 6)


async def test_who_has_no_list_of_dead_stones_claims_that_there_are_none(
    autojump_clock: MockClock,
):
    first, second = Script(*moves("A1 pass")), Script(*moves("C3 pass"))
    record = await play(first, second, game="hex-go", size=(6, 6))

    assert record.outcome.termination is Termination.SCORE
    assert [claim.dead for claim in record.dead_claims] == [(), ()]


@pytest.mark.parametrize(
    ("answer", "termination"),
    [
        pytest.param(ok("C9"), Termination.PROTOCOL_ERROR, id="off the board"),
        pytest.param(ok("E5"), Termination.PROTOCOL_ERROR, id="vacant"),
        pytest.param([], Termination.TIMEOUT, id="silence"),
        pytest.param([Die()], Termination.CRASH, id="death"),
    ],
)
async def test_faults_over_dead_stones_lose(
    autojump_clock: MockClock, answer: list[Step], termination: Termination
):
    first = Script(*moves("A1 pass"), **DEAD)
    second = Script(*moves("C3 pass"), **DEAD, on={"final_status_list": answer})
    record = await play(first, second, game="hex-go", size=(6, 6))

    assert ending(record) == (termination, "first")


# -- clocks ------------------------------------------------------------------------------


@pytest.mark.parametrize("control", ["5/move", "5+0"])
@pytest.mark.parametrize(
    ("seconds", "is_late"),
    [
        pytest.param(4.999, False, id="in time"),
        pytest.param(5.0, False, id="exactly on time"),
        pytest.param(5.001, True, id="a millisecond late"),
        pytest.param(5.1, True, id="a tenth late"),
        pytest.param(500.0, True, id="much too late"),
    ],
)
async def test_a_move_is_late_when_it_is_late(
    autojump_clock: MockClock, control: str, seconds: float, is_late: bool
):
    record = await play(Script(ok("B1", after=seconds)), Script(ok("resign")), control=control)
    expected = (Termination.TIMEOUT, "second") if is_late else (Termination.RESIGNATION, "first")

    assert ending(record) == expected


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param(ok("B3", after=6), id="winning move"),
        pytest.param(ok("B2", after=5.003), id="illegal move"),
        pytest.param(ok("resign", after=5.003), id="resignation"),
        pytest.param([Say("?ID no\n\n", 5.003)], id="refusal"),
        pytest.param(ok("B3 B3", after=5.003), id="no protocol"),
        pytest.param([], id="silence"),
        pytest.param([Say("=ID B3", 1)], id="no line end"),
        pytest.param([Say("=ID B3\n", 1)], id="no empty line"),
        pytest.param([Say("=ID B3\r", 1)] * 2, id="carriage returns alone"),
        pytest.param([Say(char, 0.3) for char in "=ID B3" + "x" * 100], id="dripping bytes"),
        pytest.param([Say("thinking\n", 0.3)] * 50, id="dripping lines"),
    ],
)
async def test_nothing_that_comes_late_saves_a_game(autojump_clock: MockClock, steps: list[Step]):
    first = Script(*moves("B1 B2"), steps)
    record = await play(first, Script(*moves(LOSING)), control="5/move")

    assert ending(record) == (Termination.TIMEOUT, "second")
    assert record.closing is not None
    assert record.closing.sent == 0.0
    # One absolute deadline, whatever comes meanwhile.
    assert trio.current_time() < 5.2


async def test_what_is_missing_is_said_when_an_answer_never_ends(autojump_clock: MockClock):
    record = await play(Script([Say("=ID B1\n")]), Script(), control="5/move")

    assert "empty line" in record.outcome.detail


async def test_without_a_clock_there_is_still_a_deadline(autojump_clock: MockClock):
    record = await play(Script([]), Script(), limits=Limits(safety=60.0))

    assert ending(record) == (Termination.TIMEOUT, "second")
    assert trio.current_time() == pytest.approx(60, abs=0.1)


async def test_a_player_is_told_what_is_left_and_never_more(autojump_clock: MockClock):
    first = Script(
        ok("B1", after=1.23456), ok("B2", after=0.5), *moves("B3"),
        lists=("time_left", "kata-time_settings"),
    )  # fmt: skip
    record = await play(first, Script(*moves(LOSING)), control="10+1")
    told = [line for line in first.heard if line.startswith("time_left")]

    assert told == ["time_left black 10 0", "time_left black 9.765 0", "time_left black 10.265 0"]
    assert record.outcome.termination is Termination.CONNECTION


async def test_commands_other_than_genmove_cost_no_time_but_have_a_deadline(
    autojump_clock: MockClock,
):
    slow = {"play": ok(after=9)}
    record = await play(Script(*moves(WINNING), on=slow), Script(*moves(LOSING), on=slow),
                        control="5+0")  # fmt: skip

    assert record.outcome.termination is Termination.CONNECTION
    assert {turn.left for turn in record.turns} == {5.0}


async def test_hanging_in_play_loses(autojump_clock: MockClock):
    record = await play(Script(*moves("B1")), Script(on={"play": []}), control="500+0")

    assert ending(record) == (Termination.TIMEOUT, "first")
    assert "'play black B1' within 10.000 s" in record.outcome.detail
    assert record.closing is None


# -- what engines say --------------------------------------------------------------------

PROTOCOL, ILLEGAL, CRASH = (
    Termination.PROTOCOL_ERROR,
    Termination.ILLEGAL_MOVE,
    Termination.CRASH,
)


@pytest.mark.parametrize(
    ("steps", "termination"),
    [
        pytest.param(ok("B1"), ILLEGAL, id="occupied"),
        pytest.param(ok("D1"), ILLEGAL, id="off the board"),
        pytest.param(ok("pass"), ILLEGAL, id="pass"),
        pytest.param(ok("swap"), ILLEGAL, id="the other swap"),
        pytest.param(ok("hello"), ILLEGAL, id="no move"),
        pytest.param(ok(), PROTOCOL, id="nothing"),
        pytest.param(ok("A1 A2"), PROTOCOL, id="two moves"),
        pytest.param(ok("\xff\xfe"), PROTOCOL, id="no text"),
        pytest.param([Say("=ID A\x001\n\n")], PROTOCOL, id="NUL"),
        pytest.param([Say("=99 A1\n\n")], PROTOCOL, id="wrong id"),
        pytest.param([Say("=1 A1\n\n")], PROTOCOL, id="old id"),
        pytest.param([Say("= A1\n\n")], PROTOCOL, id="no id, from one that had ids"),
        pytest.param([Say("x" * 70_000)], PROTOCOL, id="long line"),
        pytest.param([Say("x\n" * 70)], PROTOCOL, id="many lines"),
        pytest.param([Say("=ID " + "A1\n" * 30_000)], PROTOCOL, id="long reply"),
        pytest.param([Say("?ID cannot\n\n")], Termination.REFUSED, id="refusal"),
        pytest.param([Die(1)], CRASH, id="death"),
        pytest.param([Say("=ID A1"), Die()], CRASH, id="half a line and death"),
        pytest.param([Say("=ID A1\n"), Die()], CRASH, id="half a reply and death"),
        pytest.param([CloseOutput(1)], CRASH, id="output closed"),
        pytest.param([Say("=99 A1\n\n"), Die()], CRASH, id="wrong id and death at once"),
        pytest.param([Say("=99 A1\n\n"), Die(5)], PROTOCOL, id="wrong id, later death"),
    ],
)
async def test_a_fault_loses_by_its_name_for_either_colour(
    autojump_clock: MockClock, steps: list[Step], termination: Termination
):
    as_white = await play(Script(ok("B1")), Script(steps))
    as_black = await play(Script(ok("B1"), steps), Script(ok("A2")))

    assert ending(as_white) == (termination, "first")
    assert ending(as_black) == (termination, "second")


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([Say("=ID A1\r\n\r\n")], id="CRLF"),
        pytest.param([Say("=ID   a1\t\n\n")], id="blanks"),
        pytest.param([Say("\n\n=ID A1\n\n\n\n")], id="empty lines"),
        pytest.param([Say("info: thinking\n=ID A1\n\n")], id="a line before"),
        pytest.param([Say("=ID A1\n\ndone.\n")], id="a line after"),
    ],
)
async def test_what_is_tolerated_changes_nothing(autojump_clock: MockClock, steps: list[Step]):
    record = await play(Script(*moves(WINNING)), Script(steps, ok("A2")))

    assert ending(record) == (Termination.CONNECTION, "first")


async def test_an_answer_may_come_byte_by_byte(autojump_clock: MockClock):
    record = await play(Script(*moves(WINNING), piece=1), Script(*moves(LOSING), piece=1))

    assert ending(record) == (Termination.CONNECTION, "first")


async def test_an_engine_that_never_echoes_ids_is_taken_as_it_is(autojump_clock: MockClock):
    def without_ids(*words: str) -> Script:
        script = Script(*([Say(f"= {word}\n\n")] for word in words))
        for name in script.constant:
            script.constant[name] = [Say(script.constant[name][0].data.replace("ID", ""))]
        for name in ("version", "boardsize", "clear_board", "play"):
            script.constant[name] = [Say("=\n\n")]
        return script

    record = await play(without_ids(*WINNING.split()), without_ids(*LOSING.split()))

    assert ending(record) == (Termination.CONNECTION, "first")


async def test_a_second_answer_is_never_taken_for_the_next_one(autojump_clock: MockClock):
    first = Script([Say("=ID B1\n\n= B2\n\n")], ok("B3"))
    record = await play(first, Script(*moves(LOSING)))

    assert ending(record) == (Termination.PROTOCOL_ERROR, "second")
    assert len(record.turns) == 2


async def test_an_answer_before_the_question_is_no_answer(autojump_clock: MockClock):
    first = Script(*moves("B1"), on={"play": [Say("=ID\n\n= B2\n\n")]})
    record = await play(first, Script(*moves(LOSING)))

    assert ending(record) == (Termination.PROTOCOL_ERROR, "second")


async def test_refusing_a_legal_move_loses(autojump_clock: MockClock):
    record = await play(Script(ok("B1")), Script(on={"play": [Say("?ID illegal move\n\n")]}))

    assert ending(record) == (Termination.REFUSED, "first")
    assert [turn.move for turn in record.turns] == ["B1"]


# -- deaths ------------------------------------------------------------------------------


async def test_the_answer_of_a_dying_engine_counts_if_it_wins(autojump_clock: MockClock):
    first = Script(*moves("B1 B2"), [*ok("B3"), Die()])
    record = await play(first, Script(*moves(LOSING)))

    assert ending(record) == (Termination.CONNECTION, "first")


async def test_who_dies_in_the_opponents_time_loses_at_once(autojump_clock: MockClock):
    first = Script([*ok("B1"), Die(2)])
    record = await play(first, Script(ok("A1", after=50)), control="60+0")

    assert ending(record) == (Termination.CRASH, "second")
    assert [turn.move for turn in record.turns] == ["B1"]
    assert trio.current_time() == pytest.approx(2, abs=0.1)


async def test_when_both_die_at_once_the_side_to_move_loses(autojump_clock: MockClock):
    white_on_turn = await play(Script([*ok("B1"), Die(2)]), Script([Die(2)]))
    black_on_turn = await play(Script(ok("B1"), [Die(2)]), Script([*ok("A1"), Die(2)]))

    assert ending(white_on_turn) == (Termination.CRASH, "first")
    assert ending(black_on_turn) == (Termination.CRASH, "second")


async def test_dying_exactly_when_the_time_is_up_is_running_out_of_time(
    autojump_clock: MockClock,
):
    record = await play(Script([Die(5.005)]), Script(), control="5/move")

    assert ending(record) == (Termination.TIMEOUT, "second")


# -- before the game ---------------------------------------------------------------------

VITAL = ["name", "boardsize", "clear_board"]
BEFORE = ["protocol_version", "name", "version", "list_commands", "boardsize", "clear_board"]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(
    ("command", "answer", "says"),
    [
        *((name, [Say("?ID unknown\n\n")], name) for name in VITAL),
        *((name, [Die()], "exited with status 1") for name in BEFORE),
        *((name, [], "did not answer within 30 s") for name in BEFORE),
        *((name, [CloseOutput()], "closed its output") for name in BEFORE),
        ("protocol_version", ok("1"), "version '1'"),
        ("list_commands", ok("name quit play genmove"), "lacks boardsize, clear_board"),
        ("protocol_version", [Say("\xef\xbb\xbf=ID 2\n\n")], "byte order mark"),
        ("name", [Say("=7 x\n\n")], "id"),
    ],
)
async def test_an_engine_that_is_never_ready_is_named_with_the_step_and_the_reason(
    autojump_clock: MockClock, side: int, command: str, answer: list[Step], says: str
):
    scripts = Script(), Script()
    scripts[side].constant[command] = answer

    with pytest.raises(StartError) as failed:
        await play(*scripts)

    assert failed.value.entrant == ("first", "second")[side]
    assert failed.value.step.split()[0] in {command, "list_commands"}
    assert says in str(failed.value)
    assert str(failed.value).isprintable()


async def test_what_is_missing_and_tolerated_is_noted(autojump_clock: MockClock):
    no = [Say("?ID unknown command\n\n")]
    odd = Script(ok("resign"), on=dict.fromkeys(EXPECTED, no))
    record = await play(odd, Script())

    assert record.outcome.termination is Termination.RESIGNATION
    assert len(record.first.warnings) == 3
    assert record.second.warnings == ()


async def test_a_banner_before_the_first_answer_is_tolerated(autojump_clock: MockClock):
    banner = [Say("Welcome\n" * 10 + "=ID 2\n\n")]
    record = await play(Script(ok("resign"), on={"protocol_version": banner}), Script())

    assert record.outcome.termination is Termination.RESIGNATION


# -- whoever watches ---------------------------------------------------------------------


async def test_a_watcher_sees_the_game_as_it_goes(autojump_clock: MockClock):
    send, receive = trio.open_memory_channel[Progress](100)
    async with send, receive:
        record = await play(Script(*moves(WINNING)), Script(*moves(LOSING)), watch=send)
        seen = [receive.receive_nowait() for _ in range(7)]

    assert isinstance(seen[0], GameStarted)
    assert [news.turn for news in seen if isinstance(news, MovePlayed)] == list(record.turns)
    assert [len(news.position.moves) for news in seen] == [0, 1, 2, 3, 4, 5, 5]
    assert seen[-1] == GameFinished(record, seen[-1].position)


async def test_a_slow_watcher_costs_nobody_time(autojump_clock: MockClock):
    send, receive = trio.open_memory_channel[Progress](0)

    async def watch_slowly() -> None:
        async for _ in receive:
            await trio.sleep(1000)

    async with trio.open_nursery() as nursery, send:
        nursery.start_soon(watch_slowly)
        record = await play(
            Script(*moves(WINNING)), Script(*moves(LOSING)), control="5+0", watch=send
        )

    assert record.outcome.termination is Termination.CONNECTION
    assert {turn.seconds for turn in record.turns} == {0.0}


async def test_a_watcher_who_leaves_does_not_stop_the_game(autojump_clock: MockClock):
    send, receive = trio.open_memory_channel[Progress](0)
    receive.close()
    record = await play(Script(*moves(WINNING)), Script(*moves(LOSING)), watch=send)
    send.close()

    assert record.outcome.termination is Termination.CONNECTION


async def test_many_games_at_once_are_each_the_same_as_alone(autojump_clock: MockClock):
    def scripts(index: int) -> tuple[Script, Script]:
        slow = [ok(word, after=index / 7) for word in WINNING.split()]
        return Script(*slow), Script(*moves(LOSING))

    alone = [await play(*scripts(index), control="60+1") for index in range(8)]
    together: dict[int, GameRecord] = {}

    async def play_one(index: int) -> None:
        together[index] = await play(*scripts(index), control="60+1")

    async with trio.open_nursery() as nursery:
        for index in range(8):
            nursery.start_soon(play_one, index)

    def plain(record: GameRecord) -> GameRecord:
        return attrs.evolve(record, turns=tuple(attrs.evolve(turn, sent=0, first_byte=0,
                            last_byte=0) for turn in record.turns))  # fmt: skip

    for index, record in enumerate(alone):
        assert plain(together[index]) == plain(record)
