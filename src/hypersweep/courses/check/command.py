"""``hypersweep check``: check students' programs against their course's specification.

The exit status is 0 if all programs are right, 1 if any is wrong, 2 if any can't be checked or the command line is
invalid, 74 if the output can't be written, and 130 after Ctrl-C.
"""

from __future__ import annotations

import json
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.cli_support.command_parser import FOLDERS, CommandParser, chosen_name, run_command, warn
from hypersweep.errors import ParameterError, UncheckableError
from hypersweep.exit_codes import FAILED, INTERRUPTED, UNUSABLE, WRITING_FAILED
from hypersweep.text import parse_seconds, parse_whole_number
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output
    from hypersweep.courses.check.check_report import Report


_NAME = "hypersweep check"

COURSES: dict[str, str] = {
    "channels": "check a channel.c of COMP2017",
    "comp2017": "check a minesweeper.c of COMP2017",
    "esp": "check an ESP Minesweeper: a program, a C file, or a folder",
    "hypermines": "check a lab.py of HyperMines",
}
"""Courses, each with its line of help. Each has a module named after it, such as ``esp_checker`` for "esp".

The module has ``EXAMPLES``, printed at the end of the course's help; ``add_arguments(parser)``, which adds options to
the parser; and ``open_subject(program, options)``, which returns the ``Subject`` or raises ``UncheckableError``.
"""

_EPILOG = f"""\
commands:
{chr(10).join(f"  {name:11}{about}" for name, about in COURSES.items())}

'hypersweep check COMMAND --help' says more about each.

Each program is played with edge cases (one cell, no mine, all mines, cells out
of bounds, odd commands), then with random games that follow from the seed. Every
answer is compared with the reference of the course. A game with a difference is
shrunk to the smallest one, and shown with the clause of the specification and a
test to paste.

Differences on points that the specification leaves open are listed separately,
and make a program wrong only with --strict.

This is not a sandbox: a program under test runs in its own process with time and
memory limits, but with all your permissions. Check programs that you don't
trust in a container or as another user.

The exit status is 0 if all programs are right, 1 if one is wrong, 2 if one can't
be checked (it doesn't compile or start), 130 after Ctrl-C.

examples:
  hypersweep check comp2017 minesweeper.c
  hypersweep check comp2017 --junit marks.xml submissions/*/minesweeper.c
  hypersweep check esp ./esp-minesweeper
  hypersweep check hypermines --term 2020 lab.py

With --mutants your own tests are checked instead of a program: they run once
with a right program, and once with each of about twenty wrong ones, which they
should catch. The path of the program replaces {{}} in the command, and is in the
environment variable HYPERSWEEP_PROGRAM. The exit status is 0 if all wrong
programs are caught, 1 if not, 2 if the tests fail with the right program.

  hypersweep check --mutants hypermines -- pytest test.py
  hypersweep check --mutants esp -- ./run-tests {{}}
"""


def command_parser() -> CommandParser:
    """Return the argument parser, with a subparser for each course."""
    parser = CommandParser(_NAME, "Check programs that students wrote against the specification.", _EPILOG)
    parser.add_argument(
        "--mutants", metavar="COURSE", words=tuple(COURSES), help="run your tests on deliberately wrong programs"
    )
    parser.add_argument("--json", action="store_true", help="with --mutants: print a JSON object")
    parser.add_argument("--keep", metavar="DIR", files=FOLDERS, help="with --mutants: save the programs not caught")
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    for name, about in COURSES.items():
        parser.below[name] = (about, _parser(name))
    return parser


def _parser(name: str) -> CommandParser:
    course = import_module(f"hypersweep.courses.check.{name}_checker")
    about = COURSES[name]
    parser = CommandParser(f"{_NAME} {name}", f"{about[0].upper()}{about[1:]}.", course.EXAMPLES)
    add = parser.add_argument
    add("programs", nargs="*", metavar="PROGRAM", files="*", help="the programs to check")
    course.add_arguments(parser)
    add("--seed", metavar="N", default="0", help="seed of the random games (default: 0)")
    add("--games", metavar="N", default="500", help="number of random games (default: 500)")
    add("--seconds", metavar="S", default="60", help="time limit for each program, in seconds (default: 60)")
    add("--strict", action="store_true", help="count differences on open points too")
    add("--json", action="store_true", help="print a JSON object for each program, on a line")
    add("--junit", metavar="FILE", files="*.xml", help="also write a JUnit XML report")
    add("--keep", metavar="DIR", files=FOLDERS, help="write a test for each difference into this folder")
    add("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return the exit status.

    Args:
        argv: the arguments after ``hypersweep check``.

    >>> main(["--nothing"])
    2
    """
    from hypersweep.engine.terminations import EndingSignals

    with EndingSignals() as signals:
        if argv and not argv[0].startswith("-"):
            status = run_command(f"{_NAME} {argv[0]}" if argv[0] in COURSES else _NAME, argv, _check)
        else:
            status = run_command(_NAME, argv, _run_without_course)
    return signals.status if status == INTERRUPTED else status


def _run_without_course(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    end = list(argv).index("--") if "--" in argv else len(argv)
    options = parser.read(argv[:end])
    if options.help:
        return output.print(parser.format_help())
    if options.mutants is not None:
        return _try_tests(options, argv[end + 1 :], output)
    raise ParameterError(f"expected a course ({', '.join(COURSES)}), got none")


def _try_tests(options: Namespace, command: Sequence[str], output: Output) -> int:
    from hypersweep.courses.check.mutants import try_tests

    course = chosen_name(options.mutants, "one of", list(COURSES))
    if not command:
        raise ParameterError("no tests to run: put their command after --")
    try:
        report = try_tests(course, command, Path(options.keep) if options.keep else None)
    except OSError as error:
        warn(_NAME, f"can't write {truncate(str(error.filename))}: {error.strerror or error}")
        return WRITING_FAILED
    output.print(json.dumps(report.facts()) + "\n" if options.json else report.format())
    return FAILED if report.missed else 0


def _check(argv: Sequence[str], output: Output) -> int:
    name = chosen_name(argv[0], "one of", list(COURSES))
    parser = _parser(name)
    options = parser.read(argv[1:], "programs")
    if options.help:
        return output.print(parser.format_help())
    if not options.programs:
        raise ParameterError("no program to check: name one")
    games = parse_whole_number(options.games, "--games", least=0)
    seed = parse_whole_number(options.seed, "--seed", least=0)
    seconds = parse_seconds(options.seconds, "--seconds")
    reports = []
    for program in options.programs:
        report = _report(name, program, options, games=games, seconds=seconds, seed=seed)
        reports.append(report)
        output.print(json.dumps(report.facts()) + "\n" if options.json else report.format())
    verdicts = {report.verdict for report in reports}
    status = UNUSABLE if "unchecked" in verdicts else FAILED if "wrong" in verdicts else 0
    return _save(name, reports, options) or status


def _report(name: str, program: str, options: Namespace, *, games: int, seconds: float, seed: int) -> Report:
    from hypersweep.courses.check.check_report import Report
    from hypersweep.courses.check.runner import check

    try:
        if not Path(program).exists():
            raise UncheckableError("no such file or folder")
        with closing(
            import_module(f"hypersweep.courses.check.{name}_checker").open_subject(program, options)
        ) as subject:
            return check(subject, games=games, seconds=seconds, seed=seed, is_strict=options.strict)
    except UncheckableError as error:
        return Report(program, error=str(error))
    except Exception as error:
        # If one program crashes the checker, the other programs on the command line must still get their verdicts.
        return Report(program, error=f"the checker failed, please report it: {type(error).__name__}: {error}")


def _save(name: str, reports: Sequence[Report], options: Namespace) -> int:
    """Write the files requested by the options. Returns: 0, or the exit status if a file can't be written."""
    from hypersweep.courses.check.check_report import junit_text, save_tests

    try:
        if options.junit:
            Path(options.junit).write_text(junit_text(name, reports), encoding="utf-8")
        if options.keep:
            for report in reports:
                save_tests(Path(options.keep), report)
    except OSError as error:
        warn(f"{_NAME} {name}", f"can't write {truncate(str(error.filename))}: {error.strerror or error}")
        return WRITING_FAILED
    return 0
