from __future__ import annotations

import itertools

import pytest

from referee.arbiter import BLAME, Accepted, Arbiter, DeadStonesWanted, GameOver, Resumed
from referee.clock import TimeControl
from referee.events import (
    Event,
    Exited,
    MoveChosen,
    NoMove,
    ProtocolBroken,
    Refused,
    Report,
    Resigned,
    TimedOut,
)
from referee.outcome import Player, Termination
from referee.rules.catalog import find_game
from referee.rules.errors import Code, Refusal
from referee.rules.moves import DRAW, PASS, SWAP_SIDES, Color, Move, Place

FIRST, SECOND = Player
FAULTS: dict[Event, Termination] = {
    TimedOut("x"): Termination.TIMEOUT,
    Exited("x"): Termination.CRASH,
    ProtocolBroken("x"): Termination.PROTOCOL_ERROR,
    Refused("play", "x"): Termination.REFUSED,
    NoMove("x", Refusal(Code.SYNTAX, "x")): Termination.ILLEGAL_MOVE,
    Resigned(): Termination.RESIGNATION,
}


def new(
    game: str = "hex", size: tuple[int, ...] = (3,), *, control: str = "none", moves: str = ""
) -> Arbiter:
    arbiter = Arbiter(find_game(game).start(size), TimeControl.parse(control))
    for word in moves.split():
        answer(arbiter, arbiter.position.board.parse_move(word))
    return arbiter


def answer(arbiter: Arbiter, move: Move, seconds: float = 0.0) -> object:
    return arbiter.rule(Report(arbiter.on_turn, MoveChosen(move), seconds))


def test_a_legal_move_is_played_and_accepted():
    arbiter = new()

    assert answer(arbiter, Place(4)) == Accepted(Color.BLACK, Place(4))
    assert arbiter.on_turn is SECOND


def test_the_winning_move_ends_the_game_and_counts():
    ruling = answer(arbiter := new(moves="B1 A1 B2 A2"), arbiter_move := Place(5))

    assert isinstance(ruling, GameOver)
    assert ruling.move == arbiter_move
    assert ruling.outcome.termination is Termination.CONNECTION
    assert arbiter.winner_of(ruling.outcome) is FIRST


def test_an_illegal_move_loses_and_leaves_the_board_as_it_was():
    arbiter = new(moves="B2")
    ruling = answer(arbiter, Place(4))

    assert isinstance(ruling, GameOver)
    assert (ruling.outcome.winner, ruling.outcome.termination, ruling.move) == (
        Color.BLACK,
        Termination.ILLEGAL_MOVE,
        None,
    )
    assert "occupied" in ruling.outcome.detail
    assert len(arbiter.position.moves) == 1


@pytest.mark.parametrize(
    ("event", "termination"), FAULTS.items(), ids=lambda value: str(value)[:12]
)
@pytest.mark.parametrize("player", Player)
def test_each_fault_loses_by_its_name(event: Event, termination: Termination, player: Player):
    arbiter = new()
    outcome = arbiter.condemn(Report(player, event)).outcome

    assert outcome.termination is termination
    assert arbiter.winner_of(outcome) is player.opponent


@pytest.mark.parametrize("worse", range(len(FAULTS)))
def test_the_order_of_blame_holds_in_every_combination(worse: int):
    events = list(FAULTS)
    for milder in range(worse + 1, len(events)):
        for one, two in itertools.product(Player, repeat=2):
            reports = Report(one, events[milder]), Report(two, events[worse])
            for order in itertools.permutations(reports):
                outcome = new().condemn(*order).outcome

                assert outcome.termination is FAULTS[events[worse]]
                assert outcome.winner == Color(two.opponent)


def test_the_order_of_blame_names_every_fault():
    assert set(BLAME) == {type(event) for event in FAULTS}


@pytest.mark.parametrize("event", FAULTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize(("moves", "loser"), [("", FIRST), ("B2", SECOND)])
def test_of_two_with_the_same_fault_the_one_on_turn_loses(event: Event, moves: str, loser: Player):
    reports = Report(FIRST, event), Report(SECOND, event)
    for order in itertools.permutations(reports):
        arbiter = new(moves=moves)

        assert arbiter.winner_of(arbiter.condemn(*order).outcome) is loser.opponent


@pytest.mark.parametrize(
    "event",
    [MoveChosen(Place(5)), MoveChosen(Place(0)), Resigned(), ProtocolBroken("x"), Refused("x", "")],
    ids=["winning", "illegal", "resigning", "no protocol", "refusing"],
)
def test_whatever_comes_late_is_late(event: Event):
    arbiter = new(control="2/move", moves="B1 A1 B2 A2")
    ruling = arbiter.rule(Report(FIRST, event, 2.001))

    assert isinstance(ruling, GameOver)
    assert ruling.outcome.termination is Termination.TIMEOUT
    assert ruling.outcome.winner is Color.WHITE


def test_no_increment_is_added_for_a_lost_move():
    arbiter = new(control="2+5")
    answer(arbiter, Place(0), 2.5)

    assert arbiter.clock.left(FIRST) == 2


def test_after_swap_sides_results_clocks_and_turns_go_to_the_players():
    arbiter = new(control="10+0")
    answer(arbiter, Place(4), 1.0)
    answer(arbiter, SWAP_SIDES, 2.0)

    assert arbiter.on_turn is FIRST
    assert arbiter.color_of(FIRST) is Color.WHITE

    answer(arbiter, Place(0), 4.0)

    assert (arbiter.clock.left(FIRST), arbiter.clock.left(SECOND)) == (5.0, 8.0)
    outcome = arbiter.condemn(Report(SECOND, Resigned())).outcome
    assert (outcome.winner, arbiter.winner_of(outcome)) == (Color.WHITE, FIRST)
    assert outcome.detail == "Black resigned"


def test_two_passes_make_the_arbiter_ask_for_the_dead_stones():
    arbiter = new("hex-go", (6, 6), moves="A1 pass")

    assert answer(arbiter, PASS) == DeadStonesWanted(Color.BLACK, PASS)


def passed_out() -> Arbiter:
    return new("hex-go", (6, 6), moves="A1 C3 pass pass")


def test_agreed_dead_stones_are_removed_and_count_as_lost():
    arbiter = passed_out()
    stone = frozenset({arbiter.position.board.vertex("C3")})
    settled = arbiter.settle({FIRST: stone, SECOND: stone})

    assert isinstance(settled, GameOver)
    assert settled.outcome.winner is Color.BLACK
    assert arbiter.score is not None
    assert arbiter.score.lost == (0, 1)


def test_play_is_resumed_once_over_disputed_stones():
    arbiter = passed_out()
    stone = frozenset({arbiter.position.board.vertex("C3")})

    assert arbiter.settle({FIRST: stone, SECOND: frozenset()}) == Resumed()
    assert arbiter.on_turn is FIRST

    answer(arbiter, PASS)
    ruling = answer(arbiter, PASS)

    assert isinstance(ruling, GameOver)
    assert ruling.outcome.termination is Termination.SCORE
    assert arbiter.resumed_at == 4
    assert arbiter.score is not None
    assert arbiter.score.lost == (1, 1)


def test_calling_a_vacant_point_dead_breaks_the_protocol():
    arbiter = passed_out()
    settled = arbiter.settle({FIRST: frozenset({1}), SECOND: frozenset()})

    assert isinstance(settled, GameOver)
    assert settled.outcome.termination is Termination.PROTOCOL_ERROR
    assert settled.outcome.winner is Color.WHITE


def test_the_move_limit_scores_the_board_as_it_stands():
    game = find_game("hex-go")
    arbiter = Arbiter(game.start((6, 6), game.rules(move_limit=1)), TimeControl())
    ruling = answer(arbiter, Place(0))

    assert isinstance(ruling, GameOver)
    assert ruling.outcome.termination is Termination.MOVE_LIMIT
    assert ruling.outcome.winner is Color.BLACK
    assert "limit of 1 moves" in ruling.outcome.detail


def test_a_repetition_is_a_draw(monkeypatch: pytest.MonkeyPatch):
    arbiter = passed_out()
    arbiter.settle({FIRST: frozenset({0}), SECOND: frozenset()})
    # The same stones with the same player to move, as they were two plies ago.
    monkeypatch.setattr("referee.rules.capture.REPETITIONS", 2)
    ruling = answer(arbiter, PASS)

    assert isinstance(ruling, GameOver)
    assert (ruling.outcome.winner, ruling.outcome.termination) == (DRAW, Termination.REPETITION)
    assert arbiter.winner_of(ruling.outcome) is None


def test_what_an_engine_said_is_shown_short_and_escaped():
    refusal = Refusal(Code.SYNTAX, "no vertex")
    outcome = new().condemn(Report(FIRST, NoMove("\x1b[2J" + "x" * 500, refusal))).outcome

    assert outcome.detail.isprintable()
    assert len(outcome.detail) < 150
