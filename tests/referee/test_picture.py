"""What `referee board` does with moves, terminals and files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from referee.picture import PictureError, draw_for, play_moves, save_svg, show_board
from referee.rules.catalog import find_game
from referee.rules.errors import RulesError
from referee.rules.moves import Color
from referee.rules.position import Position


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _start(game: str = "hex", size: tuple[int, ...] = (5,)) -> Position:
    return find_game(game).start(size)


@pytest.mark.parametrize(
    "moves", ["C4 swap-sides d5", "c4,SWAP-SIDES,d5", " C4,  swap-sides\nD5, "]
)
def test_moves_are_separated_by_blanks_or_commas(moves: str) -> None:
    position = _start()

    play_moves(position, moves)

    assert [position.board.format_move(move) for move in position.moves] == [
        "C4",
        "swap-sides",
        "D5",
    ]


@pytest.mark.parametrize("moves", ["", "  ", ","])
def test_no_moves_are_fine(moves: str) -> None:
    position = _start()

    play_moves(position, moves)

    assert position.to_move is Color.BLACK


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        pytest.param(
            "C4 C4", "move 2, C4: occupied: C4 is occupied by a stone of Black", id="twice"
        ),
        pytest.param("C4 Z9", "move 2, Z9: off_board: Z9 is off the board", id="off"),
        pytest.param("C4 pass", "move 2, pass: pass_unavailable: Hex has no pass", id="pass"),
        pytest.param("\x1b[2J", r"move 1, \x1b[2J: syntax: ", id="control"),
        pytest.param("A" * 99, f"move 1, {'A' * 20}...: syntax: ", id="long"),
    ],
)
def test_a_refused_move_is_told_in_one_line(moves: str, expected: str) -> None:
    with pytest.raises(PictureError) as caught:
        play_moves(_start(), moves)

    assert str(caught.value).startswith(expected)
    assert str(caught.value).isprintable()


def test_a_move_after_the_end_is_refused() -> None:
    with pytest.raises(PictureError, match=r"^move 4, B2: game_over: the game is over: Black has"):
        play_moves(_start(size=(2,)), "A1 B1 A2 B2")


@pytest.mark.parametrize(
    ("environ", "is_colored"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_a_terminal_gets_colour_unless_it_is_not_wanted(
    environ: dict[str, str], is_colored: bool
) -> None:
    assert ("\x1b[" in draw_for(_Terminal(), _start(), environ)) is is_colored


def test_a_file_gets_no_colour() -> None:
    assert "\x1b" not in draw_for(io.StringIO(), _start(), {})


@pytest.mark.parametrize(("encoding", "is_ascii"), [("ascii", True), ("utf-8", False)])
def test_a_stream_gets_characters_that_it_can_show(encoding: str, is_ascii: bool) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)

    assert draw_for(stream, _start(), {}).isascii() is is_ascii


def test_an_existing_picture_is_replaced_and_nothing_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    path.write_text("old")

    save_svg(_start(), path)

    assert path.read_text(encoding="utf-8").startswith("<svg ")
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_to_a_picture_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "board.svg").write_text("old")
    link = tmp_path / "link.svg"
    link.symlink_to("board.svg")

    save_svg(_start(), link)

    assert link.is_symlink()
    assert link.read_text(encoding="utf-8").startswith("<svg ")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (".", "Is a directory"),
        ("missing/board.svg", "No such file or directory"),
        ("file/board.svg", "Not a directory"),
        ("x" * 300, "File name too long"),
        ("\x1b.svg/x", r"\\x1b.svg/x: No such file"),
        ("loop", None),
    ],
)
def test_a_file_that_cannot_be_written_is_told_in_one_line(
    tmp_path: Path, name: str, reason: str | None
) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "loop").symlink_to("loop")
    if reason is None:
        save_svg(_start(), tmp_path / name)
        return

    with pytest.raises(PictureError, match=f"^cannot write .*{reason}") as caught:
        save_svg(_start(), tmp_path / name)

    assert str(caught.value).isprintable()
    assert (tmp_path / "file").read_text() == "kept"


def test_a_board_is_shown_and_saved(tmp_path: Path) -> None:
    stream = io.StringIO()

    show_board("hex", [3], stream=stream, moves="B2", svg=tmp_path / "board.svg")

    assert "(●)" in stream.getvalue()
    assert stream.getvalue().endswith("White to move\n")
    assert (tmp_path / "board.svg").exists()


@pytest.mark.parametrize(
    ("game", "size"), [("hexx", []), ("hex", [99]), ("hex", [3, 4]), ("go", [])]
)
def test_what_does_not_exist_is_not_shown_nor_saved(
    tmp_path: Path, game: str, size: list[int]
) -> None:
    stream = io.StringIO()

    with pytest.raises((RulesError, PictureError)):
        show_board(game, size, stream=stream, moves="A1 A1", svg=tmp_path / "board.svg")

    assert stream.getvalue() == ""
    assert list(tmp_path.iterdir()) == []
