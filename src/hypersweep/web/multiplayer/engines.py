"""Engines that people can ask about positions. Each runs as one process per worker, answering one question at a time.

An engine receives only the text of the position, and can't access rooms or games.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from typing import TYPE_CHECKING

from hypersweep.engine import AsyncEngine, EngineBudget
from hypersweep.engine.players import ENGINE, player_command
from hypersweep.errors import EngineError, EngineRefusalError, EngineTerminatedError, ParameterError
from hypersweep.text import tame
from hypersweep.validation import truncate
from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError
from hypersweep.web.multiplayer.metrics import log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.engine import Answer
    from hypersweep.view import View

# Error types that are the engine's fault, not the position's.
_FAULTS = ("failed", "internal", "move")
# Maximum number of characters of an engine's message in the log: enough for an exception and its location.
_LONGEST = 2000

# Matches web addresses, and the folders of paths that start at a root, home or parent folder. Folder names may contain
# spaces, so the end of an unquoted path is ambiguous: better remove too much than too little.
_PATH = re.compile(
    r"""(?P<address>\bhttps?://[^\s'"]*)
    |(?<![\w/\\])(?:~|\.\.|[A-Za-z]:|file:/?)?[/\\]+(?=\S)(?:[^/\\,;:()<>|"'\n]*[/\\]+)*""",
    re.VERBOSE,
)


class Engines:
    """All engines on a worker.

    Args:
        names: the engines to start, as named for ``find_player``.
        seconds: time budget for each answer.
        patience: seconds past the budget until the server stops the search; after as many again it kills the engine.
        starting: time limit for starting or restarting an engine, in seconds.
        most: maximum number of pending questions per engine, up to half of them from one client address.
        waiting: maximum time a question waits for its turn, in seconds.
        rest: seconds after a failure before a question may restart the engine.
    """

    def __init__(
        self,
        names: Sequence[str],
        *,
        seconds: float = 2.0,
        patience: float = 2.0,
        starting: float = 30.0,
        most: int = 8,
        waiting: float = 15.0,
        rest: float = 1.0,
    ) -> None:
        self._players = tuple(names)
        self._limits = (seconds, patience, starting, most, waiting, rest)
        self._engines: dict[str, _Engine] = {}

    @property
    def names(self) -> list[str]:
        """Names of the engines that have started, in the order given."""
        return list(self._engines)

    async def begin(self) -> None:
        """Start all engines.

        Raises:
            ParameterError: an engine can't be started.
        """
        for player in self._players:
            engine = _Engine(player, *self._limits)
            try:
                name = await engine.begin()
            except EngineError as error:
                await self.close()
                # There may be several engines, so name the one that failed.
                raise ParameterError(f"--engine {truncate(player.removeprefix(ENGINE), 200)}: {error}") from None
            known, number = name, 2
            while name in self._engines:
                name, number = f"{known} {number}", number + 1
            self._engines[name] = engine

    async def ask(self, name: str, view: View, person: str, place: str, wants: Sequence[str]) -> Answer:
        """Ask an engine about a position, and return its answer.

        Args:
            name: name of the engine.
            view: the position.
            person: ID of the person asking; each may have one pending question per engine.
            place: the client's address.
            wants: what to return besides the best move.

        Raises:
            RefusedError: ``engine``: there is no such engine; ``busy``: it is overloaded; ``engine_refused``: it can't
                answer; ``engine_failed``: it failed, on this question or moments before it; ``unavailable``: the worker
                is shutting down.
        """
        engine = self._engines.get(name)
        if engine is None:
            raise RefusedError("engine", f"expected one of this server's engines, got {name!r}", status=404)
        return await engine.ask(view, person, place, wants)

    async def close(self) -> None:
        """Stop all engines."""
        await asyncio.gather(*(engine.close() for engine in self._engines.values()))


class _Engine:
    """One engine and its queue."""

    def __init__(
        self, player: str, seconds: float, patience: float, starting: float, most: int, waiting: float, rest: float
    ) -> None:
        self._player = player
        # Run built-in policies in a separate process too, because this process serves other clients.
        words = player_command(player) or ["hypersweep", "engine", "--policy", player]
        self._engine = AsyncEngine(words, timeout=patience)
        self._budget = EngineBudget(seconds=seconds)
        self._patience, self._starting = patience, starting
        self._most, self._waiting, self._rest = most, waiting, rest
        self._turn = asyncio.Lock()
        self._persons: set[str] = set()
        self._places: Counter[str] = Counter()
        self._again = 0.0
        self._is_closed = False

    async def begin(self) -> str:
        """Start the engine, and return its display name."""
        async with self._turn:
            await self._start()
        said = self._engine.name if self._player.startswith(ENGINE) else self._player.rpartition(":")[2]
        return tame(said, 40) or "engine"

    async def ask(self, view: View, person: str, place: str, wants: Sequence[str]) -> Answer:
        if (
            person in self._persons
            or len(self._persons) >= self._most
            or self._places[place] >= max(1, self._most // 2)
        ):
            raise _busy("too many questions at once; try again soon")
        self._persons.add(person)
        self._places[place] += 1
        try:
            try:
                async with asyncio.timeout(self._waiting):
                    await self._turn.acquire()
            except TimeoutError:
                raise _busy("the engine is busy; try again soon") from None
            try:
                return await self._answer(view, wants)
            finally:
                self._turn.release()
        finally:
            self._persons.discard(person)
            self._places[place] -= 1
            if not self._places[place]:
                del self._places[place]

    async def _answer(self, view: View, wants: Sequence[str]) -> Answer:
        now = asyncio.get_running_loop().time
        if self._is_closed:
            raise _ending()
        if now() < self._again:
            raise _failed("the engine has failed; try again in a moment")
        try:
            await self._begin_game()
            return await self._engine.go(view, budget=self._budget, wants=wants)
        except EngineError as error:
            if self._is_closed:
                raise _ending() from error
            # If the engine is still running, it refused only this question; otherwise it refused to start.
            if isinstance(error, EngineRefusalError) and not self._engine.is_closed:
                raise self._refusal(error) from None
            self._again = now() + self._rest
            # Write the engine's message only to the log, since it may name files on this machine.
            log.warning("an engine has failed", player=self._player, why=tame(str(error), _LONGEST))
            raise _failed("the engine failed before it answered") from error

    async def _start(self) -> None:
        """Start or restart the engine; this may take longer than an answer."""
        self._engine.timeout = self._starting
        try:
            await self._engine.restart()
        finally:
            self._engine.timeout = self._patience
        if self._is_closed:
            # ``close`` was called before this process existed, so it couldn't stop the process.
            await self._engine.close()
            raise EngineTerminatedError("the engine was closed before it answered")

    async def _begin_game(self) -> None:
        """Announce a new game, since another person may be asking now; restart the engine if it has exited."""
        if not self._engine.is_closed:
            try:
                await self._engine.new_game()
            except EngineTerminatedError as error:
                if self._is_closed:
                    raise
                # The engine exited after its last answer, so this question hasn't failed: restart the engine below.
                log.warning("an engine has exited", player=self._player, why=tame(str(error), _LONGEST))
            else:
                return
        await self._start()
        await self._engine.new_game()

    def _refusal(self, error: EngineRefusalError) -> RefusedError:
        if error.kind in _FAULTS:
            log.warning("an engine can't answer", player=self._player, why=tame(str(error), _LONGEST))
        reason = tame(_without_paths(error.reason), 300)
        return RefusedError("engine_refused", f"the engine couldn't answer: {reason}", status=422, reason=reason)

    async def close(self) -> None:
        self._is_closed = True
        await self._engine.close()


def _busy(message: str) -> RefusedError:
    return RefusedError("busy", message, status=503)


def _failed(message: str) -> RefusedError:
    return RefusedError("engine_failed", message, status=502)


def _ending() -> UnavailableError:
    return UnavailableError("the engine is stopping with its worker")


def _without_paths(text: str) -> str:
    r"""Return an engine's message with paths shortened to file names, so that no folders on this machine are revealed.

    >>> _without_paths("ValueError: 1/2 (/home/ann/my engines/bold.py, line 3, in bold)")
    'ValueError: 1/2 (bold.py, line 3, in bold)'
    >>> _without_paths("No such file: 'C:\\Users\\ann\\bold.txt'; see https://bold.example/help")
    "No such file: 'bold.txt'; see https://bold.example/help"
    """
    return _PATH.sub(lambda found: found["address"] or "", text)
