"""What a study begins with: a game that is over, a file, a board ID, or an empty board.

The board of a study is known to those who edit it, and nothing of it is ranked. So where the rules promised something
of the layout that only a search can tell again, the study's record says the layout itself, and no such promise.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.grid import Grid
from hypersweep.layout import Layout
from hypersweep.record import Record, Variation
from hypersweep.rules import Rules
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.rooms.edits import MOST_TEXT
from hypersweep.web.multiplayer.rooms.study_state import check_bounds, plain_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hypersweep.web.multiplayer.protocol import RoomWish

__all__ = ["MOST_CHANGED", "first_record", "prepared", "settled"]

MOST_CHANGED = 2_000_000
"""Cells that all events of a study change together: so much is done again when it is looked at anew."""


def prepared(text: str, *, largest_board: int, is_quick: bool = False) -> Record:
    """The record of a text, fit to be studied: every event of every line is possible. It may take seconds.

    Args:
        text: of the record.
        largest_board: the most cells its board may have.
        is_quick: whether it may not: one that takes a search is refused.

    Raises:
        RefusedError: it is none, is too large, or can't have happened.
    """
    size = len(text.encode("utf-8", "replace"))
    if size > MOST_TEXT:
        raise RefusedError(
            "study_text", f"expected at most {MOST_TEXT} bytes, got {size}", status=413, most=MOST_TEXT, got=size
        )
    try:
        record = Record.parse(text, is_cut_fine=True, max_cells=largest_board)
        check_bounds(record)
        _check_work(record)
        if is_quick and record.stated_layout is None and record.rules.guess != "allowed":
            raise RefusedError("study_search", "expected a record whose board is told without a search", status=413)
        record = settled(record)
        record.verify()
    except RefusedError:
        raise
    except HypersweepError as error:
        raise RefusedError("study_record", str(error), why=str(error)[:500]) from None
    return record


def _check_work(record: Record) -> None:
    changed = sum(event.changed for event in record.events)
    changed += sum(event.changed for own in record.variations for event in own.events)
    if changed > MOST_CHANGED:
        message = f"expected events that change at most {MOST_CHANGED} cells, got {changed}"
        raise RefusedError("study_work", message, status=413, most=MOST_CHANGED, got=changed)


def settled(record: Record) -> Record:
    """The same record, with a layout that it says itself where it takes a search or the moves to tell it.

    Its words are those that an edit may have: they travel in UTF-8, which has no place for a lone surrogate.

    Raises:
        HypersweepError: no layout follows from it.
    """
    record = record.replace(
        tags={name: plain_text(value) for name, value in record.tags.items()},
        comments=_plain_comments(record.comments),
        variations=tuple(
            Variation(own.position, own.events, parent=own.parent, comments=_plain_comments(own.comments))
            for own in record.variations
        ),
    )
    layout = record.stated_layout
    if layout is None and record.rules.guess == "allowed":
        if record.seed is not None:
            return record
        # Flags alone are possible on any board: it is dealt by the first open, which finds what it is promised.
        lines = (record.events, *(own.events for own in record.variations))
        if not any(event.kind == "open" and event.changed for events in lines for event in events):
            return record.replace(seed=secrets.randbits(64))
    if layout is None:
        layout = record.layout
    if layout is None:
        raise RefusedError("study_no_layout", "expected a record with a first open, or with a layout")
    ends = {"outcome": record.outcome, "milliseconds": record.milliseconds}
    return record.replace(seed=None, rules=record.rules.for_layout(), layout=layout, **ends)


def _plain_comments(comments: Mapping[int, str]) -> dict[int, str]:
    return {place: plain_text(text) for place, text in comments.items()}


def first_record(wish: RoomWish, *, largest_board: int) -> Record:
    """What a study begins with. It may take seconds.

    Args:
        wish: with a record; or with a board's ID as its board; or with a board, its mines and rules, which is dealt by
            chance.
        largest_board: the most cells its board may have.

    Raises:
        RefusedError: no study can begin so.
    """
    if wish.record is not None:
        return prepared(wish.record, largest_board=largest_board)
    try:
        rules = Rules.parse(wish.rules)
        if "." in wish.board:
            layout = Layout.parse(wish.board, max_cells=largest_board)
            return Record(layout.grid, layout=layout, rules=rules.for_layout())
        grid = Grid.parse(wish.board, max_cells=largest_board)
        # Dealt by the first open, so that the promise of that is kept.
        return Record(grid, wish.mines, rules=rules.by_chance(), seed=secrets.randbits(64))
    except HypersweepError as error:
        raise RefusedError("study_board", str(error), why=str(error)[:500]) from None
