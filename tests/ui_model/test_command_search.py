"""Finding commands by everyday words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.picture.themes import THEMES
from hypersweep.ui_model.command_search import COMMAND_WORDS, SETTING_WORDS, VALUE_WORDS, fit, setting_words
from hypersweep.ui_model.rule_preferences import PREFERENCES, menu_texts


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


TITLES = [
    *(f"Theme: {theme.title.lower()}" for theme in THEMES.values()),
    *("Characters: as the terminal allows", "Characters: ASCII only", "Characters: frames and flags"),
    *("Clues: minus flags", "Finished clues: faint", "Left click on a number: chords"),
    *(menu_texts(setting, preference)[0] for setting, preferences in PREFERENCES.items() for preference in preferences),
]


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("light", "Theme: light"),
        ("Light", "Theme: light"),
        ("ligh", "Theme: light"),
        ("light mode", "Theme: light"),
        ("dark", "Theme: dark"),
        ("contrast", "Theme: high contrast"),
        ("contr", "Theme: high contrast"),
        ("no colo", "Theme: no colours"),
        ("none", "Theme: no colours"),
        ("theme none", "Theme: no colours"),
        ("none needed", "Guesses: none needed"),
        ("guesses none", "Guesses: none needed"),
        ("classic", "Theme: classic"),
        ("ascii", "Characters: ASCII only"),
        ("unicode", "Characters: frames and flags"),
        ("safe", "First click: safe"),
        ("safe start", "First click: safe"),
        ("no guess", "Guesses: none needed"),
        ("punished", "Guesses: punished"),
        ("faint", "Finished clues: faint"),
        ("chords", "Left click on a number: chords"),
    ],
)
def test_a_value_is_found_before_its_neighbours(typed: str, title: str) -> None:
    by_fit = sorted(TITLES, key=lambda other: -fit(typed, other, setting_words(other)))
    assert by_fit[0] == title


def test_values_with_words_of_their_own_exist() -> None:
    assert {title.casefold() for title in TITLES} >= VALUE_WORDS.keys()
