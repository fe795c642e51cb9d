"""The worker process of ``local``: execute jobs until the parent is gone."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from multiprocessing.connection import wait
from threading import Thread
from typing import TYPE_CHECKING

from hypersweep.engine.process import end_engines
from hypersweep.engine.terminations import at_ending_signals
from hypersweep.errors import BrokenChannelError, ExperimentError
from hypersweep.lab.executors.framed_pickle import receive, send

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from types import FrameType

    from hypersweep.channel import Receiver, Sender

GUARD = 'if __name__ == "__main__":'
"""Line that scripts need before the code that workers must not run."""


def check_is_not_imported() -> None:
    """Raise an error if this process is starting and imports the script of its parent.

    Raises:
        ExperimentError: it does; otherwise each process would start the whole experiment, with further processes.
    """
    # The check that multiprocessing uses.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise ExperimentError(
            f"expected {GUARD} before what begins an experiment, got a script without it, which a worker imports"
        )


def serve(asked: Receiver, answering: Sender, leaving: Connection | None = None) -> None:
    """Execute jobs until the parent is gone.

    Args:
        asked: sends a function, its positional and its keyword arguments.
        answering: receives None when the process is ready; then for each job whether it succeeded, and its result or
            error.
        leaving: closed by the parent to end this process at once; None to ignore that.
    """
    # Ignore Ctrl-C: the parent gets it too, and ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    at_ending_signals(_end)
    Thread(target=_leave, args=(leaving,), daemon=True).start()
    own = os.getpid()
    try:
        send(answering, None)  # Tells the parent that the start has succeeded.
        while True:
            told = answer(*receive(asked))
            if os.getpid() != own:
                os._exit(0)  # The function has forked, and this is its child, which must not take jobs.
            send(answering, told)
    except BrokenChannelError:
        return


def answer(function: object, arguments: tuple[object, ...], named: dict[str, object]) -> tuple[bool, object]:
    """Call a function. Returns: whether it succeeded, and its result or error.

    >>> answer(divmod, (7, 3), {})
    (True, (2, 1))
    """
    try:
        return True, function(*arguments, **named)  # type: ignore[operator]
    except BaseException as error:
        # Report SystemExit and KeyboardInterrupt too, instead of ending this process.
        return False, _portable(error)


def _portable(error: BaseException) -> Exception:
    """Return the error; if it can't be pickled or isn't an Exception, one of another class with the same text."""
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:
        copy = None
    if type(copy) is type(error) and isinstance(error, Exception):
        return error
    try:
        words = str(error)
    except Exception:
        words = "it can't be printed"
    other = RuntimeError(f"{type(error).__name__}: {words}")
    for note in getattr(error, "__notes__", ()):
        other.add_note(note)
    return other


def _end(number: int, frame: FrameType | None) -> None:
    """End the engines of this process, which don't get its signals; then let the signal end the process as usual."""
    del frame
    end_engines()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _leave(leaving: Connection | None) -> None:
    """End this process and its engines, even during a job, once the parent no longer wants its result."""
    parent = multiprocessing.parent_process()
    ends: list[Connection | int] = [] if leaving is None else [leaving]
    if parent is not None:
        ends.append(parent.sentinel)
    if ends:
        wait(ends)
        end_engines()
        os._exit(1)
