"""`tournament ...`: parse, call, print. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tournaments.spec import Spec

EXAMPLE: Final = "examples/tournaments/square-grid-hex.toml"

app = typer.Typer(
    name="tournament",
    help="Tournaments between engines for the games of the hex family.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

SpecFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The tournament's TOML file.", show_default=False)
]
StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store",
        metavar="FILE",
        help="Where the games are kept; without it beside the TOML file, with the ending .sqlite.",
        show_default=False,
    ),
]


def main() -> None:
    """Run the command line; an error that a person can mend is one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that does not know a character is no reason to stop.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = app(standalone_mode=False)
    except typer.TyperException as error:
        code = _complain(error.format_message())
    except (KeyboardInterrupt, typer.Abort):  # where no event is running
        code = 128 + 2
    sys.exit(code)


def _complain(message: str) -> int:
    from referee.printable import printable

    sys.stderr.write(f"tournament: {printable(message)}\n")
    return 2


@contextmanager
def _errors_in_a_line() -> Iterator[None]:
    from referee.toml_edge import ConfigError
    from tournaments.store import StoreError

    try:
        yield
    except (ConfigError, StoreError) as error:
        raise typer.Exit(_complain(str(error))) from error


@app.callback(invoke_without_command=True, epilog=f"Example: tournament run {EXAMPLE}")
def _tournament(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"tournament {installed('hex-referee')}")
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(
    short_help="Play a tournament, or what is left of it.",
    epilog=f"Example: tournament run {EXAMPLE}",
)
def run(
    file: SpecFile,
    *,
    store: StoreFile = None,
    concurrency: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=1000, help="Play N games at a time.", show_default=False
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show the final table only.")] = False,
) -> None:
    """Play a tournament, or what is left of it, and print the crosstable.

    Each finished game is stored at once. After Ctrl-C, or whatever else, the same command goes
    on with the games that are missing.
    """
    import attrs

    with _errors_in_a_line():
        spec, path = _event(file, store)
        if concurrency is not None:
            spec = attrs.evolve(spec, concurrency=concurrency)
        code = _play(spec, path, quiet=quiet)
        if code:
            raise typer.Exit(code)
        _print_table(path)


@app.command(short_help="Print the crosstable.", epilog=f"Example: tournament table {EXAMPLE}")
def table(file: SpecFile, *, store: StoreFile = None) -> None:
    """Print the crosstable of the games that were played so far."""
    with _errors_in_a_line():
        _print_table(_event(file, store)[1])


@app.command(
    short_help="Say how far a tournament is.", epilog=f"Example: tournament status {EXAMPLE}"
)
def status(file: SpecFile, *, store: StoreFile = None) -> None:
    """Say how far a tournament is, and what went wrong in it."""
    from tournaments.render import render_status
    from tournaments.spec import canonical, differences
    from tournaments.standing import take_stock
    from tournaments.store_file import read_store

    with _errors_in_a_line():
        spec, path = _event(file, store)
        with read_store(path) as opened:
            event = take_stock(opened)
    changes = differences(canonical(event.spec), canonical(spec))
    typer.echo(render_status(event, changes=changes))


def _event(file: Path, store: Path | None) -> tuple[Spec, Path]:
    from tournaments.spec_file import read_spec

    spec = read_spec(file)
    if store is None:
        store = file.parent / spec.store if spec.store else file.with_suffix(".sqlite")
    return spec, store


def _print_table(path: Path) -> None:
    from tournaments.render import render_event
    from tournaments.standing import take_stock
    from tournaments.store_file import read_store

    with read_store(path) as store:
        typer.echo(render_event(take_stock(store)))


def _play(spec: Spec, path: Path, *, quiet: bool) -> int:
    from functools import partial

    import trio

    from referee.outcome import StartError, VoidGameError
    from tournaments.games import EngineGames
    from tournaments.live import choose_display
    from tournaments.run import EventStoppedError
    from tournaments.session import run_session

    games = EngineGames(spec)
    session = partial(
        run_session,
        spec,
        path,
        check=games.check,
        play=games.play,
        display=choose_display(quiet=quiet),
    )
    try:
        signal = trio.run(session)
    except StartError as error:
        return _complain(str(error))
    except (EventStoppedError, VoidGameError) as error:
        _complain(str(error))
        return 1
    if signal is None:
        return 0
    sys.stderr.write(f"tournament: stopped by {signal.name}; the same command plays what is left\n")
    return 128 + signal


if __name__ == "__main__":
    main()
