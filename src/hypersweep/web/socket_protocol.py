"""WebSockets as uvicorn speaks them, with a short way for an app that wants each message at once.

ASGI hands a message on by a queue and a task that waits for it, and stops reading until it was taken. That costs more
than most messages do. An app that finds ``scope["extensions"]["hypersweep"]`` may do without:

* ``abort()`` ends the connection at once, whatever waits to be sent;
* ``deliver(take)`` has ``take(data)`` called with each text message from now on, as it comes, in bytes that may not be
  UTF-8; with None for a binary one. ``receive()`` gives only the end then;
* ``write(data)`` sends a text message, and says whether it did: where the peer doesn't read, the app has to wait, by
  ``send``.

Frames that are anything but whole text messages go uvicorn's way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SocketProtocol"]

_WHOLE_TEXT = 0x81
# The heads of text frames that are short, as most are.
_HEADS = [bytes((_WHOLE_TEXT, size)) for size in range(126)]


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket of an app that may take the short way."""

    _take: Callable[[bytes | None], None] | None = None
    # What has come of a frame that isn't whole yet.
    _rest = b""
    _is_in_parts = False

    async def run_asgi(self) -> None:
        """Run the app, and tell it of the short way."""
        extensions: Any = self.scope["extensions"]
        extensions["hypersweep"] = {"abort": self.transport.abort, "deliver": self.deliver, "write": self.write}
        await super().run_asgi()

    def deliver(self, take: Callable[[bytes | None], None]) -> None:
        """Have messages taken as they come, and those that have come already."""
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
        """Send a text message, if that can be done at once."""
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
        """Hand on the frames that are whole."""
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
                # It isn't masked, or is too long: that is said, and ends the connection.
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
        """Hand on a message that came in parts, or is binary."""
        take = self._take
        if take is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames.clear()
        if not self.close_sent:
            take(data if self.curr_msg_data_type == "text" else None)
