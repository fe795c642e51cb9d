"""The pointer, tested with the table that also tests the page's pointer, the terminal and the page."""

from __future__ import annotations

import pytest

from button_sequences import SEQUENCES, ButtonSequence
from hypersweep.rules import RULES_BY_NAME, WINDOWED
from hypersweep.ui_model.pointer import LEFT, MIDDLE, RIGHT, Pointer, left_chords

BUTTONS = {"left": LEFT, "middle": MIDDLE, "right": RIGHT}
CELLS = {"here": (1, 2), "there": (2, 2)}


def play(sequence: ButtonSequence, *, is_open: bool, chords: bool = True) -> list[str]:
    """Return the moves on the cell called here."""
    pointer, moves = Pointer(), []
    for button, is_down, place in sequence.steps:
        cell = CELLS.get(place)
        if is_down:
            assert cell is not None
            pointer.press(BUTTONS[button], cell, is_open=is_open, left_chords=chords)
        elif done := pointer.release(BUTTONS[button], cell):
            assert done[0] == CELLS["here"]
            moves.append(done[1])
    assert (pointer.held, pointer.pressed, pointer.action) == (set(), None, "")
    return moves


def test_buttons_make_the_moves_of_the_table() -> None:
    for sequence in SEQUENCES:
        name, _, covered, number, quiet = sequence
        assert play(sequence, is_open=False) == [covered] * bool(covered), name
        assert play(sequence, is_open=True) == [number] * bool(number), name
        assert play(sequence, is_open=True, chords=False) == [quiet] * bool(quiet), name
        # A left click opens a covered cell, whatever it does on an open one.
        assert play(sequence, is_open=False, chords=False) == [covered] * bool(covered), name


def test_what_will_happen_is_known_before_the_release() -> None:
    pointer = Pointer()
    pointer.press(LEFT, (1, 2), is_open=True, left_chords=False)
    assert (pointer.pressed, pointer.action) == (None, "")
    pointer.press(RIGHT, (1, 2), is_open=True, left_chords=False)
    assert (pointer.pressed, pointer.action) == ((1, 2), "chord")
    pointer.clear()
    assert (pointer.held, pointer.pressed, pointer.action) == (set(), None, "")
    assert pointer.release(RIGHT, (1, 2)) is None


def test_other_buttons_do_nothing() -> None:
    pointer = Pointer()
    pointer.press(7, (1, 2), is_open=False)
    assert not pointer.held
    assert pointer.release(7, (1, 2)) is None


@pytest.mark.parametrize("is_wanted", [False, True])
def test_only_the_windowed_rules_take_the_left_chord_away(is_wanted: bool) -> None:
    for rules in RULES_BY_NAME.values():
        assert left_chords(rules, is_wanted=is_wanted) == (is_wanted and rules != WINDOWED)
    assert not left_chords(WINDOWED.replace(first_open="safe"), is_wanted=True)
