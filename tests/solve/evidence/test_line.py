"""Lines of contradiction in words, clue by clue."""

from __future__ import annotations

import pickle
import re

import pytest

from hypersweep import View
from hypersweep.solve import deduce
from hypersweep.solve.evidence import LineCase, LineGrounds, LineStep, TriedGrounds
from hypersweep.solve.reason_text import list_cells

LINE = (
    "Suppose (2, 3) were a mine. The 1 at (1, 3) would have its mine, (2, 3), so (0, 3), (1, 2) and (2, 2) "
    "would be safe. The 1 at (3, 2) would have its mine, (2, 3), so (3, 1) would be safe. Only (0, 1) and (1, "
    "1) would be left for the 2 at (0, 2), so (0, 1) and (1, 1) would be mines. Only (1, 0), (1, 1), (2, 0) "
    "and (3, 0) would be left for the 4 at (2, 1), so (1, 0) would be a mine. The 2 at (0, 0) would touch 3 "
    "mines, (0, 1), (1, 0) and (1, 1), which is too many. So (2, 3) is safe."
)


def test_a_line_of_contradiction_is_told_clue_by_clue() -> None:
    reasons = deduce(View.parse("4x4 mines=5\n2 # 2 #\n# # # 1\n# 4 # #\n# # 1 #"))
    assert str(next(reason for reason in reasons if reason.rule == "set")) == LINE


def test_cases_are_numbered_as_they_branch() -> None:
    end = LineStep((1, (1, 1)), False, (), ((0, 0), (0, 1)), ())
    deep = LineCase((2, 2), True, (end,), ())
    branch = LineCase((0, 1), True, (), (deep, LineCase((2, 2), False, (end,), ())))
    line = LineGrounds(LineCase((0, 0), True, (), (branch, LineCase((0, 1), False, (end,), ()))), ((3, 3),))
    text = line.sentence("safe", [(0, 0), (3, 3)], list_cells)
    assert re.findall(r"Case ([\d.]+), (\([^)]*\)) is (a mine|safe):", text) == [
        ("1", "(0, 1)", "a mine"),
        ("1.1", "(2, 2)", "a mine"),
        ("1.2", "(2, 2)", "safe"),
        ("2", "(0, 1)", "safe"),
    ]
    assert text.endswith("So (0, 0) is safe, and so is (3, 3), which touches the same of these clues.")


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (LineStep((2, (1, 1)), True, (), (), ()), "No covered cell would be left for the 2 at (1, 1), which is not"),
        (LineStep((3, (1, 1)), True, ((0, 0),), ((0, 1),), ()), "besides (0, 0), which is not enough."),
        (LineStep((1, (1, 1)), True, (), ((0, 1),), ((0, 1),)), "so it would be a mine."),
        (LineStep((2, (1, 1)), True, (), ((0, 1), (0, 2)), ((0, 2),)), "so (0, 2) would be a mine."),
        (LineStep((1, (1, 1)), False, ((2, 0),), ((0, 1),), ()), "would touch 2 mines, (0, 1) and (2, 0), "),
        (LineStep((1, (1, 1)), False, (), ((0, 1),), ((0, 2),)), "its mine, (0, 1), so (0, 2) would be safe."),
    ],
)  # fmt: skip
def test_steps_word_for_word(step: LineStep, sentence: str) -> None:
    assert sentence in step.sentence(list_cells)
    assert pickle.loads(pickle.dumps(step)) == step


def test_clues_that_were_only_tried_are_named() -> None:
    grounds = TriedGrounds(((1, (1, 1)), (2, (0, 3))))
    assert grounds.sentence("mine", [(0, 1)], list_cells) == (
        "If (0, 1) were safe, no arrangement of mines would satisfy the 1 at (1, 1) and the 2 at (0, 3). There are too "
        "many cases to list, but all of them were tried: (0, 1) is a mine."
    )
