"""The keys of a tournament's file that third-party engines need, and handicap."""

from __future__ import annotations

import pytest

from referee.toml_edge import ConfigError, parse_toml
from tournaments.spec import Spec, canonical, differences
from tournaments.spec_file import parse_canonical, spec_from_table

GO = """
game = "go"
time = "60"
handicap = 3
[[engines]]
name = "a"
command = ["./a"]
dialect = "gtp"
aliases = {clear_board = "reset"}
startup = ["clear_cache", "level 5"]
pipelining = true
[[engines]]
name = "b"
command = ["./b"]
"""


def read(text: str) -> Spec:
    return spec_from_table(parse_toml(text.encode(), where="a.toml"), where="a.toml", name="a")


def test_the_options_are_read_as_they_stand():
    spec = read(GO)
    engine = spec.engines[0]

    assert spec.handicap == 3
    assert (engine.dialect, engine.aliases) == ("gtp", {"clear_board": "reset"})
    assert engine.startup_commands == (("clear_cache",), ("level", "5"))
    assert (engine.pipelining, spec.engines[1].pipelining) == (True, False)


def test_the_options_are_part_of_the_event_and_read_back():
    text = canonical(read(GO))

    assert canonical(parse_canonical(text, where="store")) == text
    assert differences(text, canonical(read(GO.replace("handicap = 3", "")))) == (
        "handicap: 3 -> (nothing)",
    )
    assert differences(text, canonical(read(GO.replace('"gtp"', '"referee"')))) == (
        'engines.a.dialect: "gtp" -> "referee"',
    )


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        pytest.param(
            '"gtp"', '"GTP"',
            "engines[0].dialect: expected 'gtp' or 'htp' or 'referee', got 'GTP'", id="dialect",
        ),
        pytest.param(
            '{clear_board = "reset"}', '["reset"]',
            "engines[0].aliases: expected a table, got ['reset']", id="aliases",
        ),
        pytest.param(
            "clear_board", "clear_bord",
            "engines[0]: aliases: the referee sends no command 'clear_bord'", id="alias of none",
        ),
        pytest.param(
            '["clear_cache", "level 5"]', '"clear_cache"',
            "engines[0].startup: expected an array, got 'clear_cache'", id="startup",
        ),
        pytest.param(
            "pipelining = true", "pipelining = 1",
            "engines[0].pipelining: expected true or false, got 1", id="pipelining",
        ),
        pytest.param(
            "handicap = 3", "handicap = 10",
            "handicap: 10 handicap stones on go 9: expected 2 to 9", id="handicap",
        ),
        pytest.param(
            "handicap = 3", "handicap = -1",
            "handicap: -1 handicap stones on go 9: expected 2 to 9", id="less than none",
        ),
        pytest.param(
            'game = "go"', 'game = "hex"', "handicap: hex has no handicap", id="no such game",
        ),
    ],
)  # fmt: skip
def test_a_wrong_option_is_refused_in_a_line(old: str, new: str, complaint: str):
    with pytest.raises(ConfigError) as refused:
        read(GO.replace(old, new))

    assert str(refused.value) == f"a.toml: {complaint}"
