"""The notice on a terminal that has become too small to play on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Center, Middle
from textual.screen import ModalScreen
from textual.widgets import Static

from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.serialized_input import ResizeSafeScreen
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.geometry import Size

LEAST_PLAYABLE = (40, 12)
"""Least columns and lines: they show at least seven rows of the board, and around it information on a cell and the
keys."""


def is_too_small(size: Size) -> bool:
    """Whether a terminal is too small to play on.

    >>> from textual.geometry import Size
    >>> is_too_small(Size(40, 12)), is_too_small(Size(39, 50)), is_too_small(Size(1, 1))
    (False, True, True)
    """
    return size.width < LEAST_PLAYABLE[0] or size.height < LEAST_PLAYABLE[1]


class SmallScreen(ModalScreen[None], ResizeSafeScreen[None]):
    """Show the current and the least size of the terminal; only the keys that exit work."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(
        shortcut for shortcut in KEY_TABLE["everywhere"].shortcuts if shortcut.command == "quit"
    )
    CSS = """
    SmallScreen { background: $background; overflow: hidden; }
    SmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """Create one sentence in the middle."""
        with Middle(), Center():
            yield Static()

    def on_mount(self) -> None:
        """Show the sentence."""
        self.tell(self.app.size)

    def tell(self, size: Size) -> None:
        """Show the size of the terminal.

        Args:
            size: its columns and lines.
        """
        columns, lines = LEAST_PLAYABLE
        text = f"too small: {size.width}x{size.height}, needs {columns}x{lines}"
        # The game comes first; the key that exits is named if it fits.
        self.query_one(Static).update(f"{text}\nq leaves; the game is saved" if size.height > 4 else text)

    async def action_quit(self) -> None:
        """Save the game and exit."""
        await self.app.action_quit()
