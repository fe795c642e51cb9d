"""Records of arena games with different outcomes: one record of each player, on the same board."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.errors import ExperimentError, ParameterError
from hypersweep.game import Game
from hypersweep.lab.arena_shard import differing_games
from hypersweep.lab.entrant_games import moves_of_solver
from hypersweep.lab.folder import KeptFolder
from hypersweep.lab.statistical_tests import SequentialTest
from hypersweep.layout import Layout
from hypersweep.moves import Outcome
from hypersweep.record import Record, save_games
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hypersweep.lab.arena_shard import DifferingGame
    from hypersweep.lab.experiment import Experiment, Setting
    from hypersweep.lab.folder import Kept

_OUTCOMES = {"won": Outcome.WON, "lost": Outcome.LOST}


def arena_records(experiment: Experiment, kept: Kept | KeptFolder) -> Iterator[Record]:
    """Yield the games of an arena that some players won and others didn't, one record for each player.

    For each board these are the first such games by index, at most ``experiment.records``. The moves are the original
    ones; policies that the kernel played are replayed, which may only change the order of cells known to be safe. Tags
    of a record are "player", "policy", "arena-seed", "arena-index", "arena-outcome" and, after a fault, "arena-fault".

    Args:
        experiment: an arena.
        kept: store of its shards.

    Raises:
        ExperimentError: the data of a shard was changed, or a replay now differs from the original game.

    >>> from hypersweep.lab import Experiment, run_experiment
    >>> from hypersweep.lab.folder import RunMemory
    >>> experiment = Experiment(kind="arena", boards=[("4x5", 6)], count=24, seed=7, policies=["safest", "look-ahead"])
    >>> memory = RunMemory()
    >>> rows = run_experiment(experiment, memory=memory)
    >>> for record in arena_records(experiment, memory):
    ...     record.verify()
    ...     print(record.tags["arena-index"], record.tags["player"], record.outcome.name)
    4 safest WON
    4 look-ahead LOST
    10 safest WON
    10 look-ahead LOST
    """
    looks = SequentialTest(experiment)
    for place, setting in enumerate(experiment.boards):
        looks.see(place, kept.counts)
        numbers = (number for number in looks.shards_of(place) if number in kept.counts)
        games = (game for number in numbers for game in differing_games(kept.data(number)))
        for game in islice(games, experiment.records):
            for who in range(len(game.ends)):
                yield _record(experiment, setting, game, who)


def _record(experiment: Experiment, setting: Setting, game: DifferingGame, who: int) -> Record:
    grid, mines = setting.grid, setting.mines
    entrant, end = experiment.entrants[who], game.ends[who]
    first, promise = experiment.first_cell(grid), experiment.first_open
    layout = Layout.random(grid, mines, seed=experiment.seed, index=game.number, first=first, first_open=promise)
    opened: Sequence[int] | None = game.opened.get(who)
    if opened is None:
        opened = moves_of_solver(
            entrant.policy, grid, mines, game.number, seed=experiment.seed, first=first, first_open=promise
        )
    played = Game(grid, layout=layout)
    for cell in opened:
        played.open(cell)
    if played.outcome is not _OUTCOMES.get(end, Outcome.ONGOING):
        raise ExperimentError(
            f"expected game {game.number} of {entrant.name} on {grid} to end as it was played, {end}, got "
            f"{played.outcome.name.lower()}"
        )
    tags = {
        "player": entrant.name,
        "policy": entrant.format(),
        "arena-seed": str(experiment.seed),
        "arena-index": str(game.number),
        "arena-outcome": end.replace("_", " "),
    }
    if who in game.why:
        tags["arena-fault"] = game.why[who]
    return Record.of(played, tags)


def check_is_outside(path: str | os.PathLike[str], folder: str | os.PathLike[str]) -> None:
    """Reject a path for records in the folder of a run, where they might overwrite its files.

    Args:
        path: path of the records.
        folder: of the run.

    Raises:
        ParameterError: the path is that folder or inside it, links resolved.
    """
    real, own = (os.path.normcase(os.path.realpath(each)) for each in (path, folder))
    try:
        is_within = os.path.commonpath([real, own]) == own
    except ValueError:
        is_within = False  # on another drive
    if is_within:
        raise ParameterError(
            f"expected a place for records outside of the run's own folder, {truncate(os.fspath(folder))}, got "
            f"{truncate(os.fspath(path))}"
        )


def save_arena_records(path: str | os.PathLike[str], experiment: Experiment, kept: Kept | KeptFolder) -> int:
    """Write the records of an arena to one file, or to a file for each in a folder. Returns: the number of records.

    Args:
        path: a file, whose name should end in ".sweep"; or a folder, which exists or whose name ends in a slash. Files
            in a folder are named after the board, the index of the game, and the player.
        experiment: an arena.
        kept: store of its shards.

    Raises:
        ParameterError: not an arena, or a path in the folder of its shards.
        OSError: they can't be written; an old file is unchanged.
        ExperimentError: the data of a shard was changed.
    """
    if isinstance(kept, KeptFolder):
        check_is_outside(path, kept.path)
    if experiment.kind != "arena":
        raise ParameterError(f"expected an arena for records, got an experiment of {experiment.kind}")
    count = 0

    def counted() -> Iterator[Record]:
        nonlocal count
        for record in arena_records(experiment, kept):
            count += 1
            yield record

    if not (Path(path).is_dir() or os.fspath(path).endswith(("/", os.sep))):
        save_games(path, counted())
        return count
    Path(path).mkdir(parents=True, exist_ok=True)
    for record in counted():
        index, player = int(record.tags["arena-index"]), record.tags["player"]
        save_games(Path(path) / f"{record.grid}-{record.mines}-{index:06}-{player}.sweep", [record])
    return count
