"""Conclusions from a few clues, used one after another, compared with every way to fill the cells around them."""

from __future__ import annotations

import pytest

from brute_force import Player, players, settled_by, unknown_beside
from hypersweep import View
from hypersweep.solve import Reason, deduce
from hypersweep.solve.evidence import LineCase, LineGrounds, SumGrounds, TriedGrounds
from solver_views import scattered_view

# Short lines searched before any count, and lines through the most clues allowed.
LINES = {"line": 8, "long_line": 60}


def check(own: Player, before: dict[int, bool], reason: Reason) -> None:
    clues = [own.grid.index(clue) for clue in reason.clues]
    if unknown_beside(own, clues) > 12:
        return
    expected = settled_by(own, clues, before)
    for left_out in clues:
        fewer = settled_by(own, [clue for clue in clues if clue != left_out], before)
        assert not all(fewer.get(own.grid.index(cell)) is not None for cell in reason.cells), "no clue is left over"
    for cell in reason.cells:
        assert expected[own.grid.index(cell)] == (reason.conclusion == "mine")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_lines_are_right_and_as_short_as_asked_for(seed: int) -> None:
    found = []
    for own in players(100 + seed, 150, scattered_view, trust=0.0):
        if not own.exhaust():
            continue
        for way, most in LINES.items():
            before = dict(own.known)
            reasons = own.step(way)
            for reason in reasons:
                assert reason.rule == "set"
                assert len(reason.clues) <= most
                check(own, before, reason)
                found.append(reason)
            if reasons:
                break
            assert own.known == before
    assert len(found) > 5


def test_cells_that_the_same_clues_touch_are_settled_together() -> None:
    together = 0
    for own in players(104, 150, scattered_view, trust=0.0):
        if not own.exhaust():
            continue
        for reason in own.step("line"):
            if not isinstance(reason.grounds, LineGrounds):
                continue
            together += bool(reason.grounds.alike)
            first, *others = ({clue for clue in map(own.grid.cell, own.touching(own.grid.index(cell)))
                               if clue in reason.clues} for cell in reason.cells)  # fmt: skip
            assert all(other == first for other in others)
    assert together


def test_a_sum_is_preferred_to_a_line() -> None:
    own = Player(View.parse("5x4 mines=5\n# 1 1 1\n2 # 2 #\n# # # 2\n# 2 2 #\n# 1 # #"))
    own.exhaust()
    (first, *_) = own.step("line")
    assert isinstance(first.grounds, SumGrounds)


def test_each_step_of_a_line_rests_on_what_was_said_before() -> None:
    lines = in_cases = 0
    for own in players(105, 250, scattered_view, trust=0.0):
        if not own.exhaust():
            continue
        before = dict(own.known)
        for reason in own.step("line"):
            grounds = reason.grounds
            if not isinstance(grounds, LineGrounds):
                continue
            lines += 1
            in_cases += bool(grounds.supposed.cases)
            assert grounds.supposed.is_mine == (reason.conclusion == "safe")
            assert {grounds.supposed.cell, *grounds.alike} == {*reason.cells}
            follow(own, grounds.supposed, before)
    assert lines > 5


def follow(own: Player, case: LineCase, above: dict[int, bool]) -> None:
    """Check a line: each clue has the stated effect, and each end is a contradiction."""
    decided = {**above, own.grid.index(case.cell): case.is_mine}
    for step in case.steps:
        clue = own.grid.index(step.clue[1])
        cells = own.covered(clue)
        mines = sum(decided.get(cell) is True for cell in cells)
        left = [cell for cell in cells if cell not in decided]
        need = own.rest(clue) - mines
        supposed = [*map(own.grid.index, step.supposed)]
        if step.is_mine:
            assert supposed == [cell for cell in cells if decided.get(cell) is not False]
        else:
            assert supposed == [cell for cell in cells if decided.get(cell) is True]
        if step is case.steps[-1] and not case.cases:
            assert not step.follows
            assert need > len(left) if step.is_mine else need < 0
            return
        assert step.follows
        assert {*map(own.grid.index, step.follows)} <= {*left}
        assert need == (len(left) if step.is_mine else 0)
        decided.update(dict.fromkeys(left, step.is_mine))
    first, second = case.cases
    assert (first.cell, first.is_mine, second.is_mine) == (second.cell, True, False)
    for part in case.cases:
        follow(own, part, decided)


@pytest.mark.slow
def test_a_line_that_nobody_could_follow_is_only_named() -> None:
    named = 0
    for own in players(107, 120, scattered_view, trust=0.0):
        if not own.exhaust() or len(own.clues) > 60:
            continue
        for reason in deduce(own.view):
            if isinstance(reason.grounds, TriedGrounds):
                named += 1
                assert [clue for _, clue in reason.grounds.clues] == [*reason.clues]
                assert len(reason.cells) == 1
                assert "no arrangement of mines would satisfy" in str(reason)
    assert named
