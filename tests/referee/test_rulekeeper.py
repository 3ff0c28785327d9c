"""The rules core as a GTP program: whole conversations, as tables of commands and answers."""

from __future__ import annotations

import pytest

from protocol.commands import RULEKEEPER_COMMANDS
from referee.rulekeeper import rulekeeper_end
from referee.rules.catalog import GAMES


class Conversation:
    """Somebody who asks the rulekeeper; answers without the empty line that ends them."""

    def __init__(self) -> None:
        self._end = rulekeeper_end()

    def ask(self, command: str) -> str:
        answer = self._end.receive_data(f"{command}\n".encode()).decode()
        assert answer.endswith("\n\n")
        assert "\n\n" not in answer[:-2]
        return answer[:-2]

    def hold(self, text: str) -> None:
        """Hold a conversation: `> command`, then the answer's lines; `...` cuts an answer short."""
        command = ""
        expected: list[str] = []
        for line in [*text.strip().splitlines(), "> version"]:
            said = line.strip()
            if not said.startswith("> "):
                expected.append(said)
                continue
            if command:
                self._compare(command, self.ask(command), "\n".join(expected) or "=")
            command, expected = said.removeprefix("> "), []

    def _compare(self, command: str, answer: str, expected: str) -> None:
        if expected.endswith("..."):
            assert answer.startswith(expected.removesuffix("...")), command
        else:
            assert answer == expected, command


SQUARE_GRID_HEX = """
> set_game square-grid-hex
> query_boardsize
= 13
> boardsize 3
> points
= A1 A2 A3 B1 B2 B3 C1 C2 C3
> neighbors b2
= A1 A2 B1 B3 C2 C3
> sides A3
= N W
> sides B2
=
> all_legal black
= A1 A2 A3 B1 B2 B3 C1 C2 C3
> all_legal white
=
> is_legal black swap
= 0
> why_illegal black swap
= swap_unavailable swap can be played on White's first turn only: "On White's first turn, ...
> play black B2
> all_legal w
= A1 A2 A3 B1 B3 C1 C2 C3 swap
> is_legal white swap
= 1
> play white swap
> list_stones black
=
> list_stones white
= B2
> side_to_move
= black
> move_history
= black B2
white swap
> play black C1
> play white A2
> play black A1
> play white C3
> outcome
= white connection
> winning_chain
= A2 B2 C3
> final_score
= W+
> side_to_move
=
> play black A3
? illegal move: game_over the game is over: White has won by connection
> gogui-rules_game_id
= Squaregridhex
> gogui-rules_final_result
= white
> undo
> undo
> outcome
= undecided
"""

GRAND_HEX = """
> set_game grand-hex
> boardsize 3
> play red B1
> play blue C1
> play red B2
> play blue C2
> play red B3
> outcome
= undecided
> final_score
? cannot score
> winning_chain
? no chain
> play blue A3
> play red A1
> outcome
= black connection
> winning_chain
= A1 B2 B3
> final_score
= B+
> why_illegal blue A2
= game_over the game is over: Red has won by connection
"""

HEX_GO = """
> set_game hex-go
> query_boardsize
= 20 19
> boardsize 4 3
> points
= A1 A2 A3 B1 B2 B3 C1 C2 C3 D1 D2 D3
> neighbors A1
= A2 B1
> play black A2
> play white A1
> play black B1
> captures black
= 1
> captures white
= 0
> list_stones white
=
> why_illegal white A1
= suicide A1 would leave A1 without a liberty: "A player is not allowed ...
> play white pass
> play black pass
> outcome
= black score
> final_score
= B+11
> final_status_list dead A2
= A2
> final_score
= B+11
> final_status_list dead B1 a2
= A2 B1
> final_score
= W+1
> final_status_list dead A2
= A2
> final_status_list dead
= A2
> final_status_list dead C3
? there is no stone on C3
> final_status_list dead
= A2
> final_status_list alive
? invalid status: expected dead
> komi 12
> outcome
= white score
> final_score
= W+1
> gogui-rules_final_result
= white
> undo
> final_status_list dead
=
> final_score
? cannot score
> boardsize 20 19
> fixed_handicap 3
= D4 R16 D16
> side_to_move
= white
> fixed_handicap 2
? handicap stones go on an empty board
> play black A1
? illegal move: wrong_color it is White's turn: "White then plays a stone, ...
"""

BOX_HEX = """
> set_game box-hex
> query_boardsize
= 3 5 4
> sides K2
= D1 S2
> sides K11
= S1 D2
> neighbors A1
= A2 B1 B2 H1 H18
> neighbors K18
= J17 J18 K1 K17
> boardsize 4 5 4
? unacceptable size for box-hex: 4 5 4: expected A and B odd, 3 to 25
> boardsize 3 5
? unacceptable size for box-hex: 3 5: expected A B HEIGHT
> query_boardsize
= 3 5 4
> boardsize 3 3 2
> query_boardsize
= 3 3 2
> play black pass
? illegal move: pass_unavailable Box Hex has no pass: ...
> set_rule pie swap-sides
> play black A1
> all_legal white
= A2 A3 ...
> play white swap-sides
> side_to_move
= white
> move_history
= black A1
white swap-sides
"""

HEX_HEX_Y = """
> set_game hex-hex-y
> query_boardsize
= 8
> boardsize 2
> points
= A1 A2 B1 B2 B3 C1 C2
> sides A1
= N NW
> sides B3
= NE SE
> play red B2
> play blue A2
> play red A1
> play blue C1
> play red C2
> outcome
= black connection
> winning_chain
= A1 B2 C2
> gogui-rules_game_id
= Hexhexy
"""

HEX = """
> set_game hex
> query_boardsize
= 11
> boardsize 5 5
> query_boardsize
= 5
> play black C3
> play white swap-sides
> play black D3
? illegal move: wrong_color it is White's turn: the players place one stone each in turn (Hex)
> is_legal white swap-sides
= 0
> why_illegal white swap-sides
= swap_unavailable swap-sides can be played on White's first turn only: ...
> why_illegal white C3
= occupied C3 is occupied by a stone of Black: a stone goes on a vacant cell (Hex)
> why_illegal white F1
= off_board F1 is off the board: size 5 has 25 vertices from A1 to E5
> why_illegal black F1
= wrong_color it is White's turn: ...
> why_illegal black what
= syntax 'what' is no vertex, expected a vertex such as A1
> why_illegal white D4
= legal
> set_rule pie none
? the game has begun: rules are set on an empty board
> clear_board
> set_rule ko simple
? hex has no rule ko = 'simple': expected none
> set_rule move_limit 9
? hex has no move limit: it ends when the board is full
> set_rule pie none
> play black C3
> why_illegal white swap-sides
= swap_unavailable swap-sides is not played: the pie rule of this game is none: ...
> komi 3
? hex has no komi
> fixed_handicap 2
? hex has no handicap
> final_status_list dead C3
? hex has no dead stones
"""

GO = """
> query_boardsize
= 9
> points
= A1 A2 A3 A4 A5 A6 A7 A8 A9 B1 ...
> gogui-rules_game_id
= Go
> gogui-rules_board_size
= 9
> gogui-rules_side_to_move
= black
> gogui-rules_final_result
= unknown
> boardsize 2
> gogui-rules_legal_moves
= A1 A2 B1 B2 pass
> play b pass
> play w pass
> outcome
= white score
> final_score
= W+7.5
> komi 0
> outcome
= draw score
> final_score
= 0
> gogui-rules_final_result
= draw
> gogui-rules_legal_moves
=
> clear_board
> set_rule ko simple
> set_rule move_limit 3
> play b A1
> play w B1
> play b B2
> outcome
= black move_limit
> final_score
= B+4
> clear_board
> set_rule move_limit none
> play b A1
> play w B1
> play b B2
> outcome
= undecided
> boardsize 9
> fixed_handicap 5
= C3 G7 C7 G3 E5
> list_stones black
= C3 C7 E5 G3 G7
> komi 0.5
> list_stones black
= C3 C7 E5 G3 G7
> undo
? cannot undo: no move has been played
> set_rule ko simple
? the game has begun: rules are set on an empty board
"""

ODDS = """
> name
= hex-referee
> protocol_version
= 2
> known_command play
= true
> known_command genmove
= false
> genmove black
? unknown command
> 7 outcome
=7 undecided
> set_game chess
? unknown game 'chess': ...
> set_game hexgo
? unknown game 'hexgo': did you mean hex-go?
> set_game
? syntax error
> play black
? syntax error
> play green A1
? invalid color: expected black or white (or b, w, red, blue)
> play black Z99
? illegal move: off_board Z99 is off the board: size 9 has 81 vertices from A1 to J9
> play black A01
? illegal move: syntax 'A01' is no vertex, expected a vertex such as A1
> play BLACK a1
> list_stones B
= A1
> neighbors a0
? invalid vertex: 'a0' is no vertex, expected a vertex such as A1
> boardsize
? unacceptable size: expected N as whole numbers
> boardsize ten
? unacceptable size: expected N as whole numbers
> boardsize -3
? unacceptable size: expected N as whole numbers
> boardsize 99999999999999999999
? unacceptable size: expected N as whole numbers
> boardsize 26
? unacceptable size for go: 26: expected 2 to 25
> boardsize 9 10
? unacceptable size for go: 9 10: expected N
> query_boardsize
= 9
> list_stones black
= A1
> komi much
? syntax error: expected a number such as 7.5
> komi 0.3
? komi 0.3: expected whole or half points, at most 1000
> fixed_handicap two
? invalid number of stones: expected a whole number
> clear_board
> fixed_handicap 10
? 10 handicap stones on go 9: expected 2 to 9
> set_rule scoring area
? unknown rule: expected pie, ko or move_limit
> set_rule ko none
? go has no rule ko = 'none': expected positional-superko or simple or capturing-stone
> set_rule move_limit -1
? move_limit: expected a whole number or none
> set_rule move_limit 0
? move limit 0: expected 1 or more
"""


@pytest.mark.parametrize(
    "conversation",
    [
        pytest.param(SQUARE_GRID_HEX, id="square-grid-hex"),
        pytest.param(GRAND_HEX, id="grand-hex"),
        pytest.param(HEX_GO, id="hex-go"),
        pytest.param(BOX_HEX, id="box-hex"),
        pytest.param(HEX_HEX_Y, id="hex-hex-y"),
        pytest.param(HEX, id="hex"),
        pytest.param(GO, id="go"),
        pytest.param(ODDS, id="odds and ends"),
    ],
)
def test_a_conversation_goes_as_written(conversation):
    Conversation().hold(conversation)


def test_it_has_every_command_of_the_specification_and_no_other():
    commands = Conversation().ask("list_commands").removeprefix("= ").splitlines()

    assert set(commands) == set(RULEKEEPER_COMMANDS)
    assert len(commands) == len(set(commands))


def test_it_lists_every_game():
    assert Conversation().ask("list_games") == "= " + "\n".join(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_showboard_draws_the_board_in_one_response(game):
    conversation = Conversation()
    conversation.ask(f"set_game {game}")

    answer = conversation.ask("showboard")
    assert answer.startswith("=\n")
    assert GAMES[game].title in answer


@pytest.mark.parametrize("game", GAMES)
def test_every_game_plays_to_its_end(game):
    """By the first legal move; in games with passes by the last, once the board is half full."""
    conversation = Conversation()
    conversation.ask(f"set_game {game}")
    ply = 0
    while color := conversation.ask("side_to_move").removeprefix("=").strip():
        _, *moves = conversation.ask(f"all_legal {color}").split()
        is_late = GAMES[game].has_pass and ply > 40
        assert conversation.ask(f"play {color} {moves[-1 if is_late else 0]}") == "="
        ply += 1

    assert conversation.ask("outcome").split()[1] in ("black", "white", "draw")
    assert conversation.ask("final_score").startswith("= ")


@pytest.mark.parametrize(
    ("rule", "answer"),
    [
        ("positional-superko", "= superko B2 would bring back the position after move 8: "),
        ("simple", "= ko B2 would take C2, which has just captured: "),
        ("capturing-stone", "= ko B2 would take C2, which has just captured: "),
    ],
)
def test_a_superko_and_a_ko_are_told_apart(rule, answer):
    conversation = Conversation()
    conversation.ask(f"set_rule ko {rule}")
    for ply, vertex in enumerate(["A2", "B2", "B1", "C1", "B3", "C3", "E5", "D2", "C2"]):
        assert conversation.ask(f"play {'bw'[ply % 2]} {vertex}") == "="

    assert conversation.ask("why_illegal w B2").startswith(answer)


def test_quit_is_answered_and_ends_it():
    end = rulekeeper_end()

    assert end.receive_data(b"quit\nname\n") == b"=\n\n"
    assert end.closed
