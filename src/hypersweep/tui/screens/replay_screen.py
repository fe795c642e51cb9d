"""A screen for replaying a record at any speed, in steps or jumps, and one for playing on from a position."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from hypersweep.boards import board_title
from hypersweep.errors import RecordError
from hypersweep.text import pluralize, time_text
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.notes import NoteLine
from hypersweep.tui.screens.dialogs import ChoiceDialog
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.screen_host import HostedScreen
from hypersweep.tui.terminal_app import is_shown
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.replay_player import ReplayPlayer, begin_attempt, event_text, record_up_to

if TYPE_CHECKING:
    from hypersweep.ui_model.key_table import ScreenKeys


if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual import events
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.record import Record
    from hypersweep.ui_model.key_table import ScreenKeys

    Cell = tuple[int, ...]


_FRAME = 1 / 30


class ReplayScreen(HostedScreen):
    """The screen for replaying a record.

    Args:
        record: the record.
        clock: returns the time in seconds; for tests.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["replay"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ReplayScreen #top Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    ReplayScreen #top #right { width: 16; text-align: right; color: $text-muted; }
    ReplayScreen #top { height: 1; padding: 0 1; background: $surface; }
    ReplayScreen #board { height: 1fr; }
    ReplayScreen #time { height: 1; }
    ReplayScreen #moment { width: 5fr; height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
    ReplayScreen TimeBar { width: 2fr; margin: 0 1; }
    """

    def __init__(self, record: Record, *, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._record = record
        self._player = ReplayPlayer(record)
        self._clock = clock
        self._then = clock()
        # The line drawn last, and how many of its events are drawn.
        self._shown = (0, 0)

    def compose(self) -> ComposeResult:
        """Create the top line, the board, and the time bar below it."""
        with Horizontal(id="top"):
            yield Static(id="left")
            yield Static(id="right")
        yield BoardView(self._player.replay.game, theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board")
        yield NoteLine()
        with Horizontal(id="time"):
            yield Static(id="moment")
            yield TimeBar()
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show the board at the start of the record, and start playing."""
        self.host.dress(self.query_one(BoardView))
        record = self._record
        name = board_title(record.grid, record.mines)
        about = [f"{record.outcome.name.lower()}", time_text(record.milliseconds)]
        about += [record.tags[tag][:10] for tag in ("start", "player") if tag in record.tags]
        self.query_one("#left", Static).update(
            Content.assemble((f"Replay: {name}", "bold"), (f"   {' · '.join(about)}", "$text-muted"))
        )
        self._player.toggle()
        self.set_interval(_FRAME, self._tick)
        self._show_note()
        self._show()

    def _tick(self) -> None:
        now = self._clock()
        passed, self._then = now - self._then, now
        if self._player.is_playing:
            self._try(lambda: self._player.pass_time(passed))

    def _try(self, work: Callable[[], object]) -> None:
        """Run a replay action and show the result, or an error if an event is impossible."""
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
        if (replay.line, position) != self._shown:
            self._shown = (replay.line, position)
            board.show()
            board.show_marks(replay.marks)
            board.is_hidden = replay.is_paused
            if cell is not None:
                board.go(cell)
            self._show_note()
            self.refresh_bindings()
        state = "▶" if player.is_playing else "‖"
        moment = f"{time_text(round(player.milliseconds))} of {time_text(player.length)}"
        line = f"side line {replay.line}, " if replay.line else ""
        event = event_text(player.latest) if player.latest is not None else "the beginning"
        self.query_one("#moment", Static).update(
            Content.assemble((f"{state} {moment}", "bold"), f"   {line}{position} of {len(replay)}: {event}"),
            layout=False,
        )
        self.query_one("#right", Static).update(Content(f"speed {player.speed:g}×"), layout=False)
        self.query_one(TimeBar).show(player.milliseconds / max(1, player.length))

    def _show_note(self) -> None:
        """Show the record's comment on this position, and the side lines branching off here."""
        player = self._player
        parts = [player.comment] if player.comment else []
        lines = player.side_lines
        if len(lines) == 1:
            moves = pluralize(len(self._record.variations[lines[0] - 1].events), "event")
            parts.append(f"a side line of {moves}: Enter follows it")
        elif lines:
            parts.append(f"{len(lines)} side lines: Enter follows one")
        if player.replay.line:
            parts.append("Backspace returns to the parent line")
        self.query_one(NoteLine).set(*([Content("   ".join(parts))] if parts else []))

    def on_time_bar_sought(self, message: TimeBar.Sought) -> None:
        """Jump to the clicked time."""
        self._try(lambda: self._player.seek_share(message.share))

    def action_play(self) -> None:
        """Play or pause the replay."""
        self._try(self._player.toggle)

    def action_step(self, events: int) -> None:
        """Pause, and step by a number of events; a negative number goes back."""
        self._player.is_playing = False
        self._try(lambda: self._player.step(events))

    def action_speed(self, steps: int) -> None:
        """Play faster or slower."""
        self._player.faster(steps)
        self._show()

    def action_seek(self, tenths: int) -> None:
        """Jump to a number of tenths of the game's time."""
        self._try(lambda: self._player.seek_share(tenths / 10))

    def action_review(self) -> None:
        """Open the review, which rates each move."""
        self._player.is_playing = False
        self._show()
        self.host.navigation.review(self._record)

    def action_follow(self) -> None:
        """Follow a side line branching off here; if there are several, ask which."""
        lines = self._player.side_lines
        if not lines:
            self.host.say("no side line starts here")
        elif len(lines) == 1:
            self._follow(lines[0])
        else:
            choices = [(str(line), self._line_text(line)) for line in lines]
            self.app.push_screen(
                ChoiceDialog("Follow a side line", choices),
                lambda answer: None if answer is None else self._follow(int(answer)),
            )

    def _line_text(self, line: int) -> str:
        variation = self._record.variations[line - 1]
        events = variation.events
        first = event_text(events[0]) if events else "nothing"
        comment = variation.comments.get(0) or variation.comments.get(1, "")
        # Join the lines of a comment into one.
        words = " ".join(comment.split())
        return f"{pluralize(len(events), 'event')}: {first}" + (f" ({words})" if words else "")

    def _follow(self, line: int) -> None:
        self._try(lambda: self._player.follow(line))

    def action_leave_line(self) -> None:
        """Go back to where the side line branches off, and follow its parent."""
        if self._player.replay.line:
            self._try(self._player.leave)
        else:
            self.host.say("this is the main line")

    def action_attempt(self) -> None:
        """Let the player play on from this position."""
        player = self._player
        player.is_playing = False
        self._show()
        replay = player.replay
        cell = replay.events[replay.position].cell if replay.position < len(replay) else None
        self.host.navigation.attempt(record_up_to(self._record, replay.events[: replay.position]), cell)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now; the footer shows only keys for which it can."""
        del parameters
        if action == "follow":
            return bool(self._player.side_lines)
        return bool(self._player.replay.line) if action == "leave_line" else True


class AttemptScreen(GameScreen):
    """The screen on which the player plays on from the end of a record.

    Args:
        record: the game up to that position.
        cell: the cursor's initial position; None for the latest move's cell.

    Raises:
        RecordError: the record contains an impossible event.
        BoardTooLargeError: the board doesn't fit into memory.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["attempt"]
    HAS_CARD: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)

    def __init__(self, record: Record, cell: Cell | None = None) -> None:
        super().__init__(begin_attempt(record, cell))
        self._record = record
        self._cell = cell

    @property
    def heading(self) -> Content:
        """The text about the game in the top line."""
        name = board_title(self.session.grid, self.session.game.mines)
        return Content.assemble(("Trying again", "bold"), (f" · {name}", "$text-muted"))

    def action_new(self) -> None:
        """Start again from the record's last position."""
        self.session.close()
        self.begin(begin_attempt(self._record, self._cell))

    def action_leave(self) -> None:
        """Remove a hint; without one, return to the previous screen."""
        if self._trail is not None:
            super().action_leave()
        elif is_shown(self):
            self.session.close()
            self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now; the footer shows only keys for which it can."""
        return action not in ("replay", "review") and super().check_action(action, parameters)


class TimeBar(Widget):
    """A bar that fills with the time of the replay; clicking on it posts ``Sought``."""

    DEFAULT_CSS = "TimeBar { height: 1; }"

    class Sought(Message):
        """The player clicked on a time.

        Attributes:
            share: the time as a share of the total, 0 to 1.
        """

        def __init__(self, share: float) -> None:
            super().__init__()
            self.share = share

    def __init__(self) -> None:
        super().__init__()
        self._share = 0.0

    def show(self, share: float) -> None:
        """Fill the bar up to a share of its width, 0 to 1."""
        self._share = min(max(share, 0.0), 1.0)
        self.refresh()

    def render(self) -> Content:
        """Return the bar."""
        filled = round(self._share * self.size.width)
        return Content.assemble(("━" * filled, "$primary"), ("─" * (self.size.width - filled), "$text-muted"))

    def on_click(self, event: events.Click) -> None:
        """Post the clicked time."""
        self.post_message(self.Sought(event.x / max(1, self.size.width - 1)))
