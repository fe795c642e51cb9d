"""The lines of a record's text: comments of several lines, and places of side lines."""

from __future__ import annotations

import pytest

from hypersweep import Event
from hypersweep.record import Variation
from hypersweep.record.writer import body_lines, comment_lines

FLAG, HINT = Event(0, "flag", (0, 1), 1), Event(0, "hint")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a", ["# a"]),
        ("a\nb", ["# a", "# b"]),
        ("\n", ["#", "#"]),
        (" a ", ["# \\u0020a\\u0020"]),
        ("\r\\\u2028\ud800", ["# \\r\\\\\\u2028\\ud800"]),
    ],
)
def test_a_comment_is_a_line_for_each_of_its_own(text: str, lines: list[str]) -> None:
    assert comment_lines(text) == lines


def test_events_alone_are_their_lines() -> None:
    assert body_lines((FLAG, HINT), {}, ()) == ["0 flag 0 1: 1", "0 hint"]
    assert body_lines((), {}, ()) == []
    assert body_lines((), {0: "nothing yet"}, ()) == ["# nothing yet"]


def test_side_lines_stand_where_they_leave() -> None:
    variations = (Variation(0, []), Variation(0, [HINT]), Variation(1, [HINT], parent=2), Variation(1, [HINT]))
    lines = body_lines((FLAG,), {0: "begin", 1: "end"}, variations)
    assert lines == [
        "# begin",
        "(",
        ")",
        "(",
        "0 hint",
        "(",
        "0 hint",
        ")",
        ")",
        "0 flag 0 1: 1",
        "# end",
        "(",
        "0 hint",
        ")",
    ]
