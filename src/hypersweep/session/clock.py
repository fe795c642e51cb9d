"""The clock of a game, which can be started and stopped, and never runs backwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class GameClock:
    """A stopwatch.

    Args:
        source: returns nanoseconds from any origin, such as ``time.monotonic_ns``. If it jumps back, no time passes.
        milliseconds: initial time; the clock is stopped at first.

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
        # Source time of the latest reading; None while stopped.
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
            # Only progress since the latest reading counts, so a jump back takes nothing away.
            self._nanoseconds += max(0, now - self._last)
            self._last = now
        return self._nanoseconds // 1_000_000

    def stop(self) -> int:
        """Stop the clock and return its time in ms."""
        milliseconds = self.read()
        self.halt()
        return milliseconds

    def halt(self) -> None:
        """Stop the clock at the latest reading."""
        self._last = None
