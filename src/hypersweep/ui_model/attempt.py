"""A game retried from a position of its record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.record import Event, Record

    Cell = tuple[int, ...]


def record_up_to(record: Record, events: Sequence[Event]) -> Record:
    """Return the record of a game after some of its events; without the end of a game that was over.

    Args:
        record: the game.
        events: number of events from the start of one of its lines.

    >>> from hypersweep.record import Event, Record
    >>> record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])
    >>> record_up_to(record, record.events[:1])
    <Record of 3x4 with 2 mines, classic rules: 1 event in 0.000 s, ongoing>
    """
    count = len(events)
    while count and events[count - 1].ended is not None:
        count -= 1
    return record.replace(events=events[:count], outcome=None, milliseconds=None)


def begin_attempt(record: Record, cell: Cell | None = None) -> Session:
    """Return a session that continues from a record: unranked, unsaved, with undo of the recorded moves.

    Args:
        record: the game up to the position.
        cell: start of the cursor; None for the cell of the latest move.

    Raises:
        RecordError: an event of the record is impossible.
        BoardTooLargeError: this machine can't hold the board.

    >>> from hypersweep.record import Event, Record
    >>> session = begin_attempt(Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]))
    >>> session.is_paused, session.is_ranked, session.undo().opened
    (False, False, -6)
    """
    session = Session.continue_from(record)
    session.resume()
    if cell is not None:
        session.cursor = cell
    return session
