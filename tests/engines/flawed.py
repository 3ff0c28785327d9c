"""An engine for the tests of `referee check`: `random_player.py` with one flaw, by name.

    flawed.py FLAW [--seed N]

The player itself is the example, loaded from its file; flaws that it has of its own accord
(it believes that moves are legal) are there, too.
"""

from __future__ import annotations

import importlib.util
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "engines" / "random_player.py"


def load_example():
    spec = importlib.util.spec_from_file_location("random_player", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules["random_player"] = module
    spec.loader.exec_module(module)
    return module


class Flawed:
    """Reads lines and writes answers, with a flaw."""

    def __init__(self, flaw: str, seed: int) -> None:
        self.flaw = flaw
        self.example = load_example()
        self.player = self.example.RandomPlayer(random.Random(seed))
        self.genmoves = 0
        for name in ("set_game", "list_games", "komi", "time_settings", "genmove", "version"):
            if flaw == f"lacks-{name}":
                del self.player.commands[name]

    def run(self) -> None:
        if self.flaw == "banner":
            say("Welcome\n")
        if self.flaw == "early-response":
            say("= hello\n\n")
        if self.flaw == "ignores-sigterm":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        if self.flaw == "file":
            Path("log.txt").write_text("x", encoding="ascii")
        # Bytes, so that a flawed reading of them can be shown.
        for raw in sys.stdin.buffer:
            line = raw.decode("latin-1").removesuffix("\n")
            if self.flaw != "keeps-cr":
                line = line.replace("\r", "")
            if self.flaw != "keeps-comments":
                line = line.partition("#")[0]
            line = line.replace("\t", " ") if self.flaw != "keeps-tabs" else line
            if self.flaw != "keeps-controls":
                line = "".join(c for c in line if c in "\r\t" or " " <= c <= "~")
            if self.flaw == "answers-blank-lines" and not line.strip():
                say("? what\n\n")
            self.obey(line.split(" ") if self.flaw.startswith("keeps") else line.split())
        while self.flaw == "ignores-end":
            signal.pause()

    def obey(self, words: list[str]) -> None:
        number = words.pop(0) if words and words[0].isdecimal() else ""
        words = [word for word in words if word]
        if not words:
            return
        reply = self.answer(words)
        if self.flaw == "no-ids" or (self.flaw == "no-id-on-error" and reply[0] == "?"):
            number = ""
        if self.flaw == "wrong-ids" and number:
            number = str(int(number) + 1)
        say(f"{reply[0]}{number}{reply[1:]}\n" + ("" if self.flaw == "no-empty-line" else "\n"))
        if self.flaw == "answers-twice":
            say(f"={number} \n\n")
        if self.flaw == "noise":
            say("thinking\n")
        if words[0] == "quit" and self.flaw != "ignores-quit":
            if self.flaw == "leaves-process":
                subprocess.Popen(["sleep", "20"], stdout=2, stdin=subprocess.DEVNULL)
            sys.stdout.flush()
            os._exit(7 if self.flaw == "exit-status" else 0)

    def answer(self, words: list[str]) -> str:
        method = getattr(self, "flaw_" + self.flaw.replace("-", "_"), None)
        answer = method(words) if method else None
        return self.player.answer(words[0], words[1:]) if answer is None else answer

    def flaw_slow_replies(self, words):
        time.sleep(0.06 if words[0] == "name" else 0)

    def flaw_protocol_version(self, words):
        return "= 1" if words[0] == "protocol_version" else None

    def flaw_nameless(self, words):
        return "? unknown command" if words[0] == "name" else None

    def flaw_knows_all(self, words):
        return "= true" if words[0] == "known_command" else None

    def flaw_lists_unknown(self, words):
        if words[0] == "list_commands":
            return self.player.answer(words[0], []) + "\nundo"
        return None

    def flaw_lists_twice(self, words):
        if words[0] == "list_commands":
            return self.player.answer(words[0], []) + "\nplay"
        return None

    def flaw_any_game(self, words):
        if words[0] == "set_game" and words[1] not in self.example.GAMES:
            return "= "
        return None

    def flaw_crash_on_unknown(self, words):
        if words[0] not in self.player.commands:
            os._exit(1)

    def flaw_unknown_is_fine(self, words):
        return None if words[0] in self.player.commands else "= "

    def flaw_any_size(self, words):
        if words[0] == "boardsize" and self.player.answer(*words[:1], words[1:])[0] == "?":
            return "= "
        return None

    def flaw_no_upper_colors(self, words):
        return "? syntax error" if words[0] == "play" and words[1:2] in (["BLACK"], ["B"]) else None

    def flaw_no_lower_vertices(self, words):
        lower = words[0] == "play" and words[2:] and words[2] == words[2].lower()
        return "? illegal move" if lower and words[2] not in ("pass", "swap") else None

    def flaw_lacks_corner(self, words):
        return "? illegal move" if words[0] == "play" and words[2:] == ["D4"] else None

    def flaw_clear_board_does_nothing(self, words):
        return "= " if words[0] == "clear_board" else None

    def flaw_play_over_stones(self, words):
        if words[0] == "play" and words[2:] and words[2] in self.player.stones:
            return "= "
        return None

    def flaw_occupied_move(self, words):
        if words[0] == "genmove" and self.player.stones:
            return "= " + next(iter(self.player.stones))
        return None

    def flaw_forgets_own_move(self, words):
        if words[0] == "genmove":
            return "= " + self.player.choose("black" if words[1] == "black" else "white")
        return None

    def flaw_talks_with_move(self, words):
        return "= I play A1" if words[0] == "genmove" else None

    def flaw_refuses_genmove(self, words):
        return "? no idea" if words[0] == "genmove" else None

    def flaw_swaps_always(self, words):
        if words[0] == "genmove" and words[1] == "white" and self.player.stones:
            return "= swap-sides"
        return None

    def flaw_refuses_swap(self, words):
        return "? illegal move" if words[0] == "play" and "swap" in words[2] else None

    def flaw_ignores_set_rule(self, words):
        return "= " if words[0] == "set_rule" else None

    def flaw_refuses_pass(self, words):
        return "? illegal move" if words[0] == "play" and words[2:] == ["pass"] else None

    def flaw_dead_nonsense(self, words):
        return "= all of them" if words[0] == "final_status_list" else None

    def flaw_refuses_komi(self, words):
        return "? no" if words[0] == "komi" else None

    def flaw_refuses_time(self, words):
        return "? no" if words[0] == "time_settings" else None

    def flaw_refuses_time_left(self, words):
        return "? no" if words[0] == "time_left" else None

    def flaw_slow_moves(self, words):
        time.sleep(1.2 if words[0] == "genmove" else 0)

    def flaw_hangs_at_genmove(self, words):
        while words[0] == "genmove":
            signal.pause()

    def flaw_crash_at_third_move(self, words):
        self.genmoves += words[0] == "genmove"
        if self.genmoves == 3:
            os._exit(1)

    def flaw_stderr(self, words):
        if words[0] == "genmove":
            os.write(2, b"thinking\n" * 4000)


def say(text: str) -> None:
    os.write(1, text.encode())


if __name__ == "__main__":
    Flawed(sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 1).run()
