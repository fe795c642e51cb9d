"""Workers in a Dask cluster, either an existing cluster or one started on this machine."""

from __future__ import annotations

from concurrent.futures import CancelledError, Executor, Future
from time import monotonic
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from weakref import WeakSet

from hypersweep.errors import ExperimentError, MissingExtraError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

P = ParamSpec("P")
T = TypeVar("T")

# Maximum wait for a scheduler, and for its first worker, in seconds.
_PATIENCE = 30

# Seconds a run waits for workers once the scheduler has none left.
_WITHOUT_WORKERS = 300

# Dask's setting for the seconds that a local cluster waits for a lost worker to come back.
_RESTART = "distributed.deploy.lost-worker-timeout"


class DaskCluster:
    """A Dask scheduler's workers.

    If a worker dies, Dask repeats the shard on another worker, as often as the scheduler allows: by default, an
    existing scheduler makes four attempts. A cluster started by this class makes only one, like our other executors,
    and leaves retrying to the caller.

    Args:
        address: the scheduler's address, such as "tcp://10.0.0.1:8786"; "local" to start a cluster on this machine.
        processes: number of processes in a local cluster; None for one per core.

    Raises:
        MissingExtraError: Dask isn't installed.
        ExperimentError: no scheduler responds, or it has no workers, or the local cluster can't be started.
    """

    def __init__(self, address: str = "local", *, processes: int | None = None) -> None:
        distributed = _load_distributed()
        self._cluster: Any = None
        self._settings: Any = None
        self.deaths: tuple[type[BaseException], ...] = (distributed.scheduler.KilledWorker,)
        # Catch all errors, since Dask's protocols raise any type: TypeError without a TLS certificate, for example.
        if address == "local":
            from dask import config

            from hypersweep.lab.executors.local import core_count

            try:
                self._cluster = distributed.LocalCluster(
                    n_workers=core_count() if processes is None else processes,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=50,
                    scheduler_kwargs={"allowed_failures": 0},
                )
            except Exception as error:
                raise ExperimentError(f"can't start a Dask cluster on this machine: {error}") from None
            # By default, a local cluster gives up a worker whose restart takes more than 15 seconds.
            self._settings = config.set({_RESTART: f"{_WITHOUT_WORKERS}s"})
            address = self._cluster.scheduler_address
        # If the constructor fails, close the client here. Otherwise the garbage collector does, and if it runs while
        # Dask starts another event loop, it waits forever for a lock that its own thread holds.
        self._client = distributed.Client.__new__(distributed.Client)
        try:
            self._client.__init__(address, timeout=_PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except Exception as error:
            self._close()
            raise ExperimentError(f"no Dask scheduler with workers at {truncate(address)}: {error}") from None
        self._address = address
        self._last_workers = monotonic()
        self.executor: Executor = _DaskExecutor(self._client, address)

    @property
    def width(self) -> int:
        """Number of shards to submit at once so that all current workers are busy.

        Raises:
            ExperimentError: the connection to the scheduler is lost, or all workers have left.
        """
        try:
            threads: dict[str, int] = self._client.nthreads()
        except Exception as error:
            raise _lost(self._address, error) from None
        if threads:
            self._last_workers = monotonic()
        elif monotonic() - self._last_workers > _WITHOUT_WORKERS:
            raise ExperimentError(
                f"all workers have left the Dask scheduler at {truncate(self._address)}: their logs say why; they need "
                "the same version of hypersweep"
            )
        return max(2, 2 * sum(threads.values()))

    def _close(self) -> None:
        client, self._client = getattr(self, "_client", None), None
        if client is not None:
            client.close()
        if self._cluster is not None:
            try:
                self._cluster.close()
            finally:
                self._settings.__exit__(None, None, None)

    def tries_of(self, error: BaseException) -> int:
        """Return how many attempts the scheduler made before raising this error, which reports a worker's death."""
        return 1 + int(getattr(error, "allowed_failures", 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.executor.shutdown(wait=False)
        self._close()


class _DaskExecutor(Executor):
    """Runs calls on a Dask client's workers; raises an ExperimentError if the connection is lost.

    Unlike Dask's own executor, it survives a worker that dies just after its result has arrived. That one reads the
    result and the task's state one after the other, and takes a state that has changed in between for an error.
    """

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._tasks: WeakSet[Any] = WeakSet()

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        try:
            # With pure=True, a call repeated after a worker's death could return a cached result.
            task = self._client.submit(function, *arguments, pure=False, **named)
        except Exception as error:
            raise _lost(self._address, error) from None
        self._tasks.add(task)
        future: Future[T] = Future()

        def finish(task: Any) -> None:
            result, failure = None, None
            try:
                result = task.result()
            except BaseException as error:
                failure = CancelledError() if task.cancelled() else error
            if not future.set_running_or_notify_cancel():
                return
            if failure is None:
                future.set_result(result)  # type: ignore[arg-type]
            else:
                future.set_exception(failure)

        task.add_done_callback(finish)
        future.add_done_callback(lambda done: task.cancel() if done.cancelled() else None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        # Called only when a run has ended, early or not, so there is nothing to wait for.
        del wait, cancel_futures
        for task in list(self._tasks):
            task.cancel()


def _lost(address: str, error: Exception) -> ExperimentError:
    return ExperimentError(f"lost the connection to the Dask scheduler at {truncate(address)}: {error}")


def _load_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtraError(
            "a cluster needs Dask, which isn't installed: pip install 'hypersweep[dask]'", name="distributed"
        ) from None
    return distributed
