"""The card at the end of a game: time, figures and keys, beside the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Digits, Static

from hypersweep.game import Outcome
from hypersweep.tui.key_dispatch import action_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.app import ComposeResult

    from hypersweep.tui.board.board_view import BoardView
    from hypersweep.ui_model.game_texts import ResultCard
    from hypersweep.ui_model.key_table import ScreenKeys

LEAST_WIDTH, MOST_WIDTH = 20, 36
"""Minimum and maximum width of the card in characters."""

# Columns that the border and the padding take.
_FRAME = 3
# Height of the card with digits of one line, and lines that large digits add.
_LEAST_HEIGHT, _DIGITS = 13, 3
_KEYS = (("undo", "Try again"), ("new", "Next"), ("same", "Restart"), ("review", "Review"), ("share", "Share"))


class EndCard(Vertical):
    """A card in a layer of its own, so that neither it nor the board moves anything."""

    DEFAULT_CSS = """
    EndCard {
        layer: card; position: absolute; display: none; height: auto;
        background: $surface; padding: 1 1; border-left: thick $success;
    }
    EndCard.lost { border-left: thick $error; }
    EndCard Static { width: 100%; height: auto; }
    EndCard #ending { text-style: bold; color: $success; }
    EndCard.lost #ending { color: $error; }
    EndCard Digits { width: auto; height: auto; margin: 0 0 1 0; }
    EndCard #keys { margin: 1 0 0 0; link-style: none; link-color: $primary; link-background: transparent; }
    """

    def compose(self) -> ComposeResult:
        """Create the texts."""
        yield Static(id="ending")
        yield Digits(id="digits")
        yield Static(id="time")
        yield Static(id="figures")
        yield Static(id="keys")

    def show(self, card: ResultCard, keys: ScreenKeys, outcome: Outcome) -> None:
        """Fill in the texts."""
        self.set_class(outcome is Outcome.LOST, "lost")
        self.query_one("#ending", Static).update(Content(card.ending))
        self.query_one("#time", Static).update(Content.styled(card.time, "bold"))
        self.query_one(Digits).update(card.time.removesuffix(" s"))
        self.query_one("#figures", Static).update(Content("\n").join(map(Content, card.lines)))
        offered = [(command, title) for command, title in _KEYS if command != "undo" or outcome is Outcome.LOST]
        entries = [
            Content.from_markup(f"[@click=screen.{action_of(shortcut)}][bold]$key[/] $title[/]", key=key, title=title)
            for command, title in offered
            for shortcut in keys.shortcuts
            if shortcut.command == command
            for key in shortcut.names[:1]
        ]
        self.query_one("#keys", Static).update(_in_columns(entries))

    def place(self, board: BoardView, *, right: int, is_plain: bool) -> bool:
        """Place the card to the right of the board, if there is space. Returns: whether there is.

        Args:
            board: the board.
            right: column of the screen after the last one that the card may cover.
            is_plain: whether to write the time in characters of one line.
        """
        region, arrangement = board.content_region, board.arrangement
        left = board.region.x + max(0, region.width + arrangement.width + 1) // 2 + 1
        left += right - left > LEAST_WIDTH
        width = min(MOST_WIDTH, right - left)
        height = _LEAST_HEIGHT + _DIGITS * (not is_plain)
        self.display = width >= LEAST_WIDTH and height <= region.height and arrangement.width <= region.width
        if self.display:
            digits = self.query_one(Digits)
            has_digits = not is_plain and 3 * len(digits.value) <= width - _FRAME
            digits.display, self.query_one("#time").display = has_digits, not has_digits
            self.styles.width = width
            self.styles.offset = left, board.region.y + max(0, region.height - height) // 2
        return self.display


def _in_columns(entries: Iterable[Content]) -> Content:
    """Return short texts, two on a line."""
    cells = list(entries)
    widest = max((cell.cell_length for cell in cells[::2]), default=0)
    lines = []
    for place in range(0, len(cells), 2):
        first, *others = cells[place : place + 2]
        lines.append(Content.assemble(first, " " * (widest + 2 - first.cell_length), *others))
    return Content("\n").join(lines)
