"""Every byte that a whole server sends before a ranked game ends: none reveals a mine, seed, layout or board ID."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import re
import sys
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.asyncio.client import connect

import hypersweep
from hypersweep import Game, Grid, Layout, Record
from hypersweep.codes import COVERED, EXPLODED, FLAGGED
from hypersweep.web.multiplayer.protocol import PROTOCOL, Ready, Show
from hypersweep.web.multiplayer.rooms.room_kinds import VersusRoom
from room_world import codes_of, world
from together_server import kept_in, together_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from websockets.asyncio.client import ClientConnection

GAMES = [
    ("solo", "8x9", 12, "classic"),
    ("solo", "8x9", 12, "classic,first=any"),
    ("solo", "8x9", 10, "classic,first=opening,guess=never"),
    ("solo", "7x8", 9, "classic,guess=punished"),
    ("solo", "4x5x4", 10, "classic,first=opening"),
    ("solo", "3x4x3x4", 14, "classic"),
    ("coop", "8x9", 12, "classic,first=opening"),
    ("coop", "3x4x3x4", 14, "classic,first=any"),
    ("versus", "8x9", 12, "classic"),
    ("versus", "4x5x4", 10, "classic,first=opening,guess=never"),
]


class Person:
    """A client of the server that records every byte it receives."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.heard: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.client = httpx.AsyncClient(base_url=address, headers={"origin": address, "x-hypersweep": "1"}, timeout=60)
        self.socket: ClientConnection
        self.n = 0
        self.you = 0

    async def ask(self, path: str, value: object = None) -> Any:
        """Send an HTTP request; record the whole answer, headers included."""
        answer = await (self.client.get(path) if value is None else self.client.post(path, json=value))
        self.heard.append(f"{dict(answer.headers)}{answer.text}")
        return answer.json() if answer.headers.get("content-type", "").startswith("application/json") else None

    @asynccontextmanager
    async def there(self) -> AsyncIterator[None]:
        """Is connected."""
        await self.ask("/api/session", {})
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        url = self.address.replace("http", "ws") + "/socket"
        headers = {"cookie": cookie}
        async with connect(
            url,
            origin=self.address,  # type: ignore[arg-type]
            additional_headers=headers,
            open_timeout=60,
            close_timeout=0.2,
        ) as self.socket:
            listening = asyncio.create_task(self._listen())
            await self.say(t="hello", protocol=PROTOCOL)
            yield
            listening.cancel()
        await self.client.aclose()

    async def say(self, **message: object) -> None:
        """Send a message."""
        await self.socket.send(json.dumps(message))

    async def _listen(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            self.heard.append(text)
            message = json.loads(text)
            if message["t"] == "ping":
                await self.say(t="pong", id=message["id"])
            elif message["t"] == "state":
                self.you, self.n = message["you"], message["next"] - 1
            self.messages.append(message)

    async def until(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a message."""
        async with asyncio.timeout(60):
            while True:
                if found := [each for each in self.messages if is_it(each)]:
                    return found[-1]
                await asyncio.sleep(0.002)

    async def move(self, room: str, kind: str, cell: int) -> dict[str, Any]:
        """Make a move. Returns: the answer."""
        self.n += 1
        n = self.n
        await self.say(t="move", room=room, n=n, kind=kind, cell=cell)
        answer = await self.until(
            lambda each: each.get("n") == n and (each["t"] == "refused" or each.get("by") == self.you)
        )
        if answer["t"] == "refused":
            self.n -= 1
        return answer

    def has(self, kind: str) -> bool:
        """Whether a message of a kind has come."""
        return any(each["t"] == kind for each in self.messages)


async def play(address: str, kind: str, board: str, mines: int, rules: str, seed: int) -> None:
    """Play a game to its end with a watcher, and search all bytes sent before the end."""
    players = [Person(address) for _ in range(1 if kind == "solo" else 2)]
    watcher = Person(address)
    everybody = [*players, watcher]
    async with asyncio.timeout(120), AsyncExitStack() as connected:
        for each in everybody:
            await connected.enter_async_context(each.there())
        request = {"kind": kind, "board": board, "mines": mines, "rules": rules, "delay": 0}
        made = await players[0].ask("/api/rooms", request)
        for each in everybody:
            role = "player" if each in players else "watcher"
            await each.say(t="join", room=made["room"], role=role, key=made["key"])
            await each.until(lambda message: message["t"] == "state")
        if kind == "versus":
            for each in players:
                await each.say(t="ready", room=made["room"])
            for each in players:
                await each.until(lambda message: message["t"] == "moved")
        clicks = await to_the_end(players, watcher, made, kind, Grid(board).cells, random.Random(seed))
        ended = await players[0].until(lambda message: message["t"] == "ended")
        for each in everybody:
            await each.until(lambda message: message["t"] == "ended")
        # Its page shows it, once it is saved.
        async with asyncio.timeout(60):
            while (await players[0].client.get(f"/api/games/{ended['game']}")).status_code != 200:
                await asyncio.sleep(0.02)
        if kind == "versus":
            # A player may watch in a second window.
            before = list(itertools.takewhile(lambda each: each["t"] != "ended", watcher.messages))
            states = [each for each in before if each["t"] == "state" and each["stage"] == "playing"]
            assert not any(board["codes"] for each in states for board in each["boards"])
            assert "progress" in {each["t"] for each in before}
            assert "moved" not in {each["t"] for each in before}
        for each in everybody:
            check(each, Layout.parse(ended["layout"]), Record.parse(ended["record"]), clicks)


async def to_the_end(
    players: list[Person], watcher: Person, made: dict[str, str], kind: str, cells: int, chance: random.Random
) -> set[int]:
    """Play until all boards are over, and request everything meanwhile. Returns: the clicked cells."""
    room, key = made["room"], made["key"]
    clicks: set[int] = set()
    covered = chance.sample(range(cells), cells)
    over: set[int] = set()
    for turn in itertools.count():
        if not covered or len(over) == (len(players) if kind == "versus" else 1):
            return clicks
        place = turn % len(players)
        if place in over:
            continue
        cell = chance.choice(covered) if kind == "versus" else covered.pop()
        clicks.add(cell)
        answer = await players[place].move(room, "flag" if chance.random() < 0.1 else "open", cell)
        if answer.get("outcome", "ongoing") != "ongoing":
            over.add(place)
        if turn % 7 == 1:
            for path in ("/api/lobby", "/api/games?person=me", f"/api/games/{room}", "/api/account/export"):
                await players[0].ask(path)
            await watcher.ask(f"/games/{room}")
        if turn % 11 == 5:
            # A returning member gets no more than one who stayed.
            await watcher.say(t="leave", room=room)
            await watcher.say(t="join", room=room, role="watcher", key=key)
    raise AssertionError


def check(person: Person, layout: Layout, record: Record, clicks: set[int]) -> None:
    """Search everything that a client got before the first message that may reveal mines."""
    secrets = {str(layout), str(layout).partition(".")[2], f"{record.seed}", f"{record.seed:x}"}
    mines = {layout.grid.index(cell) for cell in layout.mine_cells()}
    # First check that the search would find it.
    assert all(secret in "".join(person.heard) for secret in (str(layout), f"seed: {record.seed}"))
    for text in person.heard:
        if text.startswith('{"t":"ended"') or (text.startswith('{"t":"state"') and '"stage":"over"' in text):
            return
        for secret in secrets:
            assert secret not in text, secret
        assert not re.search(r'"(seed|layout|record)":(?!null)', text), text[:300]
        if text.startswith('{"t":"state"'):
            for board in json.loads(text)["boards"]:
                if board["codes"] is not None:
                    known(dict(enumerate(codes_of(board["codes"]))), layout, mines, clicks)
        elif text.startswith('{"t":"moved"'):
            message = json.loads(text)
            codes = dict(zip(message.get("cells", []), message.get("codes", []), strict=True))
            known(codes, layout, mines, clicks)
            if message.get("all") is not None:
                known(dict(enumerate(codes_of(message["all"]))), layout, mines, clicks)
            # Only clicked mines are named.
            assert mines & codes.keys() <= {message["cell"]}


def known(codes: dict[int, int], layout: Layout, mines: set[int], clicks: set[int]) -> None:
    """Check that codes show only open cells and the mine that exploded under a click."""
    for cell, code in codes.items():
        assert code >= 0 or code in (COVERED, FLAGGED, EXPLODED), (cell, code)
        if code >= 0:
            assert code == layout.clue(layout.grid.cell(cell))
        if code == EXPLODED:
            assert cell in mines & clicks
        assert cell not in mines or code < 0


# What watchers of versus see comes seconds late, so its two games take 40 s.
@pytest.mark.slow
@pytest.mark.parametrize(
    "mode", ["solo", *[pytest.param(mode, marks=pytest.mark.nightly) for mode in ("coop", "versus")]]
)
def test_no_byte_before_the_end_tells_a_mine(mode: str, tmp_path: Path) -> None:
    with together_server(kept_in(tmp_path)) as address:
        for number, game in enumerate(GAMES):
            if game[0] == mode:
                asyncio.run(play(address, *game, seed=number))


@pytest.mark.parametrize("allowing", [[], ["Ann"], ["Ann", "Bob"]])
def test_who_watches_versus_sees_progress_only_unless_all_players_allow_more(
    allowing: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(VersusRoom, "least_delay", 0)
    is_allowed = len(allowing) == 2

    async def act() -> None:
        async with world() as place:
            made = await place.make("versus", "8x9", 12, "classic,first=opening")
            # A player's second window watches with another session.
            ann, bob, window, late = (place.page(name) for name in ("Ann", "Bob", "Window", "Late"))
            await window.join(made, "watcher")
            for page in (ann, bob):
                await page.join(made)
                if page.person.name in allowing:
                    page.tell(Show(made.room))
            for page in (ann, bob):
                page.tell(Ready(made.room))
            await bob.until("moved")
            covered = [cell for cell in range(72) if cell not in bob.of("moved")[0]["cells"]]
            await bob.moved("flag", covered[0])
            await place.settle()
            boards = (await late.join(made, "watcher"))["boards"]
            if is_allowed:
                # It holds until one of them takes it back.
                assert len(window.of("moved")) == 3
                assert all(board["codes"] for board in boards)
                ann.tell(Show(made.room, False))
                await window.until("admitted", 3)
                window.frames.clear()
                late.leave()
                boards = (await late.join(made, "watcher"))["boards"]
            assert [board["codes"] for board in boards] == [None, None]
            assert boards[1]["flags"] == 1
            # Allowing it in the middle of a round counts from the next one.
            for page in (ann, bob):
                page.tell(Show(made.room))
            await ann.moved("flag", covered[1])
            place.now += 60 * 60_000
            await ann.until("ended", 2)
            for page in (window, late):
                await page.until("ended", 2)
                assert not page.of("moved")
                assert {each["number"] for each in page.of("progress")} == {1, 2}
            state = await place.page("After").join(made, "watcher")
            assert all(board["codes"] for board in state["boards"])

    asyncio.run(act())


def calls_until_the_answer(choose: Callable[[Game], int]) -> list[str]:
    """Return the functions that are called from a click to its answer, in order."""

    async def act() -> list[str]:
        async with world() as place:
            made = await place.make("solo", "9x9", 10, seed=5)
            ann = place.page()
            await ann.join(made)
            await ann.moved("open", 40)
            game = Game("9x9", 10, seed=5)
            game.open((4, 4))
            place.now += 500
            calls: list[str] = []
            answered: list[int] = []
            send = ann.send

            def noting(frame: bytes) -> None:
                if b'"moved"' in frame:
                    answered.append(len(calls))
                send(frame)

            def note(frame: Any, event: str, _: object) -> None:
                if event == "call":
                    calls.append(f"{frame.f_code.co_filename}:{frame.f_code.co_name}")

            ann.send = noting  # type: ignore[method-assign]
            sys.setprofile(note)
            try:
                ann.move("open", choose(game))
                while not answered:
                    await asyncio.sleep(0)
            finally:
                sys.setprofile(None)
            return calls[: answered[0]]

    return asyncio.run(act())


def test_a_losing_open_is_answered_by_the_same_path() -> None:
    def mine(game: Game) -> int:
        assert game.layout is not None
        return game.grid.index(next(iter(game.layout.mine_cells())))

    def harmless(game: Game) -> int:
        layout = game.layout
        assert layout is not None
        return next(
            game.grid.index(cell)
            for cell in game.grid
            if not game.is_open(cell) and not layout.is_mine(cell) and layout.clue(cell)
        )

    # Once, so that nothing is loaded later.
    calls_until_the_answer(mine)
    lost, ongoing = calls_until_the_answer(mine), calls_until_the_answer(harmless)
    # The work of an end comes after the answer: the record is made and saved then.
    late = re.compile(r"/(record|generate|store|ranking|picture|formats)/")
    package = hypersweep.__path__[0]
    assert [each for each in lost if each.startswith(package) and late.search(each)] == [
        each for each in ongoing if each.startswith(package) and late.search(each)
    ]
    # The order of the loop's timers is random.
    lost, ongoing = ([each for each in calls if each.startswith(package)] for calls in (lost, ongoing))
    assert abs(len(lost) - len(ongoing)) <= len(ongoing) // 8, sorted(set(lost) ^ set(ongoing))
