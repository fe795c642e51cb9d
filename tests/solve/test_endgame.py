"""What the best play is worth, compared with published values and a game tree that tries everything."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest

from hypersweep import Game, Layout, View
from hypersweep.errors import BudgetExceededError
from hypersweep.solve import Budget, analyse, choose, win_probability


def test_published_values() -> None:
    assert win_probability(View("4x4", 4, [-1] * 16)) == Fraction(961, 1820)
    view = View.parse("4x5 mines=5\n_____\n_1___\n_3___\n_____")
    assert (analyse(view).count_layouts(), win_probability(view)) == (360, Fraction(285, 360))
    choice = choose(view)
    assert choice is not None
    assert (choice.cell, choice.kind, choice.win_probability) == ((0, 2), "end-game", Fraction(285, 360))
    square = View.parse("4x4 mines=5\n____\n_1__\n_3__\n____")
    assert (analyse(square).count_layouts(), win_probability(square)) == (84, Fraction(60, 84))


def test_a_lost_game_is_lost() -> None:
    assert win_probability(View.parse("2x3 mines=1\nX # #\n# # #")) == 0
    assert win_probability(View.parse("2x3 mines=1\n* ! #\n# # #")) == 0


def test_trees_too_large_are_refused() -> None:
    with pytest.raises(BudgetExceededError, match="best play"):
        win_probability(View("9x10", 10, [-1] * 90))
    with pytest.raises(BudgetExceededError, match="best play"):
        win_probability(View("4x4", 4, [-1] * 16), budget=Budget(states=10))


def openings(layout: Layout) -> View:
    """Return a game on the layout in which exactly the zeros and their neighbours are open."""
    game = Game(layout=layout)
    for cell in layout.grid:
        if not layout.is_mine(cell) and layout.clue(cell) == 0:
            game.open(cell)
    return game.view


def test_safe_cells_are_opened_at_once() -> None:
    view = openings(Layout.parse("16x16.bAIimAAAIAgBgIMQAAEhIAABIQMAMgSQAIAoJYiAACCA"))
    analysis = analyse(view)
    assert (analysis.count_layouts(), len(analysis.safe_cells)) == (7936, 31)
    # Positions with some of the safe cells open are more than this budget allows.
    assert win_probability(view, budget=Budget(states=10_000)) == Fraction(1977, 1984)


def opened_one_by_one(view: View, layouts: list[frozenset[int]]) -> Fraction:
    """Return how many of the layouts that fit the best play wins, valued once no safe cell is left to open."""
    grid, codes = view.grid, list(view.codes)
    mined = frozenset().union(*layouts)
    safe = [index for index, code in enumerate(codes) if code < 0 and index not in mined]
    if not safe:
        return win_probability(view) * len(layouts)
    parts: dict[tuple[int, ...], list[frozenset[int]]] = {}
    for layout in layouts:
        clues = [sum(grid.index(other) in layout for other in grid.neighbours(cell)) for cell in map(grid.cell, safe)]
        parts.setdefault(tuple(clues), []).append(layout)
    won = Fraction(0)
    for clues_of_part, part in parts.items():
        for index, clue in zip(safe, clues_of_part, strict=True):
            codes[index] = clue
        won += opened_one_by_one(View(grid, view.mines, codes), part)
    return won


@pytest.mark.parametrize(
    "text",
    [
        # Before the safe cells next to the corner are open, no clue distinguishes the cells beyond.
        "4x4 mines=5\n____\n____\n____\n___.",
        "3x6 mines=4\n______\n______\n._____",
        "2x3x3 mines=3\n. # # | # # # | # # #\n# # # | # # # | # # #",
    ],
)
def test_positions_with_safe_cells_are_worth_what_follows_from_them(text: str) -> None:
    view = View.parse(text)
    covered = [index for index, code in enumerate(view.codes) if code < 0]
    zero = set(map(view.grid.index, view.grid.neighbours(view.grid.cell(list(view.codes).index(0)))))
    layouts = [frozenset(mines) for mines in combinations(covered, view.mines) if zero.isdisjoint(mines)]
    assert win_probability(view) == opened_one_by_one(view, layouts) / len(layouts)
