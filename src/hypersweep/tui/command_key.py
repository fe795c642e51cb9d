"""Keys whose typed character differs from their command."""

from __future__ import annotations

from textual import events


class CommandKey(events.Key):
    """A key whose typed character differs from its command: with Caps Lock, or on a non-Latin keyboard.

    Attributes:
        command: the key that commands use: without Caps Lock, or by its position on a US keyboard.
    """

    def __init__(self, key: events.Key, command: events.Key) -> None:
        super().__init__(key.key, key.character)
        self.command = command

    def copy(self) -> CommandKey:
        """Return a copy; Textual copies each key."""
        return CommandKey(self, self.command)
