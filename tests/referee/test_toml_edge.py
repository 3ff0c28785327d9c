from __future__ import annotations

import enum
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.toml_edge import MAX_FILE_BYTES, ConfigError, parse_toml, read_toml, structure


@attrs.frozen
class Bot:
    name: str
    command: tuple[str, ...] = ()
    env: Mapping[str, str] = attrs.field(factory=dict)


@attrs.frozen
class Terms:
    komi: float | None = None
    strict: bool = False


@attrs.frozen
class Settings:
    name: str
    bots: tuple[Bot, ...] = ()
    terms: Terms = Terms()
    size: tuple[int, ...] = ()


def read(text: str) -> Settings:
    return structure(parse_toml(text.encode(), where="a.toml"), Settings, where="a.toml")


def test_a_whole_file_becomes_values():
    settings = read(
        'name = "x"\nsize = [3, 4]\nterms = {komi = 7, strict = true}\n'
        '[[bots]]\nname = "b"\ncommand = ["sh", "-c"]\nenv = {A = "1"}\n'
    )

    assert settings == Settings(
        name="x",
        bots=(Bot(name="b", command=("sh", "-c"), env={"A": "1"}),),
        terms=Terms(komi=7.0, strict=True),
        size=(3, 4),
    )


REFUSED = [
    pytest.param("", "name: missing", id="missing"),
    pytest.param('nme = "x"', "nme: unknown key, nearest is 'name' (and 1 more)", id="misspelt"),
    pytest.param(
        'name = "x"\nzzz = 1', "zzz: unknown key, known: name, bots, terms, size", id="unknown"
    ),
    pytest.param("name = 1", "name: expected a string, got 1", id="not a string"),
    pytest.param('name = ""\nsize = 3', "size: expected an array, got 3", id="not an array"),
    pytest.param(
        'name = ""\nsize = [3, true]', "size[1]: expected a whole number, got true", id="bool"
    ),
    pytest.param(
        'name = ""\nsize = [3.0]', "size[0]: expected a whole number, got 3.0", id="float"
    ),
    pytest.param(
        'name = ""\nsize = [9007199254740992]',
        "size[0]: expected a whole number below 2^53, got 9007199254740992",
        id="large",
    ),
    pytest.param(
        'name = ""\nbots = [{name = "b", command = "a b"}]',
        "bots[0].command: expected an array, got 'a b'",
        id="command as a string",
    ),
    pytest.param(
        'name = ""\nbots = [{name = "b", env = {A = 1}}]',
        "bots[0].env.A: expected a string, got 1",
        id="value in a table",
    ),
    pytest.param('name = ""\nbots = [1]', "bots[0]: expected a table, got 1", id="not a table"),
    pytest.param(
        'name = ""\nbots = [{nam = "b"}]',
        "bots[0].nam: unknown key, nearest is 'name' (and 1 more)",
        id="misspelt inside",
    ),
    pytest.param(
        'name = ""\nterms.komi = nan',
        "terms.komi: expected a finite number below 2^53, got nan",
        id="nan",
    ),
    pytest.param(
        'name = ""\nterms.komi = -inf',
        "terms.komi: expected a finite number below 2^53, got -inf",
        id="inf",
    ),
    pytest.param('name = ""\nterms.komi = true', "terms.komi: expected a number, got true", id="b"),
    pytest.param(
        'name = ""\nterms.strict = 1', "terms.strict: expected true or false, got 1", id="int"
    ),
    pytest.param(
        'name = ["\\u001b[31m"]', "name: expected a string, got ['\\x1b[31m']", id="escape"
    ),
    pytest.param(
        '"\\u001b[2J" = 1\nname = ""',
        "\\x1b[2J: unknown key, known: name, bots, terms, size",
        id="escape in a key",
    ),
    pytest.param(
        f"x = {'9' * 5000}",
        "not valid TOML: Exceeds the limit (4300 digits) for integer string conversion:"
        " value has 5000 digits",
        id="5,000 digits",
    ),
    pytest.param(
        "a = 1\na = 2", "not valid TOML: Cannot overwrite a value (at end of document)", id="twice"
    ),
    pytest.param("x = " + "[" * 5000, "nested too deeply", id="deep array"),
    pytest.param("x = " + "{a = " * 5000, "nested too deeply", id="deep table"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_a_refusal_is_one_line_with_file_key_and_value(text: str, message: str):
    with pytest.raises(ConfigError) as caught:
        read(text)

    assert str(caught.value) == f"a.toml: {message}"


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(".".join("a" * 40_000), id="bare"),
        pytest.param(" . ".join(['"a"'] * 40_000), id="quoted"),
        pytest.param("[" + ".".join("a" * 40_000) + "]", id="header"),
        pytest.param("x = {" + ".".join("a" * 40_000), id="inline table"),
    ],
)
def test_a_key_of_40_000_dots_is_refused_at_once(key: str):
    started = time.monotonic()

    with pytest.raises(ConfigError, match="line 2: a key of more than 16 parts"):
        read(f"\n{key} = 1")

    assert time.monotonic() - started < 1


def test_dots_in_strings_and_comments_are_not_key_parts():
    dots = "." * 500

    settings = read(f'# {dots}\nname = """\n{dots}"""\nbots = [{{name=\'{dots}\'}}] # {dots}')

    assert settings.bots[0].name == dots


def test_the_scan_for_long_keys_is_linear():
    started = time.monotonic()

    for text in ('"\\' * 300_000, "'''" * 300_000, '"""\\' * 200_000, "a" * 900_000):
        with pytest.raises(ConfigError):
            read(text)

    assert time.monotonic() - started < 5


def test_a_file_beyond_the_size_limit_is_refused(tmp_path: Path):
    path = tmp_path / "big.toml"
    path.write_bytes(b"#" * (MAX_FILE_BYTES + 1))

    with pytest.raises(ConfigError, match=r"big.toml: larger than 1048576 bytes"):
        read_toml(path)


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(ConfigError) as caught:
        read_toml(tmp_path / "none.toml")

    assert str(caught.value) == f"{tmp_path}/none.toml: cannot be read: No such file or directory"


def test_bytes_that_are_no_text_are_refused():
    with pytest.raises(ConfigError, match="expected UTF-8 text, got byte 0xff at offset 3"):
        parse_toml(b"a=1\xff", where="a.toml")


@given(st.text())
def test_any_text_parses_as_tomllib_does_or_is_refused(text: str):
    try:
        expected: object = tomllib.loads(text)
    except ValueError:
        expected = None
    try:
        found: object = parse_toml(text.encode("utf-8", "replace"), where="a.toml")
    except ConfigError:
        found = None

    assert found == expected or "\ud800" <= max(text, default="") <= "\udfff"


class Shape(enum.Enum):
    SQUARE = "square"
    ROUND = "round"


@attrs.frozen
class Choice:
    word: Literal["a", "b"] | None = None
    shape: Shape = Shape.SQUARE


def test_words_of_a_closed_set_become_its_members():
    assert structure({"word": "b", "shape": "round"}, Choice, where="") == Choice("b", Shape.ROUND)


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        pytest.param({"word": "c"}, "x: word: expected 'a' or 'b', got 'c'", id="literal"),
        pytest.param({"word": True}, "x: word: expected 'a' or 'b', got true", id="no string"),
        pytest.param({"shape": ""}, "x: shape: expected 'square' or 'round', got ''", id="enum"),
    ],
)
def test_another_word_is_refused_with_the_set(table: dict[str, object], complaint: str):
    with pytest.raises(ConfigError) as refused:
        structure(table, Choice, where="x")

    assert str(refused.value) == complaint
