from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_solver
from hypersweep import Budget, BudgetExceededError, Game, Layout, Outcome, View
from hypersweep.record import Event
from hypersweep.review import judge as module
from hypersweep.review.judge import Judgement, cells_at_risk, insight, is_move, judge, judge_event
from hypersweep.typing import Policy
from strategies import board_of, grids, mine_sets


def judged(text: str, kind: str, cell: tuple[int, ...], policy: Policy = "look-ahead") -> Judgement:
    return judge(View.parse(text), kind, cell, policy=policy, budget=Budget())


def test_a_certain_cell() -> None:
    found = judged("2x4 mines=2\n# # # #\n1 2 1 1", "open", (0, 1))
    assert (found.verdict, found.risk, found.best_risk) == ("certain", 0.0, 0.0)


def test_a_mine_that_was_certain_is_a_blunder() -> None:
    found = judged("2x4 mines=2\n# # # #\n1 2 1 1", "open", (0, 2))
    assert (found.verdict, found.risk) == ("blunder", 1.0)
    assert (found.best_cell, found.best_risk) == ((0, 1), 0.0)


def test_a_guess_beside_a_certain_cell_is_unneeded() -> None:
    # One mine, which the ones on the left have in (0, 4) or (1, 4): (1, 5) is safe.
    found = judged("2x6 mines=1\n. . . 1 # 1\n. . . 1 # #", "open", (0, 4))
    assert (found.verdict, found.risk) == ("unneeded guess", 0.5)
    assert (found.best_cell, found.best_risk) == ((1, 5), 0.0)
    # The policy isn't called if a cell is certain.
    assert found.safest_cell is None


def test_halves_at_the_end_are_forced_and_worth_half() -> None:
    found = judged("2x3 mines=1\n# 1 .\n# 1 .", "open", (1, 0))
    assert (found.verdict, found.risk) == ("forced guess", 0.5)
    assert (found.win_chance, found.kept_win_chance) == (0.5, 0.5)


def test_a_guess_that_a_better_one_was_there_for() -> None:
    # One mine of two on the left of the gap, two of three on its right: every guess on the right is worse, for the
    # moment and for the game.
    view = "2x6 mines=3\n. . 1 # # 2\n. . 1 # # #"
    right, left = judged(view, "open", (0, 4)), judged(view, "open", (0, 3))
    assert right.verdict == "risky guess"
    assert right.risk == pytest.approx(2 / 3)
    assert right.best_cell == (0, 3)
    assert right.best_risk == pytest.approx(1 / 2)
    assert right.win_chance == pytest.approx(1 / 3)
    assert right.kept_win_chance == pytest.approx(1 / 6)
    assert left.verdict == "forced guess"
    assert left.risk == pytest.approx(1 / 2)
    assert left.kept_win_chance == pytest.approx(1 / 3)


def test_three_dimensions() -> None:
    # One mine below a layer of ones: the middle of the corner view has eight equal cells.
    layout = Layout("3x4x2", [(0, 0, 1)])
    game = Game(layout=layout, rules="classic,first=any")
    game.open((1, 1, 0))
    found = judge(game.view, "open", (0, 0, 1), policy="safest", budget=Budget())
    # The 1 at (1, 1, 0) touches 17 covered cells; all the others are safe.
    assert found.risk is not None
    assert found.risk == pytest.approx(1 / 17)
    assert found.verdict == "unneeded guess"
    assert found.best_risk == 0.0


def test_a_chord_with_a_wrong_flag_for_certain_is_a_blunder() -> None:
    # (0, 0) is safe for certain, so the flag on it is wrong and a chord of the 1 below opens the mine.
    found = judged("2x4 mines=2\nF # # #\n1 2 1 1", "chord", (1, 0))
    assert (found.verdict, found.risk) == ("certain", 0.0)
    found = judged("2x4 mines=2\n# F # #\n1 2 1 1", "chord", (1, 0))
    assert (found.verdict, found.risk) == ("blunder", 1.0)


def naive_risk(game: Game, kind: str, cell: tuple[int, ...], mines: frozenset[tuple[int, ...]]) -> float:
    """Return the share of the layouts that fit in which a move sets a mine off."""
    board = board_of(game.grid)
    layouts = list(naive_solver.layouts_that_fit(board, list(game.view.codes), len(mines)))
    if kind == "open":
        cells = [cell]
    else:
        cells = [other for other in board.neighbours(cell) if not game.is_open(other) and not game.is_flagged(other)]
    return sum(any(other in layout for other in cells) for layout in layouts) / len(layouts)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=80)
def test_risks_are_the_shares_of_layouts(data: st.DataObject) -> None:
    grid = data.draw(grids(max_cells=14))
    mines = data.draw(mine_sets(grid))
    if not mines or len(mines) == grid.cells:
        return
    dice = random.Random(data.draw(st.integers(0, 1 << 30)))
    game = Game(layout=Layout(grid, mines), rules="classic,first=any")
    cells = list(grid)
    for _ in range(dice.randint(1, 4)):
        game.open(dice.choice([cell for cell in cells if cell not in mines]))
    for _ in range(dice.randint(0, 5)):
        game.flag(dice.choice(cells))
    if game.outcome is not Outcome.ONGOING:
        return
    board = board_of(grid)
    for cell in cells:
        if not game.is_open(cell) and not game.is_flagged(cell):
            kind = "open"
        elif game.is_open(cell) and game.layout is not None and game.layout.clue(cell) > 0:
            around = board.neighbours(cell)
            flags = sum(game.is_flagged(other) for other in around)
            covered = sum(not game.is_open(other) for other in around)
            if flags != game.layout.clue(cell) or covered == flags:
                continue
            kind = "chord"
        else:
            continue
        found = judge(game.view, kind, cell, policy="safest", budget=Budget())
        assert found.risk == pytest.approx(naive_risk(game, kind, cell, mines), abs=1e-9), (kind, cell)
        assert not found.is_estimate
        assert (found.verdict == "certain") == (found.risk == 0.0)
        assert (found.verdict == "blunder") == (found.risk == 1.0)
        if found.verdict not in ("certain", "blunder"):
            assert (found.verdict == "unneeded guess") == (found.best_risk == pytest.approx(0.0, abs=1e-9))


@pytest.mark.slow
@given(st.data())
@settings(max_examples=40)
def test_what_a_guess_keeps_is_the_best_play_after_it(data: st.DataObject) -> None:
    grid = data.draw(grids(max_cells=9))
    mines = data.draw(mine_sets(grid))
    if not 0 < len(mines) < grid.cells:
        return
    dice = random.Random(data.draw(st.integers(0, 1 << 30)))
    game = Game(layout=Layout(grid, mines), rules="classic,first=any")
    game.open(dice.choice([cell for cell in grid if cell not in mines]))
    if game.outcome is not Outcome.ONGOING:
        return
    board = board_of(grid)
    layouts = list(naive_solver.layouts_that_fit(board, list(game.view.codes), len(mines)))
    best = float(naive_solver.best_play(board, list(game.view.codes), layouts))
    kept = []
    for cell in grid:
        if game.is_open(cell):
            continue
        found = judge(game.view, "open", cell, policy="safest", budget=Budget())
        if found.win_chance is None:
            continue
        assert found.win_chance == pytest.approx(best)
        if found.kept_win_chance is None:
            # Computed for guesses that may be the best; certain moves lose nothing.
            continue
        assert found.kept_win_chance <= best + 1e-9
        kept.append(found.kept_win_chance)
    if kept:
        assert max(kept) == pytest.approx(best)


def test_a_budget_that_is_too_small_makes_estimates() -> None:
    game = Game("8x40", 60, seed=3)
    game.open((4, 20))
    for cell in list(game.grid)[::7]:
        if game.layout is not None and not game.layout.is_mine(cell):
            game.open(cell)
    cells = [cell for cell in game.grid if not game.is_open(cell)]
    exact = [judge(game.view, "open", cell, policy="safest", budget=Budget()) for cell in cells[:40]]
    about = [judge(game.view, "open", cell, policy="safest", budget=Budget(states=8)) for cell in cells[:40]]
    assert not any(found.is_estimate for found in exact)
    assert all(found.is_estimate for found in about)
    for true, guessed in zip(exact, about, strict=True):
        assert guessed.risk == pytest.approx(true.risk, abs=0.2)


def test_past_every_budget_a_move_is_judged_by_an_estimate() -> None:
    game = Game("16x30", 99, seed=3)
    game.open((8, 15))
    for budget in (Budget(memory=1), Budget(states=1, memory=1)):
        found = judge(game.view, "open", (0, 0), policy="safest", budget=budget)
        assert found.is_estimate
        assert found.verdict != "unknown"
        assert found.risk is not None
        assert found.best_risk is not None
        assert found.best_risk <= found.risk < 1


VIEW = View.parse("2x4 mines=2\n# # # #\n1 2 1 1")


def test_a_mistake_comes_with_both_reasons() -> None:
    found = insight(VIEW, Event(0, "open", (0, 2), 1), first_open=None, policy="safest", budget=Budget())
    assert found.judgement.verdict == "blunder"
    assert found.judgement.best_cell in found.overlooked[-1].cells
    assert (found.overlooked[-1].conclusion, found.warnings[-1].conclusion) == ("safe", "mine")
    assert (0, 2) in found.warnings[-1].cells
    assert found.frontier == {0, 1, 2, 3}


def test_the_frontier_is_what_clues_touch() -> None:
    view = View.parse("3x4 mines=2\n1 # # F\n# # # #\n# # # #")
    found = insight(view, Event(0, "open", (2, 3), 1), first_open=None, policy="safest", budget=Budget())
    assert found.frontier == {1, 4, 5}


def test_reasons_past_the_budget_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object, **__: object) -> object:
        raise BudgetExceededError("expected less work")

    monkeypatch.setattr(module, "explain_each", too_much)
    found = insight(VIEW, Event(0, "open", (0, 2), 1), first_open=None, policy="safest", budget=Budget())
    assert (found.overlooked, found.warnings) == ((), ())
    assert found.judgement.best_risk == 0.0


@pytest.mark.parametrize(
    ("first_open", "verdict"), [("safe", "first click"), ("opening", "first click"), ("any", "forced guess")]
)
def test_a_first_open_is_what_the_rules_promise(first_open: str, verdict: str) -> None:
    view = View("3x4", 2, [-1] * 12)
    found = insight(view, Event(0, "open", (0, 0), 1), first_open=first_open, policy="safest", budget=Budget())  # type: ignore[arg-type]
    assert found.judgement.verdict == verdict
    assert found.frontier == frozenset()
    nothing = judge_event(view, Event(0, "open", (0, 0), 1), first_open=None, policy="safest", budget=None)
    assert nothing.verdict == "unknown"


def test_moves_and_what_they_risk() -> None:
    assert [is_move(event) for event in (Event(0, "open", (0, 0), 1), Event(0, "open", (0, 0)))] == [True, False]
    assert not is_move(Event(0, "flag", (0, 0), 1))
    view = View.parse("2x4 mines=2\nF # # #\n1 2 1 1")
    assert cells_at_risk(view, Event(0, "open", (0, 2), 1)) == ((0, 2),)
    assert cells_at_risk(view, Event(0, "chord", (1, 1), 2)) == ((0, 1), (0, 2))
