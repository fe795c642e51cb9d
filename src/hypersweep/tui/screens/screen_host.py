"""The interface between screens and application: any object that implements it can host the screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from hypersweep.tui.terminal_app import ResizeSafeScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.record import Record
    from hypersweep.session import Result, Session, Store
    from hypersweep.session.hint import Advice
    from hypersweep.tui.board.board_view import BoardView
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.rule_preferences import Wishes
    from hypersweep.view import View

T = TypeVar("T")


class Navigation(Protocol):
    """The ways from one screen to another."""

    def start(self) -> None:
        """Go to the start screen; the game is saved."""

    def play(self, choice: BoardChoice) -> None:
        """Play a new game."""

    def play_again(self) -> None:
        """Play another game on the same kind of board."""

    def play_same(self) -> None:
        """Restart the current board, with the same mines."""

    def this_board(self) -> None:
        """Show the board's mines, rules, seed and board ID."""

    def custom(self) -> None:
        """Ask for a custom board, and play on it."""

    def resume(self) -> None:
        """Resume a saved game; if there are several, ask which."""

    def records(self) -> None:
        """Ask for a record, and replay it."""

    def replay(self, record: Record) -> None:
        """Replay a record that was verified."""

    def watch_solver(self, choice: BoardChoice) -> None:
        """Watch the solver play."""

    def watch_game(self, session: Session) -> None:
        """Let the solver continue with a copy of a game; the game stays saved but is no longer ranked."""

    def leave_watch(self) -> None:
        """Leave the solver, and return to the previous screen."""

    def take_over(self, record: Record, cell: tuple[int, ...]) -> None:
        """Play on from the end of a record, with the cursor on a cell, without a rank."""

    def replay_result(self, result: Result) -> None:
        """Replay a game of the store."""

    def review(self, record: Record) -> None:
        """Review the quality of each move."""

    def attempt(self, record: Record, cell: tuple[int, ...] | None = None) -> None:
        """Play on from the end of a record, then return; the cursor starts on a cell."""

    def statistics(self) -> None:
        """Show statistics of the games."""

    def scores(self) -> None:
        """Show the best times."""

    def help(self) -> None:
        """Show the keys of the screen."""

    def leave(self, status: int) -> None:
        """Save the game and leave."""


class Host(Protocol):
    """The application around the screens.

    Attributes:
        store: store of games, results and settings.
        last_board: the last choice of a board on the start screen.
        adviser: source of hints; None for the solver.
    """

    store: Store
    last_board: str
    adviser: Callable[[View], Advice] | None

    @property
    def navigation(self) -> Navigation:
        """The ways from one screen to another."""

    @property
    def board_theme(self) -> str:
        """Name of the theme of the boards."""

    @property
    def is_ascii(self) -> bool:
        """Whether everything is drawn in ASCII."""

    @property
    def has_panels(self) -> bool:
        """Whether the lens is shown if there is space for it."""

    @property
    def wishes(self) -> Wishes:
        """The player's preferences for new boards."""

    def choose_wish(self, name: str, wish: str) -> None:
        """Change a preference for new boards, by its name in ``WISHES``, and save it."""

    def toggle_panels(self) -> None:
        """Show or hide the lens, and save the setting."""

    def toggle_delta(self) -> None:
        """Show clues reduced by flags or unchanged, and save the setting."""

    def dress(self, board: BoardView) -> None:
        """Apply the player's display settings to a board."""

    def say(self, message: str) -> None:
        """Show a short message."""

    def keep(self, message: str) -> None:
        """Add a message to the history."""

    def work_aside(self, work: Callable[[], T], done: Callable[[T], object]) -> None:
        """Run work in the background, then pass its result to a function in the UI thread."""


class HostedScreen(ResizeSafeScreen[None]):
    """A screen with access to its host, and with the commands that lead to other screens.

    The application has to be a ``Host``.
    """

    @property
    def host(self) -> Host:
        """The application around the screen."""
        return cast("Host", self.app)

    def refuses(self, action: str) -> bool:
        """Whether a command can't run now; then show why, or do something else.

        Args:
            action: name of the command, of this screen or of all screens.
        """
        del action
        return False

    def action_start(self) -> None:
        """Go to the start screen."""
        self.host.navigation.start()

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
        """Show statistics of the games."""
        self.host.navigation.statistics()

    def action_scores(self) -> None:
        """Show the best times."""
        self.host.navigation.scores()

    def action_help(self) -> None:
        """Show the keys of the screen."""
        self.host.navigation.help()

    def action_quit(self) -> None:
        """Save the game and exit."""
        self.host.navigation.leave(0)
