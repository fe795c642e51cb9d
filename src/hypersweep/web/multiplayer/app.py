"""The complete server app: builds and connects a worker's parts, and serves the page's files and the API."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import WebSocketRoute

from hypersweep.web.multiplayer.engines import Engines
from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.http import guard
from hypersweep.web.multiplayer.http.account_routes import account_routes, export_routes
from hypersweep.web.multiplayer.http.admin_routes import admin_routes
from hypersweep.web.multiplayer.http.calls import openapi_route
from hypersweep.web.multiplayer.http.engine_routes import engine_routes
from hypersweep.web.multiplayer.http.game_routes import game_routes, replay_routes
from hypersweep.web.multiplayer.http.guard import is_ours
from hypersweep.web.multiplayer.http.health_routes import connection_routes, health_routes
from hypersweep.web.multiplayer.http.lobby_routes import lobby_routes
from hypersweep.web.multiplayer.http.public_jobs import PublicJobs
from hypersweep.web.multiplayer.http.ranking_routes import daily_routes, leaderboard_routes
from hypersweep.web.multiplayer.http_protocol import RoomRequest
from hypersweep.web.multiplayer.load_balancing import Balance
from hypersweep.web.multiplayer.maintenance import record_recomputer
from hypersweep.web.multiplayer.metrics import Figures, Observed, log
from hypersweep.web.multiplayer.people.accounts import People
from hypersweep.web.multiplayer.people.sessions import session_of
from hypersweep.web.multiplayer.ranking.daily import Dailies
from hypersweep.web.multiplayer.ranking.process_pool import Pool
from hypersweep.web.multiplayer.ranking.ranking import Ranking
from hypersweep.web.multiplayer.relay import relay_of
from hypersweep.web.multiplayer.rooms.ports import Timeouts
from hypersweep.web.multiplayer.rooms.remote import SharedRooms
from hypersweep.web.multiplayer.rooms.room_registry import DatabaseRows, Rooms
from hypersweep.web.multiplayer.socket import socket_app
from hypersweep.web.multiplayer.store import room_rows
from hypersweep.web.multiplayer.store.database import Database, is_stuck
from hypersweep.web.multiplayer.store.finished_games import GameRow
from hypersweep.web.multiplayer.store.journal import Journal
from hypersweep.web.multiplayer.watchdog import Watchdog, notify, watchdog_seconds
from hypersweep.web.server import Guard, site_routes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
    from typing import Any

    from starlette.routing import BaseRoute

    from hypersweep.web.multiplayer.http_protocol import RoomMade
    from hypersweep.web.multiplayer.protocol import Me
    from hypersweep.web.multiplayer.ranking.daily import DailyRoom
    from hypersweep.web.multiplayer.relay import Relay
    from hypersweep.web.multiplayer.rooms.ports import FinishedGame
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.socket import Sockets
    from hypersweep.web.site import Site


def create_app(site: Site, settings: Settings, *, host: str = "127.0.0.1") -> Starlette:
    """Return the app for one worker; its lifespan opens and closes the worker's parts.

    Args:
        site: the page's files.
        settings: server settings.
        host: the address or host name to serve the app on.

    Returns:
        The app. ``state.pack`` is a function that compresses the page's files, ``state.failure`` the error if startup
        or shutdown failed, and ``state.parts`` the worker's ``Parts``.

    Raises:
        MissingExtraError: a required package isn't installed.
        ParameterError: a setting is invalid.
    """
    parts = Parts(settings, host)
    files, pack = site_routes(site)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        try:
            routes = await parts.open()
            # The files come last: if no other route matches, a path is a page file or a 404.
            app.router.routes[:] = [*routes, *files]
            try:
                yield
            finally:
                await parts.close()
        except Exception as error:
            app.state.failure = error
            raise

    name = None if settings.origin is None else urlsplit(settings.origin).hostname
    middleware = [
        Middleware(Observed, figures=parts.figures),
        Middleware(Guard, host=host, name=name),
        Middleware(guard.Guard, settings=settings, host=host, take_token=parts.relay.take_token),
    ]
    app = Starlette(routes=files, middleware=middleware, lifespan=lifespan)
    app.state.pack = pack
    app.state.parts = parts
    return app


# Seconds between cleanups, and milliseconds to keep a room after it has ended.
_CHORES = 3600.0
_ENDED = 30 * 86_400_000
# Seconds between searches for abandoned games.
_ABANDONED = 300.0
# Length of the lease on the chores in seconds; once it expires, another worker may take over.
_MINE = 150.0
# Seconds between reports to the other workers on who is in our open rooms; they show this in the lobby.
_PRESENT = 15.0
# Seconds for which the result of the database check is cached.
_CHECKED = 1.0
# Seconds between checks for people banned, deleted or signed out by another worker or a command, and for rooms ended by
# a command.
_GONE = 5.0
# The check for ended rooms looks only at those that ended at most this many milliseconds ago.
_ENDED_LATELY = 120_000


class Parts:
    """All parts of a worker, opened and closed together.

    Args:
        settings: server settings.
        host: the address or host name to serve the app on.

    Attributes:
        relay: connects the workers.
        database: the database.
        figures: this worker's metrics.
        jobs: runs jobs for requests that need no account; set by ``open``.

    Raises:
        MissingExtraError: a required package isn't installed.
        HypersweepError: a setting is invalid.
    """

    def __init__(self, settings: Settings, host: str) -> None:
        self.relay: Relay = relay_of(settings)
        self.database: Database = Database(settings.database)
        self.figures: Figures = Figures()
        self.jobs: PublicJobs
        self._settings = settings
        self._host = host
        self._checking = asyncio.Lock()
        self._check_again = 0.0
        self._database_error: UnavailableError | None = None
        self._opened = AsyncExitStack()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> list[BaseRoute]:
        """Open all parts in order, and return the API routes.

        Raises:
            HypersweepError: a part can't be opened; parts already open are closed again.
        """
        async with AsyncExitStack() as opened:
            routes = await self._open(opened)
            self._opened = opened.pop_all()
        notify("READY=1")
        log.info("the worker is ready", database=self.database.url.get_backend_name(), redis=bool(self._settings.redis))
        return routes

    async def close(self) -> None:
        """Close all parts in reverse order; every move already answered has been saved."""
        notify("STOPPING=1")
        await self._opened.aclose()
        log.info("the worker has stopped")

    async def database_error(self) -> str | None:
        """Return why the latest test write failed, or None if it succeeded; results are cached for a second."""
        # Simultaneous callers share one test write.
        async with self._checking:
            if time.monotonic() >= self._check_again:
                try:
                    await self.database.check()
                    self._database_error = None
                except UnavailableError as error:
                    self._database_error = error
                self._check_again = time.monotonic() + _CHECKED
            return None if self._database_error is None else str(self._database_error)

    async def _open(self, opened: AsyncExitStack) -> list[BaseRoute]:
        settings, relay, database = self._settings, self.relay, self.database
        if settings.metrics is not None:
            end = self.figures.serve(*settings.metrics)
            opened.push_async_callback(asyncio.to_thread, end)
        await database.open()
        opened.push_async_callback(database.close)
        await relay.open()
        opened.push_async_callback(relay.close)
        relay.on_change(
            lambda is_here: log.warning("Redis can be reached again" if is_here else "Redis can't be reached")
        )
        if not relay.is_available:
            log.warning("Redis can't be reached")
        journal = Journal(database, measured=self.figures.kept)
        opened.push_async_callback(journal.close)
        people = People(database, settings)
        opened.push_async_callback(people.close)
        engines = Engines(settings.engines)
        opened.push_async_callback(engines.close)
        await engines.begin()
        # Public requests have a separate process pool, so that they can't delay verification and daily boards.
        quick, slow, public = Pool(), Pool(), Pool()
        for pool in (quick, slow, public):
            opened.push_async_callback(pool.close)
        self.jobs = PublicJobs(public, settings)
        shared = SharedRooms(relay)

        async def is_mine() -> bool:
            # Only one worker at a time does the chores; while Redis is unavailable, none does.
            try:
                return await relay.lease("chores", shared.worker, _MINE)
            except UnavailableError:
                return False

        ranking = Ranking(database, quick, slow, settings, is_mine=is_mine, recompute=record_recomputer(journal, quick))
        await ranking.begin()
        opened.push_async_callback(ranking.close)
        dailies = Dailies(database, quick)
        await dailies.begin()
        opened.push_async_callback(dailies.close)

        async def finished(game: FinishedGame) -> None:
            values = msgspec.structs.asdict(game)
            # The table of games has no column for the room type.
            kind = values.pop("kind")
            await ranking.finished(GameRow(**values))
            self.figures.game(kind, game.outcome)

        rooms = Rooms(
            DatabaseRows(database),
            journal,
            settings,
            finished=finished,
            closed=shared.closed,
        )
        await shared.open(rooms)
        # This also closes this worker's rooms.
        opened.push_async_callback(shared.close)
        sockets = socket_app(
            shared,
            settings,
            authenticate=people.authenticate,
            is_ours=lambda connection: is_ours(connection, settings, self._host),
            session_of=lambda connection: session_of(connection, settings),
            note=self.figures.note,
        )

        def gone(person: str, why: RefusedError) -> None:
            sockets.end(person, why)
            if why.what == "deleted":
                for host in rooms.hosts():
                    host.unname(person)
            if why.what in ("banned", "deleted"):
                self._in_background(ranking.removed(person))

        people.on_gone = gone
        people.on_back = lambda person: self._in_background(ranking.registered(person))

        async def here(name: str) -> int:
            host = rooms.here(name)
            if host is not None:
                return host.here
            with suppress(UnavailableError):
                return len(await relay.present(name))
            return 0

        async def make_daily(wanted: DailyRoom, me: Me) -> RoomMade:
            request = RoomRequest("solo", wanted.board, wanted.mines, wanted.rules)
            more = {"daily": wanted.daily, "first": wanted.first, "is_ranked": wanted.is_ranked}
            return await shared.make(request, me, seed=wanted.seed, settings=more, name=wanted.room)

        opened.push_async_callback(self._end_tasks)
        self._in_background(self._chores(is_mine, people))
        self._in_background(self._end_abandoned(is_mine, shared))
        self._in_background(self._send_away(people, sockets, gone))
        self._in_background(self._leave_ended(rooms))
        if settings.redis is not None:
            self._in_background(self._tell_present(rooms))
            self._in_background(Balance(relay, shared, sockets).run())
        seconds = watchdog_seconds()
        if seconds is not None:
            watchdog = Watchdog(seconds)
            watchdog.open()
            opened.callback(watchdog.close)
            self._in_background(self._beat(watchdog, seconds / 4))
        self._gauges(rooms, shared, sockets)
        queues: dict[str, _Queue] = {
            "verify": quick,
            "review": slow,
            "public": self.jobs.turns,
            "search": rooms.searches,
            "sign_in": people.passphrases,
        }
        for name, queue in queues.items():
            self.figures.queue(name, partial(getattr, queue, "waiting"), partial(getattr, queue, "running"))
        routes: list[BaseRoute] = [
            *health_routes(self.database_error, lambda: relay.is_available),
            *connection_routes(settings),
            *account_routes(people, settings, relay.take_token),
            *export_routes(people, settings),
            *admin_routes(people, database),
            *leaderboard_routes(database, people.authenticate),
            *daily_routes(dailies, people.authenticate, make_daily, self.jobs),
            *game_routes(database, self.jobs, people.authenticate, settings),
            *replay_routes(self.jobs, settings),
            *engine_routes(engines, people.authenticate, settings),
            *lobby_routes(database, people.authenticate, shared.make, here),
        ]
        return [*routes, openapi_route(lambda: routes), WebSocketRoute("/socket", sockets)]

    def _gauges(self, rooms: Rooms, shared: SharedRooms, sockets: Sockets) -> None:
        gauge = self.figures.gauge
        gauge("rooms", "Rooms in memory", lambda: len(rooms))
        gauge(
            "guests",
            "Members of this worker's rooms connected to other workers",
            lambda: shared.figures["guests"],
        )
        gauge("people_here", "WebSockets being served", lambda: len(sockets))
        gauge("database_connections", "Maximum number of database connections", lambda: self.database.connections)
        in_use = "Database connections in use"
        gauge("database_connections_in_use", in_use, lambda: self.database.connections_in_use)
        gauge("redis_is_here", "Whether Redis can be reached", lambda: float(self.relay.is_available))

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        async def watched() -> None:
            try:
                await work
            except UnavailableError as error:
                log.warning("a background task was abandoned", why=str(error))
            except Exception:
                log.exception("a background task failed")

        task = asyncio.get_running_loop().create_task(watched())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _end_tasks(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _beat(self, watchdog: Watchdog, seconds: float) -> None:
        """Send heartbeats, except while the database is stuck: a restart may fix that (unlike a full disk, say)."""
        while True:
            await self.database_error()
            if self._database_error is None or not is_stuck(self._database_error):
                watchdog.beat()
            await asyncio.sleep(seconds)

    async def _chores(self, is_mine: Callable[[], Awaitable[bool]], people: People) -> None:
        """Periodically remove expired sessions, idle guests who never played, and old rooms."""
        while True:
            if await is_mine():
                try:
                    await people.clean()
                    before = time.time_ns() // 1_000_000 - _ENDED
                    removed = 1
                    while removed:
                        async with self.database.transaction() as connection:
                            removed = await room_rows.remove_ended(connection, before)
                except UnavailableError as error:
                    log.warning("old data couldn't be removed", why=str(error))
            await asyncio.sleep(_CHORES)

    async def _end_abandoned(self, is_mine: Callable[[], Awaitable[bool]], shared: SharedRooms) -> None:
        """Periodically load abandoned rooms, so that their own time limits end them."""
        patience = Timeouts()
        while True:
            if await is_mine():
                moment, after = time.time_ns() // 1_000_000, ""
                try:
                    while True:
                        async with self.database.transaction(writes=False) as connection:
                            found = await room_rows.running(
                                connection, moment - round(1000 * patience.abandoned), after
                            )
                        for name, kind, used in found:
                            seconds = patience.abandoned if kind == "solo" else patience.deserted
                            if used < moment - 1000 * seconds:
                                with suppress(RefusedError):
                                    await shared.port(name)
                                await asyncio.sleep(0.05)
                        if not found:
                            break
                        after = found[-1][0]
                except UnavailableError as error:
                    log.warning("abandoned games couldn't be ended", why=str(error))
            await asyncio.sleep(_ABANDONED)

    async def _send_away(self, people: People, sockets: Sockets, gone: Callable[[str, RefusedError], None]) -> None:
        while True:
            await asyncio.sleep(_GONE)
            with suppress(UnavailableError):
                for person, why in (await people.who_is_gone(sockets.people)).items():
                    gone(person, why)
                ended = await people.which_ended(sockets.sessions)
                sockets.end_sessions(ended, RefusedError("signed_out", "the session has ended", status=401))

    async def _leave_ended(self, rooms: Rooms) -> None:
        """Periodically drop rooms ended by an operator's command."""
        while True:
            await asyncio.sleep(_GONE)
            with suppress(UnavailableError):
                moment = time.time_ns() // 1_000_000 - _ENDED_LATELY
                async with self.database.transaction(writes=False) as connection:
                    found = await room_rows.ended_since(connection, moment)
                for name, epoch in found:
                    host = rooms.here(name)
                    if host is not None:
                        host.leave(epoch)

    async def _tell_present(self, rooms: Rooms) -> None:
        """Periodically tell the other workers who is in this worker's open rooms."""
        while True:
            for host in rooms.hosts():
                if not host.saved_room.row.is_open:
                    continue
                for member in host.members:
                    if member.is_here:
                        with suppress(UnavailableError):
                            await self.relay.mark_present(host.name, str(member.number))
            await asyncio.sleep(_PRESENT)


class _Queue(Protocol):
    """A job queue whose pending and running jobs are counted as metrics."""

    @property
    def waiting(self) -> int:
        """Number of pending jobs."""

    @property
    def running(self) -> int:
        """Number of running jobs."""
