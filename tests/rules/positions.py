"""Ways to write positions down in tests."""

from __future__ import annotations

from referee.rules.catalog import find_game
from referee.rules.errors import Code, IllegalMoveError
from referee.rules.moves import Color, Place, Vertex
from referee.rules.position import Position


def start(game: str, *size: int, **rules: object) -> Position:
    """The empty board of a game, under its default rules with changes."""
    chosen = find_game(game)
    return chosen.start(size, chosen.rules(**rules))


def play(position: Position, moves: str) -> Position:
    """Play moves in turn."""
    for move in moves.split():
        position.play(position.board.parse_move(move))
    return position


def place(position: Position, *, black: str = "", white: str = "") -> Position:
    """Put stones down out of turn, as a figure shows them; then it is Black's turn.

    The history counts them as moves in turn, so `undo` is right after an even number only.
    """
    for color, labels in ((Color.WHITE, white), (Color.BLACK, black)):
        for label in labels.split():
            position.to_move = color
            position.play(Place(position.board.vertex(label)))
    if position.result is None:
        position.to_move = Color.BLACK
    return position


def labels_of(position: Position, vertices: tuple[Vertex, ...] | list[Vertex]) -> str:
    return " ".join(position.board.labels[vertex] for vertex in vertices)


def legal(position: Position) -> str:
    return " ".join(position.board.format_move(move) for move in position.legal_moves())


def stones(position: Position, color: Color) -> str:
    return labels_of(position, position.stones(color))


def code_of(position: Position, move: str, color: Color | None = None) -> Code | None:
    """Why a move is refused; its syntax included."""
    try:
        refusal = position.refusal(position.board.parse_move(move), color)
    except IllegalMoveError as error:
        return error.refusal.code
    return None if refusal is None else refusal.code


def picture(position: Position) -> dict[str, object]:
    """All that can be seen of a position, legal moves and reasons included."""
    everywhere = range(len(position.board))
    seen: dict[str, object] = {
        "to_move": position.to_move,
        "result": position.result,
        "ending": position.ending,
        "history": list(position.history),
        "cells": [position.color_at(vertex) for vertex in everywhere],
        "stones": [position.stones(color) for color in Color],
        "empty": position.empty(),
        "legal": position.legal_moves(),
        "refusals": [position.refusal(move) for move in position.board.places],
        "captures": [position.captures(color) for color in Color],
        "chains": position.winning_chains(),
        "swapped": position.swapped,
        "asked": position.can_agree_dead,
        "words": position.describe_result(),
    }
    if position.game.captures:
        seen["score"] = position.score()
    return seen
