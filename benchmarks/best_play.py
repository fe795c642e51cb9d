"""The best play from the first open on: seconds and positions of small boards, beside a plain search.

Run it as ``python benchmarks/best_play.py``; ``--quick`` takes fewer boards and rounds. The plain search is the
solver's end-game: the same search, but it knows no symmetry. It finds the best first cell; ours finds the value of
every one.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from hypersweep import Grid, View, _native
from hypersweep.layout import FIRST_OPENS
from hypersweep.solve import Budget, win_probability
from hypersweep.trials import best_play
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS = "best play"
PLAIN = "plain search"

BOARDS = (("4x4", 4), ("4x4", 6), ("3x5", 5), ("2x3x3", 4), ("4x5", 4), ("5x5", 3))
# Out of reach of the plain one.
ALONE = (("5x5", 4), ("6x6", 4), ("3x3x3", 4), ("2x2x3x3", 6))

_PLENTY = Budget(states=1 << 40, memory=1 << 32)


def effort(text: str, mines: int) -> tuple[int, int, int]:
    """Positions looked at from all first cells, positions kept, and bytes."""
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
    """The value as the end-game finds it."""
    return win_probability(View(text, mines, [-1] * Grid(text).cells), budget=_PLENTY)


def measure(text: str, mines: int, rounds: int, *, is_alone: bool) -> Row:
    """One board."""
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


def main() -> None:
    """Prints the figures of every board, and a table of them."""
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
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
