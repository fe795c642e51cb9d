"""A long move seen from another thread: how far it has come, and whether it is still wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.copying import NotCopyable
from hypersweep.errors import ParameterTypeError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from hypersweep.generate import Progress

__all__ = ["CancelToken", "kernel_watch"]


class CancelToken(NotCopyable):
    """Given to a move, tells other threads how far it has come, and lets them cancel it.

    A cascade over a thousand million cells takes seconds. A move that is cancelled changes nothing: its ``Change`` is
    empty, and the game is as it was before. One that had come to its end by then stands. It is for one move; another
    one that is given a cancelled watch is cancelled as well, if it is long enough to ask.

    >>> from hypersweep import Game, Move
    >>> watch = CancelToken()
    >>> change = Game("3x4", mines=2, seed=7).play(Move("open", (0, 0)), watch=watch)
    >>> change.opened, watch.is_cancelled
    (6, False)
    """

    __slots__ = ("_native", "_search")

    _why_no_copy = "it is about one move, which runs once; make another with CancelToken()"

    def __init__(self) -> None:
        self._native = _native.Watch()
        self._search: Progress | None = None

    def cancel(self) -> None:
        """Have the move end as soon as it can, and the game put back as it was.

        That is in a millisecond or so, and within a twentieth of a second where the move makes its board first.
        """
        self._native.cancel()

    @property
    def is_cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self._native.is_cancelled

    @property
    def opened(self) -> int:
        """How many safe cells the move has opened so far, as of the latest tenth of a millisecond.

        It stays 0 in moves that are short, and while an undo takes back.
        """
        return self._native.opened

    @property
    def search(self) -> Progress | None:
        """How far the search for a board has come that a first open by the rules ``guess="never"`` makes; else None."""
        return self._search

    def __repr__(self) -> str:
        return f"<CancelToken: {self.opened} opened{', cancelled' if self.is_cancelled else ''}>"


def kernel_watch(watch: CancelToken) -> _native.Watch:
    """What the kernels know of a watch; refuses anything else."""
    if not isinstance(watch, CancelToken):
        raise ParameterTypeError(f"expected a CancelToken, got {truncate(watch)} ({type(watch).__name__})")
    return watch._native
