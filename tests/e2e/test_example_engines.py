"""The example engines, as processes: every move legal in every game, the strong beat the weak."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import trio

from referee.entrant import Entrant
from referee.match import play_game
from referee.outcome import Termination
from referee.record import GameRecord
from referee.rules.catalog import GAMES, find_game

pytestmark = pytest.mark.usefixtures("nothing_left")

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "examples" / "engines"
SMALL = {
    "square-grid-hex": (5,),
    "grand-hex": (4,),
    "hex-hex-y": (3,),
    "box-hex": (3, 3, 2),
    "hex-go": (5, 5),
    "hex": (5,),
    "go": (5,),
}
FIVE = [game for game in SMALL if game not in ("hex", "go")]
BY_THE_RULES = (Termination.CONNECTION, Termination.SCORE, Termination.REPETITION)

PYTHON_ENGINES = {
    "first": ("first_player.py",),
    "random": ("random_player.py",),
    "heuristic": ("heuristic_player.py",),
    "mcts": ("mcts_player.py", "--playouts", "12"),
}
COMPILER = shutil.which("cc")
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C compiler (cc)")
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node (node)")
RANDOM_ENGINES = [
    "random",
    pytest.param("random-c", marks=needs_compiler),
    pytest.param("random-js", marks=needs_node),
]
EVERY_ENGINE = [*RANDOM_ENGINES, "first", "heuristic", "mcts"]


@pytest.fixture(scope="module")
def program_in_c(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("build") / "random_player_c"
    strict = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run(
        [COMPILER or "cc", *strict, "-o", program, ENGINES / "random_player.c"], check=True
    )
    return program


@pytest.fixture
def command(request: pytest.FixtureRequest, engine: str) -> tuple[str, ...]:
    if engine == "random-c":
        return (str(request.getfixturevalue("program_in_c")),)
    if engine == "random-js":
        return (NODE or "node", str(ENGINES / "random_player.js"))
    return python_command(engine)


def python_command(engine: str) -> tuple[str, ...]:
    program, *options = PYTHON_ENGINES[engine]
    return (sys.executable, str(ENGINES / program), *options)


def entrant(name: str, command: tuple[str, ...]) -> Entrant:
    return Entrant(name=name, command=(*command, "--seed", "{seed}"), env={"PYTHONPATH": str(ROOT)})


async def play(first: Entrant, second: Entrant, game: str, *, seed: int, **rules) -> GameRecord:
    with trio.fail_after(60):
        found = find_game(game)
        return await play_game(
            first, second, game=found, size=SMALL[game], rules=found.rules(**rules), seed=seed
        )


def converse(command: tuple[str, ...], *commands: str) -> list[str]:
    """Send commands and `quit`; return the answers, `=` or `?` included."""
    done = subprocess.run(
        command,
        input="\n".join([*commands, "quit"]).encode() + b"\n",
        capture_output=True,
        check=True,
        timeout=60,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert done.stderr == b""
    *answers, farewell, nothing = done.stdout.decode().split("\n\n")
    assert (farewell.strip(), nothing) == ("=", "")
    return answers


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("engine", EVERY_ENGINE)
async def test_an_engine_plays_itself_by_the_rules(engine: str, game: str, command):
    player = entrant(engine, command)

    record = await play(player, player, game, seed=1)

    assert record.outcome.termination in BY_THE_RULES


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("square-grid-hex", {"pie": "none"}),
        ("grand-hex", {"pie": "swap-sides"}),
        ("hex-go", {"ko": "simple", "pie": "swap-sides"}),
        ("hex-go", {"ko": "positional-superko", "komi": 1.5}),
        ("go", {"ko": "capturing-stone"}),
    ],
)
@pytest.mark.parametrize("engine", EVERY_ENGINE)
async def test_an_engine_keeps_to_other_rules(engine: str, game: str, rules, command):
    player = entrant(engine, command)

    record = await play(player, player, game, seed=2, **rules)

    assert record.outcome.termination in BY_THE_RULES


@pytest.mark.parametrize("game", FIVE)
@needs_compiler
async def test_engines_in_two_languages_play_each_other(game: str, program_in_c: Path):
    record = await play(
        entrant("python", python_command("random")),
        entrant("c", (str(program_in_c),)),
        game,
        seed=3,
    )

    assert record.outcome.termination in BY_THE_RULES


async def points(strong: str, weak: str, game: str) -> float:
    """Play a game with each colour; return what the strong engine scores."""
    one, other = (entrant(name, python_command(name)) for name in (strong, weak))
    winners = [
        {"first": first.name, "second": second.name, None: None}[record.winner]
        for first, second in ((one, other), (other, one))
        for record in [await play(first, second, game, seed=5)]
    ]
    return winners.count(strong) + 0.5 * winners.count(None)


async def test_the_heuristic_engine_beats_the_random_one():
    assert sum([await points("heuristic", "random", game) for game in FIVE]) >= 9


async def test_the_searching_engine_beats_the_random_one():
    assert sum([await points("mcts", "random", game) for game in FIVE]) >= 9


@pytest.mark.parametrize("game", [game for game in GAMES if not find_game(game).captures])
@pytest.mark.parametrize("engine", RANDOM_ENGINES)
def test_a_random_engine_knows_each_point_of_the_usual_board(engine: str, game: str, command):
    board = find_game(game).board()
    moves = [f"genmove {color}" for color in ("b", "w")] * (len(board) // 2 + 1)

    answers = converse((*command, "--seed", "1"), f"set_game {game}", "set_rule pie none", *moves)

    points = [answer.removeprefix("= ") for answer in answers[2:]]
    assert sorted(points[: len(board)]) == sorted(board.labels)
    assert set(points[len(board) :]) == {"resign"}


@pytest.mark.parametrize("engine", EVERY_ENGINE)
def test_the_same_seed_makes_the_same_game(engine: str, command):
    game = ["set_game hex-go", "boardsize 4 4", *["genmove b", "genmove w"] * 6]

    once, again = (converse((*command, "--seed", "8"), *game) for _ in range(2))

    assert once == again


@pytest.mark.parametrize("engine", EVERY_ENGINE)
def test_an_engine_answers_as_the_protocol_says(engine: str, command):
    answers = converse(
        command,
        "7 protocol_version",
        "list_games",
        "\t KNOWN_command  play # not in capitals",
        "8 known_command\tgenmove\r",
        "known_command sing",
        "# nothing here",
        "9 sing",
        "10 boardsize 0",
        "11 boardsize many",
        "12 set_game chess",
        "13 play black Z99",
        "14 play green A1",
        "15 play black",
        "16 play b a1",
        "17 play w A1",
    )

    numbered = [answer.split()[0] for answer in answers if re.match(r"[=?]\d", answer)]
    assert answers[0] == "=7 2"
    assert set(GAMES) == set(answers[1].removeprefix("=").split())
    assert answers[3:5] == ["=8 true", "= false"]
    assert numbered == ["=7", "=8", "?9", "?10", "?11", "?12", "?13", "?14", "?15", "=16", "?17"]


@pytest.mark.parametrize("engine", ["heuristic", "mcts"])
def test_an_engine_takes_moves_back_and_plays_with_handicap(engine: str):
    answers = converse(
        python_command(engine),
        "set_game hex-go",
        "fixed_handicap 2",
        "play w A1",
        "undo",
        "undo",
        "clear_board",
        "set_free_handicap C3 D5",
        "play b A1",
        "boardsize 3 3",
        "set_free_handicap A1 B2",
        "genmove w",
    )

    shown = [answer[:1] for answer in answers]
    assert answers[1] == "= D4 R16"
    assert shown == ["=", "=", "=", "=", "?", "=", "=", "?", "=", "=", "="]


@pytest.mark.parametrize(
    "terms",
    [
        ["time_settings 600 0 0", "time_left w 1 0"],
        ["time_settings 0 1 1"],
        ["kata-time_settings fischer 2 0.1"],
        ["kata-time_settings byoyomi 0 0.5 1"],
        ["kata-time_settings absolute 600", "time_left w 0 0"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("game", ["hex-go", "box-hex"])
def test_the_searching_engine_keeps_to_its_time(game: str, terms: list[str]):
    endless = (*python_command("mcts")[:2], "--playouts", "1000000000")
    began = time.monotonic()

    answers = converse(endless, f"set_game {game}", *terms, "play b A1", "genmove w")

    # Seconds of room for the start of the process on a busy machine; without a clock it would
    # think for days.
    assert time.monotonic() - began < 20
    assert re.fullmatch(r"= [A-Z]+\d+", answers[-1])


@pytest.mark.parametrize("engine", [*RANDOM_ENGINES, "heuristic", "mcts"])
def test_an_engine_plays_on_when_the_dead_stones_are_disputed(engine: str, command):
    answers = converse(
        (*command, "--seed", "1"),
        "set_game hex-go",
        "boardsize 4 4",
        "play b A1",
        "play w pass",
        "play b pass",
        "final_status_list dead",
        "genmove w",
        "play b pass",
    )

    assert all(answer.startswith("=") for answer in answers)
    assert answers[5].strip() == "="
