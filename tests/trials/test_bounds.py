"""Upper bounds on best play: never below it, equal to a plain version, and the same for the same seed."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import combinations
from math import isclose
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, Layout, play_solver
from hypersweep.batch.layouts import Deal
from hypersweep.errors import (
    BudgetExceededError,
    CellError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    RulesError,
)
from hypersweep.lab import BestPlayRow, read_table
from hypersweep.layout import FIRST_OPENS, excluded_cells
from hypersweep.trials import UpperBound, best_play, upper_bound
from hypersweep.trials.bounds import layout_bounds
from hypersweep.typing import FirstOpen
from naive_solver import helper_value
from strategies import board_of, grids, room_for_mines, seeds

TABLE = Path(__file__).parent.parent.parent / "docs" / "data" / "best-play.csv"

# Rounding may put a sum of many floats below an exact fraction.
ROUNDING = 1e-9


@st.composite
def deals(draw: st.DrawFn, max_cells: int, count: int) -> Deal:
    """Return deals of small boards with one to four dimensions, and any promise."""
    grid = draw(grids(max_cells, 4))
    promise = draw(st.sampled_from(FIRST_OPENS))
    mines = draw(st.integers(0, max(0, room_for_mines(grid, promise))))
    first = draw(st.integers(0, grid.cells - 1))
    seed = draw(seeds())
    if room_for_mines(grid, promise) < 0:
        promise = "any"
    return Deal.of_games(grid, mines, count, seed=seed, index=0, first=first, first_open=promise)


@given(deals(14, 6))
def test_the_helper_is_worth_what_a_plain_version_says(deal: Deal) -> None:
    values, told = layout_bounds(deal, 0, 1)
    assert deal.first is not None
    for place in range(deal.count):
        layout = deal.layout(place)
        if not told[place]:
            plain = helper_value(board_of(deal.grid), frozenset(layout.mine_cells()), deal.first)
            assert isclose(values[place], plain, abs_tol=ROUNDING), (layout, deal.first)


@given(deals(12, 1))
def test_an_exact_bound_is_never_below_best_play(deal: Deal) -> None:
    best = best_play(deal.grid, deal.mines, first_open=deal.first_open)
    for first, wins, layouts in best.firsts:
        found = upper_bound(deal.grid, deal.mines, first=first, first_open=deal.first_open, guesses=0, exact=True)
        assert (found.boards, found.error, found.is_exact) == (layouts, 0, True)
        assert wins / layouts - ROUNDING <= found.value <= 1 + ROUNDING, (deal, first)


@pytest.mark.parametrize(
    ("text", "mines", "first", "first_open"),
    [("3x4", 2, (0, 1), "safe"), ("2x3x2~orthogonal", 2, (0, 1, 0), "any"), ("5x3~wrap=0", 3, (2, 1), "opening")],
)
def test_an_exact_bound_is_the_mean_of_all_layouts(
    text: str, mines: int, first: tuple[int, ...], first_open: FirstOpen
) -> None:
    grid = Grid(text)
    free = sorted({*range(grid.cells)} - {*excluded_cells(grid, first, first_open)})
    values = [
        helper_value(board_of(grid), frozenset(map(grid.cell, chosen)), first) for chosen in combinations(free, mines)
    ]
    found = upper_bound(text, mines, first=first, first_open=first_open, guesses=0, exact=True)
    assert (found.boards, found.gave_up) == (len(values), 0)
    assert isclose(found.value, sum(values) / len(values), abs_tol=ROUNDING)


def slack(row: BestPlayRow) -> Fraction:
    """Return by how much the exact bound of a row in the table of best play exceeds its value."""
    found = upper_bound(row.grid, row.mines, first=row.first, first_open=row.first_open, guesses=0, exact=True)
    assert found.boards == row.layouts
    assert found.value >= row.value - ROUNDING, row
    return Fraction(found.value) - row.value


@pytest.mark.parametrize("first_open", FIRST_OPENS)
def test_known_values_are_never_above_the_bound(first_open: FirstOpen) -> None:
    rows = [row for row in read_table(TABLE) if row.first_open == first_open and 100 < row.layouts < 500]
    assert all(slack(row) >= -ROUNDING for row in rows[:: len(rows) // 8])


@pytest.mark.nightly
@pytest.mark.parametrize("first_open", FIRST_OPENS)
def test_every_known_value_of_few_layouts_is_below_the_bound(first_open: FirstOpen) -> None:
    # After another first open than an opening, large parts are left, which take a hundred times longer.
    most = 20_000 if first_open == "opening" else 2_500
    rows = [row for row in read_table(TABLE) if row.first_open == first_open and row.layouts <= most]
    found = [float(slack(row)) for row in rows]
    print(f"{first_open}: {len(found)} rows, slack at most {max(found):.4f}, mean {fmean(found):.4f}")
    assert min(found) >= -ROUNDING


@pytest.mark.slow
@pytest.mark.parametrize("guesses", [0, 1, 2])
@pytest.mark.parametrize(
    ("text", "mines", "first_open", "boards"),
    [
        ("3x4", 3, "safe", 2000),
        ("4x5", 5, "opening", 1000),
        ("2x3x3", 3, "any", 1000),
        ("12", 4, "safe", 2000),
        ("3x5~orthogonal", 3, "any", 1000),
        ("2x2x3x2~orthogonal", 2, "safe", 500),
    ],
)
def test_a_bound_from_random_layouts_is_not_below_best_play(
    text: str, mines: int, first_open: FirstOpen, boards: int, guesses: int
) -> None:
    grid = Grid(text)
    wins, layouts = next(each[1:] for each in best_play(grid, mines, first_open=first_open).firsts if each[0] == 0)
    found = upper_bound(grid, mines, boards // 5**guesses, seed=11, first_open=first_open, guesses=guesses, samples=64)
    assert found.value >= wins / layouts - 4 * found.error - ROUNDING
    assert found.value <= 1


@pytest.mark.parametrize(
    ("text", "mines", "first_open"),
    [
        ("3x4", 3, "safe"),
        ("3x4~wrap=0", 3, "safe"),
        ("3x4~orthogonal", 3, "any"),
        ("12", 4, "safe"),
        # The helper's information settles few cells.
        ("2x3x3", 3, "any"),
        # The game ends before the search does.
        ("3x4", 9, "safe"),
        ("3x4", 10, "safe"),
        ("3x4", 11, "safe"),
        ("3x4", 12, "any"),
        ("1", 0, "any"),
    ],
)
def test_a_search_for_the_first_zero_bounds_best_play(text: str, mines: int, first_open: FirstOpen) -> None:
    wins, layouts = next(each[1:] for each in best_play(text, mines, first_open=first_open).firsts if each[0] == 0)
    for guesses in range(1, 4):
        found = upper_bound(text, mines, 1000, seed=5, first_open=first_open, guesses=0, search_guesses=guesses)
        assert found.value >= wins / layouts - 4 * found.error - ROUNDING


def test_more_guesses_of_a_search_tighten_the_bound_of_4x4() -> None:
    found = [upper_bound("4x4", 4, 3000, seed=5, guesses=0, search_guesses=guesses).value for guesses in range(4)]
    assert found == sorted(set(found), reverse=True)


def test_a_search_changes_nothing_after_an_opening_and_is_the_same_each_time() -> None:
    named: dict[str, Any] = {"seed": 3, "index": 0, "first": None}
    opened = Deal.of_games("4x5", 4, 100, first_open="opening", **named)
    assert layout_bounds(opened, 0, 1)[0].tolist() == layout_bounds(opened, 0, 1, 2)[0].tolist()
    safe = Deal.of_games("4x5", 4, 100, first_open="safe", **named)
    assert layout_bounds(safe, 0, 1, 2)[0].tolist() == layout_bounds(safe, 0, 1, 2)[0].tolist()


def test_a_search_changes_only_layouts_without_a_zero_in_the_first_cell() -> None:
    deal = Deal.of_games("4x5", 4, 200, seed=3, index=7, first=None, first_open="any")
    alone, searched = layout_bounds(deal, 0, 1)[0], layout_bounds(deal, 0, 1, 2)[0]
    kinds = set()
    for place, (before, after) in enumerate(zip(alone, searched, strict=True)):
        layout = Layout.random("4x5", 4, seed=3, index=7 + place, first_open="any")
        if layout.is_mine((0, 0)) or layout.clue((0, 0)) == 0:
            assert before == after
        else:
            assert after in (0, 1)
            kinds.add(after)
    assert kinds == {0, 1}


def test_the_mean_and_its_error_are_those_of_the_layouts() -> None:
    deal = Deal.of_games("4x5", 5, 60, seed=3, index=7, first=(1, 2), first_open="opening")
    values = layout_bounds(deal, 1, 16)[0].tolist()
    found = upper_bound("4x5", 5, 60, seed=3, index=7, first=(1, 2), first_open="opening", samples=16)
    assert found == UpperBound(
        Grid("4x5"), 5, (1, 2), "opening", 1, 0, fmean(values), found.error, 60, found.gave_up, is_exact=False
    )
    assert isclose(found.error, stdev(values) / 60**0.5)
    assert len(set(values)) > 2


@pytest.mark.parametrize("guesses", [0, 1, 2])
def test_the_same_seed_has_the_same_bounds_and_indices_continue_it(guesses: int) -> None:
    named: dict[str, Any] = {"seed": 9, "first": (1, 1), "first_open": "opening"}
    whole = layout_bounds(Deal.of_games("4x5", 5, 12, index=0, **named), guesses, 8)
    assert [each.tolist() for each in whole] == [
        each.tolist() for each in layout_bounds(Deal.of_games("4x5", 5, 12, index=0, **named), guesses, 8)
    ]
    parts = [layout_bounds(Deal.of_games("4x5", 5, 6, index=index, **named), guesses, 8) for index in (0, 6)]
    for column in (0, 1):
        assert whole[column].tolist() == [*parts[0][column], *parts[1][column]]


def test_layouts_are_those_of_games() -> None:
    # No play wins a layout whose first cell is a mine, and without a guess, the solver wins for certain.
    batch = play_solver("3x4", 4, 300, seed=5, first_open="any")
    values = layout_bounds(Deal.of_games("3x4", 4, 300, seed=5, index=0, first=None, first_open="any"), 0, 1)[0]
    for place, game in enumerate(batch):
        is_mine = Layout.random("3x4", 4, seed=5, index=place).is_mine((0, 0))
        assert (values[place] == 0) == is_mine
        if game.won and not game.guesses:
            assert values[place] == 1


@pytest.mark.parametrize(
    ("mines", "named", "error", "message"),
    [
        (12, {}, MineCountError, "at most 11 mines"),
        (2, {"first": (3, 0)}, CellError, r"\(3, 0\)"),
        (2, {"first_open": "lucky"}, RulesError, "first click"),
        (2, {"boards": 0}, ParameterError, "boards"),
        (2, {"boards": 9.0}, ParameterTypeError, "boards"),
        (2, {"guesses": 4}, ParameterError, "guesses from 0 to 3"),
        (2, {"guesses": True}, ParameterTypeError, "guesses"),
        (2, {"samples": 0}, ParameterError, "samples"),
        (2, {"seed": -1}, ParameterError, "seed"),
        (2, {"search_guesses": 4}, ParameterError, "search_guesses from 0 to 3"),
        (2, {"exact": True, "guesses": 1}, ParameterError, "guesses=1, search_guesses=0"),
        (2, {"exact": True, "guesses": 0, "search_guesses": 2}, ParameterError, "guesses=0, search_guesses=2"),
        (2, {"boards": 1}, ParameterError, "boards"),
    ],
)
def test_what_is_impossible_is_refused(mines: int, named: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        upper_bound("3x4", mines, **named)


def test_too_many_layouts_are_refused_with_their_number() -> None:
    with pytest.raises(BudgetExceededError, match=r"2\^40 layouts .*, got 1,646,492,110,120 on 9x9 with 10 mines"):
        upper_bound("9x9", 10, first_open="safe", guesses=0, exact=True)
    assert upper_bound("9x9", 1, guesses=0, exact=True).boards == 80


def test_a_bound_is_a_value() -> None:
    found = upper_bound("3x4", 2, guesses=0, exact=True)
    assert copy.copy(found) == pickle.loads(pickle.dumps(found)) == found != upper_bound("3x4", 2, 9, seed=1)
    assert eval(repr(found), {"UpperBound": UpperBound, "Grid": Grid}) == found
    assert {found: 1}[found] == 1
