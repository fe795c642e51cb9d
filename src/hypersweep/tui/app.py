"""The full-screen game as a whole: its screens, what they share, and how it is left."""

from __future__ import annotations

from textual.binding import Binding

from hypersweep.controls.choices import BoardChoice
from hypersweep.controls.kept import error_text, load_record, result_text, saved_text
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.controls.keys import ScreenKeys
from hypersweep.errors import HypersweepError
from hypersweep.session import Session
from hypersweep.tui.host_app import HostApp
from hypersweep.tui.palette import CommandProvider
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.choice import ChoiceDialog
from hypersweep.tui.screens.custom import CustomDialog
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.help import HelpScreen
from hypersweep.tui.screens.start import StartScreen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.binding import BindingType
    from textual.screen import Screen

    from hypersweep.controls.solver_show import SolverShow
    from hypersweep.game import Game
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
        show: games of the solver to watch at once.
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
    COMMANDS = {CommandProvider}  # noqa: RUF012 -- as App has it
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
        show: SolverShow | None = None,
        usual_theme: str | None = None,
    ) -> None:
        super().__init__(store, self, usual_theme=usual_theme)
        self._saved: str | None = None
        self.failure: BaseException | None = None
        self.status: int = 0
        self._session = self.new_session(choice) if session is None and choice is not None else session
        self._choice = choice
        self._record = record
        self._solver_show = show
        # Where the solver is left for: the game that it went on with, the shell, or the start screen.
        self._watched_from = "start" if show is None else "shell"

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
        if self._solver_show is not None:
            from hypersweep.tui.screens.watch import WatchScreen

            return WatchScreen(self._solver_show)
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
        if isinstance(self.screen, GameScreen) and self.screen.session.grid == session.grid:
            self.screen.begin(session)
        else:
            self._show(GameScreen(session))

    def _show(self, screen: Screen[None]) -> None:
        """Show a screen in place of the one that is there."""
        while self.screen.is_modal:
            self.pop_screen()
        self.switch_screen(screen)

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

    def watch_solver(self, choice: BoardChoice) -> None:
        """Watch the solver play."""
        self._watch(choice, None, "start")

    def watch_game(self, session: Session) -> None:
        """Watch the solver go on with a copy of a game, which stays saved but isn't ranked any more."""
        game = session.game
        choice = BoardChoice(game.grid, game.mines, self._choice.rules if self._choice else game.rules)
        session.note_help()
        self._watch(choice, game.copy(), "game")

    def _watch(self, choice: BoardChoice, game: Game | None, origin: str) -> None:
        from hypersweep.controls.solver_show import SolverShow
        from hypersweep.tui.screens.watch import WatchScreen

        try:
            show = SolverShow(choice, game=game)
        except (HypersweepError, MemoryError) as error:
            self.say(str(error) or "expected a board that fits into memory")
            return
        self.close_session()
        self._watched_from = origin
        self._show(WatchScreen(show))

    def leave_watch(self) -> None:
        """Leave the solver alone, for where the player came from."""
        if self._watched_from == "shell":
            self.leave(0)
            return
        saved = [game for game in self.store.unfinished() if game.name == self._saved]
        if self._watched_from == "game" and saved:
            self._resume(saved[0])
        else:
            self.start()

    def take_over(self, record: Record) -> None:
        """Play on where a record ends; that isn't ranked."""
        try:
            session = Session.continue_from(record, store=self.store)
        except (HypersweepError, MemoryError) as error:
            self.say(str(error) or "expected a board that fits into memory")
            return
        session.resume()
        self._choice = None
        self._show_game(session)

    def review(self, record: Record) -> None:
        """Show how well each move was chosen."""
        from hypersweep.tui.screens.review import ReviewScreen

        self.push_screen(ReviewScreen(record))

    def statistics(self) -> None:
        """Show how the games went."""
        from hypersweep.tui.screens.statistics import StatisticsScreen

        self.close_session()
        self._show(StatisticsScreen())

    def scores(self) -> None:
        """Show the best times."""
        from hypersweep.tui.screens.scores import ScoresScreen

        self.close_session()
        self._show(ScoresScreen())

    def help(self) -> None:
        """Show the keys of the screen."""
        screen = self.screen
        if not isinstance(screen, HelpScreen):
            self.push_screen(HelpScreen("Help", getattr(screen, "KEYS", ScreenKeys(())), KEY_TABLE["everywhere"]))

    def action_help(self) -> None:
        """As ``help``, from a key."""
        self.help()

    def action_messages(self) -> None:
        """Show what was said."""
        if not self.screen.is_modal:
            from hypersweep.tui.screens.messages import MessagesScreen

            self.push_screen(MessagesScreen(self.messages))

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
