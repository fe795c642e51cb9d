"""An executor that runs each shard at once in this process."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType
    from typing import Self

P = ParamSpec("P")
T = TypeVar("T")


class _Now(Executor):
    """Executor whose ``submit`` returns after the call."""

    def submit(self, function: Callable[P, T], /, *arguments: P.args, **named: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(function(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


class Serial:
    """This process as a worker.

    >>> with Serial() as workers:
    ...     workers.executor.submit(divmod, 7, 3).result(), workers.width
    ((2, 1), 1)
    """

    deaths: tuple[type[BaseException], ...] = ()
    width: int = 1

    def __init__(self) -> None:
        self.executor: Executor = _Now()

    def tries_of(self, error: BaseException) -> int:
        """Return how often a shard was tried when this error reports a worker's death: once."""
        return 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        pass
