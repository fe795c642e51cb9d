"""What is played, as the line above a board says it."""

from __future__ import annotations

from textual.content import Content

from hypersweep.boards import board_name
from hypersweep.session.figures import rules_note

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hypersweep.game import Game

__all__ = ["heading_content"]


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
