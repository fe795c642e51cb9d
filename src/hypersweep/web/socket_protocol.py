"""uvicorn's WebSockets, with a shortcut for apps that handle each message at once.

In plain ASGI, a message goes through a queue to a waiting task, and uvicorn stops reading until the task has received
it. That costs more than handling most messages. An app can avoid it if ``scope["extensions"]["hypersweep"]`` exists:

* ``abort()`` closes the connection at once, dropping anything queued;
* ``deliver(take)`` makes the server call ``take(data)`` with each message from then on: the bytes of a text message,
  which may be invalid UTF-8, or None for a binary message. ``receive()`` then reports only disconnection;
* ``write(data)`` sends a text message if that is possible without waiting, and returns whether it was sent. If the
  client reads too slowly, the app has to use ``send``, which waits.

Frames that aren't complete text messages take uvicorn's normal path.

This is a subclass of a class that uvicorn selects but doesn't document, since nothing public does the same: ASGI has no
extension that delivers messages by a call, and uvicorn's options for WebSockets set limits, pings and compression. On
the public ``websockets.server.ServerProtocol`` or on wsproto, the handshake, pings, flow control and shutdown would
have to be written again. So ``pyproject.toml`` pins both libraries, and a test names each private part that is in use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

if TYPE_CHECKING:
    from collections.abc import Callable

_WHOLE_TEXT = 0x81
# Precomputed headers for unmasked text frames shorter than 126 bytes, as most are.
_HEADS = [bytes((_WHOLE_TEXT, size)) for size in range(126)]


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with the shortcut added."""

    _take: Callable[[bytes | None], None] | None = None
    # Bytes of an incomplete frame received so far.
    _rest = b""
    _is_in_parts = False

    async def run_asgi(self) -> None:
        """Run the app with the shortcut added to its scope."""
        extensions: Any = self.scope["extensions"]
        extensions["hypersweep"] = {"abort": self.transport.abort, "deliver": self.deliver, "write": self.write}
        await super().run_asgi()

    def deliver(self, take: Callable[[bytes | None], None]) -> None:
        """Call ``take`` with each message from now on (None if it is binary), starting with those already queued."""
        kept = []
        while not self.queue.empty():
            message = self.queue.get_nowait()
            if message["type"] == "websocket.receive":
                text = message.get("text")
                take(None if text is None else text.encode())
            else:
                kept.append(message)
        for message in kept:
            self.queue.put_nowait(message)
        self._take = take
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def write(self, data: bytes) -> bool:
        """Send a text message if possible without waiting. Returns: whether it was sent."""
        if self.close_sent or self.disconnected or not self.writable.is_set() or self.transport.is_closing():
            return False
        size = len(data)
        if size < 126:
            head = _HEADS[size]
        elif size < 1 << 16:
            head = b"\x81\x7e" + size.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + size.to_bytes(8, "big")
        self.transport.write(head + data)
        return True

    def data_received(self, data: bytes) -> None:
        """Handle the complete frames in the data received, and store the rest."""
        if not self.handshake_initiated:
            super().data_received(data)
            return
        if self._rest:
            data = self._rest + data
        take = self._take
        longest = self.config.ws_max_size
        at, end = 0, len(data)
        while end - at >= 2:
            first, size = data[at], data[at + 1] - 0x80
            if size < 126:
                begin = at + 6
            elif size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4], "big"), at + 8
            else:
                size, begin = int.from_bytes(data[at + 2 : at + 10], "big"), at + 14
            stop = begin + size
            if size < 0 or (end >= begin and size > longest):
                # The frame isn't masked or is too long; uvicorn reports the error and closes the connection.
                super().data_received(data[at:])
                return
            if stop > end or begin > end:
                break
            if first == _WHOLE_TEXT and take is not None and not self._is_in_parts:
                if not self.close_sent:
                    take(apply_mask(data[begin:stop], data[begin - 4 : begin]))
            else:
                if first & 0x0F < 8:
                    self._is_in_parts = first < 0x80
                super().data_received(data[at:stop])
                take = self._take
            if self.transport.is_closing():
                return
            at = stop
        self._rest = data[at:]

    def send_receive_event_to_app(self) -> None:
        """Pass the app a message that uvicorn assembled because it was fragmented or is binary."""
        take = self._take
        if take is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames.clear()
        if not self.close_sent:
            take(data if self.curr_msg_data_type == "text" else None)
