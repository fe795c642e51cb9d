"""Progress of ``hypersweep lab``: a bar on a terminal, otherwise a plain line once a minute."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

from hypersweep.cli.progress import ProgressLine
from hypersweep.cli_support.command_parser import warn
from hypersweep.cli_support.output import Output

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import TracebackType
    from typing import Self

# Seconds between plain lines, so that log files of a scheduler show progress but stay short.
_BETWEEN = 60.0


class Telling:
    """Report progress on standard error: ten times a second on a terminal, otherwise once a minute.

    Without a terminal, work of less than a minute reports nothing.

    Args:
        command: prefix of messages, such as "hypersweep lab winrate".

    >>> with Telling("hypersweep lab winrate") as telling:
    ...     telling.show(0.5, "2 of 4 shards")
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._line = ProgressLine(Output(sys.stderr))
        self._next = monotonic() + _BETWEEN

    def show(self, share: float, text: str) -> None:
        """Show the progress, unless it was shown just before.

        Args:
            share: share of the work, from 0 to 1.
            text: the same as text.
        """
        if self._line.is_wanted:
            self._line.show(share, text)
        elif monotonic() >= self._next:
            self._next = monotonic() + _BETWEEN
            warn(self._command, text)

    def hidden(self) -> AbstractContextManager[None]:
        """Hide the bar while the caller writes something else."""
        return self._line.hidden()

    def clear(self) -> None:
        """Remove the bar."""
        self._line.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()
