"""The same calls to differently built compiled modules, side by side.

Run: python benchmarks/modules.py NAME=FOLDER NAME=FOLDER ... [--rounds N] [--markdown FILE]

A folder contains a package ``hypersweep`` that this interpreter can import, including its compiled module: the
``site-packages`` of an environment, or ``src`` after ``make test``. Each is loaded in a separate process; all take
turns on one core, and are compared with the first. docs/packages.md discusses the results.

Most of the calls are short, so most of the time is call overhead.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from timing import Contender, machine_facts, markdown_table, pin, print_figures, ratio, short, side_by_side

Work = tuple[int, Callable[[], object]]


def works() -> dict[str, Work]:
    """Return each piece of work by name: its number of units, and the function that does it."""
    from hypersweep import Game, _native
    from hypersweep.channel import open_channel
    from hypersweep.courses import hypermines
    from hypersweep.solve import analyse

    begun = Game("16x30", mines=99, seed=1)
    begun.open((8, 15))
    cube = Game("4x5x6x7", mines=100, seed=1)
    cube.open((2, 2, 3, 3))
    view = begun.view
    laid, cube_laid = begun.layout, cube.layout
    assert laid is not None
    assert cube_laid is not None
    clues = [cell for cell in begun.grid if not begun.is_open(cell) and laid[cell] > 0][:100]
    indices = [begun.grid.index(cell) for cell in clues]
    stream = _native.Stream(1, 2, 3, 0)
    receiver, sender = open_channel(16)
    message = bytes(16)
    cells = list(view)
    hidden = [cell for cell in cube.grid if not cube.is_open(cell) and cube_laid[cell] > 0][:50]

    def opens(game: Game, wanted: list[tuple[int, ...]] | list[int]) -> None:
        for cell in wanted:
            game.open(cell)
        for _ in wanted:
            game.undo()

    def sends() -> None:
        for _ in range(1000):
            sender.send(message)
            receiver.get()

    def again(work: Callable[[], object]) -> Work:
        return 50, lambda: [work() for _ in range(50)]

    def dig(side: int) -> int:
        return hypermines.dig_nd(hypermines.new_game_nd((side, side), [(0, 0)]), (side - 1, side - 1))

    return {
        "a number of a stream": (1000, lambda: [stream.bits64() for _ in range(1000)]),
        "open and undo a clue, by its cell": (len(clues), lambda: opens(begun, clues)),
        "open and undo a clue, by its index": (len(indices), lambda: opens(begun, indices)),
        "open and undo in four dimensions": (len(hidden), lambda: opens(cube, hidden)),
        "a view of a game": again(lambda: begun.view),
        "a cell of a view": (len(cells), lambda: [view[cell] for cell in cells]),
        "an analysis of 16x30": again(lambda: analyse(view)),
        "the safe cells of one": again(lambda: analyse(view).safe_cells),
        "a message to this process": (1000, sends),
        "HyperMines: a game of 10x10, and a dig": again(lambda: dig(10)),
        "HyperMines: a game of 1000x1000, and a dig": (1, lambda: dig(1000)),
    }


def serve() -> None:
    """Serve as a child process: for each input line, do the named work, and print the seconds that it took."""
    every = works()
    print(json.dumps({name: units for name, (units, _) in every.items()}), flush=True)
    for line in sys.stdin:
        _, work = every[line.rstrip("\n")]
        begin = time.perf_counter()
        work()
        print(time.perf_counter() - begin, flush=True)


class Child:
    """A process that has loaded one of the modules."""

    def __init__(self, folder: Path) -> None:
        paths = os.pathsep.join(str(path) for path in (folder.resolve(), Path(__file__).resolve().parent))
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env={**os.environ, "PYTHONPATH": paths},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.units: dict[str, int] = json.loads(self._line())

    def ask(self, name: str) -> float:
        """Return the seconds that a piece of work took."""
        assert self.process.stdin is not None
        self.process.stdin.write(name + "\n")
        self.process.stdin.flush()
        return float(self._line())

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()


def main() -> None:
    """Measure everything, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="NAME=FOLDER")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve()
        return
    print(pin())
    for fact, value in machine_facts():
        print(f"{fact}: {value}")
    children = {name: Child(Path(folder)) for name, _, folder in (each.partition("=") for each in arguments.modules)}
    first, *others = children
    rows = []
    for work, units in children[first].units.items():
        contenders = [
            Contender(name, partial(child.ask, work), units, elapsed=lambda answer: float(str(answer)))
            for name, child in children.items()
        ]
        rounds = arguments.rounds if "1000x1000" not in work else max(3, arguments.rounds // 20)
        figures = side_by_side(contenders, rounds)
        print_figures(work, figures.values(), first, "piece", cost=True)
        shares = [f"{ratio(figures[first], figures[name]):.2f}" for name in others]
        rows.append([work, short(figures[first].cost, "s"), *shares])
    table = markdown_table(["work", first, *(f"time of {name}" for name in others)], rows)
    print(f"\n{table}")
    if arguments.markdown is not None:
        arguments.markdown.write_text(table + "\n", encoding="utf-8")
    for child in children.values():
        child.process.communicate()


if __name__ == "__main__":
    main()
