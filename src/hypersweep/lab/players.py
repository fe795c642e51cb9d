"""Players in processes of their own, which see views only: engines, and users' functions.

A function in the process that deals the boards could find the mines in its memory; and if it hung or ended the process,
the games of all others would end too. So an arena runs it in an engine process, which gets views through a pipe, has a
time limit, and is restarted for the next game after a failure.
"""

from __future__ import annotations

import os
import sys
from threading import local
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.engine.adapters import ADAPTERS
from hypersweep.engine.players import ENGINE, Player, find_player, player_command
from hypersweep.engine.policies import is_own_policy, policy_source
from hypersweep.engine.simple import SimpleEngine
from hypersweep.errors import (
    EngineError,
    EngineProtocolError,
    EngineRefusalError,
    EngineTimeoutError,
    ExperimentError,
    ParameterError,
)
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from hypersweep.engine.answer import EngineBudget
    from hypersweep.lab.experiment import Experiment
    from hypersweep.typing import Cell
    from hypersweep.view import View

# Seconds for a program to start.
_BEGINNING = 120.0
# Default seconds for an engine's move, and most players that a thread keeps.
_TIMEOUT = 60.0
_MOST_KEPT = 32


class FaultError(Exception):
    """A player has failed, and loses the game.

    Attributes:
        kind: one of ``hypersweep.lab.statistical_tests.FAULTS``.
    """

    def __init__(self, kind: str, why: str) -> None:
        super().__init__(why)
        self.kind: str = kind


class ArenaPlayer(NotCopyable):
    r"""A player in a process of its own: called with a view, it returns the cell to open, or None to give up.

    The process starts when it is first needed, and again after a fault that ended it.

    Args:
        policy: the player, any but the solver itself.
        source: result of ``sources_of``; empty to accept any source.
        budget: limits for a move; None for the default.
        timeout: seconds for a move, or beyond the seconds of its budget.

    Raises:
        ExperimentError: on a call: it can't be started, or its source differs from ``source``.
        FaultError: on a call: it has failed.

    >>> from hypersweep.view import View
    >>> player = ArenaPlayer("hypersweep.solve:choose", "", None, 60.0)
    >>> player(View.parse("2x4 mines=2\n# # # #\n1 2 1 1"))
    (0, 1)
    >>> player.close()
    """

    _why_no_copy = "it stands for a program that runs"

    def __init__(self, policy: str, source: str, budget: EngineBudget | None, timeout: float) -> None:
        self._policy, self._source, self._timeout = policy, source, timeout
        self._budget = budget
        self._limit = timeout + ((budget.seconds or 0.0) if budget is not None else 0.0)
        self._engine: SimpleEngine | None = None

    def begin(self) -> SimpleEngine:
        """Return the engine of the player; start it if necessary.

        Raises:
            ExperimentError: it can't be started, or its source isn't the expected one.
        """
        if self._engine is not None and not self._engine.is_closed:
            return self._engine
        command = player_command(self._policy)
        assert command is not None, self._policy
        try:
            own = _environment() if is_function(self._policy) else None
            engine = SimpleEngine(command, timeout=max(self._timeout, _BEGINNING), environment=own)
        except EngineError as error:
            raise ExperimentError(
                f"expected a player that can be begun, got {truncate(self._policy)}: {_told(error)}"
            ) from None
        engine.timeout = self._timeout
        # The version of a function in a file identifies the file's content.
        if is_function(self._policy) and self._source and engine.version != self._source:
            engine.close()
            raise ExperimentError(
                f"expected the player that was asked for, {self._source}, got another one in "
                f"{truncate(self._policy)}, {engine.version}: its file was changed meanwhile, or isn't the same on all "
                "machines"
            )
        self._engine = engine
        return engine

    def new_game(self) -> None:
        """Tell the player that another game begins.

        Raises:
            FaultError: it has failed.
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
        # The clock decides, not the answer's own statement: an answer that came only after the stop command is late,
        # and a function may still be running.
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
        return FaultError("illegal" if is_illegal else "crashed", _told(error))

    def close(self) -> None:
        """End the process; the next call starts another."""
        engine, self._engine = self._engine, None
        if engine is not None:
            engine.close()


def _environment() -> dict[str, str]:
    """Return the environment of the player's process, in which all modules of this one can be imported."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _told(error: EngineError) -> str:
    last = error.said.splitlines()[-1:]
    return f"{error}" if not last or last[0][:40] in str(error) else f"{error} ({truncate(last[0], 200)})"


def is_engine(policy: str) -> bool:
    """Whether a player's name is that of an engine or of an adapter, not of a function.

    >>> is_engine("engine:java Careful"), is_engine("players.py:careful"), is_engine("safest")
    (True, False, False)
    """
    return policy.startswith(ENGINE) or policy in ADAPTERS


def is_function(policy: str) -> bool:
    """Whether a player's name is that of a user's function.

    >>> is_function("engine:java Careful"), is_function("players.py:careful"), is_function("safest")
    (False, True, False)
    """
    return is_own_policy(policy) and not is_engine(policy)


def sources_of(experiment: Experiment) -> dict[str, str]:
    """Return a digest of sixteen characters for each player outside the solver, by name; it changes with the program.

    Raises:
        ParameterError: a player is missing.
        ExperimentError: a module whose file was changed since this process loaded it, or an engine that can't be
            started.

    >>> from hypersweep.lab.experiment import Experiment
    >>> names = ["safest", "hypersweep.solve:choose"]
    >>> [*sources_of(Experiment(kind="compare", boards=[("3x4", 2)], count=9, policies=names))]
    ['hypersweep.solve:choose']
    """
    try:
        return {name: _source_of(name) for name in experiment.played if is_own_policy(name)}
    except ParameterError as error:
        raise type(error)(f"{error}{_misread(experiment)}") from None


def _misread(experiment: Experiment) -> str:
    """Return the correct text for a file with an equals sign in its path, of which a part was taken for a name."""
    for entrant in experiment.entrants if experiment.kind == "arena" else ():
        where, _, function = f"{entrant.name}={entrant.policy}".rpartition(":")
        if os.path.isfile(where):
            return f"; the file {truncate(where)} is written ./{where}:{function}"
    return ""


def _source_of(name: str) -> str:
    if is_function(name):
        return policy_source(name)
    try:
        with find_player(name) as player:
            return player.source
    except EngineError as error:
        raise ExperimentError(f"expected a player that can be begun, got {truncate(name)}: {_told(error)}") from None


class _Kept(local):
    """The players of a thread, whose processes are reused for later shards."""

    def __init__(self) -> None:
        self.players: dict[tuple[object, ...], ArenaPlayer | Player] = {}


_kept = _Kept()


def arena_player(policy: str, source: str, budget: EngineBudget | None, timeout: float, name: str) -> ArenaPlayer:
    """Return the player of this thread under a name; only one game at a time may use it."""
    key = (policy, source, budget, timeout, name)
    player = _kept.players.get(key)
    if not isinstance(player, ArenaPlayer):
        _make_room()
        player = _kept.players[key] = ArenaPlayer(policy, source, budget, timeout)
    return player


def engine_player(policy: str) -> Player:
    """Return the engine of this thread under a name, for games in which a fault ends the experiment."""
    player = _kept.players.get((policy,))
    if not isinstance(player, Player):
        _make_room()
        player = _kept.players[policy,] = find_player(policy, timeout=_TIMEOUT)
    return player


def _make_room() -> None:
    while len(_kept.players) >= _MOST_KEPT:
        _kept.players.pop(next(iter(_kept.players))).close()


def close_players() -> None:
    """End the processes of this thread's players."""
    while _kept.players:
        _kept.players.popitem()[1].close()
