"""Estimates for positions too wide to count exactly: time and memory under various budgets.

Run: ``python benchmarks/lattices.py``. A lattice is a position with a clue on every second row and column (and slice)
wherever there is no mine; its layout is number 0 of seed 1 in the stream "layout". Each figure comes from a separate
process. The yardstick is the exact analysis of a 20x20 lattice, far within the budget, in the same process.
"""

from __future__ import annotations

import subprocess
import sys

from timing import machine_facts

POSITIONS = (("30x30", 0.35), ("50x50", 0.35), ("100x100", 0.35), ("9x9x9", 0.2), ("6x6x6x6", 0.1))
BUDGETS = ("Budget()", "Budget(states=1000)", "Budget(seconds=1)", "Budget(seconds=0.1)", "Budget(memory=1 << 26)")

_RUN = """
import resource, sys, time
from hypersweep import BudgetExceededError, Grid, Layout, View
from hypersweep.solve import Budget, analyse

def lattice(shape, density):
    grid = Grid(shape)
    layout = Layout.random(grid, round(density * grid.cells), seed=1)
    shown = (all(place % 2 for place in cell) and not layout.is_mine(cell) for cell in grid)
    codes = [layout.clue(cell) if clue else -1 for cell, clue in zip(grid, shown)]
    return View(grid, layout.mines, codes)

def timed(view, budget):
    start = time.perf_counter()
    try:
        analysis = analyse(view, budget=budget, estimate=True)
        kind = "exact" if analysis.is_exact else "estimate"
    except BudgetExceededError as error:
        kind = "none"
    return time.perf_counter() - start, kind

view = lattice(sys.argv[1], float(sys.argv[2]))
yardstick = min(timed(lattice("20x20", 0.35), Budget())[0] for _ in range(3))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
seconds, kind = timed(view, eval(sys.argv[3]))
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(f"{kind:10}{seconds:8.2f} s{seconds / yardstick:10.1f} x{grown / 1024:8.0f} MiB")
"""


def main() -> None:
    """Print a line for each position and budget."""
    print(machine_facts())
    print(f"{'board':10}{'mines':>6}  {'budget':24}{'kind':10}{'time':>10}{'yardstick':>12}{'memory':>12}")
    for board, density in POSITIONS:
        for budget in BUDGETS:
            command = [sys.executable, "-c", _RUN, board, str(density), budget]
            line = subprocess.run(command, check=True, capture_output=True, text=True).stdout.rstrip()
            print(f"{board:10}{density:>6.0%}  {budget:24}{line}", flush=True)


if __name__ == "__main__":
    main()
