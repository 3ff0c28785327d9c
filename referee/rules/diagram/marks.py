"""What a picture says beside where the stones are: marks, and the words under the board."""

from __future__ import annotations

import attrs

from referee.rules.moves import Color, Move, Place, Swap, Vertex
from referee.rules.position import Position


@attrs.frozen
class Marks:
    """The vertices that stand out: the last move's, `None` if it has none, and the winner's."""

    last: Vertex | None
    chain: frozenset[Vertex]


def marks_of(position: Position, *, last: bool, chain: bool) -> Marks:
    """Find what to mark."""
    winning = position.winning_chains() if chain else ()
    return Marks(
        last=_last_vertex(position.moves) if last else None,
        chain=frozenset(vertex for stones in winning for vertex in stones),
    )


def _last_vertex(moves: list[Move]) -> Vertex | None:
    """The vertex of the last move; a swap's is that of the stone which it replaced."""
    match moves:
        case [*_, Place(vertex)] | [Place(vertex), Swap()]:
            return vertex
        case _:
            return None


def title_of(position: Position) -> str:
    """Name the game and the board: `Hex 11`."""
    return f"{position.game.title} {' '.join(map(str, position.board.size))}"


def status_of(position: Position) -> str:
    """Tell the last move, and whose turn it is or how the game ended."""
    parts = []
    if position.moves:
        color, move = position.history[-1]
        word = position.board.format_move(move)
        parts.append(f"move {len(position.moves)}: {position.game.name_of(color)} {word}")
    if position.to_move is not None:
        parts.append(f"{position.game.name_of(position.to_move)} to move")
    elif position.result is not None:
        parts.append(_ending(position))
    if position.swapped:
        parts.append(f"sides swapped: {position.game.name_of(Color.WHITE)} is the first player")
    return "; ".join(parts)


def _ending(position: Position) -> str:
    words = position.describe_result()
    return f"{words} ({position.score()})" if position.game.captures else words


def captures_of(position: Position) -> str:
    """Tell how many stones each colour has taken; empty where none can be."""
    if not position.game.captures:
        return ""
    counts = (f"{position.game.name_of(c)} {position.captures(c)}" for c in Color)
    return f"captures: {', '.join(counts)}"
