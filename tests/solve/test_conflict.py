"""Impossible views: the named clues contradict each other, and none is superfluous."""

from __future__ import annotations

import random

import pytest

import naive_solver
from hypersweep import View
from hypersweep.errors import InconsistentViewError
from hypersweep.solve import analyse, choose, deduce, explain, win_probability
from hypersweep.text import place_text
from seeds import seeds
from solver_views import board_of, random_view


def possible(view: View, clues: tuple[tuple[int, ...], ...], mines: int | None, trust: bool) -> bool:
    """Return whether some layout fits some clues of a view."""
    layouts = naive_solver.layouts_that_fit(
        board_of(view), view.codes, mines, trust_flags=trust, silent=lambda cell: cell not in clues
    )
    return any(True for _ in layouts)


@pytest.mark.ci_limit(2)
@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(4))
def test_named_clues_contradict_each_other_and_none_too_many(seed: int) -> None:
    chance = random.Random(seed)
    found = 0
    for _ in range(500):
        view = random_view(chance, impossible=0.6)
        trust = chance.random() < 0.1
        every = tuple(view.grid)
        if possible(view, every, view.mines, trust):
            analyse(view, trust_flags=trust)
            continue
        found += 1
        with pytest.raises(InconsistentViewError) as caught:
            analyse(view, trust_flags=trust)
        error = caught.value
        assert error.mines_at_fault == possible(view, every, None, trust)
        mines = view.mines if error.mines_at_fault else None
        assert list(error.clues) == sorted(error.clues)
        assert not possible(view, error.clues, mines, trust)
        for clue in error.clues:
            assert view[clue] >= 0
            assert possible(view, tuple(other for other in error.clues if other != clue), mines, trust)
            assert place_text(clue) in str(error)
    assert found > 50


def test_every_question_finds_the_contradiction() -> None:
    view = View.parse("3x4 mines=2\n# # # #\n1 3 1 1\n. . . .")
    for question in (analyse, choose, deduce, explain, win_probability):
        with pytest.raises(InconsistentViewError, match="contradict") as caught:
            question(view)
        assert caught.value.clues == ((1, 0), (1, 1))
        assert not caught.value.mines_at_fault


def test_far_contradictions_stay_small() -> None:
    # A long consistent row with two contradictory clues at its end.
    codes = [-1, 1] * 40 + [-1, 0, -1, 1, 0]
    view = View("1x85", 20, codes)
    with pytest.raises(InconsistentViewError) as caught:
        analyse(view)
    assert len(caught.value.clues) == 2


def test_the_number_of_mines_may_be_at_fault() -> None:
    with pytest.raises(InconsistentViewError, match="2 mines can't be") as caught:
        analyse(View("2x3", 2, [-1, -3, -3, -4, -1, 2]))
    assert caught.value.clues == ()
    assert caught.value.mines_at_fault


def test_one_cell_and_one_mine_are_counted_as_one() -> None:
    view = View.parse("3x3 mines=0\n1 1 1\n1 # 1\n1 1 1")
    with pytest.raises(InconsistentViewError, match="with 0 mines, 0 of them shown, and 1 cell covered"):
        analyse(view)
    with pytest.raises(InconsistentViewError, match="1 mine shown and 0 cells covered"):
        analyse(View.parse("1x2 mines=2\nX *".replace("*", "1")))
