"""What can be done to a study: what a page asks for, and what is kept of it and told to all.

A page names moments as ``hypersweep.record.position_ref`` does, by the version of the room that it has seen
(``seen``). What came in between is taken into account: moments move along with what others do, and what is gone is
refused.

What is kept says everything that was decided: the event with its effect, which the page adds as it stands. So all who
apply what is kept, in its order, have the same record.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

__all__ = [
    "MOST_COMMENT",
    "MOST_DEPTH",
    "MOST_EDITS",
    "MOST_EVENTS",
    "MOST_LINES",
    "MOST_TAG",
    "MOST_TAGS",
    "MOST_TEXT",
    "Kept",
    "KeptAll",
    "KeptComment",
    "KeptDelete",
    "KeptGraft",
    "KeptLead",
    "KeptPlay",
    "KeptPromote",
    "KeptReplace",
    "KeptRole",
    "KeptTag",
    "KeptThere",
    "KeptUndo",
    "Wish",
    "WishComment",
    "WishDelete",
    "WishLead",
    "WishPlay",
    "WishPromote",
    "WishReplace",
    "WishRole",
    "WishTag",
    "WishUndo",
]

MOST_TEXT = 1 << 20
"""Bytes of a study's record."""

MOST_EVENTS = 10_000
"""Events of all lines of a study together."""

MOST_LINES = 1_000
"""Side lines of a study."""

MOST_DEPTH = 12
"""How deep side lines stand within each other."""

MOST_COMMENT = 4_000
"""Characters of a comment."""

MOST_TAGS = 32
"""Tags of a study."""

MOST_TAG = 500
"""Characters of a tag's text."""

MOST_EDITS = 50_000
"""Edits of a study, all its members' together."""

At = Annotated[str, Meta(max_length=200, pattern=r"^[0-9.]+$")]
Seen = Annotated[int, Meta(ge=0, le=1 << 40)]
TagName = Annotated[str, Meta(max_length=32, pattern="^[a-z][a-z0-9-]*$")]


class _Wish(Struct, tag_field="do", forbid_unknown_fields=True, frozen=True, kw_only=True):
    seen: Seen


class WishPlay(_Wish, frozen=True, tag="play"):
    """A move at a moment: the line goes on with it, or a side line begins where it goes on otherwise."""

    at: At
    kind: Literal["open", "flag", "chord"]
    cell: Annotated[int, Meta(ge=0, le=1 << 40)]
    is_side: bool = False


class WishDelete(_Wish, frozen=True, tag="delete"):
    """The event that leads to a moment goes, and all after it; the beginning of a side line means all of that."""

    at: At


class WishPromote(_Wish, frozen=True, tag="promote"):
    """The side line in which a moment is takes the place of what its parent goes on with."""

    at: At


class WishComment(_Wish, frozen=True, tag="comment"):
    """What is said of a moment; "" for nothing."""

    at: At
    text: Annotated[str, Meta(max_length=MOST_COMMENT)]


class WishTag(_Wish, frozen=True, tag="tag"):
    """A tag of the record; "title" is the study's title. "" takes it away."""

    name: TagName
    value: Annotated[str, Meta(max_length=MOST_TAG)]


class WishReplace(_Wish, frozen=True, tag="replace"):
    """Another record instead of this one."""

    record: Annotated[str, Meta(max_length=MOST_TEXT)]


class WishLead(_Wish, frozen=True, tag="lead"):
    """All who follow are shown the moment at which the member is, from this one on; None ends it."""

    at: At | None = None


class WishRole(_Wish, frozen=True, tag="role"):
    """Whether a member may change the study; the owner says so."""

    member: Annotated[int, Meta(ge=1, le=1 << 20)]
    can_edit: bool


class WishUndo(_Wish, frozen=True, tag="undo"):
    """The member's own last edit is taken back."""


Wish = WishPlay | WishDelete | WishPromote | WishComment | WishTag | WishReplace | WishLead | WishRole | WishUndo


class _Kept(Struct, tag_field="do", omit_defaults=True, frozen=True):
    pass


class KeptPlay(_Kept, frozen=True, tag="play"):
    """An event at a moment, as a record writes it; in a side line of its own where the line goes on otherwise."""

    at: str
    event: str
    is_side: bool = False


class KeptThere(_Kept, frozen=True, tag="there"):
    """What was asked for is there already, at this moment."""

    at: str


class KeptDelete(_Kept, frozen=True, tag="delete"):
    """As ``WishDelete``."""

    at: str


class KeptPromote(_Kept, frozen=True, tag="promote"):
    """As ``WishPromote``; the moment is the beginning of the side line."""

    at: str


class KeptComment(_Kept, frozen=True, tag="comment"):
    """As ``WishComment``."""

    at: str
    text: str


class KeptTag(_Kept, frozen=True, tag="tag"):
    """As ``WishTag``."""

    name: str
    value: str


class KeptReplace(_Kept, frozen=True, tag="replace"):
    """As ``WishReplace``."""

    record: str


class KeptGraft(_Kept, frozen=True, tag="graft"):
    """A branch is put back: as the ``place``-th side line that leaves a moment, or where its line ends (0)."""

    at: str
    branch: str
    place: int = 0


class KeptLead(_Kept, frozen=True, tag="lead"):
    """As ``WishLead``."""

    at: str | None = None


class KeptRole(_Kept, frozen=True, tag="role"):
    """As ``WishRole``."""

    member: int
    can_edit: bool


class KeptAll(_Kept, frozen=True, tag="all"):
    """Several, one after the other."""

    edits: list[KeptPlay | KeptDelete | KeptPromote | KeptComment | KeptTag | KeptReplace | KeptGraft]


class KeptUndo(_Kept, frozen=True, tag="undo"):
    """A member's own last edit is taken back by another one."""

    edit: KeptDelete | KeptComment | KeptTag | KeptReplace | KeptGraft | KeptAll


Kept = (
    KeptPlay
    | KeptThere
    | KeptDelete
    | KeptPromote
    | KeptComment
    | KeptTag
    | KeptReplace
    | KeptGraft
    | KeptLead
    | KeptRole
    | KeptAll
    | KeptUndo
)
