#!/usr/bin/env python3
"""ESP Minesweeper as a student might submit it, but in Python instead of C."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import deque
from collections.abc import Iterator  # noqa: TC003 - a student's program stands alone

FLAG = "\033[31m¶\033[0m"
MINE = "\033[33m@\033[0m"
HIT = "\033[33m\033[41m@\033[0m"
CLOSED, EMPTY = "░", "·"

PARAMETERS = {"--size": 2, "--mines": 1, "--seed": 1}
MESSAGES = {
    2: "Invalid number of parameters given!",
    3: "Unexpected argument provided!",
    4: "Invalid type for argument!",
    5: "Invalid value for argument!",
}
COMMANDS = {"start": 2, "open": 2, "flag": 2, "dump": 0, "save": 1, "load": 1, "quit": 0}
BEFORE_START = ("start", "load", "quit")
LARGEST = 2**64
MOST_CELLS = 1 << 27


def rand(seed: int) -> Iterator[int]:
    """Yield the GNU C library's random numbers for a seed."""
    # The C library treats srand(0) like srand(1), and the seed as a signed number.
    numbers = [(seed or 1) - (seed >> 31 << 32)]
    for _ in range(30):
        numbers.append(16807 * numbers[-1] % 2147483647)
    state = deque(numbers[:31] + numbers[:3], maxlen=34)
    for _ in range(34, 344):
        state.append((state[3] + state[31]) % (1 << 32))
    while True:
        state.append((state[3] + state[31]) % (1 << 32))
        yield state[-1] >> 1


class Field:
    """A board: its fields, stored row by row."""

    def __init__(self, height: int, width: int) -> None:
        self.height = height
        self.width = width
        cells = height * width
        self.mined: bytearray = bytearray(cells)
        self.opened: bytearray = bytearray(cells)
        self.flagged: bytearray = bytearray(cells)

    def around(self, cell: int) -> Iterator[int]:
        """Yield the neighbours of a cell."""
        row, column = divmod(cell, self.width)
        for other_row in range(max(row - 1, 0), min(row + 2, self.height)):
            for other in range(max(column - 1, 0), min(column + 2, self.width)):
                if (other_row, other) != (row, column):
                    yield other_row * self.width + other

    def number(self, cell: int) -> int:
        """Return the number of mines next to a cell."""
        return sum(self.mined[other] for other in self.around(cell))

    def place_mines(self, mines: int, first: int, numbers: Iterator[int]) -> None:
        """Place the mines at random, but not on the first field opened."""
        left = self.height * self.width - 1
        for cell in range(self.height * self.width):
            if cell == first:
                continue
            if (next(numbers) << 32 | next(numbers)) % left < mines:
                self.mined[cell] = 1
                mines -= 1
            left -= 1

    def open(self, cell: int) -> None:
        """Open a field; if it is empty, also open its neighbours, and so on."""
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if self.opened[cell]:
                continue
            self.opened[cell] = 1
            if self.mined[cell] or self.number(cell) > 0:
                continue
            waiting.extend(other for other in self.around(cell) if not self.opened[other])

    def is_won(self) -> bool:
        """Return whether every field without a mine is open."""
        return all(opened or mined for opened, mined in zip(self.opened, self.mined, strict=True))

    def remaining(self) -> int:
        """Return the number of remaining flags: mines minus flags on closed fields."""
        placed = sum(flag and not opened for flag, opened in zip(self.flagged, self.opened, strict=True))
        return sum(self.mined) - placed

    def show(self, remaining: int, *, uncovered: bool = False, lost: bool = False) -> None:
        """Print the board."""
        border = "  " + "=" * self.width + " "
        print(f"\n  {FLAG}: {remaining}")
        print(border)
        for row in range(self.height):
            cells = range(row * self.width, (row + 1) * self.width)
            print(" |" + "".join(self.symbol(cell, uncovered, lost) for cell in cells) + "|")
        print(border)

    def symbol(self, cell: int, uncovered: bool, lost: bool) -> str:
        """Return the text shown for a field, including any colour codes."""
        if self.mined[cell] and self.opened[cell]:
            return HIT
        if self.mined[cell] and (uncovered or lost):
            return MINE
        if not self.opened[cell] and not uncovered:
            return FLAG if self.flagged[cell] else CLOSED
        number = self.number(cell)
        return str(number) if number else EMPTY


def last_valid(cells: int) -> int:
    """Return how many bits are in use in the last block of a save file."""
    return 0xFF >> (-cells % 8)


def save(name: bytes, field: Field) -> None:
    """Write a game to a file; if that fails, an existing file is unchanged."""
    cells = field.height * field.width
    data = bytearray(b"ESP\0" + field.height.to_bytes(8, "little") + field.width.to_bytes(8, "little"))
    for begin in range(0, cells, 8):
        end = min(begin + 8, cells)
        data.append(0xFF if end - begin == 8 else last_valid(cells))
        for plane in (field.mined, field.opened, field.flagged):
            data.append(sum(plane[cell] << (cell - begin) for cell in range(begin, end)))
    if os.path.exists(name) and not os.path.isfile(name):
        with open(name, "wb") as file:
            file.write(data)
        return
    handle, scratch = tempfile.mkstemp(dir=os.path.dirname(name) or b".")
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(scratch, name)
    except OSError:
        os.unlink(scratch)
        raise


def load(name: bytes) -> Field | None:
    """Return the game in a file, or None if the file isn't a valid save file."""
    with open(name, "rb") as file:
        data = file.read()
    height, width = int.from_bytes(data[4:12], "little"), int.from_bytes(data[12:20], "little")
    cells = height * width
    if len(data) < 20 or data[:4] != b"ESP\0" or not 1 <= cells <= LARGEST:
        return None
    if len(data) != 20 + (cells + 7) // 8 * 4:
        return None
    field = Field(height, width)
    for begin in range(0, cells, 8):
        place = 20 + begin // 8 * 4
        valid = 0xFF if cells - begin >= 8 else last_valid(cells)
        if data[place] != valid:
            return None
        for number, plane in enumerate((field.mined, field.opened, field.flagged), 1):
            if data[place + number] & ~valid:
                return None
            for cell in range(begin, min(begin + 8, cells)):
                plane[cell] = data[place + number] >> (cell - begin) & 1
    return field


def integer(word: str) -> int | None:
    """Return a word as an integer, or None if it isn't one."""
    digits = word[1:] if word[:1] in ("+", "-") else word
    if not (digits.isascii() and digits.isdigit()):
        return None
    number = int(digits) if len(digits) < 4000 else LARGEST * LARGEST
    return -number if word[0] == "-" else number


class Session:
    """A session: the settings, the current board, and the commands."""

    def __init__(self, height: int, width: int, mines: int, seed: int) -> None:
        self.field: Field = Field(height, width)
        self.mines: int = mines
        self.numbers: Iterator[int] = rand(seed)
        self.is_started: bool = False

    def answer(self, words: list[bytes]) -> str | None:
        """Execute a command. Returns: the error message, "" if there is none, or None at the end of the game."""
        name = words[0].decode("latin-1") if words else ""
        if name not in COMMANDS or (name not in BEFORE_START and not self.is_started):
            return "Error: Unknown command!"
        arguments = words[1:]
        if len(arguments) < COMMANDS[name]:
            return "Error: Command is missing arguments!"
        if len(arguments) > COMMANDS[name]:
            return "Error: Too many arguments given for command!"
        if name in ("start", "open", "flag"):
            return self.move(name, [word.decode("latin-1") for word in arguments])
        if name == "quit":
            self.show()
            return None
        if name == "dump":
            self.field.show(self.field.remaining(), uncovered=True)
        else:
            try:
                if name == "save":
                    save(arguments[0], self.field)
                else:
                    loaded = load(arguments[0])
                    if loaded is None:
                        return "Error: Invalid file content!"
                    self.field = loaded
                    self.mines = sum(loaded.mined)
                    self.is_started = True
            except (OSError, ValueError, MemoryError, OverflowError):
                return "Error: Failed to open file!"
        self.show()
        return ""

    def move(self, name: str, words: list[str]) -> str | None:
        """Execute ``start``, ``open`` or ``flag``, whose arguments name a field."""
        place = [integer(word) for word in words]
        if place[0] is None or place[1] is None:
            return "Error: Invalid arguments given!"
        row, column = place[0], place[1]
        if not (0 <= row < self.field.height and 0 <= column < self.field.width):
            return "Error: Coordinates are invalid for this game board!"
        cell = row * self.field.width + column
        if name == "start":
            self.field = Field(self.field.height, self.field.width)
            self.mines = min(self.mines, self.field.height * self.field.width - 1)
            self.field.place_mines(self.mines, cell, self.numbers)
            self.is_started = True
        remaining = self.field.remaining()
        if name == "flag":
            self.field.flagged[cell] ^= 1
            self.show()
            return ""
        is_lost = bool(self.field.mined[cell]) and not self.field.opened[cell]
        self.field.open(cell)
        if is_lost:
            print("\n=== You lost! ===")
            self.field.show(remaining, lost=True)
            return None
        if self.field.is_won():
            print("\n=== You won! ===")
            self.field.show(self.field.remaining(), uncovered=True)
            return None
        self.show()
        return ""

    def show(self) -> None:
        """Print the board in its normal view."""
        self.field.show(self.field.remaining() if self.is_started else 0)


def parse(words: list[str]) -> tuple[int, int, int, int] | int:
    """Return height, width, mines and seed, or the exit status of an error."""
    numbers = {"--size": [9, 9], "--mines": [10], "--seed": [0]}
    while words:
        name, words = words[0], words[1:]
        if name not in PARAMETERS:
            return 3
        given, words = words[: PARAMETERS[name]], words[PARAMETERS[name] :]
        if len(given) < PARAMETERS[name]:
            return 2
        found = [integer(word) for word in given]
        numbers[name] = [number for number in found if number is not None]
        if None in found:
            return 4
    (height, width), (mines,), (seed,) = numbers["--size"], numbers["--mines"], numbers["--seed"]
    if not (1 <= height <= LARGEST and 1 <= width <= LARGEST and 0 <= mines < min(height * width, LARGEST)):
        return 5
    return height, width, mines, seed % (1 << 32)


def main() -> int:
    """Run the program. Returns: the exit status."""
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    settings = parse(sys.argv[1:])
    if isinstance(settings, int):
        print(MESSAGES[settings])
        return settings
    height, width, mines, seed = settings
    if height * width > MOST_CELLS:
        print("Out of memory!")
        return 1
    session = Session(height, width, mines, seed)
    print("Welcome to ESP Minesweeper!")
    print(f"Chosen field size: {height} x {width}.")
    print(f"After map generation {mines} mines will be hidden in the playing field.")
    while True:
        print(" > ", end="", flush=True)
        error = session.answer((sys.stdin.buffer.readline() or b"quit").split())
        if error is None:
            sys.stdout.flush()
            return 0
        if error:
            print(error)


if __name__ == "__main__":
    sys.exit(main())
