"""Experiments for ``hypersweep lab`` and ``hypersweep arena``: parse options, run, and save arena records."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING

from hypersweep.boards import BOARD_NAMES
from hypersweep.cli.lab_output import (
    DRAWN,
    add_plot_options,
    board_lines,
    check_can_be_drawn,
    plot_options,
    result_lines,
    save_plots,
)
from hypersweep.cli_support.command_parser import FOLDERS, CommandParser, chosen_name, warn
from hypersweep.cli_support.output import Output, ProgressLine
from hypersweep.engine.players import check_player_name
from hypersweep.errors import ExperimentError, HypersweepError, ParameterError, ParseError
from hypersweep.exit_codes import FAILED, WRITING_FAILED
from hypersweep.generate import GRADES, METHODS
from hypersweep.grid import ADJACENCIES, Grid
from hypersweep.lab.arena_players import entrants_of, is_of_a_policy, with_budgets
from hypersweep.lab.experiment import Experiment, numbers_in, settings_of, whole_numbers_in
from hypersweep.layout import FIRST_OPENS
from hypersweep.rules import RULES_BY_NAME, read_rules
from hypersweep.solve import POLICIES
from hypersweep.text import as_utf8, parse_decimal, parse_whole_number, pluralize, without_separators
from hypersweep.trials import upper_bound
from hypersweep.trials.bounds import MOST_GUESSES
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from hypersweep.lab.executors.local import Workers
    from hypersweep.lab.result_table import Row, ShardStore
    from hypersweep.lab.runner import Progress


DESCRIPTIONS = {
    "winrate": "measure how often a policy wins",
    "sweep": "compute win rate, 3BV and share of guess-free boards on many boards",
    "compare": "find which of two policies wins more often, on the same boards",
    "arena": "compare any number of players on the same boards, all against all",
    "bound": "bound from above how often best play wins",
    "boards": "make many boards that need no guess, each with its certificate",
    "positions": "save positions with the exact chance of every cell, as Parquet",
}
"""One-line summary of each type of experiment."""

_FIRST_OF_BANKS = "centre"

# Types of experiment that compare pairs of players, and so may stop early.
_PAIRED = ("compare", "arena")

_COUNTS = {kind: 100 if kind in ("boards", "positions") else 10_000 for kind in DESCRIPTIONS}

# Values of --dask that aren't addresses.
_DASK = ("local",)

_BOARDS = """\
Without --mines and --density a board has as many mines as in 'hypersweep play'.
Both accept one number, several (10,20,30), or a range: 10-20 for all whole
numbers, 0.05:0.25:0.05 for steps of 0.05. Grids are written as in other
commands: 16x30, 4x4x4~wrap=0. Each share has a 95 % confidence interval.
"""

_POLICIES = f"""\
A policy is {", ".join(POLICIES)}, or your own function from a View
to the cell to open, as module:function or file.py:function, or a program that
speaks the engine protocol, as "engine:COMMAND".
"""

_EPILOGS = {
    "winrate": f"""\
{_BOARDS}
{_POLICIES}
examples:
  hypersweep lab winrate expert --games 20000
  hypersweep lab winrate 16x30 --mines 80:120:10 --policy safest --out rates
  hypersweep lab winrate 9x9 --policy players.py:careful --games 500
""",
    "sweep": f"""\
{_BOARDS}
examples:
  hypersweep lab sweep 16x16 4x8x8 4x4x4x4 --density 0.04:0.24:0.02 --out sweep
  hypersweep lab sweep 9x9 --adjacency both --mines 5:15:1 --plot rates.svg
""",
    "compare": f"""\
Both policies play the same boards, so only boards that exactly one of them wins
count. With --stop A the run stops as soon as one policy is known to be better;
if neither is, the chance of a wrong verdict is at most A, however often you
look. With --margin M it also stops once their win rates are known to differ by
no more than M. The verdict names the better policy, or says "within M" or
"undecided"; its confidence is 95 %, or with --stop A it is 1 - A.

{_POLICIES}
examples:
  hypersweep lab compare 16x30 --mines 99 --against safest --games 50000
  hypersweep lab compare 8x8 --mines 14 --against safest --stop .05 --margin .01
  hypersweep lab compare 9x9 --policy players.py:careful --against safest
""",
    "arena": f"""\
A player is {", ".join(POLICIES)}; your own function that takes a
View and returns the cell to open, as module:function or file.py:function;
ms_toollib; or any program that speaks the engine protocol,
"engine:COMMAND". Functions and engines run in separate processes, which can't
see the mines. NAME=PLAYER gives a player another name in the tables, of 1 to 30
characters without spaces, commas, quotes and any of = @ : / \\; so a path with =
in it must begin with ./ or get a name. --states and --seconds limit each
move, for players that support them: the solver's own policies and engines.
PLAYER@states=N@seconds=S sets them for one player alone.

A player loses a game by an illegal answer, a crash, or no answer within
--timeout. These faults are counted; a player with nothing but faults stops the
run. The solver's own policies have no time-out, since they always finish.
Results are corrected for the number of pairs. With --stop A the run stops as
soon as the better player of each pair is known; if neither is, the chance
of a wrong verdict on any pair is at most A, however often you look. With
--margin M it is enough to know that a pair's win rates differ by at most M.

examples:
  hypersweep arena look-ahead safest --board 16x30 --mines 99 --games 20000
  hypersweep arena look-ahead progress safest --board expert --out match
  hypersweep arena safest players.py:careful --board 4x4x4 --records games.sweep
  hypersweep arena look-ahead quick=look-ahead@states=256 --board 9x9 --mines 20
""",
    "bound": f"""\
No strategy that opens the given first cell wins more often than the bound; its
standard error is in brackets. It comes from an easier game: after a few guesses
alone, a helper shows the player every zero of the board and the number
of mines in each of its parts. More --guesses before that, and more --samples
for each, make the bound tighter and take longer.

Without an opening, the first zero has to be found. With --search-guesses G the
helper is silent until then, for at most G guesses. A tight bound needs many
boards, and the time is proportional to the number of cells to the power of G.

--exact computes the bound from all layouts, with no guess before the helper:
for boards with up to some million layouts.

{_BOARDS}
examples:
  hypersweep lab bound 9x9 --mines 10 --first 2,2 --first-open opening
  hypersweep lab bound 16x30 --mines 99 --boards 2000 --out bound
  hypersweep lab bound 16x16 --mines 40 --boards 60000 --search-guesses 2
  hypersweep lab bound 4x5 --mines 2-6 --exact --json
""",
    "boards": """\
Every board can be finished without a guess from its first cell, and comes with
a certificate that 'hypersweep verify' checks. Without --out the boards' IDs are
printed, one on a line, or with --json all data on each. With --out the boards
are saved in results.parquet, and the output counts the boards of each grade.

examples:
  hypersweep lab boards 16x30 --mines 99 --count 1000 --out bank
  hypersweep lab boards 5x5x5 --grade set --exactly --count 20
""",
    "positions": """\
The solver plays, and every position it meets is saved with the exact chance of
a mine in each cell; docs/data-card.md describes the columns.

examples:
  hypersweep lab positions 16x30 --mines 99 --games 1000 --out positions
""",
}


def experiment_parser(command: str, kind: str) -> CommandParser:
    """Return the parser for a command that runs a type of experiment.

    >>> experiment_parser("hypersweep lab winrate", "winrate").read(["9x9", "4x4x4", "--mines", "10"]).boards
    ['9x9', '4x4x4']
    """
    text = DESCRIPTIONS[kind]
    parser = CommandParser(command, f"{text[0].upper()}{text[1:]}.", _EPILOGS[kind])
    add = parser.add_argument
    if kind == "arena":
        add("players", nargs="*", metavar="PLAYER", words=POLICIES, files="*.py", help="two or more players")
        add(
            "--player",
            dest="more_players",
            action="append",
            metavar="PLAYER",
            words=POLICIES,
            files="*.py",
            help="another player",
        )
        about = "a grid or a board name; repeatable"
        add("--board", dest="boards", action="append", metavar="BOARD", words=BOARD_NAMES, help=about)
    else:
        add("boards", nargs="*", metavar="BOARD", words=BOARD_NAMES, help="grids or board names")
    add("--mines", metavar="N", help="number of mines, or several (default: as in 'hypersweep play')")
    add("--density", metavar="D", help="share of cells that are mines, or several")
    add(
        "--adjacency",
        metavar="KIND",
        words=(*ADJACENCIES, "both"),
        help="moore, orthogonal or both (default: each board's own)",
    )
    noun = "boards" if kind in ("bound", "boards") else "games"
    add(
        f"--{'count' if kind == 'boards' else noun}",
        dest="count",
        metavar="N",
        help=f"number of {'layouts' if kind == 'bound' else noun} for each board (default: {_COUNTS[kind]:,})",
    )
    add("--seed", metavar="S", default="1", help="0 to 2**64 - 1 (default: 1)")
    if kind in ("winrate", "sweep", "compare"):
        add(
            "--policy",
            metavar="P",
            default="look-ahead",
            words=POLICIES,
            help="the policy that plays (default: look-ahead)",
        )
    if kind == "compare":
        add("--against", metavar="P", words=POLICIES, help="the other policy (required)")
    if kind in _PAIRED:
        add(
            "--stop", metavar="A", help="stop once one policy is better; wrong with probability A at most, such as 0.05"
        )
        add("--margin", metavar="M", help="also stop once they differ by no more than M, such as 0.01")
    if kind != "positions":
        cell, promise = (_FIRST_OF_BANKS, "opening") if kind == "boards" else ("corner", "safe")
        what = f"the first click: corner, centre or coordinates (default: {cell})"
        add("--first", metavar="CELL", words=("corner", "centre"), help=what)
        promises = ", ".join(FIRST_OPENS[1:] if kind == "boards" else FIRST_OPENS)
        what = f"what the first click finds: {promises} (default: {promise})"
        add("--first-open", metavar="PROMISE", words=FIRST_OPENS, help=what)
    if kind == "arena":
        add("--states", metavar="N", help="maximum number of solver states a player may use for a move")
        add("--seconds", metavar="S", help="time budget for a move, in seconds")
        add("--timeout", metavar="S", help="time limit for a move in seconds; a later one is a fault (default: 60)")
        what = "maximum number of saved games for each board, out of those that only some players won (default: 100)"
        add("--records-at-most", metavar="N", help=what)
    if kind == "bound":
        add("--guesses", metavar="G", help=f"number of guesses without help, 0 to {MOST_GUESSES} (default: 1)")
        add("--samples", metavar="S", help="layouts drawn to value the cells for a guess (default: 128)")
        what = f"guesses to search for a first zero without help, 0 to {MOST_GUESSES} (default: 0)"
        add("--search-guesses", metavar="G", help=what)
        add("--exact", action="store_true", help="use all layouts, with no guess before the helper")
    if kind == "boards":
        add(
            "--grade",
            metavar="GRADE",
            words=GRADES,
            help=f"the hardest step that may be needed: {', '.join(GRADES)} (default: any)",
        )
        add("--exactly", action="store_true", help="only boards that do need a step of that grade")
        add(
            "--method",
            metavar="METHOD",
            default="uniform",
            words=METHODS,
            help=f"how boards are made: {', '.join(METHODS)} (default: uniform)",
        )
    if kind == "positions":
        add(
            "--rules",
            metavar="RULES",
            default="classic",
            words=RULES_BY_NAME,
            help="the rules of the games (default: classic)",
        )
    add("--shard-size", metavar="N", help=f"{noun} in a shard (default: a second or two of work)")
    add_running(parser, kind)
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _adjacencies(options: Namespace) -> list[Any]:
    """Return the adjacencies on which to play every board; None means the board's own adjacency."""
    if options.adjacency is None:
        return [None]
    chosen = chosen_name(options.adjacency, "--adjacency to be one of", (*ADJACENCIES, "both"))
    return [*ADJACENCIES] if chosen == "both" else [chosen]


def experiment_of(kind: str, options: Namespace) -> Experiment:
    """Return the experiment described by the arguments.

    Raises:
        HypersweepError: an argument is invalid.
        OSError: a file can't be read.
    """
    if kind == "run":
        return _read(options.file)
    named: dict[str, Any] = {}
    # Check names first, to report a misspelled one before a missing argument.
    _adjacencies(options)
    if kind in ("winrate", "sweep", "compare"):
        named["policies"] = [check_player_name(options.policy)]
    if kind != "positions":
        named["first"] = _first(options.first or (_FIRST_OF_BANKS if kind == "boards" else "corner"))
        if options.first_open is not None:
            named["first_open"] = chosen_name(options.first_open, "--first-open to be one of", FIRST_OPENS)
    if kind == "compare":
        if options.against is None:
            raise ParameterError("--against POLICY is missing: the policy to compare with --policy")
        named["policies"].append(check_player_name(options.against))
    if kind == "arena":
        named |= _arena(options)
    if kind in _PAIRED:
        for name in ("stop", "margin"):
            text = getattr(options, name)
            if text is not None:
                named[name] = parse_decimal(text, f"--{name}", "a number between 0 and 1", least=0, most=1)
    if kind == "bound":
        for name in ("guesses", "samples", "search_guesses"):
            text = getattr(options, name)
            if text is not None:
                named[name] = parse_whole_number(text, f"--{name.replace('_', '-')}", least=0)
    if kind == "boards":
        grade = None if options.grade is None else chosen_name(options.grade, "--grade to be one of", GRADES)
        method = chosen_name(options.method, "--method to be one of", METHODS)
        named |= {"grade": grade, "exactly": options.exactly, "method": method}
    if kind == "positions":
        named["rules"] = read_rules(options.rules)
    if options.shard_size is not None:
        named["shard"] = parse_whole_number(options.shard_size, "--shard-size", least=1)
    # A single layout has no standard error.
    what, least = ("--boards", 2) if kind == "bound" else ("the number of games", 1)
    count = _COUNTS[kind] if options.count is None else parse_whole_number(options.count, what, least=least)
    seed = parse_whole_number(options.seed, "--seed", least=0)
    return Experiment(kind=kind, boards=_settings(options), count=count, seed=seed, **named)


def _arena(options: Namespace) -> dict[str, Any]:
    """Return the ``Experiment`` arguments for an arena's players and their limits."""
    texts = [*options.players, *(options.more_players or ())]
    players = [entrant.format() for entrant in entrants_of(texts)]
    states = None if options.states is None else parse_whole_number(options.states, "--states", least=1)
    named: dict[str, Any] = {"policies": with_budgets(players, states, _seconds(options.seconds, "--seconds"))}
    named["timeout"] = _seconds(options.timeout, "--timeout")
    if options.records_at_most is not None:
        named["records"] = parse_whole_number(options.records_at_most, "--records-at-most", least=0)
    return named


def _seconds(text: str | None, name: str) -> float | None:
    if text is None:
        return None
    return parse_decimal(text, name, "a number of seconds from 0.001 to 1000000", least=0.001, most=1e6)


def _read(name: str | None) -> Experiment:
    if name is None:
        raise ParameterError("no experiment to run: name a TOML file")
    try:
        with open(name, "rb") as file:
            text = as_utf8(file.read()).decode()
    except UnicodeDecodeError:
        raise ParseError(f"can't read {truncate(name)}: it isn't UTF-8") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise ParameterError(f"can't read {truncate(name)}: {why}") from None
    try:
        return Experiment.parse(text)
    except ParseError as error:
        raise ParseError(f"{truncate(name)}: {error}") from None


def _settings(options: Namespace) -> Iterator[tuple[Grid, int]]:
    if options.mines is not None and options.density is not None:
        raise ParameterError("can't combine --mines with --density")
    kinds = _adjacencies(options)
    if not options.boards:
        how = " with --board" if hasattr(options, "players") else ""
        raise ParameterError(f"expected at least one board{how}, such as 16x30, got none")
    mines = densities = None
    if options.mines is not None:
        mines = [*whole_numbers_in(options.mines, "--mines")]
    if options.density is not None:
        densities = [*numbers_in(options.density, "--density")]
    for text in options.boards:
        yield from settings_of(text, adjacencies=kinds, mines=mines, densities=densities)


def _first(text: str) -> str | list[int]:
    """Parse ``--first``; whether the boards have such a cell is checked later."""
    words = without_separators(text).split()
    if words and words[0][:1].isdigit():
        return [parse_whole_number(word, "a coordinate of --first", least=0) for word in words]
    return chosen_name(text, "--first to be coordinates, or one of", ("corner", "centre"))


def add_running(parser: CommandParser, kind: str) -> None:
    """Add the options for workers, shards and output.

    Args:
        parser: the parser.
        kind: the type of experiment, or "run".
    """
    add = parser.add_argument
    add(
        "--out",
        metavar="DIR",
        files=FOLDERS,
        help="save shards and results in this folder; the same command continues later",
    )
    add("--workers", metavar="N", help="processes on this machine (default: one for each core)")
    add("--dask", metavar="ADDRESS", words=_DASK, help="a Dask scheduler, such as tcp://10.0.0.1:8786, or local")
    add("--shard", metavar="I/N", help="run only every N-th shard, starting with the I-th: for job arrays")
    add("--json", action="store_true", help="print a JSON object for each row, on a line")
    if kind in ("arena", "run"):
        add_records(parser)
    if kind in DRAWN or kind == "run":
        add_plot_options(parser)


def run_command_line(command: str, kind: str, options: Namespace, output: Output) -> int:
    """Run the experiment described by the options, and return the exit status.

    Args:
        command: prefix for messages, such as "hypersweep lab winrate".
        kind: the type of experiment, or "run" for one described by a file.
        options: the options parsed by ``experiment_parser``; for "run", a file and the options from ``add_running``.
        output: the output for the results.

    Raises:
        HypersweepError: an argument can't be used, or the experiment can't continue.
    """
    from hypersweep.engine.terminations import EndingSignals
    from hypersweep.lab.result_table import RunMemory
    from hypersweep.lab.runner import run_experiment

    # An address contains a colon, after the protocol or before the port; anything else must be a known name.
    if options.dask is not None and ":" not in options.dask:
        chosen_name(options.dask, "an address for --dask, or", _DASK)
    if getattr(options, "exact", False):
        _prepare_exact(options)
    experiment = experiment_of(kind, options)
    part = _part(options.shard)
    plots = plot_options(options)
    check_can_be_drawn(plots, experiment.kind)
    if getattr(options, "exact", False):
        rows = []
        for row in _exact_bounds(experiment):
            output.print(result_lines(experiment, [row], is_json=options.json))
            rows.append(row)
        return save_plots(command, plots, experiment, rows)
    if experiment.kind == "compare" and len({*experiment.policies}) == 1:
        warn(command, f"{experiment.policies[0]} is compared with itself")
    records = getattr(options, "records", None)
    check_records(records, experiment.kind, options.out)
    memory = RunMemory()
    if options.shard is not None and options.out is None:
        raise ParameterError("--shard needs --out, the folder for the part")
    latest: list[Progress] = []
    signals = EndingSignals()
    try:
        with signals, _workers(command, options) as workers, ProgressLine(Output(sys.stderr), command) as line:

            def show(progress: Progress) -> None:
                latest[:] = [progress]
                line.show(progress.done / max(1, progress.shards), _words(progress))

            rows = run_experiment(
                experiment, folder=options.out, workers=workers, part=part, progress=show, memory=memory
            )
    except KeyboardInterrupt:
        if latest:
            done = f"{latest[0].done} of {pluralize(latest[0].shards, 'shard')}"
            if options.out is not None:
                warn(command, f"{done} are saved in {options.out}; run the same command to continue")
            else:
                warn(command, f"stopped after {done}, none saved; --out saves them")
        return signals.status
    except Exception as error:
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
        output.print(board_lines(experiment, memory, is_json=options.json))
        _tell_missing(command, rows)
    else:
        output.print(result_lines(experiment, rows, is_json=options.json, columns=output.columns))
    status = save_plots(command, plots, experiment, rows)
    return status or save_records(command, records, experiment, memory if options.out is None else options.out)


def _tell_missing(command: str, rows: Sequence[Row]) -> None:
    """Warn if fewer boards were found than requested; a list of the boards doesn't show how many are missing."""
    for row in rows:
        if row["boards"] != row["asked_for"]:
            found = f"{row['boards']} of {row['asked_for']} boards were found"
            warn(command, f"{row['grid']} with {row['mines']} mines: {found} within the tries allowed for each")


# Options that make no sense for exact bounds, which one process computes from all layouts.
_NOT_EXACT = ("count", "samples", "shard_size", "out", "workers", "dask", "shard")


def _prepare_exact(options: Namespace) -> None:
    """Check that no option contradicts ``--exact``, and set ``--guesses`` to 0 if it is missing.

    Raises:
        ParameterError: an option contradicts it.
    """
    for name in _NOT_EXACT:
        if getattr(options, name) is not None:
            option = "boards" if name == "count" else name.replace("_", "-")
            raise ParameterError(f"can't combine --exact with --{option}")
    options.guesses = options.guesses or "0"
    for name in ("guesses", "search_guesses"):
        text, option = getattr(options, name), f"--{name.replace('_', '-')}"
        if text is not None and parse_whole_number(text, option, least=0):
            raise ParameterError(f"--exact needs {option} 0, got {truncate(text)}")


def _exact_bounds(experiment: Experiment) -> Iterator[Row]:
    """Yield the row of each board in an experiment of type "bound", computed from all layouts."""
    from hypersweep.lab.result_table import board_columns, bound_columns

    for setting in experiment.boards:
        grid = setting.grid
        found = upper_bound(
            grid,
            setting.mines,
            guesses=experiment.guesses,
            first=experiment.first_cell(grid),
            first_open=experiment.first_open,
            exact=True,
        )
        columns = bound_columns(experiment, found.value, found.error, found.boards, found.gave_up)
        yield {**board_columns(experiment, setting), **columns}


def _part(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    number, slash, many = text.partition("/")
    if not slash:
        raise ParameterError(f"expected a part such as 3/10 for --shard, got {truncate(text)}")
    return parse_whole_number(number, "--shard", least=1), parse_whole_number(many, "--shard", least=1)


def _workers(command: str, options: Namespace) -> AbstractContextManager[Workers | None]:
    """Return the workers requested by the options."""
    many = None if options.workers is None else parse_whole_number(options.workers, "--workers", least=1)
    if options.dask is not None:
        if ":" in options.dask:
            # Announce the connection: an unreachable scheduler causes an error only after half a minute.
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
    """Format a duration, given in seconds, in its two largest units.

    >>> time_left(7.2), time_left(95), time_left(7260), time_left(200_000)
    ('7 s', '1 min 35 s', '2 h 1 min', '2 d 7 h')
    """
    number = round(seconds)
    for size, unit, below, smaller in ((86_400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")):
        if number >= size:
            return f"{number // size} {unit} {number % size // below} {smaller}"
    return f"{number} s"


def add_records(parser: CommandParser) -> None:
    """Add the option ``--records``, the path for an arena's records."""
    what = "save an arena's games that only some players won, in a file, or in a folder if it ends in /"
    parser.add_argument("--records", metavar="FILE", files="*.sweep", help=what)


def check_records(path: str | None, kind: str, folder_of_run: str | None) -> None:
    """Before the work begins, check that records can be written to a path.

    Args:
        path: a file or folder; None for no records.
        kind: the type of experiment.
        folder_of_run: the folder with the experiment's shards; None if they aren't saved.

    Raises:
        ParameterError: the path can't be used, or the experiment isn't an arena and so has no records.
    """
    if path is None:
        return
    if kind != "arena":
        raise ParameterError(f"--records works only for an arena, got {kind}")
    if path == "-":
        raise ParameterError(
            "can't write --records to standard output, which shows the results: name a file or a folder"
        )
    if folder_of_run is not None:
        from hypersweep.lab.arena_games import check_is_outside

        check_is_outside(path, folder_of_run)
    folder = os.path.dirname(path.rstrip("/" + os.sep)) or "."
    if not os.path.isdir(folder):
        raise ParameterError(f"expected an existing folder for --records, got {truncate(folder)}")


def save_records(command: str, path: str | None, experiment: Experiment, kept: ShardStore | str) -> int:
    """Write the records of games that some but not all players in an arena won.

    Args:
        command: prefix for messages.
        path: a file or a folder; None to write nothing.
        experiment: the arena.
        kept: the store with the arena's shards, or its folder's name.

    Returns:
        The exit status.

    Raises:
        ExperimentError: a shard's data has been changed.
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
    message = f"{pluralize(games, 'game')} in which the players differ, {pluralize(count, 'record')}, in {path}"
    # At most experiment.records such games are saved per board, so there may have been more.
    limit = f" (at most {pluralize(experiment.records, 'game')} of each board)" if games >= experiment.records else ""
    warn(command, message + limit)
    return 0
