"""A bare echo of WebSocket messages, in a process of its own: ``python benchmarks/web_echo starlette|picows``.

It says its port, and ends with its input. At ``/all`` of Starlette's, each message goes to everybody who is connected.
"""

from __future__ import annotations

import asyncio
import socket
import sys
import threading


def starlette(listening: socket.socket) -> None:
    """Serves as hypersweep is served: Starlette on uvicorn, with the same settings."""
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket
    from uvicorn import Config, Server

    everybody: set[WebSocket] = set()

    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        async for text in websocket.iter_text():
            await websocket.send_text(text)

    async def to_all(websocket: WebSocket) -> None:
        await websocket.accept()
        everybody.add(websocket)
        try:
            async for text in websocket.iter_text():
                for each in list(everybody):
                    await each.send_text(text)
        finally:
            everybody.discard(websocket)

    app = Starlette(routes=[WebSocketRoute("/socket", echo), WebSocketRoute("/all", to_all)])
    config = Config(
        app, ws="websockets-sansio", ws_per_message_deflate=False, lifespan="off", log_config=None, log_level="critical"
    )
    Server(config).run(sockets=[listening])


def picows(listening: socket.socket) -> None:
    """Serves with picows, whose frames are read and written in C."""
    from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

    class Echo(WSListener):
        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            transport.send(frame.msg_type, frame.get_payload_as_bytes())
            if frame.msg_type == WSMsgType.CLOSE:
                transport.disconnect()

    def begin(request: WSUpgradeRequest) -> WSListener:
        return Echo()

    async def serve() -> None:
        server = await ws_create_server(begin, sock=listening)
        await server.serve_forever()

    asyncio.run(serve())


def main() -> None:
    """Serves until its input ends."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    print(listening.getsockname()[1], flush=True)

    def end() -> None:
        sys.stdin.read()
        import os

        os._exit(0)

    threading.Thread(target=end, daemon=True).start()
    {"starlette": starlette, "picows": picows}[sys.argv[1]](listening)


if __name__ == "__main__":
    main()
