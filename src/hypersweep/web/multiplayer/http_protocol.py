"""The bodies of HTTP requests and responses, defined once: the page's types are generated from these classes.

HTTP (``/api/...``) is used for accounts, lists and creating rooms. A request that changes something must come from this
page: with the page's Origin and the header ``x-hypersweep: 1``. An error is sent as ``protocol.Refused`` with an HTTP
error status. Moments are in milliseconds since 1970, in UTC.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from hypersweep.web.multiplayer.protocol import LARGEST_FILE, Count, Me, Outcome, Period, RoomKind


class RoomWish(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/rooms``: a request for a room.

    A ``solo`` room is a ranked game for one player. ``delay`` is the delay for watchers in seconds; None for the
    default. Rooms with ``is_open`` appear in the lobby; others need an invitation. ``record`` is a study's initial
    record.
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
    """The new room; ``key`` is the invitation key for players: ``#/room/NAME?key=KEY``.

    Watchers have another key; ``Access`` contains both.
    """

    room: str
    key: str


class BestTime(Struct, frozen=True):
    """A row of a leaderboard: a person's best game. People with equal times share a rank (``place``)."""

    place: int
    person: str
    name: str
    game: str
    milliseconds: int
    finished: int


class Leaderboard(Struct, omit_defaults=True, frozen=True):
    """``GET /api/leaderboards``: the best times for a board type in a period, in UTC.

    ``begins`` names the period: "2026-11-22", "2026-W47", "2026-11", "2026", or "" for all time. ``grade`` is "" for
    boards of any grade; ``daily`` is the name of a daily board ("2026-11-22 expert"). ``start`` is the number of rows
    before these; ``total`` is the number of all rows, which may be a few seconds out of date. ``after`` requests the
    next page; "" if this is the last. ``mine`` is the requesting person's row, on the first page only. ``earlier`` and
    ``later`` name the neighbouring periods, "" for none.
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
    """The requesting person's ranked try at a daily board.

    ``room`` is the ID of its room. Once the try is over, ``game`` is the ID of the game, and ``place`` its rank if won.
    """

    room: str
    outcome: Outcome = "ongoing"
    milliseconds: int = 0
    game: str | None = None
    place: int | None = None


class DailyBoard(Struct, omit_defaults=True, frozen=True):
    """A daily board: its number of ranked wins, their best time, and the requesting person's try (``mine``)."""

    preset: str
    winners: int = 0
    best: int | None = None
    grade: str | None = None
    mine: DailyTry | None = None


class DailyDay(Struct, omit_defaults=True, frozen=True):
    """A day's daily boards, one for each preset.

    ``sealed_for`` is the time in milliseconds until their mines and games are public and anyone may try them again.
    """

    date: str
    boards: list[DailyBoard]
    sealed_for: int = 0


class DailyEnds(Struct, frozen=True):
    """``GET /api/daily/DATE/PRESET/ends``: statistics on an unsealed daily board.

    ``cells`` are pairs: the cell of a mine, and the number of tries that ended on it; ``picture`` shows them as SVG.
    """

    tries: int
    won: int
    layout: str
    cells: list[tuple[int, int]]
    picture: str


class DailyPreset(Struct, frozen=True):
    """The board, number of mines and rules that a daily preset uses."""

    preset: str
    board: str
    mines: int
    rules: str


class DailyMonth(Struct, frozen=True):
    """``GET /api/daily?month=2026-11``: a month's days up to today, latest first.

    ``today`` is the date in UTC, and ``ends_in`` the time in milliseconds until the next day; ``earlier`` and ``later``
    name the neighbouring months that have boards, "" for none.
    """

    month: str
    today: str
    ends_in: int
    presets: list[DailyPreset]
    days: list[DailyDay]
    earlier: str = ""
    later: str = ""


class GameLine(Struct, omit_defaults=True, frozen=True):
    """A game in a list; ``person`` is None for guests and deleted people.

    ``verified`` is None until the record has been replayed; if the game doesn't count, ``why_not`` names the text with
    the reason. ``guesses`` and ``unneeded_guesses`` are set once the game has been reviewed. By the server's clock the
    game took ``milliseconds + lag``, since ``lag`` is deducted for network delay. A moderator's ``decision`` is
    "passed" or "void", with the reason ``decided_why``.
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
    """``GET /api/games?person=me``: finished games, latest first; ``before`` requests the next page."""

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

    ``first`` is a first cell from which the board can be solved without guessing, and ``grade`` its difficulty from
    there. Both are None if every first cell leads to a guess, or if the search takes too long.
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
    """``POST /api/record``: another program's file to convert into a record; ``data`` is in base64."""

    data: Annotated[str, Meta(max_length=LARGEST_FILE * 4 // 3)]
    name: Annotated[str, Meta(max_length=255)] = ""


class MadeRecord(Struct, frozen=True):
    """The answer to ``SentFile``: the record as text, and the name of the file's format."""

    record: str
    format: str


class PersonBoard(Struct, omit_defaults=True, frozen=True):
    """A person's finished games on one board type; ``best`` is the time of the fastest win that counts.

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
    """``GET /api/people/{id}``: totals over a person's ranked games.

    ``reviewed`` is the number analysed for guesses, and ``careful`` the number of those without an unnecessary guess.
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
    """A room that anyone may join; ``here`` is roughly the number of people in it now."""

    room: str
    kind: RoomKind
    board: str
    mines: int
    rules: str
    made: int
    owner: str = ""
    here: int = 0


class RunningRoom(Struct, omit_defaults=True, frozen=True):
    """One of the requesting person's rooms with an unfinished game; ``daily`` names its daily board."""

    room: str
    kind: RoomKind
    board: str
    mines: int
    rules: str
    made: int
    daily: str | None = None


class RunningRooms(Struct, frozen=True):
    """``GET /api/rooms``: the requesting person's rooms with unfinished games, newest first."""

    rooms: list[RunningRoom]


class Lobby(Struct, frozen=True):
    """``GET /api/lobby``: the open rooms, newest first."""

    rooms: list[LobbyRoom]


class Engines(Struct, frozen=True):
    """``GET /api/engines``: the names of the available engines."""

    engines: list[str]


class Question(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/engines/ask``: a position for an engine to analyse, as the text of a ``View``.

    ``is_whole`` also requests the chances of all cells and the ranked moves.
    """

    engine: Annotated[str, Meta(max_length=100)]
    # The limit for a whole request body, so that a board that is too large gets a more specific error.
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

    ``chances`` has a mine probability for each cell, or is None. ``is_exact`` says whether these and the chance of
    ``best`` are exact.
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
    """The answer to registering; the recovery ``codes`` are shown only this once."""

    codes: list[str] = field(default_factory=list)


class Recovery(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/recover``: a name, one of its recovery codes, and the new passphrase."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    passphrase: Passphrase


class NewCodes(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/codes``: new recovery codes, which replace all earlier ones; needs the passphrase."""

    passphrase: Passphrase


class Codes(Struct, frozen=True):
    """New recovery codes, which are shown only this once."""

    codes: list[str]


class Account(Struct, frozen=True):
    """``GET /api/account``: when the account was created, and its number of unused recovery codes."""

    id: str
    name: str
    made: int
    codes_left: int


class PassphraseChange(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/passphrase``: change the passphrase, and end all sessions except this one."""

    old: Passphrase
    new: Passphrase


class Deletion(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/account/delete``: delete the requesting person; accounts need their passphrase, guests have none."""

    passphrase: Passphrase | None = None


class Person(Struct, frozen=True):
    """A person as administrators see them; ``games`` counts their games, and ``banned_until`` may be in the past."""

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
    """``GET /api/admin/people``: a page of people; ``next`` is the start of the next page, or None on the last."""

    people: list[Person]
    next: str | None


class Ban(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/admin/ban``: ban a person for ``days`` (None: permanently); they see the reason."""

    person: Id
    days: Annotated[int, Meta(ge=1, le=100_000)] | None
    reason: Annotated[str, Meta(max_length=500)] = ""


class Chosen(Struct, forbid_unknown_fields=True, frozen=True):
    """``POST /api/admin/unban`` and ``.../delete``: the person to unban or delete."""

    person: Id


class RoomFacts(Struct, frozen=True):
    """A room as administrators see it, without anything that reveals its mines; ``ended`` is None until it is over."""

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
    """``GET /api/admin/rooms``: newest first; ``next`` is the start of the next page, or None on the last."""

    rooms: list[RoomFacts]
    next: int | None


class GameFacts(Struct, frozen=True):
    """A finished game as administrators see it; ``verified`` is None until its record has been replayed.

    ``signs`` is JSON: the components of ``suspicion``, by name. ``decision`` is "passed" or "void", or None.
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
    """``GET /api/admin/games`` and ``.../review``: latest first; ``next`` starts the next page, or is None."""

    games: list[GameFacts]
    next: int | None
