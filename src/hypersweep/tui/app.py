"""The full-screen game as a whole: its screens, what they share, and how it is left."""

from __future__ import annotations

from textual.binding import Binding

from hypersweep.controls.choices import BoardChoice
from hypersweep.controls.first_open import wish_text
from hypersweep.controls.kept import error_text, load_record, result_text, saved_text
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.controls.keys import ScreenKeys
from hypersweep.controls.this_board import board_sheet, first_opened
from hypersweep.errors import HypersweepError
from hypersweep.picture.names import place_text
from hypersweep.session import Session
from hypersweep.tui.host_app import HostApp
from hypersweep.tui.palette import CommandProvider
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.choice import ChoiceDialog
from hypersweep.tui.screens.custom import CustomDialog
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.help import HelpScreen
from hypersweep.tui.screens.small import SmallScreen, is_too_small
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.screens.this_board import ThisBoardDialog

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.binding import BindingType
    from textual.events import Resize
    from textual.screen import Screen

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
        usual_theme: str | None = None,
    ) -> None:
        super().__init__(store, self, usual_theme=usual_theme)
        self._saved: str | None = None
        self._is_small = False
        self.failure: BaseException | None = None
        self.status: int = 0
        self._session = self.new_session(choice) if session is None and choice is not None else session
        self._choice = choice
        self._record = record

    # Screens.

    def on_mount(self) -> None:
        """Open the first screen."""
        self.start_loop()
        self.app_suspend_signal.subscribe(self, lambda _: self._pause_quietly())
        screen = self._first_screen()
        self.push_screen(screen)
        if isinstance(screen, GameScreen):
            self._remark(screen)
        # What was begun before may lead to another screen, which can't be seen either.
        self.screen_change_signal.subscribe(self, self._mind_size)

    def on_resize(self, event: Resize) -> None:
        """Say so where the terminal has become too small to play on, and show the game again once it is larger."""
        self._is_small = is_too_small(event.size)
        if isinstance(self.screen, SmallScreen):
            self.screen.tell(event.size)
        self._mind_size()

    def _mind_size(self, _: object = None) -> None:
        if not self.screen_stack or self._is_small == isinstance(self.screen, SmallScreen):
            return
        if self._is_small:
            self.push_screen(SmallScreen())
        else:
            self.pop_screen()

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
        self._remark(self._show_game(session))

    def play_again(self) -> None:
        """Play another game on the same kind of board."""
        old = self._session
        if old is None:
            return
        choice = self._kind_of(old).again(self.first_open)
        try:
            session = self.new_session(choice)
        except (HypersweepError, MemoryError) as error:
            self.say(str(error))
            return
        self._choice = choice
        self._remark(self._follow(old, session))

    def play_same(self) -> None:
        """Play the board that is played now once more, with the mines where they are."""
        old = self._session
        if old is None or old.game.layout is None:
            return
        self._choice = self._kind_of(old)
        first = first_opened(old.record)
        screen = self._follow(old, Session(layout=old.game.layout, rules=old.game.rules, store=self.store))
        if first is None:
            self.say("the same board, not ranked")
            return
        screen.board.go(first)
        self.say(f"the same board, not ranked: {place_text(first)} was opened first")

    def _kind_of(self, session: Session) -> BoardChoice:
        """What new boards are like after a game: as they were asked for, or as the game's own."""
        game = session.game
        # A board that was given couldn't promise its first open anything; those that follow can.
        return self._choice or BoardChoice(game.grid, game.mines, game.rules, is_first_chosen=game.seed is None)

    def _follow(self, old: Session, session: Session) -> GameScreen:
        """Play a session in place of another, which is given up if it goes on."""
        if old.is_started and not old.is_closed:
            old.abandon()
        return self._show_game(session)

    def _remark(self, screen: GameScreen) -> None:
        """Tell what the player should know of the choice of a board, once its screen is there."""
        if self._choice is not None and self._choice.remark:
            screen.call_after_refresh(self.say, self._choice.remark)

    def this_board(self) -> None:
        """Show what the board is: its mines, rules, seed and board ID."""
        session = self._session
        if session is not None:
            self.push_screen(ThisBoardDialog(board_sheet(session.game, first_opened(session.record))))

    def choose_first_open(self, wish: str) -> None:
        """Have the first open of boards to come find something else, and remember it."""
        super().choose_first_open(wish)
        if isinstance(self.screen, StartScreen):
            # It shows what was chosen, and what that means for the board that is lit.
            self.screen.refresh_boards()
        else:
            self.say(wish_text(wish))

    def new_session(self, choice: BoardChoice) -> Session:
        """A session for what is to be played.

        Raises:
            ParameterError: impossible mines or seed.
            BoardTooLargeError: this machine can't hold the board.
        """
        if choice.layout is not None:
            return Session(layout=choice.layout, rules=choice.rules, store=self.store)
        return Session(choice.grid, choice.mines, rules=choice.rules, seed=choice.seed, store=self.store)

    def _show_game(self, session: Session) -> GameScreen:
        self.close_session()
        self._session = session
        if isinstance(self.screen, GameScreen) and self.screen.session.grid == session.grid:
            self.screen.begin(session)
            return self.screen
        screen = GameScreen(session)
        self._show(screen)
        return screen

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
        dialog = CustomDialog(wish=self.first_open)
        self.push_screen(dialog, lambda choice: None if choice is None else self.play(choice))

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
