"""A bare echo of WebSocket messages, run as a process: ``python benchmarks/web_echo.py starlette|own``.

It prints its port, and ends when its input ends. Starlette's path ``/all`` sends each message to all connections.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from typing import Any


def starlette() -> None:
    """Serve with Starlette on uvicorn, like an ordinary application."""
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket
    from uvicorn import Config, Server

    connected: set[WebSocket] = set()

    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        async for text in websocket.iter_text():
            await websocket.send_text(text)

    async def to_all(websocket: WebSocket) -> None:
        await websocket.accept()
        connected.add(websocket)
        try:
            async for text in websocket.iter_text():
                for each in list(connected):
                    await each.send_text(text)
        finally:
            connected.discard(websocket)

    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(listening.getsockname()[1], flush=True)
    app = Starlette(routes=[WebSocketRoute("/socket", echo), WebSocketRoute("/all", to_all)])
    config = Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_config=None, log_level="critical"
    )
    Server(config).run(sockets=[listening])


def own() -> None:
    """Serve with hypersweep's server and its ``SocketProtocol``; the additional cost of a move is the cost of rooms."""
    from hypersweep.web.page_files import site_folder
    from hypersweep.web.server import PageServer
    from hypersweep.web.site import read_site

    async def echo(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            return
        await receive()
        await send({"type": "websocket.accept"})
        short = scope["extensions"]["hypersweep"]
        short["deliver"](short["write"])
        while (await receive())["type"] != "websocket.disconnect":
            pass

    server = PageServer(read_site(site_folder()), app=echo, is_together=True)
    server.run(lambda: print(server.port, flush=True))


def main() -> None:
    """Serve until the input ends."""

    def end() -> None:
        sys.stdin.read()
        os._exit(0)

    threading.Thread(target=end, daemon=True).start()
    {"starlette": starlette, "own": own}[sys.argv[1]]()


if __name__ == "__main__":
    main()
