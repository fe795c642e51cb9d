from __future__ import annotations

import numpy as np
import pytest

from hypersweep import Grid, View
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.envs.rendering import board_pixels
from hypersweep.errors import LayoutError, ParameterError
from hypersweep.picture.themes import THEMES

MARGIN, SIDE = 6, 18


def box(picture: np.ndarray, row: int, column: int) -> np.ndarray:
    """Return the pixels of a cell of a board of two dimensions."""
    top, left = MARGIN + row * SIDE, MARGIN + column * SIDE
    return picture[top : top + SIDE - 1, left : left + SIDE - 1]


def colour(text: str) -> list[int]:
    return [int(text[place : place + 2], 16) for place in (1, 3, 5)]


def test_cells_have_the_colours_of_the_theme() -> None:
    grid = Grid("3x4")
    codes = np.array([COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, 0, 1, 2, 3, 4, 5, 8])
    for name in ("light", "dark", "classic", "contrast"):
        picture = board_pixels(grid, codes, theme=name)
        assert picture.dtype == np.uint8
        assert picture.shape == (3 * SIDE + 2 * MARGIN, 4 * SIDE + 2 * MARGIN, 3)
        assert picture[0, 0].tolist() == colour(THEMES[name].screen)
        for index, code in enumerate(codes):
            style = THEMES[name].style(int(code), largest=8)
            cell = box(picture, index // 4, index % 4)
            found = {tuple(pixel) for pixel in cell.reshape(-1, 3).tolist()}
            assert cell[0, 0].tolist() == colour(style.ground)
            expected = {tuple(colour(style.ground))}
            if code not in (COVERED, 0):
                expected.add(tuple(colour(style.text)))
            assert found == expected, (name, code)


@pytest.mark.slow
def test_no_two_looks_are_alike() -> None:
    grid = Grid((3, 3, 3, 3, 3, 3, 3, 3, 3))
    codes = [COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, *range(130), 999, 1000, 9999, 10000, 19682]
    every = np.zeros(grid.cells, np.int16)
    every[: len(codes)] = codes
    from hypersweep.envs.rendering import _cell

    looks = {_cell(code, THEMES["light"], 19682).tobytes() for code in codes}
    assert len(looks) == len(codes)
    assert board_pixels(grid, every).ndim == 3


@pytest.mark.parametrize("text", ["7", "300", "3x4", "3x4x5", "2x3x2x3", "2x2x2x2x3", "2x2x2x2x2x2", "300x200"])
def test_every_cell_stands_somewhere_of_its_own(text: str) -> None:
    grid = Grid(text)
    codes = np.full(grid.cells, COVERED)
    before = board_pixels(grid, codes)
    places = set()
    for index in {0, 1, grid.cells // 2, grid.cells - 2, grid.cells - 1}:
        codes[index] = EXPLODED
        changed = (board_pixels(grid, codes) != before).any(axis=2)
        codes[index] = COVERED
        rows, columns = np.nonzero(changed)
        assert len(rows)
        assert rows.max() - rows.min() < SIDE
        assert columns.max() - columns.min() < SIDE
        places.add((rows.min(), columns.min()))
    assert len(places) == len({0, 1, grid.cells // 2, grid.cells - 2, grid.cells - 1})


def test_codes_of_a_view_in_any_shape() -> None:
    view = View.parse("2x3 mines=1\n# 1 .\n# 1 .")
    flat = board_pixels(view.grid, view.array().reshape(-1))
    np.testing.assert_array_equal(board_pixels(view.grid, view.array()), flat)
    assert board_pixels(view.grid, view.array(), theme="mono").shape == flat.shape


def test_what_cannot_be_drawn_is_refused() -> None:
    grid = Grid("2x3")
    with pytest.raises(LayoutError, match="6 codes"):
        board_pixels(grid, np.zeros(5))
    for wrong in (-6, 9):
        with pytest.raises(LayoutError, match=f"got {wrong}"):
            board_pixels(grid, np.array([0, 0, 0, 0, 0, wrong]))
    with pytest.raises(ParameterError, match="dark"):
        board_pixels(grid, np.zeros(6), theme="drak")
    with pytest.raises(ParameterError, match="4000000"):
        board_pixels(Grid((3000, 3000)), np.zeros(1))
