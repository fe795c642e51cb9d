"""What a notebook shows of a record and of a replay: the position as a picture, and what happened as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hypersweep.errors import RecordError
from hypersweep.picture.labels import place_text
from hypersweep.picture.markup import escaped, sentence_svg
from hypersweep.picture.notebook import MOST_SHOWN, ROWS, board_picture, shown_html, table_html
from hypersweep.picture.svg import board_title
from hypersweep.record.event import outcome_name
from hypersweep.record.recorded import Recorded
from hypersweep.record.times import length_text
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypersweep.game import Game

__all__ = ["MOST_EVENTS", "position_picture", "record_html", "record_picture"]

MOST_EVENTS = 100_000
"""Of games with more events than that a notebook shows no position: replaying them would keep it waiting."""

# Of a tag so many characters are shown: the path of a mouse has many thousands.
_LONGEST = 400


class _Position(Protocol):
    """What is shown of a ``Replay``."""

    position: int

    @property
    def record(self) -> Recorded:
        """The record."""

    @property
    def game(self) -> Game:
        """The game as it stands."""

    def seek(self, position: int) -> None:
        """Go on to a position, or back."""


class _Shown(Recorded, Protocol):
    """What is shown of a ``Record``."""

    @property
    def tags(self) -> Mapping[str, str]:
        """Whatever else was kept."""

    @property
    def comments(self) -> Mapping[int, str]:
        """What is said of the main line, by place."""

    def replay(self) -> _Position:
        """The record, ready to be played again."""


def position_picture(replay: _Position) -> str:
    """The SVG text of the position at which a replay stands, with an edge around the cell of the latest move.

    Args:
        replay: the replay.
    """
    record = replay.record

    def last() -> tuple[int, ...] | None:
        cells = (event.cell for event in reversed(record.events[: replay.position]) if event.changed)
        return next((cell for cell in cells if cell is not None), None)

    return board_picture(record.grid, record.mines, replay.game.codes, last=last)


def record_picture(record: _Shown) -> str:
    """The SVG text of how a game stood at the end, or of a sentence that says why there is no picture.

    Where an event can't be, the picture is that of the position before it.

    Args:
        record: the record.
    """
    return _last_position(record)[0]


def record_html(record: _Shown) -> str:
    """A record as a notebook shows it: its last position, and folded away its tags, what happened and what is said.

    Args:
        record: the record.
    """
    title = f"{board_title(record.grid, record.mines)}: {outcome_name(record.outcome)}"
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
    """The picture of the last position that can be reached, and what is to be said where that isn't the end."""
    grid, count = record.grid, len(record.events)
    if grid.cells > MOST_SHOWN:
        return board_picture(grid, record.mines, list), ""
    if count > MOST_EVENTS:
        title = board_title(grid, record.mines)
        return sentence_svg(f"{title}: too many events to be played again for a picture ({count})"), ""
    replay = record.replay()
    try:
        replay.seek(count)
    except RecordError as error:
        return position_picture(replay), f"The position before an event that can't be: {escaped(error)}"
    return position_picture(replay), ""
