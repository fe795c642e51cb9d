"""Several workers with real PostgreSQL and Redis: whatever ends during a game, no confirmed move is lost."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import capabilities
import hypersweep
from hypersweep.web.multiplayer.protocol import PROTOCOL
from hypersweep.web.multiplayer.relay.redis import RedisRelay
from room_player import Player
from servers import Postgres, Redis

pytestmark = pytest.mark.slow

CELLS = 48


class Worker:
    """One worker in a process of its own."""

    def __init__(self, folder: Path, database: str, redis: str, *words: str) -> None:
        source = str(Path(hypersweep.__file__).resolve().parent.parent)
        self.log = folder / f"worker-{os.urandom(4).hex()}"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "hypersweep",
                    "web",
                    "--port",
                    "0",
                    "--no-browser",
                    "--log-level",
                    "info",
                    *words,
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={
                    **os.environ,
                    "PYTHONPATH": source,
                    "HYPERSWEEP_DATABASE_URL": database,
                    "HYPERSWEEP_REDIS_URL": redis,
                },
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        said = re.search(r"http://\S+:\d+", line)
        assert said is not None, self.log.read_text()
        self.address = said[0]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=60)


@pytest.fixture
def workers(postgres: Postgres, redis_server: Redis, tmp_path: Path) -> Iterator[list[Worker]]:
    """Two workers of one server."""
    url = postgres.url(postgres.new_database())
    found: list[Worker] = []
    try:
        found.append(Worker(tmp_path, url, redis_server.url))
        found.append(Worker(tmp_path, url, redis_server.url))
        yield found
    finally:
        for each in found:
            each.close()
    for each in found:
        log = each.log.read_text()
        assert '"level": "error"' not in log, log


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(90):
        while not condition():
            await asyncio.sleep(0.02)


async def play(
    workers: list[Worker], disturb: Callable[[list[Player]], Awaitable[None]], left: Worker | None = None
) -> list[Player]:
    """Two members of a room, each at a worker, flag cells; somewhere in the middle something happens."""
    first, second = (worker.address for worker in workers)
    ann, bob = Player(first, second), Player(second, first)
    await ann.begin()
    await bob.begin()
    request = {"kind": "coop", "board": "30x30", "mines": 200, "rules": "classic"}
    made = await ann.ask("POST", "/api/rooms", request)
    room, key = made["room"], made["key"]
    async with asyncio.timeout(240), asyncio.TaskGroup() as group:
        group.create_task(ann.play(room, key, list(range(CELLS)), pause=0.03))
        await until(lambda: ann.answered)
        group.create_task(bob.play(room, key, list(range(500, 500 + CELLS)), pause=0.03))
        await until(lambda: len(bob.answered) > CELLS // 4 and len(ann.answered) > CELLS // 4)
        assert len(bob.answered) < CELLS, "it happens in the middle"
        await disturb([ann, bob])
    state = await ann.look(room, key, (left or workers[0]).address)
    numbers = {"ann": ann.you, "bob": bob.you}
    assert len(set(numbers.values())) == 2
    # Every confirmed move is there once, with its player.
    flagged = dict(state["flagged"])
    assert flagged == {**dict.fromkeys(range(CELLS), ann.you), **dict.fromkeys(range(500, 500 + CELLS), bob.you)}
    assert state["next"] == CELLS + 1
    for player in (ann, bob):
        assert sorted(player.answered) == list(range(1, CELLS + 1))
        assert max(player.answered.values()) <= state["version"]
    versions = [*ann.answered.values(), *bob.answered.values()]
    assert len(set(versions)) == 2 * CELLS, "no two moves have the same version"
    for version in ann.told.keys() & bob.told.keys():
        mine, his = ann.told[version], bob.told[version]
        assert mine["t"] != his["t"] or mine == his, "both were told the same"
    return [ann, bob]


def run(
    workers: list[Worker], disturb: Callable[[list[Player]], Awaitable[None]], left: Worker | None = None
) -> list[Player]:
    return asyncio.run(play(workers, disturb, left))


@pytest.mark.nightly
def test_two_workers_share_a_room(workers: list[Worker]) -> None:
    async def nothing(players: list[Player]) -> None:
        pass

    ann, bob = run(workers, nothing)
    assert (ann.arrivals, bob.arrivals) == (1, 1), "nobody lost anything"
    # Each has got the other's moves in order.
    assert set(bob.answered.values()) <= ann.told.keys() or len(ann.told) > CELLS


@pytest.mark.ci_limit(1)
@pytest.mark.parametrize("which", ["home", "other"])
def test_a_worker_is_killed_in_mid_game(workers: list[Worker], which: str) -> None:
    home, other = workers
    killed, left = (home, other) if which == "home" else (other, home)

    async def kill(players: list[Player]) -> None:
        killed.kill()

    ann, bob = run(workers, kill, left)
    assert (ann if which == "home" else bob).arrivals > 1


@pytest.mark.nightly
def test_the_home_hangs_and_comes_back_to_a_room_that_moved(workers: list[Worker]) -> None:
    home, other = workers

    async def hang(players: list[Player]) -> None:
        _, bob = players
        home.process.send_signal(signal.SIGSTOP)
        before = bob.arrivals
        await until(lambda: bob.arrivals > before)
        home.process.send_signal(signal.SIGCONT)

    run(workers, hang, other)


@pytest.mark.nightly
@pytest.mark.parametrize("way", ["kill", "hold"])
def test_redis_is_lost_and_comes_back(workers: list[Worker], redis_server: Redis, way: str) -> None:
    async def lose(players: list[Player]) -> None:
        ann, bob = players
        done = len(ann.answered)
        (redis_server.kill if way == "kill" else redis_server.hold)()
        # At the home worker play continues.
        await until(lambda: len(ann.answered) > done + 5 and bob.lost)
        await asyncio.to_thread(redis_server.start)

    ann, bob = run(workers, lose)
    assert ann.arrivals == 1
    assert bob.arrivals > 1


@pytest.mark.nightly
@pytest.mark.parametrize("way", ["stop", "kill", "hold"])
def test_the_database_is_lost_and_comes_back(workers: list[Worker], postgres: Postgres, way: str) -> None:
    async def lose(players: list[Player]) -> None:
        ann, bob = players
        await asyncio.to_thread({"stop": postgres.stop, "kill": postgres.kill, "hold": postgres.hold}[way])
        done = len(ann.answered), len(bob.answered)
        await asyncio.sleep(1)
        assert (len(ann.answered), len(bob.answered)) <= (done[0] + 1, done[1] + 1), "nothing is answered unkept"
        await asyncio.to_thread(postgres.start)

    run(workers, lose)


@pytest.mark.nightly
def test_everything_goes_at_once(workers: list[Worker], postgres: Postgres, redis_server: Redis) -> None:
    home, other = workers

    async def lose(players: list[Player]) -> None:
        redis_server.kill()
        home.kill()
        await asyncio.to_thread(postgres.kill)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(postgres.start)
        await asyncio.to_thread(redis_server.start)

    run(workers, lose, other)


@pytest.mark.nightly
def test_a_worker_that_is_ended_hands_its_rooms_on(workers: list[Worker]) -> None:
    home, other = workers

    async def end(players: list[Player]) -> None:
        home.process.terminate()
        await asyncio.to_thread(home.process.wait)

    run(workers, end, other)
    with contextlib.suppress(OSError):
        assert '"event": "the worker has stopped"' in home.log.read_text()


async def sit(player: Player, address: str, room: str | None, codes: list[int | None]) -> None:
    """An idle tab."""
    async with player._opened(address) as tab:
        await tab.send(json.dumps({"t": "hello", "protocol": PROTOCOL}))
        if room is not None:
            await tab.send(json.dumps({"t": "join", "room": room}))
        with contextlib.suppress(ConnectionClosed):
            async for text in tab:
                message = json.loads(text)
                if message["t"] == "ping":
                    await tab.send(json.dumps({"t": "pong", "id": message["id"]}))
    codes.append(tab.close_code)


@pytest.mark.nightly
def test_idle_sockets_and_their_rooms_move_to_an_emptier_worker(workers: list[Worker], redis_server: Redis) -> None:
    full, empty = (worker.address for worker in workers)

    async def look() -> None:
        ann = Player(full, empty)
        await ann.begin()
        relay = RedisRelay(redis_server.url)
        await relay.open()
        made = await ann.ask("POST", "/api/rooms", {"kind": "coop", "board": "30x30", "mines": 200, "rules": "classic"})
        before = await relay.holder(f"room:{made['room']}")
        assert before is not None
        codes: list[int | None] = []
        # The page in the room has been idle for longest.
        tabs = [asyncio.create_task(sit(ann, full, made["room"], codes))]
        await asyncio.sleep(1)
        tabs += [asyncio.create_task(sit(ann, full, None, codes)) for _ in range(25)]
        tabs.append(asyncio.create_task(sit(ann, empty, None, codes)))
        moved: list[asyncio.Task[None]] = []

        def come_back() -> bool:
            # As a proxy does it: to the worker with the fewest.
            new = len(codes) - len(moved)
            moved.extend(asyncio.create_task(sit(ann, empty, None, [])) for _ in range(new))
            return len(moved) >= 12

        await until(come_back)
        assert set(codes) == {1012}
        await ann.look(made["room"], made["key"], empty)
        after = await relay.holder(f"room:{made['room']}")
        assert after not in (None, before)
        # 27 tabs, 13 of them here: nothing is left to do.
        await asyncio.sleep(3)
        come_back()
        assert len(moved) in (12, 13)
        for tab in (*tabs, *moved):
            tab.cancel()
        await asyncio.gather(*tabs, *moved, return_exceptions=True)
        await relay.close()

    asyncio.run(look())


@pytest.mark.nightly
def test_caddy_leads_to_whichever_worker_is_there(postgres: Postgres, redis_server: Redis, tmp_path: Path) -> None:
    program = capabilities.program("caddy")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"
    file = tmp_path / "Caddyfile"
    # There is no certificate here, and no watchdog.
    given = (Path(__file__).parents[3] / "deploy" / "Caddyfile").read_text()
    given = given.replace("{\n", "{\n\tadmin off\n", 1)
    file.write_text(given.replace("\n{$SITE:localhost} {", f"\n{address} {{"))
    url = postgres.url(postgres.new_database())
    words = (url, redis_server.url, "--origin", address, "--trust-proxy")
    workers = [Worker(tmp_path, *words), Worker(tmp_path, *words)]
    names = " ".join(worker.address.removeprefix("http://") for worker in workers)
    environment = {"SITE": "127.0.0.1", "WORKERS": names, "HOME": str(tmp_path), "PATH": os.environ["PATH"]}
    log = (tmp_path / "caddy.log").open("wb")
    with log:
        caddy = subprocess.Popen(
            [program, "run", "--adapter", "caddyfile", "--config", str(file)], env=environment, stdout=log, stderr=log
        )
    try:
        asyncio.run(through(address, workers))
    finally:
        caddy.terminate()
        caddy.wait(60)
        for each in workers:
            each.close()


async def through(address: str, workers: list[Worker]) -> None:
    ann = Player(address)
    async with asyncio.timeout(60):
        while True:
            with contextlib.suppress(httpx.HTTPError):
                async with httpx.AsyncClient() as client:
                    page = await client.get(f"{address}/")
                    if page.status_code == 200:
                        break
            await asyncio.sleep(0.05)
    assert b"hypersweep-server" in page.content
    assert "strict-transport-security" in page.headers
    assert "server" not in page.headers
    assert "content-security-policy" in page.headers
    await ann.begin()
    made = await ann.ask("POST", "/api/rooms", {"kind": "coop", "board": "30x30", "mines": 200, "rules": "classic"})
    async with asyncio.timeout(120), asyncio.TaskGroup() as group:
        group.create_task(ann.play(made["room"], made["key"], list(range(CELLS)), pause=0.03))
        await until(lambda: len(ann.answered) > CELLS // 3)
        workers[0].kill()
        await until(lambda: len(ann.answered) == CELLS)
    state = await ann.look(made["room"], made["key"], address)
    assert dict(state["flagged"]) == dict.fromkeys(range(CELLS), ann.you)
