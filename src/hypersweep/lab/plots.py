"""Plot results: curves against mine density with uncertainty bands, and an arena's win rates and differences.

Plots are reproducible: the files contain no dates and no random IDs.
"""

from __future__ import annotations

import textwrap
import warnings
from io import BytesIO
from math import nan
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.atomic_write import save_whole
from hypersweep.errors import MissingExtraError, ParameterError
from hypersweep.lab.statistical_tests import Z95
from hypersweep.validation import suggest, truncate

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

    from hypersweep.lab.result_table import Row

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's colours, distinguishable for colour-blind readers: from dark to light, then black."""

DASHES = ("-", "--", ":")
"""Line styles, used in turn when there are more curves than colours."""

INK, GREY = "#222222", "#767676"

STYLE: dict[str, Any] = {
    "svg.hashsalt": "hypersweep",
    "svg.fonttype": "path",
    # TrueType fonts, since some publishers reject matplotlib's default, Type 3.
    "pdf.fonttype": 42,
    # Don't parse formulas, so that dollar signs in names are drawn.
    "text.parse_math": False,
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "xtick.color": GREY,
    "ytick.color": GREY,
}
"""matplotlib settings for drawing a plot."""

# In inches: the width of a plot with one panel, extra widths for each further panel and the legend, and the height.
_WIDTH, _MORE_WIDTH, _LEGEND_WIDTH, _HEIGHT = 7.2, 2.8, 1.2, 4.4
# Characters per inch of a panel's width in its title (size 11, allowing for axis labels), and in the caption (size 9).
_TITLE_CHARACTERS, _CAPTION_CHARACTERS = 10, 16
# Minimum distance between labels, as a share of the plot's height; closer labels are moved apart.
_APART = 0.055
# With more curves than this, bands and names at the curves' ends aren't drawn, because they would overlap.
_MOST_BANDS = 4
# Minimum range of the density axis, in percentage points.
_LEAST_SPAN = 5.0
# Factor by which a logarithmic axis extends beyond the values.
_LOG_ROOM = 1.15

# Arena plots, in inches: width, line height, and total space above and below the lines.
_ARENA_WIDTH, _LINE, _AROUND = 10.0, 0.36, 1.9
# Distance between points for different boards on one line, as a share of the line height.
_BOARDS_APART = 0.5
# Maximum number of pairs in an arena plot; with more, the lines would be unreadable.
_MOST_PAIRS = 28


def load_matplotlib() -> ModuleType:
    """Return the matplotlib module.

    Raises:
        MissingExtraError: matplotlib isn't installed.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtraError(
            "plots need matplotlib, which isn't installed: pip install 'hypersweep[lab]'", name="matplotlib"
        ) from None
    module: ModuleType = mpl
    return module


FORMATS = ("pdf", "png", "svg")
"""File formats, each named like its file extension."""

# Metadata to leave out of the files: dates, and matplotlib's version in PNG files.
_METADATA: dict[str, dict[str, None]] = {
    "pdf": {"CreationDate": None},
    "png": {"Software": None},
    "svg": {"Date": None},
}


class PlotStyle(NamedTuple):
    """How to draw a plot.

    Attributes:
        title: text above the plot.
        panels: for plots of curves, the results columns to draw, one per panel; empty for the default ones.
        size: width and height in inches; None for a size that fits the panels.
        has_log_x: whether the axis for the mine density is logarithmic.
        has_log_y: whether the axes for the values are logarithmic; values of 0 are then below the axis.
    """

    title: str = ""
    panels: tuple[str, ...] = ()
    size: tuple[float, float] | None = None
    has_log_x: bool = False
    has_log_y: bool = False


def check_style(kind: str, style: PlotStyle) -> None:
    """Check that a type of experiment can be drawn in a style.

    Args:
        kind: "winrate", "sweep", "compare", "arena" or "bound".
        style: the style.

    Raises:
        ParameterError: it can't be drawn in this style.

    >>> check_style("winrate", PlotStyle(panels=("mean_bits",)))
    Traceback (most recent call last):
    hypersweep.errors.ParameterError: expected panels from win_rate for winrate, got 'mean_bits'
    """
    known = PANELS[kind]
    if not known and (style.panels or style.has_log_x or style.has_log_y):
        raise ParameterError(f"a plot of an {kind} has no panels to choose from, and no logarithmic axes")
    for name in style.panels:
        if name not in known:
            hint = suggest(name, list(known))
            raise ParameterError(f"expected panels from {', '.join(known)} for {kind}, got {truncate(name)}{hint}")
    if style.has_log_y and kind == "compare":
        raise ParameterError("a logarithmic axis can't show differences, which may be negative")


def save_plot(
    rows: Sequence[Row],
    path: str | os.PathLike[str],
    *,
    style: PlotStyle | None = None,
    confidence: float | None = None,
) -> None:
    """Plot results, and save the plot atomically as a PDF, PNG or SVG file.

    "winrate" and "sweep" results show the share of games won, "compare" the difference, and "bound" the upper bound.
    "sweep" results also show the share of boards that need no guess and the mean 3BV; the style can name other panels.
    Each panel has a curve per grid, against the mine density. "arena" results show each player's win rate, and the
    differences between pairs.

    Args:
        rows: results from "winrate", "sweep", "compare", "arena" or "bound".
        path: the file; its name must end in ".pdf", ".png" or ".svg".
        style: title, panels, size and axes; None for the defaults.
        confidence: confidence level for the intervals; None for 0.95.

    Raises:
        MissingExtraError: matplotlib isn't installed.
        ParameterError: there are no rows, they can't be plotted in this style, or the file extension isn't supported.
        OSError: the file can't be written.
    """
    own = PlotStyle() if style is None else style
    kind = str(path).rpartition(".")[2]
    if kind not in FORMATS:
        raise ParameterError(f"expected a file that ends in .pdf, .png or .svg, got {truncate(str(path))}")
    experiment = _kind_of(rows)
    if experiment is None:
        raise ParameterError("the results contain no win rates or differences to draw")
    check_style(experiment, own)
    mpl = load_matplotlib()
    with mpl.rc_context(STYLE), warnings.catch_warnings():
        sure = 0.95 if confidence is None else confidence
        if experiment == "arena":
            picture = _arena_picture(rows, own, sure)
        else:
            names = own.panels or [name for name in PANELS[experiment] if name in _USUAL]
            picture = _curves_picture(rows, [_PANELS[name] for name in names], own, sure)
        data = BytesIO()
        # If the font lacks a character, a box is drawn; a warning wouldn't help the user.
        warnings.filterwarnings("ignore", "Glyph .* missing from|Matplotlib currently does not support", UserWarning)
        picture.savefig(data, format=kind, dpi=160, metadata=_METADATA[kind])
    save_whole(path, lambda file: file.write(data.getvalue()))


class _Panel(NamedTuple):
    """A panel in a plot, for one results column.

    Attributes:
        value: the column's name.
        about: text above the panel; column names in braces are replaced by the row's values.
        is_share: whether values are shares, shown as percentages.
    """

    value: str
    about: str
    is_share: bool


_PANELS = {
    panel.value: panel
    for panel in (
        _Panel("win_rate", "games won", True),
        _Panel("no_guess_rate", "boards that need no guess", True),
        _Panel("mean_three_bv", "3BV, mean", False),
        _Panel("stuck_rate", "boards that get stuck", True),
        _Panel("mean_bits", "bits of layouts left, mean", False),
        _Panel("mean_frontier", "frontier cells, mean", False),
        _Panel("bound", "games that best play wins at most", True),
        _Panel("difference", "games that {first} won more than {second}", True),
    )
}

PANELS: dict[str, tuple[str, ...]] = {
    "winrate": ("win_rate",),
    "sweep": tuple(name for name in _PANELS if name not in ("bound", "difference")),
    "compare": ("difference",),
    "arena": (),
    "bound": ("bound",),
}
"""Results columns that can be panels, by type of experiment."""

# Panels drawn unless the style names others.
_USUAL = ("win_rate", "no_guess_rate", "mean_three_bv", "difference", "bound")


def _kind_of(rows: Sequence[Row]) -> str | None:
    """Return the type of experiment that these rows are from, or None if they can't be plotted."""
    if any("player" in row for row in rows):
        return "arena"
    kinds = ("sweep", "winrate", "compare", "bound")
    return next((kind for kind in kinds if rows and all(map(_has(kind), rows))), None)


def _has(kind: str) -> Callable[[Row], bool]:
    """Return a function that checks whether a row has all columns that can be plotted for a type of experiment."""
    return lambda row: all(name in row for name in PANELS[kind])


class _Curve(NamedTuple):
    """A grid's points in a panel: densities in percent, values, and the bounds of their intervals."""

    grid: str
    colour: str
    dash: str
    densities: list[float]
    values: list[float]
    lows: list[float]
    highs: list[float]


def _curves(rows: Sequence[Row], panel: _Panel) -> list[_Curve]:
    grids: dict[str, list[Row]] = {}
    for row in rows:
        grids.setdefault(str(row["grid"]), []).append(row)
    curves = []
    for place, (grid, own) in enumerate(grids.items()):
        # Leave out shares that are None because there were no boards.
        known = sorted((row for row in own if row[panel.value] is not None), key=lambda row: _number(row["density"]))
        values, lows, highs = zip(*(_interval(row, panel) for row in known), strict=True) if known else ((), (), ())
        colour, dash = COLOURS[place % len(COLOURS)], DASHES[place // len(COLOURS) % len(DASHES)]
        densities = [100 * _number(row["density"]) for row in known]
        curves.append(_Curve(grid, colour, dash, densities, [*values], [*lows], [*highs]))
    return curves


def _interval(row: Row, panel: _Panel) -> tuple[float, float, float]:
    """Return a value and the bounds of its interval, in the panel's units."""
    value = _number(row[panel.value])
    if panel.is_share:
        return 100 * value, *(100 * _number(row[f"{panel.value}_{end}"]) for end in ("low", "high"))  # type: ignore[return-value]
    half = Z95 * _number(row[f"{panel.value}_error"])
    return value, value - half, value + half


def _figure(width: float, height: float) -> Any:
    """Return an empty figure of this size in inches, without pyplot, which has global state and may need a display."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _curves_picture(rows: Sequence[Row], panels: Sequence[_Panel], style: PlotStyle, confidence: float) -> Any:
    drawn = [_curves(rows, panel) for panel in panels]
    is_crowded = len(drawn[0]) > _MOST_BANDS
    has_legend = is_crowded or (len(panels) > 1 and len(drawn[0]) > 1)
    usual = _WIDTH + (len(panels) - 1) * _MORE_WIDTH + (_LEGEND_WIDTH if is_crowded else 0)
    title, (width, height) = style.title, style.size or (usual, _HEIGHT)
    room = width - _LEGEND_WIDTH * has_legend
    figure = _figure(width, height)
    every = figure.subplots(1, len(panels), squeeze=False)[0]
    for axes, panel, curves in zip(every, panels, drawn, strict=True):
        _draw(axes, panel, curves, style, has_bands=not is_crowded)
        about = panel.about.format_map({name: str(value) for name, value in rows[0].items()})
        about = textwrap.fill(about, max(1, int(_TITLE_CHARACTERS * room / len(panels))))
        axes.set_title(about, loc="left", fontsize=11, color=GREY, pad=8)
        axes.set_xlabel("cells with a mine")
        if not has_legend and len(panels) == 1:
            if style.has_log_x or style.has_log_y:
                axes.legend(frameon=False)  # names at the curves' ends could only be moved apart on linear axes
            else:
                _label(axes, curves)
    if has_legend:
        handles, names = every[0].get_legend_handles_labels()
        figure.legend(handles, names, loc="outside right upper", frameon=False)
    elif len(panels) > 1:
        title = f"{title}, {drawn[0][0].grid}" if title else drawn[0][0].grid
    figure.suptitle(title, x=0.01, ha="left", fontsize=13)
    _write_caption(figure, _caption(rows, drawn, confidence, is_crowded=is_crowded))
    return figure


def _write_caption(figure: Any, text: str) -> None:
    lines = textwrap.fill(text, max(1, int(_CAPTION_CHARACTERS * figure.get_figwidth())))
    figure.supxlabel(lines, x=0.01, ha="left", fontsize=9, color=GREY)


def _caption(rows: Sequence[Row], drawn: list[list[_Curve]], confidence: float, *, is_crowded: bool) -> str:
    """Return a caption with the number of games and the bands' confidence level."""
    noun = "boards" if "bound" in rows[0] else "games"
    games = sorted({int(_number(row[noun])) for row in rows})
    many = f"{games[0]:,} {noun}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,} {noun}"
    sure = f"{100 * confidence:g} % intervals"
    if not is_crowded:
        is_line = any(len(curve.densities) > 1 for curve in drawn[0])
        return f"{many} for each point; {'bands' if is_line else 'bars'}: {sure}"
    # Many bands would hide each other and the curves, so state the width of the widest instead.
    widest = max(
        (high - low for curve in drawn[0] for low, high in zip(curve.lows, curve.highs, strict=True)), default=0.0
    )
    return f"{many} for each point; {sure}, which aren't drawn: up to {widest / 2:.1f} points up and down"


def _draw(axes: Any, panel: _Panel, curves: list[_Curve], style: PlotStyle, *, has_bands: bool) -> None:
    for curve in curves:
        look = {"color": curve.colour, "label": curve.grid}
        if len(curve.densities) > 1 or not has_bands:
            if has_bands:
                axes.fill_between(curve.densities, curve.lows, curve.highs, color=curve.colour, alpha=0.22, linewidth=0)
            # On a logarithmic axis, leave a gap at 0 instead of drawing the line down to the edge.
            values = [value if value > 0 or not style.has_log_y else nan for value in curve.values]
            axes.plot(curve.densities, values, curve.dash, linewidth=1.8, marker="o", markersize=3.2, **look)
        elif curve.densities:
            down, up = curve.values[0] - curve.lows[0], curve.highs[0] - curve.values[0]
            axes.errorbar(curve.densities, curve.values, [[down], [up]], fmt="o", markersize=4, capsize=3, **look)
    densities = [density for curve in curves for density in curve.densities] or [0.0]
    # Extend the axis to its minimum range if necessary, for example around a single density.
    room = max(0.04 * (max(densities) - min(densities)), (_LEAST_SPAN - (max(densities) - min(densities))) / 2)
    axes.set_xlim(min(densities) - room, max(densities) + room)
    axes.xaxis.set_major_formatter("{x:g} %")
    if panel.value == "difference":
        axes.axhline(0, color=GREY, linewidth=1, zorder=1)
        axes.margins(y=0.12)
        axes.yaxis.set_major_formatter("{x:+g} %")
    elif panel.is_share:
        # Leave space below 0, so that the lowest label doesn't touch the other axis's labels.
        axes.set_ylim(-4, 104)
        axes.set_yticks(range(0, 101, 20))
        axes.yaxis.set_major_formatter("{x:.0f} %")
    else:
        highest = max((high for curve in curves for high in curve.highs), default=0.0) or 1.0
        axes.set_ylim(-0.04 * highest, 1.04 * highest)
        axes.yaxis.set_major_formatter("{x:,g}")
    axes.grid(axis="y", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, pad=6)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    if style.has_log_x:
        axes.set_xscale("log", nonpositive="clip")
        axes.set_xlim(*_prepare_logarithmic(axes.xaxis, densities, "{x:g} %"))
    if style.has_log_y:
        axes.set_yscale("log", nonpositive="clip")
        values = [value for curve in curves for value in curve.values]
        axes.set_ylim(*_prepare_logarithmic(axes.yaxis, values, "{x:g} %" if panel.is_share else "{x:,g}"))


def _prepare_logarithmic(axis: Any, values: list[float], form: str) -> tuple[float, float]:
    """Set the ticks of a logarithmic axis, and return its limits, slightly beyond the range of positive values."""
    from matplotlib.ticker import LogLocator, NullLocator

    positive = [value for value in values if value > 0] or [1.0]
    # 1, 2, 5, 10, 20, ..., or over a wide range only powers of ten.
    axis.set_major_locator(LogLocator(subs=(1, 2, 5) if max(positive) < 100 * min(positive) else (1,)))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(form)
    return min(positive) / _LOG_ROOM, max(positive) * _LOG_ROOM


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _label(axes: Any, curves: list[_Curve]) -> None:
    """Write each curve's name at its end, with a connecting line if the name had to be moved."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    ends = sorted((curve.values[-1], curve) for curve in curves if curve.densities)
    heights = _apart([end for end, _ in ends], _APART * (top - bottom), bottom)
    for (end, curve), height in zip(ends, heights, strict=True):
        has_moved = abs(height - end) > 0.3 * _APART * (top - bottom)
        axes.annotate(
            curve.grid,
            (curve.densities[-1], end),
            (curve.densities[-1] + (0.05 if has_moved else 0.02) * (right - left), height),
            color=curve.colour,
            va="center",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": curve.colour, "linewidth": 0.6, "shrinkA": 1, "shrinkB": 2}
            if has_moved
            else None,
        )


def _apart(heights: list[float], least: float, bottom: float) -> list[float]:
    """Move heights apart to a minimum distance. Each group stays centred, unless it would reach below the bottom.

    >>> _apart([0.0, 10.0, 11.0], 4.0, -5.0)
    [0.0, 8.5, 12.5]
    """
    groups: list[tuple[float, list[float]]] = []
    for height in heights:
        group = [height]
        while True:
            middle = max(sum(group) / len(group), bottom + least * len(group) / 2)
            # Merge groups that would touch.
            if not groups or groups[-1][0] + least * (len(groups[-1][1]) + len(group)) / 2 <= middle:
                break
            group = groups.pop()[1] + group
        groups.append((middle, group))
    return [middle + least * (n - (len(group) - 1) / 2) for middle, group in groups for n in range(len(group))]


def _arena_picture(rows: Sequence[Row], style: PlotStyle, confidence: float) -> Any:
    """Return a figure showing an arena's results.

    Args:
        rows: rows for players and pairs, on any number of boards.
        style: title and size.
        confidence: confidence level for the differences; intervals for win rates are always 95 %.
    """
    players = [row for row in rows if "player" in row]
    pairs = [row for row in rows if "player" not in row]
    names = [*dict.fromkeys(str(row["player"]) for row in players)]
    shown = [*dict.fromkeys(_pair(row) for row in pairs)][:_MOST_PAIRS]
    boards = [*dict.fromkeys(_board(row) for row in rows)]
    # Make each line a quarter taller per additional board, so that the boards' points don't overlap.
    lines = max(len(names), len(shown), 3) * (1 + 0.25 * (len(boards) - 1))
    title, size = style.title, style.size or (_ARENA_WIDTH, _AROUND + _LINE * lines)
    figure = _figure(*size)
    left, right = figure.subplots(1, 2)
    _draw_lines(left, players, names, boards, lambda row: str(row["player"]), "win_rate")
    _draw_lines(right, pairs, shown, boards, _pair, "difference")
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
    _write_caption(figure, _arena_caption(players, pairs, shown, confidence))
    return figure


def _board(row: Row) -> str:
    return f"{row['grid']} with {row['mines']} mines"


def _pair(row: Row) -> str:
    return f"{row['first']} : {row['second']}"


def _draw_lines(
    axes: Any, rows: Sequence[Row], names: list[str], boards: list[str], name_of: Callable[[Row], str], value: str
) -> None:
    """Draw a line for each name, with a point and its interval per board."""
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


def _arena_caption(players: Sequence[Row], pairs: Sequence[Row], shown: list[str], confidence: float) -> str:
    games = sorted({int(_number(row["games"])) for row in players})
    many = f"{games[0]:,} games" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,} games"
    text = f"{many} per player; 95 % intervals on the left"
    every = len({_pair(row) for row in pairs})
    if every == 1:
        return f"{text}, {100 * confidence:g} % intervals on the right"
    cut = f"the first {len(shown)} of {every} pairs" if len(shown) < every else f"all {every} pairs at once"
    return f"{text}; on the right {cut}, with {100 * confidence:g} % for all of them together"
