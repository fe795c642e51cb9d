"""The other side of ``local``: a process that does one thing after the other, until nobody asks any more."""

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

__all__ = ["GUARD", "answer", "check_is_not_imported", "serve"]

GUARD = 'if __name__ == "__main__":'
"""What has to stand before the part of a script that isn't for its workers."""


def check_is_not_imported() -> None:
    """Refuses to begin where a process that is starting imports the script of the one that started it.

    Raises:
        ExperimentError: it does; each process would begin the whole experiment, and processes of its own.
    """
    # As multiprocessing itself finds out.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise ExperimentError(
            f"expected {GUARD} before what begins an experiment, got a script without it, which a worker imports"
        )


def serve(asked: Receiver, answering: Sender, leaving: Connection | None = None) -> None:
    """Does what is asked for until the asker is gone.

    Args:
        asked: gives a function, its arguments by place and those by name.
        answering: takes a None when the process has begun; then whether that went well, and what it gave or raised.
        leaving: is closed at the other end when the process is to end at once; None where nobody will ask for that.
    """
    # Ctrl-C is for the process that asks, which then ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    at_ending_signals(_end)
    Thread(target=_leave, args=(leaving,), daemon=True).start()
    own = os.getpid()
    try:
        send(answering, None)  # who asks knows now that it could begin
        while True:
            told = answer(*receive(asked))
            if os.getpid() != own:
                os._exit(0)  # what was called has forked; its child isn't asked
            send(answering, told)
    except BrokenChannelError:
        return


def answer(function: object, arguments: tuple[object, ...], named: dict[str, object]) -> tuple[bool, object]:
    """Whether a call went well, and what it gave, or the error that it raised.

    >>> answer(divmod, (7, 3), {})
    (True, (2, 1))
    """
    try:
        return True, function(*arguments, **named)  # type: ignore[operator]
    except BaseException as error:
        # Whatever wants to end this process is told instead.
        return False, _portable(error)


def _portable(error: BaseException) -> Exception:
    """The error, or where it can't be pickled, or isn't for others to catch, another with the same words."""
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
    """Ends the engines that this process asks, which don't get its signals, and lets the signal end it as always."""
    del frame
    end_engines()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _leave(leaving: Connection | None) -> None:
    """Ends this process in the middle of its work where nobody is left to have it, and the engines that it asks."""
    parent = multiprocessing.parent_process()
    ends: list[Connection | int] = [] if leaving is None else [leaving]
    if parent is not None:
        ends.append(parent.sentinel)
    if ends:
        wait(ends)
        end_engines()
        os._exit(1)
