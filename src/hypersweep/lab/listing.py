"""Lists of numbers and of boards as people write them, in commands and in files alike."""

from __future__ import annotations

from fractions import Fraction

from hypersweep.arguments import shorten
from hypersweep.boards import find_board, standard_mines
from hypersweep.errors import ParameterError
from hypersweep.grid import Grid
from hypersweep.lazy import defer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
else:
    defer(globals(), "from collections.abc import Iterable, Iterator")

__all__ = ["mines_of_density", "numbers_of", "settings_of", "whole_numbers_of"]

_MOST_NUMBERS = 10_000
_LONGEST = 20


def numbers_of(text: str, name: str) -> Iterator[Fraction]:
    """The numbers that a text lists, exactly as they are written.

    Args:
        text: numbers with commas between them, and ranges: "0.05:0.25:0.05" from the first to the last by a step, and
            of whole numbers "1-8".
        name: what they are for, such as "--mines".

    Raises:
        ParameterError: something else, or more numbers than anybody could mean.

    >>> [*map(str, numbers_of("0.1:0.3:0.1,2-4", "--mines"))]
    ['1/10', '1/5', '3/10', '2', '3', '4']
    """
    count = 0
    for part in text.split(","):
        begin, last, step = _range(part.strip(), name, text)
        number = begin
        while number <= last:
            yield number
            number += step
            count += 1
            if count > _MOST_NUMBERS:
                raise ParameterError(f"expected at most {_MOST_NUMBERS:,} numbers for {name}, got more")


def _range(part: str, name: str, text: str) -> tuple[Fraction, Fraction, Fraction]:
    """The first number of a part, the last, and the step between them."""
    if ":" in part:
        ends = [_number(end, name, text) for end in part.split(":")]
    else:
        ends = [_number(end, name, text) for end in part.split("-")]
        if len(ends) == 1:
            return ends[0], ends[0], Fraction(1)
        ends.append(Fraction(1))
        if any(end.denominator != 1 for end in ends):
            ends = []
    if len(ends) != 3 or ends[2] <= 0 or ends[1] < ends[0]:
        raise ParameterError(
            f"expected a range as FIRST:LAST:STEP, or FIRST-LAST of whole numbers, for {name}, got {shorten(part)}"
        )
    return ends[0], ends[1], ends[2]


def _number(part: str, name: str, text: str) -> Fraction:
    digits = part.replace(".", "", 1)
    if len(part) > _LONGEST or not digits.isascii() or not digits.isdigit():
        raise ParameterError(f"expected a number, several with commas, or a range for {name}, got {shorten(text)}")
    return Fraction(part)


def whole_numbers_of(text: str, name: str) -> Iterator[int]:
    """The same of whole numbers alone.

    Raises:
        ParameterError: something else.

    >>> [*whole_numbers_of("1-3,10:30:10", "--mines")]
    [1, 2, 3, 10, 20, 30]
    """
    for number in numbers_of(text, name):
        if number.denominator != 1:
            raise ParameterError(f"expected whole numbers for {name}, got {shorten(text)}")
        yield int(number)


def settings_of(
    board: str,
    *,
    adjacencies: Iterable[str | None] = (None,),
    mines: Iterable[int] | None = None,
    densities: Iterable[float | Fraction] | None = None,
) -> Iterator[tuple[Grid, int]]:
    """Every combination of a board with its adjacencies and its numbers of mines.

    Args:
        board: a grid or the name of a board.
        adjacencies: that it comes with; None for its own.
        mines: how many; looked through again for each adjacency.
        densities: the shares of cells with a mine instead. With neither it gets the mines that usually lie on it.

    Raises:
        HypersweepError: no such board or adjacency, a board whose mines are laid, or a density that can't be.

    >>> [(str(grid), mines) for grid, mines in settings_of("beginner", adjacencies=(None, "orthogonal"))]
    [('9x9', 10), ('9x9~orthogonal', 10)]
    """
    found, own_mines, layout = find_board(board)
    if layout is not None:
        raise ParameterError(f"expected a grid, got the board {shorten(board)}, whose mines are laid already")
    for adjacency in adjacencies:
        grid = found if adjacency is None else Grid(found, adjacency=adjacency)  # type: ignore[arg-type]
        if mines is not None:
            for number in mines:
                yield grid, number
        elif densities is not None:
            for density in densities:
                yield grid, mines_of_density(grid, density)
        else:
            yield grid, standard_mines(grid) if own_mines is None else own_mines


def mines_of_density(grid: Grid, density: float | Fraction) -> int:
    """The number of mines that comes nearest to a share of a grid's cells; of two, the larger.

    Raises:
        ParameterError: the share isn't 0 or more and less than 1.

    >>> mines_of_density(Grid("3x4"), 0.125)
    2
    """
    if isinstance(density, bool) or not isinstance(density, int | float | Fraction) or not 0 <= density < 1:
        raise ParameterError(f"expected a density of 0 or more and less than 1, got {shorten(density)}")
    # As it was written, not as the nearest binary number: 0.15 of 50 cells are 7.5 mines.
    share = density if isinstance(density, Fraction) else Fraction(repr(density))
    return int(share * grid.cells + Fraction(1, 2))
