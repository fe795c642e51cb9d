"""Rows of figures: one for each game in a file, or one that says why the file can't be read."""

from __future__ import annotations

import os
from io import BytesIO
from typing import TYPE_CHECKING, TypeAlias

from hypersweep.errors import HypersweepError, ParseError
from hypersweep.formats.byte_fields import check_encoding
from hypersweep.formats.files import MOST_BYTES, as_record, load_file, split_file
from hypersweep.formats.video import TRACK, Video, mouse_stats, replay_video, video_of
from hypersweep.record.event import GameCounters
from hypersweep.record.game_files import GameText, game_texts
from hypersweep.record.record import read_record
from hypersweep.record.text_form import escape, is_record
from hypersweep.review import review
from hypersweep.stats import play_stats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.formats.format_detection import FileFormat
    from hypersweep.formats.video import MouseStats
    from hypersweep.record import Record

Value: TypeAlias = int | float | str | bool | None
"""A value in a table of games."""

Row: TypeAlias = dict[str, Value]
"""A row of a table of games: values by column name, in the order of ``COLUMNS``."""

FILE_COLUMNS: dict[str, type] = {
    "file": str,
    "game": int,
    "bytes": int,
    "modified": str,
    "sha256": str,
    "error_type": str,
    "error": str,
}
"""Columns about the file, with the type of their values."""

COLUMNS: dict[str, type] = {
    **FILE_COLUMNS,
    "encoding": str,
    "format": str,
    "program": str,
    "player": str,
    "start": str,
    "played": str,
    "grid": str,
    "mines": int,
    "rules": str,
    "layout": str,
    "outcome": str,
    "is_ranked": bool,
    "seconds": float,
    "three_bv": int,
    "openings": int,
    "single_cells": int,
    "islands": int,
    "greedy_zini": int,
    "human_zini": int,
    "clicks": int,
    "left": int,
    "right": int,
    "chords": int,
    "effective_clicks": int,
    "effective_left": int,
    "effective_right": int,
    "effective_chords": int,
    "three_bv_done": int,
    "openings_done": int,
    "three_bv_per_second": float,
    "clicks_per_second": float,
    "effective_clicks_per_second": float,
    "estimated_seconds": float,
    "efficiency": float,
    "correctness": float,
    "throughput": float,
    "zini_efficiency": float,
    "rqp": float,
    "quality_grade": float,
    "stnb": float,
    "flags": int,
    "misflags": int,
    "unflags": int,
    "slowest_seconds": float,
    "median_seconds": float,
    "deaths": int,
    "undos": int,
    "redos": int,
    "hints": int,
    "pauses": int,
    "mouse_events": int,
    "path": float,
    "path_cells": float,
    "one_and_a_half_clicks": int,
    "luck": float,
    "pluck": float,
    "guesses": int,
    "unneeded_guesses": int,
    "blunders": int,
    "is_estimate": bool,
}
"""Columns of a table of games, with the type of their values; any value may be missing.

``docs/statistics.md`` defines the figures.
"""

# Record tags that are also columns.
_TAGS = ("program", "player", "start", "played")

_REVIEW_SECONDS = 10.0
"""Time limit for a game's review, in seconds; the figures of a longer one are left out."""


def game_row(record: Record, mouse: MouseStats | None = None) -> Row:
    """Return the row of figures for a game; the columns about its file are None.

    Args:
        record: the game's record.
        mouse: how the mouse was used; None to read it from the record, if that was made from a mouse replay.

    Raises:
        RecordError: an event in the record is impossible.
        BoardTooLargeError: the board doesn't fit into memory.

    >>> from hypersweep.record import Event, Record
    >>> row = game_row(Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "open", (1, 2), 1)]))
    >>> row["grid"], row["clicks"], row["three_bv_per_second"], row["guesses"]
    ('3x4', 2, 2.2222222222222223, 0)
    """
    stats = play_stats(record)
    if mouse is None and TRACK in record.tags:
        mouse = mouse_stats(video_of(record))
    found: dict[str, object] = {
        **({} if stats.board is None else stats.board.as_dict()),
        **stats.as_dict(),
        "grid": record.grid.format(),
        "mines": record.mines,
        "rules": str(record.rules),
        "layout": None if stats.board is None or record.layout is None else record.layout.format(),
        "is_ranked": GameCounters.of(record).is_ranked,
        **{name: escape(record.tags[name]) for name in _TAGS if record.tags.get(name)},
    }
    if mouse is not None:
        found |= {**mouse.as_dict(), "mouse_events": mouse.events}
    reviewed = review(record, policy=None, seconds=_REVIEW_SECONDS)
    if reviewed.is_complete:
        found |= reviewed.figures()
    return {name: found.get(name) for name in COLUMNS}  # type: ignore[misc]


def file_rows(path: str | os.PathLike[str], *, encoding: str | None = None) -> list[Row]:
    """Return the rows of a file: one for each game, or one with the columns ``error_type`` and ``error``.

    A file that can't be read never raises an error. If it contains several games, those that can be read have rows
    like any other game.

    Args:
        path: the file's path. The column ``file`` stays None; ``scan_folder`` sets it.
        encoding: text encoding of names that aren't UTF-8, such as "cp1250"; None for the formats' own.

    Raises:
        ParameterError: there is no such encoding.

    >>> file_rows("nowhere.avf")[0]["error_type"]
    'FileNotFoundError'
    """
    check_encoding(encoding)
    rows = rows_unless_same(path, "", encoding)
    assert rows is not None
    return rows


def rows_unless_same(path: str | os.PathLike[str], digest: str, encoding: str | None) -> list[Row] | None:
    """Return the rows of a file, as ``file_rows`` does, or None if its contents have this SHA-256 digest."""
    from hashlib import sha256

    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        own = sha256(data).hexdigest()
    except (OSError, ValueError, MemoryError) as error:
        return [error_row(error)]
    if own == digest:
        return None
    rows = list(_rows(data, os.fsdecode(path), encoding))
    for row in rows:
        row["sha256"], row["encoding"] = own, encoding
    return rows


def _rows(data: bytes, path: str, encoding: str | None) -> Iterator[Row]:
    try:
        if len(data) > MOST_BYTES:
            raise ParseError(f"expected a file of at most {MOST_BYTES} bytes, got more")
        if is_record(data):
            texts = list(game_texts(BytesIO(data))) or [GameText(1, data, 0)]
            for number, (line, text, _) in enumerate(texts, 1):
                yield _record_row(number if len(texts) > 1 else None, line, text)
            return
        form, parts = split_file(data, path=path)
        for number, part in enumerate(parts, 1):
            yield _file_row(number if len(parts) > 1 else None, part, form, path, encoding)
    except Exception as error:
        # Also catch errors that aren't ours, so that one file can't end a scan of thousands.
        yield error_row(error)


def _file_row(number: int | None, data: bytes, form: FileFormat | None, path: str, encoding: str | None) -> Row:
    try:
        form, thing = load_file(data, form, path=path, encoding=encoding)
        record, mouse = replay_video(thing) if isinstance(thing, Video) else (as_record(thing), None)
        return {**game_row(record, mouse), "format": form.name, "game": number}
    except (HypersweepError, MemoryError) as error:
        return {**error_row(error), "game": number}


def _record_row(number: int | None, line: int, text: bytes | ParseError) -> Row:
    try:
        if isinstance(text, ParseError):
            raise text
        record, _ = read_record(text, first_line=line)
        return {**game_row(record), "format": "record", "game": number}
    except (HypersweepError, MemoryError) as error:
        return {**error_row(error), "game": number}


def error_row(error: BaseException) -> Row:
    """Return the row of a file that can't be read.

    >>> error_row(PermissionError(13, "Permission denied"))["error"]
    'Permission denied'
    """
    text = (error.strerror if isinstance(error, OSError) else None) or str(error) or "no message"
    words = "".join(each if each.isprintable() else " " for each in text)
    return {**dict.fromkeys(COLUMNS), "error_type": type(error).__name__, "error": " ".join(words.split())}
