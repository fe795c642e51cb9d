"""Mouse replays that tests make from moves."""

from __future__ import annotations

from collections.abc import Iterable

from hypersweep import Layout
from hypersweep.formats.video import MouseEvent, Video

BUTTONS = {"open": "left", "flag": "right", "chord": "middle"}


def clicked(layout: Layout, moves: Iterable[tuple[int, str, tuple[int, int]]], form: str = "evf") -> Video:
    """Return the replay of moves, each a click in the middle of its cell; a button that opens is pressed earlier."""
    events = []
    for when, kind, (row, column) in moves:
        x, y = 16 * column + 8, 16 * row + 8
        pressed = when + 100 if kind == "flag" else when + 90
        events.append(MouseEvent(pressed, f"{BUTTONS[kind]} press", x, y))
        events.append(MouseEvent(pressed + 10, f"{BUTTONS[kind]} release", x, y))
    return Video(form, layout, events, tags={"player": "Ann"})
