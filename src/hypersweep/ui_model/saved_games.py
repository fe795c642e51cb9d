"""Saved games as entries of lists; and records from files, verified before they are shown."""

from __future__ import annotations

import os
import shlex
from datetime import datetime
from typing import TYPE_CHECKING

from hypersweep.boards import board_name
from hypersweep.record import Record
from hypersweep.record.file import is_record, read_bytes
from hypersweep.record.times import clock_text, time_text
from hypersweep.session.player_statistics import kind_title
from hypersweep.text import error_reason, pluralize

if TYPE_CHECKING:
    from pathlib import Path

    from hypersweep.session import Result, SavedSummary

_MINUTE, _HOUR = 60, 3600
_WEEK = 7
# Text after the name of a board in the entry of a saved game.
_REST = 6 + 10 + 3 + len("59 minutes ago")


def load_record(path: str) -> Record:
    """Load a record from a file, or from a mouse replay of another program, and verify it.

    Raises:
        OSError: it can't be read.
        ParseError: it is neither.
        ParameterError: its content can't become a record.
        RecordError: an event in it is impossible.
    """
    name = os.path.expanduser(path.strip())
    with open(name, "rb") as file:
        data = read_bytes(file)
        if is_record(data):
            record = Record.parse(data)
        else:
            # Imported late, since most files are our own.
            from hypersweep.formats.files import as_record, load_file
            from hypersweep.formats.files import read_bytes as read_on
            from hypersweep.formats.format_detection import fitting_formats

            kinds = ("record", "replay", "game")
            data = read_on(file, name, begun=data, kinds=kinds)
            fits = any(not set(kinds).isdisjoint(form.kinds) for form in fitting_formats(data, name))
            record = as_record(load_file(data, path=name)[1]) if fits else Record.parse(data)
    record.verify()
    return record


def error_text(error: Exception) -> str:
    """Return the message of an error for a player.

    >>> error_text(MemoryError()), error_text(FileNotFoundError(2, "No such file or directory", "game.sweep"))
    ('expected more memory than there is', 'No such file or directory: game.sweep')
    """
    # Python's MemoryError has no text.
    return error_reason(error) or "expected more memory than there is"


def rescue_text(path: Path | None) -> str:
    """Return a sentence on where a game is that its store couldn't save.

    Args:
        path: its path; None if it couldn't be saved anywhere.

    >>> from pathlib import PurePosixPath
    >>> rescue_text(PurePosixPath("my game.sweep"))
    "Your game is saved in my game.sweep; 'hypersweep resume 'my game.sweep'' goes on with it."
    """
    if path is None:
        return "Your game could not be saved anywhere, and is lost."
    return f"Your game is saved in {path}; 'hypersweep resume {shlex.quote(str(path))}' goes on with it."


def saved_text(saved: SavedSummary, now: float, width: int = 70) -> str:
    """Return a running game's entry: board and rules, share of open cells, clock, and time since it was saved.

    Args:
        saved: the game.
        now: the time, in seconds since 1970.
        width: width of the line in characters.
    """
    title = kind_title((saved.grid, saved.mines, saved.rules))
    room = max(12, width - _REST)
    if len(title) > room:
        title = title[: room - 1] + "…"
    age = "being played" if saved.is_busy else age_text(saved.saved, now)
    return f"{title:{room}}{progress_text(saved.progress):>6}{clock_text(saved.milliseconds):>10}   {age}"


def progress_text(progress: float | None) -> str:
    """A share in percent, rounded down, as what isn't done isn't 100 %; nothing where it isn't known.

    >>> progress_text(0.999), progress_text(0.0), progress_text(None)
    ('99 %', '0 %', '')
    """
    return "" if progress is None else f"{min(int(progress * 100), 99)} %"


def age_text(saved: float, now: float) -> str:
    """Return the time since an event, for people; its date if it is over a week ago or in the future.

    Args:
        saved: when that was, in seconds since 1970.
        now: the time.

    >>> [age_text(10**9 - seconds, 10**9) for seconds in (-20, 5, 60, 300, 3600)]
    ['just now', 'just now', '1 minute ago', '5 minutes ago', '1 hour ago']
    """
    seconds = now - saved
    try:
        then, today = datetime.fromtimestamp(saved), datetime.fromtimestamp(now)
    except (ValueError, OverflowError, OSError):
        return ""  # an impossible time, from a damaged file
    days = (today.date() - then.date()).days
    if abs(seconds) < _MINUTE:
        return "just now"
    if seconds < 0 or days > _WEEK:
        return f"{then:%Y-%m-%d}"
    if seconds < _HOUR:
        return f"{pluralize(int(seconds // _MINUTE), 'minute')} ago"
    if days == 0 or seconds < 6 * _HOUR:
        return f"{pluralize(int(seconds // _HOUR), 'hour')} ago"
    return "yesterday" if days == 1 else f"{days} days ago"


def result_text(result: Result) -> str:
    """Return a finished game's entry: time, board, result, and duration."""
    name = board_name(result.grid, result.mines)
    start, outcome = result.start[:16].replace("T", " "), result.outcome.name.lower()
    return f"{start:18}{name:24}{outcome:8}{time_text(result.milliseconds):>9}"
