"""`referee check` from its words to its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TextIO

import trio

from referee.check.bench import Patience
from referee.check.catalog import choose_checks
from referee.check.report import draw_json, draw_report
from referee.check.runner import examine
from referee.engines_file import find_entrant, read_engines
from referee.entrant import EntrantError
from referee.outcome import StartError, VoidGameError
from referee.rules.catalog import find_game


def check_engine(
    engine: str,
    *,
    engines: Path | None,
    game: str,
    size: tuple[int, ...],
    only: Sequence[str],
    as_json: bool,
    stream: TextIO,
    patience: Patience | None = None,
) -> int:
    """Examine an engine, write the report, and return the exit code.

    Raises:
        EntrantError: There is no such engine or check.
        StartError: The engine cannot be started or understood.
    """
    if not engine:
        raise EntrantError("expected ENGINE: a command line, or a name from --engines FILE")
    known = {} if engines is None else read_engines(engines)
    chosen = find_game(game)
    run = partial(
        examine,
        find_entrant(engine, known=known),
        choose_checks(only),
        game=chosen,
        size=chosen.board(size).size if size else None,
        patience=patience or Patience(),
    )
    try:
        examination = trio.run(run)
    except VoidGameError as error:
        raise StartError(engine, "start", str(error)) from error
    color = stream.isatty() and not as_json
    stream.write(draw_json(examination) if as_json else draw_report(examination, color=color))
    return int(examination.costs_games)
