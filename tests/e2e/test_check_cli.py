"""`referee check` as a person runs it: the example engines, GNU Go, and bad input."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "examples" / "engines"
GNUGO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games") or ""

pytestmark = pytest.mark.usefixtures("nothing_left")


def referee(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "referee.cli", "check", *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def findings(engine: str, *options: str) -> dict[str, str]:
    done = referee(engine, "--json", *options)
    assert done.stderr == ""
    content = json.loads(done.stdout)
    verdicts = {finding["name"]: finding["verdict"] for finding in content["findings"]}
    assert done.returncode == ("costs games" in verdicts.values())
    return verdicts


def those(verdicts: dict[str, str], verdict: str) -> set[str]:
    return {name for name, found in verdicts.items() if found == verdict}


@pytest.mark.parametrize(
    ("program", "game"),
    [
        ("random_player.py", "hex"),
        ("random_player.py", "go"),
        ("heuristic_player.py", "square-grid-hex"),
        ("mcts_player.py --playouts 10", "hex-go"),
    ],
)
def test_nothing_costs_an_example_engine_games(program: str, game: str):
    # As a person would type it: a path from here.
    engine = f"{sys.executable} examples/engines/{program} --seed {{seed}}"

    verdicts = findings(engine, "--game", game)

    assert those(verdicts, "costs games") == set()
    assert verdicts["games-as-first"] == "ok"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_nothing_costs_the_engine_in_javascript_games():
    if not (ENGINES / "random_player.js").exists():
        pytest.skip("there is no engine in JavaScript")

    verdicts = findings("node examples/engines/random_player.js", "--game", "grand-hex")

    assert those(verdicts, "costs games") == set()


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_nothing_costs_the_engine_in_c_games(tmp_path: Path):
    program = tmp_path / "random_player"
    source = ENGINES / "random_player.c"
    subprocess.run(["cc", "-O2", "-o", str(program), str(source)], check=True)

    verdicts = findings(str(program), "--game", "hex-hex-y")

    assert those(verdicts, "costs games") == set()


@pytest.mark.engines
@pytest.mark.skipif(not GNUGO, reason="gnugo is not installed (apt-get install gnugo)")
def test_gnugo_has_the_findings_that_are_known():
    verdicts = findings(f"{GNUGO} --mode gtp --chinese-rules --level 1", "--game", "go")

    assert those(verdicts, "costs games") == set()
    assert those(verdicts, "tolerated") == {
        "id-of-ten-digits", "long-comment", "long-name", "size-too-many", "play-too-much"
    }  # fmt: skip
    assert {"games-as-first", "games-as-second", "undo-play-on", "dead-stones"} <= those(
        verdicts, "ok"
    )


def test_the_report_for_people_has_groups_and_a_summary():
    done = referee(f"{sys.executable} examples/engines/random_player.py", "--only", "handshake")

    assert done.returncode == 0
    assert done.stdout.startswith("random_player (Random): hex 4\n\nhandshake\n")
    assert "0 costs games" in done.stdout.splitlines()[-1]
    assert "\x1b" not in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(["no-such-program"], "no such program on PATH", id="no program"),
        pytest.param(
            [sys.executable + " -c 'exit(4)'"], "exited with status 4 at 'name'", id="dies"
        ),
        pytest.param(["cat", "--game", "chess"], "chess", id="no game"),
        pytest.param(["cat", "--size", "99"], "unacceptable size for hex: 99", id="no size"),
        pytest.param(["cat", "--only", "nothing-such"], "no check is called", id="no check"),
        pytest.param([], "expected ENGINE", id="no engine"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], said: str):
    done = referee(*arguments)

    assert done.returncode == 2
    assert done.stderr.startswith("referee: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
