"""`referee replay` and `referee convert`, on files of every kind."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from referee.outcome import Outcome, Termination
from referee.played import ReplayError, load_replay
from referee.record import GameRecord, PlayerRecord, RecordError, Turn
from referee.replay import show_replay
from referee.rules.game import Rules
from referee.rules.moves import Color
from referee.sgf import write_record

BLACK, WHITE = Color.BLACK, Color.WHITE


def turn(color: Color, move: str, left: float | None = None) -> Turn:
    return Turn(color, move, 0.5, left, 0.0, 0.5, 0.5)


HEX = GameRecord(
    game="hex",
    size=(3,),
    rules=Rules(pie="swap-sides"),
    first=PlayerRecord("Ann\x1b[2J", ("ann",), "00"),
    second=PlayerRecord("Bob", ("bob",), "00"),
    time_control="60+0.5",
    seed=0,
    turns=(
        turn(BLACK, "A2", 60.0),
        turn(WHITE, "swap-sides", 60.0),
        turn(WHITE, "B2", 59.5),
        turn(BLACK, "B1", 59.5),
    ),
    outcome=Outcome(WHITE, Termination.RESIGNATION, "Black resigned"),
    winner="first",
)
GO = attrs.evolve(
    HEX,
    game="go",
    size=(3,),
    rules=Rules(ko="positional-superko", komi=0.5),
    turns=(
        turn(BLACK, "B2"),
        turn(WHITE, "A1"),
        turn(BLACK, "pass"),
        turn(WHITE, "pass"),
        turn(BLACK, "A2"),
        turn(WHITE, "pass"),
        turn(BLACK, "B1"),
    ),
    resumed_at=4,
    outcome=Outcome(BLACK, Termination.ADJUDICATION, ""),
)


def save(tmp_path: Path, record: GameRecord | str | bytes, name: str = "game") -> Path:
    path = tmp_path / name
    if isinstance(record, GameRecord):
        path.write_text(record.to_json(), "utf-8")
    elif isinstance(record, str):
        path.write_text(record, "utf-8")
    else:
        path.write_bytes(record)
    return path


def shown(path: Path, keys: str | None = None, **options: Any) -> str:
    stream = io.StringIO()
    asked = None if keys is None else io.StringIO(keys)
    show_replay(path, stream=stream, keys=asked, **options)
    return stream.getvalue()


def run(*arguments: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "referee.cli", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_the_list_has_the_moves_with_their_times(tmp_path: Path):
    assert shown(save(tmp_path, HEX), only_list=True) == (
        "Hex 3: Ann\\x1b[2J (Black) against Bob (White)\n"
        "1  Black  A2          0.500 s, 60.000 s left\n"
        "2  White  swap-sides  0.500 s, 60.000 s left\n"
        "3  White  B2          0.500 s, 59.500 s left\n"
        "4  Black  B1          0.500 s, 59.500 s left\n"
        "Ann\\x1b[2J wins (resignation): Black resigned\n"
    )


def test_every_position_is_shown_to_whoever_cannot_be_asked(tmp_path: Path):
    text = shown(save(tmp_path, HEX))

    assert text.count("Hex 3\n") == 5
    assert text.index("move 1: Black A2") < text.index("move 4: Black B1")
    assert text.rstrip().endswith("wins (resignation): Black resigned")
    assert "\x1b" not in text


def test_one_position_is_shown_by_its_number(tmp_path: Path):
    text = shown(save(tmp_path, HEX), ply=3)

    assert text.count("Hex 3\n") == 1
    assert "move 3: White B2; Black to move" in text
    assert "time: 0.500 s, 59.500 s left" in text


def test_json_and_sgf_replay_the_same(tmp_path: Path):
    for record in (HEX, GO):
        sgf = save(tmp_path, write_record(record), "game.sgf")

        assert shown(sgf) == shown(save(tmp_path, record))


@pytest.mark.parametrize(
    ("keys", "plies"),
    [
        pytest.param("q\n", [0], id="quit"),
        pytest.param("", [0], id="end of input"),
        pytest.param("\nn\n", [0, 1, 2], id="next"),
        pytest.param("3\np\nb\nq\n", [0, 3, 2, 1], id="there and back"),
        pytest.param("p\n", [0, 0], id="not before the first"),
        pytest.param("9\n\n", [0, 4, 4], id="not after the last"),
        pytest.param("what\n²\n", [0, 1, 2], id="anything else is next"),
    ],
)
def test_keys_step_through_the_game(tmp_path: Path, keys: str, plies: list[int]):
    text = shown(save(tmp_path, HEX), keys)
    reached = [int(part.split("/")[0]) for part in text.split("[")[1:] if part[1:3] == "/4"]

    assert reached == plies


def test_play_goes_on_after_disputed_passes(tmp_path: Path):
    position = load_replay(save(tmp_path, GO)).position_at(7)

    assert position.captures(BLACK) == 1


@pytest.mark.parametrize(
    ("sgf", "last"),
    [
        pytest.param("(;GM[1]SZ[5]HA[2]AB[bb][dd];W[cc];B[])", "move 2: Black pass", id="handicap"),
        pytest.param("(;GM[1]SZ[5];B[];W[];B[aa];W[bb])", "move 4: White B4", id="after passes"),
        pytest.param("(;GM[11]SZ[5]RE[B+];B[a2];W[swap-pieces];B[d2])", "move 3: White B4",
                     id="pieces swapped"),
        pytest.param("(;GM[11]SZ[5];B[a2];W[resign])", "White resigned", id="resigned"),
        pytest.param("(;SZ[5]RE[0];B[aa])", "the file says that it was a draw", id="draw"),
    ],
)  # fmt: skip
def test_games_of_others_are_replayed(tmp_path: Path, sgf: str, last: str):
    assert last in shown(save(tmp_path, sgf))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("", ": expected a record, as JSON", id="empty"),
        pytest.param("\x1b[2J", ": expected a record, as JSON", id="something else"),
        pytest.param("{", ": not JSON of ours", id="half a JSON"),
        pytest.param("(;GM[1]SZ[9];B[", ":1:15: a '[' without its ']'", id="half an SGF"),
        pytest.param("(;GM[2])", ":1:3: game number '2'", id="another game"),
        pytest.param("(;)(;)", ":1:4: a second game begins here", id="a collection"),
        pytest.param("(;SZ[5];B[aa];W[aa])", ": move 2, White A5: occupied", id="illegal"),
        pytest.param("(;SZ[5];B[aa];B[bb])", ": move 2, Black B4: wrong_color", id="out of turn"),
        pytest.param(attrs.evolve(HEX, game="chess"), ": unknown game 'chess'", id="game"),
        pytest.param(attrs.evolve(HEX, size=(99,)), ": unacceptable size", id="size"),
        pytest.param(attrs.evolve(HEX, rules=Rules(pie="maybe")), ": hex has no rule", id="rule"),
        pytest.param(attrs.evolve(HEX, turns=(turn(BLACK, "\n"),)), ": move 1: syntax", id="move"),
        pytest.param(attrs.evolve(HEX, resumed_at=2), ": resumed at 2", id="resumption"),
        pytest.param(attrs.evolve(HEX, handicap=("A1",)), ": handicap: hex has no", id="handicap"),
        pytest.param(attrs.evolve(GO, handicap=("J9",)), ": handicap: J9 is off", id="stone"),
        pytest.param(b"\xff\xfe(\x00;\x00", ": expected a record, as JSON", id="UTF-16"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(tmp_path: Path, content: Any, message: str):
    path = save(tmp_path, content)

    with pytest.raises((RecordError, ReplayError)) as refused:
        shown(path)

    assert str(refused.value).startswith(f"{path}{message}")
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["replay", "nowhere"], "nowhere: cannot be read: No such file or directory"),
        (["replay", "."], ".: cannot be read: Is a directory"),
        (["replay", "BAD", "--ply", "2"], "BAD: move 2, White A5: occupied"),
        (["replay", "GAME", "--ply", "9"], "no position 9: the game has the moves 1 to 4"),
        (["replay", "GAME", "--ply", "-1"], "Invalid value for '--ply'"),
        (["convert", "nowhere"], "nowhere: cannot be read"),
        (["convert", "GAME", "--out", "GAME"], "cannot write GAME: File exists"),
        (["convert", "GAME", "--out", "no/where"], "cannot write no/where: No such file"),
        (["convert", "SGF"], "SGF: a game by another program"),
    ],
)
def test_a_wrong_command_is_one_line(tmp_path: Path, arguments: list[str], message: str):
    places = {
        "GAME": str(save(tmp_path, HEX)),
        "SGF": str(save(tmp_path, "(;GM[1])", "sgf")),
        "BAD": str(save(tmp_path, "(;SZ[5];B[aa];W[aa])", "bad")),
    }

    finished = run(*(places.get(word, word) for word in arguments))

    assert finished.returncode == 2
    assert finished.stdout == b""
    for word, place in places.items():
        message = message.replace(word, place)
    assert message in finished.stderr.decode()
    assert finished.stderr.count(b"\n") == 1


def test_convert_there_and_back_gives_the_same_file(tmp_path: Path):
    json_path = save(tmp_path, HEX.to_json() + "\n", "game.json")
    sgf_path = tmp_path / "game.sgf"

    assert run("convert", json_path, "--out", sgf_path).stderr == b""
    assert run("convert", sgf_path).stdout == json_path.read_bytes()
    assert run("convert", json_path).stdout == sgf_path.read_bytes()
    assert json.loads(json_path.read_text())["game"] == "hex"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo-terminal")
def test_on_a_terminal_it_waits_for_enter(tmp_path: Path):
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "referee.cli", "replay", save(tmp_path, HEX)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        os.write(ours, b"\nq\n")
        told = b""
        while process.poll() is None or b"[1/4]" not in told:
            try:
                told += os.read(ours, 4096)
            except OSError:  # Linux's way to say that nobody holds the other end
                break
    os.close(ours)

    assert process.returncode == 0
    assert b"[0/4]" in told
    assert b"[2/4]" not in told
