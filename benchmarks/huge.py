"""Open one cell of a huge board in a process that loads nothing else, so that its peak memory is the package's.

Run: python benchmarks/huge.py SHAPE MINES SEED

It prints one line of JSON: seconds for the open, opened cells, resident bytes at the peak and before the open, and
seconds for placing the mines and making the game.
"""

from __future__ import annotations

import json
import sys
import time

import hypersweep


def open_huge(shape: str, mines: int, seed: int) -> dict[str, float]:
    """Make a board, and open the cell in its middle. Returns: times and memory use."""
    grid = hypersweep.Grid(shape)
    middle = tuple(side // 2 for side in grid.shape)
    begin = time.perf_counter()
    layout = hypersweep.Layout.random(grid, mines, seed=seed, first=middle, first_open="opening")
    game = hypersweep.Game(grid, layout=layout)
    laying, before = time.perf_counter() - begin, resident()
    begin = time.perf_counter()
    change = game.open(middle)
    seconds = time.perf_counter() - begin
    return {
        "seconds": seconds,
        "opened": change.opened,
        "peak": resident(peak=True),
        "laying": laying,
        "before": before,
    }


def resident(*, peak: bool = False) -> int:
    """Return this process's resident memory, or its peak, in bytes.

    Linux resets the peak in VmHWM after exec, while a child's ru_maxrss starts from its parent's.
    """
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            lines = dict(line.split(":", 1) for line in file)
        return int(lines["VmHWM" if peak else "VmRSS"].split()[0]) * 1024
    except (OSError, KeyError):
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    print(json.dumps(open_huge(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
