"""A game's review: the board before each move with mine probabilities, the guesses, and a report."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.boards import board_title
from hypersweep.errors import HypersweepError
from hypersweep.picture.cell_appearance import CURSOR, TARGET
from hypersweep.picture.colours import chance_colour, chance_ink
from hypersweep.picture.fitting import arrange
from hypersweep.record.text_form import write_file
from hypersweep.review import review
from hypersweep.review.findings import best_text, chance_text, luck_text
from hypersweep.review.judge import insight
from hypersweep.solve import Budget
from hypersweep.text import length_text, place_text
from hypersweep.tui.board.chance_board import ChanceBoard, chance_style
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.notes import NoteLine, fitted
from hypersweep.tui.screens.screen_host import HostedScreen
from hypersweep.tui.screens.text_dialogs import TextDialog
from hypersweep.tui.terminal_app import is_shown
from hypersweep.ui_model.game_texts import error_text
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.plot_series import bar_lines
from hypersweep.ui_model.replay_player import InsightCache, MovePlayer, beside, record_up_to

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.await_complete import AwaitComplete
    from textual.binding import BindingType

    from hypersweep.record import Record
    from hypersweep.review import Review, ReviewedMove
    from hypersweep.review.judge import Insight
    from hypersweep.ui_model.key_table import ScreenKeys


_SECONDS = 60.0
_BUDGET = Budget(states=1 << 18, memory=1 << 28, seconds=5.0)
_FRAME = 0.1
# Minimum and maximum columns of the list, and its minimum number of lines.
_LEAST_WIDTH, _MOST_WIDTH, _LEAST_HEIGHT = 46, 84, 7
# Number of lines below a board for the column numbers.
_RULER_HEIGHT = 1
_WIDE = 118
# Maximum number of steps shown from a chain of reasoning; the last ones matter most.
_STEPS = 5
# Width of the full colour scale for chances in columns, with its label.
_SCALE_WIDTH = 52
# Height of the chart, minimum height of the column with chart and list, and columns around the chart.
_CHART_HEIGHT, _CHART_LEAST, _CHART_FRAME = 5, 20, 4
# Maximum length of the game's start time in a picture's file name.
_MOST_NAME = 40
_MISTAKES = ("blunder", "unneeded guess", "risky guess")


class _LeftError(Exception):
    """The player left the review while it was being computed."""


class ReviewScreen(HostedScreen):
    """The screen for reviewing a game.

    Args:
        record: the game.

    Raises:
        RecordError: the record contains an impossible event.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["review"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ReviewScreen #top { height: 1; padding: 0 1; background: $surface; }
    ReviewScreen #top Static { width: 1fr; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    ReviewScreen #top #right { width: auto; text-align: right; color: $text-muted; }
    ReviewScreen #body { height: 1fr; layout: horizontal; }
    ReviewScreen #body.below { layout: vertical; }
    ReviewScreen #side { height: 100%; width: 1fr; }
    ReviewScreen .below #side { height: 1fr; width: 100%; }
    ReviewScreen #chart { height: auto; padding: 0 2; display: none; }
    ReviewScreen #why { height: auto; max-height: 50%; padding: 0 1; }
    ReviewScreen #legend { height: 1; padding: 0 1; }
    ReviewScreen #move { height: 1; padding: 0 1; background: $surface; text-wrap: nowrap; text-overflow: ellipsis; }
    """

    def __init__(self, record: Record) -> None:
        super().__init__()
        self._record = record
        self._review: Review | None = None
        self._player = MovePlayer(record)
        self._insights = InsightCache(record.grid.cells)
        # State of the running review: number of moves judged, and whether it failed.
        self._judged = 0
        self._is_failed = False
        self._is_left = False
        # Numbers of the guesses, and of all moves that reduced the chance of winning.
        self._guesses: list[int] = []
        self._mistakes: list[int] = []
        # Numbers of the slowest moves, listed instead if the game had no guesses.
        self._slow: list[int] = []
        self._is_moved = False
        # Whether there is space for only the board or the list, and whether the list is then the one shown.
        self._is_narrow = False
        self._shows_list = False
        self._room = Size(0, 0)
        self._player.go(len(self._player))

    # Display.

    def compose(self) -> ComposeResult:
        """Create the top line, the board and the list, and below them the texts on the move."""
        with Horizontal(id="top"):
            yield Static(id="left")
            yield Static(id="right")
        with Container(id="body"):
            yield ChanceBoard(
                self._player.replay.game, theme=self.host.board_theme, is_ascii=self.host.is_ascii, id="board"
            )
            with Vertical(id="side"):
                yield Static(id="chart")
                yield MoveList(id="moves")
                with VerticalScroll(id="why", can_focus=False):
                    yield Static(id="reasons")
                yield Static(id="legend")
        yield Static(id="move")
        yield NoteLine()
        yield KeyFooter()

    @property
    def board(self) -> ChanceBoard:
        """The board on the screen."""
        return self.query_one(ChanceBoard)

    def on_mount(self) -> None:
        """Show the game's last move, and start the review."""
        self.host.dress(self.board)
        self.board.focus()
        record = self._record
        name = board_title(record.grid, record.mines)
        self.query_one("#left", Static).update(
            Content.assemble((f"Review: {name}", "bold"), (f"   {record.outcome.name.lower()}", "$text-muted"))
        )
        self.query_one(MoveList).border_title = "Guesses"
        self.set_interval(_FRAME, self._show_top)
        # When the texts around the board and the list change height, the space for those two changes too.
        self.screen_layout_refresh_signal.subscribe(self, lambda _: self._mind_room())
        self._show()
        self.host.work_aside(self._work_out, self._take)

    def _work_out(self) -> Review | HypersweepError | MemoryError | None:
        def judged(number: int) -> None:
            self._judged = number
            if self._is_left:
                raise _LeftError

        try:
            return review(self._record, seconds=_SECONDS, on_move=judged)
        except _LeftError:
            return None
        except (HypersweepError, MemoryError) as error:
            return error

    def _take(self, found: Review | HypersweepError | MemoryError | None) -> None:
        if found is None or self._is_left:
            return
        if isinstance(found, (HypersweepError, MemoryError)):
            self._is_failed = True
            self.host.say(f"the review can't be worked out: {error_text(found)}")
            return
        self._review = found
        self._guesses = [move.number for move in found.guesses]
        self._mistakes = [move.number for move in found.moves if move.given_away > 0]
        moves = self.query_one(MoveList)
        if self._guesses:
            moves.show(found.guesses, move_lines(found.guesses, is_colourful=self.board.colours.is_colourful))
        else:
            slow = slowest(found.moves)
            moves.border_title = "Nothing to guess; slowest moves" if slow else "There was nothing to guess"
            moves.show([move for _, move in slow], slow_lines(slow))
            self._slow = sorted(move.number for _, move in slow)
            self._show_chart()
        if not self._is_moved:
            worst = found.lessons[0].move.number if found.lessons else self._player.number
            self._player.go(worst)
        self._show()

    def _show_chart(self) -> None:
        """After a game without guesses, show the time for each move, if there is space above the list."""
        chart, side = self.query_one("#chart", Static), self.query_one("#side")
        found = self._review
        waits = [] if found is None else waiting_times(found.moves)
        chart.display = bool(self._slow) and side.size.height >= _CHART_LEAST
        if chart.display:
            lines = bar_lines(waits, max(1, side.size.width - _CHART_FRAME), _CHART_HEIGHT)
            title = Content.styled(f"Time for each move, at most {length_text(max(waits))}", "bold")
            bars = Content.styled("\n".join(lines), "$primary")
            chart.update(Content("\n").join([title, bars]))

    def _mind_room(self) -> None:
        """Place the board and the list again after the available space has changed."""
        room = self.query_one("#body").size
        if room != self._room:
            self._room = room
            self.call_after_refresh(self._place)

    def _place(self) -> None:
        """Show the list next to or below the board; if only one of them fits, show the one chosen last."""
        body, side, board = self.query_one("#body"), self.query_one("#side"), self.board
        width, height = body.size
        if not (width and height):
            return
        whole, _ = arrange(
            board.grid, board.cursor, width=width, height=height, size=board.cell_size, mode=board.layout_mode
        )
        # The row numbers need a margin on the left, and centring adds an equal one on the right.
        ruler = 2 * len(str(board.grid.shape[0])) + 4
        across, down = whole.width + ruler, whole.height + _RULER_HEIGHT
        is_beside = across + _LEAST_WIDTH <= width
        is_below = not is_beside and down + _LEAST_HEIGHT <= height
        if not (is_beside or is_below) and width >= _WIDE:
            # The board fits neither way, so it scrolls or shows a slice: give the list some columns.
            is_beside, across = True, width - _LEAST_WIDTH - (width - _WIDE) // 3
        self._is_narrow = not (is_beside or is_below)
        body.set_class(is_below, "below")
        shows_board = not (self._is_narrow and self._shows_list)
        board.display, side.display = shows_board, not (self._is_narrow and shows_board)
        board.styles.height = down if is_below else "1fr"
        board.styles.width = max(across, width - _MOST_WIDTH) if is_beside else "1fr"
        self.query_one("#why").styles.max_height = "50%" if is_beside or self._is_narrow else 3
        self.call_after_refresh(self._show_chart)
        self.refresh_bindings()

    def _show(self) -> None:
        """Show the current move with all results available so far."""
        player, board = self._player, self.board
        self._show_top()
        if not player.number:
            self._set("move", Content("No cell was opened."))
            return
        event, game = player.event, player.replay.game
        assert event.cell is not None
        if game is not board.source:
            board.set_source(game, cursor=event.cell)
        found = self._insights.get(player.number)
        best = None if found is None else found.judgement.best_cell
        analysis = None if found is None else found.judgement.analysis
        if found is None or analysis is None:
            board.show_chances(None)
        else:
            shown = [cell for cell in (event.cell, best) if cell is not None]
            board.show_chances(analysis.probabilities, found.frontier.union(map(board.grid.index, shown)))
        board.go(event.cell)
        reasons = () if found is None else found.overlooked
        targets = [] if best is None or best == event.cell else [best]
        board.highlight(reasons[-1].all_clues if reasons and targets else (), targets)
        self.query_one(MoveList).light(player.number)
        self._show_move(found)
        self._ask()

    def _show_move(self, found: Insight | None) -> None:
        """Describe the move, and why another would have been better."""
        player = self._player
        event = player.event
        assert event.cell is not None
        place, when = f"Move {player.number} of {len(player)}", f"  {length_text(event.milliseconds)}"
        what = f"{event.kind} {place_text(event.cell)}"
        steps: list[Content] = []
        last: list[Content] = []
        has_list = not self._is_narrow or self._shows_list
        if found is None:
            tail = Content.styled("   working out what could be known…", "$text-muted")
            short = tail
        else:
            judged = found.judgement
            is_mistake = judged.verdict in _MISTAKES
            risk = f", risk {chance_text(judged.risk, judged.is_estimate)}" if judged.risk else ""
            short = Content.assemble(": ", (judged.verdict, "bold $text-error" if is_mistake else "bold"), risk)
            best = best_text(judged) if risk else ""
            tail = Content.assemble(short, f"; {'best: ' if is_mistake else ''}{best}" if best else "")
            for title, reasons in (("Why it was a mine", found.warnings), (self._why(found), found.overlooked)):
                if reasons and risk:
                    steps += [Content.styled(title, "bold"), *(Content(str(reason)) for reason in reasons[-_STEPS:])]
            if steps and not has_list:
                last = [steps[-1], Content(f"{'best: ' if is_mistake else ''}{best}   Tab says why")]
        head = Content.styled(place, "bold")
        ends = [tail, short] if has_list or not last else [short]
        forms = [Content.assemble(head, time, "  ", what, end) for end in ends for time in (when, "")]
        self._set("move", fitted(forms, self.size.width - 2, 1))
        self.query_one("#reasons", Static).update(Content("\n").join(steps))
        self.query_one(NoteLine).set(*last)

    def _why(self, found: Insight) -> str:
        cell, risk = found.judgement.best_cell, found.judgement.best_risk
        return "" if cell is None else f"Why {place_text(cell)} was {'better' if risk else 'safe'}"

    def _show_top(self) -> None:
        found = self._review
        if found is not None:
            words = f"luck {luck_text(found)} · skill {chance_text(found.skill, found.is_estimate)}"
        elif self._is_failed:
            words = "no review"
        else:
            words = f"working it out: move {min(self._judged + 1, len(self._player))} of {len(self._player)}"
        self._set("right", Content(words))
        self._show_legend()

    def _show_legend(self) -> None:
        colours = self.board.colours
        parts: list[tuple[str, str]] = []
        for text, marks in ((" the move ", CURSOR), (" the best ", TARGET)):
            style = chance_style(colours, 0.0, marks)
            look = f"{style.text} on {style.ground}" if colours.is_colourful else ""
            look += " reverse" * style.is_reversed + " bold" * style.is_bold + " underline" * style.is_underlined
            parts += [(text, look.strip()), (" ", "")]
        if colours.is_colourful:
            # Use a shorter scale if the full one would be cut off.
            is_wide = self.query_one("#legend").size.width >= _SCALE_WIDTH
            for chance in (0.0, 0.05, 0.25, 0.5, 0.8, 1.0) if is_wide else (0.0, 0.25, 0.5, 1.0):
                ground = chance_colour(chance)
                parts.append((f" {100 * chance:.0f}% ", f"{chance_ink(ground)} on {ground}"))
        self._set("legend", Content.assemble(*parts))

    def _set(self, name: str, content: Content) -> None:
        widget = self.query_one(f"#{name}", Static)
        if widget.content != content:
            widget.update(content, layout=name == "right")

    # Analysis.

    def _ask(self) -> None:
        """Analyse the current position; if an analysis is running, wait for it, then analyse the position shown."""
        self._insights.ask(self._player.number, self._look, self.host.work_aside, self._redraw_insight)

    def _look(self) -> Callable[[], Insight | None]:
        player = self._player
        view, event, first_open = player.replay.game.view, player.event, player.first_open

        def work() -> Insight | None:
            try:
                return insight(view, event, first_open=first_open, policy="look-ahead", budget=_BUDGET)
            except (HypersweepError, MemoryError):
                return None

        return work

    def _redraw_insight(self) -> None:
        if not self._is_left and self.is_attached:
            self._show()

    # Moves.

    def _go(self, number: int | None, otherwise: str = "") -> None:
        if number is None:
            self.host.say(otherwise)
            return
        self._is_moved = True
        try:
            self._player.go(number)
        except HypersweepError as error:
            self.host.say(str(error))
            return
        self._show()

    def action_step(self, moves: int) -> None:
        """Step by a number of moves; a negative number goes back."""
        self._go(self._player.number + moves)

    def action_edge(self, where: int) -> None:
        """Jump to the first move (negative ``where``) or the last one."""
        self._go(1 if where < 0 else len(self._player))

    def action_guess(self, step: int) -> None:
        """Jump to the next or previous guess; in a game without guesses, to a slow move."""
        if self._slow:
            self._seek(self._slow, step, "slow move")
        else:
            self._seek(self._guesses, step, "guess")

    def action_mistake(self, step: int) -> None:
        """Jump to the next or previous move that reduced the chance of winning."""
        self._seek(self._mistakes, step, "mistake")

    def _seek(self, numbers: list[int], step: int, what: str) -> None:
        if self._review is None:
            self.host.say("the review isn't ready yet")
        else:
            there = f"there is no {what} {'after' if step > 0 else 'before'} this move"
            self._go(beside(numbers, self._player.number, step), there)

    def on_move_list_picked(self, message: MoveList.Picked) -> None:
        """Jump to the clicked move."""
        self._go(message.number)

    def action_turn(self) -> None:
        """Switch between the list and the board, if there is space for only one."""
        if self._is_narrow:
            self._shows_list = not self._shows_list
            self._place()
            self._show_move(self._insights.get(self._player.number))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key's command can run now; the footer shows only keys for which it can."""
        del parameters
        return self._is_narrow if action == "turn" else True

    def action_attempt(self) -> None:
        """Let the player play on from the position before this move."""
        player = self._player
        if player.number:
            played = record_up_to(self._record, player.replay.events[: player.replay.position])
            self.host.navigation.attempt(played, player.event.cell)

    def action_report(self) -> None:
        """Show the full report as text."""
        if self._review is None:
            self.host.say("the review isn't ready yet")
        else:
            self.app.push_screen(ReportScreen(self._review.format()))

    def action_save(self) -> None:
        """Save a picture of the review in the current folder."""
        if self._review is None:
            self.host.say("the review isn't ready yet")
            return
        # The record may be untrusted: its tags must not make the path lead to another folder.
        kept = "".join(letter for letter in self._record.tags.get("start", "") if letter.isalnum() or letter == "-")
        path = Path(f"review-{kept[:_MOST_NAME] or 'game'}.svg").resolve()
        try:
            write_file(path, self._review.svg() + "\n")
        except OSError as error:
            self.host.say(f"can't write {path}: {error.strerror}")
        else:
            self.host.say(f"saved as {path}")

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close the review, and stop the computation."""
        if not is_shown(self):
            return super().dismiss(result)
        self._is_left = True
        return super().dismiss(result)

    def on_unmount(self) -> None:
        """Stop the computation, however the player left the screen."""
        self._is_left = True


def move_lines(moves: Sequence[ReviewedMove], *, is_colourful: bool = True) -> list[Content]:
    """Return a line for each move: its number, risk, verdict, cell, the best cell, and the outcome.

    Args:
        moves: the moves, usually guesses.
        is_colourful: whether to show risks in colour.

    >>> from hypersweep.review.judge import ReviewedMove
    >>> parts = dict.fromkeys(ReviewedMove.__slots__) | {"number": 7, "kind": "open"}
    >>> parts |= {"cell": (1, 2), "verdict": "unneeded guess", "risk": 0.25, "best_cell": (0, 3), "best_risk": 0.0}
    >>> print(move_lines([ReviewedMove(**parts | {"survived": False})])[0])
    7  25.0 %  unneeded guess  open (1, 2)  (0, 3) for certain  mine!
    """
    rows = []
    for move in moves:
        ends = ["mine!"] * (not move.survived) + ["taken back"] * bool(move.is_taken_back)
        rows.append(
            (
                str(move.number),
                chance_text(move.risk, bool(move.is_estimate)),
                move.verdict,
                f"{move.kind} {place_text(move.cell)}",
                best_text(move),
                ", ".join(ends),
            )
        )
    widths = [max((len(row[column]) for row in rows), default=0) for column in range(6)]
    lines = []
    for move, row in zip(moves, rows, strict=True):
        colour = chance_colour(move.risk or 0.0)
        number, risk, verdict, *rest = (
            text.rjust(width) if column < 2 else text.ljust(width)
            for column, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        tail = "  ".join(text for text in rest if text.strip()).rstrip()
        lines.append(
            Content.assemble(
                f"{number}  ",
                (risk, f"{chance_ink(colour)} on {colour}" if is_colourful else ""),
                "  ",
                (verdict, "bold" if move.given_away else ""),
                f"  {tail}",
            )
        )
    return lines


def slowest(moves: Sequence[ReviewedMove], most: int = 10) -> list[tuple[int, ReviewedMove]]:
    """Return the moves the player thought about longest, as pairs of thinking time (ms) and move, longest first.

    The first move is left out, since it starts the clock.

    Args:
        moves: all moves in a game, in order.
        most: maximum number of moves to return.
    """
    waits = list(zip(waiting_times(moves), moves[1:], strict=True))
    return sorted((wait for wait in waits if wait[0] > 0), key=lambda wait: -wait[0])[:most]


def waiting_times(moves: Sequence[ReviewedMove]) -> list[int]:
    """Return the time in ms that the player took for each move after the first."""
    return [after.milliseconds - before.milliseconds for before, after in pairwise(moves)]


def slow_lines(found: Sequence[tuple[int, ReviewedMove]]) -> list[Content]:
    """Return a line for each of the ``slowest`` moves: its time, number, and cell."""
    times = [length_text(milliseconds) for milliseconds, _ in found]
    numbers = [str(move.number) for _, move in found]
    widths = [max(map(len, column), default=0) for column in (times, numbers)]
    return [
        Content(f"{time:>{widths[0]}}  move {number:>{widths[1]}}  {move.kind} {place_text(move.cell)}")
        for time, number, (_, move) in zip(times, numbers, found, strict=True)
    ]


class MoveList(OptionList, can_focus=False):
    """A list of guesses or, in a game without guesses, of the slowest moves; clicking on a move posts ``Picked``."""

    DEFAULT_CSS = """
    MoveList { text-wrap: nowrap; text-overflow: ellipsis; border: round $border-blurred; height: 1fr; }
    """

    class Picked(Message):
        """The player clicked on a move.

        Attributes:
            number: the move's number.
        """

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- the name used by all widgets
        super().__init__(id=id)
        self._numbers: list[int] = []

    def show(self, moves: Sequence[ReviewedMove], lines: Sequence[Content]) -> None:
        """Replace the listed moves.

        Args:
            moves: the moves.
            lines: the text for each move.
        """
        self._numbers = [move.number for move in moves]
        self.set_options([Option(line) for line in lines])

    def light(self, number: int) -> None:
        """Highlight a move, given its number; highlight none if it isn't listed."""
        place = self._numbers.index(number) if number in self._numbers else None
        if self.highlighted != place:
            self.highlighted = place

    def on_resize(self) -> None:
        """Scroll to the highlighted line."""
        self.call_after_refresh(self.scroll_to_highlight)

    @on(OptionList.OptionSelected)
    def _pick(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Picked(self._numbers[event.option_index]))


class ReportScreen(TextDialog):
    """The dialog with a review's full report.

    Args:
        text: the report.
    """

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["report"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ReportScreen VerticalScroll {
        border: round $primary; border-title-color: $foreground; background: $background; padding: 0 1; height: 1fr;
    }
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Create the scrolling text."""
        with VerticalScroll() as scroll:
            scroll.border_title = "Review"
            yield Static(Content(self._text))
        yield KeyFooter()
