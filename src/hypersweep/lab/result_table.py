"""A shard's result, the result rows for an experiment, and the results file."""

from __future__ import annotations

import json
from itertools import chain, combinations, islice
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

import hypersweep
from hypersweep.atomic_write import save_whole
from hypersweep.engine.players import is_own_policy
from hypersweep.errors import MissingExtraError
from hypersweep.formats.positions import read_positions, write_positions
from hypersweep.generate import GRADES
from hypersweep.lab.statistical_tests import (
    BIT,
    BOUNDED_PLAYER,
    EACH_PLAYER,
    FAULTS,
    WIN,
    Z95,
    SequentialTest,
    add_up,
    by_name,
    judge,
    mean_of,
    pairs_of,
    wilson,
)

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Mapping, Sequence
    from typing import IO, Any

    from hypersweep.formats.positions import Position
    from hypersweep.lab.experiment import Experiment, Setting
    from hypersweep.lab.statistical_tests import Counts, Judged, Pairs


Row: TypeAlias = dict[str, int | float | str | bool | None]
"""A row in a results table: values by column name."""

MEASURED = ("ms_a_move", "games_a_second")
"""Columns with measured times and speeds, which vary from run to run."""

KEY = b"hypersweep"
"""Key for hypersweep's metadata in a Parquet file."""

PAIRS = "pairs.parquet"
"""Name of the file with an arena's pairs, next to the file with its players."""

_TYPE, _VERSION = "lab results", 1

# Columns in a results file by type; columns not listed are floating-point numbers, except "has_stopped", a boolean.
_TEXTS = (
    "grid",
    "adjacency",
    "first_cell",
    "first_open",
    "policy",
    "first",
    "second",
    "board",
    "grade",
    "certificate",
    "player",
    "better",
)
_WHOLE = (
    *(
        "dimensions",
        "cells",
        "mines",
        "games",
        "won",
        "no_guess",
        "undecided",
        "stuck",
        "first_won",
        "second_won",
        "both",
    ),
    *("given_up", "first_given_up", "second_given_up", "states", "faults", *FAULTS),
    *("first_alone", "second_alone", "neither", "index", "seed", "three_bv", *(f"grade_{grade}" for grade in GRADES)),
    *("boards", "bound_boards", "gave_up", "guesses", "samples", "search_guesses"),
)

# Maximum number of rows in memory while writing a results file.
_GROUP = 1 << 12


class ShardResult(NamedTuple):
    """A shard's result, as returned by a worker.

    Attributes:
        number: the shard's number.
        counts: its counts, in the order of ``COUNTED`` for its type.
        data: its data for "boards", "positions" and "arena"; otherwise empty.
        times: for "arena", each player's microseconds; otherwise empty.
    """

    number: int
    counts: tuple[int, ...]
    data: bytes
    times: tuple[int, ...] = ()


class ShardStore(Protocol):
    """A store of finished shards, on disk or in memory.

    Attributes:
        counts: counts from the finished shards, by number.
        times: for an arena, each player's microseconds by shard number.
    """

    counts: dict[int, Counts]
    times: dict[int, tuple[int, ...]]

    def data(self, number: int) -> bytes:
        """Return a shard's data."""


class PartStore(ShardStore, Protocol):
    """A store that keeps each shard's data in a file."""

    def part(self, number: int) -> Path:
        """Return the path of a shard's data file."""


class RunMemory:
    """A store of finished shards in memory.

    Attributes:
        counts: counts from the finished shards, by number.
        times: for an arena, each player's microseconds by shard number.

    >>> memory = RunMemory()
    >>> memory.add(ShardResult(3, (20, 7), b"")), memory.add(ShardResult(3, (20, 7), b"")), memory.counts
    (True, False, {3: (20, 7)})
    """

    def __init__(self) -> None:
        self.counts: dict[int, Counts] = {}
        self.times: dict[int, tuple[int, ...]] = {}
        self._data: dict[int, bytes] = {}

    def add(self, result: ShardResult) -> bool:
        """Store a shard. Returns: whether it was new."""
        if result.number in self.counts:
            return False
        self.counts[result.number] = result.counts
        if result.times:
            self.times[result.number] = result.times
        if result.data:
            self._data[result.number] = result.data
        return True

    def data(self, number: int) -> bytes:
        """Return a shard's data."""
        return self._data.get(number, b"")


def result_rows(
    experiment: Experiment, counts: Mapping[int, Counts], times: Mapping[int, tuple[int, ...]] | None = None
) -> list[Row]:
    """Return a row for each setting with finished shards; for an arena, rows for its players, then for its pairs.

    Args:
        experiment: the experiment.
        counts: counts from the finished shards, by number.
        times: for an arena, each player's microseconds by shard number; None if unknown.

    >>> from hypersweep.lab.experiment import Experiment
    >>> experiment = Experiment(kind="compare", boards=[("3x4", 2)], count=100, policies=["look-ahead", "safest"])
    >>> row = result_rows(experiment, {0: (100, 60, 25, 10, 5, 0, 0)})[0]
    >>> row["first_won"], row["difference"], round(row["p_value"], 4)
    (85, 0.15, 0.0113)
    """
    looks = SequentialTest(experiment)
    rows = []
    for place, setting in enumerate(experiment.boards):
        looks.see(place, counts)
        done = [number for number in looks.shards_of(place) if number in counts]
        if done:
            total = add_up(experiment.kind, [counts[number] for number in done], len(experiment.policies))
            found = [] if experiment.kind in _ROWS else pair_rows(experiment, total)
            for row in found:
                row["has_stopped"] = looks.has_ended(place)
            if experiment.kind == "arena":
                found = [*player_rows(experiment, total, _spent(done, times or {})), *found]
            elif experiment.kind in _ROWS:
                found = [_ROWS[experiment.kind](experiment, total)]
            rows += [{**board_columns(experiment, setting), **row} for row in found]
    return rows


def _spent(numbers: Sequence[int], times: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Return each player's total microseconds in these shards; empty if the times for any shard are unknown."""
    if not all(number in times for number in numbers):
        return ()
    return tuple(map(sum, zip(*(times[number] for number in numbers), strict=True)))


def board_columns(experiment: Experiment, setting: Setting) -> Row:
    """Return the columns that describe a board; for a bound, they include the first click, on which it depends."""
    grid = setting.grid
    columns: Row = {
        "grid": str(grid),
        "dimensions": len(grid.shape),
        "cells": grid.cells,
        "adjacency": grid.adjacency,
        "mines": setting.mines,
        "density": setting.density,
    }
    if experiment.kind == "bound":
        columns |= {"first_cell": ",".join(map(str, experiment.first_cell(grid))), "first_open": experiment.first_open}
    return columns


def _winrate(experiment: Experiment, counts: Counts) -> Row:
    found = by_name(experiment.kind, counts)
    games, is_own = found["games"], is_own_policy(experiment.policies[0])
    return {
        "policy": experiment.policies[0],
        "games": games,
        "won": found["won"],
        "given_up": found["given_up"],
        **share_of("win_rate", found["won"], games),
        "mean_opened": found["opened"] / games,
        "mean_moves": found["moves"] / games,
        "mean_guesses": None if is_own else found["guesses"] / games,
        "estimated": None if is_own else found["estimates"] / max(1, found["analyses"]),
    }


def _sweep(experiment: Experiment, counts: Counts) -> Row:
    found = by_name(experiment.kind, counts)
    games = found["games"]
    mean, error = mean_of(games, found["three_bv"], found["three_bv_squared"])
    grades = {grade: found[f"grade_{grade}"] for grade in GRADES}
    stuck, no_guess = found["stuck"], sum(grades.values())
    deduced = stuck + no_guess
    bits, bits_error = mean_of(deduced, found["bits"], found["bits_squared"]) if deduced else (None, None)
    cells, cells_error = mean_of(stuck, found["frontier"], found["frontier_squared"]) if stuck else (None, None)
    return {
        **_winrate(experiment, counts),
        "mean_three_bv": mean,
        "mean_three_bv_error": error,
        "no_guess": no_guess,
        # Exclude undecided boards: they may or may not need a guess.
        **share_of("no_guess_rate", no_guess, games - found["undecided"]),
        **{f"grade_{grade}": number for grade, number in grades.items()},
        "undecided": found["undecided"],
        "stuck": stuck,
        **share_of("stuck_rate", stuck, deduced),
        "mean_bits": None if bits is None else bits / BIT,
        "mean_bits_error": None if bits_error is None else bits_error / BIT,
        "mean_frontier": cells,
        "mean_frontier_error": cells_error,
    }


def _bound(experiment: Experiment, counts: Counts) -> Row:
    found = by_name(experiment.kind, counts)
    boards = found["games"]
    value, error = mean_of(boards, found["bound"], found["bound_squared"])
    return bound_columns(experiment, value / WIN, error / WIN, boards, found["gave_up"])


def bound_columns(experiment: Experiment, value: float, error: float, boards: int, gave_up: int) -> Row:
    """Return columns with an upper bound on best play, and the bounds of its 95 % confidence interval.

    Args:
        experiment: the experiment, whose numbers of guesses and samples are columns too.
        value: the bound, from 0 to 1.
        error: its standard error.
        boards: number of layouts.
        gave_up: number of layouts with a part too large to solve.
    """
    return {
        "boards": boards,
        "bound": value,
        "bound_low": max(0.0, value - Z95 * error),
        "bound_high": min(1.0, value + Z95 * error),
        "error": error,
        "gave_up": gave_up,
        "guesses": experiment.guesses,
        "samples": experiment.samples,
        "search_guesses": experiment.search_guesses,
    }


def _boards(experiment: Experiment, counts: Counts) -> Row:
    found = by_name(experiment.kind, counts)
    boards = found["found"]
    mean, error = mean_of(boards, found["three_bv"], found["three_bv_squared"]) if boards else (None, None)
    return {
        "asked_for": found["games"],
        "boards": boards,
        "mean_three_bv": mean,
        "mean_three_bv_error": error,
        **{f"grade_{grade}": found[f"grade_{grade}"] for grade in GRADES},
    }


def _positions(experiment: Experiment, counts: Counts) -> Row:
    return by_name(experiment.kind, counts)  # type: ignore[return-value]


# Experiments that compare players aren't listed, because they have a row for each pair.
_ROWS = {"winrate": _winrate, "sweep": _sweep, "bound": _bound, "boards": _boards, "positions": _positions}


def share_of(name: str, hits: int, tries: int) -> Row:
    """Return columns with a share and the bounds of its 95 % confidence interval.

    >>> share_of("win_rate", 0, 0)
    {'win_rate': None, 'win_rate_low': 0.0, 'win_rate_high': 1.0}
    """
    low, high = wilson(hits, tries)
    return {name: hits / tries if tries else None, f"{name}_low": low, f"{name}_high": high}


def player_rows(experiment: Experiment, counts: Counts, times: tuple[int, ...] = ()) -> list[Row]:
    """Return a row for each player in an arena: wins, faults, and speed.

    Args:
        experiment: the arena.
        counts: counts for one board.
        times: each player's microseconds on that board; empty if unknown.
    """
    found = by_name(experiment.kind, counts, len(experiment.policies))
    games, rows = found["games"], []
    for place, entrant in enumerate(experiment.entrants):
        own = {name: found[f"{name}_{place}"] for name in EACH_PLAYER}
        row: Row = {"player": entrant.name, "policy": entrant.policy, "states": entrant.states}
        row |= {"seconds": entrant.seconds, "games": games, "won": own["won"]}
        row |= share_of("win_rate", own["won"], games)
        row |= {"mean_moves": own["moves"] / games}
        row["mean_guesses"] = None if is_own_policy(entrant.policy) else own["guesses"] / games
        row |= {"given_up": own["given_up"], "faults": sum(own[name] for name in FAULTS)}
        row |= {name: own[name] for name in FAULTS}
        took = times[place] if times else 0
        row["ms_a_move"] = took / 1000 / own["moves"] if took and own["moves"] else None
        row["games_a_second"] = games * 1_000_000 / took if took else None
        row |= _distance(found, place)
        rows.append(row)
    return rows


def _distance(found: Mapping[str, int], place: int) -> Row:
    """Return columns with an upper bound on best play, and a player's distance to it, from the same layouts."""
    boards, bound, squares = found["bounded"], found["bound"], found["bound_squared"]
    won, bound_won = (found[f"{name}_{place}"] for name in BOUNDED_PLAYER)
    values: list[float | None] = [None] * 4
    if boards:
        # The sums over the layouts of the bound minus 1 for a win, and of its square.
        pairs = bound - WIN * won, squares - 2 * WIN * bound_won + WIN * WIN * won
        values = [each / WIN for total in ((bound, squares), pairs) for each in mean_of(boards, *total)]
    names = ("bound", "bound_error", "distance", "distance_error")
    return {"bound_boards": boards, "gave_up": found["gave_up"], **dict(zip(names, values, strict=True))}


def pair_rows(experiment: Experiment, counts: Counts) -> list[Row]:
    """Return a row for each pair of players in an arena, or for the two policies compared.

    Args:
        experiment: an "arena" or "compare" experiment.
        counts: counts for one board.

    >>> from hypersweep.lab.experiment import Experiment
    >>> experiment = Experiment(kind="compare", boards=[("3x4", 2)], count=100, policies=["look-ahead", "safest"])
    >>> row = pair_rows(experiment, (100, 60, 25, 10, 5, 0, 0))[0]
    >>> row["first_won"], row["difference"], round(row["p_value"], 4)
    (85, 0.15, 0.0113)
    """
    players = len(experiment.policies)
    found, every = by_name(experiment.kind, counts, players), pairs_of(experiment, counts)
    is_arena = experiment.kind == "arena"
    names = [entrant.name for entrant in experiment.entrants] if is_arena else [*experiment.policies]
    given_up = [f"given_up_{place}" for place in range(players)] if is_arena else ["first_given_up", "second_given_up"]
    left = [found[name] for name in given_up]
    judged = judge([*every.values()], experiment.stop, has_margin=experiment.margin is not None)
    rows = []
    for (first, second), verdict in zip(combinations(range(players), 2), judged, strict=True):
        pairs = every[first, second]
        row: Row = {"first": names[first], "second": names[second], **_counted(pairs)}
        row |= {"first_given_up": left[first], "second_given_up": left[second], **_test_columns(pairs, verdict)}
        if is_arena:
            row |= {"p_holm": verdict.p_holm, "better": _better(names[first], names[second], pairs, verdict)}
        rows.append(row)
    return rows


def _counted(pairs: Pairs) -> Row:
    return {
        "games": pairs.games,
        "first_won": pairs.both + pairs.first_alone,
        "second_won": pairs.both + pairs.second_alone,
        "both": pairs.both,
        "first_alone": pairs.first_alone,
        "second_alone": pairs.second_alone,
        "neither": pairs.neither,
    }


def _test_columns(pairs: Pairs, verdict: Judged) -> Row:
    evidence = pairs.evidence()
    return {
        "difference": pairs.difference,
        "difference_low": verdict.low,
        "difference_high": verdict.high,
        # The p-value from McNemar's test is valid only if the number of games was fixed beforehand; the evidence is
        # always valid.
        "p_value": verdict.p_value,
        "evidence": min(evidence, 1e300) if evidence == inf else evidence,
    }


def _better(first: str, second: str, pairs: Pairs, verdict: Judged) -> str | None:
    """Return the better player's name if the difference is certain enough, otherwise None."""
    return (first if pairs.difference > 0 else second) if verdict.is_shown else None


def load_parquet() -> tuple[Any, Any]:
    """Return the modules pyarrow and pyarrow.parquet.

    Raises:
        MissingExtraError: pyarrow isn't installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtraError(
            "results files need pyarrow, which isn't installed: pip install 'hypersweep[lab]'", name="pyarrow"
        ) from None
    return pyarrow, parquet


def write_results(path: str | os.PathLike[str], experiment: Experiment, kept: PartStore) -> None:
    """Write a finished experiment's results to a Parquet file; equal experiments give identical files.

    The rows depend on the type of experiment: one for each board ("boards"), each position ("positions"), each player
    and setting ("arena"), or each setting (all others). An arena's pairs are in a second file, ``PAIRS``; neither file
    contains times. The metadata under ``hypersweep`` contains the experiment and the program's version, as JSON.

    Raises:
        MissingExtraError: pyarrow isn't installed.
        ExperimentError: a shard's data was modified.
        OSError: the file can't be written.
    """
    if experiment.kind == "positions":
        tags = {"experiment": experiment.format()}
        write_positions(path, _all_positions(experiment, kept), rules=experiment.rules, tags=tags)
        return
    if experiment.kind == "boards":
        _write_rows(path, experiment, board_rows(experiment, kept))
        return
    rows = result_rows(experiment, kept.counts)
    if experiment.kind == "arena":
        pairs = [row for row in rows if "player" not in row]
        _write_rows(Path(path).with_name(PAIRS), experiment, iter(pairs))
        rows = [{name: own for name, own in row.items() if name not in MEASURED} for row in rows if "player" in row]
    _write_rows(path, experiment, iter(rows))


def _write_rows(path: str | os.PathLike[str], experiment: Experiment, rows: Iterator[Row]) -> None:
    pyarrow, parquet = load_parquet()
    first = next(rows, None)
    fields = [pyarrow.field(name, _type(pyarrow, name)) for name in first or ["grid"]]
    stated = {
        "type": _TYPE,
        "version": _VERSION,
        "program": f"hypersweep {hypersweep.__version__}",
        "digest": experiment.digest(),
        "experiment": experiment.format(),
    }
    schema = pyarrow.schema(fields, metadata={KEY: json.dumps(stated).encode()})
    every = chain(() if first is None else (first,), rows)

    def write(file: IO[bytes]) -> None:
        # Write the rows in groups, since the boards may not all fit into memory.
        with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            while group := [*islice(every, _GROUP)]:
                writer.write_table(pyarrow.Table.from_pylist(group, schema=schema))

    save_whole(path, write)


def _type(pyarrow: Any, name: str) -> Any:
    if name in _TEXTS:
        return pyarrow.string()
    if name == "has_stopped":
        return pyarrow.bool_()
    return pyarrow.uint64() if name in _WHOLE else pyarrow.float64()


def read_rows(path: str | os.PathLike[str]) -> list[Row]:
    """Read the rows in a results file.

    Raises:
        MissingExtraError: pyarrow isn't installed.
        OSError: the file can't be read.
    """
    _, parquet = load_parquet()
    rows: list[Row] = parquet.read_table(path).to_pylist()
    return rows


def board_rows(experiment: Experiment, kept: ShardStore) -> Iterator[Row]:
    """Yield a row for each board in a "boards" experiment, in order, with its seed, grade, 3BV and certificate."""
    for number in range(experiment.shards):
        setting = experiment.boards[experiment.shard_at(number).place]
        for line in kept.data(number).splitlines():
            facts = json.loads(line)
            yield {
                "grid": str(setting.grid),
                "mines": setting.mines,
                "index": facts["index"],
                "seed": int(facts["seed"]),
                "board": facts["board"],
                "first": ",".join(map(str, facts["first"])),
                "grade": facts["grade"],
                "three_bv": facts["three_bv"],
                "certificate": facts["certificate"],
            }


def _all_positions(experiment: Experiment, kept: PartStore) -> Iterator[Position]:
    for number in range(experiment.shards):
        kept.data(number)  # raises an error if the data was modified
        yield from read_positions(kept.part(number))
