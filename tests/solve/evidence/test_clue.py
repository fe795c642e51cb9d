"""One clue in words, by the number alone, with what the board shows, and with what is known."""

from __future__ import annotations

import pytest

from sentences import check_first


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2x3 mines=1\n# # 1\n# 1 1", "The 1 at (0, 2) touches only 1 covered cell: (0, 1) is a mine."),
        ("1x3 mines=2\n# 2 #", "The 2 at (0, 1) touches only 2 covered cells: (0, 0) and (0, 2) are mines."),
        ("2x3 mines=0\n# # #\n# # .", "The 0 at (1, 2) touches no mine: (0, 1), (0, 2) and (1, 1) are safe."),
        (
            "1x4 mines=1\n* 1 # #",
            "The 1 at (0, 1) already has its mine, (0, 0), so its only other covered cell, (0, 2), is safe.",
        ),
        (
            "2x3 mines=1\n* # #\n# 1 #",
            (
                "The 1 at (1, 1) already has its mine, (0, 0), so its 4 other covered cells, (0, 1), (0, 2), "
                "(1, 0) and (1, 2), "
                "are safe."
            ),
        ),
        (
            "1x4 mines=2\n* 2 # #",
            (
                "The board shows a mine at (0, 0), so the 2 at (0, 1) needs 1 more. It touches only 1 covered cell: "
                "(0, 2) is a mine."
            ),
        ),
    ],
)
def test_sentences_word_for_word(text: str, sentence: str) -> None:
    check_first(text, sentence)
