"""Records with one change: rejected at the first impossible event, or as valid a game as before.

The slow judge, who shares no code with the replay, decides which of the two it is, and where.
"""

from __future__ import annotations

import random

import pytest

from hypersweep import Record, RecordError
from record_edits import edits
from records import Judge, marked_record, random_record
from seeds import seeds


def refused_at(record: Record) -> int | None:
    """Return the position at which a record is refused, or None if it isn't."""
    try:
        record.verify()
    except RecordError as error:
        assert error.event is (record.events[error.position] if error.position < len(record.events) else None)
        return error.position
    return None


def check(seed: int, record: Record | None = None) -> set[str]:
    """Check every edit of a record. Returns: the kinds of edits that made another possible game."""
    record = record or random_record(seed, 25)
    fine = set()
    for name, place, edited in edits(record, random.Random(seed)):
        found = refused_at(edited)
        assert found == Judge(edited).verdict(), (name, place, edited.format())
        # Time and effect of an event follow from the earlier events.
        if name in ("effect", "outcome") or (
            name == "earlier" and edited.events[place].milliseconds < _before(edited, place)
        ):
            assert found == place, (name, edited.format())
        if found is None:
            fine.add(name)
        elif name in ("removed", "doubled", "swapped", "cell", "later", "earlier", "kind"):
            assert found >= place
    return fine


def _before(record: Record, place: int) -> int:
    return record.events[place - 1].milliseconds if place else 0


@pytest.mark.parametrize("seed", seeds(60))
def test_every_edit_is_refused_at_the_first_event_that_cannot_be(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize("seed", seeds(60))
def test_every_edit_of_marks_is_refused_at_the_first_event_that_cannot_be(seed: int) -> None:
    check(seed, marked_record(seed, 20))


@pytest.mark.nightly
def test_edits_of_many_records() -> None:
    fine = set()
    for seed in range(1000, 1400):
        fine |= check(seed)
    # What docs/record.md says: these can leave a game that might have been played as well. No other can.
    assert fine == {
        "removed",
        "doubled",
        "swapped",
        "cell",
        "later",
        "earlier",
        "kind",
        "length",
        "rules",
        "seed",
        "layout",
    }
