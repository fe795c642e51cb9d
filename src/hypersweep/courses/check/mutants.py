"""Run a teacher's tests on programs with known faults, to find the faults the tests miss.

Each program is the course's reference with one small change; for example, cells at opposite borders become neighbours.
The tests are a command that must pass with the reference and should fail with every changed program. In the command,
``{}`` is replaced with the program's path, which is also in the environment variable ``HYPERSWEEP_PROGRAM``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from hypersweep.courses.check.mutations import MUTATIONS
from hypersweep.errors import ParameterError, UncheckableError
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.courses.check.mutations import Mutation


VARIABLE = "HYPERSWEEP_PROGRAM"
"""Environment variable with the path of the program to test."""

_COURSES = Path(__file__).resolve().parent.parent
_REFERENCES = _COURSES / "check" / "references"
# For each course: the program's file name, the reference it is made from, and additional files.
_FILES: dict[str, tuple[str, Path, tuple[Path, ...]]] = {
    "channels": ("channel.c", _REFERENCES / "channel.c", (_REFERENCES / "channel.h",)),
    "comp2017": ("minesweeper.c", _COURSES / "comp2017" / "minesweeper.c", ()),
    "esp": ("minesweeper", _REFERENCES / "esp.py", ()),
    "hypermines": ("lab.py", _REFERENCES / "lab.py", ()),
}

# Time limit for running the tests with the reference, in seconds. With a faulty program, the limit is a multiple of the
# time taken with the reference, and tests that exceed it count as having caught the fault.
_SECONDS = 600.0
_LEAST_SECONDS, _TIMES_AS_LONG = 20.0, 5
_OUTPUT_LINES = 12

# A sitecustomize module, which Python imports at startup. The tests' folder and pytest's own folders come before
# PYTHONPATH, so a lab.py next to the tests would be imported instead of ours. The import finder below takes precedence
# over all folders.
_SITE = f"""\
import importlib.util
import os
import sys


class Program:
    @staticmethod
    def find_spec(name, path=None, target=None):
        program = os.environ["{VARIABLE}"]
        if name != os.path.basename(program).partition(".")[0]:
            return None
        return importlib.util.spec_from_file_location(name, program)


sys.meta_path.insert(0, Program)
"""


@dataclass(frozen=True, slots=True)
class MutantReport:
    """Results of running a teacher's tests on all changed programs.

    Attributes:
        course: the course.
        caught: changes the tests detected by failing.
        missed: changes the tests didn't detect.
        seconds: total duration of all runs.
    """

    course: str
    caught: tuple[Mutation, ...] = ()
    missed: tuple[Mutation, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    def format(self) -> str:
        """Return the report as text for display, with a final newline."""
        tried = pluralize(len(self.caught) + len(self.missed), "wrong program")
        lines = [f"{self.course}: the tests caught {len(self.caught)} of {tried}"]
        if self.missed:
            lines += ["", "they missed:", *(f"  {each.name:20}{each.about}" for each in self.missed)]
        return "\n".join(lines) + "\n"

    def facts(self) -> dict[str, object]:
        """Return the report as a dictionary for JSON."""
        return {
            "course": self.course,
            "caught": [each.name for each in self.caught],
            "missed": [{"name": each.name, "about": each.about} for each in self.missed],
            "seconds": round(self.seconds, 3),
        }


def write_program(course: str, mutation: Mutation | None, folder: Path) -> Path:
    """Write a course's reference program, or a faulty program made from it.

    Args:
        course: one of ``MUTATIONS``.
        mutation: the change; None for the reference itself.
        folder: an existing folder; the file gets the name required by the course.

    Returns:
        The file's path.

    Raises:
        ParameterError: a string to replace doesn't occur exactly once in the reference.
    """
    name, source, others = _FILES[course]
    text = source.read_text(encoding="utf-8")
    if mutation is not None:
        for old, new in mutation.edits:
            if text.count(old) != 1:
                count = text.count(old)
                raise ParameterError(f"expected {old!r} once in {source.name} for {mutation.name}, got {count}")
            text = text.replace(old, new)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    if course == "esp":
        # Make the program executable, and run it with this Python.
        path.write_text(f"#!{sys.executable}\n" + text.partition("\n")[2], encoding="utf-8")
        path.chmod(0o755)
    for other in others:
        (folder / other.name).write_text(other.read_text(encoding="utf-8"), encoding="utf-8")
    return path


def try_tests(course: str, command: Sequence[str], keep: Path | None = None) -> MutantReport:
    """Run tests with a course's reference program, then with each faulty program.

    Args:
        course: one of ``MUTATIONS``.
        command: the tests, which exit with status 0 if they pass. ``{}`` means the program's path, which is also in the
            environment variable ``HYPERSWEEP_PROGRAM``. For HyperMines, ``import lab`` imports the program, even if
            there is a lab.py next to the tests: a ``sitecustomize`` module on PYTHONPATH ensures this, and replaces the
            user's own ``sitecustomize``.
        keep: a folder for programs the tests didn't catch; created if missing.

    Raises:
        UncheckableError: the tests can't be started, or fail with the reference.
        OSError: the programs can't be written.
    """
    begin = time.monotonic()
    caught: list[Mutation] = []
    missed: list[Mutation] = []
    with tempfile.TemporaryDirectory(prefix="hypersweep-mutants-") as top:
        limit = _try_reference(course, command, Path(top))
        for mutation in MUTATIONS[course]:
            folder = Path(top, mutation.name)
            folder.mkdir()
            status, _ = _run(command, write_program(course, mutation, folder), limit)
            (missed if status == 0 else caught).append(mutation)
            if status == 0 and keep is not None:
                place = keep / mutation.name
                place.mkdir(parents=True, exist_ok=True)
                write_program(course, mutation, place)
    return MutantReport(course, tuple(caught), tuple(missed), time.monotonic() - begin)


def _try_reference(course: str, command: Sequence[str], top: Path) -> float:
    """Run the tests with the reference. Returns: the time limit for faulty programs, in seconds."""
    folder = top / "reference"
    folder.mkdir()
    begin = time.monotonic()
    status, output = _run(command, write_program(course, None, folder), _SECONDS)
    if status != 0:
        how = (
            f"they didn't finish within {_SECONDS:g} seconds" if status is None else f"they exited with status {status}"
        )
        said = "\n".join(output.splitlines()[-_OUTPUT_LINES:])
        raise UncheckableError(f"the tests must pass with the right program, but {how}:\n{said}".rstrip())
    return max(_LEAST_SECONDS, _TIMES_AS_LONG * (time.monotonic() - begin))


def _run(command: Sequence[str], program: Path, seconds: float) -> tuple[int | None, str]:
    """Run the tests once. Returns: their exit status (None if they exceeded the time limit) and their output."""
    words = [word.replace("{}", str(program)) for word in command]
    variables = {**os.environ, VARIABLE: str(program)}
    if program.suffix == ".py":
        site = program.parent.parent / "site"
        site.mkdir(exist_ok=True)
        (site / "sitecustomize.py").write_text(_SITE, encoding="utf-8")
        folders = [str(site), str(program.parent), os.environ.get("PYTHONPATH", "")]
        variables["PYTHONPATH"] = os.pathsep.join(filter(None, folders))
    try:
        process = subprocess.Popen(
            words,
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        raise UncheckableError(f"can't start {words[0]!r}: {error.strerror or error}") from None
    status: int | None = None
    output = b""
    try:
        output, _ = process.communicate(timeout=seconds)
        status = process.returncode
    except subprocess.TimeoutExpired:
        pass
    finally:
        # Also kill programs left running by the tests.
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
    return status, output.decode(errors="replace")
