"""The lesson: what each step shows, which clicks are right, and that its last board takes no guess."""

from __future__ import annotations

import pytest

from hypersweep import CLASSIC, Game, Outcome
from hypersweep.picture.cell_appearance import CLUE, TARGET
from hypersweep.solve import analyse
from hypersweep.ui_model.lesson import LAST_BOARD, STEPS, LessonStep


def test_the_steps_go_from_one_dimension_to_four() -> None:
    assert [step.grid.dimensions for step in STEPS] == [1, 2, 3, 4]
    assert [step.counts for step in STEPS] == [(2,), (2, 8), (2, 8, 26), (2, 8, 26, 80)]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_the_sweep_ends_with_all_neighbours_and_only_grows(step: LessonStep) -> None:
    assert set(step.sweep[-1]) == set(step.grid.neighbours(step.middle))
    for before, after in zip(step.sweep, step.sweep[1:], strict=False):
        assert set(before) < set(after)
    marks = step.marks(1)
    assert marks[step.grid.index(step.middle)] == CLUE
    assert sorted(marks.values()).count(TARGET) == 2
    assert step.marks(0).keys() == {step.grid.index(step.middle)}


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.title)
def test_what_is_asked_for_follows_from_the_number_in_the_middle(step: LessonStep) -> None:
    game = step.game()
    assert game.outcome is Outcome.ONGOING
    flags = sum(game.is_flagged(cell) for cell in step.sweep[-1])
    assert game.view[step.middle] == flags
    covered = [cell for cell in step.grid if not game.is_open(cell) and not game.is_flagged(cell)]
    assert [cell for cell in covered if cell in step.sweep[-1]] == sorted(step.asked)
    assert set(step.asked) <= set(analyse(game.view).safe_cells)
    for cell in step.asked:
        assert step.answer(game, cell) == ""
        again = step.game()
        assert again.open(cell)
        assert again.outcome is not Outcome.LOST


def test_a_cell_touches_the_same_patch_of_each_tile_around_as_the_texts_say() -> None:
    for step in STEPS[2:]:
        assert "the same 3x3 patch" in step.shown
    grid = LAST_BOARD.grid
    for cell in grid:
        tiles: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        for other in (cell, *grid.neighbours(cell)):
            tiles.setdefault(other[2:], set()).add(other[:2])
        assert len(set(map(frozenset, tiles.values()))) == 1
        assert max(map(len, tiles.values())) <= 9 < grid.shape[0] * grid.shape[1]


def test_each_wrong_click_has_its_own_answer() -> None:
    step = STEPS[1]
    game = step.game()
    answers = [step.answer(game, cell) for cell in ((2, 2), (1, 1), (0, 0), (4, 4))]
    assert [word in answer for word, answer in zip(("itself", "flag", "open", "far"), answers, strict=True)] == [
        True
    ] * 4
    assert len(set(answers)) == 4


@pytest.mark.slow
def test_the_last_board_takes_no_guess_and_few_moves() -> None:
    assert LAST_BOARD.rules == CLASSIC.replace(first_open="opening", guess="never", grade="clue")
    for seed in range(5):
        game = Game(LAST_BOARD.grid, LAST_BOARD.mines, rules=LAST_BOARD.rules, seed=seed)
        game.open((1, 2, 1, 1) if seed % 2 else (0, 0, 0, 0))
        assert game.outcome is Outcome.ONGOING
        moves = 1
        while game.outcome is Outcome.ONGOING:
            game.open(analyse(game.view).safe_cells[0])
            moves += 1
        assert game.outcome is Outcome.WON
        assert moves < 40
