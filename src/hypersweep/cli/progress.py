"""A progress line on a terminal, removed before other output."""

from __future__ import annotations

import os
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

    from hypersweep.cli_support.output import Output

# Seconds before the line appears, so that short work shows none.
_FIRST = 0.3
_BETWEEN = 0.1

_WIDTH = 20
# Columns of a terminal that leave space for a bar next to the text.
_LEAST_COLUMNS = 60


class ProgressLine:
    """A progress bar followed by text, redrawn at most ten times a second; it shows nothing without a terminal.

    Args:
        output: the terminal, such as one on standard error.

    Attributes:
        is_wanted: whether the line can be shown.

    >>> from hypersweep.cli_support.output import Output
    >>> with ProgressLine(Output(None)) as line:
    ...     line.show(0.5, "board 2 of 3")
    ...     line.is_wanted
    False
    """

    def __init__(self, output: Output) -> None:
        self._output = output
        self._full, self._empty = ("#", "-") if output.bar == "|" else ("━", "─")
        self._shown = ""
        self._next = monotonic() + _FIRST
        self.is_wanted: bool = output.is_terminal and os.environ.get("TERM") != "dumb"

    def show(self, share: float, text: str) -> None:
        """Show the progress, unless it was shown just before.

        Args:
            share: share of the work, from 0 to 1.
            text: the same as text.
        """
        now = monotonic()
        if not self.is_wanted or now < self._next:
            return
        self._next = now + _BETWEEN
        columns = self._output.columns or 80
        if columns >= _LEAST_COLUMNS:
            full = int(_WIDTH * min(max(share, 0.0), 1.0))
            text = f"{self._full * full}{self._empty * (_WIDTH - full)}  {text}"
        # A character in the last column would move the cursor to the next line.
        self._shown = f"\r{text[: columns - 1]}\033[K"
        self._write(self._shown)

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the line while the caller writes something else."""
        shown = self._shown
        self.clear()
        yield
        if shown:
            self._shown = shown
            self._write(shown)

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            self._shown = ""
            self._write("\r\033[K")

    def _write(self, text: str) -> None:
        try:
            self._output.tell(text)
        except (OSError, ValueError):
            self.is_wanted = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()
