"""Numbers of results as text: shares with their intervals, and the certainty of a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypersweep.lab.experiment import Experiment
    from hypersweep.lab.result_table import Row


def share_text(row: Row, name: str) -> str:
    """Format a share of a row in percent, with its interval.

    >>> share_text({"won": 0.5, "won_low": 0.25, "won_high": 0.75}, "won")
    ' 50.00 % (25.00 to 75.00)'
    """
    share, low, high = (row[name + ending] for ending in ("", "_low", "_high"))
    if share is None:
        return "-"
    return f"{_percent(share)} % ({_percent(low).strip()} to {_percent(high).strip()})"


def _percent(share: object) -> str:
    return f"{100 * share:6.2f}" if isinstance(share, int | float) else "     -"


def decimal(number: object) -> str:
    """Format a number with two decimals, or as a dash if unknown.

    >>> decimal(1.5), decimal(None)
    ('1.50', '-')
    """
    return f"{number:.2f}" if isinstance(number, int | float) else "-"


def number_of(value: object) -> float:
    """Return a number of a row, or 0 if there is none."""
    return float(value) if isinstance(value, int | float) else 0.0


def is_within(row: Row, margin: float) -> bool:
    """Whether the interval of a difference lies within plus or minus a margin."""
    return -margin <= number_of(row["difference_low"]) and number_of(row["difference_high"]) <= margin


def chance_of(experiment: Experiment) -> float:
    """Return the accepted probability of a wrong verdict."""
    return 0.05 if experiment.stop is None else experiment.stop
