"""The card at the end of a game: time, figures and keys, beside the board or below it."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Digits, Static

from hypersweep.game import Outcome
from hypersweep.tui.board.board_panels import BoardPanel
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.key_dispatch import action_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from textual.app import ComposeResult

    from hypersweep.ui_model.game_texts import ResultCard
    from hypersweep.ui_model.key_table import ScreenKeys

LEAST_WIDTH, MOST_WIDTH = 20, 36
"""Minimum and maximum width of the card in characters."""

# Columns taken by the border and the padding, and columns between the digits and the texts.
_FRAME, _GAP = 3, 2
# Height of a card below the board, and minimum number of free lines for it to have padding.
_LOW_HEIGHT, _ROOMY = 3, 7
# Height of the card with the time as plain text, and number of lines added by large digits.
_LEAST_HEIGHT, _DIGITS = 13, 3
_KEYS = (("undo", "Try again"), ("new", "New board"), ("same", "Restart"), ("review", "Review"), ("share", "Share"))


class EndCard(Vertical):
    """A card in a layer of its own, so that showing it doesn't move the board or the panels."""

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
    EndCard.low Digits { dock: left; margin: 0 2 0 0; }
    EndCard.low Static { height: 1; }
    EndCard.low #keys { margin: 0; }
    """

    def compose(self) -> ComposeResult:
        """Create the texts."""
        yield Static(id="ending")
        yield Digits(id="digits")
        yield Static(id="time")
        yield Static(id="figures")
        yield Static(id="keys")

    def show(
        self, card: ResultCard, keys: ScreenKeys, outcome: Outcome, *, is_plain: bool, hidden: Container[str] = ()
    ) -> None:
        """Show the card to the right of the screen's board or else below it, or hide it if there is no space.

        Args:
            card: the texts.
            keys: the screen's keys; the card lists those for its own commands.
            outcome: the game's outcome.
            is_plain: whether to show the time as plain text instead of large digits.
            hidden: commands that the card must not list.
        """
        self.set_class(outcome is Outcome.LOST, "lost")
        self._card = card
        offered = [
            (command, title)
            for command, title in _KEYS
            if command not in hidden and (command != "undo" or outcome is Outcome.LOST)
        ]
        self._keys = [
            Content.from_markup(f"[@click=screen.{action_of(shortcut)}][bold]$key[/] $title[/]", key=key, title=title)
            for command, title in offered
            for shortcut in keys.shortcuts
            if shortcut.command == command
            for key in shortcut.names[:1]
        ]

        board, right = self.screen.query_one(BoardView), self.screen.size.width
        bottom = self.screen.query_one("#body").region.bottom
        self.display = self._place_beside(board, right, is_plain) or self._place_below(board, right, bottom, is_plain)
        self._cover_panels()

    def hide(self) -> None:
        """Hide the card: the game continues."""
        self.display = False
        self._cover_panels()

    def _cover_panels(self) -> None:
        """Hide the panels that the card may cover. They keep their space, so that the board doesn't move."""
        is_apart = self.screen.query_one("#body").has_class("below") and not self.has_class("low")
        for panel in self.screen.query(BoardPanel):
            panel.visible = not self.display or is_apart

    def _place_beside(self, board: BoardView, right: int, is_plain: bool) -> bool:
        region, arrangement = board.content_region, board.arrangement
        left = board.region.x + max(0, region.width + arrangement.width + 1) // 2 + 1
        left += right - left > LEAST_WIDTH
        width = min(MOST_WIDTH, right - left)
        # Long lines, such as reasons why the game isn't ranked, wrap.
        wrapped = sum(len(wrap(line, max(1, width - _FRAME))) - 1 for line in self._card.lines if line)
        height = _LEAST_HEIGHT + _DIGITS * (not is_plain) + wrapped
        if width < LEAST_WIDTH or height > region.height or arrangement.width > region.width:
            return False
        has_digits = not is_plain and self._digits_width <= width - _FRAME
        self.query_one("#time").display = not has_digits
        keys = _in_columns(self._keys, width - _FRAME)
        self._fill(Content(self._card.ending), Content("\n").join(map(Content, self._card.lines)), keys)
        self._shape(Offset(left, board.region.y + max(0, region.height - height) // 2), width, has_digits=has_digits)
        return True

    def _place_below(self, board: BoardView, right: int, bottom: int, is_plain: bool) -> bool:
        """Place a low card: the digits next to the texts, and one line each for the figures and the keys."""
        region, arrangement = board.content_region, board.arrangement
        top = min(board.region.bottom, board.region.y + (region.height + arrangement.height + 1) // 2)
        free = bottom - top
        card, keys = self._card, Content("  ").join(self._keys)
        left = 0 if is_plain else self._digits_width + _GAP
        most = right - _FRAME - left
        if free <= _LOW_HEIGHT or keys.cell_length > most:
            return False
        lines = list(card.lines)
        # Drop the last lines first, since they matter least. If "not ranked: ..." doesn't fit, drop the reasons.
        while len(figures := " · ".join(lines)) > most and len(lines) > 1:
            lines.pop()
        if len(figures) > most:
            figures = figures.partition(":")[0] if figures.startswith("not ranked:") else ""
        ending = Content.assemble(card.ending, f"  {card.time}" * is_plain)
        self.query_one("#time").display = False
        self._fill(ending, Content(figures), keys)
        width = _FRAME + left + max(ending.cell_length, len(figures), keys.cell_length)
        # Begin where the board does, so that the card doesn't move when a figure is added later.
        corner = Offset(max(0, min(board.region.x + (region.width - arrangement.width) // 2, right - width)), top + 1)
        self._shape(corner, width, has_digits=not is_plain, padding=int(free >= _ROOMY), is_low=True)
        return True

    @property
    def _digits_width(self) -> int:
        return 3 * len(self._card.time.removesuffix(" s"))

    def _fill(self, ending: Content, figures: Content, keys: Content) -> None:
        self.query_one("#time", Static).update(Content.styled(self._card.time, "bold"))
        self.query_one(Digits).update(self._card.time.removesuffix(" s"))
        for name, text in (("#ending", ending), ("#figures", figures), ("#keys", keys)):
            self.query_one(name, Static).update(text)

    def _shape(self, corner: Offset, width: int, *, has_digits: bool, padding: int = 1, is_low: bool = False) -> None:
        self.set_class(is_low, "low")
        self.query_one(Digits).display = has_digits
        self.styles.padding = (padding, 1)
        self.styles.width, self.styles.offset = width, corner


def _in_columns(entries: Iterable[Content], width: int) -> Content:
    """Return short texts, two to a line if they fit the width."""
    cells = list(entries)
    widest, second = (max((cell.cell_length for cell in cells[place::2]), default=0) for place in (0, 1))
    if widest + 2 + second > width:
        return Content("\n").join(cells)
    lines = []
    for place in range(0, len(cells), 2):
        first, *others = cells[place : place + 2]
        lines.append(Content.assemble(first, " " * (widest + 2 - first.cell_length), *others))
    return Content("\n").join(lines)
