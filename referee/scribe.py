"""What the arbiter has decided, written down with labels as a record."""

from __future__ import annotations

from collections.abc import Sequence

from referee.about import software
from referee.arbiter import Arbiter
from referee.outcome import Outcome, Player
from referee.record import (
    DeadClaim,
    GameRecord,
    PlayerRecord,
    PlayerWord,
    Proof,
    RegionRecord,
    ScoreSheet,
    Tally,
    Turn,
)
from referee.rules.board import Board
from referee.rules.moves import Color
from referee.rules.position import Position
from referee.rules.scoring import Score


def write_record(
    arbiter: Arbiter,
    outcome: Outcome,
    *,
    players: tuple[PlayerRecord, PlayerRecord],
    turns: Sequence[Turn],
    closing: Turn | None,
    seed: int,
    started: str,
) -> GameRecord:
    """Write the record of a finished game."""
    position = arbiter.position
    labels = position.board.labels
    winner = arbiter.winner_of(outcome)
    first, second = players
    return GameRecord(
        game=position.game.id,
        size=position.board.size,
        rules=position.rules,
        first=first,
        second=second,
        time_control=str(arbiter.clock.control),
        seed=seed,
        turns=tuple(turns),
        outcome=outcome,
        winner=None if winner is None else _word(winner),
        proof=_write_proof(position, arbiter.score),
        closing=closing,
        resumed_at=arbiter.resumed_at,
        dead_claims=tuple(
            DeadClaim(_word(player), tuple(labels[vertex] for vertex in sorted(claim)))
            for player, claim in arbiter.claims.items()
        ),
        started=started,
        handicap=tuple(labels[vertex] for vertex in position.handicap),
        software=software(),
    )


def _word(player: Player) -> PlayerWord:
    return "first" if player is Player.FIRST else "second"


def _write_proof(position: Position, score: Score | None) -> Proof:
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
