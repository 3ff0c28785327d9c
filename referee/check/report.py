"""What was found, for people and for machines. Pure: text out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Final

from referee.check.catalog import CHECKS
from referee.check.finding import Finding, Verdict
from referee.check.runner import Examination

_COLORS: Final = {
    Verdict.OK: "32",
    Verdict.INFO: "36",
    Verdict.TOLERATED: "33",
    Verdict.COSTS_GAMES: "1;31",
    Verdict.NOT_REACHED: "2",
}
_VERDICT_WIDTH: Final = max(len(verdict.value) for verdict in Verdict)
_NAME_WIDTH: Final = max(len(check.name) for check in CHECKS)
_INDENT: Final = " " * 6


def draw_report(examination: Examination, *, color: bool = False) -> str:
    """Draw the findings by group; what is not as it should be with evidence and cure."""
    return "\n".join(_lines(examination, color=color)) + "\n"


def _lines(examination: Examination, *, color: bool) -> Iterator[str]:
    size = " ".join(map(str, examination.size))
    program = f" ({examination.program})" if examination.program else ""
    yield f"{examination.engine}{program}: {examination.game} {size}"
    for group, findings in groupby(examination.findings, key=lambda finding: finding.group):
        yield ""
        yield group
        for finding in findings:
            yield from _finding(finding, color=color)
    yield ""
    count, seconds = len(examination.findings), examination.seconds
    yield f"{count} checks in {seconds:.1f} s: {_summary(examination)}"


def _finding(finding: Finding, *, color: bool) -> Iterator[str]:
    verdict = f"{finding.verdict.value:{_VERDICT_WIDTH}}"
    if color:
        verdict = f"\x1b[{_COLORS[finding.verdict]}m{verdict}\x1b[0m"
    yield f"  {verdict}  {finding.name:{_NAME_WIDTH}}  {finding.text}".rstrip()
    if finding.verdict in (Verdict.TOLERATED, Verdict.COSTS_GAMES):
        if finding.sent:
            yield f"{_INDENT}sent:      {finding.sent}"
        if finding.sent or finding.received:
            yield f"{_INDENT}received:  {finding.received or 'nothing'}"
        yield f'{_INDENT}to mend:   {finding.mend} (PROTOCOL.md, "{finding.section}")'


def _counts(examination: Examination) -> dict[str, int]:
    return {
        verdict.value: sum(finding.verdict is verdict for finding in examination.findings)
        for verdict in Verdict
    }


def _summary(examination: Examination) -> str:
    return ", ".join(
        f"{count} {word}"
        for word, count in _counts(examination).items()
        if count or word == Verdict.COSTS_GAMES.value
    )


def draw_json(examination: Examination) -> str:
    """Write the findings as JSON: one object."""
    content = {
        "engine": examination.engine,
        "program": examination.program,
        "game": examination.game,
        "size": list(examination.size),
        "seconds": round(examination.seconds, 3),
        "summary": _counts(examination),
        "findings": [finding.as_json() for finding in examination.findings],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def draw_list() -> str:
    """List the checks by group, with the sections of PROTOCOL.md that they look at."""
    lines = []
    for group, checks in groupby(CHECKS, key=lambda check: check.group):
        lines.append(group)
        lines += [f'  {check.name:{_NAME_WIDTH}}  "{check.section}"' for check in checks]
    return "\n".join(lines) + f"\n{len(CHECKS)} checks\n"
