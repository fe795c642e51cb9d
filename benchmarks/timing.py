"""Side-by-side measurements: contenders take turns in one process on one core, so other load affects all equally.

A figure is the best of its rounds. A ratio is computed round by round, and its median is reported. Both tolerate a
short burst of other work on the machine, but neither shows that a machine is always busy, so ``machine_facts`` includes
the load.
"""

from __future__ import annotations

import gc
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from statistics import median

Setup = Callable[[], object]


@dataclass(frozen=True)
class Contender:
    """One way to do a piece of work.

    Attributes:
        name: its name in the table.
        run: does the work once; this is timed.
        units: amount of work in one run, in the section's unit (boards, fields, cells ...).
        prepare: called before every run, untimed; None if a run needs no preparation.
        elapsed: for a run that times itself (in a child process, for example), returns the seconds from the run's
            result.
        rounds: maximum number of rounds for a slow contender; None for all.
    """

    name: str
    run: Callable[[], object]
    units: float = 1.0
    prepare: Setup | None = None
    elapsed: Callable[[object], float] | None = None
    rounds: int | None = None


@dataclass(frozen=True)
class Figure:
    """One contender's results: the seconds of each round, in order."""

    name: str
    units: float
    seconds: tuple[float, ...]

    @property
    def best(self) -> float:
        """Seconds of the fastest round."""
        return min(self.seconds)

    @property
    def rate(self) -> float:
        """Units per second in the fastest round."""
        return self.units / self.best

    @property
    def median_rate(self) -> float:
        """Units per second in the median round."""
        return self.units / median(self.seconds)

    @property
    def cost(self) -> float:
        """Seconds per unit in the fastest round."""
        return self.best / self.units


def side_by_side(contenders: Sequence[Contender], rounds: int, *, warm_up: bool = True) -> dict[str, Figure]:
    """Time every contender once per round; every other round runs in the opposite order.

    Args:
        contenders: at least one, with different names.
        rounds: number of timed runs of each.
        warm_up: whether to run each once before the first round, untimed, so that caches, pages and lazy imports are in
            place.
    """
    seconds: dict[str, list[float]] = {contender.name: [] for contender in contenders}
    if warm_up:
        for contender in contenders:
            _once(contender)
    for number in range(rounds):
        for contender in contenders if number % 2 == 0 else reversed(contenders):
            if contender.rounds is None or number < contender.rounds:
                seconds[contender.name].append(_once(contender))
    return {each.name: Figure(each.name, each.units, tuple(seconds[each.name])) for each in contenders}


def _once(contender: Contender) -> float:
    if contender.prepare is not None:
        contender.prepare()
    collects = gc.isenabled()
    gc.disable()
    try:
        begin = time.perf_counter()
        result = contender.run()
        end = time.perf_counter()
    finally:
        if collects:
            gc.enable()
    return end - begin if contender.elapsed is None else contender.elapsed(result)


def ratio(ours: Figure, yardstick: Figure) -> float:
    """Return our speed in multiples of the yardstick's: the median over the rounds of both."""
    pairs = zip(ours.seconds, yardstick.seconds, strict=False)
    return median((ours.units / mine) / (yardstick.units / theirs) for mine, theirs in pairs)


def fastest(figures: dict[str, Figure], names: Sequence[str]) -> Figure:
    """Return the figure with the highest rate among those named."""
    return max((figures[name] for name in names), key=lambda figure: figure.rate)


def pin() -> str:
    """Pin this process and its children to one core, if the system can. Returns: a description."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned (this system offers no sched_setaffinity)"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core}"


def cache_folder() -> Path:
    """Return the folder for compiled files: ``build/benchmarks``, or the one that ``HYPERSWEEP_BENCHMARKS`` names."""
    named = os.environ.get("HYPERSWEEP_BENCHMARKS")
    return Path(named) if named else Path(__file__).resolve().parents[1] / "build" / "benchmarks"


def short(value: float, unit: str = "") -> str:
    """Format a figure with three digits and a decimal prefix: ``"4.81 M boards/s"``, ``"2.10 ms"``."""
    steps = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
    size, prefix = next(((size, prefix) for size, prefix in steps if abs(value) >= size), (1e-9, "n"))
    scaled = value / size if value else 0.0
    digits = 2 if scaled < 9.995 else 1 if scaled < 99.95 else 0
    gap = " " if prefix and unit.split("/", maxsplit=1)[0] not in {"s", "B"} else ""
    return f"{scaled:.{digits}f} {prefix}{gap}{unit}".rstrip()


def print_figures(title: str, figures: Iterable[Figure], ours: str | None, unit: str, *, cost: bool = False) -> None:
    """Print a section: the best and median of each figure, and our speed in multiples of the others'.

    Args:
        title: the section's heading.
        figures: the figures, in the order to print.
        ours: name of the figure to compare with the others; None to print no ratios.
        unit: the unit, in the plural; with ``cost`` in the singular.
        cost: whether to print the time per unit instead of units per second.
    """
    listed = list(figures)
    chosen = next((figure for figure in listed if figure.name == ours), None)
    width = max(len(figure.name) for figure in listed)
    print(f"\n== {title}")
    print(f"   {'':{width}}  {'best':>17}  {'median':>17}  {'ours is':>9}")
    for figure in listed:
        if cost:
            best, middle = short(figure.cost, f"s/{unit}"), short(1 / figure.median_rate, f"s/{unit}")
        else:
            best, middle = short(figure.rate, f"{unit}/s"), short(figure.median_rate, f"{unit}/s")
        versus = "" if chosen is None or figure is chosen else f"{ratio(chosen, figure):.2f} x"
        print(f"   {figure.name:{width}}  {best:>17}  {middle:>17}  {versus:>9}")
    sys.stdout.flush()


@dataclass(frozen=True)
class Row:
    """A row of a benchmark's final table.

    Attributes:
        work: the work that was measured.
        ours: the package's figure, with its unit.
        yardsticks: the others' figures.
        ratio: our figure over the yardstick to which the aim refers.
        aim: the target.
        reached: whether the aim was reached; None without an aim.
        columns: values of further columns by heading; a missing value leaves its column empty.
    """

    work: str
    ours: str
    yardsticks: str
    ratio: str
    aim: str
    reached: bool | None
    columns: Mapping[str, str] = field(default_factory=dict)

    def cells(self, own_columns: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the row as texts; further columns follow the package's figure."""
        verdict = "" if self.reached is None else "yes" if self.reached else "**no**"
        own = (self.columns.get(heading, "") for heading in own_columns)
        return (self.work, self.ours, *own, self.yardsticks, self.ratio, self.aim, verdict)


def print_rows(rows: Iterable[Row], path: Path | None = None) -> None:
    """Print the final table, and write it to a file if one is named."""
    listed = list(rows)
    own = list(dict.fromkeys(heading for row in listed for heading in row.columns))
    headings = ["work", "ours", *own, "yardsticks", "ratio", "aim", "reached"]
    table = markdown_table(headings, [row.cells(own) for row in listed])
    print(f"\n{table}")
    if path is not None:
        path.write_text(table + "\n", encoding="utf-8")


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Format a Markdown table, with padded columns so that it also reads well as text."""
    cells = [list(headings), *[list(row) for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    padded = [[text.ljust(width) for text, width in zip(row, widths, strict=True)] for row in cells]
    lines = [f"| {' | '.join(row)} |" for row in padded]
    lines.insert(1, f"|{'|'.join('-' * (width + 2) for width in widths)}|")
    return "\n".join(lines)


def machine_facts(packages: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Describe the machine: processor, system, Python, compiler, versions of the named packages, and the load."""
    facts = [
        ("processor", f"{_processor()}, {os.cpu_count()} logical"),
        ("system", f"{platform.system()} {platform.release()} {platform.machine()}"),
        ("Python", f"{platform.python_implementation()} {platform.python_version()} ({platform.python_compiler()})"),
        ("C compiler", compiler_version()),
    ]
    facts += [(name, _package_version(name)) for name in packages]
    if hasattr(os, "getloadavg"):
        facts.append(("load", ", ".join(f"{load:.2f}" for load in os.getloadavg())))
    return facts


def compiler_version() -> str:
    """Return the first line that ``cc --version`` prints, or ``"none"``."""
    if shutil.which("cc") is None:
        return "none"
    printed = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=False).stdout
    return printed.splitlines()[0] if printed else "unknown"


def _package_version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            facts = dict(line.split(":", 1) for line in file.read().split("\n\n")[0].splitlines() if ":" in line)
    except OSError:
        return platform.processor() or "unknown"
    named = {key.strip(): value.strip() for key, value in facts.items()}
    family = (
        f" (family {named['cpu family']}, model {named['model']})" if "cpu family" in named and "model" in named else ""
    )
    return named.get("model name", platform.processor() or "unknown") + family
