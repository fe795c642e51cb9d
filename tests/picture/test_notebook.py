"""Pictures in notebooks: every cell of a board, nothing for a board that is too large, and escaped text."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given

import strategies
from hypersweep import Game, Grid, Layout, View, analyse
from hypersweep.picture.notebook import MOST_SHOWN, ROWS, board_picture, chance_picture, shown_html, table_html

SVG = "{http://www.w3.org/2000/svg}"


class Tags(HTMLParser):
    """Records the tags of a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


def cells(picture: str) -> list[tuple[float, float]]:
    """Return the corners of the cells of a picture."""
    root = ElementTree.fromstring(picture)
    assert root.tag == SVG + "svg"
    boxes = [box for box in root.iter(SVG + "rect") if "hs-cell" in box.get("class", "")]
    return [(float(box.attrib["x"]), float(box.attrib["y"])) for box in boxes]


@pytest.mark.slow
@given(strategies.views())
def test_every_cell_of_a_view_has_its_place(view: View) -> None:
    places = cells(view._repr_svg_())
    assert len(places) == len(set(places)) == view.grid.cells


@pytest.mark.slow
@given(strategies.layouts())
def test_every_cell_of_a_layout_has_its_place(layout: Layout) -> None:
    picture = layout._repr_svg_()
    places = cells(picture)
    assert len(places) == len(set(places)) == layout.grid.cells
    assert picture.count('class="hs-mine"') == layout.mines


@given(strategies.layouts())
def test_the_codes_of_a_layout_are_those_of_a_game_shown_whole(layout: Layout) -> None:
    assert layout.codes == Game(layout=layout).codes(reveal=True)


def test_a_game_shows_its_view_and_its_latest_move() -> None:
    game = Game((3, 4), 2, seed=1)
    assert game._repr_svg_() == game.view._repr_svg_()
    game.open((0, 0))
    assert game._repr_svg_().count("hs-last") == 1
    assert game.view._repr_svg_().count("hs-last") == 0


@pytest.mark.parametrize("shape", [(1000, 1001), (30_000, 30_000)])
def test_large_boards_are_named_not_drawn(shape: tuple[int, ...]) -> None:
    picture = Layout(Grid(shape), [])._repr_svg_()
    root = ElementTree.fromstring(picture)
    assert len(picture) < 1000
    assert str(shape[0] * shape[1]) in "".join(root.itertext())


def test_codes_are_not_read_in_vain() -> None:
    picture = board_picture(Grid((2, MOST_SHOWN)), 3, lambda: pytest.fail("codes are read"))
    assert "too many cells" in picture
    assert "hs-tiles" in board_picture(Grid((2, MOST_SHOWN // 2)), 0, lambda: [0] * MOST_SHOWN)


def test_an_analysis_shows_chances_in_words_and_colours() -> None:
    view = View.parse("2x4 mines=3\n# # # #\n2 2 # #")
    analysis = analyse(view)
    picture = analysis._repr_svg_()
    assert picture.count("hs-filled") == view.covered
    words = [text.text or "" for text in ElementTree.fromstring(picture).iter(SVG + "text")]
    chances = [f"{100 * chance:.0f}" for chance in analysis.probabilities if 0 < chance < 1]
    assert chances
    assert [word for word in words if int(word) > 4] == chances
    assert picture.count("hs-tick") == len(analysis.safe_cells)
    assert picture.count('class="hs-mine"') == len(analysis.mine_cells)
    shown = analysis._repr_html_()
    assert "2x4, 3 mines" in Tags(shown).words
    assert picture in shown


def test_flags_that_are_certain_stay_flags() -> None:
    codes = [-2, -2, -1, 2]
    picture = chance_picture(Grid((2, 2)), 2, codes, [1.0, 0.5, 0.5, 0.0])
    assert picture.count('class="hs-flag"') == 1
    assert picture.count("hs-filled") == 2


def test_an_analysis_of_a_large_board_has_a_sentence() -> None:
    analysis = analyse(View((3, MOST_SHOWN), 5, [-1] * 3 * MOST_SHOWN))
    assert "too many cells" in analysis._repr_svg_()
    assert len(analysis._repr_html_()) < 3000


def test_whatever_stands_in_a_table_is_text() -> None:
    text = table_html(["<i>"], [["<script>alert(1)</script>", '"><img src=x>'], ["\x00&"]])
    assert set(Tags(text).found) == {"table", "thead", "tbody", "tr", "th", "td"}
    assert "<script>alert(1)</script>" in Tags(text).words
    assert Tags(shown_html("<script>", summary="<img>", folded="<p>")).found == [
        *("div", "div", "b"),
        *("details", "summary", "p"),
    ]


def test_long_tables_say_how_much_is_left_out() -> None:
    text = table_html(["number"], [[number] for number in range(ROWS + 7)])
    assert text.count("<tr>") == ROWS + 2
    assert "and 7 more" in text
    assert "and 5 more" in table_html(["number"], [[1]], total=6)
