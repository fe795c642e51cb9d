"""Games per second that ``hypersweep scan`` reads, compared with ms_toollib on the same files.

Run: ``python benchmarks/scan.py``; ``--quick`` uses fewer files. Each file is an AVF of a game on 16x30/99 by a careful
player, with a hundred mouse events a second. hypersweep makes a row of all figures, luck and guesses included;
ms_toollib reads the file, analyses it and computes pluck. Then a folder is scanned with one process per core.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

import ms_toollib

from hypersweep import Game, Layout, Outcome, analyse
from hypersweep.formats import dump_file
from hypersweep.formats.video import MouseEvent, Video
from hypersweep.lab.executors.local import core_count
from hypersweep.scan import file_rows, scan_to_table
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS = "hypersweep"
THEIRS = "ms_toollib"
PIXELS = 16
STEPS = 30  # mouse moves on the way to a cell, 10 ms apart


def replay(number: int) -> Video:
    """Return a game in which the player opens certainly safe cells, or the safest cell if there are none."""
    layout = Layout.random("16x30", 99, seed=1, index=number, first=(8, 15), first_open="opening")
    game = Game(layout=layout)
    events: list[MouseEvent] = []
    cells = [(8, 15)]
    now, x, y = 0, 8, 8
    while game.outcome is Outcome.ONGOING:
        if not cells:
            analysis = analyse(game.view)
            cells = [(row, column) for row, column in analysis.safe_cells or analysis.safest_cells[:1]]
        cell = min(cells, key=lambda cell: abs(cell[0] * PIXELS - y) + abs(cell[1] * PIXELS - x))
        cells.remove(cell)
        if game.is_open(cell):
            continue
        game.open(cell)
        aim = cell[1] * PIXELS + 8, cell[0] * PIXELS + 8
        for step in range(1, STEPS + 1):
            events.append(MouseEvent(now, "move", x + (aim[0] - x) * step // STEPS, y + (aim[1] - y) * step // STEPS))
            now += 10
        x, y = aim
        for action in ("left press", "left release"):
            events.append(MouseEvent(now, action, x, y))
            now += 10
    return Video("rawvf", layout, events, PIXELS, False, {"player": "Ann"})


def analysed(path: Path) -> None:
    """Compute ms_toollib's figures for a file."""
    video = ms_toollib.AvfVideo(str(path))
    video.parse()
    video.analyse()
    video.analyse_for_features(["pluck"])


def compared(paths: list[Path], rounds: int) -> Row:
    """Measure computing all figures for a file, in one process."""
    contenders = [
        Contender(name, partial(_each, act, paths), len(paths)) for name, act in ((OURS, file_rows), (THEIRS, analysed))
    ]
    figures = side_by_side(contenders, rounds)
    print_figures("all figures of a file", figures.values(), OURS, "file", cost=True)
    own, other = figures[OURS], figures[THEIRS]
    versus = f"{ratio(own, other):.1f} x"
    return Row("all figures of a file", short(own.cost, "s"), f"{THEIRS} {short(other.cost, 's')}", versus, "", None)


def _each(act: Callable[[Path], object], paths: list[Path]) -> None:
    for path in paths:
        act(path)


def whole(folder: Path, count: int) -> Row:
    """Measure scanning a whole folder, with one process per core."""
    begun = perf_counter()
    scan_to_table(folder, folder / "games.csv", processes=core_count())
    seconds = perf_counter() - begun
    print(f"{count} files with {core_count()} processes: {seconds:.1f} s, {count / seconds:.0f} files/s")
    return Row("a folder", f"{count / seconds:.0f} files/s", "", "", "10,000 files in a minute", count / seconds > 166)


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="fewer files")
    parser.add_argument("--markdown", type=Path, help="write the closing table to this file")
    options = parser.parse_args()
    count = 100 if options.quick else 1000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(count):
            (folder / f"{number:05}.avf").write_bytes(dump_file(replay(number), "avf"))
        # Scan the folder before ``pin`` confines this process to one core.
        row = whole(folder, count)
        print(pin())
        for key, value in machine_facts(["ms_toollib"]):
            print(f"{key}: {value}")
        rows = [compared(sorted(folder.glob("*.avf"))[:20], 3 if options.quick else 15), row]
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
