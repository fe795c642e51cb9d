"""The solver at play on the screen: each move with its reasons before it is made, at any speed, forward and back."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from textual.containers import VerticalScroll

from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.text import tame
from hypersweep.tui.board.view import BoardView
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.watch_view import SOON, WatchView
from hypersweep.tui.serialized_input import is_shown
from hypersweep.ui_model.game_texts import error_text, is_made_first
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.binding import BindingType

    from hypersweep.game import MoveResult
    from hypersweep.ui_model.key_table import ScreenKeys
    from hypersweep.ui_model.solver_show import SolverPlayer, SolverShow, Turn

_FRAME = 1 / 30
# Seconds of play between two redraws; also the shortest time between comments.
_BUSY, _WORDS = 0.02, 0.1


class WatchScreen(WatchView):
    """Show the games of a show.

    Args:
        show: the show.
        clock: returns the time in seconds; for tests.

    Attributes:
        show: the show.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["watch"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)

    def __init__(self, show: SolverShow, *, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(show, clock)
        # Time of the next move or of the next game.
        self._due = 0.0
        self._was_over = False

    # Display.

    def refuses(self, action: str) -> bool:
        """Reject most commands while a board is searched for; Esc cancels the search."""
        return self.moves.refuses(action)

    def on_mount(self) -> None:
        """Show the first game, and start the clock."""
        self.host.dress(self.board)
        self.board.focus()
        self.set_interval(_FRAME, self._tick)
        self._place()
        self._show_position()

    def action_panels(self) -> None:
        """Show or hide the lens."""
        self.host.toggle_panels()
        self._place()

    def action_delta(self) -> None:
        """Show clues reduced by flags, or unchanged."""
        self.host.toggle_delta()

    def _show_position(self) -> None:
        """Show the next move or the end of the game, or start to search."""
        player, board = self.show.player, self.board
        turn = player.next
        if self._was_over != player.is_over:
            self._was_over = player.is_over
            self.refresh_bindings()
        self._offset = None
        self.query_one("#words", VerticalScroll).scroll_home(animate=False)
        if turn is not None:
            self._wait(self.show.delay)
            if not self._is_rushing:
                board.highlight(turn.clues, [cell for cell in turn.targets if not player.game.is_open(cell)])
                board.go(turn.cell)
        elif player.is_over:
            self._wait(2 * self.show.delay)
            self._end_rush()
            if not self.show.has_next:
                self.show.is_playing = False
            board.highlight()
            if player.latest_cell is not None:
                board.go(player.latest_cell)
        else:
            self._search()
            # The next move usually arrives before a message could be read.
            self._is_stale = True
            return
        self._tell()

    def _wait(self, seconds: float) -> None:
        """Schedule the next move, so that viewers can look at this one; make up for a delay of the last one."""
        now = self._clock()
        late = now - self._due
        self._due = now + seconds - (late if self.show.is_playing and 0 < late < _WORDS else 0)

    def _tell(self) -> None:
        """Show the texts about the current move; skip some if moves are fast."""
        self._is_stale = True
        is_fast = self._is_rushing or (self.show.is_playing and self.show.delay < _WORDS)
        if not is_fast or self._clock() - self._told >= _WORDS:
            self._show_words()

    # Clock.

    def _tick(self) -> None:
        if not is_shown(self):
            # The screen isn't visible.
            self._due += _FRAME
            return
        if self.moves.is_running:
            self._show_state()
            return
        self._go_on()
        now = self._clock()
        if self._searcher is not None and now - self._since > SOON:
            self._show_state()
            if self._is_stale:
                self.board.highlight()
        if self._is_stale and now - max(self._told, self._since if self._searcher else 0) >= _WORDS:
            self._show_words()

    def _go_on(self) -> None:
        """Make the moves that are due."""
        show, until = self.show, self._clock() + _BUSY
        while (show.is_playing or self._is_rushing) and not self._failure:
            player = show.player
            if player.needs_search:
                self._search()
                return
            if not self._is_rushing and self._clock() < self._due:
                return
            if player.is_over:
                self._begin_next()
                return
            self._step()
            if self.moves.is_running or self._clock() >= until:
                return

    def _search(self) -> None:
        """Search for the next move in another thread, unless a search is running."""
        player = self.show.player
        if self._searcher is not None or self._failure or not player.needs_search:
            return
        search = player.search()

        def work() -> list[Turn] | HypersweepError | MemoryError:
            try:
                return search()
            except (HypersweepError, MemoryError) as error:
                return error

        self._searcher, self._since = player, self._clock()
        self.host.work_aside(work, self._found)

    def _found(self, found: list[Turn] | HypersweepError | MemoryError) -> None:
        player, self._searcher = self._searcher, None
        # Widgets are removed before their screen.
        if not self.is_attached or not self.query(BoardView):
            return
        if player is not self.show.player:
            # The search was for a game that is no longer shown.
            self._search()
            return
        if isinstance(found, list):
            player.take(found)
        else:
            self._failure = tame(error_text(found).partition("; ")[0], 600)
            self.show.is_playing = False
            self._end_rush()
        self._show_position()
        if self._failure:
            self._show_words()
        self.call_later(self._go_on)

    def _step(self) -> None:
        """Make the next move; in the background if it needs a search for the board."""
        show, player = self.show, self.show.player
        if not is_made_first(player.game):
            self._made(player, show.step())
            return
        self.moves.run(player.game, "open", show.step, lambda changes: self._made(player, changes))

    def _made(self, player: SolverPlayer, changes: list[MoveResult] | None) -> None:
        if not self.is_attached or player is not self.show.player:
            return
        if changes is None:
            # There is no board to play on; don't retry automatically.
            self._stop()
        for change in changes or []:
            self.board.show(change)
        self._show_position()
        if changes is None:
            self._show_words()

    def _end_rush(self) -> None:
        if self._is_rushing:
            self._is_rushing = False
            self.show.is_playing = False

    def _begin_next(self) -> bool:
        try:
            self.show.go_on()
        except (HypersweepError, MemoryError) as error:
            self.show.is_playing = False
            self.host.say(error_text(error))
            return False
        self._failure = ""
        self.board.set_source(self.show.player.game)
        self._show_position()
        return True

    # Commands.

    def _stop(self) -> bool:
        """Stop automatic moves. Returns: whether any were scheduled."""
        was_going, self.show.is_playing = self.show.is_playing or self._is_rushing, False
        self._is_rushing = False
        return was_going

    def action_play(self) -> None:
        """Pause or continue."""
        if not self._stop():
            self._ask_again()
            if self._failure or (self.show.player.is_over and not self.show.has_next):
                self._say_over()
            else:
                self.show.is_playing = True
        self._due = 0.0
        self._show_position()
        self._show_words()

    def action_step(self, moves: int) -> None:
        """Make one move or take one back, and pause."""
        self._stop()
        player = self.show.player
        if moves < 0:
            self._back(player.moves - 1)
        elif self._engine and self._failure:
            self._ask_again()
            self._show_position()
        elif player.next is not None:
            self._step()
        elif player.is_over and self.show.has_next:
            self._begin_next()
        elif player.is_over or self._failure:
            self._say_over()
        self._show_words_unless_searching()

    def _show_words_unless_searching(self) -> None:
        if self._searcher is None:
            self._show_words()
        else:
            self._show_state()

    def _back(self, moves: int) -> None:
        """Take moves back until at most a number of them remain."""
        player = self.show.player
        if not player.can_go_back:
            self.host.say("this is where it began")
            return
        was_over = player.game.outcome is not Outcome.ONGOING
        changes = []
        while player.can_go_back and player.moves > moves:
            changes += player.back()
        if was_over or len(changes) > 4:
            self.board.show()
        else:
            for change in changes:
                self.board.show(change)
        self._failure = ""
        self._show_position()

    def action_beginning(self) -> None:
        """Take all moves back."""
        self._stop()
        self._back(0)
        self._show_words_unless_searching()

    def action_end(self) -> None:
        """Redo all moves that were taken back; if none was, play to the end of the game."""
        self._stop()
        show, player = self.show, self.show.player
        if player.is_over or self._failure:
            self._say_over()
        elif player.is_furthest:
            self._is_rushing = True
            self._go_on()
        else:
            while not player.is_furthest:
                show.step()
            self.board.show()
            self._show_position()
        self._show_words_unless_searching()

    def action_speed(self, steps: int) -> None:
        """Make moves faster or slower."""
        before = self.show.delay
        self.show.faster(steps)
        self._due += self.show.delay - before
        self._show_state()

    def action_reason(self, steps: int) -> None:
        """Scroll the reasons if they don't fit."""
        if self._plan.columns:
            self.query_one("#words", VerticalScroll).scroll_relative(y=steps, animate=False)
            return
        if self.show.player.next is None:
            return
        # Pause, since the viewer is reading.
        self._stop()
        if self._offset is not None:
            self._offset += steps
        else:
            self._offset = 0 if steps > 0 else len(self._note_lines)
        self._show_words()

    def action_next(self) -> None:
        """Go to the next game, or to another one on the same kind of board."""
        self._is_rushing = False
        self._begin_next()

    def _ask_again(self) -> None:
        """Let an engine that has failed try again: unlike the solver, it may find another answer."""
        if self._engine:
            self._failure = ""

    def _say_over(self) -> None:
        self.host.say(f"the game is over: {self.KEYS.name_of('next')} begins another, ← takes moves back")

    def action_take_over(self) -> None:
        """Let the viewer play on from the current position."""
        player = self.show.player
        if player.game.outcome is not Outcome.ONGOING:
            take_over = self.KEYS.name_of("take_over")
            self.host.say(f"the game is over: ← takes moves back, and {take_over} then plays on from there")
            return
        self._stop()
        try:
            record = player.record()
        except HypersweepError as error:
            self.host.say(str(error))
            return
        self.host.navigation.take_over(record, self.board.cursor)

    def action_review(self) -> None:
        """Review the quality of each move."""
        self._with_record(self.host.navigation.review)

    def action_replay(self) -> None:
        """Replay the game as a record."""
        self._with_record(self.host.navigation.replay)

    def _with_record(self, use: Callable[..., None]) -> None:
        self._stop()
        try:
            # Use the pace of a slow show, since the moves have no times of their own.
            record = self.show.player.record(1000)
        except HypersweepError as error:
            self.host.say(str(error))
            return
        self._show_words()
        use(record)

    def action_leave(self) -> None:
        """Stop playing to the end, or return to the previous screen."""
        if self._is_rushing:
            self._stop()
            self._show_position()
            self._show_words_unless_searching()
            return
        self.host.navigation.leave_watch()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key has an effect now."""
        del parameters
        if action in ("review", "replay"):
            return self.show.player.game.outcome is not Outcome.ONGOING
        return True
