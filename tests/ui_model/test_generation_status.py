"""The status shown while a board is made."""

from __future__ import annotations

import pytest

from hypersweep import Game, Layout
from hypersweep.generate import Progress
from hypersweep.ui_model.generation_status import is_made_first, making_texts


@pytest.mark.parametrize(
    ("rules", "is_made"),
    [("classic", False), ("classic,guess=punished", False), ("classic,guess=never", True), ("esp,guess=never", True)],
)
def test_only_the_first_open_without_guesses_makes_a_board(rules: str, is_made: bool) -> None:
    game = Game("3x4", 2, seed=7, rules=rules)
    game.flag((2, 3))
    assert is_made_first(game) == is_made
    game.open((0, 0))
    assert not is_made_first(game)
    game.undo()
    assert not is_made_first(game)
    given = game.rules.for_layout()
    assert not is_made_first(Game(layout=Layout("3x4", [(0, 1)]), rules=given))


def test_each_form_is_shorter_than_the_one_before() -> None:
    for progress in (None, Progress(1, 100, 0, 0), Progress(99_999, 100_000, 380, 381)):
        lengths = [len(text) for text in making_texts(progress)]
        assert lengths == sorted(lengths, reverse=True)


def test_no_board_that_was_tried_came_to_the_end() -> None:
    assert "the best came to 99 %" in making_texts(Progress(9, 100, 9999, 10_000))[0]
    assert "tried 12,345" in making_texts(Progress(12_345, 100_000, 50, 100))[1]
