"""Output of ``hypersweep lab`` and ``hypersweep arena``: tables, JSON and plots."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import warn
from hypersweep.cli_support.output import columns_of, text_width
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.lab.statistical_tests import FAULTS
from hypersweep.text import pluralize
from hypersweep.ui_model.solver_show import fold
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.lab.experiment import Experiment
    from hypersweep.lab.result_table import Row, ShardStore

DRAWN = ("winrate", "sweep", "compare", "arena")
"""Kinds of experiments whose results can be plotted."""

_ENDINGS = (".png", ".svg")


def result_lines(experiment: Experiment, rows: Sequence[Row], *, is_json: bool, columns: int | None = None) -> str:
    """Format an experiment's results as a table, or as a JSON object on each line.

    Args:
        experiment: the experiment.
        rows: the experiment's results.
        is_json: whether to write JSON.
        columns: maximum line width in characters; None for no limit.

    >>> from hypersweep.lab import Experiment, run_experiment
    >>> experiment = Experiment(kind="compare", boards=[("4x5", 4)], count=50, policies=["progress", "safest"])
    >>> print(result_lines(experiment, run_experiment(experiment), is_json=False))
    board  mines  games  progress  safest  alone  difference                p  verdict
    4x5        4     50        36      36  0 : 0    0.00 % (-7.13 to 7.13)  1  undecided
    <BLANKLINE>
    alone: boards that only progress won : boards that only safest won
    difference: how much more often progress won, with its 95 % interval
    p: chance of counts this uneven if neither were better (McNemar's test)
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


def board_lines(experiment: Experiment, kept: ShardStore, *, is_json: bool) -> str:
    """List the boards that an experiment generated: an ID on each line, or a JSON object with all data on the board.

    Args:
        experiment: an experiment of kind "boards".
        kept: the store with the generated boards.
        is_json: whether to write JSON.

    >>> from hypersweep.lab import Experiment, run_experiment
    >>> from hypersweep.lab.result_table import RunMemory
    >>> experiment, memory = Experiment(kind="boards", boards=[("5x6", 4)], count=2, seed=7), RunMemory()
    >>> rows = run_experiment(experiment, memory=memory)
    >>> print(board_lines(experiment, memory, is_json=False), end="")
    5x6.bYQg
    5x6.bIAACCg
    """
    from hypersweep.lab.result_table import board_rows

    rows = board_rows(experiment, kept)
    if not is_json:
        return "".join(f"{row['board']}\n" for row in rows)
    # Write seeds as strings, as in all our JSON: many parsers round integers above 2**53.
    return "".join(json.dumps({**row, "seed": str(row["seed"])}) + "\n" for row in rows)


def _share_text(row: Row, name: str) -> str:
    """Format a share, a row's field ``name``, as a percentage with its confidence interval.

    >>> _share_text({"won": 0.5, "won_low": 0.25, "won_high": 0.75}, "won")
    ' 50.00 % (25.00 to 75.00)'
    """
    share, low, high = (row[name + ending] for ending in ("", "_low", "_high"))
    if share is None:
        return "-"
    return f"{_percent(share)} % ({_percent(low).strip()} to {_percent(high).strip()})"


def _percent(share: object) -> str:
    return f"{100 * share:6.2f}" if isinstance(share, int | float) else "     -"


def _decimal(number: object) -> str:
    """Format a number with two decimals, or as a dash if unknown.

    >>> _decimal(1.5), _decimal(None)
    ('1.50', '-')
    """
    return f"{number:.2f}" if isinstance(number, int | float) else "-"


def _number_of(value: object) -> float:
    """Return a row's value as a float, or 0 if it isn't a number."""
    return float(value) if isinstance(value, int | float) else 0.0


def _is_within(row: Row, margin: float) -> bool:
    """Return whether a row's confidence interval for the difference lies within plus or minus a margin."""
    return -margin <= _number_of(row["difference_low"]) and _number_of(row["difference_high"]) <= margin


def _chance_of(experiment: Experiment) -> float:
    """Return the accepted probability of a wrong verdict: ``--stop``, or 0.05."""
    return 0.05 if experiment.stop is None else experiment.stop


def _with_given_up(table: list[list[str]], rows: Sequence[Row]) -> list[list[str]]:
    """Add a column with the number of games given up, which count as not won, if there are any."""
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
        table.append([*words, _share_text(row, "win_rate"), _decimal(row["mean_guesses"])])
    return table


def _sweeps(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "density", "games", "win rate", "no guess needed", "3BV"]]
    for row in rows:
        shares = [_share_text(row, "win_rate"), _share_text(row, "no_guess_rate")]
        density = f"{row['density']:.3f}"
        table.append(
            [*_plain(row, "grid", "mines"), density, str(row["games"]), *shares, _decimal(row["mean_three_bv"])]
        )
    return table


def _comparisons(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "games", *experiment.policies, "alone", "difference", "p", "verdict"]]
    for row in rows:
        alone = f"{row['first_alone']} : {row['second_alone']}"
        verdict = _verdict(experiment, row, _better(experiment, row))
        words = _plain(row, "grid", "mines", "games", "first_won", "second_won")
        table.append([*words, alone, _share_text(row, "difference"), f"{row['p_value']:.2g}", verdict])
    return table


def _better(experiment: Experiment, row: Row) -> str | None:
    """Return the better of two compared policies, or None if the interval for their difference includes 0."""
    low, high, p_value = (_number_of(row[name]) for name in ("difference_low", "difference_high", "p_value"))
    is_shown = p_value <= _chance_of(experiment) and (low > 0 or high < 0)
    return experiment.policies[0 if low > 0 else 1] if is_shown else None


def _verdict(experiment: Experiment, row: Row, better: object) -> str:
    if better is not None:
        return f"{better} is better"
    if experiment.margin is not None and _is_within(row, experiment.margin):
        return f"within {100 * experiment.margin:g} %"
    return "undecided"


def _legend(experiment: Experiment) -> list[str]:
    """Explain the columns of a comparison, a line each."""
    first, second = experiment.policies
    sure = f"{100 * (1 - _chance_of(experiment)):g} %"
    p_value = "p: chance of counts this uneven if neither were better (McNemar's test)"
    lasting = ""
    if experiment.stop is not None:
        lasting = ", however often you look"
        p_value = "p: chance of ever seeing this much evidence if neither were better, however often you look"
    return [
        f"alone: boards that only {first} won : boards that only {second} won",
        f"difference: how much more often {first} won, with its {sure} interval{lasting}",
        p_value,
    ]


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


def arena_lines(experiment: Experiment, rows: Sequence[Row], *, columns: int | None = None) -> list[str]:
    """Format an arena's results as tables of players and of pairs.

    Args:
        experiment: an arena.
        rows: the arena's results.
        columns: maximum line width in characters; None for no limit. If one table for all boards would be wider, each
            board gets separate tables.

    >>> from hypersweep.lab import Experiment
    >>> from hypersweep.lab.result_table import result_rows
    >>> experiment = Experiment(kind="arena", boards=[("4x5", 4)], count=50, policies=["progress", "safest"])
    >>> counts = (50, *(34, 400, 60, 0, 0, 0, 0), *(33, 410, 61, 0, 1, 0, 0), 32)
    >>> for line in arena_lines(experiment, result_rows(experiment, {0: counts})):
    ...     print(line)
    board  mines  player    games  won  win rate                   guesses  ms a move  games/s  faults
    4x5        4  progress     50   34   68.00 % (54.19 to 79.24)     1.20          -        -  -
    4x5        4  safest       50   33   66.00 % (52.15 to 77.56)     1.22          -        -  1 illegal
    <BLANKLINE>
    board  mines  pair               alone  difference                     p  verdict
    4x5        4  progress : safest  2 : 1    2.00 % (-7.11 to 11.82)  0.625  undecided
    <BLANKLINE>
    alone: boards that only the first of a pair won : boards that only the second won
    difference: how much more often the first won, with its 95 % interval
    p: chance of counts this uneven if neither were better (McNemar's test)
    """
    players = [row for row in rows if "player" in row]
    pairs = [row for row in rows if "player" not in row]
    boards = [*dict.fromkeys((row["grid"], row["mines"]) for row in rows)]
    wide = [_players(players), _pairs(experiment, pairs)]
    has_boards = all(_fits(table, columns) for table in wide)
    lines = columns_of(wide[0]) if has_boards else []
    for board in [] if has_boards else boards:
        own = [row for row in players if (row["grid"], row["mines"]) == board]
        lines += [f"{board[0]}, {board[1]} mines", *columns_of(_without_board(_players(own))), ""]
    lines = lines if has_boards else lines[:-1]
    settings = [each for each in experiment.entrants if each.format() not in (each.name, each.policy)]
    if settings:
        lines += ["", *(f"{each.name}: {each.format().removeprefix(each.name + '=')}" for each in settings)]
    lines += ["", *columns_of(wide[1])] if has_boards else []
    for board in boards:
        own = [row for row in pairs if (row["grid"], row["mines"]) == board]
        title = f"{board[0]}, {board[1]} mines"
        if not has_boards:
            lines += ["", title, *columns_of(_narrow_pairs(experiment, own, columns))]
        if len(experiment.policies) > 2:
            table = _cross(experiment, own, title)
            lines += ["", *columns_of(table if _fits(table, columns) else _numbered(table))]
    legend = _arena_legend(experiment)
    return [
        *lines,
        "",
        *(legend if columns is None else [part for text in legend for part in fold(text, columns, "  ")]),
    ]


def _fits(table: list[list[str]], columns: int | None) -> bool:
    return columns is None or max(map(text_width, columns_of(table))) <= columns


def _without_board(table: list[list[str]]) -> list[list[str]]:
    """Remove the columns for board and mines, the first two, from a table."""
    return [line[2:] for line in table]


def _narrow_pairs(experiment: Experiment, rows: Sequence[Row], columns: int | None) -> list[list[str]]:
    """Return a board's table of pairs; if it is too wide, drop the words that every line repeats."""
    table = _without_board(_pairs(experiment, rows))
    if _fits(table, columns):
        return table
    heads, *lines = table
    return [[*heads[:-1], "better"], *([*line[:-1], line[-1].removesuffix(" is better")] for line in lines)]


def _numbered(table: list[list[str]]) -> list[list[str]]:
    """Number the columns of a cross table, where players' names would be too wide."""
    (title, *names), *lines = table
    many = len(names)
    return [
        [title, *map(str, range(1, many + 1))],
        *([f"{place:>{len(str(many))}} {line[0]}", *line[1:]] for place, line in enumerate(lines, 1)),
    ]


def _players(rows: Sequence[Row]) -> list[list[str]]:
    heads = ["board", "mines", "player", "games", "won", "win rate", "guesses", "ms a move", "games/s"]
    has_given_up, has_faults = (any(row[name] for row in rows) for name in ("given_up", "faults"))
    table = [[*heads, *["given up"] * has_given_up, *["faults"] * has_faults]]
    for row in rows:
        words = [str(row[name]) for name in ("grid", "mines", "player", "games", "won")]
        words += [_share_text(row, "win_rate"), _decimal(row["mean_guesses"])]
        words += [_measured(row["ms_a_move"]), _measured(row["games_a_second"])]
        words += [str(row["given_up"])] * has_given_up
        faults = ", ".join(f"{row[name]} {name}" for name in FAULTS if row[name])
        table.append([*words, *[faults or "-"] * has_faults])
    return table


def _measured(number: object) -> str:
    """Format a measurement with three significant digits; more would be noise."""
    if not isinstance(number, int | float):
        return "-"
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _pairs(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "pair", "alone", "difference", "p", "verdict"]]
    for row in rows:
        words = [str(row["grid"]), str(row["mines"]), f"{row['first']} : {row['second']}"]
        words += [f"{row['first_alone']} : {row['second_alone']}", _share_text(row, "difference")]
        table.append([*words, f"{row['p_holm']:.3g}", _verdict(experiment, row, row["better"])])
    return table


def _cross(experiment: Experiment, rows: Sequence[Row], title: str) -> list[list[str]]:
    """Return a cross table: how much more often the row's player won than the column's, in percentage points."""
    names = [entrant.name for entrant in experiment.entrants]
    found = {(row["first"], row["second"]): row for row in rows}
    table = [[title, *names]]
    for own in names:
        words = [own]
        for other in names:
            row = found.get((own, other)) or found.get((other, own))
            if row is None:
                words.append("-")
                continue
            difference = row["difference"]
            assert isinstance(difference, float)
            mark = "*" if row["better"] is not None else ""
            # Format zero separately, to avoid "+0.00" and "-0.00".
            signed = 100 * (difference if row["first"] == own else -difference)
            words.append(f"{signed:+.2f}{mark}" if difference else "0.00")
        table.append(words)
    return table


def _arena_legend(experiment: Experiment) -> list[str]:
    """Explain the columns of an arena's tables, a line each."""
    many = len(experiment.policies) * (len(experiment.policies) - 1) // 2
    sure = f"{100 * (1 - _chance_of(experiment)):g} %"
    looking = "" if experiment.stop is None else ", however often you look"
    interval = f"with its {sure} interval" if many == 1 else f"with simultaneous {sure} intervals"
    test = "if neither were better (McNemar's test)"
    if experiment.stop is not None:
        test = "at any time if neither were better (a running bet)"
    correction = "" if many == 1 else f"; by Holm for {pluralize(many, 'pair')} at once"
    lines = [
        "alone: boards that only the first of a pair won : boards that only the second won",
        f"difference: how much more often the first won, {interval}{looking}",
        f"p: chance of counts this uneven {test}{correction}",
    ]
    if many > 1:
        lines.append("table: how many more games in 100 the row's player won; * where one is better")
    return lines


def plot_files(names: Sequence[str] | None) -> list[str]:
    """Check the files for plots before the work begins, and return them as a list.

    Raises:
        ParameterError: a name ends neither in .png nor in .svg, or its folder doesn't exist.
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
            raise ParameterError(f"expected an existing folder for --plot, got {truncate(folder)}")
    if files:
        from hypersweep.lab.plots import load_matplotlib

        load_matplotlib()
    return files


def check_can_be_drawn(files: Sequence[str], kind: str) -> None:
    """Check, before the work begins, that this kind of experiment can be plotted if ``files`` isn't empty.

    Raises:
        ParameterError: this kind of experiment can't be plotted.
    """
    if files and kind not in DRAWN:
        raise ParameterError(f"--plot accepts only {', '.join(DRAWN)}, got {kind}")


def save_plots(command: str, files: Sequence[str], experiment: Experiment, rows: Sequence[Row]) -> int:
    """Plot the results into each file. Returns: the exit status.

    Raises:
        ParameterError: the results can't be plotted.
    """
    if not files:
        return 0
    from hypersweep.lab.plots import save_plot

    for name in files:
        try:
            save_plot(rows, name, title=_title(experiment), confidence=1 - _chance_of(experiment))
        except OSError as error:
            warn(command, f"can't write to {truncate(name)}: {error.strerror or error}")
            return WRITING_FAILED
    return 0


def _title(experiment: Experiment) -> str:
    if experiment.kind == "arena":
        return f"Arena of {len(experiment.policies)} players"
    names = experiment.policies
    return f"{names[0]} compared with {names[1]}" if len(names) > 1 else f"Games of {names[0]}"
