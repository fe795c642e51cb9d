"""Best play from the first open: seconds and positions for small boards, compared with a plain search.

Run: ``python benchmarks/best_play.py``; ``--quick`` uses fewer boards and rounds. The plain search is the solver's
end-game: the same search without symmetry. It finds the best first cell, while `best_play` finds the value of every
first cell.

A second part measures the end-game itself, on a 16x16 position in which every zero is open but many safe cells are not.
It is compared with a search in plain Python (60 lines) over sets of layouts.
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from functools import partial
from pathlib import Path

from hypersweep import Game, Grid, View, _native, sample_layouts
from hypersweep.layout import FIRST_OPENS
from hypersweep.solve import Budget, analyse, win_probability
from hypersweep.trials import best_play
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS = "best play"
PLAIN = "plain search"

BOARDS = (("4x4", 4), ("4x4", 6), ("3x5", 5), ("2x3x3", 4), ("4x5", 4), ("5x5", 3))
# Boards that are too large for the plain search.
ALONE = (("5x5", 4), ("6x6", 4), ("3x3x3", 4), ("2x2x3x3", 6))

ENDS = (("16x16", 40),)
LEAST_SAFE = 20
END = "end-game"
PYTHON = "plain Python"

_PLENTY = Budget(states=1 << 40, memory=1 << 32)


def effort(text: str, mines: int) -> tuple[int, int, int]:
    """Return the number of positions visited from all first cells, the number stored, and the peak memory in bytes."""
    grid = Grid(text)
    kernel = _native.BestPlay(grid.geometry())
    looked = kept = most = 0
    for index in range(grid.cells):
        if kernel.first_like(index) == index:
            states, memory, seconds = _PLENTY.limits()
            found = kernel.wins(index, mines, FIRST_OPENS.index("any"), states, memory, seconds, None)
            looked, kept, most = looked + found[2], found[3], max(most, found[4])
    return looked, kept, most


def plain(text: str, mines: int) -> object:
    """Return the board's value, found by the end-game search."""
    return win_probability(View(text, mines, [-1] * Grid(text).cells), budget=_PLENTY)


def measure(text: str, mines: int, rounds: int, *, is_alone: bool) -> Row:
    """Measure one board."""
    ours = partial(best_play, text, mines, first_open="any", budget=_PLENTY)
    contenders = [Contender(OURS, ours, 1)]
    if not is_alone:
        contenders.append(Contender(PLAIN, partial(plain, text, mines), 1))
        if plain(text, mines) != ours().value:
            raise SystemExit(f"{text} with {mines} mines: the two searches disagree")
    figures = side_by_side(contenders, rounds)
    looked, kept, most = effort(text, mines)
    print_figures(f"{text}, {mines} mines", figures.values(), OURS, "board", cost=True)
    own = figures[OURS]
    other = figures.get(PLAIN)
    return Row(
        f"{text}, {mines} mines",
        short(own.cost, "s"),
        "" if other is None else f"{PLAIN} {short(other.cost, 's')}",
        "" if other is None else f"{ratio(own, other):.0f} x",
        "",
        None,
        {"looked at": short(looked), "kept": short(kept), "memory": short(most, "B")},
    )


def openings(text: str, mines: int) -> tuple[View, list[int]]:
    """Return a position in which every zero is open, and its few thousand consistent layouts as bit sets."""
    grid = Grid(text)
    first = tuple(side // 2 for side in grid.shape)
    for layout in sample_layouts(grid, mines, 200, seed=1, first=first, first_open="opening"):
        game = Game(layout=layout)
        for cell in grid:
            if not layout.is_mine(cell) and layout.clue(cell) == 0:
                game.open(cell)
        analysis = analyse(game.view)
        if 2000 <= analysis.count_layouts() <= 8000 and len(analysis.safe_cells) >= LEAST_SAFE:
            return game.view, fitting_layouts(game.view)
    raise SystemExit(f"{text} with {mines} mines: no such position")


def fitting_layouts(view: View) -> list[int]:
    """Return every layout consistent with a view, as a bit set; mines are placed cell by cell."""
    grid, codes = view.grid, list(view.codes)
    near = [[grid.index(other) for other in grid.neighbours(cell)] for cell in grid]
    clues = [index for index, code in enumerate(codes) if code >= 0]
    covered = sorted(
        (index for index, code in enumerate(codes) if code < 0), key=lambda index: min([*near[index], index])
    )
    seen = {index: [clue for clue in near[index] if codes[clue] >= 0] for index in covered}
    missing = {clue: codes[clue] for clue in clues}
    left = {clue: sum(codes[other] < 0 for other in near[clue]) for clue in clues}
    found: list[int] = []

    def put(place: int, mined: int, mines: int) -> None:
        if mines < 0 or mines > len(covered) - place:
            return
        if place == len(covered):
            found.append(mined)
            return
        index = covered[place]
        for mine in (0, 1):
            for clue in seen[index]:
                left[clue] -= 1
                missing[clue] -= mine
            if all(0 <= missing[clue] <= left[clue] for clue in seen[index]):
                put(place + 1, mined | mine << index, mines - mine)
            for clue in seen[index]:
                left[clue] += 1
                missing[clue] += mine

    put(0, 0, view.mines)
    return found


def plain_search(view: View, layouts: list[int]) -> Fraction:
    """Return the fraction of the layouts that best play wins; the search represents a position by its layouts."""
    grid = view.grid
    columns = []
    for index, code in enumerate(view.codes):
        if code >= 0:
            continue
        around = sum(1 << grid.index(other) for other in grid.neighbours(grid.cell(index)))
        mined = 0
        shown: dict[int, int] = {}
        for place, layout in enumerate(layouts):
            if layout >> index & 1:
                mined |= 1 << place
            else:
                clue = (layout & around).bit_count()
                shown[clue] = shown.get(clue, 0) | 1 << place
        columns.append((mined, list(shown.values())))
    known: dict[int, int] = {}

    def wins(fitting: int) -> int:
        count = fitting.bit_count()
        if count <= 1 or fitting in known:
            return known.get(fitting, count)
        candidates = []
        for mined, shown in columns:
            safe = fitting & ~mined
            parts = [part for clue in shown if (part := clue & safe)]
            if safe == fitting and len(parts) > 1:
                known[fitting] = sum(map(wins, parts))
                return known[fitting]
            if 0 != safe != fitting:
                candidates.append((safe.bit_count(), parts))
        best = 0
        for most, parts in sorted(candidates, key=lambda each: -each[0]):
            if most <= best:
                break
            best = max(best, sum(map(wins, parts)))
        known[fitting] = best
        return best

    return Fraction(wins((1 << len(layouts)) - 1), len(layouts))


def measure_end(text: str, mines: int, rounds: int) -> Row:
    """Measure one position with safe cells that aren't open."""
    view, layouts = openings(text, mines)
    if win_probability(view, budget=_PLENTY) != plain_search(view, layouts):
        raise SystemExit(f"{text} with {mines} mines: the two searches disagree")
    contenders = [
        Contender(END, partial(win_probability, view, budget=_PLENTY), 1),
        Contender(PYTHON, lambda: plain_search(view, fitting_layouts(view)), 1),
    ]
    figures = side_by_side(contenders, rounds)
    print_figures(f"{text}, {mines} mines, {len(layouts)} layouts", figures.values(), END, "position", cost=True)
    own, other = figures[END], figures[PYTHON]
    return Row(
        f"{text}, {mines} mines, {len(layouts)} layouts",
        short(own.cost, "s"),
        f"{PYTHON} {short(other.cost, 's')}",
        f"{ratio(own, other):.0f} x",
        "",
        None,
        {"looked at": "", "kept": "", "memory": ""},
    )


def main() -> None:
    """Measure every board, and print a table of the results."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer boards and rounds")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the closing table to a file")
    options = parser.parse_args()
    print(pin())
    for name, value in machine_facts():
        print(f"{name}: {value}")
    rounds = 3 if options.quick else 7
    rows = [measure(text, mines, rounds, is_alone=False) for text, mines in BOARDS[: 3 if options.quick else None]]
    rows += [measure(text, mines, rounds, is_alone=True) for text, mines in ALONE[: 1 if options.quick else None]]
    rows += [measure_end(text, mines, rounds) for text, mines in ENDS]
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
