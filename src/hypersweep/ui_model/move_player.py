"""What goes through a game move by move: it stands just before one, where its player had to choose."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from hypersweep.record import Replay
from hypersweep.review.move_analysis import is_move

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hypersweep.record import Event, Record
    from hypersweep.review.move_analysis import Insight
    from hypersweep.typing import FirstOpen

__all__ = ["InsightCache", "MovePlayer", "beside"]

# Of what was found about positions, as much is kept as goes with so many cells.
_MOST_CELLS = 1 << 22


class MovePlayer:
    """The positions of a game just before each of its moves.

    To go on by one move, or back, costs what the events between the two change.

    Args:
        record: the game.

    Raises:
        RecordError: an event of the record is impossible.

    Attributes:
        replay: plays the record; it stands before the move that is looked at.
        positions: of each move, how many events come before it.
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
        """How many moves there are."""
        return len(self.positions)

    @property
    def event(self) -> Event:
        """The move that is looked at."""
        return self.replay.record.events[self.positions[self.number - 1]]

    @property
    def first_open(self) -> FirstOpen | None:
        """What the rules promise to the move that is looked at; None to all but the first."""
        return self.replay.record.rules.first_open_promise if self.number == 1 else None

    def go(self, number: int) -> None:
        """Stand before a move, as far as there are so many.

        Raises:
            RecordError: an event on the way is impossible.
        """
        if self.positions:
            self.number = min(max(number, 1), len(self.positions))
            self.replay.seek(self.positions[self.number - 1])


def beside(numbers: Sequence[int], number: int, step: int) -> int | None:
    """The next of some numbers in order, or the one before; None where there is none.

    >>> beside([3, 7, 9], 7, 1), beside([3, 7, 9], 7, -1), beside([3, 7, 9], 8, -1), beside([3, 7, 9], 9, 1)
    (9, 3, 7, None)
    """
    place = bisect_right(numbers, number) if step > 0 else bisect_left(numbers, number) - 1
    return numbers[place] if 0 <= place < len(numbers) else None


class InsightCache:
    """What was found about positions, one at a time; it is asked only about the one that is wanted last.

    Args:
        cells: of the board; of large boards less is kept.
    """

    __slots__ = ("_found", "_most", "is_busy")

    def __init__(self, cells: int) -> None:
        self._found: dict[int, Insight | None] = {}
        self._most = max(2, _MOST_CELLS // max(1, cells))
        self.is_busy: bool = False

    def get(self, number: int) -> Insight | None:
        """What is known about a move; None where nothing is, or not yet."""
        return self._found.get(number)

    def ask(
        self,
        number: int,
        begin: Callable[[], Callable[[], Insight | None]],
        aside: Callable[[Callable[[], Insight | None], Callable[[Insight | None], object]], object],
        done: Callable[[], object],
    ) -> None:
        """See to it that a move is known, unless it is, or something else is being worked out.

        Args:
            number: the move.
            begin: takes the position of now, and gives the work.
            aside: works while the screen goes on, then does something with the result.
            done: called once something is known; it asks again for what is wanted by then.
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
