"""A plot of an arena: the win rate of each player, and the differences of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.lab.plot_look import COLOURS, GREY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from hypersweep.lab.result_table import Row

# In inches: width of the plot, height of a line, and space above and below.
_WIDTH, _LINE, _AROUND = 10.0, 0.36, 1.9
# Distance between the boards of a line, as a share of the line's height.
_BOARDS_APART = 0.5
# Most pairs to show; more lines would be unreadable.
_MOST_PAIRS = 28


def arena_picture(rows: Sequence[Row], title: str, confidence: float) -> Any:
    """Return a figure of an arena's results.

    Args:
        rows: of players and pairs, on any number of boards.
        title: text above the plot.
        confidence: how sure the differences are; the shares of games won have intervals of 95 %.
    """
    # Without pyplot, which keeps global state and needs a display.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    players = [row for row in rows if "player" in row]
    pairs = [row for row in rows if "player" not in row]
    names = [*dict.fromkeys(str(row["player"]) for row in players)]
    shown = [*dict.fromkeys(_pair(row) for row in pairs)][:_MOST_PAIRS]
    boards = [*dict.fromkeys(_board(row) for row in rows)]
    # Half a line more for each further board, to keep them apart.
    lines = max(len(names), len(shown), 3) * (1 + 0.25 * (len(boards) - 1))
    figure = Figure(figsize=(_WIDTH, _AROUND + _LINE * lines), layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)
    _draw(left, players, names, boards, lambda row: str(row["player"]), "win_rate")
    _draw(right, pairs, shown, boards, _pair, "difference")
    left.set_title("games won", loc="left", fontsize=11, color=GREY, pad=8)
    right.set_title("how many more the first won", loc="left", fontsize=11, color=GREY, pad=8)
    left.xaxis.set_major_formatter("{x:g} %")
    right.xaxis.set_major_formatter(lambda percent, _: f"{percent:+g} %" if percent else "0 %")
    right.axvline(0, color=GREY, linewidth=1, zorder=1)
    if len(boards) > 1:
        handles, labels = left.get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside right upper", frameon=False)
    elif boards:
        title = f"{title}, {boards[0]}" if title else boards[0]
    figure.suptitle(title, x=0.01, ha="left", fontsize=13)
    figure.supxlabel(_caption(players, pairs, shown, confidence), x=0.01, ha="left", fontsize=9, color=GREY)
    return figure


def _board(row: Row) -> str:
    return f"{row['grid']} with {row['mines']} mines"


def _pair(row: Row) -> str:
    return f"{row['first']} : {row['second']}"


def _draw(
    axes: Any, rows: Sequence[Row], names: list[str], boards: list[str], name_of: Callable[[Row], str], value: str
) -> None:
    """Draw a line for each name, with a point and its interval for each board."""
    for number, board in enumerate(boards):
        own = [row for row in rows if _board(row) == board and name_of(row) in names and row[value] is not None]
        middles, lows, highs = ([100 * _number(row[value + end]) for row in own] for end in ("", "_low", "_high"))
        off = _BOARDS_APART * ((number + 0.5) / len(boards) - 0.5)
        heights = [names.index(name_of(row)) + off for row in own]
        down = [middle - low for middle, low in zip(middles, lows, strict=True)]
        up = [high - middle for middle, high in zip(middles, highs, strict=True)]
        colour = COLOURS[number % len(COLOURS)]
        axes.locator_params(axis="x", nbins=6)
        axes.errorbar(
            middles,
            heights,
            xerr=[down, up],
            fmt="o",
            markersize=4,
            capsize=3,
            color=colour,
            label=board,
            linewidth=1.4,
        )
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.margins(x=0.08)
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, pad=6)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _caption(players: Sequence[Row], pairs: Sequence[Row], shown: list[str], confidence: float) -> str:
    games = sorted({int(_number(row["games"])) for row in players})
    many = f"{games[0]:,} games" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,} games"
    text = f"{many} of each player; intervals of 95 % on the left"
    every = len({_pair(row) for row in pairs})
    if every == 1:
        return f"{text}, of {100 * confidence:g} % on the right"
    cut = f"the first {len(shown)} of {every} pairs" if len(shown) < every else f"all {every} pairs at once"
    return f"{text}; on the right {cut}, with {100 * confidence:g} % for all of them together"


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
