"""HTTP routes for finished games (lists, records, pages, pictures) and for looking up boards by ID.

They also convert other programs' files to records, for formats the browser can't read.
"""

from __future__ import annotations

import binascii
import re
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated

import msgspec
from starlette.responses import Response
from starlette.routing import Route

from hypersweep.errors import HypersweepError
from hypersweep.formats.files import record_text
from hypersweep.grid import Grid
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.http.calls import call
from hypersweep.web.multiplayer.http.game_page import GAME_STYLE, game_page, language_of
from hypersweep.web.multiplayer.http.game_picture import draw_png, draw_svg
from hypersweep.web.multiplayer.http_protocol import GameLine, GameList, MadeRecord, SentFile, SharedBoard, SharedGame
from hypersweep.web.multiplayer.ranking.shared_board import board_facts
from hypersweep.web.multiplayer.store import dailies, finished_games
from hypersweep.web.multiplayer.store.finished_games import GameFacts
from hypersweep.web.multiplayer.store.tables import now

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from sqlalchemy.ext.asyncio import AsyncConnection
    from starlette.requests import HTTPConnection, Request

    from hypersweep.web.multiplayer.http.public_jobs import PublicJobs
    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.finished_games import GameRow

_PAGE = 50
_BEFORE = re.compile(r"(\d{1,15})\.([A-Za-z0-9_-]{1,32})")
_SECONDS = 20.0
# Maximum length of a board ID; no board within the server's limits has a longer one.
_LONGEST_ID = 100_000
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class GamesQuery(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Query: a person's ID or "me", and the ``before`` value from the previous page."""

    person: Annotated[str, msgspec.Meta(max_length=32)] = "me"
    before: Annotated[str, msgspec.Meta(max_length=64)] | None = None


class _Games:
    def __init__(
        self,
        database: Database,
        jobs: PublicJobs,
        authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
        settings: Settings,
    ) -> None:
        self.database, self.jobs, self.authenticate, self.settings = database, jobs, authenticate, settings

    async def list(self, request: Request, asked: GamesQuery) -> GameList:
        """List a person's finished games, most recent first; a guest's games are visible only to that guest."""
        me = await self.authenticate(request)
        person = asked.person
        if person == "me":
            if me is None:
                raise RefusedError("nobody", "this needs a session: open the page first", status=401)
            person = me.id
        match = None if asked.before is None else _BEFORE.fullmatch(asked.before)
        if asked.before is not None and match is None:
            raise RefusedError("page", f"expected the cursor from the previous page, got {asked.before[:40]!r}")
        before = None if match is None else (int(match[1]), match[2])
        async with self.database.public_reads() as connection:
            if me is None or me.id != person:
                who = await finished_games.person(connection, person)
                if who is None or who.is_guest:
                    raise RefusedError("person", "no account has this id", status=404)
            rows = await finished_games.games_of(connection, person, before, _PAGE + 1)
            lines = await _lines(connection, rows[:_PAGE])
        more = None if len(rows) <= _PAGE else f"{rows[_PAGE - 1].finished}.{rows[_PAGE - 1].id}"
        return GameList(lines, more)

    async def record(self, request: Request) -> SharedGame:
        """Return a finished game with its record, and the other games in its round."""
        async with self.database.public_reads() as connection:
            row = await _game(connection, request)
            _check_sealed(row)
            others = await finished_games.others_of(connection, row.room, row.round, row.id)
            line, *lines = await _lines(connection, [row, *others])
        return SharedGame(line, row.record, row.layout, lines)

    async def page(self, request: Request) -> Response:
        """Return a finished game's page."""
        async with self.database.public_reads() as connection:
            row = await _game(connection, request)
        language = language_of(request.headers.get("accept-language", ""))
        address = self.settings.origin or f"{request.url.scheme}://{request.url.netloc}"
        text = game_page(_line(row), address.rstrip("/"), language, has_picture=not _is_sealed(row))
        headers = {
            "content-language": language,
            "vary": "accept-language",
            "cache-control": "no-cache",
            "content-security-policy": _POLICY,
            "x-content-type-options": "nosniff",
        }
        return Response(text, 200, headers, "text/html")

    async def png(self, request: Request) -> Response:
        """Return a preview picture of a finished game as PNG."""
        return await self._picture(request, "png", "image/png")

    async def svg(self, request: Request) -> Response:
        """Return a picture of a finished game as SVG."""
        return await self._picture(request, "svg", "image/svg+xml")

    async def _picture(self, request: Request, kind: str, media_type: str) -> Response:
        async with self.database.public_reads() as connection:
            row = await _game(connection, request)
        _check_sealed(row)
        headers = {
            "cache-control": "public, max-age=604800, immutable",
            "etag": f'"{row.id}-{kind}"',
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
            "x-content-type-options": "nosniff",
        }
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response(None, 304, headers)
        return Response(await self._drawn(request, row, kind), 200, headers, media_type)

    async def _drawn(self, request: Request, row: GameRow, kind: str) -> bytes:
        try:
            if kind == "png":
                return await self.jobs.run(request, row.id, _SECONDS, draw_png, row.record)
            return (await self.jobs.run(request, row.id, _SECONDS, draw_svg, row.record)).encode()
        except HypersweepError as error:
            if isinstance(error, RefusedError):
                raise
            raise RefusedError("picture", f"can't draw the game: {error}", status=404) from error

    async def board(self, request: Request) -> SharedBoard:
        """Describe the board with a given ID."""
        name = request.path_params["board"]
        try:
            if len(name) > _LONGEST_ID:
                raise RefusedError("board", f"expected an ID of at most {_LONGEST_ID} characters, got {len(name)}")
            cells = Grid.parse(name.partition(".")[0]).cells
            if cells > self.settings.largest_board:
                raise RefusedError(
                    "board_too_large",
                    f"expected a board of at most {self.settings.largest_board} cells, got {cells}",
                    most=self.settings.largest_board,
                    cells=cells,
                )
            # An ID can be 100 KB long, so use its hash as the cache key.
            key = blake2b(name.encode()).hexdigest()
            facts = await self.jobs.run(request, key, _SECONDS, board_facts, name, 2.0)
        except HypersweepError as error:
            if isinstance(error, RefusedError):
                raise
            raise RefusedError("board", f"expected the ID of a board: {error}", status=404) from None
        return SharedBoard(name, *facts)


def game_routes(
    database: Database,
    jobs: PublicJobs,
    authenticate: Callable[[HTTPConnection], Awaitable[Me | None]],
    settings: Settings,
) -> list[Route]:
    """Return the routes; their handlers raise ``RefusedError``, which is sent as JSON.

    Args:
        database: the database with the games.
        jobs: draws pictures and analyses boards.
        authenticate: returns the person who sent a request, or None without a session.
        settings: the server's settings.
    """
    own = _Games(database, jobs, authenticate, settings)

    async def style(_: Request) -> Response:
        return Response(GAME_STYLE, 200, {"cache-control": "max-age=3600"}, "text/css")

    return [
        call("GET", "/api/games", query=GamesQuery, gives=GameList, refusals=(401, 404))(own.list),
        call("GET", "/api/games/{game}", gives=SharedGame, refusals=(403, 404))(own.record),
        call("GET", "/api/boards/{board}", gives=SharedBoard, refusals=(404,))(own.board),
        Route("/games/page.css", style),
        Route("/games/{game}", own.page),
        Route("/games/{game}/picture.png", own.png),
        Route("/games/{game}/picture.svg", own.svg),
    ]


async def _game(connection: AsyncConnection, request: Request) -> GameRow:
    row = await finished_games.load(connection, request.path_params["game"])
    if row is None:
        raise RefusedError("game", "no finished game has this id", status=404)
    return row


def _is_sealed(row: GameRow) -> bool:
    """Return whether the game was played on a daily board on which ranked tries may still be running."""
    return row.daily is not None and now() < dailies.sealed_until(row.daily)


def _check_sealed(row: GameRow) -> None:
    """Raise RefusedError, even for the game's own player, while ranked tries on its daily board may be running."""
    if row.daily is not None and _is_sealed(row):
        until = dailies.sealed_until(row.daily)
        raise RefusedError(
            "daily_sealed", f"ranked games on the daily board {row.daily} may still be running", status=403, until=until
        )


def _line(row: GameRow | GameFacts) -> GameLine:
    return msgspec.convert(row._asdict() if isinstance(row, GameFacts) else row, GameLine, from_attributes=True)


async def _lines(connection: AsyncConnection, rows: Sequence[GameRow | GameFacts]) -> list[GameLine]:
    """Return games as clients see them: without the IDs of guests, since guests have no page."""
    members = await finished_games.members(connection, {row.person for row in rows if row.person is not None})
    lines = [_line(row) for row in rows]
    return [line if line.person in members else msgspec.structs.replace(line, person=None) for line in lines]


class _Replays:
    def __init__(self, jobs: PublicJobs, settings: Settings) -> None:
        self._jobs, self._settings = jobs, settings

    async def make(self, request: Request, sent: SentFile) -> MadeRecord:
        """Convert a mouse replay or another program's saved game to a record, without saving it."""
        try:
            data = binascii.a2b_base64(sent.data, strict_mode=True)
        except ValueError:
            raise RefusedError("replay", "expected a file in base64, got something else") from None
        try:
            form, text = await self._jobs.run(
                request, None, _SECONDS, record_text, data, sent.name, self._settings.largest_board
            )
        except HypersweepError as error:
            if isinstance(error, RefusedError):
                raise
            message = f"expected a mouse replay or a saved game: {error}"
            raise RefusedError("replay", message, reason=str(error)[:300]) from None
        return MadeRecord(text, form)


def replay_routes(jobs: PublicJobs, settings: Settings) -> list[Route]:
    """Return the route for converting uploaded files; its handler raises ``RefusedError``.

    Args:
        jobs: runs conversions in another process.
        settings: the server's settings.
    """
    own = _Replays(jobs, settings)
    return [call("POST", "/api/record", takes=SentFile, gives=MadeRecord)(own.make)]
