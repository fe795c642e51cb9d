"""A room on a hypersweep server: its members and its board. Moves are resent until they are answered."""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import random
import time
from array import array
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread
from typing import TYPE_CHECKING, Any

from hypersweep.codes import COVERED, FLAGGED, WRONG_FLAG
from hypersweep.errors import HypersweepError, ParseError
from hypersweep.grid import Grid
from hypersweep.moves import Outcome
from hypersweep.online.server_client import OnlineError, ServerClient
from hypersweep.rules import Rules
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from websockets.asyncio.client import ClientConnection

    from hypersweep.typing import CellLike

PROTOCOL = 1
"""Version of the protocol, as in ``hypersweep.web.multiplayer.protocol``."""

# With more neighbours per cell than this, the server uses two bytes per code.
_ONE_BYTE = 100
# Maximum length of a message in bytes: enough for the codes of any board that a server allows.
_LONGEST = 1 << 26
# Initial and maximum delay in seconds before reconnecting or resending moves.
_SOONEST, _LATEST = 0.25, 10.0
# Seconds of silence after which the connection counts as lost; the server pings more often than that.
_SILENT = 45.0
# Temporary errors: the request is retried. See the page's multiplayer/move_line.ts.
_PASSING = frozenset({"unavailable", "away", "not_here", "too_fast", "too_often", "busy", "gap", "failed"})
_OUTCOMES = {"ongoing": Outcome.ONGOING, "won": Outcome.WON, "lost": Outcome.LOST}


class OnlineGame:
    """The board of a room, as far as the server reveals it. The terminal's board view can show it like a ``Game``.

    Args:
        grid: the board.
        mines: number of mines.
        rules: the rules.

    Attributes:
        grid: the board.
        mines: number of mines.
        rules: the rules.
        outcome: the outcome so far.
        opened: number of open cells.
        flags: number of flags.
        is_started: whether the clock has been started.

    >>> game = OnlineGame(Grid("2x3"), 1, Rules())
    >>> game.take({"codes": "AQH/////", "opened": 2, "milliseconds": 1500, "is_started": True}, is_running=False)
    >>> game.codes().tolist(), game.opened, game.milliseconds, game.is_open(0)
    ([1, 1, -1, -1, -1, -1], 2, 1500, True)
    """

    def __init__(self, grid: Grid, mines: int, rules: Rules) -> None:
        self.grid: Grid = grid
        self.mines: int = mines
        self.rules: Rules = rules
        self.outcome: Outcome = Outcome.ONGOING
        self.opened: int = 0
        self.flags: int = 0
        self.is_started: bool = False
        self._codes = array(grid.code_format, [COVERED]) * grid.cells
        self._milliseconds = 0
        # When ``_milliseconds`` was last updated, by ``time.monotonic``; None while the clock is stopped.
        self._shown: float | None = None

    @property
    def remaining(self) -> int:
        """Number of mines minus number of flags."""
        return self.mines - self.flags

    @property
    def milliseconds(self) -> int:
        """Game time in milliseconds: the server's latest value, plus the time since then while the clock is running."""
        since = 0.0 if self._shown is None else time.monotonic() - self._shown
        return self._milliseconds + int(since * 1000)

    def codes(self, begin: int = 0, end: int | None = None) -> memoryview:
        """Return the codes of the cells from index ``begin`` up to, but not including, ``end``, as in a ``View``."""
        return memoryview(self._codes)[begin:end]

    def is_open(self, cell: CellLike) -> bool:
        """Return whether a cell is open."""
        return self._codes[self.grid.index(cell)] >= 0

    def is_flagged(self, cell: CellLike) -> bool:
        """Return whether a cell has a flag."""
        return self._codes[self.grid.index(cell)] in (FLAGGED, WRONG_FLAG)

    def take(self, board: dict[str, Any], *, is_running: bool) -> None:
        """Apply the state of the whole board.

        Args:
            board: the server's ``Board``.
            is_running: whether the room's game is being played.
        """
        codes = board.get("codes")
        self._codes = array(self._codes.typecode, [COVERED]) * self.grid.cells if codes is None else self._read(codes)
        self.is_started = bool(board.get("is_started", False))
        self._count(board, is_running=is_running and self.is_started)

    def move(self, moved: dict[str, Any]) -> Sequence[int] | None:
        """Apply a move; applying it twice is harmless. Returns: the changed cells, or None if all may have changed.

        Args:
            moved: the server's ``Moved``.
        """
        changed: Sequence[int] | None
        if moved.get("all") is not None:
            self._codes, changed = self._read(moved["all"]), None
        else:
            changed = moved.get("cells", [])
            for cell, code in zip(changed, moved.get("codes", []), strict=True):
                self._codes[self.grid.index(cell)] = code
        self.is_started = self.is_started or (moved["kind"] == "open" and (changed is None or bool(changed)))
        self._count(moved, is_running=self.is_started)
        return None if self.outcome is not Outcome.ONGOING else changed

    def end(self, outcome: str) -> None:
        """Record the outcome of the game, and stop the clock."""
        self._count({"opened": self.opened, "flags": self.flags, "outcome": outcome}, is_running=False)

    def _read(self, text: str) -> array[int]:
        """Decode the codes of the whole board: base64 of one or two bytes per cell."""
        typecode = "b" if self.grid.max_neighbours <= _ONE_BYTE else "h"
        codes = array(typecode, base64.b64decode(text, validate=True))
        if len(codes) != self.grid.cells:
            raise ParseError(f"expected the codes of {self.grid.cells} cells, got {len(codes)}")
        return array(self._codes.typecode, codes)

    def _count(self, counts: dict[str, Any], *, is_running: bool) -> None:
        self.opened, self.flags = int(counts.get("opened", 0)), int(counts.get("flags", 0))
        self.outcome = _OUTCOMES[counts.get("outcome", "ongoing")]
        self._milliseconds = int(counts.get("milliseconds", self.milliseconds))
        self._shown = time.monotonic() if is_running and self.outcome is Outcome.ONGOING else None


@dataclass(slots=True)
class _Waiting:
    """An unanswered move, with its current number."""

    number: int
    kind: str
    cell: int


async def _enter(server: ServerClient) -> None:
    """Make sure that the server knows this person, in a daemon thread that can't delay the program's exit."""
    loop = asyncio.get_running_loop()
    entered: asyncio.Future[None] = loop.create_future()

    def tell(error: OnlineError | None) -> None:
        if not entered.done():
            entered.set_result(None) if error is None else entered.set_exception(error)

    def run() -> None:
        found = None
        try:
            server.enter()
        except OnlineError as error:
            found = error
        # The loop may have been closed meanwhile.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(tell, found)

    Thread(target=run, daemon=True).start()
    await entered


class RoomClient:
    """A room that this program's person has joined.

    Run ``run`` as a task, and call all methods in its event loop. After losing the connection, it rejoins the room and
    resends unanswered moves.

    Args:
        server: the server and the person.
        name: the room's name.
        key: the invitation key; empty for a member.
        on_event: called after each event with its name and the server's message. Events: "state" (everything may have
            changed), "moved" (``changed`` in the message holds the changed cells, None for all), "progress", "ended",
            "members", "staged", "pointed", "said", "refused" (a move or another request), "away" (the connection was
            lost; the message is empty), and "gone" (the room can no longer be used).

    Attributes:
        name: the room's name.
        kind: "solo", "coop", "versus" or "study"; empty before the room's state is known.
        game: the board that this person plays on; None before the room's state is known.
        members: the members by number.
        you: this person's number.
        stage: "waiting", "playing" or "over".
        round: number of the current game, counting from 1.
        key: the key for inviting others, as sent by the server; before that, the argument ``key``.
        is_ranked: whether a win can count for the leaderboards.
        ended: the server's message about the end of the game; None during the game.
        begins: when the game begins, by ``time.monotonic``; None if no countdown is running.
        is_here: whether the connection is open and the request to join has been sent.
    """

    def __init__(
        self, server: ServerClient, name: str, *, key: str = "", on_event: Callable[[str, dict[str, Any]], object]
    ) -> None:
        self.name: str = name
        self.kind: str = ""
        self.game: OnlineGame | None = None
        self.members: dict[int, dict[str, Any]] = {}
        self.you: int = 0
        self.stage: str = "waiting"
        self.round: int = 1
        self.key: str = key
        self.is_ranked: bool = False
        self.ended: dict[str, Any] | None = None
        self.begins: float | None = None
        self.is_here: bool = False
        self._server = server
        self._on_event = on_event
        self._socket: ClientConnection | None = None
        self._version: int | None = None
        self._next = 1
        self._waiting: list[_Waiting] = []
        self._tries = 0
        self._later: asyncio.TimerHandle | None = None
        self._is_over = False

    # This person's requests.

    @property
    def is_playing(self) -> bool:
        """Whether this person can currently move."""
        return self.stage == "playing" and self.members.get(self.you, {}).get("role") == "player"

    @property
    def pending(self) -> list[int]:
        """The cells of unanswered moves."""
        return [move.cell for move in self._waiting]

    def move(self, kind: str, cell: int) -> None:
        """Make a move ("open", "flag" or "chord") on the cell with this index."""
        move = _Waiting(self._next, kind, cell)
        self._next += 1
        self._waiting.append(move)
        # If earlier moves are waiting to be resent, this one is sent with them.
        if self._later is None:
            self._send_move(move)

    def ready(self) -> None:
        """Declare this person ready for the next game (coop)."""
        self._send({"t": "ready", "room": self.name, "is_ready": True})

    def resign(self) -> None:
        """Resign a ranked game, which counts as a loss. Before the first move, remove its room instead."""
        self._send({"t": "resign", "room": self.name})

    def point(self, cell: int) -> None:
        """Show this person's cursor to the others (coop)."""
        self._send({"t": "cursor", "room": self.name, "cell": cell})

    def close(self) -> None:
        """Close the connection; ``run`` then ends, and the game stays on the server."""
        self._is_over = True
        self._cancel_later()
        if self._socket is not None:
            self._socket.transport.close()

    def _send_move(self, move: _Waiting) -> None:
        request = {"t": "move", "room": self.name, "n": move.number, "kind": move.kind, "cell": move.cell}
        self._send(request)

    def _send(self, message: dict[str, Any]) -> None:
        """Send a message without waiting; do nothing while disconnected."""
        if self._socket is not None:
            text = json.dumps(message)
            task = asyncio.ensure_future(self._socket.send(text))
            # Ignore errors: ``run`` notices a closed connection, reconnects, and resends unanswered moves.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    # The connection.

    async def run(self) -> None:
        """Stay in the room, reconnecting whenever the connection is lost, until ``close`` or "gone"."""
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        tries = 0
        while not self._is_over:
            try:
                await _enter(self._server)
                headers = {"Cookie": self._server.cookie_header, "Origin": self._server.origin}
                address = self._server.socket_address
                async with connect(address, additional_headers=headers, max_size=_LONGEST) as socket:
                    tries = 0
                    self._socket = socket
                    await self._talk(socket)
            except OnlineError as error:
                if error.what not in ("unreachable", *_PASSING):
                    self._go(error)
                    return
                if self.game is None and error.what == "unreachable":
                    self._go(error)
                    return
            except (OSError, TimeoutError, WebSocketException):
                pass
            except (HypersweepError, ValueError, TypeError, LookupError, binascii.Error) as error:
                self._go(OnlineError(f"the server's message can't be read: {truncate(str(error))}", "answer"))
                return
            finally:
                self._socket = None
                self._cancel_later()
            if self._is_over:
                return
            if self.is_here:
                self.is_here = False
                self._on_event("away", {})
            delay = min(_LATEST, _SOONEST * 2**tries) * (0.5 + random.random() / 2)
            tries += 1
            await asyncio.sleep(delay)

    async def _talk(self, socket: ClientConnection) -> None:
        """Join the room, and handle messages until the connection is lost."""
        await socket.send(json.dumps({"t": "hello", "protocol": PROTOCOL}))
        while not self._is_over:
            async with asyncio.timeout(_SILENT):
                text = await socket.recv()
            message = json.loads(text)
            kind = message["t"]
            if kind == "ping":
                await socket.send(json.dumps({"t": "pong", "id": message["id"]}))
            elif kind == "welcome":
                self._join()
            elif message.get("room") in (self.name, None):
                self._receive(kind, message)

    def _join(self) -> None:
        if self._is_over:
            return
        since = self._version
        self._send({"t": "join", "room": self.name, "since": since, "role": "player", "key": self.key or None})
        self.is_here = True
        self._resend()

    def _resend(self) -> None:
        """Resend all unanswered moves."""
        self._cancel_later()
        for move in self._waiting:
            self._send_move(move)

    def _cancel_later(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None

    def _again(self) -> None:
        """After a temporary error, schedule resending of unanswered moves, with exponential backoff."""
        if self._later is None:
            wait = min(_LATEST, _SOONEST * 2**self._tries)
            self._tries += 1
            self._later = asyncio.get_running_loop().call_later(wait, self._resend)

    # Messages from the server.

    def _receive(self, kind: str, message: dict[str, Any]) -> None:
        if (version := message.get("version")) is not None:
            is_old = self._version is not None and int(version) < self._version
            self._version = max(self._version or 0, int(version))
        else:
            is_old = False
        if kind == "state":
            self._take_state(message)
        elif kind == "moved":
            if not is_old and self.game is not None:
                message["changed"] = self.game.move(message)
            if message["by"] == self.you:
                self._answer(message["n"])
            if is_old:
                return
        elif kind == "ended":
            self.ended = message
            if self.game is not None:
                self.game.end(message["outcome"])
            self.is_ranked = bool(message.get("is_ranked", False))
        elif kind == "staged":
            self._stage(message)
        elif kind == "entered":
            self.members[message["member"]["number"]] = message["member"]
        elif kind == "present":
            if (member := self.members.get(message["number"])) is not None:
                member["is_here"] = message["is_here"]
        elif kind == "refused":
            self._refused(message)
            return
        elif kind == "gone":
            self._go(OnlineError(message["what"], message["what"]))
            return
        event = {"entered": "members", "present": "members", "admitted": "members"}.get(kind, kind)
        self._on_event(event, message)

    def _take_state(self, state: dict[str, Any]) -> None:
        self._version = int(state["version"])
        self.kind, self.you = state["kind"], int(state["you"])
        self.members = {member["number"]: member for member in state["members"]}
        access = state.get("access") or {}
        self.key = access.get("key") or self.key
        self.is_ranked = bool(state.get("is_ranked", False))
        if int(state.get("round", 1)) != self.round:
            self.ended = None
        self._stage(state)
        grid, mines, rules = Grid(state["board"]), int(state["mines"]), Rules.parse(state["rules"])
        if self.game is None or (self.game.grid, self.game.mines, self.game.rules) != (grid, mines, rules):
            self.game = OnlineGame(grid, mines, rules)
        number = self.you if self.kind == "versus" else 0
        for board in state["boards"]:
            if board["number"] == number:
                self.game.take(board, is_running=self.stage == "playing")
        done = [move for move in self._waiting if move.number < state["next"]]
        self._waiting = [move for move in self._waiting if move.number >= state["next"]]
        if self._waiting and self._waiting[0].number > state["next"]:
            self._renumber(0, state["next"])
        elif not self._waiting:
            self._next = state["next"]
        if done:
            self._tries = 0

    def _stage(self, staged: dict[str, Any]) -> None:
        self.stage = staged["stage"]
        number = int(staged.get("round", self.round))
        if number != self.round:
            self.round, self.ended = number, None
            if self.game is not None:
                self.game = OnlineGame(self.game.grid, self.game.mines, self.game.rules)
        begins_in = staged.get("begins_in")
        self.begins = None if begins_in is None else time.monotonic() + begins_in / 1000
        ready = set(staged.get("ready", ()))
        if staged["t"] == "staged":
            for number, member in self.members.items():
                member["is_ready"] = number in ready

    def _answer(self, number: int) -> None:
        """Drop an answered move and all earlier ones, since the server answers in order."""
        self._tries = 0
        self._waiting = [move for move in self._waiting if move.number > number]
        self._next = max(self._next, number + 1)

    def _refused(self, refused: dict[str, Any]) -> None:
        what, number = str(refused["what"]), refused.get("n")
        if what == "protocol":
            self._go(OnlineError("this server speaks another version of the protocol: update hypersweep", what))
            return
        if self.game is None and what not in _PASSING:
            self._go(OnlineError(str(refused["message"]), what, refused.get("values")))
            return
        place = next((place for place, move in enumerate(self._waiting) if move.number == number), None)
        if what == "gap" and self._waiting:
            expected = int(refused.get("values", {}).get("expected", 0))
            if 1 <= expected < self._waiting[0].number:
                self._renumber(0, expected)
            self._again()
        elif what in _PASSING:
            if what in ("away", "not_here"):
                asyncio.get_running_loop().call_later(_SOONEST, self._join)
            self._again()
        else:
            if place is not None and number is not None:
                # A refused move doesn't use up its number, so renumber the later moves.
                del self._waiting[place]
                self._renumber(place, number)
                self._resend()
            self._on_event("refused", refused)

    def _renumber(self, place: int, number: int) -> None:
        for move in self._waiting[place:]:
            move.number = number
            number += 1
        self._next = number

    def _go(self, error: OnlineError) -> None:
        """Stop, because the room can no longer be used."""
        self._is_over = True
        self.is_here = False
        self._cancel_later()
        self._on_event("gone", {"what": error.what, "message": str(error), "values": error.values})
