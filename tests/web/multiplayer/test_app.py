"""The whole server: its answers, its start and its shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from starlette.applications import Starlette

import slow_jobs
from hypersweep.errors import HypersweepError, ParameterError
from hypersweep.web.multiplayer import app
from hypersweep.web.multiplayer.app import Parts
from hypersweep.web.multiplayer.failures import UnavailableError
from hypersweep.web.multiplayer.http.public_jobs import PublicJobs
from hypersweep.web.multiplayer.people.accounts import People
from hypersweep.web.multiplayer.server_settings import Settings
from hypersweep.web.multiplayer.store.database import Database
from hypersweep.web.multiplayer.watchdog import Watchdog
from together_server import kept_in, together_app, together_client, together_server


@pytest.mark.slow
def test_it_serves_the_page_and_says_how_it_is(tmp_path: Path) -> None:
    with together_server(kept_in(tmp_path)) as address:
        page = httpx.get(f"{address}/", timeout=60)
        assert page.status_code == 200
        assert "<title>hypersweep</title>" in page.text
        health = httpx.get(f"{address}/healthz", timeout=60)
        assert (health.status_code, health.json()) == (200, {"is_ready": True, "lost": []})


@pytest.mark.slow
def test_it_answers_those_only_who_ask_for_it(tmp_path: Path) -> None:
    async def ask() -> None:
        async with together_client(kept_in(tmp_path, origin="https://sweep.example")) as client:
            for host, status in (("sweep.example", 200), ("SWEEP.example:443", 200), ("evil.example", 421)):
                assert (await client.get("/healthz", headers={"host": host})).status_code == status

    asyncio.run(ask())


OWN = {"origin": "http://127.0.0.1", "x-hypersweep": "1"}


class Tab:
    """A page's socket, in this process."""

    def __init__(self, app: Starlette, cookie: str, origin: str = "http://127.0.0.1") -> None:
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._out: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        headers = {"host": "127.0.0.1", "origin": origin, "cookie": cookie}
        scope = {
            "type": "websocket",
            "path": "/socket",
            "raw_path": b"/socket",
            "query_string": b"",
            "root_path": "",
            "scheme": "ws",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", None),
            "subprotocols": [],
            "state": {},
            "extensions": {"websocket.http.response": {}},
        }
        self._in.put_nowait({"type": "websocket.connect"})

        async def send(message: Any) -> None:
            self._out.put_nowait(message)

        self.task = asyncio.create_task(app(scope, self._in.get, send))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(30):
            return await self._out.get()

    def say(self, **message: Any) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": msgspec.json.encode(message).decode()})

    async def hear(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        while True:
            message = await self.next()
            assert message["type"] in ("websocket.send", "websocket.accept"), message
            if "text" in message:
                said: dict[str, Any] = msgspec.json.decode(message["text"])
                if said["t"] == kind:
                    return said
                assert said["t"] != "refused", said

    def told(self) -> list[dict[str, Any]]:
        """Return unread messages."""
        return [self._out.get_nowait() for _ in range(self._out.qsize())]

    async def close(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self.task


@asynccontextmanager
async def browser(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    """A browser with a guest's cookie."""
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=OWN) as client:
        assert (await client.post("/api/session", json={})).status_code == 200
        yield client


def cookie_of(client: httpx.AsyncClient) -> str:
    return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


@asynccontextmanager
async def tab_of(app: Starlette, client: httpx.AsyncClient) -> AsyncIterator[Tab]:
    tab = Tab(app, cookie_of(client))
    tab.say(t="hello", protocol=1)
    await tab.hear("welcome")
    try:
        yield tab
    finally:
        await tab.close()


async def until(found: Callable[[], Awaitable[Any]]) -> Any:
    async with asyncio.timeout(60):
        while not (value := await found()):
            await asyncio.sleep(0.02)
        return value


@pytest.mark.slow
def test_who_signs_out_elsewhere_plays_no_longer_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_GONE", 0.02)

    async def play() -> None:
        settings = kept_in(tmp_path)
        async with (
            together_app(settings) as app,
            browser(app) as ann,
            browser(app) as bob,
            tab_of(app, bob) as other,
        ):
            tab = Tab(app, cookie_of(ann))
            tab.say(t="hello", protocol=1)
            await tab.hear("welcome")
            # As another worker does it, which has none of these sockets.
            database = Database(settings.database)
            await database.open()
            try:
                await People(database, settings).sign_out(next(iter(ann.cookies.values())))
            finally:
                await database.close()
            async with asyncio.timeout(30):
                await tab.task
            told = [msgspec.json.decode(each["text"]) for each in tab.told() if "text" in each]
            assert [each["what"] for each in told if each["t"] == "refused"] == ["signed_out"]
            assert not other.task.done()

    asyncio.run(play())


@pytest.mark.slow
def test_a_game_goes_from_the_request_to_the_lists(tmp_path: Path) -> None:
    async def play() -> None:
        async with together_app(kept_in(tmp_path)) as app, browser(app) as client:
            request = {"kind": "solo", "board": "4x5", "mines": 1, "rules": "classic"}
            room = (await client.post("/api/rooms", json=request)).json()["room"]
            async with tab_of(app, client) as tab:
                tab.say(t="join", room=room)
                await tab.hear("state")
                # Open all cells but the only mine, one after another; a mine ends it, too.
                for n in range(1, 21):
                    tab.say(t="move", room=room, n=n, kind="open", cell=n - 1)
                    if (await tab.hear("moved")).get("outcome", "ongoing") != "ongoing":
                        break
                ended = await tab.hear("ended")
            page = await until(lambda: found(client, f"/api/games/{ended['game']}"))
            assert page["record"] == ended["record"]
            mine = await until(lambda: found(client, "/api/games?person=me"))
            assert ended["game"] in str(mine)
            figures = app.state.parts.figures.registry
            labels = {"kind": "solo", "outcome": ended["outcome"]}
            assert figures.get_sample_value("hypersweep_games_total", labels) == 1
            assert figures.get_sample_value("hypersweep_kept_seconds_count") >= 2
            assert figures.get_sample_value("hypersweep_sockets") == 0

    asyncio.run(play())


async def ranked_game(app: Starlette, client: httpx.AsyncClient) -> str:
    """Play a small game to its end. Returns: its name."""
    request = {"kind": "solo", "board": "4x5", "mines": 1, "rules": "classic"}
    room = (await client.post("/api/rooms", json=request)).json()["room"]
    async with tab_of(app, client) as tab:
        tab.say(t="join", room=room)
        await tab.hear("state")
        for n in range(1, 21):
            tab.say(t="move", room=room, n=n, kind="open", cell=n - 1)
            if (await tab.hear("moved")).get("outcome", "ongoing") != "ongoing":
                break
        return str((await tab.hear("ended"))["game"])


@pytest.mark.slow
def test_games_are_verified_while_300_slow_previews_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hypersweep.web.multiplayer.http.game_routes.board_facts", slow_jobs.endless)

    async def play() -> None:
        async with together_app(kept_in(tmp_path)) as app, browser(app) as client, browser(app) as other:
            flood = [asyncio.create_task(other.get(f"/api/boards/3x{n}.bAw")) for n in range(4, 304)]
            jobs = app.state.parts.jobs
            await until(lambda: jobs_run(jobs))
            assert jobs.turns.running == 1
            figures = app.state.parts.figures.registry
            assert figures.get_sample_value("hypersweep_waiting", {"queue": "public"}) == 299
            assert figures.get_sample_value("hypersweep_running", {"queue": "public"}) == 1

            async def others_rest() -> bool:
                queues = ("verify", "review", "search", "sign_in")
                return not any(figures.get_sample_value("hypersweep_waiting", {"queue": queue}) for queue in queues)

            # The worker verifies games when it starts, which may still be waiting for a process.
            await until(others_rest)
            assert figures.get_sample_value("hypersweep_database_connections") == 8
            game = await ranked_game(app, client)
            await until(lambda: is_verified(client, game))
            today = (await client.get("/api/daily")).json()["today"]
            assert (await client.post(f"/api/daily/{today}/beginner", json={})).status_code == 200
            assert not any(task.done() for task in flood)
            # The clients disconnect: their requests are dropped.
            for task in flood:
                task.cancel()
            await asyncio.gather(*flood, return_exceptions=True)
            await until(lambda: jobs_rest(jobs))
            monkeypatch.undo()
            assert (await client.get("/api/boards/3x4.bAw")).status_code == 200

    asyncio.run(play())


async def jobs_run(jobs: PublicJobs) -> bool:
    return jobs.pool.running == 1 and jobs.turns.waiting == 299


async def jobs_rest(jobs: PublicJobs) -> bool:
    return (jobs.turns.waiting, jobs.turns.running, jobs.pool.running) == (0, 0, 0)


async def is_verified(client: httpx.AsyncClient, game: str) -> bool:
    page = await found(client, f"/api/games/{game}")
    return page is not None and page["game"].get("verified") is True


async def found(client: httpx.AsyncClient, path: str) -> Any:
    answer = await client.get(path)
    return answer.json() if answer.status_code == 200 else None


@pytest.mark.slow
def test_a_daily_board_is_opened_as_its_player_comes(tmp_path: Path) -> None:
    async def play() -> None:
        async with together_app(kept_in(tmp_path)) as app, browser(app) as client:
            today = (await client.get("/api/daily")).json()["today"]
            path = f"/api/daily/{today}/beginner"
            made = await until(lambda: posted(client, path))
            async with tab_of(app, client) as tab:
                tab.say(t="join", room=made["room"])
                state = await tab.hear("state")
                moved = await tab.hear("moved")
                assert (state["next"], moved["n"], moved["kind"], moved["cell"]) == (1, 1, "open", 40)
                assert moved["milliseconds"] == 0
                assert moved.get("cells") or moved.get("all")
                # The player's own moves follow.
                tab.say(t="move", room=made["room"], n=2, kind="flag", cell=0)
                assert (await tab.hear("moved"))["n"] == 2
            # A returning player finds it open, and it isn't opened again.
            async with tab_of(app, client) as tab:
                tab.say(t="join", room=made["room"])
                state = await tab.hear("state")
                assert state["next"] == 3
                assert state["boards"][0]["opened"] > 0

    asyncio.run(play())


async def posted(client: httpx.AsyncClient, path: str) -> Any:
    answer = await client.post(path, json={})
    return answer.json() if answer.status_code == 200 else None


@pytest.mark.slow
def test_pages_of_others_get_no_socket(tmp_path: Path) -> None:
    async def ask() -> None:
        async with together_app(kept_in(tmp_path)) as app, browser(app) as client:
            for origin in ("http://evil.example", "https://127.0.0.1", ""):
                tab = Tab(app, cookie_of(client), origin)
                answer = await tab.next()
                assert (answer["type"], answer["status"]) == ("websocket.http.response.start", 403)
                await tab.task

    asyncio.run(ask())


@pytest.mark.slow
def test_who_is_deleted_is_sent_away(tmp_path: Path) -> None:
    async def ask() -> None:
        async with together_app(kept_in(tmp_path)) as app, browser(app) as client, tab_of(app, client) as tab:
            assert (await client.post("/api/account/delete", json={})).status_code == 200
            async with asyncio.timeout(30):
                while (message := await tab.next())["type"] != "websocket.close":
                    assert message["type"] == "websocket.send"

    asyncio.run(ask())


def test_what_can_not_be_opened_is_told_and_leaves_nothing_open(tmp_path: Path) -> None:
    async def begin(settings: Settings) -> None:
        async with together_app(settings):
            pytest.fail("it can't begin")

    (tmp_path / "together.sqlite3").write_bytes(b"no database" * 1000)
    with pytest.raises(HypersweepError, match="isn't a hypersweep database"):
        asyncio.run(begin(kept_in(tmp_path)))
    with pytest.raises(ParameterError, match="expected a Redis URL"):
        Parts(kept_in(tmp_path, redis="nonsense"), "127.0.0.1")


@pytest.mark.slow
@pytest.mark.needs("mount")
def test_a_full_disk_is_said_and_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(app, "_CHECKED", 0)

    def logged() -> list[str]:
        return [each.getMessage() for each in caplog.records if each.name == "hypersweep.database"]

    async def ask() -> None:
        async with together_app(kept_in(tmp_path)) as app, browser(app) as client:

            async def is_logged() -> bool:
                assert (await client.get("/healthz")).json() == {"is_ready": True, "lost": []}
                return len(logged()) > 1

            assert (await client.get("/healthz")).json() == {"is_ready": True, "lost": []}
            filler = tmp_path / "filler"
            with suppress(OSError), filler.open("wb", 0) as file:
                while file.write(bytes(1024)):
                    pass
            for _ in range(3):
                health = await client.get("/healthz")
                assert health.status_code == 503
                assert (health.json()["is_ready"], health.json()["lost"]) == (False, ["database"])
                assert "disk is full" in health.json()["why"]
                assert (await client.post("/api/session", json={}, headers={"cookie": ""})).status_code in (200, 503)
            filler.unlink()
            await until(is_logged)

    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", tmp_path], check=True)
    try:
        asyncio.run(ask())
    finally:
        subprocess.run(["umount", tmp_path], check=True)
    first, last = logged()
    assert "disk is full" in first
    assert re.search(r"can be written again: \d+ requests were refused", last)


def test_the_database_lost_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "_CHECKED", 0)

    async def ask() -> None:
        async with together_app(kept_in(tmp_path)) as app, browser(app) as client:
            assert (await client.get("/healthz")).status_code == 200

            @contextlib.asynccontextmanager
            async def lost(**options: Any) -> AsyncIterator[None]:
                raise UnavailableError("the database is currently unavailable")
                yield

            monkeypatch.setattr(app.state.parts.database, "transaction", lost)
            health = await client.get("/healthz")
            why = "the database is currently unavailable"
            assert (health.status_code, health.json()) == (503, {"is_ready": False, "lost": ["database"], "why": why})
            answer = await client.get("/api/lobby")
            assert (answer.status_code, answer.json()["what"]) == (503, "unavailable")
            assert (await client.get("/")).status_code == 200, "the page is there all the time"
            monkeypatch.undo()
            assert (await client.get("/healthz")).status_code == 200

    asyncio.run(ask())


def test_the_watchdog_is_told_while_the_database_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beats = 0
    causes: list[BaseException] = []

    class Counted(Watchdog):
        def open(self) -> None: ...

        def close(self) -> None: ...

        def beat(self) -> None:
            nonlocal beats
            beats += 1

    async def check(database: Database, seconds: float = 2) -> None:
        if causes:
            raise UnavailableError("the database is currently unavailable") from causes[0]

    monkeypatch.setattr(app, "Watchdog", Counted)
    monkeypatch.setattr(app, "watchdog_seconds", lambda: 0.04)
    monkeypatch.setattr(app, "_CHECKED", 0.0)
    monkeypatch.setattr(Database, "check", check)

    async def more(count: int) -> bool:
        before = beats
        for _ in range(count):
            await asyncio.sleep(0.02)
        return beats > before

    async def main() -> None:
        async with together_app(kept_in(tmp_path)) as app:
            await until(lambda: more(1))
            causes.append(TimeoutError())
            await asyncio.sleep(0.05)
            assert not await more(10)
            causes[0] = sqlite3.OperationalError("database or disk is full")
            await until(lambda: more(1))
            assert await app.state.parts.database_error() == "the database is currently unavailable"

    asyncio.run(main())


@pytest.mark.slow
def test_a_game_that_was_left_ends_by_itself(tmp_path: Path) -> None:
    async def play() -> None:
        settings = kept_in(tmp_path)
        async with together_app(settings) as app, browser(app) as client:
            request = {"kind": "solo", "board": "9x9", "mines": 10, "rules": "classic,first=opening"}
            room = (await client.post("/api/rooms", json=request)).json()["room"]
            async with tab_of(app, client) as tab:
                tab.say(t="join", room=room)
                await tab.hear("state")
                tab.say(t="move", room=room, n=1, kind="open", cell=40)
                await tab.hear("moved")
            assert [each["room"] for each in (await client.get("/api/rooms")).json()["rooms"]] == [room]
            cookies = client.cookies
        # An hour and more goes by, in which no worker has it.
        with sqlite3.connect(tmp_path / "together.sqlite3") as connection:
            connection.execute("update rooms set made = made - 3601000")
        async with together_app(settings) as app:
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://127.0.0.1", headers=OWN, cookies=cookies
            ) as again:
                game = await until(lambda: verified_game(again))
                assert (game["outcome"], game["why_not"]) == ("lost", "given_up")
                assert (await again.get("/api/rooms")).json()["rooms"] == []

    asyncio.run(play())


async def verified_game(client: httpx.AsyncClient) -> Any:
    games = (await client.get("/api/games?person=me")).json()["games"]
    return games[0] if games and games[0].get("verified") else None
