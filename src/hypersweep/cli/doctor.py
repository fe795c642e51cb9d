"""``hypersweep doctor``: report what works on this machine, what is missing, and how to get it.

The exit status is 0 if everything installed works; 1 if something is broken, such as kernels or an extra that can't be
loaded, or a folder that isn't writable (missing extras don't count); 2 for invalid arguments; 130 after Ctrl-C; and 74
if the output can't be written (0 if the pipe was closed).
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from typing import TYPE_CHECKING, NamedTuple

from hypersweep import __version__
from hypersweep.cli_support.command_parser import CommandParser, run_command
from hypersweep.cli_support.output import columns_of
from hypersweep.exit_codes import FAILED
from hypersweep.text import pluralize
from hypersweep.ui_model.solver_show import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from hypersweep.cli_support.output import Output


_COMMAND = "hypersweep doctor"

# Indentation for the packages in an extra, and for wrapped lines.
_INDENT = " " * 14

_EPILOG = """\
examples:
  hypersweep doctor            what works here, and what is missing
  hypersweep doctor --json     the same for programs, or for a bug report
"""

_NO_PAGE = "built without its kernels: run 'make page', then install again"

# Text shown for the full-screen game's number of colours, where it isn't the number itself.
_COLOURS = {None: "unknown", 0: "true colours"}

UNLISTED = ("all", "benchmarks", "browser", "docs", "lint", "page", "proofs", "setup", "test", "types")
"""Extras left out by ``hypersweep doctor``: those for development, and ``all``, which only repeats the others."""

# Import names of packages whose names on PyPI differ.
_IMPORT_NAMES = {"argon2-cffi": "argon2", "mkdocstrings-python": "mkdocstrings_handlers.python", "pillow": "PIL"}

_REQUIREMENT = re.compile(r"([A-Za-z0-9][\w.-]*)\s*(?:\[([^\]]*)\])?\s*\(?([^;)]*)\)?")
_EXTRA = re.compile(r"extra == ['\"]([^'\"]+)['\"]")

# Time limit in seconds for importing the packages, since a library may hang.
_PATIENCE = 60

# A program that imports modules one by one. It runs in a separate process, since a broken library may crash it, and
# drops any output from the modules.
_LOADER = """
import importlib, json, os, sys
report = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except BaseException as error:
        trouble = [type(error).__name__, str(error)]
    else:
        trouble = []
    print(json.dumps([name, trouble]), file=report, flush=True)
report.close()
os._exit(0)
"""


class Kernels(NamedTuple):
    """The compiled kernels.

    Attributes:
        instruction_set: instruction set of the kernels in use, such as "x86_64_v3"; "baseline" runs on every processor.
        compiler: the compiler that built the kernels; "" if unknown.
        has_page: whether the page's WebAssembly kernels are installed too.
        trouble: why the kernels can't be loaded; "" if they can.
    """

    instruction_set: str
    compiler: str
    has_page: bool
    trouble: str


class Terminal(NamedTuple):
    """The output's capabilities.

    Attributes:
        name: the terminal's name (TERM in the environment), or "".
        size: columns and lines; None if the output isn't a terminal.
        has_colours: whether lines are printed in colour.
        colours: number of colours in the full-screen game: 16, 256, or 0 for true colours; None if unknown.
        encoding: the output's encoding.
        has_fine_characters: whether the output can show frames, flags and blocks, not just ASCII.
        has_mouse: whether the terminal reports mouse events; None if unknown.
        why_not_full_screen: why the game can't use the full screen, as a clause; "" if it can.
    """

    name: str
    size: tuple[int, int] | None
    has_colours: bool
    colours: int | None
    encoding: str
    has_fine_characters: bool
    has_mouse: bool | None
    why_not_full_screen: str


class Place(NamedTuple):
    """A file or folder that hypersweep writes.

    Attributes:
        name: what hypersweep uses it for, such as "saves".
        path: its path; "" if unknown.
        trouble: why the place isn't writable; "" if it is.
    """

    name: str
    path: str
    trouble: str


class Part(NamedTuple):
    """A package needed by an extra.

    Attributes:
        name: the package's name on PyPI.
        wanted: the accepted versions, such as ">=8,<9"; "" for any.
        version: the installed version; None if the package isn't installed, "" if unknown.
        trouble: what is wrong, such as "missing"; "" if nothing is.
    """

    name: str
    wanted: str
    version: str | None
    trouble: str


class Extra(NamedTuple):
    """An extra of the hypersweep package.

    Attributes:
        name: the extra's name.
        parts: the packages it needs, including those in other extras it contains.
    """

    name: str
    parts: tuple[Part, ...]

    @property
    def install_line(self) -> str:
        """Command for installing the extra.

        >>> Extra("tui", ()).install_line
        "pip install 'hypersweep[tui]'"
        """
        return f"pip install 'hypersweep[{self.name}]'"

    @property
    def is_complete(self) -> bool:
        """Whether all parts are installed and work."""
        return not any(part.trouble for part in self.parts)


class Findings(NamedTuple):
    """What the doctor found.

    Attributes:
        python: the interpreter's name and version.
        executable: the interpreter's path.
        system: the operating system and the processor.
        package: the folder hypersweep was loaded from.
        compiler: the C++ compiler's command, for the courses' libraries; "" if there is none.
        kernels: the compiled kernels.
        terminal: the output's capabilities.
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
        """The problems, one line each; packages that aren't installed don't count."""
        found = [f"the kernels can't be loaded: {self.kernels.trouble}"] if self.kernels.trouble else []
        parts = {part for extra in self.extras for part in extra.parts if part.trouble and part.version is not None}
        found += [f"{part.name}: {part.trouble}" for part in sorted(parts)]
        return found + [f"{place.name}: {place.trouble}" for place in self.places if place.trouble]

    def as_dict(self) -> dict[str, object]:
        """Return the findings as a dictionary for JSON."""
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
    """Return the parser for the command's arguments."""
    about = (
        "Show what works here: versions, kernels in use, what the terminal can do, extras (or how to "
        "install them), and whether games can be saved. The exit status is 1 if something installed is "
        "broken."
    )
    parser = CommandParser(_COMMAND, about, _EPILOG)
    parser.add_argument("--quick", action="store_true", help="only look up the extras, without loading them")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("-h", "--help", action="store_true", help="show this text")
    return parser


def main(argv: Sequence[str]) -> int:
    """Run the command, and return its exit status.

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
        return output.print(parser.format_help())
    findings = _examine(output, is_quick=options.quick)
    if options.json:
        output.print(json.dumps(findings.as_dict(), indent=1) + "\n")
    else:
        output.print("\n".join([*findings_lines(findings, columns=output.columns), ""]))
    return FAILED if findings.troubles else 0


def _examine(output: Output, *, is_quick: bool) -> Findings:
    extras = find_extras()
    if not is_quick:
        extras = load_parts(extras)
    # If Textual failed to load in the separate process, don't import it here.
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
    """Format the findings as readable lines, with a summary of all problems at the end.

    Args:
        findings: the findings.
        columns: maximum line width in characters; None for no limit.
    """
    kernels = findings.kernels
    made = f", made by {kernels.compiler}" if kernels.compiler else ""
    about = [
        ("version", f"{__version__}, {findings.package}"),
        ("Python", f"{findings.python}, {findings.executable}"),
        ("system", findings.system),
        ("kernels", f"broken: {kernels.trouble}" if kernels.trouble else f"{kernels.instruction_set}{made}"),
        ("page", "its kernels are installed" if kernels.has_page else _NO_PAGE),
        ("C++", findings.compiler or "no compiler; only the courses' C libraries need one"),
    ]
    extras = [line for extra in findings.extras for line in _extra_lines(extra)]
    places = columns_of([(place.name, place.path, place.trouble or "can be written") for place in findings.places])
    troubles = findings.troubles
    end = [f"{pluralize(len(troubles), 'problem')}:", *troubles] if troubles else ["Everything installed works."]
    blocks = (
        ["hypersweep", *_pairs(about)],
        ["terminal", *_pairs(_terminal_pairs(findings.terminal))],
        ["extras", *(extras or ["unknown: hypersweep isn't installed as a package"])],
        ["places", *places],
        end,
    )
    lines = "\n\n".join("\n  ".join(block) for block in blocks).split("\n")
    return lines if columns is None else [part for line in lines for part in fold(line, columns, _INDENT)]


def _terminal_pairs(terminal: Terminal) -> list[tuple[str, str]]:
    mouse = {None: "unknown", True: "yes", False: "none reported by this terminal"}[terminal.has_mouse]
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


def find_kernels() -> Kernels:
    """Load the compiled kernels and describe them.

    >>> find_kernels().trouble
    ''
    """
    from hypersweep.errors import MissingExtraError
    from hypersweep.web.page_files import kernels_file

    try:
        has_page = bool(kernels_file())
    except MissingExtraError:
        has_page = False
    try:
        from hypersweep import _native
    except Exception as error:
        return Kernels("", "", has_page, _reason(error))
    return Kernels(_native.variant(), _native.compiler(), has_page, "")


def find_compiler_command() -> str:
    """Return the C++ compiler's command line for the courses' libraries; "" if there is none."""
    from hypersweep.compiler import CompilerError, find_compiler

    try:
        return " ".join(find_compiler())
    except CompilerError:
        return ""


def find_terminal(output: Output, *, may_load: bool = True) -> Terminal:
    """Determine an output's capabilities.

    Args:
        output: the command's output.
        may_load: whether to import Textual to find the number of colours; a broken Textual could crash or block this
            process.
    """
    from hypersweep.tui.terminal import has_fine_characters, why_not_full_screen

    name = os.environ.get("TERM", "")
    columns = output.columns
    size = None if columns is None else (columns, shutil.get_terminal_size().lines)
    return Terminal(
        name,
        size,
        output.is_colourful,
        _colours() if size is not None and may_load else None,
        getattr(sys.stdout, "encoding", None) or "ascii",
        sys.stdout is not None and has_fine_characters(sys.stdout),
        None if size is None else _mouse(name),
        why_not_full_screen() or "",
    )


def _colours() -> int | None:
    from hypersweep.tui.terminal import colour_count

    try:
        return colour_count()
    except Exception:  # Textual isn't installed, or is broken
        return None


def _mouse(name: str) -> bool | None:
    """Return whether a terminal reports mouse events, according to terminfo; None if unknown."""
    if os.name != "posix":
        return True if os.environ.get("WT_SESSION") else None
    try:
        import curses

        curses.setupterm(name, 1)
        return bool(curses.tigetstr("kmous"))
    except Exception:  # Python was built without curses, or terminfo lacks the terminal
        return None


def find_places() -> list[Place]:
    """Find the files and folders hypersweep writes, and test whether they are writable, leaving no test files.

    >>> [place.name for place in find_places()]
    ['saves', 'records', 'config', 'cache', 'rescue']
    """
    from hypersweep.session.store import data_directory
    from hypersweep.session.store_files import rescue_folders

    try:
        folder = data_directory()
    except Exception as error:
        places = [Place(name, "", _reason(error)) for name in ("saves", "records", "config", "cache")]
    else:
        places = [
            Place("saves", str(folder / "running"), _why_unwritable(folder / "running")),
            Place("records", str(folder / "records"), _why_unwritable(folder / "records")),
            Place("config", str(folder / "settings.json"), _why_unwritable(folder)),
            _cache(folder),
        ]
    try:
        rescues = rescue_folders()
    except Exception as error:
        return [*places, Place("rescue", "", _reason(error))]
    troubles = [_why_unwritable(rescue) for rescue in rescues]
    # One writable folder is enough: games are saved to the first one.
    chosen = troubles.index("") if "" in troubles else 0
    path, trouble = (str(rescues[chosen]), troubles[chosen]) if rescues else ("", "the system has no folder for it")
    return [*places, Place("rescue", path, trouble)]


def _cache(folder: Path) -> Place:
    try:
        from hypersweep.session.results_index import index_file
    except ImportError as error:
        return Place("cache", "", f"best times aren't available without SQLite: {error}")
    return Place("cache", str(index_file(folder)), _why_unwritable(folder))


def _why_unwritable(folder: Path) -> str:
    """Return why a folder (or, if it doesn't exist, its nearest existing parent) isn't writable; "" if it is."""
    try:
        while not _is_there(folder) and folder != folder.parent:
            folder = folder.parent
        # On Linux this file never gets a name. Write some bytes, since an empty file often fits even on a full disk.
        with tempfile.TemporaryFile(dir=folder, prefix=".hypersweep-", suffix=".part", buffering=0) as file:
            file.write(bytes(4096))
        return ""
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None)
        return f"{reason}: {folder}" if reason else _reason(error)


def _is_there(path: Path) -> bool:
    """Return whether a path exists, even as a broken link; raise OSError if the name is too long."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _reason(error: BaseException) -> str:
    return error_text(type(error).__name__, str(error))


def find_extras(package: str = "hypersweep") -> list[Extra]:
    """Return an installed package's extras, sorted by name, without those in ``UNLISTED``; import nothing.

    Args:
        package: the package's name.

    >>> [extra.name for extra in find_extras()][:2]
    ['agents', 'arrays']
    """
    try:
        requirements = metadata.requires(package) or []
    except metadata.PackageNotFoundError:
        return []
    needed: dict[str, dict[str, str]] = {}
    contained: dict[str, set[str]] = {}
    for line in requirements:
        extra, found = _EXTRA.search(line), _REQUIREMENT.match(line)
        if extra is None or found is None:
            continue
        name, inner, wanted = found[1], found[2] or "", found[3].strip()
        if name == package:
            contained.setdefault(extra[1], set()).update(word.strip() for word in inner.split(","))
        else:
            needed.setdefault(extra[1], {})[name] = wanted
    names = sorted((needed.keys() | contained.keys()) - {*UNLISTED})
    return [
        Extra(name, tuple(_part(*pair) for pair in sorted(_all(name, needed, contained).items()))) for name in names
    ]


def _all(name: str, needed: Mapping[str, dict[str, str]], contained: Mapping[str, set[str]]) -> dict[str, str]:
    """Return the packages needed by an extra, including those in extras it contains (no extra contains itself)."""
    found = dict(needed.get(name, {}))
    for inner in contained.get(name, ()):
        found |= _all(inner, needed, contained)
    return found


def _part(name: str, wanted: str) -> Part:
    try:
        # A partly removed package may leave an empty folder behind; metadata.version warns about it since Python 3.12.
        versions = metadata.metadata(name).get_all("Version", [])
        version = versions[0] if versions else ""
    except metadata.PackageNotFoundError:
        return Part(name, wanted, None, "missing")
    except Exception as error:
        return Part(name, wanted, "", f"broken: {error_text(type(error).__name__, str(error))}")
    if not version:
        return Part(name, wanted, "", "broken: its version is unknown")
    return Part(name, wanted, version, "" if _fits(version, wanted) else f"{version} doesn't fit {wanted}")


def _fits(version: str, wanted: str) -> bool:
    """Return whether a version is among those wanted, by its leading numbers; any that can't be compared fits."""
    own = _numbers(version)
    for clause in wanted.split(","):
        found = re.match(r"\s*(>=|<=|==|<|>)\s*(\d[\d.]*)\s*$", clause)
        if not own or found is None:
            continue
        other = _numbers(found[2])
        length = max(len(own), len(other))
        left, right = (numbers + (0,) * (length - len(numbers)) for numbers in (own, other))
        fits = {">=": left >= right, "<=": left <= right, "==": left == right, "<": left < right, ">": left > right}
        if not fits[found[1]]:
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(number) for number in found[0].split(".")) if found else ()


def error_text(kind: str, message: str) -> str:
    r"""Format an error on one line.

    Args:
        kind: the name of the error's class.
        message: the error's message.

    >>> error_text("ValueError", "expected 2\ngot 3"), error_text("SystemExit", "")
    ('ValueError: expected 2 got 3', 'SystemExit')
    """
    return ": ".join(part for part in (kind, " ".join(message.split())) if part)


def import_name(package: str) -> str:
    """Return a package's import name.

    >>> import_name("argon2-cffi"), import_name("textual-plotext")
    ('argon2', 'textual_plotext')
    """
    return _IMPORT_NAMES.get(package, package.replace("-", "_").lower())


def load_parts(extras: Iterable[Extra]) -> list[Extra]:
    """Import the extras' installed packages. Returns: the extras, with any import errors in their parts.

    Packages are imported in a separate process, since a broken package may crash it.
    """
    extras = list(extras)
    names = sorted({part.name for extra in extras for part in extra.parts if not part.trouble})
    troubles = _load([import_name(name) for name in names])

    def tried(part: Part) -> Part:
        trouble = troubles.get(import_name(part.name), "")
        return part._replace(trouble=f"broken: {trouble}") if trouble and not part.trouble else part

    return [extra._replace(parts=tuple(map(tried, extra.parts))) for extra in extras]


def _load(names: list[str]) -> dict[str, str]:
    """Import modules in a separate process. Returns: errors by module name; modules that work are left out."""
    troubles: dict[str, str] = {}
    while names and sys.executable:
        # -P keeps files in the current folder from being imported in place of libraries.
        command = [sys.executable, "-P", "-c", _LOADER, *names]
        ended = "crashes Python when loaded"
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                # Discard stderr: if a library leaves a process running, a pipe would stay open, and we would wait for
                # it.
                stderr=subprocess.DEVNULL,
                timeout=_PATIENCE,
                check=False,
                env=_environment(),
            )
            output = done.stdout
        except subprocess.TimeoutExpired as error:
            output, ended = error.stdout or b"", f"takes more than {_PATIENCE} seconds to load"
        except OSError:
            return troubles
        findings = [json.loads(line) for line in output.splitlines() if line.endswith(b"]")]
        troubles |= {name: error_text(*trouble) for name, trouble in findings if trouble}
        names = names[len(findings) :]
        if names:
            troubles[names.pop(0)] = ended
    return troubles


def _environment() -> dict[str, str]:
    """Return this process's environment without PYTHONWARNINGS, which could turn warnings into import errors."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONWARNINGS"}
