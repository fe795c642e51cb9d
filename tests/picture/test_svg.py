"""Boards as SVG: well-formed for all arguments, with every cell, and errors that name bad arguments."""

from __future__ import annotations

import re
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import Game, Grid, Layout, View
from hypersweep.errors import CellError, HypersweepError, LayoutError, ParameterError, ParameterTypeError
from hypersweep.picture.cell_appearance import CLUE, CURSOR, NEAR, TARGET
from hypersweep.picture.colours import chance_colour, luminance
from hypersweep.picture.svg import MOST_DRAWN, MOST_TITLED, MOST_WRITTEN, board_svg, draw_board
from hypersweep.picture.themes import THEMES
from hypersweep.text import place_text
from strategies import shapes

SVG = "{http://www.w3.org/2000/svg}"
VIEW = View.parse("3x4 mines=3\nX # 1 .\nF 2 2 1\n! 1 1 *\n")


def read(picture: str) -> ElementTree.Element:
    """Return the root of a picture that must stand alone."""
    assert not re.search(r"\b(?:href|src|import|onload|id)=", picture)
    root = ElementTree.fromstring(picture)
    assert root.tag == SVG + "svg"
    return root


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in element.get("class", "").split()]


@pytest.mark.nightly
@given(strategies.views(), st.sampled_from(sorted(THEMES)), st.data())
def test_whatever_is_drawn_is_well_formed(view: View, theme: str, data: st.DataObject) -> None:
    cells = st.sampled_from(list(view.grid))
    fill = data.draw(st.dictionaries(cells, st.floats(0, 1) | st.sampled_from(["red", "#00ff00", "rgb(1, 2, 3)"])))
    marks = data.draw(st.dictionaries(cells, st.sampled_from([CLUE, TARGET, CURSOR, NEAR, CLUE | TARGET])))
    arrows = data.draw(st.lists(st.tuples(cells, cells), max_size=4))
    words = data.draw(st.dictionaries(cells, st.text(max_size=5)))
    root = read(
        board_svg(
            view,
            title=data.draw(st.text()),
            theme=theme,
            fill=fill,
            words=words,
            marks=marks,
            arrows=arrows,
            last=data.draw(st.none() | cells),
            size=data.draw(st.sampled_from([None, "fit", 300, 77.5])),
            has_labels=data.draw(st.booleans()),
            has_titles=data.draw(st.sampled_from([None, True])),
            is_styled=data.draw(st.booleans()),
        )
    )
    assert len(of_class(root, "hs-cell")) == view.grid.cells
    assert len(of_class(root, "hs-filled")) == len(fill)
    assert len(of_class(root, "hs-arrow")) == len(arrows)
    places = {(element.get("x"), element.get("y")) for element in of_class(root, "hs-cell")}
    assert len(places) == view.grid.cells


def test_codes_are_drawn_as_what_they_are() -> None:
    root = read(board_svg(VIEW, has_labels=False))
    assert [text.text for text in root.iter(SVG + "text")] == ["1", "1", "1", "1", "2", "2"]
    counts = {"hs-mine": 2, "hs-flag": 2, "hs-cross": 1, "hs-covered": 3, "hs-wrong": 1, "hs-exploded": 1, "hs-open": 7}
    assert {name: len(of_class(root, name)) for name in counts} == counts
    assert len(of_class(root, "hs-clue-2")) == 1


def test_titles_say_what_is_where() -> None:
    root = read(board_svg(VIEW, title="a < b & c", words={(0, 1): "50"}))
    titles = [title.text for title in root.iter(SVG + "title")]
    assert titles[0] == root.get("aria-label") == "a < b & c"
    assert titles[1:4] == [
        "(0, 0): mine that went off",
        "(0, 1): covered, 50",
        "(0, 2): clue 1",
    ]
    assert len(titles) == 13
    assert root.get("role") == "group"
    assert {cell.get("role") for cell in of_class(root, "hs-cell")} == {"img"}
    plain = read(board_svg(VIEW, has_titles=False))
    assert plain.get("role") == "img"
    assert [title.text for title in plain.iter(SVG + "title")] == ["3x4, 3 mines"]


@pytest.mark.parametrize(
    "fill", [0.25, 1, 0, "#123456", "rebeccapurple", "hsl(120 50% 50% / 0.5)", "var(--mine)", "#gggggg"]
)
def test_fills_by_mapping_list_array_and_function_are_the_same(fill: float | str) -> None:
    by_cell: dict[tuple[int, ...], float | str] = {(0, 1): fill, (2, 3): fill}
    flat = [by_cell.get(cell) for cell in VIEW.grid]
    array = np.array(flat, dtype=object).reshape(3, 4)
    expected = board_svg(VIEW, fill=by_cell)
    assert {board_svg(VIEW, fill=way) for way in (flat, tuple(flat), array, by_cell.get)} == {expected}
    colour = fill if isinstance(fill, str) else chance_colour(fill)
    assert expected.count(f'fill="{colour}"') == 2


def test_an_array_of_chances_fills_every_cell() -> None:
    picture = board_svg(VIEW, fill=np.linspace(0, 1, 12).reshape(3, 4))
    assert len(of_class(read(picture), "hs-filled")) == 12
    some = np.where(np.arange(12).reshape(3, 4) % 5 == 0, 0.5, np.nan)
    assert board_svg(VIEW, fill=some) == board_svg(VIEW, fill={(0, 0): 0.5, (1, 1): 0.5, (2, 2): 0.5})


def test_a_page_may_have_all_the_colours_to_itself() -> None:
    game = Game(layout=Layout("3x4x2x3", [(0, 0, 0, 0)]))
    game.open((2, 3, 1, 2))
    options = {"arrows": [((0, 0, 0, 0), (2, 3, 1, 2))], "marks": {(1, 1, 1, 1): TARGET}, "last": (0, 0, 0, 1)}
    for board, theme in ((VIEW, "dark"), (game, "light")):
        plain = options if board is game else {}
        root = read(board_svg(board, theme=theme, is_styled=False, **plain))  # type: ignore[arg-type]
        assert not [
            element for element in root.iter() if element.get("fill") not in (None, "none") or element.get("stroke")
        ]
        assert not [element for element in root.iter() if element.get("style")]
        drawn = {SVG + name for name in ("rect", "circle", "path", "text")}
        inside = {child: parent for parent in root.iter() for child in parent}
        for element in root.iter():
            if element.tag in drawn:
                chain = [element]
                while chain[-1] in inside:
                    chain.append(inside[chain[-1]])
                assert any("hs-" in one.get("class", "") for one in chain[:-1]), element.attrib


def test_arrows_lead_from_middle_to_middle_across_tiles() -> None:
    board = "3x4x5x2"
    root = read(board_svg(board, [0] * 120, arrows=[((0, 0, 0, 0), (2, 3, 4, 1))], has_labels=False))
    (arrow,) = of_class(root, "hs-arrow")
    begin = re.match(r"M(\S+) (\S+)Q", arrow[0].attrib["d"])
    assert begin is not None
    assert all(8 <= float(number) <= 17 for number in begin.groups())


@pytest.mark.parametrize("size", [100, 640.0, np.int64(640)])
def test_size_is_the_width_in_pixels(size: float) -> None:
    root = read(board_svg(VIEW, size=size))
    _, _, width, height = (float(number) for number in root.attrib["viewBox"].split())
    assert float(root.attrib["width"]) == pytest.approx(float(size), abs=0.01)
    assert float(root.attrib["height"]) == pytest.approx(float(size) * height / width, abs=0.01)
    assert read(board_svg(VIEW, size="fit")).attrib["width"] == "100%"


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_every_theme_tells_covered_from_open(theme: str) -> None:
    root = read(board_svg(VIEW, theme=theme))
    grounds = {
        name: {cell.get("fill") for cell in of_class(root, name)}
        for name in ("hs-covered", "hs-open", "hs-exploded", "hs-wrong")
    }
    assert not grounds["hs-covered"] & grounds["hs-open"]
    assert not grounds["hs-exploded"] & grounds["hs-open"]
    assert all("" not in colours and None not in colours for colours in grounds.values())
    assert board_svg(VIEW, theme=THEMES[theme]) == board_svg(VIEW, theme=theme)


def runs_of(root: ElementTree.Element, pattern: str, attribute: str) -> dict[tuple[int, int], str]:
    """Return the colour of each cell, by its place in cells, of a picture that is made of runs."""
    found = {}
    for path in of_class(root, "hs-cell"):
        for x, y, length in re.findall(pattern, path.attrib["d"]):
            side = 18 if pattern.endswith("v17") else 1
            for step in range(-(-int(length) // side)):
                place = int(x) // side + step, int(y) // side
                assert place not in found
                found[place] = path.attrib[attribute]
    return found


@pytest.mark.parametrize(
    ("shape", "pattern", "attribute"),
    [
        ((MOST_TITLED // 20, 21), r"M(\d+) (\d+)h(\d+)v17", "fill"),
        ((MOST_WRITTEN // 100, 101), r"M(\d+) (\d+)h(\d+)", "stroke"),
    ],
)
def test_runs_of_a_large_board_hold_every_cell(shape: tuple[int, int], pattern: str, attribute: str) -> None:
    game = Game(layout=Layout.random(shape, shape[0] * shape[1] // 8, seed=3))
    for cell in [(number, number % shape[1]) for number in range(0, shape[0], 3)]:
        if not game.layout.is_mine(cell):  # type: ignore[union-attr]
            game.open(cell)
        else:
            game.flag(cell)
    root = read(board_svg(game))
    found = runs_of(root, pattern, attribute)
    assert len(found) == game.grid.cells
    colours: dict[int, set[str]] = {}
    for (row, column), code in game.view.items():
        colours.setdefault(code, set()).add(found[column, row])
    assert all(len(own) == 1 for own in colours.values())
    assert colours[0] != colours[-1]
    if attribute == "stroke":
        # There is no text, so every clue has a colour of its own.
        assert len({min(own) for own in colours.values()}) == len(colours)
        assert not list(root.iter(SVG + "text"))
        assert all(luminance(min(colours[0])) > luminance(min(own)) for code, own in colours.items() if code)


def test_fills_and_arrows_are_drawn_on_the_largest_boards_too() -> None:
    cells = MOST_WRITTEN + 3
    board = f"1x{cells}"
    root = read(board_svg(board, [-1] * cells, fill={(0, 5): "#ff0000"}, last=(0, 7), arrows=[((0, 0), (0, 9))]))
    assert any(path.get("stroke") == "#ff0000" for path in of_class(root, "hs-filled"))
    assert len(of_class(root, "hs-arrow")) == 2


BAD: list[tuple[dict[str, object], type[HypersweepError], str]] = [
    ({"theme": "drak"}, ParameterError, "did you mean 'dark'"),
    ({"theme": 3}, ParameterError, r"expected a theme \(dark"),
    ({"fill": {(0, 9): "red"}}, CellError, r"\(0, 9\)"),
    ({"fill": ["red"]}, ParameterError, "expected fill by cell, as a function, or as 12 items"),
    ({"fill": np.zeros((4, 3))}, ParameterError, r"expected fill of the shape \(3, 4\) of 3x4, got .* \(4, 3\)"),
    ({"fill": {(0, 0): '"><script>'}}, ParameterError, r"expected a colour .* for \(0, 0\)"),
    ({"fill": {(0, 0): 1.5}}, ParameterError, "a chance from 0 to 1"),
    ({"fill": {(0, 0): True}}, ParameterError, "a chance from 0 to 1"),
    ({"words": "twelve words"}, ParameterError, "expected words by cell"),
    ({"marks": {(0, 0): -1}}, ParameterError, "expected marks such as CLUE"),
    ({"arrows": [(0, 0, 0)]}, ParameterError, "expected a pair of cells"),
    ({"arrows": 5}, ParameterTypeError, r"expected pairs of cells for arrows, got 5 \(int\)"),
    ({"arrows": [((0, 0), (3, 0))]}, CellError, r"\(3, 0\)"),
    ({"last": (0, -1)}, CellError, r"\(0, -1\)"),
    ({"size": 0}, ParameterError, "expected a size in pixels or 'fit'"),
    ({"size": "large"}, ParameterError, "expected a size in pixels or 'fit'"),
    ({"codes": [0]}, LayoutError, "expected 12 codes for 3x4, got 1"),
    ({"codes": [9] * 12}, LayoutError, "expected codes from -5 to 8"),
    ({"codes": [0.5] * 12}, LayoutError, "expected codes from -5 to 8"),
]


@pytest.mark.parametrize(("options", "error", "message"), BAD)
def test_arguments_that_cannot_be_are_named(
    options: dict[str, object], error: type[HypersweepError], message: str
) -> None:
    with pytest.raises(error, match=message):
        board_svg(VIEW, **options)  # type: ignore[arg-type]


def test_boards_that_are_none_or_too_large_are_refused() -> None:
    with pytest.raises(ParameterError, match="expected a board to draw, got 7"):
        board_svg(7)
    with pytest.raises(ParameterError, match="expected the codes of 3x4, got None"):
        board_svg("3x4")
    with pytest.raises(ParameterError, match=f"at most {MOST_DRAWN} cells"):
        board_svg(Grid((3, MOST_DRAWN)), [])


def test_anything_with_a_grid_and_codes_is_a_board() -> None:
    stranger = SimpleNamespace(grid=Grid("2x3"), codes=[-1, 1, 0, -1, 1, 0])
    assert read(board_svg(stranger)).get("aria-label") == "2x3"
    assert board_svg(VIEW.grid, VIEW.codes, title="3x4, 3 mines") == board_svg(VIEW)


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
