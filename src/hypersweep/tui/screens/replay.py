"""A record played again on the screen: play, pause, speed, steps, and any moment of it."""

from __future__ import annotations

from time import monotonic

from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from hypersweep.boards import board_name
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.controls.replay_player import ReplayPlayer, event_text
from hypersweep.errors import RecordError
from hypersweep.record import Replay
from hypersweep.record.times import time_text
from hypersweep.tui.board.view import BoardView
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.parts.time_bar import TimeBar
from hypersweep.tui.screens.host import HostedScreen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.controls.keys import ScreenKeys
    from hypersweep.record import Record

__all__ = ["ReplayScreen"]

_FRAME = 1 / 30


class ReplayScreen(HostedScreen):
    """Plays a record.

    Args:
        record: what to play.
        title: what it is called.
        clock: seconds that pass; for tests.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["replay"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
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
        self._record = record
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
        yield BoardView(self._player.replay.game, theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board")
        yield Static(id="moment")
        yield TimeBar()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the board as it was at first, and play."""
        self.host.dress(self.query_one(BoardView))
        record = self._record
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
            self.host.say(str(error))
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
            Content.assemble((f"{state} {moment}", "bold"), f"   {position} of {len(replay)}: {event}"),
            layout=False,
        )
        self.query_one("#right", Static).update(Content(f"speed {player.speed:g}×"), layout=False)
        self.query_one(TimeBar).show(player.milliseconds / max(1, replay.record.milliseconds))

    def on_time_bar_sought(self, message: TimeBar.Sought) -> None:
        """Go to the moment that somebody pointed at."""
        self._try(lambda: self._player.seek_share(message.share))

    def action_play(self) -> None:
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

    def action_review(self) -> None:
        """Look at how well each move was chosen."""
        self._player.is_playing = False
        self._show()
        self.host.navigation.review(self._record)
