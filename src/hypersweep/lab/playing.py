"""Games of a policy of somebody's own, and what is said of one that fails.

An error that a policy is to blame for has notes: the game, the view and the move; then the file and the line. No other
error of a shard has any.
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

__all__ = ["is_of_a_policy", "play_own"]

_PACKAGE = os.path.dirname(os.path.abspath(hypersweep.__file__)) + os.sep

# A policy may keep what it has learnt of earlier games, and it takes a while to load. Which one it is says its source:
# of a file that was changed the policy is another one.
_function = lru_cache(maxsize=8)(find_policy)


def _policy(name: str, source: str) -> Callable[[View], Any]:
    return engine_player(name) if is_engine(name) else _function(name, source)


def play_own(name: str, source: str, grid: Grid, mines: int, count: int, **dealt: Any) -> GameBatch:
    """Games of a policy of somebody's own. What it prints goes to standard error.

    Args:
        name: of the policy.
        source: what ``policy_source`` says of it.
        grid: the board.
        mines: how many in each game.
        count: how many games.
        dealt: what else ``play_policy`` takes.

    Raises:
        ExperimentError: the policy's file is another one here; or the policy wanted to end the whole program.
        ParameterError: there is no such policy.
        Exception: what the policy raised; a RuntimeError with its words, if it is of a class of the policy's file.

    >>> from hypersweep import Grid
    >>> from hypersweep.engine.policies import policy_source
    >>> name = "hypersweep.solve:choose"
    >>> play_own(name, policy_source(name), Grid("4x5"), 4, 200, seed=7).wins
    164
    """
    try:
        # Standard output is for results, which another program may read.
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
        # Nobody else has its class: neither the process that asks nor who would catch it.
        raise _with_notes(RuntimeError(f"{type(error).__name__}: {_words(error)}"), error) from error
    except BaseException as error:
        # It would end this process as well, be it a worker or the one that asks.
        _note_place(error, name)
        way = "sys.exit" if isinstance(error, SystemExit) else type(error).__name__
        told = ExperimentError(f"expected a policy that answers, got {way} from {truncate(name)}: {_words(error)}")
        raise _with_notes(told, error) from error


def is_of_a_policy(error: BaseException) -> bool:
    """Whether a policy is to blame for the error of a shard.

    >>> is_of_a_policy(OSError(24, "Too many open files"))
    False
    """
    return bool(getattr(error, "__notes__", ()))


def _note_place(error: BaseException, name: str) -> None:
    """Notes where a policy raised an error: processes don't hand over more than its words."""
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
    """Whether an error, or what it holds, is of a class of a policy's file."""
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
