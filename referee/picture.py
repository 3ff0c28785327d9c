"""What `referee board` does: play the moves it is given, and show or save the picture."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from referee.printable import printable
from referee.rules.catalog import find_game
from referee.rules.diagram.svg import draw_svg
from referee.rules.diagram.text import UNICODE, draw_text
from referee.rules.errors import IllegalMoveError
from referee.rules.position import Position


class PictureError(Exception):
    """There is no picture: a move that the rules refuse, or a file that cannot be written."""


def show_board(
    game: str,
    size: Sequence[int] = (),
    *,
    stream: TextIO,
    moves: str = "",
    svg: Path | None = None,
) -> None:
    """Play `moves` on a board and draw it on a stream, and if wished into a file.

    Raises:
        RulesError: There is no such game, or not with this size.
        PictureError: The rules refuse a move, or the file cannot be written.
    """
    position = find_game(game).start(size)
    play_moves(position, moves)
    if svg is not None:
        save_svg(position, svg)
    stream.write(draw_for(stream, position) + "\n")


def play_moves(position: Position, moves: str) -> None:
    """Play moves as a person writes them: `"C4 swap d5"`, from Black in turn, commas allowed.

    Raises:
        PictureError: The rules refuse one; the message says which, and why.
    """
    for ply, word in enumerate(re.split(r"[\s,]+", moves.strip(" \t\r\n,")), start=1):
        if not word:
            return
        try:
            position.play(position.board.parse_move(word))
        except IllegalMoveError as error:
            shown = printable(word if len(word) <= 20 else word[:20] + "...")
            refusal = error.refusal
            raise PictureError(
                f"move {ply}, {shown}: {refusal.code.value}: {refusal.sentence}"
            ) from error


def draw_for(stream: TextIO, position: Position, environ: Mapping[str, str] | None = None) -> str:
    """Draw a position as text that a stream can show."""
    color = is_coloured(stream, environ)
    return draw_text(position, color=color, ascii_only=not _can_show_signs(stream))


def is_coloured(stream: TextIO, environ: Mapping[str, str] | None = None) -> bool:
    """Say whether to use colours: on a terminal, if the environment has no `NO_COLOR`.

    (https://no-color.org says: when present and not empty.)
    """
    settings = os.environ if environ is None else environ
    return stream.isatty() and not settings.get("NO_COLOR") and settings.get("TERM") != "dumb"


def _can_show_signs(stream: TextIO) -> bool:
    try:
        "".join((*UNICODE.stones, *UNICODE.chain, UNICODE.vacant)).encode(
            stream.encoding or "utf-8"
        )
    except UnicodeEncodeError:
        return False
    return True


def save_svg(position: Position, path: Path) -> None:
    """Write the picture as SVG, in the place of an existing file at once or not at all.

    Raises:
        PictureError: The file cannot be written.
    """
    text = draw_svg(position)
    try:
        _replace(Path(os.path.realpath(path)), text)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PictureError(f"cannot write {printable(str(path))}: {reason}") from error


def _replace(path: Path, text: str) -> None:
    if path.exists() and not path.is_file():
        # A device or a pipe cannot be replaced; a directory cannot be written, and says so.
        path.write_text(text, encoding="utf-8")
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
