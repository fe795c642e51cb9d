"""Edits to a study: as requested by clients (``...Request``), and as saved and sent to all members (``Saved...``).

Clients write positions as in ``hypersweep.record.tree``, relative to the latest room version they have seen (``seen``).
The server maps each position across the edits made since then, and rejects positions that were deleted.

A saved edit contains everything the server decided, such as an event's effect. So every client and worker that applies
the saved edits in order ends up with the same record.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

MOST_TEXT = 1 << 20
"""Maximum size of a study's record in bytes."""

MOST_EVENTS = 10_000
"""Maximum number of events in a study, across all lines."""

MOST_LINES = 1_000
"""Maximum number of variations in a study."""

MOST_DEPTH = 12
"""Maximum nesting depth of variations."""

MOST_COMMENT = 4_000
"""Maximum length of a comment in characters."""

MOST_TAGS = 32
"""Maximum number of tags in a study."""

MOST_TAG = 500
"""Maximum length of a tag's text in characters."""

MOST_EDITS = 50_000
"""Maximum number of edits to a study by all members together."""

At = Annotated[str, Meta(max_length=200, pattern=r"^[0-9.]+$")]
Seen = Annotated[int, Meta(ge=0, le=1 << 40)]
TagName = Annotated[str, Meta(max_length=32, pattern="^[a-z][a-z0-9-]*$")]


class _EditRequest(Struct, tag_field="do", forbid_unknown_fields=True, frozen=True, kw_only=True):
    seen: Seen


class PlayRequest(_EditRequest, frozen=True, tag="play"):
    """Play a move at a position: extend the line, or start a variation if events follow or ``is_side`` is set."""

    at: At
    kind: Literal["open", "flag", "chord"]
    cell: Annotated[int, Meta(ge=0, le=1 << 40)]
    is_side: bool = False


class DeleteRequest(_EditRequest, frozen=True, tag="delete"):
    """Delete the event before a position and everything after it; at a variation's start, delete the variation."""

    at: At


class PromoteRequest(_EditRequest, frozen=True, tag="promote"):
    """Promote the variation containing a position: it swaps places with its parent line's continuation."""

    at: At


class CommentRequest(_EditRequest, frozen=True, tag="comment"):
    """Set the comment at a position; "" removes it."""

    at: At
    text: Annotated[str, Meta(max_length=MOST_COMMENT)]


class TagRequest(_EditRequest, frozen=True, tag="tag"):
    """Set a tag in the record, such as "title" for the study's title; "" removes it."""

    name: TagName
    value: Annotated[str, Meta(max_length=MOST_TAG)]


class ReplaceRequest(_EditRequest, frozen=True, tag="replace"):
    """Replace the whole record with another, given as text."""

    record: Annotated[str, Meta(max_length=MOST_TEXT)]


class LeadRequest(_EditRequest, frozen=True, tag="lead"):
    """Show all followers the member's position, ``at``; None stops leading."""

    at: At | None = None


class RoleRequest(_EditRequest, frozen=True, tag="role"):
    """Allow a member to edit the study, or forbid it (owner only)."""

    member: Annotated[int, Meta(ge=1, le=1 << 20)]
    can_edit: bool


class UndoRequest(_EditRequest, frozen=True, tag="undo"):
    """Undo the member's own last edit."""


EditRequest = (
    PlayRequest
    | DeleteRequest
    | PromoteRequest
    | CommentRequest
    | TagRequest
    | ReplaceRequest
    | LeadRequest
    | RoleRequest
    | UndoRequest
)


class _SavedEdit(Struct, tag_field="do", omit_defaults=True, frozen=True):
    pass


class SavedPlay(_SavedEdit, frozen=True, tag="play"):
    """Add an event, in record notation, at a position; see ``PlayRequest``."""

    at: str
    event: str
    is_side: bool = False


class SavedThere(_SavedEdit, frozen=True, tag="there"):
    """The requested move is already in the record, leading to position ``at``, so nothing changes."""

    at: str


class SavedDelete(_SavedEdit, frozen=True, tag="delete"):
    """See ``DeleteRequest``."""

    at: str


class SavedPromote(_SavedEdit, frozen=True, tag="promote"):
    """See ``PromoteRequest``; the position is the start of the variation."""

    at: str


class SavedComment(_SavedEdit, frozen=True, tag="comment"):
    """See ``CommentRequest``."""

    at: str
    text: str


class SavedTag(_SavedEdit, frozen=True, tag="tag"):
    """See ``TagRequest``."""

    name: str
    value: str


class SavedReplace(_SavedEdit, frozen=True, tag="replace"):
    """See ``ReplaceRequest``."""

    record: str


class SavedGraft(_SavedEdit, frozen=True, tag="graft"):
    """Restore a deleted branch at a position, as variation number ``place`` (0: as the rest of the line)."""

    at: str
    branch: str
    place: int = 0


class SavedLead(_SavedEdit, frozen=True, tag="lead"):
    """See ``LeadRequest``."""

    at: str | None = None


class SavedRole(_SavedEdit, frozen=True, tag="role"):
    """See ``RoleRequest``."""

    member: int
    can_edit: bool


class SavedAll(_SavedEdit, frozen=True, tag="all"):
    """Several edits, applied in order."""

    edits: list[SavedPlay | SavedDelete | SavedPromote | SavedComment | SavedTag | SavedReplace | SavedGraft]


class SavedUndo(_SavedEdit, frozen=True, tag="undo"):
    """Undo the member's own last edit by applying ``edit``."""

    edit: SavedDelete | SavedComment | SavedTag | SavedReplace | SavedGraft | SavedAll


SavedEdit = (
    SavedPlay
    | SavedThere
    | SavedDelete
    | SavedPromote
    | SavedComment
    | SavedTag
    | SavedReplace
    | SavedGraft
    | SavedLead
    | SavedRole
    | SavedAll
    | SavedUndo
)


Steps = tuple[int, ...]


class Shift(NamedTuple):
    """One change an edit made to positions, which are written as steps (paths) through the record.

    ``kind`` is one of:

    * "cut": the line was cut off after ``steps``;
    * "out": the variation at ``steps`` was removed;
    * "in": a variation was inserted at ``steps``;
    * "swap": the variation at ``steps`` swapped places with its parent line's continuation;
    * "all": the whole record was replaced.
    """

    kind: str
    steps: Steps = ()


def moved(shifts: tuple[Shift, ...], steps: Steps) -> tuple[Steps, bool]:
    """Map a position across changes. Returns: the new position, and whether the old position still exists.

    If the position was removed, return the last position before it that still exists.

    >>> moved((Shift("out", (12, 1)),), (12, 2, 3)), moved((Shift("out", (12, 1)),), (12, 1, 3))
    (((12, 1, 3), True), ((12,), False))
    """
    is_same = True
    for kind, own in shifts:
        if kind == "all":
            return (0,), False
        last = len(own) - 1
        if kind == "swap":
            steps = _swapped(own, steps)
        elif len(steps) > last and steps[:last] == own[:last]:
            if kind == "in":
                if steps[last] >= own[last]:
                    steps = (*own[:last], steps[last] + 1, *steps[last + 1 :])
            elif kind == "cut":
                if steps[last] > own[last]:
                    steps, is_same = own, False
            elif steps[last] == own[last]:
                steps, is_same = own[:last], False
            elif steps[last] > own[last]:
                steps = (*own[:last], steps[last] - 1, *steps[last + 1 :])
    return steps, is_same


def _swapped(own: Steps, steps: Steps) -> Steps:
    """Map a position across a swap of variation ``own`` with its parent line's continuation."""
    place = len(own) - 2
    if len(steps) <= place or steps[:place] != own[:place]:
        return steps
    if steps[place] > own[place]:
        return (*own, steps[place] - own[place], *steps[place + 1 :])
    if steps[: place + 2] == own and len(steps) > place + 2 and steps[place + 2]:
        return (*own[:place], own[place] + steps[place + 2], *steps[place + 3 :])
    return steps
