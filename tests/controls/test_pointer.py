from __future__ import annotations

from hypersweep.controls.pointer import LEFT, MIDDLE, RIGHT, Pointer

HERE, THERE = (1, 2), (2, 2)


def test_left_opens_when_it_is_let_go_over_the_same_cell() -> None:
    pointer = Pointer()
    assert pointer.press(LEFT, HERE, is_open=False) == ""
    assert pointer.pressed == HERE
    assert pointer.release(LEFT, HERE) == (HERE, "open")
    assert pointer.pressed is None
    assert not pointer.held


def test_dragging_off_cancels() -> None:
    for elsewhere in (THERE, None):
        pointer = Pointer()
        pointer.press(LEFT, HERE, is_open=False)
        assert pointer.release(LEFT, elsewhere) is None


def test_right_flags_at_once_and_its_release_does_nothing() -> None:
    pointer = Pointer()
    assert pointer.press(RIGHT, HERE, is_open=False) == "flag"
    assert pointer.release(RIGHT, HERE) is None


def test_middle_and_left_on_a_number_chord() -> None:
    pointer = Pointer()
    pointer.press(MIDDLE, HERE, is_open=False)
    assert pointer.release(MIDDLE, HERE) == (HERE, "chord")
    pointer.press(LEFT, HERE, is_open=True)
    assert pointer.release(LEFT, HERE) == (HERE, "chord")


def test_both_buttons_chord_once() -> None:
    for first, second in ((LEFT, RIGHT), (RIGHT, LEFT)):
        pointer = Pointer()
        assert pointer.press(first, HERE, is_open=True) == ("flag" if first == RIGHT else "")
        assert pointer.press(second, HERE, is_open=True) == ""
        assert pointer.release(second, HERE) == (HERE, "chord")
        assert pointer.release(first, HERE) is None


def test_a_lost_release_leaves_nothing_behind() -> None:
    pointer = Pointer()
    pointer.press(LEFT, HERE, is_open=False)
    pointer.press(LEFT, THERE, is_open=False)
    assert pointer.release(LEFT, THERE) == (THERE, "open")
    assert pointer.release(LEFT, THERE) is None


def test_other_buttons_do_nothing() -> None:
    pointer = Pointer()
    assert pointer.press(7, HERE, is_open=False) == ""
    assert not pointer.held
