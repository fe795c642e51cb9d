"""Many views analysed in one call, beside one call for each."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hypersweep import View
from hypersweep.errors import InconsistentViewError, ParameterTypeError
from hypersweep.solve import analyse, analyse_batch

VIEWS = [View.parse(f"2x3 mines={mines}\n# # #\n1 # #") for mines in (1, 2, 3, 4)]


def test_a_batch_finds_what_each_analysis_finds() -> None:
    batch = analyse_batch(VIEWS)
    assert batch.status == ("exact", "exact", "exact", "inconsistent")
    for place in range(3):
        assert batch[place] == batch[place - 4] == batch[np.int8(place)] == analyse(VIEWS[place])
    with pytest.raises(InconsistentViewError):
        batch[3]


@pytest.mark.parametrize("places", [slice(1, 3), slice(None), slice(None, None, -1), slice(3, None, -2), slice(2, 2)])
def test_a_slice_is_a_batch(places: slice) -> None:
    assert analyse_batch(VIEWS)[places] == analyse_batch(VIEWS[places])


@pytest.mark.parametrize("place", [4, -5])
def test_a_place_is_in_the_batch(place: int) -> None:
    with pytest.raises(IndexError, match="expected a place of 0 to 3, got"):
        analyse_batch(VIEWS)[place]
    with pytest.raises(IndexError, match="in a batch that isn't empty"):
        analyse_batch([])[place]


@pytest.mark.parametrize("place", [1.0, "1", True, None, (0, 1)])
def test_a_place_is_a_whole_number(place: Any) -> None:
    with pytest.raises(ParameterTypeError, match="expected a place in the batch, got"):
        analyse_batch(VIEWS)[place]
