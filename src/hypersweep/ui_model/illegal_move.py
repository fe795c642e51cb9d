"""Why a move can't be made, in words: cells that can't be read, and moves that would change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import CellError
from hypersweep.picture.labels import axis_text, place_text
from hypersweep.text import join_or, pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.errors import GenerationError
    from hypersweep.game import Game
    from hypersweep.grid import Grid

    Cell = tuple[int, ...]

__all__ = ["cell_words", "code_of", "example_cell", "move_text", "read_cell", "why_no_board", "why_nothing"]


def read_cell(words: Sequence[str], grid: Grid, name: str, *, hint: str = "") -> Cell:
    """The cell that some words name.

    Args:
        words: coordinates as text.
        grid: the board.
        name: the command that they belong to, for the messages.
        hint: what helps; nothing for an example of the command.

    Raises:
        CellError: too few or too many, not whole numbers, or not on the board.

    >>> from hypersweep import Grid
    >>> read_cell(["2", "3"], Grid("3x4"), "open")
    (2, 3)
    """
    hint = hint or f"try '{move_text(name, example_cell(grid))}'"
    if len(words) != grid.dimensions:
        raise CellError(f"expected {pluralize(grid.dimensions, 'coordinate')}, got {len(words)}: {hint}")
    cell = []
    for axis, (word, side) in enumerate(zip(words, grid.shape, strict=True)):
        digits = word.removeprefix("-").removeprefix("+")
        if not (digits.isascii() and digits.isdigit()):
            raise CellError(f"expected a whole number for {axis_text(axis)}, got {truncate(word)}: {hint}")
        # Numbers of many digits aren't read: that would take long, and they are on no board.
        coordinate = int(digits) if len(digits.lstrip("0")) <= 20 else side
        if coordinate >= side or word.startswith("-"):
            raise CellError(
                f"expected 0 to {side - 1} for {axis_text(axis)}, got {truncate(word)[1:-1]}: the board is {grid}"
            )
        cell.append(coordinate)
    return tuple(cell)


def why_nothing(game: Game, name: str, cell: Cell) -> str:
    """Why a move on a running game changed nothing, and what would.

    >>> from hypersweep import Game
    >>> game = Game("3x4", 2, seed=1)
    >>> why_nothing(game, "chord", (0, 1))
    '(0, 1) is covered: a chord starts from an open clue'
    """
    place = place_text(cell)
    if name == "open":
        if game.is_open(cell):
            return f"{place} is open already"
        return f"{place} carries a flag: '{move_text('flag', cell)}' takes it away"
    if name == "flag":
        if not game.is_open(cell) or game.rules.flags_on_open:
            return f"{place} carries a flag already, and by these rules flags stay"
        return f"{place} is open: only covered cells take a flag"
    if not game.rules.chord:
        return f"the {game.rules.by_chance().name} rules have no chord"
    if not game.is_open(cell):
        return f"{place} is covered: a chord starts from an open clue"
    clue = code_of(game, cell)
    if clue == 0:
        return f"{place} has no mines around it: nothing to chord"
    around = game.grid.neighbours(cell)
    flags = sum(game.is_flagged(other) for other in around)
    if flags != clue:
        flags_around = pluralize(flags, "flag")
        return f"{place} shows {clue} and has {flags_around} around it: a chord needs as many flags as the clue"
    return f"{place} has nothing left to open around it"


def why_no_board(game: Game, error: GenerationError) -> str:
    """Why the first open found no board by the rules, and what can be done, in so few words that they fit a line.

    >>> from hypersweep import Game
    >>> from hypersweep.errors import GenerationError
    >>> why_no_board(Game("3x4", 2, rules="classic,guess=never,grade=pair"), GenerationError("none", tried=9000))
    'no board in 9,000 tries: try another cell, fewer mines or a harder grade'
    """
    grade, exactly = game.rules.grade, game.rules.exactly
    harder = ["another grade" if exactly else "a harder grade"] * (grade is not None)
    advice = ["another cell"] + ["fewer mines"] * (game.mines > 1) + harder
    easy = f"no board {'of that grade' if exactly else 'that easy'} begins there"
    if error.is_exhausted:
        found = "no board without guesses begins there" if grade is None else easy
    else:
        found = f"no board in {error.tried:,} tries"
    return f"{found}: try {join_or(advice)}"


def code_of(game: Game, cell: Cell) -> int:
    """The code of a cell, as in a ``View``."""
    index = game.grid.index(cell)
    return game.codes(index, index + 1)[0]


def cell_words(cell: Cell) -> str:
    """A cell as a command names it.

    >>> cell_words((3, 4))
    '3 4'
    """
    return " ".join(map(str, cell))


def move_text(name: str, cell: Cell) -> str:
    """A move as a command: its name and its cell."""
    return f"{name} {cell_words(cell)}"


def example_cell(grid: Grid) -> Cell:
    """A cell with coordinates that differ, as far as the board has them.

    >>> from hypersweep import Grid
    >>> example_cell(Grid("3x4x2"))
    (0, 1, 1)
    """
    return tuple(min(axis, side - 1) for axis, side in enumerate(grid.shape))
