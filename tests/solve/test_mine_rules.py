"""Conclusions from the number of mines, or from as few clues as possible, compared with a list of all layouts."""

from __future__ import annotations

import pytest

import naive_solver
from brute_force import Player, players
from hypersweep import View
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import Analysis, Reason, analyse
from hypersweep.solve.evidence import AllGrounds, BoundGrounds, ShareGrounds
from naive_solver import Mines
from solver_views import board_of


def layouts(own: Player, reason: Reason | None, *, counted: bool) -> list[Mines]:
    """Return the layouts that fit the clues and premises of a reason, or all clues without a reason."""
    found = naive_solver.layouts_that_fit(
        board_of(own.view),
        own.view.codes,
        own.view.mines if counted else None,
        silent=lambda cell: reason is not None and cell not in reason.clues,
    )
    facts = {} if reason is None else {cell: r.conclusion == "mine" for r in reason.because for cell in r.cells}
    return [layout for layout in found if naive_solver.follows([layout], facts)]


def check(own: Player, reason: Reason) -> None:
    given = layouts(own, reason, counted=reason.rule == "count")
    assert given
    assert naive_solver.follows(given, dict.fromkeys(reason.cells, reason.conclusion == "mine"))


def stuck(seed: int, count: int) -> list[tuple[Player, Analysis]]:
    """Return possible views from which single clues and pairs conclude no more, and their analyses."""
    found = []
    for own in players(seed, count, trust=0.0):
        try:
            analysis = analyse(own.view)
        except InconsistentViewError:
            continue
        if own.exhaust():
            found.append((own, analysis))
    return found


def open_ends(own: Player, analysis: Analysis) -> set[tuple[int, ...]]:
    return {*analysis.safe_cells, *analysis.mine_cells} - {own.grid.cell(cell) for cell in own.known}


@pytest.mark.parametrize(
    ("text", "conclusion", "cells", "grounds"),
    [
        ("2x3 mines=1\n* # #\n# # #", "safe", 5, (0, 1, 1, 0)),
        ("2x3 mines=6\n* # #\n# # #", "mine", 5, (0, 6, 1, 0)),
        ("1x7 mines=1\n# 1 # # # # #", "safe", 4, (1, 1, 0, 0)),
        ("1x8 mines=3\n# 1 # 1 # 1 # #", "mine", 1, (2, 3, 0, 0)),
    ],
)
def test_clues_that_share_no_cell_take_all_mines_or_leave_all_the_rest(
    text: str, conclusion: str, cells: int, grounds: tuple[int, int, int, int]
) -> None:
    own = Player(View.parse(text))
    own.exhaust()
    (reason,) = own.step("shares")
    check(own, reason)
    assert (reason.rule, reason.conclusion, len(reason.cells)) == ("count", conclusion, cells)
    told = reason.grounds
    assert isinstance(told, ShareGrounds)
    assert (len(told.clues), told.mines, told.found, told.safe) == grounds


@pytest.mark.slow
def test_shares_are_right_and_name_clues_that_share_no_covered_cell() -> None:
    found = 0
    for own, _ in stuck(110, 300):
        before = len(own.reasons)
        for reason in own.step("shares"):
            found += 1
            check(own, reason)
            touched = [cell for clue in reason.clues for cell in own.covered(own.grid.index(clue))]
            assert len(touched) == len(set(touched))
        assert len(own.reasons) >= before
    assert found > 20


@pytest.mark.slow
def test_few_clues_settle_something_wherever_all_of_them_do() -> None:
    found = 0
    for own, analysis in stuck(111, 250):
        unknown = {own.grid.cell(cell) for clue in own.clues for cell in own.covered(clue) if cell not in own.known}
        free = layouts(own, None, counted=False)
        sure = {cell for cell in unknown if len({cell in layout for layout in free}) == 1}
        reasons = own.step("few", analysis=analysis)
        assert bool(reasons) == bool(sure)
        for reason in reasons:
            found += 1
            assert reason.rule == "set"
            check(own, reason)
    assert found


@pytest.mark.slow
def test_the_number_of_mines_settles_the_rest_and_every_part_is_needed() -> None:
    found = 0
    for own, analysis in stuck(112, 500):
        if own.step("few", analysis=analysis) or not open_ends(own, analysis):
            continue
        for reason in own.step("mines", analysis=analysis):
            found += 1
            assert reason.rule == "count"
            check(own, reason)
            grounds = reason.grounds
            assert isinstance(grounds, BoundGrounds)
            assert grounds.bound > grounds.mines if grounds.is_least else grounds.bound < grounds.mines
            # The bound is the one that the clues set, were the first of the cells not what it is.
            opposite = [
                len(layout)
                for layout in layouts(own, reason, counted=False)
                if (reason.cells[0] in layout) == (reason.conclusion == "safe")
            ]
            assert grounds.bound == (min if grounds.is_least else max)(
                count for count in opposite if (count > grounds.mines) == grounds.is_least
            )
    assert found


def test_what_nothing_shorter_proves_rests_on_all_clues() -> None:
    found = 0
    for own, analysis in stuck(113, 200):
        left = open_ends(own, analysis)
        reasons = own.step("all", analysis=analysis)
        assert bool(reasons) == bool(left)
        for reason in reasons:
            found += 1
            assert isinstance(reason.grounds, AllGrounds)
            assert reason.conclusion == ("safe" if left & {*analysis.safe_cells} else "mine"), "safe cells come first"
            assert set(reason.cells) == left & {*(
                analysis.safe_cells if reason.conclusion == "safe" else analysis.mine_cells
            )}  # fmt: skip
            assert {own.grid.index(clue) for clue in reason.clues} == {c for c in own.clues if own.covered(c)}
    assert found > 20
