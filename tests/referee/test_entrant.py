from __future__ import annotations

import shlex

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
