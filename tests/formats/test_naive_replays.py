"""The kernel that decodes mouse events, compared with its slow version on entries of every kind."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_replays
from hypersweep import _native
from hypersweep.formats import avf, evf, mvf, rmv
from hypersweep.formats.video import ACTIONS, MouseEvent

BYTE = st.integers(0, 255).map(lambda byte: bytes([byte]))
SMALL = st.sampled_from([0, 1, 2, 3, 7, 8, 15, 16, 99, 100, 255]).map(lambda byte: bytes([byte]))


def entry(codes: list[int], size: int) -> st.SearchStrategy[bytes]:
    """Return whole entries with one of these codes, mostly of small numbers."""
    rest = st.lists(st.one_of(SMALL, BYTE), min_size=size - 1, max_size=size - 1).map(b"".join)
    return st.tuples(st.sampled_from(codes).map(lambda code: bytes([code])), rest).map(b"".join)


def files(*entries: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Return entries one after the other, and perhaps other bytes at the end."""
    return st.tuples(st.lists(st.one_of(*entries), max_size=12).map(b"".join), st.binary(max_size=10)).map(b"".join)


AVF = files(
    entry([1, 3, 5, 21, 9, 17, 145, 33, 65, 193, 11], 8), st.just(b"\1\0\1\x09\x63\0\0\x09"), st.just(b"cs=12345")
)
RMV = files(
    entry([*range(1, 8)], 9), st.just(bytes([1, 0, 0, 5, 0, 0, 9, 0, 9])), entry([28], 3), entry([9, 14, 18, 27], 3)
)
RMV_TIMES = files(entry([*range(1, 8)], 9), entry([0], 5), entry([28], 3))
EVF = files(
    entry([*range(1, 10)], 6),
    st.sampled_from([b"\xff\1\2", b"\xff\xff\xff", b"\xff\0\7", b"\x5c\7", b"\xc9\1\0\0ab\0", b"\xc9\1"]),
    entry([100, 121], 6),
    entry([200], 12),
)
EVF_TIMED = files(entry([*range(1, 10)], 8))


def same(kernel: tuple[Any, ...], naive: tuple[Any, ...]) -> None:
    events, place, *more = kernel
    assert (list(map(tuple, events)), place) == naive[:2]
    assert all(type(event) is MouseEvent for event in events)
    notes = sorted(more[0]) if more else []
    assert (notes, *more[1:]) == (sorted(naive[2]), *naive[3:])


@given(AVF, st.integers(0, 3))
def test_avf(data: bytes, place: int) -> None:
    place = min(place, len(data))
    kernel = _native.avf_events(MouseEvent, ACTIONS, data, place, avf._ACTION_TABLE, avf._USUAL_CODES)
    same(kernel, naive_replays.avf_events(data, place))


@given(st.one_of(RMV, RMV_TIMES), st.sampled_from([1, 2]), st.integers(0, 60), st.integers(0, 3))
def test_rmv(data: bytes, version: int, end: int, flags: int) -> None:
    edges, lengths = rmv._edges(version), rmv._ENTRY_LENGTHS[version]
    kernel = _native.rmv_events(MouseEvent, ACTIONS, data, 0, end, version == 2, *edges, flags, lengths)
    same(kernel, naive_replays.rmv_events(data, 0, end, version, flags))


@given(EVF)
def test_evf(data: bytes) -> None:
    tables = (evf._ACTION_TABLE, evf._LENGTHS, 255, 201)
    same(_native.evf_events(MouseEvent, ACTIONS, data, 0, *tables), naive_replays.evf_events(data, 0))


@given(EVF_TIMED)
def test_evf_before_version_4(data: bytes) -> None:
    kernel = _native.evf_timed_events(MouseEvent, ACTIONS, data, 0, evf._ACTION_TABLE)
    same(kernel, naive_replays.evf_timed_events(data, 0))


@given(st.booleans(), st.integers(0, 65535), st.data())
def test_mvf(late: bool, seed: int, draw: st.DataObject) -> None:
    version = mvf._VERSIONS["7" if late else "5"]
    order = mvf.bit_order(seed, version.size)
    # Few values, so that successive states share times, positions or buttons.
    times = st.sampled_from([0, 10, 20, 990, 5000])
    places = st.sampled_from([-1, 0, 5] if late else [0, 5])
    bits = st.integers(0, 1)
    states = draw.draw(st.lists(st.builds(mvf._State, times, places, places, bits, bits, bits, bits), max_size=12))
    data = mvf._pack_states(states, order, version) + draw.draw(st.binary(max_size=30))
    count = len(data) // version.size
    fields = (version.place_bits, version.offset, version.time_bits, version.milliseconds)
    kernel = _native.mvf_events(MouseEvent, ACTIONS, data, 0, count, bytes(order), *fields)
    same(kernel, naive_replays.mvf_events(data, 0, count, order, late))


@given(
    st.lists(
        st.tuples(
            st.sampled_from([0, 1, 2]), st.sampled_from([0, 99, 100]), st.integers(0, 8), st.sampled_from([0, 7])
        ),
        max_size=12,
    ),
    st.binary(max_size=9),
    st.integers(0, 3000),
)
def test_mvf_before_version_097(states: list[tuple[int, int, int, int]], rest: bytes, last: int) -> None:
    data = b"".join(bytes([*state[:3], 0, state[3], 0, 9, state[3]]) for state in states) + rest
    kernel = _native.mvf_early_events(MouseEvent, ACTIONS, data, 0, len(data), last)
    same(kernel, naive_replays.mvf_early_events(data, 0, len(data), last))


def test_what_would_read_elsewhere_is_refused() -> None:
    calls: list[tuple[Any, ...]] = [
        (_native.avf_events, b"", 1, avf._ACTION_TABLE, avf._USUAL_CODES),
        (_native.avf_events, b"", 0, b"", avf._USUAL_CODES),
        (_native.avf_events, b"", 0, bytes([9] * 256), avf._USUAL_CODES),
        (_native.evf_events, b"", 0, evf._ACTION_TABLE, bytes([1] * 256), 255, 201),
        (_native.mvf_events, b"1234", 0, 1, bytes(range(40)), 9, 0, 17, False),
        (_native.mvf_events, b"12345", 0, 1, bytes(range(1, 41)), 9, 0, 17, False),
        (_native.mvf_events, b"12345", 0, 1, bytes(39), 9, 0, 17, False),
        (_native.mvf_early_events, b"", 0, 1, 0),
    ]
    for function, *arguments in calls:
        with pytest.raises(ValueError, match="expected"):
            function(MouseEvent, ACTIONS, *arguments)
    with pytest.raises(TypeError):
        _native.evf_timed_events(int, ACTIONS, b"", 0, evf._ACTION_TABLE)  # type: ignore[type-var]
    with pytest.raises(ValueError, match="names"):
        _native.evf_timed_events(MouseEvent, ("move",), b"", 0, evf._ACTION_TABLE)
    with pytest.raises(TypeError):
        _native.are_all([1], int)  # type: ignore[arg-type]
    assert _native.are_all((1, 2), int)
    assert not _native.are_all((1, True), int)
