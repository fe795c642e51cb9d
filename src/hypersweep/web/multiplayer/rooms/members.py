"""The members of a room."""

from __future__ import annotations

from hypersweep.web.multiplayer.protocol import Member


class RoomMember:
    """A member of a room.

    Attributes:
        number: from 1 on.
        person: their id.
        name: their name.
        is_guest: whether they are a guest.
        last: the number of the member's latest move or edit.
        is_ready: whether they are ready for the next game.
        is_owner: whether they made the room.
        is_removed: whether the owner has removed them.
        is_muted: whether the owner has blocked their chat.
        is_shown: whether they let watchers see their board.
    """

    __slots__ = (
        "is_guest",
        "is_muted",
        "is_owner",
        "is_ready",
        "is_removed",
        "is_shown",
        "last",
        "name",
        "number",
        "person",
    )

    def __init__(self, number: int, person: str, name: str, is_guest: bool) -> None:
        self.number: int = number
        self.person: str = person
        self.name: str = name
        self.is_guest: bool = is_guest
        self.last: int = 0
        self.is_ready: bool = False
        self.is_owner: bool = False
        self.is_removed: bool = False
        self.is_muted: bool = False
        self.is_shown: bool = False

    def told(self, is_here: bool) -> Member:
        """Return the member as others see them."""
        person = None if self.is_guest else self.person
        return Member(self.number, self.name, "player", person, is_here, self.is_ready, self.is_owner)
