"""Results of the player's games on each board: statistics with plots or a list of games, and best times."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import DataTable, OptionList, Static
from textual.widgets.option_list import Option

from hypersweep.game import Outcome
from hypersweep.session.results import PlayFigures, day_of, kind_names, kinds_of, rate_texts
from hypersweep.text import percent_of, pluralize, time_text
from hypersweep.tui.key_dispatch import KeyFooter, bindings
from hypersweep.tui.screens.screen_host import HostedScreen
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.plot_series import plot_rates, plot_times

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual_plotext import PlotextPlot

    from hypersweep.session import Result
    from hypersweep.session.results import Kind
    from hypersweep.ui_model.key_table import ScreenKeys


# Minimum number of games for plots; fewer games are listed instead.
_PLOTTED_GAMES = 5
_WIDTHS = (10, 6, 8, 6, 10)


_MOST = 100


class StatisticsScreen(HostedScreen):
    """The statistics: boards on the left; on the right, figures and plots for the highlighted board."""

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["statistics"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    StatisticsScreen #title { height: 2; padding: 1 2 0 2; }
    StatisticsScreen #columns { height: 1fr; padding: 0 1; }
    StatisticsScreen OptionList { width: 30; height: 100%; }
    StatisticsScreen #right { width: 1fr; height: 100%; margin: 0 0 0 1; }
    StatisticsScreen #figures { height: 4; padding: 0 1; }
    StatisticsScreen #games { height: 1fr; padding: 1; }
    StatisticsScreen PlotextPlot { height: 1fr; }
    StatisticsScreen #empty { padding: 1 3; color: $text-muted; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._titles: list[str] = []
        # For each board, its name, and separately the note on its rules.
        self._names: list[tuple[str, str]] = []
        self._results: list[list[Result]] = []
        self._plots: list[PlotextPlot] = []
        # Statistics on the highlighted board.
        self._figures: PlayFigures | None = None

    def compose(self) -> ComposeResult:
        """Create the list of boards, the figures and two plots."""
        results = self.host.store.results()
        played = [result for result in results if result.outcome is not Outcome.ONGOING and not result.is_walkover]
        kinds = kinds_of(played)
        self._names = kind_names([kind for kind, _ in kinds])
        self._titles = [f"{name}, {note}" if note else name for name, note in self._names]
        self._results = [results for _, results in kinds]
        yield Static(_title_text(played), id="title")
        if kinds:
            with Horizontal(id="columns"):
                boards = OptionList(
                    *(
                        Option(f"{name[:20]:21}{len(found):>5}" + f"\n  {note}" * bool(note))
                        for (name, note), found in zip(self._names, self._results, strict=True)
                    ),
                    id="boards",
                )
                boards.border_title = "Boards and games"
                yield boards
                with Vertical(id="right"):
                    yield Static(id="figures")
                    yield Static(id="games")
                    # Imported late, since the best times screen needs no plots.
                    from textual_plotext import PlotextPlot

                    self._plots = [PlotextPlot(id="times"), PlotextPlot(id="rates")]
                    yield from self._plots
        else:
            yield Static("No game has been finished yet.", id="empty")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Highlight the first board."""
        for boards in self.query(OptionList):
            boards.highlighted = 0
            boards.focus()

    def action_cursor(self, step: int) -> None:
        """Move up or down in the list."""
        for boards in self.query(OptionList):
            boards.action_cursor_down() if step > 0 else boards.action_cursor_up()

    @on(OptionList.OptionHighlighted)
    def _show(self, event: OptionList.OptionHighlighted) -> None:
        results = self._results[event.option_index]
        self._figures = PlayFigures(results)
        are_plotted = len(results) >= _PLOTTED_GAMES
        for plot in self._plots:
            plot.display = are_plotted
        games = self.query_one("#games", Static)
        games.display = not are_plotted
        games.update("" if are_plotted else _games_text(results))
        self.query_one("#figures", Static).update(_figures_text(self._titles[event.option_index], self._figures))
        self._draw()

    def on_resize(self) -> None:
        """Redraw the plots, with as many ticks as fit."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        if self._figures is None:
            return
        for plot, draw in zip(self._plots, (plot_times, plot_rates), strict=False):
            marker = "*" if self.host.is_ascii else "braille"
            draw(plot.plt, self._figures, (plot.size.width, plot.size.height), marker)
            plot.refresh()


def _title_text(played: list[Result]) -> Content:
    title = Content.styled("Statistics", "bold $primary")
    if not played:
        return title
    figures = PlayFigures(played)
    today = [result for result in played if day_of(result) == date.today()]
    share = percent_of(figures.won / figures.games)
    texts = [f"{pluralize(figures.games, 'game')} on all boards, {figures.won} won: {share}"]
    if today:
        texts.append(f"today {len(today)}, {sum(result.outcome is Outcome.WON for result in today)} won")
    texts.append(f"streak {figures.streak}")
    return Content.assemble(title, ("   " + "; ".join(texts), "$text-muted"))


def _games_text(results: list[Result]) -> Content:
    """Return a table of games, one per line, latest first."""
    rows = [("day", "result", "time", "3BV/s", "efficiency")]
    for result in sorted(results, key=lambda result: (result.start, result.name), reverse=True):
        day = day_of(result)
        is_won = result.outcome is Outcome.WON
        rates = rate_texts(result) if is_won else ("", "")
        words = "" if day is None else day.isoformat(), "won" if is_won else "lost", time_text(result.milliseconds)
        rows.append((*words, *rates))
    lines = [" ".join(f"{word:<{width}}" for word, width in zip(row, _WIDTHS, strict=True)).rstrip() for row in rows]
    head, *games = lines
    return Content("\n").join([Content.styled(head, "$text-muted"), *map(Content, games)])


def _figures_text(title: str, figures: PlayFigures) -> Content:
    games = f"{pluralize(figures.games, 'game')}, {figures.won} won: {percent_of(figures.won / figures.games)}"
    times = ""
    if figures.best is not None and figures.median is not None:
        times = f"best {time_text(figures.best)}, median {time_text(figures.median)}"
    streak = f"streak {figures.streak}, longest {figures.longest_streak}"
    if figures.helped:
        streak += f"; {figures.helped} not ranked"
    return Content("\n").join([Content.styled(title, "bold"), *map(Content, filter(None, (games, times, streak)))])


class ScoresScreen(HostedScreen):
    """The best times: boards on the left; on the right, the times on the highlighted board."""

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
        """Create the list of boards and the table of times."""
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
            yield Static("No ranked game has been won yet; only ranked wins count here.", id="empty")
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
        """Focus the list of boards ("boards") or the table (any other name)."""
        for widget in self.query(OptionList) if name == "boards" else self.query(DataTable):
            widget.focus()

    @on(OptionList.OptionSelected)
    @on(DataTable.RowSelected)
    def action_replay(self) -> None:
        """Replay the game highlighted in the table; while the list of boards has the focus, that is the best game."""
        for table in self.query(DataTable):
            if table.cursor_row < len(self._best):
                self.host.navigation.replay_result(self._best[table.cursor_row])


def _option_text(name: str, note: str, count: int) -> Content:
    """Return a board's entry in the list: its name and number of wins, and below them a note on unusual rules."""
    return Content(f"{name:20.20} {count:>4}" + f"\n  {note}" * bool(note))
