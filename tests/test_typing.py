"""A program such as users write: the types of the main calls, compared with their results."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import assert_type

import numpy as np

import hypersweep
from hypersweep import (
    Analysis,
    Budget,
    Choice,
    Event,
    Game,
    Grid,
    Layout,
    Move,
    MoveResult,
    Outcome,
    Reason,
    Record,
    Rules,
    View,
    analyse,
    best_move,
    choose,
    explain,
    sample_layouts,
)
from hypersweep.formats import Video, read_file
from hypersweep.typing import Adjacency, CellLike, ChoiceKind, Conclusion, EventKind, FirstOpen, MoveKind, ReasonRule

Cell = tuple[int, ...]


def test_games_and_boards_have_types() -> None:
    game = Game("3x4", 2, seed=7)
    change = assert_type(game.open((0, 0)), MoveResult)
    assert_type(change.cells, tuple[Cell, ...])
    assert_type(game.outcome, Outcome)
    assert_type(game.layout, Layout | None)
    assert_type(game.moves, tuple[Move, ...])
    assert_type(game.moves[0].kind, MoveKind)
    assert_type(game[0, 1], int)
    view = assert_type(game.view, View)
    assert_type(list(view), list[Cell])
    assert_type(view.items(), Iterator[tuple[Cell, int]])
    assert_type(view.codes, memoryview)
    assert_type(view.codes[0], int)
    grid = assert_type(view.grid, Grid)
    assert_type(grid.adjacency, Adjacency)
    assert_type(grid.cell(5), Cell)
    rules = assert_type(game.rules, Rules)
    assert_type(rules.first_open, FirstOpen)
    assert view.codes[0] == game[0] == 0


def test_every_form_of_a_cell_is_taken_by_type_checkers_too() -> None:
    grid = Grid("3x4")
    forms: list[CellLike] = [(1, 2), [1, 2], 6, np.int64(6), np.array([1, 2]), np.unravel_index(6, (3, 4)), range(1, 3)]
    assert {grid.index(form) for form in forms} == {6}
    game = Game(grid, layout=Layout(grid, np.argwhere(np.eye(3, 4, dtype=bool))))
    for form in forms:
        game.flag(form)
    assert game.flags == 1


def test_the_solver_has_types() -> None:
    game = Game("3x4", layout=Layout("3x4", [(0, 3), (2, 0)]))
    game.open((0, 0))
    analysis = assert_type(analyse(game.view, budget=Budget(states=1000)), Analysis)
    assert_type(analysis.probability((2, 0)), float)
    choice = assert_type(choose(game.view, "progress"), Choice | None)
    assert choice is not None
    assert assert_type(best_move(game.view, "progress"), Choice) == choice
    assert_type(choice.cell, Cell)
    assert_type(choice.kind, ChoiceKind)
    assert_type(choice.win_probability, Fraction | None)
    reasons = assert_type(explain(game.view), list[Reason])
    assert_type(reasons[0].rule, ReasonRule)
    assert_type(reasons[0].conclusion, Conclusion)
    assert choice.kind == "safe"


def test_records_and_batches_have_types() -> None:
    record = assert_type(Record.parse(Record.of(Game("3x4", 2, seed=7)).format()), Record)
    assert_type(record.events, tuple[Event, ...])
    assert_type(Event(0, "pause").kind, EventKind)
    batch = sample_layouts("3x4", 2, 3, seed=7)
    assert_type(batch[0], Layout)
    assert len(batch) == 3


def test_a_read_file_has_the_type_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("3x4.bAgg", encoding="ascii")
    assert_type(read_file(path), Layout | View | Game | Record | Video)
    assert_type(read_file(path, as_=Layout), Layout)
    assert_type(read_file(path, as_=View), View)
    assert_type(read_file(path, as_=Game), Game)
    record = assert_type(read_file(path, "board-id", as_=Record, max_cells=100), Record)
    assert record.mines == 2


def test_words_that_are_none_are_found_by_type_checkers() -> None:
    # An unneeded ignore below is itself an error.
    for wrong in (
        lambda: Move("opne", (0, 0)),  # type: ignore[arg-type]
        lambda: Grid("3x4", adjacency="more"),  # type: ignore[arg-type]
        lambda: Rules(first_open="sometimes"),  # type: ignore[arg-type]
        lambda: choose(Game("3x4", 2, seed=7).view, "best"),  # type: ignore[arg-type]
        lambda: Grid("3x4").index("6"),  # type: ignore[arg-type]
        lambda: Grid("3x4").index((0.0, 1.0)),  # type: ignore[arg-type]
    ):
        try:
            wrong()
        except hypersweep.ParameterError as error:
            assert str(error).startswith("expected")
        else:
            raise AssertionError(wrong)
