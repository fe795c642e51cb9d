"""Engines that people may ask about positions: one process of each in a worker, questions one after the other.

An engine sees views and nothing else: what people send is a position as text, and no room and no game is near.
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

__all__ = ["Engines"]

# Kinds of refusals that are faults of the one who answers, and not of the position.
_FAULTS = ("failed", "internal", "move")
# Characters of what an engine says that stand in the log: as many as the error of a function can have, and its place.
_LONGEST = 2000

# Addresses of the web, and paths of files that begin at a root or at the folder above, up to the last name in them. In
# folders' names there may be blanks; without quotes nobody can tell where a path ends, and better too much goes than
# too little.
_PATH = re.compile(
    r"""(?P<address>\bhttps?://[^\s'"]*)
    |(?<![\w/\\])(?:~|\.\.|[A-Za-z]:|file:/?)?[/\\]+(?=\S)(?:[^/\\,;:()<>|"'\n]*[/\\]+)*""",
    re.VERBOSE,
)


class Engines:
    """The engines of a worker.

    Args:
        names: the players, as ``find_player`` names them.
        seconds: that an engine may take for an answer; it is then told to stop.
        patience: seconds beyond that, until it is told to stop, and as many again until it is ended.
        starting: seconds that it has to start, also where it is started anew.
        most: questions that wait or are being answered, of each engine; more are refused. Half of them may come from
            one place.
        waiting: seconds that a question waits for its turn.
        rest: seconds after which an engine that has failed is started anew, if somebody asks.

    Attributes:
        names: what the engines are called, once they have begun.
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
        """What the engines are called, in the order in which they were given."""
        return list(self._engines)

    async def begin(self) -> None:
        """Start all of them.

        Raises:
            ParameterError: one can't be started.
        """
        for player in self._players:
            engine = _Engine(player, *self._limits)
            try:
                name = await engine.begin()
            except EngineError as error:
                await self.close()
                # There may be several.
                raise ParameterError(f"--engine {truncate(player.removeprefix(ENGINE), 200)}: {error}") from None
            known, number = name, 2
            while name in self._engines:
                name, number = f"{known} {number}", number + 1
            self._engines[name] = engine

    async def ask(self, name: str, view: View, person: str, place: str, wants: Sequence[str]) -> Answer:
        """What an engine answers.

        Args:
            name: its name.
            view: the position.
            person: who asks; a person has one question at a time.
            place: where from.
            wants: what is wanted beside the best move.

        Raises:
            RefusedError: there is no such engine ("engine"), it has too much to do ("busy"), can't say
                ("engine_refused"), has failed, now or a moment ago ("engine_failed"), or is ended with this worker
                ("unavailable").
        """
        engine = self._engines.get(name)
        if engine is None:
            raise RefusedError("engine", f"expected an engine of this server, got {name!r}", status=404)
        return await engine.ask(view, person, place, wants)

    async def close(self) -> None:
        """End all of them."""
        await asyncio.gather(*(engine.close() for engine in self._engines.values()))


class _Engine:
    """One of them."""

    def __init__(
        self, player: str, seconds: float, patience: float, starting: float, most: int, waiting: float, rest: float
    ) -> None:
        self._player = player
        # A policy of the solver is played by a process as well: this one has others to serve.
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
        """Start it, and say what it is called."""
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
            raise _busy("expected fewer questions at once; try again soon")
        self._persons.add(person)
        self._places[place] += 1
        try:
            try:
                async with asyncio.timeout(self._waiting):
                    await self._turn.acquire()
            except TimeoutError:
                raise _busy("expected an engine with time for this question; try again soon") from None
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
            raise _failed("expected an engine that runs, got one that has failed; it is started anew in a moment")
        try:
            await self._begin_game()
            return await self._engine.go(view, budget=self._budget, wants=wants)
        except EngineError as error:
            if self._is_closed:
                raise _ending() from error
            # Who is refused at its start has no engine.
            if isinstance(error, EngineRefusalError) and not self._engine.is_closed:
                raise self._refusal(error) from None
            self._again = now() + self._rest
            # What it says of itself may name files of this machine.
            log.warning("an engine has failed", player=self._player, why=tame(str(error), _LONGEST))
            raise _failed("expected an answer of the engine, which has failed") from error

    async def _start(self) -> None:
        """Start it, or start it anew, for which it may take longer than for an answer."""
        self._engine.timeout = self._starting
        try:
            await self._engine.restart()
        finally:
            self._engine.timeout = self._patience
        if self._is_closed:
            # Where it was closed before there was a process, nobody else ends this one.
            await self._engine.close()
            raise EngineTerminatedError("expected a running engine, got one that was closed meanwhile")

    async def _begin_game(self) -> None:
        """Tell it of another game, since whoever asks next may be somebody else; start it anew where it doesn't run."""
        if not self._engine.is_closed:
            try:
                await self._engine.new_game()
            except EngineTerminatedError as error:
                if self._is_closed:
                    raise
                # It has ended by itself since its last answer: that is no failure of this question.
                log.warning("an engine has ended", player=self._player, why=tame(str(error), _LONGEST))
            else:
                return
        await self._start()
        await self._engine.new_game()

    def _refusal(self, error: EngineRefusalError) -> RefusedError:
        if error.kind in _FAULTS:
            log.warning("an engine can't answer", player=self._player, why=tame(str(error), _LONGEST))
        reason = tame(_without_paths(error.reason), 300)
        return RefusedError(
            "engine_refused", f"expected an answer of the engine, got: {reason}", status=422, reason=reason
        )

    async def close(self) -> None:
        self._is_closed = True
        await self._engine.close()


def _busy(message: str) -> RefusedError:
    return RefusedError("busy", message, status=503)


def _failed(message: str) -> RefusedError:
    return RefusedError("engine_failed", message, status=502)


def _ending() -> UnavailableError:
    return UnavailableError("expected an engine that runs, got one that is ended with this worker")


def _without_paths(text: str) -> str:
    r"""What an engine says, with the bare names of files: folders of this machine are nobody's business.

    >>> _without_paths("ValueError: 1/2 (/home/ann/my engines/bold.py, line 3, in bold)")
    'ValueError: 1/2 (bold.py, line 3, in bold)'
    >>> _without_paths("No such file: 'C:\\Users\\ann\\bold.txt'; see https://bold.example/help")
    "No such file: 'bold.txt'; see https://bold.example/help"
    """
    return _PATH.sub(lambda found: found["address"] or "", text)
