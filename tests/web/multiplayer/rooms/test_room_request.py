"""Requests for rooms, and their saved rows."""

from __future__ import annotations

import pytest

from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.protocol import RoomWish
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS
from hypersweep.web.multiplayer.rooms.room_request import row_of
from hypersweep.web.multiplayer.settings import Settings
from hypersweep.web.multiplayer.store.rooms import RoomRow

SETTINGS = Settings("sqlite+aiosqlite://", largest_board=100)


def row(kind: str = "solo", board: str = "3x4", mines: int = 3, rules: str = "classic", **others: object) -> RoomRow:
    """Return the row of a requested room."""
    seed = others.pop("seed", None)
    wish = RoomWish(kind, board, mines, rules, **others)  # type: ignore[arg-type]
    return row_of(wish, SETTINGS, owner="Ann", made=17, seed=seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["solo", "coop", "versus", "study"])
def test_a_room_can_be_made_of_what_is_kept(kind: str) -> None:
    kept = row(kind, is_open=True)
    assert (kept.kind, kept.owner, kept.made, kept.is_open, kept.ended) == (kind, "Ann", 17, True, None)
    room = ROOM_KINDS[kind](kept)
    assert (room.kind, str(room.grid), room.row.mines) == (kind, "3x4", 3)


def test_names_keys_and_seeds_are_never_the_same_unless_a_seed_is_said() -> None:
    first, second = row(), row()
    assert all(getattr(first, name) != getattr(second, name) for name in ("id", "key", "seed"))
    assert first.id != first.key
    assert row(seed=5).seed == "5"
    assert row(seed=0).seed == "0"


def test_a_kind_that_nobody_knows_is_refused() -> None:
    with pytest.raises(RefusedError, match=r"room of .*solo.*, got chess") as caught:
        row("chess")
    assert caught.value.what == "no_kind"


def test_a_board_that_is_too_large_says_how_large_it_may_be() -> None:
    row("solo", "10x10", 9)
    for kind in ("solo", "coop", "versus"):
        with pytest.raises(RefusedError) as caught:
            row(kind, "10x11", 9)
        assert (caught.value.what, caught.value.values) == ("too_large", {"cells": 100})


def test_what_is_wrong_with_a_board_is_said() -> None:
    with pytest.raises(RefusedError) as caught:
        row(mines=13)
    assert caught.value.what == "board"
    assert "13" in str(caught.value.values["reason"])
    with pytest.raises(RefusedError) as caught:
        row("study", mines=13)
    assert caught.value.what == "study_board"
