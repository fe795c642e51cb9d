"""Sums of clues in words."""

from __future__ import annotations

import pytest

from hypersweep import View
from hypersweep.solve import deduce
from sentences import check_first, check_reason


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("4x4 mines=3\n# 1 . .\n2 # 1 #\n# # # #\n1 2 # 1", "none elsewhere"),
        ("5x4 mines=5\n# 1 1 1\n2 # 2 #\n# # # 2\n# 2 2 #\n# 1 # #", "so it has none elsewhere: "),
        ("3x6 mines=6\n# 1 # # 2 #\n1 # 3 # # 3\n1 1 # # # #", "their other mines elsewhere"),
        ("4x4 mines=5\n2 # 2 #\n# # # 1\n# 4 # #\n# # 1 #", "Suppose (2, 3) were a mine. "),
        ("2x3x3 mines=4\n1 # # | 2 # # | # # #\n1 # 3 | 2 4 # | # # #", "The difference is 5 - 5 = 0"),
        (
            "2x3x3 mines=6\n2 4 # | 4 # 3 | # 3 1\n# # # | # 6 # | # # 1",
            "which is no more than the difference: (1, 0, 0) is",
        ),
    ],
)
def test_sets_are_told_as_sums_or_lines(text: str, form: str) -> None:
    view = View.parse(text)
    reasons = deduce(view)
    first = next(reason for reason in reasons if reason.rule == "set")
    assert form in str(first)
    for reason in reasons:
        check_reason(view, reason)


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        ("3x4 mines=4\n. 1 # #\n# 3 # #\n1 # # #", "pair", "That leaves 3 - 1 = 2 for its 2 other covered cells, "),
        (
            "4x4 mines=5\n1 2 # 2\n# # 4 #\n# # 4 #\n1 # # 1",
            "set",
            "of the 4 at (2, 2) for its 2 other covered cells, ",
        ),
    ],
)
def test_cells_that_are_known_in_part_are_told_as_such(text: str, rule: str, words: str) -> None:
    ending = "so all of them are mines, including "
    assert any(words + ending in str(reason) for reason in deduce(View.parse(text)) if reason.rule == rule)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "2x4 mines=2\n# # # #\n1 2 1 1",
            (
                "The 2 at (1, 1) can have at most 1 mine in the cells it shares with the 1 at (1, 0). "
                "That leaves 2 - 1 = 1 "
                "for its only other covered cell: (0, 2) is a mine."
            ),
        ),
        (
            "3x6 mines=3\n# # # # # #\n1 1 1 2 # #\n. . . 1 # #",
            (
                "Every covered cell of the 1 at (1, 0) also touches the 1 at (1, 1), so its mine counts for "
                "both. That leaves "
                "1 - 1 = 0 mines for the other cells of the 1 at (1, 1): (0, 2) is safe."
            ),
        ),
    ],
)
def test_sentences_word_for_word(text: str, sentence: str) -> None:
    check_first(text, sentence)
