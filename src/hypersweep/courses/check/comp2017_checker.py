"""Check a ``minesweeper.c`` for COMP2017: compare every cell after ``init_game`` and after every ``select_cell``.

The program is compiled twice, with the course's options and with the sanitizers. Both builds play each game and are
compared with ``hypersweep.courses.comp2017``; in the first, uninitialised memory is filled with the byte 0xAB. Cells
may be in any order in the array and in ``adjacent``; a hint is compared only once its cell is selected.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
from array import array
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.courses.check.check_report import Difference
from hypersweep.courses.check.compile_and_run import (
    MEMORY,
    SANITIZED,
    can_find_leaks,
    can_run_with,
    compile_c,
    end_group,
    sanitizer_report,
    signal_text,
    start_limited,
)
from hypersweep.courses.comp2017.comp2017_library import MAX_ADJACENT, MAX_DIM
from hypersweep.courses.comp2017.nd_minesweeper import Cell, init_game, select_cell
from hypersweep.errors import UncheckableError
from hypersweep.grid import Grid

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from hypothesis.strategies import SearchStrategy

    from hypersweep.cli_support.command_parser import CommandParser


EXAMPLES = """\
The program is compiled as the course compiles it (-Wall -Werror -Werror=vla -g
-std=c11 -lm), where a warning is an error, and again with the address and the
undefined behaviour sanitizer. Its constants are those of params.h: the file that
--params names, or the one next to the program, or the course's own (242 and 5). A
minesweeper.h that isn't next to the program is the course's.

Left open by the specification: the hint of a mined cell that was selected.

examples:
  hypersweep check comp2017 minesweeper.c
  hypersweep check comp2017 --params small/params.h --games 2000 minesweeper.c
  hypersweep check comp2017 --junit marks.xml submissions/*/minesweeper.c
"""

_FLAGS = ("-Wall", "-Werror", "-Werror=vla", "-g", "-std=c11")

_PARAMS = f"""\
#ifndef PARAMS_H
#define PARAMS_H
#define MAX_ADJACENT ({MAX_ADJACENT})
#define MAX_DIM ({MAX_DIM})
#endif
"""

# The byte that fills uninitialised memory in the plain build, and the value of an int made of such bytes.
_FILL, _UNSET = 0xAB, 0xABABABAB - (1 << 32)

# Maximum number of cells on a random board, and its maximum side length by number of dimensions.
_MOST_CELLS = 256
_LONGEST = {1: 40, 2: 12, 3: 6, 4: 4, 5: 3}
# Maximum number of cells on a board where a random game may select every safe cell.
_MOST_FINISHED = 100

# Time limit in seconds for the driver's answer, after which it is killed; the driver itself ends a game after 20.
_ANSWER_SECONDS = 40

_CLAUSES = {
    "cells": 'Initialisation: "Your function must write a struct cell for each cell in the grid to the array game", '
    "with its coordinates in coords",
    "mined": "Initialisation: mined is 1 for the cells in mined_cells and 0 for all others, and stays so",
    "selected": "Initialisation: selected is 0 for every cell at first; the caller's memory isn't zeroed",
    "adjacent": "Initialisation: adjacent holds the adjacent cells, mined ones too, each once, at its start; "
    "num_adjacent is their number; nothing wraps around the borders",
    "hint": "Gameplay: the hint of each selected cell is the number of mines adjacent to it, zero included",
    "cascade": "Gameplay: a cell without adjacent mines selects all adjacent cells, and so on from each of these that "
    "has none either; nothing else is selected",
    "invalid": "Gameplay: a cell that is out of bounds or already selected returns 0 and changes nothing",
    "mine": "Gameplay: a cell with a mine returns 1 and is marked as selected",
    "won": "Gameplay: 2 is returned once all cells without a mine are selected",
    "on": "Gameplay: otherwise 0 is returned",
    "returns": "Initialisation and Gameplay: each call returns to its caller",
    "output": 'Notes and Hints: "Your submission must not print any output to standard output or standard error"',
    "leak": 'Submission and Notes and Hints: -fsanitize=address reports leaked memory on standard error, where "any '
    'output" is forbidden; there is no call that ends a game, so memory has to be freed before a function returns, or '
    "stay within reach of a static variable",
    "sanitizer": "Submission: the program is compiled with -fsanitize=address; undefined behaviour has no meaning in C",
    "mine hint": "Gameplay asks for the hint of selected cells without a mine. Submission prints the hint of every "
    "selected cell, so the course's own check may want that of a mined one as well",
}


@dataclass(frozen=True, slots=True)
class Comp2017Game:
    """A game: the arguments for ``init_game``, and the cells to select one after another.

    Attributes:
        sizes: the number of cells in each dimension.
        mines: the cells with a mine.
        selections: the coordinates to select, in order; some are out of bounds.
    """

    sizes: tuple[int, ...]
    mines: tuple[tuple[int, ...], ...] = ()
    selections: tuple[tuple[int, ...], ...] = ()


def add_arguments(parser: CommandParser) -> None:
    """Add this course's options to the parser."""
    parser.add_argument(
        "--params", metavar="FILE", files="*.h", help="the params.h to compile with, instead of the one next to PROGRAM"
    )


def open_subject(program: str, options: Namespace) -> Comp2017Subject:
    """Return a program to check.

    Args:
        program: its C file.
        options: the command-line options; ``params`` may name another params.h.

    Raises:
        UncheckableError: the program doesn't compile.
    """
    return Comp2017Subject(program, None if options.params is None else Path(options.params))


class Comp2017Subject:
    """A student's ``minesweeper.c`` under test, built with and without sanitizers.

    Args:
        program: the C file.
        params: the params.h to use instead of the one next to the program.

    Raises:
        UncheckableError: the file can't be read, or doesn't compile.
    """

    suffix = ".c"

    def __init__(self, program: str, params: Path | None = None) -> None:
        self.name: str = program
        source = Path(program)
        if source.is_dir():
            source = source / "minesweeper.c"
        if source.suffix != ".c":
            raise UncheckableError(f"expected a C file, such as minesweeper.c, got {source.name!r}")
        self._folder = Path(tempfile.mkdtemp(prefix="hypersweep-check-"))
        self._builds: list[_Build] = []
        try:
            paths = _build(self._folder, source, params)
            self._builds = [_Build(paths[0], self._folder, _FILL)]
            self._builds += [_Build(path, self._folder, 0, is_sanitized=True) for path in paths[1:]]
            constants = self._builds[0].constants()
        except BaseException:
            self.close()
            raise
        self.max_adjacent: int = constants[0]
        self.max_dim: int = constants[1]
        self.edges: Sequence[Comp2017Game] = [game for game in _edges() if self._fits(game.sizes)]

    def close(self) -> None:
        """Stop both builds and delete their folder."""
        for build in self._builds:
            build.end()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _fits(self, sizes: Sequence[int]) -> bool:
        return len(sizes) <= self.max_dim and Grid(tuple(sizes)).max_neighbours <= self.max_adjacent

    def games(self) -> SearchStrategy[Comp2017Game]:
        """Return a strategy for random games in one to five dimensions, within the program's constants."""
        from hypothesis import strategies as st

        @st.composite
        def games(draw: st.DrawFn) -> Comp2017Game:
            dimensions = draw(st.integers(1, min(5, self.max_dim)))
            sizes: list[int] = []
            cells = 1
            for _ in range(dimensions):
                most = min(_LONGEST[dimensions], _MOST_CELLS // cells)
                while most > 1 and Grid((*sizes, most)).max_neighbours > self.max_adjacent:
                    most -= 1
                sizes.append(draw(st.integers(1, most)))
                cells *= sizes[-1]
            every = _all_cells(sizes)
            # Make small numbers of mines more likely than large ones, so that games have cascades.
            most_mines = cells * draw(st.integers(0, 8)) // 8
            count = draw(st.integers(0, most_mines))
            mines = draw(st.lists(st.sampled_from(every), unique=True, min_size=count, max_size=count))
            is_mined = set(mines)
            safe = [cell for cell in every if cell not in is_mined]
            # Select mostly safe cells, so that games last longer.
            anywhere = st.one_of(st.sampled_from(every), st.tuples(*(st.integers(-2, size + 1) for size in sizes)))
            choice = st.one_of(st.sampled_from(safe or every), st.sampled_from(safe or every), anywhere)
            least = draw(st.sampled_from((0, 2, 8)))
            selections = draw(st.lists(choice, min_size=least, max_size=12))
            if cells <= _MOST_FINISHED and draw(st.booleans()):
                selections += safe
            return Comp2017Game(tuple(sizes), tuple(mines), tuple(selections))

        return games()

    def play(self, game: Comp2017Game) -> Difference | None:
        """Play a game with both builds. Returns: the first definite difference, else the first open one, or None."""
        expected = _Expected(game)
        open_point = crash = None
        for build in self._builds:
            answer = build.play(expected.request)
            difference = _Comparison(expected, answer, build.is_sanitized).difference()
            if difference is not None and not difference.is_open:
                # Prefer a sanitizer's report, which says more than a crash in the plain build.
                if not answer.end.startswith("crashed") or build.is_sanitized:
                    return difference if crash is None or difference.clause == _CLAUSES["sanitizer"] else crash
                crash = difference
            open_point = open_point or difference
        return crash or open_point


def _build(folder: Path, source: Path, params: Path | None) -> list[Path]:
    """Compile a program as the course does, and with sanitizers if this system has them. Returns: the executables."""
    try:
        # A header includes the params.h in its own folder first, so --params takes effect only on copies of the
        # headers.
        for header in source.parent.glob("*.h"):
            shutil.copy(header, folder)
        shutil.copy(source, folder / "student.c")
        if params is not None:
            shutil.copy(params, folder / "params.h")
    except OSError as error:
        raise UncheckableError(f"can't read {error.filename!r}: {error.strerror}") from None
    published = Path(__file__).with_name("published.h").read_text(encoding="ascii")
    for name, text in (("minesweeper.h", published), ("params.h", _PARAMS)):
        if not (folder / name).exists():
            (folder / name).write_text(text, encoding="utf-8")
    driver = Path(__file__).with_name("comp2017_driver.c")
    compile_c(["-std=c11", "-g", "-w", "-c", driver, "-I."], folder / "driver.o", folder=folder)
    # Restore the student's file name, so that compiler messages show it.
    shutil.move(folder / "student.c", folder / source.name)
    beside = f"-iquote{source.parent.resolve()}"
    compile_c([*_FLAGS, beside, "-c", source.name], folder / "plain.o", folder=folder)
    try:
        compile_c(["driver.o", "plain.o", "-lm"], folder / "plain", folder=folder)
    except UncheckableError as error:
        if re.search(r"multiple definition of [`'\"]?main\b|duplicate symbol '?_?main\b", str(error)):
            raise UncheckableError(
                f"{source.name} contains main(), but the course calls the functions itself: remove main()"
            ) from None
        raise
    if not can_run_with(SANITIZED, folder):
        return [folder / "plain"]
    # -w: sanitizers cause additional warnings, which mustn't count against the program.
    compile_c(["-g", "-std=c11", "-w", *SANITIZED, beside, "-c", source.name], folder / "sanitized.o", folder=folder)
    compile_c(["driver.o", "sanitized.o", *SANITIZED, "-lm"], folder / "sanitized", folder=folder)
    return [folder / "plain", folder / "sanitized"]


@dataclass(frozen=True, slots=True)
class _Answer:
    """The driver's report on a game.

    Attributes:
        end: how the game's process failed; empty if it exited normally.
        calls: number of calls that returned, plus 1 if the game was played to the end.
        data: the array's contents after each call, as documented by the driver.
        output: text on standard output.
        errors: text on standard error.
    """

    end: str
    calls: int
    data: array[int]
    output: str
    errors: str


class _Build:
    """One build of the program, run by a driver process that plays one game after another."""

    def __init__(self, program: Path, folder: Path, fill: int, *, is_sanitized: bool = False) -> None:
        self._finds_leaks = is_sanitized and can_find_leaks(folder)
        self._program = program
        self._folder = folder
        self._fill = fill
        self.is_sanitized = is_sanitized
        self._process: subprocess.Popen[bytes] | None = None
        self._constants = (0, 0)

    def constants(self) -> tuple[int, int]:
        """Return the program's constants MAX_ADJACENT and MAX_DIM."""
        self._start()
        return self._constants

    def play(self, request: Sequence[int]) -> _Answer:
        """Play one game and return the driver's report."""
        if self._process is None:
            self._start()
        try:
            words = array("i", [len(request), *request]).tobytes()
            while words:
                words = words[os.write(self._requests, words) :]
            number, status, calls, length = self._read(4)
            data = self._read(length)
        except OSError:
            # The driver has exited, was killed, or didn't answer in time.
            output, errors = self._texts()
            self.end()
            return _Answer("didn't return", 0, array("i"), output, errors)
        end = ""
        if number in (signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL):
            end = "didn't return within a second"
        elif number or status:
            end = signal_text(-number if number else status)
        elif calls == 0:
            end = "ended the program"
        return _Answer(end, calls, data, *self._texts())

    def end(self) -> None:
        """Stop the driver process; the next game starts another."""
        process, self._process = self._process, None
        if process is not None:
            end_group(process)
            for descriptor in (self._requests, self._results, *self._streams):
                with suppress(OSError):
                    os.close(descriptor)

    def _start(self) -> None:
        given, self._requests = os.pipe()
        self._results, taken = os.pipe()
        flags = os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        self._streams = [
            os.open(self._folder / f"{self._program.name}.{kind}", flags, 0o600) for kind in ("out", "err")
        ]
        # The driver checks for leaks at the end of each game, so turn off the check at exit.
        leaks = "detect_leaks=1:leak_check_at_exit=0" if self._finds_leaks else "detect_leaks=0"
        options = {
            "ASAN_OPTIONS": f"{leaks}:allocator_may_return_null=1:max_allocation_size_mb=1024",
            "UBSAN_OPTIONS": "print_stacktrace=1",
        }
        try:
            self._process = start_limited(
                [self._program, str(given), str(taken), str(self._fill)],
                cpu_seconds=3600,
                memory=None if self.is_sanitized else MEMORY,
                variables=options,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=self._streams[0],
                stderr=self._streams[1],
                pass_fds=(given, taken),
            )
        finally:
            os.close(given)
            os.close(taken)
        try:
            first, second = self._read(2)
        except OSError:
            said = self._texts()[1]
            self.end()
            raise UncheckableError(f"the compiled program doesn't start:\n{said}") from None
        self._constants = first, second

    def _read(self, count: int) -> array[int]:
        """Read ``count`` numbers from the driver.

        Raises:
            OSError: the driver has exited, or doesn't answer in time.
        """
        numbers = array("i")
        left = count * numbers.itemsize
        pieces = []
        while left:
            if not select.select([self._results], [], [], _ANSWER_SECONDS)[0]:
                raise TimeoutError
            piece = os.read(self._results, min(left, 1 << 16))
            if not piece:
                raise BrokenPipeError
            pieces.append(piece)
            left -= len(piece)
        numbers.frombytes(b"".join(pieces))
        return numbers

    def _texts(self) -> tuple[str, str]:
        """Return the text written to standard output and standard error since the last call."""
        texts = []
        for descriptor in self._streams:
            text = b""
            if os.fstat(descriptor).st_size:
                text = os.pread(descriptor, 1 << 16, 0)
                os.ftruncate(descriptor, 0)
            texts.append(text.decode("utf-8", "replace"))
        return texts[0], texts[1]


class _Expected:
    """A game as the reference plays it, up to the selection that wins or loses.

    Attributes:
        game: the game, without the selections after its end.
        cells: the reference's cells, in its order.
        codes: value returned by each ``select_cell``.
        selected: for each point in time (after ``init_game`` and after each call), which cells are selected, in the
            reference's order.
        places: the index of each cell, by its coordinates.
        adjacent: indices of each cell's adjacent cells.
        request: the game, encoded for the driver.
    """

    def __init__(self, game: Comp2017Game) -> None:
        self.cells: list[Cell] = []
        self.dim = len(game.sizes)
        init_game(self.cells, self.dim, game.sizes, len(game.mines), game.mines)
        self.codes: list[int] = []
        self.selected = [[0] * len(self.cells)]
        for coords in game.selections:
            if self.codes and self.codes[-1]:
                break
            self.codes.append(select_cell(self.cells, self.dim, game.sizes, coords))
            self.selected.append([cell.selected for cell in self.cells])
        self.game = Comp2017Game(game.sizes, game.mines, game.selections[: len(self.codes)])
        self.places = {cell.coords: place for place, cell in enumerate(self.cells)}
        self.adjacent = [{self.places[each.coords] for each in cell.adjacent} for cell in self.cells]
        self.request = [self.dim, *game.sizes, len(game.mines)]
        for mine in game.mines:
            self.request += mine
        self.request.append(len(self.codes))
        for coords in self.game.selections:
            self.request += coords


class _Comparison:
    """A program's game, compared with the reference call by call."""

    def __init__(self, expected: _Expected, answer: _Answer, is_sanitized: bool) -> None:
        self._expected = expected
        self._game = expected.game
        self._answer = answer
        self._is_sanitized = is_sanitized
        self._at = 0
        self._order: list[int] = []

    def difference(self) -> Difference | None:
        """Return the first definite difference, else the first at an open point, or None."""
        answer, expected = self._answer, self._expected
        calls = 1 + len(expected.codes)
        if answer.calls >= 1 and (found := self._compare_cells(0)) is not None:
            return found
        open_point = None
        for call in range(1, calls):
            if answer.calls <= call:
                break
            if (found := self._compare_call(call)) is not None:
                if not found.is_open:
                    return found
                open_point = found
        if answer.calls > calls and (found := self._compare_cells(calls - 1)) is not None:
            return found
        return self._compare_end() or open_point

    def _compare_end(self) -> Difference | None:
        answer = self._answer
        call = min(answer.calls, len(self._expected.codes))
        report = sanitizer_report(answer.errors) if self._is_sanitized else ""
        if "LeakSanitizer" in report:
            return self._make(call, f"by the end of {self._name(call)}: {report}", "leak", "")
        if report:
            return self._make(call, f"{self._name(call)}: {report}", "sanitizer", "")
        if answer.end:
            return self._make(call, f"{self._name(call)} {answer.end}", "returns", "")
        for stream, text in (("standard output", answer.output), ("standard error", answer.errors)):
            if text:
                line = text.splitlines()[0][:80]
                return self._make(call, f"{stream} got {line!r}, expected nothing", "output", "")
        return None

    def _compare_cells(self, call: int) -> Difference | None:
        """Compare the whole array after a call."""
        data, expected, dim = self._answer.data, self._expected, self._expected.dim
        rows = []
        for _ in expected.cells:
            mined, selected, hint, count = data[self._at : self._at + 4]
            self._at += 4
            coords = tuple(data[self._at : self._at + dim])
            self._at += dim + 1
            pointers = data[self._at : self._at + data[self._at - 1]]
            self._at += len(pointers)
            rows.append((mined, selected, hint, count, coords, pointers))
        found = {row[4] for row in rows}
        for cell in expected.cells:
            if cell.coords not in found:
                what = f"after {self._name(call)} no cell has the coords {_braces(cell.coords)}"
                return self._make(call, what, "cells", f"at({_ints(cell.coords)});")
        self._order = [expected.places[row[4]] for row in rows]
        for mined, selected, _, count, coords, pointers in sorted(rows, key=lambda row: row[4]):
            place = expected.places[coords]
            cell = expected.cells[place]
            wanted = expected.selected[call][place]
            if mined != cell.mined:
                return self._field(call, cell, "mined", mined, cell.mined, "mined")
            if selected != wanted:
                return self._field(call, cell, "selected", selected, wanted, "cascade" if call else "selected")
            if count != cell.num_adjacent:
                return self._field(call, cell, "num_adjacent", count, cell.num_adjacent, "adjacent")
            adjacent = {self._order[pointer] for pointer in pointers if pointer >= 0}
            if adjacent != expected.adjacent[place]:
                return self._missing(call, cell, min(expected.adjacent[place] - adjacent))
        return None

    def _compare_call(self, call: int) -> Difference | None:
        """Compare the value returned by a ``select_cell``, and the cells it selected."""
        data, expected, cells = self._answer.data, self._expected, len(self._expected.cells)
        end = self._at + 1 + 3 * cells
        code, mined, selected, hints = data[self._at], *(data[self._at + i : end : 3] for i in (1, 2, 3))
        self._at = end
        coords, wanted = self._game.selections[call - 1], expected.codes[call - 1]
        place = expected.places.get(coords)
        kind = {1: "mine", 2: "won"}.get(wanted, "on")
        if place is None or expected.selected[call - 1][place]:
            kind = "invalid"
        if code != wanted:
            what = f"{self._name(call)} returned {code}, expected {wanted}"
            test = (
                f"int returned = {self._statement(call)};\n"
                f'if (returned != {wanted}) fail("{self._name(call)}", returned, {wanted});'
            )
            return self._make(call, what, kind, test, is_last_call_in_test=True)
        selected_wanted = expected.selected[call]
        mine_hint = None
        for at in sorted(range(cells), key=self._order.__getitem__):
            cell = expected.cells[self._order[at]]
            is_selected = selected_wanted[self._order[at]]
            if mined[at] != cell.mined:
                return self._field(call, cell, "mined", mined[at], cell.mined, "mined")
            if selected[at] != is_selected:
                clause = kind if kind in ("invalid", "mine") else "cascade"
                return self._field(call, cell, "selected", selected[at], is_selected, clause)
            if is_selected and hints[at] != cell.hint:
                if not cell.mined:
                    return self._field(call, cell, "hint", hints[at], cell.hint, "hint")
                mine_hint = self._field(call, cell, "hint", hints[at], cell.hint, "mine hint", is_open=True)
        return mine_hint

    def _name(self, call: int) -> str:
        """Return a short name for a call, such as "select_cell({2, 3})"."""
        return f"select_cell({_braces(self._game.selections[call - 1])})" if call else "init_game"

    def _statement(self, call: int) -> str:
        """Return a call in C syntax, without a semicolon."""
        sizes = _ints(self._game.sizes)
        dim = self._expected.dim
        if call:
            return f"select_cell(game, {dim}, {sizes}, {_ints(self._game.selections[call - 1])})"
        mines = f"(int * []){{{', '.join(map(_ints, self._game.mines)) or 'NULL'}}}"
        return f"init_game(game, {dim}, {sizes}, {len(self._game.mines)}, {mines})"

    def _field(
        self, call: int, cell: Cell, field: str, got: int, wanted: int, clause: str, *, is_open: bool = False
    ) -> Difference:
        where = f"{field} of the cell {_braces(cell.coords)}"
        test = (
            f'int value = at({_ints(cell.coords)})->{field};\nif (value != {wanted}) fail("{where}", value, {wanted});'
        )
        unset = " (never set: the checker filled the memory with the byte 0xAB)" if got == _UNSET else ""
        what = f"after {self._name(call)} {where} is {got}{unset}, expected {wanted}"
        return self._make(call, what, clause, test, is_open=is_open)

    def _missing(self, call: int, cell: Cell, missing: int) -> Difference:
        other = self._expected.cells[missing].coords
        what = f"after {self._name(call)} adjacent of the cell {_braces(cell.coords)} lacks the cell {_braces(other)}"
        test = (
            f"struct cell * cell = at({_ints(cell.coords)});\n"
            "int found = 0;\n"
            f"for (int i = 0; i < cell->num_adjacent; ++i) found += cell->adjacent[i] == at({_ints(other)});\n"
            f'if (found != 1) fail("pointers to {_braces(other)}", found, 1);'
        )
        return self._make(call, what, "adjacent", test)

    def _make(
        self,
        call: int,
        what: str,
        clause: str,
        check: str,
        *,
        is_open: bool = False,
        is_last_call_in_test: bool = False,
    ) -> Difference:
        """Return a difference that appears after a call.

        Args:
            call: 0 for ``init_game``, n for the n-th ``select_cell``.
            what: the difference, in one line.
            clause: a key of ``_CLAUSES``.
            check: C statements that detect the difference.
            is_open: whether the specification leaves the point open.
            is_last_call_in_test: whether ``check`` already contains the last call.
        """
        calls = [f"init_game(game, {self._expected.dim}, {_braces(self._game.sizes)}, {len(self._game.mines)}, "]
        calls[0] += f"{{{', '.join(map(_braces, self._game.mines))}}})"
        calls += [
            f"select_cell(game, {self._expected.dim}, {_braces(self._game.sizes)}, {_braces(coords)})"
            for coords in self._game.selections[:call]
        ]
        plain = call if is_last_call_in_test else call + 1
        statements = [f"{self._statement(each)};" for each in range(plain)] + check.splitlines()
        headers = ""
        if clause == "output":
            # The test is about printed text, so it has to capture the output of the calls.
            headers = "#define _POSIX_C_SOURCE 200809L\n"
            statements = [*_PRINTED_BEFORE, *statements, *_PRINTED_AFTER]
        body = "\n".join(f"    {line}" for line in statements)
        test = _TEST.format(cells=len(self._expected.cells), dim=self._expected.dim, headers=headers, body=body)
        return Difference(what, _CLAUSES[clause], "\n".join(calls), test, is_open)


_PRINTED_BEFORE = (
    "FILE * printed = tmpfile();",
    "const int out = dup(1);",
    "if (printed == NULL) return 2;",
    "dup2(fileno(printed), 1);",
    "dup2(fileno(printed), 2);",
)
_PRINTED_AFTER = (
    "fflush(NULL);",
    "const int bytes = (int)lseek(fileno(printed), 0, SEEK_END);",
    "dup2(out, 1);",
    'if (bytes > 0) fail("bytes printed", bytes, 0);',
)

_TEST = """\
/* cc -Wall -g -std=c11 -fsanitize=address,undefined test.c minesweeper.c -lm && ./a.out */
{headers}#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "minesweeper.h"

static struct cell game[{cells}];

static void fail(const char * what, int got, int expected) {{
    printf("%s: got %d, expected %d\\n", what, got, expected);
    exit(1);
}}

/* The cell with these coordinates. */
struct cell * at(int * coords) {{
    for (int i = 0; i < {cells}; ++i) {{
        if (memcmp(game[i].coords, coords, {dim} * sizeof(int)) == 0) return &game[i];
    }}
    fail("cells with these coordinates", 0, 1);
    return NULL;
}}

int main(void) {{
    memset(game, 0xAB, sizeof game); /* nothing may rely on zeros */
{body}
    return 0;
}}
"""


def _braces(numbers: Sequence[int]) -> str:
    return f"{{{', '.join(map(str, numbers))}}}"


def _ints(numbers: Sequence[int]) -> str:
    return f"(int[]){_braces(numbers)}"


def _all_cells(sizes: Sequence[int]) -> list[tuple[int, ...]]:
    return list(product(*map(range, sizes)))


def _edges() -> Iterator[Comp2017Game]:
    """Yield edge cases, the smallest boards first."""
    small: list[tuple[int, ...]] = [(1,), (2,), (1, 1), (1, 1, 1, 1, 1), (3,), (2, 2), (1, 3), (3, 1, 2)]
    large: list[tuple[int, ...]] = [(30,), (4, 5), (3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3, 3), (300,), (24, 24)]
    for sizes in small:
        every = tuple(_all_cells(sizes))
        first, last = every[0], every[-1]
        yield Comp2017Game(sizes, (), (first,))
        yield Comp2017Game(sizes, every, (last,))
        # Every cell is a mine: selecting a cell out of bounds must neither win nor lose.
        yield Comp2017Game(sizes, every, (tuple(-1 for _ in sizes), sizes, last))
        if len(every) > 1:
            # Select cells out of bounds, then the first cell twice, then the others.
            yield Comp2017Game(sizes, (last,), (tuple(-1 for _ in sizes), sizes, first, first, *every[1:-1], last))
            yield Comp2017Game(sizes, every[1:], (first,))
    # Select out of bounds in one dimension only: without a check, the index would be that of another cell.
    yield Comp2017Game((2, 3), ((0, 0),), ((0, 3), (0, -1), (2, 0), (-1, 2), (1, 2)))
    # Select far out of bounds: truncated to one or two bytes, these coordinates would be on the board.
    yield Comp2017Game((1,), (), ((256,), (-256,), (65536,), (2**31 - 1,), (-(2**31),), (0,)))
    # Select a numbered cell before a cascade reaches it; then lose, or win by a cascade or by a numbered cell.
    for last in ((3,), (6,)):
        yield Comp2017Game((7,), ((3,),), ((2,), (2,), (0,), (1,), last))
    yield Comp2017Game((7,), ((3,),), ((0,), (6,)))
    yield Comp2017Game((3, 3), ((0, 0),), ((1, 1), (0, 1), (2, 2)))
    yield Comp2017Game((2, 3), ((0, 0), (0, 2)), ((1, 1), (1, 0), (0, 1), (1, 2)))
    # The example from the assignment.
    yield Comp2017Game((6, 4), ((1, 3), (2, 2)), ((1, 2), (4, 1), (0, 3), (2, 3)))
    yield Comp2017Game((6, 4), ((1, 3), (2, 2)), ((1, 2), (4, 1), (0, 3), (1, 3)))
    for sizes in large:
        middle = tuple(size // 2 for size in sizes)
        end = tuple(size - 1 for size in sizes)
        yield Comp2017Game(sizes, (), (end,))
        yield Comp2017Game(sizes, (end,), (tuple(0 for _ in sizes),))
        yield Comp2017Game(sizes, (tuple(0 for _ in sizes),), (middle, end))
    # The largest hint possible with the usual constants, and more mines than fit into a signed byte.
    crowded = (3, 3, 3, 3, 3)
    yield Comp2017Game(crowded, tuple(cell for cell in _all_cells(crowded) if set(cell) != {1}), ((1, 1, 1, 1, 1),))
