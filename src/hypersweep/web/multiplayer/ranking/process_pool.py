"""Processes for work that would block the server's event loop.

Each process runs a Python interpreter that imports only what its jobs need, not the server. It has low priority, exits
with the server even if the server crashes, and is replaced if it dies or a job takes too long.
"""

from __future__ import annotations

import asyncio
import pickle
import struct
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from hypersweep.web.multiplayer.failures import RefusedError, UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")

_LENGTH = struct.Struct(">Q")
# Start with this process's module search path, but don't run its main script (as multiprocessing would).
_BEGIN = "import sys; sys.path[:] = {path!r}; from hypersweep.web.multiplayer.ranking.worker_main import main; main()"


class JobFailedError(RefusedError):
    """A job took too long (``is_late``), or the process running it died."""

    def __init__(self, message: str, *, is_late: bool) -> None:
        super().__init__("busy", message, status=503)
        self.is_late = is_late


class Pool:
    """A pool of processes that start on demand and exit when idle.

    Args:
        processes: maximum number of processes.
        most_waiting: maximum number of pending jobs; a further job raises ``UnavailableError``.
        idle: seconds after which an idle process exits.
    """

    def __init__(self, processes: int = 1, *, most_waiting: int = 1000, idle: float = 60) -> None:
        self._most = processes + most_waiting
        self._idle = idle
        self._threads = ThreadPoolExecutor(processes, "hypersweep-pool")
        self._lock = threading.Lock()
        self._free: list[_Process] = []
        self._all: set[_Process] = set()
        self._jobs = 0
        self._is_closed = False

    @property
    def running(self) -> int:
        """Number of running jobs."""
        return len(self._all) - len(self._free)

    @property
    def waiting(self) -> int:
        """Number of pending jobs."""
        return max(0, self._jobs - self.running)

    async def run(self, seconds: float, function: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        """Call a function in one of the processes, and return its result.

        Cancelling a pending job drops it; cancelling a running job kills its process, and a new one takes its place.

        Args:
            seconds: time limit for the call.
            function: a module-level function, so that the process can import it.
            arguments: positional arguments for the function; all arguments and the result must be picklable.
            named: keyword arguments for the function.

        Raises:
            UnavailableError: too many jobs are pending, or the pool is closed.
            JobFailedError: the call took too long, or the process died and died again on the retry.
            Exception: an error raised by the function.
        """
        if self._is_closed or self._jobs >= self._most:
            state = "closed" if self._is_closed else "full"
            raise UnavailableError(f"the pool accepts no jobs: it is {state}")
        job = _Job(pickle.dumps((function, arguments, named)), seconds)
        self._jobs += 1
        loop = asyncio.get_running_loop()
        try:
            is_fine, value = await loop.run_in_executor(self._threads, self._done, job)
        except asyncio.CancelledError:
            with self._lock:
                job.is_cancelled = True
                if job.process is not None:
                    job.process.kill()
            raise
        finally:
            self._jobs -= 1
            if not self._is_closed:
                loop.call_later(self._idle, self._rest)
        if not is_fine:
            raise value
        return value  # type: ignore[no-any-return]

    async def close(self) -> None:
        """Stop the processes; pending and running jobs fail."""
        self._is_closed = True
        with self._lock:
            for process in self._all:
                process.kill()
        await asyncio.to_thread(self._threads.shutdown, cancel_futures=True)
        for process in self._free:
            process.end()
        self._free.clear()
        self._all.clear()

    def _rest(self) -> None:
        """Stop idle processes."""
        with self._lock:
            late = [process for process in self._free if monotonic() - process.used >= self._idle * 0.99]
            for process in late:
                self._free.remove(process)
                self._all.discard(process)
        for process in late:
            process.kill()
            process.end()

    def _done(self, job: _Job) -> tuple[bool, Any]:
        """Run a job and retry once if the process dies; called in a thread."""
        for is_last in (False, True):
            process = self._take(job)
            answer = process.do(job.asked, job.seconds)
            process.used = monotonic()
            with self._lock:
                job.process = None
                # If the job was cancelled, its process may have been killed just after answering, so don't reuse it.
                is_free = answer is not None and not job.is_cancelled
                if is_free:
                    self._free.append(process)
                else:
                    self._all.discard(process)
            if not is_free:
                process.end()
            if answer is not None:
                return answer
            if process.is_late:
                raise JobFailedError(f"the job took more than {job.seconds:g} seconds", is_late=True)
            if self._is_closed or job.is_cancelled:
                raise UnavailableError("the pool accepts no jobs: it is closed")
            if is_last:
                break
        raise JobFailedError("the job's process died again on the retry", is_late=False)

    def _take(self, job: _Job) -> _Process:
        with self._lock:
            if self._is_closed or job.is_cancelled:
                raise UnavailableError("the pool accepts no jobs: it is closed")
            if self._free:
                process = self._free.pop()
            else:
                process = _Process()
                self._all.add(process)
            job.process = process
            return process


@dataclass(slots=True)
class _Job:
    """A pickled call, its time limit in seconds, and the process running it (None while the job is pending)."""

    asked: bytes
    seconds: float
    process: _Process | None = None
    is_cancelled: bool = False


class _Process:
    def __init__(self) -> None:
        # Start a new session, so that Ctrl-C reaches only the server, which then closes the pool.
        apart: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            apart = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS}
        self._popen = subprocess.Popen(
            [sys.executable, "-c", _BEGIN.format(path=sys.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **apart
        )
        self.used = monotonic()
        self.is_late = False

    def do(self, asked: bytes, seconds: float) -> tuple[bool, Any] | None:
        """Send a job and return the answer, or None if the process died or was too slow and can't be reused."""
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        timer = threading.Timer(seconds, self._be_late)
        timer.daemon = True
        timer.start()
        try:
            self._popen.stdin.write(_LENGTH.pack(len(asked)) + asked)
            self._popen.stdin.flush()
            head = self._popen.stdout.read(_LENGTH.size)
            if len(head) < _LENGTH.size:
                return None
            (length,) = _LENGTH.unpack(head)
            answer = self._popen.stdout.read(length)
            return None if len(answer) < length else pickle.loads(answer)
        except (OSError, ValueError):
            return None
        finally:
            timer.cancel()

    def _be_late(self) -> None:
        self.is_late = True
        self.kill()

    def kill(self) -> None:
        """Kill the process immediately; a caller waiting for its answer gets None."""
        self._popen.kill()

    def end(self) -> None:
        """Kill the process and close its pipes; call this only when no caller is waiting for an answer."""
        self._popen.kill()
        for pipe in (self._popen.stdin, self._popen.stdout):
            assert pipe is not None
            # Closing flushes the last request, which fails because the process is gone.
            with suppress(OSError):
                pipe.close()
        self._popen.wait()
