"""A game that was played, from whatever file it came, ready to be played again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import attrs

from referee.record import GameRecord
from referee.record_file import load_game
from referee.rules.board import Board
from referee.rules.catalog import find_game
from referee.rules.errors import IllegalMoveError, RulesError
from referee.rules.game import Game, Rules
from referee.rules.moves import Color, Move, Pass, Vertex
from referee.rules.position import Position
from referee.sgf_game import SgfGame


class ReplayError(Exception):
    """A game that cannot be replayed, or not that far; the message is one line."""


@attrs.frozen
class Step:
    """A move, and what is known of its time in seconds."""

    color: Color
    move: Move
    seconds: float | None = None
    left: float | None = None


@attrs.frozen
class Replay:
    """A game to step through, from whatever file it came.

    `resumed_at` is how many moves stood when play went on after two passes. `names` are those
    of the first and the second player, `ending` says how it ended; both are not escaped yet.
    """

    game: Game
    board: Board
    rules: Rules
    names: tuple[str, str]
    handicap: tuple[Vertex, ...]
    steps: tuple[Step, ...]
    resumed_at: int | None
    ending: str

    def positions(self) -> Iterator[Position]:
        """Yield the position before the first move and after each; it is the same object.

        Raises:
            ReplayError: The rules refuse a move.
        """
        position = self.game.start(self.board.size, self.rules)
        try:
            if self.handicap:
                position.place_handicap(self.handicap)
        except RulesError as error:
            raise ReplayError(f"handicap: {error}") from error
        yield position
        for ply, step in enumerate(self.steps):
            self._play(position, step, ply)
            yield position

    def _play(self, position: Position, step: Step, ply: int) -> None:
        if ply == self.resumed_at:
            try:
                position.resume()
            except RulesError as error:
                raise ReplayError(f"resumed at {ply}: {error}") from error
        refusal = position.refusal(step.move, step.color)
        if refusal is not None:
            name = self.game.name_of(step.color)
            word = self.board.format_move(step.move)
            raise ReplayError(
                f"move {ply + 1}, {name} {word}: {refusal.code.value}: {refusal.sentence}"
            )
        position.play(step.move)

    def position_at(self, ply: int) -> Position:
        """Return the position after so many moves.

        Raises:
            ReplayError: There are not so many, or the rules refuse one before.
        """
        if not 0 <= ply <= len(self.steps):
            raise ReplayError(f"no position {ply}: the game has the moves 1 to {len(self.steps)}")
        for reached, position in enumerate(self.positions()):
            if reached == ply:
                return position
        raise AssertionError("positions are one more than moves")


def load_replay(path: Path) -> Replay:
    """Load a game from a record or from anybody's SGF.

    Raises:
        RecordError: The file holds no game of ours.
        ReplayError: The record names a game, a board or a move that does not exist.
    """
    match load_game(path):
        case GameRecord() as record:
            return _of_record(record)
        case game:
            return _of_sgf(game)


def _of_record(record: GameRecord) -> Replay:
    try:
        game = find_game(record.game)
        board = game.board(record.size)
        _check_rules(game, record.rules)
    except RulesError as error:
        raise ReplayError(str(error)) from error
    return Replay(
        game=game,
        board=board,
        rules=record.rules,
        names=(record.first.name, record.second.name),
        handicap=tuple(_vertex(board, label) for label in record.handicap),
        steps=tuple(
            Step(turn.color, _move(board, turn.move, ply), turn.seconds, turn.left)
            for ply, turn in enumerate(record.turns, start=1)
        ),
        resumed_at=record.resumed_at,
        ending=_ending(record),
    )


def _ending(record: GameRecord) -> str:
    names = {"first": record.first.name, "second": record.second.name}
    winner = "a draw" if record.winner is None else f"{names[record.winner]} wins"
    parts = [f"{winner} ({record.outcome.termination.value}): {record.outcome.detail}"]
    if record.proof.score is not None and record.proof.score.dead:
        parts.append(f"dead stones: {' '.join(record.proof.score.dead)}")
    return "; ".join(parts)


def _check_rules(game: Game, rules: Rules) -> None:
    komi = rules.komi if game.has_komi else None
    game.rules(pie=rules.pie, ko=rules.ko, komi=komi, move_limit=rules.move_limit)


def _vertex(board: Board, label: str) -> Vertex:
    try:
        return board.vertex(label)
    except IllegalMoveError as error:
        raise ReplayError(f"handicap: {error.refusal.sentence}") from error


def _move(board: Board, text: str, ply: int) -> Move:
    try:
        return board.parse_move(text)
    except IllegalMoveError as error:
        refusal = error.refusal
        raise ReplayError(f"move {ply}: {refusal.code.value}: {refusal.sentence}") from error


def _of_sgf(sgf: SgfGame) -> Replay:
    ending = []
    if sgf.resigned is not None:
        ending.append(f"{sgf.game.name_of(sgf.resigned)} resigned")
    if isinstance(sgf.claimed, Color):
        ending.append(f"the file says that {sgf.game.name_of(sgf.claimed)} won")
    elif sgf.claimed is not None:
        ending.append("the file says that it was a draw")
    moves = [played.move for played in sgf.moves]
    return Replay(
        game=sgf.game,
        board=sgf.board,
        rules=sgf.rules,
        names=sgf.names,
        handicap=sgf.handicap,
        steps=tuple(Step(played.color, played.move) for played in sgf.moves),
        resumed_at=_resumption(moves),
        ending="; ".join(ending),
    )


def _resumption(moves: list[Move]) -> int | None:
    """Find where others played on after two passes, as they may."""
    for ply in range(2, len(moves)):
        if isinstance(moves[ply - 1], Pass) and isinstance(moves[ply - 2], Pass):
            return ply
    return None
