"""Sentences: every claim in every step is read and checked separately, on boards of one to five dimensions."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter

import pytest

from hypersweep import View
from hypersweep.errors import BudgetExceededError, InconsistentViewError
from hypersweep.solve import Budget, Choice, deduce, explain
from hypersweep.solve.evidence import GuessGrounds, LineCase, LineGrounds, LineStep, TriedGrounds, list_cells
from seeds import seeds
from sentences import Sentences, check_first, check_form, check_reason, check_sentence
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


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2x3 mines=1\n# # 1\n# 1 1", "The 1 at (0, 2) touches only 1 covered cell: (0, 1) is a mine."),
        ("1x3 mines=2\n# 2 #", "The 2 at (0, 1) touches only 2 covered cells: (0, 0) and (0, 2) are mines."),
        ("2x3 mines=0\n# # #\n# # .", "The 0 at (1, 2) touches no mine: (0, 1), (0, 2) and (1, 1) are safe."),
        (
            "1x4 mines=1\n* 1 # #",
            "The 1 at (0, 1) already has its mine, (0, 0), so its only other covered cell, (0, 2), is safe.",
        ),
        (
            "2x3 mines=1\n* # #\n# 1 #",
            (
                "The 1 at (1, 1) already has its mine, (0, 0), so its 4 other covered cells, (0, 1), (0, 2), "
                "(1, 0) and (1, 2), "
                "are safe."
            ),
        ),
        (
            "1x4 mines=2\n* 2 # #",
            (
                "The board shows a mine at (0, 0), so the 2 at (0, 1) needs 1 more. It touches only 1 covered cell: "
                "(0, 2) is a mine."
            ),
        ),
    ],
)
def test_sentences_of_clues_word_for_word(text: str, sentence: str) -> None:
    check_first(text, sentence)


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
def test_sentences_of_sums_word_for_word(text: str, sentence: str) -> None:
    check_first(text, sentence)


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


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "1x6 mines=1\n# 1 # # # #",
            (
                "There is only 1 mine. The 1 at (0, 1) needs it, so the 3 other covered cells are safe: (0, 3), "
                "(0, 4) and (0, 5)."
            ),
        ),
        ("2x2 mines=0\n# #\n# #", "There are no mines, so (0, 0), (0, 1), (1, 0) and (1, 1) are safe."),
        ("2x2 mines=1\n* #\n# #", "The only mine is found, so (0, 1), (1, 0) and (1, 1) are safe."),
        ("1x2 mines=2\n# #", "There are 2 mines, as many as there are covered cells: (0, 0) and (0, 1) are mines."),
        ("1x1 mines=1\n#", "There is 1 mine, and only 1 covered cell: (0, 0) is a mine."),
        (
            "1x8 mines=3\n# 1 # 1 # 1 # #",
            (
                "There are 3 mines. The 1 at (0, 1) and the 1 at (0, 5) share no covered cell and take 1 + 1 = "
                "2. The other 3 - 2 = 1 "
                "must be in the only other covered cell that none of them touches: (0, 7) is a mine."
            ),
        ),
    ],
)
def test_sentences_of_mine_numbers_word_for_word(text: str, sentence: str) -> None:
    check_first(text, sentence)


def test_guesses_count_the_cells_that_are_open_to_doubt() -> None:
    (reason,) = explain(View.parse("3x4 mines=3\n# # # #\n# 1 # #\n# # # #"))
    check_form(str(reason))
    assert str(reason).startswith(
        "No cell is certain to be safe: 8 covered cells next to clues and 3 elsewhere are in doubt. "
    )
    (reason,) = explain(View.parse("1x3 mines=1\n# 1 #"))
    assert "2 covered cells next to clues are in doubt. The chance of a mine at (0, 0) is 50 %, the lowest" in str(
        reason
    )
    assert "(1 other cell is as safe)" in str(reason)
    (reason,) = explain(View.parse("2x3 mines=1\n# # #\n# # #"))
    assert "6 covered cells are in doubt. The chance of a mine at (0, 0), which no clue touches, is " in str(reason)


def test_rare_chances_are_told_without_powers_of_ten() -> None:
    def told(chance: float, opening: float, error: float | None) -> str:
        choice = Choice((0, 0), "guess", 1 - chance, 0.5, None, "safest", error is None)
        grounds = GuessGrounds(chance, choice, (0, 0), chance, 0, opening, True, 2, 3, error)
        text = grounds.sentence("guess", [(0, 0)], list_cells)
        check_form(text)
        return text

    assert "The chance of a mine at (0, 0) is less than 0.001 %, the lowest on the board." in told(9.1e-13, 0.0, 0.0003)
    assert "is about 0.2 %" in told(0.002, 0.0, 0.0003)
    assert "it touches no mine" in told(0.125, 0.25, None)
    assert "it touches no mine" not in told(0.125, 0.0002, None)
