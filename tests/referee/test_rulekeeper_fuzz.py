"""Whatever is said to the rulekeeper, it answers, and a refused command changes nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.commands import RULEKEEPER_COMMANDS
from referee.rulekeeper import rulekeeper_end
from referee.rules.catalog import GAMES

# Words that mean something somewhere, and some that do not.
words = st.one_of(
    st.sampled_from(["black", "white", "b", "W", "red", "blue", "dead", "pie", "ko", "move_limit"]),
    st.sampled_from(
        ["pass", "swap", "swap-sides", "none", "simple", "replace", "positional-superko"]
    ),
    st.sampled_from(["A1", "a2", "B1", "B2", "C3", "D4", "E5", "H13", "Z99", "A0", "I1"]),
    st.sampled_from(["0", "1", "2", "3", "4", "5", "7.5", "-1", "1e5", "nan", "9" * 30]),
    st.sampled_from(sorted(GAMES)),
    st.text(max_size=6),
)
names = st.one_of(
    st.sampled_from(sorted(set(RULEKEEPER_COMMANDS) - {"quit"})),
    st.sampled_from(["play", "undo", "genmove", "boardsize", "final_status_list"]),
)
commands = st.builds(
    lambda name, arguments: " ".join([name, *arguments]), names, st.lists(words, max_size=4)
)
# Sensible games in between, or else little but refusals would be tried.
moves = st.builds(
    lambda color, vertex: f"play {color} {vertex}",
    st.sampled_from(["b", "w"]),
    st.sampled_from(
        ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "pass", "swap", "swap-sides"]
    ),
)
starts = st.builds(
    lambda game: f"set_game {game}\nboardsize {SMALL[game]}", st.sampled_from(sorted(GAMES))
)
SMALL = {
    "square-grid-hex": "3",
    "grand-hex": "3",
    "hex-go": "3 3",
    "box-hex": "3 3 2",
    "hex-hex-y": "2",
    "hex": "3",
    "go": "3",
}
STATE = ["list_stones black", "list_stones white", "move_history", "side_to_move", "outcome",
         "query_boardsize", "gogui-rules_legal_moves", "final_status_list dead",
         "gogui-rules_game_id"]  # fmt: skip


def ask(end, command: str) -> list[bytes]:
    return end.receive_data(command.encode(errors="replace") + b"\n").split(b"\n\n")[:-1]


def state(end) -> list[list[bytes]]:
    return [ask(end, question) for question in STATE]


@given(st.lists(st.one_of(commands, moves, moves, starts), max_size=30))
@settings(max_examples=150, deadline=None)
def test_a_refused_command_changes_nothing_and_questions_never_do(talk):
    end = rulekeeper_end()

    for command in talk:
        before = state(end)
        answers = ask(end, command)
        changes = command.split()[0] in CHANGES and answers[0].startswith(b"=")
        if not changes and "\n" not in command:
            assert state(end) == before, command


CHANGES = {"set_game", "boardsize", "clear_board", "komi", "set_rule", "fixed_handicap", "play",
           "undo", "final_status_list"}  # fmt: skip


@given(st.lists(st.one_of(commands, st.binary(max_size=40).map(lambda b: b.decode("latin-1")))))
@settings(max_examples=150, deadline=None)
def test_every_line_with_words_gets_one_answer(talk):
    end = rulekeeper_end()

    for line in talk:
        answers = end.receive_data(line.encode(errors="replace") + b"\nname\n")
        assert answers.endswith(b"= hex-referee\n\n") or end.closed
        for answer in answers.split(b"\n\n")[:-1]:
            assert answer[:1] in (b"=", b"?")


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_the_answers_about_legal_moves_agree(data):
    """`all_legal`, `is_legal`, `why_illegal` and `play` tell one story."""
    end = rulekeeper_end()
    ask(end, data.draw(starts))
    for command in data.draw(st.lists(moves, max_size=12)):
        ask(end, command)
    color = data.draw(st.sampled_from(["black", "white"]))
    move = data.draw(st.sampled_from(["A1", "A3", "B2", "Z9", "A0", "pass", "swap", "swap-sides"]))

    legal = ask(end, f"all_legal {color}")[0].decode().split()[1:]
    is_legal = ask(end, f"is_legal {color} {move}") == [b"= 1"]
    why = ask(end, f"why_illegal {color} {move}")[0].decode()
    played = ask(end, f"play {color} {move}")[0].decode()
    assert is_legal == (move in legal) == (why == "= legal") == (played == "=")
    if not is_legal:
        assert played == f"? illegal move: {why.removeprefix('= ')}"
