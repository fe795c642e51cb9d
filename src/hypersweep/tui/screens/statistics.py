"""Statistics of the games on each board: figures, and plots of times and the win rate, or a list of few games."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual_plotext import PlotextPlot

from hypersweep.game import Outcome
from hypersweep.session.results import PlayFigures, day_of, kind_names, kinds_of, rate_texts
from hypersweep.text import percent_of, pluralize, time_text
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.ui_model.key_table import KEY_TABLE
from hypersweep.ui_model.plot_series import plot_rates, plot_times

if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.session import Result
    from hypersweep.ui_model.key_table import ScreenKeys


# Least number of games to plot; fewer are listed.
_PLOTTED_GAMES = 5
_WIDTHS = (10, 6, 8, 6, 10)


class StatisticsScreen(HostedScreen):
    """Boards on the left; for the highlighted one, figures and plots on the right."""

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
        # The same with the text about rules apart.
        self._names: list[tuple[str, str]] = []
        self._results: list[list[Result]] = []
        # Statistics of the current board.
        self._figures: PlayFigures | None = None

    def compose(self) -> ComposeResult:
        """Create a list, figures and two plots."""
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
                    yield PlotextPlot(id="times")
                    yield PlotextPlot(id="rates")
        else:
            yield Static("No game has been finished yet.", id="empty")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Highlight the first entry."""
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
        for plot in self.query(PlotextPlot):
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
        for name, draw in (("#times", plot_times), ("#rates", plot_rates)):
            for plot in self.query(name).results(PlotextPlot):
                draw(plot.plt, self._figures, (plot.size.width, plot.size.height), self._marker())
                plot.refresh()

    def _marker(self) -> str:
        return "*" if self.host.is_ascii else "braille"


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
    """Return a line for each game, the latest first."""
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
