"""Steps of deduction: the easiest rule first, complete, and no analysis unless needed."""

from __future__ import annotations

import random
from typing import Any

import pytest

from brute_force import players
from hypersweep import View
from hypersweep._native import WAYS, Reasoner
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Budget, analyse
from hypersweep.solve.deduction import EASY, UNCOUNTED, Deduction, ways_with
from hypersweep.solve.evidence import AllGrounds
from hypersweep.solve.kernel import DONE, LATE
from solver_views import random_view, scattered_view


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
