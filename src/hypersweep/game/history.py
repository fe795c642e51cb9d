"""What a game needs to undo and redo: the moves that count, and those that were taken back."""

from __future__ import annotations

from hypersweep.arguments import shorten
from hypersweep.errors import ParameterError
from hypersweep.game.game import Game
from hypersweep.moves import Change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    # A move that changed something, and what could be redone before it: a list linked from its head, so that keeping
    # it costs nothing, and taking the move back brings it back.
    Entry = tuple[str, tuple[int, ...], "Link | None"]
    Link = tuple[Entry, "Link | None"]

__all__ = ["History"]

_PLAY = {"open": Game.open, "flag": Game.flag, "chord": Game.chord}


class History:
    """A game with undo and redo. It is the only one to move its game.

    A move that changes something empties the list of what can be redone; a click that does nothing leaves it.

    Args:
        game: the game; moves that it made before can't be taken back here.

    >>> from hypersweep import Layout
    >>> history = History(Game(layout=Layout("2x3", [(0, 0)])))
    >>> history.act("open", (1, 1)), history.act("undo")
    (<Change: 1 cells changed, 1 opened, ongoing>, <Change: 1 cells changed, -1 opened, ongoing>)
    >>> history.act("redo").cells, history.can_redo
    (((1, 1),), False)
    """

    __slots__ = ("_done", "_undone", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self._done: list[Entry] = []
        self._undone: Link | None = None

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a move to make again."""
        return self._undone is not None

    def act(self, kind: str, cell: Sequence[int] | None = None) -> Change:
        """Make a move, or take the latest back, or make again what was taken back last.

        Args:
            kind: "open", "flag" or "chord" with a cell, "undo" or "redo" without.
            cell: the cell of a move.

        Raises:
            ParameterError: another kind.
            CellError: the cell isn't on the board.

        Complexity: that of the move; an undo with nothing to undo, or a redo with nothing to redo, changes nothing.
        """
        game = self.game
        play = _PLAY.get(kind)
        if play is not None:
            change = play(game, cell)  # type: ignore[arg-type]
            if change:
                self._done.append((kind, tuple(cell), self._undone))  # type: ignore[arg-type]
                self._undone = None
            return change
        if kind == "undo":
            if not self._done:
                return Change(game.grid, None, game.outcome)
            change = game.undo()
            self._undone = (self._done.pop(), self._undone)
            return change
        if kind == "redo":
            if self._undone is None:
                return Change(game.grid, None, game.outcome)
            entry, rest = self._undone
            change = _PLAY[entry[0]](game, entry[1])
            self._done.append(entry)
            self._undone = rest
            return change
        raise ParameterError(f"expected open, flag, chord, undo or redo, got {shorten(kind)}")

    def revert(self, kind: str) -> Change:
        """Go back to before the latest ``act``, which was of this kind and changed something.

        What could be redone before it can be redone again, so that one may go back as far as one likes.

        >>> from hypersweep import Layout
        >>> history = History(Game(layout=Layout("2x3", [(0, 0)])))
        >>> for kind, cell in [("open", (0, 1)), ("undo", None), ("open", (0, 2))]:
        ...     change = history.act(kind, cell)
        >>> history.can_redo, history.revert("open").opened, history.can_redo
        (False, -4, True)
        """
        if kind == "undo":
            return self.act("redo")
        change = self.game.undo()
        entry = self._done.pop()
        if kind == "redo":
            self._undone = (entry, self._undone)
        else:
            self._undone = entry[2]
        return change
