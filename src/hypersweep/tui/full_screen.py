"""Run the full-screen game; however it exits, save the game and restore the terminal."""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from hypersweep.errors import HypersweepError
from hypersweep.exit_codes import FAILED, SIGNALLED, UNUSABLE, flush_errors
from hypersweep.picture.themes import THEMES
from hypersweep.session import Session, Store
from hypersweep.tui.app import HypersweepApp
from hypersweep.tui.terminal import colour_count

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import FrameType
    from typing import Self

    from hypersweep.record import Record
    from hypersweep.session import SavedSummary
    from hypersweep.session.hint import Advice
    from hypersweep.tui.screens.online_screen import OnlineStart
    from hypersweep.ui_model.choices import BoardChoice
    from hypersweep.ui_model.solver_show import SolverShow
    from hypersweep.view import View


# Time limit for a clean exit after a signal, in seconds: a terminal that accepts no output must not block the exit.
_PATIENCE = 5.0
# Time limit after a hangup, in seconds; the terminal certainly accepts no output then.
_PATIENCE_WITHOUT_TERMINAL = 0.5
# Turn off what Textual turns on: mouse, focus and size reports, bracketed paste, kitty's keyboard protocol. Then
# restore the title, line wrap, the previous screen, and the cursor.
_RESET = (
    "\033[23;2t"
    "\033[?1000l\033[?1003l\033[?1015l\033[?1006l\033[?1016l\033[?1004l\033[?2048l\033[?2004l"
    "\033[<u\033[?7h\033[?1049l\033[?25h\033[0m"
)


def run(
    choice: BoardChoice | None = None,
    *,
    record: Record | None = None,
    saved: SavedSummary | Record | None = None,
    show: SolverShow | None = None,
    online: OnlineStart | None = None,
    adviser: Callable[[View], Advice] | None = None,
    has_motion: bool = True,
    theme: str | None = None,
    is_lesson: bool = False,
) -> int:
    """Play on the full screen, and return the exit status.

    Args:
        choice: the game to play; None for the start screen.
        record: a verified record to replay instead.
        saved: a saved game to resume instead.
        show: games of the solver to watch instead.
        online: what to open on a server instead.
        adviser: finds hints; None for the solver.
        has_motion: whether to animate the board.
        theme: name or file of a theme to choose and save.
        is_lesson: whether to begin with the lesson about four dimensions instead.
    """
    apps: list[HypersweepApp] = []

    def warn(message: str) -> None:
        for app in apps:
            app.warn(message)

    try:
        store = Store(warn=warn)
        if theme is not None:
            is_file = theme not in THEMES
            store.settings.set("theme", "own" if is_file else theme)
            if is_file:
                store.settings.set("theme_file", os.path.abspath(theme))
        colours = colour_count()
        session = None if saved is None else Session.continue_from(saved, store=store)
        usual_theme = "contrast" if colours == 16 else None
        app = HypersweepApp(
            store,
            choice,
            session=session,
            record=record,
            show=show,
            online=online,
            usual_theme=usual_theme,
            has_motion=has_motion,
        )
        app.navigation.is_lesson = is_lesson
        app.colour_count = colours
        app.adviser = adviser
    except (HypersweepError, MemoryError) as error:
        command = "play" if saved is None else "resume"
        print(f"hypersweep {command}: {str(error) or 'the board is too large for memory'}", file=sys.stderr)
        return UNUSABLE
    apps.append(app)
    if theme is not None and app.board_theme == "own":
        from hypersweep.picture.theme_files import faint_colours

        if faint := faint_colours(THEMES["own"]):
            app.warn(f"hard to see in this theme: {', '.join(faint)}")
    with _Terminal(app) as terminal:
        try:
            app.run()
            terminal.is_restored = True
        except BaseException as error:  # whatever the error, save the game and restore the terminal
            app.failure = error
    _say_farewell(app)
    if app.failure is None:
        if app.navigation.parting:
            with suppress(OSError, ValueError):
                print(app.navigation.parting, flush=True)
        return app.status
    _tell(app.failure, store.directory, has_saved=app.navigation.has_saved)
    if not terminal.is_restored:
        # Exit without waiting for threads: the thread that reads keys may still be waiting for a key.
        flush_errors()
        os._exit(FAILED)
    return FAILED


class _Terminal:
    """Restores the terminal at the end, and exits cleanly on signals.

    Args:
        app: the application to exit.
    """

    def __init__(self, app: HypersweepApp) -> None:
        self._app = app
        self._attributes: list[object] | None = None
        self._handlers: dict[int, object] = {}
        self._watchdog: threading.Timer | None = None
        self.is_restored = False

    def __enter__(self) -> Self:
        with suppress(ImportError, OSError, ValueError):
            import termios

            with suppress(termios.error):
                self._attributes = termios.tcgetattr(sys.__stdin__.fileno())  # type: ignore[union-attr]
        for name in ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"):
            number = getattr(signal, name, None)
            # Keep ignoring a signal that was ignored at the start, as by nohup.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(ValueError, OSError):
                    self._handlers[number] = signal.signal(number, self._leave)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        for number, handler in self._handlers.items():
            with suppress(ValueError, OSError, TypeError):
                signal.signal(number, handler)  # type: ignore[arg-type]
        if not self.is_restored:
            self._reset()
        self._app.navigation.close_session()
        if self._watchdog is not None:
            self._watchdog.cancel()

    def _leave(self, number: int, frame: FrameType | None) -> None:
        """Save the game and exit; on a second signal, exit at once."""
        del frame
        if self._watchdog is not None:
            self._force(number)
        is_hung_up = number == getattr(signal, "SIGHUP", None)
        patience = _PATIENCE_WITHOUT_TERMINAL if is_hung_up else _PATIENCE
        self._watchdog = threading.Timer(patience, self._force, (number,))
        self._watchdog.daemon = True
        self._watchdog.start()
        loop = self._app.event_loop
        if loop is None:
            self._force(number)
            return
        if number == signal.SIGINT:
            # The terminal still works, so if the game can't be saved, the app can ask the player what to do.
            loop.call_soon_threadsafe(self._app.call_later, self._interrupt)
        else:
            loop.call_soon_threadsafe(partial(self._app.navigation.leave, SIGNALLED + number, may_ask=False))

    def _interrupt(self) -> None:
        """Exit as Ctrl-C does; if the player is asked a question, wait for the answer without a time limit."""
        self._app.action_interrupt()
        if self._app.navigation.is_asking and self._watchdog is not None:
            self._watchdog.cancel()
            self._watchdog = None

    def _force(self, number: int) -> None:
        """Exit at once. Every event in the game is already in its file, or is saved to the rescue folder."""
        if self._app.navigation.is_unsaved:
            # Save in another thread: whatever blocks the exit may also hold the game's lock.
            saving = threading.Thread(target=self._app.navigation.close_session, daemon=True)
            saving.start()
            saving.join(_PATIENCE_WITHOUT_TERMINAL)
        self._reset()
        _say_farewell(self._app)
        os._exit(SIGNALLED + number)

    def _reset(self) -> None:
        with suppress(OSError, ValueError, AttributeError):
            os.set_blocking(sys.__stderr__.fileno(), False)  # type: ignore[union-attr]
            os.write(sys.__stderr__.fileno(), _RESET.encode())  # type: ignore[union-attr]
            os.set_blocking(sys.__stderr__.fileno(), True)  # type: ignore[union-attr]
        if self._attributes is not None:
            with suppress(ImportError, OSError, ValueError):
                import termios

                with suppress(termios.error):
                    termios.tcsetattr(sys.__stdin__.fileno(), termios.TCSANOW, self._attributes)  # type: ignore[union-attr,arg-type]


def _say_farewell(app: HypersweepApp) -> None:
    """Print where to find games that the store couldn't save."""
    for line in app.navigation.farewells:
        with suppress(OSError, ValueError):
            print(f"hypersweep: {line}", file=sys.stderr, flush=True)


def _tell(error: BaseException, directory: Path, *, has_saved: bool) -> None:
    """Print the error that ended the program, and where a saved game is; write the traceback to a file."""
    import traceback

    path = directory / "crash.txt"
    lines = [f"hypersweep: something went wrong: {type(error).__name__}: {error}"]
    if has_saved:
        lines.append(f"Your game is saved in {directory}; 'hypersweep resume' continues it.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        lines.append(f"{path} has the details, for a bug report.")
    except OSError:
        lines += traceback.format_exception(error)[-3:]
    with suppress(OSError, ValueError):
        print("\n".join(lines), file=sys.stderr)
