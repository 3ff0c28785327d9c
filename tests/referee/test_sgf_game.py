"""Games that other programs wrote."""

from __future__ import annotations

import pytest

from referee.rules.moves import DRAW, Color, Result
from referee.sgf_game import SgfGame, read_game
from referee.sgf_grammar import SgfError

BLACK, WHITE = Color.BLACK, Color.WHITE

# From littlegolem.net, with a swap: W marks the moves of PB, who began.
LITTLE_GOLEM = (
    "(;FF[4]EV[hex.ch.23.1.1]PB[Daniel]PW[Maciej]SZ[13]RE[W]GC[ game #1139802]"
    "SO[http://www.littlegolem.com];W[mf];B[swap];W[kj];B[ie];W[resign])"
)


def moves(game: SgfGame) -> str:
    return " ".join(f"{played.color.word[0]}:{game.board.format_move(played.move)}"
                    for played in game.moves)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "game_id", "size", "expected"),
    [
        pytest.param("(;GM[1]SZ[9];B[ac];W[];B[tt];W[iI])", "go", 9, None, id="off the board"),
        pytest.param("(;GM[1]SZ[9];B[ac];W[];B[tt])", "go", 9, "b:A7 w:pass b:pass", id="go"),
        pytest.param("(;GM[1]SZ[21];B[tt])", "go", 21, "b:U2", id="tt is a point on large boards"),
        pytest.param("(;GM[1]SZ[9:9]KM[ 0.5 ];W[ia])", "go", 9, "w:J9", id="square as two sizes"),
        pytest.param("(;B[as])", "go", 19, "b:A1", id="nothing said: Go on 19 x 19"),
        pytest.param("(;GM[11];B[a1];W[K11])", "hex", 11, "b:A1 w:K11", id="hex"),
        pytest.param("(;GM[11]SZ[27];B[aA27])", "hex", 27, "b:AA27", id="large hex"),
        pytest.param("(;GM[11]SZ[5:5];B[a2];W[swap-sides];W[b4])", "hex", 5,
                     "b:A2 w:swap-sides w:B4", id="sides swapped"),
        pytest.param("(;GM[11]SZ[5];B[a2];W[swap-pieces];B[d2];W[e1])", "hex", 5,
                     "b:A2 w:swap-sides w:B4 b:A5", id="pieces swapped: the same from both sides"),
        pytest.param("(;GM[11]SZ[5]AP[HexGui:0.9];B[a2];W[swap-pieces];W[b4])", "hex", 5,
                     "b:A2 w:swap-sides w:B4", id="an old HexGui, which meant sides"),
        pytest.param("(;GM[11]SZ[5]AP[HexGui:0.10];B[a2];W[swap-pieces];B[d2])", "hex", 5,
                     "b:A2 w:swap-sides w:B4", id="a later HexGui"),
        pytest.param("(;GM[11]SZ[5];B[a2];W[swap])", "hex", 5, "b:A2 w:swap-sides", id="swap"),
        pytest.param(LITTLE_GOLEM, "hex", 13, "b:M6 w:swap-sides w:J11 b:E9", id="Little Golem"),
        pytest.param("(;RU[square-grid-hex]SZ[5];B[A2];W[swap])", "square-grid-hex", 5,
                     "b:A2 w:swap", id="ours by its rules"),
        pytest.param("(;RU[hex-go]SZ[20:19];B[I9];W[])", "hex-go", 20, "b:I9 w:pass", id="hex-go"),
        pytest.param("(;RU[Box-Hex]SZ[3:5:4];B[K18])", "box-hex", 3, "b:K18", id="three sizes"),
    ],
)  # fmt: skip
def test_games_of_others_are_read_in_our_terms(
    text: str, game_id: str, size: int, expected: str | None
):
    if expected is None:
        with pytest.raises(SgfError, match="off the board"):
            read_game(text)
        return
    game = read_game(text)

    assert (game.game.id, game.board.size[0], moves(game)) == (game_id, size, expected)


@pytest.mark.parametrize(
    ("text", "claimed"),
    [
        pytest.param("(;RE[B+R])", BLACK, id="black"),
        pytest.param("(;RE[W+3.5])", WHITE, id="white by score"),
        pytest.param("(;RE[0])", DRAW, id="zero"),
        pytest.param("(;RE[Draw])", DRAW, id="draw"),
        pytest.param("(;RE[?])", None, id="unknown"),
        pytest.param("(;RE[Void])", None, id="void"),
        pytest.param("(;RE[])", None, id="empty"),
        pytest.param("(;RE[Black won])", None, id="prose"),
        pytest.param("(;GM[11]RE[B+];B[a2];W[swap-sides])", BLACK, id="the colour at the end"),
        pytest.param("(;GM[11]RE[B+];B[a2];W[swap-pieces])", WHITE, id="the first player"),
        pytest.param(LITTLE_GOLEM, BLACK, id="PW, who took the first stone"),
    ],
)
def test_the_claimed_winner_is_told_by_the_colour_at_the_end(text: str, claimed: Result | None):
    assert read_game(text).claimed is claimed


@pytest.mark.parametrize(
    ("text", "resigned"),
    [
        ("(;GM[11];B[a1];W[resign])", WHITE),
        ("(;GM[11];B[a1];W[swap-pieces];B[resign])", WHITE),
        ("(;GM[11];B[a1];W[swap-sides];W[forfeit])", WHITE),
        (LITTLE_GOLEM, WHITE),
    ],
)
def test_who_resigned_is_told_by_our_colours(text: str, resigned: Color):
    assert read_game(text).resigned is resigned


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("(;GM[1]SZ[9]HA[2]AB[cc][gg];W[ee])", "C7 G3", id="stones"),
        pytest.param("(;GM[1]SZ[9]AB[cc]AB[gg])", "C7 G3", id="stones in two properties"),
        pytest.param("(;GM[1]SZ[9]AB[cc:dd])", "C7 C6 D7 D6", id="a rectangle"),
        pytest.param("(;GM[1]SZ[9];AB[cc];W[ee])", "C7", id="in a node of their own"),
        pytest.param("(;GM[1]SZ[9]HA[2];W[ee])", "C3 G7", id="only their number"),
        pytest.param("(;GM[1]SZ[9]HA[1];B[ee])", "", id="one is none"),
        pytest.param("(;RU[hex-go]HA[2]AB[A1][I9];W[A2])", "A1 I9", id="hex-go"),
    ],
)
def test_handicap_stones_are_read(text: str, expected: str):
    game = read_game(text)

    assert sorted(game.board.labels[v] for v in game.handicap) == sorted(expected.split())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[2])", "1:3: game number '2', expected 1 (go) or 11 (hex)"),
        ("(;GM[1][2])", "1:3: GM has 2 values, expected one"),
        ("(;GM[1]SZ[big])", "1:8: size 'big', expected numbers with ':' between them"),
        ("(;GM[1]SZ[19:13])", "1:8: unacceptable size for go: 19 13: expected N"),
        ("(;GM[1]SZ[99])", "1:8: unacceptable size for go: 99: expected 2 to 25"),
        ("(;GM[11]SZ[0])", "1:9: unacceptable size for hex: 0: expected 1 to 52"),
        ("(;GM[1]KM[much])", "1:8: komi 'much', expected a number"),
        (f"(;KM[{'9' * 400}])", "1:3: komi inf: expected whole or half points, at most 1000"),
        ("(;GM[1]HA[x])", "1:8: handicap 'x', expected a number"),
        ("(;GM[1]SZ[9]HA[10])", "1:13: 10 handicap stones on go 9: expected 2 to 9"),
        ("(;GM[1]SZ[9]\n;B[jj])", "2:2: move 1: 'jj' is off the board of 9 columns and rows"),
        ("(;GM[11]\n;B[a1]\n;W[z9])", "3:2: move 2: Z9 is off the board: size 11 has"),
        ("(;GM[11];B[\x1b[2J])", "1:10: move 1: '\\x1b[2J' is no vertex, expected"),
        ("(;GM[11];B[a1]W[a2])", "1:9: a node with moves of both colours"),
        ("(;GM[11];B[a1][a2])", "1:10: B has 2 values, expected one"),
        ("(;GM[11];B[swap-pieces])", "1:10: move 1: pieces are swapped on the second move only"),
        ("(;GM[11];B[resign];W[a1])", "1:20: move 1: a move after a resignation"),
        ("(;GM[11]AB[a1])", "1:9: AB: only handicap stones before the first move can be set up"),
        ("(;GM[1];B[aa];AB[bb])", "1:15: AB: only handicap stones before the first move"),
        ("(;GM[1]AB[aa][aa])", "1:8: AB: two stones on one point"),
        ("(;GM[1]AB[])", "1:8: AB: expected a point, got 'pass'"),
        ("(;GM[1]AW[aa])", "1:8: AW: only black handicap stones can be set up"),
    ],
)  # fmt: skip
def test_what_is_no_game_of_ours_is_refused_with_its_place(text: str, message: str):
    with pytest.raises(SgfError) as refused:
        read_game(text)

    assert str(refused.value).startswith(message)


def test_the_names_are_those_of_the_first_and_the_second_player():
    assert read_game(r"(;PB[a\]b]PW[ c\\ ])").names == ("a]b", "c\\")
