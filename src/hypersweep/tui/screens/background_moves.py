"""Moves that may take seconds: on very large boards, or with a search for the board first.

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

# Boards with fewer cells: a move takes less time than drawing it.
LARGE_BOARD = 1 << 22
# Seconds to wait for a move before the screen continues; most moves finish within, before the next key.
_PATIENCE = 0.05
# Seconds before progress is shown; most boards are found earlier, without a flicker.
_SOON = 0.3
# Commands allowed meanwhile: cancel and exit; and during a search for a board, moving around.
_CANCELS, _LEAVES = ("leave", "interrupt"), ("quit",)
_LOOKS = ("across", "down", "move", "digit", "along", "edge")


class LongMoves:
    """Make long moves of a game in another thread.

    Args:
        host: runs background work and shows messages.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._watch: CancelToken | None = None
        self._kind = ""
        # Whether the move begins with the search for a board.
        self._is_making = self._may_look = False
        self._begun = 0.0
        # Cached statistics of a game, and their key: the game and its number of events.
        self._figures = ""
        self._figures_of: tuple[Session, int] | None = None
        # Number of covered safe cells at the start of the move.
        self._rest = 1

    @property
    def is_running(self) -> bool:
        """Whether a move is in progress."""
        return self._watch is not None

    def text(self, room: int = 0) -> str:
        """Text about the progress of the move; empty without a move, or at its beginning.

        Args:
            room: columns that there are for it; 0 for any number.
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
        """Run a long task in another thread, unless one is running.

        Args:
            game: the game.
            kind: "open", "chord", "undo" or "redo".
            act: the task; its result is true unless it was cancelled.
            done: called with its result; with None if it was cancelled.
        """
        if self.is_running:
            self._refuse()
            return
        watch = self._watch = CancelToken()
        self._kind, self._begun = kind, monotonic()
        self._is_making = _makes_board(game, kind)
        # On a larger board, no other thread may read the cells while they are being opened.
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
        """Return the statistics of a large finished game, or "…": they come later, and the next call returns them.

        Args:
            session: session of the game.
            shown: called then.
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
        """Cancel the move, unless it is finished."""
        if self._watch is not None:
            self._watch.cancel()

    def refuses(self, action: str) -> bool:
        """Whether a command must wait for the move in progress; show a message, or cancel the move.

        Args:
            action: name of the command.
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
