"""Lists of numbers and of boards as people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hypersweep import Grid
from hypersweep.errors import ParameterError
from hypersweep.lab.listing import mines_of_density, numbers_of, settings_of, whole_numbers_of


def test_numbers_are_listed_exactly() -> None:
    assert [*numbers_of("0.1:0.3:0.1", "--density")] == [Fraction(1, 10), Fraction(1, 5), Fraction(3, 10)]
    assert [*whole_numbers_of("3, 10:14:2,7-9", "--mines")] == [3, 10, 12, 14, 7, 8, 9]
    assert [*whole_numbers_of("4-4", "--mines")] == [4]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a number, several with commas, or a range for --mines"),
        ("1,,2", "several with commas"),
        ("x", "several with commas"),
        ("-3", "several with commas"),
        ("1:5", "FIRST:LAST:STEP"),
        ("1:5:0", "FIRST:LAST:STEP"),
        ("5:1:1", "FIRST:LAST:STEP"),
        ("5-1", "FIRST-LAST"),
        ("1-2-3", "FIRST-LAST"),
        ("0.1-0.3", "FIRST-LAST"),
        ("1.5", "whole numbers for --mines"),
        ("0:1:0.00001", "at most 10,000 numbers"),
        ("1-20000", "at most 10,000 numbers"),
    ],
)
def test_other_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        # Of a range of fractions the first is whole.
        assert [*(numbers_of if "0.00001" in text else whole_numbers_of)(text, "--mines")]


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
