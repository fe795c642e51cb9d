"""Sentences: every claim of every step is read and checked on its own, on boards of one to five dimensions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from hypersweep import View
from hypersweep.errors import BudgetExceededError, InconsistentViewError
from hypersweep.solve import Budget, deduce
from hypersweep.solve.reason_text import list_cells
from seeds import seeds
from sentences import Sentences, check_reason, check_sentence
from solver_views import board_of, random_view, scattered_view


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(12))
def test_every_claim_of_every_sentence_is_true(seed: int) -> None:
    chance = random.Random(300 + seed)
    forms: Counter[str] = Counter()
    for _ in range(300):
        view = random_view(chance)
        trust = chance.random() < 0.15
        try:
            reasons = deduce(view, trust_flags=trust)
        except InconsistentViewError:
            continue
        for reason in reasons:
            check_reason(view, reason, trust=trust)
            forms[reason.rule] += 1
    assert min(forms[rule] for rule in ("clue", "pair", "count")) > 10
    assert forms["set"] > 0


FORMS = (
    "Case",
    "Suppose",
    "all that",
    "in all. That",
    "elsewhere:",
    "Compare ",
    "If ",
    "There",
    "All ",
    "The only",
    "found",
    "shown",
)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(12))
def test_sums_and_lines_of_contradiction_are_true(seed: int) -> None:
    chance = random.Random(500 + seed)
    forms: Counter[str] = Counter()
    for _ in range(30):
        view = scattered_view(chance)
        try:
            reasons = deduce(view, budget=Budget(states=1 << 12))
        except BudgetExceededError:
            continue
        for reason in reasons:
            check_reason(view, reason)
            text = str(reason)
            form = next((word for word in FORMS if word in text), "other")
            forms[form] += reason.rule in ("set", "count")
    assert sum(forms.values()) > 1


def test_long_lists_name_every_cell_by_runs() -> None:
    (reason,) = deduce(View.parse("3x12 mines=0\n" + "# # # # # # # # # # # #\n" * 3))
    assert str(reason) == "There are no mines, so (0, 0) to (0, 11), (1, 0) to (1, 11) and (2, 0) to (2, 11) are safe."
    assert len(reason.cells) == 36
    cells = [(0, 0), (0, 1), (0, 3), (0, 4), (0, 5), (1, 0), (2, 2), (2, 3), (2, 4), (2, 5)]
    assert list_cells(cells) == "(0, 0), (0, 1), (0, 3) to (0, 5), (1, 0) and (2, 2) to (2, 5)"
    assert list_cells(cells, lambda cell: "abc"[cell[0]] + str(cell[1])) == "a0, a1, a3 to a5, b0 and c2 to c5"


@pytest.mark.parametrize(
    "wrong",
    [
        "The 1 at (0, 2) touches only 2 covered cells: (0, 1) is a mine.",
        "The 1 at (0, 2) touches only 1 covered cell: (0, 0) is a mine.",
        "The 2 at (0, 2) touches only 1 covered cell: (0, 1) is a mine.",
        "The 1 at (0, 2) touches only 1 covered cell: (0, 1) are mines.",
        "The 1 at (0, 2) touches only 1 covered cell: (0, 1) is safe.",
        "the 1 at (0, 2) touches only 1 covered cell: (0, 1) is a mine.",
        "The 1 at (1, 1) touches only 1 covered cell: (0, 1) is a mine.",
    ],
)
def test_the_checker_finds_wrong_claims(wrong: str) -> None:
    view = View.parse("2x3 mines=1\n# # 1\n# 1 1")
    reader = Sentences(board_of(view), view.codes, view.mines, {})
    with pytest.raises(AssertionError):
        check_sentence(reader, "clue", "mine", [(0, 1)], [(0, 2)], wrong)
