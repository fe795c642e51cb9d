"""The output of ``hypersweep arena``: tables of players, of pairs, and a cross table for more than two players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli.columns import columns_of, text_width
from hypersweep.cli.lab_numbers import chance_of, decimal, is_within, share_text
from hypersweep.lab.counts import FAULTS
from hypersweep.text import pluralize
from hypersweep.ui_model.solver_player import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.lab.pair_rows import Row
    from hypersweep.lab.plan import Experiment


def arena_lines(experiment: Experiment, rows: Sequence[Row], *, columns: int | None = None) -> list[str]:
    """The results of an arena as tables.

    Args:
        experiment: an arena.
        rows: its results.
        columns: width of a line in characters; None for no limit. Each board gets its own tables if one table
            would be wider.

    >>> from hypersweep.lab import Experiment
    >>> from hypersweep.lab.results import result_rows
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
    difference: how much more often the first won, with its interval of 95 %
    p: how often counts would be this uneven if neither were better (McNemar's test)
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
    legend = _legend(experiment)
    return [
        *lines,
        "",
        *(legend if columns is None else [part for text in legend for part in fold(text, columns, "  ")]),
    ]


def _fits(table: list[list[str]], columns: int | None) -> bool:
    return columns is None or max(map(text_width, columns_of(table))) <= columns


def _without_board(table: list[list[str]]) -> list[list[str]]:
    """Drop the columns of the board and the mines from a table."""
    return [line[2:] for line in table]


def _narrow_pairs(experiment: Experiment, rows: Sequence[Row], columns: int | None) -> list[list[str]]:
    """Return the pairs of a board; if too wide, drop words that repeat in each line."""
    table = _without_board(_pairs(experiment, rows))
    if _fits(table, columns):
        return table
    heads, *lines = table
    return [[*heads[:-1], "better"], *([*line[:-1], line[-1].removesuffix(" is better")] for line in lines)]


def _numbered(table: list[list[str]]) -> list[list[str]]:
    """Number the columns of a cross table, since player names are too wide."""
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
        words += [share_text(row, "win_rate"), decimal(row["mean_guesses"])]
        words += [_measured(row["ms_a_move"]), _measured(row["games_a_second"])]
        words += [str(row["given_up"])] * has_given_up
        faults = ", ".join(f"{row[name]} {name}" for name in FAULTS if row[name])
        table.append([*words, *[faults or "-"] * has_faults])
    return table


def _measured(number: object) -> str:
    """Format a measurement, which varies between runs, with three digits."""
    if not isinstance(number, int | float):
        return "-"
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _pairs(experiment: Experiment, rows: Sequence[Row]) -> list[list[str]]:
    table = [["board", "mines", "pair", "alone", "difference", "p", "verdict"]]
    for row in rows:
        words = [str(row["grid"]), str(row["mines"]), f"{row['first']} : {row['second']}"]
        words += [f"{row['first_alone']} : {row['second_alone']}", share_text(row, "difference")]
        table.append([*words, f"{row['p_holm']:.3g}", _verdict(experiment, row)])
    return table


def _verdict(experiment: Experiment, row: Row) -> str:
    if row["better"] is not None:
        return f"{row['better']} is better"
    if experiment.margin is not None and is_within(row, experiment.margin):
        return f"within {100 * experiment.margin:g} %"
    return "undecided"


def _cross(experiment: Experiment, rows: Sequence[Row], title: str) -> list[list[str]]:
    """Return a cross table: how much more often the player of the row won than the player of the column."""
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
            # Zero has no sign, and no minus from rounding.
            signed = 100 * (difference if row["first"] == own else -difference)
            words.append(f"{signed:+.2f}{mark}" if difference else "0.00")
        table.append(words)
    return table


def _legend(experiment: Experiment) -> list[str]:
    """Return the explanation of the columns."""
    many = len(experiment.policies) * (len(experiment.policies) - 1) // 2
    sure = f"{100 * (1 - chance_of(experiment)):g} %"
    looking = "" if experiment.stop is None else ", however often you look"
    interval = f"with its interval of {sure}" if many == 1 else f"with intervals that hold at once, with {sure}"
    test = "if neither were better (McNemar's test)"
    if experiment.stop is not None:
        test = "at any time if neither were better (a running bet)"
    correction = "" if many == 1 else f"; by Holm for {pluralize(many, 'pair')} at once"
    lines = [
        "alone: boards that only the first of a pair won : boards that only the second won",
        f"difference: how much more often the first won, {interval}{looking}",
        f"p: how often counts would be this uneven {test}{correction}",
    ]
    if many > 1:
        lines.append("table: how many more games in 100 the player of the row won; * where one is better")
    return lines
