"""The slow and obvious version of every kernel, with which the fast ones are compared.

Everything here follows the definitions in the specifications word by word: neighbours by trying all steps, clues by
counting, cascades with a plain queue, undo by keeping copies. Nothing imports hypersweep, so nothing can be wrong in
both places for the same reason. It needn't be fast, only fast enough for boards of a few hundred cells.
"""

from __future__ import annotations

import functools
import itertools
from collections import deque
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Literal

Cell = tuple[int, ...]
Outcome = Literal["ongoing", "won", "lost"]

COVERED = -1
FLAGGED = -2
MINE = -3
EXPLODED = -4
WRONG_FLAG = -5


@dataclass(frozen=True)
class Board:
    """A shape with its adjacency and its wrapped axes."""

    shape: tuple[int, ...]
    adjacency: str = "moore"
    wrap: tuple[int, ...] = ()

    def cells(self) -> list[Cell]:
        """Return every cell, the last axis running fastest."""
        return _cells(self.shape)

    def index(self, cell: Cell) -> int:
        """Return the place of a cell in `cells()`."""
        return self.cells().index(cell)

    def neighbours(self, cell: Cell) -> list[Cell]:
        """Return the neighbours of a cell in the order of `cells()`."""
        return _neighbours(self, cell)

    def clue(self, mines: AbstractSet[Cell], cell: Cell) -> int:
        """Return the number of mines among the neighbours of a cell."""
        return sum(neighbour in mines for neighbour in self.neighbours(cell))

    def bits(self, chosen: AbstractSet[Cell]) -> bytes:
        """Return the bit string of some cells: bit i % 8 of byte i // 8 is the cell with index i."""
        every = self.cells()
        packed = bytearray((len(every) + 7) // 8)
        for index, cell in enumerate(every):
            if cell in chosen:
                packed[index // 8] += 1 << (index % 8)
        return bytes(packed)

    def from_bits(self, data: bytes) -> set[Cell]:
        """Return the cells of a bit string; the reverse of `bits`."""
        return {cell for index, cell in enumerate(self.cells()) if data[index // 8] >> (index % 8) & 1}

    def kept_free(self, first: Cell | None, first_open: str) -> set[Cell]:
        """Return the cells that a first open at `first` keeps free of mines."""
        if first is None or first_open == "any":
            return set()
        if first_open == "safe":
            return {first}
        return {first, *self.neighbours(first)}


# Both are remembered only because the same boards come up again and again.
@functools.lru_cache(maxsize=64)
def _cells(shape: tuple[int, ...]) -> list[Cell]:
    return list(itertools.product(*(range(side) for side in shape)))


@functools.lru_cache(maxsize=65536)
def _neighbours(board: Board, cell: Cell) -> list[Cell]:
    # Every step of -1, 0 and 1 along each axis is tried; a set takes out what wrapped axes bring twice.
    found: set[Cell] = set()
    for step in itertools.product((-1, 0, 1), repeat=len(board.shape)):
        if board.adjacency == "orthogonal" and sum(abs(part) for part in step) != 1:
            continue
        place = []
        for axis, (coordinate, part, side) in enumerate(zip(cell, step, board.shape, strict=True)):
            moved = coordinate + part
            if axis in board.wrap:
                moved %= side
            if 0 <= moved < side:
                place.append(moved)
        if len(place) == len(board.shape):
            found.add(tuple(place))
    found.discard(cell)
    return sorted(found)


@dataclass(frozen=True)
class State:
    """What undo brings back."""

    opened: frozenset[Cell]
    flagged: frozenset[Cell]
    outcome: Outcome


@dataclass(frozen=True)
class Rules:
    """The rules of one game; the defaults are the classic ones."""

    flag_protects_click: bool = True
    flag_protects_cascade: bool = True
    flags_on_open: bool = False
    chord: bool = True
    flag_toggles: bool = True


@dataclass
class Game:
    """A game on a decided layout, played with sets and copies.

    Each move returns the set of cells whose open bit or flag bit it changed; an empty set if nothing happened.
    """

    board: Board
    mines: frozenset[Cell]
    rules: Rules = field(default_factory=Rules)
    opened: set[Cell] = field(default_factory=set)
    flagged: set[Cell] = field(default_factory=set)
    outcome: Outcome = "ongoing"
    history: list[State] = field(default_factory=list)

    def state(self) -> State:
        """Return a copy of all that a move can change."""
        return State(frozenset(self.opened), frozenset(self.flagged), self.outcome)

    def covered_flags(self) -> int:
        """Return the number of cells that are flagged and covered."""
        return len(self.flagged - self.opened)

    def safe_opened(self) -> int:
        """Return the number of safe cells that are open."""
        return len(self.opened - self.mines)

    def open(self, cell: Cell) -> set[Cell]:
        """Play a left click."""
        if self.outcome != "ongoing" or cell in self.opened:
            return set()
        if cell in self.flagged and self.rules.flag_protects_click:
            return set()
        before = self.state()
        self._click(cell)
        return self._finish(before)

    def flag(self, cell: Cell) -> set[Cell]:
        """Play a right click."""
        if self.outcome != "ongoing":
            return set()
        if cell in self.opened and not self.rules.flags_on_open:
            return set()
        if cell in self.flagged and not self.rules.flag_toggles:
            return set()
        self.history.append(self.state())
        self.flagged ^= {cell}
        return {cell}

    def chord(self, cell: Cell) -> set[Cell]:
        """Play a click with both buttons."""
        if self.outcome != "ongoing" or not self.rules.chord or cell not in self.opened or cell in self.mines:
            return set()
        covered = [place for place in self.board.neighbours(cell) if place not in self.opened]
        flagged = [place for place in covered if place in self.flagged]
        unflagged = [place for place in covered if place not in self.flagged]
        clue = self.board.clue(self.mines, cell)
        if clue == 0 or len(flagged) != clue:
            return set()
        before = self.state()
        exploding = [place for place in unflagged if place in self.mines]
        for place in exploding or unflagged:
            if place not in self.opened:
                self._click(place)
        return self._finish(before)

    def undo(self) -> set[Cell]:
        """Take the last move that changed anything back."""
        if not self.history:
            return set()
        now = self.state()
        last = self.history.pop()
        self.opened = set(last.opened)
        self.flagged = set(last.flagged)
        self.outcome = last.outcome
        return set((now.opened ^ last.opened) | (now.flagged ^ last.flagged))

    def _click(self, cell: Cell) -> None:
        if cell in self.mines:
            self._uncover(cell)
            self.outcome = "lost"
            return
        queue = deque([cell])
        self._uncover(cell)
        while queue:
            here = queue.popleft()
            if self.board.clue(self.mines, here) != 0:
                continue
            for neighbour in self.board.neighbours(here):
                if neighbour in self.opened:
                    continue
                if neighbour in self.flagged and self.rules.flag_protects_cascade:
                    continue
                self._uncover(neighbour)
                queue.append(neighbour)

    def _uncover(self, cell: Cell) -> None:
        self.opened.add(cell)
        if not self.rules.flags_on_open:
            self.flagged.discard(cell)

    def _finish(self, before: State) -> set[Cell]:
        after = self.state()
        changed = (before.opened ^ after.opened) | (before.flagged ^ after.flagged)
        if changed:
            self.history.append(before)
            if self.outcome == "ongoing" and self.safe_opened() == len(self.board.cells()) - len(self.mines):
                self.outcome = "won"
        return set(changed)

    def code(self, cell: Cell) -> int:
        """Return what the player sees on a cell."""
        if cell in self.opened:
            return EXPLODED if cell in self.mines else self.board.clue(self.mines, cell)
        if self.outcome == "ongoing":
            return FLAGGED if cell in self.flagged else COVERED
        if cell in self.flagged:
            return FLAGGED if cell in self.mines else WRONG_FLAG
        return MINE if cell in self.mines else COVERED

    def codes(self) -> list[int]:
        """Return what the player sees on every cell."""
        return [self.code(cell) for cell in self.board.cells()]

    def revealed(self) -> list[int]:
        """Return the clue or MINE of every cell, as if all were open."""
        return [MINE if cell in self.mines else self.board.clue(self.mines, cell) for cell in self.board.cells()]


def clues(board: Board, mines: AbstractSet[Cell]) -> list[int]:
    """Return the number of neighbouring mines of every cell, mines included."""
    return [board.clue(mines, cell) for cell in board.cells()]


def gnu_random(seed: int) -> Iterator[int]:
    """Return the numbers of rand() of the GNU C library after srand(seed): 34 words seeded, 310 results thrown away."""
    word = seed & 0xFFFFFFFF
    if word == 0:
        word = 1
    if word >= 2**31:
        word -= 2**32
    r = [word]
    for i in range(1, 31):
        r.append(16807 * r[i - 1] % 2147483647)
    for i in range(31, 34):
        r.append(r[i - 31])
    for i in itertools.count(34):
        r.append((r[i - 3] + r[i - 31]) & 0xFFFFFFFF)
        if i >= 34 + 310:
            yield r[i] >> 1


def gnu_random_64(stream: Iterator[int]) -> int:
    """Return a 64-bit number of two: the first is the upper half."""
    upper = next(stream)
    lower = next(stream)
    return upper << 32 | lower


def esp_mines(shape: Sequence[int], mines: int, first: Cell, stream: Iterator[int]) -> set[Cell]:
    """Return the mines of the map generation algorithm of the ESP specification."""
    board = Board(tuple(shape))
    fields_left = len(board.cells()) - 1
    mines_left = mines
    found: set[Cell] = set()
    for cell in board.cells():
        if cell == first:
            continue
        if gnu_random_64(stream) % fields_left < mines_left:
            found.add(cell)
            mines_left -= 1
        fields_left -= 1
    return found


_WORD = 2**64
_GOLDEN = 0x9E3779B97F4A7C15


def _mix(word: int) -> int:
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % _WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB % _WORD
    return word ^ word >> 31


class Stream:
    """The random numbers of version 1, as the page of hypersweep.rng defines them."""

    def __init__(self, seed: int, name: str = "layout", index: int = 0) -> None:
        spelled = 0xCBF29CE484222325
        for byte in (name + "/1").encode():
            spelled = (spelled ^ byte) * 0x100000001B3 % _WORD
        self.key = _mix((_mix(_mix(seed) ^ spelled) + index * _GOLDEN) % _WORD)
        self.used = 0

    def word(self, place: int) -> int:
        """Return the word at a place of the stream, wherever the stream stands."""
        return _mix((self.key + (place + 1) * _GOLDEN) % _WORD)

    def bits64(self) -> int:
        """Return the next word."""
        self.used += 1
        return self.word(self.used - 1)

    def below(self, bound: int) -> int:
        """Return the next number below a bound: the upper word of a product, the odd few of the lower ones left out."""
        while True:
            upper, lower = divmod(self.bits64() * bound, _WORD)
            if lower >= _WORD % bound:
                return upper


def random_mines(board: Board, mines: int, seed: int, index: int, first: Cell | None, first_open: str) -> set[Cell]:
    """Return the mines of the uniform layout that `Layout.random` describes step by step."""
    every = board.cells()
    kept_free = {place for place, cell in enumerate(every) if cell in board.kept_free(first, first_open)}
    n = len(every)
    words = -(-n // 64)
    a = n - len(kept_free)
    stream = Stream(seed, "layout", index)

    inverted = mines > a // 2
    m = a - mines if inverted else mines

    k = t = 0
    if m > n // 16:
        k = min(n.bit_length() // 2 + 2, 63 - m.bit_length())
        t = (m << k) // a
        t = max(t - 1, 0)
        while t != 0 and t % 2 == 0:
            t //= 2
            k -= 1
        if t == 0:
            k = 0
    drawn = set()
    for w in range(words):
        word = 0
        for j in range(k):
            fresh = stream.word(j * words + w)
            word = word | fresh if t >> j & 1 else word & fresh
        drawn |= {64 * w + bit for bit in range(64) if word >> bit & 1}
    drawn = {place for place in drawn if place < n} - kept_free

    stream.used = k * words
    while len(drawn) > m:
        drawn.discard(stream.below(n))
    while len(drawn) < m:
        place = stream.below(n)
        if place not in kept_free:
            drawn.add(place)

    if inverted:
        drawn = set(range(n)) - drawn - kept_free
    return {every[place] for place in drawn}
