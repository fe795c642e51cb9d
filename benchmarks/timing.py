"""Measuring side by side: contenders take turns in one process, on one core, so that a busy machine disturbs all alike.

A figure is the best of its rounds; a ratio is taken between neighbours in time, round by round, and its median is
reported. Both shrug off a burst of other work on the machine; neither tells a machine that is busy throughout, which is
why ``machine_facts`` prints the load.
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
        name: what the table calls it.
        run: does the work once; this is what the clock sees.
        units: how much work one run does, in the unit of the section (boards, fields, cells ...).
        prepare: called before every run, outside the clock; None where a run needs nothing fresh.
        elapsed: reads the seconds of a run that times itself (in a child process, say) from what it gave back.
        rounds: how many rounds it takes part in at most, for a contender that is slow; None means all.
    """

    name: str
    run: Callable[[], object]
    units: float = 1.0
    prepare: Setup | None = None
    elapsed: Callable[[object], float] | None = None
    rounds: int | None = None


@dataclass(frozen=True)
class Figure:
    """What one contender's rounds gave: the seconds of each, in order."""

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
    """Times every contender once per round; every other round runs in the opposite order.

    Args:
        contenders: at least one, with different names.
        rounds: how often each is timed.
        warm_up: run each once before the first round, untimed, so that caches, pages and lazy imports are in place.
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
    """How many times as fast as the yardstick ours is: the median over the rounds that both took part in."""
    pairs = zip(ours.seconds, yardstick.seconds, strict=False)
    return median((ours.units / mine) / (yardstick.units / theirs) for mine, theirs in pairs)


def fastest(figures: dict[str, Figure], names: Sequence[str]) -> Figure:
    """The figure with the highest rate among those named."""
    return max((figures[name] for name in names), key=lambda figure: figure.rate)


def pin() -> str:
    """Keep this process, and the children it starts, on one core where the system can; say what it did."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned (this system offers no sched_setaffinity)"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core}"


def cache_folder() -> Path:
    """Where benchmarks keep what they compile: ``build/benchmarks``, or what ``HYPERSWEEP_BENCHMARKS`` names."""
    named = os.environ.get("HYPERSWEEP_BENCHMARKS")
    return Path(named) if named else Path(__file__).resolve().parents[1] / "build" / "benchmarks"


def short(value: float, unit: str = "") -> str:
    """A figure with three digits and a decimal prefix: ``"4.81 M boards/s"``, ``"2.10 ms"``."""
    steps = ((1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
    size, prefix = next(((size, prefix) for size, prefix in steps if abs(value) >= size), (1e-9, "n"))
    scaled = value / size if value else 0.0
    digits = 2 if scaled < 9.995 else 1 if scaled < 99.95 else 0
    gap = " " if prefix and unit.split("/", maxsplit=1)[0] not in {"s", "B"} else ""
    return f"{scaled:.{digits}f} {prefix}{gap}{unit}".rstrip()


def print_figures(title: str, figures: Iterable[Figure], ours: str | None, unit: str, *, cost: bool = False) -> None:
    """Print a section: each figure's best and median, and how many times as fast as it ours is.

    Args:
        title: the section's heading.
        figures: in the order to print.
        ours: the name of the figure that the others are yardsticks for; None prints no ratios.
        unit: what is counted, in the plural; with ``cost`` the singular.
        cost: print the time per unit rather than units per second.
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
    """One line of a benchmark's closing table.

    Attributes:
        work: what was done.
        ours: what the package took or reached, with its unit.
        yardsticks: what the others did.
        ratio: ours over the yardstick that the aim is about.
        aim: the figure to reach.
        reached: whether it was; None where there is no aim.
        columns: values of further columns, by heading; a row without a value leaves its column empty.
    """

    work: str
    ours: str
    yardsticks: str
    ratio: str
    aim: str
    reached: bool | None
    columns: Mapping[str, str] = field(default_factory=dict)

    def cells(self, own_columns: Sequence[str] = ()) -> tuple[str, ...]:
        """The line as texts; columns of their own stand behind what the package reached."""
        verdict = "" if self.reached is None else "yes" if self.reached else "**no**"
        own = (self.columns.get(heading, "") for heading in own_columns)
        return (self.work, self.ours, *own, self.yardsticks, self.ratio, self.aim, verdict)


def print_rows(rows: Iterable[Row], path: Path | None = None) -> None:
    """Print the closing table, and write it to a file where one is given."""
    listed = list(rows)
    own = list(dict.fromkeys(heading for row in listed for heading in row.columns))
    headings = ["work", "ours", *own, "yardsticks", "ratio", "aim", "reached"]
    table = markdown_table(headings, [row.cells(own) for row in listed])
    print(f"\n{table}")
    if path is not None:
        path.write_text(table + "\n", encoding="utf-8")


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table, its columns padded so that it reads well as text too."""
    cells = [list(headings), *[list(row) for row in rows]]
    widths = [max(len(row[column]) for row in cells) for column in range(len(headings))]
    padded = [[text.ljust(width) for text, width in zip(row, widths, strict=True)] for row in cells]
    lines = [f"| {' | '.join(row)} |" for row in padded]
    lines.insert(1, f"|{'|'.join('-' * (width + 2) for width in widths)}|")
    return "\n".join(lines)


def machine_facts(packages: Sequence[str] = ()) -> list[tuple[str, str]]:
    """What the figures depend on: processor, system, Python, compiler, versions of the packages named, and the load."""
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
    """The first line that ``cc --version`` prints, or ``"none"``."""
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
