"""The lines of a board as styled text."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.picture.arrangement import Arrangement, axis_name, characters
from hypersweep.picture.cell_appearance import (
    CURSOR,
    DONE,
    DRAFT,
    HIDDEN,
    QUESTION,
    TARGET,
    hint_marks,
    number_symbol,
    too_many_flags,
)
from hypersweep.picture.colours import contrast
from hypersweep.picture.themes import THEMES, theme_in
from hypersweep.tui.board.line_painter import LinePainter
from hypersweep.tui.styles import text_style


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=6),
    st.integers(-6, 20),
    st.integers(0, 60),
    st.sampled_from(sorted(THEMES)),
)
def test_a_line_is_as_long_as_asked_for_and_a_part_of_the_whole(
    shape: list[int], begin: int, length: int, theme: str
) -> None:
    grid = Grid(shape)
    arrangement = Arrangement(grid.shape)
    painter = LinePainter(THEMES[theme], is_ascii=True)
    marks = {0: CURSOR}
    codes = [(index * 7) % 11 - 2 for index in range(grid.cells)]

    def looks(indices: list[int]) -> list[int]:
        return [codes[index] for index in indices]

    for y in range(-1, arrangement.height + 1):
        whole = painter.line(arrangement, y, looks, marks, begin=-6, end=90).text  # type: ignore[arg-type]
        part = painter.line(arrangement, y, looks, marks, begin=begin, end=begin + length)  # type: ignore[arg-type]
        assert len(part.text) == part.cell_length == length
        assert part.text == whole[begin + 6 : begin + 6 + length]


@pytest.mark.parametrize("shape", ["3x4x5", "4x4x4x4", "3x3x3x3x2"])
def test_names_of_axes_keep_away_from_the_edges(shape: str) -> None:
    painter = LinePainter(THEMES["dark"])
    arrangement = Arrangement(Grid(shape).shape, metrics=characters(3, 1))
    named = set()
    for left in range(40):
        width = 2 * left + arrangement.width
        for number, (axis, _) in arrangement.axis_labels.items():
            line = painter.line(arrangement, number, None, {}, begin=-left, end=width - left)
            text = painter.with_axis_name(line, arrangement, number, left, width).text
            assert len(text) == width
            if axis_name(axis) in text:
                named.add((axis, left))
                begin = text.index(axis_name(axis))
                end = begin + len(axis_name(axis)) + 1
                assert begin > 0
                assert text[begin - 1] == " "
                assert text[end - 1 : end + 1].strip() in ("→", "↓")
                assert end < width
    # With enough space, each axis is named.
    assert {axis for axis, left in named if left == 39} == {axis for axis, _ in arrangement.axis_labels.values()}


def test_every_look_fills_its_cell() -> None:
    for width in (2, 3, 4):
        painter = LinePainter(THEMES["dark"], size=(width, 1))
        for look in (*range(-5, 100), HIDDEN, DONE, *(too_many_flags(excess) for excess in range(1, 30))):
            assert len(painter.text(look)) == width
    assert LinePainter(THEMES["dark"], size=(3, 1)).text(242) == "242"
    assert LinePainter(THEMES["dark"]).text(too_many_flags(12)) == "--"


@pytest.mark.parametrize("is_ascii", [False, True])
@pytest.mark.parametrize("size", [(2, 1), (3, 1), (4, 2), (6, 3), (8, 4), (10, 5)])
@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_a_number_of_a_hint_stands_next_to_what_the_cell_shows(
    size: tuple[int, int], theme: str, *, is_ascii: bool
) -> None:
    painter = LinePainter(THEMES[theme], size=size, is_ascii=is_ascii)
    assert painter.most_numbers >= 9
    for number in range(1, painter.most_numbers + 1):
        (mark,) = hint_marks(Grid("1x1"), (), (), {(0, 0): number}).values()
        for look in (COVERED, FLAGGED, MINE, DONE, QUESTION, DRAFT, *range(9)):
            plain, numbered = ([painter.cell(look, each, line).text for line in range(size[1])] for each in (0, mark))
            symbol = number_symbol(number, is_ascii=is_ascii)
            assert numbered[0].startswith(symbol)
            assert numbered[1:] == plain[1:]
            assert len(numbered[0]) == painter.width
            rest = plain[0][len(symbol) :]
            # Only the wide signs in large cells leave no two columns free.
            assert numbered[0].removeprefix(symbol) == rest or (
                size[1] > 3 and not numbered[0].removeprefix(symbol).strip()
            )
    # The number of a covered cell can be read well.
    target = TARGET | mark
    style = painter.cell(COVERED, target).style
    if style is not None and style.color is not None and style.bgcolor is not None:
        assert contrast(style.color.get_truecolor().hex, style.bgcolor.get_truecolor().hex) >= 6.9
    # A text without a free column gives way to the number.
    crowded = painter.cell(too_many_flags(2), hint_marks(Grid("1x1"), (), (), {(0, 0): 1})[0]).text
    assert crowded.startswith(number_symbol(1, is_ascii=is_ascii))


def test_cells_of_several_lines_have_gaps_and_a_text_in_the_middle() -> None:
    codes = [3, COVERED, FLAGGED, 0]

    def lines(painter: LinePainter, size: tuple[int, int]) -> list[str]:
        arrangement = Arrangement((2, 2), metrics=characters(*size))
        looks = partial(map, codes.__getitem__)
        return [painter.line(arrangement, y, lambda each: [*looks(each)], {}).text for y in range(arrangement.height)]

    dark = LinePainter(THEMES["dark"], size=(4, 2))
    assert lines(dark, (4, 2)) == [" 3      ", "▄▄▄ ▄▄▄ ", " ⚑      ", "▄▄▄ ▄▄▄ "]
    mono = LinePainter(THEMES["mono"], size=(6, 3), is_ascii=True)
    assert lines(mono, (6, 3)) == [
        "      ##### ",
        "  3   ##### ",
        "            ",
        "            ",
        "  F     .   ",
        "            ",
    ]


def test_digits_are_large_in_large_cells_unless_clues_may_have_two() -> None:
    large, small = (LinePainter(THEMES["dark"], size=(8, 4), largest=largest) for largest in (8, 10))
    assert [large.cell(7, 0, line).text for line in range(4)] == ["  ▄▄▄  ", "    █  ", "   █   ", "▄▄▄▄▄▄▄"]
    assert [small.cell(7, 0, line).text for line in range(4)] == ["       ", "   7   ", "       ", "▄▄▄▄▄▄▄"]
    assert "█" not in LinePainter(THEMES["dark"], size=(8, 4), is_ascii=True).cell(7, 0, 1).text
    for look in (*range(1, 9), FLAGGED, MINE, EXPLODED, WRONG_FLAG):
        for size in ((8, 4), (10, 5)):
            painter = LinePainter(THEMES["dark"], size=size)
            assert {len(painter.cell(look, 0, line).text) for line in range(size[1])} == {size[0] - 1}


def test_cells_that_are_not_to_be_shown_are_not_read_either() -> None:
    read: list[int] = []

    def looks(indices: list[int]) -> list[int]:
        read.extend(indices)
        return [FLAGGED] * len(indices)

    line = LinePainter(THEMES["dark"], is_ascii=True).line(
        Arrangement((3, 4)),
        1,
        looks,  # type: ignore[arg-type]
        {},
        shown={5, 6}.__contains__,
    )
    assert line.text == "   F F  "
    assert read == [5, 6]


def test_styles_are_made_once() -> None:
    painter = LinePainter(THEMES["dark"])
    assert painter.cell(COVERED, 0) is painter.cell(COVERED, 0)
    assert painter.gaps[3] is painter.gaps[3]


def test_the_label_of_the_tile_looked_at_stands_out() -> None:
    painter = LinePainter(THEMES["dark"])
    plain, focus = list(painter.line(Arrangement((3, 4, 2)), 0, None, {}, focus=(0, 0, 1)))[::2]
    assert (plain.text, focus.text) == ("0", "1")
    assert focus.style == text_style(THEMES["dark"].label_style(is_focus=True)) != plain.style


@pytest.mark.parametrize("colours", [0, 256, 16])
@pytest.mark.parametrize("name", [name for name, theme in THEMES.items() if theme.is_colourful])
def test_a_mine_that_went_off_is_seen_under_the_cursor(name: str, colours: int) -> None:
    theme = theme_in(name, colours)
    plain, lit = (LinePainter(theme).cell(EXPLODED, marks).style for marks in (0, CURSOR))
    assert plain is not None
    assert lit is not None
    assert lit.bgcolor == plain.bgcolor
    assert lit != plain


@pytest.mark.parametrize("colours", [0, 256, 16])
@pytest.mark.parametrize("name", [name for name, theme in THEMES.items() if theme.is_colourful])
def test_a_flag_stands_out_from_the_cursor(name: str, colours: int) -> None:
    for look in (FLAGGED, DRAFT):
        style = LinePainter(theme_in(name, colours)).cell(look, CURSOR).style
        assert style is not None
        assert style.color is not None
        assert style.bgcolor is not None
        text, ground = (colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
        assert contrast(text, ground) >= 7
