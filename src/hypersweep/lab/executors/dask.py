"""Workers in a Dask cluster, either an existing cluster or one started on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import ExperimentError, MissingExtraError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from types import TracebackType
    from typing import Any, Self

# Maximum wait for a scheduler, and for its first worker, in seconds.
_PATIENCE = 30


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
        ExperimentError: no scheduler responds, or it has no workers.
    """

    def __init__(self, address: str = "local", *, processes: int | None = None) -> None:
        distributed = _load_distributed()
        self._cluster: Any = None
        self.deaths: tuple[type[BaseException], ...] = (distributed.scheduler.KilledWorker,)
        if address == "local":
            from hypersweep.lab.executors.local import core_count

            self._cluster = distributed.LocalCluster(
                n_workers=core_count() if processes is None else processes,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=50,
                scheduler_kwargs={"allowed_failures": 0},
            )
            address = self._cluster.scheduler_address
        try:
            self._client = distributed.Client(address, timeout=_PATIENCE, set_as_default=False)
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            self._close()
            raise ExperimentError(f"no Dask scheduler with workers at {truncate(address)}: {error}") from None
        # With pure=True, a call repeated after a worker's death could return a cached result.
        self.executor: Executor = self._client.get_executor(pure=False)

    @property
    def width(self) -> int:
        """Number of shards to submit at once so that all current workers are busy."""
        threads: dict[str, int] = self._client.nthreads()
        return max(2, 2 * sum(threads.values()))

    def _close(self) -> None:
        client, self._client = getattr(self, "_client", None), None
        if client is not None:
            client.close()
        if self._cluster is not None:
            self._cluster.close()

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


def _load_distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingExtraError(
            "a cluster needs Dask, which isn't installed: pip install 'hypersweep[dask]'", name="distributed"
        ) from None
    return distributed
