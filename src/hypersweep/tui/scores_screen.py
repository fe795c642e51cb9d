"""The best times of each board that was won."""

from __future__ import annotations

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import DataTable, Footer, OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.game import Outcome
from hypersweep.tui.boards import PRESETS
from hypersweep.tui.help_screen import key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.grid import Grid
    from hypersweep.rules import Rules
    from hypersweep.session import Result
    from hypersweep.tui.app import HypersweepApp

    Kind = tuple[Grid, int, Rules]

__all__ = ["ScoresScreen", "board_name", "clock_text", "kind_title", "kinds_of", "length_text", "time_text"]

_MOST = 100


def time_text(milliseconds: int) -> str:
    """A time as results show it.

    >>> time_text(7_049), time_text(83_412), time_text(3_723_000)
    ('7.0', '1:23.4', '1:02:03.0')
    """
    tenths = milliseconds // 100
    text = f"{tenths // 10 % 60}.{tenths % 10}"
    if tenths >= 600:
        text = f"{tenths // 600 % 60}:{text:0>4}"
    return f"{tenths // 36000}:{text:0>7}" if tenths >= 36000 else text


def length_text(milliseconds: int) -> str:
    """A time in a sentence.

    >>> length_text(7_049), length_text(83_412)
    ('7.0 s', '1:23.4')
    """
    return time_text(milliseconds) + (" s" if milliseconds < 60_000 else "")


def clock_text(milliseconds: int) -> str:
    """A time as a running clock shows it.

    >>> clock_text(7_049), clock_text(83_412), clock_text(3_723_000)
    ('0:07', '1:23', '1:02:03')
    """
    seconds = milliseconds // 1000
    minutes = f"{seconds // 60 % 60}:{seconds % 60:02}"
    return f"{seconds // 3600}:{minutes:0>5}" if seconds >= 3600 else minutes


def board_name(grid: Grid, mines: int) -> str:
    """What a kind of board is called: the name of its preset, or its shape and mines.

    >>> from hypersweep import Grid
    >>> board_name(Grid("16x30"), 99), board_name(Grid("3x4x5"), 1)
    ('expert', '3x4x5, 1 mine')
    """
    text = grid.format()
    for name, preset in PRESETS.items():
        if preset == (text, mines):
            return name
    return f"{text}, {mines} {'mine' if mines == 1 else 'mines'}"


def kinds_of(results: Iterable[Result]) -> list[tuple[Kind, list[Result]]]:
    """Results sorted by the kind of board, the most played first."""
    kinds: dict[Kind, list[Result]] = {}
    for result in results:
        kinds.setdefault((result.grid, result.mines, result.rules), []).append(result)
    return sorted(kinds.items(), key=lambda item: -len(item[1]))


def kind_title(kind: Kind) -> str:
    """What a kind of board is called, with its rules where they aren't the usual ones.

    >>> from hypersweep import CLASSIC, ESP, Grid
    >>> kind_title((Grid("9x9"), 10, CLASSIC)), kind_title((Grid("9x9"), 10, ESP))
    ('beginner', 'beginner, esp')
    """
    grid, mines, rules = kind
    name = rules.format()
    return board_name(grid, mines) + ("" if name == "classic" else f", {name}")


class ScoresScreen(Screen[None]):
    """Boards on the left, the best times on the one that is lit on the right."""

    app: HypersweepApp

    BINDINGS: ClassVar[list[BindingType]] = [
        key("Screen", "escape", "app.start", "back", "back"),
        key("Screen", "enter,v", "watch", "watch the game that is lit", "replay"),
        key("Screen", "t", "app.statistics", "statistics", "statistics"),
        key("Screen", "left,h", "focus_list(True)", "to the boards"),
        key("Screen", "right,l", "focus_list(False)", "to the times"),
    ]
    CSS = """
    ScoresScreen #title { height: 3; padding: 1 2 0 2; }
    ScoresScreen #columns { height: 1fr; padding: 0 1; }
    ScoresScreen OptionList { width: 36; height: 100%; }
    ScoresScreen DataTable { width: 1fr; height: 100%; margin: 0 0 0 1; }
    ScoresScreen #empty { padding: 1 3; color: $text-muted; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._kinds: list[tuple[Kind, list[Result]]] = []
        self._best: list[Result] = []

    def compose(self) -> ComposeResult:
        """A list and a table."""
        yield Static(Content.styled("Best times", "bold $primary"), id="title")
        won = [result for result in self.app.store.results() if result.outcome is Outcome.WON and result.is_ranked]
        self._kinds = kinds_of(won)
        if self._kinds:
            with Horizontal(id="columns"):
                boards = OptionList(
                    *(Option(f"{kind_title(kind):26}{len(found):>4}") for kind, found in self._kinds), id="boards"
                )
                boards.border_title = "Boards"
                yield boards
                table: DataTable[str] = DataTable(cursor_type="row", zebra_stripes=True)
                table.add_columns("  ", "time", "date")
                yield table
        else:
            yield Static("No game is won yet without undo and hints; those are the ones that count here.", id="empty")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Light up the board that was won most often."""
        for boards in self.query(OptionList):
            boards.highlighted = 0
            boards.focus()

    @on(OptionList.OptionHighlighted)
    def _fill(self, event: OptionList.OptionHighlighted) -> None:
        grid, mines, rules = self._kinds[event.option_index][0]
        self._best = list(self.app.store.best_times(grid, mines, rules, limit=_MOST))
        table = self.query_one(DataTable)
        table.clear()
        for place, result in enumerate(self._best, 1):
            table.add_row(f"{place:>2}", f"{time_text(result.milliseconds):>9}", result.start[:10])

    def action_focus_list(self, is_left: bool) -> None:
        """Go to the boards or to the times."""
        for widget in self.query(OptionList) if is_left else self.query(DataTable):
            widget.focus()

    @on(DataTable.RowSelected)
    def action_watch(self) -> None:
        """Watch the game that is lit."""
        for table in self.query(DataTable):
            if table.has_focus and table.cursor_row < len(self._best):
                self.app.watch_result(self._best[table.cursor_row])
            else:
                table.focus()
