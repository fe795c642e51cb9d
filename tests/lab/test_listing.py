"""Boards with their mines as people list them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hypersweep import Grid
from hypersweep.errors import ParameterError
from hypersweep.lab.listing import mines_of_density, settings_of


def test_a_board_comes_with_every_combination() -> None:
    found = settings_of("3x4", adjacencies=(None, "orthogonal"), densities=[Fraction(1, 4), 0.5])
    assert [(str(grid), mines) for grid, mines in found] == [
        *(("3x4", 3), ("3x4", 6), ("3x4~orthogonal", 3), ("3x4~orthogonal", 6)),
    ]
    assert [*settings_of("hard")] == [(Grid("16x30"), 99)]
    with pytest.raises(ParameterError, match="mines are laid already"):
        next(settings_of("5x6.bCAICCA"))


def test_a_density_is_taken_as_it_is_written() -> None:
    # 0.15 is a little less than 0.15 in binary: 7.5 mines are 8.
    assert [mines_of_density(Grid("5x10"), density) for density in (0, 0.15, 0.149, 0.5)] == [0, 8, 7, 25]
    for density in (-0.1, 1, True, "0.1", float("nan"), None):
        with pytest.raises(ParameterError, match="density"):
            mines_of_density(Grid("5x10"), density)  # type: ignore[arg-type]
