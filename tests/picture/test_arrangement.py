from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Grid, Layout, ParameterError
from hypersweep.picture.arrangement import (
    PIXELS,
    Arrangement,
    Metrics,
    cell_width,
    characters,
    column_numbers,
    indent,
    neighbour_tracks,
    number_line,
    row_number,
    scrolled,
)
from hypersweep.session import Session
from pilot_play import LAYOUTS, Play, play

SHAPES = st.lists(st.integers(1, 5), min_size=1, max_size=7).filter(lambda shape: math.prod(shape) <= 300)


@st.composite
def arrangements(draw: st.DrawFn) -> Arrangement:
    shape = draw(SHAPES)
    width = draw(st.integers(2, 4))
    has_labels = draw(st.booleans())
    kind = draw(st.sampled_from(["whole", "folded", "neighbours", "some"]))
    if kind == "folded":
        return Arrangement(shape, metrics=characters(width, has_labels=has_labels), fold=draw(st.integers(1, 5)))
    tracks: Sequence[Sequence[int | None]] | None = None
    if kind == "neighbours":
        cell = [draw(st.integers(0, side - 1)) for side in shape]
        wrap = [axis for axis in range(len(shape)) if draw(st.booleans())]
        tracks = neighbour_tracks(shape, wrap, cell)
    elif kind == "some":
        tracks = [tuple(draw(st.permutations(range(side)))[: draw(st.integers(1, side))]) for side in shape]
    return Arrangement(shape, tracks, metrics=characters(width, has_labels=has_labels))


@given(arrangements())
def test_characters_and_cells_are_each_others_inverse(arrangement: Arrangement) -> None:
    shown = set()
    for y in range(-2, arrangement.height + 2):
        for x in range(-2, arrangement.width + 3):
            cell = arrangement.cell_at(x, y)
            if cell is not None:
                shown.add(cell)
                place = arrangement.place(cell)
                assert place is not None
                assert place[1] == y
                assert place[0] <= x < place[0] + arrangement.cell_width
    expected = set(product(*(filter(lambda place: place is not None, track) for track in arrangement.tracks)))
    assert shown == expected
    assert arrangement.cells == len(expected)
    for cell in product(*map(range, arrangement.shape)):
        place = arrangement.place(cell)
        assert (place is None) == (cell not in expected)
        if place is not None:
            assert all(arrangement.cell_at(place[0] + dx, place[1]) == cell for dx in range(arrangement.cell_width))


@given(arrangements(), st.integers(0, 30), st.integers(1, 40))
def test_rows_and_columns_give_the_cells_of_a_line(arrangement: Arrangement, begin: int, length: int) -> None:
    grid = Grid(arrangement.shape)
    end = begin + length
    for y in range(arrangement.height):
        expected = [arrangement.cell_at(x, y) for x in range(begin, min(end, arrangement.width))]
        row = arrangement.row(y)
        if row is None:
            assert not any(expected)
            continue
        base, _, last = row
        found = []
        for x, offset, _ in arrangement.columns(begin, min(end, last)):
            cell = grid.cell(base + offset)
            assert arrangement.place(cell) == (x, y)
            found.append(cell)
        assert found == list(dict.fromkeys(cell for cell in expected if cell is not None))


@given(arrangements())
def test_labels_stand_on_lines_of_their_own_and_never_meet(arrangement: Arrangement) -> None:
    for y in range(arrangement.height):
        labels = arrangement.labels(y, 0, arrangement.width)
        if not labels:
            continue
        assert arrangement.row(y) is None
        at = -1
        for label in labels:
            assert label.x > at, "a space at least between two labels"
            at = label.x + len(label.text)
            assert at <= arrangement.width
    assert arrangement.has_labels or not any(
        arrangement.labels(y, 0, arrangement.width) for y in range(arrangement.height)
    )


@given(arrangements())
def test_a_label_stands_above_the_cells_it_names(arrangement: Arrangement) -> None:
    for y in range(arrangement.height):
        for label in arrangement.labels(y, 0, arrangement.width):
            below = (
                next(
                    cell
                    for line in range(y + 1, arrangement.height)
                    for cell in [arrangement.cell_at(label.x, line)]
                    if cell is not None or arrangement.row(line)
                )
                if None not in {place for track in arrangement.tracks for place in track}
                else None
            )
            if below is not None:
                assert label.is_of(below)
                assert all(
                    str(below[axis]) in label.text
                    for axis in (2 * label.level, 2 * label.level + 1)
                    if axis < len(below)
                )


@given(arrangements())
def test_surroundings_hold_the_cell(arrangement: Arrangement) -> None:
    for cell in product(*map(range, arrangement.shape)):
        surroundings = arrangement.surroundings(cell)
        if surroundings is None:
            assert arrangement.place(cell) is None
            continue
        for spans, total in zip(surroundings, (arrangement.width, arrangement.height), strict=True):
            for (at, extent), (outer, outer_extent) in pairwise(spans):
                assert outer <= at
                assert at + extent <= outer + outer_extent
            assert spans[-1] == (0, total)


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ((7,), (14, 1)),
        ((3, 4), (8, 3)),
        ((3, 4, 5), (48, 4)),
        ((2, 3, 4, 5), (30, 15)),
        ((6, 6, 6, 6), (82, 42)),
        ((2, 3, 2, 2, 3), (50, 7)),
        ((2, 3, 2, 2, 3, 2), (50, 15)),
    ],
)
def test_sizes(shape: tuple[int, ...], size: tuple[int, int]) -> None:
    arrangement = Arrangement(shape)
    assert (arrangement.width, arrangement.height) == size


def test_gaps_grow_from_tiles_to_groups() -> None:
    arrangement = Arrangement((2, 3, 2, 2, 2, 2))
    ends = [
        arrangement.place(cell)
        for cell in [(0, 2, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0), (0, 2, 1, 0, 0, 0), (0, 0, 0, 0, 1, 0)]
    ]
    xs = [place[0] for place in ends if place]
    assert xs[1] - xs[0] - 2 == 2
    assert xs[3] - xs[2] - 2 == 4


def test_labels_are_bare_coordinates_of_tiles_and_groups() -> None:
    assert [label.text for label in Arrangement((4, 5, 2, 2)).labels(5, 0, 99)] == ["0,1", "1,1"]
    assert [label.text for label in Arrangement((3, 4, 2)).labels(0, 0, 99)] == ["0", "1"]
    assert [label.text for label in Arrangement((3, 4, 2, 2, 3)).labels(0, 0, 99)] == ["0", "1", "2"]
    assert [label.text for label in Arrangement((3, 4, 2, 2, 3, 2)).labels(0, 0, 99)] == ["0,0", "1,0", "2,0"]


@pytest.mark.parametrize("width", [2, 3])
@pytest.mark.parametrize("shape", [(3, 2, 12, 11), (4, 4, 4, 4), (3, 4, 12), (3, 3, 100, 100)])
def test_labels_widen_no_tile(shape: tuple[int, ...], width: int) -> None:
    arrangement = Arrangement(shape, metrics=characters(width))
    assert arrangement.outermost == (shape[1] * width + 2, shape[1] * width)


def test_four_by_four_by_four_by_four_fits_into_eighty_by_twenty() -> None:
    arrangement = Arrangement((4, 4, 4, 4), metrics=characters(3))
    assert (arrangement.width, arrangement.height) == (54, 20)


def test_a_fold_goes_on_below() -> None:
    arrangement = Arrangement((3, 4, 5), fold=2)
    assert [label.text for label in arrangement.labels(8, 0, 99)] == ["4"]
    assert arrangement.place((0, 0, 4)) == (0, 9)
    assert arrangement.cell_at(10, 9) is None
    assert Arrangement((3, 4), fold=2).fold is None


def test_huge_boards_cost_nothing() -> None:
    arrangement = Arrangement((30_000, 40_000))
    assert (arrangement.width, arrangement.height) == (80_000, 30_000)
    assert arrangement.place((29_999, 39_999)) == (79_998, 29_999)
    assert arrangement.columns(79_990, 79_994) == ((79_990, 39_995, 39_995), (79_992, 39_996, 39_996))


@given(SHAPES, st.data())
def test_the_tracks_of_a_neighbourhood_show_the_cell_and_its_neighbours(shape: list[int], data: st.DataObject) -> None:
    wrap = [axis for axis in range(len(shape)) if data.draw(st.booleans())]
    grid = Grid(shape, wrap=wrap)
    cell = grid.cell(data.draw(st.integers(0, grid.cells - 1)))
    tracks = neighbour_tracks(grid.shape, grid.wrap, cell)
    assert all(len(track) == 3 and track[1] == coordinate for track, coordinate in zip(tracks, cell, strict=True))
    shown = list(product(*([place for place in track if place is not None] for track in tracks)))
    assert len(shown) == len(set(shown))
    assert set(shown) == {cell, *grid.neighbours(cell)}


def test_cells_keep_a_space_between_the_largest_clues() -> None:
    assert [cell_width(clue) for clue in (1, 8, 9, 10, 80, 99, 100, 728, 2186)] == [2, 2, 2, 3, 3, 3, 4, 4, 5]


METRICS = st.one_of(
    st.just(PIXELS),
    st.builds(characters, st.integers(1, 4), has_labels=st.booleans()),
    st.builds(
        Metrics,
        st.tuples(st.integers(1, 30), st.integers(1, 30)),
        st.lists(st.integers(0, 9), min_size=1, max_size=4).map(tuple),
        st.lists(st.integers(0, 9), min_size=1, max_size=4).map(tuple),
        st.sampled_from([(0, 0), (7, 12)]),
    ),
)


@pytest.mark.slow
@given(SHAPES, METRICS)
def test_a_place_is_a_sum_of_coordinates_times_pitches(shape: list[int], metrics: Metrics) -> None:
    arrangement = Arrangement(shape, metrics=metrics)
    first, pitches = arrangement.pitches()
    places = list(arrangement.places())
    assert len(places) == len(set(places)) == arrangement.cells
    for cell, place in zip(product(*map(range, shape)), places, strict=True):
        assert place == arrangement.place(cell)
        for direction in (0, 1):
            steps = (coordinate * pitch[direction] for coordinate, pitch in zip(cell, pitches, strict=True))
            assert place[direction] == first[direction] + sum(steps)
        assert 0 <= place[0] <= arrangement.width - metrics.cell[0]
        assert 0 <= place[1] <= arrangement.height - metrics.cell[1]
        # Every pixel of it is the cell's.
        last = place[0] + metrics.cell[0] - 1, place[1] + metrics.cell[1] - 1
        assert arrangement.cell_at(*place) == arrangement.cell_at(*last) == cell


@pytest.mark.parametrize("arrangement", [Arrangement((3, 4, 5), fold=2), Arrangement((3, 4), [(0, 1), (2, None, 3)])])
def test_parts_and_folds_have_no_pitches(arrangement: Arrangement) -> None:
    with pytest.raises(ParameterError, match="shown whole and without folds, got <Arrangement of 3x4"):
        arrangement.pitches()


@given(SHAPES, METRICS, st.none() | st.integers(1, 9))
def test_offsets_add_up_to_places_folded_or_not(shape: list[int], metrics: Metrics, fold: int | None) -> None:
    arrangement = Arrangement(shape, metrics=metrics, fold=fold)
    tables = arrangement.offsets()
    assert list(map(len, tables)) == shape
    places = list(arrangement.places())
    assert len(set(places)) == arrangement.cells
    for cell, place in zip(product(*map(range, shape)), places, strict=True):
        steps = [table[coordinate] for table, coordinate in zip(tables, cell, strict=True)]
        assert place == arrangement.place(cell) == (sum(x for x, _ in steps), sum(y for _, y in steps))
    assert {y for _, y in places} == set(arrangement.rows())


@given(SHAPES, st.none() | st.integers(1, 9))
def test_labels_stand_where_their_lines_have_them(shape: list[int], fold: int | None) -> None:
    arrangement = Arrangement(shape, fold=fold)
    found = sorted((y, label.x, label.text) for y, label in arrangement.label_places())
    lines = [(y, arrangement.labels(y, 0, arrangement.width)) for y in range(arrangement.height)]
    assert found == sorted((y, label.x, label.text) for y, labels in lines for label in labels)


def test_parts_have_no_offsets() -> None:
    with pytest.raises(ParameterError, match="shown whole, got <Arrangement of 3x4 of which 4 cells"):
        Arrangement((3, 4), [(0, 1), (2, 3)]).offsets()


@pytest.mark.slow
def test_a_page_places_a_million_cells_from_a_table_of_a_few_numbers() -> None:
    """Place cells like a page that gets only the pitches of the arrangement."""
    shape = (10, 20, 25, 4, 50)
    arrangement = Arrangement(shape, metrics=PIXELS)
    first, pitches = arrangement.pitches()
    assert len(pitches) == 5
    places = [first]
    for side, (across, down) in zip(shape, pitches, strict=True):
        places = [(x + across * step, y + down * step) for x, y in places for step in range(side)]
    assert len(places) == 1_000_000
    corner = (arrangement.width - PIXELS.cell[0], arrangement.height - PIXELS.cell[1])
    assert places[-1] == corner == arrangement.place((9, 19, 24, 3, 49))
    assert places == list(arrangement.places())


@pytest.mark.parametrize("columns", [1, 4, 10, 11, 40, 101, 1200])
@pytest.mark.parametrize("width", [2, 3])
def test_numbers_of_columns_stand_below_their_cells(columns: int, width: int) -> None:
    arrangement = Arrangement((3, columns), metrics=characters(width))
    numbers = column_numbers(arrangement)
    for focus in {0, columns // 2, columns - 1}:
        place = arrangement.place((0, focus))
        assert place is not None
        line, (begin, end) = number_line(numbers, place[0] + width)
        assert line[begin:end] == str(focus)
        assert f" {line} "[begin] == f" {line} "[end + 1] == " "
        words = line.split()
        # Each is in the column of its cell's clue, and no two run together.
        assert len(set(words)) == len(words)
        for word in words:
            at = f" {line} ".index(f" {word} ")
            cell = arrangement.place((0, int(word)))
            assert cell is not None
            assert at == max(0, cell[0] + min(indent(len(word), width), width - len(word)))
        assert len(words) >= min(columns, 3) - 1
    line, lit = number_line(numbers, None)
    assert line.split()[0] == "0"
    assert lit == (0, 0)


def test_rows_have_numbers_in_every_tile() -> None:
    arrangement = Arrangement((2, 3, 4, 2))
    assert [row_number(arrangement, y) for y in range(-1, arrangement.height + 1)] == [
        "",
        "",
        "0",
        "1",
        "",
        "0",
        "1",
        "",
    ]


def test_a_folded_row_has_the_number_of_its_first_cell() -> None:
    arrangement = Arrangement((50,), fold=20)
    assert [text for y in range(arrangement.height) if (text := row_number(arrangement, y))] == ["0", "20", "40"]
    assert column_numbers(arrangement) == []


@pytest.mark.slow
def test_the_cell_looked_at_is_lit_on_both_rulers() -> None:
    async def script(it: Play) -> None:
        for cell in ((1, 2), (4, 6), (4, 5)):
            await it.go(*cell)
            left, top = it.board._origin
            for y, expected in ((top + cell[0], cell[0]), (top + 5, cell[1])):
                # As it is on the screen, not only as it would be drawn.
                strip = it.app.screen._compositor.render_strips()[y + it.board.region.y]
                lit = [
                    segment.text.strip()
                    for segment in strip
                    if segment.style
                    and segment.style.bold
                    and segment.style.bgcolor == it.board.painter.gaps[1].style.bgcolor  # type: ignore[union-attr]
                ]
                assert lit == [str(expected)]
        rows = [line[left - 2 : left].strip() for line in it.lines[top + it.board.region.y :][:5]]
        assert rows == ["0", "1", "2", "3", "4"]
        assert "0  1  2  3  4  5  6" in it.lines[top + 5 + it.board.region.y]

    play(script, layout=LAYOUTS[2], size=(40, 14))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "sign"),
    [("5x7", ""), ("5x7~wrap=0", "↕ "), ("5x7~wrap=1", "↔ "), ("5x7~wrap=0,1", "↕↔ "), ("9~wrap=0", "↔ ")],
)
def test_a_sign_says_where_the_board_goes_on_at_the_other_edge(board: str, sign: str) -> None:
    async def script(it: Play) -> None:
        left, top = it.board._origin
        line = it.lines[top + it.board.arrangement.height + it.board.region.y]
        assert line[: it.board.region.x + left].lstrip() == sign

    play(script, session=lambda store: Session(board, 2, store=store))


@pytest.mark.slow
def test_no_ruler_where_there_is_no_room() -> None:
    layout = Layout("20x60", [(0, 0)])

    async def script(it: Play) -> None:
        await it.press("enter")
        shown = [line.strip() for line in it.lines[1:-3]]
        assert not any(line[:1] in "023456789" for line in shown if line)

    play(script, layout=layout, size=(60, 20))


@given(st.integers(0, 90), st.integers(1, 40), st.integers(0, 100))
def test_after_scrolling_the_cell_is_seen(at: int, room: int, scroll: int) -> None:
    tile = at // 10 * 10
    extent = min(2, room)
    to = scrolled([(at, extent), (tile, 12), (0, 102)], 4, room, scroll)
    assert to <= at
    assert at + extent <= to + room
    assert to >= 0
    if room >= 12:
        assert to <= tile
        assert tile + 12 <= to + room
    assert scrolled([(at, extent), (tile, 12), (0, 102)], 4, room, to) == to


def test_what_is_seen_already_does_not_move() -> None:
    assert scrolled([(30, 2), (0, 100)], 4, 40, 10) == 10


def test_axes_are_named_once_and_a_folded_one_where_it_runs_across() -> None:
    for arrangement, axes in (
        (Arrangement((3, 4, 2, 2)), [2, 3]),
        (Arrangement((2, 3, 2, 2, 3, 2)), [2, 3, 4, 5]),
        (Arrangement((3, 4, 9), fold=5), [2]),
        (Arrangement((3, 4, 1, 2)), [3]),
        (Arrangement((3, 4)), []),
        (Arrangement((3, 4, 5), metrics=PIXELS), []),
    ):
        assert sorted(axis for axis, _ in arrangement.axis_labels.values()) == axes
