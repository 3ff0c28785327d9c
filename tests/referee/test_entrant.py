from __future__ import annotations

import shlex

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.entrant import Entrant, EntrantError, parse_command

words = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), min_size=1)


@given(st.lists(words, min_size=1).map(tuple))
def test_a_quoted_command_line_splits_into_the_same_words(command: tuple[str, ...]):
    assert parse_command(shlex.join(command)) == command


@pytest.mark.parametrize("text", ["", "   ", "'", 'bot "x', "bot \x1b '"])
def test_a_command_line_that_is_none_is_refused_in_one_line(text: str):
    with pytest.raises(EntrantError) as refused:
        parse_command(text)

    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"name": ""}, id="no name"),
        pytest.param({"name": " "}, id="blank name"),
        pytest.param({"name": "x" * 65}, id="long name"),
        pytest.param({"name": "a\nb"}, id="name of two lines"),
        pytest.param({"command": ()}, id="no command"),
        pytest.param({"command": ("a\0b",)}, id="NUL in the command"),
        pytest.param({"env": {"A=B": "c"}}, id="equals sign in a variable"),
        pytest.param({"env": {"A": "\0"}}, id="NUL in a value"),
        pytest.param({"cwd": ""}, id="empty directory"),
    ],
)
def test_what_cannot_be_started_cannot_be_entered(wrong: dict[str, object]):
    with pytest.raises(EntrantError) as refused:
        Entrant(**{"name": "a", "command": ("bot",), **wrong})  # type: ignore[arg-type]

    assert str(refused.value).isprintable()


def test_the_seed_goes_where_its_placeholder_stands():
    entrant = Entrant(name="a", command=("bot", "--seed={seed}", "{color}"))

    assert entrant.arguments(seed=7) == ("bot", "--seed=7", "{color}")


def test_the_fingerprint_tells_words_apart():
    one, two = Entrant(name="a", command=("a b",)), Entrant(name="a", command=("a", "b"))

    assert one.command_hash != two.command_hash


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        pytest.param(
            {"aliases": {"clearboard": "reset"}}, "sends no command 'clearboard'", id="alias"
        ),
        pytest.param({"aliases": {"play": "p q"}}, "aliases.play: expected one word", id="words"),
        pytest.param({"aliases": {"play": ""}}, "aliases.play: expected a command", id="nothing"),
        pytest.param({"aliases": {"play": "a\nb"}}, r"got 'a\x0ab'", id="two lines"),
        pytest.param({"aliases": {"play": "7"}}, "aliases.play: expected a command", id="an id"),
        pytest.param({"startup": ("komi  6.5",)}, "startup: expected a command", id="two spaces"),
        pytest.param({"startup": ("",)}, "startup: expected a command", id="empty command"),
        pytest.param({"startup": ("a\nquit",)}, "startup: expected a command", id="two commands"),
        pytest.param({"startup": ("a # b",)}, "startup: expected a command", id="a comment"),
    ],
)  # fmt: skip
def test_what_cannot_be_sent_cannot_be_entered(wrong: dict[str, object], complaint: str):
    with pytest.raises(EntrantError) as refused:
        Entrant(**{"name": "a", "command": ("bot",), **wrong})  # type: ignore[arg-type]

    assert complaint in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize(
    ("options", "matters"),
    [
        pytest.param({"name": "b"}, False, id="name"),
        pytest.param({"pipelining": True}, False, id="pipelining"),
        pytest.param({"startup": ("level 5",)}, True, id="startup"),
        pytest.param({"aliases": {"genmove": "think"}}, True, id="aliases"),
        pytest.param({"dialect": "gtp"}, True, id="dialect"),
        pytest.param({"env": {"LEVEL": "5"}}, True, id="env"),
        pytest.param({"cwd": "/srv"}, True, id="cwd"),
    ],
)
def test_the_fingerprint_is_of_all_that_changes_the_play(options: dict, matters: bool):
    plain = Entrant(name="a", command=("bot",))

    assert (attrs.evolve(plain, **options).command_hash != plain.command_hash) is matters
