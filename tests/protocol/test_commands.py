from __future__ import annotations

import pytest

from protocol.commands import COLORS, COMMANDS, EXPECTED, REQUIRED, RULEKEEPER_COMMANDS, WIRE_COLORS


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("name", 0, 0),
        ("boardsize", 1, 3),
        ("play", 2, 2),
        ("genmove", 1, 1),
        ("time_left", 3, 3),
        ("kata-time_settings", 1, None),
        ("set_free_handicap", 1, None),
    ],
)
def test_arities_follow_from_the_usage(name, least, most):
    assert (COMMANDS[name].least, COMMANDS[name].most) == (least, most)


def test_the_required_commands_are_those_without_which_no_game_can_be_played():
    assert {"name", "quit", "boardsize", "clear_board", "play", "genmove"} == REQUIRED


def test_the_expected_commands_are_those_whose_absence_is_only_reported():
    assert {"protocol_version", "version", "list_commands", "known_command"} == EXPECTED


def test_the_rulekeeper_never_plays():
    assert "genmove" not in RULEKEEPER_COMMANDS


def test_people_may_name_colours_that_the_wire_does_not():
    assert set(WIRE_COLORS) == {"black", "b", "white", "w"}
    assert (COLORS["red"], COLORS["blue"]) == ("black", "white")
