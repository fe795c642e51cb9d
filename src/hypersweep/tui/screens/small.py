"""What stands on a terminal that has become too small to play on, until it is larger again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Center, Middle
from textual.screen import ModalScreen
from textual.widgets import Static

from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.serialized_input import SteadyScreen
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.geometry import Size

__all__ = ["LEAST_PLAYABLE", "SmallScreen", "is_too_small"]

LEAST_PLAYABLE = (40, 12)
"""The columns and lines below which nothing can be played: with them the board has at least seven rows, and the lines
around it say what is known of a cell and which keys there are."""


def is_too_small(size: Size) -> bool:
    """Whether a terminal is too small to play on.

    >>> from textual.geometry import Size
    >>> is_too_small(Size(40, 12)), is_too_small(Size(39, 50)), is_too_small(Size(1, 1))
    (False, True, True)
    """
    return size.width < LEAST_PLAYABLE[0] or size.height < LEAST_PLAYABLE[1]


class SmallScreen(ModalScreen[None], SteadyScreen[None]):
    """Says how large the terminal is and has to be; of all keys only those that leave do anything."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(
        shortcut for shortcut in KEY_TABLE["everywhere"].shortcuts if shortcut.command == "quit"
    )
    CSS = """
    SmallScreen { background: $background; overflow: hidden; }
    SmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """One sentence, in the middle."""
        with Middle(), Center():
            yield Static()

    def on_mount(self) -> None:
        """Say it."""
        self.tell(self.app.size)

    def tell(self, size: Size) -> None:
        """Say how large the terminal is.

        Args:
            size: its columns and lines.
        """
        columns, lines = LEAST_PLAYABLE
        text = f"too small: {size.width}x{size.height}, needs {columns}x{lines}"
        # The game comes first, and how to leave it where there is room for that too.
        self.query_one(Static).update(f"{text}\nq leaves; the game is saved" if size.height > 4 else text)

    async def action_quit(self) -> None:
        """Leave; the game is saved."""
        await self.app.action_quit()
