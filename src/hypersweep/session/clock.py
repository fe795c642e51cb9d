"""The clock of a game: it starts, stands still and goes on, and never runs backwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["GameClock"]


class GameClock:
    """Time that has passed while it ran.

    Args:
        source: gives nanoseconds from any start, such as ``time.monotonic_ns``. Where it jumps back, no time passes.
        milliseconds: what the clock shows at first, standing still.

    >>> times = iter([1_000, 5_001_000, 4_000_000, 9_000_000])
    >>> clock = GameClock(lambda: next(times))
    >>> clock.run()
    >>> clock.read(), clock.read(), clock.stop()
    (5, 5, 10)
    """

    __slots__ = ("_last", "_nanoseconds", "_source")

    def __init__(self, source: Callable[[], int], milliseconds: int = 0) -> None:
        self._source = source
        self._nanoseconds = milliseconds * 1_000_000
        # When it was read last; None while it stands.
        self._last: int | None = None

    @property
    def is_running(self) -> bool:
        """Whether it runs."""
        return self._last is not None

    def run(self) -> None:
        """Go on from here."""
        if self._last is None:
            self._last = self._source()

    def read(self) -> int:
        """The milliseconds it shows."""
        if self._last is not None:
            now = self._source()
            # What was counted stays counted: only the way forward from the latest reading adds to it.
            self._nanoseconds += max(0, now - self._last)
            self._last = now
        return self._nanoseconds // 1_000_000

    def stop(self) -> int:
        """Stand still, and give what it shows."""
        milliseconds = self.read()
        self.halt()
        return milliseconds

    def halt(self) -> None:
        """Stand still as of the latest reading."""
        self._last = None
