"""Display of records and replays in notebooks: the position as a picture, the events as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hypersweep.errors import RecordError
from hypersweep.picture.markup import escaped, sentence_svg
from hypersweep.picture.notebook import MOST_SHOWN, ROWS, board_picture, shown_html, table_html
from hypersweep.picture.svg import size_title
from hypersweep.record.event import Recorded, outcome_name
from hypersweep.text import length_text, place_text, pluralize

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hypersweep.game import Game
    from hypersweep.record.event import Event

MOST_EVENTS = 100_000
"""Maximum number of events for which the position is shown; replaying longer games would take too long."""

# Maximum number of characters shown from a tag: one containing a mouse path has many thousands.
_LONGEST = 400


class _Position(Protocol):
    """The parts of a ``Replay`` needed to show a position."""

    events: Sequence[Event]
    position: int

    @property
    def record(self) -> Recorded:
        """The record."""

    @property
    def game(self) -> Game:
        """The game at this position."""

    def seek(self, position: int) -> None:
        """Move to a position, given as a number of events."""


class _Shown(Recorded, Protocol):
    """The parts of a ``Record`` needed to show it."""

    @property
    def tags(self) -> Mapping[str, str]:
        """The record's tags, by name."""

    @property
    def comments(self) -> Mapping[int, str]:
        """Comments on the main line, by event number."""

    def replay(self) -> _Position:
        """Return a replay, at the start of the record."""


def position_picture(replay: _Position) -> str:
    """Return a replay's position as SVG text, with the latest move's cell outlined.

    Args:
        replay: the replay.
    """
    record = replay.record

    def last() -> tuple[int, ...] | None:
        cells = (event.cell for event in reversed(replay.events[: replay.position]) if event.changed)
        return next((cell for cell in cells if cell is not None), None)

    return board_picture(record.grid, record.mines, replay.game.codes, last=last)


def record_picture(record: _Shown) -> str:
    """Return the final position as SVG text; if it can't be shown, the SVG contains a sentence saying why.

    If an event is impossible, the picture shows the position before it.

    Args:
        record: the record.
    """
    return _last_position(record)[0]


def record_html(record: _Shown) -> str:
    """Return a record as HTML: its last position, and below that its tags, events and comments, initially collapsed.

    Args:
        record: the record.
    """
    title = f"{size_title(record.grid, record.mines)}: {outcome_name(record.outcome)}"
    picture, missing = _last_position(record)
    parts = [picture]
    if missing:
        parts.append(f"<p>{missing}</p>")
    tags = [(name, text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…") for name, text in record.tags.items()]
    tables = table_html(("tag", "text"), tags) if tags else ""
    comments = record.comments
    begin = [("", "", "", "", "", "", comments[0])] if 0 in comments else []
    rows = (
        (
            number,
            length_text(event.milliseconds),
            event.kind,
            "" if event.cell is None else place_text(event.cell),
            event.changed or "",
            "" if event.ended is None else outcome_name(event.ended),
            *([comments.get(number, "")] if comments else []),
        )
        for number, event in enumerate(record.events[:ROWS], 1)
    )
    head = ("", "time", "event", "cell", "cells changed", "", *(["comment"] if comments else []))
    tables += table_html(head, (*begin, *rows), total=len(begin) + len(record.events))
    summary = pluralize(len(record.events), "event")
    if record.variations:
        summary += f", {pluralize(len(record.variations), 'side line')}"
    return shown_html(f"{title} after {length_text(record.milliseconds)}", *parts, folded=tables, summary=summary)


def _last_position(record: _Shown) -> tuple[str, str]:
    """Return a picture of the last position that can be replayed, and a note if that isn't the end of the record."""
    grid, count = record.grid, len(record.events)
    if grid.cells > MOST_SHOWN:
        return board_picture(grid, record.mines, list), ""
    if count > MOST_EVENTS:
        title = size_title(grid, record.mines)
        return sentence_svg(f"{title}: too many events to be played again for a picture ({count})"), ""
    replay = record.replay()
    try:
        replay.seek(count)
    except RecordError as error:
        return position_picture(replay), f"The position before an invalid event: {escaped(error)}"
    return position_picture(replay), ""
