"""JSON of boards and moves: what is refused beyond the shape of the text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

import strategies
from hypersweep import Game, Grid, Layout, Move, ParameterError, ParseError, Rules, View
from hypersweep.formats import decode, encode

GRID = encode(Grid("3x4"))
CHANGE = encode(Game("3x4", 2, seed=7).open((0, 0)))


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"type": "layout", "mines": [1, 12]}, "expected mines of 0 to 11 for 3x4, got 12"),
        ({"type": "layout", "mines": [2, 1]}, r"mines\[1\]: expected a number above 2"),
        ({"type": "view", "mines": 13, "codes": [-1] * 12}, "expected mines of 0 to 12, got 13"),
        ({"type": "view", "mines": 2, "codes": [-1] * 11}, "expected 12 codes for 3x4, got 11"),
        (
            {"type": "view", "mines": 2, "codes": [*[-1] * 11, 9]},
            r"codes of -5 to 8 on 3x4, got 9 at \(2, 3\)",
        ),
        ({"type": "view", "mines": 2, "codes": [*[-1] * 11, -6]}, r"codes\[11\]: expected a whole number of -5"),
        ({**CHANGE, "indices": [1, 12]}, "expected indices of 0 to 11 for 3x4, got 12"),
        ({**CHANGE, "opened": 7}, "expected opened of -6 to 6, got 7"),
        ({**CHANGE, "flagged": -7}, "expected flagged of -6 to 6, got -7"),
    ],
)
def test_what_no_board_can_have_is_refused(document: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decode({"version": 1, "grid": GRID, **document})


def test_indices_are_those_of_the_cells() -> None:
    assert encode(Layout("3x4", [(0, 1), (2, 3)]))["mines"] == [1, 11]
    change = Game("3x4", 2, seed=7).open((0, 0))
    assert [Grid("3x4").cell(index) for index in CHANGE["indices"]] == list(change.cells)
    assert (CHANGE["outcome"], CHANGE["opened"], CHANGE["flagged"]) == ("ongoing", 6, 0)


@given(strategies.grids_of(strategies.wide_shapes()))
def test_changes_of_long_rows_come_back(grid: Grid) -> None:
    change = Game(layout=Layout(grid, [grid.cell(grid.cells - 1)])).open(grid.cell(0))
    found = decode(encode(change))
    assert (found.cells, found.opened, found.outcome) == (change.cells, change.opened, change.outcome)


def test_clues_of_two_bytes_come_back() -> None:
    view = View("3x3x3x3x3x3x3x3x3x3", 1, [-1] * 59_049)
    assert decode(encode(view)) == view


def test_a_coordinate_too_large_for_json_is_not_written() -> None:
    with pytest.raises(ParameterError, match="which JSON can hold, got 1152921504606846976"):
        encode(Move("open", (1 << 60,)))


OLD_RULES = {
    "type": "rules",
    "version": 1,
    "first_open": "safe",
    "flag_protects_click": True,
    "flag_protects_cascade": True,
    "flags_on_open": False,
    "chord": True,
}


def test_rules_that_were_written_before_there_were_guesses_are_read() -> None:
    assert decode(OLD_RULES) == Rules()
    # And nothing else is written where guesses are allowed, so that older programs read it too.
    assert encode(Rules()) == OLD_RULES


def test_rules_say_what_becomes_of_guesses() -> None:
    assert encode(Rules(guess="never", grade="pair")) == {**OLD_RULES, "guess": "never", "grade": "pair"}
    exact = {**OLD_RULES, "guess": "never", "grade": "set", "exactly": True}
    assert encode(Rules(guess="never", grade="set", exactly=True)) == exact
    assert decode(exact) == Rules(guess="never", grade="set", exactly=True)
    assert encode(Rules(guess="never", grade="count")) == {**OLD_RULES, "guess": "never"}
    assert decode({**OLD_RULES, "guess": "never", "grade": "count"}) == Rules(guess="never")
    assert decode({**OLD_RULES, "guess": "punished", "grade": None}) == Rules(guess="punished")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"guess": "never", "first_open": "any"}, "expected guess='never' with a first open"),
        ({"grade": "pair"}, "expected a grade only with guess='never'"),
        ({"guess": "nevr"}, "guess: expected .*never"),
        ({"guess": "never", "grade": "hard"}, "grade: expected .*pair"),
        ({"guess": None}, "guess: expected"),
    ],
)
def test_rules_that_contradict_each_other_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ParseError, match=message):
        decode({**OLD_RULES, **changes})
