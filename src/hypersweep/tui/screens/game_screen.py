"""A game on the full screen: the board with its panels and text lines, and commands for keys and mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container, Horizontal
from textual.content import Content
from textual.widgets import Static

from hypersweep.boards import board_title
from hypersweep.daily import daily_share_text
from hypersweep.game import Outcome
from hypersweep.game.first_open import is_searched
from hypersweep.picture.arrangement import axis_name
from hypersweep.picture.fitting import can_grow
from hypersweep.record.text_form import DAILY
from hypersweep.text import clock_text
from hypersweep.tui.board.board_panels import Lens, MiniMap, place_panels
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.board.end_card import EndCard
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.notes import NoteLine, heading_content, heading_width, hint_contents, result_contents
from hypersweep.tui.screens import background_moves
from hypersweep.tui.screens.background_moves import LongMoves
from hypersweep.tui.screens.cursor_screen import GAME_CSS, CursorScreen
from hypersweep.ui_model.board_info import daily_title
from hypersweep.ui_model.cursor import HintNumbers, HintTrail, Navigator, cell_status, counter_text, next_cell
from hypersweep.ui_model.game_texts import (
    counted_guesses,
    ending_text,
    figures_text,
    missed_move,
    refusal_text,
    result_card,
    reviewed_guesses,
    share_text,
    standing_texts,
)
from hypersweep.ui_model.key_table import GAME_FOOTERS, KEY_TABLE
from hypersweep.ui_model.marking import move_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.game import CancelToken, MoveResult
    from hypersweep.session import Hint, Session
    from hypersweep.ui_model.key_table import ScreenKeys


_KEY = {
    command: KEY_TABLE["game"].name_of(command)
    for command in ("draft", "drop_draft", "hint", "new", "pause", "same", "undo", "watch")
}
# Warnings before commands that make a game unranked.
_COSTS = {
    "hint": f"a hint makes this game unranked: press {_KEY['hint']} again for it",
    "watch": f"watching the solver makes this game unranked: press {_KEY['watch']} again to watch it play a copy",
    "undo": f"taking a move back makes this game unranked: press {_KEY['undo']} again to do it",
}
_OVER = "the game is over: {new} starts another, {same} restarts it, {undo} takes the last move back".format(**_KEY)
# Padding in columns on each side of the top and bottom lines, as in their styles.
_BAR_PADDING = 1

PAUSED = f"paused: {KEY_TABLE['game'].name_of('pause')} continues"
"""The message while a game is paused."""


class GameScreen(CursorScreen):
    """The screen for playing a session.

    Attributes:
        session: the session.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["game"]
    # Whether a finished game has a card with its result.
    HAS_CARD: ClassVar[bool] = True
    # Whether to leave out coordinates, the clock and the rank, as in a lesson.
    IS_BARE: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    # Unscoped, so that the style sheet applies to subclasses too.
    SCOPED_CSS = False
    CSS = GAME_CSS

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session: Session = session
        self._navigator = Navigator(session.grid)
        self._moves: LongMoves | None = None
        # A cell that could have been opened safely instead of the one that lost the game.
        self._missed: Hint | None = None
        # Summary of the finished game's guesses; "" while the review runs.
        self._guesses = ""
        self._clock_text = ""
        self._saved_seconds = 0
        self._shown_cell: tuple[int, ...] = ()
        # Phase of the game when the footer was last updated.
        self._phase = "before"
        self._heading = Content("")
        self._name = self._title = ""
        # The player's choices, read when a game begins: reading them for each move would take time.
        self._has_tenths = self._counts_guesses = False
        self._verdicts: list[str] = []
        self._trail: HintTrail | None = None
        # Numbers of cells in the hint's texts; all levels of a hint share them.
        self._numbers: HintNumbers | None = None
        self._is_thinking = False
        # The command awaiting a second request, and the warnings already given in this game.
        self._asked = ""
        self._warned_of: set[str] = set()
        # Whether the player started a draft, even if it has no flags yet.
        self._has_begun_draft = False

    # Display.

    def compose(self) -> ComposeResult:
        """Create the top line, the board and its panels, the note lines and the status line."""
        with Horizontal(id="top"):
            yield Static(id="left")
            yield Static(id="middle")
            yield Static(id="right")
        with Container(id="body"):
            board = self.board = BoardView(
                self.session.game, theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board"
            )
            board.has_numbers = not self.IS_BARE
            yield board
            with Container(id="panels"):
                if self.session.grid.dimensions > 4:
                    yield MiniMap(board)
                lens = Lens(board)
                # Hide the lens until its place is known: in many dimensions it might fill the screen.
                lens.display = False
                yield lens
        yield NoteLine()
        with Horizontal(id="bottom"):
            yield Static(id="status")
            yield Static(id="typed")
        yield KeyFooter()
        yield EndCard()

    @property
    def _background(self) -> LongMoves:
        """Runs long moves; created when first used."""
        if self._moves is None:
            self._moves = LongMoves(self.host)
        return self._moves

    @property
    def is_moving(self) -> bool:
        """Whether a long move is in progress."""
        return self._moves is not None and self._moves.is_running

    @property
    def _is_large(self) -> bool:
        """Whether the board is so large that moves run in the background."""
        return self.board.grid.cells >= background_moves.LARGE_BOARD

    def refuses(self, action: str) -> bool:
        """Return whether the running move blocks a command; if so, cancel the move (Esc) or show a message."""
        return self._moves is not None and self._moves.refuses(action)

    def on_mount(self) -> None:
        """Show the current state of the game, and start the clock display."""
        # During the exit there is no board; this query then raises an error, which the application ignores.
        self.query_one(BoardView).focus()
        self._has_tenths = self.host.wants("tenths")
        self.take()
        self._tick()

    def take(self) -> None:
        """Show the session as a game just begun on this screen: forget hints, warnings and typed digits."""
        self._trail = self._numbers = self._missed = None
        self._asked = self._guesses = ""
        self._verdicts = []
        self._counts_guesses = self.host.wants("count_guesses") and not self._is_large
        self._warned_of.clear()
        self._has_begun_draft = False
        board = self.board
        self.host.dress(board)
        board.cell_lines = self.host.cell_lines(board.grid)
        board.show_marks(self.session.marks)
        if self.session.cursor is not None:
            board.go(self.session.cursor)
        self._navigator = Navigator(self.session.grid, board.cursor)
        board.is_hidden = self.session.is_paused
        self._heading = self.heading
        self._name = board_title(self.session.grid, self.session.game.mines)
        self._show_phase()
        self.refresh_bindings()
        self._show_note()
        self._show_all()

    def on_resize(self) -> None:
        """Place the panels again, and fit the texts to the new size."""
        self.show_status()
        self.call_after_refresh(self._place_panels)

    def _place_panels(self) -> None:
        """Place the panels next to or below the board, or hide those that don't fit."""
        body = self.query_one("#body")
        plan = place_panels(self.board, body, body.size, wants_lens=self.host.has_panels and not self.IS_BARE)
        self.query_one("#panels").display = plan.has_lens or plan.has_map
        if self.session.outcome is not Outcome.ONGOING:
            self.call_after_refresh(self._show_note)

    def action_panels(self) -> None:
        """Show or hide the lens."""
        self.host.toggle_panels()
        self._place_panels()

    def action_zoom_in(self) -> None:
        """Make the cells larger."""
        self._zoom(1)

    def action_zoom_out(self) -> None:
        """Make the cells smaller."""
        self._zoom(-1)

    def _zoom(self, step: int) -> None:
        board = self.board
        lines = board.cell_size[1] + step
        if lines < 1 or (step > 0 and not can_grow(board.grid, self.query_one("#body").size, board.cell_size)):
            self.host.say("no larger size fits" if step > 0 else "cells can't be smaller")
            return
        # Forget the player's choice when it is what the screen would choose by itself.
        for board.cell_lines in (None, lines):
            self._place_panels()
            if board.cell_size[1] == lines:
                break
        self.host.keep_cell_lines(board.grid, board.cell_lines)

    def action_delta(self) -> None:
        """Switch between plain clues and clues minus the flags around them."""
        self.host.toggle_delta()
        self._show_top()

    def _tick(self) -> None:
        # Wake up only when the clock changes: at each wake-up of an idle program even a few calls take long.
        step = 100 if self._has_tenths else 500 if self.is_moving else 1000
        is_running = self._phase == "playing" and not self.session.is_paused
        self.set_timer((step - self.session.milliseconds % step * is_running) / 1000, self._tick)
        if self._clock() != self._clock_text:
            self._show_top()
        if (seconds := self.session.milliseconds // 1000) != self._saved_seconds:
            self._saved_seconds = seconds
            self.session.tick()
        self._show_phase()
        if self.is_moving:
            self.show_status()

    def _clock(self) -> str:
        milliseconds = self.session.milliseconds
        return clock_text(milliseconds) + (f".{milliseconds // 100 % 10}" if self._has_tenths else "")

    @property
    def footer_labels(self) -> dict[str, str]:
        """Labels in the footer for the current phase of the game, most important first."""
        return GAME_FOOTERS[self._phase]

    def _show_phase(self) -> None:
        """Update the footer if the phase has changed. Each tick of the clock calls this, to notice the first click."""
        outcome = self.session.outcome
        phase = "playing" if self.session.is_started else "before"
        phase = {Outcome.WON: "won", Outcome.LOST: "lost"}.get(outcome, phase)
        if phase != self._phase:
            self._phase = phase
            self.refresh_bindings()

    def _show_all(self) -> None:
        self._show_top()
        self.show_status()

    @property
    def heading(self) -> Content:
        """The text about the game in the top line."""
        return heading_content(self.session.game, daily_title(self.session.record.tags.get(DAILY, "")))

    def _show_top(self) -> None:
        session, game = self.session, self.session.game
        words = {Outcome.WON: ("won", "bold $text-success"), Outcome.LOST: ("lost", "bold $text-error")}.get(
            game.outcome, ("paused", "bold $text-warning") if session.is_paused else ("", "")
        )
        self._clock_text = clock = self._clock()
        middle = Content.assemble((counter_text(game), "$accent"), ("" if self.IS_BARE else f"   {clock}", "bold"))
        is_less = self.board.shows_differences and game.outcome is Outcome.ONGOING
        less = ("minus flags" if is_less else "", "bold $accent")
        draft = ("draft", "bold $accent") if self._is_drafting else ("", "")
        not_ranked = ("" if session.is_ranked or self.IS_BARE else "not ranked", "$text-muted")
        guesses = (counted_guesses(self._verdicts) if self._counts_guesses else "", "$text-muted")
        parts = [part for part in (guesses, draft, less, not_ranked, words) if part[0]]
        right = Content("   ").join([Content.assemble(part) for part in parts])
        for name, content in (("left", self._heading), ("middle", middle), ("right", right)):
            self._set(name, content)
        width = heading_width(self.size.width - 2 * _BAR_PADDING, self._heading, middle, right)
        self.query_one("#left").styles.min_width = width
        left = game.remaining
        # Without ``pluralize``, to be fast: every flag changes this text.
        title = f"{self._name}, " + (words[0] or f"{left} mine{'s' * (left != 1)} left")
        if title != self._title:
            self._title = title
            self.host.entitle(title)

    def show_status(self) -> None:
        """Show information on the cell under the mouse or the cursor."""
        board, self._shown_cell = self.board, self.board.focus_cell
        room = self.size.width - 2 * _BAR_PADDING
        if self._moves is not None and (moving := self._moves.text(room)):
            status = Content(moving)
        elif self.session.is_paused:
            status = Content(PAUSED)
        else:
            place, _, meaning = cell_status(self.session.game, board.focus_cell, board.mark_looks).partition(": ")
            status = Content.assemble(meaning, ("" if self.IS_BARE else f"   {place}", "$text-muted"))
        self._set("status", status)
        typed = self._navigator.typed
        has_axes = self.session.grid.dimensions > 2 and not self.IS_BARE
        ways = [f", . {axis_name(self._navigator.axis)}"] if has_axes else []
        ends = [Content.assemble((f"{typed}  " if typed else "", "bold"), way) for way in (*ways, "")]
        # The text about the cell has priority, then a typed number, then the selected axis.
        room -= status.cell_length
        self._set("typed", next((end for end in ends if end.cell_length < room), ends[-1]))

    def _show_note(self, *contents: Content) -> None:
        """Show the first of the given notes that fits; without any, a finished game's result, or nothing."""
        is_over = self.session.outcome is not Outcome.ONGOING
        has_card = self._show_card(is_over)
        if not contents and is_over:
            results = self._results()
            # The card already shows the result.
            contents = () if has_card else results
        self.query_one(NoteLine).set(*contents)

    def _show_card(self, is_over: bool) -> bool:
        """Show or hide the card with the result of a finished game. Returns: whether it is shown."""
        card, session = self.query_one(EndCard), self.session
        if is_over and self.HAS_CARD and not self._is_large:
            texts = result_card(session, self.host.store, self._guesses, self._missed)
            card.show(texts, self.KEYS, session.outcome, is_plain=self.host.is_ascii)
        elif card.display:
            card.hide()
        return card.display

    def _results(self) -> tuple[Content, ...]:
        session = self.session
        standings = standing_texts(session, self.host.store, self._missed)
        ending = ending_text(session)
        # On a large board, the statistics are computed in the background.
        figures = (
            self._background.figures(session, self._show_figures) if self._is_large else figures_text(session.record)
        )
        self.host.keep("\n".join(filter(None, [f"{ending}   {standings[0]}".rstrip(), figures])))
        return tuple(result_contents(ending, standings, figures, is_won=session.outcome is Outcome.WON))

    def _show_figures(self) -> None:
        if self.is_attached:
            self._show_note()

    def _set(self, name: str, content: Content) -> None:
        widget = self.query_one(f"#{name}", Static)
        before = widget.content
        if before != content:
            # A new layout takes longer than everything else, and only these two widgets are as wide as their text.
            is_wider = name in ("middle", "typed") and len(str(before)) != len(content)
            widget.update(content, layout=is_wider)
            if name == "right":
                # If there isn't enough space, cut the board's name, not this text.
                widget.styles.min_width = content.cell_length + 1

    def on_board_view_hover(self) -> None:
        """Show information on the cell under the mouse."""
        self.show_status()

    # Cursor.

    def on_board_view_moved(self) -> None:
        """Show information on the cell under the cursor."""
        # Moving the cursor cancels the command awaiting a second request.
        self._asked = ""
        self.session.cursor = self.board.cursor
        if self._shown_cell != self.board.focus_cell:
            self.show_status()

    def action_look(self, step: int) -> None:
        """Jump to the hint's next cell or, without a hint, to the next useful cell."""
        self._navigator.forget()
        board = self.board
        # The hint's text says that the key goes to its cell, so don't leave that cell at the first press.
        cell = self._trail.go(board.cursor, step, may_stay=True) if self._trail is not None else None
        if cell is None and self.session.outcome is not Outcome.ONGOING:
            # Nothing is left to do: show the result again in place of any message.
            self._show_note()
            return
        if cell is None:
            cell = next_cell(self.session.game, board.cursor, is_back=step < 0)
        if cell is None:
            self.host.say("no clue has anything left to do around it")
        else:
            board.go(cell)
        self.show_status()

    # Moves.

    def on_board_view_act(self, message: BoardView.Act) -> None:
        """Make the move requested by a mouse click."""
        self._act(message.action, self.board.grid.index(message.cell), is_mouse=True)

    @property
    def _place(self) -> int:
        """Index of the cell under the cursor; a move uses this same cell from the key press to the redraw."""
        return self.board.grid.index(self.board.cursor)

    def action_open(self) -> None:
        """Open the cell under the cursor, or chord on it."""
        place = self._place
        self._act("chord" if self.session.game.is_open(place) else "open", place)

    def action_flag(self) -> None:
        """Toggle the flag on the cell under the cursor."""
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
        judge = self._judge_later(kind, place) if self._counts_guesses and kind != "flag" else None

        def made(change: MoveResult) -> None:
            if change and judge is not None:
                self.host.work_aside(*judge)
            if not change and not is_mouse and (why := refusal_text(session.game, kind, session.grid.cell(place))):
                self.host.say(why)
            self._changed(change)
            if session.outcome is Outcome.WON:
                self.board.wave(place)
            elif kind != "flag":
                self.board.ripple(place, change.indices)

        may_mark = self.board.assists or self._has_begun_draft or session.marks is not None
        own = self._with_marks(kind, place) if may_mark else kind
        self._make(own, place, made)

    def _judge_later(self, kind: str, place: int) -> tuple[Callable[[], str], Callable[[str], None]]:
        """Return a function that judges a move from the current position, and one that counts its verdict."""
        session, view, cell = self.session, self.session.game.view, self.session.grid.cell(place)
        is_first = not session.game.opened

        def work() -> str:
            from hypersweep.review.judge import judge
            from hypersweep.session.hint_search import HINT_BUDGET

            return "first click" if is_first else judge(view, kind, cell, policy=None, budget=HINT_BUDGET).verdict

        def count(verdict: str) -> None:
            if session is self.session and self.is_attached:
                self._verdicts.append(verdict)
                self._show_top()

        return work, count

    def _make(self, kind: str, place: int | None, made: Callable[[MoveResult], None]) -> None:
        """Make a move, an undo or a redo, in the background if it may take long."""
        session = self.session

        def end(change: MoveResult | None) -> None:
            if session is not self.session or not self.is_attached:
                return
            if change is None:
                self._show_all()
            else:
                made(change)
            if self._is_large:
                # Cells redrawn during the move were shown as hidden, because they couldn't be read, so draw them again.
                self.board.show()

        is_short = kind not in ("open", "chord", "undo", "redo") or not (
            self._is_large or (kind == "open" and is_searched(session.game.rules, session.game.layout))
        )
        if is_short and not self.is_moving:
            end(_make_move(session, kind, place))
            return
        self._background.run(session.game, kind, lambda watch: _make_move(session, kind, place, watch), end)
        if self.is_moving:
            self.show_status()

    def _changed(self, change: MoveResult) -> None:
        session = self.session
        self._asked = ""
        if session.marks is not None:
            self.board.show_marks(session.marks)
        if change:
            self._numbers = self._missed = None
            hint = () if self._trail is None else self._follow_hint(self._trail)
            self.board.show(change)
            self._show_note(*hint)
            if session.outcome is not Outcome.ONGOING or self._phase in ("won", "lost"):
                self._show_phase()
            if session.outcome is not Outcome.ONGOING:
                if self.host.wants("bell"):
                    self.app.bell()
                self._find_missed()
                self._review_guesses()
        self._show_all()

    def _find_missed(self) -> None:
        """After a loss, find and mark the nearest cell that would have been safe."""
        session = self.session
        if session.outcome is not Outcome.LOST or self._is_large:
            return
        game, moves, numbers = session.game.copy(), session.game.moves, self._new_numbers()

        def tell(missed: Hint | None) -> None:
            if missed is None or session is not self.session or not self.is_attached or session.game.moves != moves:
                return
            self._missed, self._trail = missed, HintTrail(missed, numbers.numbers)
            self.board.highlight(missed.clues, missed.cells, numbers.numbers)
            self._show_note()

        self.host.work_aside(lambda: missed_move(game, numbers), tell)

    def _review_guesses(self) -> None:
        """After the game, count the guesses in the background, and how many of them weren't needed."""
        session = self.session
        if not self.HAS_CARD or self._is_large:
            return
        record = session.record
        self._guesses = ""

        def is_here() -> bool:
            return session is self.session and self.is_attached

        def tell(text: str) -> None:
            if is_here() and session.outcome is record.outcome:
                self._guesses = text
                self._show_note()

        self.host.work_aside(lambda: reviewed_guesses(record, is_here), tell)

    def action_share(self) -> None:
        """Copy the finished game's result, without anything that gives the mines away."""
        session, store = self.session, self.host.store
        record = session.record
        rates = [line for line in result_card(session, store, self._guesses).lines[1:] if line]
        text = daily_share_text(record, store) if DAILY in record.tags else share_text(session, rates)
        self.app.copy_to_clipboard(text)
        self.host.keep(text)
        # "Sent", since terminals don't report whether they accepted the text.
        self.host.say("the result was sent to the clipboard of the terminal; M shows it")

    def action_undo(self) -> None:
        """Undo the latest move."""
        self._navigator.forget()
        # A lost game has no rank to lose.
        is_lost = self.session.outcome is Outcome.LOST
        if is_lost or not self.session.is_undo_counted or self._is_agreed("undo"):
            self._go_back_or_on("undo")

    def action_redo(self) -> None:
        """Redo the move undone last."""
        self._navigator.forget()
        self._go_back_or_on("redo")

    def _go_back_or_on(self, kind: str) -> None:
        was_over = self.session.outcome is not Outcome.ONGOING

        def made(change: MoveResult) -> None:
            if change:
                # A hint is about the position that the player leaves.
                self._end_hint()
            else:
                self.host.say(f"the game is {PAUSED}" if self.session.is_paused else f"there is nothing to {kind}")
            self._changed(change)
            if was_over:
                self.board.show()

        self._make(kind, None, made)

    def _is_agreed(self, what: str) -> bool:
        """Return whether to run a command that makes the game unranked; the first request only shows a warning."""
        if not self.session.is_ranked or what in self._warned_of:
            return True
        self._warned_of.add(what)
        self.host.say(_COSTS[what])
        return False

    # Marks.

    @property
    def _is_drafting(self) -> bool:
        """Whether new flags are drafts: a draft was started, or an undo brought draft flags back."""
        marks = self.session.marks
        return self._has_begun_draft or (marks is not None and bool(marks.drafts))

    def _with_marks(self, kind: str, place: int) -> str:
        """Return what a flag or a chord does under the player's settings for marks."""
        session = self.session
        if self.is_moving:
            return kind
        own = move_for(kind, session.game[place], self.board.assists, is_drafting=self._is_drafting)
        if own != "flag_around":
            return own
        cells = set(session.flags_around(place))
        if not self._is_drafting:
            return own if cells else kind
        return "draft_around" if cells - (set() if session.marks is None else session.marks.drafts) else kind

    def action_draft(self) -> None:
        """Start a draft of flags; in a draft, turn its flags into real ones."""
        if not self._is_drafting:
            self._has_begun_draft = True
            self._show_top()
            self.host.say(f"new flags are drafts: {_KEY['draft']} keeps them, {_KEY['drop_draft']} drops them")
        else:
            self._end_draft(self.session.keep_drafts)

    def action_drop_draft(self) -> None:
        """Remove the draft's flags."""
        if self._is_drafting:
            self._end_draft(self.session.drop_drafts)

    def _end_draft(self, end: Callable[[], MoveResult]) -> None:
        if self.session.is_paused or self.is_moving:
            self.host.say(f"the game is {PAUSED}" if self.session.is_paused else "a move is still being made")
            return
        self._has_begun_draft = False
        self._changed(end())

    # Hints.

    def action_hint(self) -> None:
        """Show a hint, or the hint's next level."""
        if self._is_thinking or (self.session.is_hint_counted and not self._is_agreed("hint")):
            return
        self._is_thinking = True
        self._show_note(Content.styled("looking for a hint…", "$text-muted"))
        session = self.session
        # ``hint_later`` reads the current position now; the search itself then runs in the background.
        numbers = self._numbers or self._new_numbers()
        work = session.hint_later(name=numbers, adviser=self.host.adviser)
        self.host.work_aside(work, lambda hint: self._tell_hint(session, hint, numbers))

    def _new_numbers(self) -> HintNumbers:
        return HintNumbers(self.board.painter.most_numbers, is_ascii=self.board.is_ascii)

    def _tell_hint(self, session: Session, hint: Hint | None, numbers: HintNumbers) -> None:
        self._is_thinking = False
        if session is not self.session or not self.is_attached:
            return
        if hint is None:
            # The position has changed meanwhile, so the hint was dropped; one that is still shown stays.
            self._show_note(*(() if self._trail is None else hint_contents(self._trail.hint)))
            return
        self._numbers, self._trail = numbers, HintTrail(hint, numbers.numbers)
        self.board.highlight(hint.clues, hint.cells, numbers.numbers)
        self.host.keep(f"Hint {hint.level}: {hint.text}")
        self._show_note(*hint_contents(hint))
        self._show_all()

    def _follow_hint(self, trail: HintTrail) -> tuple[Content, ...]:
        """After a move, keep a hint that has cells left to open. Returns: its texts; none if the hint is over."""
        game = self.session.game
        if game.outcome is not Outcome.ONGOING or not trail.drop_opened(game.is_open):
            self._end_hint()
            return ()
        hint = trail.hint
        self.board.highlight(hint.clues, hint.cells, trail.numbers)
        return tuple(hint_contents(hint))

    def _end_hint(self) -> None:
        if self._trail is not None:
            self._trail = self._numbers = None
            self.board.highlight()

    # The game.

    def action_pause(self) -> None:
        """Pause or resume the game."""
        session = self.session
        if not session.is_paused and not session.pause():
            over = session.outcome is not Outcome.ONGOING
            self.host.say("the game is over" if over else "the clock starts with the first click")
            return
        if session.is_paused and self.board.is_hidden:
            session.resume()
        self.show_pause()

    def show_pause(self) -> None:
        """Hide the board during a pause, and show it otherwise."""
        self._end_hint()
        self.board.is_hidden = self.session.is_paused
        self._show_note()
        self._show_all()

    def pause_quietly(self) -> None:
        """Pause the game without a message if possible, for example when the program is suspended."""
        if self.session.pause():
            self.show_pause()

    def action_new(self) -> None:
        """Start a game on a new board; during a running game, only at the second request."""
        if self._is_given_up("new"):
            self.host.navigation.play_again()

    def action_same(self) -> None:
        """Play the same board again; during a running game, only at the second request."""
        if self.session.game.layout is None:
            self.host.say("no mines are placed yet: the first click decides where")
        elif self._is_given_up("same"):
            self.host.navigation.play_same()

    def _is_given_up(self, name: str) -> bool:
        """Return whether another game may replace this one: it is over or not started, or the player asks again."""
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
        """Play another session with the same board size on this screen."""
        self.session = session
        self.board.set_source(session.game)
        self.take()
        self._place_panels()

    def action_review(self) -> None:
        """Open the review, which rates each move."""
        self.host.navigation.review(self.session.record)

    def action_replay(self) -> None:
        """Replay the game."""
        self.host.navigation.replay(self.session.record)

    def action_watch(self) -> None:
        """Let the solver play on in a copy of the game, which makes the game unranked."""
        if not self.session.is_started or self._is_agreed("watch"):
            self.host.navigation.watch_game(self.session)

    def action_leave(self) -> None:
        """Remove a hint; without one, save the game and go to the start screen."""
        if self._trail is not None and self._missed is None:
            self._end_hint()
            self._show_note()
            return
        self.host.navigation.start()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now; the footer shows only keys for which it can."""
        if action == "move" and parameters:
            # Leave out keys for axes the board doesn't have.
            return parameters[0] in range(self.session.grid.dimensions)
        is_over = self.session.outcome is not Outcome.ONGOING
        if action in ("replay", "review", "share"):
            return is_over
        if action in ("draft", "drop_draft") and not self._is_drafting:
            return action == "draft" and "draft_flags" in self.board.assists and not is_over
        ended = ("open", "flag", "smart", "hint", "pause", "watch", "draft", "drop_draft", "delta")
        return not (is_over and action in ended)


def _make_move(session: Session, kind: str, place: int | None, watch: CancelToken | None = None) -> MoveResult:
    """Make a move, an undo or a redo.

    Args:
        session: the game's session.
        kind: "open", "flag", "chord", "undo" or "redo"; or "draft", "cycle_flag", "flag_around" or "draft_around".
        place: index of the move's cell; None for an undo or a redo.
        watch: token for other threads to follow and cancel a long move.
    """
    if place is None:
        return session.undo(watch=watch) if kind == "undo" else session.redo(watch=watch)
    if kind == "flag":
        return session.flag(place)
    if kind == "draft":
        return session.draft(place)
    if kind == "cycle_flag":
        return session.cycle_flag(place)
    if kind in ("flag_around", "draft_around"):
        return session.flag_around(place, is_draft=kind == "draft_around")
    return (session.open if kind == "open" else session.chord)(place, watch=watch)
