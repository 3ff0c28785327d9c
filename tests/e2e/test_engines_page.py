"""The page for engine authors is true: its commands run, and print what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "engines.md").read_text()

pytestmark = pytest.mark.skipif(
    not (shutil.which("cc") and shutil.which("node")), reason="it needs a C compiler and Node"
)


def sessions() -> list[tuple[str, str]]:
    """List the commands of the page, each with the output that it shows, if any."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            found.append((command, output))
    return found


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that looks like the repository after `make demo`, with a `bin` to find ours in."""
    home = tmp_path_factory.mktemp("home")
    (home / "examples").symlink_to(ROOT / "examples")
    (home / "build").mkdir()
    (home / "bin").mkdir()
    for name, module in (("referee", "referee.cli"), ("tournament", "tournaments.cli")):
        script = home / "bin" / name
        script.write_text(f'#!/bin/sh\nexec {sys.executable} -m {module} "$@"\n')
        script.chmod(0o755)
    (home / "bin" / "python").symlink_to(sys.executable)
    return home


def test_every_command_of_the_page_runs_in_its_order(home: Path):
    (home / ".venv").symlink_to(Path(sys.prefix))
    copy = home / "languages.toml"
    shutil.copy(ROOT / "examples/tournaments/languages.toml", copy)
    path = f"{home / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    commands = sessions()

    for command, output in commands:
        # The store lies beside the file, and the repository is not to be written to.
        line = command.replace("examples/tournaments/languages.toml", str(copy))
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=home,
            env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (command, done.returncode) == (command, 0), done.stderr
        assert not output or done.stdout == output

    assert len(commands) == 11


def test_every_link_of_the_page_leads_somewhere():
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
