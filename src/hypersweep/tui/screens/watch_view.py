"""The view of a game that is watched: the board, the next move with its reasons, and the progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from hypersweep.game import Outcome
from hypersweep.picture.labels import place_text
from hypersweep.text import pluralize
from hypersweep.tui.board.lens import Lens
from hypersweep.tui.board.minimap import MiniMap
from hypersweep.tui.board.view import BoardView
from hypersweep.tui.parts.folded_words import FoldedWords
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.heading import heading_content, heading_width
from hypersweep.tui.parts.note import NoteLine
from hypersweep.tui.parts.words import WordsPlan, plan_words
from hypersweep.tui.screens.background_moves import LongMoves
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.tui.screens.panels import place_panels
from hypersweep.ui_model.solver_player import fold, luck_text, play_text
from hypersweep.ui_model.status import cell_status, counter_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult

    from hypersweep.ui_model.solver_player import SolverPlayer, Turn
    from hypersweep.ui_model.solver_show import SolverShow

SOON = 0.2
"""Seconds of a search before a message about it."""

# Lines around the board: the line above, the status and the keys.
_LINES = 3
# Margins in columns of the line above and of its middle, as in their styles.
_BAR_PADDING, _MIDDLE_PADDING = 1, 2
# Least lines of text above a lens.
_LEAST_WORDS = 14


class WatchView(HostedScreen):
    """Show the position of a show; the screen that plays it adds the moves.

    Args:
        show: the show.
        clock: returns the time in seconds; for tests.

    Attributes:
        show: the show.
    """

    # Unscoped, so that the style sheet applies to subclasses too.
    SCOPED_CSS = False
    CSS = """
    WatchView #top { height: 1; background: $surface; padding: 0 1; }
    WatchView #top Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    WatchView #top #middle { width: auto; color: $accent; padding: 0 2; }
    WatchView #top #right { text-align: right; }
    WatchView #body { height: 1fr; layout: horizontal; }
    WatchView #body.below { layout: vertical; }
    WatchView #side { layout: vertical; width: auto; height: 100%; padding: 0 1; }
    WatchView .below #side { layout: horizontal; width: 100%; height: auto; align-horizontal: center; }
    WatchView #side Lens { margin: 1 2 0 0; }
    WatchView #side MiniMap { margin: 1 2 0 0; }
    WatchView #words { height: 1fr; }
    WatchView #bottom { height: 1; padding: 0 1; }
    WatchView #bottom Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    WatchView #bottom #luck { width: auto; max-width: 60%; padding: 0 0 0 2; color: $text-muted; }
    """

    def __init__(self, show: SolverShow, clock: Callable[[], float]) -> None:
        super().__init__()
        self.show: SolverShow = show
        self._clock = clock
        self._moves: LongMoves | None = None
        # Whether to make all moves to the end as soon as they are found.
        self._is_rushing = False
        # The game of the running search, and its start; only one search runs at a time.
        self._searcher: SolverPlayer | None = None
        self._since = 0.0
        # Why no next move was found.
        self._failure = ""
        # First visible line of reasons that don't fit; None until the viewer scrolls.
        self._offset: int | None = None
        self._plan = WordsPlan(0, 1)
        self._noted: tuple[Content, ...] = ()
        # Time of the last text, and whether a newer one is pending.
        self._told = 0.0
        self._is_stale = False

    def compose(self) -> ComposeResult:
        """Create the line above, the board with text and panels, the notes and the status line."""
        with Horizontal(id="top"):
            yield Static(id="left")
            yield Static(id="middle")
            yield Static(id="right")
        with Container(id="body"):
            game = self.show.player.game
            board = BoardView(game, theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board")
            yield board
            with Container(id="side"):
                with VerticalScroll(id="words", can_focus=False):
                    yield FoldedWords()
                lens = Lens(board)
                # Its place isn't known yet.
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
    def board(self) -> BoardView:
        """The board on the screen."""
        return self.query_one(BoardView)

    @property
    def _engine(self) -> str:
        """Name of the playing engine; empty for the solver."""
        player = self.show.player
        return "" if player.finder is None else player.name

    @property
    def moves(self) -> LongMoves:
        """The runner of moves that may take long."""
        if self._moves is None:
            self._moves = LongMoves(self.host)
        return self._moves

    def _place(self) -> None:
        """Place the text next to the board if it fits, and the panels if the board loses no space."""
        board = self.board
        width, height = self.size.width, max(2, self.size.height - _LINES)
        self._plan = plan = plan_words(board.grid, width, height, cell_width=board.cell_width)
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
        side.styles.width = columns
        side.display = True
        width, size = columns - 4, lens.arrangement
        lens.display = self.host.has_panels and size.width <= width and size.height + _LEAST_WORDS < height
        # Align the text with the top of the board and the lens with its bottom, if the text has enough lines.
        least = _LEAST_WORDS + (size.height + 1 if lens.display else 0)
        side.styles.padding = (max(0, height - max(board.arrangement.height, least)) // 2, 1)
        for minimap in self.query(MiniMap):
            minimap.styles.max_width, minimap.styles.max_height = width, max(1, height // 3)
            minimap.has_room = True

    def _show_words(self) -> None:
        self._is_stale, self._told = False, self._clock()
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
        # Otherwise the text contains it.
        self._set("luck", Content("" if player.is_over or self._plan.columns else luck_text(player, 0)))
        full, short = self._words()
        if self._plan.columns:
            self.query_one(FoldedWords).set(full)
            self._note()
        else:
            self._note(*short)

    def _note(self, *contents: Content) -> None:
        """Show text below the board; a message stays in front until the text changes."""
        if contents != self._noted:
            self._noted = contents
            self.query_one(NoteLine).set(*contents)

    def _words(self) -> tuple[list[tuple[str, str]], list[Content]]:
        """Return the text about the position: lines with styles, and alternatives in a few lines, longest first."""
        player = self.show.player
        turn = player.next
        if turn is not None:
            full, short = self._reasons(turn)
            return [*full, ("", ""), (luck_text(player), "$text-muted")], short
        if self._failure:
            # A failed engine is restarted at the next question.
            engine = self._engine
            who, again = (f"{engine} can't continue", "Space asks it again") if engine else ("The solver gives up", "")
            return [(who, "bold $text-warning"), (self._failure, ""), ("", ""), (again, "$text-muted")], [
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
        """Return all reasons of the move in the form below the board."""
        turn = self.show.player.next
        return [] if turn is None else fold(" ".join(turn.reasons), self._note_width)

    def _line(self, head: str, text: str, more: str = "") -> Content:
        """Wrap the text below the board without splitting cells."""
        # Replace blanks by line ends, so that all characters keep their positions.
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
        if self._searcher is player and (waited := self._clock() - self._since) > SOON:
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
