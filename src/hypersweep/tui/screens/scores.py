"""The best times of each board that was won."""

from __future__ import annotations

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import DataTable, OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.game import Outcome
from hypersweep.record.times import time_text
from hypersweep.session.figures import kind_title, kinds_of
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.screens.help import key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.session import Result
    from hypersweep.session.figures import Kind
    from hypersweep.tui.host_app import Host

__all__ = ["ScoresScreen"]

_MOST = 100


class ScoresScreen(Screen[None]):
    """Boards on the left, the best times on the one that is lit on the right."""

    app: Host

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
        yield KeyFooter()

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
                self.app.navigation.watch_result(self._best[table.cursor_row])
            else:
                table.focus()
