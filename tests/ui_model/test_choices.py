"""Choices of games and numbers, from options and from forms."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CLASSIC, Grid, HypersweepError, Layout, ParameterError, Rules
from hypersweep.boards import PRESETS, suitable_mines
from hypersweep.ui_model.choices import read_choices
from hypersweep.ui_model.rule_preferences import RulePreferences
from strategies import near_misses

OPENING = Rules(first_open="opening")


def test_an_empty_form_gives_the_beginners_board() -> None:
    choice = read_choices("")
    assert (choice.grid, choice.mines, choice.rules, choice.seed) == (Grid("9x9"), 10, OPENING, None)


def test_a_game_id_of_another_program_begins_with_its_first_cell() -> None:
    choice = read_choices("4x3:0,2,u401")
    assert (choice.layout, choice.first) == (Layout("3x4", [(0, 1), (2, 3)]), (2, 0))
    assert "(2, 0)" in choice.remark
    assert [str(move) for move in choice.game().moves] == ["open 2 0"]
    assert (choice.again().layout, choice.again().first) == (None, None)
    with pytest.raises(ParameterError, match="can't set the number of mines"):
        read_choices("4x3:0,2,u401", mines="3")
    with pytest.raises(ParameterError, match="expected a first cell"):
        read_choices("4x3:0,9,u401")
    with pytest.raises(ParameterError, match=r"first cell without a mine, got \(0, 1\)"):
        read_choices("4x3:1,0,u401")


def test_every_field_counts() -> None:
    choice = read_choices(
        " 3x4x5 ", mines="7", seed="18446744073709551615", rules="esp", first="any", wrap="2,0", adjacency="orthogonal"
    )
    assert choice.grid == Grid("3x4x5", adjacency="orthogonal", wrap=[0, 2])
    assert (choice.mines, choice.seed, choice.rules.first_open) == (7, 2**64 - 1, "any")


@pytest.mark.parametrize("name", PRESETS)
def test_names_of_boards_will_do(name: str) -> None:
    choice = read_choices(name.upper())
    assert (choice.grid, choice.mines) == (Grid(PRESETS[name][0]), PRESETS[name][1])
    assert not choice.are_mines_chosen


def test_mines_are_chosen_where_the_field_is_empty() -> None:
    choice = read_choices("5x6x7")
    assert (choice.mines, choice.are_mines_chosen) == (suitable_mines(Grid("5x6x7"), "safe"), True)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"board": "beginer"}, "did you mean 'beginner'"),
        ({"board": "3x4", "mines": "12"}, "12"),
        ({"board": "3x4", "mines": "many"}, "expected a whole number for mines, got 'many'"),
        ({"board": "3x4.bAgg", "seed": "1"}, "can't use seed with a board ID"),
        ({"board": "3x4", "wrap": "2"}, "expected wrapped axis from 0 to 1, got 2"),
    ],
)
def test_mistakes_are_named_without_dashes_and_commands(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        read_choices(**fields)
    assert message in str(caught.value)
    assert "--" not in str(caught.value)
    assert "hypersweep" not in str(caught.value)


@given(
    near_misses(["3x4", "expert", "3x4.bAgg", "4x4x4"]),
    near_misses(["", "3"]),
    near_misses(["", "7"]),
    near_misses(["classic", "esp", "classic,first=opening"]),
    st.sampled_from(["", "safe", "opening", "any", "x"]),
    near_misses(["", "0", "all", "0,1"]),
)
def test_what_is_accepted_can_be_played(board: str, mines: str, seed: str, rules: str, first: str, wrap: str) -> None:
    try:
        choice = read_choices(board, mines=mines, seed=seed, rules=rules, first=first, wrap=wrap)
    except HypersweepError:
        return
    game = choice.game()
    assert game.grid == choice.grid
    game.open((0,) * game.grid.dimensions)


@pytest.mark.parametrize("name", PRESETS)
def test_boards_with_names_begin_with_an_opening(name: str) -> None:
    choice = read_choices(name)
    assert (choice.rules, choice.left, choice.remark) == (OPENING, ("first_open", "guess"), "")
    # The same board by its size is the same board.
    text, mines = PRESETS[name]
    assert read_choices(text, mines=str(mines)).rules == OPENING


@pytest.mark.parametrize(
    ("board", "fields", "first_open"),
    [
        ("16x30", {}, "opening"),
        ("30x16", {}, "opening"),
        ("16x30", {"mines": "50"}, "safe"),
        ("9x9", {"wrap": "all"}, "safe"),
        ("12", {}, "safe"),
        ("6x7x8", {}, "opening"),
        ("3x3x3", {}, "safe"),
        ("6x7x8", {"first": "safe"}, "safe"),
        ("6x7x8", {"rules": "classic,first=any"}, "any"),
        ("6x7x8", {"rules": "classic,chord=off"}, "opening"),
        # Other rules than the classic ones decide this themselves.
        ("expert", {"rules": "esp"}, "safe"),
        ("expert", {"rules": "hypermines", "preferences": RulePreferences("opening")}, "any"),
        ("expert", {"rules": "esp", "first": "opening"}, "opening"),
        # The player's setting, and what goes before it.
        ("16x30", {"mines": "50", "preferences": RulePreferences("opening")}, "opening"),
        ("6x7x8", {"preferences": RulePreferences("safe")}, "safe"),
        ("expert", {"preferences": RulePreferences("safe")}, "safe"),
        ("expert", {"preferences": RulePreferences("safe"), "first": "opening"}, "opening"),
        ("expert", {"preferences": RulePreferences("opening"), "first": "any"}, "any"),
    ],
)
def test_what_the_first_open_finds(board: str, fields: dict[str, Any], first_open: str) -> None:
    assert read_choices(board, **fields).rules.first_open == first_open


NEVER = Rules(first_open="opening", guess="never")


@pytest.mark.parametrize(
    ("board", "fields", "rules"),
    [
        ("expert", {"guess": "never"}, NEVER),
        ("expert", {"guess": "never", "grade": "pair"}, NEVER.replace(grade="pair")),
        (
            "expert",
            {"guess": "never", "grade": "set", "exactly": "on"},
            NEVER.replace(grade="set", exactly=True),
        ),
        # The hardest grade leaves nothing out.
        ("expert", {"guess": "never", "grade": "count"}, NEVER),
        ("expert", {"rules": "classic,guess=never"}, NEVER),
        ("expert", {"rules": "classic,guess=never", "grade": "clue"}, NEVER.replace(grade="clue")),
        ("expert", {"rules": "classic,guess=never,grade=clue", "guess": "allowed"}, OPENING),
        ("expert", {"guess": "punished"}, OPENING.replace(guess="punished")),
        ("expert", {"rules": "esp", "guess": "never"}, Rules.parse("esp,guess=never")),
        # A lone number leads nowhere without a guess.
        ("12x12", {"guess": "never"}, NEVER),
        ("12x12", {"guess": "never", "first": "safe"}, NEVER.replace(first_open="safe")),
        # The player's setting, and what goes before it.
        ("expert", {"preferences": RulePreferences(guess="never,grade=set")}, NEVER.replace(grade="set")),
        ("expert", {"preferences": RulePreferences(guess="punished")}, OPENING.replace(guess="punished")),
        ("expert", {"preferences": RulePreferences(guess="never,grade=set"), "guess": "never"}, NEVER),
        (
            "expert",
            {"preferences": RulePreferences(guess="never,grade=set,exactly=on")},
            NEVER.replace(grade="set", exactly=True),
        ),
        ("expert", {"preferences": RulePreferences(guess="never"), "guess": "allowed"}, OPENING),
        ("expert", {"preferences": RulePreferences(guess="never"), "rules": "classic,guess=allowed"}, OPENING),
        ("expert", {"preferences": RulePreferences(guess="never"), "rules": "esp"}, Rules.parse("esp")),
        ("expert", {"preferences": RulePreferences("safe", "never")}, NEVER.replace(first_open="safe")),
    ],
)
def test_what_becomes_of_guesses(board: str, fields: dict[str, Any], rules: Rules) -> None:
    assert read_choices(board, **fields).rules == rules


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"grade": "pair"}, "grade needs guess never, got grade 'pair'"),
        (
            {"exactly": "on", "guess": "never"},
            "exactly needs grade, one of clue, pair",
        ),
        ({"grade": "pair", "guess": "punished"}, "grade needs guess never"),
        ({"grade": "pair", "guess": "allowed", "rules": "classic,guess=never"}, "grade needs guess never"),
        ({"grade": "pair", "preferences": RulePreferences(guess="never")}, "grade needs guess never"),
        ({"guess": "never", "grade": "pairs"}, "did you mean 'pair'"),
        ({"guess": "nevr"}, "did you mean 'never'"),
        ({"guess": "never", "first": "any"}, "expected first opening or first safe with guess never"),
        ({"guess": "never", "rules": "comp2017"}, "expected first opening or first safe with guess never"),
        ({"rules": "classic,guess=never", "first": "any"}, "expected first opening or first safe with guess never"),
        ({"board": "3x4.bAgg", "guess": "never"}, "can't use guess with a board ID"),
        ({"board": "3x4.bAgg", "grade": "pair"}, "can't use grade with a board ID"),
        ({"board": "3x4.bAgg", "rules": "classic,guess=never"}, "can't use guess=never with a board ID"),
    ],
)
def test_options_that_contradict_each_other_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        read_choices(**{"board": "3x4", **fields})
    assert message in str(caught.value)


@pytest.mark.parametrize("preference", ["never", "never,grade=pair", "punished"])
def test_the_setting_for_guesses_gives_way_and_says_so(preference: str) -> None:
    preferences = RulePreferences(guess=preference)
    choice = read_choices("1000x1000", mines="100", preferences=preferences)
    assert choice.rules.guess == "allowed"
    assert choice.remark == "guesses are allowed here: the setting is for boards of up to 262,144 cells"
    # A request for that board is met.
    assert read_choices("1000x1000", mines="100", guess="never", preferences=preferences).rules.guess == "never"
    protected = read_choices("3x4", mines="1", first="any", preferences=preferences)
    assert protected.rules.guess == ("punished" if preference == "punished" else "allowed")
    assert bool(protected.remark) == (preference != "punished")
    # On a given board, and in the games after it.
    given = read_choices(Layout("3x4x5", [(0, 1, 2)]).format(), preferences=preferences)
    assert (given.rules.guess, given.remark) == ("allowed", "")
    assert given.again(preferences).rules.guess == preference.partition(",")[0]


def test_both_settings_may_give_way() -> None:
    choice = read_choices("1000x1000", mines="999995", preferences=RulePreferences("opening", "never"))
    assert choice.rules == CLASSIC
    assert choice.remark.count(";") == 1


@pytest.mark.parametrize("preference", ["", "opening"])
def test_a_default_gives_way_where_there_is_no_room_and_says_so(preference: str) -> None:
    choice = read_choices("3x4x5", mines="36", preferences=RulePreferences(preference))
    assert (choice.rules, choice.remark) == (CLASSIC, "36 mines leave no room for an opening: the first click is safe")
    assert choice.game().mines == 36
    assert read_choices("3x4x5", mines="33", preferences=RulePreferences(preference)).remark == ""
    assert read_choices("3x3x3", preferences=RulePreferences(preference)).mines == 2, (
        "the mines don't give way to a default"
    )


def test_a_preference_for_one_board_is_kept_or_refused() -> None:
    with pytest.raises(ParameterError, match="at most 33 mines on 3x4x5, as the first click"):
        read_choices("3x4x5", mines="36", first="opening")
    with pytest.raises(ParameterError, match="keeps 27 free"):
        read_choices("3x4x5", mines="36", rules="classic,first=opening")


def test_the_next_board_is_of_the_same_kind() -> None:
    choice = read_choices("expert", seed="7")
    again = choice.again()
    assert (again.grid, again.mines, again.rules, again.seed) == (choice.grid, 99, OPENING, None)
    # A setting that was changed meanwhile counts, unless the first click was said for this board.
    assert choice.again(RulePreferences("safe")).rules == CLASSIC
    assert choice.again(RulePreferences("safe")).again().rules == OPENING
    assert read_choices("expert", first="opening").again(RulePreferences("safe")).rules == OPENING
    assert read_choices("3x4x5", mines="36").again(RulePreferences("opening")).remark.startswith("36 mines")


def test_after_a_board_that_was_given_the_usual_ones_follow() -> None:
    choice = read_choices(Layout("3x4x5", [(0, 1, 2), (2, 3, 4)]).format())
    assert choice.layout is not None
    assert (choice.again().layout, choice.again().mines, choice.again().rules) == (None, 2, OPENING)


def test_standard_sizes_have_their_mines() -> None:
    for board, mines in (("9x9", 10), ("16x16", 40), ("16x30", 99), ("30x16", 99), ("4x4x4x4", 10), ("40", 6)):
        choice = read_choices(board)
        assert (choice.mines, choice.are_mines_chosen) == (mines, True)


def test_a_choice_is_a_value() -> None:
    fields: dict[str, Any] = {"mines": "7", "seed": "3", "rules": "esp", "wrap": "0"}
    choice = read_choices("3x4x5", **fields)
    assert choice == read_choices("3x4x5", **fields)
    assert hash(choice) == hash(read_choices("3x4x5", **fields))
    assert choice != read_choices("3x4x5", **fields | {"seed": "4"})
    assert choice != "3x4x5"  # type: ignore[comparison-overlap]
    for twin in (copy.copy(choice), copy.deepcopy(choice), pickle.loads(pickle.dumps(choice))):
        assert twin == choice
    with pytest.raises(AttributeError):
        choice.mines = 8  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del choice.grid
    assert choice.mines == 7


def test_a_choice_of_a_layout_is_a_value_too() -> None:
    board = Layout("3x4", [(0, 1), (2, 3)]).format()
    choice = read_choices(board)
    assert (choice.layout, choice.mines) == (Layout("3x4", [(0, 1), (2, 3)]), 2)
    assert choice == pickle.loads(pickle.dumps(choice))
    assert len({choice, read_choices(board), read_choices("3x4", mines="2")}) == 2
