"""``hypersweep generate``: generate boards that need no guess, and print a board ID per line.

The exit status is 0; 2 for invalid arguments, or requirements that no board can meet; 3 if no board was found within
the allowed number of tries; 130 after Ctrl-C; and 74 if the output can't be written (0 if the pipe was closed). Boards
found before a failure are printed completely.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING

from hypersweep.boards import standard_mines
from hypersweep.cli_support.board_options import add_grid, cell_word, chosen_first
from hypersweep.cli_support.command_parser import CommandParser, chosen_name, run_command, warn
from hypersweep.cli_support.output import Output, ProgressLine
from hypersweep.errors import GenerationError, ParameterError
from hypersweep.exit_codes import TOO_MUCH
from hypersweep.game import Game
from hypersweep.generate import GRADES, METHODS, certify, no_guess, solvable_from
from hypersweep.layout import FIRST_OPENS
from hypersweep.rng import check_seed, fresh_seed
from hypersweep.text import parse_whole_number, percent_done, place_text, pluralize
from hypersweep.ui_model.choices import grid_choice

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from hypersweep.generate import Progress
    from hypersweep.layout import Layout


_NAME = "hypersweep generate"

_PROMISES = tuple(name for name in reversed(FIRST_OPENS) if name != "any")

_METHODS = {
    "uniform": "tries random boards until one needs no guess, all equally likely",
    "repair": "changes a board wherever it needs a guess; for dense boards",
    "adaptive": "uniform for a while, then repair; used while a player waits",
}

_EPILOG = f"""\
BOARD defaults to the beginner's, and the number of mines to that in
'hypersweep play'. Open the first cell, then only cells you can prove safe, and
you will finish the board. The first cell is the centre unless --first names
another.

Grades, by the hardest step needed: clue (one clue at a time), pair
(two), set (more), count (also how many mines are left).

Methods:
{chr(10).join(f"  {name:<8} {_METHODS.get(name, '')}".rstrip() for name in METHODS)}

The same arguments with the same seed make the same board everywhere. With
--count the seeds are S, S + 1, ...; without --seed each board gets its own
seed. --json shows each board's seed, and the command that makes it again.

examples:
  hypersweep generate expert
  hypersweep play $(hypersweep generate 16x30 --mines 99 --grade pair)
  hypersweep generate 9x9 --mines 10 --count 3 --seed 7 --json
  hypersweep generate 5x5x5 --first 0,0,0 --grade set --exactly --picture
  hypersweep generate 6x7 --certificate | hypersweep verify -
"""


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

    Args:
        argv: the arguments after ``hypersweep generate``.

    >>> main(["3x4", "--mines", "2", "--seed", "7", "--first", "0,0"])
    3x4.bCAQ
    0
    """
    return run_command(_NAME, argv, _run)


def command_parser() -> CommandParser:
    """Return the parser for the command's arguments."""
    parser = CommandParser(_NAME, "Generate boards that can be finished without guessing.", _EPILOG)
    add_grid(parser, "sides (16x30, 4x4x4x4), or a name from 'hypersweep play --list'")
    add = parser.add_argument
    add("--first", metavar="CELL", help="the cell to open first, such as 8,15 (default: the centre)")
    add(
        "--first-open",
        metavar="PROMISE",
        default="opening",
        words=_PROMISES,
        help="what the first cell is: opening (a zero, the default) or safe (no mine)",
    )
    add("--grade", metavar="GRADE", words=GRADES, help=f"the hardest step that may be needed: {', '.join(GRADES)}")
    add("--exactly", action="store_true", help="only boards that do need a step of that grade")
    add(
        "--without-mine-count",
        action="store_true",
        help="boards that can be finished without knowing the number of mines",
    )
    add(
        "--method",
        metavar="METHOD",
        default="uniform",
        words=METHODS,
        help=f"how boards are made: {', '.join(METHODS)} (the default is the first)",
    )
    add("--seed", metavar="S", help="seed for reproducible boards, 0 to 2**64 - 1")
    add("--count", metavar="N", default="1", help="number of boards (default: 1)")
    add("--tries", metavar="N", help="maximum number of tries for each board (default: depends on the method)")
    add("--picture", action="store_true", help="draw each board below its ID, with its mines and clues")
    add("--certificate", action="store_true", help="print each board's certificate, which contains its ID")
    add("--json", action="store_true", help="print a JSON object for each board, on a line")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def _run(argv: Sequence[str], screen: Output) -> int:
    parser = command_parser()
    options = parser.read(argv, "board")
    if options.help:
        return screen.print(parser.format_help())
    job = _Job(options)
    # In a terminal, the user may want to play the board, so name the cell to open first; scripts don't need it.
    if options.first is None and screen.is_terminal and not options.json and not options.certificate:
        warn(_NAME, f"open {place_text(job.first)} first")
    with ProgressLine(Output(sys.stderr)) as line:
        for number in range(job.count):
            try:
                text = job.text(number, screen, line)
            except GenerationError as error:
                line.clear()
                warn(_NAME, job.failure(error, number))
                return TOO_MUCH
            if screen.is_terminal:
                with line.hidden():
                    screen.print(text)
            else:
                screen.print(text)
            line.show((number + 1) / job.count, f"{number + 1:,} of {pluralize(job.count, 'board')}")
    return 0


class _Job:
    """Generates boards and formats them according to the options."""

    def __init__(self, options: Namespace) -> None:
        # Check names first, to report a misspelled one before anything else.
        self.method = chosen_name(options.method, "--method", METHODS)
        self.first_open = chosen_name(options.first_open, "--first-open", _PROMISES)
        self.grade = None if options.grade is None else chosen_name(options.grade, "--grade", GRADES)
        self.exactly: bool = options.exactly
        self.uses_mine_count = not options.without_mine_count
        if self.exactly and self.grade is None:
            raise ParameterError(f"--exactly needs --grade, one of {', '.join(GRADES)}")
        if self.exactly and self.grade == "count" and not self.uses_mine_count:
            raise ParameterError("can't combine --grade count --exactly with --without-mine-count")
        chosen = [name for name in ("picture", "certificate", "json") if getattr(options, name)]
        if len(chosen) > 1 and chosen != ["certificate", "json"]:
            raise ParameterError(f"choose one of these options, not several: --{' and --'.join(chosen)}")
        self.form = "json" if options.json else "".join(chosen)
        self.is_certified: bool = options.certificate
        self.count = parse_whole_number(options.count, "--count", least=1)
        self.seed = None if options.seed is None else check_seed(parse_whole_number(options.seed, "--seed"))
        if self.seed is not None and self.seed + self.count > 1 << 64:
            raise ParameterError(
                f"expected a --seed from 0 to {(1 << 64) - self.count} for {pluralize(self.count, 'board')}, "
                f"got {self.seed}"
            )
        self.tries = None if options.tries is None else parse_whole_number(options.tries, "--tries", least=1)
        self.grid, mines, layout = grid_choice(options)
        if layout is not None:
            raise ParameterError(
                "expected sides or a board name, got a board ID, which fixes the mines; 'hypersweep grade' "
                "checks whether it needs a guess"
            )
        self.mines = standard_mines(self.grid, self.first_open) if mines is None else mines
        self.first = chosen_first(options.first, self.grid)

    def text(self, number: int, screen: Output, line: ProgressLine) -> str:
        """Generate the board with this number (counting from 0), and return the text to print."""
        seed = fresh_seed() if self.seed is None else self.seed + number

        def tell(progress: Progress) -> None:
            best = percent_done(progress.most_opened, progress.safe_cells)
            if self.count == 1:
                words = f"{progress.tried:,} of {progress.tries:,} tries, best {best} open"
                line.show(progress.tried / progress.tries, words)
            else:
                words = f"board {number + 1:,} of {self.count:,}, {progress.tried:,} tries, best {best} open"
                line.show(number / self.count, words)

        layout = no_guess(
            self.grid,
            self.mines,
            self.first,
            seed=seed,
            grade=self.grade,
            exactly=self.exactly,
            uses_mine_count=self.uses_mine_count,
            first_open=self.first_open,
            method=self.method,
            tries=self.tries,
            progress=tell if line.is_wanted else None,
        )
        if self.form == "json":
            return json.dumps(self._facts(layout, seed)) + "\n"
        if self.is_certified:
            return certify(layout, self.first, uses_mine_count=self.uses_mine_count).format()
        if self.form == "picture":
            gap = [""] if number else []
            return "\n".join((*gap, str(layout), *screen.picture(Game(layout=layout), self.first, reveal=True), ""))
        return f"{layout}\n"

    def _facts(self, layout: Layout, seed: int) -> dict[str, object]:
        facts: dict[str, object] = {
            "board": str(layout),
            "grid": str(self.grid),
            "mines": layout.mines,
            "first": self.first,
            "first_open": self.first_open,
            "grade": solvable_from(layout, self.first, uses_mine_count=self.uses_mine_count).grade,
            "uses_mine_count": self.uses_mine_count,
            "method": self.method,
            # Write seeds as strings, as in all our JSON: many parsers round integers above 2**53.
            "seed": str(seed),
            "command": self._command(seed),
        }
        if self.is_certified:
            facts["certificate"] = certify(layout, self.first, uses_mine_count=self.uses_mine_count).format()
        return facts

    def _command(self, seed: int) -> str:
        """Return the command line that generates the same board again."""
        words = [_NAME, str(self.grid), f"--mines {self.mines}", f"--first {cell_word(self.first)}"]
        words += [f"--first-open {self.first_open}"] * (self.first_open != "opening")
        words += [f"--grade {self.grade}"] * (self.grade is not None)
        words += ["--exactly"] * self.exactly + ["--without-mine-count"] * (not self.uses_mine_count)
        words += [f"--method {self.method}"] * (self.method != "uniform")
        words += [f"--tries {self.tries}"] * (self.tries is not None)
        return " ".join([*words, f"--seed {seed}"])

    def failure(self, error: GenerationError, number: int) -> str:
        """Return the message for a board that wasn't found: its number, the reason, and options that may help."""
        text = re.sub(r"method='(\w+)'", r"--method \1", str(error))
        text = text.replace("exactly=False", "no --exactly").replace("fewer mines", "fewer --mines")
        text = text.replace("a harder grade", "a harder --grade").replace("more tries", "more --tries")
        text = text.replace("tries=...", "--tries N").replace("another number of mines", "other --mines")
        text = text.replace("uses_mine_count=True", "no --without-mine-count").replace(
            "another first cell", "another --first"
        )
        text = text.replace("first_open='safe'", "--first-open safe")
        if self.count > 1:
            return f"board {number + 1} of {self.count}: {text}"
        return text
