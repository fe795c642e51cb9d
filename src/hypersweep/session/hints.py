"""Who is asked for hints: which hints were given for a position, and up to which level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.session.hint import Advice, first_advice

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import Game
    from hypersweep.session.hint import Hint
    from hypersweep.typing import Cell

__all__ = ["HintDesk", "no_hint"]

# A snapshot of a larger board, and an analysis of it, would take too long for a hint.
_MOST_CELLS = 1 << 20


def no_hint(why: str) -> Advice:
    """The advice where there is none.

    >>> no_hint("The game is over.").hint(1)
    <Hint 1, none: The game is over.>
    """
    return Advice("none", [lambda _: why])


class HintDesk:
    """Gives hints level by level: asked again in the same position, it says a little more each time.

    Its holder calls one method at a time.

    Attributes:
        position: a number that changes with each change, so that an answer that comes too late is recognised.

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
        # What was found for the position of now.
        self._advice: Advice | None = None
        # What was told last, and the last level of it.
        self._told: tuple[object, int] = (None, 0)

    def forget(self) -> None:
        """The position has changed: what was found for it no longer holds."""
        self.position += 1
        self._advice = None

    def known(self, game: Game) -> Advice | None:
        """The advice that there is without any search; None where one is needed."""
        if self._advice is not None:
            return self._advice
        if game.layout is None:
            return first_advice(game.grid.cells, game.mines, game.rules)
        if game.grid.cells > _MOST_CELLS:
            return no_hint("There is no hint here: the board is too large to work out.")
        return None

    def is_told(self, advice: Advice) -> bool:
        """Whether all there is to say about it has been said."""
        subject, level = self._told
        return subject == advice.subject and level >= advice.levels

    def tell(self, advice: Advice, position: int, name: Callable[[Cell], str] | None = None) -> Hint | None:
        """The next level of an advice, or the last once more; None if it is about an earlier position.

        Args:
            advice: what was found.
            position: where it was found.
            name: how a cell is named; None for its coordinates.
        """
        if position != self.position:
            return None
        self._advice = advice
        subject, told = self._told
        level = min(told + 1, advice.levels) if subject == advice.subject else 1
        self._told = advice.subject, level
        return advice.hint(level) if name is None else advice.hint(level, name)
