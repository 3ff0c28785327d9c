"""Checks of sizes, and of every way to spell a colour and a vertex."""

from __future__ import annotations

from referee.check.bench import Bench
from referee.check.finding import Judgement, PremiseError, Verdict, costs_games, info, ok, tolerated
from referee.check.registry import Group
from referee.check.session import Session
from referee.printable import printable
from referee.rules.errors import SizeError
from referee.rules.moves import Color, Place

SIZES = Group("sizes", section="The games")
SPELLING = Group("spelling", section="Moves")

REFUSE = "answer `? unacceptable size`, and keep the board"


async def _boardsize(bench: Bench, size: tuple[int, ...]) -> Judgement | None:
    """Send a size that the engine may refuse; say what is wrong, `None` if it was accepted."""
    words = bench.size_words(size)
    reply = await bench.ask(await bench.shared(), *words)
    if reply.is_dead:
        return costs_games(f"{' '.join(words)}: {reply.problem}")
    return None if reply.ok else tolerated(f"refuses it: '{printable(reply.text[:40])}'")


@SIZES.check("default-size", mend="play at least the size that people expect")
async def _default_size(bench: Bench) -> Judgement:
    size = bench.game.default_size
    return await _boardsize(bench, size) or ok(" ".join(map(str, size)))


@SIZES.check("chosen-size", mend="accept the size that it is entered for")
async def _chosen_size(bench: Bench) -> Judgement:
    await bench.must(await bench.shared(), *bench.size_words(bench.size))
    return ok(f"{' '.join(map(str, bench.size))}, of the games below")


@SIZES.check("largest-sizes", mend="play larger boards, if your engine can")
async def _largest_sizes(bench: Bench) -> Judgement:
    largest = [0] * len(bench.size)
    for index in range(len(largest)):
        for number in range(60):
            size = list(bench.game.default_size)
            size[index] = number
            if _is_size(bench, size):
                largest[index] = number
    found = await _boardsize(bench, tuple(largest))
    text = f"{' '.join(map(str, largest))}, the largest there is"
    if found is None:
        return ok(text)
    return info(f"{text}: {found.text}") if found.verdict is Verdict.TOLERATED else found


def _is_size(bench: Bench, size: list[int]) -> bool:
    try:
        bench.game.size(size)
    except SizeError:
        return False
    return True


def _refused_size(name: str, word: str, *, mend: str = REFUSE) -> None:
    @SIZES.check(name, mend=mend)
    async def check(bench: Bench) -> Judgement:
        sizes = (word,) * len(bench.size)
        reply = await bench.ask(await bench.shared(), "boardsize", *sizes)
        shown = " ".join(("boardsize", *sizes))
        if reply.is_dead:
            return tolerated(f"{shown}: {reply.problem}")
        return tolerated(f"accepts '{shown}'") if reply.ok else ok(f"refuses '{shown}'")


_refused_size("size-too-large", "1000")
_refused_size("size-zero", "0")
_refused_size("size-negative", "-5")
_refused_size("size-no-number", "five")


@SIZES.check("size-too-many", mend="answer `? syntax error`")
async def _size_too_many(bench: Bench) -> Judgement:
    words = ("boardsize", *map(str, bench.size), "3", "2")
    reply = await bench.ask(await bench.shared(), *words)
    if reply.is_dead:
        return tolerated(f"{' '.join(words)}: {reply.problem}")
    return tolerated(f"accepts '{' '.join(words)}'") if reply.ok else ok("refused")


@SIZES.check("size-missing", mend="answer `? syntax error`")
async def _size_missing(bench: Bench) -> Judgement:
    reply = await bench.ask(await bench.shared(), "boardsize")
    if reply.is_dead:
        return tolerated(f"boardsize: {reply.problem}")
    return tolerated("accepts boardsize without a size") if reply.ok else ok("refused")


@SIZES.check("size-after-refusal", mend="leave the board as it is when you refuse a size")
async def _size_after_refusal(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    await session.play(session.vacant()[0])
    reply = await bench.ask(probe, "boardsize", *["1000"] * len(bench.size))
    if reply.is_dead:
        return tolerated(reply.problem)
    if reply.ok:
        raise PremiseError("it refuses no size")
    await session.genmove()
    return ok("goes on with the game")


@SIZES.check("size-empties-board", mend="`boardsize` makes an empty board")
async def _size_empties_board(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    first = session.vacant()[0]
    await session.play(first)
    await bench.must(probe, *bench.size_words(bench.size))
    words = bench.dialect.play(Color.BLACK, first, session.position.board)
    await bench.must(probe, *words)
    return ok("a stone that stood there is gone")


def _color(name: str, black: str, white: str) -> None:
    is_ours = black == "black"

    @SPELLING.check(name, section="What the referee sends", mend="compare colours without case")
    async def check(bench: Bench) -> Judgement:
        probe = await bench.shared()
        session = await Session.start(bench, probe)
        board = session.position.board
        for color, move in zip((black, white), session.vacant(), strict=False):
            vertex = bench.dialect.play(Color.BLACK, move, board)[2]
            reply = await bench.ask(probe, "play", color, vertex)
            if not reply.ok:
                text = f"play {color} {vertex}: {reply.problem or printable(reply.text[:40])}"
                return costs_games(text) if is_ours else tolerated(text)
        return ok(f"{black}, {white}")


_color("color-words", "black", "white")
_color("color-words-upper", "BLACK", "WHITE")
_color("color-words-mixed", "Black", "White")
_color("color-letters", "b", "w")
_color("color-letters-upper", "B", "W")


@SPELLING.check("color-nonsense", mend="answer `? syntax error`")
async def _color_nonsense(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    vertex = session.position.board.labels[0]
    reply = await bench.ask(probe, "play", "green", vertex)
    if reply.is_dead:
        return tolerated(reply.problem)
    probe.is_spoilt = reply.ok
    return tolerated("lets green play") if reply.ok else ok("refused")


@SPELLING.check(
    "every-vertex", section="The boards", mend="compare your labels with the boards of the protocol"
)
async def _every_vertex(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    board = session.position.board
    for vertex in range(len(board)):
        await bench.must(probe, "clear_board")
        words = bench.dialect.play(Color.BLACK, Place(vertex), board)
        await bench.must(probe, *words)
    return ok(f"knows all {len(board)}")


def _vertex_case(name: str, *, upper: bool) -> None:
    @SPELLING.check(name, mend="compare vertices without case")
    async def check(bench: Bench) -> Judgement:
        probe = await bench.shared()
        session = await Session.start(bench, probe)
        label = session.position.board.labels[-1]
        label = label.upper() if upper else label.lower()
        reply = await bench.ask(probe, "play", "black", label)
        if reply.ok:
            return ok(label)
        text = f"play black {label}: {reply.problem or printable(reply.text[:40])}"
        is_ours = (
            label
            == bench.dialect.play(
                Color.BLACK, Place(len(session.position.board) - 1), session.position.board
            )[2]
        )
        return costs_games(text) if is_ours else tolerated(text)


_vertex_case("vertex-upper", upper=True)
_vertex_case("vertex-lower", upper=False)


@SPELLING.check("move-plain", mend="answer `genmove` with one word such as C4")
async def _move_plain(bench: Bench) -> Judgement:
    probe = await bench.shared()
    session = await Session.start(bench, probe)
    words = bench.dialect.genmove(Color.BLACK)
    reply = await bench.ask(probe, *words, seconds=bench.patience.move)
    if reply.is_dead:
        return costs_games(reply.problem)
    text = reply.text
    if not reply.ok or text.strip().lower() not in _words(session):
        return costs_games(f"answers genmove with '{printable(text[:60])}'")
    return tolerated("puts spaces around its move") if text != text.strip() else ok(text)


def _words(session: Session) -> set[str]:
    labels = {label.lower() for label in session.position.board.labels}
    return labels | {"pass", "swap", "swap-sides", "swap-pieces", "resign"}
