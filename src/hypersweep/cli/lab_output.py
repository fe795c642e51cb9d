"""The output of ``hypersweep lab``: tables, JSON, plots."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from hypersweep.cli.arena_output import arena_lines
from hypersweep.cli.columns import columns_of
from hypersweep.cli.lab_numbers import chance_of, decimal, is_within, number_of, share_text
from hypersweep.cli_support.command_parser import warn
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.lab.folder import Kept
    from hypersweep.lab.pair_rows import Row
    from hypersweep.lab.plan import Experiment

DRAWN = ("winrate", "sweep", "compare", "arena")
"""Kinds of experiments whose results can be plotted."""

_ENDINGS = (".png", ".svg")


def result_lines(experiment: Experiment, rows: Sequence[Row], *, is_json: bool, columns: int | None = None) -> str:
    """Format the results as a table or as a JSON object on each line.

    Args:
        experiment: the experiment.
        rows: its results.
        is_json: whether to write JSON.
        columns: width of a line in characters; None for no limit.

    >>> from hypersweep.lab import Experiment, run_experiment
    >>> experiment = Experiment(kind="compare", boards=[("4x5", 4)], count=50, policies=["progress", "safest"])
    >>> print(result_lines(experiment, run_experiment(experiment), is_json=False))
    board  mines  games  progress  safest  alone  difference                p  verdict
    4x5        4     50        36      36  0 : 0    0.00 % (-7.13 to 7.13)  1  undecided
    <BLANKLINE>
    alone: boards that only progress won : boards that only safest won
    difference: how much more often progress won, with its interval of 95 %
    p: how often counts would be this uneven if neither were better (McNemar's test)
    <BLANKLINE>
    """
    if is_json:
        return "".join(json.dumps(row) + "\n" for row in rows)
    if experiment.kind == "arena":
        return "\n".join((*arena_lines(experiment, rows, columns=columns), ""))
    text = columns_of(_with_given_up(_TABLES[experiment.kind](experiment, rows), rows))
    if experiment.kind == "compare":
        text += ["", *_legend(experiment)]
    return "\n".join((*text, ""))


def board_lines(experiment: Experiment, kept: Kept, *, is_json: bool) -> str:
    """Format the boards that were made: an ID on each line, or a JSON object with all that is known of the board.

    Args:
        experiment: an experiment of kind "boards".
        kept: the store of its boards.
        is_json: whether to write JSON.

    >>> from hypersweep.lab import Experiment, run_experiment
    >>> from hypersweep.lab.folder import RunMemory
    >>> experiment, memory = Experiment(kind="boards", boards=[("5x6", 4)], count=2, seed=7), RunMemory()
    >>> rows = run_experiment(experiment, memory=memory)
    >>> print(board_lines(experiment, memory, is_json=False), end="")
    5x6.bYQg
    5x6.bIAACCg
    """
    from hypersweep.lab.results import board_rows

    rows = board_rows(experiment, kept)
    if not is_json:
        return "".join(f"{row['board']}\n" for row in rows)
    # As text, as in all our JSON: many parsers lose digits of integers above 2**53.
    return "".join(json.dumps({**row, "seed": str(row["seed"])}) + "\n" for row in rows)


def _with_given_up(table: list[list[str]], rows: Sequence[Row]) -> list[list[str]]:
    """Add a column of games given up to the table, if there are any: they count as not won."""
    names = ("given_up", "first_given_up", "second_given_up")
    counts = [[row[name] for name in names if name in row] for row in rows]
    if not any(map(any, counts)):
        return table
    column = ["given up", *(" : ".join(map(str, own)) for own in counts)]
    return [[*line, word] for line, word in zip(table, column, strict=True)]


def _plain(row: Row, *names: str) -> list[str]:
    return [str(row[name]) for name in names]


def _winrates(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "games", "won", "win rate", "guesses"]]
    for row in rows:
        words = _plain(row, "grid", "mines", "games", "won")
        table.append([*words, share_text(row, "win_rate"), decimal(row["mean_guesses"])])
    return table


def _sweeps(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "density", "games", "win rate", "no guess needed", "3BV"]]
    for row in rows:
        shares = [share_text(row, "win_rate"), share_text(row, "no_guess_rate")]
        density = f"{row['density']:.3f}"
        table.append(
            [*_plain(row, "grid", "mines"), density, str(row["games"]), *shares, decimal(row["mean_three_bv"])]
        )
    return table


def _comparisons(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "games", *experiment.policies, "alone", "difference", "p", "verdict"]]
    for row in rows:
        alone = f"{row['first_alone']} : {row['second_alone']}"
        words = _plain(row, "grid", "mines", "games", "first_won", "second_won")
        table.append([*words, alone, share_text(row, "difference"), f"{row['p_value']:.2g}", _verdict(experiment, row)])
    return table


def _verdict(experiment: Experiment, row: Row) -> str:
    """Return the verdict of a comparison, as certain as its interval."""
    low, high, p_value = (number_of(row[name]) for name in ("difference_low", "difference_high", "p_value"))
    chance = chance_of(experiment)
    if p_value <= chance and (low > 0 or high < 0):
        return f"{experiment.policies[0 if low > 0 else 1]} is better"
    margin = experiment.margin
    if margin is not None and is_within(row, margin):
        return f"within {100 * margin:g} %"
    return "undecided"


def _legend(experiment: Experiment) -> list[str]:
    """Return the explanation of the columns of a comparison."""
    first, second = experiment.policies
    sure = f"{100 * (1 - chance_of(experiment)):g} %"
    p_value = "p: how often counts would be this uneven if neither were better (McNemar's test)"
    lasting = ""
    if experiment.stop is not None:
        lasting = ", however often you look"
        p_value = "p: how often there would ever be this much evidence if neither were better, however often you look"
    return [
        f"alone: boards that only {first} won : boards that only {second} won",
        f"difference: how much more often {first} won, with its interval of {sure}{lasting}",
        p_value,
    ]


def _banks(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    from hypersweep.generate import GRADES

    table = [["board", "mines", "boards", *GRADES, "3BV"]]
    for row in rows:
        grades = [str(row[f"grade_{grade}"]) for grade in GRADES]
        table.append([*_plain(row, "grid", "mines"), str(row["boards"]), *grades, decimal(row["mean_three_bv"])])
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
    """Return the files for plots, checked before the work begins.

    Raises:
        ParameterError: a name that ends neither in .png nor .svg, or a folder that doesn't exist.
        MissingExtraError: matplotlib isn't installed.
    """
    files = [*(names or ())]
    for name in files:
        if not name.endswith(_ENDINGS):
            raise ParameterError(
                f"expected a file that ends in {' or '.join(_ENDINGS)} for --plot, got {truncate(name)}"
            )
        folder = os.path.dirname(name) or "."
        if not os.path.isdir(folder):
            raise ParameterError(f"expected a folder that is there for --plot, got {truncate(folder)}")
    if files:
        from hypersweep.lab.plots import load_matplotlib

        load_matplotlib()
    return files


def check_can_be_drawn(files: Sequence[str], kind: str) -> None:
    """Reject plots of an experiment that can't be plotted, before the work begins.

    Raises:
        ParameterError: there is no plot of this kind of experiment.
    """
    if files and kind not in DRAWN:
        raise ParameterError(f"expected results of {', '.join(DRAWN)} for --plot, got those of {kind}")


def save_plots(command: str, files: Sequence[str], experiment: Experiment, rows: Sequence[Row]) -> int:
    """Draw the results to each of the files. Returns: the exit status.

    Raises:
        ParameterError: results that can't be plotted.
    """
    if not files:
        return 0
    from hypersweep.lab.plots import save_plot

    for name in files:
        try:
            save_plot(rows, name, title=_title(experiment), confidence=1 - chance_of(experiment))
        except OSError as error:
            warn(command, f"can't write to {truncate(name)}: {error.strerror or error}")
            return WRITING_FAILED
    return 0


def _title(experiment: Experiment) -> str:
    if experiment.kind == "arena":
        return f"Arena of {len(experiment.policies)} players"
    names = experiment.policies
    return f"{names[0]} compared with {names[1]}" if len(names) > 1 else f"Games of {names[0]}"
