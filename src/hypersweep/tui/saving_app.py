"""The session of the full-screen game: save it before it is replaced, or ask the player if that fails."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from textual.css.query import NoMatches

from hypersweep.exit_codes import INTERRUPTED
from hypersweep.game import Outcome
from hypersweep.session.crash_recovery import free_path, rescue
from hypersweep.tui.host_app import HostApp
from hypersweep.tui.screens.dialogs import UnsavedDialog
from hypersweep.tui.screens.game import GameScreen
from hypersweep.ui_model.game_over import parting_text
from hypersweep.ui_model.saved_games import error_text, rescue_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.session import Session, Store
    from hypersweep.tui.screens.host import Navigation


class SavingApp(HostApp):
    """The part of the full-screen application that holds the session and makes sure that it is saved.

    Args:
        store: store of games, results and settings.
        navigation: the ways from one screen to another.
        usual_theme: the theme of the boards until the player chooses one; None for the first one.

    Attributes:
        failure: the error that ended the application, if any.
        status: the exit status.
        farewells: lines to print once the terminal is restored.
        parting: the line about the game that stays in the shell; empty for none.
    """

    def __init__(self, store: Store, navigation: Navigation, *, usual_theme: str | None = None) -> None:
        super().__init__(store, navigation, usual_theme=usual_theme)
        self.farewells: list[str] = []
        self.parting: str = ""
        self.failure: BaseException | None = None
        self.status: int = 0
        self._session: Session | None = None
        # Name of the last played game, if it is saved.
        self._saved: str | None = None
        # The line to print at exit, about the last game that was begun.
        self._last_line = ""
        # Name of that game if the line calls it saved, which may change.
        self._last_saved: str | None = None
        # A session that is saved elsewhere, or that the player gave up.
        self._let_go: Session | None = None

    @property
    def has_saved(self) -> bool:
        """Whether the last played game can be resumed."""
        return self._saved is not None and self.store.find_saved(self._saved) is not None

    def close_session(self) -> None:
        """End the current session; a running game is saved."""
        session, self._session = self._session, None
        if session is not None:
            session.close()
            self._saved = session.name if session.failure is None else None
            if session.failure is not None and session is not self._let_go:
                # The screens have ended, so the player can't be asked.
                self.farewells.append(rescue_text(rescue(session.record)))
            self._remember_line(session)

    def _remember_line(self, session: Session) -> None:
        """Set the line to print at exit for a game; a game without a move changes nothing."""
        if not session.is_started:
            return
        # If the store failed, a farewell tells where the game is; after a crash, nothing more may fail.
        has_line = session.failure is None and self.failure is None
        self._last_line = parting_text(session, self.store) if has_line else ""
        self._last_saved = session.name if session.outcome is Outcome.ONGOING else None

    def _when_saved(self, then: Callable[[], object]) -> None:
        """Save the game, then run an action that ends the session; if saving fails, ask the player first."""
        session = self._session
        if self.is_asking:
            return
        if session is None or session.is_closed:
            then()
            return
        # The end of the session pauses the game, and that event may be what can't be saved.
        session.pause()
        error = session.save()
        if error is None:
            then()
            return
        self._show_pause()

        def why(error: OSError) -> str:
            return f"This game could not be saved in {self.store.directory}: {error.strerror or error}."

        def save(text: str) -> str | None:
            path = Path(os.path.abspath(os.path.expanduser(text.strip() or ".")))
            try:
                if path.is_dir():
                    path = free_path(path)
                if path.exists():
                    return f"there is a file of that name already: {path}"
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

        self.push_screen(dialog, answer)

    @property
    def is_asking(self) -> bool:
        """Whether the player is being asked about a game that can't be saved."""
        return isinstance(self.screen, UnsavedDialog)

    @property
    def is_unsaved(self) -> bool:
        """Whether the game has events that its store lacks."""
        return self._session is not None and self._session.failure is not None

    def _pause_quietly(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.pause_quietly()

    def _show_pause(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.show_pause()

    # Exit.

    def on_unmount(self) -> None:
        """Save the game, for whatever reason the application ends."""
        self.close_session()

    def action_interrupt(self) -> None:
        """Exit, as Ctrl-C does everywhere; the first time, ask if the game can't be saved."""
        self.leave(INTERRUPTED, may_ask=not self.is_asking)

    async def action_quit(self) -> None:
        """Save the game and exit."""
        self.leave(0)

    def leave(self, status: int, *, may_ask: bool = True) -> None:
        """Save the game and exit.

        Args:
            status: the exit status.
            may_ask: whether to ask the player if the game can't be saved.
        """

        def go() -> None:
            self.status = status
            self.close_session()
            if self._last_saved is None or self.store.find_saved(self._last_saved) is not None:
                self.parting = self._last_line
            self.exit()

        if may_ask:
            self._when_saved(go)
        else:
            go()

    def _handle_exception(self, error: Exception) -> None:
        if self._exit and isinstance(error, NoMatches):
            # A screen that opens during the exit gets no widgets any more.
            return
        # Textual's own traceback is of no use to a player; the caller prints the error and the path of the game.
        self.failure = self.failure or error
        self.status = 1
        super()._handle_exception(error)
        self._exit_renderables.clear()
