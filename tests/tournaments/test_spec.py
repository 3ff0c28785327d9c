from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

from referee.clock import TimeControl
from referee.entrant import Entrant
from referee.rules.catalog import GAMES, find_game
from referee.toml_edge import ConfigError, parse_toml
from tournaments.spec import canonical, differences
from tournaments.spec_file import (
    RulesTable,
    SpecTable,
    parse_canonical,
    read_spec,
    spec_from_table,
)

ENGINES = """
[[engines]]
name = "b"
command = ["./b", "--seed", "{seed}"]
[[engines]]
name = "a"
command = ["./a"]
env = {LEVEL = "1"}
cwd = "/srv"
"""
SMALL = f'game = "hex"\ntime = "60+0.5"\n{ENGINES}'


def read(text: str):
    return spec_from_table(parse_toml(text.encode(), where="a.toml"), where="a.toml", name="a")


def test_a_small_file_gets_the_defaults():
    spec = read(SMALL)

    assert spec.name == "a"
    assert spec.game is find_game("hex")
    assert spec.size == (11,)
    assert spec.rules == spec.game.default_rules
    assert spec.time == TimeControl(main=60, increment=0.5)
    assert (spec.cycles, spec.seed, spec.concurrency, spec.store) == (1, 0, 1, None)
    assert spec.engines == (
        Entrant(name="b", command=("./b", "--seed", "{seed}")),
        Entrant(name="a", command=("./a",), env={"LEVEL": "1"}, cwd="/srv"),
    )


def test_a_full_file_is_read_as_it_stands(tmp_path: Path):
    path = tmp_path / "event.toml"
    path.write_text(
        'name = "Open"\ngame = "go"\nsize = 13\ntime = "5/move"\ncycles = 3\nseed = 7\n'
        'concurrency = 2\nstore = "x.sqlite"\n'
        f'[rules]\nko = "simple"\nkomi = 7.5\nmove_limit = 400\n{ENGINES}',
        encoding="utf-8",
    )
    spec = read_spec(path)

    assert (spec.name, spec.game.id, spec.size) == ("Open", "go", (13,))
    assert attrs.asdict(spec.rules) == {
        "pie": "none",
        "ko": "simple",
        "komi": 7.5,
        "move_limit": 400,
    }
    assert (spec.cycles, spec.seed, spec.concurrency, spec.store) == (3, 7, 2, "x.sqlite")


REFUSED = [
    pytest.param("", "game: missing (and 2 more)", id="empty"),
    pytest.param(
        SMALL.replace("hex", "hx"), "game: unknown game 'hx': did you mean hex?", id="game"
    ),
    pytest.param("gmae = 1\n" + SMALL, "gmae: unknown key, nearest is 'game'", id="key"),
    pytest.param(
        "size = 53\n" + SMALL,
        "size: unacceptable size for hex: 53: expected 1 to 52",
        id="size",
    ),
    pytest.param(
        "size = [3, 5]\n" + SMALL, "size: unacceptable size for hex: 3 5: expected N", id="sizes"
    ),
    pytest.param('size = "11"\n' + SMALL, "size: expected an array, got '11'", id="size as text"),
    pytest.param("size = true\n" + SMALL, "size: expected an array, got true", id="size as bool"),
    pytest.param("rules = {komi = 3}\n" + SMALL, "rules: hex has no komi", id="rule"),
    pytest.param(
        'rules = {pie = "cut"}\n' + SMALL,
        "rules: hex has no rule pie = 'cut': expected none or swap-sides",
        id="rule value",
    ),
    pytest.param(
        "rules = {komii = 3}\n" + SMALL,
        "rules.komii: unknown key, nearest is 'komi'",
        id="rule key",
    ),
    pytest.param(
        SMALL.replace("60+0.5", "a minute"),
        "time: time 'a minute': expected MAIN+INCREMENT in seconds such as 60+0.5,"
        " SECONDS/move such as 5/move, or none",
        id="time",
    ),
    pytest.param("cycles = 0\n" + SMALL, "cycles: expected 1 or more, got 0", id="no cycles"),
    pytest.param(
        "cycles = true\n" + SMALL, "cycles: expected a whole number, got true", id="bool cycles"
    ),
    pytest.param(
        "cycles = 1000000000000\n" + SMALL,
        "cycles: 2,000,000,000,000 games, expected at most 1,000,000",
        id="too many games",
    ),
    pytest.param("seed = -1\n" + SMALL, "seed: expected 0 or more, got -1", id="seed"),
    pytest.param("seed = 1.5\n" + SMALL, "seed: expected a whole number, got 1.5", id="1.5"),
    pytest.param(
        "concurrency = 0\n" + SMALL, "concurrency: expected 1 to 1000, got 0", id="concurrency"
    ),
    pytest.param('name = ""\n' + SMALL, "name: expected 1 to 72 printable characters, got ''"),
    pytest.param(
        'name = "a\\u001b[2J"\n' + SMALL,
        "name: expected 1 to 72 printable characters, got 'a\\x1b[2J'",
        id="escape in the name",
    ),
    pytest.param('store = ""\n' + SMALL, "store: expected the path of a file, got ''", id="store"),
    pytest.param(
        'game = "hex"\ntime = "none"\nengines = []', "engines: expected two or more, got 0"
    ),
    pytest.param(
        SMALL.replace('["./a"]', '"./a --fast"'),
        "engines[1].command: expected an array, got './a --fast'",
        id="command as a line",
    ),
    pytest.param(
        SMALL.replace('["./a"]', "[]"),
        "engines[1]: command: expected a program and its arguments, got nothing",
        id="no command",
    ),
    pytest.param(
        SMALL.replace('"a"', '"b"'), "engines[1].name: 'b' is taken by engines[0]", id="twin"
    ),
    pytest.param(
        SMALL.replace('"a"', '"B"'), "engines[1].name: 'B' is taken by engines[0]", id="case twin"
    ),
    pytest.param(
        SMALL.replace('"a"', '"é"').replace('"b"', '"e\\u0301"'),
        "engines[1].name: 'é' is taken by engines[0]",
        id="look-alike",
    ),
    pytest.param(
        SMALL.replace('"a"', '"a\\nb"'),
        "engines[1]: name: expected 1 to 64 printable characters, got 'a\\x0ab'",
        id="newline in a name",
    ),
    pytest.param(
        SMALL.replace('LEVEL = "1"', "LEVEL = 1"),
        "engines[1].env.LEVEL: expected a string, got 1",
        id="environment",
    ),
    pytest.param(
        SMALL.replace("cwd", "cdw"),
        "engines[1].cdw: unknown key, nearest is 'cwd'",
        id="engine key",
    ),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_a_refusal_names_file_key_and_value(text: str, message: str):
    with pytest.raises(ConfigError) as caught:
        read(text)

    assert str(caught.value) == f"a.toml: {message}"


@pytest.mark.parametrize("game", GAMES)
def test_the_canonical_text_reads_back_to_the_same_event(game: str):
    spec = read(SMALL.replace('"hex"', f'"{game}"'))
    text = canonical(spec)

    assert canonical(parse_canonical(text, where="store")) == text


def test_how_and_where_an_event_is_run_is_not_part_of_it():
    spec = read(SMALL)
    elsewhere = attrs.evolve(
        spec, engines=spec.engines[::-1], concurrency=8, store="/elsewhere.sqlite"
    )

    assert canonical(elsewhere) == canonical(spec)


CHANGED = [
    pytest.param("cycles = 2\n" + SMALL, "cycles: 1 -> 2", id="cycles"),
    pytest.param("seed = 2\n" + SMALL, "seed: 0 -> 2", id="seed"),
    pytest.param("size = 5\n" + SMALL, "size: [11] -> [5]", id="size"),
    pytest.param(
        'rules = {pie = "none"}\n' + SMALL, 'rules.pie: "swap-sides" -> "none"', id="rules"
    ),
    pytest.param(SMALL.replace("60+0.5", "9/move"), 'time: "60+0.5" -> "9/move"', id="time"),
    pytest.param(
        SMALL.replace('["./a"]', '["./a", "-2"]'),
        'engines.a.command: ["./a"] -> ["./a", "-2"]',
        id="command",
    ),
    pytest.param(
        SMALL.replace("LEVEL", "LEVELS"),
        'engines.a.env.LEVEL: "1" -> (nothing); engines.a.env.LEVELS: (nothing) -> "1"',
        id="environment",
    ),
    pytest.param(
        SMALL + '[[engines]]\nname = "c"\ncommand = ["./c"]',
        'engines.c.command: (nothing) -> ["./c"]; engines.c.name: (nothing) -> "c"',
        id="another engine",
    ),
]


@pytest.mark.parametrize(("text", "message"), CHANGED)
def test_a_difference_names_key_old_and_new(text: str, message: str):
    old, new = canonical(read(SMALL)), canonical(read(text))

    assert "; ".join(differences(old, new)) == message


def test_the_canonical_text_is_plain_json_with_the_keys_of_the_file():
    assert json.loads(canonical(read(SMALL))) == {
        "name": "a",
        "game": "hex",
        "size": [11],
        "rules": {"pie": "swap-sides"},
        "time": "60+0.5",
        "cycles": 1,
        "seed": 0,
        "engines": [
            {"name": "a", "command": ["./a"], "env": {"LEVEL": "1"}, "cwd": "/srv"},
            {"name": "b", "command": ["./b", "--seed", "{seed}"]},
        ],
    }


@pytest.mark.parametrize(
    "module", ["spec", "result", "crosstable", "render", "schedule.round_robin"]
)
def test_a_pure_module_loads_no_trio(module: str):
    code = (
        f"import sys, tournaments.{module}; print('trio' in sys.modules, 'sqlite3' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert found.stdout == "False False\n"


def test_the_documentation_has_every_key():
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    tables = {SpecTable: "", RulesTable: "rules.", Entrant: ""}
    keys = {f"{prefix}{f.name}" for kind, prefix in tables.items() for f in attrs.fields(kind)}

    missing = {key for key in keys - {"rules"} if f"| `{key}` |" not in page}
    assert missing == set()


def test_the_example_in_the_documentation_is_a_tournament():
    page = (Path(__file__).parents[2] / "docs" / "tournaments.md").read_text(encoding="utf-8")
    lines = page.split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith("    "))
    last = next(i for i in range(first, len(lines)) if lines[i] and lines[i][0] != " ")

    assert read("\n".join(lines[first:last])).names == ("mine", "random")
