"""Files with games in them: our records as JSON or SGF, and other people's SGF."""

from __future__ import annotations

from pathlib import Path

from referee.printable import printable
from referee.record import GameRecord, RecordError
from referee.sgf import is_record, record_of, write_record
from referee.sgf_game import SgfGame, read_game
from referee.sgf_grammar import MAX_BYTES, SgfError, decode

# White space and the byte order mark may come before the first character that tells.
_BLANK = b" \t\r\n\v\f\xef\xbb\xbf"


def load_game(path: Path) -> GameRecord | SgfGame:
    """Load a game: a record if the file is one of ours, else what the SGF of others tells.

    Raises:
        RecordError: The file cannot be read, or holds neither.
    """
    return _parse(_read(path), where=str(path))


def convert_record(path: Path) -> str:
    """Return a record that is JSON as SGF, or one that is SGF as JSON.

    Raises:
        RecordError: The file cannot be read, or holds no record of ours.
    """
    data = _read(path)
    record = _parse(data, where=str(path))
    if isinstance(record, SgfGame):
        raise RecordError(
            f"{printable(str(path))}: a game by another program, which has not all that is in a"
            " record: it can be replayed only"
        )
    if _is_sgf(data):
        return record.to_json() + "\n"
    try:
        return write_record(record)
    except RecordError as error:
        raise RecordError(f"{printable(str(path))}: {error}") from error


def save_new(path: Path, text: str) -> None:
    """Write a file that is not there yet.

    Raises:
        RecordError: It is, or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise RecordError(f"cannot write {printable(str(path))}: {_reason(error)}") from error


def _is_sgf(data: bytes) -> bool:
    return data.lstrip(_BLANK).startswith(b"(")


def _parse(data: bytes, *, where: str) -> GameRecord | SgfGame:
    if data.lstrip(_BLANK).startswith(b"{"):
        return GameRecord.from_json(data, where=where)
    if not _is_sgf(data):
        raise RecordError(
            f"{printable(where)}: expected a record, as JSON (which begins with '{{') or as SGF"
            " (with '(')"
        )
    try:
        text = decode(data)
        game = read_game(text)
        return record_of(text, game) if is_record(game) else game
    except SgfError as error:
        raise RecordError(f"{printable(where)}:{error}") from error


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError(f"{printable(str(path))}: cannot be read: {_reason(error)}") from error
    if len(data) > MAX_BYTES:
        raise RecordError(f"{printable(str(path))}: larger than {MAX_BYTES} bytes")
    return data


def _reason(error: OSError | ValueError) -> str:
    # A name with NUL in it is a ValueError.
    return (isinstance(error, OSError) and error.strerror) or str(error)
