"""What the screens need from the game around them, and nothing else: whatever provides this can show any screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from hypersweep.tui.serialized_input import SteadyScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.record import Record
    from hypersweep.session import Result, Session, Store
    from hypersweep.session.hint import Advice
    from hypersweep.tui.board.view import BoardView
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.rule_preferences import Wishes
    from hypersweep.view import View

__all__ = ["Host", "HostedScreen", "Navigation"]

T = TypeVar("T")


class Navigation(Protocol):
    """Where a screen can lead."""

    def start(self) -> None:
        """Go to the start screen; the game is saved."""

    def play(self, choice: BoardChoice) -> None:
        """Play a new game."""

    def play_again(self) -> None:
        """Play another game on the same kind of board."""

    def play_same(self) -> None:
        """Play the board that is played now once more, with the mines where they are."""

    def this_board(self) -> None:
        """Show what the board is: its mines, rules, seed and board ID."""

    def custom(self) -> None:
        """Ask for a board of one's own, and play on it."""

    def resume(self) -> None:
        """Resume a saved game; if there are several, ask which."""

    def records(self) -> None:
        """Ask for a record, and replay it."""

    def replay(self, record: Record) -> None:
        """Replay a record that was verified."""

    def watch_solver(self, choice: BoardChoice) -> None:
        """Watch the solver play."""

    def watch_game(self, session: Session) -> None:
        """Watch the solver go on with a copy of a game, which stays saved but isn't ranked any more."""

    def leave_watch(self) -> None:
        """Leave the solver alone, for where the player came from."""

    def take_over(self, record: Record, cell: tuple[int, ...]) -> None:
        """Play on where a record ends, with the cursor on a cell; that isn't ranked."""

    def replay_result(self, result: Result) -> None:
        """Replay a game of the store."""

    def review(self, record: Record) -> None:
        """Show how well each move was chosen."""

    def attempt(self, record: Record, cell: tuple[int, ...] | None = None) -> None:
        """Play on from where a record ends, and come back; the cursor begins on a cell."""

    def statistics(self) -> None:
        """Show how the games went."""

    def scores(self) -> None:
        """Show the best times."""

    def help(self) -> None:
        """Show the keys of the screen."""

    def leave(self, status: int) -> None:
        """Save the game and leave."""


class Host(Protocol):
    """The game around the screens.

    Attributes:
        store: where games, results and settings are kept.
        last_board: the board that was chosen last on the start screen.
        adviser: who is asked for hints; None for the solver.
    """

    store: Store
    last_board: str
    adviser: Callable[[View], Advice] | None

    @property
    def navigation(self) -> Navigation:
        """Leads from one screen to another."""

    @property
    def board_theme(self) -> str:
        """The name of the theme of the boards."""

    @property
    def is_ascii(self) -> bool:
        """Whether everything is drawn in ASCII."""

    @property
    def has_panels(self) -> bool:
        """Whether the lens is shown where there is room for it."""

    @property
    def wishes(self) -> Wishes:
        """What the player wishes for all boards."""

    def choose_wish(self, name: str, wish: str) -> None:
        """Have boards to come be otherwise, and remember it: the name of one of the ``WISHES``, and its value."""

    def toggle_panels(self) -> None:
        """Show the lens, or hide it, and remember it."""

    def toggle_delta(self) -> None:
        """Show clues less the flags around them, or as they are, and remember it."""

    def dress(self, board: BoardView) -> None:
        """Give a board the looks that the player chose."""

    def say(self, message: str) -> None:
        """Say something in passing."""

    def keep(self, message: str) -> None:
        """Keep a message to be read again."""

    def work_aside(self, work: Callable[[], T], done: Callable[[T], object]) -> None:
        """Work while the screen goes on, then do something with the result in the thread of the screens."""


class HostedScreen(SteadyScreen[None]):
    """A screen that knows its host, and the commands by which screens lead to each other.

    It is shown by an application that is a ``Host``.
    """

    @property
    def host(self) -> Host:
        """The game around the screen."""
        return cast("Host", self.app)

    def refuses(self, action: str) -> bool:
        """Whether something that a key asks for can't be done now; the screen then says why, or does something else.

        Args:
            action: the name of the command, on this screen or everywhere.
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
        """Go on with a saved game."""
        self.host.navigation.resume()

    def action_records(self) -> None:
        """Ask for a record to replay."""
        self.host.navigation.records()

    def action_statistics(self) -> None:
        """Show how the games went."""
        self.host.navigation.statistics()

    def action_scores(self) -> None:
        """Show the best times."""
        self.host.navigation.scores()

    def action_help(self) -> None:
        """Show the keys of the screen."""
        self.host.navigation.help()

    def action_quit(self) -> None:
        """Leave; the game is saved."""
        self.host.navigation.leave(0)
