"""The screen where the solver plays: it explains each move before making it, at any speed, forward and back."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from hypersweep.errors import HypersweepError
from hypersweep.game import Outcome
from hypersweep.game.first_open import is_searched
from hypersweep.picture.fitting import arrange, lens_size, roomy_size
from hypersweep.text import place_text, pluralize, tame
from hypersweep.tui.board.board_panels import Lens, MiniMap, place_panels
from hypersweep.tui.board.board_view import BoardView
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.notes import NoteLine, heading_content, heading_width
from hypersweep.tui.screens.background_moves import LongMoves
from hypersweep.tui.screens.screen_host import HostedScreen
from hypersweep.tui.terminal_app import is_shown
from hypersweep.ui_model.cursor import cell_status, counter_text
from hypersweep.ui_model.game_texts import error_text
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.solver_show import fold, luck_text, play_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.geometry import Size

    from hypersweep.game import MoveResult
    from hypersweep.grid import Grid
    from hypersweep.ui_model.key_table import ScreenKeys
    from hypersweep.ui_model.solver_show import SolverPlayer, SolverShow, Turn

_FRAME = 1 / 30
# Maximum seconds of play without a redraw, and minimum seconds between two updates of the texts.
_BUSY, _WORDS = 0.02, 0.1
# Seconds before a message says that a search is running.
_SOON = 0.2
# Lines around the board: the top line, the status and the keys.
_LINES = 3
# Padding in columns on each side of the top line and of its middle part, as in their styles.
_BAR_PADDING, _MIDDLE_PADDING = 1, 2
# Minimum number of text lines above a lens.
_LEAST_WORDS = 14
# Minimum and maximum width of the text column: a narrower or wider one would be hard to read.
_LEAST, _MOST = 34, 64
# Minimum screen widths at which a board too large for the screen gives up columns for the text; the second is for
# boards with more than four dimensions.
_WIDE, _WIDE_SLICES = 120, 180
# Maximum number of text lines below a board. If the board is too large for the screen, the text gets one in ``_SHARE``
# of the available lines.
_MOST_LINES, _SHARE = 6, 7


class WordsPlan(NamedTuple):
    """Where to show the text about a move.

    Attributes:
        columns: width of the text column next to the board; 0 if there is none.
        lines: number of text lines below the board.
    """

    columns: int
    lines: int


def plan_words(grid: Grid, width: int, height: int, *, size: tuple[int, int]) -> WordsPlan:
    """Return a placement for the text that leaves the board the space it needs, if possible.

    Args:
        grid: the board.
        width: width of board and text together, in characters.
        height: number of lines of board and text together.
        size: width of a cell in characters, and height in lines.

    >>> from hypersweep.grid import Grid
    >>> plan_words(Grid("9x10"), 80, 21, size=(2, 1)), plan_words(Grid("16x30"), 80, 21, size=(2, 1))
    (WordsPlan(columns=54, lines=1), WordsPlan(columns=0, lines=4))
    """
    corner = (0,) * grid.dimensions
    # Columns for the row numbers on the left, as many on the right since the board is centred, and a gap to the text.
    around = 2 * (len(str(grid.shape[0])) + 1) + 2

    def fits(columns: int, lines: int) -> int:
        """Return the board's width if it fits completely with this many text columns or lines, else 0."""
        room = width - columns, height - lines
        if min(room) < 1:
            return 0
        found, is_sliced = arrange(grid, corner, width=room[0], height=room[1], size=size)
        return 0 if is_sliced or found.width > room[0] or found.height > room[1] else found.width

    beside = fits(_LEAST + around, 1)
    if beside:
        return WordsPlan(min(_MOST, width - beside - around), 1)
    if not fits(0, 1):
        if width >= (_WIDE if grid.dimensions <= 4 else _WIDE_SLICES):
            return WordsPlan(min(_MOST, max(_LEAST, width // 3)), 1)
        return WordsPlan(0, max(1, min(_MOST_LINES, height // _SHARE)))
    # The column numbers below the board need one more line.
    return WordsPlan(0, max((lines for lines in range(1, _MOST_LINES + 1) if fits(0, lines + 1)), default=1))


class FoldedWords(Widget):
    """A widget that wraps sentences without splitting cells or percentages, whatever width a scroll bar leaves."""

    DEFAULT_CSS = "FoldedWords { width: 1fr; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._words: tuple[tuple[str, str], ...] = ()

    def set(self, words: Sequence[tuple[str, str]]) -> None:
        """Show sentences, each with its style; continuation lines of numbered sentences are indented."""
        if tuple(words) != self._words:
            self._words = tuple(words)
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines the sentences take at a given width."""
        return len(self._folded(width))

    def render(self) -> Content:
        """Return the sentences, wrapped at the current width."""
        return Content("\n").join(self._folded(self.size.width))

    def _folded(self, width: int) -> list[Content]:
        return [
            Content.styled(line, style)
            for text, style in self._words
            for line in fold(text, width, "   " if text[:1].isdigit() else "")
        ]


class WatchScreen(HostedScreen):
    """The screen where the solver or an engine plays.

    Args:
        show: the games to watch.
        clock: returns the time in seconds; for tests.

    Attributes:
        show: the games to watch.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["watch"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    # Unscoped, so that the style sheet applies to subclasses too.
    SCOPED_CSS = False
    CSS = """
    WatchScreen #top { height: 1; background: $surface; padding: 0 1; }
    WatchScreen #top Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    WatchScreen #top #middle { width: auto; color: $accent; padding: 0 2; }
    WatchScreen #top #right { text-align: right; }
    WatchScreen #body { height: 1fr; layout: horizontal; }
    WatchScreen #body.below { layout: vertical; }
    WatchScreen #side { layout: vertical; width: auto; height: 100%; padding: 0 1; }
    WatchScreen .below #side { layout: horizontal; width: 100%; height: auto; align-horizontal: center; }
    WatchScreen #side Lens { margin: 1 2 0 0; }
    WatchScreen #side MiniMap { margin: 1 2 0 0; }
    WatchScreen #words { height: 1fr; }
    WatchScreen #bottom { height: 1; padding: 0 1; }
    WatchScreen #bottom Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    WatchScreen #bottom #luck { width: auto; max-width: 60%; padding: 0 0 0 2; color: $text-muted; }
    """

    def __init__(self, show: SolverShow, *, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self.show: SolverShow = show
        self._clock = clock
        self._moves: LongMoves | None = None
        # Whether to make all remaining moves as fast as they are found.
        self._is_rushing = False
        # The solver or engine for which a search is running, and when it began; only one search runs at a time.
        self._searcher: SolverPlayer | None = None
        self._since = 0.0
        # Why the latest search found no move; empty if it didn't fail.
        self._failure = ""
        # First visible line of reasons that don't fit in full; None until the viewer scrolls.
        self._offset: int | None = None
        self._plan = WordsPlan(0, 1)
        self._noted: tuple[Content, ...] = ()
        # When the texts were last updated, and whether an update is pending.
        self._explained_at = 0.0
        self._is_stale = False
        # When the next move or the next game is due.
        self._due = 0.0
        self._was_over = False

    def compose(self) -> ComposeResult:
        """Create the top line, the board with text and panels, the note lines and the status line."""
        with Horizontal(id="top"):
            yield Static(id="left")
            yield Static(id="middle")
            yield Static(id="right")
        with Container(id="body"):
            game = self.show.player.game
            board = self.board = BoardView(game, theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board")
            yield board
            with Container(id="side"):
                with VerticalScroll(id="words", can_focus=False):
                    yield FoldedWords()
                lens = Lens(board)
                # Hide the lens until its place is known.
                lens.display = False
                yield lens
                if game.grid.dimensions > 4:
                    yield MiniMap(board)
        yield NoteLine()
        with Horizontal(id="bottom"):
            yield Static(id="state")
            yield Static(id="luck")
        yield KeyFooter()

    @property
    def _engine(self) -> str:
        """The playing engine's name; empty for the solver."""
        player = self.show.player
        return "" if player.finder is None else player.name

    @property
    def moves(self) -> LongMoves:
        """Runs long moves; created when first used."""
        if self._moves is None:
            self._moves = LongMoves(self.host)
        return self._moves

    def _place(self) -> None:
        """Place the text next to the board if it fits, else below it, and show the panels that fit."""
        board = self.board
        width, height = self.size.width, max(2, self.size.height - _LINES)
        # Place the text as for the smallest cells; the remaining space then makes the cells larger.
        least = roomy_size(board.grid, (width, height), board.least_width, 1)
        self._plan = plan = plan_words(board.grid, width, height, size=least)
        self.query_one(NoteLine).styles.height = plan.lines
        body, side, words = self.query_one("#body"), self.query_one("#side"), self.query_one("#words")
        height -= plan.lines
        words.display = bool(plan.columns)
        if plan.columns:
            self._place_beside_words(plan.columns, height)
        else:
            panels = place_panels(board, body, (width, height), wants_lens=self.host.has_panels)
            side.styles.padding = (0, 1)
            side.styles.width = "100%" if panels.is_below else "auto"
            side.display = panels.has_lens or panels.has_map
        self._show_words()

    def _place_beside_words(self, columns: int, height: int) -> None:
        """Place the panels below the text, in its column."""
        board, lens, side = self.board, self.query_one(Lens), self.query_one("#side")
        self.query_one("#body").remove_class("below")
        board.styles.width = board.styles.height = "1fr"
        # Set the size of cells now: if the board chose it in the next layout, the lens would grow over the text.
        space = self.size.width - columns, height
        size = roomy_size(board.grid, space, board.least_width, board.cell_lines)
        board.resize_cells(size)
        side.styles.width = columns
        side.display = True
        width, (lens_width, lens_height) = columns - 4, lens_size(board.grid, size)
        lens.display = self.host.has_panels and lens_width <= width and lens_height + _LEAST_WORDS <= height
        # Align the text with the board's top and the lens with its bottom, if that leaves the text enough lines.
        least = _LEAST_WORDS + (lens_height if lens.display else 0)
        board_height = arrange(board.grid, board.cursor, width=space[0], height=height, size=size)[0].height
        side.styles.padding = (max(0, height - max(board_height, least)) // 2, 1)
        for minimap in self.query(MiniMap):
            minimap.styles.max_width, minimap.styles.max_height = width, max(1, height // 3)
            minimap.has_room = True

    def _show_words(self) -> None:
        self._is_stale, self._explained_at = False, self._clock()
        show, player = self.show, self.show.player
        game = player.game
        left = Content.assemble(("Watch: ", "$text-muted"), heading_content(game))
        middle = Content(counter_text(game))
        if show.count > 1:
            tally = f" · {show.tally_text()}", "$text-muted"
            right = Content.assemble(f"game {show.number} of {show.count}", tally)
        else:
            right = Content(pluralize(player.moves, "move"))
        for name, content in (("left", left), ("middle", middle), ("right", right)):
            self._set(name, content)
        columns = self.size.width - 2 * _BAR_PADDING - 2 * _MIDDLE_PADDING
        self.query_one("#left").styles.min_width = heading_width(columns, left, middle, right)
        self._show_state()
        # Below the board there is no space for the luck, so the status line shows it; a text column already contains
        # it.
        self._set("luck", Content("" if player.is_over or self._plan.columns else luck_text(player, 0)))
        full, short = self._words()
        if self._plan.columns:
            self.query_one(FoldedWords).set(full)
            self._note()
        else:
            self._note(*short)

    def _note(self, *contents: Content) -> None:
        """Show a text below the board, unless it is already shown; a new text removes a message."""
        if contents != self._noted:
            self._noted = contents
            self.query_one(NoteLine).set(*contents)

    def _words(self) -> tuple[list[tuple[str, str]], list[Content]]:
        """Return the texts on the position: sentences with styles for the column, and short texts, longest first."""
        player = self.show.player
        turn = player.next
        if turn is not None:
            full, short = self._reasons(turn)
            return [*full, ("", ""), (luck_text(player), "$text-muted")], short
        if self._failure:
            # Offer to ask again: a failed engine is restarted for the next position.
            engine = self._engine
            who, again = (f"{engine} can't continue", "Space asks it again") if engine else ("The solver gives up", "")
            # First say how to continue: a long error may not fit.
            return [(who, "bold $text-warning"), *[(again, "$text-muted")] * bool(again), (self._failure, "")], [
                Content.assemble(
                    (f"{who}: ", "bold $text-warning"), self._failure, (f"   {again}" * bool(again), "$text-muted")
                )
            ]
        if not player.is_over:
            head = f"Move {player.moves + 1}"
            return [(head, "bold"), ("thinking…", "$text-muted")], [
                Content.assemble((f"{head}: ", "bold"), ("thinking…", "$text-muted"))
            ]
        colour = {Outcome.WON: "$text-success", Outcome.LOST: "$text-error"}.get(player.game.outcome, "$text-warning")
        text = play_text(player)
        text = text[:1].upper() + text[1:]
        keys = ("n: the next game" if self.show.has_next else "n: another board") + ", v: review, y: replay"
        return [(text, f"bold {colour}"), ("", ""), (keys, "$text-muted")], [
            Content.assemble((text, f"bold {colour}"), (f"   {keys}", "$text-muted")),
            Content.styled(text, f"bold {colour}"),
        ]

    def _reasons(self, turn: Turn) -> tuple[list[tuple[str, str]], list[Content]]:
        head = f"Move {self.show.player.moves + 1}: open {place_text(turn.cell)}"
        count = len(turn.reasons)
        numbered = [f"{place}. {text}" for place, text in enumerate(turn.reasons, 1)] if count > 1 else turn.reasons
        whole = [(head, "bold"), *((text, "") for text in numbered)]
        if self._offset is not None:
            lines = self._note_lines
            self._offset = min(max(self._offset, 0), max(0, len(lines) - self._plan.lines))
            return whole, [Content("\n".join(lines[self._offset : self._offset + self._plan.lines]))]
        short = turn.short
        return whole, [
            self._line(head, " ".join(numbered)),
            *([self._line(head, turn.reasons[-1], "(↑ ↓ all steps)")] if count > 1 else []),
            self._line(head, f"{short}.", "(↓ why)"),
            self._line(head, f"{short}."),
        ]

    @property
    def _note_width(self) -> int:
        return self.size.width - 2

    @property
    def _note_lines(self) -> list[str]:
        """All reasons for the next move, wrapped for the lines below the board."""
        turn = self.show.player.next
        return [] if turn is None else fold(" ".join(turn.reasons), self._note_width)

    def _line(self, head: str, text: str, more: str = "") -> Content:
        """Wrap the text below the board without splitting cells."""
        # Wrapping replaces spaces with line breaks, so all characters keep their positions for the style.
        content = Content("\n".join(fold(f"{head}. {text}" + f" {more}" * bool(more), self._note_width)))
        content = content.stylize("bold", 0, len(head) + 1)
        return content.stylize("$text-muted", len(content) - len(more)) if more else content

    def _show_state(self) -> None:
        show, player = self.show, self.show.player
        if making := self.moves.text(self.size.width - 2):
            self._set("state", Content(making))
            return
        if self._is_rushing:
            state = "to the end: Space stops"
        elif player.is_over:
            state = "over"
        elif show.is_playing:
            state = f"playing, {show.delay:g} s a move" if show.delay else "playing, as fast as it goes"
        else:
            state = "paused"
        if self._searcher is player and (waited := self._clock() - self._since) > _SOON:
            state += f", thinking for {waited:.0f} s" if waited >= 1 else ", thinking"
        by = f"{self._engine}: " if self._engine else ""
        self._set(
            "state", Content.assemble(by, (state, "bold"), f"   {cell_status(player.game, self.board.focus_cell)}")
        )

    def _set(self, name: str, content: Content) -> None:
        widget = self.query_one(f"#{name}", Static)
        before = widget.content
        if before != content:
            widget.update(content, layout=name in ("middle", "luck") and len(str(before)) != len(content))

    def on_resize(self) -> None:
        """Place text and panels again."""
        if self.query(BoardView):
            self._place()

    def on_board_view_moved(self) -> None:
        """Show information on the cell under the cursor."""
        if not self._is_rushing:
            self._show_state()

    def on_board_view_hover(self) -> None:
        """Show information on the cell under the mouse."""
        self._show_state()

    def refuses(self, action: str) -> bool:
        """Return whether the search for a board blocks a command; if so, cancel the search (Esc) or show a message."""
        return self.moves.refuses(action)

    def on_mount(self) -> None:
        """Show the first game, and start the timer that plays the moves."""
        # During the exit there is no board; this query then raises an error, which the application ignores.
        self.query_one(BoardView).focus()
        self.host.dress(self.board)
        self.set_interval(_FRAME, self._tick)
        self._place()
        self._show_position()

    def action_panels(self) -> None:
        """Show or hide the lens."""
        self.host.toggle_panels()
        self._place()

    def action_delta(self) -> None:
        """Switch between plain clues and clues minus the flags around them."""
        self.host.toggle_delta()

    def _show_position(self) -> None:
        """Show the next move or the end of the game; start a search if the next move is unknown."""
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
            # Don't show the search yet: the move usually arrives before a message could be read.
            self._is_stale = True
            return
        self._tell()

    def _wait(self, seconds: float) -> None:
        """Schedule the next move in ``seconds``; if the last one was slightly late, make up for the delay."""
        now = self._clock()
        late = now - self._due
        self._due = now + seconds - (late if self.show.is_playing and 0 < late < _WORDS else 0)

    def _tell(self) -> None:
        """Update the texts on the current move; if moves are fast, skip some updates."""
        self._is_stale = True
        is_fast = self._is_rushing or (self.show.is_playing and self.show.delay < _WORDS)
        if not is_fast or self._clock() - self._explained_at >= _WORDS:
            self._show_words()

    # Clock.

    def _tick(self) -> None:
        if not is_shown(self):
            # While the screen isn't visible, postpone the next move.
            self._due += _FRAME
            return
        if self.moves.is_running:
            self._show_state()
            return
        self._go_on()
        now = self._clock()
        if self._searcher is not None and now - self._since > _SOON:
            self._show_state()
            if self._is_stale:
                self.board.highlight()
        if self._is_stale and now - max(self._explained_at, self._since if self._searcher else 0) >= _WORDS:
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
        # The search may end during the exit, when the widgets are removed but the screen isn't yet.
        if not self.is_attached or not self.query(BoardView):
            return
        if player is not self.show.player:
            # The search was for a game no longer shown: search for the current one.
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
        """Make the next move, in the background if a board must be searched for first."""
        show, player = self.show, self.show.player
        if not is_searched(player.game.rules, player.game.layout):
            self._made(player, show.step())
            return
        self.moves.run(player.game, "open", show.step, lambda changes: self._made(player, changes))

    def _made(self, player: SolverPlayer, changes: list[MoveResult] | None) -> None:
        if not self.is_attached or player is not self.show.player:
            return
        if changes is None:
            # No board was found, or the search was cancelled: don't search again automatically.
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
        """Stop automatic moves. Returns: whether moves were being made automatically."""
        was_going, self.show.is_playing = self.show.is_playing or self._is_rushing, False
        self._is_rushing = False
        return was_going

    def action_play(self) -> None:
        """Pause or continue automatic moves."""
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
        """Pause, and make a move or, with a negative number, take one back."""
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
        """Take back moves until at most ``moves`` of them remain."""
        player = self.show.player
        if not player.can_go_back:
            self.host.say("this is the beginning")
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
        """Take back all moves."""
        self._stop()
        self._back(0)
        self._show_words_unless_searching()

    def action_end(self) -> None:
        """Redo all moves taken back; if there are none, play to the end of the game."""
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
        """Make moves faster or, with negative steps, slower."""
        before = self.show.delay
        self.show.faster(steps)
        self._due += self.show.delay - before
        self._show_state()

    def action_reason(self, steps: int) -> None:
        """Scroll the reasons if they don't all fit."""
        if self._plan.columns:
            self.query_one("#words", VerticalScroll).scroll_relative(y=steps, animate=False)
            return
        if self.show.player.next is None:
            return
        # The viewer is reading, so pause.
        self._stop()
        if self._offset is not None:
            self._offset += steps
        else:
            self._offset = 0 if steps > 0 else len(self._note_lines)
        self._show_words()

    def action_next(self) -> None:
        """Go to the next game; after the last, add one with the same board size, mines and rules."""
        self._is_rushing = False
        self._begin_next()

    def _ask_again(self) -> None:
        """Let a failed engine try again: unlike the solver, an engine may answer differently the next time."""
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
        """Open the review, which rates each move."""
        self._with_record(self.host.navigation.review)

    def action_replay(self) -> None:
        """Replay the game as a record."""
        self._with_record(self.host.navigation.replay)

    def _with_record(self, use: Callable[..., None]) -> None:
        self._stop()
        try:
            # Record one move per second, since the moves have no times of their own.
            record = self.show.player.record(1000)
        except HypersweepError as error:
            self.host.say(str(error))
            return
        self._show_words()
        use(record)

    def action_leave(self) -> None:
        """Stop playing to the end or, if that isn't running, return to the previous screen."""
        if self._is_rushing:
            self._stop()
            self._show_position()
            self._show_words_unless_searching()
            return
        self.host.navigation.leave_watch()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now; the footer shows only keys for which it can."""
        del parameters
        if action in ("review", "replay"):
            return self.show.player.game.outcome is not Outcome.ONGOING
        return True
