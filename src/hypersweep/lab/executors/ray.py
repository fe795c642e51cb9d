"""A Ray cluster as workers, for those who have one."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from hypersweep.arguments import shorten
from hypersweep.errors import ExperimentError, MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Any, Self

__all__ = ["RayCluster"]

P = ParamSpec("P")
T = TypeVar("T")


class _RayExecutor(Executor):
    """Ray's own futures, under the names of ``concurrent.futures``."""

    def __init__(self, ray: Any) -> None:
        # Which function it is says the call, so one remote function does for all. Ray tries again by itself what a
        # worker died of; how often is counted here.
        self._call = ray.remote(max_retries=0)(_call)

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        """Ask for what a function gives."""
        future: Future[T] = self._call.remote(function, arguments, named).future()
        return future


def _call(function: Callable[..., T], arguments: tuple[object, ...], named: dict[str, object]) -> T:
    return function(*arguments, **named)


class RayCluster:
    """The workers of a Ray cluster.

    Args:
        address: of the cluster, such as "ray://10.0.0.1:10001"; "local" for one of its own on this machine.

    Raises:
        MissingExtraError: Ray isn't installed.
        ExperimentError: no cluster answers.
    """

    def __init__(self, address: str = "local") -> None:
        try:
            import ray
        except ImportError:
            raise MissingExtraError(
                "a Ray cluster needs Ray, which isn't installed: pip install ray", name="ray"
            ) from None
        self._ray: Any = ray
        try:
            ray.init(address=address, include_dashboard=False if address == "local" else None, log_to_driver=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise ExperimentError(f"expected a Ray cluster at {shorten(address)}, got none: {error}") from None
        self.executor: Executor = _RayExecutor(ray)
        self.deaths: tuple[type[BaseException], ...] = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError)

    @property
    def width(self) -> int:
        """How many shards keep all of its workers busy."""
        return max(2, 2 * int(self._ray.cluster_resources().get("CPU", 1)))

    def tries_of(self, error: BaseException) -> int:
        """How often a shard was tried until this error said that a worker died of it: once."""
        return 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._ray.shutdown()
