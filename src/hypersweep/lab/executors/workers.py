"""What an experiment has to know of those who do its shards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from types import TracebackType
    from typing import Self

__all__ = ["Workers"]


class Workers(Protocol):
    """Those who do shards; used with ``with``, whose end sends them away.

    Attributes:
        executor: takes shards, and gives what they give.
        deaths: the errors that say that a worker died, beside those of ``concurrent.futures``.
    """

    @property
    def executor(self) -> Executor:
        """Takes shards, and gives what they give."""

    @property
    def deaths(self) -> tuple[type[BaseException], ...]:
        """The errors that say that a worker died, beside those of ``concurrent.futures``."""

    @property
    def width(self) -> int:
        """How many shards keep all of them busy."""

    def tries_of(self, error: BaseException) -> int:
        """How often a shard was tried until this error said that a worker died of it."""

    def __enter__(self) -> Self:
        """Let them begin."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Send them away."""
