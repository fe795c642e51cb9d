"""A game on the full screen: the board, what is known beside it, and the keys."""

from __future__ import annotations

from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Static

from hypersweep.boards import board_name
from hypersweep.controls.attention import next_cell
from hypersweep.controls.cursor import Navigator
from hypersweep.controls.ending import ending_text, standing_texts
from hypersweep.controls.hint_trail import HintTrail
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.controls.refusals import why_nothing
from hypersweep.controls.status import cell_status
from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.picture.names import axis_text
from hypersweep.picture.panels import plan_panels
from hypersweep.record.times import clock_text
from hypersweep.session.figures import rules_note
from hypersweep.tui.board.lens import Lens
from hypersweep.tui.board.minimap import MiniMap
from hypersweep.tui.board.view import BoardView
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.parts.note import NoteLine
from hypersweep.tui.parts.telling import hint_contents, result_contents
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.tui.screens.long_moves import LongMoves
from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.controls.keys import ScreenKeys
    from hypersweep.game import Change
    from hypersweep.session import Hint, Session

    Cell = tuple[int, ...]

__all__ = ["GameScreen"]


_FRAME = 0.25
# Columns at each end of the line at the bottom, as its style has them.
_BOTTOM_PADDING = 1
_KEY = {command: KEY_TABLE["game"].name_of(command) for command in ("hint", "new", "pause", "same", "undo", "watch")}
# What costs a game its rank, and what is said before it does.
_COSTS = {
    "hint": f"a hint makes this game unranked: {_KEY['hint']} again asks for it",
    "watch": f"what the solver shows makes this game unranked: {_KEY['watch']} again lets it go on with a copy",
    "undo": f"taking a move back makes this game unranked: {_KEY['undo']} again does it",
}
_PAUSED = f"paused: {_KEY['pause']} resumes"
_OVER = "the game is over: {new} starts another, {same} the same board, {undo} takes the last move back".format(**_KEY)


class GameScreen(HostedScreen):
    """Plays a session.

    Args:
        session: what is played.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["game"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    GameScreen #top { height: 1; background: $surface; padding: 0 1; }
    GameScreen #top Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    GameScreen #top #left { padding: 0 1 0 0; }
    GameScreen #top #middle { text-align: center; width: auto; }
    GameScreen #top #right { text-align: right; padding: 0 0 0 1; }
    GameScreen #body { height: 1fr; }
    GameScreen #body { layout: horizontal; align: center middle; }
    GameScreen #body.below { layout: vertical; }
    GameScreen #panels { layout: vertical; width: auto; height: 100%; padding: 0 3 0 1; align-vertical: middle; }
    GameScreen .below #panels { layout: horizontal; width: 100%; height: auto; padding: 1 2 0 2; }
    GameScreen .below #panels { align: center top; }
    GameScreen MiniMap { margin: 0 0 1 0; }
    GameScreen .below MiniMap { margin: 0 2 0 0; }
    GameScreen #bottom { height: 1; padding: 0 1; }
    GameScreen #bottom #status { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    GameScreen #bottom #typed { width: auto; height: 1; color: $text-muted; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session: Session = session
        self._navigator = Navigator(session.grid)
        self._trail: HintTrail | None = None
        self._is_thinking = False
        self._moves: LongMoves | None = None
        # What was asked once and is done when it is asked again; and what was told of its cost in this game.
        self._asked = ""
        self._costs_told: set[str] = set()
        self._ticks = 0

    # What is shown.

    def compose(self) -> ComposeResult:
        """A line above, the board and its panels, notes and the status line below."""
        with Horizontal(id="top"):
            yield Static(id="left")
            yield Static(id="middle")
            yield Static(id="right")
        with Container(id="body"):
            board = BoardView(self.session.game, theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board")
            yield board
            with Container(id="panels"):
                if self.session.grid.dimensions > 4:
                    yield MiniMap(board)
                lens = Lens(board)
                # Where there is room for it isn't known yet, and of many dimensions it would be of any size.
                lens.display = False
                yield lens
        yield NoteLine()
        with Horizontal(id="bottom"):
            yield Static(id="status")
            yield Static(id="typed")
        yield KeyFooter()

    @property
    def board(self) -> BoardView:
        """The board on the screen."""
        return self.query_one(BoardView)

    @property
    def moves(self) -> LongMoves:
        """What makes the moves."""
        if self._moves is None:
            self._moves = LongMoves(self.host)
        return self._moves

    def refuses(self, action: str) -> bool:
        """While a long move is being made most keys are refused; Esc cancels it."""
        return self.moves.refuses(action)

    def on_mount(self) -> None:
        """Show the game as it is, and let its clock be seen."""
        self.host.dress(self.board)
        self.board.focus()
        self.set_interval(_FRAME, self._tick)
        self._take()

    def _take(self) -> None:
        """Show the session from the beginning."""
        board = self.board
        if self.session.cursor is not None:
            board.go(self.session.cursor)
        self._navigator = Navigator(self.session.grid, board.cursor)
        self._trail = None
        self._asked = ""
        self._costs_told.clear()
        board.is_hidden = self.session.is_paused
        self.refresh_bindings()
        self._show_note()
        self._show_all()

    def on_resize(self) -> None:
        """Place the panels again, and say as much as fits now."""
        self._show_status()
        self.call_after_refresh(self._place_panels)

    def _place_panels(self) -> None:
        """Put the panels beside the board or below it, wherever the board loses nothing by it, or nowhere."""
        body, panels, board = self.query_one("#body"), self.query_one("#panels"), self.board
        lens = self.query_one(Lens)
        plan = plan_panels(
            body.size,
            board.grid,
            board.least_width,
            wants_lens=self.host.has_panels,
            has_map=bool(self.query(MiniMap)),
        )
        body.set_class(plan.is_below, "below")
        all_of_it = "1fr"
        board.styles.width = all_of_it if plan.is_below or plan.board is None else plan.board
        board.styles.height = plan.board if plan.is_below and plan.board is not None else all_of_it
        for minimap in self.query(MiniMap):
            # A map of many slices scrolls: the board keeps at least half of the screen.
            width, height = body.size
            minimap.styles.max_width = max(1, width - 4 if plan.is_below else width // 2)
            minimap.styles.max_height = max(1, height // 2 if plan.is_below else height - 2)
            minimap.has_room = plan.has_map
        lens.display = plan.has_lens
        panels.display = plan.has_lens or plan.has_map

    def action_panels(self) -> None:
        """Show the lens, or hide it."""
        self.host.toggle_panels()
        self._place_panels()

    def action_delta(self) -> None:
        """Show clues less the flags around them, or as they are."""
        self.host.toggle_delta()
        self._show_top()

    def _tick(self) -> None:
        self._ticks += 1
        if self._ticks % 4 == 0:
            self.session.tick()
        self._show_top()
        if self.moves.is_running:
            self._show_status()

    def _show_all(self) -> None:
        self._show_top()
        self._show_status()

    @property
    def heading(self) -> Content:
        """What is played."""
        game = self.session.game
        note = rules_note((game.grid, game.mines, game.rules))
        rules = f" · {note}" if note else ""
        name = board_name(game.grid, game.mines)
        shape = "" if name.startswith(game.grid.format()) else f" · {game.grid.format()}"
        return Content.assemble((name, "bold"), (shape + rules, "$text-muted"))

    def _show_top(self) -> None:
        session, game = self.session, self.session.game
        self._set("left", self.heading)
        words = {Outcome.WON: ("won", "bold $text-success"), Outcome.LOST: ("lost", "bold $text-error")}.get(
            game.outcome, ("paused", "bold $text-warning") if session.is_paused else ("", "")
        )
        mines = f"{game.remaining} of {count_of(game.mines, 'mine')} left"
        self._set("middle", Content.assemble((f"{mines}   ", "$accent"), (clock_text(session.milliseconds), "bold")))
        less = ("less flags", "bold $accent") if self.board.shows_differences else ("", "")
        not_ranked = ("" if session.is_ranked else "not ranked", "$text-muted")
        parts = [part for part in (less, not_ranked, words) if part[0]]
        self._set("right", Content("   ").join([Content.assemble(part) for part in parts]))

    def _show_status(self) -> None:
        board = self.board
        if self.moves.is_running:
            status = Content(self.moves.text)
        elif self.session.is_paused:
            status = Content(_PAUSED)
        else:
            status = Content(cell_status(self.session.game, board.focus_cell))
        self._set("status", status)
        typed = self._navigator.typed
        ways = [f", . along {axis_text(self._navigator.axis)}"] if self.session.grid.dimensions > 2 else []
        ends = [Content.assemble((f"{typed}  " if typed else "", "bold"), way) for way in (*ways, "")]
        # What is said of the cell comes first, and what is being typed goes before what has been picked.
        room = self.size.width - 2 * _BOTTOM_PADDING - status.cell_length
        self._set("typed", next((end for end in ends if end.cell_length < room), ends[-1]))

    def _show_note(self, *contents: Content) -> None:
        """Show the first of some notes that fits; of none, the result of a game that is over, or nothing."""
        if not contents and self.session.outcome is not Outcome.ONGOING:
            contents = self._results()
        self.query_one(NoteLine).set(*contents)

    def _results(self) -> tuple[Content, ...]:
        session = self.session
        standings = standing_texts(session, self.host.store)
        ending, figures = ending_text(session), self.moves.figures(session, self._show_figures)
        self.host.keep("\n".join(filter(None, [f"{ending}   {standings[0]}".rstrip(), figures])))
        return tuple(result_contents(ending, standings, figures, is_won=session.outcome is Outcome.WON))

    def _show_figures(self) -> None:
        if self.is_attached:
            self._show_note()

    def _set(self, name: str, content: Content) -> None:
        widget = self.query_one(f"#{name}", Static)
        before = widget.content
        if before != content:
            # A new layout takes longer than all the rest, and only these two are as wide as what they say.
            is_wider = name in ("middle", "typed") and len(str(before)) != len(content)
            widget.update(content, layout=is_wider)
            if name == "right":
                # It isn't cut; the name of the board is, if it has to be.
                widget.styles.min_width = content.cell_length + 1

    def on_board_view_moved(self) -> None:
        """Tell of the cell under the cursor."""
        # Whoever goes on looking around wants to go on.
        self._asked = ""
        self.session.cursor = self.board.cursor
        self._show_status()

    def on_board_view_hover(self) -> None:
        """Tell of the cell under the mouse."""
        self._show_status()

    # Moves of the cursor.

    def _go(self, is_moved: bool) -> None:
        if is_moved:
            self.board.go(self._navigator.cell)
        self._show_status()

    def action_across(self, step: int) -> None:
        """Go along the row."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.across(step))

    def action_down(self, step: int) -> None:
        """Go along the column."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.down(step))

    def action_move(self, axis: int, step: int) -> None:
        """Go along an axis."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.move(axis, step))

    def action_digit(self, digit: int) -> None:
        """Take a digit of a count or an axis."""
        self._navigator.cell = self.board.cursor
        self._navigator.digit(digit)
        self._go(True)

    def action_along(self, step: int) -> None:
        """Go along the picked axis."""
        self._navigator.cell = self.board.cursor
        try:
            self._navigator.along(step)
        except HypersweepError as error:
            self.host.say(str(error))
        self._go(True)

    def action_edge(self, where: str, step: int) -> None:
        """Go to an edge."""
        self._navigator.cell = self.board.cursor
        try:
            self._navigator.edge(where, step)
        except HypersweepError as error:
            self.host.say(str(error))
        self._go(True)

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
            self.host.say(f"the game is {_PAUSED}")
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
            self.board.show(change)
            self._show_note()
            self.refresh_bindings()
        self._show_all()

    def action_undo(self) -> None:
        """Take the latest move back."""
        self._navigator.forget()
        if self.session.can_undo and not self._is_agreed("undo"):
            return
        was_over = self.session.outcome is not Outcome.ONGOING

        def made(change: Change) -> None:
            if not change:
                self.host.say(f"the game is {_PAUSED}" if self.session.is_paused else "there is nothing to undo")
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
                self.host.say(f"the game is {_PAUSED}" if self.session.is_paused else "there is nothing to redo")
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
        self.host.work_aside(session.hint_later(), lambda hint: self._tell_hint(session, hint))

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
        self._take()

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
        if self._trail is not None:
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
