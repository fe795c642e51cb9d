"""A click and what it changed, as an event of its own."""

from __future__ import annotations

import gc

import msgspec
import pytest

from hypersweep.web.multiplayer.protocol import Moved
from hypersweep.web.multiplayer.rooms.moved import CellsMoved

MOVED = CellsMoved(3, 0, 1, 2, "open", 7, 950, [7], [-4], None, 5, 1, "lost")


def test_what_was_moved_stays_as_it_is() -> None:
    with pytest.raises(AttributeError):
        MOVED.n = 3  # type: ignore[misc]
    assert msgspec.structs.replace(MOVED, n=3) != MOVED


def test_a_log_full_of_them_is_nothing_that_the_garbage_collector_looks_at() -> None:
    assert not gc.is_tracked(MOVED)


def test_all_that_a_page_is_told_of_a_click_is_there() -> None:
    # The room knows its own name, and ``all`` is what ``data`` becomes.
    assert {*Moved.__struct_fields__} - {"room", "all"} <= {*CellsMoved.__struct_fields__}
