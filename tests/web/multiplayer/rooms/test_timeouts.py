"""Time-outs of a room."""

from __future__ import annotations

import dataclasses

import pytest

from hypersweep.web.multiplayer.rooms.timeouts import Timeouts


def test_a_room_looks_after_everything_before_its_time_is_long_over() -> None:
    usual = dataclasses.asdict(Timeouts())
    sweep = usual.pop("sweep")
    assert 0 < sweep < min(usual.values())


def test_who_is_away_or_idle_is_given_up_before_the_round_is() -> None:
    usual = Timeouts()
    assert usual.away < usual.idle < usual.round


def test_patience_is_chosen_once() -> None:
    usual = Timeouts(search=0)
    with pytest.raises(dataclasses.FrozenInstanceError):
        usual.search = 30  # type: ignore[misc]
    assert (usual.search, usual.away) == (0, Timeouts().away)
