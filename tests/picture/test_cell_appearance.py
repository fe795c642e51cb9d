"""Cells' looks, marks and codes: a character means the same whether it is written or read."""

from __future__ import annotations

import random
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import BusyError, Game, Grid, Layout
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture import cell_appearance as source_module
from hypersweep.picture.cell_appearance import (
    ASCII,
    CLUE,
    CURSOR,
    DONE,
    HIDDEN,
    HOVER,
    NEAR,
    PRESSED,
    READINGS,
    SYMBOLS,
    TARGET,
    UNCOLOURED,
    CodeReader,
    changed_marks,
    code_text,
    excess_flags,
    finished,
    hint_marks,
    marks_of,
    too_many_flags,
)
from hypersweep.view import View

CODES = (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, 0)


@pytest.mark.parametrize("symbols", [ASCII, SYMBOLS, SYMBOLS | UNCOLOURED], ids=["ascii", "usual", "uncoloured"])
def test_what_is_written_is_read_as_what_it_was(symbols: dict[int, str]) -> None:
    ambiguous = {" ", "X"}
    assert all(READINGS[symbols[code]] == code for code in CODES if symbols[code] not in ambiguous)
    assert not ambiguous & READINGS.keys()


def test_every_set_has_a_character_of_its_own_for_what_must_be_told_apart() -> None:
    for symbols in (ASCII, SYMBOLS | UNCOLOURED):
        assert len({symbols[code] for code in CODES}) == len(CODES)
        assert all(len(symbol) == 1 for symbol in symbols.values())


def test_a_view_reads_nothing_otherwise() -> None:
    for symbol, code in READINGS.items():
        try:
            view = View.parse(f"1x2 mines=2\n{symbol} {symbol}")
        except ValueError:
            continue
        assert view.codes.tolist() == [code, code]


def test_looks_of_clues_with_too_many_flags_are_no_others() -> None:
    others = {*CODES, DONE, HIDDEN, *range(100)}
    assert not others & {too_many_flags(excess) for excess in range(1, 200)}
    assert [excess_flags(too_many_flags(excess)) for excess in (1, 26)] == [1, 26]
    assert {excess_flags(look) for look in others} == {0}


MARKS = st.dictionaries(st.integers(0, 20), st.integers(1, 127))


def test_marks_add_up() -> None:
    grid = Grid("3x4")
    hints = hint_marks(grid, [(0, 0)], [(0, 1), (0, 0)])
    marks = marks_of(grid, (0, 0), focus=(0, 1), hover=(0, 1), pressed=(0, 1), hints=hints)
    assert marks[0] == NEAR | CLUE | TARGET | CURSOR
    assert marks[1] == TARGET | HOVER | PRESSED
    assert marks[2] == NEAR
    assert set(marks) == {0, 1, 2, 4, 5, 6}
    assert marks_of(grid, (0, 0), hover=(2, 2), pressed=(0, 1)).get(1) == NEAR, "the mouse was dragged off"
    assert hints == {0: CLUE | TARGET, 1: TARGET}, "what was given stays as it was"


def test_a_chord_presses_the_neighbours_as_well() -> None:
    grid = Grid("3x4x5", wrap=True)
    marks = marks_of(grid, (2, 2, 2), pressed=(0, 0, 0), is_chord=True)
    pressed = {grid.cell(index) for index, mark in marks.items() if mark & PRESSED}
    assert pressed == {(0, 0, 0), *grid.neighbours((0, 0, 0))}


@given(MARKS, MARKS)
def test_changes_lead_from_one_to_the_other(before: dict[int, int], after: dict[int, int]) -> None:
    changed = changed_marks(before, after)
    assert changed == {index for index in range(21) if before.get(index) != after.get(index)}


@pytest.mark.slow
@given(
    st.sampled_from(["3x4", "3x4x5", "2x3x4x5~wrap=1", "3x4~orthogonal", "7"]),
    st.integers(0, 99),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_looks_stay_true_while_the_game_goes_on(
    shape: str, seed: int, are_differences: bool, tells_finished: bool, is_large: bool
) -> None:
    game = Game(shape, 4, seed=seed)
    grid = game.grid
    reader = CodeReader(game)
    chance = random.Random(seed)
    everything = range(grid.cells)

    def looks() -> list[int]:
        return reader.clue_looks(everything, are_differences=are_differences, tells_finished=tells_finished)

    with mock.patch.object(source_module, "_WHOLE", 0 if is_large else 1 << 16):
        drawn = looks()
        for _ in range(20):
            cell = grid.cell(chance.randrange(grid.cells))
            kind = chance.random()
            change = game.flag(cell) if kind < 0.5 else game.undo() if kind < 0.7 else game.open(cell)
            if not change:
                continue
            reader.forget(change.indices)
            if change.outcome.value:
                break
            assert reader.looks(everything) == list(game.codes())
            now = looks()
            assert now == [
                naive_look(game, index, are_differences=are_differences, tells_finished=tells_finished)
                for index in everything
            ]
            # Exactly the cells that look different are drawn again.
            touched = {*change.indices, *reader.clues_around(list(change.indices), are_differences=are_differences)}
            if are_differences or tells_finished:
                assert {index for index in everything if now[index] != drawn[index]} <= touched
            drawn = now


def naive_look(game: Game, index: int, *, are_differences: bool, tells_finished: bool) -> int:
    """Return the look of a cell, the slow way."""
    view = game.view
    cell = game.grid.cell(index)
    code = view[cell]
    if code <= 0:
        return code
    around = [view[other] for other in game.grid.neighbours(cell)]
    flags = around.count(FLAGGED)
    look = code
    if are_differences:
        look = code - flags or DONE if code >= flags else too_many_flags(flags - code)
    is_decided = COVERED not in around and (flags == code or all(other >= 0 for other in around))
    return finished(look) if tells_finished and is_decided else look


def test_clues_are_finished_once_all_their_mines_are_flagged_and_nothing_else_is_covered() -> None:
    game = Game(layout=Layout("2x3", [(0, 0), (0, 2)]))
    reader = CodeReader(game)

    def look() -> int:
        reader.forget()
        return reader.clue_looks([1], tells_finished=True)[0]

    for cell in ((0, 1), (1, 0), (1, 1)):
        game.open(cell)
    game.flag((0, 0))
    game.flag((0, 2))
    assert look() == 2, "one is covered yet"
    game.flag((1, 2))
    assert look() == 2, "a flag too many"
    game.flag((1, 2))
    game.open((1, 2))
    assert look() == finished(2)


class Ranges:
    """A source that keeps the ranges read."""

    def __init__(self, shape: str) -> None:
        self.grid = Grid(shape)
        self.mines = 1
        self.ranges: list[tuple[int, int]] = []

    def codes(self, begin: int = 0, end: int | None = None) -> memoryview[int]:
        assert end is not None
        self.ranges.append((begin, end))
        return memoryview(b"\xff\xff" * (end - begin)).cast("h")


def test_a_line_of_a_large_board_is_read_in_one_go_and_distant_cells_one_by_one() -> None:
    source = Ranges("3000x4000")
    reader = CodeReader(source)
    assert reader.looks(range(5000, 5080)) == [-1] * 80
    assert source.ranges == [(5000, 5080)]
    source.ranges.clear()
    assert reader.looks([0, 11_999_999]) == [-1, -1]
    assert source.ranges == [(0, 1), (11_999_999, 12_000_000)]
    assert reader.looks([]) == []
    source.ranges.clear()
    assert reader.looks([9_000_001, 4, 5, 9_000_000]) == [-1] * 4
    assert source.ranges == [(4, 6), (9_000_000, 9_000_002)]


def test_a_small_board_is_read_once() -> None:
    source = Ranges("3x4x5")
    reader = CodeReader(source)
    for index in range(60):
        reader.looks([index])
    assert source.ranges == [(0, 60)]
    reader.forget([7])
    reader.looks([7])
    assert source.ranges == [(0, 60)] * 2


def test_cells_are_hidden_while_another_thread_makes_a_move() -> None:
    class Busy(Game):
        def codes(self, begin: int = 0, end: int | None = None, *, reveal: bool = False) -> memoryview:
            raise BusyError("this game is in use in another thread")

    # Too large for a table of all cells: those are small, and their moves short.
    reader = CodeReader(Busy("300x400", 9, seed=1))
    assert reader.looks([0, 5, 119_999]) == [HIDDEN] * 3
    assert reader.clue_looks([0, 5], are_differences=True) == [HIDDEN] * 2


@pytest.mark.parametrize("whole", [0, 1 << 16])
def test_a_won_board_shows_every_mine_flagged(whole: int) -> None:
    game = Game(layout=Layout("3x4", [(0, 0), (2, 3)]))
    game.flag((0, 0))
    reader = CodeReader(game)
    with mock.patch.object(source_module, "_WHOLE", whole):
        for cell in game.grid:
            if cell not in ((0, 0), (2, 3)):
                game.open(cell)
        reader.forget()
        assert game.codes()[11] == MINE
        assert reader.looks([0, 11]) == [FLAGGED, FLAGGED]
        assert reader.clue_looks([1, 10], are_differences=True) == [DONE, DONE]
        assert game.undo()
        reader.forget()
        assert reader.looks([0, 11]) == [FLAGGED, COVERED]


def test_every_code_has_words_of_its_own() -> None:
    shown = (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, 0, 1, 80)
    assert len({code_text(code) for code in shown}) == len(shown)
    assert code_text(80) == "clue 80"
