"""Games of a user's policy, and reports of its errors.

An error caused by a policy has notes: the game, the view and the move; then the file and the line. No other error of a
shard has notes.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import redirect_stdout
from functools import lru_cache
from traceback import extract_tb
from typing import TYPE_CHECKING

import hypersweep
from hypersweep.engine.policies import MODULE, find_policy
from hypersweep.errors import ExperimentError, HypersweepError
from hypersweep.lab.players import engine_player, is_engine
from hypersweep.trials import play_policy
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from hypersweep.batch.results import GameBatch
    from hypersweep.grid import Grid
    from hypersweep.view import View

_PACKAGE = os.path.dirname(os.path.abspath(hypersweep.__file__)) + os.sep

# Keep loaded policies, since loading takes a while and a policy may have learnt from earlier games. The key has the
# source, since a policy in a changed file is another one.
_function = lru_cache(maxsize=8)(find_policy)


def _policy(name: str, source: str) -> Callable[[View], Any]:
    return engine_player(name) if is_engine(name) else _function(name, source)


def play_own(name: str, source: str, grid: Grid, mines: int, count: int, **dealt: Any) -> GameBatch:
    """Play games of a user's policy. What it prints goes to standard error.

    Args:
        name: name of the policy.
        source: result of ``policy_source``.
        grid: the board.
        mines: number of mines in each game.
        count: number of games.
        dealt: further arguments of ``play_policy``.

    Raises:
        ExperimentError: the policy's file differs here; or the policy tried to end the whole program.
        ParameterError: there is no such policy.
        Exception: an error of the policy; a RuntimeError with its text if its class is from the policy's file.

    >>> from hypersweep import Grid
    >>> from hypersweep.engine.policies import policy_source
    >>> name = "hypersweep.solve:choose"
    >>> play_own(name, policy_source(name), Grid("4x5"), 4, 200, seed=7).wins
    164
    """
    try:
        # Standard output is for results, which another program may parse.
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
        # The class exists only here: the parent process could neither unpickle nor catch it.
        raise _with_notes(RuntimeError(f"{type(error).__name__}: {_words(error)}"), error) from error
    except BaseException as error:
        # SystemExit would end this process too, be it a worker or the parent.
        _note_place(error, name)
        way = "sys.exit" if isinstance(error, SystemExit) else type(error).__name__
        told = ExperimentError(f"expected a policy that answers, got {way} from {truncate(name)}: {_words(error)}")
        raise _with_notes(told, error) from error


def is_of_a_policy(error: BaseException) -> bool:
    """Whether a policy caused the error of a shard.

    >>> is_of_a_policy(OSError(24, "Too many open files"))
    False
    """
    return bool(getattr(error, "__notes__", ()))


def _note_place(error: BaseException, name: str) -> None:
    """Add a note with the place of an error in a policy: other processes get only its text and notes."""
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
    """Whether an error, or an error in it, has a class from a policy's file."""
    try:
        return MODULE.encode() in pickle.dumps(error)
    except Exception:
        return False


def _with_notes(told: Exception, error: BaseException) -> Exception:
    for note in getattr(error, "__notes__", ()):
        told.add_note(note)
    return told


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:
        return "it can't be printed"
