"""The sentences of reasons. Each function gives one that names cells by a function still to come."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hypersweep.solve.choice import Choice

    Cell = tuple[int, ...]
    Clue = tuple[int, Cell]
    Name = Callable[[Iterable[Cell]], str]
    Words = Callable[[Name], str]

__all__ = ["cell_name", "clue_words", "count_words", "guess_words", "pair_words", "set_words"]


def cell_name(cell: Cell) -> str:
    """What a cell is called in sentences.

    >>> cell_name((3, 4)), cell_name((7,))
    ('(3, 4)', '(7)')
    """
    return str(cell) if len(cell) > 1 else f"({cell[0]})"


def _ending(cells: Sequence[Cell], conclusion: str, name: Name) -> str:
    if conclusion == "safe":
        return f"{name(cells)} {'is' if len(cells) == 1 else 'are'} safe"
    return f"{name(cells)} {'is a mine' if len(cells) == 1 else 'are mines'}"


def _mines(count: int) -> str:
    return "1 mine" if count == 1 else f"{count} mines"


def _percent(chance: float) -> str:
    text = f"{100 * chance:.3g}"
    return ("almost 100" if text == "100" and chance < 1 else text) + " %"


def clue_words(
    clue: Clue, conclusion: str, cells: tuple[Cell, ...], used: tuple[Cell, ...], mines: tuple[Cell, ...]
) -> Words:
    """Of one clue: its mines are found, or its cells are no more than its mines.

    Args:
        clue: its number and its place.
        conclusion: "safe" or "mine".
        cells: what follows.
        used: cells that are safe, by earlier steps.
        mines: those that are found: by earlier steps that this one rests on, or because they are seen. What nobody has
            told of isn't named.
    """
    number, place = clue

    def words(name: Name) -> str:
        start = f"The {number} at {name([place])}"
        if conclusion == "safe" and number == 0:
            return f"{start} touches no mine: {_ending(cells, conclusion, name)}."
        if conclusion == "safe":
            which = "its mine" if number == 1 else f"its {number} mines"
            return f"{start} already has {which}, {name(mines)}: {_ending(cells, conclusion, name)}."
        left = f" besides {name(used)}, which {'is' if len(used) == 1 else 'are'} safe" if used else ""
        only = f"touches only {number} covered cell{'' if number == 1 else 's'}"
        if mines:
            needs = number - len(mines)
            only = f"has {name(mines)} and needs {_mines(needs)} more, and only so many cells are left"
        return f"{start} {only}{left}: {_ending(cells, conclusion, name)}."

    return words


def pair_words(
    more: Clue, less: Clue, conclusion: str, cells: tuple[Cell, ...], own: int, sure: tuple[Cell, ...]
) -> Words:
    """Of two clues: the cells that both touch count for both, so the others differ as the clues do."""

    def words(name: Name) -> str:
        first, second = name([more[1]]), name([less[1]])
        start = f"Compare the {more[0]} at {first} with the {less[0]} at {second}"
        if conclusion == "mine":
            cells_there = "the one cell there is" if own == 1 else f"all {own} cells there can be"
            return (
                f"{start}: beside {first} alone there must be at least {_mines(own)}, which takes {cells_there}. "
                f"{_ending(cells, conclusion, name)}."
            )
        room = f"no mines besides {name(sure)}" if sure else "no mine"
        return (
            f"{start}: even with as many mines as can be beside {first} alone, there is {room} beside {second} alone. "
            f"{_ending(cells, conclusion, name)}."
        )

    return words


def set_words(clues: Sequence[Clue], conclusion: str, cells: tuple[Cell, ...]) -> Words:
    """Of three clues and more."""

    def words(name: Name) -> str:
        if conclusion == "safe":
            which = f"without a mine at {name(cells)}"
        else:
            which = f"with {'a mine' if len(cells) == 1 else 'mines'} at {name(cells)}"
        listed = name([place for _, place in clues])
        return f"Only layouts {which} fit the clues at {listed} together: {_ending(cells, conclusion, name)}."

    return words


def count_words(clues: tuple[Cell, ...], conclusion: str, cells: tuple[Cell, ...], left: int, room: int) -> Words:
    """Of the number of mines, with or without clues."""

    def words(name: Name) -> str:
        ending = _ending(cells, conclusion, name)
        stock = f"{_mines(left)} {'is' if left == 1 else 'are'} left for {room} covered cell{'' if room == 1 else 's'}"
        if not clues:
            stock = "No mine is left" if left == 0 else stock
            return f"{stock}: {ending}."
        clue = f"the clue at {name(clues)}" if len(clues) == 1 else f"the clues at {name(clues)}"
        if conclusion == "safe":
            return f"{stock}, and {clue} and the count leave none for anything else: {ending}."
        return f"{stock}, and {clue} can't take so many: {ending}."

    return words


def guess_words(
    cell: Cell, chance: float, choice: Choice, safest: list[Cell], least: float, opening: float, seen: bool
) -> Words:
    """Of a guess: its risk, what it compares with, and why this one."""

    def words(name: Name) -> str:
        here = name([cell])
        place = "" if seen else ", which no clue touches,"
        parts = [f"Nothing is certain to be safe. {here}{place} is a mine with a chance of {_percent(chance)}"]
        if chance <= least + 1e-11:
            alike = len(safest) - 1
            parts.append(", the lowest there is" if not alike else f", the lowest there is ({alike} more are as good)")
        else:
            parts.append(f"; the lowest there is, {_percent(least)}, is at {name(safest[:1])}")
        if cell != choice.cell:
            parts.append(f". The better guess is {name([choice.cell])}")
            return "".join(parts) + "."
        if choice.win_probability is not None:
            parts.append(
                f". Played to the end in every way, it wins most: {_percent(choice.score)} of the layouts left"
            )
        elif opening > 0:
            parts.append(f". It touches no mine at all, and opens more, with {_percent(opening)}")
        if choice.kind == "guess" and choice.policy != "safest":
            parts.append(
                ". Of the cells that are about as safe it promises the most for the moves to come"
                if choice.policy == "look-ahead"
                else ". Of the safest cells it is the most likely to settle others"
            )
        return "".join(parts) + "."

    return words
