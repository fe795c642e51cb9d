"""The interface between screens and the application hosting them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from hypersweep.tui.terminal_app import ResizeSafeScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.grid import Grid
    from hypersweep.online.server_client import ServerClient
    from hypersweep.record import Record
    from hypersweep.session import Result, SavedSummary, Session, Store
    from hypersweep.session.hint import Advice
    from hypersweep.tui.board.board_view import BoardView
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.rule_preferences import RulePreferences
    from hypersweep.view import View


T = TypeVar("T")


class Navigation(Protocol):
    """Navigation between screens."""

    def start(self, lit: str = "play") -> None:
        """Go to the start screen, with one of its entries highlighted; the game is saved."""

    def play(self, choice: BoardChoice) -> None:
        """Play a new game."""

    def play_again(self) -> None:
        """Play a new game with the same board size, mines and rules."""

    def play_same(self) -> None:
        """Play the current board again, with the same mines."""

    def this_board(self) -> None:
        """Show the board's mines, rules, seed and board ID."""

    def daily(self) -> None:
        """Offer today's boards; a board that was begun is resumed."""

    def custom(self) -> None:
        """Ask for a custom board, and play on it."""

    def resume(self) -> None:
        """Resume a saved game; if there are several, ask which."""

    def resume_saved(self, saved: SavedSummary) -> None:
        """Resume a saved game."""

    def learn(self) -> None:
        """Open the lesson about four dimensions."""

    def records(self) -> None:
        """Ask for a record, and replay it."""

    def replay(self, record: Record) -> None:
        """Replay a verified record."""

    def watch_solver(self, choice: BoardChoice) -> None:
        """Watch the solver play on a chosen board."""

    def watch_game(self, session: Session) -> None:
        """Let the solver play on in a copy of a game. The game itself stays saved, but is no longer ranked."""

    def leave_watch(self) -> None:
        """Stop watching the solver, and return to the game, the start screen or the shell."""

    def take_over(self, record: Record, cell: tuple[int, ...]) -> None:
        """Play an unranked game from the end of a record, with the cursor on a given cell."""

    def replay_result(self, result: Result) -> None:
        """Replay a finished game from the store, given its result."""

    def review(self, record: Record) -> None:
        """Open a record's review, which rates each move."""

    def attempt(self, record: Record, cell: tuple[int, ...] | None = None) -> None:
        """Open a screen on top of the current one, to play on from the end of a record, with the cursor on ``cell``."""

    def statistics(self) -> None:
        """Show statistics on the player's games."""

    def scores(self) -> None:
        """Show the best times."""

    def online(self, server: ServerClient) -> None:
        """Show a server's list of games; the current game is saved first."""

    def online_room(
        self, server: ServerClient, room: str, *, key: str = "", make: Callable[[], str] | None = None
    ) -> None:
        """Play in a room on a server; ``make`` creates another room of the same kind."""

    def help(self) -> None:
        """Show the current screen's keys."""

    def leave(self, status: int) -> None:
        """Save the game, and exit with a status."""


class Host(Protocol):
    """The application hosting the screens.

    Attributes:
        store: the player's games, results and settings.
        last_board: the board played last: its name, or its shape and mines, as in "3x4x5 6".
        colour_count: number of colours in the terminal's palette, 256 or 16; 0 for true colours.
        adviser: finds hints; None for the solver.
    """

    store: Store
    last_board: str
    colour_count: int
    adviser: Callable[[View], Advice] | None

    @property
    def has_motion(self) -> bool:
        """Whether to animate the board."""

    @property
    def navigation(self) -> Navigation:
        """Navigation between screens."""

    @property
    def board_theme(self) -> str:
        """Name of the board theme."""

    @property
    def is_ascii(self) -> bool:
        """Whether only ASCII characters are drawn."""

    @property
    def has_panels(self) -> bool:
        """Whether to show the lens if there is space."""

    @property
    def preferences(self) -> RulePreferences:
        """The player's preferences for new boards."""

    def choose_preference(self, name: str, preference: str) -> None:
        """Change and save a preference for new boards, given its name in ``PREFERENCES``."""

    def toggle_panels(self) -> None:
        """Show or hide the lens, and save the setting."""

    def toggle_delta(self) -> None:
        """Switch between plain clues and clues minus the flags around them, and save the setting."""

    def wants(self, name: str) -> bool:
        """Return whether one of the ``TOGGLES`` is on."""

    def entitle(self, text: str) -> None:
        """Set the terminal's title to the program's name and a text, where the terminal has a title."""

    def cell_lines(self, grid: Grid) -> int | None:
        """Return the height of cells that the player chose for boards of a shape; None for the largest that fits."""

    def keep_cell_lines(self, grid: Grid, lines: int | None) -> None:
        """Save the height of cells for boards of a shape; None for the largest that fits."""

    def dress(self, board: BoardView) -> None:
        """Apply the player's display settings to a board."""

    def say(self, message: str) -> None:
        """Show a short message."""

    def keep(self, message: str) -> None:
        """Add a message to the history."""

    def work_aside(self, work: Callable[[], T], done: Callable[[T], object]) -> None:
        """Run ``work`` in the background, then call ``done`` with its result in the UI thread, or show its error."""


class HostedScreen(ResizeSafeScreen[None]):
    """A screen with access to its host, and with the commands that open other screens.

    The application must be a ``Host``.
    """

    @property
    def host(self) -> Host:
        """The application hosting the screen."""
        return cast("Host", self.app)

    def refuses(self, action: str) -> bool:
        """Return whether a command must not run now; if so, the screen says why, or reacts in another way.

        Args:
            action: the command's name; the command may be for this screen or for all screens.
        """
        del action
        return False

    def action_start(self) -> None:
        """Go to the start screen."""
        self.host.navigation.start()

    def action_daily(self) -> None:
        """Offer today's boards."""
        self.host.navigation.daily()

    def action_custom(self) -> None:
        """Ask for a custom board."""
        self.host.navigation.custom()

    def action_resume(self) -> None:
        """Resume a saved game."""
        self.host.navigation.resume()

    def action_records(self) -> None:
        """Ask for a record to replay."""
        self.host.navigation.records()

    def action_statistics(self) -> None:
        """Show statistics on the player's games."""
        self.host.navigation.statistics()

    def action_scores(self) -> None:
        """Show the best times."""
        self.host.navigation.scores()

    def action_help(self) -> None:
        """Show the screen's keys."""
        self.host.navigation.help()

    def action_quit(self) -> None:
        """Save the game and exit."""
        self.host.navigation.leave(0)
