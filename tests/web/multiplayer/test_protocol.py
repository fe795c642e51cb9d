"""A page's messages, and rejection of all others."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.web.multiplayer.protocol import Board, ClientMessage, Join, Member, Move, Ping, ServerMessage, State

DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def test_a_message_is_told_by_its_tag() -> None:
    text = b'{"t":"move","room":"Zk3_-9ab","n":7,"kind":"chord","cell":480}'
    assert DECODER.decode(text) == Move(room="Zk3_-9ab", n=7, kind="chord", cell=480)
    assert DECODER.decode(b'{"t":"join","room":"Zk3_-9ab"}') == Join(room="Zk3_-9ab")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b'{"t":"moved","room":"Zk3_-9ab","version":1}',
        b'{"room":"Zk3_-9ab","n":7,"kind":"open","cell":0}',
        b'{"t":"move","room":"Zk3_-9ab","n":0,"kind":"open","cell":0}',
        b'{"t":"move","room":"Zk3_-9ab","n":1.5,"kind":"open","cell":0}',
        b'{"t":"move","room":"Zk3_-9ab","n":1,"kind":"undo","cell":0}',
        b'{"t":"move","room":"Zk3_-9ab","n":1,"kind":"open","cell":-1}',
        b'{"t":"move","room":"Zk3_-9ab","n":1,"kind":"open","cell":1e400}',
        b'{"t":"move","room":"Zk3_-9ab","n":1,"kind":"open","cell":99999999999999999999999}',
        b'{"t":"move","room":"../../etc","n":1,"kind":"open","cell":0}',
        b'{"t":"move","room":"Zk3_-9ab","n":1,"kind":"open","cell":0,"seed":3}',
        b'{"t":"chat","room":"Zk3_-9ab","text":""}',
        b'{"t":"join","room":"Zk3_-9ab","role":"admin"}',
    ],
)
def test_anything_else_is_none(text: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        DECODER.decode(text)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_a_message_or_none(text: bytes) -> None:
    try:
        message = DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    assert DECODER.decode(msgspec.json.encode(message)) == message


def test_what_the_server_says_can_be_read_again() -> None:
    state = State(
        room="Zk3_-9ab", kind="coop", version=3, board="3x4", mines=2, rules="classic", stage="playing", you=1, next=2,
        members=[Member(number=1, name="Ada", role="player")], boards=[Board(number=0, codes="////")], flagged=[(5, 1)],
    )  # fmt: skip
    decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
    for message in (state, Ping(id=4)):
        assert decoder.decode(msgspec.json.encode(message)) == message
