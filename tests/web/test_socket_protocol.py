"""WebSockets on the fast path: every message arrives once, in order, in any framing."""

from __future__ import annotations

import asyncio
import importlib
import importlib.metadata
import inspect
import random
import re
import socket
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection, connect

from hypersweep.web.page_files import site_folder
from hypersweep.web.server import PageServer
from hypersweep.web.site import Site, read_site
from page_server import running


@cache
def page() -> Site:
    """The page, which every server here would read anew."""
    return read_site(site_folder())


@contextmanager
def served(app: Any) -> Iterator[ClientConnection]:
    """A client of an app."""
    server = PageServer(page(), app=app, is_together=True, longest=1 << 16)
    with running(server), connect(f"ws://127.0.0.1:{server.port}/", compression=None, max_size=None) as client:
        yield client


class Echo:
    """An echo, on the fast path if ``is_short``; it records how connections ended."""

    def __init__(self, *, is_short: bool = True) -> None:
        self.is_short = is_short
        self.ended = threading.Event()
        self.pause = threading.Event()
        self.end: dict[str, Any] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for name in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{name}.complete"})
            return
        short = scope["extensions"]["hypersweep"]
        await receive()
        await send({"type": "websocket.accept"})
        # Earlier data is passed on as well.
        first = await receive()
        assert short["write"](first["text"].encode())
        if self.is_short:
            await asyncio.sleep(0.01)

            def take(data: bytes | None) -> None:
                if data == b"abort":
                    short["abort"]()
                else:
                    assert short["write"](b"binary" if data is None else data)

            short["deliver"](take)
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                self.end = message
                self.ended.set()
                return
            await send({"type": "websocket.send", "text": message.get("text", "binary")})


@pytest.mark.slow
@pytest.mark.parametrize("is_short", [True, False])
def test_messages_of_all_sizes_come_back_in_order(is_short: bool) -> None:
    texts = ["first", "", "ä" * 7, "x" * 125, "x" * 126, "€" * 400, "y" * 65535, "z" * 65536, *map(str, range(300))]
    echo = Echo(is_short=is_short)
    with served(echo) as client:
        for text in texts:
            client.send(text)
        assert [client.recv(timeout=30) for _ in texts] == texts
        client.send(b"\0\xff")
        assert client.recv(timeout=30) == "binary"
        client.send(iter(["in ", "three ", "parts"]))
        assert client.recv(timeout=30) == "in three parts"
        assert client.ping().wait(30)
    assert echo.ended.wait(30)
    assert echo.end["code"] == 1000


def frames(texts: list[str], rng: random.Random) -> bytes:
    """Texts as frames, some of them in parts, with pings between and inside of them."""
    found = []
    for text in texts:
        data = text.encode()
        cut = rng.randrange(len(data) + 1) if rng.random() < 0.3 else None
        parts = [data] if cut is None else [data[:cut], data[cut:]]
        for number, part in enumerate(parts):
            if rng.random() < 0.2:
                found.append(Frame(Opcode.PING, b"ping"))
            found.append(Frame(Opcode.CONT if number else Opcode.TEXT, part, fin=number == len(parts) - 1))
    return b"".join(frame.serialize(mask=True) for frame in found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_frames_may_come_in_any_pieces(seed: int) -> None:
    rng = random.Random(seed)
    texts = ["first", *("t" * rng.choice([0, 1, 5, 124, 125, 126, 127, 300, 5000]) + str(n) for n in range(60))]
    data = frames(texts, rng)
    with served(Echo()) as client:
        line = client.socket
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        at = 0
        while at < len(data):
            size = rng.choice([1, 2, 3, 7, 100, 2000])
            line.sendall(data[at : at + size])
            at += size
        assert [client.recv(timeout=30) for _ in texts] == texts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (b"\x81\x02hi", 1002),  # not masked
        (b"\x82\x00", 1002),
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"abcd", 1009),
        (b"\x81\xff" + ((1 << 16) + 1).to_bytes(8, "big") + b"abcd", 1009),
        (b"\xc1\x80abcd", 1002),  # with a bit that wasn't negotiated
        (b"\x83\x80abcd", 1002),  # no opcode
        (b"\x80\x80abcd", 1002),  # goes on with nothing
        (b"\x01\x80abcd\x81\x80abcd", 1002),  # a message inside of another
        (b"\x89\xfe\x00\x7eabcd" + b"x" * 126, 1002),  # too long a ping
        (b"\x81\xfe\xff\xff" + bytes(4) + b"x" * 65535 + b"\x80\x01" * 4000, 1002),  # then something wrong
    ],
)
def test_what_is_wrong_ends_the_connection_and_says_so(wrong: bytes, code: int) -> None:
    echo = Echo()
    with served(echo) as client:
        client.send("first")
        assert client.recv(timeout=30) == "first"
        client.send("second")
        assert client.recv(timeout=30) == "second"
        client.socket.sendall(wrong)
        with pytest.raises(ConnectionClosed) as error:
            read_on(client)
        assert error.value.rcvd is not None
        assert error.value.rcvd.code == code
    assert echo.ended.wait(30)


def read_on(client: ClientConnection) -> None:
    while True:
        client.recv(timeout=30)


@pytest.mark.slow
def test_it_can_be_ended_at_once() -> None:
    echo = Echo()
    with served(echo) as client:
        client.send("first")
        assert client.recv(timeout=30) == "first"
        client.send("abort")
        with pytest.raises(ConnectionClosed):
            client.recv(timeout=30)
    assert echo.ended.wait(30)


@pytest.mark.slow
def test_who_does_not_read_is_waited_for() -> None:
    written: list[bool] = []
    done = threading.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for name in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{name}.complete"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        write = scope["extensions"]["hypersweep"]["write"]
        while write(b"x" * 60000):
            written.append(True)
            await asyncio.sleep(0)
        await send({"type": "websocket.send", "text": "last"})
        assert write(b"after it")
        done.set()
        await receive()
        assert not write(b"too late")

    with served(app) as client:
        count = 0
        while (got := client.recv(timeout=30)) != "last":
            assert got == "x" * 60000
            count += 1
        assert client.recv(timeout=30) == "after it"
        assert done.wait(30)
        assert count == len(written)


PRIVATE = {
    "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": (
        "close_sent config curr_msg_data_type data_received disconnected frames handshake_initiated queue read_paused "
        "run_asgi scope send_receive_event_to_app transport writable"
    ),
    "uvicorn.protocols.http.h11_impl:H11Protocol": (
        "conn connection_lost connection_made handle_websocket_upgrade loop on_response_complete transport"
    ),
    "uvicorn:Server": "capture_signals handle_exit lifespan should_exit started startup",
    "uvicorn.lifespan.on:LifespanOn": "main",
    "uvicorn:Config": "ws_max_size",
    "websockets.frames:apply_mask": "",
}
"""What the server uses of uvicorn and websockets beyond what they document, by module and class."""


def test_the_private_parts_of_others_are_where_they_were() -> None:
    moved = []
    for place, names in PRIVATE.items():
        module, _, name = place.partition(":")
        try:
            part = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            moved.append(place)
            continue
        source = inspect.getsource(part) if names else ""
        moved += [
            f"{place}.{each}"
            for each in names.split()
            if not hasattr(part, each) and not re.search(rf"self\.{each}\b.*[:=]", source)
        ]
    assert moved == [], "moved or renamed: look at socket_protocol.py and server.py before the pin is raised"


def test_what_has_private_parts_in_use_is_pinned_exactly() -> None:
    root = Path(__file__).parents[2]
    web = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"][
        "web"
    ]
    constraints = (root / "constraints.txt").read_text(encoding="utf-8").split()
    for name in ("uvicorn", "websockets"):
        (pin,) = (each for each in web if re.match(rf"{name}\b", each))
        assert re.fullmatch(rf"{name}==[\d.]+", pin)
        assert pin in constraints
        assert pin == f"{name}=={importlib.metadata.version(name)}"
