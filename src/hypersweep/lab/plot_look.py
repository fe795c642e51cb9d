"""The style of plots: colours for colour-blind readers too, and settings for reproducible output."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's colours, distinct for colour-blind readers too, from dark to light."""

DASHES = ("-", "--", ":")
"""Line styles for more lines than colours."""

INK, GREY = "#222222", "#767676"

STYLE: dict[str, Any] = {
    "svg.hashsalt": "hypersweep",
    "svg.fonttype": "path",
    # Escape dollar signs in names, which would begin a formula.
    "text.parse_math": False,
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "xtick.color": GREY,
    "ytick.color": GREY,
}
"""Settings of matplotlib while a plot is drawn."""
