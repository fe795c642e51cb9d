"""Choices and rankings, the policies, and the winning chance with best play."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from itertools import combinations
from typing import get_args

import pytest

import naive_solver
from hypersweep import Game, Grid, Layout, Outcome, View
from hypersweep import typing as hints
from hypersweep.errors import BudgetExceededError, NoMoveError, ParameterError, ParameterTypeError
from hypersweep.solve import Budget, analyse, best_move, choose, rank, win_probability
from hypersweep.solve.choice import KINDS, POLICIES, Choice, check_policy
from seeds import seeds
from solver_views import board_of, lattice, random_view


def test_unknown_policies_are_told_the_nearest_name() -> None:
    view = View("3x4", 2, [-1] * 12)
    with pytest.raises(ParameterError, match="did you mean 'look-ahead'"):
        choose(view, "lookahead")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError):
        choose(view, 2)  # type: ignore[arg-type]


def test_policies_and_kinds_are_those_of_the_types() -> None:
    assert get_args(hints.Policy) == POLICIES
    assert get_args(hints.ChoiceKind) == KINDS
    for policy in POLICIES:
        assert check_policy(policy) == policy


def test_a_choice_says_what_it_is_in_short() -> None:
    exact = Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress")
    assert repr(exact) == "<Choice (1, 2), end-game: safe with 0.75, wins 1/2>"
    estimated = Choice((1, 2, 0), "guess", 1 / 3, None, None, "safest", False)
    assert repr(estimated) == "<Choice (1, 2, 0), guess: safe with about 0.333333>"


def test_choices_are_equal_where_all_of_them_is_and_travel() -> None:
    choice = Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress")
    assert pickle.loads(pickle.dumps(choice)) == choice
    assert hash(choice) == hash(Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress", True))
    assert choice != Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress", False)
    assert choice != Choice((1, 2), "end-game", 0.75, 0.5, Fraction(1, 2), "progress", True, 0.01)
    with pytest.raises(AttributeError):
        choice.safety = 1.0  # type: ignore[misc]


def test_a_ranking_says_of_every_cell_what_kind_it_is() -> None:
    # A cell that is certain to be safe, one that is certain to be a mine, and cells in doubt.
    view = View.parse("2x9 mines=3\n# # 1 . 1 # # # #\n# 1 1 . 1 # # # #")
    analysis = analyse(view)
    for choice in rank(view, "safest"):
        chance = analysis.probability(choice.cell)
        expected = {0.0: ("safe",), 1.0: ("mine",)}.get(chance, ("guess", "end-game"))
        assert choice.kind in expected
        assert choice.kind in KINDS
        assert choice.safety == pytest.approx(1 - chance)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(4))
def test_the_end_beside_a_full_game_tree(seed: int) -> None:
    chance = random.Random(seed)
    compared = 0
    while compared < 60:
        view = random_view(chance, ended=False)
        hidden = sum(code < 0 for code in view.codes)
        if hidden > 9:
            continue
        board = board_of(view)
        layouts = list(naive_solver.layouts_that_fit(board, view.codes, view.mines))
        if len(layouts) > 60:
            continue
        compared += 1
        expected = naive_solver.best_play(board, view.codes, layouts)
        assert win_probability(view) == expected
        for policy in POLICIES:
            choice = choose(view, policy)
            if choice is None:
                assert all(analyse(view).probability(cell) == 1.0 for cell in view.grid if view[cell] < 0)
                continue
            assert view[choice.cell] in (-1, -2)
            assert choice.safety == pytest.approx(1 - analyse(view).probability(choice.cell), abs=1e-12)
            assert choice.kind == ("safe" if analyse(view).safe_cells else "end-game")
            assert choice.win_probability in (None, expected)


def test_safest_takes_the_lowest_chance_and_corners_first() -> None:
    choice = choose(View("8x9", 10, [-1] * 72), "safest")
    assert choice is not None
    assert (choice.cell, choice.kind) == ((0, 0), "guess")
    assert choice.safety == choice.score == pytest.approx(62 / 72)


def test_policies_differ_in_what_they_score() -> None:
    view = View("6x7", 9, [-1] * 24 + [2] + [-1] * 17)
    scores = []
    for policy in POLICIES:
        choice = choose(view, policy)
        assert choice is not None
        assert choice.policy == policy
        scores.append(choice.score)
    assert len(set(scores)) == 3


def guesses_of(game: Game, most: int) -> list[View]:
    """Yield the positions of a game in which no cell is certainly safe, continuing with a safe cell."""
    found: list[View] = []
    game.open(next(iter(game.grid)))
    layout = game.layout
    assert layout is not None
    while game.outcome is Outcome.ONGOING and len(found) < most:
        safe = analyse(game.view).safe_cells
        if not safe:
            found.append(game.view)
            safe = tuple(cell for cell in game.grid if not game.is_open(cell) and not layout.is_mine(cell))[:1]
        for cell in safe:
            game.open(cell)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("shape", "mines"), [("11x14", 31), ("12x15", 40), ("10x13~wrap=1", 27)])
def test_the_chance_to_win_does_not_depend_on_which_way_up_a_board_is(shape: str, mines: int) -> None:
    compared = 0
    for seed in range(3):
        for view in guesses_of(Game(shape, mines, seed=seed), 6):
            grid = view.grid
            choice = choose(view)
            assert choice is not None
            # The last axis mirrored, and all axes in the opposite order.
            last = grid.shape[-1] - 1
            mirrored = [view[(*cell[:-1], last - cell[-1])] for cell in grid]
            turned_grid = Grid(grid.shape[::-1], wrap=[1 - axis for axis in grid.wrap])
            turned = [view[cell[::-1]] for cell in turned_grid]
            for other in (View(grid, mines, mirrored), View(turned_grid, mines, turned)):
                same = choose(other)
                assert same is not None
                assert same.kind == choice.kind
                assert choice.score is not None
                assert same.score == pytest.approx(choice.score, rel=0.02, abs=1e-3)
                compared += choice.kind == "guess"
            if choice.kind == "guess":
                assert choice.score is not None
                assert 0 < choice.score <= choice.safety
    assert compared > 8


def test_large_boards_are_chosen_by_two_moves() -> None:
    # Few games with this many mines are won, but two moves in a row are often safe.
    small = choose(View("22x23", 120, [-1] * 506))
    large = choose(View("22x24", 126, [-1] * 528))
    assert small is not None
    assert large is not None
    assert small.score is not None
    assert large.score is not None
    assert small.score < 0.3
    assert large.score > 0.5


def test_nothing_to_open() -> None:
    assert choose(View.parse("2x3 mines=1\n# 1 .\n1 1 .")) is None
    assert win_probability(View.parse("2x3 mines=1\n# 1 .\n1 1 .")) == 1
    assert choose(View.parse("2x3 mines=0\n. . .\n. . .")) is None


def test_flags_are_opinions_unless_trusted() -> None:
    flagged = View.parse("2x4 mines=2\nF 1 # #\n# 1 # #")
    free = choose(flagged, "safest")
    trusting = choose(flagged, "safest", trust_flags=True)
    assert free is not None
    assert trusting is not None
    assert (free.kind, trusting.kind, trusting.cell) == ("end-game", "safe", (0, 2))


# 4x4x4x4 with 30 mines: what is open, and the mines.
WIDE = (
    "12#135#3########24#4###6##################a5####################"
    "3##1###4###########4###88########8###d##7cd7############3#######"
    "##63##b6##########85##e9#########564#9c7#9##############2#######"
    "########################3########3###6###663####################"
)
WIDE_MINES = "006002041800066000040450120000000400406000108000101030040000004a"


@pytest.mark.nightly
def test_a_safe_cell_is_found_where_counting_takes_too_much() -> None:
    codes = [-1 if symbol == "#" else int(symbol, 36) for symbol in WIDE]
    view = View("4x4x4x4", 30, codes)
    # With few states the fast search, with more all of bound tightening.
    for budget in (Budget(states=1000), Budget(states=30_000)):
        with pytest.raises(BudgetExceededError):
            analyse(view, budget=budget)
        choice = choose(view, budget=budget)
        assert choice is not None
        assert (choice.kind, choice.safety, choice.standard_error) == ("safe", 1, 0)
        assert codes[view.grid.index(choice.cell)] == -1
        assert not int(WIDE_MINES, 16) >> 255 - view.grid.index(choice.cell) & 1
        estimate = analyse(view, budget=budget, estimate=True)
        assert choice.cell in estimate.safe_cells
    assert all(clue < 0 or not int(WIDE_MINES, 16) >> 255 - i & 1 for i, clue in enumerate(codes))


@pytest.mark.slow
def test_past_the_budget_a_choice_rests_on_estimates() -> None:
    for shape, density in (("18x21", 0.35), ("6x7x8", 0.2), ("74x72", 0.35)):
        view, layout = lattice(shape, density)
        for budget in (Budget(states=1), Budget(states=1000), Budget(seconds=0.05)):
            for policy in POLICIES:
                choice = choose(view, policy, budget=budget)
                assert choice is not None
                assert view[choice.cell] == -1
                if choice.kind == "safe":
                    # Certain cells are proven.
                    assert (choice.is_exact, choice.safety) == (True, 1)
                    assert not layout.is_mine(choice.cell)
                else:
                    assert (choice.kind, choice.is_exact) == ("guess", False)
                    assert 0 < choice.safety < 1
                    assert choice.standard_error == pytest.approx((choice.safety * (1 - choice.safety)) ** 0.5)
                    assert "safe with about 0." in repr(choice)


def test_a_guess_past_the_budget_is_near_the_exact_one() -> None:
    view = View("6x7", 9, [-1] * 24 + [2] + [-1] * 17)
    guess = choose(view, "safest", budget=Budget(states=1))
    exact = choose(view, "safest")
    assert guess is not None
    assert exact is not None
    assert (guess.kind, guess.is_exact, exact.is_exact) == ("guess", False, True)
    assert guess.safety == pytest.approx(exact.safety, abs=0.05)
    assert (guess.standard_error > abs(guess.safety - exact.safety), exact.standard_error) == (True, 0)


@pytest.mark.slow
def test_a_choice_by_samples_tells_their_error() -> None:
    view, _ = lattice("18x21", 0.35)
    analysis = analyse(view, budget=Budget(states=1000), estimate=True)
    ranked = rank(view, "safest", analysis=analysis)
    assert ranked[0] == choose(view, "safest", analysis=analysis)
    assert any(choice.kind == "guess" for choice in ranked)
    for choice in ranked:
        assert choice.standard_error == (0 if choice.is_exact else analysis.standard_error(choice.cell))
        assert choice.is_exact == (choice.kind != "guess")


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
    with pytest.raises(BudgetExceededError, match="guess") as caught:
        win_probability(View("9x10", 10, [-1] * 90))
    # A larger budget wouldn't help.
    assert "Budget" not in str(caught.value)
    with pytest.raises(BudgetExceededError, match=r"Budget\(memory"):
        win_probability(View("9x10", 10, [-1] * 90), budget=Budget(memory=1 << 20))
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


def test_the_best_move_is_the_choice_or_an_error() -> None:
    view = View.parse("2x3 mines=1\n# 1 #\n# 1 #")
    for policy in POLICIES:
        assert best_move(view, policy) == choose(view, policy)
    for over in ("2x3 mines=1\nX 1 .\n# 1 .", "1x2 mines=1\n# 1", "1x2 mines=1\n* 1", "2x3 mines=1\n! # #\n# # #"):
        with pytest.raises(NoMoveError):
            best_move(View.parse(over))
