"""A mouse replay as a line of text: what is read is one, or is refused."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, ParameterError
from hypersweep.formats import mouse_track
from hypersweep.formats.mouse_track import pack, unpack
from hypersweep.formats.video import MouseEvent, Video

VIDEO = Video("rmv", Layout("3x4", [(0, 3)]), [MouseEvent(0, "left press", 8, 9), MouseEvent(40, "move", -3, 7)])


def packed(held: Any) -> str:
    return urlsafe_b64encode(zlib.compress(json.dumps(held).encode())).decode()


def held() -> list[Any]:
    text = pack(VIDEO)
    found: list[Any] = json.loads(zlib.decompress(urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    return found


def test_a_replay_is_packed_and_unpacked() -> None:
    assert unpack(pack(VIDEO)) == VIDEO
    assert held() == [1, "rmv", "3x4.bCA", 16, 0, {}, {}, "lm", [0, 40], [8, -11], [9, -2]]


@pytest.mark.parametrize("place", range(11))
@pytest.mark.parametrize("value", [None, 7.5, "odd", [], [1], {}, -1, 1 << 70, True, ["a", "b"], [1, 10**30]])
def test_odd_values_are_refused_or_mean_something(place: int, value: Any) -> None:
    changed = held()
    changed[place] = value
    try:
        found = unpack(packed(changed))
    except ParameterError as error:
        assert str(error).startswith("expected the path of a mouse")
    else:
        assert unpack(pack(found)) == found


@given(st.text(max_size=30) | st.binary(max_size=60).map(lambda data: urlsafe_b64encode(zlib.compress(data)).decode()))
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="expected the path of a mouse"):
        unpack(text)


@given(st.integers(0, 10**6), st.characters())
def test_damage_is_noticed_or_means_something(place: int, character: str) -> None:
    text = pack(VIDEO)
    place %= len(text)
    try:
        found = unpack(text[:place] + character + text[place + 1 :])
    except ParameterError:
        return
    assert unpack(pack(found)) == found


def test_only_so_much_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    text = packed([1, "x" * 10_000])
    monkeypatch.setattr(mouse_track, "LONGEST", 500)
    with pytest.raises(ParameterError, match="expected the path of a mouse"):
        unpack(text)
    with pytest.raises(ParameterError, match="at most 500 bytes"):
        pack(VIDEO.replace(tags={"player": "x" * 600}))


@pytest.mark.slow
def test_a_short_text_is_not_unpacked_to_a_long_path() -> None:
    event = MouseEvent(0, "move", 8, 8)
    with pytest.raises(ParameterError, match="that don't repeat"):
        pack(Video("rawvf", Layout("3x4", [(0, 3)]), [event] * 300_000))
    held = [1, "rawvf", "3x4.bAgg", 16, 0, {}, {}, "m" * 400_000, *([[0] * 400_000] * 3)]
    with pytest.raises(ParameterError, match="none, or is damaged"):
        unpack(packed(held))
