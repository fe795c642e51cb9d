"""Random edits of studies by several editors, who see each other's edits with a delay."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hypersweep import HypersweepError
from hypersweep.record import Event, Record
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.rooms.study import settled
from hypersweep.web.multiplayer.rooms.study_edits import (
    CommentRequest,
    DeleteRequest,
    EditRequest,
    LeadRequest,
    PlayRequest,
    PromoteRequest,
    SavedEdit,
    TagRequest,
    UndoRequest,
)
from hypersweep.web.multiplayer.rooms.study_state import Draft
from records import annotated, random_record

RECORD = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(900, "flag", (1, 2), 1)])


def moments(record: Record) -> list[str]:
    """Return the names of all positions of a record."""
    lengths = [len(record.events), *(len(own.events) for own in record.variations)]
    return [record.moment(place, line=line) for line, length in enumerate(lengths) for place in range(length + 1)]


def random_request(record: Record, seen: int, chance: random.Random) -> EditRequest:
    """Return a random request of an editor who sees this record; most requests are possible."""
    at = chance.choice(moments(record))
    kind = chance.choice(
        ("play",) * 6 + ("comment",) * 3 + ("delete", "promote", "promote", "tag", "undo", "undo", "lead")
    )
    if kind == "play":
        move: Any = chance.choice(("open", "open", "flag", "chord"))
        cell = chance.randrange(record.grid.cells)
        return PlayRequest(seen=seen, at=at, kind=move, cell=cell, is_side=chance.random() < 0.2)
    if kind == "comment":
        return CommentRequest(seen=seen, at=at, text=chance.choice(("", "why", "two\nlines", "\u202e(", "0 end: won")))
    if kind == "tag":
        return TagRequest(
            seen=seen, name=chance.choice(("title", "player")), value=chance.choice(("", "A study", "\\"))
        )
    if kind == "lead":
        return LeadRequest(seen=seen, at=chance.choice((None, at)))
    if kind == "undo":
        return UndoRequest(seen=seen)
    return DeleteRequest(seen=seen, at=at) if kind == "delete" else PromoteRequest(seen=seen, at=at)


class Circle:
    """Editors of one study: each sees it as it was some edits ago."""

    def __init__(self, record: Record, chance: random.Random, editors: int = 3) -> None:
        self.chance = chance
        self.draft = Draft(record)
        self.first = record
        self.kept: list[tuple[SavedEdit, int]] = []
        # The record at each version, and which one each editor sees.
        self.records = [record]
        self.seen = dict.fromkeys(range(1, editors + 1), 0)
        self.refused: list[str] = []

    @property
    def version(self) -> int:
        """The version of the study."""
        return len(self.kept)

    def turn(self) -> SavedEdit | None:
        """Let an editor make a request. Returns: the resulting change."""
        by = self.chance.choice(list(self.seen))
        if self.chance.random() < 0.5:
            self.seen[by] = self.version
        seen = self.seen[by]
        request = random_request(self.records[seen], seen, self.chance)
        before = self.draft.record
        try:
            kept = self.draft.decide(request, by=by, can_edit=True, is_owner=by == 1)
        except RefusedError as error:
            assert self.draft.record is before
            self.refused.append(error.what)
            return None
        self.draft.apply(kept, by=by, version=self.version + 1)
        self.kept.append((kept, by))
        self.records.append(self.draft.record)
        return kept


def circle(seed: int, turns: int, most: int = 8) -> Circle:
    """Yield editors after some changes of a random record."""
    chance = random.Random(seed)
    record = annotated(random_record(seed, most), chance, 3)
    try:
        first = settled(record)
        first.verify()
    except HypersweepError:
        # Its board is unknown, or it has side lines on others.
        first = RECORD
    found = Circle(first, chance)
    for _ in range(turns):
        found.turn()
    return found


def refusal(
    draft: Draft, request: EditRequest, *, by: int = 1, can_edit: bool = True, is_owner: bool = False
) -> RefusedError:
    """Return the error of a request that is refused, and check that it changed nothing."""
    before = draft.record
    with pytest.raises(RefusedError) as caught:
        draft.decide(request, by=by, can_edit=can_edit, is_owner=is_owner)
    assert draft.record is before
    return caught.value


def do(draft: Draft, request: EditRequest, version: int, *, by: int = 1) -> SavedEdit:
    """Execute a request. Returns: the resulting change."""
    kept = draft.decide(request, by=by, can_edit=True, is_owner=by == 1)
    draft.apply(kept, by=by, version=version)
    return kept
