"""The full-screen game as a whole: its screens, what they share, and how it is left."""

from __future__ import annotations

from textual.binding import Binding

from hypersweep.controls.kept import error_text, load_record, result_text, saved_text
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.controls.keys import ScreenKeys
from hypersweep.errors import HypersweepError
from hypersweep.session import Session
from hypersweep.tui.host_app import HostApp
from hypersweep.tui.palette import commands
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.choice import ChoiceDialog
from hypersweep.tui.screens.custom import CustomDialog
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.help import HelpScreen
from hypersweep.tui.screens.start import StartScreen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar

    from textual.app import SystemCommand
    from textual.binding import BindingType
    from textual.screen import Screen

    from hypersweep.controls.choices import BoardChoice
    from hypersweep.record import Record
    from hypersweep.session import Result, SavedGame, Store

__all__ = ["HypersweepApp"]

_MOST_RECORDS = 50


class HypersweepApp(HostApp):
    """The full-screen game.

    Args:
        store: where games, results and settings are kept.
        choice: what to play at once; None for the start screen.
        session: a session to play at once, whatever the choice says.
        record: a record to replay at once, which was verified.
        usual_theme: the theme of the boards as long as the player chooses none; None for the first one.

    Raises:
        ParameterError: impossible mines or seed.
        BoardTooLargeError: this machine can't hold the board.

    Attributes:
        failure: the error that ended the game, if one did.
        status: the exit status.
    """

    TITLE = "hypersweep"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(KEY_TABLE["everywhere"].shortcuts),
        # A terminal's own; in a browser it copies.
        Binding("ctrl+c", "interrupt", "interrupt", show=False, priority=True, system=True),
    ]

    def __init__(
        self,
        store: Store,
        choice: BoardChoice | None = None,
        *,
        session: Session | None = None,
        record: Record | None = None,
        usual_theme: str | None = None,
    ) -> None:
        super().__init__(store, self, usual_theme=usual_theme)
        self._saved: str | None = None
        self.failure: BaseException | None = None
        self.status: int = 0
        self._session = self.new_session(choice) if session is None and choice is not None else session
        self._choice = choice
        self._record = record

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers."""
        return commands(self, screen)

    # Screens.

    def on_mount(self) -> None:
        """Open the first screen."""
        self.start_loop()
        self.app_suspend_signal.subscribe(self, lambda _: self._pause_quietly())
        self.push_screen(self._first_screen())

    def _first_screen(self) -> Screen[None]:
        if self._session is not None:
            return GameScreen(self._session)
        if self._record is not None:
            from hypersweep.tui.screens.replay import ReplayScreen

            return ReplayScreen(self._record)
        return StartScreen()

    def on_unmount(self) -> None:
        """Save the game, whatever ends the screens."""
        self.close_session()

    def play(self, choice: BoardChoice) -> None:
        """Play a new game."""
        try:
            session = self.new_session(choice)
        except (HypersweepError, MemoryError) as error:
            self.say(str(error) or "expected a board that fits into memory")
            return
        self._choice = choice
        self._show_game(session)

    def play_again(self) -> None:
        """Play another game on the same kind of board."""
        old = self._session
        if old is None:
            return
        game = old.game
        try:
            session = Session(
                game.grid, game.mines, rules=self._choice.rules if self._choice else game.rules, store=self.store
            )
        except (HypersweepError, MemoryError) as error:
            self.say(str(error))
            return
        if old.is_started and not old.is_closed:
            old.abandon()
        self._show_game(session)

    def new_session(self, choice: BoardChoice) -> Session:
        """A session for what is to be played.

        Raises:
            ParameterError: impossible mines or seed.
            BoardTooLargeError: this machine can't hold the board.
        """
        if choice.layout is not None:
            return Session(layout=choice.layout, rules=choice.rules, store=self.store)
        return Session(choice.grid, choice.mines, rules=choice.rules, seed=choice.seed, store=self.store)

    def _show_game(self, session: Session) -> None:
        self.close_session()
        self._session = session
        self._uncover()
        if isinstance(self.screen, GameScreen) and self.screen.session.grid == session.grid:
            self.screen.begin(session)
        else:
            self._show(GameScreen(session))

    def _show(self, screen: Screen[None]) -> None:
        """Show a screen in place of the one that is there."""
        self._uncover()
        self.switch_screen(screen)

    def _uncover(self) -> None:
        """Take away whatever lies on the first screen of the game: dialogs, a review, an attempt."""
        while len(self.screen_stack) > 2:
            self.pop_screen()

    @property
    def has_saved(self) -> bool:
        """Whether the game that was played last can be resumed."""
        return self._saved is not None and any(game.name == self._saved for game in self.store.unfinished())

    def close_session(self) -> None:
        """End the session that is played; a game that goes on is saved."""
        session, self._session = self._session, None
        if session is not None:
            session.close()
            self._saved = session.name

    def start(self) -> None:
        """Go to the start screen; the game is saved."""
        self.close_session()
        self._show(StartScreen())

    def custom(self) -> None:
        """Ask for a custom board."""
        self.push_screen(CustomDialog(), lambda choice: None if choice is None else self.play(choice))

    def resume(self) -> None:
        """Resume a saved game; if there are several, ask which."""
        saved = {game.name: game for game in self.store.unfinished()}
        if not saved:
            self.say("there is no game to go on with")
        elif len(saved) == 1:
            self._resume(next(iter(saved.values())))
        else:
            lines = [(name, saved_text(game)) for name, game in saved.items()]
            self.push_screen(
                ChoiceDialog("Resume a game", lines, remove=lambda name: self._discard(saved[name])),
                lambda name: self._resume(saved[name]) if name else None,
            )

    def _resume(self, saved: SavedGame) -> None:
        try:
            session = Session.continue_from(saved, store=self.store)
        except (HypersweepError, MemoryError) as error:
            self.say(str(error))
            return
        self._choice = None
        self._show_game(session)

    def _discard(self, saved: SavedGame) -> None:
        try:
            self.store.discard(saved)
        except HypersweepError as error:
            self.say(str(error))

    def records(self) -> None:
        """Ask for a record, and replay it."""
        results = {result.name: result for result in self.store.results(limit=_MOST_RECORDS)}
        loaded: list[Record] = []

        def check(path: str) -> str | None:
            try:
                loaded.append(load_record(path))
            except (HypersweepError, OSError) as error:
                return error_text(error)
            return None

        def show(answer: str | None) -> None:
            if loaded:
                self.replay(loaded[-1])
            elif answer is not None:
                self.replay_result(results[answer])

        self.push_screen(
            ChoiceDialog(
                "Replay a record",
                [(name, result_text(result)) for name, result in results.items()],
                prompt="or the path of a record:",
                check=check,
            ),
            show,
        )

    def replay_result(self, result: Result) -> None:
        """Replay a game of the store."""
        try:
            record = self.store.load(result.name)
            record.verify()
        except (HypersweepError, OSError) as error:
            self.say(error_text(error))
            return
        self.replay(record)

    def replay(self, record: Record) -> None:
        """Replay a record that was verified."""
        from hypersweep.tui.screens.replay import ReplayScreen

        self.close_session()
        self._show(ReplayScreen(record))

    def review(self, record: Record) -> None:
        """Show how well each move was chosen."""
        from hypersweep.tui.screens.review import ReviewScreen

        self.push_screen(ReviewScreen(record))

    def attempt(self, record: Record, cell: tuple[int, ...] | None = None) -> None:
        """Play on from where a record ends, and come back; the cursor begins on a cell."""
        from hypersweep.tui.screens.attempt import AttemptScreen

        try:
            screen = AttemptScreen(record, cell)
        except (HypersweepError, MemoryError) as error:
            self.say(str(error) or "expected a board that fits into memory")
            return
        self.push_screen(screen)

    def statistics(self) -> None:
        """Show how the games went."""
        from hypersweep.tui.screens.statistics import StatisticsScreen

        self._show(StatisticsScreen())

    def scores(self) -> None:
        """Show the best times."""
        from hypersweep.tui.screens.scores import ScoresScreen

        self._show(ScoresScreen())

    def help(self) -> None:
        """Show the keys of the screen."""
        screen = self.screen
        if not isinstance(screen, HelpScreen):
            self.push_screen(HelpScreen("Help", getattr(screen, "KEYS", ScreenKeys(())), KEY_TABLE["everywhere"]))

    def action_help(self) -> None:
        """As ``help``, from a key."""
        self.help()

    # The end.

    def _pause_quietly(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.pause_quietly()

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C does everywhere."""
        self.leave(130)

    async def action_quit(self) -> None:
        """Leave; the game is saved."""
        self.leave(0)

    def leave(self, status: int) -> None:
        """Save the game and leave.

        Args:
            status: the exit status.
        """
        self.status = status
        self.close_session()
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        # What Textual would print is of no use to a player. The caller says what is: where the game is.
        self.failure = self.failure or error
        self.status = 1
        super()._handle_exception(error)
        self._exit_renderables.clear()
