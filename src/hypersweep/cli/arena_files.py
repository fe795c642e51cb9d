"""The files of records that ``hypersweep arena`` writes: games in which its players differ."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import CommandParser, warn
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import WRITING_FAILED
from hypersweep.text import pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from hypersweep.lab.experiment import Experiment
    from hypersweep.lab.runner import ShardStore


def add_records(parser: CommandParser) -> None:
    """Add the option for the path of the records."""
    what = "write the games in which players of an arena differ: a file, or a folder that ends in /"
    parser.add_argument("--records", metavar="FILE", files="*.sweep", help=what)


def check_records(path: str | None, kind: str, folder_of_run: str | None) -> None:
    """Reject an unusable path for records, or an experiment without records, before the work begins.

    Args:
        path: the file or the folder; None for none.
        kind: kind of experiment.
        folder_of_run: where its shards are saved; None if they aren't.

    Raises:
        ParameterError: they can't be written there, or there are none.
    """
    if path is None:
        return
    if kind != "arena":
        raise ParameterError(f"expected an arena for --records, got an experiment of {kind}")
    if path == "-":
        raise ParameterError("expected a file or a folder for --records, got -: standard output is for the results")
    if folder_of_run is not None:
        from hypersweep.lab.arena_games import check_is_outside

        check_is_outside(path, folder_of_run)
    folder = os.path.dirname(path.rstrip("/" + os.sep)) or "."
    if not os.path.isdir(folder):
        raise ParameterError(f"expected a folder that is there for --records, got {truncate(folder)}")


def save_records(command: str, path: str | None, experiment: Experiment, kept: ShardStore | str) -> int:
    """Write the games in which players differ.

    Args:
        command: prefix of messages.
        path: a file or a folder; None to write nothing.
        experiment: an arena.
        kept: where its shards are saved, or the name of that folder.

    Returns:
        The exit status.

    Raises:
        ExperimentError: the data of a shard was changed.
    """
    if path is None:
        return 0
    from hypersweep.lab.arena_games import save_arena_records
    from hypersweep.lab.folder import ExperimentFolder

    try:
        count = save_arena_records(path, experiment, ExperimentFolder(kept) if isinstance(kept, str) else kept)
    except OSError as error:
        warn(command, f"can't write to {truncate(error.filename or path)}: {error.strerror or error}")
        return WRITING_FAILED
    games = count // len(experiment.policies)
    told = f"{pluralize(games, 'game')} in which the players differ, {pluralize(count, 'record')}, in {path}"
    # Only the first such games of each board are saved, so there may be more.
    limit = f" (at most {pluralize(experiment.records, 'game')} of each board)" if games >= experiment.records else ""
    warn(command, told + limit)
    return 0
