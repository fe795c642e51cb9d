"""Mouse buttons over a board. ``web/page/input/pointer.js`` is the page's copy; one table tests both."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypersweep.rules import Rules

    Cell = tuple[int, ...]

LEFT, MIDDLE, RIGHT = 1, 2, 3


def left_chords(rules: Rules, *, is_wanted: bool) -> bool:
    """Return whether the left button alone is a chord on an open number: the player's setting, unless flags stay.

    Rules whose flags stay are those of the windowed game, where a left click on an open cell does nothing. Rules
    without chords aren't checked, since the move itself is rejected there.

    >>> from hypersweep.rules import CLASSIC, WINDOWED
    >>> left_chords(CLASSIC, is_wanted=True), left_chords(WINDOWED, is_wanted=True)
    (True, False)
    """
    return is_wanted and rules.flag_toggles


class Pointer:
    """Buttons held down over a board, and the move that their release makes.

    A move is made when a button is released over the cell that was pressed. The left button alone opens, the right
    button alone flags. The middle button, and left and right together in any order, chord when the first of them is
    released; a button that is still held then does nothing more. The left button alone on an open cell chords too, or
    does nothing.

    Attributes:
        held: the buttons that are down.
        pressed: the cell that the move is made on; None if there will be no move.
        action: the move: "open", "flag" or "chord"; empty if there will be none.

    >>> pointer = Pointer()
    >>> pointer.press(LEFT, (1, 2), is_open=False)
    >>> pointer.action, pointer.release(LEFT, (1, 2))
    ('open', ((1, 2), 'open'))
    """

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.pressed: Cell | None = None
        self.action: str = ""

    def press(self, button: int, cell: Cell, *, is_open: bool, left_chords: bool = True) -> None:
        """Press a button.

        Args:
            button: ``LEFT``, ``MIDDLE`` or ``RIGHT``; others do nothing.
            cell: the cell under the mouse.
            is_open: whether it is open.
            left_chords: whether the left button alone chords on an open cell.
        """
        if button in self.held:
            # The release was lost, for example outside the window.
            self.clear()
        if button not in (LEFT, MIDDLE, RIGHT):
            return
        is_first = not self.held
        self.held.add(button)
        if button == RIGHT and LEFT not in self.held:
            # With the middle button down, the right one has no effect.
            if is_first:
                self._begin(cell, "flag")
        elif button == LEFT and is_first and not is_open:
            self._begin(cell, "open")
        elif button == LEFT and is_first and not left_chords:
            self._begin(cell, "")
        else:
            self._begin(cell, "chord")

    def _begin(self, cell: Cell, action: str) -> None:
        self.pressed, self.action = (cell if action else None), action

    def release(self, button: int, cell: Cell | None) -> tuple[Cell, str] | None:
        """Release a button.

        Args:
            button: ``LEFT``, ``MIDDLE`` or ``RIGHT``.
            cell: the cell under the mouse, or None if there is none.

        Returns:
            The cell and the move to make there, or None.
        """
        if button not in self.held:
            return None
        self.held.discard(button)
        pressed, action = self.pressed, self.action
        self.pressed, self.action = None, ""
        return (pressed, action) if pressed is not None and pressed == cell else None

    def clear(self) -> None:
        """Forget all buttons."""
        self.held.clear()
        self.pressed, self.action = None, ""
