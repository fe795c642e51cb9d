"""A player in a room who uses its socket and opens only safe cells."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any, Self

from websockets.sync.client import connect
from websockets.typing import Origin

from hypersweep import COVERED, Grid, View, analyse
from hypersweep.web.multiplayer.protocol import PROTOCOL

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["CarefulPlayer"]


class CarefulPlayer:
    """A connection of the person that a cookie identifies.

    Args:
        address: address of the server, without a slash at the end.
        cookie: the header.
    """

    def __init__(self, address: str, cookie: str) -> None:
        where = address.replace("http", "ws", 1) + "/socket"
        self._opening = connect(where, origin=Origin(address), additional_headers={"Cookie": cookie}, compression=None)

    def __enter__(self) -> Self:
        self._socket = self._opening.__enter__()
        self._send(t="hello", protocol=PROTOCOL)
        self._until("welcome")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opening.__exit__(kind, error, trace)

    def play(self, room: str, *, key: str | None = None, loses: bool = False) -> dict[str, Any]:
        """Play a room with one player to its end: open cells that are certainly safe, or a mine.

        Returns:
            The message that the game has ended.
        """
        self._send(t="join", room=room, key=key)
        state = self._until("state")
        grid = Grid(state["board"])
        codes = list(memoryview(base64.b64decode(state["boards"][0]["codes"])).cast("b"))
        number = state["next"]
        while True:
            for cell in self._chosen(View(grid, state["mines"], codes), loses):
                if codes[cell] != COVERED:
                    continue
                self._send(t="move", room=room, n=number, kind="open", cell=cell)
                moved = self._until("moved", n=number)
                number += 1
                for each, code in zip(moved.get("cells", ()), moved.get("codes", ()), strict=True):
                    codes[each] = code
                if "all" in moved:
                    codes = list(memoryview(base64.b64decode(moved["all"])).cast("b"))
                if moved.get("outcome", "ongoing") != "ongoing":
                    return self._until("ended")

    def _chosen(self, view: View, loses: bool) -> list[int]:
        if all(code == COVERED for code in view.codes):
            return [view.grid.cells // 2]
        found = analyse(view)
        cells = found.mine_cells if loses and found.mine_cells else found.safe_cells
        assert cells, "a guess is needed"
        return [view.grid.index(cell) for cell in cells]

    def _send(self, **message: Any) -> None:
        self._socket.send(json.dumps({name: value for name, value in message.items() if value is not None}))

    def _until(self, tag: str, **values: Any) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(timeout=20))
            if message["t"] == "ping":
                self._send(t="pong", id=message["id"])
            assert message["t"] not in ("refused", "gone"), message
            if message["t"] == tag and all(message.get(name) == value for name, value in values.items()):
                return message
