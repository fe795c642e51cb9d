"""Keys that type one thing and command another."""

from __future__ import annotations

from textual import events

__all__ = ["CommandKey"]


class CommandKey(events.Key):
    """A key that types one thing and commands another: with Caps Lock, or on a keyboard of another script.

    Attributes:
        command: the key that commands mean: without Caps Lock, or by its place on a US keyboard.
    """

    def __init__(self, key: events.Key, command: events.Key) -> None:
        super().__init__(key.key, key.character)
        self.command = command

    def copy(self) -> CommandKey:
        """Return a copy, as Textual does of each key."""
        return CommandKey(self, self.command)
