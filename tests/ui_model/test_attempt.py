"""Games tried again from a position of a record."""

from __future__ import annotations

import pytest

from hypersweep import Layout, Outcome
from hypersweep.ui_model.attempt import begin_attempt, record_up_to
from played import Step, played

STEPS: list[Step] = [
    (0, "open", (0, 0)),
    (1000, "flag", (1, 4)),
    (1500, "pause"),
    (1500, "resume"),
    (2000, "open", (0, 4)),
    (2000, "undo"),
    (3000, "open", (1, 5)),
]
RECORD = played(Layout("2x6", [(0, 4)]), STEPS)


@pytest.mark.parametrize("position", range(len(STEPS) + 1))
def test_the_session_stands_where_the_record_did(position: int) -> None:
    replay = RECORD.replay()
    replay.seek(position)
    session = begin_attempt(record_up_to(RECORD, replay.events[:position]))
    # The end of a game is left out: it was lost by the fifth event.
    replay.seek(position - (position == 5))
    assert session.game.codes(0, 12) == replay.game.codes(0, 12)
    assert session.game.layout == RECORD.layout
    assert session.outcome is Outcome.ONGOING
    assert not session.is_paused
    assert not session.is_ranked
    assert session.name is None
    assert session.can_undo == replay.can_undo or replay.is_paused
    while session.can_undo:
        session.undo()
    assert session.game.opened == 0


def test_the_cursor_begins_where_it_is_asked_to() -> None:
    assert begin_attempt(RECORD.replace(events=RECORD.events[:2], outcome=None)).cursor == (1, 4)
    assert begin_attempt(RECORD.replace(events=RECORD.events[:2], outcome=None), (0, 2)).cursor == (0, 2)
