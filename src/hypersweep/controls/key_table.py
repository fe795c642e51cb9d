"""The keys of a game, what the mouse does, and a note for the help: all in one place, which the help is made from."""

from __future__ import annotations

from hypersweep.tui.screens.help import key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from textual.binding import BindingType

__all__ = ["GAME_KEYS", "GAME_MOUSE", "GAME_NOTE"]

# The more important ones first: where there is little room the footer leaves the last ones out.
GAME_KEYS: list[BindingType] = [
    key("Play", "enter", "open", "open, or chord on a number", "open"),
    key("Play", "f", "flag", "put a flag, or take it away", "flag"),
    key("Play", "space", "smart", "flag a covered cell, chord on a number", "smart"),
    key("Play", "question_mark", "hint", "a hint; once more for more of it", "hint"),
    key("Play", "u", "undo", "take the latest move back", "undo"),
    key("Play", "U,ctrl+r", "redo", "make it again after an undo"),
    key("Move", "n", "look(1)", "next or previous cell worth a look"),
    key("Move", "N", "look(-1)", "next or previous cell worth a look"),
    key("Move", "left,h", "across(-1)", "in the tile, on axes 0 and 1"),
    key("Move", "right,l", "across(1)", "in the tile, on axes 0 and 1"),
    key("Move", "up,k", "down(-1)", "in the tile, on axes 0 and 1"),
    key("Move", "down,j", "down(1)", "in the tile, on axes 0 and 1"),
    key("Move", "a", "move(2, -1)", "tile left or right, on axis 2"),
    key("Move", "d", "move(2, 1)", "tile left or right, on axis 2"),
    key("Move", "w", "move(3, -1)", "tile above or below, on axis 3"),
    key("Move", "s", "move(3, 1)", "tile above or below, on axis 3"),
    key("Move", "A", "move(4, -1)", "group left or right, on axis 4"),
    key("Move", "D", "move(4, 1)", "group left or right, on axis 4"),
    key("Move", "W", "move(5, -1)", "group above or below, on axis 5"),
    key("Move", "S", "move(5, 1)", "group above or below, on axis 5"),
    *(
        key("Move", str(digit), f"digit({digit})", "how far to move; before , . which axis", name="1-9")
        for digit in range(1, 10)
    ),
    key("Move", "comma", "along(-1)", "back or on along the picked axis"),
    key("Move", "full_stop", "along(1)", "back or on along the picked axis"),
    key("Move", "0", "digit(0)", "start or end of the row"),
    key("Move", "home,circumflex_accent", "edge('row', -1)", "start or end of the row"),
    key("Move", "end,dollar_sign", "edge('row', 1)", "start or end of the row"),
    key("Move", "pageup", "edge('column', -1)", "top or bottom of the column"),
    key("Move", "pagedown", "edge('column', 1)", "top or bottom of the column"),
    key("Move", "less_than_sign", "edge('axis', -1)", "start or end of the picked axis"),
    key("Move", "greater_than_sign", "edge('axis', 1)", "start or end of the picked axis"),
    key("Move", "g", "edge('board', -1)", "first or last cell of the board"),
    key("Move", "G", "edge('board', 1)", "first or last cell of the board"),
    key("Game", "p", "pause", "pause, with the board hidden, or go on", "pause"),
    key("Game", "r", "new", "new game on the same kind of board", "new"),
    key("Game", "v", "review", "after the end: how well each move was chosen", "review"),
    key("Game", "y", "watch", "after the end: watch the game again", "replay"),
    key("Game", "z", "app.delta", "clues less the flags around them, or as they are"),
    key("Game", "b", "panels", "show or hide the lens"),
    key("Game", "escape", "leave", "to the start screen; the game is saved"),
]
"""The bindings of a game."""

GAME_MOUSE = [
    ("left", "open, when the button is let go over the same cell"),
    ("right", "put a flag, or take it away"),
    ("both, middle", "chord; so does left on a number"),
    ("hover", "tint the cells around"),
    ("wheel", "scroll"),
]
"""What the mouse does."""

GAME_NOTE = (
    "A tile is a table of axis 0 (rows) and axis 1 (columns). Tiles stand side by side along axis 2 and below each "
    "other along axis 3; groups of tiles go on the same way. A chord opens what is around a number that has as "
    "many flags around it; with more or fewer it does nothing."
)
"""What a player should know besides."""
