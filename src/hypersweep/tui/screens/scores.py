"""The best times of each board that was won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import DataTable, OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.game import Outcome
from hypersweep.session.results import kind_names, kinds_of, rate_texts
from hypersweep.text import time_text
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.ui_model.key_table import KEY_TABLE

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.session import Result
    from hypersweep.session.results import Kind
    from hypersweep.ui_model.key_table import ScreenKeys


_MOST = 100


class ScoresScreen(HostedScreen):
    """Boards on the left; on the right the best times of the highlighted one."""

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["scores"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    ScoresScreen #title { height: 3; padding: 1 2 0 2; }
    ScoresScreen #columns { height: 1fr; padding: 0 1; }
    ScoresScreen OptionList { width: 30; height: 100%; }
    ScoresScreen DataTable { width: 1fr; height: 100%; margin: 0 0 0 1; }
    ScoresScreen #empty { padding: 1 3; color: $text-muted; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._kinds: list[tuple[Kind, list[Result]]] = []
        self._best: list[Result] = []

    def compose(self) -> ComposeResult:
        """Create a list and a table."""
        yield Static(Content.styled("Best times", "bold $primary"), id="title")
        won = [result for result in self.host.store.results() if result.outcome is Outcome.WON and result.is_ranked]
        self._kinds = kinds_of(won)
        if self._kinds:
            with Horizontal(id="columns"):
                names = kind_names([kind for kind, _ in self._kinds])
                boards = OptionList(
                    *(
                        Option(_option_text(name, note, len(found)))
                        for (name, note), (_, found) in zip(names, self._kinds, strict=True)
                    ),
                    id="boards",
                )
                boards.border_title = "Boards"
                yield boards
                table: DataTable[str] = DataTable(cursor_type="row", zebra_stripes=True)
                table.add_columns("  ", "     time", " 3BV", "3BV/s", " eff.", "date")
                yield table
        else:
            yield Static("No ranked game has been won yet; only those count here.", id="empty")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Highlight the board with the most wins."""
        for boards in self.query(OptionList):
            boards.highlighted = 0
            boards.focus()

    @on(OptionList.OptionHighlighted)
    def _fill(self, event: OptionList.OptionHighlighted) -> None:
        grid, mines, rules = self._kinds[event.option_index][0]
        self._best = list(self.host.store.best_times(grid, mines, rules, limit=_MOST))
        table = self.query_one(DataTable)
        table.clear()
        for place, result in enumerate(self._best, 1):
            rate, efficiency = rate_texts(result)
            three_bv = "" if result.three_bv is None else str(result.three_bv)
            table.add_row(
                f"{place:>2}",
                f"{time_text(result.milliseconds):>9}",
                f"{three_bv:>4}",
                f"{rate:>5}",
                f"{efficiency:>5}",
                result.start[:10],
            )

    def action_focus_list(self, name: str) -> None:
        """Focus the "boards" or the "times"."""
        for widget in self.query(OptionList) if name == "boards" else self.query(DataTable):
            widget.focus()

    @on(OptionList.OptionSelected)
    @on(DataTable.RowSelected)
    def action_replay(self) -> None:
        """Replay the highlighted game; from the list of boards, the best one."""
        for table in self.query(DataTable):
            if table.cursor_row < len(self._best):
                self.host.navigation.replay_result(self._best[table.cursor_row])


def _option_text(name: str, note: str, count: int) -> Content:
    """Return a kind of board with its number of wins; its rules below it if they aren't the default."""
    return Content(f"{name:20.20} {count:>4}" + f"\n  {note}" * bool(note))
