"""Pictures of boards: well-formed, with every cell in it, and none drawn where there would be too many."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given

import strategies
from hypersweep import Game, Grid, Layout, View

SVG = "{http://www.w3.org/2000/svg}"


def boxes(picture: str) -> list[tuple[float, float]]:
    """Gives the corners of the cells of a picture; the board's background is left out."""
    root = ElementTree.fromstring(picture)
    assert root.tag == SVG + "svg"
    found = [(float(box.attrib["x"]), float(box.attrib["y"])) for box in root.iter(SVG + "rect")]
    return found[1:]


@given(strategies.views())
def test_every_cell_of_a_view_has_its_place(view: View) -> None:
    places = boxes(view._repr_svg_())
    assert len(places) == len(set(places)) == view.grid.cells


@given(strategies.layouts())
def test_every_cell_of_a_layout_has_its_place(layout: Layout) -> None:
    picture = layout._repr_svg_()
    places = boxes(picture)
    assert len(places) == len(set(places)) == layout.grid.cells
    assert picture.count("<circle") == layout.mines


def test_clues_are_written_and_flags_are_drawn() -> None:
    picture = View.parse("3x4 mines=3\nX # 1 .\nF 2 2 1\n! 1 1 *\n")._repr_svg_()
    texts = [text.text for text in ElementTree.fromstring(picture).iter(SVG + "text")]
    assert texts == ["1", "2", "2", "1", "1", "1"]
    assert picture.count("<circle") == 2
    assert picture.count("<path") >= 2


def test_a_game_shows_its_view() -> None:
    game = Game((3, 4), 2, seed=1)
    game.open((0, 0))
    assert game._repr_svg_() == game.view._repr_svg_()


@pytest.mark.parametrize("shape", [(1000, 1001), (30_000, 30_000)])
def test_large_boards_are_named_not_drawn(shape: tuple[int, ...]) -> None:
    picture = Layout(Grid(shape), [])._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert len(picture) < 1000
    assert str(shape[0] * shape[1]) in "".join(root.itertext())
