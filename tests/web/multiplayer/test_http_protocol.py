"""Bodies of HTTP requests: what clients may send, and what is rejected."""

from __future__ import annotations

import msgspec
import pytest

from hypersweep.web.multiplayer import http_protocol
from hypersweep.web.multiplayer.http_protocol import Registered, RoomRequest


def test_a_request_for_a_room_has_its_usual_values() -> None:
    text = b'{"kind":"solo","board":"3x4","mines":2,"rules":"classic"}'
    request = msgspec.json.decode(text, type=RoomRequest)
    assert request == RoomRequest("solo", "3x4", 2, "classic")
    assert msgspec.json.decode(msgspec.json.encode(request), type=RoomRequest) == request


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b'{"kind":"duel","board":"3x4","mines":2,"rules":"classic"}',
        b'{"kind":"solo","board":"3x4","mines":-1,"rules":"classic"}',
        b'{"kind":"solo","board":"3x4","mines":2,"rules":"classic","seed":3}',
    ],
)
def test_anything_else_is_refused(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=RoomRequest)


def test_two_answers_share_no_list() -> None:
    first, second = Registered("id-1", "Ann"), Registered("id-2", "Bob")
    assert first.codes == []
    assert first.codes is not second.codes


def test_requests_allow_no_unknown_fields() -> None:
    requests = ("RoomRequest", "SentFile", "Question", "SignIn", "Recovery", "NewCodes", "Ban", "Chosen", "Decide")
    assert all(getattr(http_protocol, name).__struct_config__.forbid_unknown_fields for name in requests)
