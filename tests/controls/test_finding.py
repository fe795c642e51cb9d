"""Commands by the words that people use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.controls.finding import COMMAND_WORDS, SETTING_WORDS, fit, setting_words


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (("undo", "Take back", ["undo"]), ("undo", "Undoing things", [])),
        (("und", "Take back", ["undo"]), ("und", "Go on and undo", [])),
        (("game new", "New game", []), ("ew gam", "New game", [])),
        (("ew gam", "New game", []), ("xyz", "New game", ["new", "game"])),
    ],
)
def test_the_closer_a_word_is_the_better_it_fits(
    better: tuple[str, str, list[str]], worse: tuple[str, str, list[str]]
) -> None:
    assert fit(*better) > fit(*worse)


@given(st.text(max_size=8), st.text(max_size=12), st.lists(st.text(max_size=6), max_size=3))
def test_a_fit_is_a_share(typed: str, title: str, words: list[str]) -> None:
    assert 0.0 <= fit(typed, title, words) <= 1.0
    assert fit("  ", title, words) == 0.0


def test_all_settings_are_found_as_settings() -> None:
    for name in SETTING_WORDS:
        assert "settings" in setting_words(f"{name.capitalize()}: something")
    assert setting_words("Leave; the game is saved") == ()
    assert "undo" in COMMAND_WORDS["undo"]
