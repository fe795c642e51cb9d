"""Check an ESP Minesweeper: compare whole sessions, and the files they save, with the reference, byte for byte.

A program is an executable, a C file, or a folder with a Makefile or C files. C files are compiled twice, the second
time with sanitizers. Only the sessions in ``OPEN_POINTS`` depend on points left open by the specification.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from bisect import bisect_right
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.courses.check.check_report import Difference
from hypersweep.courses.check.compile_and_run import (
    MEMORY,
    SANITIZED,
    can_run_with,
    compile_c,
    end_group,
    sanitizer_report,
    signal_text,
    start_limited,
)
from hypersweep.courses.esp import main as reference_main
from hypersweep.errors import UncheckableError

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Mapping, Sequence

    from hypothesis.strategies import SearchStrategy

    from hypersweep.cli_support.command_parser import CommandParser


EXAMPLES = """\
A program is an executable, a C file, or a folder with a Makefile or C files. A
copy of the folder is built with 'make', which has to leave one new executable.
C files are compiled as C17, and again with the address and the undefined
behaviour sanitizer.

Each session has its own folder for the files that it saves and loads. Its
output, its exit status and its files are compared byte by byte.

Left open by the specification and listed separately: commands before the first
'start', a default of 10 mines on a small board, '--mines 0', seeds below 0 and
beyond 32 bits, several errors in one line, tabs and carriage returns, damaged
files with the right magic number, open mines in a file, and more.

examples:
  hypersweep check esp ./minesweeper
  hypersweep check esp --seed 7 --games 2000 submission/
  hypersweep check esp --json --keep failures main.c
"""

_C_OPTIONS = ("-std=gnu17", "-g")
_CPU_SECONDS = 2
_WALL_SECONDS = 20
_MAKE_SECONDS = 120
_LINE = 100  # maximum length of a command in a report, in characters

# Exit statuses of a shell that can't execute a program.
_NOT_STARTED = (126, 127)

_FLAG = "\033[31m¶\033[0m"

# Matches the number of remaining flags above a board.
_COUNT = re.compile(rb"(?<=\xb6\033\[0m: )-?\d+")

# Maximum number of bytes to read from the output and from each file.
_MOST_BYTES = 1 << 20

_CLAUSES = {
    "": "Command Line Arguments, and Example Gameplay: the welcome, the size and the number of mines, then the prompt",
    "arguments": "Error Messages and Exit Codes: the message alone, and the exit code of the table",
    "start": "Map Generation Algorithm: the mines of the seed, none on the starting field, which is opened; srand is "
    "called exactly once, so a second start goes on with the numbers",
    "open": "General Rules, and End of Game: the field is opened; one without mines around opens its neighbours as "
    "well; a mine loses, the last field without a mine wins",
    "flag": "Commands, flag: sets a flag or takes it away; on an open field it isn't shown and doesn't count",
    "dump": "Commands, dump: the playing field uncovered, then in its normal state",
    "save": "Commands, save: the game is written to the file, then the playing field is printed",
    "load": "Commands, load: the game of the file replaces the current one, then the playing field is printed",
    "quit": "Commands, quit: the playing field is printed once more, and the program ends",
    "error": "Error Messages and Exit Codes: the message of the table, then the prompt; the game goes on as if the "
    "command had never been entered",
    "status": "Error Messages and Exit Codes: 0 after a successful run, otherwise the code of the table",
    "file": "File Format: magic number, height, width, and blocks of valid, mine, open and flag bits; a flag on an "
    "open field is kept in the file",
    "end": "Course of the Game: the program answers each command, and ends after quit, a win or a loss",
    "sanitizer": "undefined behaviour and invalid memory accesses have no meaning in C",
    "flagged loss": "End of Game: whether the flag on the mine that was opened still counts in the remaining flags "
    "isn't specified",
}


@dataclass(frozen=True, slots=True)
class EspGame:
    """A session with an ESP Minesweeper program.

    Attributes:
        arguments: the words of the command line.
        lines: the input lines, without newlines.
        files: the files in the working directory at the start, by name.
        is_ended: whether a line "quit" follows; otherwise the input ends after the lines.
        open_point: the clause this session depends on, if the specification leaves it open; otherwise empty.
    """

    arguments: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    is_ended: bool = True
    open_point: str = ""

    @property
    def input(self) -> list[bytes]:
        """The lines of input as the program reads them, with newlines."""
        return [f"{line}\n".encode() for line in (*self.lines, *(("quit",) if self.is_ended else ()))]


def add_arguments(parser: CommandParser) -> None:
    """Do nothing: this course has no options."""


def open_subject(program: str, options: Namespace) -> EspSubject:
    """Build a program, and return it ready for checking.

    Args:
        program: an executable, a C file or a folder.
        options: the command-line options; ignored.

    Raises:
        UncheckableError: the program can't be built or started.
    """
    return EspSubject(program)


class EspSubject:
    """A student's program under test.

    Args:
        program: an executable, a C file, or a folder with a Makefile or C files.

    Raises:
        UncheckableError: the program can't be built or started.
    """

    suffix = ".sh"

    def __init__(self, program: str) -> None:
        self.name: str = program
        self._folder = Path(tempfile.mkdtemp(prefix="hypersweep-check-"))
        try:
            self._builds = _build(Path(program), self._folder)
            status = _run(self._builds[0], EspGame(), self._folder / "session", is_sanitized=False).status
            if status in _NOT_STARTED:
                raise UncheckableError(f"it doesn't start: the shell exited with status {status}")
        except BaseException:
            self.close()
            raise
        self.edges: Sequence[EspGame] = (*_edges(), *_open_edges())

    def close(self) -> None:
        """Delete the built files."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def games(self) -> SearchStrategy[EspGame]:
        """Return a strategy for random sessions that don't depend on a point left open by the specification."""
        return _games()

    def play(self, game: EspGame) -> Difference | None:
        """Play a session with each build. Returns: the first difference, or None."""
        expected = _expected(game, self._folder / "reference")
        for number, program in enumerate(self._builds):
            got = _run(program, game, self._folder / "session", is_sanitized=number > 0)
            difference = _Comparison(game, expected, got).difference()
            if difference is not None:
                return difference
        return None


# -------------------------------------------------------------------------------------------------- builds


def _build(program: Path, folder: Path) -> list[Path]:
    """Build a program. Returns: the executable, and for C files a second one with sanitizers."""
    if program.is_dir():
        if any((program / name).exists() for name in ("Makefile", "makefile", "GNUmakefile")):
            return [_make(program, folder / "source")]
        sources = sorted(program.glob("*.c"))
        if not sources:
            raise UncheckableError(f"no Makefile or C files in {str(program)!r}")
        return _compile(sources, folder)
    if program.suffix == ".c":
        return _compile([program], folder)
    if not os.access(program, os.X_OK):
        raise UncheckableError("expected an executable, a C file or a folder, got a file that can't be executed")
    return [program.resolve()]


def _compile(sources: Sequence[Path], folder: Path) -> list[Path]:
    paths = [source.resolve() for source in sources]
    home = paths[0].parent
    compile_c([*_C_OPTIONS, *paths, "-lm"], folder / "plain", folder=home)
    if not can_run_with(SANITIZED, folder):
        return [folder / "plain"]
    compile_c([*_C_OPTIONS, "-w", *SANITIZED, *paths, "-lm"], folder / "sanitized", folder=home)
    return [folder / "plain", folder / "sanitized"]


def _make(program: Path, copy: Path) -> Path:
    try:
        shutil.copytree(program, copy)
        before = {path: path.stat().st_mtime_ns for path in _executables(copy)}
        done = subprocess.run(
            ["make"],
            cwd=copy,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_MAKE_SECONDS,
            check=False,
        )
    except (OSError, shutil.Error) as error:
        raise UncheckableError(f"can't run make on a copy of the folder: {error}") from None
    except subprocess.TimeoutExpired:
        raise UncheckableError(f"make took more than {_MAKE_SECONDS} seconds") from None
    if done.returncode:
        raise UncheckableError(f"make fails:\n{done.stderr.strip() or done.stdout.strip()}")
    made = [path for path in _executables(copy) if before.get(path) != path.stat().st_mtime_ns]
    # The folder was already built, so make has created no new executable: consider the existing ones.
    made = made or list(before)
    if len(made) != 1:
        names = ", ".join(str(path.relative_to(copy)) for path in made) or "none"
        raise UncheckableError(
            f"make must leave exactly one new executable, but left {names}; check the executable itself"
        )
    return made[0]


def _executables(folder: Path) -> list[Path]:
    return [
        path
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        and os.access(path, os.X_OK)
        and path.suffix not in (".a", ".o", ".py", ".sh", ".so")
        and ".git" not in path.parts
    ]


# ------------------------------------------------------------------------------------------------ sessions


@dataclass(frozen=True, slots=True)
class _Session:
    """The result of playing a session with a program.

    Attributes:
        output: the bytes on standard output.
        status: the exit status.
        files: the files in the working directory afterwards, by name.
        starts: length of the output when each line was read; only for the reference.
        end: how the program ended if it didn't exit normally; empty if it did.
        report: a sanitizer's report; empty if there is none.
    """

    output: bytes
    status: int
    files: Mapping[str, bytes]
    starts: Sequence[int] = ()
    end: str = ""
    report: str = ""


def _fill(folder: Path, game: EspGame) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, data in game.files:
        (folder / name).write_bytes(data)


def _files(folder: Path) -> dict[str, bytes]:
    files = {}
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                files[path.relative_to(folder).as_posix()] = file.read(_MOST_BYTES)
    return files


class _Lines:
    """Standard input for the reference; records the length of the output at each read."""

    def __init__(self, lines: Sequence[bytes], written: io.BytesIO) -> None:
        self.buffer = self
        self.starts: list[int] = []
        self._lines = iter(lines)
        self._written = written

    def readline(self) -> bytes:
        self.starts.append(self._written.tell())
        return next(self._lines, b"")


def _expected(game: EspGame, folder: Path) -> _Session:
    """Play a session with the reference."""
    _fill(folder, game)
    written = io.BytesIO()
    lines = _Lines(game.input, written)
    stdin = sys.stdin
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.TextIOWrapper(written, "utf-8")) as text:
        try:
            sys.stdin = lines
            status = reference_main(list(game.arguments))
        finally:
            sys.stdin = stdin
        text.detach()
    return _Session(written.getvalue(), status, _files(folder), lines.starts)


def _run(program: Path, game: EspGame, folder: Path, *, is_sanitized: bool) -> _Session:
    """Play a session with a program."""
    _fill(folder, game)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        given.write(b"".join(game.input))
        given.seek(0)
        process = start_limited(
            [program, *game.arguments],
            cpu_seconds=_CPU_SECONDS,
            memory=None if is_sanitized else MEMORY,
            variables={"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=1024"},
            cwd=folder,
            stdin=given,
            stdout=output,
            stderr=errors,
        )
        is_late = False
        try:
            process.wait(_WALL_SECONDS)
        except subprocess.TimeoutExpired:
            is_late = True
        finally:
            end_group(process)
        status = process.returncode
        end = ""
        if is_late or -status in (signal.SIGXCPU, signal.SIGKILL):
            end = f"the program didn't end within {_CPU_SECONDS} seconds"
        elif -status == signal.SIGXFSZ:
            end = "the program didn't stop writing"
        elif status < 0:
            end = f"the program {signal_text(status)}"
        output.seek(0)
        errors.seek(0)
        report = sanitizer_report(errors.read(1 << 16).decode("utf-8", "replace")) if is_sanitized else ""
        return _Session(output.read(_MOST_BYTES), status, _files(folder), end=end, report=report)


# ---------------------------------------------------------------------------------------------- comparison


class _Comparison:
    """A program's session, compared with the reference."""

    def __init__(self, game: EspGame, expected: _Session, got: _Session) -> None:
        self._game = game
        self._expected = expected
        self._got = got

    def difference(self) -> Difference | None:
        """Return the first difference."""
        game, expected, got = self._game, self._expected, self._got
        # The reference never reads lines after the end of the game, so don't count them.
        last = max(len(expected.starts) - 1, 0)
        if got.report:
            return self._make(last, got.report, "sanitizer")
        if got.end:
            return self._make(last, got.end, "end")
        if got.output != expected.output:
            return self._compare_output()
        if got.status != expected.status:
            what = f"the exit status is {got.status}, expected {expected.status}"
            return self._make(last, what, "status")
        for name in sorted({*got.files, *expected.files}):
            if got.files.get(name) != expected.files.get(name):
                saves = [at for at, line in enumerate(game.input) if line.split() == [b"save", name.encode()]]
                return self._make(saves[-1] if saves else last, self._file_text(name), "file", file=name)
        return None

    def _file_text(self, name: str) -> str:
        got, expected = self._got.files.get(name), self._expected.files.get(name)
        if got is None or expected is None:
            return f"expected {'a' if got is None else 'no'} file {name!r}, got {'none' if got is None else 'one'}"
        if len(got) != len(expected):
            return f"the file {name!r} has {len(got)} bytes, expected {len(expected)}"
        at = next(at for at, pair in enumerate(zip(got, expected, strict=True)) if pair[0] != pair[1])
        return f"byte {at} of the file {name!r} is {got[at]:#04x}, expected {expected[at]:#04x}"

    def _compare_output(self) -> Difference:
        got, expected, starts = self._got.output, self._expected.output, self._expected.starts
        pairs = enumerate(zip(got, expected, strict=False))
        same = next((at for at, pair in pairs if pair[0] != pair[1]), min(len(got), len(expected)))
        command = bisect_right(starts, same) - 1
        # If the outputs differ right after a prompt, the difference belongs to the answer that follows.
        begin = starts[command] if command >= 0 else 0
        end = starts[command + 1] if command + 1 < len(starts) else len(expected)
        wanted = expected[begin:end]
        prompt = got.find(b"\n > ", max(same - 1, begin))
        given = got[begin : prompt + 4 if prompt >= 0 else len(got)]
        if given == wanted:
            given = got[begin:]
        lines, wanted_lines = (_shown(text).split("\n") for text in (given, wanted))
        # Pad the shorter output: it may have fewer lines than the other.
        both = zip_longest(lines, wanted_lines)
        number, pair = next((number, pair) for number, pair in enumerate(both, 1) if pair[0] != pair[1])
        if command < 0:
            where = "the welcome" if starts else "the answer to these arguments"
        elif command < len(self._game.input):
            where = f"the answer to {self._game.input[command].decode().removesuffix(chr(10))!r}"
        else:
            where = "the answer to the end of input"
        said, due = (f"'{each[:100]}'" if each is not None else "missing" for each in pair)
        what = f"line {number} of {where} is {said}, expected {due if due != 'missing' else 'none'}"
        return self._make(command, what, self._kind(command, given, wanted), given, wanted)

    def _kind(self, command: int, given: bytes, wanted: bytes) -> str:
        """Return the key of the clause an answer has to follow."""
        if command < 0:
            return "" if self._expected.starts else "arguments"
        if wanted.startswith(b"Error:"):
            return "error"
        # The end of input counts as ``quit``.
        words = self._game.input[command].decode().split() if command < len(self._game.input) else ["quit"]
        if wanted.startswith(b"\n=== You lost! ===") and self._is_flagged(command, words):
            # The specification leaves only the number of flags open; it does say that a flag doesn't protect from a
            # mine.
            same = _COUNT.sub(b"", given) == _COUNT.sub(b"", wanted)
            return "flagged loss" if same else "open"
        return words[0] if words and words[0] in _CLAUSES else "error"

    def _is_flagged(self, command: int, words: Sequence[str]) -> bool:
        """Return whether the field opened by a command has a flag on the last board shown before it."""
        board = _last_board(self._expected.output[: self._expected.starts[command]].decode())
        return board[int(words[1])].replace(_FLAG, "¶")[2 + int(words[2])] == "¶"

    def _make(
        self,
        command: int,
        what: str,
        clause: str,
        given: bytes | None = None,
        wanted: bytes | None = None,
        file: str = "",
    ) -> Difference:
        """Return a difference, along with a test that demonstrates it.

        Args:
            command: index of the command whose answer differs, or -1 for the welcome.
            what: the difference, in one line.
            clause: a key of ``_CLAUSES``.
            given: the program's answer, if answers differ.
            wanted: the expected answer.
            file: the name of the file that differs, if any.
        """
        game = self._game
        is_open = bool(game.open_point) or clause == "flagged loss"
        lines = [line.decode().removesuffix("\n") for line in game.input[: command + 1]]
        calls = [
            f"$ {shlex.join(['minesweeper', *game.arguments])}",
            *(f" > {_cut(_shown(line.encode()))}" for line in lines),
        ]
        if given is not None and wanted is not None:
            calls += ["got:", *_with_ends(given), "expected:", *_with_ends(wanted)]
        test = _script(game, self._expected, command, file)
        return Difference(what, game.open_point or _CLAUSES[clause], "\n".join(calls), test, is_open)


def _last_board(text: str) -> list[str]:
    """Return the rows of the last board in the given output."""
    rows: list[str] = []
    for line in text.split("\n"):
        if line.startswith(" |"):
            rows.append(line)
        elif line.startswith("  ") and "¶" in line:
            rows = []
    return rows


def _cut(line: str) -> str:
    return line if len(line) <= _LINE else f"{line[: _LINE - 3]}..."


def _with_ends(text: bytes) -> list[str]:
    """Return the output's lines; a line that ends with a space gets a $ at its end, as in ``cat -A``."""
    return [f"{line}$" if line.endswith(" ") else line for line in _shown(text).split("\n")]


def _shown(text: bytes) -> str:
    r"""Return output as shown in reports, with escapes for all control characters except newlines.

    >>> print(_shown(b"\033[31mx\033[0m\tA\nB"))
    \033[31mx\033[0m\tA
    B
    """
    shown = text.decode("utf-8", "backslashreplace")
    escapes = {"\033": r"\033", "\t": r"\t", "\r": r"\r"}
    return "".join(
        escapes.get(sign) or (sign if sign == "\n" or ord(sign) >= 32 else f"\\x{ord(sign):02x}") for sign in shown
    )


def _printf(text: bytes) -> list[str]:
    """Return shell commands that write the given bytes, one command per line of text."""
    commands = []
    for line in text.splitlines(keepends=True):
        shown = line.decode("utf-8", "surrogateescape")
        pieces = []
        for sign in shown:
            if sign == "\n":
                pieces.append("\\n")
            elif sign in "\\%":
                pieces.append(sign * 2)
            elif ord(sign) < 32 or ord(sign) == 127 or 0xDC80 <= ord(sign) <= 0xDCFF:
                pieces.append(f"\\{ord(sign) & 0xFF:03o}")
            else:
                pieces.append(sign)
        commands.append(f"printf {shlex.quote(''.join(pieces))}")
    return commands


def _script(game: EspGame, expected: _Session, command: int, file: str) -> str:
    """Return a shell script that plays a session and shows how the program's output or file differs."""
    ended = expected.starts[command + 1] if command + 1 < len(expected.starts) else len(expected.output)
    lines = [
        "#!/bin/sh",
        "# sh test.sh ./program: prints how the program differs, and nothing where it is right",
        'program=$(realpath "$1")',
        'cd "$(mktemp -d)" || exit 2',
    ]
    for name, data in game.files:
        # Save files are binary, so write their bytes as octal escapes.
        octal = "".join(f"\\{byte:03o}" for byte in data)
        lines.append(f"printf '{octal}' > {shlex.quote(name)}")
    given = b"".join(game.input)
    if command + 1 < len(expected.starts):
        given = b"".join(game.input[: command + 1]) + b"quit\n"
    lines += ["{", *(f"    {each}" for each in _printf(given)), "    :", "} > input"]
    lines += ["{", *(f"    {each}" for each in _printf(expected.output[:ended])), "    :", "} > expected"]
    lines += [f'"$program" {shlex.join(game.arguments)} < input > got', f"status=$? expected_status={expected.status}"]
    if ended < len(expected.output):
        # Compare the output only up to the answer that differs.
        lines.append('head -c "$(wc -c < expected)" got > beginning && mv beginning got')
    lines.append("cat -v expected > expected.txt; cat -v got > got.txt; diff expected.txt got.txt || exit 1")
    if ended == len(expected.output):
        lines.append('[ "$status" = "$expected_status" ] || { echo "exit status $status"; exit 1; }')
    if file:
        octal = "".join(f"\\{byte:03o}" for byte in expected.files.get(file, b""))
        lines.append(f"printf '{octal}' | cmp - {shlex.quote(file)}")
    return "\n".join([*lines, ""])


# --------------------------------------------------------------------------------------------------- games


def _saved(
    height: int, width: int, *, mines: int = 0, opened: int = 0, flags: int = 0, valid: int | None = None
) -> bytes:
    """Return a save file from bit sets of fields, in row-major order with the first field in the lowest bit."""
    cells = height * width
    valid = (1 << cells) - 1 if valid is None else valid
    blocks = bytearray()
    for first in range(0, cells, 8):
        blocks += bytes(bits >> first & 0xFF for bits in (valid, mines, opened, flags))
    return b"ESP\0" + struct.pack("<QQ", height, width) + blocks


def _small(
    *lines: str,
    size: str = "3 4",
    mines: str = "2",
    seed: str = "1",
    files: tuple[tuple[str, bytes], ...] = (),
    is_ended: bool = True,
) -> EspGame:
    return EspGame(("--size", *size.split(), "--mines", mines, "--seed", seed), lines, files, is_ended)


def _edges() -> Iterator[EspGame]:
    """Yield edge cases that don't depend on an open point."""
    yield _small("start 0 0")
    yield EspGame((), ("start 5 5",))
    yield EspGame(("--seed", "0"), ("start 0 0",))
    yield EspGame(("--seed", "2147483647", "--mines", "80"), ("start 8 8",))
    for size, mines, line in (("1 2", "1", "start 0 1"), ("2 1", "1", "start 0 0"), ("3 3", "8", "start 1 1")):
        yield _small(line, size=size, mines=mines)
    yield _small("start 2 3", "open 2 3", "open 0 0", "open 0 3", "open 2 0", "open 1 1", "open 0 1", mines="1")
    # A row longer than one block in the save file, and blocks that span two rows.
    yield _small("start 0 0", "flag 0 9", "save game", "flag 0 9", "load game", size="1 11")
    yield _small("start 0 0", "flag 2 2", "save game", "flag 2 2", "load game", "dump", size="3 3")
    yield _small("start 0 0", "start 0 0", "start 2 3", "dump")
    yield _small("start 0 0", "flag 0 0", "save game", "flag 1 1", "flag 1 1", "flag 1 1", "save other")
    # Unknown commands, wrong numbers of arguments, words instead of numbers, and coordinates off the board.
    yield _small("foo", "start 0", "start 1 2 3", "start a 0", "start 3 0", "start 0 4", "start -1 0", "start 0 3")
    yield _small(
        "start 0 3", "open 3 0", "open 0 4", "open 0 -1", "open 0", "open 0 0 0", "open 0 b", "dump 1", "quit 1"
    )
    yield _small("start 0 3", "flag 3 0", "flag 0", "flag 0 0 0", "flag x 0", "save", "save a b", "load", "load a b")
    yield _small("start 0 0", "load missing", "save missing/game", "flag 2 3")
    yield _small("load missing", "load empty", "load text", "start 0 0", files=(("empty", b""), ("text", b"hello\n")))
    yield _small("start 0 0", "dump")
    yield _small("load game", "start 0 0", files=(("game", b"EPS\0" + _GOOD[4:]),))
    yield _small("load game", "flag 0 1", "dump", files=(("game", _saved(2, 3, mines=0b1, opened=0b10, flags=0b1011)),))
    yield _small(
        "load game", "save again", "open 0 8", files=(("game", _saved(1, 9, mines=0b1, opened=0, flags=0b11)),)
    )
    # Open a flagged field; hit a mine while other mines are flagged.
    flags = (("game", _saved(2, 4, mines=0b00000011, opened=0b00001000)),)
    yield _small("load game", "flag 1 0", "open 1 0", files=flags)
    yield _small("load game", "flag 0 0", "flag 1 1", "open 0 1", files=flags)
    # Flags don't protect fields from being opened: open a mine, a number, a field in a cascade and an open field.
    yield _small("load game", "flag 0 0", "open 0 0", files=flags)
    yield _small("load game", "flag 0 0", "save again", "load again", "open 0 0", files=flags)
    yield _small("load game", "flag 1 1", "open 1 1", "flag 1 1", "flag 1 1", files=flags)
    yield _small("load game", "flag 0 3", "open 0 3", "flag 0 3", "open 0 3", files=flags)
    yield _small("load game", "flag 0 0", "flag 0 1", "open 0 2", "open 1 0", "open 1 1", "open 1 3", files=flags)
    row = (("game", _saved(1, 9, mines=0b101)),)
    yield _small("load game", "flag 0 5", "open 0 8", "save again", "flag 0 5", files=row)
    yield _small("load game", "flag 0 5", "flag 0 5", "open 0 8", "open 0 2", files=row)
    # A second start clears the flags and open fields of the first game.
    yield _small("start 0 0", "flag 2 2", "start 0 0", "save game")
    # Give an option twice.
    yield EspGame(("--size", "2", "2", "--mines", "3", "--size", "3", "4", "--mines", "2"), ("start 0 0", "dump"))
    for words in (
        "--size",
        "--size 9",
        "--mines",
        "--seed",
        "--mines 5 --size 9",
        "-size 4 2",
        "--sizes 4 2",
        "foo",
        "--size a b",
        "--size 5a 5b",
        "--mines x",
        "--seed x",
        "--size 0 0",
        "--size 0 5",
        "--size -1 -1",
        "--mines 81",
        "--mines -1",
        "--size 2 2 --mines 4",
        "--mines 4 --size 2 2",
        "--size 18446744073709551615 1",
    ):
        yield EspGame(tuple(words.split()))


_GOOD = _saved(2, 3, mines=0b000001, opened=0b000010)

OPEN_POINTS: Mapping[str, Sequence[EspGame]] = {
    "Course of the Game: only load and start are available before the first start; the others aren't specified": tuple(
        _small(line, "start 0 0") for line in ("open 0 0", "flag 0 0", "dump", "save game", "open", "dump 1")
    ),
    "Commands, quit: the number of remaining flags before the first start isn't specified": (_small(),),
    "Command Line Arguments: whether the default of 10 mines holds on a smaller board isn't specified": (
        EspGame(("--size", "3", "3"), ("start 0 0",)),
        EspGame(("--size", "1", "1"), ("start 0 0",)),
    ),
    "Command Line Arguments: seeds below 0 or beyond 32 bits aren't mentioned": tuple(
        _small("start 0 0", "dump", seed=seed) for seed in ("-1", "4294967296", "99999999999999999999")
    ),
    "Command Line Arguments: whether a board may be without mines isn't specified": (
        _small("start 0 0", mines="0"),
        _small("start 0 0", size="1 1", mines="0"),
    ),
    "Error Messages: which of several errors in the arguments counts isn't specified": tuple(
        EspGame(tuple(words.split()))
        for words in (
            "--size 9 --mines 10",
            "--mines x --mines 5",
            "--size a",
            "--mines x foo",
            "--size 0 0 --mines",
            "--mines 10 5",
        )
    ),
    "Error Messages: which of several errors in a command counts isn't specified": (
        _small("start a", "start a b c", "start 0 0", "open a 99", "open 99 a", "flag x y z"),
    ),
    "Commands: how white space around and between words is read isn't specified": tuple(
        _small("start 0 0", line) for line in ("flag\t1 1", "flag 1 1\r", "  flag 1 1", "flag 1 1 ", "flag  1  1")
    ),
    "Error Messages: what an empty line means isn't specified": (_small("", "start 0 0"),),
    "Commands: whether capitals are accepted isn't specified": (_small("START 0 0", "start 0 0"),),
    "Commands: how numbers may be written isn't specified": tuple(
        _small("start 0 0", line) for line in ("flag +1 1", "flag 01 1", "flag 0x1 1", "flag 1.0 1")
    ),
    "Commands: coordinates beyond 64 bits aren't mentioned": (_small("start 0 0", "flag 18446744073709551617 1"),),
    "Commands: the maximum length of a line isn't specified": (_small("x" * 5000, "start 0 0"),),
    "Commands: what the end of input does isn't specified": (
        _small("start 0 0", is_ended=False),
        EspGame(is_ended=False),
    ),
    "File Format: the table's error is for the magic number; other damage isn't mentioned": tuple(
        _small("load game", "start 0 0", files=(("game", data),))
        for data in (
            b"ESP\0",
            _GOOD[:-1],
            _GOOD + b"\0",
            _saved(0, 3),
            _saved(2, 3, valid=0b011111),
            _saved(2, 3, valid=0b1111111),
            _saved(2, 3, flags=0b1000000),
        )
    ),
    "File Format: a file with an open mine isn't mentioned": (
        _small("load game", "dump", files=(("game", _saved(2, 3, mines=0b1, opened=0b11)),)),
    ),
    "File Format: a file in which no field is left to open isn't mentioned": (
        _small("load game", "flag 0 0", files=(("game", _saved(2, 3, mines=0b1, opened=0b111110)),)),
        _small("load game", "flag 0 0", files=(("game", _saved(2, 3, mines=0b111111)),)),
    ),
    "Course of the Game: the size and the mines of a start after load aren't specified": (
        _small("load game", "start 0 0", "dump", files=(("game", _GOOD),)),
    ),
}
"""Points left open by the specification, each with sessions that depend on it."""


def _open_edges() -> Iterator[EspGame]:
    for clause, games in OPEN_POINTS.items():
        for game in games:
            yield replace(game, open_point=clause)


def _games() -> SearchStrategy[EspGame]:
    from hypothesis import strategies as st

    @st.composite
    def games(draw: st.DrawFn) -> EspGame:
        # Make about one side in four long, to overflow fixed-size buffers.
        side = st.one_of(st.integers(2, 7), st.integers(2, 7), st.integers(2, 7), st.integers(8, 24))
        height, width = draw(st.just(1) | side), draw(side)
        mines = draw(st.integers(1, max(1, height * width * draw(st.integers(0, 4)) // 8)))
        seed = draw(st.integers(0, 2**31 - 1))
        options = [("--size", str(height), str(width)), ("--mines", str(mines)), ("--seed", str(seed))]
        if draw(st.booleans()):
            options.reverse()
        row, column = st.integers(0, height - 1), st.integers(0, width - 1)
        # Cells with one coordinate off the board.
        outside = st.one_of(
            st.tuples(st.sampled_from((height, height + 1, -1)), column),
            st.tuples(row, st.sampled_from((width, width + 1, -1))),
        )
        cell = st.tuples(row, column)
        one_cell = st.builds("{0[0]} {0[1]}".format, cell)
        command = st.one_of(
            one_cell.map("open {}".format),
            one_cell.map("open {}".format),
            one_cell.map("flag {}".format),
            st.sampled_from(("save a", "load a", "dump", "save b", "load b")),
            st.builds("{0} {1[0]} {1[1]}".format, st.sampled_from(("open", "flag")), outside),
            st.sampled_from(("foo", "open 0", "flag 0 0 0", "dump 1", "save", "load a b", "quit now", "open a 0")),
            one_cell.map("start {}".format),
        )
        before = draw(st.lists(st.sampled_from(("foo", "start 0", "load missing", f"start {height} 0")), max_size=1))
        lines = [*before, f"start {draw(one_cell)}", *draw(st.lists(command, max_size=14))]
        # Drop every start after a load, because the specification leaves its effect open.
        is_loaded = False
        settled = []
        for line in lines:
            is_loaded |= line in ("load a", "load b")
            if not (is_loaded and line.startswith("start")):
                settled.append(line)
        return EspGame(tuple(word for option in options for word in option), tuple(settled))

    return games()
