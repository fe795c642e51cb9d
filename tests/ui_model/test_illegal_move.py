from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import CellError, Game, Grid, Layout, Outcome
from hypersweep.errors import GenerationError
from hypersweep.ui_model.illegal_move import read_cell, why_no_board, why_nothing
from strategies import grids, layouts, rules


@given(grids(), st.data())
def test_cells_are_read_back(grid: Grid, data: st.DataObject) -> None:
    cell = data.draw(st.sampled_from(list(grid)))
    assert read_cell([str(place) for place in cell], grid, "open") == cell


def test_what_helps_can_be_said_otherwise() -> None:
    with pytest.raises(CellError, match=r"^expected 2 coordinates, got 1: try 'open 0 1'$"):
        read_cell(["1"], Grid("3x4"), "open")
    with pytest.raises(CellError, match=r"^expected 2 coordinates, got 1: say it otherwise$"):
        read_cell(["1"], Grid("3x4"), "open", hint="say it otherwise")


@given(layouts(max_cells=30), rules(), st.data())
def test_every_move_that_does_nothing_has_a_reason(layout: Layout, chosen: object, data: st.DataObject) -> None:
    game = Game(layout=layout, rules=chosen)  # type: ignore[arg-type]
    cells = st.sampled_from(list(layout.grid))
    for kind, cell in data.draw(st.lists(st.tuples(st.sampled_from(("open", "flag", "chord")), cells), max_size=15)):
        if game.outcome is not Outcome.ONGOING:
            break
        reason = why_nothing(game, kind, cell)
        change = {"open": game.open, "flag": game.flag, "chord": game.chord}[kind](cell)
        if change:
            continue
        assert reason
        if kind == "open":
            assert reason.endswith("is open already") == game.is_open(cell)
        if kind == "chord" and reason.startswith("nothing left"):
            assert all(game.is_open(other) or game.is_flagged(other) for other in game.grid.neighbours(cell))


def test_rules_without_chords_are_named_whatever_becomes_of_guesses() -> None:
    for text in ("esp", "esp,guess=never", "esp,guess=punished"):
        assert why_nothing(Game("3x4", 2, rules=text), "chord", (0, 1)) == "the esp rules have no chord"


@pytest.mark.parametrize(
    ("rules", "none", "advice", "more_advice"),
    [
        ("classic,guess=never", "no board without guesses", "another cell", "another cell or fewer mines"),
        (
            "classic,guess=never,grade=pair",
            "no board that easy",
            "another cell or a harder grade",
            "another cell, fewer mines or a harder grade",
        ),
    ],
)
def test_a_first_open_without_a_board_says_what_to_do(rules: str, none: str, advice: str, more_advice: str) -> None:
    game = Game("2x3", 1, rules=rules)
    with pytest.raises(GenerationError) as caught:
        game.open((0, 1))
    assert why_no_board(game, caught.value) == f"{none} begins there: try {advice}"
    error = GenerationError("expected a board, found none", tried=100_000)
    assert why_no_board(game, error) == f"no board in 100,000 tries: try {advice}"
    assert why_no_board(Game("3x4", 2, rules=rules), error) == f"no board in 100,000 tries: try {more_advice}"
