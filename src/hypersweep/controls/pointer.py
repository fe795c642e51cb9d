"""What the buttons of a mouse do to cells."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Cell = tuple[int, ...]

__all__ = ["LEFT", "MIDDLE", "RIGHT", "Pointer"]

LEFT, MIDDLE, RIGHT = 1, 2, 3


class Pointer:
    """Buttons held down over a board, and what is done when they are released.

    The left button opens when it is released over the cell it was pressed on, the right one flags when it is pressed.
    The middle one, the left one on a clue, and left and right together chord when the first of them is released.

    Attributes:
        held: the buttons that are down.
        pressed: the cell something will happen to; None if nothing will.
        action: what will happen: "open" or "chord"; empty if nothing will.

    >>> pointer = Pointer()
    >>> pointer.press(LEFT, (1, 2), is_open=False), pointer.action
    ('', 'open')
    >>> pointer.release(LEFT, (1, 2))
    ((1, 2), 'open')
    """

    def __init__(self) -> None:
        self.held: set[int] = set()
        self.pressed: Cell | None = None
        self.action: str = ""

    def press(self, button: int, cell: Cell, *, is_open: bool) -> str:
        """Press a button; gives what happens at once: "flag" or nothing.

        Args:
            button: ``LEFT``, ``MIDDLE`` or ``RIGHT``; others do nothing.
            cell: the cell under the mouse.
            is_open: whether it is open.
        """
        if button in self.held:
            # Its release got lost.
            self.clear()
        if button not in (LEFT, MIDDLE, RIGHT):
            return ""
        self.held.add(button)
        if button == RIGHT and LEFT not in self.held:
            return "flag"
        self.pressed = cell
        self.action = "open" if self.held == {LEFT} and not is_open else "chord"
        return ""

    def release(self, button: int, cell: Cell | None) -> tuple[Cell, str] | None:
        """Let a button go; gives the cell something happens to, and what, or None.

        Args:
            button: which.
            cell: the cell under the mouse, or None if there is none.
        """
        if button not in self.held:
            return None
        self.held.discard(button)
        pressed, action = self.pressed, self.action
        if button == RIGHT and not action:
            return None
        self.pressed, self.action = None, ""
        return (pressed, action) if pressed is not None and action and pressed == cell else None

    def clear(self) -> None:
        """Forget all buttons."""
        self.held.clear()
        self.pressed, self.action = None, ""
