"""`docs/boards.md` shows what `referee board` draws."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from referee.picture import play_moves
from referee.rules.catalog import GAMES, find_game
from referee.rules.diagram.svg import draw_svg
from referee.rules.diagram.text import draw_text

ROOT = Path(__file__).parent.parent.parent
BLOCKS = re.findall(
    r"^```console\n\$ referee board (.*)\n((?:.*\n)*?)```$",
    (ROOT / "docs" / "boards.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)


@pytest.mark.parametrize(
    ("command", "shown"), BLOCKS, ids=[block[0].split()[0] for block in BLOCKS]
)
def test_the_page_shows_what_the_command_draws(command: str, shown: str) -> None:
    game, *size, _, moves, _, svg = shlex.split(command)
    position = find_game(game).start([int(number) for number in size])
    play_moves(position, moves)

    assert draw_text(position) + "\n" == shown
    assert (ROOT / svg).read_text(encoding="utf-8") == draw_svg(position)


def test_the_page_shows_every_game() -> None:
    assert {block[0].split()[0] for block in BLOCKS} == set(GAMES)
