"""The number of mines in words, with clues and without."""

from __future__ import annotations

import pytest

from sentences import check_first


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "1x6 mines=1\n# 1 # # # #",
            (
                "There is only 1 mine. The 1 at (0, 1) needs it, so the 3 other covered cells are safe: (0, 3), "
                "(0, 4) and (0, 5)."
            ),
        ),
        ("2x2 mines=0\n# #\n# #", "There are no mines, so (0, 0), (0, 1), (1, 0) and (1, 1) are safe."),
        ("2x2 mines=1\n* #\n# #", "The only mine is found, so (0, 1), (1, 0) and (1, 1) are safe."),
        ("1x2 mines=2\n# #", "There are 2 mines, as many as there are covered cells: (0, 0) and (0, 1) are mines."),
        ("1x1 mines=1\n#", "There is 1 mine, and only 1 covered cell: (0, 0) is a mine."),
        (
            "1x8 mines=3\n# 1 # 1 # 1 # #",
            (
                "There are 3 mines. The 1 at (0, 1) and the 1 at (0, 5) share no covered cell and take 1 + 1 = "
                "2. The other 3 - 2 = 1 "
                "must be in the only other covered cell that none of them touches: (0, 7) is a mine."
            ),
        ),
    ],
)
def test_sentences_word_for_word(text: str, sentence: str) -> None:
    check_first(text, sentence)
