"""``hypersweep lab``: run experiments on anything from one core to a cluster.

The exit status is 0; 2 for invalid arguments, files or folders; 1 if a user's policy fails; 3 over a budget; 130 after
Ctrl-C; 128 + n after SIGTERM and SIGHUP; 74 if results or output can't be written; and 4 if shards are missing from a
merge. With ``--out``, finished work stays saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.cli import lab_tablebase
from hypersweep.cli.lab_experiment import (
    DESCRIPTIONS,
    add_records,
    add_running,
    check_records,
    experiment_parser,
    run_command_line,
    save_records,
)
from hypersweep.cli.lab_output import add_plot_options, check_can_be_drawn, plot_options, result_lines, save_plots
from hypersweep.cli_support.command_parser import FOLDERS, CommandParser, chosen_name, run_command, warn
from hypersweep.errors import ParameterError
from hypersweep.exit_codes import INCOMPLETE, WRITING_FAILED
from hypersweep.text import pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output


_NAME = "hypersweep lab"

ACTIONS = {
    **DESCRIPTIONS,
    "run": "run an experiment described by a TOML file",
    "show": "show an experiment's results so far",
    "merge": "merge the parts of an experiment, each run with --shard",
    "tablebase": lab_tablebase.ABOUT,
}
"""Subcommands, with one-line summaries."""

_EPILOG = f"""\
commands:
{chr(10).join(f"  {name:11}{about}" for name, about in ACTIONS.items())}

'hypersweep lab COMMAND --help' says more about each.

Results depend only on the arguments and the seed, not on the machine, the
number of workers, or interruptions. With --out, finished shards are saved in
a folder: run the same command again to continue. Once all shards are done, it
writes results.parquet.

The exit status is 0 for success, 1 if your own policy fails, 2 for unusable
arguments, files or folders, 3 over a budget, 4 for a merge with missing shards,
74 if something can't be written, and 130 after Ctrl-C.

examples:
  hypersweep lab winrate expert --games 20000
  hypersweep lab sweep 16x16 4x4x4x4 --density 0.05:0.25:0.02 --plot rates.png
  hypersweep lab compare 16x30 --mines 99 --against safest --stop 0.05
  hypersweep lab bound 16x30 --mines 99 --first-open opening --boards 2000
  hypersweep lab boards 16x30 --mines 99 --count 1000 --out bank
  hypersweep lab run sweep.toml --out sweep --dask tcp://10.0.0.1:8786
  hypersweep lab run sweep.toml --out part-3 --shard 3/10
  hypersweep lab merge whole part-*
  hypersweep lab tablebase 4x4 --mines 1-8 --first-open any
"""

_RUN_EPILOG = """\
A file sets kind (winrate, sweep, compare, arena, bound, boards or positions),
count (games on each board), and boards; docs/lab.md lists the other keys.

  kind = "sweep"
  count = 10000

  [[board]]
  grid = ["16x16", "4x4x4x4"]
  density = [0.05, 0.1, 0.15]

examples:
  hypersweep lab run sweep.toml --out sweep
"""

_MERGE_EPILOG = """\
Unfinished parts can be merged too. The results then cover only the finished
shards, a message says how many are missing, and the exit status is 4. Run the
same command again later to add the rest.

examples:
  hypersweep lab run sweep.toml --out part-1 --shard 1/2
  hypersweep lab run sweep.toml --out part-2 --shard 2/2
  hypersweep lab merge whole part-1 part-2
"""

_SHOW_EPILOG = """\
examples:
  hypersweep lab show sweep
  hypersweep lab show sweep --plot rates.svg
  hypersweep lab show sweep --plot rates.pdf --size 6.5x3 --title '' --log x
"""


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Run experiments, from one core to a cluster.", _EPILOG)
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    for name, about in ACTIONS.items():
        parser.below[name] = (about, _parser(name))
    return parser


def _parser(name: str) -> CommandParser:
    if name == "tablebase":
        return lab_tablebase.command_parser()
    if name in DESCRIPTIONS:
        return experiment_parser(f"{_NAME} {name}", name)
    if name == "run":
        parser = CommandParser(f"{_NAME} run", "Run an experiment described by a TOML file.", _RUN_EPILOG)
        parser.add_argument("file", nargs="?", metavar="FILE", files="*.toml", help="the experiment, in TOML")
        add_running(parser, name)
    elif name == "show":
        parser = CommandParser(f"{_NAME} show", "Show an experiment's results so far.", _SHOW_EPILOG)
        parser.add_argument("folder", nargs="?", metavar="DIR", files=FOLDERS, help="the folder")
        _add_output(parser)
        add_records(parser)
    else:
        parser = CommandParser(f"{_NAME} merge", "Merge the parts of an experiment.", _MERGE_EPILOG)
        parser.add_argument(
            "folder", nargs="?", metavar="OUT", files=FOLDERS, help="the folder for the merged experiment"
        )
        parser.add_argument("parts", nargs="*", metavar="PART", files=FOLDERS, help="the folders of the parts")
        _add_output(parser)
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def _add_output(parser: CommandParser) -> None:
    parser.add_argument("--json", action="store_true", help="print a JSON object for each row, on a line")
    add_plot_options(parser)


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep lab``.

    >>> main(["winrate", "4x5", "--mines", "4", "--games", "200", "--seed", "7", "--workers", "1"])
    board  mines  games  won  win rate                   guesses
    4x5        4    200  164   82.00 % (76.09 to 86.71)     1.20
    0
    """
    if argv and argv[0] == "tablebase":
        return lab_tablebase.main(argv[1:])
    if argv and not argv[0].startswith("-"):
        return run_command(_called(argv[0]), argv, _act)
    return run_command(_NAME, argv, _help)


def _called(name: str) -> str:
    return f"{_NAME} {name}" if name in ACTIONS else _NAME


def _help(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    if parser.read(argv).help:
        return output.print(parser.format_help())
    raise ParameterError(f"expected one of {', '.join(ACTIONS)}, got none")


# Name for each subcommand's positional argument in messages.
_WORDS = {"run": "file", "show": "folder", "merge": "folder", "arena": "player"}


def _act(argv: Sequence[str], output: Output) -> int:
    name = chosen_name(argv[0], "one of", list(ACTIONS))
    parser = _parser(name)
    options = parser.read(argv[1:], _WORDS.get(name, "board"))
    if options.help:
        return output.print(parser.format_help())
    if name == "show":
        return _show(options, output)
    if name == "merge":
        return _merge(options, output)
    return run_command_line(_called(name), name, options, output)


def _show(options: Namespace, output: Output) -> int:
    from hypersweep.lab.folder import ExperimentFolder
    from hypersweep.lab.result_table import result_rows
    from hypersweep.lab.statistical_tests import missing_shards

    if options.folder is None:
        raise ParameterError("no experiment to show: name its folder")
    plots = plot_options(options)
    kept = ExperimentFolder(options.folder)
    experiment, counts = kept.experiment, kept.counts
    check_can_be_drawn(plots, experiment.kind)
    check_records(options.records, experiment.kind, options.folder)
    rows = result_rows(experiment, counts, kept.times)
    output.print(result_lines(experiment, rows, is_json=options.json, columns=output.columns))
    missing = sum(1 for _ in missing_shards(experiment, counts))
    if missing and not options.json:
        # Don't use experiment.shards here: a comparison that stopped early needs fewer shards.
        wanted = len(counts) + missing
        warn(_called("show"), f"{len(counts)} of {pluralize(wanted, 'shard')} done so far")
    status = save_plots(_called("show"), plots, experiment, rows)
    return status or save_records(_called("show"), options.records, experiment, options.folder)


def _merge(options: Namespace, output: Output) -> int:
    from hypersweep.lab.folder import ExperimentFolder
    from hypersweep.lab.runner import merge_folders

    if options.folder is None or not options.parts:
        raise ParameterError("a merge needs a folder for the merged experiment and the folders of its parts")
    plots = plot_options(options)
    check_can_be_drawn(plots, ExperimentFolder(options.parts[0]).experiment.kind)
    try:
        rows, missing = merge_folders(options.folder, options.parts)
    except OSError as error:
        warn(_called("merge"), f"can't write to {truncate(options.folder)}: {error.strerror or error}")
        return WRITING_FAILED
    experiment = ExperimentFolder(options.folder).experiment
    output.print(result_lines(experiment, rows, is_json=options.json, columns=output.columns))
    if missing:
        warn(_called("merge"), f"{pluralize(missing, 'shard')} of {experiment.shards} not done yet")
    return save_plots(_called("merge"), plots, experiment, rows) or (INCOMPLETE if missing else 0)
