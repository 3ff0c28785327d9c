"""Game records as SGF and back: what FF[4] knows in its properties, the rest in private ones.

Other programs can load the game; `read_record` gives back the record that was written, equal to
the last digit. `docs/sgf.md` lists the private properties.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

import attrs

from referee.printable import printable
from referee.record import GameRecord, RecordError, Turn
from referee.rules.board import Board
from referee.rules.catalog import find_game
from referee.rules.errors import IllegalMoveError, RulesError
from referee.rules.game import Game
from referee.rules.moves import Move, Place
from referee.sgf_echo import echoes_of, is_same, write_real
from referee.sgf_forms import Form, form_of
from referee.sgf_game import (
    LEFT_IDENTS,
    MOVE_IDENTS,
    REAL,
    SgfGame,
    SgfMove,
    read_game,
    single,
)
from referee.sgf_grammar import (
    Node,
    compose,
    decode,
    error_at,
    escape_simple_text,
    escape_text,
    parse_simple_text,
    write_game,
)

_Properties: TypeAlias = list[tuple[str, list[str]]]

# The private properties of the root and the fields of a record that they hold, as JSON. GNU Go
# looks at two letters of an identifier; none that FF[4] knows begins with X.
FACTS: Final = MappingProxyType(
    {
        "XV": "version",
        "XS": "software",
        "XT": "started",
        "XA": "first",
        "XB": "second",
        "XR": "rules",
        "XK": "time_control",
        "XI": "seed",
        "XO": "outcome",
        "XW": "winner",
        "XP": "proof",
        "XC": "closing",
        "XU": "resumed_at",
        "XD": "dead_claims",
    }
)

MEASURED: Final = "XM"
"""The private property of a move: the fields of its turn that nothing else holds, as JSON."""

_VERSION: Final = "XV"


# -- writing -------------------------------------------------------------------------------


def write_record(record: GameRecord) -> str:
    """Write a record as SGF, to be encoded in UTF-8; `read_record` reads it back equal.

    Raises:
        RecordError: Its game, board or komi or one of its moves does not exist.
    """
    game, board = _find_board(record)
    form = form_of(game.id)
    table = json.loads(record.to_json())
    root = _standard_root(record, game, board, form)
    told = {*_telling(record), FACTS[_VERSION]}
    for player in ("first", "second"):
        telling = _telling(getattr(record, player))
        table[player] = {name: table[player][name] for name in telling}
    for ident, name in FACTS.items():
        if name in told:
            root.append((ident, [_json_value(table[name])]))
    nodes = [root]
    for index, (turn, row) in enumerate(zip(record.turns, table["turns"], strict=True)):
        value = _move_value(turn, board, form, what=f"turn {index + 1}")
        node: _Properties = [(MOVE_IDENTS[turn.color], [value])]
        if turn.left is not None:
            node.append((LEFT_IDENTS[turn.color], [write_real(turn.left)]))
        measured = {key: row[key] for key in row if key not in ("color", "move", "left")}
        nodes.append([*node, (MEASURED, [_json_value(measured)])])
    if record.outcome.detail:
        nodes[-1].append(("C", [escape_text(record.outcome.detail)]))
    return write_game(nodes)


def _telling(value: attrs.AttrsInstance) -> list[str]:
    """Name the fields that differ from their defaults; the others are read back by themselves."""
    return [
        field.name
        for field in attrs.fields(type(value))
        if getattr(value, field.name) != field.default
    ]


def _find_board(record: GameRecord) -> tuple[Game, Board]:
    try:
        game = find_game(record.game)
        board = game.board(record.size)
        if game.has_komi:
            game.rules(komi=record.rules.komi)
    except RulesError as error:
        raise RecordError(str(error)) from error
    if (game.id, board.size) != (record.game, record.size):
        raise RecordError(f"expected game {game.id} and size {board.size} spelled so")
    return game, board


def _standard_root(record: GameRecord, game: Game, board: Board, form: Form) -> _Properties:
    """What FF[4] has a property for."""
    properties = [("FF", ["4"])]
    if form.number is not None:
        properties.append(("GM", [str(form.number)]))
    software = record.software.partition(" ")
    properties += [
        ("CA", ["UTF-8"]),
        ("AP", [compose(software[0] or "hex-referee", software[2])]),
        ("SZ", [":".join(map(str, board.size))]),
        ("RU", [form.rules_name]),
        *((ident, [escape_simple_text(text)]) for ident, text in echoes_of(record, game).items()),
    ]
    if record.handicap:
        properties += _handicap(record, game, board, form)
    return properties


def _handicap(record: GameRecord, game: Game, board: Board, form: Form) -> _Properties:
    if not game.captures:
        raise RecordError(f"handicap: {game.id} has none")
    points = []
    for label in record.handicap:
        move = _parse_move(board, label, what="handicap")
        if not isinstance(move, Place):
            raise RecordError(f"handicap: expected a vertex, got {label}")
        points.append(form.notation.format_point(board, move.vertex))
    return [("HA", [str(len(points))]), ("AB", points)]


def _move_value(turn: Turn, board: Board, form: Form, *, what: str) -> str:
    value = form.notation.format_move(board, _parse_move(board, turn.move, what=what))
    if value in form.aliases:
        meaning = form.aliases[value]
        raise RecordError(f"{what}: {value} cannot be written, since it means {meaning} in SGF")
    return value


def _parse_move(board: Board, text: str, *, what: str) -> Move:
    try:
        move = board.parse_move(text)
    except IllegalMoveError as error:
        raise RecordError(f"{what}: {error.refusal.sentence}") from error
    if board.format_move(move) != text:
        raise RecordError(f"{what}: '{printable(text)}' is spelled {board.format_move(move)}")
    return move


def _json_value(value: object) -> str:
    # JSON leaves one control character of ASCII as it is.
    written = json.dumps(value, allow_nan=False).replace("\x7f", "\\u007f")
    return escape_simple_text(written)


# -- reading -------------------------------------------------------------------------------


def read_record(data: bytes) -> GameRecord:
    """Read a record that `write_record` wrote, whatever another program has added to it.

    Raises:
        SgfError: It is no SGF, or not a record of ours, or was changed into a contradiction.
    """
    text = decode(data)
    return record_of(text, read_game(text))


def is_record(game: SgfGame) -> bool:
    """Say whether a file claims to be a record of ours."""
    return _VERSION in game.root.properties


def record_of(text: str, game: SgfGame) -> GameRecord:
    """Return the record that is in a game of ours; `text` is the file that it was read from.

    Raises:
        SgfError: As `read_record`.
    """
    if not is_record(game):
        complaint = f"no {_VERSION} property: this game was not written by hex-referee"
        raise error_at(text, game.root.offset, complaint)
    labels = game.board.labels
    fields = {
        "game": json.dumps(game.game.id),
        "size": json.dumps(game.board.size),
        "handicap": json.dumps([labels[vertex] for vertex in game.handicap]),
        "turns": f"[{', '.join(_turn(text, game, played) for played in game.moves)}]",
    }
    for ident, name in FACTS.items():
        if ident in game.root.properties:
            fields[name] = _read_json(text, game.root, ident)
    try:
        record = GameRecord.from_json(_object(fields))
    except RecordError as error:
        raise error_at(text, game.root.offset, str(error)) from error
    _check_echoes(text, game, record)
    return record


def _turn(text: str, game: SgfGame, played: SgfMove) -> str:
    """Put a turn together as JSON: what a node says in its own words, and what was measured."""
    ident = LEFT_IDENTS[played.color]
    left = single(text, played.node, ident)
    if left is not None and not REAL.fullmatch(left):
        offset = played.node.properties[ident].offset
        raise error_at(text, offset, f"{ident}: expected a number, got '{printable(left[:40])}'")
    fields = {
        "color": json.dumps(played.color.word),
        "move": json.dumps(game.board.format_move(played.move)),
        "left": "null" if left is None else json.dumps(float(left)),
    }
    told = _object(fields)
    if MEASURED not in played.node.properties:
        return told
    measured = _read_json(text, played.node, MEASURED).strip()
    if not measured.startswith("{"):
        offset = played.node.properties[MEASURED].offset
        raise error_at(text, offset, f"{MEASURED}: expected a JSON object")
    inside = measured[1:-1].strip()
    return f"{told[:-1]}, {inside}}}" if inside else told


def _read_json(text: str, node: Node, ident: str) -> str:
    """Return a private property's value, checked to be one JSON value and nothing more."""
    value = single(text, node, ident) or ""
    try:
        json.loads(value)
    except (ValueError, RecursionError) as error:
        offset = node.properties[ident].offset
        raise error_at(text, offset, f"{ident}: expected a JSON value") from error
    return value


def _object(fields: Mapping[str, str]) -> str:
    return f"{{{', '.join(f'{json.dumps(key)}: {value}' for key, value in fields.items())}}}"


def _check_echoes(text: str, game: SgfGame, record: GameRecord) -> None:
    """Refuse a file that tells other programs something else than us."""
    for ident, expected in echoes_of(record, game.game).items():
        told = single(text, game.root, ident)
        if told is not None and not is_same(told, parse_simple_text(escape_simple_text(expected))):
            complaint = f"{ident} says '{printable(told[:40])}', but the record has "
            complaint += f"'{printable(expected[:40])}'"
            raise error_at(text, game.root.properties[ident].offset, complaint)
