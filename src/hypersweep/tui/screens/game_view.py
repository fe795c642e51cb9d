"""The view of a game on the full screen: board, panels and lines, and the movement of the cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Static

from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.text import axis_text, clock_text
from hypersweep.tui.board.lens import Lens
from hypersweep.tui.board.minimap import MiniMap
from hypersweep.tui.board.view import BoardView
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.heading import heading_content, heading_width
from hypersweep.tui.parts.note import NoteLine
from hypersweep.tui.parts.telling import result_contents
from hypersweep.tui.screens.background_moves import LongMoves
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.tui.screens.panels import place_panels
from hypersweep.ui_model.cursor import Navigator, cell_status, counter_text
from hypersweep.ui_model.game_texts import ending_text, standing_texts
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from hypersweep.session import Hint, Session

_FRAME = 0.25
# Margins in columns of the lines at the top and at the bottom, as in their styles.
_BAR_PADDING = 1

PAUSED = f"paused: {KEY_TABLE['game'].name_of('pause')} resumes"
"""The message while a game is paused."""


class GameView(HostedScreen):
    """Show a session; screens for playing it add its moves.

    Args:
        session: the session.

    Attributes:
        session: the session.
    """

    # Unscoped, so that the style sheet applies to subclasses too.
    SCOPED_CSS = False
    CSS = """
    GameView #top { height: 1; background: $surface; padding: 0 1; }
    GameView #top Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    GameView #top #left { padding: 0 1 0 0; }
    GameView #top #middle { text-align: center; width: auto; }
    GameView #top #right { text-align: right; padding: 0 0 0 1; }
    GameView #body { height: 1fr; }
    GameView #body { layout: horizontal; align: center middle; }
    GameView #body.below { layout: vertical; }
    GameView #panels { layout: vertical; width: auto; height: 100%; padding: 0 3 0 1; align-vertical: middle; }
    GameView .below #panels { layout: horizontal; width: 100%; height: auto; padding: 1 2 0 2; }
    GameView .below #panels { align: center top; }
    GameView MiniMap { margin: 0 0 1 0; }
    GameView .below MiniMap { margin: 0 2 0 0; }
    GameView #bottom { height: 1; padding: 0 1; }
    GameView #bottom #status { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    GameView #bottom #typed { width: auto; height: 1; color: $text-muted; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session: Session = session
        self._navigator = Navigator(session.grid)
        self._moves: LongMoves | None = None
        # A cell that was certainly safe, instead of the one that lost the game.
        self._missed: Hint | None = None
        self._ticks = 0

    # Display.

    def compose(self) -> ComposeResult:
        """Create the line above, the board and its panels, the notes and the status line."""
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
                # Its place isn't known yet, and in many dimensions it could have any size.
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
        """The runner of moves."""
        if self._moves is None:
            self._moves = LongMoves(self.host)
        return self._moves

    def refuses(self, action: str) -> bool:
        """Reject most commands while a long move is running; Esc cancels it."""
        return self.moves.refuses(action)

    def on_mount(self) -> None:
        """Show the current state of the game, and start the clock display."""
        self.board.focus()
        self.set_interval(_FRAME, self._tick)
        self.take()

    def take(self) -> None:
        """Show the session from the beginning."""
        board = self.board
        self.host.dress(board)
        if self.session.cursor is not None:
            board.go(self.session.cursor)
        self._navigator = Navigator(self.session.grid, board.cursor)
        board.is_hidden = self.session.is_paused
        self.refresh_bindings()
        self._show_note()
        self._show_all()

    def on_resize(self) -> None:
        """Place the panels again, and fit the texts."""
        self._show_status()
        self.call_after_refresh(self._place_panels)

    def _place_panels(self) -> None:
        """Show the panels next to the board or below it if the board loses no space, else hide them."""
        body = self.query_one("#body")
        plan = place_panels(self.board, body, body.size, wants_lens=self.host.has_panels)
        self.query_one("#panels").display = plan.has_lens or plan.has_map

    def action_panels(self) -> None:
        """Show or hide the lens."""
        self.host.toggle_panels()
        self._place_panels()

    def action_delta(self) -> None:
        """Show clues reduced by flags, or unchanged."""
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
        """Text about the game above the board."""
        return heading_content(self.session.game)

    def _show_top(self) -> None:
        session, game = self.session, self.session.game
        words = {Outcome.WON: ("won", "bold $text-success"), Outcome.LOST: ("lost", "bold $text-error")}.get(
            game.outcome, ("paused", "bold $text-warning") if session.is_paused else ("", "")
        )
        middle = Content.assemble((f"{counter_text(game)}   ", "$accent"), (clock_text(session.milliseconds), "bold"))
        less = ("less flags", "bold $accent") if self.board.shows_differences else ("", "")
        not_ranked = ("" if session.is_ranked else "not ranked", "$text-muted")
        parts = [part for part in (less, not_ranked, words) if part[0]]
        right = Content("   ").join([Content.assemble(part) for part in parts])
        for name, content in (("left", self.heading), ("middle", middle), ("right", right)):
            self._set(name, content)
        width = heading_width(self.size.width - 2 * _BAR_PADDING, self.heading, middle, right)
        self.query_one("#left").styles.min_width = width

    def _show_status(self) -> None:
        board = self.board
        room = self.size.width - 2 * _BAR_PADDING
        if moving := self.moves.text(room):
            status = Content(moving)
        elif self.session.is_paused:
            status = Content(PAUSED)
        else:
            status = Content(cell_status(self.session.game, board.focus_cell))
        self._set("status", status)
        typed = self._navigator.typed
        ways = [f", . along {axis_text(self._navigator.axis)}"] if self.session.grid.dimensions > 2 else []
        ends = [Content.assemble((f"{typed}  " if typed else "", "bold"), way) for way in (*ways, "")]
        # Information on the cell comes first, and a typed number before a picked axis.
        room -= status.cell_length
        self._set("typed", next((end for end in ends if end.cell_length < room), ends[-1]))

    def _show_note(self, *contents: Content) -> None:
        """Show the first note that fits; without notes, the result of a finished game, or nothing."""
        if not contents and self.session.outcome is not Outcome.ONGOING:
            contents = self._results()
        self.query_one(NoteLine).set(*contents)

    def _results(self) -> tuple[Content, ...]:
        session = self.session
        standings = standing_texts(session, self.host.store, self._missed)
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
            # Avoid a new layout, which takes longer than all the rest: only these two have the width of their text.
            is_wider = name in ("middle", "typed") and len(str(before)) != len(content)
            widget.update(content, layout=is_wider)
            if name == "right":
                # The name of the board is cut before this text is.
                widget.styles.min_width = content.cell_length + 1

    def on_board_view_hover(self) -> None:
        """Show information on the cell under the mouse."""
        self._show_status()

    # Cursor.

    def _go(self, is_moved: bool) -> None:
        if is_moved:
            self.board.go(self._navigator.cell)
        self._show_status()

    def action_across(self, step: int) -> None:
        """Move along the row."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.across(step))

    def action_down(self, step: int) -> None:
        """Move along the column."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.down(step))

    def action_move(self, axis: int, step: int) -> None:
        """Move along an axis."""
        self._navigator.cell = self.board.cursor
        self._go(self._navigator.move(axis, step))

    def action_digit(self, digit: int) -> None:
        """Take a digit of a count or an axis."""
        self._navigator.cell = self.board.cursor
        self._navigator.digit(digit)
        self._go(True)

    def action_along(self, step: int) -> None:
        """Move along the picked axis."""
        self._navigator.cell = self.board.cursor
        try:
            self._navigator.along(step)
        except HypersweepError as error:
            self.host.say(str(error))
        self._go(True)

    def action_edge(self, where: str, step: int) -> None:
        """Move to an edge."""
        self._navigator.cell = self.board.cursor
        try:
            self._navigator.edge(where, step)
        except HypersweepError as error:
            self.host.say(str(error))
        self._go(True)
