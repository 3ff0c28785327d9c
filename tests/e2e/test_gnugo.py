"""Games of GNU Go: under clocks, with handicap, with dead stones, against engines of ours."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.clock import TimeControl
from referee.entrant import Entrant
from referee.match import UNTIMED, play_game
from referee.outcome import StartError, Termination
from referee.record import GameRecord
from referee.rules.catalog import find_game
from referee.sgf import read_record, write_record

GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games") or ""
EXAMPLES = Path(__file__).parents[2] / "examples" / "engines"
GO = find_game("go")
CLOCK = TimeControl.parse("120+1")

pytestmark = [
    pytest.mark.engines,
    pytest.mark.skipif(not GNUGO, reason="gnugo is not installed (apt-get install gnugo)"),
    pytest.mark.usefixtures("nothing_left"),
]


def gnugo(level: int, **options: object) -> Entrant:
    words = ("--mode", "gtp", "--level", str(level), "--max-level", str(level), "--seed", "{seed}")
    rules = ("--chinese-rules", "--positional-superko")
    return Entrant(name=f"gnugo-{level}", command=(GNUGO, *words, *rules), **options)  # type: ignore[arg-type]


def example(program: str, *options: str) -> Entrant:
    command = (sys.executable, str(EXAMPLES / program), "--seed", "{seed}", *options)
    return Entrant(name=program, command=command)


async def play(
    first: Entrant,
    second: Entrant,
    *,
    size: int = 9,
    control: TimeControl = CLOCK,
    handicap: int = 0,
    seed: int = 0,
) -> GameRecord:
    rules = GO.rules(komi=0.5 if handicap else 7.5, move_limit=4 * size * size)
    record = await play_game(
        first, second,
        game=GO, size=(size,), rules=rules, control=control, handicap=handicap, seed=seed,
    )  # fmt: skip
    assert read_record(write_record(record).encode()) == record
    for player in (record.first, record.second):
        assert player.warnings == ()
    return record


async def test_two_levels_agree_on_the_dead_stones_and_the_score():
    record = await play(gnugo(1), gnugo(3, pipelining=True), seed=2)
    one, two = record.dead_claims

    assert record.outcome.termination is Termination.SCORE
    assert (record.first.dialect, record.first.program) == ("gtp", "GNU Go")
    assert one.dead == two.dead != ()
    assert record.proof.score is not None
    assert set(record.proof.score.dead) == set(one.dead)
    assert record.resumed_at is None


@pytest.mark.parametrize("terms", ["120+0", "20/move", "none"])
async def test_it_understands_the_terms_of_time(terms: str):
    record = await play(gnugo(1), gnugo(2), size=5, control=TimeControl.parse(terms))

    assert record.outcome.termination in (Termination.SCORE, Termination.RESIGNATION)


async def test_with_handicap_white_begins_and_both_know_it():
    record = await play(gnugo(1), example("random_player.py"), handicap=4)

    assert record.handicap == ("C3", "G7", "C7", "G3")
    assert record.turns[0].color.word == "white"
    assert record.winner == "first"


async def test_dead_stones_that_are_not_agreed_are_played_out():
    record = await play(example("random_player.py"), gnugo(1))
    random_claim, claim = record.dead_claims

    assert random_claim.dead == ()
    assert claim.dead != ()
    assert record.resumed_at is not None
    assert (record.winner, record.outcome.termination) == ("second", Termination.SCORE)


async def test_it_plays_a_searching_engine_of_ours():
    for first, second in [(0, 1), (1, 0)]:
        entrants = gnugo(1), example("mcts_player.py", "--playouts", "20")
        record = await play(entrants[first], entrants[second], size=7, handicap=2 * first)

        assert record.outcome.termination in (Termination.SCORE, Termination.RESIGNATION)


@pytest.mark.soak
async def test_a_large_board_is_played_to_its_end():
    record = await play(gnugo(1), gnugo(1, pipelining=True), size=19, handicap=9)

    assert record.outcome.termination in (Termination.SCORE, Termination.RESIGNATION)
    assert len(record.turns) > 50


async def test_its_own_words_can_be_used_for_ours():
    plain = await play(gnugo(1), gnugo(2), size=5, control=UNTIMED)
    options = {"aliases": {"undo": "gg-undo"}, "startup": ("set_random_seed 0", "level 1")}
    dressed = await play(gnugo(1, **options), gnugo(2), size=5, control=UNTIMED)

    assert [turn.move for turn in dressed.turns] == [turn.move for turn in plain.turns]
    assert dressed.first.startup == ("set_random_seed 0", "level 1")
    assert dressed.first.command_hash != plain.first.command_hash


async def test_a_startup_command_that_it_refuses_is_told_in_a_line():
    with pytest.raises(StartError) as refused:
        await play(gnugo(1, startup=("levle 5",)), gnugo(2))

    assert str(refused.value).startswith("gnugo-1: refused 'levle 5': 'unknown command'")


async def test_it_is_not_taken_for_an_engine_of_another_game():
    with pytest.raises(StartError, match="speaks gtp, which is for go only, but the game is hex"):
        await play_game(gnugo(1), gnugo(2), game=find_game("hex"))


def test_a_tournament_of_three_levels_comes_to_its_end(tmp_path: Path):
    engines = "".join(
        f'[[engines]]\nname = "level {n}"\ncommand = ["{GNUGO}", "--mode", "gtp", "--level", "{n}",'
        f' "--max-level", "{n}", "--chinese-rules", "--seed", "{{seed}}"]\n'
        for n in (1, 2, 3)
    )
    path = tmp_path / "event.toml"
    text = f'game = "go"\nsize = 5\ntime = "60+1"\nconcurrency = 2\n{engines}'
    path.write_text(text, encoding="ascii")

    command = [sys.executable, "-m", "tournaments.cli", "run", str(path)]
    run = subprocess.run(command, check=False, capture_output=True, text=True)

    assert run.returncode == 0, run.stderr
    assert "6 of 6 games" in run.stdout
    assert "by its own fault" not in run.stdout
