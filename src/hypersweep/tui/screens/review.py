"""How well each move of a game was chosen: the report of a review, found while the screen waits."""

from __future__ import annotations

from pathlib import Path

from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.record.file import write_file
from hypersweep.review import review
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.tui.turns import Dialog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.controls.keys import ScreenKeys
    from hypersweep.record import Record
    from hypersweep.review import Review

__all__ = ["ReviewScreen"]

_SECONDS = 60.0


class ReviewScreen(Dialog[None], HostedScreen):
    """Reviews a record.

    Args:
        record: the game.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["review"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ReviewScreen VerticalScroll {
        border: round $primary; border-title-color: $foreground; background: $background; padding: 0 1; height: 1fr;
    }
    """

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record
        self._review: Review | None = None

    def compose(self) -> ComposeResult:
        """The report, once it is there."""
        with VerticalScroll() as scroll:
            scroll.border_title = "Review"
            yield Static(Content(f"Working out what could be known; this takes {_SECONDS:.0f} seconds at most…"))
        yield KeyFooter()

    def on_mount(self) -> None:
        """Begin to work it out."""
        record = self._record
        self.host.work_aside(lambda: review(record, seconds=_SECONDS), self._show)

    def _show(self, found: Review) -> None:
        self._review = found
        if self.is_attached:
            self.query_one(Static).update(Content(found.format()))

    def action_save(self) -> None:
        """Write the picture into the folder where the game was started."""
        if self._review is None:
            self.host.say("the review isn't ready yet")
            return
        path = Path(f"review-{self._record.tags.get('start', 'game').replace(':', '')}.svg").resolve()
        try:
            write_file(path, self._review.svg() + "\n")
        except OSError as error:
            self.host.say(f"can't write {path}: {error.strerror}")
        else:
            self.host.say(f"saved as {path}")

    def action_scroll(self, lines: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)
