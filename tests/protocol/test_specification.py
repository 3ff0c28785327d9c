"""PROTOCOL.md is true: its sessions replay, its boards and tables are those of the code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import attrs
import pytest

import protocol
from protocol import NEED_DATA, Answer, Connection, Noise, Response
from protocol.commands import COMMANDS, RULEKEEPER_COMMANDS, Need
from protocol.parser import (
    MAX_BLANK_LINES,
    MAX_LINE_BYTES,
    MAX_NOISE_BYTES,
    MAX_NOISE_LINES,
    MAX_RESPONSE_BYTES,
)
from referee.clock import TimeControl
from referee.dialect.base import Dialect
from referee.entrant import Entrant
from referee.match import Limits, play_game
from referee.outcome import Termination
from referee.rules.catalog import GAMES, find_game
from referee.rules.errors import Code
from referee.rules.moves import Color
from referee.rules.position import Position

TEXT = Path(protocol.__file__).with_name("PROTOCOL.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+) ?([^\n]*)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def section(title: str) -> str:
    """The text under a heading, up to the next of the same or a higher level."""
    level = title.split(" ", maxsplit=1)[0]
    after = TEXT.split(f"\n{title}\n")[1]
    return re.split(rf"^#{{1,{len(level)}}} ", after, flags=re.MULTILINE)[0]


def rows(title: str) -> list[list[str]]:
    """The cells of the tables under a heading, the head rows left out."""
    lines = [line for line in section(title).splitlines() if line.startswith("|")]
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line, following in zip(lines, [*lines[1:], ""], strict=True)
        if not line.startswith("|---") and not following.startswith("|---")
    ]


# -- the sessions ----------------------------------------------------------------------


@attrs.frozen
class Session:
    game: str
    result: str
    ending: str
    commands: tuple[str, ...]
    answers: tuple[Answer, ...]
    banner: tuple[str, ...]


def read_session(info: str, body: str) -> Session:
    """Run a session through a Connection as the referee would."""
    connection = Connection()
    commands, answers, banner = [], [], []
    for line in body.splitlines():
        if line.startswith("> "):
            name, *arguments = line[2:].split()[1:]
            assert not connection.outstanding, f"unanswered before {line}"
            assert connection.send(name, *arguments).decode() == f"{line[2:]}\n"
            commands.append(line[2:])
        else:
            assert line == "<" or line.startswith("< "), line
            connection.receive_data(line[2:].encode() + b"\n")
            while (event := connection.next_event()) is not NEED_DATA:
                match event:
                    case Answer():
                        answers.append(event)
                    case Noise(text):
                        banner.append(text)
                    case _:
                        pytest.fail(f"unexpected {event}")
    game, result, ending = info.split()
    assert not connection.outstanding
    return Session(game, result, ending, tuple(commands), tuple(answers), tuple(banner))


def replay(session: Session) -> tuple[Position, list[int]]:
    """Play a session's moves by the rules; return the position and the dead stones."""
    game = find_game(session.game)
    position = game.start()
    dead: list[int] = []
    for answer in session.answers:
        response = answer.response
        assert response.ok
        match (answer.command.name, *answer.command.arguments):
            case ("set_game", chosen):
                assert chosen == session.game
            case ("boardsize", *sizes):
                position = game.start(tuple(map(int, sizes)))
            case ("clear_board",):
                position = game.start(position.board.size)
            case ("play", color, move):
                assert position.to_move is Color[color.upper()]
                position.play(position.board.parse_move(move))
            case ("genmove", color):
                assert position.to_move is Color[color.upper()]
                position.play(position.board.parse_move(response.text))
            case ("final_status_list", "dead"):
                assert position.can_agree_dead
                dead = [position.board.vertex(label) for label in response.text.split()]
    return position, dead


SESSIONS = [read_session(info, body) for kind, info, body in BLOCKS if kind == "session"]


def by_game(session: Session) -> str:
    return session.game


def test_each_of_the_five_games_has_a_session():
    assert sorted(map(by_game, SESSIONS)) == sorted(set(GAMES) - {"hex", "go"})


@pytest.mark.parametrize("session", SESSIONS, ids=by_game)
def test_a_session_is_a_game_that_the_rules_decide_as_it_says(session):
    position, dead = replay(session)

    assert position.ending is not None
    result = position.score(dead).result if position.can_agree_dead else position.result
    assert (str(result), position.ending.value) == (session.result, session.ending)


@pytest.mark.parametrize("session", SESSIONS, ids=by_game)
def test_a_session_is_what_the_referee_would_send(session):
    asked = [(answer.command.name, *answer.command.arguments) for answer in session.answers]
    answered = {answer.command.name: answer.response for answer in session.answers}
    dialect = Dialect.of_list(answered["list_commands"])
    position, _ = replay(session)
    game = position.game
    setup = [step.words for step in dialect.setup(position.board, game, game.default_rules)]

    assert asked[: 4 + len(setup)] == [
        ("protocol_version",),
        ("name",),
        ("version",),
        ("list_commands",),
        *setup,
    ]
    assert asked[-1] == ("quit",)
    assert not dialect.missing()
    assert not dialect.unreported()


@pytest.mark.parametrize("session", SESSIONS, ids=by_game)
def test_a_session_sends_nothing_that_the_engine_does_not_list(session):
    [listed] = [a.response for a in session.answers if a.command.name == "list_commands"]
    known = set(listed.text.split())

    for answer in session.answers:
        spec = COMMANDS[answer.command.name]
        assert spec.name in known
        assert len(answer.command.arguments) >= spec.least
        assert spec.most is None or len(answer.command.arguments) <= spec.most


# The engine of a session as a program: it says its lines as long as it is given its cues. What
# is left on the clock is the referee's to say.
SCRIPTED = """
import sys
banner, *steps = eval(sys.argv[1])
sys.stdout.write(banner)
for cue, answer in steps:
    heard, wanted = sys.stdin.readline().split(), cue.split()
    if wanted[1] == "time_left":
        heard[3] = wanted[3]
    if heard != wanted:
        sys.exit(f"heard {heard}, not {wanted}")
    sys.stdout.write(answer)
    sys.stdout.flush()
"""

OPPONENT = """
import sys
moves, dead = sys.argv[1].split(), sys.argv[2]
answers = {
    "protocol_version": "2",
    "list_commands": "name quit boardsize clear_board play genmove final_status_list",
    "final_status_list": dead,
}
for line in sys.stdin:
    number, name, *_ = line.split()
    answer = moves.pop(0) if name == "genmove" else answers.get(name, "")
    print(f"={number} {answer}", end="\\n\\n", flush=True)
"""

CONTROLS = {"grand-hex": "10+0.1", "hex-hex-y": "60", "box-hex": "5/move"}


@pytest.mark.parametrize("session", SESSIONS, ids=by_game)
async def test_a_session_is_a_game_that_the_referee_plays_so(session):
    position, dead = replay(session)
    [color] = {a.command.arguments[0] for a in session.answers if a.command.name == "genmove"}
    board = position.board
    replies = [board.format_move(m) for c, m in position.history if c.word != color]
    steps = zip(session.commands, session.answers, strict=True)
    script = [
        "".join(f"{line}\n" for line in session.banner),
        *((command, answer.response.encode().decode()) for command, answer in steps),
    ]
    opponent = (" ".join(replies), " ".join(board.labels[vertex] for vertex in dead))
    described = Entrant("described", (sys.executable, "-c", SCRIPTED, repr(script)))
    other = Entrant("other", (sys.executable, "-c", OPPONENT, *opponent))

    record = await play_game(
        *((described, other) if color == "black" else (other, described)),
        game=position.game,
        size=board.size,
        control=TimeControl.parse(CONTROLS.get(session.game, "none")),
    )

    decided = (str(record.outcome.winner), record.outcome.termination.value)
    assert decided == (session.result, session.ending), record.outcome.detail
    assert [turn.move for turn in record.turns] == [board.format_move(m) for m in position.moves]


def ask_the_rules_program(talk: bytes) -> bytes:
    return subprocess.run(
        [sys.executable, "-c", "from referee.rulekeeper import serve_rulekeeper as s; s()"],
        input=talk,
        capture_output=True,
        check=True,
    ).stdout


@pytest.mark.parametrize("session", SESSIONS, ids=by_game)
def test_a_session_is_a_game_that_the_rules_program_accepts(session):
    position, dead = replay(session)
    board = position.board
    commands = [
        f"set_game {session.game}",
        f"boardsize {' '.join(map(str, board.size))}",
        *(f"play {color.word} {board.format_move(move)}" for color, move in position.history),
        *(["final_status_list dead " + " ".join(board.labels[v] for v in dead)] if dead else []),
        "final_score",
        "outcome",
    ]
    connection = Connection()
    talk = b"".join(connection.send(*command.split()) for command in commands)

    connection.receive_data(ask_the_rules_program(talk))
    answers = []
    while (event := connection.next_event()) is not NEED_DATA:
        assert isinstance(event, Answer)
        assert event.response.ok, event
        answers.append(event.response.text.strip())
    assert not connection.outstanding
    score, outcome = answers[-2:]
    assert score[0] == session.result[0].upper()
    assert dead or outcome == f"{session.result} {session.ending}"


def test_the_sessions_show_a_banner_a_swap_a_clock_and_dead_stones():
    shown = {answer.command.name for session in SESSIONS for answer in session.answers}
    moves = {a.response.text for s in SESSIONS for a in s.answers if a.command.name == "genmove"}

    assert any(session.banner for session in SESSIONS)
    assert {"swap", "pass"} <= moves
    assert {"time_left", "time_settings", "kata-time_settings", "final_status_list"} <= shown
    assert Response(ok=True, text="", id=None) in [a.response for s in SESSIONS for a in s.answers]


# -- boards and tables -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("info", "body"),
    [pytest.param(info, body, id=info) for kind, info, body in BLOCKS if kind == "neighbors"],
)
def test_a_board_is_as_it_is_described(info, body):
    name, *sizes = info.split()
    board = find_game(name).board(tuple(map(int, sizes)))

    for line in body.splitlines():
        label, _, rest = line.partition(": ")
        if label in board.sides:
            vertices = board.sides[label]
        else:
            vertices = board.neighbors[board.vertex(label)]
        assert rest.split() == [board.labels[vertex] for vertex in vertices], label


def test_every_game_has_a_board():
    described = [info.split()[0] for kind, info, _ in BLOCKS if kind == "neighbors"]

    assert set(described) == set(GAMES)


def test_the_table_of_games_is_that_of_the_catalog():
    table = {row[0].strip("`"): row[1:] for row in rows("## The games")}

    assert list(table) == list(GAMES)
    for game in GAMES.values():
        sizes, _, default, colors, pie, passing = table[game.id]
        assert sizes.strip("`") == " ".join(game.size_names)
        assert default == " ".join(map(str, game.default_size))
        assert colors == ", ".join(game.color_names)
        choices = re.findall(r"`([a-z-]+)`", pie)
        assert choices[0] == game.default_rules.pie
        assert sorted(choices) == sorted(game.pie_choices)
        assert passing == ("yes" if game.has_pass else "no")


@pytest.mark.parametrize(
    ("game", "smallest", "largest"),
    [
        ("square-grid-hex", (1,), (52,)),
        ("grand-hex", (1,), (52,)),
        ("hex-go", (2, 2), (52, 52)),
        ("box-hex", (3, 3, 2), (25, 25, 24)),
        ("hex-hex-y", (1,), (26,)),
        ("hex", (1,), (52,)),
        ("go", (2,), (25,)),
    ],
)
def test_the_sizes_are_those_of_the_catalog(game, smallest, largest):
    [[_, _, limits, *_]] = [row for row in rows("## The games") if row[0] == f"`{game}`"]
    check = find_game(game).check_size

    assert check(*smallest) is None
    assert check(*largest) is None
    assert check(*(size - 1 for size in smallest)) is not None
    assert check(*(size + 1 for size in largest)) is not None
    numbers = set(map(int, re.findall(r"\d+", limits)))
    assert numbers == {*smallest, *largest}


NEEDS = {"**must**": Need.REQUIRED, "should": Need.EXPECTED, "may": Need.OPTIONAL}


def test_the_table_of_commands_is_that_of_the_code():
    table = {row[0].strip("`").split()[0]: row[1] for row in rows("### What the referee sends")}

    assert {name: NEEDS.get(need, Need.GAME) for name, need in table.items()} == {
        name: spec.need for name, spec in COMMANDS.items()
    }


def test_the_rulekeepers_table_is_that_of_the_code():
    table = rows("## The rules as a program: `referee gtp`")

    listed = ask_the_rules_program(b"list_commands\n").decode().removeprefix("=").split()
    assert {row[0].strip("`").split()[0] for row in table} == set(RULEKEEPER_COMMANDS)
    assert set(listed) == set(RULEKEEPER_COMMANDS)


def test_the_codes_and_the_endings_are_those_of_the_code():
    refusals = [row[0].strip("`") for row in rows("## Why a move is refused")]
    endings = {row[0].strip("`") for row in rows("## How a game ends")}

    assert refusals[0] == Code.SYNTAX.value
    assert set(refusals) == {code.value for code in Code}
    assert endings == {termination.value for termination in Termination}


def test_the_limits_are_those_of_the_code():
    limits = [row[1] for row in rows("### Limits")]
    times = Limits()

    assert limits == [
        f"{MAX_LINE_BYTES // 1024} KiB",
        f"{MAX_RESPONSE_BYTES // 1024} KiB",
        f"{MAX_NOISE_LINES} lines, {MAX_NOISE_BYTES // 1024} KiB",
        f"{MAX_BLANK_LINES}",
        "10 digits",
        f"{times.setup:g} s",
        f"{times.answer:g} s",
        f"{times.safety:g} s",
    ]


def test_the_links_inside_the_page_lead_somewhere():
    headings = re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}

    assert set(re.findall(r"\]\(#([^)]*)\)", TEXT)) <= anchors


def test_the_engine_on_the_page_plays():
    [program] = [body for kind, _, body in BLOCKS if kind == "python"]
    talk = b"1 boardsize 9\n2 boardsize 2\n3 play black a1\n4 play white swap\n5 play b A1\nquit\n"

    finished = subprocess.run(
        [sys.executable, "-c", program], input=talk, capture_output=True, check=True
    )

    assert finished.stdout == (
        b"?1 unacceptable size\n\n=2\n\n=3\n\n=4\n\n?5 illegal move\n\n=\n\n"
    )
    assert finished.stderr == b""
