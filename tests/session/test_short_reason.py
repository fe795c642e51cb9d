"""Reasons in one short sentence: each kind of evidence, checked."""

from __future__ import annotations

import pytest

from hypersweep import View, explain
from hypersweep.session.short_reason import brief_reason, few_or_marked, marked, safe_words


def brief(text: str) -> str:
    reason = explain(View.parse(text))[-1]
    return brief_reason([reason], reason.clues, str)


def test_cells_are_named_where_they_are_few() -> None:
    assert marked(1, "flag") == "the marked flag"
    assert few_or_marked([(0, 1), (1, 2)], "clue", str) == "(0, 1) and (1, 2)"
    assert few_or_marked([(0, 1), (1, 2), (2, 2)], "clue", str) == "the 3 marked clues"
    guess = explain(View.parse("2x3 mines=1\n# 1 #\n# 1 #"))[-1]
    assert brief_reason([guess], guess.clues, str, is_least=True) == "(0, 0) is a mine with a chance of 25 %"
    assert safe_words([(0, 1)], str) == "(0, 1) is safe"


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ("2x3 mines=1\n# # #\n1 1 .", "The 0 at (1, 2) touches no mine"),
        ("2x4 mines=2\n# # F #\n1 2 1 1", "The 1 at (1, 2) already has its mine, (0, 2)"),
        ("2x5 mines=1\n# # # # #\n1 1 1 # #", "The 1 at (1, 0) shares its mine with the 1 at (1, 1)"),
        ("2x3 mines=1\n# 1 #\n# 1 #", "(0, 0) is a mine with a chance of 25 %, the lowest there is"),
        ("1x8 mines=2\n1 # # # # # 1 #", "The number of mines left and the marked clue leave none there"),
        ("1x7 mines=2\n# 1 # # # 1 #", "The number of mines left and the 2 marked clues leave none there"),
    ],
)
def test_each_kind_of_reason_has_a_sentence(view: str, words: str) -> None:
    assert words in brief(view)


def test_of_earlier_steps_only_the_number_is_told() -> None:
    view = View.parse("2x4 mines=2\n# # # #\n1 2 1 1")
    steps = explain(view)
    assert brief_reason(steps, steps[-1].all_clues, str).startswith(f"In {len(steps)} steps: the 1 at (1, 2) ")


def test_where_every_character_counts_less_is_said() -> None:
    pair = explain(View.parse("2x5 mines=1\n# # # # #\n1 1 1 # #"))[-1]
    assert brief_reason([pair], pair.clues, str, is_least=True) == "Compare the 1 at (1, 0) with the 1 at (1, 1)"
    count = explain(View.parse("1x7 mines=2\n# 1 # # # 1 #"))[-1]
    words = "In 12 steps: the number of mines left and the marked clues leave none there"
    assert brief_reason([count] * 12, count.clues, str, is_least=True) == words
