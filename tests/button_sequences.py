"""What the buttons of a mouse do on a board: one table, with which the terminal's board and the page's are tested."""

from __future__ import annotations

from typing import NamedTuple

HERE, THERE, NOWHERE = "here", "there", ""
LEFT, MIDDLE, RIGHT = "left", "middle", "right"


class Sequence(NamedTuple):
    """Buttons pressed (+) and released (-) over cells, and the move that comes of it.

    Attributes:
        name: for people.
        steps: a button, whether it goes down, and the cell under the mouse.
        covered: the move where the cell is covered; none if nothing happens.
        number: the move where the cell is an open number.
        quiet: the move on an open number where a left click doesn't chord.
    """

    name: str
    steps: list[tuple[str, bool, str]]
    covered: str
    number: str
    quiet: str


def _steps(text: str) -> list[tuple[str, bool, str]]:
    """Read steps such as "+left -left@there": over the cell called here, where no other one is named."""
    found = []
    for word in text.split():
        button, _, place = word[1:].partition("@")
        found.append((button, word[0] == "+", {"": HERE, "nowhere": NOWHERE}.get(place, place)))
    return found


SEQUENCES = [
    Sequence(name, _steps(text), *moves)
    for name, text, *moves in (
        ("left", "+left -left", "open", "chord", ""),
        ("right", "+right -right", "flag", "flag", "flag"),
        ("middle", "+middle -middle", "chord", "chord", "chord"),
        ("left dragged off", "+left -left@there", "", "", ""),
        ("left dragged off the board", "+left -left@nowhere", "", "", ""),
        ("right dragged off", "+right -right@there", "", "", ""),
        ("middle dragged off", "+middle -middle@there", "", "", ""),
        # Both buttons: the first that is released chords, the other one does nothing more.
        ("left, right; left first", "+left +right -left -right", "chord", "chord", "chord"),
        ("left, right; right first", "+left +right -right -left", "chord", "chord", "chord"),
        ("right, left; left first", "+right +left -left -right", "chord", "chord", "chord"),
        ("right, left; right first", "+right +left -right -left", "chord", "chord", "chord"),
        ("both, dragged off", "+left +right -left@there -right@there", "", "", ""),
        ("both, pressed on two cells", "+left@there +right -left -right", "chord", "chord", "chord"),
        ("middle beside right", "+middle +right -right -middle", "chord", "chord", "chord"),
        ("left beside middle", "+middle +left -left -middle", "chord", "chord", "chord"),
        # A release that got lost, outside the window, leaves nothing behind.
        ("left pressed twice", "+left@there +left -left", "open", "chord", ""),
        ("a release alone", "-left -right -middle", "", "", ""),
    )
]
