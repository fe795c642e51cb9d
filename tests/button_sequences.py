"""Sequences of mouse buttons and the moves they make: one table that tests the terminal and the page."""

from __future__ import annotations

from typing import NamedTuple


class ButtonSequence(NamedTuple):
    """Buttons pressed (+) and released (-) over cells, and the resulting move.

    Attributes:
        name: shown when a test fails.
        steps: a button, whether it is pressed, and the cell under the mouse: "here", "there", or "" for none.
        covered: the move if the cell is covered; "" if nothing happens.
        number: the move if the cell is an open number.
        without_left_chord: the move on an open number if a left click doesn't chord.
    """

    name: str
    steps: list[tuple[str, bool, str]]
    covered: str
    number: str
    without_left_chord: str


def _steps(text: str) -> list[tuple[str, bool, str]]:
    """Parse steps such as "+left -left@there"; a step without @ is over the cell "here"."""
    found = []
    for word in text.split():
        button, _, place = word[1:].partition("@")
        found.append((button, word[0] == "+", {"": "here", "nowhere": ""}.get(place, place)))
    return found


SEQUENCES = [
    ButtonSequence(name, _steps(text), *moves)
    for name, text, *moves in (
        ("left", "+left -left", "open", "chord", ""),
        ("right", "+right -right", "flag", "flag", "flag"),
        ("middle", "+middle -middle", "chord", "chord", "chord"),
        ("left dragged off", "+left -left@there", "", "", ""),
        ("left dragged off the board", "+left -left@nowhere", "", "", ""),
        ("right dragged off", "+right -right@there", "", "", ""),
        ("middle dragged off", "+middle -middle@there", "", "", ""),
        ("right dragged off the board", "+right -right@nowhere", "", "", ""),
        ("middle dragged off the board", "+middle -middle@nowhere", "", "", ""),
        # Both buttons: the first release chords, the second does nothing.
        ("left, right; left first", "+left +right -left -right", "chord", "chord", "chord"),
        ("left, right; right first", "+left +right -right -left", "chord", "chord", "chord"),
        ("right, left; left first", "+right +left -left -right", "chord", "chord", "chord"),
        ("right, left; right first", "+right +left -right -left", "chord", "chord", "chord"),
        ("both, dragged off", "+left +right -left@there -right@there", "", "", ""),
        ("both, pressed on two cells", "+left@there +right -left -right", "chord", "chord", "chord"),
        ("middle beside right", "+middle +right -right -middle", "chord", "chord", "chord"),
        ("left beside middle", "+middle +left -left -middle", "chord", "chord", "chord"),
        # A lost release, for example outside the window, leaves nothing behind.
        ("left pressed twice", "+left@there +left -left", "open", "chord", ""),
        ("a release alone", "-left -right -middle", "", "", ""),
    )
]
