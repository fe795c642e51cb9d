"""How plots look: colours that everybody can tell apart, and a style in which they are drawn the same each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

__all__ = ["COLOURS", "DASHES", "GREY", "INK", "STYLE"]

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
"""Okabe and Ito's colours, which everybody can tell apart, from dark to light."""

DASHES = ("-", "--", ":")
"""For more lines than colours."""

INK, GREY = "#222222", "#767676"

STYLE: dict[str, Any] = {
    "svg.hashsalt": "hypersweep",
    "svg.fonttype": "path",
    # Names may hold a dollar sign, which is no beginning of a formula.
    "text.parse_math": False,
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "xtick.color": GREY,
    "ytick.color": GREY,
}
"""What is set while a plot is drawn."""
