"""Run the experiments of ``hypersweep lab``: choose workers, show progress, report the end."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from hypersweep.cli.arena_files import add_records, check_records, save_records
from hypersweep.cli.lab_output import DRAWN, board_lines, check_can_be_drawn, plot_files, result_lines, save_plots
from hypersweep.cli.lab_progress import Telling
from hypersweep.cli_support.command_parser import chosen_name, warn
from hypersweep.cli_support.values import FOLDERS
from hypersweep.errors import ExperimentError, HypersweepError, ParameterError
from hypersweep.exit_codes import FAILED, WRITING_FAILED
from hypersweep.text import pluralize
from hypersweep.ui_model.parse_number import whole_number
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from hypersweep.cli_support.command_parser import CommandParser
    from hypersweep.cli_support.output import Output
    from hypersweep.lab.executors.workers import Workers
    from hypersweep.lab.pair_rows import Row
    from hypersweep.lab.plan import Experiment
    from hypersweep.lab.runner import Progress

# Values that replace an address.
_DASK = ("local",)


def add_running(parser: CommandParser, kind: str) -> None:
    """Add the options for workers and for the place of the results.

    Args:
        parser: the parser.
        kind: kind of experiment, or "run".
    """
    add = parser.add_argument
    add("--out", metavar="DIR", files=FOLDERS, help="keep shards and results there; the same command goes on later")
    add("--workers", metavar="N", help="processes on this machine (default: one for each core)")
    add("--dask", metavar="ADDRESS", words=_DASK, help="a Dask scheduler, such as tcp://10.0.0.1:8786, or local")
    add("--shard", metavar="I/N", help="only every N-th shard, from the I-th on: for arrays of jobs")
    add("--json", action="store_true", help="print a JSON object for each row, on a line")
    if kind in ("arena", "run"):
        add_records(parser)
    if kind in DRAWN or kind == "run":
        add("--plot", action="append", metavar="FILE", files="*.png *.svg", help="draw the results, as PNG or SVG")


def run(command: str, experiment: Experiment, options: Namespace, output: Output) -> int:
    """Run an experiment and return the exit status.

    Args:
        command: prefix of messages, such as "hypersweep lab winrate".
        experiment: the experiment.
        options: those of ``add_running``.
        output: the place of the results.

    Raises:
        HypersweepError: arguments that can't be used, or an experiment that can't continue.
    """
    from hypersweep.lab.folder import RunMemory
    from hypersweep.lab.runner import run_experiment

    part = _part(options.shard)
    plots = plot_files(getattr(options, "plot", None))
    check_can_be_drawn(plots, experiment.kind)
    if experiment.kind == "compare" and len({*experiment.policies}) == 1:
        warn(command, f"{experiment.policies[0]} is compared with itself")
    records = getattr(options, "records", None)
    check_records(records, experiment.kind, options.out)
    memory = RunMemory()
    if options.shard is not None and options.out is None:
        raise ParameterError("expected --out with --shard, the folder for the part, got none")
    told: list[Progress] = []
    from hypersweep.engine.terminations import EndingSignals

    signals = EndingSignals()
    try:
        with signals, _workers(command, options) as workers, Telling(command) as telling:

            def show(progress: Progress) -> None:
                told[:] = [progress]
                telling.show(progress.done / max(1, progress.shards), _words(progress))

            rows = run_experiment(
                experiment, folder=options.out, workers=workers, part=part, progress=show, memory=memory
            )
    except KeyboardInterrupt:
        if told:
            done = f"{told[0].done} of {pluralize(told[0].shards, 'shard')}"
            if options.out is not None:
                warn(command, f"{done} are saved in {options.out}; the same command continues")
            else:
                warn(command, f"stopped after {done}; with --out they would have been saved")
        return signals.status
    except Exception as error:
        from hypersweep.lab.playing import is_of_a_policy

        is_policys = is_of_a_policy(error)
        if isinstance(error, HypersweepError) and not is_policys:
            raise
        if isinstance(error, OSError) and not is_policys:
            warn(command, f"can't write to {truncate(error.filename or options.out)}: {error.strerror or error}")
            return WRITING_FAILED
        notes = getattr(error, "__notes__", ())
        what = f"{error}" if isinstance(error, ExperimentError) else f"{type(error).__name__}: {error}"
        warn(command, "\n".join([what, *notes]))
        return FAILED
    if experiment.kind == "boards" and options.out is None:
        output.tell(board_lines(experiment, memory, is_json=options.json))
        _tell_missing(command, rows)
    else:
        output.tell(result_lines(experiment, rows, is_json=options.json, columns=output.columns))
    status = save_plots(command, plots, experiment, rows)
    return status or save_records(command, records, experiment, memory if options.out is None else options.out)


def _tell_missing(command: str, rows: Sequence[Row]) -> None:
    """Report boards that weren't found in all tries, since a list of boards can't show them."""
    for row in rows:
        if row["boards"] != row["asked_for"]:
            found = f"{row['boards']} of {row['asked_for']} boards were found"
            warn(command, f"{row['grid']} with {row['mines']} mines: {found} in the tries that each has")


def _part(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    number, slash, many = text.partition("/")
    if not slash:
        raise ParameterError(f"expected a part such as 3/10 for --shard, got {truncate(text)}")
    return whole_number(number, "--shard", least=1), whole_number(many, "--shard", least=1)


def check_workers(options: Namespace) -> None:
    """Check the options for workers before anything else.

    Raises:
        ParameterError: they can't be used.
    """
    # An address has a colon, before its port or after the protocol.
    if options.dask is not None and ":" not in options.dask:
        chosen_name(options.dask, "an address for --dask, or", _DASK)


def _workers(command: str, options: Namespace) -> AbstractContextManager[Workers | None]:
    """Return the workers that the options ask for."""
    many = None if options.workers is None else whole_number(options.workers, "--workers", least=1)
    if options.dask is not None:
        if ":" in options.dask:
            # A scheduler that doesn't answer raises an error only after half a minute.
            warn(command, f"connecting to {truncate(options.dask)}")
        from hypersweep.lab.executors.dask import DaskCluster

        return DaskCluster(options.dask, processes=many)
    if many == 1:
        return nullcontext()
    from hypersweep.lab.executors.local import Local

    return Local(many)


def _words(progress: Progress) -> str:
    words = [f"{progress.done} of {pluralize(progress.shards, 'shard')}", f"{progress.games:,} games"]
    if progress.seconds_left is not None and progress.done < progress.shards:
        words.append(f"{time_left(progress.seconds_left)} left")
    return ", ".join(words)


def time_left(seconds: float) -> str:
    """Format a rough time in its two largest units.

    >>> time_left(7.2), time_left(95), time_left(7260), time_left(200_000)
    ('7 s', '1 min 35 s', '2 h 1 min', '2 d 7 h')
    """
    number = round(seconds)
    for size, unit, below, smaller in ((86_400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")):
        if number >= size:
            return f"{number // size} {unit} {number % size // below} {smaller}"
    return f"{number} s"
