"""Columns: numbers to the right, words to the left, nothing behind the last word."""

from __future__ import annotations

from hypersweep.cli.columns import columns_of, text_width


def test_numbers_stand_to_the_right() -> None:
    table = [["name", "number", "share", "word"], ["a", "1,000", "+0.25*", "x"], ["long name", "-2.5", "-", "-"]]
    assert columns_of(table) == [
        "name       number   share  word",
        "a           1,000  +0.25*  x",
        "long name    -2.5       -  -",
    ]
    assert columns_of([["heads", "alone"]]) == ["heads  alone"]


def test_wide_characters_take_two_columns() -> None:
    assert [text_width(text) for text in ("", "won", "漢字", "a\u0301b", "\uff57", "é")] == [0, 3, 4, 2, 2, 1]
    assert columns_of([["player", "won"], ["漢字の名前", "7"], ["e\u0301", "12"]]) == [
        "player      won",
        "漢字の名前    7",
        "e\u0301            12",
    ]
