"""Drawings: where cells lie in them, in any number of dimensions."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.picture.drawing import draw_board
from hypersweep.picture.labels import place_text
from hypersweep.picture.themes import THEMES
from strategies import shapes

LIGHT = THEMES["light"]


def cells(elements: str) -> dict[str, tuple[float, float]]:
    """Return the corner of each cell by its title."""
    root = ElementTree.fromstring(f"<g>{elements}</g>")
    return {
        box[0].text or "": (float(box.attrib["x"]), float(box.attrib["y"]))
        for box in root.iter("rect")
        if "hs-cell" in box.get("class", "")
    }


@given(shapes(max_cells=300), st.booleans())
def test_middles_are_those_of_the_cells_and_inside(shape: tuple[int, ...], has_labels: bool) -> None:
    grid = Grid(shape)
    codes = [min(index % 9, grid.max_neighbours) for index in range(grid.cells)]
    drawing = draw_board(grid, codes, theme=LIGHT, has_labels=has_labels)
    found = cells(drawing.elements)
    assert len(found) == grid.cells
    middles = {drawing.middle(cell) for cell in grid}
    assert middles == {(x + drawing.corner[0] + 8.5, y + drawing.corner[1] + 8.5) for x, y in found.values()}
    assert all(9 <= x <= drawing.width - 9 and 9 <= y <= drawing.height - 9 for x, y in middles)


@pytest.mark.parametrize("shape", [(130,), (3, 4), (3, 4, 30), (2, 3, 4, 5), (2, 3, 2, 3, 30)])
def test_every_cell_s_box_is_titled_with_its_own_coordinates(shape: tuple[int, ...]) -> None:
    grid = Grid(shape)
    drawing = draw_board(grid, [-1] * grid.cells, theme=LIGHT, is_titled=True)
    found = cells(drawing.elements)
    for cell in grid:
        x, y = found[f"{place_text(cell)}: covered"]
        assert drawing.middle(cell) == (x + drawing.corner[0] + 8.5, y + drawing.corner[1] + 8.5)


@pytest.mark.parametrize("shape", [(200,), (3, 4, 60), (2, 3, 2, 2, 40)])
def test_what_would_get_too_wide_goes_on_below(shape: tuple[int, ...]) -> None:
    grid = Grid(shape)
    drawing = draw_board(grid, [0] * grid.cells, theme=LIGHT)
    assert drawing.width < 800
    assert drawing.arrangement.fold is not None


def test_labels_name_tiles_groups_rows_and_columns() -> None:
    drawing = draw_board(Grid((2, 3, 2, 1, 2)), [0] * 24, theme=LIGHT)
    root = ElementTree.fromstring(f"<g>{drawing.elements}</g>")
    words = {group.get("class"): [text.text for text in group] for group in root.iter("g")}
    assert words["hs-label"] == ["0", "1", "0,0", "1,0", "0,0", "1,0"]
    assert words["hs-ruler"] == ["0", "1", *["0", "1", "2"] * 4]


def test_numbers_of_columns_stand_below_the_last_cells_above_them() -> None:
    drawing = draw_board(Grid((3, 12, 5)), [0] * 180, theme=LIGHT)
    assert drawing.arrangement.fold == 3
    root = ElementTree.fromstring(f"<g>{drawing.elements}</g>")
    (ruler,) = (group for group in root.iter("g") if group.get("class") == "hs-ruler")
    below = [text for text in ruler if text.get("text-anchor") == "middle"]
    assert len(below) == 36
    for text in below:
        x = float(text.attrib["x"])
        lowest = max(
            y for cell in Grid((3, 12, 5)) for (at, y) in [drawing.arrangement.place(cell) or (0, 0)] if at + 8.5 == x
        )
        assert 0 < float(text.attrib["y"]) - lowest - 17 < 12


def test_long_sides_have_round_numbers_only() -> None:
    drawing = draw_board(Grid((3, 55)), [0] * 165, theme=LIGHT)
    root = ElementTree.fromstring(f"<g>{drawing.elements}</g>")
    (ruler,) = (group for group in root.iter("g") if group.get("class") == "hs-ruler")
    assert [text.text for text in ruler] == ["0", "1", "2", *map(str, range(0, 55, 5))]
