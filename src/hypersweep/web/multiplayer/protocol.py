"""The messages between a page and its server, defined once: the page's types are generated from these classes.

**The socket** is at ``/socket``. Each text frame is one JSON message, with its tag under "t". The client's first
message is ``hello``, the server's ``welcome``. The server never sends anything about a board that the receiver may not
know: ``rooms.visibility`` decides.

**Moves and edits are numbered** per member, starting from 1. Repeating a number gets the same answer again, or the
room's state if that answer is no longer available. A number that is too high is rejected with the error ``gap``, which
contains the expected number. A rejected request doesn't use up its number. A move is answered only once it is saved, so
an answered move is never lost. Messages from a room arrive in order of version.

**Versions.** Every saved change to a room has a version, counting from 1 and the same on every worker. A client that
rejoins sends the last version it received, and gets the events since then, followed by its own ``present``. If those
events are no longer available, it gets the whole state, and ``ended`` for each finished game in the round. Several
messages may have the same version; ``staged`` and ``ended`` may arrive twice with the same contents.

**Cell codes** are defined in ``hypersweep.codes``. The codes for a whole board are sent in base64, one signed byte per
cell, or two (little-endian) if cells can have more than 100 neighbours.

**Times** are game times in milliseconds, as in records; timestamps (``moment``, ``sealed_until``) are in milliseconds
since 1970, in UTC.

**HTTP** is described in ``http_protocol``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

PROTOCOL = 1
"""Protocol version; pages using another version must reload."""

LARGEST_MESSAGE = 1 << 16
"""Maximum size of a message from a page, in bytes; a larger one closes the connection."""

LARGEST_FILE = 1_500_000
"""Maximum size, in bytes, of another program's file uploaded for conversion."""

MOST_CHANGES = 2048
"""Maximum number of changed cells listed in a move's message; beyond that, it contains the whole board's codes."""

RoomName = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{8,32}$")]
Number = Annotated[int, Meta(ge=1, le=1 << 40)]
Count = Annotated[int, Meta(ge=0, le=1 << 40)]
MoveKind = Literal["open", "flag", "chord"]
RoomKind = Literal["solo", "coop", "versus", "study"]
Role = Literal["player", "watcher"]
Outcome = Literal["ongoing", "won", "lost"]
Stage = Literal["waiting", "playing", "over"]
Period = Literal["day", "week", "month", "year", "all"]


class _FromPage(Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, frozen=True):
    pass


class _FromServer(Struct, tag_field="t", tag=str.lower, omit_defaults=True, frozen=True):
    pass


# Messages from a page.


class Hello(_FromPage, frozen=True):
    """The first message on a connection, whose cookie identifies the person."""

    protocol: int


class Join(_FromPage, frozen=True):
    """Join a room as a player or a watcher, or rejoin it after a lost connection.

    ``since`` is the last version the page received, or None; ``key`` is the invitation key, for people who aren't
    members yet.
    """

    room: RoomName
    since: Count | None = None
    role: Role = "player"
    key: Annotated[str, Meta(max_length=64)] | None = None


class Leave(_FromPage, frozen=True):
    """Leave a room; the member may join again later."""

    room: RoomName


class Move(_FromPage, frozen=True):
    """Make a move; ``n`` numbers the member's moves in this room, counting from 1."""

    room: RoomName
    n: Number
    kind: MoveKind
    cell: Count


class Ready(_FromPage, frozen=True):
    """Declare the member ready for the next game, or not ready (versus, coop).

    The game begins once all players present are ready; a versus game needs at least two.
    """

    room: RoomName
    is_ready: bool = True


class Resign(_FromPage, frozen=True):
    """Resign a game, which counts as a loss (solo, versus); before the first move, this removes the room (solo)."""

    room: RoomName


class Edit(_FromPage, frozen=True):
    """Edit a study; ``edit`` is a request from ``rooms.study_edits``, and ``n`` counts as in ``Move``."""

    room: RoomName
    n: Number
    edit: dict[str, Any]


class Cursor(_FromPage, frozen=True):
    """The member's cursor: a cell, and in a study also a position in the record (``at``). It isn't saved."""

    room: RoomName
    cell: Count | None
    at: Annotated[str, Meta(max_length=200)] = ""


class Chat(_FromPage, frozen=True):
    """A chat message to everyone in the room, if the room has a chat. It isn't saved."""

    room: RoomName
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Remove(_FromPage, frozen=True):
    """Remove a member permanently (owner only). The room's invitations get new keys."""

    room: RoomName
    number: Number


class Lock(_FromPage, frozen=True):
    """Lock the room, so that it admits no new members, or unlock it (owner only)."""

    room: RoomName
    is_locked: bool = True


class Mute(_FromPage, frozen=True):
    """Mute a member in the chat, or unmute them (owner only)."""

    room: RoomName
    number: Number
    is_muted: bool = True


class Show(_FromPage, frozen=True):
    """Let watchers see the member's board from the next game on, or hide it from them immediately (versus).

    Watchers see boards only if all players in a game show theirs.
    """

    room: RoomName
    is_shown: bool = True


class Pong(_FromPage, frozen=True):
    """The answer to ``Ping``; must be sent immediately."""

    id: Count


ClientMessage = Hello | Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show | Pong


# Messages from the server.


class Limits(Struct, frozen=True):
    """The server's limits: cells per board, bytes per message, moves per second, and moves per burst."""

    cells: int
    message: int
    moves: int
    burst: int


class Me(Struct, omit_defaults=True, frozen=True):
    """The person using the page; guests have generated names."""

    id: str
    name: str
    is_guest: bool = True
    is_admin: bool = False


class Welcome(_FromServer, frozen=True):
    """The server's first message; ``moment`` is its current time."""

    me: Me
    limits: Limits
    moment: int


class Member(Struct, omit_defaults=True, frozen=True):
    """A member of a room.

    ``number`` counts from 1, never changes, and determines the member's colour. ``person`` is None for guests.
    ``is_owner`` marks the member who created the room and may lock it, or remove and mute members.
    """

    number: int
    name: str
    role: Role
    person: str | None = None
    is_here: bool = False
    is_ready: bool = False
    is_owner: bool = False


class Board(Struct, omit_defaults=True, frozen=True):
    """One of a room's boards: the shared one (``number`` 0), or a member's own (versus).

    ``codes`` is None if the receiver may not see the board.
    """

    number: int
    codes: str | None
    opened: int = 0
    flags: int = 0
    outcome: Outcome = "ongoing"
    is_started: bool = False
    milliseconds: int = 0


class Study(Struct, omit_defaults=True, frozen=True):
    """The roles in a study, as member numbers (0 for none).

    ``leader`` is the member whose position, ``leads_at``, everyone sees; ``readers`` may not edit.
    """

    owner: int = 0
    leader: int = 0
    leads_at: str = ""
    readers: list[int] = []


class Access(Struct, omit_defaults=True, frozen=True):
    """Who may join, chat and be watched in a room.

    A room that ``is_locked`` admits no new members. Removed members can't come back, and muted members can't chat.
    Watchers may see the boards of ``shown`` members (versus). ``watch_key`` admits only watchers, and is None while a
    daily board is sealed. ``key`` admits players, or editors in a study, and is None for members who may not invite
    anyone.
    """

    key: str | None = None
    watch_key: str | None = None
    is_locked: bool = False
    removed: list[int] = []
    muted: list[int] = []
    shown: list[int] = []


class State(_FromServer, frozen=True):
    """Everything about a room that the receiver may know.

    ``you`` is the receiver's member number (0 for a watcher), and ``next`` the number for their next move or edit.
    ``flagged`` lists the flags on a shared board as (cell, member) pairs. ``record`` and ``study`` are for studies.
    ``delay`` is a watcher's delay in seconds. ``begins_in`` is the time until a game begins, in milliseconds.
    ``commitment`` is the hash that commits this round to its boards; see ``rooms.room.commitment``.
    """

    room: str
    kind: RoomKind
    version: int
    board: str
    mines: int
    rules: str
    stage: Stage
    you: int
    next: int
    members: list[Member]
    boards: list[Board]
    flagged: list[tuple[int, int]] = []
    record: str | None = None
    has_chat: bool = False
    delay: float = 0
    begins_in: int | None = None
    round: int = 1
    is_ranked: bool = False
    study: Study | None = None
    access: Access | None = None
    commitment: str | None = None


class Entered(_FromServer, frozen=True):
    """A person became a member, or a member's name or account changed."""

    room: str
    version: int
    member: Member


class Admitted(_FromServer, frozen=True):
    """The room's permissions changed: the owner sent ``Lock``, ``Remove`` or ``Mute``, or a player sent ``Show``."""

    room: str
    version: int
    access: Access


class Moved(_FromServer, frozen=True):
    """Member ``by`` moved on board ``number``.

    ``n`` is the member's own number for the move, so this message is also the answer to it. ``cells`` changed to
    ``codes``; if more than ``MOST_CHANGES`` changed, ``all`` has the whole board's codes instead. ``milliseconds`` is
    the game time. A move without effect has no cells.
    """

    room: str
    version: int
    number: int
    by: int
    n: int
    kind: MoveKind
    cell: int
    milliseconds: int
    cells: list[int] = []
    codes: list[int] = []
    all: str | None = None
    opened: int = 0
    flags: int = 0
    outcome: Outcome = "ongoing"


class Progress(_FromServer, frozen=True):
    """Another player's progress (versus), without locations: the numbers of open cells and flags, and the outcome."""

    room: str
    version: int
    number: int
    opened: int
    flags: int
    outcome: Outcome
    milliseconds: int


class Staged(_FromServer, frozen=True):
    """The room's game entered a stage (waiting for players, playing, over), or a different set of members is ready.

    ``begins_in`` is the countdown in milliseconds, if one is running; ``ready`` lists the ready members' numbers.
    ``round`` numbers the room's games. ``commitment`` is the hash that commits the round to its boards; see
    ``rooms.room.commitment``.
    """

    room: str
    version: int
    stage: Stage
    begins_in: int | None = None
    ready: list[int] = []
    round: int = 1
    commitment: str | None = None


class Ended(_FromServer, frozen=True):
    """A game is over, so its mines become public.

    ``layout`` is the board ID, ``record`` the text of the game on board ``number``, and ``game`` the ID of its page, or
    None if it has none. ``winner`` is the winner's member number (versus), 0 for none. ``hit_by`` is the number of the
    member who hit a mine (solo, coop). While a daily board is sealed, layout and record are empty; the game's page
    opens at ``sealed_until``.
    """

    room: str
    version: int
    number: int
    outcome: Outcome
    milliseconds: int
    layout: str
    record: str
    game: str | None = None
    is_ranked: bool = False
    winner: int | None = None
    sealed_until: int | None = None
    hit_by: int | None = None


class Edited(_FromServer, frozen=True):
    """Member ``by`` edited a study; ``edit`` is a saved edit (``Saved...``) from ``rooms.study_edits``."""

    room: str
    version: int
    by: int
    n: int
    edit: dict[str, Any]


class Present(_FromServer, frozen=True):
    """A member joined or left; ``Present`` messages have no version."""

    room: str
    number: int
    is_here: bool


class Watchers(_FromServer, frozen=True):
    """The number of watchers changed. After joining, it is 0 until this message arrives. It has no version."""

    room: str
    count: int


class Pointed(_FromServer, frozen=True):
    """A member's cursor moved; see ``Cursor``. This message has no version."""

    room: str
    number: int
    cell: int | None
    at: str = ""


class Said(_FromServer, frozen=True):
    """A member's chat message, sent at ``moment``. It has no version."""

    room: str
    number: int
    text: str
    moment: int


class Gone(_FromServer, frozen=True):
    """The receiver is no longer in a room: it was closed or moved, or the member was removed.

    ``what`` names one of the page's messages, as in ``Refused``.
    """

    room: str
    what: str


class Ping(_FromServer, frozen=True):
    """Measures the round-trip time; the page must answer with ``Pong`` immediately."""

    id: int


class Refused(_FromServer, frozen=True):
    """The error for a rejected request.

    ``what`` names one of the page's messages (``refusals.together_WHAT``), and ``values`` are inserted into it;
    ``room`` and ``n`` identify the request. ``message`` is for programs and logs.
    """

    what: str
    message: str
    room: str | None = None
    n: int | None = None
    values: dict[str, Any] = {}


ServerMessage = (
    Welcome
    | State
    | Entered
    | Admitted
    | Moved
    | Progress
    | Staged
    | Ended
    | Edited
    | Present
    | Watchers
    | Pointed
    | Said
    | Gone
    | Ping
    | Refused
)
