"""A running game on the full screen: commands of keys and mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from hypersweep.game import Outcome
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.parts.telling import hint_contents
from hypersweep.tui.screens.game_view import PAUSED, GameView
from hypersweep.ui_model.cursor import HintTrail, next_cell
from hypersweep.ui_model.game_texts import missed_move, why_nothing
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.binding import BindingType

    from hypersweep.game import MoveResult
    from hypersweep.session import Hint, Session
    from hypersweep.tui.board.view import BoardView
    from hypersweep.ui_model.key_table import ScreenKeys

_KEY = {command: KEY_TABLE["game"].name_of(command) for command in ("hint", "new", "pause", "same", "undo", "watch")}
# Commands that cost a game its rank, and the warnings before them.
_COSTS = {
    "hint": f"a hint makes this game unranked: {_KEY['hint']} again asks for it",
    "watch": f"what the solver shows makes this game unranked: {_KEY['watch']} again lets it go on with a copy",
    "undo": f"taking a move back makes this game unranked: {_KEY['undo']} again does it",
}
_OVER = "the game is over: {new} starts another, {same} the same board, {undo} takes the last move back".format(**_KEY)


class GameScreen(GameView):
    """Play a session.

    Args:
        session: the session.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["game"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._trail: HintTrail | None = None
        self._is_thinking = False
        # A command that needs a second request; and warnings already given in this game.
        self._asked = ""
        self._costs_told: set[str] = set()

    def take(self) -> None:
        """Play the session from the beginning."""
        self._trail = self._missed = None
        self._asked = ""
        self._costs_told.clear()
        super().take()

    # Moving around.

    def on_board_view_moved(self) -> None:
        """Show information on the cell under the cursor."""
        # A player who moves on wants the game to continue.
        self._asked = ""
        self.session.cursor = self.board.cursor
        self._show_status()

    def action_look(self, step: int) -> None:
        """Jump to the next useful cell: one of the hint's, if there is a hint."""
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

    # Moves.

    def on_board_view_act(self, message: BoardView.Act) -> None:
        """Make the move of a mouse click."""
        self._act(message.action, self.board.grid.index(message.cell), is_mouse=True)

    @property
    def _place(self) -> int:
        """Index of the cell under the cursor; a move keeps it from the key to the redraw."""
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

        def made(change: MoveResult) -> None:
            if not change and not is_mouse:
                self.host.say(why_nothing(session.game, kind, session.grid.cell(place)).partition(": '")[0])
            self._changed(change)

        self._make(kind, place, made)

    def _make(self, kind: str, place: int | None, made: Callable[[MoveResult], None]) -> None:
        """Make a move, an undo or a redo, at once or in the background."""
        session = self.session

        def end(change: MoveResult | None) -> None:
            if session is not self.session or not self.is_attached:
                return
            if change is None:
                self._show_all()
            else:
                made(change)
            if self.moves.is_large(session):
                # Redraw what was hidden during the move.
                self.board.show()

        self.moves.make(session, kind, place, end)
        if self.moves.is_running:
            self._show_status()

    def _changed(self, change: MoveResult) -> None:
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
        """After a loss by rules without guesses, find a safe cell and mark it."""
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
        """Undo the latest move."""
        self._navigator.forget()
        if self.session.can_undo and not self._is_agreed("undo"):
            return
        was_over = self.session.outcome is not Outcome.ONGOING

        def made(change: MoveResult) -> None:
            if not change:
                self.host.say(f"the game is {PAUSED}" if self.session.is_paused else "there is nothing to undo")
            self._changed(change)
            if was_over:
                self.board.show()

        self._make("undo", None, made)

    def _is_agreed(self, what: str) -> bool:
        """Whether to run a command that costs the rank: the first request in a game only shows a warning."""
        if not self.session.is_ranked or what in self._costs_told:
            return True
        self._costs_told.add(what)
        self.host.say(_COSTS[what])
        return False

    def action_redo(self) -> None:
        """Redo the undone move."""
        self._navigator.forget()

        def made(change: MoveResult) -> None:
            if not change:
                self.host.say(f"the game is {PAUSED}" if self.session.is_paused else "there is nothing to redo")
            self._changed(change)

        self._make("redo", None, made)

    # Hints.

    def action_hint(self) -> None:
        """Show a hint, or more of it."""
        if self._is_thinking or (self.session.is_hint_counted and not self._is_agreed("hint")):
            return
        self._is_thinking = True
        self._show_note(Content.styled("looking for a hint…", "$text-muted"))
        session = self.session
        # Take the current position here; the work runs in the background.
        adviser = self.host.adviser
        work = session.hint_later() if adviser is None else session.hint_later(adviser=adviser)
        self.host.work_aside(work, lambda hint: self._tell_hint(session, hint))

    def _tell_hint(self, session: Session, hint: Hint | None) -> None:
        self._is_thinking = False
        if session is not self.session or not self.is_attached:
            return
        self._trail = None if hint is None else HintTrail(hint)
        if hint is None:
            # The game has changed meanwhile, so the hint is useless.
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

    # The game.

    def action_pause(self) -> None:
        """Pause or continue."""
        session = self.session
        if not session.is_paused and not session.pause():
            over = session.outcome is not Outcome.ONGOING
            self.host.say("the game is over" if over else "the clock starts with the first open")
            return
        if session.is_paused and self.board.is_hidden:
            session.resume()
        self.show_pause()

    def show_pause(self) -> None:
        """Hide or show the board, as the session's state requires."""
        self._end_hint()
        self.board.is_hidden = self.session.is_paused
        self._show_note()
        self._show_all()

    def pause_quietly(self) -> None:
        """Pause if possible, for example when the program is suspended."""
        if self.session.pause():
            self.show_pause()

    def action_new(self) -> None:
        """Start a game on a new board; during a running game, only at the second request."""
        if self._is_given_up("new"):
            self.host.navigation.play_again()

    def action_same(self) -> None:
        """Restart the same board; during a running game, only at the second request."""
        if self.session.game.layout is None:
            self.host.say("no mines lie yet: the first open decides where")
        elif self._is_given_up("same"):
            self.host.navigation.play_same()

    def _is_given_up(self, name: str) -> bool:
        """Whether the game may be replaced: it is over or unplayed, or this is the second request."""
        session = self.session
        if not session.is_started or session.outcome is not Outcome.ONGOING or self._asked == name:
            return True
        self._asked = name
        self.host.say(f"{_KEY[name]} again gives this game up; Esc leaves it saved")
        return False

    def action_this_board(self) -> None:
        """Show the board's rules, seed and board ID."""
        self.host.navigation.this_board()

    def begin(self, session: Session) -> None:
        """Play another session, on the same kind of board, on this screen."""
        self.session = session
        self.board.set_source(session.game)
        self.take()

    def action_review(self) -> None:
        """Review the quality of each move."""
        self.host.navigation.review(self.session.record)

    def action_replay(self) -> None:
        """Replay the game."""
        self.host.navigation.replay(self.session.record)

    def action_watch(self) -> None:
        """Let the solver continue with a copy of the game, which then loses its rank."""
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
        """Whether a key has an effect now."""
        if action == "move" and parameters:
            # The footer omits the keys of axes that the board lacks.
            return parameters[0] in range(self.session.grid.dimensions)
        is_over = self.session.outcome is not Outcome.ONGOING
        if action in ("replay", "review"):
            return is_over
        return not (is_over and action in ("open", "flag", "smart", "hint", "pause", "watch"))
