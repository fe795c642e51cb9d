"""A room in its home worker: it handles its members' requests, saves entries, and then sends the results.

A move is applied at once, and answered in order when the journal has saved it. If saving fails, no result is sent, and
the room is rebuilt from its saved entries before it continues.
"""

from __future__ import annotations

import asyncio
import dataclasses
from contextlib import suppress
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.game import CancelToken
from hypersweep.rules import Rules
from hypersweep.web.multiplayer.failures import FencedError, RefusedError, UnavailableError
from hypersweep.web.multiplayer.protocol import Gone
from hypersweep.web.multiplayer.rooms.asking import Asking
from hypersweep.web.multiplayer.rooms.entries import GivenUp, decode
from hypersweep.web.multiplayer.rooms.events import GameEnded
from hypersweep.web.multiplayer.rooms.finishing import finished_game
from hypersweep.web.multiplayer.rooms.room import ROOM_KINDS, Log, Room
from hypersweep.web.multiplayer.rooms.versus import VersusRoom
from hypersweep.web.multiplayer.rooms.visibility import cut, cut_passing
from hypersweep.web.multiplayer.store.games import DELETED

if TYPE_CHECKING:
    from collections.abc import Collection

    from hypersweep.web.multiplayer.protocol import Member
    from hypersweep.web.multiplayer.store.rooms import RoomRow


class Host(Asking):
    """A room whose home is this worker; it is a ``RoomPort``.

    Args:
        home: the rooms of this worker.
        row: of the room.

    Attributes:
        name: of the room.
        is_closed: whether it has left this worker; callers have to request it again.
    """

    __slots__ = ()

    def unname(self, person: str) -> None:
        """Stop showing the name of a deleted person; the database removes it by itself."""
        resident = None if self._room is None else self._room.residents.get(person)
        if resident is not None:
            resident.name = DELETED

    async def open(self) -> None:
        """Make this worker the room's home, and rebuild the room from its saved entries.

        Raises:
            RefusedError: the room can't be opened now.
        """
        self._epoch = await self._home.journal.take(self.name)
        await self._load()

    async def _load(self) -> None:
        kept = await self._home.journal.entries(self.name)
        if kept:
            room, log, ended = await self._replayed(kept)
        else:
            room, log, ended = replayed(self.row, kept, CancelToken())
        self._room, self._log, self._told = room, log, room.version
        # The machine's clock may have been set back since then.
        behind = room.at - self._at()
        if behind > 0:
            self._origin -= behind * 1_000_000
        if self.row.ended is None and ended and not self._finishings:
            self._finishings.extend(ended)
            self._finish()
        if room.begins is not None:
            self._count_down(max(0, room.begins - self._at()))
        at = self._at()
        here = self._here()
        for resident in room.members:
            self._moved.setdefault(resident.number, at)
            if resident.number not in here:
                self._away.setdefault(resident.number, at)
        for seat in self._seats.values():
            if seat.resident is not None:
                seat.resident = room.members[seat.resident.number - 1]

    @property
    def _has_long_replay(self) -> bool:
        """Whether it takes long to rebuild: a search is done again, and so are all events of a study's record."""
        return self.row.kind == "study" or Rules.parse(self.row.rules).guess != "allowed"

    async def _replayed(self, kept: list[bytes]) -> tuple[Room, Log, list[GameEnded]]:
        watch = CancelToken()
        if self._has_long_replay:
            row = self.row
            return await self._home.search(
                row.owner, lambda watch: replayed(row, kept, watch), watch, is_guest=row.is_by_guest, must_be_done=True
            )
        try:
            return await asyncio.get_running_loop().run_in_executor(self._home.pool, replayed, self.row, kept, watch)
        finally:
            # If the task ends first, stop the thread.
            watch.cancel()

    def _wake(self, *, retry: bool) -> None:
        """Rebuild the room in a task; incoming messages wait."""
        if self._opening is None and not self.is_closed:
            self._opening = asyncio.get_running_loop().create_task(self._again(retry=retry))

    async def _again(self, *, retry: bool) -> None:
        pause = 0.1
        told = self._told
        while True:
            try:
                if retry:
                    self._epoch = await self._home.journal.take(self.name)
                await self._load()
                break
            except UnavailableError as error:
                self._is_failing = retry = True
                self._refuse_held(error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, 2.0)
            except HypersweepError as error:
                self._opening = None
                self._send_away(error.what if isinstance(error, RefusedError) else "broken")
                return
        self._opening = None
        self._is_failing = False
        self._catch_up(told)
        self._release()

    def _catch_up(self, told: int) -> None:
        """Send the results of entries that turned out to be saved although their commit had seemed to fail."""
        room = self._room
        assert room is not None
        if room.version == told:
            return
        events = self._log.since(told)
        for seat in self._seats.values():
            if events is None:
                seat.port.send(self._state(seat))
            else:
                for event in events:
                    seat.port.send(cut(room, event, seat.receiver))
        if self._delayed is not None:
            self._delayed.reread()

    def _finish(self) -> None:
        if self._finishing is None:
            self._finishing = asyncio.get_running_loop().create_task(self._keep_finished())

    async def _keep_finished(self) -> None:
        """Save the finished games, one after the other; retry until each is saved."""
        pause = 0.1
        try:
            while self._finishings:
                # Answer the pending requests before the costly end of a game.
                await asyncio.sleep(0)
                event = self._finishings[0]
                room = self._room
                try:
                    if room is None:
                        await asyncio.sleep(pause)
                        continue
                    await self._home.finished(finished_game(room, event))
                    if room.kind == "solo":
                        await self._end()
                except UnavailableError:
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, 5.0)
                    continue
                except Exception as error:
                    # If one game can't be saved, continue with the next.
                    told = {"message": f"a game of room {self.name} wasn't kept", "exception": error}
                    asyncio.get_running_loop().call_exception_handler(told)
                self._finishings.pop(0)
        finally:
            self._finishing = None

    async def _end(self) -> None:
        if self.row.ended is None:
            moment = self._home.wall()
            await self._home.rows.end(self.name, moment)
            self.row: RoomRow = dataclasses.replace(self.row, ended=moment)

    def sweep(self) -> None:
        """Handle absent players, and free the memory of an empty room. Call this regularly."""
        room, at, patience = self._room, self._at(), self._home.patience
        if self.is_closed or self._opening is not None or self._long is not None or self._is_failing:
            return
        if self._delayed is not None and not self._delayed:
            self._delayed.close()
            self._delayed = None
        if isinstance(room, VersusRoom) and room.stage == "playing":
            self._give_up_the_absent(room, at)
        if room is None and self._is_running and at - self._touched > 1000 * patience.abandoned:
            # The room isn't in memory, but its time limit is over: load it to end the game.
            self._wake(retry=False)
            return
        if room is not None and self.row.ended is None and self._end_abandoned(room, at):
            return
        if self._pending or self._held or self._finishing is not None or self._begin_timer is not None:
            return
        is_empty = not self._seats and not self._delayed
        is_playing = isinstance(room, VersusRoom) and room.stage == "playing"
        if is_empty and at - self._empty_since > 1000 * patience.empty and not is_playing:
            self._finishing = asyncio.get_running_loop().create_task(self._close_empty())
        elif room is not None and at - self._touched > 1000 * patience.sleep and not self._delayed and not is_playing:
            # The next message rebuilds it.
            self._room, self._log = None, Log(self._told)

    @property
    def _is_running(self) -> bool:
        """Whether it is a room for one player with an unfinished game."""
        return self.row.kind == "solo" and self.row.ended is None

    def _end_abandoned(self, room: Room, at: int) -> bool:
        """End an abandoned game. Returns: whether it did."""
        patience = self._home.patience
        idle = at - room.at
        if self._is_running and room.stage == "playing" and idle > 1000 * patience.abandoned:
            (board,) = room.boards
            if board.start is None:
                if room.is_sealed(at):
                    # The only ranked try at a daily board waits for its player as long as it can count.
                    return False
                self._remove()
            else:
                # Stop the clock at the last move, since there was no play after it.
                self._append(room, GivenUp(at, 1, board.milliseconds))
            return True
        is_deserted = room.kind in ("coop", "versus") and not self._seats and not self._delayed
        if is_deserted and idle > 1000 * patience.deserted and self._finishing is None:
            self._remove()
            return True
        return False

    async def end_now(self) -> None:
        """End the running game as if its players had resigned, and remove the room from the lobby.

        Raises:
            UnavailableError: the end can't be saved.
        """
        room, at = self._room, self._at()
        assert room is not None, "it was opened"
        running = [board for board in room.boards if not board.is_over]
        if any(board.start is not None for board in running):
            for board in running:
                self._append(room, GivenUp(at, max(1, board.number), board.elapsed(at)))
        while self._pending or self._finishing is not None:
            await asyncio.sleep(0.01)
        if self._is_failing or self.is_closed:
            raise UnavailableError("what happens in the room can't be kept now")
        await self._home.rows.set_listed(self.name, False)
        await self._end()

    def leave(self, epoch: int) -> None:
        """Disconnect all members if another worker has taken the room over with this epoch."""
        if epoch > self._epoch:
            self._send_away(FencedError.name)

    def can_move(self, ports: Collection[str]) -> bool:
        """Whether another worker could be the room's home with hardly a pause for its members.

        Args:
            ports: ids of the connections that may be in the room.
        """
        is_busy = bool(self._pending or self._held or self._coming or self._delayed) or self._begin_timer is not None
        if is_busy or self.is_closed or self._is_failing or not all(task.done() for task in self.tasks):
            return False
        return self._seats.keys() <= set(ports) and (self._room is None or not self._has_long_replay)

    def move(self) -> None:
        """Leave this worker's memory; members join again, wherever the room's home is then."""
        self._send_away("away")

    def _remove(self) -> None:
        if self._finishing is None:
            # Reject messages that arrive meanwhile: they might begin a game that is never reported.
            self._is_removed = True
            self._finishing = asyncio.get_running_loop().create_task(self._close_removed())

    async def _close_removed(self) -> None:
        try:
            await self._end()
        except UnavailableError:
            # The next sweep tries again.
            self._is_removed = False
            return
        finally:
            self._finishing = None
        self._send_away("ended")

    def _reopen(self) -> None:
        if self.row.ended is not None:
            self.row = dataclasses.replace(self.row, ended=None)
            self._listing = asyncio.get_running_loop().create_task(self._set_running())

    async def _set_running(self) -> None:
        with suppress(UnavailableError):
            await self._home.rows.reopen(self.name)

    def _list(self, room: Room) -> None:
        if room.is_open and not self.row.is_open:
            self.row = dataclasses.replace(self.row, is_open=True)
            self._listing = asyncio.get_running_loop().create_task(self._set_listed(True))

    async def _set_listed(self, is_listed: bool) -> None:
        with suppress(UnavailableError):
            await self._home.rows.set_listed(self.name, is_listed)

    async def _close_empty(self) -> None:
        try:
            room = self._room
            if room is not None and room.stage == "over":
                await self._end()
            elif self.row.is_open:
                await self._home.rows.set_listed(self.name, False)
                self.row = dataclasses.replace(self.row, is_open=False)
        except UnavailableError:
            pass
        finally:
            self._finishing = None
        if not self._seats and not self._delayed and not self._pending and not self._held and self._opening is None:
            self.close()

    def _send_away(self, what: str) -> None:
        for seat in list(self._seats.values()):
            seat.port.send(cut_passing(Gone(self.name, what)))
        if self._delayed is not None:
            self._delayed.send_away(what)
        self._refuse_held(FencedError("the room has another home"))
        self.close()

    def close(self) -> None:
        """Remove the room from this worker's memory. All answered moves are saved."""
        if self.is_closed:
            return
        self.is_closed = True
        self._room = None
        self._seats.clear()
        self._stop_timer()
        for task in self.tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._home.forget(self)

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """The room's running tasks."""
        tasks = [
            self._opening,
            self._long,
            self._finishing,
            self._listing,
            None if self._delayed is None else self._delayed.task,
        ]
        return [task for task in tasks if task is not None]

    @property
    def members(self) -> list[Member]:
        """The members and whether each is present; empty while the room isn't loaded."""
        here = self._here()
        return [] if self._room is None else [each.told(each.number in here) for each in self._room.members]

    @property
    def here(self) -> int:
        """Number of connections in the room."""
        return len(self._seats) + (0 if self._delayed is None else len(self._delayed))


def replayed(row: RoomRow, kept: list[bytes], watch: CancelToken) -> tuple[Room, Log, list[GameEnded]]:
    """Return a room rebuilt from its journal, with what its log holds and the games that ended."""
    room = ROOM_KINDS[row.kind](row)
    log = Log()
    ended: list[GameEnded] = []
    for each in kept:
        entry = decode(each)
        work = room.long_work(entry)
        made = None if work is None else work(watch)
        if watch.is_cancelled:
            # No player waits for this search any more.
            break
        for event in room.apply(entry, made):
            log.add(event)
            if type(event) is GameEnded:
                ended.append(event)
    return room, log, ended
