"""The socket: its clients and messages, and that it can't block the server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import hypersweep.web.multiplayer.socket as socket_module
from hypersweep.web.multiplayer import socket
from hypersweep.web.multiplayer.failures import RefusedError
from hypersweep.web.multiplayer.socket import Sockets
from room_world import World
from socket_wire import Wire, run
from together_server import kept_in, together_server


def test_a_game_is_played_by_it() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        made = await place.make("solo", "3x4", 3, seed=5)
        ann = await Wire(sockets).hello()
        welcome = ann.of("welcome")[0]
        assert (welcome["me"]["name"], welcome["limits"]["moves"], welcome["limits"]["message"]) == ("Ann", 40, 65536)
        ann.tell({"t": "join", "room": made.room}, {"t": "move", "room": made.room, "n": 1, "kind": "open", "cell": 0})
        assert (await ann.until("moved"))["opened"] == 4
        assert [each["t"] for each in ann.got if each["t"] != "ping"] == ["welcome", "state", "moved"]
        ping = await ann.until("ping")
        ann.tell({"t": "pong", "id": ping["id"]}, {"t": "cursor", "room": made.room, "cell": 3})
        ann.tell({"t": "leave", "room": made.room}, {"t": "move", "room": made.room, "n": 2, "kind": "open", "cell": 9})
        assert (await ann.until("refused"))["what"] == "not_here"
        ann.leave()
        await ann.ended()
        assert notes == ["opened", "closed"]
        host = place.rooms.here(made.room)
        assert host is not None
        assert host.here == 0

    run(play)


@pytest.mark.parametrize("name", ["Elsewhere", "Nobody", "Banned"])
def test_who_may_not_is_told_why_and_sent_away(name: str) -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        wire = Wire(sockets, name)
        await wire.ended()
        assert len(wire.codes) == 1
        assert [each["what"] for each in wire.got] == {"Elsewhere": [], "Nobody": ["nobody"], "Banned": ["banned"]}[
            name
        ]

    run(play)


def test_the_first_message_is_hello_of_this_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "_HELLO", 0.01)

    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        for message in ({"t": "hello", "protocol": 2}, {"t": "leave", "room": "aaaaaaaa"}, "what?"):
            wire = Wire(sockets)
            wire.tell(message)
            await wire.ended()
            assert (wire.got[-1]["what"], wire.codes) == ("protocol", [1008])
        silent = Wire(sockets)
        await silent.ended()
        assert silent.codes == [1008]
        again = Wire(sockets)
        again.tell({"t": "hello", "protocol": 1}, {"t": "hello", "protocol": 1})
        assert (await again.until("refused"))["what"] == "protocol"
        again.leave()
        await again.ended()

    run(play)


texts = st.one_of(
    st.text(max_size=40),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["t", "room", "n", "x"]), inner, max_size=4)
        ),
    ).map(json.dumps),
    st.just("[" * 30_000),
    st.fixed_dictionaries(
        {"t": st.sampled_from(["move", "join", "leave", "ready", "edit", "cursor", "chat", "pong", "hello", "mine"])},
        optional={
            "room": st.sampled_from(["ROOM", "nowhere-at-all", "", 7]),
            "n": st.integers(-1, 3) | st.just(1 << 70),
            "kind": st.sampled_from(["open", "flag", "dig"]),
            "cell": st.integers(-2, 99) | st.none(),
            "key": st.text(max_size=3),
            "since": st.integers(-1, 9),
            "text": st.text(max_size=5),
            "edit": st.dictionaries(st.text(max_size=3), st.integers()),
            "id": st.integers(0, 3),
            "is_ready": st.booleans(),
            "role": st.sampled_from(["player", "watcher", "god"]),
        },
    ).map(json.dumps),
)


@pytest.mark.slow
@given(messages=st.lists(texts, max_size=12))
def test_nothing_that_is_sent_does_harm(messages: list[str]) -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        made = await place.make("coop", "3x4", 3, seed=5, has_chat=True)
        eve = await Wire(sockets, "Ann").hello()
        bob = await Wire(sockets, "Bob").hello()
        bob.tell({"t": "join", "room": made.room, "key": made.key})
        await bob.until("state")
        for text in messages:
            eve.tell(text.replace("ROOM", made.room))
        eve.tell_bytes(b"\0\1")
        await eve.until("refused")
        before = len(bob.got)
        bob.tell({"t": "move", "room": made.room, "n": 1, "kind": "flag", "cell": 1})
        await bob.until("moved", len([each for each in bob.got[:before] if each["t"] == "moved"]) + 1)
        for wire in (eve, bob):
            wire.leave()
            await wire.ended()

    run(play)


def test_who_sends_too_much_is_slowed_down_and_then_sent_away() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        made = await place.make("solo", "30x30", 5, seed=5)
        ann = await Wire(sockets).hello()
        ann.tell({"t": "join", "room": made.room})
        await ann.until("state")
        # Another tab of the same person gets no additional allowance.
        more = await Wire(sockets).hello()
        for n in range(1, 15):
            ann.tell({"t": "move", "room": made.room, "n": n, "kind": "flag", "cell": n})
        refused = await ann.until("refused")
        assert (refused["what"], refused["n"], refused["room"]) == ("too_fast", 11, made.room)
        more.tell({"t": "move", "room": made.room, "n": 1, "kind": "flag", "cell": 1})
        assert (await more.until("refused"))["what"] == "too_fast"
        for _ in range(40):
            ann.tell({"t": "pong", "id": 99})
        await ann.ended()
        assert (ann.got[-1]["what"], ann.codes) == ("too_fast", [1008])
        more.leave()
        await more.ended()

    run(play, moves=1, burst=10)


def test_too_many_malformed_messages_end_it() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        eve = await Wire(sockets).hello()
        for _ in range(30):
            eve.tell("{}")
        await eve.ended()
        assert len(eve.of("refused")) == 20
        assert eve.codes == [1008]
        large = await Wire(sockets).hello()
        large.tell(json.dumps({"t": "chat", "room": "a" * 70_000, "text": ""}))
        assert "at most 65536 bytes" in (await large.until("refused"))["message"]
        large.leave()
        await large.ended()

    run(play)


def test_who_is_banned_is_told_and_sent_away_from_all_tabs() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        wires = [await Wire(sockets).hello() for _ in range(3)]
        bob = await Wire(sockets, "Bob").hello()
        assert sorted(sockets.people) == ["person-Ann", "person-Bob"]
        sockets.end("person-Ann", RefusedError("banned", "expected somebody who may play"))
        for wire in wires:
            await wire.ended()
            assert (wire.got[-1]["what"], wire.codes) == ("banned", [1008])
        assert len(sockets) == 1
        bob.leave()
        await bob.ended()

    run(play)


def test_a_session_that_has_ended_ends_its_sockets_and_no_others() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        sockets._session_of = lambda connection: next(sessions)
        sessions = iter(["one", "two", "one", None])
        wires = [await Wire(sockets).hello() for _ in range(4)]
        assert sockets.sessions == {"one", "two"}
        sockets.end_sessions(set(), RefusedError("signed_out", "the session has ended"))
        sockets.end_sessions({"one", "three"}, RefusedError("signed_out", "the session has ended"))
        for wire in (wires[0], wires[2]):
            await wire.ended()
            assert (wire.got[-1]["what"], wire.codes) == ("signed_out", [1008])
        assert sockets.sessions == {"two"}
        assert len(sockets) == 2
        for wire in (wires[1], wires[3]):
            wire.leave()
            await wire.ended()

    run(play)


def test_idle_sockets_are_moved_the_longest_silent_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        duel = await place.make("versus", "3x4", 3)
        made = await place.make("coop", "3x4", 3)
        ready, first, second, third = [await Wire(sockets).hello() for _ in range(4)]
        ready.tell({"t": "join", "room": duel.room}, {"t": "ready", "room": duel.room, "is_ready": True})
        await ready.until("state")
        for wire in (third, second, first):
            wire.tell({"t": "join", "room": made.room})
            await wire.until("state")
        assert sockets.move(9) == [], "none of them is silent"
        monkeypatch.setattr(socket_module, "_IDLE", 0.0)
        # An answer to a ping isn't from the player; a message for a room is.
        third.tell({"t": "pong", "id": 1})
        second.tell({"t": "cursor", "room": made.room, "cell": 3})
        await first.until("pointed")
        host = place.rooms.here(made.room)
        assert host is not None
        assert host.here == 3
        assert sockets.move(1) == [[made.room]]
        assert host.here == 2, "the room knows at once"
        await third.ended()
        assert sockets.move(9) == [[made.room]] * 2
        for wire in (first, second):
            await wire.ended()
        assert [wire.codes for wire in (first, second, third)] == [[1012]] * 3
        assert notes.count("moved") == 3
        assert len(sockets) == 1, "who is ready for a game stays so"
        ready.tell({"t": "leave", "room": duel.room}, {"t": "cursor", "room": duel.room, "cell": 1})
        await ready.until("refused")
        assert sockets.move(9) == [[]]
        await ready.ended()

    run(play)


def test_sockets_of_one_person_and_rooms_of_one_socket_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "_MOST_OF_PERSON", 2)
    monkeypatch.setattr(socket_module, "_MOST_ROOMS", 2)

    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        wires = [await Wire(sockets).hello() for _ in range(2)]
        third = Wire(sockets)
        await third.ended()
        assert (third.got[-1]["what"], third.codes) == ("too_many_sockets", [1013])
        made = [await place.make("coop", "3x4", 3) for _ in range(3)]
        for each in made:
            wires[0].tell({"t": "join", "room": each.room})
        assert (await wires[0].until("refused"))["what"] == "too_many_rooms"
        # Until both rooms are joined, leaving one is held back, and the third join would be refused again.
        await wires[0].until("state", 2)
        wires[0].tell({"t": "leave", "room": made[0].room})
        wires[0].tell({"t": "join", "room": made[2].room})
        await wires[0].until("state", 3)
        wires[0].tell({"t": "join", "room": "nowhere-at-all"}, {"t": "leave", "room": made[1].room})
        for wire in wires:
            wire.leave()
            await wire.ended()

    run(play)


def test_a_fault_of_the_server_ends_that_socket_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        told: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: told.append(context["exception"]))
        ann, bob = await Wire(sockets).hello(), await Wire(sockets, "Bob").hello()
        with monkeypatch.context() as patched:
            patched.setattr(Sockets, "_wait_or_leave", lambda *args: 1 / 0)
            ann.tell({"t": "leave", "room": "nowhere-at-all"})
            await ann.ended()
        assert (ann.got[-1]["what"], ann.codes) == ("failed", [1011])
        assert isinstance(told[0], ZeroDivisionError)
        bob.tell({"t": "leave", "room": "nowhere-at-all"}, {"t": "hello", "protocol": 1})
        await bob.until("refused")
        bob.leave()
        await bob.ended()

    run(play)


@asynccontextmanager
async def begun(address: str) -> AsyncIterator[tuple[ClientConnection, httpx.AsyncClient]]:
    """A guest's socket and HTTP client."""
    headers = {"origin": address, "x-hypersweep": "1"}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as client:
        (await client.post("/api/session")).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        async with connect(
            address.replace("http", "ws") + "/socket",
            origin=address,  # type: ignore[arg-type]
            additional_headers={"cookie": cookie},
            max_size=1 << 24,
            compression=None,
            proxy=None,
            open_timeout=60,
        ) as socket:
            await socket.send('{"t": "hello", "protocol": 1}')
            yield socket, client


async def told(socket: ClientConnection, kind: str) -> dict[str, Any]:
    async with asyncio.timeout(20):
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["t"] == kind:
                return message


@pytest.mark.slow
def test_a_game_is_played_with_a_whole_server(tmp_path: Path) -> None:
    async def play(address: str) -> None:
        async with begun(address) as (socket, client):
            request = {"kind": "solo", "board": "9x9", "mines": 10}
            made = (await client.post("/api/rooms", json=request)).json()
            await socket.send(json.dumps({"t": "join", "room": made["room"]}))
            assert (await told(socket, "state"))["stage"] == "playing"
            await socket.send(json.dumps({"t": "move", "room": made["room"], "n": 1, "kind": "open", "cell": 40}))
            assert (await told(socket, "moved"))["opened"] >= 1

    with together_server(kept_in(tmp_path)) as address:
        asyncio.run(play(address))


@pytest.mark.slow
def test_a_browser_that_doesn_t_read_is_dropped_by_a_whole_server(tmp_path: Path) -> None:
    async def play(address: str) -> None:
        async with begun(address) as (socket, client):
            request = {"kind": "coop", "board": "300x300", "mines": 900}
            made = (await client.post("/api/rooms", json=request)).json()
            await socket.send(json.dumps({"t": "join", "room": made["room"]}))
            await told(socket, "state")
            socket.transport.pause_reading()
            with suppress(ConnectionClosed, ConnectionError):
                async with asyncio.timeout(20):
                    for _ in range(300):
                        await socket.send(json.dumps({"t": "join", "room": made["room"]}))
                        await asyncio.sleep(0.002)
            socket.transport.resume_reading()
            async with asyncio.timeout(20):
                await socket.wait_closed()
            lobby = await client.get("/api/lobby")
            assert lobby.status_code == 200

    with together_server(kept_in(tmp_path)) as address:
        asyncio.run(play(address))


def test_who_doesn_t_read_is_dropped_and_holds_nothing() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        made = await place.make("coop", "300x300", 900, seed=5)
        ann = await Wire(sockets).hello()
        wat = await Wire(sockets, "Wat", is_short=True).hello()
        ann.tell({"t": "join", "room": made.room})
        wat.tell({"t": "join", "room": made.room, "key": made.key, "role": "watcher"})
        await wat.until("state")
        wat.is_open.clear()
        port = next(each for each in sockets._ports if each.person.name == "Wat")
        count = len(wat.got)
        for _ in range(9):
            wat.tell({"t": "join", "room": made.room, "key": made.key, "role": "watcher"})
        await wat.ended()
        assert wat.was_aborted
        assert len(wat.got) == count
        assert (port._size, len(port._waiting), port.rooms) == (0, 0, {})
        assert wat.most_at_once == 1
        host = place.rooms.here(made.room)
        assert host is not None
        assert host.here == 1
        ann.tell({"t": "move", "room": made.room, "n": 1, "kind": "flag", "cell": 1})
        await ann.until("moved")
        ann.leave()
        await ann.ended()

    run(play)


def test_who_reads_late_gets_all_in_order() -> None:
    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        made = await place.make("solo", "3x4", 3, seed=5)
        ann = await Wire(sockets).hello()
        ann.tell({"t": "join", "room": made.room})
        await ann.until("state")
        ann.is_open.clear()
        for n in range(1, 30):
            ann.tell({"t": "move", "room": made.room, "n": n, "kind": "flag", "cell": n % 12})
        await place.settle()
        assert not ann.of("moved")
        ann.is_open.set()
        await ann.until("moved", 29)
        assert [each["n"] for each in ann.of("moved")] == list(range(1, 30))
        ann.leave()
        await ann.ended()

    run(play)


def test_round_trips_are_measured_and_who_doesn_t_answer_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "_PINGS", (0.0,) * 6)
    monkeypatch.setattr(socket, "_PING", 0.0)
    monkeypatch.setattr(socket, "_DEAD", 0.05)

    async def play(place: World, sockets: Sockets, notes: list[str]) -> None:
        ann = await Wire(sockets, is_short=True).hello()
        port = next(iter(sockets._ports))
        now = time.monotonic()
        for number in range(1, 6):
            await ann.until("ping", number)
            port._ping = (number, time.monotonic() - number * 0.1)
            port.pong(number + 1)
            assert port._ping is not None, "only the answer to this one counts"
            ann.tell({"t": "pong", "id": number})
            async with asyncio.timeout(20):
                while port._ping is not None and port._ping[0] == number:
                    await asyncio.sleep(0.001)
            port.next_ping = now
            port.ping(now)
        assert 100 <= port.round_trip < 200, "the shortest of 100 to 500"
        await ann.ended()
        assert ann.was_aborted

    run(play)
