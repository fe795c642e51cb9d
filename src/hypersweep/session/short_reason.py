"""Reasons as one short sentence, for boards on which clues and cells are marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypersweep.session.hint import percent
from hypersweep.solve.evidence import (
    ClueGrounds,
    GuessGrounds,
    LineGrounds,
    SumGrounds,
    TriedGrounds,
    are,
    capital,
    clue_name,
    list_cells,
)
from hypersweep.text import pluralize

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.session.hint import Name
    from hypersweep.solve import Reason
    from hypersweep.typing import Cell

# Largest number of marked cells that are named.
_MOST_NAMED = 2


def marked(number: int, noun: str) -> str:
    """Return the words for marked cells, clues or flags.

    >>> marked(1, "clue"), marked(3, "cell")
    ('the marked clue', 'the 3 marked cells')
    """
    return f"the marked {noun}" if number == 1 else f"the {number} marked {noun}s"


def few_or_marked(cells: Sequence[Cell], noun: str, name: Name) -> str:
    """Return the names of a few cells; refer to more of them by their marks.

    >>> few_or_marked([(0, 1)], "cell", str), few_or_marked([(0, 1), (0, 2), (1, 2)], "cell", str)
    ('(0, 1)', 'the 3 marked cells')
    """
    return list_cells(cells, name) if len(cells) <= _MOST_NAMED else marked(len(cells), noun)


def safe_words(cells: Sequence[Cell], name: Name) -> str:
    """Return the statement that some cells are safe, without a full stop.

    >>> safe_words([(0, 1), (0, 2), (1, 2)], str)
    'the 3 marked cells are safe'
    """
    return f"{few_or_marked(cells, 'cell', name)} {are(len(cells))} safe"


def brief_reason(steps: Sequence[Reason], clues: Sequence[Cell], name: Name, *, is_least: bool = False) -> str:
    """Return the reason of the last step, without a full stop, and the number of earlier steps.

    Args:
        steps: at least one step.
        clues: the marked clues.
        name: returns the name of a cell.
        is_least: whether to use the shortest form: two clues by name only, more without their number, and a chance
            without saying that it is the lowest.
    """
    last = steps[-1]
    sentence = _why(last, clues, name, is_least=is_least)
    return f"In {pluralize(len(steps), 'step')}: {sentence}" if len(steps) > 1 else capital(sentence)


def _why(reason: Reason, clues: Sequence[Cell], name: Name, *, is_least: bool) -> str:
    grounds = reason.grounds
    if isinstance(grounds, GuessGrounds):
        about = "" if grounds.error is None else "about "
        chance = f"{list_cells(reason.cells, name)} is a mine with a chance of {about}{percent(grounds.chance)}"
        return chance + (", the lowest there is" if grounds.chance == grounds.least and not is_least else "")
    if isinstance(grounds, ClueGrounds):
        return _of_clue(grounds, name)
    if isinstance(grounds, SumGrounds) and len(grounds.more) == len(grounds.less) == 1:
        return _of_pair(grounds, name, is_least=is_least)
    which = "the marked clues" if is_least and len(clues) > 1 else marked(len(clues), "clue")
    if isinstance(grounds, LineGrounds | TriedGrounds):
        one = list_cells(reason.cells[:1], name)
        return f"if {one} were a mine, {which} couldn't be {'right' if len(clues) == 1 else 'all right'}"
    if reason.rule == "count":
        return f"the number of mines left{f' and {which} leave' if clues else ' leaves'} none there"
    return f"{which} together leave no mine there" if len(clues) > 1 else f"{which} leaves no mine there"


def _of_clue(grounds: ClueGrounds, name: Name) -> str:
    number, _ = grounds.clue
    clue = clue_name(grounds.clue, lambda cells: list_cells(cells, name))
    if number == 0:
        return f"{clue} touches no mine"
    if number == 1:
        return f"{clue} already has its mine, {list_cells([*grounds.used, *grounds.shown], name)}"
    return f"{clue} already has its {number} mines"


def _of_pair(grounds: SumGrounds, name: Name, *, is_least: bool) -> str:
    (more,), (less,) = grounds.more, grounds.less
    least = more.rest - len(more.own)
    own = "its mine" if more.rest == 1 else f"its {more.rest} mines"
    shared = f"at least {pluralize(least, 'mine')}" if more.own else own
    first, second = (clue_name(side.clue, lambda cells: list_cells(cells, name)) for side in (more, less))
    return f"compare {first} with {second}" if is_least else f"{first} shares {shared} with {second}"
