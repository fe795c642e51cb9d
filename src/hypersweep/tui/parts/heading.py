"""What is played, as the line above a board says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from hypersweep.boards import board_name
from hypersweep.session.player_statistics import rules_note

if TYPE_CHECKING:
    from hypersweep.game import Game

__all__ = ["heading_content", "heading_width"]


def heading_content(game: Game) -> Content:
    """The board's name, its shape where the name doesn't tell it, and its rules where they aren't the usual ones there.

    Args:
        game: what is played.

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
    """How wide the left of a line is at least, so that it is cut only where the rest leaves no room for it.

    Args:
        columns: of the whole line.
        left: what stands on its left, with a column between it and the middle.
        middle: what stands in its middle.
        right: what stands on its right, with a column between it and the middle.

    >>> [heading_width(columns, Content("beginner"), Content("0:00"), Content("lost")) for columns in (18, 15)]
    [9, 6]
    """
    return max(0, min(left.cell_length + 1, columns - middle.cell_length - right.cell_length - 1))
