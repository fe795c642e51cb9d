"""The name of the game in the line above a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from hypersweep.boards import board_name
from hypersweep.session.results import rules_note

if TYPE_CHECKING:
    from hypersweep.game import Game


def heading_content(game: Game) -> Content:
    """Return the board's name, its shape if the name doesn't imply it, and its rules if they aren't the default.

    Args:
        game: the game.

    >>> from hypersweep.game import Game
    >>> print(heading_content(Game("9x9", 10, rules="esp")))
    beginner · 9x9 · esp
    """
    name, shape = board_name(game.grid, game.mines), game.grid.format()
    parts = [] if name.startswith(shape) else [shape]
    if note := rules_note((game.grid, game.mines, game.rules)):
        parts.append(note)
    return Content.assemble((name, "bold"), ("".join(f" · {part}" for part in parts), "$text-muted"))


def heading_width(columns: int, left: Content, middle: Content, right: Content) -> int:
    """Return the least width of a line's left part, so that it is cut only if the rest needs the space.

    Args:
        columns: width of the whole line.
        left: text on the left, followed by a blank.
        middle: text in the middle.
        right: text on the right, after a blank.

    >>> [heading_width(columns, Content("beginner"), Content("0:00"), Content("lost")) for columns in (18, 15)]
    [9, 6]
    """
    return max(0, min(left.cell_length + 1, columns - middle.cell_length - right.cell_length - 1))
