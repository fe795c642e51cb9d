"""Apply edits to a study's record: the result is the same for all who apply the same edits in order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from hypersweep.errors import HypersweepError
from hypersweep.record import Branch, Event, Record
from hypersweep.record.tree import format_moment, parse_moment
from hypersweep.web.multiplayer.rooms.edits import (
    Kept,
    KeptAll,
    KeptComment,
    KeptDelete,
    KeptGraft,
    KeptPlay,
    KeptPromote,
    KeptReplace,
    KeptTag,
    KeptUndo,
)
from hypersweep.web.multiplayer.rooms.position_mapping import Shift

if TYPE_CHECKING:
    from collections.abc import Callable

Steps = tuple[int, ...]


class Applied(NamedTuple):
    """The result of an edit: the record, the changes of its positions, and the position that the edit concerns."""

    record: Record
    shifts: tuple[Shift, ...] = ()
    at: str | None = None


def apply(record: Record, edit: Kept) -> Applied:
    """Apply a saved edit to a record. Edits of roles and the like leave the record unchanged.

    Raises:
        HypersweepError: the edit doesn't fit this record, for example its position doesn't exist.

    >>> record = Record("3x4", 2, seed=7)
    >>> apply(record, KeptPlay("0", "0 open 0 0: 6")).record.events
    (Event.parse('0 open 0 0: 6'),)
    """
    own = _WAYS.get(type(edit))
    return Applied(record) if own is None else own(record, edit)


def _play(record: Record, edit: KeptPlay) -> Applied:
    line, position = normal_place(record, edit.at)
    event = Event.parse(edit.event)
    if position == _length(record, line) and not edit.is_side:
        more = record.with_events([event], line=line)
        return Applied(more, (), more.moment(position + 1, line=line))
    more = record.with_branch(position, Branch([event]), line=line)
    return Applied(more, (), more.moment(1, line=more.branches(position, line)[-1]))


def gone_at(record: Record, at: str) -> tuple[int, int]:
    """Return the line that a deletion shortens, and the number of events that it keeps; -1 removes the whole line."""
    line, position = record.find(at)
    return (line, -1) if line and position <= 1 else (line, position - 1)


def _delete(record: Record, edit: KeptDelete) -> Applied:
    line, end = gone_at(record, edit.at)
    if end < 0 and line:
        own = record.variations[line - 1]
        steps = parse_moment(record.moment(0, line=line))[:-1]
        return Applied(record.without_line(line), (Shift("out", steps),), record.moment(own.position, line=own.parent))
    at = record.moment(end, line=line)
    return Applied(record.without(end, line=line), (Shift("cut", parse_moment(at)),), at)


def _promote(record: Record, edit: KeptPromote) -> Applied:
    line, _ = record.find(edit.at)
    steps = parse_moment(record.moment(0, line=line))[:-1]
    more = record.promoted(line)
    shifts: tuple[Shift, ...] = (Shift("swap", steps),)
    if len(more.variations) < len(record.variations):
        shifts = (*shifts, Shift("out", steps))
    return Applied(more, shifts, format_moment((*steps[:-2], steps[-2] + 1)))


def _comment(record: Record, edit: KeptComment) -> Applied:
    line, position = record.find(edit.at)
    return Applied(record.with_comment(position, edit.text, line=line), (), edit.at)


def without_tag(record: Record, name: str, value: str) -> dict[str, str]:
    """Return a record's tags with one of them replaced or removed."""
    tags = {**record.tags, name: value}
    if not value:
        del tags[name]
    return tags


def _tag(record: Record, edit: KeptTag) -> Applied:
    return Applied(record.replace(tags=without_tag(record, edit.name, edit.value)))


def _replace(_record: Record, edit: KeptReplace) -> Applied:
    return Applied(Record.parse(edit.record, is_cut_fine=True), (Shift("all"),), "0")


def _graft(record: Record, edit: KeptGraft) -> Applied:
    line, position = record.find(edit.at)
    branch = Branch.parse(edit.branch)
    if not edit.place:
        return Applied(record.with_tail(branch, line=line), (), edit.at)
    more = record.with_branch(position, branch, line=line, place=edit.place)
    return Applied(more, (Shift("in", (*parse_moment(edit.at), edit.place)),), edit.at)


def _all(record: Record, edit: KeptAll) -> Applied:
    shifts: tuple[Shift, ...] = ()
    at = None
    for each in edit.edits:
        done = apply(record, each)
        record, shifts, at = done.record, shifts + done.shifts, done.at
    return Applied(record, shifts, at)


def _undo(record: Record, edit: KeptUndo) -> Applied:
    return apply(record, edit.edit)


_WAYS: dict[type, Callable[..., Applied]] = {
    KeptPlay: _play,
    KeptDelete: _delete,
    KeptPromote: _promote,
    KeptComment: _comment,
    KeptTag: _tag,
    KeptReplace: _replace,
    KeptGraft: _graft,
    KeptAll: _all,
    KeptUndo: _undo,
}


def normal_place(record: Record, at: str) -> tuple[int, int]:
    """Return the line and index of a position; the start of a variation is the position where it leaves its parent.

    Raises:
        HypersweepError: the record has no such position.
    """
    line, position = record.find(at)
    while line and not position:
        own = record.variations[line - 1]
        line, position = own.parent, own.position
    return line, position


def same_move(record: Record, line: int, position: int, kind: str, cell: tuple[int, ...]) -> str | None:
    """Return the position after a move if the record already has that move here; else None."""
    ways = [(line, position), *((number, 0) for number in record.branches(position, line))]
    for number, done in ways:
        events = record.variations[number - 1].events if number else record.events
        if done < len(events) and events[done].kind == kind and events[done].cell == cell:
            return record.moment(done + 1, line=number)
    return None


def _length(record: Record, line: int) -> int:
    return len(record.variations[line - 1].events if line else record.events)


def decode_kept(data: bytes) -> Kept:
    """Return the edit of saved JSON.

    Raises:
        HypersweepError: the JSON isn't an edit.
    """
    try:
        kept: Kept = _decoder.decode(data)
    except msgspec.DecodeError as error:
        raise HypersweepError(f"expected an edit that was kept, got {data[:80]!r}: {error}") from None
    return kept


_decoder = msgspec.json.Decoder(Kept)
