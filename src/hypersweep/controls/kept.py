"""Games that are kept, as lists show them; and records from files, played through before anybody watches them."""

from __future__ import annotations

import os
from datetime import datetime

from hypersweep.boards import board_name
from hypersweep.record import Record
from hypersweep.record.times import clock_text, time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.session import Result, SavedGame

__all__ = ["error_text", "load_record", "result_text", "saved_text"]


def load_record(path: str) -> Record:
    """A record from a file, played through to check that it is valid.

    Raises:
        OSError: it can't be read.
        ParseError: it isn't a record.
        RecordError: an event in it is impossible.
    """
    record = Record.load(os.path.expanduser(path.strip()))
    record.verify()
    return record


def error_text(error: Exception) -> str:
    """What an error says, for a player."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return str(error)


def saved_text(saved: SavedGame) -> str:
    """A game that goes on, in a line: its board, its clock, and when it was saved."""
    record = saved.record
    when = datetime.fromtimestamp(saved.saved)
    name = board_name(record.grid, record.mines)
    return f"{name:28}{clock_text(saved.milliseconds):>9}   {when:%Y-%m-%d %H:%M}"


def result_text(result: Result) -> str:
    """A game that ended, in a line: when, on which board, how, and how long it took."""
    name = board_name(result.grid, result.mines)
    start, outcome = result.start[:16].replace("T", " "), result.outcome.name.lower()
    return f"{start:18}{name:24}{outcome:8}{time_text(result.milliseconds):>9}"
