"""Conclusions from one clue, two clues, and one against a few others, compared with every way to fill the cells."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from brute_force import Player, players, settled_by, unknown_beside
from hypersweep import View
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Reason
from hypersweep.solve.evidence import ClueGrounds, SumGrounds
from solver_views import scattered_view


def check(own: Player, before: dict[int, bool], reasons: list[Reason]) -> None:
    """Check that the clues of some reasons prove their conclusions, given earlier ones."""
    clues = {own.grid.index(clue) for reason in reasons for clue in reason.clues}
    expected = settled_by(own, clues, before)
    for reason in reasons:
        for cell in reason.cells:
            assert expected[own.grid.index(cell)] == (reason.conclusion == "mine")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_one_clue_settles_what_it_can_and_no_more(seed: int) -> None:
    concluded = 0
    for own in players(20 + seed, 150):
        try:
            while True:
                before = dict(own.known)
                found = own.step("clue")
                if not found:
                    break
                (reason,) = found
                assert (reason.rule, len(reason.clues)) == ("clue", 1)
                check(own, before, found)
                concluded += 1
        except InconsistentViewError:
            continue
        assert not any(settled_by(own, [clue]) for clue in own.clues if unknown_beside(own, [clue]) <= 12)
    assert concluded > 100


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_two_clues_settle_what_they_can_and_no_more(seed: int) -> None:
    concluded = Counter[str]()
    for own in players(30 + seed, 300):
        try:
            while True:
                while own.step("clue"):
                    pass
                before = dict(own.known)
                found = own.step("pair")
                if not found:
                    break
                assert all(reason.rule == "pair" and len(reason.clues) == 2 for reason in found)
                check(own, before, found)
                concluded.update(reason.conclusion for reason in found)
        except InconsistentViewError:
            continue
        for pair in itertools.combinations(own.clues, 2):
            if 0 < unknown_beside(own, pair) <= 6:
                assert not settled_by(own, pair)
    assert min(concluded["safe"], concluded["mine"]) > 3


@pytest.mark.slow
def test_one_clue_against_two_or_three_others() -> None:
    sizes = Counter[int]()
    for own in players(40, 170, scattered_view, trust=0.0):
        if not own.exhaust():
            continue
        before = dict(own.known)
        found = own.step("sum")
        if found:
            (clues,) = {reason.clues for reason in found}
            sizes[len(clues)] += 1
            if unknown_beside(own, map(own.grid.index, clues)) <= 9:
                check(own, before, found)
        else:
            assert own.known == before
    assert sizes[3] > 3


def test_a_sum_tells_its_cells_and_their_weights() -> None:
    told = 0
    for own in players(41, 200, scattered_view, trust=0.0):
        if not own.exhaust():
            continue
        before = dict(own.known)
        for reason in own.step("sum"):
            grounds = reason.grounds
            assert isinstance(grounds, SumGrounds)
            index = own.grid.index
            weights = Counter[int]()
            for sides, sign in ((grounds.more, 1), (grounds.less, -1)):
                beyond = {
                    cell
                    for side in (grounds.less if sign > 0 else grounds.more)
                    for cell in own.covered(index(side.clue[1]))
                }
                for side in sides:
                    clue = index(side.clue[1])
                    cells = own.covered(clue)
                    assert side.clue[0] == own.codes[clue]
                    assert side.rest == own.rest(clue)
                    assert set(map(index, side.shared)) == beyond.intersection(cells)
                    own_cells = [cell for cell in cells if cell not in beyond]
                    if sign > 0:
                        assert [*map(index, side.own)] == [cell for cell in own_cells if before.get(cell) is not False]
                        assert [*map(index, side.safe)] == [cell for cell in own_cells if before.get(cell) is False]
                        assert side.known == ()
                    else:
                        assert [*map(index, side.own)] == own_cells
                        assert [*map(index, side.known)] == [cell for cell in own_cells if before.get(cell) is True]
                        assert side.safe == ()
                    for cell in cells:
                        weights[cell] += sign
            able = {cell: weight for cell, weight in weights.items() if weight > 0 and before.get(cell) is not False}
            sure = {cell: weight for cell, weight in weights.items() if weight < 0 and before.get(cell) is True}
            assert dict(zip(map(index, grounds.able), grounds.able_weights, strict=True)) == able
            assert dict(zip(map(index, grounds.known), grounds.known_weights, strict=True)) == sure
            assert {*map(index, grounds.safe)} == {
                cell for cell, weight in weights.items() if weight > 0 and before.get(cell) is False
            }
            told += 1
    assert told > 3


def test_a_clue_tells_what_it_uses() -> None:
    used = 0
    for own in players(42, 120):
        before: dict[int, bool] = {}
        try:
            while found := own.step("clue"):
                (reason,) = found
                grounds = reason.grounds
                assert isinstance(grounds, ClueGrounds)
                clue = own.grid.index(reason.clues[0])
                cells = own.covered(clue)
                assert grounds.clue == (own.codes[clue], reason.clues[0])
                assert grounds.covered == len(cells)
                wanted = reason.conclusion == "safe"
                assert [*map(own.grid.index, grounds.used)] == [cell for cell in cells if before.get(cell) is wanted]
                assert [*map(own.grid.index, grounds.shown)] == [
                    cell for cell in own.around(clue) if own.codes[cell] in own.shown
                ]
                told = {cell for step in reason.because for cell in step.cells}
                assert {*grounds.used} <= told
                assert all({*grounds.used} & {*step.cells} for step in reason.because)
                used += bool(grounds.used)
                before = dict(own.known)
        except InconsistentViewError:
            continue
    assert used


def test_a_clue_that_was_changed_is_looked_at_again() -> None:
    own = Player(View.parse("2x3 mines=1\n# # 1\n# 1 1"))
    assert [reason.cells for reason in own.step("clue")] == [((0, 1),)]
    assert [reason.cells for reason in own.step("clue")] == [((0, 0), (1, 0))]
    assert own.step("clue") == own.step("pair") == own.step("sum") == []
