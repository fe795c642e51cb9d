"""Appearance of cells beyond their codes: two more looks, marks, and the characters for all of them.

This is the only definition of these characters, for reading and writing.
"""

from __future__ import annotations

from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

# Looks in addition to the codes of a view.
HIDDEN = -8
"""A cell of a board that is covered as a whole while the game is paused."""

DONE = -7
"""A clue all of whose mines are flagged, where clues are shown less their flags."""

_TOO_MANY = -100
_FINISHED = 1 << 20

# Marks: bits that a cell has in addition to its code.
ODD = 1
"""Every other cell, so that neighbours can be told apart."""

NEAR = 2
"""A neighbour of the cell looked at."""

CLUE = 4
"""A clue that a hint is about."""

TARGET = 8
"""A cell that a hint says something about."""

HOVER = 16
"""The cell under the mouse."""

CURSOR = 32
"""The cell under the cursor."""

PRESSED = 64
"""A covered cell on which a button is held down."""

ASCII = {COVERED: "#", FLAGGED: "F", MINE: "*", EXPLODED: "X", WRONG_FLAG: "!", HIDDEN: ":", DONE: ".", 0: "."}
"""Characters that every terminal and every file can hold; a ``View`` is written with those of its codes."""

NICER = ASCII | {COVERED: "■", 0: "·"}
"""The same with two characters that fonts and code pages of old terminals have as well."""

SYMBOLS = {
    COVERED: " ",
    FLAGGED: "⚑",
    MINE: "✱",
    EXPLODED: "✹",
    WRONG_FLAG: "✗",
    HIDDEN: "░",
    DONE: "·",
    0: " ",
}
"""The usual characters of a board in colours; none of them is ever two columns wide."""

UNCOLOURED = {COVERED: "■", 0: "·", HIDDEN: "░", DONE: "-"}
"""Instead of those that are blank or faint, where no colours tell cells apart."""

SHOWN_AT_END = {"won": {MINE: FLAGGED}}
"""What cells of a game that is over show instead of their codes, by its outcome: at a win every mine is flagged.

The picture, the counter, the status line and screen readers all follow this table.
"""

READINGS: dict[str, int] = {
    **dict.fromkeys("_?□█", COVERED),
    **dict.fromkeys("⬜🟥🟧🟨🟩🟦🟪🟫❓❔", COVERED),
    **dict.fromkeys("f¶🚩", FLAGGED),
    **dict.fromkeys("@💣", MINE),
    "💥": EXPLODED,
    "❌": WRONG_FLAG,
    **{str(clue): clue for clue in range(10)},
    **{
        symbol: code
        for symbols in (ASCII, SYMBOLS, UNCOLOURED)
        for code, symbol in symbols.items()
        if symbol not in " X" and code not in (HIDDEN, DONE)
    },
    UNCOLOURED[HIDDEN]: COVERED,
}
"""The code of every character that means the same wherever a picture of a board has it.

"x" and "X" aren't among them: beside "#" they are mines that exploded, and by themselves covered cells. Nor are the
blank and "⬛", a zero or a covered cell.
"""


def too_many_flags(excess: int) -> int:
    """The look of a clue with more flags around than mines.

    Args:
        excess: how many too many, 1 or more.

    >>> excess_flags(too_many_flags(3))
    3
    """
    return _TOO_MANY - excess


def excess_flags(look: int) -> int:
    """How many flags too many a look shows: 0 for every other look."""
    return max(0, _TOO_MANY - look)


def finished(clue: int) -> int:
    """The look of a clue around which nothing is left to do; greater than any code, as it is open.

    Args:
        clue: what the cell shows, or ``DONE`` where clues are shown less their flags.

    >>> finished_clue(finished(3)), finished_clue(3)
    (3, None)
    """
    return _FINISHED + clue


def finished_clue(look: int) -> int | None:
    """What a finished clue shows; None for every other look."""
    return look - _FINISHED if look >= _FINISHED + DONE else None
