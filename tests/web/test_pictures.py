"""The positions in pictures of named boards: all are possible in a game."""

from __future__ import annotations

import pytest

from hypersweep.boards import PRESETS
from hypersweep.grid import Grid
from hypersweep.solve import analyse
from hypersweep.view import COVERED, FLAGGED, View
from hypersweep.web.pictures import picture_text, picture_texts


def _view(name: str, text: str) -> View:
    board, mines = PRESETS[name]
    codes = [{"#": COVERED, "F": FLAGGED}.get(letter) for letter in text]
    return View(
        board, mines, [int(letter, 36) if code is None else code for letter, code in zip(text, codes, strict=True)]
    )


@pytest.mark.slow
def test_every_picture_is_a_position_that_some_layout_fits() -> None:
    texts = picture_texts()
    assert texts.keys() == PRESETS.keys()
    for name in ("beginner", "intermediate", "3d-easy", "4d-easy", "1d"):
        view = _view(name, texts[name])
        # Flags that are taken for mines would contradict a clue if one were wrong.
        analysis = analyse(view, trust_flags=True)
        assert analysis.view.flagged <= view.mines
        assert 0.2 < 1 - view.covered / view.grid.cells < 0.9


def test_a_picture_is_the_same_each_time() -> None:
    assert picture_text("3x4x5", 6) == picture_text("3x4x5", 6)
    assert len(picture_text("3x4x5", 6)) == Grid("3x4x5").cells
