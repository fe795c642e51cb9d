"""How far the work of ``hypersweep lab`` is: a bar on a terminal, and elsewhere a plain line now and then."""

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

__all__ = ["Telling"]

# Files of a scheduler should show that the work goes on, and not be full of it.
_BETWEEN = 60.0


class Telling:
    """Tells on standard error how far some work is: ten times a second on a terminal, otherwise once a minute.

    Work of less than a minute tells nothing where no terminal is.

    Args:
        command: what stands before a plain line, such as "hypersweep lab winrate".

    >>> with Telling("hypersweep lab winrate") as telling:
    ...     telling.show(0.5, "2 of 4 shards")
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._line = ProgressLine(Output(sys.stderr))
        self._next = monotonic() + _BETWEEN

    def show(self, share: float, text: str) -> None:
        """Tell it, unless that was done just now.

        Args:
            share: of the work, from 0 to 1.
            text: the same in words.
        """
        if self._line.is_wanted:
            self._line.show(share, text)
        elif monotonic() >= self._next:
            self._next = monotonic() + _BETWEEN
            warn(self._command, text)

    def hidden(self) -> AbstractContextManager[None]:
        """Something else can be written where a bar stands, meanwhile."""
        return self._line.hidden()

    def clear(self) -> None:
        """Take the bar away."""
        self._line.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()
