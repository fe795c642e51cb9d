"""Step through a game move by move: the position before each move, where its player had to choose."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from hypersweep.record import Replay
from hypersweep.review.judge import is_move

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.record import Event, Record
    from hypersweep.review.judge import Insight
    from hypersweep.typing import FirstOpen

# Cells of positions whose results are cached.
_MOST_CELLS = 1 << 22


class MovePlayer:
    """The positions of a game before each of its moves.

    A step forward or back costs as much as the events between the two moves.

    Args:
        record: the game.

    Raises:
        RecordError: an event of the record is impossible.

    Attributes:
        replay: replay of the record, before the current move.
        positions: number of events before each move.
        number: which of the moves it is, from 1 on; 0 where there is none.

    >>> from hypersweep.record import Event, Record
    >>> player = MovePlayer(Record("3x4", 2, seed=7, events=[Event(0, "flag", (1, 2), 1), Event(0, "open", (0, 0), 6)]))
    >>> player.go(1)
    >>> player.event.cell, player.replay.game.flags, player.replay.game.opened
    ((0, 0), 1, 0)
    """

    __slots__ = ("number", "positions", "replay")

    def __init__(self, record: Record) -> None:
        self.replay: Replay = Replay(record)
        self.positions: tuple[int, ...] = tuple(
            position for position, event in enumerate(record.events) if is_move(event)
        )
        self.number: int = 0

    def __len__(self) -> int:
        """Number of moves."""
        return len(self.positions)

    @property
    def event(self) -> Event:
        """The current move."""
        return self.replay.record.events[self.positions[self.number - 1]]

    @property
    def first_open(self) -> FirstOpen | None:
        """Promise of the rules to the current move; None except for the first one."""
        return self.replay.record.rules.first_open_promise if self.number == 1 else None

    def go(self, number: int) -> None:
        """Go to the position before a move, or to the nearest move that exists.

        Raises:
            RecordError: an event on the way is impossible.
        """
        if self.positions:
            self.number = min(max(number, 1), len(self.positions))
            self.replay.seek(self.positions[self.number - 1])


def beside(numbers: Sequence[int], number: int, step: int) -> int | None:
    """Return the next of some numbers in order, or the previous one; None if there is none.

    >>> beside([3, 7, 9], 7, 1), beside([3, 7, 9], 7, -1), beside([3, 7, 9], 8, -1), beside([3, 7, 9], 9, 1)
    (9, 3, 7, None)
    """
    place = bisect_right(numbers, number) if step > 0 else bisect_left(numbers, number) - 1
    return numbers[place] if 0 <= place < len(numbers) else None


class InsightCache:
    """A cache of results about positions; it works on one at a time, the one requested last.

    Args:
        cells: number of cells of the board; fewer results are cached for large boards.
    """

    __slots__ = ("_found", "_most", "is_busy")

    def __init__(self, cells: int) -> None:
        self._found: dict[int, Insight | None] = {}
        self._most = max(2, _MOST_CELLS // max(1, cells))
        self.is_busy: bool = False

    def get(self, number: int) -> Insight | None:
        """Return the result for a move; None if there is none yet."""
        return self._found.get(number)

    def ask(
        self,
        number: int,
        begin: Callable[[], Callable[[], Insight | None]],
        aside: Callable[[Callable[[], Insight | None], Callable[[Insight | None], object]], object],
        done: Callable[[], object],
    ) -> None:
        """Start the work on a move, unless it has a result or other work is running.

        Args:
            number: number of the move.
            begin: takes the current position, and returns the work.
            aside: runs the work in the background, then passes its result to a function.
            done: called when a result is there; it should request what is needed by then.
        """
        if self.is_busy or number in self._found:
            return
        self.is_busy = True

        def keep(found: Insight | None) -> None:
            self.is_busy = False
            if len(self._found) >= self._most:
                del self._found[next(iter(self._found))]
            self._found[number] = found
            done()

        aside(begin(), keep)
