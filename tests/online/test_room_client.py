"""The client against a whole server: a game from the first move to its record, and what breaks a connection."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hypersweep.game import Game
from hypersweep.grid import Grid
from hypersweep.moves import Outcome
from hypersweep.online.room_client import PROTOCOL, OnlineGame, RoomClient
from hypersweep.online.server_client import ServerClient
from hypersweep.record import Record
from hypersweep.rules import Rules
from hypersweep.web.multiplayer import protocol
from together_server import kept_in, together_server

RULES = "classic,first=opening"


def seed_of(folder: Path, room: str) -> int:
    with sqlite3.connect(folder / "together.sqlite3") as connection:
        return int(connection.execute("select seed from rooms where id = ?", (room,)).fetchone()[0])


class Player:
    """A client in a room, whose events can be awaited."""

    def __init__(self, server: ServerClient, room: str, key: str = "") -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.news = asyncio.Event()
        self.room = RoomClient(server, room, key=key, on_event=self.tell)
        self.task = asyncio.ensure_future(self.room.run())

    def tell(self, event: str, message: dict[str, Any]) -> None:
        self.events.append((event, message))
        self.news.set()

    async def until(self, event: str) -> dict[str, Any]:
        """Wait for an event, and drop it and the ones before it."""
        while True:
            for place, (name, message) in enumerate(self.events):
                if name == event:
                    del self.events[: place + 1]
                    return message
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 30)

    async def end(self) -> None:
        self.room.close()
        await asyncio.wait_for(self.task, 10)


def test_the_protocol_is_the_servers() -> None:
    assert PROTOCOL == protocol.PROTOCOL


@pytest.mark.slow
def test_a_ranked_game_is_won(tmp_path: Path) -> None:
    async def play(address: str) -> None:
        server = ServerClient(address, tmp_path / "own" / "cookies")
        name = await asyncio.to_thread(server.create_room, "solo", "4x5x3", 5, RULES)
        twin = Game("4x5x3", 5, seed=seed_of(tmp_path, name), rules=RULES)
        player = Player(server, name)
        await player.until("state")
        game = player.room.game
        assert game is not None
        assert player.room.is_playing
        twin.open(7)
        player.room.move("open", 7)
        await player.until("moved")
        assert game.codes().tolist() == twin.codes().tolist()
        layout = twin.layout
        assert layout is not None
        clicks = []
        for cell in range(60):
            # Skip cells that an earlier click opens: the server answers these after the end of the game.
            if not layout.is_mine(cell) and not twin.is_open(cell):
                clicks.append(cell)
                twin.open(cell)
        # Send them all at once: they are answered in order.
        for cell in clicks:
            player.room.move("open", cell)
        assert player.room.pending == clicks
        ended = await player.until("ended")
        assert game.outcome is Outcome.WON
        assert player.room.pending == []
        assert Record.parse(ended["record"]).outcome is Outcome.WON
        assert game.milliseconds == ended["milliseconds"]
        await player.end()

    with together_server(kept_in(tmp_path)) as address:
        asyncio.run(play(address))


@pytest.mark.slow
def test_a_lost_connection_loses_no_move(tmp_path: Path) -> None:
    async def play(address: str) -> None:
        server = ServerClient(address)
        name = await asyncio.to_thread(server.create_room, "solo", "6x7", 8, "classic")
        player = Player(server, name)
        await player.until("state")
        game = player.room.game
        assert game is not None
        for cell in range(6):
            player.room.move("flag", cell)
            if cell % 2:
                while player.room._socket is None:
                    await asyncio.sleep(0.02)
                player.room._socket.transport.abort()
                await player.until("away")
        while player.room.pending:
            await asyncio.sleep(0.05)
        assert game.flags == 6
        assert [game.is_flagged(cell) for cell in range(7)] == [True] * 6 + [False]
        await player.end()

    with together_server(kept_in(tmp_path)) as address:
        asyncio.run(play(address))


@pytest.mark.slow
def test_two_players_share_a_board(tmp_path: Path) -> None:
    async def play(address: str) -> None:
        ann, ben = ServerClient(address), ServerClient(address)
        name = await asyncio.to_thread(ann.create_room, "coop", "5x6", 4, "classic")
        first = Player(ann, name)
        await first.until("state")
        second = Player(ben, name, first.room.key)
        await second.until("state")
        await first.until("members")
        for player in (first, second):
            player.room.ready()
        while not (first.room.is_playing and second.room.is_playing):
            await asyncio.sleep(0.02)
        first.room.move("flag", 3)
        moved = await second.until("moved")
        assert (moved["by"], moved["changed"]) == (first.room.you, [3])
        assert second.room.game is not None
        assert second.room.game.is_flagged(3)
        await first.end()
        await second.end()

    with together_server(kept_in(tmp_path)) as address:
        asyncio.run(play(address))


def test_a_server_that_never_answers_does_not_keep_the_program_from_ending() -> None:
    program = """
import asyncio, socket, sys
from hypersweep.online.room_client import RoomClient
from hypersweep.online.server_client import ServerClient
silent = socket.create_server(("127.0.0.1", 0))
async def main():
    server = ServerClient(f"http://127.0.0.1:{silent.getsockname()[1]}")
    task = asyncio.ensure_future(RoomClient(server, "Zf3kQ8aL2xB1", on_event=print).run())
    await asyncio.sleep(0.1)
    task.cancel()
asyncio.run(main())
"""
    # The limit for an answer is 30 seconds.
    subprocess.run([sys.executable, "-c", program], check=True, timeout=20)


@pytest.mark.parametrize("wrong", ["AAAA", "", "????", "AQH////"])
def test_wrong_codes_of_a_board_are_refused(wrong: str) -> None:
    game = OnlineGame(Grid("2x3"), 1, Rules())
    with pytest.raises(ValueError, match=r"expected|base64|[Ii]ncorrect|[Ii]nvalid|Only"):
        game.take({"codes": wrong}, is_running=False)
