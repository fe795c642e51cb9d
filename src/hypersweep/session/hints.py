"""State of hints: advice for the current position, and the level shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.session.hint import Advice, first_advice

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import Game
    from hypersweep.session.hint import Hint
    from hypersweep.typing import Cell

# Cells of the largest board with hints; view and analysis of a larger one would take too long.
_MOST_CELLS = 1 << 20


def no_hint(why: str) -> Advice:
    """Return the advice if no hint is possible.

    >>> no_hint("The game is over.").hint(1)
    <Hint 1, none: The game is over.>
    """
    return Advice("none", [lambda _: why])


class HintDesk:
    """Source of hints, which shows the next level on each request in the same position.

    Not thread-safe; the session locks it.

    Attributes:
        position: a number that changes with every move, to recognise outdated advice.

    >>> from hypersweep import CLASSIC
    >>> from hypersweep.session.hint import first_advice
    >>> desk = HintDesk()
    >>> advice = first_advice(12, 2, CLASSIC)
    >>> desk.tell(advice, desk.position), desk.is_told(advice)
    (<Hint 1, start: Nothing is known yet. Your first open is never a mine: open any cell.>, True)
    """

    __slots__ = ("_advice", "_told", "position")

    def __init__(self) -> None:
        self.position: int = 0
        # Advice for the current position.
        self._advice: Advice | None = None
        # Subject and level shown last.
        self._told: tuple[object, int] = (None, 0)

    def forget(self) -> None:
        """Drop the advice, because the position has changed."""
        self.position += 1
        self._advice = None

    def known(self, game: Game) -> Advice | None:
        """Return advice that needs no search; None otherwise."""
        if self._advice is not None:
            return self._advice
        if game.layout is None:
            return first_advice(game.grid.cells, game.mines, game.rules)
        if game.grid.cells > _MOST_CELLS:
            return no_hint("There is no hint here: the board is too large to work out.")
        return None

    def is_told(self, advice: Advice) -> bool:
        """Return whether all levels were shown."""
        subject, level = self._told
        return subject == advice.subject and level >= advice.levels

    def tell(self, advice: Advice, position: int, name: Callable[[Cell], str] | None = None) -> Hint | None:
        """Return the next level of an advice, or the last one again; None if it is for an earlier position.

        Args:
            advice: the advice.
            position: the position that it is for.
            name: returns the name of a cell; None for coordinates.
        """
        if position != self.position:
            return None
        self._advice = advice
        subject, told = self._told
        level = min(told + 1, advice.levels) if subject == advice.subject else 1
        self._told = advice.subject, level
        return advice.hint(level) if name is None else advice.hint(level, name)
