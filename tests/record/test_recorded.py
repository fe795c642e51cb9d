"""The interface that a replay needs: any object with it can be replayed."""

from __future__ import annotations

import types

import pytest

from hypersweep import Layout
from hypersweep.record import Record, Replay
from hypersweep.record.recorded import Recorded
from played import played

NEEDED = sorted(name for name, value in vars(Recorded).items() if isinstance(value, property))
GAME = played(Layout("3x4", [(0, 3), (2, 3)]), [(0, "open", (0, 0)), (1000, "flag", (0, 3)), (2000, "open", (1, 3))])


def test_a_record_has_all_of_it() -> None:
    assert isinstance(GAME, Recorded)
    assert {"grid", "mines", "events", "outcome"} <= set(NEEDED)


def test_what_has_it_and_nothing_else_is_replayed_as_the_record_is() -> None:
    other = types.SimpleNamespace(**{name: getattr(GAME, name) for name in NEEDED})
    assert isinstance(other, Recorded)
    assert not isinstance(other, Record)
    ours, theirs = Replay(GAME), Replay(other)
    for replay in (ours, theirs):
        replay.seek(len(GAME.events))
    assert ours.game.view == theirs.game.view
    assert ours.game.outcome == theirs.game.outcome == GAME.outcome


@pytest.mark.parametrize("missing", NEEDED)
def test_what_lacks_any_of_it_is_no_record(missing: str) -> None:
    other = types.SimpleNamespace(**{name: getattr(GAME, name) for name in NEEDED if name != missing})
    assert not isinstance(other, Recorded)
