"""The bodies of HTTP requests and responses, defined once: the page's types are generated from these classes.

HTTP (``/api/...``) is used for accounts, lists and creating rooms. A request that changes anything must come from this
page: with the page's Origin, and the header ``x-hypersweep: 1``. Errors are sent as ``protocol.Refused`` with an HTTP
error status. Timestamps are in milliseconds since 1970, in UTC.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hypersweep.web.multiplayer.protocol import LARGEST_FILE, Count, Me, Outcome, Period, RoomKind


class RoomRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/rooms``: create a room.

    A ``solo`` room is a ranked game for one player. ``delay`` is the watchers' delay in seconds, None for the default.
    Rooms with ``is_open`` appear in the lobby; others need an invitation. ``record`` is the initial record for a study.
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
    """The new room; ``key`` is the players' invitation key, as in ``#/room/NAME?key=KEY``.

    Watchers have a different key; ``Access`` contains both.
    """

    room: str
    key: str


class BestTime(Struct, frozen=True):
    """A leaderboard row: a person's best game. People with equal times share a rank (``place``)."""

    place: int
    person: str
    name: str
    game: str
    milliseconds: int
    finished: int


class Leaderboard(Struct, omit_defaults=True, frozen=True):
    """``GET /api/leaderboards``: the best times for a board type in a period (UTC).

    ``begins`` names the period: "2026-11-22", "2026-W47", "2026-11", "2026", or "" for all time. ``grade`` is "" for
    boards of any grade; ``daily`` names a daily board ("2026-11-22 expert"). ``start`` is the number of rows before
    these; ``total`` is the total number of rows, which may be a few seconds out of date. ``after`` requests the next
    page, and is "" on the last. ``mine`` is the requester's own row, on the first page only. ``earlier`` and ``later``
    name the neighbouring periods, "" if there is none.
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
    """The requester's ranked try at a daily board.

    ``room`` is the ID of the try's room. Once the try is over, ``game`` is the game's ID, and ``place`` its rank if
    won.
    """

    room: str
    outcome: Outcome = "ongoing"
    milliseconds: int = 0
    game: str | None = None
    place: int | None = None


class DailyBoard(Struct, omit_defaults=True, frozen=True):
    """A daily board, with the number of ranked wins, the best time, and the requester's own try (``mine``)."""

    preset: str
    winners: int = 0
    best: int | None = None
    grade: str | None = None
    mine: DailyTry | None = None


class DailyDay(Struct, omit_defaults=True, frozen=True):
    """A day's daily boards, one per preset.

    ``sealed_for`` is the number of milliseconds until their mines and games become public and anyone may replay them.
    """

    date: str
    boards: list[DailyBoard]
    sealed_for: int = 0


class DailyEnds(Struct, frozen=True):
    """``GET /api/daily/DATE/PRESET/ends``: statistics for an unsealed daily board.

    ``cells`` contains pairs of a mine's cell and the number of tries that ended there; ``picture`` shows them as SVG.
    """

    tries: int
    won: int
    layout: str
    cells: list[tuple[int, int]]
    picture: str


class DailyPreset(Struct, frozen=True):
    """The board, number of mines and rules of a daily preset."""

    preset: str
    board: str
    mines: int
    rules: str


class DailyMonth(Struct, frozen=True):
    """``GET /api/daily?month=2026-11``: the days of a month up to today, latest first.

    ``today`` is today's date in UTC, and ``ends_in`` the milliseconds until the next day; ``earlier`` and ``later``
    name the neighbouring months that have boards, "" if there is none.
    """

    month: str
    today: str
    ends_in: int
    presets: list[DailyPreset]
    days: list[DailyDay]
    earlier: str = ""
    later: str = ""


class GameLine(Struct, omit_defaults=True, frozen=True):
    """A game in a list; ``person`` is None for guests, deleted people and games with several players.

    ``verified`` is None until the game has been verified by replay; if the game doesn't count, ``why_not`` names the
    page's text with the reason. ``guesses`` and ``unneeded_guesses`` are set once the game has been reviewed. The
    server's clock measured ``milliseconds + lag``; ``lag`` was deducted for network delay. A moderator's ``decision``
    is "passed" or "void", and ``decided_why`` its reason.
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
    """``GET /api/games?person=me``: finished games, most recent first; ``before`` requests the next page."""

    games: list[GameLine]
    before: str | None


class SharedGame(Struct, omit_defaults=True, frozen=True):
    """``GET /api/games/{id}``: a finished game with its record, and the other boards in its round (versus)."""

    game: GameLine
    record: str
    layout: str
    others: list[GameLine] = []


class SharedBoard(Struct, omit_defaults=True, frozen=True):
    """``GET /api/boards/{id}``: a board by its ID.

    ``first`` is a first cell from which the board can be solved without guessing, and ``grade`` the difficulty from
    there. Both are None if there is no such cell, the board is too large to search, or the search takes too long.
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
    """``POST /api/record``: another program's file to convert to a record; ``data`` is base64."""

    data: Annotated[str, Meta(max_length=LARGEST_FILE * 4 // 3)]
    name: Annotated[str, Meta(max_length=255)] = ""


class MadeRecord(Struct, frozen=True):
    """The result of converting a ``SentFile``: the record's text, and the name of the file format."""

    record: str
    format: str


class PersonBoard(Struct, omit_defaults=True, frozen=True):
    """A person's ranked games on one board type; ``best`` is the time of the fastest win that counts.

    ``game`` is the ID of that win.
    """

    board: str
    mines: int
    rules: str
    games: int
    won: int
    best: int | None = None
    game: str | None = None


class PersonFacts(Struct, omit_defaults=True, frozen=True):
    """``GET /api/people/{id}``: totals for a person's ranked games.

    ``reviewed`` is the number of games reviewed for guesses, and ``careful`` the number of these without an unnecessary
    guess.
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
    """A room anyone may join; ``here`` is the approximate number of people in it."""

    room: str
    kind: RoomKind
    board: str
    mines: int
    rules: str
    made: int
    owner: str = ""
    here: int = 0


class RunningRoom(Struct, omit_defaults=True, frozen=True):
    """One of the requester's rooms with an unfinished game; ``daily`` names its daily board."""

    room: str
    kind: RoomKind
    board: str
    mines: int
    rules: str
    made: int
    daily: str | None = None


class RunningRooms(Struct, frozen=True):
    """``GET /api/rooms``: the requester's rooms with unfinished games, newest first."""

    rooms: list[RunningRoom]


class Lobby(Struct, frozen=True):
    """``GET /api/lobby``: the open rooms, newest first."""

    rooms: list[LobbyRoom]


class Engines(Struct, frozen=True):
    """``GET /api/engines``: the names of the available engines."""

    engines: list[str]


class Question(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/engines/ask``: a position for an engine to analyse, as the text of a ``View``.

    ``is_whole`` also requests the mine probabilities of all cells and the ranked moves.
    """

    engine: Annotated[str, Meta(max_length=100)]
    # Use the limit for a whole request body, so that a board that is too large gets a more specific error.
    view: Annotated[str, Meta(max_length=1 << 16)]
    is_whole: bool = False


class EngineReason(Struct, frozen=True):
    """A reason in the engine's words; ``conclusion`` is usually "safe", "mine" or "guess"."""

    text: str
    conclusion: str | None
    cells: list[int]
    clues: list[int]


class EngineMove(Struct, frozen=True):
    """A cell to open; ``chance`` and ``score`` are None if the engine doesn't report them."""

    cell: int
    chance: float | None
    score: float | None


class EngineAnswer(Struct, frozen=True):
    """An engine's answer. ``best`` is None if the engine has no move.

    ``chances`` has a mine probability for each cell, or is None. ``is_exact`` says whether these probabilities,
    including that of ``best``, are exact.
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
    """``POST /api/account/register`` and ``.../sign-in``: a name, and a passphrase of 8 to 1,024 characters."""

    name: Name
    passphrase: Passphrase


class Registered(Me, frozen=True):
    """The response to registering; the recovery ``codes`` are shown only once."""

    codes: list[str] = field(default_factory=list)


class Recovery(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/recover``: a name, one of its recovery codes, and a new passphrase."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    passphrase: Passphrase


class NewCodes(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/codes``: request new recovery codes, which replace all earlier ones; needs the passphrase."""

    passphrase: Passphrase


class Codes(Struct, frozen=True):
    """New recovery codes, shown only once."""

    codes: list[str]


class Account(Struct, frozen=True):
    """``GET /api/account``: when the account was created, and how many recovery codes are unused."""

    id: str
    name: str
    made: int
    codes_left: int


class PassphraseChange(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/passphrase``: change the passphrase and end all other sessions."""

    old: Passphrase
    new: Passphrase


class Deletion(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/delete``: delete the requester; accounts need their passphrase, guests have none."""

    passphrase: Passphrase | None = None


class Person(Struct, frozen=True):
    """A person as administrators see them; ``games`` is a count, and ``banned_until`` may be in the past."""

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
    """``GET /api/admin/people``: a page of people; ``next`` requests the next page, and is None on the last."""

    people: list[Person]
    next: str | None


class Ban(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/admin/ban``: ban a person for ``days`` (None: permanently); the person sees the reason."""

    person: Id
    days: Annotated[int, Meta(ge=1, le=100_000)] | None
    reason: Annotated[str, Meta(max_length=500)] = ""


class Chosen(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/admin/unban`` and ``.../delete``: the person to unban or delete."""

    person: Id


class RoomFacts(Struct, frozen=True):
    """A room as administrators see it, without anything that reveals its mines; ``ended`` is None until it ends."""

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
    """``GET /api/admin/rooms``: rooms, newest first; ``next`` requests the next page, and is None on the last."""

    rooms: list[RoomFacts]
    next: int | None


class GameFacts(Struct, frozen=True):
    """A finished game as administrators see it; ``verified`` is None until it has been verified by replay.

    ``signs`` is a JSON object with the components of ``suspicion`` by name. ``decision`` is "passed", "void" or None.
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
    """``POST /api/admin/decide``: decide whether a game counts; None undoes a decision, and "void" needs a reason."""

    game: Id
    decision: Literal["passed", "void"] | None
    reason: Annotated[str, Meta(max_length=500)] = ""


class AllGames(Struct, frozen=True):
    """``GET /api/admin/games`` and ``.../review``: games, most recent first; ``next`` is as in ``AllRooms``."""

    games: list[GameFacts]
    next: int | None
