"""Ranked games on a whole server, from the first move to the leaderboard, over HTTP and the socket."""

from __future__ import annotations

import io
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
import pytest
from PIL import Image
from websockets.sync.client import ClientConnection, connect

from hypersweep.game import Game
from hypersweep.grid import Grid
from together_server import accept, fix_seeds, kept_in, together_server

T = TypeVar("T")
HEADERS = {"x-hypersweep": "1"}


@contextmanager
def browser(address: str) -> Iterator[httpx.Client]:
    """A guest."""
    with httpx.Client(base_url=address, headers={**HEADERS, "origin": address}, timeout=60) as client:
        assert client.post("/api/session").status_code == 200
        yield client


@contextmanager
def room_of(client: httpx.Client, room: str) -> Iterator[tuple[ClientConnection, dict[str, Any]]]:
    """A socket in a room, and the room's state."""
    address = str(client.base_url).rstrip("/")
    cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    headers = {"cookie": cookie, "origin": address}
    with connect(address.replace("http", "ws", 1) + "/socket", additional_headers=headers) as socket:
        send(socket, t="hello", protocol=1)
        hear(socket, "welcome")
        send(socket, t="join", room=room)
        yield socket, hear(socket, "state")


def send(socket: ClientConnection, **message: Any) -> None:
    socket.send(msgspec.json.encode(message).decode())


def hear(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """The next message of a kind; pings are answered."""
    while True:
        message: dict[str, Any] = msgspec.json.decode(socket.recv(60))
        if message["t"] == "ping":
            send(socket, t="pong", id=message["id"])
        if message["t"] in kinds:
            return message


def seed_of(folder: Path, room: str) -> int:
    """Secrets of the server."""
    with sqlite3.connect(folder / "together.sqlite3") as connection:
        return int(connection.execute("select seed from rooms where id = ?", (room,)).fetchone()[0])


def win(socket: ClientConnection, room: str, game: Game, next_move: int, first: int | None) -> dict[str, Any]:
    """Open all safe cells. Returns: the message of the end."""
    if first is not None:
        game.open(first)
        send(socket, t="move", room=room, n=next_move, kind="open", cell=first)
        hear(socket, "moved")
        next_move += 1
    layout = game.layout
    assert layout is not None
    for cell in range(game.grid.cells):
        if not layout.is_mine(cell) and game.codes()[cell] == -1:
            game.open(cell)
            send(socket, t="move", room=room, n=next_move, kind="open", cell=cell)
            hear(socket, "moved")
            next_move += 1
    return hear(socket, "ended")


def until(ask: Callable[[], T], condition: Callable[[T], object]) -> T:
    """Poll until a value is as expected, since the queue takes a while."""
    end = time.monotonic() + 60
    while not condition(found := ask()):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return found


@pytest.mark.slow
def test_a_game_from_the_first_move_to_the_leaderboard(tmp_path: Path) -> None:
    with together_server(kept_in(tmp_path)) as address, browser(address) as client:
        request = {"kind": "solo", "board": "8x9", "mines": 18, "rules": "classic,first=opening"}
        made = client.post("/api/rooms", json=request).json()
        game = Game("8x9", 18, seed=seed_of(tmp_path, made["room"]), rules="classic,first=opening")
        with room_of(client, made["room"]) as (socket, state):
            assert state["is_ranked"]
            ended = win(socket, made["room"], game, state["next"], 14)
        assert ended["outcome"] == "won"
        name = ended["game"]
        lists: dict[str, str | int] = {"board": "8x9", "mines": 18, "rules": "classic,first=opening"}
        found = until(
            lambda: client.get(f"/api/games/{name}").json(), lambda found: found.get("game", {}).get("verified")
        )
        # No person plays so fast: a moderator has to look. (A game of few clicks shows no pace.)
        assert found["game"]["why_not"] == "review"
        assert found["record"] == ended["record"]
        assert client.get("/api/leaderboards", params=lists).json()["total"] == 0
        # A guest's game counts once there is an account.
        account = {"name": "Ann", "passphrase": "a long enough passphrase"}
        assert client.post("/api/account/register", json=account).status_code == 200
        assert client.get("/api/leaderboards", params=lists).json()["total"] == 0
        accept(tmp_path, name)
        listed = until(lambda: client.get("/api/leaderboards", params=lists).json(), lambda found: found["total"])
        assert [(row["name"], row["game"], row["place"]) for row in listed["rows"]] == [("Ann", name, 1)]
        assert listed["mine"] == listed["rows"][0]
        assert listed["rows"][0]["milliseconds"] == ended["milliseconds"]
        reviewed = until(
            lambda: client.get(f"/api/games/{name}").json()["game"], lambda game: game.get("guesses") is not None
        )
        assert reviewed["unneeded_guesses"] <= reviewed["guesses"]
        assert "won 8×9" in client.get(f"/games/{name}").text
        assert Image.open(io.BytesIO(client.get(f"/games/{name}/picture.png").content)).size == (1200, 630)
        assert client.get("/api/people/me").json()["won"] == 1


@pytest.mark.slow
def test_a_forged_record_is_not_ranked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fix_seeds(monkeypatch)
    with together_server(kept_in(tmp_path)) as address, browser(address) as client:
        account = {"name": "Ann", "passphrase": "a long enough passphrase"}
        assert client.post("/api/account/register", json=account).status_code == 200
        made = client.post("/api/rooms", json={"kind": "solo", "board": "5x6", "mines": 5}).json()
        game = Game("5x6", 5, seed=seed_of(tmp_path, made["room"]))
        with room_of(client, made["room"]) as (socket, state):
            ended = win(socket, made["room"], game, state["next"], 14)
        accept(tmp_path, ended["game"])
        lists: dict[str, str | int] = {"board": "5x6", "mines": 5}
        until(lambda: client.get("/api/leaderboards", params=lists).json(), lambda found: found["total"] == 1)
        # The database says that it was faster, in the row and in the record alike, and everything is verified again.
        with sqlite3.connect(tmp_path / "together.sqlite3", timeout=30) as connection:
            (record,) = connection.execute("select record from games where id = ?", (ended["game"],)).fetchone()
            lines = record.split("\n\n")[1].splitlines()
            fast = "\n".join(f"0 {line.partition(' ')[2]}" for line in lines)
            connection.execute(
                "update games set record = ?, milliseconds = 0, verified = null, finished = finished - 1000000",
                (record.split("\n\n")[0] + "\n\n" + fast + "\n",),
            )
    with together_server(kept_in(tmp_path)) as address, httpx.Client(base_url=address, timeout=60) as client:
        found = until(
            lambda: client.get(f"/api/games/{ended['game']}").json()["game"],
            lambda game: game.get("verified") is not None,
        )
        assert (found["verified"], found["why_not"]) == (False, "other")
        assert client.get("/api/leaderboards", params=lists).json()["total"] == 0


@pytest.mark.slow
def test_a_daily_board_is_played_once(tmp_path: Path) -> None:
    with together_server(kept_in(tmp_path)) as address, browser(address) as client:
        account = {"name": "Ann", "passphrase": "a long enough passphrase"}
        assert client.post("/api/account/register", json=account).status_code == 200
        month = client.get("/api/daily").json()
        preset = next(preset for preset in month["presets"] if preset["preset"] == "beginner")
        path = f"/api/daily/{month['today']}/beginner"
        made = client.post(path).json()
        with room_of(client, made["room"]) as (socket, state):
            assert state["is_ranked"]
            moved = hear(socket, "moved")
            game = Game(
                Grid(preset["board"]), preset["mines"], seed=seed_of(tmp_path, made["room"]), rules=preset["rules"]
            )
            game.open(moved["cell"])
            assert moved["cell"] == game.grid.index((4, 4))
            ended = win(socket, made["room"], game, moved["n"] + 1, None)
        assert (ended["layout"], ended["record"]) == ("", "")
        accept(tmp_path, ended["game"])
        (row,) = until(lambda: client.get(path).json()["rows"], len)
        assert row["game"] == ended["game"]
        day = client.get("/api/daily").json()["days"][0]
        assert 0 < day["sealed_for"] <= 25 * 3_600_000
        mine = next(board for board in day["boards"] if board["preset"] == "beginner")["mine"]
        assert (mine["outcome"], mine["game"], mine["place"]) == ("won", ended["game"], 1)
        assert client.post(path).json()["what"] == "daily_sealed"
        with browser(address) as other:
            for each in (client, other):
                assert each.get(f"/api/games/{ended['game']}").json()["what"] == "daily_sealed"
        # Not even the export of a person's own data reveals it.
        layout = game.layout
        assert layout is not None
        text = client.get("/api/account/export").text
        assert ended["game"] in text
        assert layout.format() not in text
        assert str(seed_of(tmp_path, made["room"])) not in text
