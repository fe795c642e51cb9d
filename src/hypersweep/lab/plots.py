"""Win rates as plots: against the density of mines, a line for each board, with bands for what isn't known.

Plots are drawn the same each time: an SVG holds no date and no random names.
"""

from __future__ import annotations

from io import BytesIO

from hypersweep.arguments import shorten
from hypersweep.errors import MissingExtraError, ParameterError
from hypersweep.lazy import defer
from hypersweep.saving import save_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any

    from hypersweep.lab.results import Row
else:
    defer(
        globals(),
        "import os",
        "from collections.abc import Sequence",
        "from types import ModuleType",
        "from typing import Any",
        "from hypersweep.lab.results import Row",
    )

__all__ = ["load_matplotlib", "save_plot"]

# Okabe and Ito's colours, which everybody can tell apart, from dark to light; then dashes, for more lines than colours.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_DASHES = ("-", "--", ":")
_INK, _GREY = "#222222", "#767676"
_SIZE = (7.2, 4.4)
# Of the height of the plot: labels that are nearer to each other are moved apart.
_APART = 0.055

_STYLE = {
    "svg.hashsalt": "hypersweep",
    "svg.fonttype": "path",
    "font.size": 11,
    "text.color": _INK,
    "axes.edgecolor": _GREY,
    "axes.labelcolor": _INK,
    "xtick.color": _GREY,
    "ytick.color": _GREY,
}


def load_matplotlib() -> ModuleType:
    """The matplotlib module.

    Raises:
        MissingExtraError: it isn't installed.
    """
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingExtraError(
            "plots need matplotlib, which isn't installed: pip install 'hypersweep[lab]'", name="matplotlib"
        ) from None
    module: ModuleType = mpl
    return module


def save_plot(rows: Sequence[Row], path: str | os.PathLike[str], *, title: str = "") -> None:
    """Draw win rates to a PNG or SVG file, whole or not at all.

    Args:
        rows: results of "winrate" or "sweep".
        path: the file; its name ends in ".png" or ".svg".
        title: what stands above.

    Raises:
        MissingExtraError: matplotlib isn't installed.
        ParameterError: rows without win rates, or none; a file of another kind.
        OSError: the file can't be written.
    """
    kind = str(path).rpartition(".")[2]
    if kind not in ("png", "svg"):
        raise ParameterError(f"expected a file that ends in .png or .svg, got {shorten(str(path))}")
    if not rows or any(row.get("win_rate") is None for row in rows):
        raise ParameterError("expected results with win rates to draw, got none")
    mpl = load_matplotlib()
    with mpl.rc_context(_STYLE):
        picture = _picture(rows, title)
        data = BytesIO()
        picture.savefig(data, format=kind, dpi=160, metadata={"Date": None} if kind == "svg" else {"Software": None})
    save_whole(path, lambda file: file.write(data.getvalue()))


def _picture(rows: Sequence[Row], title: str) -> Any:
    # Without pyplot, which keeps figures and looks for a screen.
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    lines: dict[str, list[Row]] = {}
    for row in rows:
        lines.setdefault(str(row["grid"]), []).append(row)
    labels = []
    for place, (grid, own) in enumerate(lines.items()):
        own.sort(key=lambda row: _number(row["density"]))
        colour = _COLOURS[place % len(_COLOURS)]
        dash = _DASHES[place // len(_COLOURS) % len(_DASHES)]
        densities, rates, lows, highs = (
            [100 * _number(row[name]) for row in own]
            for name in ("density", "win_rate", "win_rate_low", "win_rate_high")
        )
        if len(own) > 1:
            axes.fill_between(densities, lows, highs, color=colour, alpha=0.22, linewidth=0)
            axes.plot(densities, rates, dash, color=colour, linewidth=1.8, marker="o", markersize=3.2)
        else:
            down, up = rates[0] - lows[0], highs[0] - rates[0]
            axes.errorbar(densities, rates, [[down], [up]], color=colour, fmt="o", markersize=4, capsize=3)
        labels.append((grid, colour, densities, rates))
    axes.set_ylim(0, 102)
    axes.set_xlabel("cells with a mine")
    axes.xaxis.set_major_formatter("{x:g} %")
    axes.yaxis.set_major_formatter("{x:.0f} %")
    axes.set_title(title, loc="left", fontsize=12, pad=12)
    axes.grid(axis="y", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    _label(axes, labels)
    return figure


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _label(axes: Any, labels: list[tuple[str, str, list[float], list[float]]]) -> None:
    """Writes the name of each line behind its end; names that would touch are moved up."""
    low, high = axes.get_xlim()
    # The lowest name stands above the axis.
    height = 2.5 - 100 * _APART
    for rate, density, grid, colour in sorted(
        (rates[-1], densities[-1], grid, colour) for grid, colour, densities, rates in labels
    ):
        height = max(rate, height + 100 * _APART)
        axes.annotate(
            grid,
            (density + 0.015 * (high - low), height),
            color=colour,
            va="center",
            annotation_clip=False,
        )
