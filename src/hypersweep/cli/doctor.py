"""``hypersweep doctor``: what works here, what is missing, and how to get it.

The exit status is 0 if everything installed works; 1 if something is broken: kernels or an extra that can't be loaded,
a place that can't be written. A part that isn't installed isn't broken. It is 2 for arguments that can't be used, 130
after Ctrl-C, and 74 if the output can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import os
import platform
import sys
from typing import TYPE_CHECKING, NamedTuple

from hypersweep import __version__
from hypersweep.cli.columns import columns_of
from hypersweep.cli.environment import (
    Kernels,
    Place,
    Terminal,
    find_compiler_command,
    find_kernels,
    find_places,
    find_terminal,
)
from hypersweep.cli.extras import Extra, find_extras, load_parts
from hypersweep.cli_support.command_parser import CommandParser, run_command
from hypersweep.exit_codes import FAILED
from hypersweep.text import pluralize
from hypersweep.ui_model.solver_player import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.cli_support.output import Output

_COMMAND = "hypersweep doctor"

# Column of the parts of an extra; also the indentation of wrapped lines.
_INDENT = " " * 14

_EPILOG = """\
examples:
  hypersweep doctor            what works here, and what is missing
  hypersweep doctor --json     the same for programs, or for a report of a fault
"""

_NO_PAGE = "built without its kernels: 'make page' makes them; install again afterwards"

# Colours of the full-screen game, unless given as a number.
_COLOURS = {None: "can't be told", 0: "true colours"}


class Findings(NamedTuple):
    """Results of the doctor.

    Attributes:
        python: the interpreter: its name and version.
        executable: where it is.
        system: the operating system and the processor.
        package: the folder that hypersweep was loaded from.
        compiler: the command of the C++ compiler for the courses' libraries, or "".
        kernels: the compiled kernels.
        terminal: what the output can show.
        extras: the extras and their parts.
        places: the files and folders that hypersweep writes.
    """

    python: str
    executable: str
    system: str
    package: str
    compiler: str
    kernels: Kernels
    terminal: Terminal
    extras: tuple[Extra, ...]
    places: tuple[Place, ...]

    @property
    def troubles(self) -> list[str]:
        """Describe what is broken; parts that aren't installed are left out."""
        found = [f"the kernels can't be loaded: {self.kernels.trouble}"] if self.kernels.trouble else []
        parts = {part for extra in self.extras for part in extra.parts if part.trouble and part.version is not None}
        found += [f"{part.name}: {part.trouble}" for part in sorted(parts)]
        return found + [f"{place.name}: {place.trouble}" for place in self.places if place.trouble]

    def as_dict(self) -> dict[str, object]:
        """Return the findings as JSON can hold them."""
        extras = {
            extra.name: {
                "complete": extra.is_complete,
                "install": extra.install_line,
                "parts": {part.name: {**part._asdict(), "name": part.name} for part in extra.parts},
            }
            for extra in self.extras
        }
        return {
            "hypersweep": __version__,
            "package": self.package,
            "python": self.python,
            "executable": self.executable,
            "system": self.system,
            "kernels": self.kernels._asdict(),
            "compiler": self.compiler,
            "terminal": self.terminal._asdict(),
            "extras": extras,
            "places": {place.name: {"path": place.path, "trouble": place.trouble} for place in self.places},
            "troubles": self.troubles,
        }


def command_parser() -> CommandParser:
    """Return the parser of the command's arguments."""
    about = (
        "What works here: versions, kernels in use, what the terminal can do, extras with their versions or how to get "
        "them, and whether games can be kept. The exit status is 1 where something that is installed is broken."
    )
    parser = CommandParser(_COMMAND, about, _EPILOG)
    parser.add_argument("--quick", action="store_true", help="only look for the extras, don't try to load them")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command and return its exit status.

    Args:
        argv: the arguments after ``hypersweep doctor``.

    >>> main(["--quick", "--quick", "please"])
    2
    """
    return run_command(_COMMAND, argv, _run)


def _run(argv: Sequence[str], output: Output) -> int:
    parser = command_parser()
    options = parser.read(argv)
    if options.help:
        return output.tell(parser.format_help())
    findings = _examine(output, is_quick=options.quick)
    if options.json:
        import json

        output.tell(json.dumps(findings.as_dict(), indent=1) + "\n")
    else:
        output.tell("\n".join([*findings_lines(findings, columns=output.columns), ""]))
    return FAILED if findings.troubles else 0


def _examine(output: Output, *, is_quick: bool) -> Findings:
    extras = find_extras()
    if not is_quick:
        extras = load_parts(extras)
    # If the other process failed to load Textual, don't load it in this one.
    is_broken = any(part.name == "textual" and part.trouble for extra in extras for part in extra.parts)
    free = "" if getattr(sys, "_is_gil_enabled", bool)() or sys.version_info < (3, 13) else ", free-threaded"
    return Findings(
        f"{platform.python_implementation()} {platform.python_version()}{free}",
        sys.executable or "",
        f"{platform.platform()}, {platform.machine()}",
        os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
        find_compiler_command(),
        find_kernels(),
        find_terminal(output, may_load=not (is_quick or is_broken)),
        tuple(extras),
        tuple(find_places()),
    )


def findings_lines(findings: Findings, *, columns: int | None = None) -> list[str]:
    """Return the findings as lines for people; broken parts are repeated at the end.

    Args:
        findings: what was found.
        columns: width of a line in characters; None for no limit.
    """
    kernels = findings.kernels
    made = f", made by {kernels.compiler}" if kernels.compiler else ""
    about = [
        ("version", f"{__version__}, {findings.package}"),
        ("Python", f"{findings.python}, {findings.executable}"),
        ("system", findings.system),
        ("kernels", f"broken: {kernels.trouble}" if kernels.trouble else f"{kernels.instruction_set}{made}"),
        ("page", "its kernels are here" if kernels.has_page else _NO_PAGE),
        ("C++", findings.compiler or "no compiler, which only the courses' C libraries need"),
    ]
    extras = [line for extra in findings.extras for line in _extra_lines(extra)]
    places = columns_of([(place.name, place.path, place.trouble or "can be written") for place in findings.places])
    troubles = findings.troubles
    end = [f"{pluralize(len(troubles), 'trouble')}:", *troubles] if troubles else ["All that is installed works."]
    blocks = (
        ["hypersweep", *_pairs(about)],
        ["terminal", *_pairs(_terminal_pairs(findings.terminal))],
        ["extras", *(extras or ["not known: hypersweep isn't installed as a package"])],
        ["places", *places],
        end,
    )
    lines = "\n\n".join("\n  ".join(block) for block in blocks).split("\n")
    return lines if columns is None else [part for line in lines for part in fold(line, columns, _INDENT)]


def _terminal_pairs(terminal: Terminal) -> list[tuple[str, str]]:
    mouse = {None: "can't be told", True: "yes", False: "none that this terminal tells of"}[terminal.has_mouse]
    shown = "frames, flags and blocks" if terminal.has_fine_characters else "boards in ASCII"
    colours = _COLOURS.get(terminal.colours) or f"{terminal.colours} colours"
    size = terminal.size
    return [
        ("output", f"{size[0]} columns, {size[1]} lines, TERM={terminal.name}" if size else "not a terminal"),
        ("characters", f"{terminal.encoding}: {shown}"),
        ("colours", f"{'yes' if terminal.has_colours else 'no'}; on the full screen: {colours if size else 'none'}"),
        *([("mouse", mouse)] if size else []),
        ("full screen", f"no: {terminal.why_not_full_screen}" if terminal.why_not_full_screen else "yes"),
    ]


def _extra_lines(extra: Extra) -> list[str]:
    here = [f"{part.name} {part.version}" for part in extra.parts if part.version and not part.trouble]
    missing = [part.name for part in extra.parts if part.version is None]
    broken = [f"{part.name}: {part.trouble}" for part in extra.parts if part.trouble and part.version is not None]
    head = f"{extra.name:<{len(_INDENT) - 3}} "
    indent = " " * len(head)
    texts = [", ".join(here)] if here else []
    texts += [f"missing: {', '.join(missing)}"] if missing else []
    texts += broken
    texts += [] if extra.is_complete else [extra.install_line]
    return [head + texts[0], *(indent + text for text in texts[1:])]


def _pairs(pairs: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(name) for name, _ in pairs)
    return [f"{name:<{width}}  {text}" for name, text in pairs]
