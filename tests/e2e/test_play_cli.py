"""The command `referee play` as people use it: what it prints, writes, refuses and leaves."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import main
from referee.record import GameRecord

pytestmark = pytest.mark.usefixtures("nothing_left")

ROOT = Path(__file__).parents[2]
ENGINE = f"{sys.executable} -I -S {ROOT / 'tests/engines/misbehaving.py'}"
HEX = ("--game", "hex", "--size", "3")


def referee(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str
) -> tuple[int, str, str]:
    """Run the command in this process; return its exit code and what it wrote."""
    monkeypatch.setattr(sys, "argv", ["referee", *words])
    with pytest.raises(SystemExit) as left:
        main()
    out, err = capsys.readouterr()
    return int(left.value.code or 0), out, err


def spawn(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "referee.cli", *words],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_game_is_told_in_a_line(capsys, monkeypatch):
    code, out, err = referee(capsys, monkeypatch, "play", f"{ENGINE} --name x", f"{ENGINE}", *HEX)

    assert (code, err) == (0, "")
    assert out == (
        "misbehaving-1 (Black) beat misbehaving-2 (White) by connection in 5 moves:"
        " Black has won by connection\n"
    )


def test_players_take_turns_to_begin_and_a_score_ends_the_series(capsys, monkeypatch, tmp_path):
    (tmp_path / "engines.toml").write_text(
        f'[[engines]]\nname = "ann"\ncommand = {shlex.split(ENGINE)}\n'
        f'[[engines]]\nname = "bob"\ncommand = {shlex.split(ENGINE)}\n'
    )
    code, out, _ = referee(
        capsys, monkeypatch, "play", "ann", "bob", *HEX, "--games", "3",
        "--engines", str(tmp_path / "engines.toml"),
    )  # fmt: skip

    assert code == 0
    assert re.findall(r"game (\d): (\w+) \(Black\) beat (\w+)", out) == [
        ("1", "ann", "bob"),
        ("2", "bob", "ann"),
        ("3", "ann", "bob"),
    ]
    assert out.endswith("ann 2 : 1 bob\n")


def test_the_board_is_shown_as_the_game_goes(capsys, monkeypatch):
    code, out, _ = referee(capsys, monkeypatch, "play", ENGINE, ENGINE, *HEX, "--show")

    assert code == 0
    assert re.findall(r"^(\d)\. (\w+) (\w+) \(", out, re.MULTILINE) == [
        ("1", "Black", "A1"),
        ("2", "White", "C3"),
        ("3", "Black", "A2"),
        ("4", "White", "C2"),
        ("5", "Black", "A3"),
    ]
    assert "winning chain" in out


def test_all_that_is_said_can_be_printed_and_steers_no_terminal(capsys, monkeypatch):
    sinner = f"{ENGINE} --at genmove --do 'answer=\x1b[2J'"
    code, out, _ = referee(capsys, monkeypatch, "play", ENGINE, sinner, *HEX, "--verbose")

    lines = [line.split(maxsplit=3)[1:] for line in out.splitlines()[:-1]]
    assert code == 0
    assert ["misbehaving-1", ">", "1 protocol_version"] in lines
    assert ["misbehaving-1", "<", "=1 2"] in lines
    assert re.search(r"misbehaving-2 < =\d+ \\x1b\[2J", out)
    assert "\x1b" not in out


def test_records_read_back(capsys, monkeypatch, tmp_path):
    file = tmp_path / "game.json"
    code, _, _ = referee(
        capsys, monkeypatch, "play", ENGINE, ENGINE, *HEX, "--games", "2", "--seed", "7",
        "--record", str(file),
    )  # fmt: skip
    one, two = (
        GameRecord.from_json((tmp_path / f"game-{number}.json").read_text()) for number in (1, 2)
    )

    assert code == 0
    assert (one.seed, two.seed) == (7, 8)
    assert (one.first.name, two.first.name) == ("misbehaving-1", "misbehaving-2")
    assert not file.exists()


def test_an_existing_file_is_never_written_over(capsys, monkeypatch, tmp_path):
    file = tmp_path / "game.json"
    file.write_text("precious")
    code, out, err = referee(
        capsys, monkeypatch, "play", ENGINE, ENGINE, *HEX, "--record", str(file)
    )

    assert (code, out, file.read_text()) == (2, "", "precious")
    assert "is there already" in err


def test_a_fault_is_an_outcome_like_any_other(capsys, monkeypatch):
    sinner = f"{ENGINE} --at genmove --do exit=9"
    code, out, _ = referee(capsys, monkeypatch, "play", ENGINE, sinner, *HEX)

    assert code == 0
    assert "by crash in 1 moves: White exited with status 9 when asked 'genmove white'" in out


def test_what_is_tolerated_is_noted_once(capsys, monkeypatch):
    odd = f"{ENGINE} --lacks version"
    code, _, err = referee(capsys, monkeypatch, "play", ENGINE, odd, *HEX, "--games", "3")

    assert code == 0
    assert err == "note: misbehaving-2 has no version\n"


def test_games_of_captures_have_a_limit_of_moves_unless_told_otherwise(
    capsys, monkeypatch, tmp_path
):
    for number, words in enumerate([(), ("--move-limit", "3")]):
        referee(
            capsys, monkeypatch, "play", ENGINE, ENGINE, "--game", "hex-go", "--size", "6 6",
            "--record", str(tmp_path / f"{number}.json"), *words,
        )  # fmt: skip
    limits = [
        json.loads((tmp_path / f"{number}.json").read_text())["rules"]["move_limit"]
        for number in (0, 1)
    ]

    assert limits == [4 * 36, 3]


BAD = [
    pytest.param(["--game", "hexx"], "unknown game 'hexx': did you mean hex?", id="game"),
    pytest.param(["--game", "hex", "--size", "3 4"], "unacceptable size for hex", id="size"),
    pytest.param(["--game", "hex", "--size", "big"], "expected whole numbers", id="size word"),
    pytest.param(["--game", "hex", "--time", "5 min"], "expected MAIN+INCREMENT", id="time"),
    pytest.param(["--game", "hex", "--pie", "cake"], "expected none or swap-sides", id="pie"),
    pytest.param(["--game", "hex", "--komi", "1"], "hex has no komi", id="komi"),
    pytest.param(["--game", "hex", "--games", "0"], "0 is not in the range", id="games"),
    pytest.param(["--game", "hex", "--nonsense"], "No such option: --nonsense", id="option"),
    pytest.param([], "Missing option '--game'", id="no game"),
    pytest.param(["--game", "hex", "--record", "/no/dir/x"], "is no directory", id="record"),
    pytest.param(["--game", "hex", "--engines", "/no/file"], "cannot be read", id="engines"),
]


@pytest.mark.parametrize(("words", "says"), BAD)
def test_bad_input_is_one_clear_line(capsys, monkeypatch, words: list[str], says: str):
    code, out, err = referee(capsys, monkeypatch, "play", ENGINE, ENGINE, *words)

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("referee: ")
    assert says in err


@pytest.mark.parametrize(
    ("engine", "says"),
    [
        pytest.param("no-such-bot", "no such program on PATH", id="missing"),
        pytest.param("/etc/passwd", "it is not executable", id="not executable"),
        pytest.param("/", "it is a directory", id="directory"),
        pytest.param("", "expected a program", id="nothing"),
        pytest.param("bot 'x", "no closing quotation", id="open quotation"),
        pytest.param("false", "exited with status 1 at 'protocol_version'", id="no engine"),
        pytest.param("true \x1b[2J", "exited with status 0", id="hostile name"),
        pytest.param(f"{ENGINE} --lacks genmove", "lacks genmove", id="lacks a command"),
        pytest.param(f"{ENGINE} --lacks set_rule", "has no set_rule", id="cannot be told a rule"),
    ],
)
def test_an_engine_that_cannot_play_is_one_clear_line(capsys, monkeypatch, engine: str, says: str):
    code, out, err = referee(capsys, monkeypatch, "play", ENGINE, engine, *HEX, "--pie", "none")

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert err[:-1].isprintable()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("engines = [", "not valid TOML", id="broken"),
        pytest.param("game = 'hex'", "engines: missing", id="no engines"),
        pytest.param(
            '[[engines]]\nname = "a"\ncommand = "gnugo --mode gtp"',
            "engines[0].command: expected an array, got 'gnugo --mode gtp'",
            id="command is a line",
        ),
        pytest.param(
            '[[engines]]\nname = "a"\ncomand = ["x"]',
            "engines[0].comand: unknown key, nearest is 'command'",
            id="misspelt key",
        ),
        pytest.param(
            '[[engines]]\nname = "a\\n"\ncommand = ["x"]', "printable characters", id="name"
        ),
        pytest.param(
            '[[engines]]\nname = "a"\ncommand = ["x"]\n' * 2, "'a' is there twice", id="twice"
        ),
        pytest.param(
            '[[engines]]\nname = "gnugo"\ncommand = ["true"]', "nearest is 'gnugo'", id="typo"
        ),
    ],
)
def test_a_file_of_engines_that_is_none_is_one_clear_line(
    capsys, monkeypatch, tmp_path, text: str, says: str
):
    file = tmp_path / "engines.toml"
    file.write_text(text)
    code, out, err = referee(
        capsys, monkeypatch, "play", "gnuog", "gnugo", *HEX, "--engines", str(file)
    )

    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_game_and_both_engines(number: signal.Signals, tmp_path: Path):
    told = tmp_path / "told"
    os.mkfifo(told)
    thinking = f"{ENGINE} --at play --do tell={told} --at genmove --do hang"
    process = spawn("play", ENGINE, thinking, *HEX)
    told.read_text()  # until the second engine has been told a move
    process.send_signal(number)
    out, err = process.communicate(timeout=10)

    assert (process.returncode, out) == (128 + number, "")
    assert err == f"referee: stopped by {number.name}\n"


def test_a_reader_who_leaves_is_no_error_to_talk_about():
    process = spawn("play", ENGINE, ENGINE, "--game", "hex", "--size", "11", "--show")
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    process.wait(timeout=20)
    assert process.stderr is not None

    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.parametrize("command", [[], ["games"], ["board"], ["gtp"], ["play"]])
def test_the_example_in_each_help_runs(capsys, monkeypatch, tmp_path, command: list[str]):
    code, out, _ = referee(capsys, monkeypatch, *command, "--help")
    example = out.split("Example:")[1].replace("\\\n", " ").strip()
    # As typed, but with this interpreter in the place of an installed command.
    line = re.sub(r"\breferee (?=\w)", f"{sys.executable} -m referee.cli ", example)
    line = line.replace("examples/", f"{ROOT}/examples/")
    done = subprocess.run(
        ["/bin/sh", "-c", line],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )

    assert code == 0
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_nothing_heavy_is_imported_before_a_command_needs_it():
    check = (
        "import sys, referee.cli;"
        "print([name for name in ('trio', 'cattrs', 'rich', 'hypothesis') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stdout == "[]\n"
