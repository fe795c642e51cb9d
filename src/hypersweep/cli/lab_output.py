"""What ``hypersweep lab`` shows of results: tables, JSON, plots."""

from __future__ import annotations

import json
import os

from hypersweep.arguments import shorten
from hypersweep.console.program import warn
from hypersweep.errors import ParameterError
from hypersweep.exits import WRITING_FAILED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.lab.plan import Experiment
    from hypersweep.lab.results import Row

__all__ = ["plot_files", "result_lines", "save_plots"]

_ENDINGS = (".png", ".svg")


def result_lines(experiment: Experiment, rows: Sequence[Row], *, is_json: bool) -> str:
    """The results, as a table or as a JSON object on each line.

    Args:
        experiment: what was done.
        rows: its results.
        is_json: whether they are for a program.

    >>> from hypersweep.lab import Experiment, run_experiment
    >>> experiment = Experiment(kind="compare", boards=[("4x5", 4)], count=50, policies=["progress", "safest"])
    >>> print(result_lines(experiment, run_experiment(experiment), is_json=False))
    board  mines  games  progress  safest  alone  difference                p
    4x5        4     50        34      34  0 : 0    0.00 % (-7.13 to 7.13)  1
    <BLANKLINE>
    """
    if is_json:
        return "".join(json.dumps(row) + "\n" for row in rows)
    heads, *lines = _TABLES[experiment.kind](experiment, rows)
    is_left = [not lines or not all(_is_number(line[place]) for line in lines) for place in range(len(heads))]
    widths = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
    text = []
    for line in (heads, *lines):
        words = [
            f"{word:<{width}}" if left else f"{word:>{width}}"
            for word, width, left in zip(line, widths, is_left, strict=True)
        ]
        text.append("  ".join(words).rstrip())
    return "\n".join((*text, ""))


def _is_number(word: str) -> bool:
    return word.replace(".", "", 1).replace(",", "").replace("-", "", 1).isdigit() or word == "-"


def _share(row: Row, name: str) -> str:
    share, low, high = (row[name + ending] for ending in ("", "_low", "_high"))
    if share is None:
        return "-"
    return f"{_percent(share)} % ({_percent(low).strip()} to {_percent(high).strip()})"


def _percent(share: object) -> str:
    return f"{100 * share:6.2f}" if isinstance(share, int | float) else "     -"


def _decimal(number: object) -> str:
    return f"{number:.2f}" if isinstance(number, int | float) else "-"


def _plain(row: Row, *names: str) -> list[str]:
    return [str(row[name]) for name in names]


def _winrates(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "games", "won", "win rate", "guesses"]]
    for row in rows:
        words = _plain(row, "grid", "mines", "games", "won")
        table.append([*words, _share(row, "win_rate"), _decimal(row["mean_guesses"])])
    return table


def _sweeps(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "density", "games", "win rate", "no guess needed", "3BV"]]
    for row in rows:
        shares = [_share(row, "win_rate"), _share(row, "no_guess_rate")]
        density = f"{row['density']:.3f}"
        table.append(
            [*_plain(row, "grid", "mines"), density, str(row["games"]), *shares, _decimal(row["mean_three_bv"])]
        )
    return table


def _comparisons(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "games", *experiment.policies, "alone", "difference", "p"]]
    for row in rows:
        alone = f"{row['first_alone']} : {row['second_alone']}"
        words = _plain(row, "grid", "mines", "games", "first_won", "second_won")
        p_value = f"{row['p_value']:.2g}"
        stopped = " (stopped)" if row["has_stopped"] else ""
        table.append([*words, alone, _share(row, "difference"), p_value + stopped])
    return table


def _banks(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    from hypersweep.generate import GRADES

    table = [["board", "mines", "boards", *GRADES, "3BV"]]
    for row in rows:
        grades = [str(row[f"grade_{grade}"]) for grade in GRADES]
        table.append([*_plain(row, "grid", "mines"), str(row["boards"]), *grades, _decimal(row["mean_three_bv"])])
    return table


def _positions(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "games", "positions", "without chances"]]
    return table + [_plain(row, "grid", "mines", "games", "positions", "without_chances") for row in rows]


_TABLES = {
    "winrate": _winrates,
    "sweep": _sweeps,
    "compare": _comparisons,
    "boards": _banks,
    "positions": _positions,
}


def plot_files(names: Sequence[str] | None) -> list[str]:
    """The files that plots are drawn to; looked at before the work begins.

    Raises:
        ParameterError: one that is neither PNG nor SVG.
        MissingExtraError: matplotlib isn't installed.
    """
    files = [*(names or ())]
    for name in files:
        if not name.endswith(_ENDINGS):
            raise ParameterError(
                f"expected a file that ends in {' or '.join(_ENDINGS)} for --plot, got {shorten(name)}"
            )
        folder = os.path.dirname(name) or "."
        if not os.path.isdir(folder):
            raise ParameterError(f"expected a folder that is there for --plot, got {shorten(folder)}")
    if files:
        from hypersweep.lab.plots import load_matplotlib

        load_matplotlib()
    return files


def save_plots(command: str, files: Sequence[str], experiment: Experiment, rows: Sequence[Row]) -> int:
    """Draw the win rates to each of the files; gives the exit status.

    Raises:
        ParameterError: results that have no win rates.
    """
    if not files:
        return 0
    from hypersweep.lab.plots import save_plot

    for name in files:
        try:
            save_plot(rows, name, title=_title(experiment))
        except OSError as error:
            warn(command, f"can't write to {shorten(name)}: {error.strerror or error}")
            return WRITING_FAILED
    return 0


def _title(experiment: Experiment) -> str:
    return f"Games won by {experiment.policies[0]}" if experiment.policies else ""
