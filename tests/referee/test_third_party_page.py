"""The page on engines of others: its snippets are read, and what it says of dialects holds."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

from referee.dialect.choice import DIALECTS
from referee.engines_file import read_engines
from referee.entrant import Entrant
from referee.rules.catalog import GAMES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "third-party-engines.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def entrants(tmp_path: Path) -> dict[str, Entrant]:
    path = tmp_path / "engines.toml"
    path.write_text("\n".join(SNIPPETS), encoding="utf-8")
    return dict(read_engines(path))


def test_every_snippet_is_read_and_no_two_have_a_name(tmp_path: Path):
    assert list(entrants(tmp_path)) == [
        "gnugo-5", "katago", "leela-zero", "pachi", "mohex", "wolve"
    ]  # fmt: skip


def test_no_snippet_needs_a_dialect(tmp_path: Path):
    assert {entrant.dialect for entrant in entrants(tmp_path).values()} == {None}


def test_the_table_of_dialects_is_that_of_the_code():
    rows = re.findall(r'^\| `"([a-z]+)"` \| (.*?) \| (.*?) \|', PAGE, re.MULTILINE)

    assert {name for name, _, _ in rows} == set(DIALECTS)
    for name, signs, games in rows:
        kind = DIALECTS[name]
        assert set(re.findall(r"`([a-z_]+)`", signs)) == kind.signs
        assert set(re.findall(r"`([a-z-]+)`", games)) == (kind.games or set())
        assert (kind.games or set()) <= set(GAMES)


def test_the_table_of_keys_has_every_option():
    described = set(re.findall(r"^\| `([a-z]+)` \|", PAGE, re.MULTILINE))

    options = {field.name for field in attrs.fields(Entrant)}
    assert options - {"name", "command"} - {"dialect"} == described - {"dialect"}


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#]+)\)", PAGE))
def test_what_the_page_links_to_is_there(link: str):
    assert (ROOT / "docs" / link).exists()
