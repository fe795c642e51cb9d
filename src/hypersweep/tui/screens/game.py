"""A game on the full screen, as it is played: what the keys and the mouse do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from hypersweep.game import Outcome
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.parts.telling import hint_contents
from hypersweep.tui.screens.game_view import PAUSED, GameView
from hypersweep.ui_model.game_over import missed_move
from hypersweep.ui_model.hint_trail import HintTrail
from hypersweep.ui_model.illegal_move import why_nothing
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.next_cell import next_cell

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.binding import BindingType

    from hypersweep.game import Change
    from hypersweep.session import Hint, Session
    from hypersweep.tui.board.view import BoardView
    from hypersweep.ui_model.keys import ScreenKeys

__all__ = ["GameScreen"]


_KEY = {command: KEY_TABLE["game"].name_of(command) for command in ("hint", "new", "pause", "same", "undo", "watch")}
# What costs a game its rank, and what is said before it does.
_COSTS = {
    "hint": f"a hint makes this game unranked: {_KEY['hint']} again asks for it",
    "watch": f"what the solver shows makes this game unranked: {_KEY['watch']} again lets it go on with a copy",
    "undo": f"taking a move back makes this game unranked: {_KEY['undo']} again does it",
}
_OVER = "the game is over: {new} starts another, {same} the same board, {undo} takes the last move back".format(**_KEY)


class GameScreen(GameView):
    """Plays a session.

    Args:
        session: what is played.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["game"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._trail: HintTrail | None = None
        self._is_thinking = False
        # What was asked once and is done when it is asked again; and what was told of its cost in this game.
        self._asked = ""
        self._costs_told: set[str] = set()

    def take(self) -> None:
        """Play the session from the beginning."""
        self._trail = self._missed = None
        self._asked = ""
        self._costs_told.clear()
        super().take()

    # Looking around.

    def on_board_view_moved(self) -> None:
        """Tell of the cell under the cursor."""
        # Whoever goes on looking around wants to go on.
        self._asked = ""
        self.session.cursor = self.board.cursor
        self._show_status()

    def action_look(self, step: int) -> None:
        """Go to the next cell worth looking at: those of a hint, while there is one."""
        self._navigator.forget()
        board = self.board
        cell = self._trail.go(board.cursor, step) if self._trail is not None else None
        if cell is None:
            cell = next_cell(self.session.game, board.cursor, is_back=step < 0)
        if cell is None:
            self.host.say("no clue has anything left around it")
        else:
            board.go(cell)
        self._show_status()

    # Moves of the game.

    def on_board_view_act(self, message: BoardView.Act) -> None:
        """Do what the mouse asks for."""
        self._act(message.action, self.board.grid.index(message.cell), is_mouse=True)

    @property
    def _place(self) -> int:
        """The index of the cell under the cursor: a move uses it from the key to what is redrawn."""
        return self.board.grid.index(self.board.cursor)

    def action_open(self) -> None:
        """Open the cell under the cursor, or chord on it."""
        place = self._place
        self._act("chord" if self.session.game.is_open(place) else "open", place)

    def action_flag(self) -> None:
        """Flag the cell under the cursor."""
        self._act("flag", self._place)

    def action_smart(self) -> None:
        """Flag a covered cell, chord on an open one."""
        place = self._place
        self._act("chord" if self.session.game.is_open(place) else "flag", place)

    def _act(self, kind: str, place: int, *, is_mouse: bool = False) -> None:
        self._navigator.forget()
        session = self.session
        if session.is_paused:
            self.host.say(f"the game is {PAUSED}")
            return
        if session.outcome is not Outcome.ONGOING:
            self.host.say(_OVER)
            return

        def made(change: Change) -> None:
            if not change and not is_mouse:
                self.host.say(why_nothing(session.game, kind, session.grid.cell(place)).partition(": '")[0])
            self._changed(change)

        self._make(kind, place, made)

    def _make(self, kind: str, place: int | None, made: Callable[[Change], None]) -> None:
        """Make a move, an undo or a redo, at once or beside the screen."""
        session = self.session

        def end(change: Change | None) -> None:
            if session is not self.session or not self.is_attached:
                return
            if change is None:
                self._show_all()
            else:
                made(change)
            if self.moves.is_large(session):
                # What was drawn while nobody could look at the cells.
                self.board.show()

        self.moves.make(session, kind, place, end)
        if self.moves.is_running:
            self._show_status()

    def _changed(self, change: Change) -> None:
        self._asked = ""
        if change:
            self._end_hint()
            self._missed = None
            self.board.show(change)
            self._show_note()
            self.refresh_bindings()
            self._find_missed()
        self._show_all()

    def _find_missed(self) -> None:
        """Of a game that was lost by rules that make guesses needless, look for what was safe, and mark it."""
        session = self.session
        if session.outcome is not Outcome.LOST or session.game.rules.guess == "allowed" or self.moves.is_large(session):
            return
        game, moves = session.game.copy(), session.game.moves

        def tell(missed: Hint | None) -> None:
            if missed is None or session is not self.session or not self.is_attached or session.game.moves != moves:
                return
            self._missed, self._trail = missed, HintTrail(missed)
            self.board.highlight(missed.clues, missed.cells)
            self._show_note()

        self.host.work_aside(lambda: missed_move(game), tell)

    def action_undo(self) -> None:
        """Take the latest move back."""
        self._navigator.forget()
        if self.session.can_undo and not self._is_agreed("undo"):
            return
        was_over = self.session.outcome is not Outcome.ONGOING

        def made(change: Change) -> None:
            if not change:
                self.host.say(f"the game is {PAUSED}" if self.session.is_paused else "there is nothing to undo")
            self._changed(change)
            if was_over:
                self.board.show()

        self._make("undo", None, made)

    def _is_agreed(self, what: str) -> bool:
        """Whether to do what makes a game unranked: what it costs is said once in each game, instead of doing it."""
        if not self.session.is_ranked or what in self._costs_told:
            return True
        self._costs_told.add(what)
        self.host.say(_COSTS[what])
        return False

    def action_redo(self) -> None:
        """Make the move again that was taken back."""
        self._navigator.forget()

        def made(change: Change) -> None:
            if not change:
                self.host.say(f"the game is {PAUSED}" if self.session.is_paused else "there is nothing to redo")
            self._changed(change)

        self._make("redo", None, made)

    # Hints.

    def action_hint(self) -> None:
        """Ask for a hint, or for more of it."""
        if self._is_thinking or (self.session.is_hint_counted and not self._is_agreed("hint")):
            return
        self._is_thinking = True
        self._show_note(Content.styled("looking for a hint…", "$text-muted"))
        session = self.session
        # The position of now is taken here: the work itself goes on while the player does.
        adviser = self.host.adviser
        work = session.hint_later() if adviser is None else session.hint_later(adviser=adviser)
        self.host.work_aside(work, lambda hint: self._tell_hint(session, hint))

    def _tell_hint(self, session: Session, hint: Hint | None) -> None:
        self._is_thinking = False
        if session is not self.session or not self.is_attached:
            return
        self._trail = None if hint is None else HintTrail(hint)
        if hint is None:
            # Something was changed meanwhile, so that it is of no use.
            self._show_note()
            return
        self.board.highlight(hint.clues, hint.cells)
        self.host.keep(f"Hint {hint.level}: {hint.text}")
        self._show_note(*hint_contents(hint))
        self._show_all()

    def _end_hint(self) -> None:
        if self._trail is not None:
            self._trail = None
            self.board.highlight()

    # The game as a whole.

    def action_pause(self) -> None:
        """Pause, or go on."""
        session = self.session
        if not session.is_paused and not session.pause():
            over = session.outcome is not Outcome.ONGOING
            self.host.say("the game is over" if over else "the clock starts with the first open")
            return
        if session.is_paused and self.board.is_hidden:
            session.resume()
        self.show_pause()

    def show_pause(self) -> None:
        """Hide the board or show it, as the session says."""
        self._end_hint()
        self.board.is_hidden = self.session.is_paused
        self._show_note()
        self._show_all()

    def pause_quietly(self) -> None:
        """Pause if that can be done, as when the program is suspended."""
        if self.session.pause():
            self.show_pause()

    def action_new(self) -> None:
        """Begin a game on a new board; while one goes on, only when asked twice."""
        if self._is_given_up("new"):
            self.host.navigation.play_again()

    def action_same(self) -> None:
        """Begin again on the same board; while a game goes on, only when asked twice."""
        if self.session.game.layout is None:
            self.host.say("no mines lie yet: the first open decides where")
        elif self._is_given_up("same"):
            self.host.navigation.play_same()

    def _is_given_up(self, name: str) -> bool:
        """Whether the game may go: it is over, hasn't begun, or the same was asked just before."""
        session = self.session
        if not session.is_started or session.outcome is not Outcome.ONGOING or self._asked == name:
            return True
        self._asked = name
        self.host.say(f"{_KEY[name]} again gives this game up; Esc leaves it saved")
        return False

    def action_this_board(self) -> None:
        """Show what the board is: its rules, seed and board ID."""
        self.host.navigation.this_board()

    def begin(self, session: Session) -> None:
        """Play another session, on the same kind of board, on this screen."""
        self.session = session
        self.board.set_source(session.game)
        self.take()

    def action_review(self) -> None:
        """Look at how well each move was chosen."""
        self.host.navigation.review(self.session.record)

    def action_replay(self) -> None:
        """Watch the game again."""
        self.host.navigation.replay(self.session.record)

    def action_watch(self) -> None:
        """Let the solver go on with a copy of the game; this one is then no longer ranked."""
        if not self.session.is_started or self._is_agreed("watch"):
            self.host.navigation.watch_game(self.session)

    def action_leave(self) -> None:
        """Go to the start screen; the game is saved."""
        if self._trail is not None and self._missed is None:
            self._end_hint()
            self._show_note()
            return
        self.host.navigation.start()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does anything now."""
        if action == "move" and parameters:
            # Where there is no such axis, the footer doesn't tell of its keys.
            return parameters[0] in range(self.session.grid.dimensions)
        is_over = self.session.outcome is not Outcome.ONGOING
        if action in ("replay", "review"):
            return is_over
        return not (is_over and action in ("open", "flag", "smart", "hint", "pause", "watch"))
