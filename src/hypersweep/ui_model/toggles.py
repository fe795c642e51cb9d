"""Settings that are on or off, by their names in the settings file."""

from __future__ import annotations

from typing import NamedTuple


class Toggle(NamedTuple):
    """A setting that is on or off.

    Attributes:
        title: the title in the palette.
        what: description for the player.
        is_usual: whether it is on until the player changes it.
    """

    title: str
    what: str
    is_usual: bool = False


TOGGLES: dict[str, Toggle] = {
    "motion": Toggle("Motion", "animations after an opening and a win", is_usual=True),
    "bell": Toggle("Bell", "a sound at the end of a game"),
    "tenths": Toggle("Clock with tenths", "tenths of a second on the clock, from the next game on"),
    "pauses_away": Toggle("Pause in the background", "pause when another window comes to the front"),
    "count_guesses": Toggle("Guess counter", "count needed and needless guesses, from the next game on"),
    "question_marks": Toggle(
        "Question marks", "flagging a flag makes it a question mark, and flagging that removes it"
    ),
    "draft_flags": Toggle("Draft flags", "place flags tentatively, then keep or drop them all"),
    "smart_flags": Toggle("Smart flags", "opening a number flags the covered cells around it if all must be mines"),
}
"""The settings, in the order in which the palette lists them."""
