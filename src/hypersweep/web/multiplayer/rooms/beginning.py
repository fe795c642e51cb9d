"""The first record of a study: from a finished game, a file, a board ID, or an empty board.

A study's editors know its board, and nothing in a study is ranked. Some rules promise a layout that only a search can
reproduce. Then the study's record contains the layout itself, and the promise is dropped from its rules.
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

MOST_CHANGED = 2_000_000
"""Maximum number of cells that all events of a study change together: rebuilding the room replays all of them."""


def prepared(text: str, *, largest_board: int, is_quick: bool = False) -> Record:
    """Parse a record and check that every event of every line is possible. This may take seconds.

    Args:
        text: of the record.
        largest_board: maximum number of cells.
        is_quick: whether to reject a record that needs a search.

    Returns:
        The record, ready to be studied.

    Raises:
        RefusedError: the text isn't a record, is too large, or has an impossible event.
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
    """Return the record with an explicit layout, if finding the layout takes a search or the moves.

    Invalid Unicode in its texts is replaced: they are sent as UTF-8, which can't encode a lone surrogate.

    Raises:
        HypersweepError: the record determines no layout.
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
        # With flags alone any board is possible: leave it to the first open, which keeps the rules' promise.
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
    """Return the first record of a study. This may take seconds.

    Args:
        wish: contains a record; or a board ID as its board; or a board, its mines and rules, which is then dealt at
            random.
        largest_board: maximum number of cells.

    Raises:
        RefusedError: the request allows no study.
    """
    if wish.record is not None:
        return prepared(wish.record, largest_board=largest_board)
    try:
        rules = Rules.parse(wish.rules)
        if "." in wish.board:
            layout = Layout.parse(wish.board, max_cells=largest_board)
            return Record(layout.grid, layout=layout, rules=rules.for_layout())
        grid = Grid.parse(wish.board, max_cells=largest_board)
        # Leave the layout to the first open, so that its promise is kept.
        return Record(grid, wish.mines, rules=rules.by_chance(), seed=secrets.randbits(64))
    except HypersweepError as error:
        raise RefusedError("study_board", str(error), why=str(error)[:500]) from None
