"""The C library of ``hypersweep comp2017 build`` compared with a plain C program and the same functions in Python.

Run: python benchmarks/comp2017.py [--quick] [--markdown FILE]

``init`` calls ``init_game`` on a large board, in memory that has been used before. ``from the back``, ``from the
front`` and ``in random order`` select all safe cells of a board, with one call for each. The plain program, comp2017.c,
handles only two dimensions and counts the remaining safe cells in a variable; ``minesweeper.c`` is the output of
``--source``. All are compiled with the same constants, and their games must end with the same selection.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import subprocess
import tempfile
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from hypersweep.courses.comp2017 import Cell, init_game, select_cell
from hypersweep.courses.comp2017.comp2017_library import build_library, write_source
from timing import Contender, Row, machine_facts, pin, print_figures, print_rows, ratio, short, side_by_side

OURS, SOURCE, PLAIN = "libminesweeper", "minesweeper.c", "plain C"
OPTIONS = ("-std=c11", "-fPIC", "-shared")
AIM_INIT = 1.1

Point = tuple[int, int]


class Library:
    """A loaded contender: its two functions, and the C program's loop over selections."""

    def __init__(self, path: Path, prefix: str, plain: ctypes.CDLL) -> None:
        loaded = ctypes.CDLL(str(path))
        self.init = loaded.plain_init if prefix else loaded.init_game
        self.select = ctypes.cast(loaded.plain_select if prefix else loaded.select_cell, ctypes.c_void_p)
        self.loop = plain.play
        self.loop.restype = ctypes.c_long


class Board:
    """The arguments of a two-dimensional game as C takes them, and memory for its array."""

    def __init__(self, sides: Point, mines: list[Point], size: int) -> None:
        self.sides = (ctypes.c_int * 2)(*sides)
        self._mines: list[Any] = [(ctypes.c_int * 2)(*mine) for mine in mines]
        self.count = len(mines)
        self.mines = (ctypes.POINTER(ctypes.c_int) * max(1, len(mines)))(*self._mines)
        self.memory = ctypes.create_string_buffer(sides[0] * sides[1] * size)

    def start(self, library: Library) -> None:
        """Call ``init_game``."""
        library.init(self.memory, 2, self.sides, self.count, self.mines)

    def play(self, library: Library, order: Any) -> int:
        """Select cells in turn until the game ends. Returns: the number of selections."""
        return int(library.loop(library.select, self.memory, self.sides, order, ctypes.c_long(len(order) // 2)))


def compile_all(folder: Path, max_adjacent: int, max_dim: int) -> dict[str, Library]:
    """Return the three contenders, compiled with -O3 and the same constants."""
    build_library(folder, max_adjacent=max_adjacent, max_dim=max_dim)
    own = folder / "own"
    write_source(own)
    constants = f"#define MAX_ADJACENT {max_adjacent}\n#define MAX_DIM {max_dim}\n"
    (own / "params.h").write_text(constants, encoding="utf-8")
    for name, source in (("source", own / "minesweeper.c"), ("plain", Path(__file__).with_name("comp2017.c"))):
        command = ["cc", *OPTIONS, "-O3", f"-I{own}", "-o", str(folder / f"{name}.so"), str(source)]
        subprocess.run(command, check=True)
    plain = ctypes.CDLL(str(folder / "plain.so"))
    return {
        OURS: Library(folder / "libminesweeper.so", "", plain),
        SOURCE: Library(folder / "source.so", "", plain),
        PLAIN: Library(folder / "plain.so", "plain_", plain),
    }


def random_mines(draw: random.Random, sides: Point, share: float) -> list[Point]:
    """Return different random cells that make up a given fraction of the board."""
    places = draw.sample(range(sides[0] * sides[1]), round(share * sides[0] * sides[1]))
    return [divmod(place, sides[1]) for place in places]


def struct_size(max_adjacent: int, max_dim: int) -> int:
    """Return the size of a C ``struct cell`` in bytes."""

    class Struct(ctypes.Structure):
        _fields_ = (
            ("first", ctypes.c_int * 3),
            ("adjacent", ctypes.c_void_p * max_adjacent),
            ("last", ctypes.c_int * (max_dim + 1)),
        )

    return ctypes.sizeof(Struct)


def measure_init(libraries: dict[str, Library], sides: Point, share: float, rounds: int) -> Row:
    """Measure ``init_game`` of all three, in the same memory."""
    mines = random_mines(random.Random(1), sides, share)
    board = Board(sides, mines, struct_size(8, 2))
    contenders = [Contender(name, partial(board.start, each)) for name, each in libraries.items()]
    figures = side_by_side(contenders, rounds)
    name = f"init {sides[0]}x{sides[1]}, {share:.0%} mines"
    print_figures(name, figures.values(), OURS, "call", cost=True)
    times = 1 / ratio(figures[OURS], figures[PLAIN])
    seen = ", ".join(f"{each} {short(figures[each].cost, 's')}" for each in (SOURCE, PLAIN))
    aim = f"<= {AIM_INIT} x the time"
    return Row(name, short(figures[OURS].cost, "s"), seen, f"{times:.2f} x the time", aim, times <= AIM_INIT)


def orders(sides: Point, mines: list[Point]) -> dict[str, Any]:
    """Return the safe cells as pairs, in three orders."""
    taken = set(mines)
    cells = [(row, column) for row in range(sides[0]) for column in range(sides[1]) if (row, column) not in taken]
    shuffled = random.Random(2).sample(cells, len(cells))
    listed = {"from the front": cells, "from the back": cells[::-1], "in random order": shuffled}
    return {name: (ctypes.c_int * (2 * len(each)))(*chain.from_iterable(each)) for name, each in listed.items()}


def measure_play(
    libraries: dict[str, Library], sides: Point, max_adjacent: int, max_dim: int, rounds: int
) -> list[Row]:
    """Measure whole games of all three, which select one safe cell after another."""
    mines = random_mines(random.Random(1), sides, 0.16)
    boards = {name: Board(sides, mines, struct_size(max_adjacent, max_dim)) for name in libraries}
    rows = []
    for name, order in orders(sides, mines).items():
        ends: dict[str, int] = {}

        def contender(player: str, order: Any = order, ends: dict[str, int] = ends) -> Contender:
            def work() -> None:
                ends[player] = boards[player].play(libraries[player], order)

            return Contender(player, work, 1, lambda: boards[player].start(libraries[player]))

        figures = side_by_side([contender(player) for player in libraries], rounds)
        what = f"select {sides[0]}x{sides[1]} {name}, MAX_ADJACENT {max_adjacent}"
        print_figures(what, figures.values(), OURS, "game", cost=True)
        same = len({*ends.values()}) == 1 and ends[OURS] > 0
        if not same:
            print("   the games did NOT END TOGETHER")
        times = 1 / ratio(figures[OURS], figures[PLAIN])
        seen = ", ".join(f"{each} {short(figures[each].cost, 's')}" for each in (SOURCE, PLAIN))
        rows.append(
            Row(what, short(figures[OURS].cost, "s"), seen, f"{times:.2f} x the time", "", None if same else False)
        )
    return rows


def measure_python(sides: Point) -> list[Row]:
    """Measure the same functions in Python, once."""
    mines = random_mines(random.Random(1), sides, 0.16)
    rows = []
    for name, order in orders(sides, mines).items():
        game: list[Cell] = []
        init_game(game, 2, sides, len(mines), mines)
        cells = list(zip(order[::2], order[1::2], strict=True))

        def work(cells: list[Point] = cells, game: list[Cell] = game) -> None:
            for cell in cells:
                select_cell(game, 2, sides, cell)

        figures = side_by_side([Contender("Python", work, len(cells))], 1, warm_up=False)
        print_figures(f"select {sides[0]}x{sides[1]} {name}, in Python", figures.values(), None, "selection", cost=True)
        rows.append(Row(f"Python, {sides[0]}x{sides[1]} {name}", short(figures["Python"].best, "s"), "", "", "", None))
    return rows


def main() -> None:
    """Measure everything, and print a table at the end."""
    parser = argparse.ArgumentParser(description="Measure the C library of COMP2017 next to plain C.")
    parser.add_argument("--quick", action="store_true", help="smaller boards and fewer rounds")
    parser.add_argument("--markdown", type=Path, help="write the closing table to this file too")
    options = parser.parse_args()
    for name, fact in [*machine_facts(), ("cores", pin())]:
        print(f"{name}: {fact}")
    large, middle, rounds = ((300, 300), (100, 100), 5) if options.quick else ((1000, 1000), (300, 300), 15)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        libraries = compile_all(Path(folder) / "small", 8, 2)
        rows += [measure_init(libraries, large, share, rounds) for share in (0.01, 0.16, 0.5)]
        rows += measure_play(libraries, middle, 8, 2, rounds)
        rows += measure_play(compile_all(Path(folder) / "large", 242, 5), middle, 242, 5, rounds)
    rows += measure_python(middle)
    print_rows(rows, options.markdown)


if __name__ == "__main__":
    main()
