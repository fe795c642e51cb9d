"""The full-screen application: its screens, and the ways from one to another."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from textual.binding import Binding

from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.picture.labels import place_text
from hypersweep.session import Session
from hypersweep.tui.key_bindings import bindings
from hypersweep.tui.palette import CommandProvider
from hypersweep.tui.saving_app import SavingApp
from hypersweep.tui.screens.dialogs import ChoiceDialog, CustomDialog
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.start import StartScreen
from hypersweep.tui.screens.text_dialogs import HelpScreen, SmallScreen, ThisBoardDialog, is_too_small
from hypersweep.ui_model.board_info import board_sheet, first_opened
from hypersweep.ui_model.choices import BoardChoice
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.keys import ScreenKeys
from hypersweep.ui_model.rule_preferences import WISHES, wish_text
from hypersweep.ui_model.saved_games import error_text, load_record, result_text, saved_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.binding import BindingType
    from textual.events import Resize
    from textual.screen import Screen

    from hypersweep.game import Game
    from hypersweep.record import Record
    from hypersweep.session import Result, SavedSummary, Store
    from hypersweep.ui_model.solver_show import SolverShow

_MOST_RECORDS = 50
# Most saved games to read before the list is shown, and most to show.
_FIRST_SAVED, _MOST_SAVED = 100, 1000
# Columns around the text of a choice: borders, padding and a scroll bar.
_CHOICE_WIDTH, _CHOICE_FRAME = 76, 8


class HypersweepApp(SavingApp):
    """The full-screen game.

    Args:
        store: store of games, results and settings.
        choice: the game to play at once; None for the start screen.
        session: a session to play at once, in place of ``choice``.
        record: a verified record to replay at once.
        show: games of the solver to watch at once.
        usual_theme: the theme of the boards until the player chooses one; None for the first one.

    Raises:
        ParameterError: impossible mines or seed.
        BoardTooLargeError: this machine can't hold the board.

    """

    TITLE = "hypersweep"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS = {CommandProvider}  # noqa: RUF012 -- as App has it
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(KEY_TABLE["everywhere"].shortcuts),
        # The terminal's clipboard; in a browser, Textual copies.
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
        self._is_small = False
        self._session = self.new_session(choice) if session is None and choice is not None else session
        self._choice = choice
        self._record = record
        self._solver_show = show
        # The screen to return to from the solver: its game, the shell, or the start screen.
        self._watched_from = "start" if show is None else "shell"

    # Screens.

    def on_mount(self) -> None:
        """Open the first screen."""
        self.start_loop()
        # Pause at once: a message would be handled only after the program continues, and the clock would count the
        # break.
        self.app_suspend_signal.subscribe(self, lambda _: self._pause_quietly(), immediate=True)
        screen = self._first_screen()
        self.push_screen(screen)
        if isinstance(screen, GameScreen):
            self._remark(screen)
        # A pending action may open another screen, which would not fit either.
        self.screen_change_signal.subscribe(self, self._mind_size)

    def on_resize(self, event: Resize) -> None:
        """Show a notice while the terminal is too small to play on, and the game again once it is larger."""
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
        if self._solver_show is not None:
            from hypersweep.tui.screens.watch import WatchScreen

            return WatchScreen(self._solver_show)
        return StartScreen()

    def play(self, choice: BoardChoice) -> None:
        """Play a new game."""
        try:
            session = self.new_session(choice)
        except (HypersweepError, MemoryError) as error:
            self.say(error_text(error))
            return

        def show() -> None:
            self._choice = choice
            self._remark(self._show_game(session))

        self._when_saved(show)

    def play_again(self) -> None:
        """Play another game on the same kind of board."""
        old = self._session
        if old is None:
            return
        choice = self._kind_of(old).again(self.wishes)
        try:
            session = self.new_session(choice)
        except (HypersweepError, MemoryError) as error:
            self.say(error_text(error))
            return
        self._choice = choice
        self._follow(old, session, self._remark)

    def play_same(self) -> None:
        """Restart the current board, with the same mines."""
        old = self._session
        if old is None or old.game.layout is None:
            return
        self._choice = self._kind_of(old)
        first = first_opened(old.record)

        def tell(screen: GameScreen) -> None:
            if first is None:
                self.say("the same board, not ranked")
                return
            screen.board.go(first)
            self.say(f"the same board, not ranked: {place_text(first)} was opened first")

        self._follow(old, Session(layout=old.game.layout, rules=old.game.rules, store=self.store), tell)

    def _kind_of(self, session: Session) -> BoardChoice:
        """Return the choice for new boards after a game: as chosen before, or like the game's own."""
        game = session.game
        # A given board can't promise anything for the first open; later boards can.
        left = tuple(WISHES) if game.seed is None else ()
        return self._choice or BoardChoice(game.grid, game.mines, game.rules, left=left)

    def _follow(self, old: Session, session: Session, shown: Callable[[GameScreen], object]) -> None:
        """Play a session in place of another; a running one is given up."""

        def show() -> None:
            shown(self._show_game(session))

        if old.outcome is not Outcome.ONGOING:
            self._when_saved(show)
            return
        if old.is_started and not old.is_closed:
            old.abandon()
            self._let_go = old
        show()

    def _remark(self, screen: GameScreen) -> None:
        """Show the remark on the choice of a board, once its screen is visible."""
        if self._choice is not None and self._choice.remark:
            screen.call_after_refresh(self.say, self._choice.remark)

    def this_board(self) -> None:
        """Show the board's mines, rules, seed and board ID."""
        session = self._session
        if session is not None:
            self.push_screen(ThisBoardDialog(board_sheet(session.game, first_opened(session.record))))

    def choose_wish(self, name: str, wish: str) -> None:
        """Change a preference for new boards, and save it."""
        super().choose_wish(name, wish)
        if isinstance(self.screen, StartScreen):
            # The start screen shows the new value and its effect on the highlighted board.
            self.screen.refresh_boards()
        else:
            self.say(wish_text(name, wish))

    def new_session(self, choice: BoardChoice) -> Session:
        """Return a session for a choice.

        Raises:
            ParameterError: impossible mines or seed.
            BoardTooLargeError: this machine can't hold the board.
        """
        if choice.layout is not None:
            session = Session(layout=choice.layout, rules=choice.rules, store=self.store)
            if choice.first is not None:
                session.open(choice.first)
            return session
        return Session(choice.grid, choice.mines, rules=choice.rules, seed=choice.seed, store=self.store)

    def _show_game(self, session: Session) -> GameScreen:
        self.close_session()
        self._session = session
        self._uncover()
        if isinstance(self.screen, GameScreen) and self.screen.session.grid == session.grid:
            self.screen.begin(session)
            return self.screen
        screen = GameScreen(session)
        self._show(screen)
        return screen

    def _show(self, screen: Screen[None]) -> None:
        """Replace the current screen."""
        self._uncover()
        self.switch_screen(screen)

    def _go_to(self, make: Callable[[], Screen[None]]) -> None:
        """Replace the game's screen, once the game is saved."""

        def show() -> None:
            self.close_session()
            self._show(make())

        self._when_saved(show)

    def _uncover(self) -> None:
        """Close all screens above the first screen of the game: dialogs, a review, an attempt."""
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def start(self) -> None:
        """Go to the start screen; the game is saved."""
        told = len(self.farewells)

        def show() -> None:
            self.close_session()
            self._show(StartScreen())
            for farewell in self.farewells[told:]:
                self.say(farewell)

        self._when_saved(show)

    def custom(self) -> None:
        """Ask for a custom board."""
        dialog = CustomDialog(wishes=self.wishes)
        self.push_screen(dialog, lambda choice: None if choice is None else self.play(choice))

    def resume(self) -> None:
        """Resume a saved game; if there are several, ask which."""
        # Load one more than the list shows, to know whether there are others.
        found = self.store.saved(_FIRST_SAVED + 1)
        has_more = len(found) > _FIRST_SAVED
        first = self._others(found)
        going = [game for game in first if not game.is_busy]
        if not going and not has_more:
            if isinstance(self.screen, StartScreen):
                # Another program may have changed the game since its menu was written.
                self.screen.refresh_menu()
            self.say("each saved game is open in another program" if first else "no saved game to resume")
            return
        if len(first) == 1:
            self._resume(first[0])
            return
        saved: dict[str, SavedSummary] = {}

        def lines(games: list[SavedSummary]) -> list[tuple[str, str]]:
            new = [game for game in games if game.name not in saved]
            saved.update((game.name, game) for game in new)
            width = min(_CHOICE_WIDTH, self.size.width) - _CHOICE_FRAME
            now = time.time()
            return [("" if game.is_busy else game.name, saved_text(game, now, width)) for game in new]

        dialog = ChoiceDialog("Resume a game", lines(first), remove=lambda name: self._discard(saved[name]))

        def add(games: list[SavedSummary]) -> None:
            more = lines(self._others(games))
            if len(games) > _MOST_SAVED:
                more[-1] = ("", "'hypersweep resume --list' shows those that are older")
            dialog.add(more)

        self.push_screen(dialog, lambda name: self._resume(saved[name]) if name else None)
        if has_more:
            self.work_aside(lambda: self.store.saved(_MOST_SAVED + 1), add)

    def _others(self, games: list[SavedSummary]) -> list[SavedSummary]:
        """Return saved games except the current one."""
        own = None if self._session is None else self._session.name
        return [game for game in games if game.name != own]

    def _resume(self, saved: SavedSummary) -> None:
        def show() -> None:
            try:
                session = Session.continue_from(saved, store=self.store)
            except (HypersweepError, MemoryError) as error:
                # The current game may have been paused for the other one.
                self._show_pause()
                self.say(error_text(error))
                return
            self._choice = None
            self._show_game(session)

        self._when_saved(show)

    def _discard(self, saved: SavedSummary) -> None:
        try:
            self.store.discard(saved)
        except HypersweepError as error:
            self.say(error_text(error))

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
                prompt="or the path of a record:" if results else "the path of a record:",
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

        self._go_to(lambda: ReplayScreen(record))

    def watch_solver(self, choice: BoardChoice) -> None:
        """Watch the solver play."""
        self._watch(choice, None, "start")

    def watch_game(self, session: Session) -> None:
        """Let the solver continue with a copy of a game; the game stays saved but is no longer ranked."""
        game = session.game
        choice = BoardChoice(game.grid, game.mines, self._choice.rules if self._choice else game.rules)
        session.note_help()
        self._watch(choice, game.copy(), "game")

    def _watch(self, choice: BoardChoice, game: Game | None, origin: str) -> None:
        from hypersweep.tui.screens.watch import WatchScreen
        from hypersweep.ui_model.solver_show import SolverShow

        try:
            show = SolverShow(choice, game=game)
        except (HypersweepError, MemoryError) as error:
            self.say(error_text(error))
            return

        def begin() -> None:
            self.close_session()
            self._watched_from = origin
            self._show(WatchScreen(show))

        self._when_saved(begin)

    def leave_watch(self) -> None:
        """Leave the solver, and return to the previous screen."""
        if self._watched_from == "shell":
            self.leave(0)
            return
        saved = None if self._saved is None else self.store.find_saved(self._saved)
        if self._watched_from == "game" and saved is not None:
            self._resume(saved)
        else:
            self.start()

    def take_over(self, record: Record, cell: tuple[int, ...]) -> None:
        """Play on from the end of a record, with the cursor on a cell, without a rank."""
        try:
            session = Session.continue_from(record, store=self.store)
        except (HypersweepError, MemoryError) as error:
            self.say(error_text(error))
            return
        session.resume()
        session.cursor = cell
        self._choice = None
        self._show_game(session)

    def review(self, record: Record) -> None:
        """Show how well each move was chosen."""
        from hypersweep.tui.screens.review import ReviewScreen

        self.push_screen(ReviewScreen(record))

    def attempt(self, record: Record, cell: tuple[int, ...] | None = None) -> None:
        """Play on from the end of a record, then return; the cursor starts on a cell."""
        from hypersweep.tui.screens.replay import AttemptScreen

        try:
            screen = AttemptScreen(record, cell)
        except (HypersweepError, MemoryError) as error:
            self.say(error_text(error))
            return
        self.push_screen(screen)

    def statistics(self) -> None:
        """Show statistics of the games."""
        from hypersweep.tui.screens.statistics import StatisticsScreen

        self._go_to(StatisticsScreen)

    def scores(self) -> None:
        """Show the best times."""
        from hypersweep.tui.screens.statistics import ScoresScreen

        self._go_to(ScoresScreen)

    def help(self) -> None:
        """Show the keys of the screen."""
        screen = self.screen
        if not isinstance(screen, HelpScreen):
            self.push_screen(HelpScreen("Help", getattr(screen, "KEYS", ScreenKeys(())), KEY_TABLE["everywhere"]))

    def action_help(self) -> None:
        """Show the keys of the screen, as ``help``; bound to a key."""
        self.help()

    def action_messages(self) -> None:
        """Show recent messages."""
        if not self.screen.is_modal:
            from hypersweep.tui.screens.text_dialogs import MessagesScreen

            self.push_screen(MessagesScreen(self.messages))
