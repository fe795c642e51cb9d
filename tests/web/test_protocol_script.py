"""The page's protocol: every message has a type, with its optional fields."""

from __future__ import annotations

import re

import pytest
from msgspec import Struct

from hypersweep.web import protocol_script
from hypersweep.web.multiplayer import protocol
from hypersweep.web.protocol_script import protocol_constants, protocol_types


def test_every_message_is_a_type() -> None:
    types = set(re.findall(r"^export (?:type|interface) (\w+)", protocol_types(), re.MULTILINE))
    assert {"Role", "ClientMessage", "ServerMessage"} <= types
    structs = {each.__name__ for each in protocol_script.message_classes()}
    assert {"Move", "State", "RoomRequest", "AllGames"} <= structs <= types


def test_a_field_may_be_missing_where_it_has_a_usual_value() -> None:
    moved = protocol_types().partition("export interface Moved {\n")[2].partition("}")[0]
    assert '  t: "moved";\n' in moved
    assert "  version: number;\n" in moved
    assert "  cells?: number[];\n" in moved
    assert "  all?: string | null;\n" in moved


def test_the_tags_are_those_of_the_server() -> None:
    tags = protocol_constants()["SERVER_TAGS"]
    assert len(tags) == len(set(tags))
    assert {"welcome", "state", "moved", "refused"} <= set(tags)
    assert "move" not in tags


def test_a_type_that_the_page_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Strange(Struct):
        """Has bytes."""

        data: bytes

    Strange.__module__ = protocol.__name__
    monkeypatch.setattr(protocol, "Strange", Strange, raising=False)
    with pytest.raises(TypeError, match="expected a type with a TypeScript equivalent"):
        protocol_script.protocol_types()
