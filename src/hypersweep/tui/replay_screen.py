"""A record played again on the screen: play, pause, speed, steps, and any moment of it."""

from __future__ import annotations

from time import monotonic

from textual import events
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from hypersweep.errors import RecordError
from hypersweep.record import Replay
from hypersweep.tui.board import BoardView
from hypersweep.tui.replay_player import ReplayPlayer
from hypersweep.tui.scores_screen import board_name, time_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

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
    ReplayScreen #top Static { width: 1fr; height: 1; }
    ReplayScreen #top #right { text-align: right; color: $text-muted; }
    ReplayScreen #top { height: 1; padding: 0 1; background: $surface; }
    ReplayScreen #board { height: 1fr; }
    ReplayScreen #moment { height: 1; padding: 0 1; }
    ReplayScreen TimeBar { margin: 0 1; }
    """

    def __init__(self, record: Record, *, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._player = ReplayPlayer(Replay(record))
        self._clock = clock
        self._then = clock()
        # How many events were done when the board was last drawn.
        self._shown = 0

    def compose(self) -> ComposeResult:
        """A line above, the board, and below it the time."""
        with Horizontal(id="top"):
            yield Static(id="left")
            yield Static(id="right")
        yield BoardView(self._player.replay.game, theme=self.app.board_theme, is_ascii=self.app.is_ascii, id="board")
        yield Static(id="moment")
        yield TimeBar()
        yield Footer()

    def on_mount(self) -> None:
        """Show the board as it was at first, and play."""
        self.app.dress(self.query_one(BoardView))
        record = self._player.replay.record
        name = board_name(record.grid, record.mines)
        about = [f"{record.outcome.name.lower()}", time_text(record.milliseconds)]
        about += [record.tags[tag][:10] for tag in ("start", "player") if tag in record.tags]
        self.query_one("#left", Static).update(
            Content.assemble((f"Replay: {name}", "bold"), (f"   {' · '.join(about)}", "$text-muted"))
        )
        self._player.toggle()
        self.set_interval(_FRAME, self._tick)
        self._show()

    def _tick(self) -> None:
        now = self._clock()
        passed, self._then = now - self._then, now
        if self._player.is_playing:
            self._try(lambda: self._player.pass_time(passed))

    def _try(self, work: Callable[[], object]) -> None:
        """Move in time, and show where that led."""
        try:
            work()
        except RecordError as error:
            self._player.is_playing = False
            self.app.say(str(error))
        self._show()

    def _show(self) -> None:
        player, board = self._player, self.query_one(BoardView)
        replay = player.replay
        cell = player.latest.cell if player.latest is not None else None
        if replay.game is not board.source:
            board.set_source(replay.game, cursor=cell or board.cursor)
        position = replay.position
        if position != self._shown:
            self._shown = position
            board.show()
            board.is_hidden = replay.is_paused
            if cell is not None:
                board.go(cell)
        state = "▶" if player.is_playing else "‖"
        moment = f"{time_text(round(player.milliseconds))} of {time_text(replay.record.milliseconds)}"
        event = event_text(player.latest) if player.latest is not None else "the beginning"
        self.query_one("#moment", Static).update(
            Content.assemble((f"{state} {moment}", "bold"), f"   {position} of {len(replay)}: {event}")
        )
        self.query_one("#right", Static).update(Content(f"{player.speed:g} times as fast"))
        self.query_one(TimeBar).show(player.milliseconds / max(1, replay.record.milliseconds))

    def on_time_bar_sought(self, message: TimeBar.Sought) -> None:
        """Go to the moment that somebody pointed at."""
        self._try(lambda: self._player.seek_share(message.share))

    def action_toggle(self) -> None:
        """Play, or stand still."""
        self._try(self._player.toggle)

    def action_step(self, events: int) -> None:
        """Go on or back by events, and stand still."""
        self._player.is_playing = False
        self._try(lambda: self._player.seek(self._player.replay.position + events))

    def action_speed(self, steps: int) -> None:
        """Play faster or slower."""
        self._player.faster(steps)
        self._show()

    def action_seek(self, tenths: int) -> None:
        """Go to a tenth of the game's time."""
        self._try(lambda: self._player.seek_share(tenths / 10))
