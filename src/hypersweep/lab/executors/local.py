"""Workers on this machine: this process alone, or several processes, each connected by its own pipe.

``ProcessPoolExecutor`` isn't suitable: if a process dies, the whole pool breaks and all pending jobs are lost, and
Ctrl-C waits for running jobs. Here, a process that dies is replaced, losing only its current job, and processes whose
results are no longer needed are stopped at once.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
from concurrent.futures import BrokenExecutor, Executor, Future
from multiprocessing import get_context
from multiprocessing.connection import wait
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, Protocol, TypeVar

from hypersweep.engine.process import end_engines
from hypersweep.engine.terminations import at_ending_signals
from hypersweep.errors import ExperimentError
from hypersweep.validation import truncate, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from types import FrameType, TracebackType
    from typing import Any, Self


P = ParamSpec("P")
T = TypeVar("T")

# A script needs this line above any code that workers must not run when they import the script.
_GUARD = 'if __name__ == "__main__":'
# Seconds for a process to stop its engines before it is killed.
_LEAVING = 3.0
# Seconds between checks whether a process that runs a job has exited.
_EXIT_CHECK = 0.5


class Workers(Protocol):
    """Workers that run shards: a context manager that starts the workers and releases them on exit.

    Attributes:
        executor: runs shards.
        deaths: errors that report a worker's death, besides those in ``concurrent.futures``.
    """

    @property
    def executor(self) -> Executor:
        """Runs shards."""

    @property
    def deaths(self) -> tuple[type[BaseException], ...]:
        """Errors that report a worker's death, besides those in ``concurrent.futures``."""

    @property
    def width(self) -> int:
        """Number of shards to submit at once so that all workers are busy."""

    def tries_of(self, error: BaseException) -> int:
        """Return how often a shard was attempted before this error, which reports a worker's death."""

    def __enter__(self) -> Self:
        """Start the workers."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Release the workers."""


class _Now(Executor):
    """Executor whose ``submit`` calls the function in this thread and returns a finished future."""

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Serial:
    """A single worker: this process.

    >>> with Serial() as workers:
    ...     workers.executor.submit(divmod, 7, 3).result(), workers.width
    ((2, 1), 1)
    """

    deaths: tuple[type[BaseException], ...] = ()
    width: int = 1

    def __init__(self) -> None:
        self.executor: Executor = _Now()

    def tries_of(self, error: BaseException) -> int:
        """Return 1: a shard whose worker died was attempted once."""
        return 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        pass


def check_is_not_imported() -> None:
    """Raise an error if this process is a worker that is importing its parent's script.

    Raises:
        ExperimentError: it is such a worker. Without this check, every worker would start the whole experiment, with
            yet more workers.
    """
    # A private attribute, but multiprocessing itself sets and checks it for the same purpose.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise ExperimentError(f"put {_GUARD} before the code that starts an experiment: the workers import this script")


def serve(connection: Connection, leaving: Connection) -> None:
    """Run jobs in a worker process until the parent is gone.

    Args:
        connection: sends None once the process is ready. Then receives jobs, each a function with its positional and
            keyword arguments; for each, sends whether it succeeded, and its result or error.
        leaving: closed by the parent to stop this process at once.
    """
    # Ctrl-C also reaches the parent, which then stops this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    at_ending_signals(_end)
    Thread(target=_leave, args=(leaving,), daemon=True).start()
    own = os.getpid()
    try:
        connection.send(None)  # tells the parent that the process is ready
        while True:
            reply = answer(*connection.recv())
            if os.getpid() != own:
                os._exit(0)  # a child forked by the function must not take jobs
            connection.send(reply)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def answer(function: object, arguments: tuple[object, ...], named: dict[str, object]) -> tuple[bool, object]:
    """Call a function. Returns: whether it succeeded, and its result or error.

    >>> answer(divmod, (7, 3), {})
    (True, (2, 1))
    """
    try:
        return True, function(*arguments, **named)  # type: ignore[operator]
    except BaseException as error:
        # Also catch SystemExit and KeyboardInterrupt, to report them instead of exiting.
        return False, _portable(error)


def _portable(error: BaseException) -> Exception:
    """Return an error the parent can receive: this one, or if it isn't a picklable Exception, another with its text."""
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
    """Stop this process's engines, which don't get the signal; then let the signal end the process as usual."""
    del frame
    end_engines()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _leave(leaving: Connection) -> None:
    """Wait until the parent no longer needs this process, then stop it and its engines, even during a job."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([leaving, parent.sentinel])
    end_engines()
    os._exit(1)


def core_count() -> int:
    """Return the number of cores available to this process.

    >>> core_count() > 0
    True
    """
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


class _Process:
    """The parent's side of a worker process."""

    def __init__(self) -> None:
        # Don't fork, because that would copy locks held by other threads.
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        leaving, self._leaving = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(target=serve, args=(theirs, leaving), daemon=True)
        self._has_begun = False
        try:
            self.process.start()
        except BaseException:
            self._connection.close()
            self._leaving.close()
            raise
        finally:
            # Close the child's ends in the parent; otherwise neither side would notice that the other is gone.
            theirs.close()
            leaving.close()

    def do(self, job: tuple[object, ...]) -> tuple[bool, Any]:
        """Run a job in the process. Returns: whether it succeeded, and its result or error.

        Raises:
            BrokenExecutor: the process died.
            ExperimentError: the process couldn't start because the script it imports failed.
            Exception: the job can't be pickled.
        """
        try:
            if not self._has_begun:
                self._wait_for_it()
            self._connection.send(job)
            answer: tuple[bool, Any] = self._receive()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise BrokenExecutor(f"the process {self.process.pid} died") from None
        return answer

    def _receive(self) -> Any:
        """Receive an object; raise EOFError if the process has exited."""
        # A child of the process may outlive it and hold its end of the connection, and of the sentinel too: then
        # neither shows that the process has exited, but its exit code does.
        while not wait([self._connection, self.process.sentinel], _EXIT_CHECK):
            if self.process.exitcode is not None:
                break
        if not self._connection.poll():
            raise EOFError
        return self._connection.recv()

    def _wait_for_it(self) -> None:
        """Wait until the process is ready, after its imports."""
        try:
            self._receive()
        except (EOFError, ConnectionResetError):
            self.process.join()
            # If a signal ended the process, another attempt may succeed, but an error in the script will recur.
            if (self.process.exitcode or 0) < 0:
                raise
            script = getattr(sys.modules["__main__"], "__file__", None)
            raise ExperimentError(
                f"a worker exited while importing {truncate(script)}: put the code that starts an "
                f"experiment below {_GUARD}"
            ) from None
        self._has_begun = True

    def end(self) -> None:
        """Stop the process at once, without waiting for its result; afterwards, ``kill`` makes sure that it exits."""
        if self._has_begun:
            self._leaving.close()
        else:
            # The process is still starting, so it has no engines to stop and isn't watching the pipe yet.
            self.process.kill()

    def kill(self, deadline: float) -> None:
        """Wait for the process to exit; kill it if it is still running at the deadline (by ``time.monotonic``)."""
        if not wait([self.process.sentinel], max(deadline - monotonic(), 0.0)):
            self.process.kill()

    def close(self) -> None:
        """Close the pipe, and wait for the process to exit; call this once no more results are needed."""
        self._connection.close()
        self.process.join()
        self._leaving.close()
        self.process.close()


class LocalPool(Executor):
    """A pool of processes, each running one job at a time.

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
        """Submit a call; the function and its arguments are pickled."""
        future: Future[T] = Future()
        with self._lock:
            if self._is_closed:
                raise RuntimeError("the pool is shut down")
            self._jobs.put((future, (function, arguments, named)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Accept no more jobs; stop the processes after the pending jobs, or at once if ``cancel_futures`` is set."""
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
        """Pass jobs to a process, one after another; each process has a thread running this method."""
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
        """Run a job and set its future. Returns: the process, or None if it is no longer usable."""
        if process is None:
            try:
                process = self._begun()
            except OSError as error:
                # Not a BrokenExecutor, which would be retried although the system can't start a process.
                failure = ExperimentError(f"can't start another process for shards ({error}): use fewer processes")
                failure.__cause__ = error
                future.set_exception(failure)
                return None
        try:
            is_fine, value = process.do(asked)
        except (BrokenExecutor, ExperimentError) as error:
            self._forget(process)
            future.set_exception(error)
            return None
        except Exception as error:
            future.set_exception(error)  # for example, if the job can't be pickled
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


class Local:
    """Processes on this machine as workers.

    A script using them needs ``if __name__ == "__main__":``, because each process first imports the script.

    Args:
        processes: number of processes; None for one per core.

    Raises:
        ExperimentError: the script lacks that line.
    """

    deaths: tuple[type[BaseException], ...] = ()

    def __init__(self, processes: int | None = None) -> None:
        many = core_count() if processes is None else processes
        self.executor: LocalPool = LocalPool(many)
        # Two shards per process: one runs while the next is queued.
        self.width: int = 2 * many

    def tries_of(self, error: BaseException) -> int:
        """Return 1: a shard whose worker died was attempted once."""
        return 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # The caller no longer needs pending results, so cancel them instead of waiting.
        self.executor.shutdown(cancel_futures=True)
