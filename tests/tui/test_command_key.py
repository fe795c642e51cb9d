from __future__ import annotations

from textual import events

from hypersweep.tui.command_key import CommandKey


def test_a_copy_types_and_commands_the_same() -> None:
    key = CommandKey(events.Key("д", "д"), events.Key("l", "l"))
    copy = key.copy()
    assert copy is not key
    assert (copy.key, copy.character, copy.command.key) == ("д", "д", "l")
