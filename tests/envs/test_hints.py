"""Chances for learners that are taught."""

from __future__ import annotations

import numpy as np

from hypersweep import View, analyse
from hypersweep.envs.hints import write_chances

TEXTS = ("3x4 mines=2\n. 1 # #\n. 2 # #\n. 1 # #", "3x4 mines=2\n# # # #\n# 2 # #\n# # # #")


def test_chances_are_those_of_each_board() -> None:
    views = [View.parse(text) for text in TEXTS]
    for dtype in (np.int8, np.int16):
        codes = np.stack([view.array() for view in views]).astype(dtype)
        out = np.zeros(codes.shape)
        assert write_chances(views[0].grid, 2, codes.tobytes(), out).tolist() == [True, True]
        for view, chances in zip(views, out, strict=True):
            np.testing.assert_array_equal(chances, analyse(view).probability_array())


def test_of_no_boards_nothing_is_told() -> None:
    assert write_chances(View.parse(TEXTS[0]).grid, 2, b"", np.zeros((0, 3, 4))).shape == (0,)
