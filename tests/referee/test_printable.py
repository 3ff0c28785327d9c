from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.printable import printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("plain é ½ 囲碁", "plain é ½ 囲碁", id="letters stay"),
        pytest.param("\x1b[31mred\x07", "\\x1b[31mred\\x07", id="terminal escape"),
        pytest.param("two\nlines\r\n", "two\\x0alines\\x0d\\x0a", id="line ends"),
        pytest.param("\x9b2J", "\\x9b2J", id="C1 control"),
        pytest.param("abc\u202edef", "abc\\u202edef", id="bidirectional override"),
        pytest.param("\U000e0041", "\\U000e0041", id="tag character"),
        pytest.param("\ud800", "\\ud800", id="lone surrogate"),
    ],
)
def test_what_cannot_be_seen_is_shown_as_an_escape(text: str, shown: str):
    assert printable(text) == shown


@given(st.text())
def test_all_that_is_shown_can_be_printed_on_one_line(text: str):
    assert printable(text).isprintable()
