"""Layouts: mines are drawn at random, packed in bits and written as text."""

from __future__ import annotations

import itertools
import math
import pickle
import tracemalloc
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from hypersweep import (
    CellError,
    Grid,
    HypersweepError,
    Layout,
    LayoutError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    ParseError,
    ShapeError,
)
from hypersweep.batch import sample_layouts
from hypersweep.rng import GnuRandom

Cell = tuple[int, ...]


@pytest.mark.slow
@given(st.booleans(), st.data())
def test_mines_and_clues_are_the_naive_ones(wide: bool, data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() if wide else strategies.grids(max_cells=90))
    mines = data.draw(strategies.mine_sets(grid))
    layout = Layout(grid, mines)
    board = strategies.board_of(grid)
    clues = naive.clues(board, mines)
    assert layout.grid == grid
    assert layout.mines == len(mines)
    assert list(layout.mine_cells()) == sorted(mines)
    assert layout.bits() == board.bits(mines)
    mine_array, clue_array = layout.mine_array(), layout.clue_array()
    assert mine_array.dtype == numpy.bool_
    assert clue_array.dtype in (numpy.uint8, numpy.uint16)
    assert mine_array.shape == clue_array.shape == grid.shape
    assert clue_array.ravel().tolist() == clues
    for cell, clue in zip(grid, clues, strict=True):
        assert layout.is_mine(cell) == (cell in mines) == mine_array[cell]
        assert layout.clue(cell) == clue


def test_clues_that_do_not_fit_a_byte() -> None:
    grid = Grid((3, 3, 3, 3, 3, 3))
    everything = Layout(grid, list(grid))
    assert everything.clue((1,) * 6) == 728
    assert everything.clue_array()[1, 1, 1, 1, 1, 1] == 728
    assert everything.clue_array()[0, 0, 0, 0, 0, 0] == 63
    assert everything.clue_array().dtype == numpy.uint16
    assert Layout(Grid((3, 4)), []).clue_array().dtype == numpy.uint8


@pytest.mark.slow
@given(st.data())
def test_layouts_are_made_again_from_their_bits(data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() | strategies.grids())
    bits = data.draw(strategies.bit_strings(grid))
    layout = Layout.from_bits(grid, bits)
    board = strategies.board_of(grid)
    assert set(layout.mine_cells()) == board.from_bits(bits)
    assert layout.bits() == bits
    assert layout == Layout(grid, board.from_bits(bits))
    begin = data.draw(st.integers(0, len(bits)))
    end = data.draw(st.integers(begin, len(bits)))
    assert layout.bits(begin, end) == bits[begin:end]
    assert layout.bits(begin) == bits[begin:]
    for kind in (bytearray, memoryview):
        assert Layout.from_bits(grid, kind(bits)) == layout


@pytest.mark.parametrize("bits", [b"", b"\x00", b"\x00\x00\x00", b"\x00\x10", b"\xff\xff"])
def test_bits_that_do_not_fit_are_refused(bits: bytes) -> None:
    with pytest.raises(LayoutError):
        Layout.from_bits(Grid((3, 4)), bits)


@pytest.mark.parametrize("bits", ["\x00\x00", 2, None, [0, 0]])
def test_bits_of_a_wrong_type_are_refused(bits: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Layout.from_bits(Grid((3, 4)), bits)


def test_mines_are_checked() -> None:
    grid = Grid((3, 4))
    with pytest.raises(LayoutError):
        Layout(grid, [(0, 1), (2, 3), (0, 1)])
    for cell in ((3, 0), (0, 4), (-1, 0), (0,), (0, 1, 2)):
        with pytest.raises(CellError):
            Layout(grid, [(0, 0), cell])
    wrong: Any
    for wrong in (None, 5, [5.0], [None], ["00"], [(True, 0)], [(0.0, 1)]):
        with pytest.raises(ParameterTypeError):
            Layout(grid, wrong)
    wrong = "nonsense"
    with pytest.raises(HypersweepError):
        Layout(wrong, [])


@pytest.mark.slow
@given(st.data())
def test_cells_off_the_grid_are_refused(data: st.DataObject) -> None:
    layout = data.draw(strategies.layouts(max_cells=20))
    cell = data.draw(strategies.cells_off(layout.grid))
    for refuse in (layout.is_mine, layout.clue):
        with pytest.raises(CellError):
            refuse(cell)


@given(strategies.layouts())
def test_text_form_round_trips(layout: Layout) -> None:
    text = layout.format()
    assert str(layout) == text
    again = Layout.parse(text)
    assert again == layout
    assert again.grid == layout.grid
    assert again.bits() == layout.bits()
    assert again.mines == layout.mines
    assert hash(again) == hash(layout)
    assert again.format() == text


@given(st.data())
def test_text_form_of_long_rows_round_trips(data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids())
    layout = Layout(grid, data.draw(strategies.mine_sets(grid)))
    assert Layout.parse(layout.format()) == layout


@pytest.mark.parametrize("mines", [0, 1, 5, 2_000, 300_000, 599_999, 600_000])
def test_text_form_of_large_boards_round_trips(mines: int) -> None:
    layout = Layout.random(Grid((600, 1000)), mines, seed=4)
    text = layout.format()
    assert Layout.parse(text) == layout
    assert text.isascii()
    # Neither far-apart mines nor far-apart safe cells should cost a bit per cell of a sparse board.
    assert len(text) <= 100_050
    if mines <= 2_000:
        assert len(text) <= 20 + 4 * mines


@given(strategies.layouts(), strategies.layouts())
def test_equality_is_that_of_grid_and_mines(first: Layout, second: Layout) -> None:
    same = first.grid == second.grid and first.bits() == second.bits()
    assert (first == second) == same
    if same:
        assert hash(first) == hash(second)
    assert first != first.format()


@given(strategies.layouts(max_cells=30))
def test_layouts_are_copied_shown_and_kept(layout: Layout) -> None:
    assert pickle.loads(pickle.dumps(layout)) == layout
    picture = layout._repr_svg_()
    assert picture is None or picture.lstrip().startswith("<svg")
    assert repr(layout)


def test_layouts_do_not_change() -> None:
    layout: Any = Layout(Grid((3, 4)), [(0, 1)])
    with pytest.raises(AttributeError):
        layout.mines = 2
    array = layout.mine_array()
    if array.flags.writeable:
        array[2, 3] = True
    assert not layout.is_mine((2, 3))
    assert layout.mines == 1


FORMS = [
    Layout(Grid((3, 4)), [(0, 1), (2, 3)]).format(),
    Layout(Grid((16, 30)), [(0, 1), (2, 3), (15, 29)]).format(),
    Layout.random(Grid((16, 30)), 99, seed=1).format(),
    Layout.random(Grid((2, 3, 4, 5), wrap=(0, 3)), 20, seed=1).format(),
    Layout(Grid((3, 4), adjacency="orthogonal"), []).format(),
]


@given(strategies.near_misses(FORMS))
def test_garbage_is_refused_as_such(text: str) -> None:
    try:
        layout = Layout.parse(text)
    except HypersweepError as error:
        assert isinstance(error, ParseError | ShapeError | LayoutError | MemoryError)
        assert str(error)
    else:
        assert Layout.parse(layout.format()) == layout
        assert layout.mines == sum(1 for _ in layout.mine_cells())
        assert 0 <= layout.mines <= layout.grid.cells
        assert layout.clue((0,) * layout.grid.dimensions) <= layout.grid.max_neighbours


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "3x4", "3x4.", "3x4.x", "3x4b", "3x4.B", " 3x4.b", "3x4.b ", "3x4.b\n", "0x4.b", "3x4.bé", "3x4.b="),
        # A letter that isn't a byte; more bytes than cells; bits past the last cell.
        *("3x4.bA", "3x4.bAAAA", "3x4.bABA", "3x4.b__8"),
        # A gap that leads off the board, half a gap, a gap without end.
        *("3x4.gDA", "3x4.gCwA", "3x4.ggA", "3x4.gAIA", "3x4.g" + "g" * 40),
    ],
)
def test_what_is_no_board_id_is_refused(text: str) -> None:
    with pytest.raises((ParseError, ShapeError)):
        Layout.parse(text)


@pytest.mark.slow
def test_gaps_are_read_one_at_a_time() -> None:
    # Mines without a gap between them: a byte each as text, and some forty in a list of their indices.
    text = f"3x200000.g{'A' * 400_000}"
    tracemalloc.start()
    try:
        layout = Layout.parse(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert layout.mines == 300_000
    assert most < 4 * len(text)


def test_cells_may_be_given_in_many_ways() -> None:
    expected = Layout(Grid((3, 4)), [(0, 1), (2, 3)])
    assert Layout("3x4", ([row, column] for row, column in ((2, 3), (0, 1)))) == expected
    cells: Any = numpy.array([[0, 1], [2, 3]])
    assert Layout((3, 4), cells) == expected
    assert expected.is_mine(cells[0])
    assert expected.clue([1, 2]) == 2


@pytest.mark.parametrize("data", [memoryview(b"\x02\x00\x08\x00")[::2], memoryview(b"\x02\x08").cast("H")])
def test_bits_in_unusual_memory_are_read_or_refused(data: memoryview) -> None:
    try:
        layout = Layout.from_bits(Grid((3, 4)), data)
    except ParameterError as error:
        assert str(error)
    else:
        assert layout == Layout(Grid((3, 4)), [(0, 1), (2, 3)])


@pytest.mark.slow
@given(st.data())
def test_random_layouts_hold_exactly_their_mines(data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() | strategies.grids())
    board = strategies.board_of(grid)
    first_open = data.draw(st.sampled_from(strategies.FIRST_OPENS))
    first = data.draw(strategies.cells_of(grid))
    free = board.kept_free(first, first_open)
    mines = data.draw(st.integers(0, strategies.room_for_mines(grid, first_open)))
    seed = data.draw(strategies.seeds())
    index = data.draw(st.integers(0, 5) | st.integers(0, 2**64 - 1))
    layout = Layout.random(grid, mines, seed=seed, first=first, first_open=first_open, index=index)
    assert layout.mines == mines == sum(1 for _ in layout.mine_cells())
    assert free.isdisjoint(layout.mine_cells())
    assert layout == Layout.random(grid, mines, seed=seed, first=first, first_open=first_open, index=index)


@pytest.mark.slow
@given(st.data())
def test_random_layouts_are_the_published_ones(data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() | strategies.grids())
    board = strategies.board_of(grid)
    first_open = data.draw(st.sampled_from(strategies.FIRST_OPENS))
    first = data.draw(strategies.cells_of(grid))
    mines = data.draw(st.integers(0, strategies.room_for_mines(grid, first_open)))
    seed, index = data.draw(strategies.seeds()), data.draw(st.integers(0, 5))
    layout = Layout.random(grid, mines, seed=seed, first=first, first_open=first_open, index=index)
    expected = naive.random_mines(board, mines, seed, index, first, first_open)
    assert set(layout.mine_cells()) == expected


GOLDEN: list[tuple[dict[str, Any], str]] = [
    ({"grid": "3x4", "mines": 3, "seed": 7}, "3x4.bKQ"),
    (
        {"grid": "16x30", "mines": 99, "seed": 1, "first": (8, 15), "first_open": "opening"},
        "16x30.bOEQVAIFDQAkhAAACBAARAgEXRAEAAAQAAQAyCVABCAAAABeIojQAIGAcJAFIIEKYIvBkc0dAgIhQADQB",
    ),
    (
        {"grid": "3x4x5~wrap=1", "mines": 50, "seed": 2**64 - 1, "index": 3, "first": (0, 0, 0), "first_open": "safe"},
        "3x4x5~wrap=1.b9ud_vv_t_w0",
    ),
    ({"grid": "2x3x4x5~orthogonal", "mines": 5, "seed": 0, "index": 2**64 - 1}, "2x3x4x5~orthogonal.gMQwCHQU"),
]


@pytest.mark.parametrize(("arguments", "text"), GOLDEN)
def test_golden_layouts_never_change(arguments: dict[str, Any], text: str) -> None:
    # Fixed values: shared boards and experiments depend on them.
    assert Layout.random(**arguments).format() == text


def test_a_layout_without_a_first_cell_may_have_mines_anywhere() -> None:
    grid = Grid((3, 4))
    assert Layout.random(grid, 12, seed=3).mines == 12
    assert Layout.random(grid, 5, seed=3) == Layout.random(grid, 5, seed=3, first=None)
    assert Layout.random(grid, 5, seed=3) == Layout.random(grid, 5, seed=3, index=0)
    assert Layout.random(grid, 5, seed=3) != Layout.random(grid, 5, seed=4)


@pytest.mark.parametrize(
    ("first_open", "first", "room"), [("any", None, 12), ("safe", (1, 1), 11), ("opening", (1, 1), 3)]
)
def test_mines_must_find_room(first_open: Any, first: Cell | None, room: int) -> None:
    grid = Grid((3, 4))
    assert Layout.random(grid, room, seed=1, first=first, first_open=first_open).mines == room
    for mines in (room + 1, 13, 2**64, -1):
        with pytest.raises(MineCountError):
            Layout.random(grid, mines, seed=1, first=first, first_open=first_open)


def test_random_arguments_are_checked() -> None:
    grid = Grid((3, 4))
    wrong: Any
    for wrong in (True, 2.0, "2"):
        with pytest.raises(ParameterTypeError):
            Layout.random(grid, wrong, seed=1)
        with pytest.raises(ParameterTypeError):
            Layout.random(grid, 2, seed=wrong)
        with pytest.raises(ParameterTypeError):
            Layout.random(grid, 2, seed=1, index=wrong)
    for seed in (-1, 2**64):
        with pytest.raises(ParameterError):
            Layout.random(grid, 2, seed=seed)
    with pytest.raises(CellError):
        Layout.random(grid, 2, seed=1, first=(3, 0), first_open="safe")
    wrong = "saef"
    for first in (None, (0, 0)):
        with pytest.raises(ParameterError, match="safe"):
            Layout.random(grid, 2, seed=1, first=first, first_open=wrong)
    # Without a first cell there is nothing to keep free.
    for first_open in strategies.FIRST_OPENS:
        assert Layout.random(grid, 12, seed=1, first_open=first_open).mines == 12


def chi_square_bound(freedom: int) -> float:
    """Return a chi-square value that a fair sample exceeds about once in a million (Wilson and Hilferty's formula)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 4.75 * math.sqrt(spread)) ** 3)


@pytest.mark.parametrize(
    ("shape", "mines", "first", "first_open"),
    [
        ((3, 4), 0, None, "any"),
        ((3, 4), 1, None, "any"),
        ((3, 4), 2, None, "any"),
        ((3, 4), 3, (1, 2), "safe"),
        ((3, 4), 6, None, "any"),
        ((3, 4), 9, None, "any"),
        ((3, 4), 10, (0, 0), "safe"),
        ((3, 4), 11, None, "any"),
        ((3, 5), 2, (0, 0), "opening"),
        ((3, 5), 6, (2, 4), "opening"),
        ((2, 3, 4), 2, (1, 1, 1), "opening"),
        ((1, 90), 2, (0, 70), "safe"),
        ((90,), 88, (63,), "safe"),
    ],
)
def test_every_layout_is_as_likely_as_any_other(
    shape: tuple[int, ...], mines: int, first: Cell | None, first_open: Any
) -> None:
    grid = Grid(shape)
    board = strategies.board_of(grid)
    allowed = [cell for cell in grid if cell not in board.kept_free(first, first_open)]
    possible = math.comb(len(allowed), mines)
    count = 30 * possible
    batch = sample_layouts(grid, mines, count, seed=2024, first=first, first_open=first_open)
    flat = numpy.packbits(batch.mine_array().reshape(count, -1), axis=1)
    _, tally = numpy.unique(flat, axis=0, return_counts=True)
    assert tally.sum() == count
    assert len(tally) <= possible
    if possible > 1:
        expected = count / possible
        missing = possible - len(tally)
        found = float(((tally - expected) ** 2).sum() / expected + missing * expected)
        assert found < chi_square_bound(possible - 1)
        # Too even would be as wrong as too uneven.
        if possible > 30:
            assert found > possible - 1 - 5 * math.sqrt(2 * possible)


@pytest.mark.parametrize("mines", [60, 4_000, 2_000_000, 3_900_000])
def test_mines_of_large_boards_are_spread_evenly(mines: int) -> None:
    grid = Grid((1600, 2500))
    bits = numpy.frombuffer(Layout.random(grid, mines, seed=9).bits(), dtype=numpy.uint8)
    cells = numpy.unpackbits(bits, bitorder="little")
    assert cells.sum() == mines
    parts = cells.reshape(20, -1).sum(axis=1)
    share = mines / 20
    variance = share * (1 - mines / grid.cells)
    assert float(((parts - share) ** 2).sum() / variance) < chi_square_bound(19)
    for offset in range(8):
        assert abs(int(cells[offset::8].sum()) - mines / 8) < 6 * math.sqrt(mines / 8 * (1 - mines / grid.cells)) + 1


def test_esp_maps_are_those_of_the_specification() -> None:
    for seed, shape in itertools.product((0, 1, 7, 2**32 - 1), ((9, 9), (3, 4), (1, 8), (13, 5))):
        grid = Grid(shape)
        random, stream = GnuRandom(seed), naive.gnu_random(seed)
        first = (shape[0] // 2, shape[1] - 1)
        # The stream continues from one map to the next, as across a second `start`.
        for mines in (0, 1, grid.cells // 4, grid.cells - 1):
            layout = Layout.esp(grid, mines, random=random, first=first)
            assert set(layout.mine_cells()) == naive.esp_mines(shape, mines, first, stream)
            assert layout.mines == mines
        assert random.next() == next(stream)


def test_esp_maps_worked_by_hand() -> None:
    layout = Layout.esp(Grid((2, 3)), 2, random=GnuRandom(0), first=(0, 1))
    assert list(layout.mine_cells()) == [(1, 0), (1, 1)]


def test_esp_arguments_are_checked_before_the_stream_moves() -> None:
    random = GnuRandom(0)
    with pytest.raises(MineCountError):
        Layout.esp(Grid((3, 4)), 12, random=random, first=(0, 0))
    with pytest.raises(MineCountError):
        Layout.esp(Grid((3, 4)), -1, random=random, first=(0, 0))
    with pytest.raises(CellError):
        Layout.esp(Grid((3, 4)), 2, random=random, first=(3, 0))
    wrong: Any = naive.gnu_random(0)
    with pytest.raises(ParameterTypeError):
        Layout.esp(Grid((3, 4)), 2, random=wrong, first=(0, 0))
    assert random.next() == 1804289383


@pytest.mark.parametrize("first", ["junk", (3, 0), (0,), (0, 0, 0), 12, 5.0, (0.5, 0)])
@pytest.mark.parametrize("first_open", ["any", "safe", "opening"])
def test_a_first_cell_is_checked_whatever_it_is_promised(first: Any, first_open: str) -> None:
    arguments: dict[str, Any] = {"seed": 1, "first": first, "first_open": first_open}
    with pytest.raises(ParameterError, match="expected"):
        Layout.random("3x4", 1, **arguments)
    with pytest.raises(ParameterError, match="expected"):
        sample_layouts("3x4", 1, 1, **arguments)


def test_a_layout_is_a_mapping_of_its_cells() -> None:
    layout = Layout("2x3", [(0, 1), (1, 2)])
    assert dict(layout) == dict(layout.items()) == {cell: layout[cell] for cell in layout}
    assert list(layout.keys()) == list(layout)
    assert list(layout.values()) == list(layout.codes)
