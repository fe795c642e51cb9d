"""The full-screen application; provides its screens with settings, messages and background work."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast

from textual.binding import Binding

from hypersweep.errors import HypersweepError
from hypersweep.exit_codes import INTERRUPTED
from hypersweep.game import Game
from hypersweep.picture.fitting import CELL_SIZES
from hypersweep.picture.themes import THEMES, theme_in
from hypersweep.rules import CLASSIC
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.key_dispatch import bindings
from hypersweep.tui.navigation import AppNavigation
from hypersweep.tui.notes import HEIGHTS, NoteLine
from hypersweep.tui.palette import CommandProvider
from hypersweep.tui.screens.screen_host import HostedScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.text_dialogs import SmallScreen, is_too_small
from hypersweep.tui.styles import SCREEN_THEMES, STYLES, AsciiFilter, ColourlessFilter, screen_theme
from hypersweep.tui.terminal import has_fine_characters, is_slow_line
from hypersweep.tui.terminal_app import Palette, TerminalApp
from hypersweep.ui_model.cursor import left_chords
from hypersweep.ui_model.game_texts import error_text
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.marking import ASSISTS
from hypersweep.ui_model.rule_preferences import RulePreferences, preference_text, saved_preferences
from hypersweep.ui_model.toggles import TOGGLES

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable, Mapping, Sequence
    from typing import ClassVar

    from textual.actions import ActionParseResult
    from textual.binding import BindingType
    from textual.dom import DOMNode
    from textual.driver import Driver
    from textual.events import Resize
    from textual.filter import LineFilter
    from textual.screen import Screen

    from hypersweep.grid import Grid
    from hypersweep.record import Record
    from hypersweep.session import Session, Store
    from hypersweep.session.hint import Advice
    from hypersweep.tui.screens.online_screen import OnlineStart
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.solver_show import SolverShow
    from hypersweep.view import View


T = TypeVar("T")

# Number of messages kept in the history.
_MOST_MESSAGES = 100


class HypersweepApp(TerminalApp):
    """The full-screen game as a Textual application.

    Args:
        store: the player's games, results and settings.
        choice: the game to begin with; None for the start screen.
        session: a session to begin with, in place of ``choice``.
        record: a verified record to replay first.
        show: games of the solver to watch first.
        online: what to open first on a server.
        usual_theme: the board theme until the player chooses one; None for the first in ``THEMES``.
        has_motion: whether to animate openings and wins, if the player's settings allow it.

    Attributes:
        store: the player's games, results and settings.
        navigation: the current game and the navigation between screens.
        last_board: the board played last.
        event_loop: the event loop; None until it is running.
        works_aside: number of running background jobs.
        messages: recent messages, the latest last.
        colour_count: number of colours in the terminal's palette, 256 or 16; 0 for true colours.
        adviser: finds hints; None for the solver.

    Raises:
        ParameterError: the number of mines or the seed is invalid.
        BoardTooLargeError: the board doesn't fit into memory.

    """

    TITLE = "hypersweep"
    ENABLE_COMMAND_PALETTE = True
    CSS = STYLES
    VERTICAL_BREAKPOINTS = HEIGHTS
    COMMANDS = {CommandProvider}  # noqa: RUF012 -- declared like this in App
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(KEY_TABLE["everywhere"].shortcuts),
        # Overrides Textual's Ctrl-C, which copies; terminals have their own key for that.
        Binding("ctrl+c", "interrupt", "interrupt", show=False, priority=True, system=True),
    ]

    def __init__(
        self,
        store: Store,
        choice: BoardChoice | None = None,
        *,
        session: Session | None = None,
        record: Record | None = None,
        show: SolverShow | None = None,
        online: OnlineStart | None = None,
        usual_theme: str | None = None,
        has_motion: bool = True,
    ) -> None:
        super().__init__()
        self.store = store
        self.event_loop: AbstractEventLoop | None = None
        self.works_aside: int = 0
        self.adviser: Callable[[View], Advice] | None = None
        self.colour_count: int = 0
        self._may_move = has_motion
        self._usual_theme = usual_theme or next(iter(THEMES))
        self._warnings: list[str] = []
        # The screen whose note line shows the last warning; None if there is none.
        self._warned_on: Screen[Any] | None = None
        # The screen where the message in the corner was shown.
        self._said_on: Screen[Any] | None = None
        self.messages: deque[str] = deque(maxlen=_MOST_MESSAGES)
        # Cached, since every drawing operation needs it.
        self._has_fine_characters = has_fine_characters()
        # An empty NO_COLOR has no effect. Source: no-color.org.
        self.no_color: bool = bool(os.environ.get("NO_COLOR"))
        self._is_colourless = self.no_color
        self._load_own_theme()
        for theme in SCREEN_THEMES.values():
            self.register_theme(theme)
        self._line_filters: list[LineFilter] = []
        self._is_small = False
        self._window_title = ""
        self.navigation: AppNavigation = AppNavigation(self, choice, session, record, show, online)
        self._dress_screens()

    # Screens.

    def on_mount(self) -> None:
        """Open the first screen."""
        self.start_loop()
        # Pause immediately: a message would be handled only once the program continues, and the clock would run until
        # then.
        self.app_suspend_signal.subscribe(self, lambda _: self.navigation.pause_quietly(), immediate=True)
        self.navigation.open()
        # Check the size after each screen change: a pending action may open another screen that doesn't fit either.
        self.screen_change_signal.subscribe(self, self._mind_size)
        self.screen_change_signal.subscribe(self, self._mind_title)

    def on_resize(self, event: Resize) -> None:
        """Show a notice while the terminal is too small to play in, and return to the game once it is large enough."""
        self._is_small = is_too_small(event.size)
        if isinstance(self.screen, SmallScreen):
            self.screen.tell(event.size)
        self._mind_size()

    def _mind_title(self, screen: Screen[Any]) -> None:
        if isinstance(screen, StartScreen):
            self.entitle("")

    def _mind_size(self, _: object = None) -> None:
        if not self.screen_stack or self._is_small == isinstance(self.screen, SmallScreen):
            return
        if self._is_small:
            self.push_screen(SmallScreen())
        else:
            self.pop_screen()

    def get_driver_class(self) -> type[Driver]:
        """Return the driver class: Textual's own on Windows, elsewhere our subclass."""
        found = super().get_driver_class()
        if found.__name__ == "LinuxDriver":
            from hypersweep.tui.keyboard import TerminalDriver

            return TerminalDriver
        return found

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run a key's command, unless the screen refuses it."""
        name = action.partition("(")[0].rpartition(".")[2] if isinstance(action, str) else action[1]
        if self.screen_stack and isinstance(self.screen, HostedScreen) and self.screen.refuses(name):
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def start_loop(self) -> None:
        """Store the running event loop, and show pending warnings."""
        self.event_loop = asyncio.get_running_loop()
        self.watch_screens()
        self.screen_change_signal.subscribe(self, lambda _: self._carry_on())
        for message in self._warnings:
            self.warn(message)

    def action_help(self) -> None:
        """Show the current screen's keys."""
        self.navigation.help()

    def action_messages(self) -> None:
        """Show recent messages."""
        if not self.screen.is_modal:
            from hypersweep.tui.screens.text_dialogs import MessagesScreen

            self.push_screen(MessagesScreen(self.messages))

    def on_unmount(self) -> None:
        """Save the game, whatever made the application exit."""
        self.navigation.close_session()

    def action_interrupt(self) -> None:
        """Exit, as Ctrl-C always does. If the game can't be saved, ask the player first, but only once."""
        self.navigation.leave(INTERRUPTED, may_ask=not self.navigation.is_asking)

    async def action_quit(self) -> None:
        """Save the game and exit."""
        self.navigation.leave(0)

    # The player's settings.

    @property
    def board_theme(self) -> str:
        """Name of the board theme."""
        if self._is_colourless:
            return "mono"
        name = self.store.settings.get("theme", self._usual_theme)
        return name if isinstance(name, str) and name in THEMES else self._usual_theme

    @property
    def last_board(self) -> str:
        """The board played last: its name, or its shape and mines."""
        name = self.store.settings.get("last_board", "beginner")
        return name if isinstance(name, str) else "beginner"

    @last_board.setter
    def last_board(self, name: str) -> None:
        if name != self.last_board:
            self.store.settings.set("last_board", name)

    @property
    def has_motion(self) -> bool:
        """Whether to animate the board: False without colours, on a slow line, or if animations are turned off."""
        is_still = self.no_color or self.animation_level == "none" or is_slow_line()
        return self._may_move and self.wants("motion") and not is_still

    @property
    def characters(self) -> str:
        """The player's choice of characters: "auto", "ascii" or "fine"."""
        preference = self.store.settings.get("characters", "auto")
        return preference if preference in ("ascii", "fine") else "auto"

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII characters are drawn."""
        preference = self.characters
        return preference == "ascii" or (preference == "auto" and not self._has_fine_characters)

    @property
    def is_delta(self) -> bool:
        """Whether clues are shown minus the flags around them."""
        return self.store.settings.get("delta", False) is True

    @property
    def dims_finished(self) -> bool:
        """Whether to dim finished clues, which have nothing left to open or flag around them."""
        return self.store.settings.get("dims_finished", True) is not False

    def wants(self, name: str) -> bool:
        """Return whether one of the ``TOGGLES`` is on."""
        return self.store.settings.get(name, TOGGLES[name].is_usual) is True

    @property
    def wants_left_chords(self) -> bool:
        """Whether the player wants left clicks on open numbers to chord, where the rules allow it."""
        return self.store.settings.get("left_chord", True) is not False

    @property
    def assists(self) -> frozenset[str]:
        """The names in ``ASSISTS`` that the player has turned on."""
        return frozenset(filter(self.wants, ASSISTS))

    @property
    def has_panels(self) -> bool:
        """Whether to show the lens if there is space."""
        return self.store.settings.get("panels", True) is not False

    @property
    def preferences(self) -> RulePreferences:
        """The player's preferences for new boards."""
        return saved_preferences(self.store.settings)

    def choose_preference(self, name: str, preference: str) -> None:
        """Change and save a preference for new boards."""
        self.store.settings.set(name, preference or None)
        if isinstance(self.screen, StartScreen):
            self.screen.refresh_boards()
        # On the start screen the entry with the new value may be out of view.
        self.say(preference_text(name, preference))

    def toggle_panels(self) -> None:
        """Show or hide the lens, and save the setting."""
        self.store.settings.set("panels", not self.has_panels)

    def entitle(self, text: str) -> None:
        """Set the terminal's title to the program's name and a text, where the terminal has a title."""
        title = f"hypersweep - {text}" if text else "hypersweep"
        set_title = getattr(self._driver, "entitle", None)
        if title != self._window_title and set_title is not None:
            self._window_title = title
            set_title(title)

    def cell_lines(self, grid: Grid) -> int | None:
        """Return the height of cells that the player chose for boards of a shape; None for the largest that fits."""
        saved = self._saved_lines().get(grid.format())
        return saved if isinstance(saved, int) and 1 <= saved <= CELL_SIZES[-1][1] else None

    def keep_cell_lines(self, grid: Grid, lines: int | None) -> None:
        """Save the height of cells for boards of a shape; None for the largest that fits."""
        saved = self._saved_lines()
        shape = grid.format()
        if saved.get(shape) != lines:
            saved = {name: value for name, value in (saved | {shape: lines}).items() if value is not None}
            self.store.settings.set("cell_lines", saved or None)

    def _saved_lines(self) -> dict[str, object]:
        saved = self.store.settings.get("cell_lines")
        return saved if isinstance(saved, dict) else {}

    def dress(self, board: BoardView) -> None:
        """Apply the player's display settings to a board."""
        # Another program may have changed settings that the output filters depend on.
        self._choose_filters()
        board.theme = self.board_theme
        board.is_ascii = self.is_ascii
        board.colour_count = self.colour_count
        board.shows_differences = self.is_delta
        board.dims_finished = self.dims_finished
        board.has_motion = self.has_motion
        rules = board.source.rules if isinstance(board.source, Game) else CLASSIC
        board.left_chords = left_chords(rules, is_wanted=self.wants_left_chords)
        board.assists = self.assists

    def _dress_screens(self) -> None:
        name = self.board_theme
        self.no_color = not THEMES[name].is_colourful
        self.theme = SCREEN_THEMES[name].name
        self._choose_filters()

    def _choose_filters(self) -> None:
        self._line_filters = [ColourlessFilter()] * self.no_color + [AsciiFilter()] * self.is_ascii

    def _dress_all(self) -> None:
        self._dress_screens()
        for screen in self.screen_stack:
            for board in screen.query(BoardView):
                self.dress(board)
        self.refresh_css(animate=False)
        self.refresh()
        for screen in self.screen_stack:
            screen.refresh()
            screen.refresh_bindings()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return filters for the terminal's output. Cached, since each widget asks for them at each redraw."""
        return self._line_filters

    def _load_own_theme(self) -> None:
        """Add the theme from the player's theme file to the others."""
        path = self.store.settings.get("theme_file")
        if not isinstance(path, str):
            return
        from hypersweep.picture.theme_files import find_theme

        try:
            THEMES["own"] = theme = find_theme(path)
        except HypersweepError as error:
            self._warnings.append(f"the theme file: {error}")
            return
        theme_in.cache_clear()
        SCREEN_THEMES["own"] = screen_theme(theme)

    def choose_theme(self, name: str) -> None:
        """Change and save the board theme."""
        if self._is_colourless and name != "mono":
            self.say("NO_COLOR is set: unset it to see the theme's colours")
        self.store.settings.set("theme", name)
        self._dress_all()

    def choose_characters(self, preference: str) -> None:
        """Change and save the choice of characters."""
        self.store.settings.set("characters", preference)
        self._dress_all()

    def toggle_delta(self) -> None:
        """Switch between plain clues and clues minus the flags around them, and save the setting."""
        self.store.settings.set("delta", not self.is_delta)
        self._dress_all()
        self.say("clues are shown minus the flags around them" if self.is_delta else "clues are shown in full")

    def toggle_dims_finished(self) -> None:
        """Switch between dimmed and normal finished clues, and save the setting."""
        self.store.settings.set("dims_finished", not self.dims_finished)
        self._dress_all()

    def toggle(self, name: str) -> None:
        """Turn one of the ``TOGGLES`` on or off, and save the setting."""
        self.store.settings.set(name, not self.wants(name))
        self._dress_all()

    def on_app_blur(self) -> None:
        """When the terminal loses focus, pause the game if the player wants that."""
        if self.wants("pauses_away"):
            self.navigation.pause_quietly()

    def choose_left_chords(self, is_wanted: bool) -> None:
        """Set whether a left click on an open number chords, and save the setting."""
        self.store.settings.set("left_chord", is_wanted)
        self._dress_all()

    def get_key_display(self, binding: Binding) -> str:
        """Return a key's name for the footer: as in the help, but with a symbol for the long name "Enter"."""
        if binding.key == "enter" and not self.is_ascii:
            return "⏎"
        return super().get_key_display(binding)

    # Messages and background work.

    @property
    def note(self) -> NoteLine | None:
        """The current screen's note line; None if it has none."""
        screen = self._screen_below
        return None if screen is None else next(iter(screen.query(NoteLine)), None)

    @property
    def _screen_below(self) -> Screen[Any] | None:
        """The current screen or, while the palette is open, the screen below it, to which its commands apply."""
        return next((screen for screen in reversed(self.screen_stack) if not isinstance(screen, Palette)), None)

    def say(self, message: str) -> None:
        """Show a short message in the screen's note line or, if it has none, in the corner."""
        self.clear_notifications()
        self.keep(message)
        note = self.note
        if note is not None:
            note.say(message)
        else:
            self._said_on = self._screen_below
            self.notify(message, timeout=4, markup=False)

    def warn(self, message: str) -> None:
        """Show a warning, such as a failure to read or save; can be called from any thread."""
        if self.event_loop is None:
            self._warnings.append(message)
        else:
            self.call_later(self._warn, message)

    def _warn(self, message: str) -> None:
        self.keep(message)
        note = self.note
        if note is not None:
            note.warn(message)
            self._warned_on = note.screen
        else:
            # Unlike other messages, a warning stays visible on the next screen.
            self._said_on = None
            self.notify(message, severity="warning", timeout=12, markup=False)

    def _carry_on(self) -> None:
        """After a screen change, remove the last screen's message, but repeat the warning of a closed screen."""
        if self._said_on is not None and self._said_on is not self._screen_below:
            self._said_on = None
            self.clear_notifications()
        screen = self._warned_on
        if screen is not None and screen not in self.screen_stack:
            self._warned_on = None
            if warning := screen.query_one(NoteLine).warning:
                self._warn(warning)

    def keep(self, message: str) -> None:
        """Add a message to the history."""
        self.messages.append(message)

    def work_aside(self, work: Callable[[], T], done: Callable[[T], object]) -> None:
        """Run a function in a thread while the screen stays responsive; exiting doesn't wait for it.

        Args:
            work: the function.
            done: called in the UI thread with the function's result. If the function raises a ``HypersweepError`` or
                ``MemoryError``, a message is shown instead.
        """

        def finish(result: T | None, error: Exception | None) -> None:
            self.works_aside -= 1
            if isinstance(error, (HypersweepError, MemoryError)):
                self.say(error_text(error))
            elif error is not None:
                raise error
            else:
                done(cast("T", result))

        def run() -> None:
            result: T | None = None
            failure: Exception | None = None
            try:
                result = work()
            except Exception as error:  # raised again in the UI thread, where the game can be saved
                failure = error
            # The application may have exited meanwhile and closed its event loop.
            with suppress(RuntimeError):
                self.call_later(finish, result, failure)

        self.works_aside += 1
        # Don't use the event loop's executor: exiting would wait for its threads.
        threading.Thread(target=run, name="hypersweep-aside", daemon=True).start()
