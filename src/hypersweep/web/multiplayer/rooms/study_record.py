"""Apply and undo edits to a study's record; the same edits in the same order always produce the same record."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from hypersweep.errors import HypersweepError
from hypersweep.record import Branch, Event, Record
from hypersweep.record.tree import format_moment, parse_moment
from hypersweep.web.multiplayer.rooms.study_edits import (
    SavedAll,
    SavedComment,
    SavedDelete,
    SavedEdit,
    SavedGraft,
    SavedPlay,
    SavedPromote,
    SavedReplace,
    SavedTag,
    SavedUndo,
    Shift,
    moved,
)

if TYPE_CHECKING:
    from collections.abc import Callable


Steps = tuple[int, ...]


class Applied(NamedTuple):
    """The result of an edit: the new record, how positions changed, and the position to show after the edit."""

    record: Record
    shifts: tuple[Shift, ...] = ()
    at: str | None = None


def apply(record: Record, edit: SavedEdit) -> Applied:
    """Apply a saved edit to a record. Edits to roles or the leader leave the record unchanged.

    Raises:
        HypersweepError: the edit doesn't fit this record: its position doesn't exist, for example.

    >>> record = Record("3x4", 2, seed=7)
    >>> apply(record, SavedPlay("0", "0 open 0 0: 6")).record.events
    (Event.parse('0 open 0 0: 6'),)
    """
    own = _WAYS.get(type(edit))
    return Applied(record) if own is None else own(record, edit)


def _play(record: Record, edit: SavedPlay) -> Applied:
    line, position = normal_place(record, edit.at)
    event = Event.parse(edit.event)
    if position == _length(record, line) and not edit.is_side:
        more = record.with_events([event], line=line)
        return Applied(more, (), more.moment(position + 1, line=line))
    more = record.with_branch(position, Branch([event]), line=line)
    return Applied(more, (), more.moment(1, line=more.branches(position, line)[-1]))


def gone_at(record: Record, at: str) -> tuple[int, int]:
    """Return the line that a deletion at a position shortens, and how many events remain; -1 removes the whole line."""
    line, position = record.find(at)
    return (line, -1) if line and position <= 1 else (line, position - 1)


def _delete(record: Record, edit: SavedDelete) -> Applied:
    line, end = gone_at(record, edit.at)
    if end < 0 and line:
        own = record.variations[line - 1]
        steps = parse_moment(record.moment(0, line=line))[:-1]
        return Applied(record.without_line(line), (Shift("out", steps),), record.moment(own.position, line=own.parent))
    at = record.moment(end, line=line)
    return Applied(record.without(end, line=line), (Shift("cut", parse_moment(at)),), at)


def _promote(record: Record, edit: SavedPromote) -> Applied:
    line, _ = record.find(edit.at)
    steps = parse_moment(record.moment(0, line=line))[:-1]
    more = record.promoted(line)
    shifts: tuple[Shift, ...] = (Shift("swap", steps),)
    if len(more.variations) < len(record.variations):
        shifts = (*shifts, Shift("out", steps))
    return Applied(more, shifts, format_moment((*steps[:-2], steps[-2] + 1)))


def _comment(record: Record, edit: SavedComment) -> Applied:
    line, position = record.find(edit.at)
    return Applied(record.with_comment(position, edit.text, line=line), (), edit.at)


def without_tag(record: Record, name: str, value: str) -> dict[str, str]:
    """Return a record's tags with one of them set to a value, or without it if the value is empty."""
    tags = {**record.tags, name: value}
    if not value:
        del tags[name]
    return tags


def _tag(record: Record, edit: SavedTag) -> Applied:
    return Applied(record.replace(tags=without_tag(record, edit.name, edit.value)))


def _replace(_record: Record, edit: SavedReplace) -> Applied:
    return Applied(Record.parse(edit.record, is_cut_fine=True), (Shift("all"),), "0")


def _graft(record: Record, edit: SavedGraft) -> Applied:
    line, position = record.find(edit.at)
    branch = Branch.parse(edit.branch)
    if not edit.place:
        return Applied(record.with_tail(branch, line=line), (), edit.at)
    more = record.with_branch(position, branch, line=line, place=edit.place)
    return Applied(more, (Shift("in", (*parse_moment(edit.at), edit.place)),), edit.at)


def _all(record: Record, edit: SavedAll) -> Applied:
    shifts: tuple[Shift, ...] = ()
    at = None
    for each in edit.edits:
        done = apply(record, each)
        record, shifts, at = done.record, shifts + done.shifts, done.at
    return Applied(record, shifts, at)


def _undo(record: Record, edit: SavedUndo) -> Applied:
    return apply(record, edit.edit)


_WAYS: dict[type, Callable[..., Applied]] = {
    SavedPlay: _play,
    SavedDelete: _delete,
    SavedPromote: _promote,
    SavedComment: _comment,
    SavedTag: _tag,
    SavedReplace: _replace,
    SavedGraft: _graft,
    SavedAll: _all,
    SavedUndo: _undo,
}


def normal_place(record: Record, at: str) -> tuple[int, int]:
    """Return a position's line and index; a variation's start counts as the branching point in its parent.

    Raises:
        HypersweepError: the record has no such position.
    """
    line, position = record.find(at)
    while line and not position:
        own = record.variations[line - 1]
        line, position = own.parent, own.position
    return line, position


def same_move(record: Record, line: int, position: int, kind: str, cell: tuple[int, ...]) -> str | None:
    """Return the position after a move if the record already contains it at this position, otherwise None."""
    ways = [(line, position), *((number, 0) for number in record.branches(position, line))]
    for number, done in ways:
        events = record.variations[number - 1].events if number else record.events
        if done < len(events) and events[done].kind == kind and events[done].cell == cell:
            return record.moment(done + 1, line=number)
    return None


def _length(record: Record, line: int) -> int:
    return len(record.variations[line - 1].events if line else record.events)


def decode_kept(data: bytes) -> SavedEdit:
    """Decode a saved edit from JSON.

    Raises:
        HypersweepError: the JSON isn't a saved edit.
    """
    try:
        kept: SavedEdit = _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise HypersweepError(f"expected a saved edit, got {data[:80]!r}: {error}") from None
    return kept


_decoder = msgspec.json.Decoder(SavedEdit)


Undo = SavedDelete | SavedComment | SavedTag | SavedReplace | SavedGraft | SavedAll


class Done(NamedTuple):
    """Data for undoing an edit.

    Attributes:
        kind: the type of edit.
        at: the edit's position, which is mapped across later edits.
        place: number of the variation at that position; 0 for the line's continuation.
        text: the comment or tag value after the edit.
        before: the comment or tag value before the edit.
        name: name of the tag.
        branch: the deleted branch.
        record: the replaced record.
    """

    kind: str
    at: Steps = ()
    place: int = 0
    text: str = ""
    before: str = ""
    name: str = ""
    branch: Branch | None = None
    record: Record | None = None


def done(record: Record, edit: SavedEdit, applied: Applied) -> Done | None:
    """Return the data for undoing an edit that was applied to ``record``, or None if it can't be undone."""
    match edit:
        case SavedPlay() if applied.at:
            return Done("play", parse_moment(applied.at))
        case SavedComment(at, text):
            line, position = record.find(at)
            return Done("comment", parse_moment(at), text=text, before=_said(record, line, position))
        case SavedTag(name, value):
            return Done("tag", text=value, before=record.tags.get(name, ""), name=name)
        case SavedReplace():
            return Done("replace", record=record)
        case SavedPromote(at):
            line, _ = record.find(at)
            return _promoted(record, line, is_kept=len(applied.record.variations) == len(record.variations))
        case SavedDelete(at):
            line, end = gone_at(record, at)
            if end >= 0 or not line:
                steps = parse_moment(record.moment(end, line=line))
                return Done("cut", steps, branch=record.branch(end, line=line))
            steps = parse_moment(record.moment(0, line=line))
            return Done("delete", steps[:-2], steps[-2], branch=record.branch(0, line=line))
    return None


def _promoted(record: Record, line: int, *, is_kept: bool) -> Done | None:
    own = record.variations[line - 1]
    steps = parse_moment(record.moment(0, line=line))
    is_end = own.position == len(record.variations[own.parent - 1].events if own.parent else record.events)
    text = own.comments.get(1, "")
    before = own.comments.get(0, "")
    # If the parent line ended there, the swap left either no variation ("append") or an empty one with variations
    # ("refill").
    kind = "promote" if not is_end else "refill" if is_kept else "append"
    return Done(kind, steps[:-2], steps[-2], text=text, before=before)


def shifted(own: Done, shifts: tuple[Shift, ...]) -> Done | None:
    """Map the positions in undo data across a later edit; return None if that edit makes undoing impossible."""
    if own.kind == "tag" or not shifts:
        return own
    if own.kind == "replace":
        return None
    if own.kind in ("delete", "promote", "append", "refill"):
        # The undo data refer to a variation: map its branching point and its number there together.
        slot, is_same = moved(shifts, (*own.at, own.place, 0))
        if not is_same and own.kind in ("delete", "append"):
            at, is_there = moved(shifts, own.at)
            return own._replace(at=at) if is_there else None
        return own._replace(at=slot[:-2], place=slot[-2]) if is_same and len(slot) > 2 else None
    at, is_same = moved(shifts, own.at)
    return own._replace(at=at) if is_same else None


def undoing(record: Record, own: Done, *, is_last: bool) -> Undo | None:
    """Return the edit that undoes another, or None if a later edit replaced or depends on its result.

    Args:
        record: the current record.
        own: data for undoing the edit.
        is_last: whether the record has stayed the same since that edit.
    """
    at = format_moment(own.at)
    if own.kind == "tag":
        return SavedTag(own.name, own.before) if record.tags.get(own.name, "") == own.text else None
    if own.kind == "replace":
        return SavedReplace(own.record.format()) if own.record is not None and is_last else None
    line, position = record.find(at)
    if own.kind == "comment":
        return SavedComment(at, own.before) if _said(record, line, position) == own.text else None
    if own.kind == "play":
        is_leaf = position == _length(record, line) and not record.branches(position, line)
        return SavedDelete(at) if is_leaf and not _said(record, line, position) else None
    if own.kind == "cut":
        is_end = position == _length(record, line) and own.branch is not None
        return SavedGraft(at, own.branch.format()) if is_end and own.branch is not None else None
    if own.kind == "delete":
        place = min(own.place, len(record.branches(position, line)) + 1)
        return None if own.branch is None else SavedGraft(at, own.branch.format(), place)
    return _demotion(record, own, line, position)


def _demotion(record: Record, own: Done, line: int, position: int) -> Undo | None:
    """Return the edit that reverses a promotion and restores the earlier comment, or None if that is impossible."""
    at = format_moment(own.at)
    slot = f"{at}.{own.place}.0"
    leaving = record.branches(position, line)
    joined = "\n".join(filter(None, (own.before, own.text)))
    is_apart = bool(own.before) and _said(record, line, position + 1) == joined
    if own.kind != "promote":
        branch = record.branch(position, line=line)
        if not branch.events or (line and not position):
            return None
        if is_apart:
            comments = {**branch.comments, 0: own.before, 1: own.text}
            branch = Branch(branch.events, comments=comments, variations=branch.variations)
        first = SavedDelete(format_moment((*own.at[:-1], own.at[-1] + 1)))
        if own.kind == "append":
            return SavedAll([first, SavedGraft(at, branch.format(), min(own.place, len(leaving) + 1))])
        is_empty = own.place <= len(leaving) and not record.variations[leaving[own.place - 1] - 1].events
        return SavedAll([first, SavedGraft(slot, branch.format())]) if is_empty else None
    is_there = own.place <= len(leaving) and record.variations[leaving[own.place - 1] - 1].events
    if not is_there or position == _length(record, line):
        return None
    back = SavedPromote(slot)
    if not is_apart:
        return SavedAll([back])
    return SavedAll([back, SavedComment(slot, own.before), SavedComment(f"{at}.{own.place}.1", own.text)])


def _said(record: Record, line: int, position: int) -> str:
    return (record.variations[line - 1].comments if line else record.comments).get(position, "")
