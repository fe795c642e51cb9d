"""Processes on this machine, each with a channel for jobs and one for answers.

``ProcessPoolExecutor`` doesn't fit: a process that dies breaks its whole pool, so that all pending jobs are lost; and
at Ctrl-C it waits for running jobs. Here a process that dies loses only its current job and is replaced, and processes
whose results are no longer wanted are ended at once.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import get_context
from multiprocessing.connection import wait
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from hypersweep.channel import open_channel
from hypersweep.errors import BrokenChannelError, ChannelError, ExperimentError
from hypersweep.lab.executors.framed_pickle import MESSAGE_SIZE, receive, send
from hypersweep.lab.executors.process import GUARD, check_is_not_imported, serve
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.context import SpawnProcess
    from types import TracebackType
    from typing import Any, Self

P = ParamSpec("P")
T = TypeVar("T")


def core_count() -> int:
    """Return the number of cores that this process may use.

    >>> core_count() > 0
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


# Seconds for an ending process to end its engines.
_LEAVING = 3.0


class _Process:
    """A worker process."""

    def __init__(self) -> None:
        asked, self._asking = open_channel(MESSAGE_SIZE)
        self._answers, answering = open_channel(MESSAGE_SIZE)
        # Not fork, which copies the state of other threads.
        context = get_context("spawn")
        leaving, self._leaving = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(target=serve, args=(asked, answering, leaving), daemon=True)
        self._has_begun = False
        try:
            self.process.start()
        except BaseException:
            self._asking.close()
            self._answers.close()
            self._leaving.close()
            raise
        finally:
            # Close the child's ends here; otherwise neither side would notice that the other is gone.
            asked.close()
            answering.close()
            leaving.close()

    def do(self, job: tuple[object, ...]) -> tuple[bool, Any]:
        """Receive its answer.

        Raises:
            BrokenChannelError: it died.
            ExperimentError: it failed to start, by a fault of the script that it imports.
        """
        if not self._has_begun:
            self._wait_for_it()
        send(self._asking, job)
        answer: tuple[bool, Any] = receive(self._answers, self.process.is_alive)
        return answer

    def _wait_for_it(self) -> None:
        """Wait until it is ready, after its imports."""
        try:
            receive(self._answers, self.process.is_alive)
        except BrokenChannelError:
            self.process.join()
            # A killed process may succeed at the next try; an error in the script will repeat.
            if (self.process.exitcode or 0) < 0:
                raise
            script = getattr(sys.modules["__main__"], "__file__", None)
            raise ExperimentError(
                f"expected a worker that begins, got one that ended while it imported {truncate(script)}: what begins "
                f"an experiment has to stand below {GUARD}"
            ) from None
        self._has_begun = True

    def end(self) -> None:
        """End it at once, without an answer to its job. ``kill`` makes sure."""
        if self._has_begun:
            self._leaving.close()
        else:
            # It is still starting: it has no engines and doesn't watch the channel.
            self.process.kill()

    def kill(self, deadline: float) -> None:
        """Wait for its end until a deadline by ``time.monotonic``, then kill it."""
        if not wait([self.process.sentinel], max(deadline - monotonic(), 0.0)):
            self.process.kill()

    def close(self) -> None:
        """Close its channels once its answers are no longer needed; it ends when idle."""
        self._asking.close()
        self._answers.close()
        self.process.join()
        self._leaving.close()
        self.process.close()


class LocalPool(Executor):
    """Processes that execute jobs, one at a time each.

    Args:
        processes: number of processes.

    >>> with LocalPool(1) as pool:
    ...     pool.submit(divmod, 7, 3).result()
    (2, 1)
    """

    def __init__(self, processes: int) -> None:
        check_is_not_imported()
        many = whole_number(processes, "processes", least=1)
        self._jobs: SimpleQueue[tuple[Future[Any], tuple[object, ...]] | None] = SimpleQueue()
        self._lock = Lock()
        self._running: set[_Process] = set()
        self._is_closed = self._is_cancelled = False
        self._threads = [Thread(target=self._work, name=f"hypersweep-lab-{n}", daemon=True) for n in range(many)]
        for thread in self._threads:
            thread.start()

    @property
    def processes(self) -> list[int]:
        """Process IDs of the running processes."""
        with self._lock:
            return sorted(each.process.pid for each in self._running if each.process.pid is not None)

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Submit a call of a function; the function and its arguments are pickled."""
        future: Future[T] = Future()
        with self._lock:
            if self._is_closed:
                raise RuntimeError("expected a pool that takes jobs, got one that was shut down")
            self._jobs.put((future, (function, arguments, named)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more jobs, and end the processes after the pending ones; at once if the futures are cancelled."""
        with self._lock:
            if not self._is_closed:
                for _ in self._threads:
                    self._jobs.put(None)
            self._is_closed = True
            self._is_cancelled |= cancel_futures
            if cancel_futures:
                for process in self._running:
                    process.end()
                deadline = monotonic() + _LEAVING
                for process in self._running:
                    process.kill(deadline)
        if wait:
            for thread in self._threads:
                thread.join()

    def _work(self) -> None:
        """Pass jobs to a process, one after the other, in a thread of its own."""
        process: _Process | None = None
        try:
            while (job := self._jobs.get()) is not None:
                future, asked = job
                if self._is_cancelled:
                    future.cancel()
                if not future.set_running_or_notify_cancel():
                    continue
                process = self._answered(future, asked, process)
        finally:
            if process is not None:
                self._forget(process)

    def _answered(self, future: Future[Any], asked: tuple[object, ...], process: _Process | None) -> _Process | None:
        """Execute a job and set its future. Returns: the process, if it is still usable."""
        try:
            if process is None:
                process = self._begun()
            is_fine, value = process.do(asked)
        except (ChannelError, OSError) as error:
            pid = None
            if process is not None:
                pid = process.process.pid
                self._forget(process)
            # A failed start will repeat; a death may have been a kill.
            died = isinstance(error, BrokenChannelError)
            told = BrokenExecutor(f"the process {pid} died") if died else _not_begun(error)
            future.set_exception(told)
            return None
        except ExperimentError as error:
            if process is not None:
                self._forget(process)
            future.set_exception(error)
            return None
        except Exception as error:
            future.set_exception(error)  # The job can't be pickled.
            return process
        if is_fine:
            future.set_result(value)
        else:
            future.set_exception(value)
        return process

    def _begun(self) -> _Process:
        process = _Process()
        with self._lock:
            self._running.add(process)
            if self._is_cancelled:
                process.end()
        return process

    def _forget(self, process: _Process) -> None:
        with self._lock:
            self._running.discard(process)
        process.close()


def _not_begun(error: Exception) -> ExperimentError:
    told = ExperimentError(f"expected a process for shards that can be started, got {error}: ask for fewer of them")
    told.__cause__ = error
    return told


class Local:
    """Processes on this machine as workers.

    A script that uses them needs ``if __name__ == "__main__":``, since each process imports it first.

    Args:
        processes: number of processes; None for one for each core.

    Raises:
        ExperimentError: the script lacks that line.
    """

    deaths: tuple[type[BaseException], ...] = ()

    def __init__(self, processes: int | None = None) -> None:
        many = core_count() if processes is None else processes
        self.executor: LocalPool = LocalPool(many)
        # One more for each process, which then needn't wait for its next job.
        self.width: int = 2 * many

    def tries_of(self, error: BaseException) -> int:
        """Return how often a shard was tried when this error reports a worker's death: once."""
        return 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # Results of pending jobs are no longer wanted.
        self.executor.shutdown(cancel_futures=True)
