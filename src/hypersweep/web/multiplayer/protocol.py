"""What a page and its server say to each other, each message once: from this the page's types are written.

**The socket** is at ``/socket``. Each text frame is one message, as JSON, with its tag under "t". The client begins
with ``hello``, the server with ``welcome``. Nothing is sent of a board that its receiver may not know: ``rooms.cut``
decides.

**Moves and edits are numbered** by each member from 1 on. One that comes again is answered as it was the first time;
one that comes too early is refused (``gap``), with the number that is expected. What is refused has used no number. A
move is answered once it is kept, so what was answered is never lost. Messages of a room come in order of its versions.

**Versions.** Everything of a room that is kept has a version, from 1 on, which is the same whichever worker tells it.
Who comes back says which version he has, and gets what came since, and at last ``present`` of himself; or the whole
state, where that is too long ago, and ``ended`` of the games that are over. Several messages may have the same version;
``staged`` and ``ended`` may come twice, and say the same then.

**Codes** of cells are those of ``hypersweep.codes``. The codes of a whole board are base64 of one signed byte a cell,
or of two with the low one first where a cell can have more than 100 neighbours.

**Times** are milliseconds, of a game as in records; moments are milliseconds since 1970, in UTC.

**By HTTP** (``/api/...``) go accounts, lists, and the making of rooms. A request that changes something has to come
from this page: with its Origin, and with the header ``x-hypersweep: 1``. What is refused is a ``Refused`` with a
status.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

__all__ = [
    "LARGEST_FILE",
    "LARGEST_MESSAGE",
    "MOST_CHANGES",
    "PROTOCOL",
    "Access",
    "Account",
    "Admitted",
    "AllGames",
    "AllRooms",
    "Ban",
    "BestTime",
    "Board",
    "Chat",
    "Chosen",
    "ClientMessage",
    "Codes",
    "Cursor",
    "DailyBoard",
    "DailyDay",
    "DailyEnds",
    "DailyMonth",
    "DailyPreset",
    "DailyTry",
    "Decide",
    "Deletion",
    "Edit",
    "Edited",
    "Ended",
    "EngineAnswer",
    "EngineMove",
    "EngineReason",
    "Engines",
    "Entered",
    "GameFacts",
    "GameLine",
    "GameList",
    "Gone",
    "Hello",
    "Join",
    "Leaderboard",
    "Leave",
    "Limits",
    "Lobby",
    "LobbyRoom",
    "Lock",
    "MadeRecord",
    "Me",
    "Member",
    "Move",
    "Moved",
    "Mute",
    "NewCodes",
    "PassphraseChange",
    "People",
    "Period",
    "Person",
    "PersonBoard",
    "PersonFacts",
    "Ping",
    "Pointed",
    "Pong",
    "Present",
    "Progress",
    "Question",
    "Ready",
    "Recovery",
    "Refused",
    "Registered",
    "Remove",
    "Resign",
    "RoomFacts",
    "RoomMade",
    "RoomWish",
    "RunningRoom",
    "RunningRooms",
    "Said",
    "SentFile",
    "ServerMessage",
    "SharedBoard",
    "SharedGame",
    "Show",
    "SignIn",
    "Staged",
    "State",
    "Study",
    "Welcome",
]

PROTOCOL = 1
"""The version of the protocol: a page of another one is told to load itself anew."""

LARGEST_MESSAGE = 1 << 16
"""Bytes of a message from a page; a longer one ends its connection."""

LARGEST_FILE = 1_500_000
"""Bytes of a file of another program that a page sends."""

MOST_CHANGES = 2048
"""Cells of a move that are told one by one; where more have changed, all codes of the board are."""

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


# From a page.


class Hello(_FromPage, frozen=True):
    """The first message of a connection. Who it is says its cookie."""

    protocol: int


class Join(_FromPage, frozen=True):
    """To a room, as a player or a watcher; again after a connection was lost.

    ``since`` is the version that the page has, None for none; ``key`` is of the invitation, for who isn't a member yet.
    """

    room: RoomName
    since: Count | None = None
    role: Role = "player"
    key: Annotated[str, Meta(max_length=64)] | None = None


class Leave(_FromPage, frozen=True):
    """From a room; its member may come back."""

    room: RoomName


class Move(_FromPage, frozen=True):
    """A click; ``n`` counts the member's moves in the room from 1 on."""

    room: RoomName
    n: Number
    kind: MoveKind
    cell: Count


class Ready(_FromPage, frozen=True):
    """To begin (versus): the game does when all are. Once it is over, to play another board."""

    room: RoomName
    is_ready: bool = True


class Resign(_FromPage, frozen=True):
    """From a game, which is lost by it (solo, versus); one that wasn't begun is removed with its room (solo)."""

    room: RoomName


class Edit(_FromPage, frozen=True):
    """Of a study; ``edit`` is one of ``rooms.study``'s, ``n`` counts as in ``Move``."""

    room: RoomName
    n: Number
    edit: dict[str, Any]


class Cursor(_FromPage, frozen=True):
    """Where the member is on the board; in a study also at which moment, as its edits name it. It isn't kept."""

    room: RoomName
    cell: Count | None
    at: Annotated[str, Meta(max_length=200)] = ""


class Chat(_FromPage, frozen=True):
    """To all in the room, where that is on. It isn't kept."""

    room: RoomName
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Remove(_FromPage, frozen=True):
    """From the owner: remove a member for good. The keys of the room's invitations are new afterwards."""

    room: RoomName
    number: Number


class Lock(_FromPage, frozen=True):
    """From the owner: admit no new members, or admit them again."""

    room: RoomName
    is_locked: bool = True


class Mute(_FromPage, frozen=True):
    """From the owner: refuse a member's chat, or accept it again."""

    room: RoomName
    number: Number
    is_muted: bool = True


class Show(_FromPage, frozen=True):
    """Let watchers see the member's board in versus from the next game on; or hide it from them at once.

    Watchers see boards only if all players of a game let them.
    """

    room: RoomName
    is_shown: bool = True


class Pong(_FromPage, frozen=True):
    """The answer to ``Ping``, at once."""

    id: Count


ClientMessage = Hello | Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show | Pong


# From the server.


class Limits(Struct, frozen=True):
    """What the server takes: cells of a board, bytes of a message, moves a second and how many at once."""

    cells: int
    message: int
    moves: int
    burst: int


class Me(Struct, omit_defaults=True, frozen=True):
    """Who the page is used by: ``id`` is of the person, a guest's name is made up."""

    id: str
    name: str
    is_guest: bool = True
    is_admin: bool = False


class Welcome(_FromServer, frozen=True):
    """The first message of the server."""

    me: Me
    limits: Limits
    moment: int


class Member(Struct, omit_defaults=True, frozen=True):
    """Of a room: ``number`` from 1 on is his for ever and says his colour; ``person`` is None for guests.

    ``is_owner`` says that the member made the room and may remove, mute and lock.
    """

    number: int
    name: str
    role: Role
    person: str | None = None
    is_here: bool = False
    is_ready: bool = False
    is_owner: bool = False


class Board(Struct, omit_defaults=True, frozen=True):
    """One of a room's boards: the one of all (``number`` 0), or of a member (versus).

    ``codes`` is None where its receiver may not see it.
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
    """Who may come into a room, and who may talk there.

    A room that ``is_locked`` admits no new members. Removed members can't come back; chat of muted members is refused.
    The boards of ``shown`` members may be watched (versus). ``watch_key`` admits watchers only, and is None while a
    daily board is sealed. ``key`` admits players, or editors of a study: members who may invite them are told it, for
    others it is None.
    """

    key: str | None = None
    watch_key: str | None = None
    is_locked: bool = False
    removed: list[int] = []
    muted: list[int] = []
    shown: list[int] = []


class State(_FromServer, frozen=True):
    """All that its receiver may know of a room.

    ``you`` is the member's number, and ``next`` the number of his next move or edit. ``flagged`` says of each flag of a
    shared board whose it is, as pairs of cell and member. ``record`` and ``study`` are a study's. ``delay`` are the
    seconds that a watcher is behind. ``begins_in`` are milliseconds until a game begins.
    ``commitment`` is the hash of the seed of this round's boards, as ``rooms.board.commitment`` has it.
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
    """Somebody is a member now, or has another role or name."""

    room: str
    version: int
    member: Member


class Admitted(_FromServer, frozen=True):
    """The owner has locked the room, or removed or muted a member, or taken that back; or a member shows the board."""

    room: str
    version: int
    access: Access


class Moved(_FromServer, frozen=True):
    """A move that was made by member ``by``, on the board ``number``.

    ``n`` is its number among his moves, and what he waits for. ``cells`` have changed, to ``codes``; where more than
    ``MOST_CHANGES`` have, ``all`` has every code instead. ``milliseconds`` are those of the game. A move that changed
    nothing has no cells.
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
    """How far another player has come (versus), without saying where: cells opened and how it stands."""

    room: str
    version: int
    number: int
    opened: int
    flags: int
    outcome: Outcome
    milliseconds: int


class Staged(_FromServer, frozen=True):
    """A game of the room waits for its players, begins or is over.

    ``begins_in`` are milliseconds; ``ready`` are the members who are. ``round`` counts the games of the room.
    ``commitment`` is the hash of its seed, as ``rooms.board.commitment`` has it.
    """

    room: str
    version: int
    stage: Stage
    begins_in: int | None = None
    ready: list[int] = []
    round: int = 1
    commitment: str | None = None


class Ended(_FromServer, frozen=True):
    """A game is over: only now the server tells where the mines were.

    ``layout`` is the board's ID, ``record`` the text of the game on the board ``number``, ``game`` the name of its
    page, None where it has none. ``winner`` is of versus, 0 for nobody. On a daily board layout and record are empty,
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
    """A study was changed by member ``by``, as ``Edit`` says."""

    room: str
    version: int
    by: int
    n: int
    edit: dict[str, Any]


class Present(_FromServer, frozen=True):
    """A member has come or gone. It has no version."""

    room: str
    number: int
    is_here: bool


class Pointed(_FromServer, frozen=True):
    """Where a member is on the board. It has no version."""

    room: str
    number: int
    cell: int | None
    at: str = ""


class Said(_FromServer, frozen=True):
    """What a member said. It has no version."""

    room: str
    number: int
    text: str
    moment: int


class Gone(_FromServer, frozen=True):
    """A room is closed, or its member was sent away; ``what`` is the name of a text, as in ``Refused``."""

    room: str
    what: str


class Ping(_FromServer, frozen=True):
    """To be answered by ``Pong`` at once: so the round trip is measured."""

    id: int


class Refused(_FromServer, frozen=True):
    """What was asked for isn't done.

    ``what`` names a text of the page (``refusals.together_WHAT``), ``values`` stand in it; ``room`` and ``n`` say what
    it was. ``message`` is for programs.
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


# By HTTP.


class RoomWish(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/rooms``: a room that is wanted.

    ``solo`` is a ranked game of one. ``delay`` are the seconds that watchers are behind, None for the usual.
    ``is_open`` rooms stand in the lobby; others take an invitation. ``record`` is what a study begins with.
    """

    kind: RoomKind
    board: Annotated[str, Meta(max_length=200)] = ""
    mines: Count = 0
    rules: Annotated[str, Meta(max_length=200)] = "classic"
    is_open: bool = False
    has_chat: bool = False
    delay: Annotated[float, Meta(ge=0, le=600)] | None = None
    record: Annotated[str, Meta(max_length=1 << 20)] | None = None


class RoomMade(Struct, frozen=True):
    """A room was made; ``key`` is for invitations to play: ``#/room/NAME?key=KEY``. Watchers have another one.

    ``Access`` has both keys.
    """

    room: str
    key: str


class BestTime(Struct, frozen=True):
    """A row of a leaderboard: the best game of a person. Who is equally fast has the same place."""

    place: int
    person: str
    name: str
    game: str
    milliseconds: int
    finished: int


class Leaderboard(Struct, omit_defaults=True, frozen=True):
    """``GET /api/leaderboards``: the best times of a kind of board in a period, in UTC.

    ``begins`` names the period: "2026-11-22", "2026-W47", "2026-11", "2026", and "" for all. ``grade`` is "" for boards
    of any, ``daily`` the board of a day ("2026-11-22 expert"). ``start`` is the number of rows before these, ``total``
    that of all, as of some seconds ago; ``after`` asks for the next page, "" if this is the last one. ``mine`` is one's
    own row, wherever it stands, on the first page alone. ``earlier`` and ``later`` name the periods beside it, "" for
    none.
    """

    board: str
    mines: int
    rules: str
    grade: str
    period: Period
    begins: str
    start: int
    total: int
    rows: list[BestTime]
    mine: BestTime | None = None
    earlier: str = ""
    later: str = ""
    daily: str = ""
    after: str = ""


class DailyTry(Struct, omit_defaults=True, frozen=True):
    """One's ranked try of a daily board: its ``room``; once it is over, its ``game``, and the place if it was won."""

    room: str
    outcome: Outcome = "ongoing"
    milliseconds: int = 0
    game: str | None = None
    place: int | None = None


class DailyBoard(Struct, omit_defaults=True, frozen=True):
    """A board of a day: how many won it ranked, the best time of these, and one's own try."""

    preset: str
    winners: int = 0
    best: int | None = None
    grade: str | None = None
    mine: DailyTry | None = None


class DailyDay(Struct, omit_defaults=True, frozen=True):
    """The boards of a day, each preset's.

    ``sealed_for`` are the milliseconds until their mines, games on them and further tries are open to everyone.
    """

    date: str
    boards: list[DailyBoard]
    sealed_for: int = 0


class DailyEnds(Struct, frozen=True):
    """``GET /api/daily/DATE/PRESET/ends``: what became of a board whose seal is off.

    ``cells`` are pairs of a mine's cell and how many tries it has ended; ``picture`` is SVG of them.
    """

    tries: int
    won: int
    layout: str
    cells: list[tuple[int, int]]
    picture: str


class DailyPreset(Struct, frozen=True):
    """What the daily boards of a preset are."""

    preset: str
    board: str
    mines: int
    rules: str


class DailyMonth(Struct, frozen=True):
    """``GET /api/daily?month=2026-11``: the days of a month up to today, the latest first.

    ``today`` is the date in UTC, ``ends_in`` are the milliseconds until the next; ``earlier`` and ``later`` name the
    months beside it that have boards, "" for none.
    """

    month: str
    today: str
    ends_in: int
    presets: list[DailyPreset]
    days: list[DailyDay]
    earlier: str = ""
    later: str = ""


class GameLine(Struct, omit_defaults=True, frozen=True):
    """A game in a list; ``person`` is None for guests, and for people who are deleted.

    ``verified`` is None until its record was played again; where it doesn't count, ``why_not`` names the text that
    says why. ``guesses`` and ``unneeded_guesses`` are known once it was reviewed. By the server's clock the game took
    ``milliseconds + lag``: the lag is what was taken off for the way of the messages. A moderator's ``decision`` is
    "passed" or "void", for the reason ``decided_why``.
    """

    id: str
    name: str
    board: str
    mines: int
    rules: str
    outcome: Outcome
    milliseconds: int
    finished: int
    person: str | None = None
    is_ranked: bool = False
    verified: bool | None = None
    why_not: str | None = None
    three_bv: int | None = None
    clicks: int | None = None
    guesses: int | None = None
    unneeded_guesses: int | None = None
    grade: str | None = None
    daily: str | None = None
    lag: int = 0
    decision: str | None = None
    decided_why: str | None = None


class GameList(Struct, frozen=True):
    """``GET /api/games?person=me``: finished games, the latest first; ``before`` asks for those that follow."""

    games: list[GameLine]
    before: str | None


class SharedGame(Struct, omit_defaults=True, frozen=True):
    """``GET /api/games/{id}``: a finished game with its record, and the other boards of its round (versus)."""

    game: GameLine
    record: str
    layout: str
    others: list[GameLine] = []


class SharedBoard(Struct, omit_defaults=True, frozen=True):
    """``GET /api/boards/{id}``: what a board is, by its ID. ``first`` is a cell from which ``grade`` is enough.

    Both are None where a guess is needed from everywhere, or where it would take too long to find out.
    """

    id: str
    board: str
    mines: int
    three_bv: int
    openings: int
    islands: int
    first: int | None = None
    grade: str | None = None


class SentFile(Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/record``: a file of another program, of which a record is to be made; ``data`` is in base64."""

    data: Annotated[str, Meta(max_length=LARGEST_FILE * 4 // 3)]
    name: Annotated[str, Meta(max_length=255)] = ""


class MadeRecord(Struct, frozen=True):
    """Its answer: the record, as text, and the name of the format that the file was of."""

    record: str
    format: str


class PersonBoard(Struct, omit_defaults=True, frozen=True):
    """The finished games of a person on a kind of board; ``best`` is of those that count."""

    board: str
    mines: int
    rules: str
    games: int
    won: int
    best: int | None = None
    game: str | None = None


class PersonFacts(Struct, omit_defaults=True, frozen=True):
    """``GET /api/people/{id}``: what a person's ranked games come to.

    ``reviewed`` of them were looked through for guesses; ``careful`` of these are without an unneeded one.
    """

    id: str
    name: str
    made: int
    games: int
    won: int
    reviewed: int
    guesses: int
    unneeded_guesses: int
    careful: int
    boards: list[PersonBoard]


class LobbyRoom(Struct, omit_defaults=True, frozen=True):
    """A room that anybody may enter; ``here`` are the people who are there now."""

    room: str
    kind: RoomKind
    board: str
    mines: int
    rules: str
    made: int
    owner: str = ""
    here: int = 0


class RunningRoom(Struct, omit_defaults=True, frozen=True):
    """A room of one's own whose game isn't over; ``daily`` names the daily board that it is for."""

    room: str
    kind: RoomKind
    board: str
    mines: int
    rules: str
    made: int
    daily: str | None = None


class RunningRooms(Struct, frozen=True):
    """``GET /api/rooms``: the rooms of one's own whose games aren't over, the newest first."""

    rooms: list[RunningRoom]


class Lobby(Struct, frozen=True):
    """``GET /api/lobby``: the open rooms, the newest first."""

    rooms: list[LobbyRoom]


class Engines(Struct, frozen=True):
    """``GET /api/engines``: the names of the engines that can be asked here."""

    engines: list[str]


class Question(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/engines/ask``: what an engine makes of a position, as the text of a ``View``.

    ``is_whole`` asks for chances and ranked moves as well.
    """

    engine: Annotated[str, Meta(max_length=100)]
    # As long as a body may be: a board that is too large is told as such.
    view: Annotated[str, Meta(max_length=1 << 16)]
    is_whole: bool = False


class EngineReason(Struct, frozen=True):
    """Why, in the engine's own words; ``conclusion`` is "safe", "mine", "guess" or another word of it."""

    text: str
    conclusion: str | None
    cells: list[int]
    clues: list[int]


class EngineMove(Struct, frozen=True):
    """A cell to open: what the engine says of it; None where it doesn't."""

    cell: int
    chance: float | None
    score: float | None


class EngineAnswer(Struct, frozen=True):
    """What an engine answers. ``best`` is None where it gives up.

    ``chances`` are of all cells, None where there are none. ``is_exact`` is about them and the chance of ``best``.
    """

    engine: str
    best: EngineMove | None
    is_exact: bool | None
    chances: list[float] | None
    ranked: list[EngineMove]
    reasons: list[EngineReason]


Name = Annotated[str, Meta(min_length=1, max_length=256)]
Passphrase = Annotated[str, Meta(min_length=1, max_length=4096)]
Id = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{1,32}$")]


class SignIn(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/register`` and ``.../sign-in``: a name, and its passphrase of 8 to 1,024 characters."""

    name: Name
    passphrase: Passphrase


class Registered(Me, frozen=True):
    """What registering answers; nothing tells the recovery ``codes`` a second time."""

    codes: list[str] = []


class Recovery(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/recover``: a name, one of its recovery codes, and the passphrase that it is to have."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    passphrase: Passphrase


class NewCodes(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/codes``: recovery codes in place of all earlier ones; the passphrase is the account's."""

    passphrase: Passphrase


class Codes(Struct, frozen=True):
    """New recovery codes; nothing tells them a second time."""

    codes: list[str]


class Account(Struct, frozen=True):
    """``GET /api/account``: since when there is this account, and how many recovery codes it has left."""

    id: str
    name: str
    made: int
    codes_left: int


class PassphraseChange(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/passphrase``: all sessions end but this one."""

    old: Passphrase
    new: Passphrase


class Deletion(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/delete``: everything of oneself; an account says its passphrase, a guest has none."""

    passphrase: Passphrase | None = None


class Person(Struct, frozen=True):
    """Somebody, as an administrator sees it. ``games`` is how many; a ban ends at a moment, which may be past."""

    id: str
    name: str
    is_guest: bool
    is_admin: bool
    made: int
    seen: int
    games: int
    banned_until: int | None
    ban_reason: str | None


class People(Struct, frozen=True):
    """``GET /api/admin/people``: a page of people; ``next`` is where another one begins, None after the last."""

    people: list[Person]
    next: str | None


class Ban(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/admin/ban``: a person can't come for some days from now, and is told why; None for good."""

    person: Id
    days: Annotated[int, Meta(ge=1, le=100_000)] | None
    reason: Annotated[str, Meta(max_length=500)] = ""


class Chosen(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/admin/unban`` and ``.../delete``: whom."""

    person: Id


class RoomFacts(Struct, frozen=True):
    """A room, as an administrator sees it: nothing that tells where mines are. ``ended`` is None while it lives."""

    id: str
    kind: RoomKind
    board: str
    mines: int
    rules: str
    owner: str | None
    is_open: bool
    made: int
    ended: int | None


class AllRooms(Struct, frozen=True):
    """``GET /api/admin/rooms``: newest first; ``next`` is where another page begins, None after the last."""

    rooms: list[RoomFacts]
    next: int | None


class GameFacts(Struct, frozen=True):
    """A finished game, as an administrator sees it; ``verified`` is None until its record was replayed.

    ``signs`` are JSON: what makes up its ``suspicion``, by name. ``decision`` is "passed" or "void", None before.
    """

    id: str
    person: str | None
    name: str
    board: str
    mines: int
    rules: str
    outcome: str
    milliseconds: int
    finished: int
    is_ranked: bool
    verified: bool | None
    why_not: str | None
    suspicion: float | None
    signs: str | None
    decision: str | None
    decided_why: str | None


class Decide(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/admin/decide``: whether a game counts; None takes a decision back. "void" needs a reason."""

    game: Id
    decision: Literal["passed", "void"] | None
    reason: Annotated[str, Meta(max_length=500)] = ""


class AllGames(Struct, frozen=True):
    """``GET /api/admin/games`` and ``.../review``: latest first; ``next`` is where a page follows, or None."""

    games: list[GameFacts]
    next: int | None
