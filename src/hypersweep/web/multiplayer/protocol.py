"""The messages between a page and its server, defined once: the page's JSDoc types are generated from these classes.

**The socket** is at ``/socket``. Each text frame is one message, as JSON, with its tag under "t". The client starts
with ``hello``, the server with ``welcome``. The server never sends anything about a board that the receiver may not
know: ``rooms.visibility`` decides.

**Moves and edits are numbered** by each member from 1 on. A repeated number gets the same answer as before. A number
that is too high is rejected (``gap``), with the expected number. A rejected request uses up no number. A move is
answered once it is saved, so an answered move is never lost. Messages of a room arrive in order of its versions.

**Versions.** Everything saved about a room has a version, from 1 on, which is the same on every worker. A client that
rejoins sends the version that it has. It gets the events since then, and at last ``present`` about itself; or, if that
is too long ago, the whole state and ``ended`` for each finished game. Several messages may have the same version;
``staged`` and ``ended`` may come twice with the same contents.

**Codes** of cells are those of ``hypersweep.codes``. The codes of a whole board are base64 of one signed byte a cell,
or of two (little-endian) if a cell can have more than 100 neighbours.

**Times** are milliseconds of a game, as in records; moments are milliseconds since 1970, in UTC.

**HTTP** is described in ``http_protocol``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

PROTOCOL = 1
"""Version of the protocol; a page with another version must reload."""

LARGEST_MESSAGE = 1 << 16
"""Maximum size of a page's message in bytes; a longer one closes its connection."""

LARGEST_FILE = 1_500_000
"""Maximum size of another program's file that a page sends, in bytes."""

MOST_CHANGES = 2048
"""Maximum number of cells that a move lists one by one; above it the message has all codes of the board."""

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
    """The first message of a connection; its cookie identifies the person."""

    protocol: int


class Join(_FromPage, frozen=True):
    """Join a room as a player or a watcher; also after a lost connection.

    ``since`` is the page's version, None for none; ``key`` is the invitation's, for people who aren't members yet.
    """

    room: RoomName
    since: Count | None = None
    role: Role = "player"
    key: Annotated[str, Meta(max_length=64)] | None = None


class Leave(_FromPage, frozen=True):
    """Leave a room; its member may come back."""

    room: RoomName


class Move(_FromPage, frozen=True):
    """Make a move; ``n`` counts the member's moves in the room from 1 on."""

    room: RoomName
    n: Number
    kind: MoveKind
    cell: Count


class Ready(_FromPage, frozen=True):
    """Be ready for the next game, or no longer (versus, coop): it begins when all members are ready."""

    room: RoomName
    is_ready: bool = True


class Resign(_FromPage, frozen=True):
    """Resign a game, which loses it (solo, versus); before the first move the room is removed (solo)."""

    room: RoomName


class Edit(_FromPage, frozen=True):
    """Edit a study; ``edit`` is one of ``rooms.study_edits``, ``n`` counts as in ``Move``."""

    room: RoomName
    n: Number
    edit: dict[str, Any]


class Cursor(_FromPage, frozen=True):
    """The member's cursor on the board; in a study also its position in the record. It isn't saved."""

    room: RoomName
    cell: Count | None
    at: Annotated[str, Meta(max_length=200)] = ""


class Chat(_FromPage, frozen=True):
    """A chat message to all in the room, if chat is on. It isn't saved."""

    room: RoomName
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Remove(_FromPage, frozen=True):
    """Remove a member for good (owner only). The room's invitations get new keys."""

    room: RoomName
    number: Number


class Lock(_FromPage, frozen=True):
    """Lock the room for new members, or unlock it (owner only)."""

    room: RoomName
    is_locked: bool = True


class Mute(_FromPage, frozen=True):
    """Mute a member's chat, or unmute it (owner only)."""

    room: RoomName
    number: Number
    is_muted: bool = True


class Show(_FromPage, frozen=True):
    """Show the member's board in versus to watchers from the next game on; or hide it from them at once.

    Watchers see boards only if all players of a game show theirs.
    """

    room: RoomName
    is_shown: bool = True


class Pong(_FromPage, frozen=True):
    """The immediate answer to ``Ping``."""

    id: Count


ClientMessage = Hello | Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show | Pong


# Messages from the server.


class Limits(Struct, frozen=True):
    """Limits of the server: cells of a board, bytes of a message, moves a second and how many at once."""

    cells: int
    message: int
    moves: int
    burst: int


class Me(Struct, omit_defaults=True, frozen=True):
    """The person who uses the page; a guest's name is generated."""

    id: str
    name: str
    is_guest: bool = True
    is_admin: bool = False


class Welcome(_FromServer, frozen=True):
    """The server's first message."""

    me: Me
    limits: Limits
    moment: int


class Member(Struct, omit_defaults=True, frozen=True):
    """A member of a room: ``number``, from 1 on, never changes and sets their colour; ``person`` is None for guests.

    ``is_owner`` means that the member made the room and may remove, mute and lock.
    """

    number: int
    name: str
    role: Role
    person: str | None = None
    is_here: bool = False
    is_ready: bool = False
    is_owner: bool = False


class Board(Struct, omit_defaults=True, frozen=True):
    """One of a room's boards: the shared one (``number`` 0), or a member's (versus).

    ``codes`` is None if the receiver may not see it.
    """

    number: int
    codes: str | None
    opened: int = 0
    flags: int = 0
    outcome: Outcome = "ongoing"
    is_started: bool = False
    milliseconds: int = 0


class Study(Struct, omit_defaults=True, frozen=True):
    """The roles in a study: its owner, the member who leads the others (0 for none) and where, and its readers."""

    owner: int = 0
    leader: int = 0
    leads_at: str = ""
    readers: list[int] = []


class Access(Struct, omit_defaults=True, frozen=True):
    """Permissions to join a room and to talk there.

    A room that ``is_locked`` admits no new members. Removed members can't come back; chat of muted members is rejected.
    The boards of ``shown`` members may be watched (versus). ``watch_key`` admits watchers only, and is None while a
    daily board is sealed. ``key`` admits players, or editors of a study; it is None for members who may not invite
    them.
    """

    key: str | None = None
    watch_key: str | None = None
    is_locked: bool = False
    removed: list[int] = []
    muted: list[int] = []
    shown: list[int] = []


class State(_FromServer, frozen=True):
    """Everything about a room that the receiver may know.

    ``you`` is the member's number, and ``next`` the number of their next move or edit. ``flagged`` lists the flags of a
    shared board as pairs of cell and member. ``record`` and ``study`` are for studies. ``delay`` is a watcher's delay
    in seconds. ``begins_in`` is the time in milliseconds until a game begins.
    ``commitment`` is the hash of the seed of this round's boards; see ``rooms.room.commitment``.
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
    """A person became a member, or has another role or name."""

    room: str
    version: int
    member: Member


class Admitted(_FromServer, frozen=True):
    """The owner has locked or unlocked the room, or removed, muted or unmuted a member; or a member shows the board."""

    room: str
    version: int
    access: Access


class Moved(_FromServer, frozen=True):
    """A move by member ``by`` on the board ``number``.

    ``n`` is the member's number for this move, which they wait for. ``cells`` changed to ``codes``; if more than
    ``MOST_CHANGES`` changed, ``all`` has every code instead. ``milliseconds`` is the game's time. A move without effect
    has no cells.
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
    """Another player's progress (versus), without locations: number of open cells, and the outcome."""

    room: str
    version: int
    number: int
    opened: int
    flags: int
    outcome: Outcome
    milliseconds: int


class Staged(_FromServer, frozen=True):
    """A game of the room is waiting for its players, begins or is over.

    ``begins_in`` is in milliseconds; ``ready`` are the ready members. ``round`` counts the games of the room.
    ``commitment`` is the hash of its seed; see ``rooms.room.commitment``.
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

    ``layout`` is the board's ID, ``record`` the text of the game on the board ``number``, ``game`` the id of its
    page, None if it has none. ``winner`` is for versus, 0 for none. On a daily board layout and record are empty,
    and the page of the game opens at the moment ``sealed_until``.
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


class Edited(_FromServer, frozen=True):
    """Member ``by`` edited a study; see ``Edit``."""

    room: str
    version: int
    by: int
    n: int
    edit: dict[str, Any]


class Present(_FromServer, frozen=True):
    """A member has come or gone. The message has no version."""

    room: str
    number: int
    is_here: bool


class Pointed(_FromServer, frozen=True):
    """A member's cursor on the board. The message has no version."""

    room: str
    number: int
    cell: int | None
    at: str = ""


class Said(_FromServer, frozen=True):
    """A member's chat message. It has no version."""

    room: str
    number: int
    text: str
    moment: int


class Gone(_FromServer, frozen=True):
    """A room is closed, or its member was removed; ``what`` is the name of a text, as in ``Refused``."""

    room: str
    what: str


class Ping(_FromServer, frozen=True):
    """Must be answered by ``Pong`` at once, which measures the round trip."""

    id: int


class Refused(_FromServer, frozen=True):
    """An error: a request was rejected.

    ``what`` names a text of the page (``refusals.together_WHAT``), and ``values`` fill it in; ``room`` and ``n``
    identify the request. ``message`` is for programs.
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
    | Pointed
    | Said
    | Gone
    | Ping
    | Refused
)
