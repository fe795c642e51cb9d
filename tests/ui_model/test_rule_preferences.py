"""Saved preferences for all boards: followed if possible, reported if not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CLASSIC, Game, Grid, HypersweepError, Rules
from hypersweep.generate.search import twins
from hypersweep.session import Store
from hypersweep.ui_model.rule_preferences import (
    PREFERENCES,
    RulePreferences,
    first_open_text,
    guess_rules,
    guess_text,
    menu_texts,
    next_preference,
    preference_text,
    saved_preferences,
    settle,
)
from strategies import grids

NEVER = Rules(guess="never")


@given(
    grids(max_cells=200),
    st.integers(0, 200),
    st.sampled_from(list(PREFERENCES["first_open"])),
    st.sampled_from(list(PREFERENCES["guess"])),
)
def test_a_default_stops_no_game(grid: Grid, mines: int, first_open: str, guess: str) -> None:
    try:
        Game(grid, mines, rules=CLASSIC)
    except HypersweepError:
        return
    rules, remark = settle(CLASSIC, grid, mines, RulePreferences(first_open, guess), PREFERENCES)
    Game(grid, mines, rules=rules)
    wanted = guess_rules(guess)
    if wanted.guess == "never" and mines % twins(grid):
        assert "no guess takes a multiple of" in remark
        assert rules.guess == "allowed"
        return
    assert (rules.guess, rules.grade) == (wanted.guess, wanted.grade)
    assert not remark or rules.first_open == "safe"
    if first_open and not remark:
        assert rules.first_open == first_open


def test_only_what_was_left_changes() -> None:
    rules = Rules(chord=False)
    assert settle(rules, Grid("3x4x5"), 6, RulePreferences(), PREFERENCES)[0] == Rules(
        chord=False, first_open="opening"
    )
    preferences, grid = RulePreferences("safe", "never"), Grid("3x4x5")
    assert settle(rules, grid, 6, preferences, ["guess"])[0] == Rules(chord=False, guess="never")
    assert settle(NEVER, grid, 6, RulePreferences("safe", "punished"), ["first_open"])[0] == NEVER
    assert settle(NEVER.replace(first_open="opening"), grid, 6, RulePreferences(), ["guess"])[0] == Rules(
        first_open="opening"
    )
    assert settle(NEVER, grid, 6, preferences, [])[0] == NEVER


def test_without_a_guess_the_first_open_is_an_opening_everywhere() -> None:
    grid = Grid("12x13")
    assert settle(CLASSIC, grid, 20, RulePreferences(), PREFERENCES)[0].first_open == "safe"
    assert settle(CLASSIC, grid, 20, RulePreferences(guess="never"), PREFERENCES)[0].first_open == "opening"
    assert settle(CLASSIC, grid, 20, RulePreferences("safe", "never"), PREFERENCES)[0].first_open == "safe"
    assert settle(CLASSIC, grid, 20, RulePreferences(guess="punished"), PREFERENCES)[0].first_open == "safe"


@pytest.mark.parametrize(
    ("name", "value", "preference"),
    [
        ("first_open", None, ""),
        ("first_open", "safe", "safe"),
        ("first_open", "opening", "opening"),
        ("first_open", "any", ""),
        ("first_open", 7, ""),
        ("guess", "never,grade=pair", "never,grade=pair"),
        ("guess", "punished", "punished"),
        ("guess", "never,grade=magic", ""),
        ("guess", ["never"], ""),
    ],
)
def test_a_setting_that_nobody_knows_counts_as_none(tmp_path: Path, name: str, value: object, preference: str) -> None:
    store = Store(tmp_path)
    store.settings.set(name, value)
    assert saved_preferences(store.settings) == RulePreferences()._replace(**{name: preference})


def test_each_value_of_a_setting_has_its_turn_and_its_words() -> None:
    for name, preferences in PREFERENCES.items():
        preference, seen = "", []
        for _ in preferences:
            seen.append(preference)
            preference = next_preference(name, preference)
        assert (preference, seen) == ("", list(preferences))
        assert len({preference_text(name, each) for each in preferences}) == len(preferences)
        for form in (0, 1, -1):
            assert len({menu_texts(name, each)[form] for each in preferences}) == len(preferences)


def test_the_words_for_guesses_are_those_of_the_rules() -> None:
    texts = {preference: guess_text(guess_rules(preference)) for preference in PREFERENCES["guess"]}
    assert texts == {
        "": "",
        "never": "no guess is needed",
        "never,grade=set,exactly=on": "no guess: needs sets of clues",
        "never,grade=set": "no guess: sets of clues will do",
        "never,grade=pair,exactly=on": "no guess: needs pairs of clues",
        "never,grade=pair": "no guess: pairs of clues will do",
        "never,grade=clue": "no guess: single clues will do",
        "punished": "an unneeded guess hits a mine",
    }
    # On the narrowest screen they stand next to a board.
    assert max(map(len, texts.values())) <= 32


def test_the_first_open_in_a_sentence() -> None:
    texts = [first_open_text(Rules(first_open=first)) for first in ("any", "safe", "opening")]
    assert texts == ["first click may hit a mine", "first click is safe", "first click opens an area"]
