"""The start of a room's games: slow searches for a board, countdowns, and players who are absent."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from hypersweep.errors import HypersweepError
from hypersweep.game import CancelToken
from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.rooms.entries import Begun, Counted, GivenUp, Readied, Renewed
from hypersweep.web.multiplayer.rooms.hosted import Hosted, lag_of, new_seed, refuse
from hypersweep.web.multiplayer.rooms.versus import VersusRoom

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.web.multiplayer.rooms.entries import Entry
    from hypersweep.web.multiplayer.rooms.ports import MemberPort
    from hypersweep.web.multiplayer.rooms.room import Room


class Rounds(Hosted):
    """Starts the games of a room, and ends those of absent players."""

    __slots__ = ()

    def _begin_long(
        self, room: Room, entry: Entry, work: Callable[[CancelToken], Any], ports: list[MemberPort], n: int | None
    ) -> None:
        self._long = asyncio.get_running_loop().create_task(self._do_long(room, entry, work, ports, n))

    async def _do_long(
        self, room: Room, entry: Entry, work: Callable[[CancelToken], Any], ports: list[MemberPort], n: int | None
    ) -> None:
        watch = self._search = CancelToken()
        made: Any = None
        error: RefusedError | None = None
        try:
            seconds, is_guest = self._home.patience.search, self.row.is_by_guest
            made = await self._home.search(self.row.owner, work, watch, seconds, is_guest=is_guest)
        except RefusedError as failure:
            error = failure
        except HypersweepError as failure:
            error = RefusedError("no_board", str(failure))
        finally:
            self._long = self._search = None
        if error is None and (made is None or (watch.is_cancelled and not made)):
            error = RefusedError("no_board", "expected a board within the time that a search may take, got none")
        if self.is_closed:
            return
        is_well = self._room is room and not self._is_failing
        if not is_well:
            error = UnavailableError("what is kept can't be reached now")
        if error is not None:
            for board in room.boards:
                board.thaw()
            for port in ports:
                refuse(port, self.name, error, n)
            if is_well and isinstance(entry, Begun):
                self._unready(room)
        else:
            # Don't count the time that the server took.
            at = self._touched = self._at()
            self._append(room, msgspec.structs.replace(entry, at=at), made)
            self._after_begun(room, entry, at)
        if self._room is not None:
            self._release()

    def _begin_if_ready(self, room: Room) -> None:
        here = self._here()
        players = [each for each in room.members if each.number in here]
        if room.begins is None:
            self._stop_timer()
        if not players or not all(each.is_ready for each in players) or room.begins is not None or self._is_failing:
            return
        at = self._at()
        if isinstance(room, VersusRoom):
            if len(players) < 2:
                return
            self._reopen()
            wait = round(self._home.patience.countdown * 1000)
            self._append(room, Counted(at, wait, "" if room.is_fresh else new_seed()))
            if not self._is_failing:
                self._count_down(wait)
        elif room.stage == "over":
            self._reopen()
            self._append(room, Renewed(at, new_seed()))

    def _count_down(self, wait: int) -> None:
        self._stop_timer()
        self._begin_timer = asyncio.get_running_loop().call_later(wait / 1000, self._begin)

    def _stop_timer(self) -> None:
        if self._begin_timer is not None:
            self._begin_timer.cancel()
            self._begin_timer = None

    def _begin(self) -> None:
        self._begin_timer = None
        room = self._room
        if not isinstance(room, VersusRoom) or room.begins is None or self._long is not None:
            return
        ready = [each for each in room.members if each.is_ready]
        ports = [seat.port for seat in self._seats.values() if seat.resident in ready]
        lags = {seat.receiver.number: lag_of(seat.port) for seat in self._seats.values()}
        at = self._at()
        entry = Begun(at, room.first_cell(), [lags.get(each.number, 0) for each in ready])
        work = room.long_work(entry)
        if work is not None:
            self._begin_long(room, entry, work, ports, None)
            return
        self._append(room, entry)
        self._after_begun(room, entry, at)

    def _after_begun(self, room: Room, entry: Entry, at: int) -> None:
        if isinstance(entry, Begun):
            self._moved = dict.fromkeys((board.number for board in room.boards), at)

    def _unready(self, room: Room) -> None:
        for each in room.members:
            if each.is_ready and not self._is_failing:
                self._append(room, Readied(self._at(), each.number, False))

    def _give_up_the_absent(self, room: VersusRoom, at: int) -> None:
        patience = self._home.patience
        here = self._here()
        for board in room.boards:
            number = board.number
            if board.is_over or self._is_failing:
                continue
            away = at - self._away.get(number, at) if number not in here else 0
            idle = at - self._moved.get(number, at)
            whole = at - (at if board.start is None else board.start)
            is_removed = room.members[number - 1].is_removed
            if (
                is_removed
                or away > 1000 * patience.away
                or idle > 1000 * patience.idle
                or whole > 1000 * patience.round
            ):
                self._append(room, GivenUp(at, number, board.elapsed(at)))
