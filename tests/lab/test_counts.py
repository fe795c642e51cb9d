"""Counts add up, in any order."""

from __future__ import annotations

import pytest

from hypersweep.errors import ParameterError
from hypersweep.lab.counts import COUNTED, add_up, by_name


def test_sums_have_every_name() -> None:
    for kind, names in COUNTED.items():
        assert names[0] == "games"
        assert len(set(names)) == len(names)
        ones, counted = (1,) * len(names), tuple(range(len(names)))
        assert add_up(kind, []) == (0,) * len(names)
        assert add_up(kind, [ones, counted, ones]) == add_up(kind, [counted, ones, ones])
        assert by_name(kind, counted) == {name: place for place, name in enumerate(names)}


def test_counts_of_another_kind_are_refused() -> None:
    with pytest.raises(ParameterError, match="expected 7 counts of compare, got 3"):
        add_up("compare", [(1, 2, 3)])
