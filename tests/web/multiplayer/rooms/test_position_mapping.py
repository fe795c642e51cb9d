"""Positions after others' edits."""

from __future__ import annotations

import pytest

from hypersweep.web.multiplayer.rooms.position_mapping import Shift, moved


@pytest.mark.parametrize(
    ("shift", "before", "after"),
    [
        (Shift("cut", (4,)), (4,), (4,)),
        (Shift("cut", (4,)), (4, 1, 2), (4, 1, 2)),
        (Shift("cut", (4,)), (3, 1, 9), (3, 1, 9)),
        (Shift("cut", (3, 2, 4)), (3, 1, 9), (3, 1, 9)),
        (Shift("out", (4, 2)), (4, 1, 3), (4, 1, 3)),
        (Shift("out", (4, 2)), (4, 3, 3), (4, 2, 3)),
        (Shift("out", (4, 2)), (5, 3, 3), (5, 3, 3)),
        (Shift("out", (4, 2)), (4,), (4,)),
        (Shift("in", (4, 2)), (4, 2, 3), (4, 3, 3)),
        (Shift("in", (4, 2)), (4, 1, 3), (4, 1, 3)),
        (Shift("swap", (4, 2)), (6, 1, 1), (4, 2, 2, 1, 1)),
        (Shift("swap", (4, 2)), (4, 2, 2, 1, 1), (6, 1, 1)),
        (Shift("swap", (4, 2)), (4, 2, 0), (4, 2, 0)),
        (Shift("swap", (4, 2)), (4, 1, 5), (4, 1, 5)),
        (Shift("swap", (4, 2)), (4,), (4,)),
        (Shift("swap", (1, 1, 4, 2)), (4, 2, 2), (4, 2, 2)),
    ],
)
def test_what_stays_is_called_otherwise(shift: Shift, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    assert moved((shift,), before) == (after, True)


@pytest.mark.parametrize(
    ("shift", "before", "after"),
    [
        (Shift("cut", (4,)), (5, 1, 2), (4,)),
        (Shift("cut", (3, 2, 4)), (3, 2, 5), (3, 2, 4)),
        (Shift("out", (4, 2)), (4, 2, 3, 1, 1), (4,)),
        (Shift("all"), (4, 2, 3), (0,)),
    ],
)
def test_of_what_is_gone_the_last_that_remains_is_given(
    shift: Shift, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    assert moved((shift,), before) == (after, False)
