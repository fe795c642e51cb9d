"""A bar that shows the elapsed share of a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from textual import events


class TimeBar(Widget):
    """A bar that fills as time goes by; a click on it posts ``Sought``."""

    DEFAULT_CSS = "TimeBar { height: 1; }"

    class Sought(Message):
        """The player clicked a time.

        Attributes:
            share: of the whole, 0 to 1.
        """

        def __init__(self, share: float) -> None:
            super().__init__()
            self.share = share

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.0

    def show(self, share: float) -> None:
        """Fill the bar up to a share."""
        self._share = min(max(share, 0.0), 1.0)
        self.refresh()

    def render(self) -> Content:
        """Return the bar."""
        filled = round(self._share * self.size.width)
        return Content.assemble(("━" * filled, "$primary"), ("─" * (self.size.width - filled), "$text-muted"))

    def on_click(self, event: events.Click) -> None:
        """Post the clicked time."""
        self.post_message(self.Sought(event.x / max(1, self.size.width - 1)))
