"""What `referee check` finds in engines with one flaw each, and its report."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import attrs
import pytest

from referee.check.bench import Patience
from referee.check.catalog import CHECKS, choose_checks
from referee.check.command import check_engine
from referee.check.finding import Finding, Verdict, shown
from referee.check.report import draw_json, draw_list, draw_report
from referee.check.runner import Examination, examine, small_size
from referee.entrant import Entrant, EntrantError
from referee.outcome import StartError
from referee.rules.catalog import GAMES, find_game

ROOT = Path(__file__).parents[2]
FLAWED = ROOT / "tests" / "engines" / "flawed.py"
HURRIED = Patience(answer=1.0, move=1.5, total=20.0, games=3.0)

COSTS, TOLERATED, INFO, OK = (
    Verdict.COSTS_GAMES, Verdict.TOLERATED, Verdict.INFO, Verdict.OK,
)  # fmt: skip

pytestmark = pytest.mark.usefixtures("nothing_left")

FLAWS = [
    ("early-response", "silent-start", COSTS),
    ("banner", "banner", TOLERATED),
    ("protocol-version", "protocol-version", COSTS),
    ("nameless", "name", COSTS),
    ("lacks-version", "expected-commands", TOLERATED),
    ("lacks-genmove", "required-commands", COSTS),
    ("lacks-set_game", "set-game", INFO),
    ("lacks-komi", "rules", OK),
    ("knows-all", "known-command-false", TOLERATED),
    ("lists-unknown", "lists-agree", TOLERATED),
    ("lists-twice", "list-commands", TOLERATED),
    ("any-game", "set-game-unknown", TOLERATED),
    ("no-ids", "id-echoed", TOLERATED),
    ("wrong-ids", "id-echoed", COSTS),
    ("no-ids", "id-on-error", OK),
    ("no-id-on-error", "id-on-error", COSTS),
    ("keeps-cr", "crlf", TOLERATED),
    ("keeps-tabs", "tabs", TOLERATED),
    ("keeps-comments", "comment-lines", TOLERATED),
    ("keeps-controls", "control-characters", TOLERATED),
    ("answers-blank-lines", "blank-lines", TOLERATED),
    ("answers-twice", "one-answer-each", COSTS),
    ("any-size", "size-too-large", TOLERATED),
    ("no-upper-colors", "color-words-upper", TOLERATED),
    ("no-upper-colors", "color-words", OK),
    ("no-lower-vertices", "vertex-lower", TOLERATED),
    ("lacks-corner", "every-vertex", COSTS),
    ("clear-board-does-nothing", "clear-board", COSTS),
    ("play-over-stones", "play-occupied", TOLERATED),
    ("unknown-is-fine", "unknown-command", TOLERATED),
    ("crash-on-unknown", "unknown-command", TOLERATED),
    ("occupied-move", "games-as-second", COSTS),
    ("forgets-own-move", "games-of-both", COSTS),
    ("forgets-own-move", "own-move-made", TOLERATED),
    ("talks-with-move", "move-plain", COSTS),
    ("refuses-genmove", "first-move", COSTS),
    ("hangs-at-genmove", "first-move", COSTS),
    ("crash-at-third-move", "games-as-first", COSTS),
    ("swaps-always", "pie-switched-off", COSTS),
    ("swaps-always", "games-of-both", COSTS),
    ("refuses-swap", "pie-accepted", COSTS),
    ("ignores-set-rule", "pie-switched-off", COSTS),
    ("refuses-time", "time-absolute", TOLERATED),
    ("refuses-time-left", "time-left", COSTS),
    ("slow-moves", "move-in-time", COSTS),
    ("slow-replies", "speed-of-replies", TOLERATED),
    ("ignores-quit", "quit-obeyed", TOLERATED),
    ("ignores-end", "end-of-input", TOLERATED),
    ("ignores-sigterm", "terminated", TOLERATED),
    ("exit-status", "exit-status", TOLERATED),
    ("leaves-process", "processes", TOLERATED),
    ("file", "files", INFO),
    ("stderr", "stderr", TOLERATED),
]

GO_FLAWS = [
    ("refuses-pass", "pass-accepted", COSTS),
    ("dead-nonsense", "dead-stones", COSTS),
    ("refuses-komi", "komi-half", COSTS),
    ("lacks-komi", "rules", COSTS),
]


def flawed(flaw: str) -> Entrant:
    command = (sys.executable, str(FLAWED), flaw, "--seed", "{seed}")
    return Entrant(name="flawed", command=command)


async def check(entrant: Entrant, *names: str, game: str = "hex", **options) -> Examination:
    patience = attrs.evolve(HURRIED, **options)
    return await examine(
        entrant, choose_checks(names), game=find_game(game), size=None, patience=patience
    )


@pytest.mark.parametrize(("flaw", "name", "verdict"), FLAWS)
async def test_a_flaw_is_found(flaw: str, name: str, verdict: Verdict):
    examination = await check(flawed(flaw), name)

    assert [(f.name, f.verdict) for f in examination.findings] == [(name, verdict)]


@pytest.mark.parametrize(("flaw", "name", "verdict"), GO_FLAWS)
async def test_a_flaw_in_go_is_found(flaw: str, name: str, verdict: Verdict):
    examination = await check(flawed(flaw), name, game="go")

    assert [(f.name, f.verdict) for f in examination.findings] == [(name, verdict)]


async def test_noise_is_counted_over_the_whole_run():
    examination = await check(flawed("noise"), "framing", "stdout-noise")

    assert examination.findings[-1].verdict is TOLERATED


async def test_all_checks_of_an_engine_that_hangs_end_when_the_time_is_over():
    examination = await check(flawed("hangs-at-genmove"), total=2.0, move=0.2, answer=0.5)

    assert len(examination.findings) == len(CHECKS)
    assert examination.seconds < 6.0
    assert "the time for all checks was over" in {f.text for f in examination.findings}
    assert examination.costs_games


async def test_an_engine_that_cannot_be_understood_is_not_examined():
    with pytest.raises(StartError, match=r"flawed: .* at 'name'; its output ends with '=.*printf"):
        await check(flawed("no-empty-line"), answer=0.2)


async def test_what_an_engine_said_before_it_died_is_shown_on_one_line():
    script = "import os; os.write(2, b'no weights\\x1b[31m\\n'); os._exit(3)"
    entrant = Entrant(name="dead", command=(sys.executable, "-c", script))

    with pytest.raises(StartError) as caught:
        await check(entrant)

    message = str(caught.value)
    assert "exited with status 3" in message
    assert "no weights\\x1b[31m" in message
    assert message.isprintable()


async def test_a_finding_names_the_evidence_the_rule_and_the_cure():
    (finding,) = (await check(flawed("crash-on-unknown"), "unknown-command")).findings

    assert finding.sent.endswith("no-such-command\\n")
    assert finding.section == "What the referee sends"
    assert finding.mend


def test_there_are_at_least_sixty_checks_and_no_name_twice():
    names = [check.name for check in CHECKS]

    assert len(names) >= 60
    assert len(set(names)) == len(names)


def test_every_check_cites_a_section_of_the_protocol():
    page = (ROOT / "protocol" / "PROTOCOL.md").read_text(encoding="utf-8")
    headings = {line.lstrip("# ") for line in page.splitlines() if line.startswith("#")}

    assert {check.section for check in CHECKS} <= headings


def test_the_page_lists_every_check():
    page = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")

    assert [check.name for check in CHECKS if f"`{check.name}`" not in page] == []


@pytest.mark.parametrize("game", GAMES)
def test_games_are_played_on_a_small_board(game: str):
    assert 16 <= len(find_game(game).board(small_size(find_game(game)))) < 60


def test_a_check_that_nobody_knows_is_refused_with_the_nearest():
    with pytest.raises(EntrantError, match="did you mean 'banner'"):
        choose_checks(["baner"])


def test_what_came_over_the_wire_is_shown_escaped_and_bounded():
    assert shown(b"=\x1b[31m\xff\r\n") == "=\\x1b[31m\\xff\\r\\n"
    assert len(shown(b"x" * 9999)) < 300


def examination(*verdicts: Verdict) -> Examination:
    findings = tuple(
        Finding(f"n{i}", "start", verdict, "text", "Limits", "cure", "sent\\n", "")
        for i, verdict in enumerate(verdicts)
    )
    return Examination("one", "One", "hex", (4,), findings, 1.25)


def test_the_report_shows_evidence_for_what_is_not_as_it_should_be():
    lines = draw_report(examination(OK, COSTS)).split("\n")

    assert lines[4].split("  ")[1:3] == ["costs games", "n1"]
    assert lines[5:8] == [
        "      sent:      sent\\n",
        "      received:  nothing",
        '      to mend:   cure (PROTOCOL.md, "Limits")',
    ]


def test_the_report_ends_with_a_summary():
    last = draw_report(examination(OK, TOLERATED, OK)).rstrip().split("\n")[-1]

    assert last == "3 checks in 1.2 s: 2 ok, 1 tolerated, 0 costs games"


def test_color_is_for_terminals_only():
    assert "\x1b" not in draw_report(examination(COSTS))
    assert "\x1b[1;31mcosts games\x1b[0m" in draw_report(examination(COSTS), color=True)


def test_the_json_holds_every_finding():
    content = json.loads(draw_json(examination(OK, COSTS)))

    assert content["summary"]["costs games"] == 1
    assert [finding["verdict"] for finding in content["findings"]] == ["ok", "costs games"]
    assert content["size"] == [4]


def test_the_list_has_every_check():
    assert draw_list().endswith(f"{len(CHECKS)} checks\n")


@pytest.mark.parametrize(("flaw", "code"), [("none", 0), ("refuses-genmove", 1)])
def test_the_exit_code_says_whether_games_would_be_lost(flaw: str, code: int):
    out = io.StringIO()

    found = check_engine(
        f"{sys.executable} {FLAWED} {flaw}",
        engines=None, game="hex", size=(3,), only=("first-move",), as_json=True, stream=out,
    )  # fmt: skip

    assert found == code
    assert json.loads(out.getvalue())["size"] == [3]
