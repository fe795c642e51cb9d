from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.picture.cell_appearance import CLUE, CURSOR, HOVER, NEAR, PRESSED, TARGET
from hypersweep.picture.marks import changed_marks, hint_marks, marks_of

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
