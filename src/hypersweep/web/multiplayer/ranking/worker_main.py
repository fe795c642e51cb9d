"""The program started by ``process_pool``: it runs one job after another until its input ends."""

from __future__ import annotations

import os
import pickle
import struct
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO

_LENGTH = struct.Struct(">Q")
# Memory limit per process in bytes, far above what jobs need: a runaway job fails before it exhausts the machine.
_MOST_MEMORY = 4 << 30


def main() -> None:
    """Run jobs from standard input, and write the answers to standard output."""
    own = os.dup(sys.stdout.fileno())
    # Jobs' output must not mix with the answers, so send it to standard error.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _be_modest()
    with open(own, "wb") as answers:
        serve(sys.stdin.buffer, answers)


def serve(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Read pickled calls and write their pickled results, each preceded by its length, until the input ends.

    >>> from io import BytesIO
    >>> job, answer = pickle.dumps((abs, (-3,), {})), BytesIO()
    >>> serve(BytesIO(_LENGTH.pack(len(job)) + job), answer)
    >>> pickle.loads(answer.getvalue()[_LENGTH.size :])
    (True, 3)
    """
    while len(head := asked.read(_LENGTH.size)) == _LENGTH.size:
        job = asked.read(_LENGTH.unpack(head)[0])
        try:
            function, arguments, named = pickle.loads(job)
            data = pickle.dumps((True, function(*arguments, **named)))
        except Exception as error:
            data = _failure(error)
        answers.write(_LENGTH.pack(len(data)) + data)
        answers.flush()


def _failure(error: Exception) -> bytes:
    try:
        data = pickle.dumps((False, error))
        pickle.loads(data)
    except Exception:
        data = pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))
    return data


def _be_modest() -> None:
    """Give the process low priority and a memory limit, so that the server comes first."""
    try:
        import resource

        os.nice(10)
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        if most == resource.RLIM_INFINITY or most > _MOST_MEMORY:
            resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, most))
    except (ImportError, OSError, ValueError):
        # Run without: Windows lacks the module ``resource``, and other platforms may forbid the changes.
        pass
