"""`referee ...`: parse, call, print. Nothing heavy is imported before a command needs it."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.series import Series

# \b keeps the lines as they are, so that they can be copied.
EXAMPLE: Final = """Example:

\b
  referee play "python3 examples/engines/random_player.py --seed {seed}" \\
    "python3 examples/engines/random_player.py" --game hex --size 5
"""

app = typer.Typer(
    name="referee",
    help="The referee of the hex family of games: rules, pictures, and games between engines.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GameId = Annotated[str, typer.Argument(metavar="GAME", help="As `referee games` lists them.")]
EngineWord = Annotated[
    str,
    typer.Argument(metavar="ENGINE", help="A command line, or a name from --engines FILE."),
]


def main() -> None:
    """Run the command line; an error that a person can mend is one line and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that does not know a character is no reason to stop.
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        code = _complain(error.format_message())
    except (KeyboardInterrupt, typer.Abort):  # where no game is running
        code = 128 + 2
    except BrokenPipeError:
        # Whoever read us has seen enough. What Python would still flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)


def _complain(message: str) -> int:
    from referee.printable import printable

    sys.stderr.write(f"referee: {printable(message)}\n")
    return 2


@contextmanager
def _errors_in_a_line() -> Iterator[None]:
    from referee.clock import ClockError
    from referee.entrant import EntrantError
    from referee.outcome import StartError
    from referee.picture import PictureError
    from referee.played import ReplayError
    from referee.record import RecordError
    from referee.rules.errors import RulesError
    from referee.series import OutputError
    from referee.toml_edge import ConfigError

    try:
        yield
    except (
        ClockError,
        ConfigError,
        EntrantError,
        OutputError,
        PictureError,
        RecordError,
        ReplayError,
        RulesError,
        StartError,
    ) as error:
        raise typer.Exit(_complain(str(error))) from error


@app.callback(invoke_without_command=True, epilog=EXAMPLE)
def _referee(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    if version:
        from referee.about import software

        typer.echo(software())
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(short_help="List the games.", epilog="Example: referee games")
def games() -> None:
    """List the games with their sizes, players and rules."""
    from referee.listing import list_games

    typer.echo(list_games())


@app.command(
    short_help="Draw a board.",
    epilog='Example: referee board grand-hex 4 --moves "A1 B2 B1 C3" --svg board.svg',
)
def board(
    game: GameId,
    size: Annotated[
        list[int] | None, typer.Argument(metavar="[SIZE]...", help="The game's sizes.")
    ] = None,
    *,
    moves: Annotated[
        str, typer.Option(metavar="MOVES", help="Moves from the start, the players in turn.")
    ] = "",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Save the picture as SVG, too.")
    ] = None,
) -> None:
    """Draw a board, empty or after some moves."""
    from referee.picture import show_board

    with _errors_in_a_line():
        show_board(game, size or (), stream=sys.stdout, moves=moves, svg=svg)


@app.command(
    short_help="Speak GTP: the rules as a program.",
    epilog="Example: printf 'set_game hex\\nboardsize 5\\nall_legal black\\n' | referee gtp",
)
def gtp() -> None:
    """Keep a board for a program that speaks GTP on standard input and output."""
    from referee.rulekeeper import serve_rulekeeper

    serve_rulekeeper()


@app.command(short_help="Play games between two engines.", epilog=EXAMPLE)
def play(
    first: EngineWord,
    second: EngineWord,
    *,
    game: Annotated[str, typer.Option(metavar="GAME", help="As `referee games` lists them.")],
    size: Annotated[
        str, typer.Option(metavar="SIZES", help='The sizes, such as 11 or "3 5 4".')
    ] = "",
    time: Annotated[
        str,
        typer.Option(metavar="TERMS", help="MAIN+INCREMENT in seconds, SECONDS/move, or none."),
    ] = "60+1",
    number: Annotated[
        int, typer.Option("--games", metavar="N", min=1, max=10_000, help="How many games.")
    ] = 1,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the record as JSON: FILE, or FILE-1, FILE-2, ..."),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Draw the board at each move.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Print all that the engines are told and answer.")
    ] = False,
    engines: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A TOML file with [[engines]]: name, command = [...]."),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="{seed} in a command; plus 1 at each game.")
    ] = 0,
    pie: Annotated[str | None, typer.Option(help="The pie rule, if not the game's own.")] = None,
    ko: Annotated[str | None, typer.Option(help="The ko rule, if not the game's own.")] = None,
    komi: Annotated[float | None, typer.Option(help="Points for the second player.")] = None,
    move_limit: Annotated[
        int | None, typer.Option(metavar="N", help="Score the board as it stands after N moves.")
    ] = None,
    handicap: Annotated[
        int, typer.Option(metavar="N", min=0, help="Black stones on the board before White begins.")
    ] = 0,
) -> None:
    """Play games between two engines, who take turns to begin, and say who won and why.

    Exit code 0 if every game has an outcome, be it by an engine's fault; 1 if the machine let
    a game down; 2 if what was asked for cannot be.
    """
    with _errors_in_a_line():
        from referee.clock import TimeControl
        from referee.engines_file import find_entrants, read_engines
        from referee.rules.catalog import find_game
        from referee.series import Series

        known = {} if engines is None else read_engines(engines)
        chosen = find_game(game)
        board = chosen.board(_parse_size(size))
        rules = chosen.rules(pie=pie, ko=ko, komi=komi, move_limit=move_limit)
        if handicap:
            chosen.handicap(board, handicap)
        series = Series(
            entrants=find_entrants(first, second, known=known),
            game=chosen,
            size=board.size,
            rules=chosen.cap_moves(board, rules),
            control=TimeControl.parse(time),
            handicap=handicap,
            games=number,
            seed=seed,
            record=record,
            show=show,
            verbose=verbose,
        )
        code = _run(series)
    if code:
        raise typer.Exit(code)


@app.command(
    short_help="Check an engine.",
    epilog='Example: referee check "python3 my_engine.py" --game hex --size 5',
)
def check(
    engine: Annotated[
        str, typer.Argument(metavar="ENGINE", help="A command line, or a name from --engines FILE.")
    ] = "",
    *,
    game: Annotated[str, typer.Option(metavar="GAME", help="The game to play.")] = "hex",
    size: Annotated[
        str, typer.Option(metavar="SIZES", help="The size of the games; small by default.")
    ] = "",
    engines: Annotated[
        Path | None, typer.Option(metavar="FILE", help="TOML with [[engines]] tables.")
    ] = None,
    only: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only this check or group; repeatable.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
    only_list: Annotated[bool, typer.Option("--list", help="List the checks, and stop.")] = False,
) -> None:
    """Find out how an engine behaves: what is tolerated, what would cost it games.

    Exit code 1 if anything would cost a game.
    """
    with _errors_in_a_line():
        from referee.check.command import check_engine
        from referee.check.report import draw_list

        if only_list:
            typer.echo(draw_list(), nl=False)
            return
        code = check_engine(
            engine,
            engines=engines,
            game=game,
            size=_parse_size(size),
            only=only or (),
            as_json=as_json,
            stream=sys.stdout,
        )
    if code:
        raise typer.Exit(code)


RecordPath = Annotated[Path, typer.Argument(metavar="RECORD", help="JSON or SGF.")]


@app.command(short_help="Step through a game.", epilog="Example: referee replay game.json --list")
def replay(
    record: RecordPath,
    *,
    ply: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Show the position after N moves only.")
    ] = None,
    only_list: Annotated[
        bool, typer.Option("--list", help="List the moves with their times; draw nothing.")
    ] = False,
) -> None:
    """Show a game board by board: a record, or SGF of Go or Hex by another program.

    On a terminal it waits for Enter after each board; else it shows them all.
    """
    with _errors_in_a_line():
        from referee.replay import show_replay

        asks = sys.stdin.isatty() and sys.stdout.isatty()
        keys = sys.stdin if asks else None
        show_replay(record, stream=sys.stdout, keys=keys, ply=ply, only_list=only_list)


@app.command(
    short_help="Turn a record into SGF, or back.",
    epilog="Example: referee convert game.json --out game.sgf",
)
def convert(
    record: RecordPath,
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a new file, not standard output.")
    ] = None,
) -> None:
    """Write a record that is JSON as SGF, or one that is SGF as JSON. Nothing is lost."""
    with _errors_in_a_line():
        from referee.record_file import convert_record, save_new

        text = convert_record(record)
        if out is None:
            # Both are UTF-8, whatever the terminal speaks.
            sys.stdout.buffer.write(text.encode())
        else:
            save_new(out, text)


def _parse_size(text: str) -> tuple[int, ...]:
    from referee.rules.errors import SizeError

    words = text.replace(",", " ").replace("x", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        raise SizeError(f"size '{text[:40]}': expected whole numbers such as 11 or \"3 5 4\"")
    return tuple(map(int, words))


def _run(series: Series) -> int:
    from functools import partial

    import trio

    from referee.outcome import VoidGameError
    from referee.series import play_series

    try:
        signal = trio.run(partial(play_series, series, out=sys.stdout, notes=sys.stderr))
    except VoidGameError as error:
        _complain(str(error))
        return 1
    if signal is None:
        return 0
    sys.stderr.write(f"referee: stopped by {signal.name}\n")
    return 128 + signal


if __name__ == "__main__":
    main()
