"""The interface of workers for an experiment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from types import TracebackType
    from typing import Self


class Workers(Protocol):
    """Workers for shards; a context that releases them at its end.

    Attributes:
        executor: executes shards.
        deaths: errors that report the death of a worker, besides those of ``concurrent.futures``.
    """

    @property
    def executor(self) -> Executor:
        """Executor of the shards."""

    @property
    def deaths(self) -> tuple[type[BaseException], ...]:
        """Errors that report the death of a worker, besides those of ``concurrent.futures``."""

    @property
    def width(self) -> int:
        """Return the number of shards that keeps all workers busy."""

    def tries_of(self, error: BaseException) -> int:
        """Return how often a shard was tried when this error reports a worker's death."""

    def __enter__(self) -> Self:
        """Start the workers."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Release the workers."""
