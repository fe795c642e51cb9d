"""Columns: numbers to the right, words to the left, nothing behind the last word."""

from __future__ import annotations

from hypersweep.cli.columns import columns_of


def test_numbers_stand_to_the_right() -> None:
    table = [["name", "number", "share", "word"], ["a", "1,000", "+0.25*", "x"], ["long name", "-2.5", "-", "-"]]
    assert columns_of(table) == [
        "name       number   share  word",
        "a           1,000  +0.25*  x",
        "long name    -2.5       -  -",
    ]
    assert columns_of([["heads", "alone"]]) == ["heads  alone"]
