"""JSON of figures: every one is there, and rates are worked out again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hypersweep import PlayStats, play_stats
from hypersweep.formats import decode, encode
from hypersweep.stats import BoardStats
from records import random_record


@given(st.integers(0, 2**32))
def test_figures_come_back_with_all_that_follows_from_them(seed: int) -> None:
    stats = play_stats(random_record(seed, 20))
    document = encode(stats)
    assert set(document) == {"type", "version", *PlayStats.__slots__}
    if stats.board is not None:
        assert set(document["board"]) == {"type", "version", *BoardStats.__slots__}
    found = decode(document)
    assert found == stats
    assert found.as_dict() == stats.as_dict()
