"""The proof that goes into a record: what the rules decided, written with labels."""

from __future__ import annotations

from referee.record import Proof, RegionRecord, ScoreSheet, Tally
from referee.rules.board import Board
from referee.rules.moves import Color
from referee.rules.position import Position
from referee.rules.scoring import Score


def write_proof(position: Position, score: Score | None) -> Proof:
    """Write down the winning chains of a position, and the score if it was counted."""
    labels = position.board.labels
    chains = tuple(tuple(labels[vertex] for vertex in chain) for chain in position.winning_chains())
    return Proof(chains, _write_score(score, position.board) if score is not None else None)


def _write_score(score: Score, board: Board) -> ScoreSheet:
    def points(vertices: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(board.labels[vertex] for vertex in vertices)

    return ScoreSheet(
        margin=str(score),
        black=_tally(score, Color.BLACK),
        white=_tally(score, Color.WHITE),
        dead=points(score.dead),
        regions=tuple(
            RegionRecord(points(region.vertices), region.owner) for region in score.regions
        ),
    )


def _tally(score: Score, color: Color) -> Tally:
    return Tally(
        territory=score.territory[color],
        stones=score.stones[color],
        lost=score.lost[color],
        komi=score.komi if color is Color.WHITE else 0.0,
        total=float(score.white if color is Color.WHITE else score.black),
    )
