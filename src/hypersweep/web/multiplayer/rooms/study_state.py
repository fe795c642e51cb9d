"""A study's current state (its record and roles), and the checks for requested edits."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import HypersweepError, RecordError
from hypersweep.game import Outcome
from hypersweep.record import Event
from hypersweep.record.event import MOST_MILLISECONDS
from hypersweep.record.tree import format_moment, parse_moment
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.rooms.study_edits import (
    MOST_DEPTH,
    MOST_EDITS,
    MOST_EVENTS,
    MOST_LINES,
    MOST_TAGS,
    MOST_TEXT,
    CommentRequest,
    DeleteRequest,
    EditRequest,
    LeadRequest,
    PlayRequest,
    PromoteRequest,
    ReplaceRequest,
    RoleRequest,
    SavedAll,
    SavedComment,
    SavedDelete,
    SavedEdit,
    SavedLead,
    SavedPlay,
    SavedPromote,
    SavedReplace,
    SavedRole,
    SavedTag,
    SavedThere,
    SavedUndo,
    Shift,
    TagRequest,
    moved,
)
from hypersweep.web.multiplayer.rooms.study_record import (
    Done,
    apply,
    done,
    gone_at,
    normal_place,
    same_move,
    shifted,
    undoing,
    without_tag,
)

if TYPE_CHECKING:
    from hypersweep.record import Record

_REMEMBERED = 512
_MOST_UNDONE = 32
# Game time between two moves added to a study, in milliseconds, so that a replay shows them one after the other.
_STEP = 1000

Steps = tuple[int, ...]


class _Past(NamedTuple):
    """A recent edit: how it changed positions, and the position of the comment it changed (``said``), if any."""

    version: int
    by: int
    kind: str
    shifts: tuple[Shift, ...]
    said: Steps | None


class Draft:
    """The state of a study, determined by its initial record and the edits applied.

    Args:
        record: the initial record.

    Attributes:
        record: the current record.
        leader: number of the member whose position all followers see; 0 for none.
        leads_at: the leader's position; None without a leader.
        readers: numbers of the members forbidden by the owner to edit.
        editors: numbers of the members explicitly allowed by the owner to edit.
    """

    def __init__(self, record: Record) -> None:
        self.record: Record = record
        self.leader: int = 0
        self.leads_at: str | None = None
        self.readers: set[int] = set()
        self.editors: set[int] = set()
        self._past: deque[_Past] = deque(maxlen=_REMEMBERED)
        # All edits after this version are still in ``_past``.
        self._since = 0
        self._done: dict[int, list[tuple[Done, int]]] = {}
        # The room's version when the record last changed.
        self._changed = 0
        self._edits = 0
        # Upper bound on the size of the record's text; compute the exact size only if this exceeds the limit.
        self._bytes = len(record.format().encode())

    def apply(self, edit: SavedEdit, *, by: int, version: int) -> str | None:
        """Apply a saved edit. Returns: the position to show after it, or None if there is none."""
        self._edits += 1
        if isinstance(edit, SavedLead):
            self._lead(edit, by)
            return edit.at
        if isinstance(edit, SavedRole):
            self.readers.discard(edit.member)
            self.editors.discard(edit.member)
            (self.editors if edit.can_edit else self.readers).add(edit.member)
            if self.leader == edit.member and not edit.can_edit:
                self.leader, self.leads_at = 0, None
            return None
        if isinstance(edit, SavedThere):
            return edit.at
        applied = apply(self.record, edit)
        own = done(self.record, edit, applied)
        shifts = applied.shifts
        self._bytes += _size(edit)
        for stack in self._done.values():
            stack[:] = [(each, at) for old, at in stack if (each := shifted(old, shifts)) is not None]
        stack = self._done.setdefault(by, [])
        if isinstance(edit, SavedUndo):
            del stack[-1:]
        elif own is not None:
            stack.append((own, version))
            del stack[:-_MOST_UNDONE]
        if self.leads_at is not None:
            self.leads_at = format_moment(moved(shifts, parse_moment(self.leads_at))[0])
        if len(self._past) == _REMEMBERED:
            self._since = self._past[0].version
        said = parse_moment(edit.at) if isinstance(edit, SavedComment) else None
        self._past.append(_Past(version, by, _name(edit), shifts, said))
        self.record, self._changed = applied.record, version
        return applied.at

    def _lead(self, edit: SavedLead, by: int) -> None:
        if edit.at is not None:
            self.leader, self.leads_at = by, edit.at
        elif self.leader == by:
            self.leader, self.leads_at = 0, None

    def decide(self, request: EditRequest, *, by: int, can_edit: bool, is_owner: bool) -> SavedEdit:
        """Check a requested edit, and return the edit to save; the record doesn't change yet.

        Args:
            request: the request; the record in a ``ReplaceRequest`` must come from ``study.prepared``.
            by: the member's number.
            can_edit: whether the member may edit.
            is_owner: whether the member owns the study.

        Raises:
            RefusedError: the edit is impossible.
        """
        if self._edits >= MOST_EDITS:
            raise RefusedError(
                "study_edits", f"too many edits: at most {MOST_EDITS} in a study", status=409, most=MOST_EDITS
            )
        if isinstance(request, RoleRequest):
            if not is_owner:
                raise RefusedError("study_not_owner", "only the study's owner can do this", status=403)
            if request.member == by:
                raise RefusedError("study_own_role", "owners can't change their own role")
            return SavedRole(request.member, request.can_edit)
        if not can_edit:
            raise RefusedError("study_reader", "only editors can change the study", status=403)
        match request:
            case PlayRequest():
                kept: SavedEdit = self._play(request, self._at(request.at, request.seen))
            case DeleteRequest():
                kept = self._delete(self._at(request.at, request.seen))
            case PromoteRequest():
                kept = self._promote(self._at(request.at, request.seen))
            case CommentRequest():
                kept = self._comment(request, self._at(request.at, request.seen), by)
            case TagRequest():
                kept = self._tag(request)
            case ReplaceRequest():
                kept = SavedReplace(request.record)
            case LeadRequest():
                return SavedLead(None if request.at is None else self._at(request.at, request.seen))
            case _:
                kept = self._undo(by)
        self._check_size(kept)
        return kept

    def _at(self, at: str, seen: int) -> str:
        """Map a position from the version the member had seen to the current one; reject deleted positions."""
        try:
            steps = parse_moment(at)
        except HypersweepError as error:
            raise RefusedError("study_moment", str(error), at=at[:40]) from None
        if seen < self._since:
            raise RefusedError("study_late", f"expected version {self._since} or later, got {seen}", status=409)
        for past in self._past:
            if past.version > seen:
                steps, is_same = moved(past.shifts, steps)
                if not is_same:
                    raise RefusedError(
                        "study_gone",
                        f"the position {at} was deleted in version {past.version}",
                        status=409,
                        at=at,
                        by=past.by,
                        edit=past.kind,
                        version=past.version,
                    )
        now = format_moment(steps)
        try:
            self.record.find(now)
        except HypersweepError as error:
            raise RefusedError("study_moment", str(error), status=409, at=at[:40]) from None
        return now

    def _play(self, request: PlayRequest, at: str) -> SavedPlay | SavedThere:
        record = self.record
        line, position = normal_place(record, at)
        if request.cell >= record.grid.cells:
            raise RefusedError("cell", f"expected a cell index below {record.grid.cells}, got {request.cell}")
        cell = record.grid.cell(request.cell)
        if there := same_move(record, line, position, request.kind, cell):
            return SavedThere(there)
        replay = record.replay(line)
        before = len(replay) - len(record.variations[line - 1].events if line else record.events) + position
        try:
            replay.seek(before)
            if replay.is_paused:
                raise RefusedError("study_paused", "the game is paused", status=409)
            game = replay.game
            if game.outcome is not Outcome.ONGOING:
                raise RefusedError("over", "the game is over", status=409)
            change = {"open": game.open, "flag": game.flag, "chord": game.chord}[request.kind](cell)
        except RefusedError:
            raise
        except RecordError as error:
            raise RefusedError("study_impossible", str(error), status=409) from None
        except HypersweepError as error:
            raise RefusedError("study_move", str(error), status=409) from None
        if not change:
            raise RefusedError("study_nothing", "the move changes nothing", status=409)
        is_begun = any(event.kind == "open" and event.changed for event in replay.events[:before])
        when = min(replay.milliseconds + _STEP, MOST_MILLISECONDS) if is_begun else replay.milliseconds
        event = Event.of(when, request.kind, cell, change)
        return SavedPlay(record.moment(position, line=line), event.format(), request.is_side)

    def _delete(self, at: str) -> SavedDelete:
        line, end = gone_at(self.record, at)
        if end < 0 and not line:
            raise RefusedError("study_beginning", "the beginning can't be deleted", status=409)
        return SavedDelete(at)

    def _promote(self, at: str) -> SavedPromote:
        line, _ = self.record.find(at)
        if not line:
            raise RefusedError("study_main", "the position is already in the main line", status=409)
        if not self.record.variations[line - 1].events:
            raise RefusedError("study_empty", "the side line is empty", status=409)
        return SavedPromote(self.record.moment(0, line=line))

    def _comment(self, request: CommentRequest, at: str, by: int) -> SavedComment:
        text = plain_text(request.text)
        here = parse_moment(at)
        for place, past in enumerate(self._past):
            if past.version > request.seen and past.by != by and past.said is not None:
                later = tuple(shift for each in list(self._past)[place + 1 :] for shift in each.shifts)
                if moved(later, past.said) == (here, True):
                    raise RefusedError(
                        "study_said",
                        "the comment was changed in the meantime",
                        status=409,
                        at=at,
                        by=past.by,
                        version=past.version,
                    )
        return SavedComment(at, text)

    def _tag(self, request: TagRequest) -> SavedTag:
        value = " ".join(plain_text(request.value).split())
        if not value and request.name not in self.record.tags:
            return SavedTag(request.name, "")
        try:
            self.record.replace(tags=without_tag(self.record, request.name, value))
        except HypersweepError as error:
            raise RefusedError("study_tag", str(error), name=request.name) from None
        return SavedTag(request.name, value)

    def _undo(self, by: int) -> SavedUndo:
        stack = self._done.get(by)
        if not stack:
            raise RefusedError("study_no_undo", "you have no edit to undo", status=409)
        own, version = stack[-1]
        kept = undoing(self.record, own, is_last=version == self._changed)
        if kept is None:
            raise RefusedError("study_built_on", "can't undo this edit: later edits depend on it", status=409)
        return SavedUndo(kept)

    def _check_size(self, kept: SavedEdit) -> None:
        """Check that a study stays within its size limits after an edit.

        Raises:
            RefusedError: the study would be too large.
        """
        if isinstance(kept, SavedThere | SavedDelete):
            return
        record = apply(self.record, kept).record
        check_bounds(record)
        if isinstance(kept, SavedReplace) or self._bytes + _size(kept) > MOST_TEXT:
            size = len(record.format().encode())
            if size > MOST_TEXT:
                raise RefusedError(
                    "study_text",
                    f"the record would be too large: at most {MOST_TEXT} bytes",
                    status=413,
                    most=MOST_TEXT,
                    got=size,
                )
            self._bytes = size - _size(kept)


def check_bounds(record: Record) -> None:
    """Check the number of a study's events, variations and tags, and its nesting depth, against the limits.

    Raises:
        RefusedError: a limit is exceeded.
    """
    depths = [0]
    count = len(record.events)
    for own in record.variations:
        count += len(own.events)
        depths.append(depths[own.parent] + 1)
    for what, got, most in (
        ("study_events", count, MOST_EVENTS),
        ("study_lines", len(record.variations), MOST_LINES),
        ("study_depth", max(depths), MOST_DEPTH),
        ("study_tags", len(record.tags), MOST_TAGS),
    ):
        if got > most:
            raise RefusedError(what, f"expected at most {most}, got {got}", status=413, most=most, got=got)


def plain_text(text: str) -> str:
    """Return a text with Unix line endings, replacing characters that UTF-8 can't encode."""
    return text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()


def _size(edit: SavedEdit) -> int:
    """Return an upper bound on the bytes an edit adds to the record's text: ten per comment or tag character."""
    match edit:
        case SavedPlay():
            return len(edit.event) + 16
        case SavedComment():
            return 10 * len(edit.text) + 8
        case SavedTag():
            return len(edit.name) + 10 * len(edit.value) + 8
        case SavedReplace():
            return MOST_TEXT
        case SavedAll():
            return sum(map(_size, edit.edits))
        case SavedUndo():
            return _size(edit.edit)
        case SavedDelete() | SavedPromote() | SavedThere() | SavedLead() | SavedRole():
            return 64
    return len(edit.branch.encode()) + 16


def _name(edit: SavedEdit) -> str:
    return str(type(edit).__struct_config__.tag)
