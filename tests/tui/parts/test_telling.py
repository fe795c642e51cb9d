"""Texts for the note line: the same message in fewer and fewer words."""

from __future__ import annotations

from hypersweep.session.hint import Advice
from hypersweep.tui.parts.note import fitted
from hypersweep.tui.parts.telling import hint_contents, result_contents

LONG = "The 1 at (0, 1) has its mine, and so much more can be said of it."


def test_a_hint_says_what_can_be_done_next() -> None:
    advice = Advice("safe", [lambda _: "Look.", lambda _: "It is safe.", (lambda _: LONG, lambda _: "Why.")])
    assert str(hint_contents(advice.hint(1))[0]) == "Hint 1  Look.   ? for more"
    assert str(hint_contents(advice.hint(3))[0]) == f"Hint 3  {LONG}"
    marked = Advice("safe", [(lambda _: LONG, lambda _: "Why.")], clues=((0, 1),)).hint(1)
    shown = [str(fitted(hint_contents(marked), width, 1)) for width in (99, 60, 30, 20, 7)]
    assert shown == [
        f"Hint 1  {LONG}   n goes there",
        "Hint 1  Why.   M in full, n goes there",
        "Hint 1  Why.   M in full",
        "Hint 1  Why.",
        "Why.",
    ]


def test_a_result_fits_into_the_lines_there_are() -> None:
    contents = result_contents("You won in 9.0 s", ["your best time on 3x4", "your best"], "3BV 5", is_won=True)
    keys = "v review, y replay, r new"
    rooms = [(80, 3), (80, 2), (80, 1), (72, 1), (60, 1), (30, 1), (18, 1)]
    assert [str(fitted(contents, *room)) for room in rooms] == [
        f"You won in 9.0 s   your best time on 3x4\n3BV 5\n{keys}",
        f"You won in 9.0 s   your best time on 3x4\n3BV 5   {keys}",
        f"You won in 9.0 s   your best time on 3x4   3BV 5   {keys}",
        f"You won in 9.0 s   your best time on 3x4   {keys}",
        f"You won in 9.0 s   your best   {keys}",
        "You won in 9.0 s   your best",
        "You won in 9.0 s",
    ]
