"""A game on the full screen: the board, what is known beside it, and the keys."""

from __future__ import annotations

from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Static

from hypersweep.boards import board_name
from hypersweep.controls.attention import next_cell
from hypersweep.controls.cursor import Navigator, axis_label
from hypersweep.controls.ending import ending_text, figures_text, standing_text
from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.controls.refusals import why_nothing
from hypersweep.controls.status import cell_status, hint_text
from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.picture.names import axis_names
from hypersweep.picture.panels import plan_panels
from hypersweep.record.times import clock_text
from hypersweep.tui.board.lens import Lens
from hypersweep.tui.board.minimap import MiniMap
from hypersweep.tui.board.view import BoardView
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.parts.note import NoteLine
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.wording import count_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.controls.keys import ScreenKeys
    from hypersweep.game import Change
    from hypersweep.session import Hint, Session

    Cell = tuple[int, ...]

__all__ = ["GameScreen"]


_FRAME = 0.25
# Longer hints have shorter names for their cells.
_HINT_LINES = 2


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
    GameScreen #top #right { text-align: right; }
    GameScreen #body { height: 1fr; }
    GameScreen #body { layout: horizontal; }
    GameScreen #body.below { layout: vertical; }
    GameScreen #panels { layout: vertical; width: auto; height: 100%; padding: 1 2 0 1; }
    GameScreen .below #panels { layout: horizontal; width: 100%; height: auto; padding: 0 2; align-horizontal: center; }
    GameScreen #panels > * { margin: 0 0 1 0; }
    GameScreen .below #panels > * { margin: 0 2 0 0; }
    GameScreen #bottom { height: 1; padding: 0 1; }
    GameScreen #bottom #status { width: 1fr; height: 1; }
    GameScreen #bottom #typed { width: auto; height: 1; color: $text-muted; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session: Session = session
        self._navigator = Navigator(session.grid)
        self._hint: Hint | None = None
        self._is_thinking = False
        # What was asked once and is done when it is asked again.
        self._asked = ""
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

    def on_mount(self) -> None:
        """Show the game as it is, and let its clock be seen."""
        self.host.dress(self.board)
        self.board.focus()
        self.set_interval(_FRAME, self._tick)
        self._take()

    def _take(self) -> None:
        """Show the session from the beginning."""
        board = self.board
        self._navigator = Navigator(self.session.grid, board.cursor)
        self._hint = None
        self._asked = ""
        board.is_hidden = self.session.is_paused
        self.refresh_bindings()
        self._show_note()
        self._show_all()

    def on_resize(self) -> None:
        """Place the panels again."""
        self.call_after_refresh(self._place_panels)

    def _place_panels(self) -> None:
        """Put the panels beside the board or below it, wherever the board loses nothing by it, or nowhere."""
        body, panels, board = self.query_one("#body"), self.query_one("#panels"), self.board
        lens = self.query_one(Lens)
        plan = plan_panels(
            body.size,
            board.grid.shape,
            board.cell_width,
            lens=(lens.arrangement.width, lens.arrangement.height),
            has_map=bool(self.query(MiniMap)),
        )
        if not self.host.has_panels:
            plan = plan._replace(has_lens=False)
        body.set_class(plan.is_below, "below")
        for minimap in self.query(MiniMap):
            # A map of many slices scrolls: the board keeps at least half of the screen.
            width, height = body.size
            minimap.styles.max_width = max(1, width - 4 if plan.is_below else width // 2)
            minimap.styles.max_height = max(1, height // 2 if plan.is_below else height - 2)
        lens.display = plan.has_lens
        panels.display = plan.has_lens or plan.has_map

    def action_panels(self) -> None:
        """Show the lens, or hide it."""
        self.host.toggle_panels()
        self._place_panels()

    def action_delta(self) -> None:
        """Show clues less the flags around them, or as they are."""
        self.host.toggle_delta()

    def _tick(self) -> None:
        self._ticks += 1
        if self._ticks % 4 == 0:
            self.session.tick()
        self._show_top()

    def _show_all(self) -> None:
        self._show_top()
        self._show_status()

    @property
    def heading(self) -> Content:
        """What is played."""
        game = self.session.game
        rules = "" if game.rules.name == "classic" else f" · {game.rules.name}"
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
        not_ranked = "" if session.is_ranked else "not ranked"
        self._set("right", Content.assemble((not_ranked + "   " * bool(not_ranked and words[0]), "$text-muted"), words))

    def _show_status(self) -> None:
        board = self.board
        if self.session.is_paused:
            self._set("status", Content("paused: P resumes"))
        else:
            self._set("status", Content(cell_status(self.session.game, board.focus_cell)))
        grid = self.session.grid
        typed = self._navigator.typed
        axis = axis_label(grid, self._navigator.axis) if grid.dimensions > 2 else ""
        self._set(
            "typed", Content.assemble((f"{typed}  " if typed else "", "bold"), f", . along {axis}" if axis else "")
        )

    def _show_note(self, note: Content | None = None) -> None:
        """Show a note below the board; None shows the result of a game that is over, or nothing."""
        if note is None and self.session.outcome is not Outcome.ONGOING:
            note = self._result()
        self.query_one(NoteLine).set(note)

    def _result(self) -> Content:
        session = self.session
        colour = "$text-success" if session.outcome is Outcome.WON else "$text-error"
        head = Content.styled(ending_text(session), f"bold {colour}")
        return Content.assemble(head, f"   {standing_text(session, self.host.store)}\n{figures_text(session.record)}")

    def _set(self, name: str, content: Content) -> None:
        widget = self.query_one(f"#{name}", Static)
        before = widget.content
        if before != content:
            # A new layout takes longer than all the rest, and only these two are as wide as what they say.
            is_wider = name in ("middle", "typed") and len(str(before)) != len(content)
            widget.update(content, layout=is_wider)

    def on_board_view_moved(self) -> None:
        """Tell of the cell under the cursor."""
        # Whoever goes on looking around wants to go on.
        self._asked = ""
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
        lit = [*self._hint.cells, *self._hint.clues] if self._hint else []
        if lit:
            place = (lit.index(board.cursor) + step) % len(lit) if board.cursor in lit else 0 if step > 0 else -1
            cell: Cell | None = lit[place]
        else:
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
            self.host.say("the game is paused: P resumes")
            return
        if session.outcome is not Outcome.ONGOING:
            self.host.say("the game is over: R starts another, U takes the last move back")
            return
        change = {"open": session.open, "flag": session.flag, "chord": session.chord}[kind](place)
        if not change and not is_mouse:
            self.host.say(why_nothing(session.game, kind, session.grid.cell(place)).partition(": '")[0])
        self._changed(change)

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
        was_over = self.session.outcome is not Outcome.ONGOING
        change = self.session.undo()
        if not change:
            self.host.say("the game is paused: P resumes" if self.session.is_paused else "there is nothing to undo")
        self._changed(change)
        if was_over:
            self.board.show()

    def action_redo(self) -> None:
        """Make the move again that was taken back."""
        self._navigator.forget()
        change = self.session.redo()
        if not change:
            self.host.say("the game is paused: P resumes" if self.session.is_paused else "there is nothing to redo")
        self._changed(change)

    # Hints.

    def action_hint(self) -> None:
        """Ask for a hint, or for more of it."""
        if self._is_thinking:
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
        self._hint = hint
        if hint is None:
            # Something was changed meanwhile, so that it is of no use.
            self._show_note()
            return
        self.board.highlight(hint.clues, hint.cells)
        more = [] if hint.is_last else ["? says more"]
        if hint.cells or hint.clues:
            more.append("n goes there")
        dimensions = session.grid.dimensions
        text = hint_text(hint, dimensions, _HINT_LINES * (self.size.width - 4))
        if text == hint.text and "(" in text and dimensions > 1:
            more.append(f"cells are ({', '.join(axis_names(dimensions))})")
        tail = f"   {', '.join(more)}" if more else ""
        self._show_note(Content.assemble((f"Hint {hint.level}  ", "bold $text-success"), text, (tail, "$text-muted")))
        self._show_all()

    def _end_hint(self) -> None:
        if self._hint is not None:
            self._hint = None
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
        """Begin a new game; while one goes on, only when asked twice."""
        session = self.session
        if session.is_started and session.outcome is Outcome.ONGOING and self._asked != "new":
            self._asked = "new"
            self.host.say("R again gives this game up; Esc leaves it saved")
            return
        self.host.navigation.play_again()

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

    def action_leave(self) -> None:
        """Go to the start screen; the game is saved."""
        if self._hint is not None:
            self._end_hint()
            self._show_note()
            return
        self.host.navigation.start()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does anything now."""
        del parameters
        is_over = self.session.outcome is not Outcome.ONGOING
        if action in ("replay", "review"):
            return is_over
        return not (is_over and action in ("open", "flag", "smart", "hint", "pause"))
