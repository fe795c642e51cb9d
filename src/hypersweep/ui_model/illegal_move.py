"""Messages on moves that can't be made: unreadable cells, and moves without effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.errors import CellError
from hypersweep.text import axis_text, join_or, place_text, pluralize
from hypersweep.validation import truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.errors import GenerationError
    from hypersweep.game import Game
    from hypersweep.grid import Grid

    Cell = tuple[int, ...]


def read_cell(words: Sequence[str], grid: Grid, name: str, *, hint: str = "") -> Cell:
    """Parse a cell.

    Args:
        words: coordinates as text.
        grid: the board.
        name: command, for the messages.
        hint: advice for the message; empty for an example of the command.

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
        # Reject numbers of many digits: no board has them, and converting them would take long.
        coordinate = int(digits) if len(digits.lstrip("0")) <= 20 else side
        if coordinate >= side or word.startswith("-"):
            raise CellError(
                f"expected 0 to {side - 1} for {axis_text(axis)}, got {truncate(word)[1:-1]}: the board is {grid}"
            )
        cell.append(coordinate)
    return tuple(cell)


def why_nothing(game: Game, name: str, cell: Cell) -> str:
    """Return why a move on a running game had no effect, and which move would have one.

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
    """Return why no board was found for the first open, and what to do, short enough for one line.

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
    """Return the code of a cell, as in a ``View``."""
    index = game.grid.index(cell)
    return game.codes(index, index + 1)[0]


def cell_words(cell: Cell) -> str:
    """Return a cell as a command names it.

    >>> cell_words((3, 4))
    '3 4'
    """
    return " ".join(map(str, cell))


def move_text(name: str, cell: Cell) -> str:
    """Return a move as a command: its name and its cell."""
    return f"{name} {cell_words(cell)}"


def example_cell(grid: Grid) -> Cell:
    """Return a cell whose coordinates differ, as far as the board has such cells.

    >>> from hypersweep import Grid
    >>> example_cell(Grid("3x4x2"))
    (0, 1, 1)
    """
    return tuple(min(axis, side - 1) for axis, side in enumerate(grid.shape))
