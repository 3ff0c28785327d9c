"""A game out of SGF, whoever wrote it: which game on which board, and the moves as ours.

Whether the moves are legal is not asked here; a position says so when they are replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

from referee.printable import printable
from referee.rules.board import Board
from referee.rules.catalog import GAMES
from referee.rules.errors import IllegalMoveError, RulesError
from referee.rules.game import Game, Rules
from referee.rules.moves import DRAW, SWAP_SIDES, Color, Move, Place, Result, Vertex
from referee.sgf_forms import FORMS, LITTLE_GOLEM, OLD_HEXGUI, Form, form_of
from referee.sgf_grammar import (
    Node,
    Offset,
    Property,
    SgfError,
    error_at,
    parse_simple_text,
    read_main_line,
)

# The identifiers of a colour's moves and of the time that it has left after them.
MOVE_IDENTS: Final = ("B", "W")
LEFT_IDENTS: Final = ("BL", "WL")
NAME_IDENTS: Final = ("PB", "PW")

SWAP_PIECES: Final = "swap-pieces"
_GIVING_UP: Final = ("resign", "forfeit")

_SIZE: Final = re.compile(r"[0-9]{1,4}(?:[ ]*:[ ]*[0-9]{1,4}){0,2}")
REAL: Final = re.compile(r"[+-]?[0-9]{1,400}(?:\.[0-9]{0,400})?|\.[0-9]{1,400}")
_COUNT: Final = re.compile(r"[0-9]{1,4}")
_OLD_HEXGUI: Final = re.compile(r"HexGui *: *0\.[0-9](?![0-9]).*")


@attrs.frozen
class SgfMove:
    """A move of the main line, with the node that it stands in."""

    color: Color
    move: Move
    node: Node


@attrs.frozen
class SgfGame:
    """A game as a file tells it, in our terms.

    A swap of pieces is told as the `swap-sides` that it is equal to: colours exchanged, and
    points mirrored, from there on. `names` are those of the first and the second player.
    `claimed` is who has won by `RE`, by the colour at the end; `None` if it does not say.
    `resigned` is the colour that resigned in a move.
    """

    game: Game
    board: Board
    rules: Rules
    names: tuple[str, str]
    handicap: tuple[Vertex, ...]
    moves: tuple[SgfMove, ...]
    resigned: Color | None
    claimed: Result | None
    root: Node


def read_game(text: str) -> SgfGame:
    """Read the game that a file holds.

    Raises:
        SgfError: The file is no SGF, or not of a game that we have.
    """
    return _Reader(text).read()


def single(text: str, node: Node, ident: str) -> str | None:
    """Return the one value of a property as simple text, `None` if the node has none.

    Raises:
        SgfError: It has several values.
    """
    found = node.properties.get(ident)
    if found is None:
        return None
    if len(found.values) > 1:
        raise error_at(text, found.offset, f"{ident} has {len(found.values)} values, expected one")
    return parse_simple_text(found.values[0]).strip()


class _Reader:
    """Reads one game; knows where it is."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.nodes: Iterator[Node] = read_main_line(text)
        self.root = next(self.nodes)
        game_id, self.form = self._identify()
        self.game = GAMES[game_id]
        self.board = self._board()
        self.exchanged = self.form.labels_exchanged
        self.mirrored = False
        self.handicap: list[Vertex] = []
        self.moves: list[SgfMove] = []
        self.resigned: Color | None = None

    def read(self) -> SgfGame:
        rules = self._rules()
        self._read_node(self.root)
        for node in self.nodes:
            self._read_node(node)
        black, white = (self._single(ident) or "" for ident in NAME_IDENTS)
        return SgfGame(
            game=self.game,
            board=self.board,
            rules=rules,
            names=(black, white),
            handicap=tuple(self.handicap) or self._fixed_handicap(),
            moves=tuple(self.moves),
            resigned=self.resigned,
            claimed=self._claimed(),
            root=self.root,
        )

    # -- the root ----------------------------------------------------------------------

    def _single(self, ident: str) -> str | None:
        return single(self.text, self.root, ident)

    def _fail(self, ident: str, complaint: str) -> SgfError:
        found = self.root.properties.get(ident)
        return error_at(self.text, found.offset if found else self.root.offset, complaint)

    def _identify(self) -> tuple[str, Form]:
        number = self._single("GM")
        if number is None:
            rules_name = (self._single("RU") or "").lower()
            if rules_name in GAMES:
                return rules_name, form_of(rules_name)
            if "littlegolem" in (self._single("SO") or "").lower():
                return "hex", LITTLE_GOLEM
            number = "1"  # the default of FF[4]
        for game_id, form in FORMS.items():
            if number == str(form.number):
                old = form.has_piece_swap and _OLD_HEXGUI.fullmatch(self._single("AP") or "")
                return game_id, OLD_HEXGUI if old else form
        known = " or ".join(f"{form.number} ({game_id})" for game_id, form in FORMS.items())
        raise self._fail("GM", f"game number {_shown(number)}, expected {known}")

    def _board(self) -> Board:
        size = self._single("SZ")
        if size is None:
            return self.game.board(self.form.size)
        if not _SIZE.fullmatch(size):
            raise self._fail("SZ", f"size {_shown(size)}, expected numbers with ':' between them")
        try:
            return self.game.board([int(number) for number in size.split(":")])
        except RulesError as error:
            raise self._fail("SZ", str(error)) from error

    def _rules(self) -> Rules:
        komi = self._single("KM")
        number = None
        if komi and self.game.has_komi:
            if not REAL.fullmatch(komi):
                raise self._fail("KM", f"komi {_shown(komi)}, expected a number")
            number = float(komi)
        try:
            return self.game.rules(ko=self.form.lax_ko, komi=number)
        except RulesError as error:
            raise self._fail("KM", str(error)) from error

    def _fixed_handicap(self) -> tuple[Vertex, ...]:
        """Place the stones of an old file that gives only their number."""
        count = self._single("HA") or "0"
        if not _COUNT.fullmatch(count):
            raise self._fail("HA", f"handicap {_shown(count)}, expected a number")
        # One stone is Black's right to begin without komi.
        if int(count) < 2 or (self.moves and self.moves[0].color is Color.BLACK):
            return ()
        try:
            return self.game.handicap(self.board, int(count))
        except RulesError as error:
            raise self._fail("HA", str(error)) from error

    def _claimed(self) -> Result | None:
        result = (self._single("RE") or "").lower()
        if result in ("0", "draw"):
            return DRAW
        if result[:1] not in ("b", "w") or result[1:2] not in ("", "+"):
            return None
        color = Color.BLACK if result.startswith("b") else Color.WHITE
        # Where pieces were swapped, or labels say who moved, players keep the colour of their
        # name.
        swapped = any(played.move is SWAP_SIDES for played in self.moves[:2])
        by_player = self.mirrored or self.form.labels_exchanged
        return color.opponent if by_player and swapped else color

    # -- nodes -------------------------------------------------------------------------

    def _read_node(self, node: Node) -> None:
        for ident in ("AW", "AE"):
            if found := node.properties.get(ident):
                complaint = f"{ident}: only black handicap stones can be set up"
                raise error_at(self.text, found.offset, complaint)
        if setup := node.properties.get("AB"):
            self._read_handicap(setup)
        moves = [node.properties[ident] for ident in MOVE_IDENTS if ident in node.properties]
        if len(moves) > 1:
            raise error_at(self.text, node.offset, "a node with moves of both colours")
        if moves:
            self._read_move(node, moves[0])

    def _read_handicap(self, setup: Property) -> None:
        if self.moves or not self.game.captures:
            complaint = "AB: only handicap stones before the first move can be set up"
            raise error_at(self.text, setup.offset, complaint)
        for value in setup.values:
            try:
                vertices = self.form.notation.parse_points(self.board, parse_simple_text(value))
            except IllegalMoveError as error:
                raise error_at(self.text, setup.offset, f"AB: {error.refusal.sentence}") from error
            self.handicap += vertices
            if len(set(self.handicap)) < len(self.handicap):
                raise error_at(self.text, setup.offset, "AB: two stones on one point")

    def _parse(self, value: str, offset: Offset, what: str) -> Move:
        try:
            return self.form.notation.parse_move(self.board, value)
        except IllegalMoveError as error:
            raise error_at(self.text, offset, f"{what}: {error.refusal.sentence}") from error

    def _read_move(self, node: Node, found: Property) -> None:
        what = f"move {len(self.moves) + 1}"
        if self.resigned is not None:
            raise error_at(self.text, found.offset, f"{what}: a move after a resignation")
        color = Color(MOVE_IDENTS.index(found.ident) ^ self.exchanged)
        value = single(self.text, node, found.ident) or ""
        word = self.form.aliases.get(value.lower(), value.lower())
        if word in _GIVING_UP and self.form.has_piece_swap:
            self.resigned = color
        elif word == SWAP_PIECES and self.form.has_piece_swap:
            if self.moves[1:] or not self.moves:
                complaint = f"{what}: pieces are swapped on the second move only"
                raise error_at(self.text, found.offset, complaint)
            self.moves.append(SgfMove(color, SWAP_SIDES, node))
            self.mirrored = True
            self.exchanged = not self.exchanged
        else:
            spelled = word if word != value.lower() else value
            move = self._mirror(self._parse(spelled, found.offset, what))
            self.moves.append(SgfMove(color, move, node))

    def _mirror(self, move: Move) -> Move:
        if not self.mirrored or not isinstance(move, Place):
            return move
        column, row = divmod(move.vertex, self.board.size[-1])
        return self.board.places[row * self.board.size[-1] + column]


def _shown(value: str) -> str:
    return f"'{printable(value if len(value) <= 40 else value[:37] + '...')}'"
