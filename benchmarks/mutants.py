"""Single-token mutants of the package: how many of them the tests catch, and which they miss.

    python benchmarks/mutants.py --count 100 --json mutants.jsonl     # skips what the file has already
    python benchmarks/mutants.py --list --only solve                  # print the mutants, run nothing
    python benchmarks/mutants.py --at PATH:LINE --whole               # the mutants of one line

A mutant is a source with one change: `<` to `<=`, `and` to `or`, `+` to `-`, `True` to `False`, `break` to `continue`,
an integer plus one, a condition negated, or a result replaced by None. Each package and module at the top of
src/hypersweep gets one; the rest are distributed by size. Seed and sources determine which mutants are drawn, and a
longer draw begins with the shorter one.

Each mutant is tested with its mirror file (tests/solve/test_choice.py for solve/choice.py), then with that file's
folder, then, with --whole, with the whole suite, until a test fails or hangs. Tests that fail without a mutant are left
out. All of this runs in copies of the checkout, each with its own environment: the checkout isn't touched, and an
editable install isn't used. Compiled files come from the Python environment that runs this script, so to measure an
older suite, run OLD/.venv/bin/python benchmarks/mutants.py --tree OLD.
"""

from __future__ import annotations

import argparse
import ast
import bisect
import contextlib
import itertools
import json
import math
import os
import queue
import random
import re
import shutil
import signal
import site
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
import threading
import time
import venv
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "src/hypersweep"
LEVELS = {"quick": "", "ci": "not nightly"}
STAGES = ("mirror", "folder", "whole")
MEMORY = 8 << 30  # bytes of data per process, so that a mutant that fills memory doesn't take the machine down
PATIENCE = 30.0  # seconds for a mutant, in addition to five times the tests' normal time

_SWAPS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
    "and": "or",
    "or": "and",
    "+": "-",
    "-": "+",
    "*": "//",
    "//": "*",
}
_OPERATOR = re.compile(rb"\bnot\s+in\b|\bis\s+not\b|[<>=!]=|//|[<>+*-]|\b(?:is|in|and|or)\b")
# A machine runs only one branch of such a condition, so tests can't catch a change in the other.
_SETTLED = re.compile(rb"TYPE_CHECKING|sys\.platform|os\.name|sys\.version_info|__name__")
_GENERATED = re.compile(rb"\A(?:#.*\n)*#.*(?:generated|written) by", re.IGNORECASE)
# Folders that aren't copied: each copy gets its own environment, and build/ may be large.
_UNCOPIED = {".git", ".venv", ".bare", "build", "dist", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change in one source file."""

    path: str  # relative to the checkout
    line: int
    start: int  # in bytes from the start of the file, like `end`
    end: int
    old: str
    new: str
    text: str  # text of the line

    def __str__(self) -> str:
        old, new = (textwrap.shorten(text, 60) or "(nothing)" for text in (self.old, self.new))
        return f"{self.path}:{self.line}  {old} -> {new}"

    def apply(self, source: bytes) -> bytes:
        """Return the changed source."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    """Return a node's children to mutate: no messages, annotations, decorators, class options or exported names."""
    match node:
        case ast.Raise() | ast.JoinedStr():  # before Python 3.12, positions inside an f-string are wrong
            return ()
        case ast.Assign(targets=[ast.Name(id="__all__" | "TYPE_CHECKING"), *_]):
            return ()
        case ast.Subscript(value=ast.Name(id="Literal" | "Annotated")):
            return ()
        case ast.FunctionDef(args=arguments, body=body) | ast.AsyncFunctionDef(args=arguments, body=body):
            return (*arguments.defaults, *filter(None, arguments.kw_defaults), *body)
        case ast.ClassDef(body=body):
            return body
        case ast.AnnAssign(value=value):
            return filter(None, [value])
    return ast.iter_child_nodes(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))


def sites(path: str, source: bytes) -> list[Mutant]:
    """Return every mutant of a source, in the order of the text."""
    lines = source.splitlines(keepends=True)
    starts = [0, *itertools.accumulate(map(len, lines))]
    found: list[Mutant] = []

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset

    def add(start: int, end: int, new: str) -> None:
        line = bisect.bisect_right(starts, start)
        found.append(Mutant(path, line, start, end, source[start:end].decode(), new, lines[line - 1].decode().strip()))

    def swap(*operands: ast.expr) -> None:
        for left, right in itertools.pairwise(operands):
            start, end = span(left)[1], span(right)[0]
            gap = re.sub(rb"#.*", lambda comment: b" " * len(comment[0]), source[start:end])
            if operator := _OPERATOR.search(gap):
                new = _SWAPS[" ".join(operator[0].decode().split())]
                add(start + operator.start(), start + operator.end(), new)

    def visit(node: ast.AST) -> None:
        match node:
            case ast.Compare():
                swap(node.left, *node.comparators)
            case ast.BoolOp():
                swap(*node.values)
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv()):
                if not (_is_text(node.left) or _is_text(node.right)):
                    swap(node.left, node.right)
            case ast.AugAssign(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv()):
                swap(node.target, node.value)
            case ast.UnaryOp(op=ast.Not()):
                start, end = span(node)
                add(start, end - len(source[start + 3 : end].lstrip()), "")
            case ast.If(test=test) | ast.IfExp(test=test):
                start, end = span(test)
                if _SETTLED.search(source, start, end):
                    return
                # Any other condition has an operator that can be changed.
                if isinstance(test, (ast.Name, ast.Attribute, ast.Call, ast.Subscript)):
                    add(start, start, "not ")
            case ast.Constant(value=bool()):
                add(*span(node), str(not node.value))
            case ast.Constant(value=int(value)):
                start, end = span(node)
                add(start, end, hex(value + 1) if source[start : start + 2] == b"0x" else str(value + 1))
            case ast.Return(value=ast.expr() as result):
                if not isinstance(result, ast.Constant) or result.value is not None:
                    add(*span(result), "None")
            case ast.Break():
                add(*span(node), "continue")
            case ast.Continue():
                add(*span(node), "break")
        for part in _parts(node):
            visit(part)

    if not _GENERATED.search(source):
        visit(ast.parse(source))
    return sorted(found, key=lambda mutant: (mutant.start, mutant.end, mutant.new))


def compiles(source: bytes) -> bool:
    """Return whether Python accepts the source without a warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            compile(source, "mutant", "exec", dont_inherit=True)
        except (SyntaxError, SyntaxWarning):
            return False
    return True


def read_sources(checkout: Path) -> dict[str, bytes]:
    """Return the sources to mutate, by path."""
    files = sorted((checkout / PACKAGE).rglob("*.py"))
    wanted = [file for file in files if "migrations" not in file.parts and file.name != "windows.py"]
    return {file.relative_to(checkout).as_posix(): file.read_bytes() for file in wanted}


def unit(path: str) -> str:
    """Return the top-level package or module to which a path belongs."""
    return path.removeprefix(PACKAGE + "/").partition("/")[0]


def draw(sources: dict[str, bytes], count: int, seed: int) -> list[Mutant]:
    """Return `count` mutants: first one for each package and top-level module, then the rest by size."""
    units: defaultdict[str, list[Mutant]] = defaultdict(list)
    for path, source in sources.items():
        units[unit(path)] += sites(path, source)
    ordered: list[tuple[bool, float, Mutant]] = []
    for name, mutants in units.items():
        chance = random.Random(f"{seed} {name}")
        chance.shuffle(mutants)
        shift = chance.random()
        ordered += [(place > 0, (place + shift) / len(mutants), mutant) for place, mutant in enumerate(mutants)]
    ordered.sort(key=lambda each: each[:2])
    good = (mutant for *_, mutant in ordered if compiles(mutant.apply(sources[mutant.path])))
    return list(itertools.islice(good, count))


def make_pristine(folder: Path, tree: Path, source: Path) -> None:
    """Copy a checkout and the package from `source`, and add the compiled files of the installation in use."""
    _copy(tree, folder)
    if source != tree:
        shutil.rmtree(folder / PACKAGE)
        _copy(source / PACKAGE, folder / PACKAGE)
    if (checks := tree / "build" / "node").is_dir():  # programs from npm, which the page's tests run
        (folder / "build").mkdir()
        (folder / "build" / "node").symlink_to(checks.resolve())
    asked = [sys.executable, "-c", "from hypersweep import _native; print(_native.__file__)"]
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    kernels = Path(subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True, env=variables).stdout.strip())
    shutil.copy2(kernels, folder / PACKAGE)
    for file in kernels.parent.rglob("*"):
        copied = folder / PACKAGE / file.relative_to(kernels.parent)
        if file.is_file() and file.suffix not in (".py", ".pyc") and not copied.exists():
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, copied)


def _copy(source: Path, to: Path) -> None:
    def left_out(folder: str, names: list[str]) -> Iterable[str]:
        return _UNCOPIED.intersection(names) if Path(folder) == source else ()

    shutil.copytree(source, to, symlinks=True, ignore=left_out)


class Copy:
    """A checkout in a scratch folder, with an environment that imports the package from it."""

    def __init__(self, folder: Path, pristine: Path) -> None:
        """Copy the checkout and create the environment in an empty folder."""
        self.folder, self._group, self._is_stopped = folder / "tree", 0, False
        _copy(pristine, self.folder)
        # An environment doesn't read another one's path files, such as those of editable installs.
        venv.EnvBuilder(symlinks=True).create(folder / "env")
        self._python = str(folder / "env" / "bin" / "python")
        own_packages = sysconfig.get_path("purelib", "venv", {"base": str(folder / "env")})
        paths = [str(self.folder / "src"), *site.getsitepackages()]
        Path(own_packages, "mutants.pth").write_text("".join(f"{path}\n" for path in paths), encoding="utf-8")
        (folder / "t").mkdir()
        self._variables = {**os.environ, "CI": "1", "TMPDIR": str(folder / "t"), "PYTHONPATH": str(self.folder / "src")}
        asked = [self._python, "-I", "-c", "import hypersweep; print(hypersweep.__file__)"]
        found = subprocess.run(asked, check=True, stdout=subprocess.PIPE, text=True, cwd=folder).stdout.strip()
        if not Path(found).is_relative_to(self.folder):
            raise SystemExit(f"expected hypersweep to be imported from {self.folder}, got {found}")

    def write(self, path: str, source: bytes, stamp: int) -> None:
        """Replace a source. Each mutant needs its own `stamp`, so that Python doesn't use another mutant's bytecode."""
        (self.folder / path).write_bytes(source)
        os.utime(self.folder / path, (stamp, stamp))

    def pytest(self, options: Sequence[str], seconds: float | None = None) -> tuple[int, str]:
        """Run pytest, and kill it after `seconds`. Returns: its exit status and output."""
        command = [self._python, "-m", "pytest", "-q", "-n0", "-rfE", "--no-header", "-p", "no:cacheprovider", *options]
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
            process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=self._variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._group = process.pid
            if self._is_stopped:
                self._kill()
            if sys.platform == "linux":
                import resource

                resource.prlimit(process.pid, resource.RLIMIT_DATA, (MEMORY, MEMORY))
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
            self._kill()  # processes started by tests may outlive pytest
            self._group, status = 0, process.wait()
            output.seek(0)
            if self._is_stopped:
                raise InterruptedError
            return status, output.read()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self._group:
                os.killpg(self._group, signal.SIGKILL)

    def stop(self) -> None:
        """End the running tests."""
        self._is_stopped = True
        self._kill()


@dataclass(frozen=True, slots=True)
class Baseline:
    """The results of some tests without a mutant."""

    options: list[str]  # pytest's options: the tests, less those that fail without a mutant
    seconds: float
    passes: bool  # False if nothing is left to run


@dataclass(frozen=True, slots=True)
class Result:
    """The result for a mutant."""

    mutant: Mutant
    markers: str
    outcome: str  # a stage, "survived", or "not run" if none of its tests passes without the mutant
    whole: bool  # whether the whole suite may be run, if necessary
    test: str  # the test that failed
    seconds: float

    def answers(self, markers: str, whole: bool) -> bool:
        """Return whether the result is valid for these options, so that the mutant needn't run again."""
        return self.markers == markers and (
            self.outcome in STAGES or (self.outcome == "survived" and self.whole >= whole)
        )


class Runner:
    """Runs mutants in copies of a checkout, several at a time."""

    def __init__(self, copies: Sequence[Copy], sources: dict[str, bytes], markers: str, whole: bool) -> None:
        """Store the settings for all runs."""
        self._sources, self._markers, self._whole = sources, markers, whole
        self._copies: queue.SimpleQueue[Copy] = queue.SimpleQueue()
        for copy in copies:
            self._copies.put(copy)
        self._stamps = itertools.count(1_000_000_000)
        self.baselines: dict[str, Baseline] = {}
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def _baseline(self, copy: Copy, tests: list[str]) -> Baseline:
        """Return the results of tests without a mutant: run them once, and if any fail, again without those."""
        name = " ".join(tests)
        with self._locks[name]:
            if name not in self.baselines:
                options = [*(["-m", self._markers] if self._markers else []), *tests]
                for _ in range(3):
                    began = time.perf_counter()
                    status, output = copy.pytest(options)
                    seconds = time.perf_counter() - began
                    if status == 0 or not (failed := sorted(set(_failed(output)))):
                        break
                    options += [f"--deselect={test}" if "::" in test else f"--ignore={test}" for test in failed]
                self.baselines[name] = Baseline(options, seconds, status == 0)
            return self.baselines[name]

    def run(self, mutant: Mutant) -> Result:
        """Run the tests on a mutant. Returns: its result."""
        copy, began, source = self._copies.get(), time.perf_counter(), self._sources[mutant.path]
        outcome, test = "not run", ""
        try:
            for stage, tests in targets(copy.folder, mutant.path).items():
                if not tests or (stage == "whole" and not self._whole):
                    continue
                baseline = self._baseline(copy, tests)
                if not baseline.passes:
                    continue
                copy.write(mutant.path, mutant.apply(source), next(self._stamps))
                status, output = copy.pytest(["-x", *baseline.options], PATIENCE + 5 * baseline.seconds)
                copy.write(mutant.path, source, 999_999_999)
                outcome = "survived" if status == 0 else stage
                if status != 0:
                    test = next(iter(_failed(output)), "no answer" if status == -signal.SIGKILL else f"status {status}")
                    break
        finally:
            self._copies.put(copy)
        return Result(mutant, self._markers, outcome, self._whole, test, round(time.perf_counter() - began, 1))


def _failed(output: str) -> list[str]:
    """Return the functions or files that pytest's summary lists as failed, without parameters."""
    return re.findall(r"^(?:FAILED|ERROR) (tests/\S+?)(?:\[.*)?(?: - .*)?$", output, re.MULTILINE)


def targets(checkout: Path, path: str) -> dict[str, list[str]]:
    """Return the test files and folders that pytest runs in each stage, relative to the checkout."""
    module = path.removeprefix(PACKAGE + "/")
    mirror = checkout / "tests" / Path(module).with_name("test_" + Path(module).name)
    folder = next(folder for folder in mirror.parents if folder.is_dir())
    # The tests of top-level modules are next to the folders of all other tests.
    tests = sorted(folder.glob("test_*.py")) if folder == checkout / "tests" else [folder]
    wanted = ([mirror] if mirror.is_file() else [], tests, [checkout / "tests"])
    return {
        stage: [each.relative_to(checkout).as_posix() for each in one]
        for stage, one in zip(STAGES, wanted, strict=True)
    }


def wilson(part: int, whole: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a fraction."""
    z2, share = 1.96**2, part / whole
    middle, half = share + z2 / (2 * whole), math.sqrt(z2 * (share * (1 - share) + z2 / (4 * whole)) / whole)
    return (middle - half) / (1 + z2 / whole), (middle + half) / (1 + z2 / whole)


def summary(results: Sequence[Result]) -> str:
    """Return the final report: how many mutants each stage killed, and the survivors."""
    counts = Counter(result.outcome for result in results)
    killed = sum(counts[stage] for stage in STAGES)
    lines = [f"{name:10}{counts[name]:5}" for name in (*STAGES, "survived", "not run")]
    if tried := killed + counts["survived"]:
        least, most = wilson(killed, tried)
        lines.append(f"killed: {killed / tried:.1%} of {tried} (95 %: {least:.1%} to {most:.1%})")
    lines.append(f"{sum(result.seconds for result in results):.0f} s of all jobs")
    for outcome in ("survived", "not run"):
        lines += [f"{outcome}: {each.mutant}\n    {each.mutant.text}" for each in results if each.outcome == outcome]
    return "\n".join(lines)


def read_results(file: Path | None) -> list[Result]:
    """Return the results stored in a file."""
    if file is None or not file.exists():
        return []
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [Result(**{**row, "mutant": Mutant(**row["mutant"])}) for row in rows]


def _chosen(sources: dict[str, bytes], options: argparse.Namespace) -> list[Mutant]:
    """Return the mutants that the options ask for."""
    within = tuple(prefix for each in options.only for prefix in (each, f"{PACKAGE}/{each}"))
    wanted = {path: source for path, source in sources.items() if not within or path.startswith(within)}
    if not options.at:
        return draw(wanted, options.count, options.seed)
    lines = {line for each in options.at for line in (each, f"{PACKAGE}/{each}")}
    every = [mutant for path, source in wanted.items() for mutant in sites(path, source)]
    at = [mutant for mutant in every if f"{mutant.path}:{mutant.line}" in lines]
    return [mutant for mutant in at if compiles(mutant.apply(sources[mutant.path]))]


def run(options: argparse.Namespace, scratch: Path) -> list[Result]:
    """Run the mutants that aren't in the results file yet, and return the results for all."""
    pristine = scratch / "pristine"
    make_pristine(pristine, options.tree, options.source)
    sources = read_sources(pristine)
    mutants = _chosen(sources, options)
    known = {each.mutant: each for each in read_results(options.json) if each.answers(options.markers, options.whole)}
    left = [mutant for mutant in mutants if mutant not in known]
    print(f"{len(mutants)} mutants, {len(left)} of them to run", flush=True)
    copies = [Copy(scratch / str(number), pristine) for number in range(min(options.jobs, len(left)))]
    runner = Runner(copies, sources, options.markers, options.whole)
    with ThreadPoolExecutor(options.jobs) as pool:
        try:
            for future in as_completed([pool.submit(runner.run, mutant) for mutant in left]):
                result = known[future.result().mutant] = future.result()
                print(f"{result.outcome:8} {result.seconds:6.1f} s  {result.mutant}  {result.test}", flush=True)
                print(f"    {result.mutant.text}", flush=True)
                if options.json is not None:
                    with options.json.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(asdict(result)) + "\n")
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for copy in copies:
                copy.stop()
            raise
    for name, baseline in sorted(runner.baselines.items()):
        if left_out := [option for option in baseline.options if option.startswith("--")]:
            print(f"failed without a mutant, in {textwrap.shorten(name, 60)}: {' '.join(left_out)}")
    return [known[mutant] for mutant in mutants]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program from the command line."""
    parser = argparse.ArgumentParser(
        description="Change one token of the package at a time, and see whether a test fails."
    )
    parser.add_argument("--count", type=int, default=100, help="number of mutants (100)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the draw (1)")
    parser.add_argument(
        "--only", action="append", default=[], metavar="PREFIX", help="draw only from paths with this prefix"
    )
    parser.add_argument(
        "--at", action="append", default=[], metavar="PATH:LINE", help="run all mutants of this line; draw none"
    )
    parser.add_argument("--level", choices=LEVELS, default="quick", help="tests to run: the usual ones, or those of CI")
    parser.add_argument("--markers", metavar="EXPR", help="tests to run, as pytest's -m, instead of a level")
    parser.add_argument("--whole", action="store_true", help="run the whole suite on mutants that survive")
    parser.add_argument("--jobs", type=int, default=2, help="number of mutants at a time (2)")
    parser.add_argument("--least", type=float, default=0.0, help="fail if the share killed is surely smaller (0)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add results, skip mutants it has; one per suite")
    parser.add_argument(
        "--tree", type=Path, default=ROOT, metavar="FOLDER", help="the checkout whose tests run (this one)"
    )
    parser.add_argument("--source", type=Path, metavar="FOLDER", help="the checkout to mutate (that of --tree)")
    parser.add_argument("--list", action="store_true", help="print the mutants, and run nothing")
    options = parser.parse_args(arguments)
    options.tree = options.tree.resolve()
    options.source = (options.source or options.tree).resolve()
    options.markers = LEVELS[options.level] if options.markers is None else options.markers
    if options.list:
        for mutant in _chosen(read_sources(options.source), options):
            print(f"{mutant}\n    {mutant.text}")
        return
    began = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as scratch:
        results = run(options, Path(scratch).resolve())
    print(summary(results))
    print(f"{time.perf_counter() - began:.0f} s")
    killed = sum(result.outcome in STAGES for result in results)
    tried = killed + sum(result.outcome == "survived" for result in results)
    if tried and wilson(killed, tried)[1] < options.least:
        sys.exit(f"expected that the tests kill {options.least:.0%} of the mutants, got {killed} of {tried}")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends running tests too
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
