"""Progress and cancellation of a long move from another thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep import _native
from hypersweep.copying import NotCopyable
from hypersweep.errors import ParameterTypeError
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from hypersweep.generate import Progress


class CancelToken(NotCopyable):
    """Token for one move, through which other threads follow its progress and cancel it.

    A cascade over 1,000 million cells takes seconds. A cancelled move changes nothing: its ``MoveResult`` is empty, and
    the game is as it was before. If the move has already finished, its result stands. Use a new token for each move:
    with a cancelled token, any move long enough to check it is cancelled too.

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
        """Stop the move as soon as possible and restore the game.

        This takes about a millisecond, or up to 50 ms while the first open generates its board.
        """
        self._native.cancel()

    @property
    def is_cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self._native.is_cancelled

    @property
    def opened(self) -> int:
        """Number of safe cells that the move has opened so far, updated every 0.1 ms.

        It stays 0 in short moves and in undos.
        """
        return self._native.opened

    @property
    def search(self) -> Progress | None:
        """Progress of the search for a no-guess board during a first open with ``guess="never"``; else None."""
        return self._search

    def __repr__(self) -> str:
        return f"<CancelToken: {self.opened} opened{', cancelled' if self.is_cancelled else ''}>"


def kernel_watch(watch: CancelToken) -> _native.Watch:
    """Return the compiled watch of a token, or raise an error for anything else."""
    if not isinstance(watch, CancelToken):
        raise ParameterTypeError(f"expected a CancelToken, got {truncate(watch)} ({type(watch).__name__})")
    return watch._native
