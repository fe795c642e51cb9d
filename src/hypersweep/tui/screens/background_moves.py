"""Moves that may take seconds: on very large boards, and first clicks that search for a no-guess board.

They run in the background while the screen shows their progress.
"""

from __future__ import annotations

from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from hypersweep.errors import GenerationError, HypersweepError
from hypersweep.game import CancelToken
from hypersweep.game.first_open import is_searched
from hypersweep.text import clock_text, percent_of
from hypersweep.ui_model.game_texts import error_text, figures_text, making_texts, why_no_board

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypersweep.game import Game
    from hypersweep.session import Session
    from hypersweep.tui.screens.screen_host import Host


Made = TypeVar("Made")

# Minimum number of cells for running moves in the background; on a smaller board, a move is faster than the redraw.
LARGE_BOARD = 1 << 22
# Seconds to wait for a move before the screen accepts input again; most moves finish within this time.
_PATIENCE = 0.05
# Seconds before progress is shown; most boards are found sooner, so usually nothing flickers.
_SOON = 0.3
# Commands allowed during a long move: those that cancel it, those that exit and, during a search for a board, those
# that move the cursor.
_CANCELS, _LEAVES = ("leave", "interrupt"), ("quit",)
_LOOKS = ("across", "down", "move", "digit", "along", "edge")


class LongMoves:
    """Makes a game's long moves in another thread.

    Args:
        host: the application, which runs background work and shows messages.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._watch: CancelToken | None = None
        self._kind = ""
        # Whether the move begins with a search for a board, and whether the cursor may move during the search.
        self._is_making = self._may_look = False
        self._begun = 0.0
        # Cached statistics on a game, and the cache key: the game and its number of events.
        self._figures = ""
        self._figures_of: tuple[Session, int] | None = None
        # Number of covered safe cells at the start of the move, for computing the progress.
        self._rest = 1

    @property
    def is_running(self) -> bool:
        """Whether a move is in progress."""
        return self._watch is not None

    def text(self, room: int = 0) -> str:
        """Return a text on the move's progress; empty if no move is running, or one has only just begun.

        Args:
            room: number of columns for the text; 0 if unlimited.
        """
        watch = self._watch
        if watch is None:
            return ""
        ending = f"   {'cancelling' if watch.is_cancelled else 'Esc cancels it'}"
        if self._is_making:
            if monotonic() - self._begun < _SOON:
                return ""
            forms = [text + ending for text in making_texts(watch.search)]
            return next((form for form in forms if not room or len(form) <= room), forms[-1])
        parts = ["taking back…" if self._kind == "undo" else "opening…"]
        if self._kind != "undo":
            parts.append(percent_of(min(1.0, watch.opened / self._rest)))
        parts.append(clock_text(int(1000 * (monotonic() - self._begun))))
        return " ".join(parts) + ending

    def run(
        self, game: Game, kind: str, act: Callable[[CancelToken], Made], done: Callable[[Made | None], object]
    ) -> None:
        """Make a long move in another thread, unless one is running.

        Args:
            game: the game.
            kind: "open", "chord", "undo" or "redo".
            act: makes the move; its result is truthy unless the move was cancelled.
            done: called with the result, or with None if the move was cancelled.
        """
        if self.is_running:
            self._refuse()
            return
        watch = self._watch = CancelToken()
        self._kind, self._begun = kind, monotonic()
        self._is_making = _makes_board(game, kind)
        # The cursor may move during a search, but not on a large board: other threads can't read its cells while they
        # are being opened.
        self._may_look = self._is_making and game.grid.cells < LARGE_BOARD
        self._rest = max(1, game.grid.cells - game.mines - game.opened)
        has_ended = Event()
        result: list[Made | Exception] = []

        def work() -> None:
            try:
                result.append(act(watch))
            except Exception as error:  # raised again in the UI thread, where the game can be saved
                result.append(error)
            has_ended.set()

        def end(_: object = None) -> None:
            if not result:
                return
            if self._watch is watch:
                self._watch = None
            found = result.pop()
            if isinstance(found, (HypersweepError, MemoryError)):
                done(None)
                self._host.say(why_no_board(game, found) if isinstance(found, GenerationError) else error_text(found))
            elif isinstance(found, Exception):
                raise found
            elif watch.is_cancelled and not found:
                done(None)
                self._host.say("cancelled: the game is as it was")
            else:
                done(found)

        self._host.work_aside(work, end)
        if has_ended.wait(_PATIENCE):
            end()

    def figures(self, session: Session, shown: Callable[[], object]) -> str:
        """Return the statistics on a large finished game; if they aren't ready, compute them in the background.

        Args:
            session: the game's session.
            shown: called once the statistics are computed, so that the next call returns them.

        Returns:
            The statistics, or "…" while they are being computed.
        """
        record = session.record
        key = (session, len(record.events))
        if self._figures_of != key:
            self._figures_of, self._figures = key, "…"

            def show(text: str) -> None:
                if self._figures_of == key:
                    self._figures = text
                    shown()

            self._host.work_aside(lambda: figures_text(record), show)
        return self._figures

    def cancel(self) -> None:
        """Cancel the running move, if there is one."""
        if self._watch is not None:
            self._watch.cancel()

    def refuses(self, action: str) -> bool:
        """Return whether the running move blocks a command; a blocked command cancels the move or shows a message.

        Args:
            action: the command's name.
        """
        if not self.is_running or action in _LEAVES or (self._may_look and action in _LOOKS):
            return False
        if action in _CANCELS:
            self.cancel()
        else:
            self._refuse()
        return True

    def _refuse(self) -> None:
        doing = "making the board" if self._is_making else "taking back" if self._kind == "undo" else "opening"
        self._host.say(f"still {doing}: Esc cancels it")


def _makes_board(game: Game, kind: str) -> bool:
    return kind == "open" and is_searched(game.rules, game.layout)
