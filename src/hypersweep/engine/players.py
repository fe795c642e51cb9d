"""Players by name: the solver's policies, users' functions in a module or file, and engines.

A player is called with a view and returns a cell.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep.copying import NotCopyable
from hypersweep.engine.adapters import ADAPTERS
from hypersweep.engine.callables import answer_of
from hypersweep.engine.client import SimpleEngine
from hypersweep.engine.process import command_words
from hypersweep.errors import (
    EngineError,
    EngineRefusalError,
    EngineTerminatedError,
    ExperimentError,
    ParameterError,
    ParameterTypeError,
)
from hypersweep.solve.choice import POLICIES, choose
from hypersweep.text import tame
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from types import ModuleType, TracebackType
    from typing import Self

    from hypersweep.engine.answer import Answer, EngineBudget
    from hypersweep.trials.solver_games import PolicyAnswer
    from hypersweep.typing import Cell, Policy, Thing
    from hypersweep.view import View

ENGINE = "engine:"
"""Prefix for an engine's player name; the engine's command follows."""

# Maximum number of bytes hashed per file named in a command.
_MOST_BYTES = 1 << 26

# Maximum length of a policy's name.
_LONGEST = 1000

MODULE = "hypersweep_policy_"
"""Prefix for the names of modules created from policy files, not used by any other module."""

# For each module, by name: its spec, and its file's digest when it was first loaded.
_SEEN: dict[str, tuple[object, str]] = {}


def is_own_policy(name: str) -> bool:
    """Return whether a name refers to something other than a solver policy: a user's function, an engine or adapter.

    >>> is_own_policy("safest"), is_own_policy("players.py:careful")
    (False, True)
    """
    return name not in POLICIES


def check_policy_name(name: object) -> str:
    """Check that a policy's name is well-formed, without loading anything, and return it.

    Raises:
        ParameterTypeError: the name isn't a string.
        ParameterError: the name isn't a solver policy, "module:function" or "file.py:function".

    >>> check_policy_name("players.py:careful")
    'players.py:careful'
    """
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected a policy name, got {truncate(name)} ({type(name).__name__})")
    if name in POLICIES:
        return name
    where, _, function = name.rpartition(":")
    is_module = all(part.isidentifier() for part in where.split("."))
    if len(name) > _LONGEST or not name.isprintable() or not function.isidentifier():
        is_module, where = False, ""
    if not is_module and not (where.endswith(".py") and len(where) > 3):
        raise ParameterError(
            f"expected a policy ({', '.join(POLICIES)}), or your own as module:function or "
            f"file.py:function, got {truncate(name)}{suggest(name[:60], list(POLICIES))}"
        )
    return name


def find_policy(name: str, source: str | None = None) -> Callable[[View], PolicyAnswer]:
    """Return the function named "module:function" or "file.py:function".

    A changed file is loaded again, but a changed module isn't: Python loads a module only once per process.

    Args:
        name: the policy's name.
        source: result from ``policy_source`` in the process requesting the work; None to accept any source.

    Raises:
        ParameterError: there is no such module, file or function.
        ExperimentError: the source differs from ``source``, or a module's file has changed since it was loaded.
        Exception: an error raised while loading the file.

    >>> find_policy("hypersweep.solve:choose").__name__
    'choose'
    """
    where, _, function = check_policy_name(name).rpartition(":")
    if where.endswith(".py"):
        data = _read(where)
        _check_source(where, _file_digest(data), source)
        module = _loaded_file(where, data)
    else:
        module = _loaded_module(where)
        _check_source(where, _module_source(where, module), source)
    found = getattr(module, function, None)
    if not callable(found):
        known = [each for each, thing in vars(module).items() if callable(thing) and not each.startswith("_")]
        raise ParameterError(f"expected a function in {truncate(where)}, got {function}{suggest(function, known)}")
    policy: Callable[[View], PolicyAnswer] = found
    return policy


def policy_source(name: str) -> str:
    """Return a 16-character digest of the file containing a user's policy; empty for solver policies.

    A changed file has a different digest, so results from different policies aren't mixed. The digest doesn't cover
    modules imported by the file.

    Raises:
        ParameterError: there is no such module or file.
        ExperimentError: a module's file has changed since this process loaded it.
        Exception: an error raised while loading a module.

    >>> policy_source("safest"), len(policy_source("hypersweep.solve:choose"))
    ('', 16)
    """
    if not is_own_policy(name):
        return ""
    where = name.rpartition(":")[0]
    return _file_digest(_read(where)) if where.endswith(".py") else _module_source(where, _loaded_module(where))


def _file_digest(data: bytes) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()[:16]


def _read(path: str | None) -> bytes:
    try:
        with open(path or "", "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:
        why = "no such file" if isinstance(error, FileNotFoundError) else getattr(error, "strerror", None) or error
        raise ParameterError(f"can't read the policy's file {truncate(path)}: {why}") from None


def _check_source(where: str, found: str, wanted: str | None) -> None:
    if wanted is not None and found != wanted:
        raise ExperimentError(
            f"the policy in {truncate(where)} isn't the requested one ({wanted}, got {found}): its file "
            "has changed, or differs between machines"
        )


def _loaded_file(path: str, data: bytes) -> ModuleType:
    """Return the module made from a file's bytes; calls with the same path and bytes return the same module object."""
    import sys
    from importlib.machinery import SourceFileLoader
    from importlib.util import module_from_spec, spec_from_file_location

    place = os.path.abspath(path)
    # A unique name in sys.modules is needed: dataclasses, for example, look up their module by name.
    name = f"{MODULE}{_file_digest(os.fsencode(place) + data)}"
    if name in sys.modules:
        return sys.modules[name]
    loader = SourceFileLoader(name, place)
    spec = spec_from_file_location(name, place, loader=loader)
    assert spec is not None, place
    module = sys.modules[name] = module_from_spec(spec)
    try:
        # Compile these bytes: a cached .pyc next to the file may be of another version.
        exec(loader.source_to_code(data, place), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _loaded_module(name: str) -> ModuleType:
    import sys
    from importlib import import_module

    # Allow imports from the current directory, as for a Python script.
    is_missing = "" not in sys.path
    if is_missing:
        sys.path.insert(0, "")
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ParameterError(f"can't import the module {name}: {error}") from None
    finally:
        if is_missing and "" in sys.path:
            sys.path.remove("")


def _module_source(name: str, module: ModuleType) -> str:
    found = _file_digest(_read(getattr(module, "__file__", None)))
    spec, first = _SEEN.get(name, (None, found))
    if spec is not module.__spec__:
        # The module is new, or was reloaded.
        _SEEN[name] = module.__spec__, found
    elif found != first:
        raise ExperimentError(
            f"the file of module {name} has changed since this process imported it: start another process, "
            "or give the file's path"
        )
    return found


def check_player_name(name: object) -> str:
    """Check that a player's name is well-formed, without starting or loading anything, and return it.

    Args:
        name: a solver policy, "module:function", "file.py:function", "engine:" and a command, or an adapter's name,
            such as "ms_toollib".

    Raises:
        ParameterError: the name has none of these forms.

    >>> check_player_name("engine:java Careful"), check_player_name("players.py:careful")
    ('engine:java Careful', 'players.py:careful')
    """
    if not isinstance(name, str):
        raise ParameterTypeError(f"expected a player name, got {truncate(name)} ({type(name).__name__})")
    if name in ADAPTERS:
        return name
    if name.startswith(ENGINE):
        command_words(name.removeprefix(ENGINE))
        return name
    try:
        return check_policy_name(name)
    except ParameterError:
        known = [*POLICIES, *ADAPTERS]
        raise ParameterError(
            f"expected a player: {', '.join(known)}, module:function, file.py:function or engine:COMMAND, "
            f"got {truncate(name)}{suggest(name[:60], known)}"
        ) from None


def written_player(text: str) -> str:
    """Return the player's name for a user's argument; an engine's command may omit the prefix "engine:".

    Raises:
        ParameterError: the argument is neither a player's name nor a command; a single word must be a program's name.

    >>> written_player("safest"), written_player("hypersweep engine --policy safest")
    ('safest', 'engine:hypersweep engine --policy safest')
    """
    try:
        return check_player_name(text)
    except ParameterError:
        from shutil import which

        words = command_words(text)
        # A single word that isn't a program is probably a misspelled name.
        if len(words) == 1 and words[0] != "hypersweep" and which(words[0]) is None:
            raise
        return f"{ENGINE}{text}"


def find_player(
    name: str,
    *,
    isolated: bool = True,
    budget: EngineBudget | None = None,
    options: Mapping[str, object] | None = None,
    timeout: float | None = 10.0,
) -> Player:
    r"""Return the player with the given name; see ``check_player_name`` for the possible forms.

    Args:
        name: the player's name.
        isolated: whether to run a user's function in a separate process, which gets only views. Otherwise it runs in
            this process and can access all its data, including the game's layout.
        budget: limits for an engine's answer.
        options: the engine's options.
        timeout: seconds an engine may take beyond its budget, as in ``SimpleEngine``.

    Raises:
        ParameterError: there is no such player, or the function can't be found.

    >>> from hypersweep.view import View
    >>> with find_player("safest") as player:
    ...     player(View.parse("2x3 mines=1\n# # #\n1 1 ."))
    (0, 1)
    """
    own = check_player_name(name)
    words = player_command(own)
    if words is None:
        policy: Policy = own  # type: ignore[assignment]
        return Player(own, lambda view: choose(view, policy))
    if isolated or own.startswith(ENGINE) or own in ADAPTERS:
        return Player(own, words, budget=budget, options=options, timeout=timeout)
    return Player(own, find_policy(own))


def player_command(name: str) -> list[str] | None:
    """Return the words of a player's engine command; None for solver policies.

    Raises:
        ParameterError: there is no such player.

    >>> player_command("engine:java Careful"), player_command("safest")
    (['java', 'Careful'], None)
    """
    own = check_player_name(name)
    if own.startswith(ENGINE):
        return command_words(own.removeprefix(ENGINE))
    if own in ADAPTERS:
        return command_words(["hypersweep", "engine", "--adapter", own])
    return command_words(["hypersweep", "engine", "--policy", own]) if is_own_policy(own) else None


class Player(NotCopyable):
    """A player: called with a view, returns the cell to open, or None to give up.

    An engine starts with the first question. If it fails, it is restarted and asked once more. After a fork, each
    process has its own engine. ``with`` closes it at the end of the block.

    Args:
        name: the player's name, as for ``find_player``.
        how: a function, or the words of an engine's command.
        budget: limits for an engine's answer.
        options: the engine's options.
        timeout: seconds an engine may take beyond its budget.

    Attributes:
        name: the player's name.
        restarts: how often an engine was restarted after a failure.

    >>> player = Player("first", lambda view: 0)
    >>> from hypersweep.view import View
    >>> player(View("1x3", 1, [-1, 1, -1]))
    (0, 0)
    """

    _why_no_copy = "it may have a running engine; find_player() makes another one from its name"

    def __init__(
        self,
        name: str,
        how: Callable[[View], object] | list[str],
        *,
        budget: EngineBudget | None = None,
        options: Mapping[str, object] | None = None,
        timeout: float | None = 10.0,
    ) -> None:
        self.name: str = name
        # ``play_policy`` reads the policy's name from this attribute.
        self.__name__ = name
        self.restarts: int = 0
        self._how = how
        self._budget, self._options, self._timeout = budget, options, timeout
        # Seconds for the engine to start, also if it is restarted.
        self._patience = timeout
        self._engine: SimpleEngine | None = None
        self._owner = os.getpid()
        # Number of calls to ``close``: a question asked before such a call must not restart the engine after it.
        self._closings = 0

    def __call__(self, view: View) -> Cell | None:
        """Return the cell to open, or None to give up.

        Raises:
            EngineError: the engine refused, or failed twice.
            ParameterTypeError: a function returned something that isn't an answer.
            CellError: a function returned a cell that isn't on the board, or is already open.
            Exception: an error raised by a user's function.
        """
        return self.answer(view).cell

    def answer(self, view: View, wants: Sequence[str] = ()) -> Answer:
        """Return the complete answer for a view; for a function, it may contain only the cell.

        Args:
            view: the player's view.
            wants: what an engine should return besides the best move.

        Raises:
            EngineError: the engine refused, or failed twice.
            ParameterTypeError: a function returned something that isn't an answer.
            CellError: a function returned a cell that isn't on the board, or is already open.
            Exception: an error raised by a user's function.
        """
        if not isinstance(self._how, list):
            return answer_of(view, self._how(view))
        return self._twice(lambda engine: engine.go(view, budget=self._budget, wants=wants))

    def start(self, timeout: float) -> None:
        """Start an engine now rather than with the first question.

        Args:
            timeout: seconds for the engine to start, now and at each restart.

        Raises:
            EngineError: the engine can't be started.
        """
        if isinstance(self._how, list):
            self._patience = timeout
            self._running()

    def new_game(self) -> None:
        """Tell the player that a new game begins."""
        if isinstance(self._how, list):
            self._twice(SimpleEngine.new_game)
        else:
            begin = getattr(self._how, "new_game", None)
            if callable(begin):
                begin()

    @property
    def title(self) -> str:
        """The name reported by a running engine, otherwise the player's name."""
        engine = self._engine
        said = engine.name if engine is not None and self.name.startswith(ENGINE) else ""
        return tame(said or self.name, 40)

    @property
    def source(self) -> str:
        """A 16-character digest identifying the player's program; empty for this package's solver.

        For a command, the digest covers the words and the files they name; for a function in a module, the module's
        file as loaded by the playing process.
        """
        if not isinstance(self._how, list):
            return policy_source(self.name)
        if self.name.startswith(ENGINE):
            return _command_digest(self._how)
        if self.name in ADAPTERS:
            return _parts_digest([self.name.encode(), self._running().version.encode()])
        where = self.name.rpartition(":")[0]
        return policy_source(self.name) if where.endswith(".py") else self._running().version

    def _twice(self, ask: Callable[[SimpleEngine], Thing]) -> Thing:
        """Ask the engine; if it fails, restart it and ask again, unless ``close`` was called meanwhile."""
        closings = self._closings
        try:
            return ask(self._running())
        except EngineRefusalError:
            raise
        except EngineError:
            if closings != self._closings:
                raise
            self.restarts += 1
            return ask(self._running(restart=True))

    def _running(self, *, restart: bool = False) -> SimpleEngine:
        assert isinstance(self._how, list)
        if self._engine is not None and (restart or self._owner != os.getpid() or self._engine.is_closed):
            self._engine.close()
            self._engine = None
        if self._engine is None:
            self._owner = os.getpid()
            closings = self._closings
            engine = SimpleEngine(self._how, timeout=self._patience, options=self._options)
            engine.timeout = self._timeout
            if closings != self._closings:
                engine.close()
                raise EngineTerminatedError("the engine was closed before it answered")
            self._engine = engine
        return self._engine

    def close(self) -> None:
        """Stop the engine if it is running. The player remains usable: the next question starts the engine again.

        Any thread may call this; a thread waiting for an answer gets an ``EngineTerminatedError``.
        """
        self._closings += 1
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Player {truncate(self.name)}>"


def _parts_digest(parts: list[bytes]) -> str:
    from hashlib import sha256

    digest = sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()[:16]


def _command_digest(words: list[str]) -> str:
    from shutil import which

    from hypersweep import __version__

    parts = [__version__.encode() if "hypersweep" in words[:3] else b""]
    for place, word in enumerate(words):
        parts.append(os.fsencode(word))
        path = which(word) if place == 0 else word
        # Hash the script, not the interpreter.
        if path is not None and os.path.isfile(path) and (place or len(words) == 1):
            try:
                with open(path, "rb") as file:
                    parts.append(file.read(_MOST_BYTES))
            except OSError:
                continue
    return _parts_digest(parts)
