"""A complete engine in one file, to start your own from: it needs only Python, not even hypersweep.

It plays on boards of any number of dimensions, by the two oldest rules: a clue whose mines are all known makes its
other neighbours safe, and a clue with as many covered neighbours as mines makes all of them mines. If these find no
safe cell, it opens the covered cell with the lowest share of mines by the clues next to it. docs/engine.md specifies
the protocol. To try it:

    hypersweep analyse position.txt --engine "python examples/engines/tiny_engine.py"
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from math import prod

COVERED, FLAGGED = -1, -2
# A short line may state any number of cells.
MOST_CELLS = 1_000_000
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Board:
    """A player's view: sides, adjacency, wrapped axes, mines, and a code for each cell.

    Args:
        line: the position on one line, such as "2x3-1-A1aA1a".
    """

    def __init__(self, line: str) -> None:
        if line.count("-") < 2:
            raise ValueError(f"expected a position such as 2x3-1-A1aA1a, got {line!r}")
        sides, mines, cells = line.split("-", 2)
        sides, wraps, axes = sides.partition("w")
        self.orthogonal = sides.endswith("o")
        self.shape = [int(side) for side in sides.rstrip("o").split("x")]
        everywhere = range(len(self.shape)) if wraps else []
        self.wrap = {int(axis) for axis in axes.split(".")} if axes else set(everywhere)
        self.mines = int(mines)
        if prod(self.shape) > MOST_CELLS:
            raise ValueError(f"expected at most {MOST_CELLS} cells, got {prod(self.shape)}")
        self.codes = list(read_codes(cells, prod(self.shape)))
        if len(self.codes) != prod(self.shape):
            raise ValueError(f"expected {prod(self.shape)} cells, got {len(self.codes)}")

    def cells(self) -> list[tuple[int, ...]]:
        """Return every cell, in the order of the codes."""
        return list(product(*map(range, self.shape)))

    def index(self, cell: tuple[int, ...]) -> int:
        """Return the index of a cell in that order."""
        place = 0
        for side, coordinate in zip(self.shape, cell, strict=True):
            place = place * side + coordinate
        return place

    def neighbours(self, cell: tuple[int, ...]) -> set[int]:
        """Return the cells that touch a cell."""
        found = set()
        for step in product((-1, 0, 1), repeat=len(self.shape)):
            if not any(step) or (self.orthogonal and sum(map(abs, step)) > 1):
                continue
            other = [coordinate + each for coordinate, each in zip(cell, step, strict=True)]
            other = [place % self.shape[axis] if axis in self.wrap else place for axis, place in enumerate(other)]
            if all(0 <= place < side for place, side in zip(other, self.shape, strict=True)):
                found.add(self.index(tuple(other)))
        return found - {self.index(cell)}


def read_codes(text: str, most: int) -> Iterator[int]:
    """Return the codes of a position: clues, -1 covered, -2 a flag, -3 a mine, -4 exploded, -5 a wrong flag."""
    place = 0
    while place < len(text):
        sign = text[place]
        place += 1
        if sign.isalpha():
            count = 0
            first, case = sign, str.isupper if sign.isupper() else str.islower
            while True:
                count = 26 * count + ord(sign.upper()) - 64
                if place == len(text) or not (text[place].isalpha() and case(text[place])):
                    break
                sign = text[place]
                place += 1
            if count > most:
                raise ValueError(f"expected {most} cells, got more")
            yield from [COVERED if first.isupper() else 0] * count
        elif sign in "_0":
            yield FLAGGED if sign == "_" else -3
        elif sign == "~":
            yield -4 if text[place] == "-" else -5
            place += 1
        elif sign == "." and text[place] == "-":
            end = text.index("-", place + 1)
            yield int(text[place + 1 : end])
            place = end + 1
        elif sign == ".":
            yield 10 + DIGITS.index(text[place])
            place += 1
        else:
            yield int(sign)


def best_cell(board: Board) -> tuple[int, ...] | None:
    """Return the cell to open; None if no cell is covered."""
    cells = board.cells()
    covered = {place for place, code in enumerate(board.codes) if code in (COVERED, FLAGGED)}
    clues = [(code, board.neighbours(cells[place]) & covered) for place, code in enumerate(board.codes) if code > 0]
    mines: set[int] = set()
    for _ in range(len(clues) + 1):
        found = {place for code, around in clues if len(around) == code for place in around}
        if found <= mines:
            break
        mines |= found
    safe = {place for code, around in clues if len(around & mines) == code for place in around - mines}
    safe |= {other for place, code in enumerate(board.codes) if code == 0 for other in board.neighbours(cells[place])}
    if safe & covered:
        return cells[min(safe & covered)]
    if not covered - mines:
        return None
    elsewhere = max(board.mines - len(mines), 0) / len(covered - mines)
    risk = dict.fromkeys(covered - mines, elsewhere)
    for code, around in clues:
        for place in around - mines:
            share = (code - len(around & mines)) / len(around - mines)
            risk[place] = max(risk[place], share) if risk[place] != elsewhere else share
    return cells[min(risk, key=lambda place: (risk[place], place))]


def say(text: str) -> None:
    """Print a line and flush it, since the client is waiting."""
    print(text, flush=True)


def main() -> None:
    """Answer lines until the end of input."""
    board = None
    for line in sys.stdin:
        # The field "text" takes the rest of its line.
        words = f" {line}".partition(" text=")[0].split()
        fields = dict(word.split("=", 1) for word in words[1:] if "=" in word)
        match words[:1]:
            case ["hsp"]:
                say("id name Tiny (Python)\nid version 1\nready")
            case ["position"]:
                try:
                    board = Board(fields.get("view", ""))
                except (ValueError, IndexError) as error:
                    say(f"error kind=line text={error}")
            case ["go"]:
                own = f" id={fields['id']}" if "id" in fields else ""
                cell = None if board is None else best_cell(board)
                say(f"best{own} cell={'none' if cell is None else ','.join(map(str, cell))}")
            case ["ping"]:
                say(f"pong {words[1]}" if len(words) > 1 else "error kind=line text=expected a token after ping")
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
