"""Another ESP Minesweeper, slow and obvious, written from the text of the specification alone.

Boards are dictionaries from (row, column) to booleans, files are a dictionary from names to bytes, and the whole output
is one string. Nothing here imports hypersweep.
"""

from __future__ import annotations

import re
import struct

import naive

CLOSED, EMPTY = "░", "·"
FLAG = "\033[31m¶\033[0m"
MINE = "\033[33m@\033[0m"
HIT = "\033[33m\033[41m@\033[0m"


class Program:
    """One run: give it the settings and lines, and read `output`; `files` is the directory it saves to."""

    def __init__(self, height: int, width: int, mines: int, seed: int, files: dict[bytes, bytes]) -> None:
        self.height, self.width, self.mine_count = height, width, mines
        self.stream = naive.gnu_random(seed)
        self.files = files
        self.started = False
        self.over = False
        self.mines: set[tuple[int, int]] = set()
        self.open: set[tuple[int, int]] = set()
        self.flags: set[tuple[int, int]] = set()
        self.output = (
            "Welcome to ESP Minesweeper!\n"
            f"Chosen field size: {height} x {width}.\n"
            f"After map generation {mines} mines will be hidden in the playing field.\n"
        )

    def run(self, lines: list[bytes]) -> str:
        """Play all lines, then the end of input."""
        for line in lines:
            self.output += " > "
            self.answer(line.split())
            if self.over:
                return self.output
        self.output += " > "
        self.output += self.board()
        return self.output

    def cells(self) -> list[tuple[int, int]]:
        return [(row, column) for row in range(self.height) for column in range(self.width)]

    def around(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        return [
            (row, column)
            for row in range(max(cell[0] - 1, 0), min(cell[0] + 2, self.height))
            for column in range(max(cell[1] - 1, 0), min(cell[1] + 2, self.width))
            if (row, column) != cell
        ]

    def number(self, cell: tuple[int, int]) -> str:
        mines = len(self.mines.intersection(self.around(cell)))
        return str(mines) if mines else EMPTY

    def remaining(self) -> int:
        return len(self.mines) - len(self.flags - self.open)

    def field(self, cell: tuple[int, int]) -> str:
        if cell in self.open:
            return HIT if cell in self.mines else self.number(cell)
        return FLAG if cell in self.flags else CLOSED

    def board(self, fields: dict[tuple[int, int], str] | None = None, remaining: int | None = None) -> str:
        """Text of a board: the normal view, but for the fields given."""
        shown = {cell: self.field(cell) for cell in self.cells()} | (fields or {})
        text = f"\n  {FLAG}: {self.remaining() if remaining is None else remaining}\n"
        border = "  " + "=" * self.width + " \n"
        text += border
        for row in range(self.height):
            text += " |" + "".join(shown[row, column] for column in range(self.width)) + "|\n"
        return text + border

    def answer(self, words: list[bytes]) -> None:
        """Carry out one command."""
        wanted = {b"start": 2, b"open": 2, b"flag": 2, b"dump": 0, b"save": 1, b"load": 1, b"quit": 0}
        if not words or words[0] not in wanted:
            self.output += "Error: Unknown command!\n"
            return
        if not self.started and words[0] not in (b"start", b"load", b"quit"):
            self.output += "Error: Unknown command!\n"
            return
        if len(words) - 1 < wanted[words[0]]:
            self.output += "Error: Command is missing arguments!\n"
            return
        if len(words) - 1 > wanted[words[0]]:
            self.output += "Error: Too many arguments given for command!\n"
            return
        if words[0] in (b"start", b"open", b"flag"):
            numbers = []
            for word in words[1:]:
                if not re.fullmatch(rb"[+-]?[0-9]+", word):
                    self.output += "Error: Invalid arguments given!\n"
                    return
                numbers.append(int(word))
            cell = (numbers[0], numbers[1])
            if cell not in self.cells():
                self.output += "Error: Coordinates are invalid for this game board!\n"
                return
            {b"start": self.start, b"open": self.click, b"flag": self.flag}[words[0]](cell)
        elif words[0] == b"dump":
            revealed = {cell: MINE if cell in self.mines else self.number(cell) for cell in self.cells()}
            self.output += self.board(revealed) + self.board()
        elif words[0] == b"save":
            self.files[words[1]] = self.encode()
            self.output += self.board()
        elif words[0] == b"load":
            self.load(words[1])
        else:
            self.over = True
            self.output += self.board()

    def start(self, first: tuple[int, int]) -> None:
        self.started = True
        self.mine_count = min(self.mine_count, self.height * self.width - 1)
        fields_left = self.height * self.width - 1
        mines_left = self.mine_count
        self.mines, self.open, self.flags = set(), set(), set()
        for cell in self.cells():
            if cell == first:
                continue
            upper = next(self.stream)
            lower = next(self.stream)
            if ((upper << 32) | lower) % fields_left < mines_left:
                self.mines.add(cell)
                mines_left -= 1
            fields_left -= 1
        self.click(first)

    def click(self, cell: tuple[int, int]) -> None:
        before = self.remaining()
        if cell in self.mines - self.open:
            self.open.add(cell)
            self.end("lost", before)
            return
        self.uncover(cell)
        if len(self.open - self.mines) == self.height * self.width - len(self.mines):
            self.end("won", self.remaining())
        else:
            self.output += self.board()

    def uncover(self, cell: tuple[int, int]) -> None:
        waiting = [cell]
        while waiting:
            here = waiting.pop()
            if here in self.open or here in self.mines:
                continue
            self.open.add(here)
            if self.number(here) == EMPTY:
                waiting += self.around(here)

    def end(self, outcome: str, remaining: int) -> None:
        self.over = True
        is_hit = outcome == "lost"
        mines = {cell: HIT if is_hit and cell in self.open else MINE for cell in self.mines}
        self.output += f"\n=== You {outcome}! ===\n" + self.board(mines, remaining)

    def flag(self, cell: tuple[int, int]) -> None:
        self.flags ^= {cell}
        self.output += self.board()

    def encode(self) -> bytes:
        """The save file."""
        data = b"ESP\0" + struct.pack("<QQ", self.height, self.width)
        cells = self.cells()
        for begin in range(0, len(cells), 8):
            for chosen in (set(cells), self.mines, self.open, self.flags):
                data += bytes([sum((cell in chosen) << place for place, cell in enumerate(cells[begin : begin + 8]))])
        return data

    def load(self, name: bytes) -> None:
        if name not in self.files:
            self.output += "Error: Failed to open file!\n"
            return
        decoded = decode(self.files[name])
        if decoded is None:
            self.output += "Error: Invalid file content!\n"
            return
        self.height, self.width, self.mines, self.open, self.flags = decoded
        self.mine_count = len(self.mines)
        self.started = True
        self.output += self.board()


Planes = tuple[int, int, set[tuple[int, int]], set[tuple[int, int]], set[tuple[int, int]]]


def decode(data: bytes) -> Planes | None:
    """Height, width, mines, open cells and flags of a save file, or None where it isn't one."""
    if len(data) < 20 or data[:4] != b"ESP\0":
        return None
    height, width = struct.unpack("<QQ", data[4:20])
    if height * width == 0 or len(data) != 20 + (height * width + 7) // 8 * 4:
        return None
    planes: list[set[tuple[int, int]]] = [set(), set(), set(), set()]
    for index in range((len(data) - 20) // 4 * 8):
        for plane, members in enumerate(planes):
            if data[20 + index // 8 * 4 + plane] >> index % 8 & 1:
                members.add((index // width, index % width))
    valid, mines, opened, flags = planes
    if valid != {(row, column) for row in range(height) for column in range(width)}:
        return None
    if not (mines | opened | flags) <= valid:
        return None
    return height, width, mines, opened, flags
