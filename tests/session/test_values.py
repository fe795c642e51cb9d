"""The objects of sessions and stores: values can be pickled, and other objects say why they can't."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

from hypersweep import Grid, Outcome, Rules
from hypersweep.errors import HypersweepError
from hypersweep.record import Record
from hypersweep.session import Result, SavedGame, Session, Store
from sessions import FakeClock, begin

TRAVEL: list[Callable[[object], object]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, 6)),
]


def result(**changed: object) -> Result:
    values = {"name": "one", "grid": Grid("3x4"), "mines": 2, "rules": Rules(), "outcome": Outcome.WON}
    values |= {"milliseconds": 900, "is_ranked": True, "deaths": 1, "hints": 2, "start": "2026", "player": "Ann"}
    return Result(**(values | changed))  # type: ignore[arg-type]


def saved(**changed: object) -> SavedGame:
    values = {"name": "one", "record": Record("3x4", 2, seed=7), "milliseconds": 900, "saved": 1.5}
    return SavedGame(**(values | changed))  # type: ignore[arg-type]


@pytest.mark.parametrize("make", [result, saved])
def test_values_travel_and_are_equal_where_all_of_them_is(make: Callable[..., object]) -> None:
    value = make()
    for travel in TRAVEL:
        other = travel(value)
        assert type(other) is type(value)
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)
    assert value != make(name="two") != make(milliseconds=901)
    assert len({value, make(), make(name="two")}) == 2


@pytest.mark.parametrize("make", [result, saved])
def test_values_never_change(make: Callable[..., object]) -> None:
    value = make()
    for name in type(value).__slots__:  # type: ignore[attr-defined]
        with pytest.raises(AttributeError):
            setattr(value, name, None)
        with pytest.raises(AttributeError):
            delattr(value, name)
    with pytest.raises((AttributeError, TypeError)):
        value.anything = 1  # type: ignore[attr-defined]
    assert value == make()


def test_what_holds_locks_and_files_says_why_it_does_not_travel(store: Store, clock: FakeClock) -> None:
    session = begin(store, clock)
    things = {session: "clock is running", store: "same folder", store.settings: "represents a file"}
    for thing, why in things.items():
        for travel in TRAVEL:
            with pytest.raises(HypersweepError, match=why) as caught:
                travel(thing)
            assert isinstance(caught.value, TypeError), "as Python says it of its own"
            assert f"a {type(thing).__name__} can't be copied or pickled: " in str(caught.value)
    # Nothing has happened to them.
    session.flag((0, 3))
    session.close()
    (game,) = store.unfinished()
    assert game.record == session.record
    assert game == pickle.loads(pickle.dumps(game))


def test_what_they_hold_travels(store: Store, clock: FakeClock) -> None:
    with begin(store, clock) as session:
        game, record = copy.deepcopy((session.game, session.record))
        game.open((0, 3))
        assert game.outcome is Outcome.LOST
        assert session.outcome is Outcome.ONGOING
        assert record == session.record
        again = Session.continue_from(pickle.loads(pickle.dumps(record)))
        assert again.game.view == session.game.view
