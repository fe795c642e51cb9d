"""Reasons: their values, how they are decoded, the conclusions, and the steps to a cell or a guess."""

from __future__ import annotations

import pickle
import random
import re
from typing import Any

import pytest

import naive_solver
from brute_force import players
from hypersweep import Grid, View
from hypersweep._native import WAYS, Reasoner
from hypersweep.errors import BudgetExceededError, CellError, InconsistentViewError, ParameterError, ParameterTypeError
from hypersweep.session.hint_search import find_advice
from hypersweep.solve import Budget, Reason, analyse, deduce, explain
from hypersweep.solve.evidence import (
    AllGrounds,
    BoundGrounds,
    ClueGrounds,
    Evidence,
    LineCase,
    LineGrounds,
    LineStep,
    ShareGrounds,
    Side,
    SumGrounds,
    TriedGrounds,
)
from hypersweep.solve.explanation import EASY, RULES, UNCOUNTED, Deduction, ReasonDecoder, ways_with
from hypersweep.solve.kernel import DONE, LATE, Kernel
from hypersweep.text import place_text
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE
from seeds import seeds
from sentences import CELLS, Sentences
from solver_views import board_of, random_view, scattered_view


def test_hints_give_away_more_and_more() -> None:
    (reason,) = explain(View.parse("1x4 mines=1\nF 1 # #"), trust_flags=True)
    assert reason.hint(1) == "Look at (0, 1)."
    assert reason.hint(2) == "The clue at (0, 1) alone shows that some cells are safe."
    assert reason.hint(3) == str(reason)
    assert "D" in reason.hint(3, lambda cell: "ABCD"[cell[1] + 1])
    for level in (0, 4):
        with pytest.raises(ParameterError, match="1 to 3"):
            reason.hint(level)


def test_rules_have_levels() -> None:
    assert RULES == ("clue", "pair", "set", "count", "guess")


def chain(length: int) -> Reason:
    """Return a reason on top of a chain of others."""
    reason = Reason("clue", "safe", ((0, 0),), ((0, 1),), (), AllGrounds())
    for place in range(1, length):
        reason = Reason("clue", "safe", ((place, 0),), ((place, 1),), (reason,), AllGrounds())
    return reason


def test_steps_come_after_what_they_rest_on_and_once_each() -> None:
    first = Reason("clue", "mine", ((0, 1),), ((1, 1),), (), AllGrounds())
    second = Reason("clue", "safe", ((0, 0),), ((1, 0),), (first,), AllGrounds())
    third = Reason("pair", "safe", ((0, 2),), ((1, 1), (1, 2)), (first, second), AllGrounds())
    assert third.steps == (first, second, third)
    assert third.all_clues == ((1, 0), (1, 1), (1, 2))
    assert (first.probability, second.probability) == (1.0, 0.0)
    assert (third.choice, third.is_estimate) == (None, False)


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 39, 40, 41, 5000])
def test_reasons_of_any_depth_travel_and_compare(length: int) -> None:
    reason = chain(length)
    again = pickle.loads(pickle.dumps(reason))
    assert again == reason
    assert hash(again) == hash(reason)
    assert len(again.steps) == length
    assert reason != chain(length + 1)


def test_equal_reasons_rest_on_equal_steps() -> None:
    one = Reason("clue", "mine", ((0, 1),), ((1, 1),), (), AllGrounds())
    other = Reason("clue", "mine", ((0, 2),), ((1, 1),), (), AllGrounds())
    last = [Reason("clue", "safe", ((0, 0),), ((1, 0),), (step,), AllGrounds()) for step in (one, one, other)]
    assert last[0] == last[1] != last[2]
    assert last[0] != "reason"


@pytest.mark.parametrize("level", [0, 4, True, "1"])
def test_levels_are_1_to_3(level: object) -> None:
    reason = chain(2)
    with pytest.raises(ParameterError if level in (0, 4) and level is not True else ParameterTypeError):
        reason.hint(level)  # type: ignore[arg-type]


def test_cells_are_named_as_one_likes() -> None:
    reason = chain(1)
    assert reason.format(lambda cell: "abc"[cell[0]] + str(cell[1] + 1)).startswith("a1 is safe: ")
    assert reason.hint(1, lambda cell: f"<{cell[1]}>") == "Look at <1>."
    assert reason.hint(3) == str(reason)


VIEW = View("3x4", 3, [COVERED, COVERED, COVERED, COVERED, 1, 2, 2, 1, COVERED, COVERED, COVERED, COVERED])


@pytest.mark.parametrize(
    ("kind", "numbers", "grounds"),
    [
        (0, [4, 2, 1, 0, 0], ClueGrounds((1, (1, 0)), ((0, 0),), (), 2)),
        (
            1,
            [1, 1, 1, 4, 1, 0, 1, 0, 1, 1, 0, 0, 5, 2, 1, 8, 0, 0, 1, 2, 0, 2, 0, 3, 2, 1, 1, 2, -1, 1, 9],
            SumGrounds(
                (Side((1, (1, 0)), 1, (), ((0, 0),), ((0, 1),), (), ()),),
                (Side((2, (1, 1)), 2, ((2, 0),), (), (), ((0, 2),), ()),),
                ((0, 0), (0, 3)),
                (2, 1),
                ((0, 2),),
                (-1,),
                ((2, 1),),
                True,
            ),
        ),
        (
            2,
            [1, 3, 2, 1, 1, 5, 0, 0, 1, 2, 1, 1, 2, 0, 0, 1, 6, 1, 1, 8, 0, 0, 0, 1, 0, 0, 0],
            LineGrounds(
                LineCase(
                    (0, 2),
                    True,
                    (LineStep((2, (1, 1)), False, (), ((0, 2),), ((0, 1),)),),
                    (
                        LineCase((0, 0), False, (LineStep((2, (1, 2)), True, ((2, 0),), (), ()),), ()),
                        LineCase((0, 1), False, (), ()),
                    ),
                ),
                ((0, 3),),
            ),
        ),
        (3, [], TriedGrounds(((1, (1, 0)), (2, (1, 1))))),
        (4, [2, 7, 1, 4, 1, 3, 1, 2], ShareGrounds(((1, (1, 3)), (1, (1, 0))), (1, 1), 3, 1, 2)),
        (5, [3, 4, 1], BoundGrounds(((1, 0), (1, 1)), 3, 4, True)),
        (6, [], AllGrounds()),
    ],
)
def test_every_kind_of_grounds_is_read(kind: int, numbers: list[int], grounds: Evidence) -> None:
    row = [2, 1, kind, 1, 2, 0, 2, 4, 5, *numbers]
    reason = ReasonDecoder(VIEW, lambda number: row).reason(0)
    assert (reason.rule, reason.conclusion, reason.cells) == ("set", "mine", ((0, 2),))
    assert (reason.clues, reason.because) == (((1, 0), (1, 1)), ())
    assert reason.grounds == grounds


def test_only_what_a_reason_takes_for_granted_is_read_and_each_once() -> None:
    rows = {
        0: [0, 0, 6, 1, 0, 0, 0],
        1: [0, 0, 6, 1, 0, 0, 1],
        2: [0, 1, 6, 1, 0, 1, 2, 0],
        3: [3, 0, 6, 2, 0, 2, 3, 8, 0, 2],
    }
    asked: list[int] = []

    def row(number: int) -> list[int]:
        asked.append(number)
        return rows[number]

    reader = ReasonDecoder(VIEW, row)
    last = reader.reason(3)
    assert sorted(asked) == [0, 2, 3]
    assert [step.cells for step in last.steps] == [((0, 0),), ((0, 2),), ((0, 3), (2, 0))]
    assert last.because[0] is last.because[1].because[0] is reader.reason(0)
    assert reader.reason(1).conclusion == "safe"
    assert sorted(asked) == [0, 1, 2, 3]


def test_more_is_concluded_from_where_it_stopped() -> None:
    for own in players(121, 60, trust=0.0):
        try:
            analysis = analyse(own.view)
            whole = Deduction(own.view, False, Budget())
            whole.go_on(ways_with(analysis), analysis)
        except InconsistentViewError:
            continue
        parts = Deduction(own.view, False, Budget())
        before = -1
        while parts.count > before:
            before = parts.count
            assert not parts.go_on(ways_with(analysis), analysis, most_steps=1)
            assert parts.count - before in (0, 1, 2)
        assert parts.reasons() == whole.reasons()
        whole.end()
        parts.end()


@pytest.mark.parametrize("seed", range(2))
def test_the_steps_settle_exactly_what_is_certain(seed: int) -> None:
    for own in players(120 + seed, 120, trust=0.0):
        deduction = Deduction(own.view, False, Budget())
        try:
            analysis = analyse(own.view)
        except InconsistentViewError:
            continue
        deduction.go_on(ways_with(analysis), analysis)
        reasons = deduction.reasons()
        deduction.end()
        concluded = {cell: reason.conclusion == "mine" for reason in reasons for cell in reason.cells}
        assert len(concluded) == sum(len(reason.cells) for reason in reasons)
        certain = dict.fromkeys(analysis.safe_cells, False) | dict.fromkeys(analysis.mine_cells, True)
        assert concluded == certain


@pytest.mark.slow
def test_easy_ways_use_one_clue_or_two_and_come_before_all_others() -> None:
    for own in players(122, 100, trust=0.0):
        easy, every = (Deduction(own.view, False, Budget()) for _ in range(2))
        try:
            easy.go_on(EASY)
            analysis = analyse(own.view)
            every.go_on(ways_with(analysis), analysis)
        except InconsistentViewError:
            continue
        found, all_steps = easy.reasons(), every.reasons()
        assert {reason.rule for reason in found} <= {"clue", "pair"}
        assert all_steps[: len(found)] == found
        assert not all_steps[len(found) :] or all_steps[len(found)].level > 2


@pytest.mark.slow
def test_what_is_wanted_is_enough() -> None:
    stopped = 0
    for own in players(124, 100, scattered_view, trust=0.0):
        whole = Deduction(own.view, False, Budget())
        whole.go_on(UNCOUNTED)
        if not whole.count:
            continue
        all_steps = whole.reasons()
        for number in {0, whole.count // 2, whole.count - 1}:
            wanted = own.grid.index(all_steps[number].cells[-1])
            some = Deduction(own.view, False, Budget())
            assert some.reason_of(wanted) is None
            assert some.go_on(UNCOUNTED, wanted=[wanted])
            assert some.reason_of(wanted) == all_steps[number]
            assert some.reasons() == all_steps[: some.count]
            stopped += some.count < whole.count
        safe = next((reason for reason in all_steps if reason.conclusion == "safe"), None)
        some = Deduction(own.view, False, Budget())
        assert some.go_on(UNCOUNTED, any_safe=True) == (safe is not None)
        assert some.reason_of(None) == safe
    assert stopped > 20


def test_an_estimate_settles_what_it_proves_and_nothing_else() -> None:
    view = View.parse("3x6 mines=6\n# 1 # # 2 #\n1 # 3 # # 3\n1 1 # # # #")
    exact = analyse(view)
    estimate = analyse(view, budget=Budget(states=1), estimate=True)
    assert not estimate.is_exact
    own = Deduction(view, False, Budget())
    own.go_on(ways_with(estimate), estimate)
    for reason in own.reasons():
        for cell in reason.cells:
            assert exact.probability(cell) == (reason.conclusion == "mine")


def test_where_pairs_say_no_more_a_sum_of_a_few_clues_comes_first() -> None:
    found = 0
    for own in players(123, 100, scattered_view, trust=0.0):
        again = Deduction(own.view, False, Budget())
        if not own.exhaust():
            continue
        expected = own.step("sum")
        if expected:
            found += 1
            again.go_on(UNCOUNTED, wanted=[own.grid.index(expected[0].cells[0])])
            assert again.reasons()[len(own.reasons) - len(expected) :] == expected
    assert found > 3


@pytest.mark.slow
def test_a_conclusion_that_no_clue_allows_names_the_clues() -> None:
    chance = random.Random(125)
    blamed = 0
    for _ in range(400):
        view = random_view(chance, impossible=1.0)
        own = Deduction(view, False, Budget())
        try:
            own.go_on(EASY)
        except InconsistentViewError as error:
            blamed += 1
            assert error.clues
            with pytest.raises(InconsistentViewError):
                analyse(view)
    assert blamed > 20


class Late:
    """A reasoner whose search for few clues always takes too long."""

    def __init__(self, native: Reasoner) -> None:
        self.native = native

    def __getattr__(self, name: str) -> object:
        return getattr(self.native, name)

    def go_on(self, ways: int, chances: object, *others: Any) -> tuple[int, int, int, bool, bool]:
        if ways & (WAYS["few"] | WAYS["mines"]):
            ways &= ~(WAYS["few"] | WAYS["mines"] | WAYS["all"])
            _, *found, is_stuck = self.native.go_on(ways, chances, *others)
            return (LATE if is_stuck else DONE, *found, False)  # type: ignore[return-value]
        return self.native.go_on(ways, chances, *others)


def test_a_step_that_takes_too_long_ends_in_what_all_clues_say(monkeypatch: pytest.MonkeyPatch) -> None:
    view = View("1x3x4", 5, [-1, -1, 2, -1, -1, 3, -1, -1, -1, 2, 2, -1])
    analysis = analyse(view)
    own = Deduction(view, False, Budget(seconds=1.0))
    monkeypatch.setattr(own._reasoner, "native", Late(own._reasoner.native))
    own.go_on(ways_with(analysis), analysis)
    certain = {*analysis.safe_cells, *analysis.mine_cells}
    assert {cell for reason in own.reasons() for cell in reason.cells} == certain
    assert any(isinstance(reason.grounds, AllGrounds) for reason in own.reasons())


def check(view: View, reason: Reason, trust: bool) -> None:
    """Check that a reason's conclusion holds in all layouts that fit its named clues, ignoring others."""
    board = board_of(view)
    mines = view.mines if any(step.rule == "count" for step in reason.steps) else None
    layouts = list(
        naive_solver.layouts_that_fit(
            board, view.codes, mines, trust_flags=trust, silent=lambda cell: cell not in reason.all_clues
        )
    )
    assert layouts
    assert naive_solver.follows(layouts, dict.fromkeys(reason.cells, reason.conclusion == "mine"))
    # The same, step by step: the clues of this step, and earlier conclusions.
    facts = {cell: other.conclusion == "mine" for other in reason.because for cell in other.cells}
    own = naive_solver.layouts_that_fit(
        board,
        view.codes,
        view.mines if reason.rule == "count" else None,
        trust_flags=trust,
        silent=lambda cell: cell not in reason.clues,
    )
    given = [layout for layout in own if naive_solver.follows([layout], facts)]
    assert given
    assert naive_solver.follows(given, dict.fromkeys(reason.cells, reason.conclusion == "mine"))


def needs_all(view: View, reason: Reason, trust: bool) -> None:
    """Check that a reason by many clues needs each of them."""
    facts = {cell: other.conclusion == "mine" for other in reason.because for cell in other.cells}
    for left_out in reason.clues:
        layouts = naive_solver.layouts_that_fit(
            board_of(view),
            view.codes,
            view.mines if reason.rule == "count" else None,
            trust_flags=trust,
            silent=lambda cell, left_out=left_out: cell not in reason.clues or cell == left_out,  # type: ignore[misc]
        )
        given = [layout for layout in layouts if naive_solver.follows([layout], facts)]
        assert not naive_solver.follows(given, dict.fromkeys(reason.cells, reason.conclusion == "mine"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(6))
def test_reasons_are_right_and_complete(seed: int) -> None:
    chance = random.Random(seed)
    rules = set()
    for _ in range(120):
        view = random_view(chance)
        trust = chance.random() < 0.15
        try:
            analysis = analyse(view, trust_flags=trust)
        except InconsistentViewError:
            continue
        reasons = deduce(view, trust_flags=trust)
        earlier: set[int] = set()
        concluded = []
        for reason in reasons:
            rules.add(reason.rule)
            assert {id(step) for step in reason.because} <= earlier
            earlier.add(id(reason))
            check(view, reason, trust)
            if reason.rule in ("set", "count"):
                needs_all(view, reason, trust)
            concluded += [(cell, reason.conclusion) for cell in reason.cells]
            for word in (reason.cells[0], *reason.clues[:1]):
                assert place_text(word) in str(reason)
        expected = [(cell, "safe") for cell in analysis.safe_cells]
        if not trust:
            expected += [(cell, "mine") for cell in analysis.mine_cells]
        else:
            expected += [(cell, "mine") for cell in analysis.mine_cells if view[cell] == -1]
        assert sorted(concluded) == sorted(expected)
    assert {"clue", "pair", "count"} <= rules


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(4))
def test_reasons_name_nothing_that_nobody_has_told_of(seed: int) -> None:
    chance = random.Random(200 + seed)
    known_mines = 0
    for _ in range(150):
        view = random_view(chance)
        trust = chance.random() < 0.15
        try:
            reasons = deduce(view, trust_flags=trust)
        except InconsistentViewError:
            continue
        told_mines: set[tuple[int, ...]] = set()
        for reason in reasons:
            told = {cell for step in reason.steps if step.conclusion == "mine" for cell in step.cells}
            seen = {cell for cell in view.grid if view[cell] in (MINE, EXPLODED)}
            if trust:
                seen |= {cell for cell in view.grid if view[cell] == FLAGGED}
            reader = Sentences(board_of(view), view.codes, view.mines, {}, trust_flags=trust)
            text = str(reason)
            called = re.findall(rf"({CELLS})(?: is a mine| are mines|, which only)", re.sub("Case [^:]*:", "", text))
            called += re.findall(rf"already has its (?:mine|[0-9]+ mines), ({CELLS}?)(?:: |, so)", text)
            for cells in called:
                assert set(reader.cells(cells)) <= told | seen, (view, reason)
            if reason.rule == "clue" and reason.conclusion == "mine":
                known_mines += bool(told_mines & set(view.grid.neighbours(reason.clues[0])))
            told_mines.update(reason.cells if reason.conclusion == "mine" else ())
    # A clue all of whose cells are mines, some of which are known already.
    assert known_mines


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_explanations_lead_to_the_simplest_safe_cell(seed: int) -> None:
    chance = random.Random(100 + seed)
    for _ in range(80):
        view = random_view(chance, ended=False)
        analysis = analyse(view)
        steps = explain(view)
        if not analysis.safe_cells:
            assert [step.conclusion for step in steps] in ([], ["guess"])
            if not steps:
                assert all(analysis.probability(cell) == 1.0 for cell in view.grid if view[cell] < 0)
            continue
        last = steps[-1]
        assert last.conclusion == "safe"
        assert set(last.cells) <= set(analysis.safe_cells)
        assert tuple(steps) == last.steps
        # No safe cell follows by easier rules alone.
        easier = [
            reason
            for reason in deduce(view)
            if reason.conclusion == "safe"
            and max(step.level for step in reason.steps) < max(step.level for step in steps)
        ]
        assert easier == []
        cell = chance.choice(analysis.safe_cells)
        assert cell in explain(view, cell)[-1].cells


@pytest.mark.parametrize(
    ("text", "cells", "clues"),
    [
        ("4x4 mines=3\n# 1 . .\n2 # 1 #\n# # # #\n1 2 # 1", ["(2, 3)"], 3),
        ("5x4 mines=5\n# 1 1 1\n2 # 2 #\n# # # 2\n# 2 2 #\n# 1 # #", ["(2, 2)"], 3),
        ("3x6 mines=6\n# 1 # # 2 #\n1 # 3 # # 3\n1 1 # # # #", ["(2, 3)", "(2, 4)", "(2, 5)"], 3),
        ("4x4 mines=5\n2 # 2 #\n# # # 1\n# 4 # #\n# # 1 #", ["(2, 3)"], 5),
        ("2x3x3 mines=4\n1 # # | 2 # # | # # #\n1 # 3 | 2 4 # | # # #", ["(0, 2, 2)", "(1, 2, 2)"], 4),
        ("2x3x3 mines=6\n2 4 # | 4 # 3 | # 3 1\n# # # | # 6 # | # # 1", ["(1, 0, 0)"], 6),
        (
            "2x2x2x3 mines=5\n# # | 2 2\n2 # | 2 2\n5 # | 5 5\n5 # | 5 5\n# # | # #\n# 3 | 3 3",
            ["(0, 1, 0, 1)", "(1, 1, 0, 1)"],
            3,
        ),
    ],
)
def test_clues_that_only_together_prove_something(text: str, cells: list[str], clues: int) -> None:
    view = View.parse(text)
    reasons = deduce(view)
    for reason in reasons:
        check(view, reason, False)
    first = next(reason for reason in reasons if reason.rule == "set")
    needs_all(view, first, False)
    assert [str(cell) for cell in first.cells] == cells
    assert len(first.clues) == clues
    assert "Only layouts" not in str(first)


def test_flags_count_only_when_trusted() -> None:
    view = View.parse("1x4 mines=2\nF 1 # #")
    assert explain(view)[0].rule == "guess"
    steps = explain(view, trust_flags=True)
    assert [step.rule for step in steps] == ["clue"]
    assert str(steps[0]) == (
        "The 1 at (0, 1) already has its mine, (0, 0), so its only other covered cell, (0, 2), is safe."
    )


def test_the_number_of_mines_is_a_reason() -> None:
    steps = explain(View.parse("1x6 mines=1\n# 1 # # # #"))
    assert [step.rule for step in steps] == ["count"]
    assert steps[-1].cells == ((0, 3), (0, 4), (0, 5))
    assert str(steps[-1]).startswith("There is only 1 mine. The 1 at (0, 1) needs it, so ")
    every = explain(View.parse("2x3 mines=0\n# # #\n# # #"))
    assert str(every[0]).startswith("There are no mines, so (0, 0), ")


def test_a_guess_says_what_it_compares_with() -> None:
    view = View.parse("3x4 mines=3\n# # # #\n# 1 # #\n# # # #")
    (reason,) = explain(view)
    assert (reason.rule, reason.conclusion, reason.level) == ("guess", "guess", 5)
    assert reason.probability == analyse(view).probability(reason.cells[0])
    assert "%" in str(reason)
    (other,) = explain(view, (0, 3))
    assert other.cells == ((0, 3),)
    assert "better guess" in str(other)


def test_only_covered_cells_are_explained() -> None:
    view = View.parse("1x4 mines=1\nF 1 # #")
    with pytest.raises(CellError, match="covered"):
        explain(view, (0, 1))
    with pytest.raises(CellError):
        explain(view, (1, 0))


def no_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every attempt at counting fail."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("an analysis was made")

    monkeypatch.setattr(Kernel, "run", refuse)
    monkeypatch.setattr(Kernel, "estimate", refuse)
    monkeypatch.setattr(Kernel, "choose", refuse)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("2x3 mines=1\n# # 1\n# 1 1", "clue"),
        ("3x6 mines=3\n# # # # # #\n1 1 1 2 # #\n. . . 1 # #", "pair"),
        ("4x4 mines=3\n# 1 . .\n2 # 1 #\n# # # #\n1 2 # 1", "clue"),
        ("4x4 mines=5\n2 # 2 #\n# # # 1\n# 4 # #\n# # 1 #", "set"),
        ("1x6 mines=1\n# 1 # # # #", "count"),
        ("2x3 mines=0\n# # #\n# # #", "count"),
    ],
)
def test_easy_reasons_need_no_analysis(monkeypatch: pytest.MonkeyPatch, text: str, rule: str) -> None:
    view = View.parse(text)
    expected = [str(step) for step in explain(view)]
    no_analysis(monkeypatch)
    steps = explain(view)
    assert [str(step) for step in steps] == expected
    assert steps[-1].rule == rule
    assert [str(step) for step in explain(view, steps[-1].cells[-1])] == expected
    assert find_advice(view).kind == "safe"


def lattice(*, easy: bool) -> View:
    """Return a board whose clues, on every second row and column, overlap, which makes counting slow."""
    grid = Grid("22x23")
    chance = random.Random(5)
    codes = [-1] * grid.cells
    mines = {cell for cell in grid if chance.random() < 0.35}
    for cell in grid:
        if all(place % 2 for place in cell) and cell not in mines:
            number = sum(other in mines for other in grid.neighbours(cell))
            if 3 <= number <= 4:
                codes[grid.index(cell)] = number
    if easy:
        # A zero in the last corner.
        corner = (21, 22)
        mines -= {corner, *grid.neighbours(corner)}
        codes[grid.index(corner)] = 0
        for cell in grid.neighbours(corner):
            for other in (cell, *grid.neighbours(cell)):
                if codes[grid.index(other)] > 0:
                    codes[grid.index(other)] = -1
    return View(grid, len(mines), codes)


def test_on_a_hard_board_an_easy_clue_is_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    view = lattice(easy=True)
    no_analysis(monkeypatch)
    (reason,) = explain(view)
    assert (reason.rule, reason.clues) == ("clue", ((21, 22),))
    assert explain(view, (20, 21))[-1].cells == reason.cells
    assert find_advice(view).hint(1).text == "Look at (21, 22)."


def test_past_the_budget_a_guess_is_an_estimate() -> None:
    view = View.parse("3x6 mines=4\n# # # # # #\n# 2 # # 2 #\n# # # # # #")
    least = Budget(states=1)
    with pytest.raises(BudgetExceededError):
        analyse(view, budget=least)
    with pytest.raises(BudgetExceededError):
        deduce(view, budget=least)
    (reason,) = explain(view, budget=least)
    assert (reason.rule, reason.is_estimate) == ("guess", True)
    assert " is about " in str(reason)
    assert "The chances are estimates, with a standard error of " in str(reason)
    assert reason.probability == pytest.approx(analyse(view).probability(reason.cells[0]), abs=0.05)
    (other,) = explain(view, (0, 0), budget=least)
    assert (other.cells, other.is_estimate) == (((0, 0),), True)
    assert not explain(view)[0].is_estimate


def test_a_guess_is_told_where_its_clues_would_take_too_much_work() -> None:
    rows = ["# # # # # #"] * 3 + ["# # # 1 # #"] + ["# # # # # #"] * 2
    view = View.parse("\n".join(["6x6~wrap=all mines=5", *rows]))
    small = Budget(states=4)
    analysis = analyse(view, budget=small)
    with pytest.raises(BudgetExceededError):
        analysis.clue_chances((2, 2))
    (reason,) = explain(view, budget=small)
    assert reason.probability == pytest.approx(1 / 8)
    assert "opens more cells" not in str(reason)
    (better,) = explain(view)
    assert "opens more cells" in str(better)
