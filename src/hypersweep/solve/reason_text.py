"""Words for cells, clues and sums in the sentences of reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.text import place_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.typing import Cell, Conclusion

    Clue = tuple[int, Cell]
    Name = Callable[[Iterable[Cell]], str]

# Longest list of cells that names each; longer lists are shortened to runs.
_MOST_SINGLE = 8


def list_words(words: Sequence[str]) -> str:
    """Return words as an enumeration.

    >>> list_words(["a"]), list_words(["a", "b"]), list_words(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def list_cells(cells: Iterable[Cell], name: Callable[[Cell], str] = place_text) -> str:
    """Return a list of cells for a sentence; in long lists, adjacent cells become one run.

    Args:
        cells: the cells, at least one.
        name: returns the name of a cell.

    >>> list_cells([(0, 1), (0, 2), (0, 3)])
    '(0, 1), (0, 2) and (0, 3)'
    >>> list_cells([(0, column) for column in range(12)] + [(2, 4)])
    '(0, 0) to (0, 11) and (2, 4)'
    """
    own = list(cells)
    if len(own) <= _MOST_SINGLE:
        return list_words([name(cell) for cell in own])
    runs: list[list[Cell]] = []
    for cell in own:
        last = runs[-1][-1] if runs else None
        if last is not None and cell == (*last[:-1], last[-1] + 1):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    words: list[str] = []
    for run in runs:
        words.extend([f"{name(run[0])} to {name(run[-1])}"] if len(run) > 2 else map(name, run))
    return list_words(words)


def ending(cells: Sequence[Cell], conclusion: Conclusion, name: Name) -> str:
    """Return the statement that some cells are safe, or mines."""
    if conclusion == "safe":
        return f"{name(cells)} {'is' if len(cells) == 1 else 'are'} safe"
    return f"{name(cells)} {'is a mine' if len(cells) == 1 else 'are mines'}"


def clue_name(clue: Clue, name: Name) -> str:
    """Return the name of a clue: its number and its cell."""
    return f"the {clue[0]} at {name([clue[1]])}"


def capital(text: str) -> str:
    """Return a sentence with a capital first letter.

    >>> capital("the 1 at (0, 1)")
    'The 1 at (0, 1)'
    """
    return text[:1].upper() + text[1:]


def difference(number: int, taken: int) -> str:
    """Return a number, or a subtraction if something is taken off.

    >>> difference(3, 1), difference(3, 0)
    ('3 - 1 = 2', '3')
    """
    return f"{number} - {taken} = {number - taken}" if taken else str(number)


def total(numbers: Sequence[int]) -> str:
    """Return the sum of numbers in words.

    >>> total([1, 2]), total([3])
    ('1 + 2 = 3', '3')
    """
    return f"{' + '.join(map(str, numbers))} = {sum(numbers)}" if len(numbers) > 1 else str(sum(numbers))


def are(number: int) -> str:
    """Return "is" or "are" for a number of things."""
    return "is" if number == 1 else "are"
