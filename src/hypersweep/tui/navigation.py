"""The full-screen application's current game, and navigation between its screens.

The game is saved before another takes its place; if saving fails, the player is asked what to do.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

from hypersweep.daily import daily_board, saved_daily, today
from hypersweep.errors import HypersweepError
from hypersweep.game import Game, Outcome
from hypersweep.session import Session
from hypersweep.session.store_files import free_path, rescue
from hypersweep.text import place_text
from hypersweep.tui.screens.dialogs import ChoiceDialog, CustomDialog, UnsavedDialog
from hypersweep.tui.screens.game_screen import GameScreen
from hypersweep.tui.screens.start_screen import StartScreen
from hypersweep.tui.screens.text_dialogs import HelpScreen, ThisBoardDialog
from hypersweep.ui_model.board_info import board_sheet, first_opened
from hypersweep.ui_model.choices import BoardChoice, remembered_board
from hypersweep.ui_model.daily_boards import daily_choice, daily_lines
from hypersweep.ui_model.game_texts import error_text, load_record, parting_text, rescue_text, result_text, saved_text
from hypersweep.ui_model.key_table import KEY_TABLE, ScreenKeys
from hypersweep.ui_model.rule_preferences import PREFERENCES

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from hypersweep.online.server_client import ServerClient
    from hypersweep.record import Record
    from hypersweep.session import Result, SavedSummary
    from hypersweep.tui.screens.online_screen import OnlineStart
    from hypersweep.tui.screens.screen_host import Host
    from hypersweep.tui.terminal_app import TerminalApp
    from hypersweep.ui_model.solver_show import SolverShow


_MOST_RECORDS = 50
# Maximum number of saved games to read before showing the list, and to list in total.
_FIRST_SAVED, _MOST_SAVED = 100, 1000
# Maximum width of a dialog with choices, and the columns around their text: borders, padding and a scroll bar.
_CHOICE_WIDTH, _CHOICE_FRAME = 76, 8


class AppNavigation:
    """Opens and closes an application's screens, and holds the game played on them.

    Args:
        app: the application, the ``Host`` of its screens.
        choice: the game to begin with; None for the start screen.
        session: a session to begin with, in place of ``choice``.
        record: a verified record to replay first.
        show: games of the solver to watch first.
        online: what to open first on a server.

    Attributes:
        farewells: lines to print once the terminal is restored, about games the store couldn't save.
        parting: line about the last game, to print in the shell at exit; empty if there is none.
        is_lesson: whether the first screen is the lesson about four dimensions.

    Raises:
        ParameterError: the number of mines or the seed is invalid.
        BoardTooLargeError: the board doesn't fit into memory.
    """

    def __init__(
        self,
        app: TerminalApp,
        choice: BoardChoice | None,
        session: Session | None,
        record: Record | None,
        show: SolverShow | None,
        online: OnlineStart | None,
    ) -> None:
        self._app = app
        self._host = cast("Host", app)
        self.farewells: list[str] = []
        self.parting: str = ""
        self.is_lesson: bool = False
        # Name of the game played last, if its store has saved it.
        self._saved: str | None = None
        # Line about the game started last, to print at exit.
        self._last_line = ""
        # Name of that game if the line says it is saved; checked again at exit.
        self._last_saved: str | None = None
        # A session that needs no rescue: it was saved at another path, or the player gave it up.
        self._let_go: Session | None = None
        self._session = choice.session(self._host.store) if session is None and choice is not None else session
        self._choice = choice
        self._record = record
        self._solver_show = show
        self._online = online
        # Where to return from watching the solver: to the game, the shell or the start screen.
        self._watched_from = "start" if show is None else "shell"

    def open(self) -> None:
        """Open the first screen."""
        screen = self._first_screen()
        self._app.push_screen(screen)
        if self._choice is not None:
            self._note_board(self._choice)
        if isinstance(screen, GameScreen):
            self._remark(screen)

    def _first_screen(self) -> Screen[None]:
        if self._session is not None:
            return GameScreen(self._session)
        if self._record is not None:
            from hypersweep.tui.screens.replay_screen import ReplayScreen

            return ReplayScreen(self._record)
        if self._online is not None:
            from hypersweep.tui.screens.online_screen import first_screen

            return first_screen(self._online)
        if self._solver_show is not None:
            from hypersweep.tui.screens.watch_screen import WatchScreen

            return WatchScreen(self._solver_show)
        if self.is_lesson:
            from hypersweep.tui.screens.learn_screen import LearnScreen

            return LearnScreen()
        return StartScreen()

    def play(self, choice: BoardChoice) -> None:
        """Play a new game."""
        try:
            session = choice.session(self._host.store)
        except (HypersweepError, MemoryError) as error:
            self._host.say(error_text(error))
            return

        def show() -> None:
            self._choice = choice
            self._note_board(choice)
            self._remark(self._show_game(session))

        self._when_saved(show)

    def _note_board(self, choice: BoardChoice) -> None:
        """Remember the board for the start screen, unless it was chosen for a single game."""
        if choice.layout is None and choice.seed is None:
            self._host.last_board = remembered_board(choice)

    def play_again(self) -> None:
        """Play a new game with the same board size, mines and rules."""
        old = self._session
        if old is None:
            return
        choice = self._kind_of(old).again(self._host.preferences)
        try:
            session = choice.session(self._host.store)
        except (HypersweepError, MemoryError) as error:
            self._host.say(error_text(error))
            return
        self._choice = choice
        self._follow(old, session, self._remark)

    def play_same(self) -> None:
        """Play the current board again, with the same mines."""
        old = self._session
        if old is None or old.game.layout is None:
            return
        self._choice = self._kind_of(old)
        first = first_opened(old.record)

        def tell(screen: GameScreen) -> None:
            if first is None:
                self._host.say("the same board, not ranked")
                return
            screen.board.go(first)
            self._host.say(f"the same board, not ranked: {place_text(first)} was opened first")

        self._follow(old, Session(layout=old.game.layout, rules=old.game.rules, store=self._host.store), tell)

    def _kind_of(self, session: Session) -> BoardChoice:
        """Return the choice for the next board: the player's last one or, if there is none, one like the given game."""
        game = session.game
        # A board with given mines can't promise anything for the first click, but the next boards can.
        left = tuple(PREFERENCES) if game.seed is None else ()
        return self._choice or BoardChoice(game.grid, game.mines, game.rules, left=left)

    def _follow(self, old: Session, session: Session, shown: Callable[[GameScreen], object]) -> None:
        """Play a session in place of another one, which is abandoned if it is still running."""

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
        """Show the remark on the chosen board, if any, once the game's screen is visible."""
        if self._choice is not None and self._choice.remark:
            screen.call_after_refresh(self._host.say, self._choice.remark)

    def this_board(self) -> None:
        """Show the board's mines, rules, seed and board ID."""
        session = self._session
        if session is not None:
            self._app.push_screen(ThisBoardDialog(board_sheet(session.game, first_opened(session.record))))

    def _show_game(self, session: Session) -> GameScreen:
        self.close_session()
        self._session = session
        self._uncover()
        if isinstance(self._app.screen, GameScreen) and self._app.screen.session.grid == session.grid:
            self._app.screen.begin(session)
            return self._app.screen
        screen = GameScreen(session)
        self._show(screen)
        return screen

    def _show(self, screen: Screen[None]) -> None:
        """Replace the current game's screen, closing any screens above it."""
        self._uncover()
        self._app.switch_screen(screen)

    def _go_to(self, make: Callable[[], Screen[None]]) -> None:
        """Save the game, then replace its screen."""

        def show() -> None:
            self.close_session()
            self._show(make())

        self._when_saved(show)

    def _uncover(self) -> None:
        """Close all screens above the game's first screen: dialogs, a review, an attempt."""
        while len(self._app.screen_stack) > 2:
            self._app.pop_screen()

    def start(self, lit: str = "play") -> None:
        """Go to the start screen, with one of its entries highlighted; the game is saved."""
        printed = len(self.farewells)

        def show() -> None:
            self.close_session()
            self._show(StartScreen(lit))
            for farewell in self.farewells[printed:]:
                self._host.say(farewell)

        self._when_saved(show)

    def daily(self) -> None:
        """Offer today's boards; a board that was begun is resumed."""
        day, store = today(), self._host.store

        def play(name: str | None) -> None:
            if name is not None:
                board = daily_board(day, name)
                saved = saved_daily(store, board)
                self.play(daily_choice(board)) if saved is None else self.resume_saved(saved)

        self._app.push_screen(ChoiceDialog(f"Boards of {day}", daily_lines(store, day)), play)

    def custom(self) -> None:
        """Ask for a custom board, and play on it."""
        dialog = CustomDialog(preferences=self._host.preferences)
        self._app.push_screen(dialog, lambda choice: None if choice is None else self.play(choice))

    def resume(self) -> None:
        """Resume a saved game; if there are several, ask which."""
        # Read one more than the list first shows, to know whether there are others.
        found = self._host.store.saved(_FIRST_SAVED + 1)
        has_more = len(found) > _FIRST_SAVED
        first = self._others(found)
        going = [game for game in first if not game.is_busy]
        if not going and not has_more:
            if isinstance(self._app.screen, StartScreen):
                # The list offered a game that another program has since opened or removed: update the list.
                self._app.screen.refresh_boards()
            self._host.say("every saved game is open in another program" if first else "no saved game to continue")
            return
        if len(first) == 1:
            self.resume_saved(first[0])
            return
        saved: dict[str, SavedSummary] = {}

        def lines(games: list[SavedSummary]) -> list[tuple[str, str]]:
            new = [game for game in games if game.name not in saved]
            saved.update((game.name, game) for game in new)
            width = min(_CHOICE_WIDTH, self._app.size.width) - _CHOICE_FRAME
            now = time.time()
            return [("" if game.is_busy else game.name, saved_text(game, now, width)) for game in new]

        dialog = ChoiceDialog("Continue a game", lines(first), remove=lambda name: self._discard(saved[name]))

        def add(games: list[SavedSummary]) -> None:
            more = lines(self._others(games))
            if len(games) > _MOST_SAVED:
                more[-1] = ("", "'hypersweep resume --list' shows older games")
            dialog.add(more)

        self._app.push_screen(dialog, lambda name: self.resume_saved(saved[name]) if name else None)
        if has_more:
            self._host.work_aside(lambda: self._host.store.saved(_MOST_SAVED + 1), add)

    def _others(self, games: list[SavedSummary]) -> list[SavedSummary]:
        """Return the saved games except the current one."""
        own = None if self._session is None else self._session.name
        return [game for game in games if game.name != own]

    def resume_saved(self, saved: SavedSummary) -> None:
        """Resume a saved game."""

        def show() -> None:
            try:
                session = Session.continue_from(saved, store=self._host.store)
            except (HypersweepError, MemoryError) as error:
                # Saving the current game before the switch has paused it: show that.
                self._show_pause()
                self._host.say(error_text(error))
                return
            self._choice = None
            self._show_game(session)

        self._when_saved(show)

    def learn(self) -> None:
        """Open the lesson about four dimensions."""
        from hypersweep.tui.screens.learn_screen import LearnScreen

        self._go_to(LearnScreen)

    def _discard(self, saved: SavedSummary) -> None:
        try:
            self._host.store.discard(saved)
        except HypersweepError as error:
            self._host.say(error_text(error))

    def records(self) -> None:
        """Ask for a record, and replay it."""
        results = {result.name: result for result in self._host.store.results(limit=_MOST_RECORDS)}
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

        self._app.push_screen(
            ChoiceDialog(
                "Replay a record",
                [(name, result_text(result)) for name, result in results.items()],
                prompt="or the path of a record:" if results else "the path of a record:",
                check=check,
            ),
            show,
        )

    def replay_result(self, result: Result) -> None:
        """Replay a finished game from the store, given its result."""
        try:
            record = self._host.store.load(result.name)
            record.verify()
        except (HypersweepError, OSError) as error:
            self._host.say(error_text(error))
            return
        self.replay(record)

    def replay(self, record: Record) -> None:
        """Replay a verified record."""
        from hypersweep.tui.screens.replay_screen import ReplayScreen

        self._go_to(lambda: ReplayScreen(record))

    def watch_solver(self, choice: BoardChoice) -> None:
        """Watch the solver play on a chosen board."""
        self._watch(choice, None, "start")

    def watch_game(self, session: Session) -> None:
        """Let the solver play on in a copy of a game. The game itself stays saved, but is no longer ranked."""
        game = session.game
        choice = BoardChoice(game.grid, game.mines, self._choice.rules if self._choice else game.rules)
        session.note_help()
        self._watch(choice, game.copy(), "game")

    def _watch(self, choice: BoardChoice, game: Game | None, origin: str) -> None:
        from hypersweep.tui.screens.watch_screen import WatchScreen
        from hypersweep.ui_model.solver_show import SolverShow

        try:
            show = SolverShow(choice, game=game)
        except (HypersweepError, MemoryError) as error:
            self._host.say(error_text(error))
            return

        def begin() -> None:
            self.close_session()
            self._watched_from = origin
            self._show(WatchScreen(show))

        self._when_saved(begin)

    def leave_watch(self) -> None:
        """Stop watching the solver, and return to the game, the start screen or the shell."""
        if self._watched_from == "shell":
            self.leave(0)
            return
        saved = None if self._saved is None else self._host.store.find_saved(self._saved)
        if self._watched_from == "game" and saved is not None:
            self.resume_saved(saved)
        else:
            self.start()

    def take_over(self, record: Record, cell: tuple[int, ...]) -> None:
        """Play an unranked game from the end of a record, with the cursor on a given cell."""
        try:
            session = Session.continue_from(record, store=self._host.store)
        except (HypersweepError, MemoryError) as error:
            self._host.say(error_text(error))
            return
        session.resume()
        session.cursor = cell
        self._choice = None
        self._show_game(session)

    def review(self, record: Record) -> None:
        """Open a record's review, which rates each move."""
        from hypersweep.tui.screens.review_screen import ReviewScreen

        self._app.push_screen(ReviewScreen(record))

    def attempt(self, record: Record, cell: tuple[int, ...] | None = None) -> None:
        """Open a screen on top of the current one, to play on from the end of a record, with the cursor on ``cell``."""
        from hypersweep.tui.screens.replay_screen import AttemptScreen

        try:
            screen = AttemptScreen(record, cell)
        except (HypersweepError, MemoryError) as error:
            self._host.say(error_text(error))
            return
        self._app.push_screen(screen)

    def statistics(self) -> None:
        """Show statistics on the player's games."""
        from hypersweep.tui.screens.statistics_screen import StatisticsScreen

        self._go_to(StatisticsScreen)

    def scores(self) -> None:
        """Show the best times."""
        from hypersweep.tui.screens.statistics_screen import ScoresScreen

        self._go_to(ScoresScreen)

    def online(self, server: ServerClient) -> None:
        """Show a server's list of games; the current game is saved first."""
        from hypersweep.tui.screens.online_screen import OnlineMenuScreen

        self._go_to(lambda: OnlineMenuScreen(server))

    def online_room(
        self, server: ServerClient, room: str, *, key: str = "", make: Callable[[], str] | None = None
    ) -> None:
        """Play in a room on a server; ``make`` creates another room of the same kind."""
        from hypersweep.tui.screens.online_screen import OnlineGameScreen

        self._go_to(lambda: OnlineGameScreen(server, room, key=key, make=make))

    def help(self) -> None:
        """Show the current screen's keys."""
        screen = self._app.screen
        if not isinstance(screen, HelpScreen):
            self._app.push_screen(HelpScreen("Help", getattr(screen, "KEYS", ScreenKeys(())), KEY_TABLE["everywhere"]))

    # Saving the game before another takes its place.

    @property
    def has_saved(self) -> bool:
        """Whether the game played last can be resumed."""
        return self._saved is not None and self._host.store.find_saved(self._saved) is not None

    def close_session(self) -> None:
        """Close the current session; if its game is still running, it is saved."""
        session, self._session = self._session, None
        if session is not None:
            session.close()
            self._saved = session.name if session.failure is None else None
            if session.failure is not None and session is not self._let_go:
                # The player can't be asked any more: rescue the game, and print where it is after the exit.
                self.farewells.append(rescue_text(rescue(session.record)))
            self._remember_line(session)

    def _remember_line(self, session: Session) -> None:
        """Set the line to print at exit to one about this game, unless the game wasn't started."""
        if not session.is_started:
            return
        # No line if the store failed, since a farewell says where the game is; nor after a crash, when building the
        # line could fail too.
        has_line = session.failure is None and self._app.failure is None
        self._last_line = parting_text(session, self._host.store) if has_line else ""
        self._last_saved = session.name if session.outcome is Outcome.ONGOING else None

    def _when_saved(self, then: Callable[[], object]) -> None:
        """Save the game, then run an action that ends the session; ask the player first if the game can't be saved."""
        session = self._session
        if self.is_asking:
            return
        if session is None or session.is_closed:
            then()
            return
        # Pause now, as ending the session would: the pause may be the event that can't be saved.
        session.pause()
        error = session.save()
        if error is None:
            then()
            return
        self._show_pause()

        def why(error: OSError) -> str:
            return f"This game could not be saved in {self._host.store.directory}: {error.strerror or error}."

        def save(text: str) -> str | None:
            path = Path(os.path.abspath(os.path.expanduser(text.strip() or ".")))
            try:
                if path.is_dir():
                    path = free_path(path)
                if path.exists():
                    return f"a file with that name already exists: {path}"
                session.record.save(path)
            except (OSError, ValueError) as failure:
                return error_text(failure)
            self._let_go = session
            self.farewells.append(rescue_text(path))
            return None

        def again() -> str | None:
            error = session.save()
            return None if error is None else why(error)

        def let_go() -> None:
            self._let_go = session

        dialog = UnsavedDialog(why(error), str(free_path(Path.home())), save=save, again=again, let_go=let_go)

        def answer(may_go: bool | None) -> None:
            if may_go:
                then()

        self._app.push_screen(dialog, answer)

    @property
    def is_asking(self) -> bool:
        """Whether a dialog about a game that can't be saved is open."""
        return isinstance(self._app.screen, UnsavedDialog)

    @property
    def is_unsaved(self) -> bool:
        """Whether the latest attempt to save the current game failed."""
        return self._session is not None and self._session.failure is not None

    def pause_quietly(self) -> None:
        """Pause the game without a message if possible, for example when the program is suspended."""
        for screen in self._app.screen_stack:
            if isinstance(screen, GameScreen):
                screen.pause_quietly()

    def _show_pause(self) -> None:
        for screen in self._app.screen_stack:
            if isinstance(screen, GameScreen):
                screen.show_pause()

    def leave(self, status: int, *, may_ask: bool = True) -> None:
        """Save the game and exit.

        Args:
            status: the exit status.
            may_ask: whether to ask the player if the game can't be saved.
        """

        def go() -> None:
            self._app.status = status
            self.close_session()
            if self._last_saved is None or self._host.store.find_saved(self._last_saved) is not None:
                self.parting = self._last_line
            self._app.exit()

        if may_ask:
            self._when_saved(go)
        else:
            go()
