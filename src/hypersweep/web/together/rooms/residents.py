"""A member of a room, as the room knows him."""

from __future__ import annotations

from hypersweep.web.together.protocol import Member

__all__ = ["Resident"]


class Resident:
    """A member of a room.

    Attributes:
        number: from 1 on.
        person: who it is.
        name: of the person.
        is_guest: whether it is a guest.
        last: the number of his latest move or edit.
        is_ready: whether he is ready to begin.
    """

    __slots__ = ("is_guest", "is_ready", "last", "name", "number", "person")

    def __init__(self, number: int, person: str, name: str, is_guest: bool) -> None:
        self.number: int = number
        self.person: str = person
        self.name: str = name
        self.is_guest: bool = is_guest
        self.last: int = 0
        self.is_ready: bool = False

    def told(self, is_here: bool) -> Member:
        """What others are told of him."""
        return Member(self.number, self.name, "player", None if self.is_guest else self.person, is_here, self.is_ready)
