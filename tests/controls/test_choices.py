from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CLASSIC, Grid, HypersweepError, Layout, ParameterError
from hypersweep.boards import PRESETS, suitable_mines
from hypersweep.controls.choices import read_choices
from strategies import near_misses


def test_an_empty_form_gives_the_beginners_board() -> None:
    choice = read_choices("")
    assert (choice.grid, choice.mines, choice.rules, choice.seed) == (Grid("9x9"), 10, CLASSIC, None)


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
        ({"board": "3x4.bAgg", "seed": "1"}, "expected no seed with a board ID"),
        ({"board": "3x4", "wrap": "2"}, "expected wrapped axis of 0 to 1, got 2"),
    ],
)
def test_mistakes_are_named_without_dashes_and_commands(fields: dict[str, str], message: str) -> None:
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


def test_a_choice_is_a_value() -> None:
    fields = {"mines": "7", "seed": "3", "rules": "esp", "wrap": "0"}
    choice = read_choices("3x4x5", **fields)
    assert choice == read_choices("3x4x5", **fields)
    assert hash(choice) == hash(read_choices("3x4x5", **fields))
    assert choice != read_choices("3x4x5", **fields | {"seed": "4"})
    assert choice != "3x4x5"
    for twin in (copy.copy(choice), copy.deepcopy(choice), pickle.loads(pickle.dumps(choice))):
        assert twin == choice
    with pytest.raises(AttributeError, match="the mines of a BoardChoice can't be changed"):
        choice.mines = 8
    with pytest.raises(AttributeError, match="the grid of a BoardChoice can't be changed"):
        del choice.grid
    assert choice.mines == 7


def test_a_choice_of_a_layout_is_a_value_too() -> None:
    board = Layout("3x4", [(0, 1), (2, 3)]).format()
    choice = read_choices(board)
    assert (choice.layout, choice.mines) == (Layout("3x4", [(0, 1), (2, 3)]), 2)
    assert choice == pickle.loads(pickle.dumps(choice))
    assert len({choice, read_choices(board), read_choices("3x4", mines="2")}) == 2
