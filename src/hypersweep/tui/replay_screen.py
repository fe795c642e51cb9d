"""A record played again on the screen: play, pause, speed, steps, and any moment of it."""

from __future__ import annotations

from time import monotonic

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from hypersweep.errors import RecordError
from hypersweep.tui.replay_player import ReplayPlayer
from hypersweep.tui.scores_screen import board_name, time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textual.app import ComposeResult

    from hypersweep.record import Event, Record
    from hypersweep.tui.app import HypersweepApp

__all__ = ["ReplayScreen", "TimeBar", "event_text"]

_FRAME = 1 / 30
_TIME = Binding.Group("Time")
_BOARD = Binding.Group("Board")


def event_text(event: Event) -> str:
    """What an event was, in words.

    >>> from hypersweep import Outcome
    >>> from hypersweep.record import Event
    >>> event_text(Event(1204, "open", (3, 4), 17)), event_text(Event(9000, "chord", (0, 1), 3, Outcome.LOST))
    ('open 3 4: 17 cells', 'chord 0 1: 3 cells, lost')
    """
    words = event.format().split(" ", 1)[1].partition(":")[0]
    if event.cell is None:
        return words
    count = f"{event.changed} {'cell' if event.changed == 1 else 'cells'}" if event.changed else "nothing"
    return f"{words}: {count}" + (f", {event.ended.name.lower()}" if event.ended else "")


class TimeBar(Widget):
    """A bar that fills as time goes by; a click on it posts ``Sought``."""

    DEFAULT_CSS = "TimeBar { height: 1; }"

    class Sought(Message):
        """Somebody pointed at a moment.

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
        """Fill it up to a share of the whole."""
        self._share = min(max(share, 0.0), 1.0)
        self.refresh()

    def render(self) -> Content:
        """The bar."""
        filled = round(self._share * self.size.width)
        return Content.assemble(("━" * filled, "$primary"), ("─" * (self.size.width - filled), "$text-muted"))

    def on_click(self, event: events.Click) -> None:
        """Tell which moment was meant."""
        self.post_message(self.Sought(event.x / max(1, self.size.width - 1)))


class ReplayScreen(Screen[None]):
    """Plays a record.

    Args:
        record: what to play.
        title: what it is called.
        clock: seconds that pass; for tests.
    """

    app: HypersweepApp

    BINDINGS = [
        Binding("space", "toggle", "play/pause", tooltip="play, or stand still", group=_TIME),
        Binding("right,l,full_stop", "step(1)", "step", tooltip="one event on", group=_TIME),
        Binding("left,h,comma", "step(-1)", "back", tooltip="one event back", group=_TIME),
        Binding("up,k,plus", "speed(1)", "faster", show=False, tooltip="faster", group=_TIME),
        Binding("down,j,minus", "speed(-1)", "slower", show=False, tooltip="slower", group=_TIME),
        Binding("pagedown,right_square_bracket", "step(10)", "10 on", show=False, tooltip="ten events on", group=_TIME),
        Binding("pageup,left_square_bracket", "step(-10)", "10 back", show=False, tooltip="ten events back", group=_TIME),
        Binding("home,g", "seek(0)", "start", show=False, tooltip="to the beginning", group=_TIME),
        Binding("end,G", "seek(10)", "end", show=False, tooltip="to the end", group=_TIME),
        *(
            Binding(str(tenth), f"seek({tenth})", show=False, tooltip="to that tenth of the game", group=_TIME)
            for tenth in range(10)
        ),
        Binding("escape", "app.start", "back", tooltip="to the start screen", group=_BOARD),
    ]
    HELP_EXTRAS = [("Mouse", [("left on the bar", "to that moment")])]
    CSS = """
    ReplayScreen #top { height: 1; padding: 0 1; background: $surface; }
    ReplayScreen #board { height: 1fr; }
    ReplayScreen #moment { height: 1; padding: 0 1; }
    ReplayScreen TimeBar { margin: 0 1; }
    """
