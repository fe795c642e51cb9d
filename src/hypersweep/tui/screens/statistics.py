"""How the games on each board went: figures, times and the win rate as plots."""

from __future__ import annotations

from textual import on
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option
from textual_plotext import PlotextPlot

from hypersweep.controls.key_table import KEY_TABLE
from hypersweep.game import Outcome
from hypersweep.record.times import time_text
from hypersweep.session.figures import PlayFigures, kind_names, kinds_of, win_rates
from hypersweep.tui.parts.footer import KeyFooter
from hypersweep.tui.parts.keys import bindings
from hypersweep.tui.screens.host import HostedScreen
from hypersweep.wording import count_of, percent_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from hypersweep.controls.keys import ScreenKeys
    from hypersweep.session import Result

__all__ = ["StatisticsScreen"]


class StatisticsScreen(HostedScreen):
    """Boards on the left; for the highlighted one, figures and plots on the right."""

    KEYS: ClassVar[ScreenKeys] = KEY_TABLE["statistics"]
    BINDINGS: ClassVar[list[BindingType]] = bindings(KEYS.shortcuts)
    CSS = """
    StatisticsScreen #title { height: 3; padding: 1 2 0 2; }
    StatisticsScreen #columns { height: 1fr; padding: 0 1; }
    StatisticsScreen OptionList { width: 30; height: 100%; }
    StatisticsScreen #right { width: 1fr; height: 100%; margin: 0 0 0 1; }
    StatisticsScreen #figures { height: 4; padding: 0 1; }
    StatisticsScreen PlotextPlot { height: 1fr; }
    StatisticsScreen #empty { padding: 1 3; color: $text-muted; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._titles: list[str] = []
        # The same, with what is said about the rules apart.
        self._names: list[tuple[str, str]] = []
        self._results: list[list[Result]] = []

    def compose(self) -> ComposeResult:
        """A list, figures and two plots."""
        yield Static(Content.styled("Statistics", "bold $primary"), id="title")
        played = [result for result in self.host.store.results() if result.outcome is not Outcome.ONGOING]
        kinds = kinds_of(played)
        self._names = kind_names([kind for kind, _ in kinds])
        self._titles = [f"{name}, {note}" if note else name for name, note in self._names]
        self._results = [results for _, results in kinds]
        if len(kinds) > 1:
            self._titles.insert(0, "all boards")
            self._names.insert(0, ("all boards", ""))
            self._results.insert(0, played)
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
                    yield PlotextPlot(id="times")
                    yield PlotextPlot(id="rates")
        else:
            yield Static("No game has been finished yet.", id="empty")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Light up the first entry."""
        for boards in self.query(OptionList):
            boards.highlighted = 0
            boards.focus()

    def action_cursor(self, step: int) -> None:
        """Go up or down in the list."""
        for boards in self.query(OptionList):
            boards.action_cursor_down() if step > 0 else boards.action_cursor_up()

    @on(OptionList.OptionHighlighted)
    def _show(self, event: OptionList.OptionHighlighted) -> None:
        figures = PlayFigures(self._results[event.option_index])
        self.query_one("#figures", Static).update(_figures_text(self._titles[event.option_index], figures))
        self._plot_times(figures)
        self._plot_rates(figures)

    def _plot_times(self, figures: PlayFigures) -> None:
        plot = self.query_one("#times", PlotextPlot)
        plot.plt.clear_data()
        plot.plt.title("seconds of the games won")
        plot.plt.scatter(
            figures.numbers, [milliseconds / 1000 for milliseconds in figures.times], marker=self._marker(), color=39
        )
        _number_games(plot, figures.games)
        plot.refresh()

    def _plot_rates(self, figures: PlayFigures) -> None:
        plot = self.query_one("#rates", PlotextPlot)
        plot.plt.clear_data()
        plot.plt.title("percent won of the latest 20")
        plot.plt.plot(list(range(1, figures.games + 1)), win_rates(figures.is_won), marker=self._marker(), color=214)
        plot.plt.ylim(0, 100)
        _number_games(plot, figures.games)
        plot.plt.xlabel("game")
        plot.refresh()

    def _marker(self) -> str:
        return "*" if self.host.is_ascii else "braille"


def _number_games(plot: PlotextPlot, games: int) -> None:
    """Number the games below a plot, with whole numbers."""
    plot.plt.xlim(1, max(2, games))
    steps = min(max(games - 1, 1), 5)
    numbers: list[float] = sorted({1 + round(step * (max(games, 2) - 1) / steps) for step in range(steps + 1)})
    plot.plt.xticks(numbers, [f"{number:.0f}" for number in numbers])


def _figures_text(title: str, figures: PlayFigures) -> Content:
    games = count_of(figures.games, "game")
    first = f"{games}, {figures.won} won: {percent_of(figures.won / figures.games)}"
    if figures.helped:
        first += f", {figures.helped} with an undo or a hint"
    lines = [first, f"streak {figures.streak}, longest {figures.longest_streak}"]
    if figures.best is not None and figures.median is not None:
        lines.append(f"best {time_text(figures.best)}, median {time_text(figures.median)}")
    return Content("\n").join([Content.styled(title, "bold"), *map(Content, lines)])
