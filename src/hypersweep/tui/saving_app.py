"""The game that is played is kept: saved before anything takes its place, or the player is asked what becomes of it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from textual.css.query import NoMatches

from hypersweep.exit_codes import INTERRUPTED
from hypersweep.game import Outcome
from hypersweep.session.crash_recovery import free_path, rescue
from hypersweep.tui.host_app import HostApp
from hypersweep.tui.screens.game import GameScreen
from hypersweep.tui.screens.unsaved import UnsavedDialog
from hypersweep.ui_model.game_over import parting_text
from hypersweep.ui_model.saved_games import error_text, rescue_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.session import Session, Store
    from hypersweep.tui.screens.host import Navigation

__all__ = ["SavingApp"]


class SavingApp(HostApp):
    """The part of the full-screen game that has the session, and doesn't lose it.

    Args:
        store: where games, results and settings are kept.
        navigation: leads from one screen to another.
        usual_theme: the theme of the boards as long as the player chooses none; None for the first one.

    Attributes:
        failure: the error that ended the game, if one did.
        status: the exit status.
        farewells: what is to be said once the terminal is as it was.
        parting: the line about the game that stays in the shell; empty for none.
    """

    def __init__(self, store: Store, navigation: Navigation, *, usual_theme: str | None = None) -> None:
        super().__init__(store, navigation, usual_theme=usual_theme)
        self.farewells: list[str] = []
        self.parting: str = ""
        self.failure: BaseException | None = None
        self.status: int = 0
        self._session: Session | None = None
        # The name of the game that was played last, if it is saved.
        self._saved: str | None = None
        # What leaving prints: of the last game that was begun.
        self._last_line = ""
        # The name of that game where the line says that it is saved, which it may not be any more.
        self._last_saved: str | None = None
        # A session that is saved elsewhere, or that the player would rather lose.
        self._let_go: Session | None = None

    @property
    def has_saved(self) -> bool:
        """Whether the game that was played last can be resumed."""
        return self._saved is not None and self.store.find_saved(self._saved) is not None

    def close_session(self) -> None:
        """End the session that is played; a game that goes on is saved."""
        session, self._session = self._session, None
        if session is not None:
            session.close()
            self._saved = session.name if session.failure is None else None
            if session.failure is not None and session is not self._let_go:
                # Nobody could be asked.
                self.farewells.append(rescue_text(rescue(session.record)))
            self._remember_line(session)

    def _remember_line(self, session: Session) -> None:
        """Remember what leaving prints of a game; one without a move changes nothing."""
        if not session.is_started:
            return
        # Where the store failed, a farewell says where the game is; after a crash, nothing more may fail.
        has_line = session.failure is None and self.failure is None
        self._last_line = parting_text(session, self.store) if has_line else ""
        self._last_saved = session.name if session.outcome is Outcome.ONGOING else None

    def _when_saved(self, then: Callable[[], object]) -> None:
        """Do what ends the session once its game is saved; where it can't be, ask the player first."""
        session = self._session
        if self.is_asking:
            return
        if session is None or session.is_closed:
            then()
            return
        # The end of the session would pause it, and that may be what can't be saved.
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
        """Whether the player is asked what becomes of a game that can't be saved."""
        return isinstance(self.screen, UnsavedDialog)

    @property
    def is_unsaved(self) -> bool:
        """Whether there is a game that its store doesn't have as it is."""
        return self._session is not None and self._session.failure is not None

    def _pause_quietly(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.pause_quietly()

    def _show_pause(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, GameScreen):
                screen.show_pause()

    # The end.

    def on_unmount(self) -> None:
        """Save the game, whatever ends the screens."""
        self.close_session()

    def action_interrupt(self) -> None:
        """Leave as Ctrl-C does everywhere; where the game can't be saved, ask the first time."""
        self.leave(INTERRUPTED, may_ask=not self.is_asking)

    async def action_quit(self) -> None:
        """Leave; the game is saved."""
        self.leave(0)

    def leave(self, status: int, *, may_ask: bool = True) -> None:
        """Save the game and leave.

        Args:
            status: the exit status.
            may_ask: whether to ask first where the game can't be saved.
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
            # A screen that comes when the game is being left gets no widgets any more.
            return
        # What Textual would print is of no use to a player. The caller says what is: where the game is.
        self.failure = self.failure or error
        self.status = 1
        super()._handle_exception(error)
        self._exit_renderables.clear()
