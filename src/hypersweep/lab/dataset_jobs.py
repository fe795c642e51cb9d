"""Shards that make data: boards that need no guess, and positions with the chances of their cells."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING

from hypersweep.errors import GenerationError
from hypersweep.formats.positions import write_positions
from hypersweep.formats.positions_played import positions_of_games
from hypersweep.generate import GRADES, certify, no_guess, solvable_from
from hypersweep.rng import Stream
from hypersweep.stats import three_bv

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypersweep.formats.positions_row import Position
    from hypersweep.lab.experiment import Experiment, Shard
    from hypersweep.lab.statistical_tests import Counts

_STREAM = "lab boards"


def make_boards(experiment: Experiment, shard: Shard) -> tuple[Counts, bytes]:
    """Make a shard of boards. Returns: its counts, and the boards as JSON objects on a line each.

    Board i has the seed that word 0 of ``Stream(seed, "lab boards", i)`` is. ``no_guess`` makes it again from that.

    >>> from hypersweep.lab.experiment import Experiment
    >>> experiment = Experiment(kind="boards", boards=[("5x6", 4)], count=3, seed=7)
    >>> counts, data = make_boards(experiment, experiment.shard_at(0))
    >>> counts[:2], [json.loads(line)["board"] for line in data.splitlines()][:1]
    ((3, 3), ['5x6.bYQg'])
    """
    setting = experiment.boards[shard.place]
    first = experiment.first_cell(setting.grid)
    found = total = squares = 0
    grades = dict.fromkeys(GRADES, 0)
    lines = []
    for index in range(shard.begin, shard.begin + shard.count):
        seed = Stream(experiment.seed, _STREAM, index).bits64()
        try:
            layout = no_guess(
                setting.grid,
                setting.mines,
                first,
                seed=seed,
                grade=experiment.grade,
                exactly=experiment.exactly,
                first_open="opening" if experiment.first_open == "opening" else "safe",
                method=experiment.method,
            )
        except GenerationError as error:
            if error.is_exhausted:
                break  # No other seed has such a board either.
            continue
        grade = solvable_from(layout, first).grade
        assert grade is not None, layout
        value = three_bv(layout)
        found += 1
        total += value
        squares += value * value
        grades[grade] += 1
        facts = {
            "index": index,
            # As text, as in all our JSON: many parsers lose digits of integers above 2**53.
            "seed": str(seed),
            "board": str(layout),
            "first": first,
            "grade": grade,
            "three_bv": value,
            "certificate": certify(layout, first).format(),
        }
        lines.append(json.dumps(facts, separators=(",", ":")) + "\n")
    return (shard.count, found, total, squares, *grades.values()), "".join(lines).encode()


def make_positions(experiment: Experiment, shard: Shard) -> tuple[Counts, bytes]:
    """Make a shard of positions. Returns: its counts, and the positions as a Parquet file.

    Raises:
        MissingExtraError: pyarrow isn't installed.
    """
    setting = experiment.boards[shard.place]
    missing = 0

    def counted() -> Iterator[Position]:
        nonlocal missing
        for position in positions_of_games(
            setting.grid,
            setting.mines,
            experiment.rules,
            seed=experiment.seed,
            index=shard.begin,
            games=shard.count,
        ):
            missing += position.chances is None
            yield position

    # In memory, since a killed worker would leave a file behind.
    file = BytesIO()
    count = write_positions(file, counted(), rules=experiment.rules)
    return (shard.count, count, missing), file.getvalue()
