"""From a process that has started to an engine that is ready for its first move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import trio

from protocol.errors import RemoteProtocolError
from referee.dialect.base import PROTOCOL_VERSION, Step
from referee.dialect.choice import choose_dialect
from referee.engine import Engine, EngineExitedError
from referee.outcome import StartError
from referee.printable import printable
from referee.rules.errors import IllegalMoveError

if TYPE_CHECKING:
    from protocol.messages import Response
    from referee.clock import TimeControl
    from referee.rules.moves import Vertex
    from referee.rules.position import Position

# How much of an engine's words goes into a message.
_QUOTED: Final = 200

# What an engine calls itself is shown this far.
_NAMED: Final = 64


class _NotReadyError(Exception):
    """Why an engine cannot play: a clause."""


async def prepare(
    engine: Engine, position: Position, control: TimeControl, *, seconds: float
) -> None:
    """Ask an engine who it is and bring it to the start of a game, within `seconds`.

    The start is the empty board, or one with handicap stones.

    Raises:
        StartError: It cannot play this game; the message says which step failed, how, and
            what the engine said last.
    """
    problem = f"did not answer within {seconds:g} s"
    with trio.move_on_after(seconds):
        try:
            await _introduce(engine)
            await _set_up(engine, position)
            await _tell_time(engine, control)
            await _start_up(engine)
            await _place_handicap(engine, position)
        except _NotReadyError as error:
            problem = str(error)
        except RemoteProtocolError as error:
            problem = f"broke the protocol: {error}"
        except EngineExitedError as error:
            problem = str(error)
        else:
            return
    raise await _start_error(engine, problem)


async def prepare_both(
    engines: tuple[Engine, Engine], position: Position, control: TimeControl, *, seconds: float
) -> None:
    """Bring two engines that have just been started to the empty board of a game.

    Raises:
        StartError: One of them could not be brought there.
    """
    problems: dict[int, StartError] = {}

    async def prepare_one(index: int) -> None:
        try:
            await prepare(engines[index], position, control, seconds=seconds)
        except StartError as error:
            problems[index] = error
            nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        for index in range(len(engines)):
            nursery.start_soon(prepare_one, index)
    if problems:
        raise problems[min(problems)]


async def _start_error(engine: Engine, problem: str) -> StartError:
    if problem.startswith("closed "):  # which is how a death shows first
        with trio.move_on_after(_SETTLE_SECONDS):
            await engine.transport.wait_exit()
    words = await engine.transport.last_words()
    said = words.strip() or engine.last_noise
    message = (
        f"{printable(engine.entrant.name)}: {engine.transport.exit_status() or problem}"
        f"{engine.unfinished} at '{printable(engine.last_command)}'"
    )
    if said:
        message += f"; it said last: '{_last_part(said)}'"
    return StartError(engine.entrant.name, engine.last_command, message)


# Between the end of a process's output and its death lies next to nothing.
_SETTLE_SECONDS: Final = 0.1


def _last_part(text: str) -> str:
    shown = printable(text[-_QUOTED:].strip())
    return f"...{shown}" if len(text) > _QUOTED else shown


async def _introduce(engine: Engine) -> None:
    version = await engine.ask(("protocol_version",))
    if not version.ok:
        engine.warnings.append("has no protocol_version")
    elif version.text.strip() != PROTOCOL_VERSION:
        raise _NotReadyError(
            f"speaks version '{_short(version)}' of the protocol, expected {PROTOCOL_VERSION}"
        )
    name = await engine.ask(("name",))
    if not name.ok:
        raise _NotReadyError("has no name, which every engine must have")
    engine.program = _short(name)
    about = await engine.ask(("version",))
    if about.ok:
        engine.version = _short(about)
    else:
        engine.warnings.append("has no version")
    entrant = engine.entrant
    engine.dialect = choose_dialect(
        await engine.ask(("list_commands",)), entered=entrant.dialect, aliases=entrant.aliases
    )
    if engine.dialect.commands is None:
        engine.warnings.append("has no list_commands: taken to have what is required, no more")
    if missing := engine.dialect.missing():
        raise _NotReadyError(f"lacks {', '.join(missing)}, which every engine must have")
    engine.warnings += [
        warning
        for name in engine.dialect.unreported()
        if (warning := f"has no {name}") not in engine.warnings
    ]


async def _set_up(engine: Engine, position: Position) -> None:
    game, rules = position.game, position.rules
    if (objection := engine.dialect.objection(game, rules)) is not None:
        raise _NotReadyError(objection)
    for step in engine.dialect.setup(position.board, game, rules):
        await _take(engine, step)


async def _take(engine: Engine, step: Step) -> Response:
    """Take a step towards the start of the game, and return what the engine said."""
    response = await engine.ask(step.words)
    if not response.ok:
        complaint = f"refused '{' '.join(step.words)}': '{_short(response)}'"
        if step.is_vital:
            raise _NotReadyError(complaint)
        engine.warnings.append(complaint)
    return response


async def _start_up(engine: Engine) -> None:
    """Send what the organiser wants it to be sent; after ours, so that theirs holds."""
    for words in engine.entrant.startup_commands:
        await _take(engine, Step(words))


async def _place_handicap(engine: Engine, position: Position) -> None:
    board = position.board
    for step in engine.dialect.handicap(position.handicap, board):
        response = await _take(engine, step)
        if step.points is not None and not _names(step.points, response, engine, position):
            expected = " ".join(board.labels[vertex] for vertex in position.handicap)
            raise _NotReadyError(
                f"answered '{' '.join(step.words)}' with '{_short(response)}', expected {expected}"
            )


def _names(
    points: frozenset[Vertex], response: Response, engine: Engine, position: Position
) -> bool:
    try:
        return engine.dialect.read_points(response, position.board) == points
    except IllegalMoveError:
        return False


async def _tell_time(engine: Engine, control: TimeControl) -> None:
    kinds: list[str] = []
    if engine.dialect.asks_time_kinds():
        kinds = (await engine.ask(("kata-list_time_settings",))).text.split()
    words = engine.dialect.time_settings(control, kinds)
    if words is not None and not (response := await engine.ask(words)).ok:
        engine.warnings.append(f"refused '{' '.join(words)}': '{_short(response)}'")


def _short(response: Response) -> str:
    return printable(response.text.strip()[:_NAMED])
