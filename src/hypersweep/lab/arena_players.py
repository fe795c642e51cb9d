"""Players in experiments: names and limits, processes, and games played by users' policies.

In the process that deals the boards, a function could find the mines in memory; and if it hung or exited, it would end
all other players' games. So an arena runs each function in an engine process, as an ``ArenaPlayer``: it gets views
through a pipe, has a time limit, and is restarted after a failure. Other experiments call a user's function in the
worker, with ``play_own``. Of the errors in a shard, only those caused by a policy have notes: the game, view and move,
then the file and line.

In text, an arena's player is ``[NAME=]POLICY[@states=N][@seconds=S]``, such as "look-ahead", "engine:java Careful" or
"quick=look-ahead@states=256@seconds=0.5". The part before the first equals sign is the name. To use a path containing
an equals sign, put a name or "./" before it: names contain no slash, colon or @.
"""

from __future__ import annotations

import copyreg
import os
import pickle
import re
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from threading import local
from time import monotonic
from traceback import extract_tb
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.copying import NotCopyable
from hypersweep.engine.adapters import ADAPTERS
from hypersweep.engine.client import SimpleEngine
from hypersweep.engine.players import (
    ENGINE,
    MODULE,
    Player,
    check_player_name,
    find_player,
    find_policy,
    is_own_policy,
    player_command,
    policy_source,
)
from hypersweep.engine.process import command_words
from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusalError,
    EngineTimeoutError,
    ExperimentError,
    HypersweepError,
    ParameterError,
    ParameterTypeError,
)
from hypersweep.solve.choice import POLICIES
from hypersweep.solve.kernel import Budget
from hypersweep.trials import play_policy
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from hypersweep.batch.results import GameBatch
    from hypersweep.engine.answer import EngineBudget
    from hypersweep.grid import Grid
    from hypersweep.typing import Cell
    from hypersweep.view import View


MOST_ENTRANTS = 16
"""Maximum number of players: a larger cross table is unreadable, and with so many pairs no result is significant."""

_LONGEST = 30
# Maximum length of a number in characters: enough for any float and any sensible integer.
_LONGEST_NUMBER = 25
_NOT_IN_A_NAME = frozenset("=@:/\\,\"'")
# Characters that names can't contain but policies can, because policies may be paths or commands.
_IN_PLAYERS = frozenset("@:/\\")
_RUNS_OTHERS = re.compile(r"java|node|nodejs|python[\d.]*|sh|bash|dotnet|mono|wine|nice|env")
# Java options followed by a class path, not by the program.
_TAKE_PLACES = ("-cp", "-classpath", "--class-path")
_BUDGET = re.compile(r"(.*)@(seconds|states)=([^@]*)", re.DOTALL)

# Startup timeout of a player's process in seconds, if the timeout for a move isn't longer.
_BEGINNING = 120.0
# Seconds allowed for an engine's move outside arenas, and maximum number of players kept running per thread.
_TIMEOUT = 60.0
_MOST_KEPT = 32

_PACKAGE = os.path.dirname(os.path.abspath(hypersweep.__file__)) + os.sep


@dataclass(frozen=True, slots=True, init=False)
class Entrant:
    """A player in an arena.

    Args:
        policy: the policy's name, as for ``check_player_name``.
        name: name shown in tables, up to 30 characters; None for the last part of the policy's name, or the name of
            an engine's program.
        states: maximum number of states per move, as in ``hypersweep.solve.Budget``; None for the default.
        seconds: time limit per move; None for no limit.

    Raises:
        ParameterError: there is no such policy, the name is invalid, a limit isn't above 0, or the player accepts no
            limits.

    >>> Entrant("engine:java Careful", seconds=0.5).format()
    'engine:java Careful@seconds=0.5'
    """

    policy: str
    name: str
    states: int | None
    seconds: float | None

    def __init__(
        self, policy: str, name: str | None = None, states: int | None = None, seconds: float | None = None
    ) -> None:
        own = check_player_name(policy)
        put = object.__setattr__
        put(self, "policy", own)
        put(self, "name", _usual_name(own) if name is None else _checked_name(name))
        put(self, "states", states)
        put(self, "seconds", seconds)
        if self.budget() is not None and not takes_budget(own):
            raise ParameterError(
                f"only the solver's policies and engines can use a budget, got one for {truncate(own)}"
            )

    def budget(self) -> Budget | None:
        """Return the limits per move, or None if neither is set."""
        if self.states is None and self.seconds is None:
            return None
        return Budget(seconds=self.seconds) if self.states is None else Budget(self.states, seconds=self.seconds)

    def format(self) -> str:
        """Return the player as text, for ``parse``.

        >>> Entrant("look-ahead", "quick", states=256).format()
        'quick=look-ahead@states=256'
        """
        is_usual = self.name == _usual_name(self.policy) and _divided(self.policy)[0] is None
        text = self.policy if is_usual else f"{self.name}={self.policy}"
        text += f"@states={self.states}" if self.states is not None else ""
        return text + (f"@seconds={self.seconds!r}" if self.seconds is not None else "")

    @classmethod
    def parse(cls, text: str) -> Entrant:
        """Parse a player from text.

        Raises:
            ParameterError: the text isn't valid.

        >>> Entrant.parse("quick=look-ahead@states=256")
        Entrant(policy='look-ahead', name='quick', states=256, seconds=None)
        """
        return _parsed(text)[0]


def takes_budget(policy: str) -> bool:
    """Return whether a player accepts limits per move; solver policies and engines do.

    Functions and adapters accept no limits, since they are called with only a view.

    >>> takes_budget("safest"), takes_budget("engine:java Careful"), takes_budget("players.py:careful")
    (True, True, False)
    """
    return policy in POLICIES or policy.startswith(ENGINE)


def entrants_of(texts: Iterable[str]) -> tuple[Entrant, ...]:
    """Parse players and make their names unique: a number is added to a default name that another player already has.

    Raises:
        ParameterError: there are fewer than 2 players or more than 16, a text is invalid, or a name is given twice.

    >>> [entrant.name for entrant in entrants_of(["safest", "safest@states=64", "a.b:careful", "careful=progress"])]
    ['safest', 'safest-2', 'careful-2', 'careful']
    """
    if isinstance(texts, str) or not hasattr(texts, "__iter__"):
        raise ParameterTypeError(f"expected the names of players, got {truncate(texts)}")
    found = [_parsed(text) for text in texts]
    if not 2 <= len(found) <= MOST_ENTRANTS:
        raise ParameterError(f"expected 2 to {MOST_ENTRANTS} players, got {len(found)}")
    taken: set[str] = set()
    for entrant, is_named in found:
        if is_named and entrant.name in taken:
            raise ParameterError(f"expected a different name for each player, got {truncate(entrant.name)} twice")
        taken |= {entrant.name} if is_named else set()
    every = []
    for entrant, is_named in found:
        own = entrant
        if not is_named and own.name in taken:
            number = next(n for n in range(2, len(found) + 2) if _numbered(own.name, n) not in taken)
            own = Entrant(own.policy, _numbered(own.name, number), own.states, own.seconds)
        taken.add(own.name)
        every.append(own)
    return tuple(every)


def with_budgets(texts: Iterable[str], states: int | None, seconds: float | None) -> list[str]:
    """Return the players, adding this budget to those that accept limits and have none.

    >>> with_budgets(["safest", "look-ahead@states=64", "players.py:careful"], None, 0.5)
    ['safest@seconds=0.5', 'look-ahead@states=64', 'players.py:careful']
    """
    budget = (f"@states={states}" if states is not None else "") + (f"@seconds={seconds!r}" if seconds else "")
    entrants = ((text, Entrant.parse(text)) for text in texts)
    return [text + budget if own.budget() is None and takes_budget(own.policy) else text for text, own in entrants]


def _numbered(name: str, number: int) -> str:
    tail = f"-{number}"
    return name[: _LONGEST - len(tail)] + tail


def _parsed(text: object) -> tuple[Entrant, bool]:
    """Parse a player. Returns: the player, and whether the text names it."""
    if not isinstance(text, str):
        raise ParameterTypeError(f"expected a player name, got {truncate(text)} ({type(text).__name__})")
    rest, numbers = text, dict[str, str]()
    while match := _BUDGET.fullmatch(rest):
        rest, name, number = match.groups()
        if name in numbers:
            raise ParameterError(f"expected at most one @{name} limit per player, got {truncate(text)}")
        numbers[name] = number
    name, policy = _divided(rest)
    try:
        states = _number(numbers["states"], int) if "states" in numbers else None
        seconds = _number(numbers["seconds"], float) if "seconds" in numbers else None
        return Entrant(policy, name, states, seconds), name is not None  # type: ignore[arg-type]
    except HypersweepError as error:
        raise type(error)(f"player {truncate(text)}: {error}") from None


def _divided(text: str) -> tuple[str | None, str]:
    """Split a text into the name, if any, and the policy, without checking either.

    If the part before the equals sign contains a character that names can't contain, the whole text is a policy (a path
    or command), unless only the part after the sign is a valid player.
    """
    name, equals, rest = text.partition("=")
    if not equals:
        return None, text
    is_long = not _IN_PLAYERS.isdisjoint(name)
    return (None, text) if is_long and (_is_player(text) or not _is_player(rest)) else (name, rest)


def _is_player(policy: str) -> bool:
    try:
        check_player_name(policy)
    except ParameterError:
        return False
    return True


def _number(text: str, kind: type[int | float]) -> float:
    try:
        if not text.isascii() or len(text) > _LONGEST_NUMBER:
            raise ValueError(text)
        return kind(text)
    except ValueError:
        raise ParameterError(f"expected a number, got {truncate(text)}") from None


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= _LONGEST
        and name.isprintable()
        and not _NOT_IN_A_NAME & set(name)
        and not any(map(str.isspace, name))
        and name[0] != "-"
    )


def _checked_name(name: object) -> str:
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected a player name, got {truncate(name)} ({type(name).__name__})")
    if not _is_name(name):
        raise ParameterError(
            f"expected a name of 1 to {_LONGEST} characters without spaces, commas, quotes and any of = @ "
            f": / \\ and without a leading -, got {truncate(name)}"
        )
    return name


def _usual_name(policy: str) -> str:
    if not policy.startswith(ENGINE):
        return policy.rpartition(":")[2][:_LONGEST]
    words = command_words(policy.removeprefix(ENGINE))
    # Use the name of the program run by an interpreter: "solver" for "java -jar solver.jar". Skip options and class
    # paths, but no other option values; also skip words consisting of dots.
    before = ["", *words]
    names = [
        _stem(word)
        for option, word in zip(before, words, strict=False)
        if word[:1] != "-" and option not in _TAKE_PLACES and word.strip("./\\")
    ]
    while len(names) > 1 and _RUNS_OTHERS.fullmatch(names[0]):
        del names[0]
    if not names:
        return "engine"
    name = "".join("-" if each in _NOT_IN_A_NAME or each.isspace() else each for each in names[0]).strip("-")
    return name[:_LONGEST] if _is_name(name[:_LONGEST]) else "engine"


def _stem(word: str) -> str:
    return word.replace("\\", "/").rstrip("/").rpartition("/")[2].rpartition(".")[0] or word.rpartition("/")[2]


class FaultError(Exception):
    """A player's fault, which loses the game: an answer that isn't a covered cell, a late answer, or a crash.

    Attributes:
        kind: one of ``hypersweep.lab.statistical_tests.FAULTS``.
    """

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind: str = kind


class ArenaPlayer(NotCopyable):
    r"""A player in a separate process: called with a view, returns the cell to open, or None to give up.

    The process starts when first needed, and restarts after a fault has stopped it.

    Args:
        policy: the player's name; solver policies can't be used.
        source: result from ``source_of``, checked only for a user's function; empty to accept any source.
        budget: limits per move; None for the default.
        timeout: time limit per move in seconds; with a time budget, extra seconds allowed after it.

    Raises:
        ExperimentError: when called: the process can't be started, or its source differs from ``source``.
        FaultError: when called: the player failed.

    >>> from hypersweep.view import View
    >>> player = ArenaPlayer("hypersweep.solve:choose", "", None, 60.0)
    >>> player(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"))
    (0, 1)
    >>> player.close()
    """

    _why_no_copy = "it represents a running program"

    def __init__(self, policy: str, source: str, budget: EngineBudget | None, timeout: float) -> None:
        self._policy, self._source, self._timeout = policy, source, timeout
        self._budget = budget
        self._limit = timeout + ((budget.seconds or 0.0) if budget is not None else 0.0)
        self._engine: SimpleEngine | None = None

    def begin(self) -> SimpleEngine:
        """Return the player's engine, starting it if necessary.

        Raises:
            ExperimentError: the engine can't be started, or its source differs from the expected one.
        """
        if self._engine is not None and not self._engine.is_closed:
            return self._engine
        command = player_command(self._policy)
        assert command is not None, self._policy
        try:
            own = _environment() if is_function(self._policy) else None
            engine = SimpleEngine(command, timeout=max(self._timeout, _BEGINNING), environment=own)
        except EngineError as error:
            raise ExperimentError(f"can't start the player {truncate(self._policy)}: {_reason(error)}") from None
        engine.timeout = self._timeout
        # For a function in a file, the engine reports the file's digest as its version.
        if is_function(self._policy) and self._source and engine.version != self._source:
            engine.close()
            raise ExperimentError(
                f"the player in {truncate(self._policy)} isn't the requested one ({self._source}, got "
                f"{engine.version}): its file has changed, or differs between machines"
            )
        self._engine = engine
        return engine

    def new_game(self) -> None:
        """Tell the player's engine that the next view is from a different game.

        Raises:
            FaultError: the player has failed.
        """
        engine = self.begin()
        try:
            engine.new_game()
        except EngineError as error:
            raise self._fault(error) from None

    def __call__(self, view: View) -> Cell | None:
        """Return the cell to open; None to give up."""
        engine, begun = self.begin(), monotonic()
        try:
            answer = engine.go(view, budget=self._budget)
        except EngineError as error:
            raise self._fault(error) from None
        # Measure the time here instead of trusting the engine. If an answer arrives only after "stop", it is late, and
        # a function may still be running, so stop its process.
        if monotonic() - begun >= self._limit:
            self.close()
            raise FaultError("late", f"no answer within {self._limit:g} s")
        return answer.cell

    def _fault(self, error: EngineError) -> FaultError:
        if isinstance(error, EngineTimeoutError):
            return FaultError("late", f"no answer within {self._limit:g} s")
        is_illegal = isinstance(error, EngineProtocolError) or (
            isinstance(error, EngineRefusalError) and error.kind == "move"
        )
        return FaultError("illegal" if is_illegal else "crashed", _reason(error))

    def close(self) -> None:
        """Stop the process; the next call starts a new one."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


def _environment() -> dict[str, str]:
    """Return environment variables that let the player's process import the same modules as this process."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _reason(error: EngineError) -> str:
    last = error.said.splitlines()[-1:]
    return f"{error}" if not last or last[0][:40] in str(error) else f"{error} ({truncate(last[0], 200)})"


def is_engine(policy: str) -> bool:
    """Return whether a player's name refers to an engine or adapter, not a function.

    >>> is_engine("engine:java Careful"), is_engine("players.py:careful"), is_engine("safest")
    (True, False, False)
    """
    return policy.startswith(ENGINE) or policy in ADAPTERS


def is_function(policy: str) -> bool:
    """Return whether a player's name refers to a user's function.

    >>> is_function("engine:java Careful"), is_function("players.py:careful"), is_function("safest")
    (False, True, False)
    """
    return is_own_policy(policy) and not is_engine(policy)


def source_of(name: str) -> str:
    """Return a 16-character digest identifying a player's program; solver policies have none.

    Raises:
        ParameterError: there is no such player.
        ExperimentError: a module's file has changed since this process loaded it, or the engine can't be started.
    """
    if is_function(name):
        return policy_source(name)
    try:
        with find_player(name) as player:
            return player.source
    except EngineError as error:
        raise ExperimentError(f"can't start the player {truncate(name)}: {_reason(error)}") from None


class _Kept(local):
    """The players of one thread; later shards reuse their processes."""

    def __init__(self) -> None:
        self.players: dict[tuple[object, ...], ArenaPlayer | Player] = {}


_kept = _Kept()


def arena_player(policy: str, source: str, budget: EngineBudget | None, timeout: float, name: str) -> ArenaPlayer:
    """Return this thread's player with the given name; it can play only one game at a time."""
    key = (policy, source, budget, timeout, name)
    player = _kept.players.get(key)
    if not isinstance(player, ArenaPlayer):
        _evict()
        player = _kept.players[key] = ArenaPlayer(policy, source, budget, timeout)
    return player


def engine_player(policy: str) -> Player:
    """Return this thread's engine, for experiments in which any fault stops the run, i.e. all except arenas."""
    player = _kept.players.get((policy,))
    if not isinstance(player, Player):
        _evict()
        player = _kept.players[policy,] = find_player(policy, timeout=_TIMEOUT)
    return player


def _evict() -> None:
    """Stop players' processes, oldest first, until the limit allows another one."""
    while len(_kept.players) >= _MOST_KEPT:
        _kept.players.pop(next(iter(_kept.players))).close()


def close_players() -> None:
    """Stop the processes of this thread's players."""
    while _kept.players:
        _kept.players.popitem()[1].close()


# Cache loaded policies: loading takes time, and a policy may have learnt from earlier games. The source is part of the
# key, since a changed file contains a different policy.
_function = lru_cache(maxsize=8)(find_policy)


def _policy(name: str, source: str) -> Callable[[View], Any]:
    return engine_player(name) if is_engine(name) else _function(name, source)


def play_own(name: str, source: str, grid: Grid, mines: int, count: int, **dealt: Any) -> GameBatch:
    """Let a user's policy play games in this process, with its standard output redirected to standard error.

    Args:
        name: the policy's name.
        source: result from ``policy_source`` in the process requesting the games.
        grid: the board.
        mines: number of mines per game.
        count: number of games.
        dealt: additional arguments for ``play_policy``.

    Raises:
        ExperimentError: the policy's file differs from the requester's, or the policy tried to exit the program.
        ParameterError: there is no such policy.
        Exception: an error raised by the policy; if its class is defined in the policy's file, a RuntimeError with the
            same text instead.

    >>> from hypersweep import Grid
    >>> from hypersweep.engine.players import policy_source
    >>> name = "hypersweep.solve:choose"
    >>> play_own(name, policy_source(name), Grid("4x5"), 4, 200, seed=7).wins
    164
    """
    try:
        # Reserve standard output for results, which another program may parse.
        with redirect_stdout(sys.stderr):
            try:
                policy = _policy(name, source)
            except HypersweepError:
                raise
            except BaseException as error:
                error.add_note(f"while {truncate(name.rpartition(':')[0])} was loaded")
                raise
            return play_policy(policy, grid, mines, count, **dealt)
    except KeyboardInterrupt:
        raise
    except Exception as error:
        _note_place(error, name)
        if not _is_from_a_file(error):
            raise
        # The error's class exists only in this process, so the parent could neither unpickle nor catch it.
        raise _with_notes(RuntimeError(f"{type(error).__name__}: {_words(error)}"), error) from error
    except BaseException as error:
        # SystemExit, for example, would stop this process, whether a worker or the parent.
        _note_place(error, name)
        way = "sys.exit" if isinstance(error, SystemExit) else type(error).__name__
        failure = ExperimentError(f"the policy {truncate(name)} stopped with {way}: {_words(error)}")
        raise _with_notes(failure, error) from error


def is_of_a_policy(error: BaseException) -> bool:
    """Return whether an error in a shard was caused by a policy.

    >>> is_of_a_policy(OSError(24, "Too many open files"))
    False
    """
    return bool(getattr(error, "__notes__", ()))


def _note_place(error: BaseException, name: str) -> None:
    """Add a note with the file and line of an error in a policy, because other processes get no traceback."""
    if not is_of_a_policy(error):
        return
    frames = [frame for frame in extract_tb(error.__traceback__) if not _is_ours(frame.filename)]
    where = name.rpartition(":")[0]
    own = [frame for frame in frames if frame.filename == os.path.abspath(where)] or frames
    if own:
        error.add_note(f"{own[-1].filename}, line {own[-1].lineno}, in {own[-1].name}")


def _is_ours(path: str) -> bool:
    return path.startswith((_PACKAGE, "<frozen "))


def _is_from_a_file(error: Exception) -> bool:
    """Return whether an error, or an object in it, has a class defined in a policy's file."""
    data = BytesIO()
    pickler = pickle.Pickler(data)
    # Dask registers functions that pickle an error with its traceback, which names the file's module.
    pickler.dispatch_table = {
        kind: reduce for kind, reduce in copyreg.dispatch_table.items() if not issubclass(kind, BaseException)
    }
    try:
        pickler.dump(error)
    except Exception:
        return False
    return MODULE.encode() in data.getvalue()


def _with_notes(failure: Exception, error: BaseException) -> Exception:
    for note in getattr(error, "__notes__", ()):
        failure.add_note(note)
    return failure


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "it can't be printed"
