"""What others learn about a member."""

from __future__ import annotations

import pytest

from hypersweep.web.multiplayer.protocol import Member
from hypersweep.web.multiplayer.rooms.members import RoomMember
from room_world import in_json


@pytest.mark.parametrize("is_here", [False, True])
def test_a_member_with_an_account_has_a_page_and_a_guest_has_none(is_here: bool) -> None:
    assert RoomMember(1, "person", "Ann", False).told(is_here) == Member(1, "Ann", "player", "person", is_here, False)
    guest = RoomMember(2, "secret", "Bob", True).told(is_here)
    assert guest.person is None
    assert "secret" not in in_json(guest).values()


def test_who_is_ready_is_told_as_he_is_then() -> None:
    resident = RoomMember(1, "person", "Ann", False)
    before = resident.told(True)
    resident.is_ready, resident.name = True, "Anna"
    assert (before.is_ready, before.name) == (False, "Ann")
    assert (resident.told(True).is_ready, resident.told(True).name) == (True, "Anna")
