"""The queue of finished games: saves, verifies and ranks each game, and counts its guesses."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.ranking.daily import first_cell
from hypersweep.web.multiplayer.ranking.moderation import REVIEW, counted, recount, standing
from hypersweep.web.multiplayer.ranking.process_pool import JobFailedError
from hypersweep.web.multiplayer.ranking.verification import LONGEST, Claim, Verdict, count_guesses, verify
from hypersweep.web.multiplayer.store import bests, dailies, finished_games, people, room_rows
from hypersweep.web.multiplayer.store.tables import now

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from hypersweep.web.multiplayer.ranking.process_pool import Pool
    from hypersweep.web.multiplayer.server_settings import Settings
    from hypersweep.web.multiplayer.store.database import Database
    from hypersweep.web.multiplayer.store.finished_games import GameRow
    from hypersweep.web.multiplayer.store.room_rows import RoomRow

_log = logging.getLogger("hypersweep.ranking")

# Maximum number of games queued in memory; further games are found in the database later.
_MOST_WAITING = 1000
# Seconds between searches for unverified games, and minimum age of such a game in milliseconds: newer ones are usually
# still in a worker's queue.
_EVERY = 60.0
_LEFT = 120_000
# Time limit in seconds for counting a game's guesses, and maximum age in milliseconds of games to count.
_REVIEW = 20.0
_REVIEWED_WITHIN = 7 * 86_400_000


async def _always() -> bool:
    return True


class Ranking:
    """Verifies finished games in the background, updates the best times, and counts guesses.

    The actual queue is in the database: a game with ``verified`` null still has to be verified. So nothing is lost if a
    worker stops midway, and verifying a game twice is harmless.

    Args:
        database: the database containing games and best times.
        quick: the process pool for short work: verification and daily boards.
        slow: the process pool for slow work: counting guesses.
        settings: the server's settings.
        is_mine: returns whether this worker should finish the work of workers that have stopped.
        recompute: returns a game's record, recomputed from its room's journal, or None if the journal was deleted.
    """

    def __init__(
        self,
        database: Database,
        quick: Pool,
        slow: Pool,
        settings: Settings,
        *,
        is_mine: Callable[[], Awaitable[bool]] = _always,
        recompute: Callable[[GameRow, RoomRow], Awaitable[str | None]] | None = None,
    ) -> None:
        self._database = database
        self._quick = quick
        self._slow = slow
        self._settings = settings
        self._is_mine = is_mine
        self._recompute = recompute
        self._games: asyncio.Queue[str] = asyncio.Queue(_MOST_WAITING)
        self._reviews: asyncio.Queue[str] = asyncio.Queue(_MOST_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start the background tasks; they also pick up unverified games from earlier runs."""
        for work in (self._verify_games(), self._review_games(), self._find_games()):
            self._tasks.append(asyncio.create_task(work))

    async def close(self) -> None:
        """Stop the background tasks; unfinished work continues at the next start."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def finished(self, game: GameRow) -> None:
        """Save a finished game, and queue it for verification; a repeated call doesn't save it again.

        Args:
            game: the game's row; if ``daily`` is None, the room's settings are used.

        Raises:
            UnavailableError: the game currently can't be saved.
        """
        async with self._database.transaction() as connection:
            # Only the first round in a daily room is played on the daily board.
            if game.daily is None and game.round == 1:
                room = await room_rows.load(connection, game.room)
                game = replace(game, daily=None if room is None else dailies.room_daily(room.settings))
            if game.person is not None and await people.find(connection, game.person) is None:
                # The player's account was deleted during the game.
                game = replace(game, person=None, name=finished_games.DELETED)
            await finished_games.add(connection, game)
            if game.daily is not None and game.person is not None:
                await dailies.end_try(connection, game.daily, game.person, game.room, game.id)
        self._wait_for(self._games, game.id)

    async def registered(self, person: str) -> None:
        """Count a person's earlier games after they have registered an account or their ban was lifted."""
        await recount(self._database, person)

    async def removed(self, person: str) -> None:
        """Remove the best times of a banned or deleted person."""
        async with self._database.transaction() as connection:
            await bests.forget_bests(connection, person)

    async def idle(self) -> None:
        """Wait until the queues are empty; for tests, and before a shutdown."""
        await self._games.join()
        await self._reviews.join()

    async def verify(self, game: GameRow) -> Verdict:
        """Verify a game, save the verdict, and update the best times.

        Raises:
            UnavailableError: the database or the pool is unavailable.
        """
        verdict = await self._verdict(game)
        facts: dict[str, float | str | None] = {
            name: getattr(verdict, name) for name in ("three_bv", "clicks", "grade", "suspicion", "signs")
        }
        async with self._database.transaction() as connection:
            # Meanwhile a moderator may have made a decision.
            new = await finished_games.load(connection, game.id, locks=True) or game
            new = replace(
                new,
                verified=verdict.is_right,
                why_not=verdict.why_not or None,
                grade=verdict.grade,
                suspicion=verdict.suspicion,
            )
            new = replace(new, why_not=standing(new))
            await finished_games.set_verdict(connection, game.id, verdict.is_right, new.why_not, **facts)
            await counted(connection, new)
        if new.why_not == REVIEW:
            _log.info("game %s is waiting for a moderator: %s", game.id, verdict.signs)
        if verdict.why_not not in ("", "given_up"):
            _log.warning("game %s doesn't count (%s): %s", game.id, verdict.why_not, verdict.reason)
        return verdict

    async def _verdict(self, game: GameRow) -> Verdict:
        first = None
        is_again = is_late = False
        async with self._database.transaction(writes=False) as connection:
            room = await room_rows.load(connection, game.room)
            if game.daily is not None:
                date, _, preset = game.daily.partition(" ")
                board = await dailies.load(connection, date, preset)
                if board is None or board.layout != game.layout:
                    return Verdict(False, "other", f"expected the daily board of {game.daily}")
                first = first_cell(board.board)
                tried = None if game.person is None else await dailies.load_try(connection, date, preset, game.person)
                is_again = tried is None or tried[0] != game.room
                is_late = not dailies.counts(game.daily, game.finished - game.milliseconds, game.finished)
        claim = Claim(
            game.record,
            game.board,
            game.mines,
            game.rules,
            game.outcome,
            game.milliseconds,
            game.layout,
            first=first,
            lasted=None if room is None else game.finished - room.made,
            moves=self._settings.moves,
            burst=self._settings.burst,
        )
        try:
            if self._recompute is not None and room is not None:
                claim = claim._replace(recomputed=await self._recompute(game, room))
            verdict = await self._quick.run(LONGEST, verify, claim)
        except JobFailedError as error:
            return Verdict(False, "too_long" if error.is_late else "record", str(error))
        except UnavailableError:
            raise
        except Exception as error:
            # An unexpected error in one replay must not keep other games from being verified.
            return Verdict(
                False, "record", f"expected a game that can be replayed, got {type(error).__name__}: {error}"
            )
        if verdict.why_not:
            return verdict
        if is_again:
            return verdict._replace(why_not="again", reason="it isn't the attempt that counts")
        if is_late:
            return verdict._replace(why_not="late", reason="it didn't begin on the board's day, or ended too late")
        return verdict

    async def _verify_games(self) -> None:
        while True:
            name = await self._games.get()
            try:
                await self._patiently(self._verify_one, name)
            finally:
                self._games.task_done()

    async def _verify_one(self, name: str) -> None:
        async with self._database.transaction(writes=False) as connection:
            game = await finished_games.load(connection, name)
        if game is None or game.verified is not None:
            return
        verdict = await self.verify(game)
        if verdict.is_right and game.is_ranked and game.person is not None:
            self._wait_for(self._reviews, name)

    async def _review_games(self) -> None:
        while True:
            name = await self._reviews.get()
            try:
                await self._patiently(self._review_one, name)
            finally:
                self._reviews.task_done()

    async def _review_one(self, name: str) -> None:
        async with self._database.transaction(writes=False) as connection:
            game = await finished_games.load(connection, name)
        if game is None or game.guesses is not None:
            return
        try:
            found = await self._slow.run(2 * _REVIEW + 10, count_guesses, game.record, _REVIEW)
        except JobFailedError:
            return
        if found is not None:
            async with self._database.transaction() as connection:
                await bests.set_guesses(connection, name, found.guesses, found.unneeded)

    async def _find_games(self) -> None:
        """Search the database for unfinished work, at the start and then once a minute, in one worker only."""
        is_first = True
        while True:
            try:
                if await self._is_mine():
                    async with self._database.transaction(writes=False) as connection:
                        before = now() if is_first else now() - _LEFT
                        left = await bests.unverified_games(connection, before, _MOST_WAITING)
                        reviews = await bests.unreviewed_games(connection, now() - _REVIEWED_WITHIN, _MOST_WAITING)
                    for name in left:
                        self._wait_for(self._games, name)
                    if is_first:
                        for name in reviews:
                            self._wait_for(self._reviews, name)
                    is_first = False
            except (UnavailableError, RefusedError) as error:
                _log.warning("pending games can't be listed: %s", error)
            await asyncio.sleep(_EVERY)

    @staticmethod
    def _wait_for(queue: asyncio.Queue[str], name: str) -> None:
        try:
            queue.put_nowait(name)
        except asyncio.QueueFull:
            # The game is in the database too, so a later search will find it (a review only after the next start).
            _log.warning("game %s is postponed: too many games are pending", name)

    async def _patiently(self, work: Callable[[str], Awaitable[None]], name: str) -> None:
        """Process a game, retrying while the database is unavailable."""
        seconds = 0.2
        while True:
            try:
                await work(name)
            except UnavailableError as error:
                _log.warning("game %s stays pending: %s", name, error)
                await asyncio.sleep(seconds)
                seconds = min(2 * seconds, 30)
            except Exception:
                # An unexpected error in one game must not stop the task, because other games are waiting.
                _log.exception("game %s can't be verified", name)
                return
            else:
                return
