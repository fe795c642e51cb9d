from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import ms_toollib
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import naive_stats
from hypersweep import Grid, Layout, ParameterError, ParameterTypeError, _native
from hypersweep.stats import BoardStats, board_stats, islands, openings, three_bv, zini
from strategies import bit_strings, board_of, grids, mine_sets, wide_grids

Cell = tuple[int, ...]


def check(grid: Grid, mines: frozenset[Cell], *, with_zini: bool = True) -> None:
    board = board_of(grid)
    layout = Layout(grid, mines)
    single = naive_stats.single_cells(board, mines)
    assert openings(layout) == len(naive_stats.openings(board, mines))
    assert three_bv(layout) == naive_stats.three_bv(board, mines)
    assert islands(layout) == len(naive_stats.groups(board, single))
    if with_zini:
        for method in ("greedy", "human"):
            assert zini(layout, method) == naive_stats.zini(board, mines, method), method


@pytest.mark.parametrize("variant", ["baseline", "x86_64_v3", "x86_64_v4"])
@pytest.mark.parametrize(
    "text",
    ["3x4", "3x4x5", "2x3x4x5", "12", "5x7~wrap=0,1", "3x4x5~wrap=all", "4x5~orthogonal", "3x4x3~orthogonal~wrap=0"],
)
def test_figures_follow_the_definitions(text: str, variant: str) -> None:
    before = _native.variant()
    grid = Grid(text)
    dice = random.Random(text)
    try:
        if not _native.use_variant(variant):
            # Kernels that this machine can't run are refused, and nothing changes.
            assert _native.variant() == before
            return
        for share in (0.0, 0.05, 0.1, 0.2, 0.4, 1.0):
            for _ in range(3):
                check(grid, frozenset(cell for cell in grid if dice.random() < share))
    finally:
        _native.use_variant(before)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=60)
def test_figures_follow_the_definitions_on_any_grid(data: st.DataObject) -> None:
    grid = data.draw(grids(max_cells=50))
    check(grid, data.draw(mine_sets(grid)))


@pytest.mark.slow
@given(st.data())
@settings(max_examples=20)
def test_rows_may_end_anywhere_in_a_word(data: st.DataObject) -> None:
    grid = data.draw(wide_grids())
    dice = random.Random(data.draw(st.integers(0, 1 << 30)))
    share = data.draw(st.sampled_from((0.02, 0.1, 0.2)))
    check(grid, frozenset(cell for cell in grid if dice.random() < share), with_zini=False)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=60)
def test_what_is_done_of_3bv_are_openings_begun_and_single_cells_opened(data: st.DataObject) -> None:
    grid = data.draw(grids(max_cells=50))
    mines = data.draw(mine_sets(grid))
    bits = data.draw(bit_strings(grid))
    board = board_of(grid)
    opened = board.from_bits(bits)
    *_, begun, single = _native.board_value(Layout(grid, mines)._mines, bits)
    empty = naive_stats.zeros(board, mines)
    assert begun == sum(bool(group & opened) for group in naive_stats.groups(board, empty))
    assert single == len(naive_stats.single_cells(board, mines) & opened)


def with_mines(layout: Layout) -> tuple[Any, Any]:
    """Return a board as ms_toollib takes it, and the same turned about its diagonal."""
    clues = layout.clue_array().astype(int)
    clues[layout.mine_array()] = -1
    return clues.tolist(), clues.T.tolist()


@pytest.mark.parametrize(
    ("shape", "mines", "boards"),
    [("9x9", 10, 400), ("16x16", 40, 400), ("16x30", 99, 400), ("3x4", 2, 300), ("1x20", 3, 100), ("20x1", 3, 100)],
)
def test_the_plane_agrees_with_ms_toollib(shape: str, mines: int, boards: int) -> None:
    for number in range(boards):
        # Sparser and denser than usual as well.
        share = (mines, mines // 2, mines * 2, mines)[number % 4]
        layout = Layout.random(shape, share, seed=number)
        board, turned = with_mines(layout)
        theirs = ms_toollib.Board(board)
        assert three_bv(layout) == ms_toollib.cal_bbbv(board)
        assert openings(layout) == ms_toollib.cal_op(board)
        assert islands(layout) == theirs.isl
        assert zini(layout) == ms_toollib.Board(turned).zini
        assert zini(layout, "human") == ms_toollib.cal_hzini(turned)


@pytest.mark.nightly
def test_thousands_of_boards_agree_with_ms_toollib() -> None:
    dice = random.Random(7)
    for number in range(6000):
        rows, columns = dice.randint(1, 24), dice.randint(1, 40)
        layout = Layout.random((rows, columns), int(rows * columns * dice.uniform(0, 0.6)), seed=number)
        board, turned = with_mines(layout)
        theirs = ms_toollib.Board(board)
        stats = board_stats(layout)
        assert (stats.three_bv, stats.openings, stats.islands) == (theirs.bbbv, theirs.op, theirs.isl)
        assert stats.greedy_zini == ms_toollib.Board(turned).zini
        assert stats.human_zini == ms_toollib.cal_hzini(turned)
        assert (*stats.clues, *[0] * (9 - len(stats.clues))) == tuple(getattr(theirs, f"cell{i}") for i in range(9))


@pytest.mark.parametrize(
    ("text", "mines"),
    [
        ("5x6~orthogonal", [(0, 1), (1, 5), (2, 3), (3, 0), (4, 3)]),
        ("3x4x5", [(0, 3, 0), (1, 0, 2), (1, 1, 3), (2, 0, 1), (2, 0, 2), (2, 0, 4), (2, 2, 2)]),
    ],
)
def test_a_cell_may_lie_on_the_rims_of_three_openings(text: str, mines: list[Cell]) -> None:
    grid = Grid(text)
    found = naive_stats.openings(board_of(grid), frozenset(mines))
    assert max(sum(cell in opening for opening in found) for cell in grid) == 3
    check(grid, frozenset(mines))


def test_zini_is_at_most_3bv() -> None:
    for number in range(50):
        layout = Layout.random("5x6x7", 20, seed=number)
        assert zini(layout) <= three_bv(layout)
        assert zini(layout, "human") <= three_bv(layout)


def test_boards_without_mines_and_without_anything_else() -> None:
    assert board_stats(Layout("3x4")) == BoardStats(
        grid=Grid("3x4"),
        mines=0,
        three_bv=1,
        openings=1,
        single_cells=0,
        islands=0,
        greedy_zini=1,
        human_zini=1,
        clues=(12,),
    )
    full = board_stats(Layout("3x4", list(Grid("3x4"))))
    assert (full.three_bv, full.openings, full.islands, full.greedy_zini, full.human_zini) == (0, 0, 0, 0, 0)
    assert full.clues == (0,)


def test_a_spiral_of_zeros_is_one_opening() -> None:
    # A corridor that winds through the whole board: nothing recurses, and it stays one group.
    rows = 201
    layout = Layout((rows, 301), [(row, col) for row in range(3, rows, 6) for col in range(295)])
    winding = Layout(
        (rows, 301),
        [
            *((row, col) for row in range(3, rows, 12) for col in range(295)),
            *((row, col) for row in range(9, rows, 12) for col in range(6, 301)),
        ],
    )
    assert openings(layout) == openings(winding) == 1
    assert zini(winding) == three_bv(winding)


def test_clue_counts_leave_mines_out() -> None:
    stats = board_stats(Layout("3x4x5", [(0, 0, 0), (0, 0, 1)]))
    clues = naive.clues(naive.Board((3, 4, 5)), {(0, 0, 0), (0, 0, 1)})
    assert sum(stats.clues) == 58
    assert stats.clues[2] == clues.count(2)
    assert stats.density == 2 / 60


def test_many_neighbours_have_room() -> None:
    # 728 neighbours: clues need two bytes.
    layout = Layout("3x3x3x3x3x3", [cell for index, cell in enumerate(Grid("3x3x3x3x3x3")) if index % 2])
    stats = board_stats(layout)
    assert sum(stats.clues) == 729 - stats.mines
    assert stats.three_bv == 365
    assert stats.greedy_zini <= stats.three_bv


def test_stats_are_values() -> None:
    import json

    stats = board_stats(Layout("3x4", [(0, 2), (2, 3)]))
    assert pickle.loads(pickle.dumps(stats)) == stats
    assert hash(stats) == hash(board_stats(Layout("3x4", [(0, 2), (2, 3)])))
    assert stats != board_stats(Layout("3x4", [(0, 2)]))
    assert json.loads(json.dumps(stats.as_dict())) == stats.as_dict()
    assert "three_bv=3" in repr(stats)
    with pytest.raises(AttributeError, match="three_bv"):
        stats.three_bv = 7  # type: ignore[misc]
    with pytest.raises(AttributeError, match="three_bv"):
        del stats.three_bv
    assert pickle.loads(pickle.dumps(stats)) == copy.deepcopy(stats) == stats


def test_bad_arguments_are_told() -> None:
    layout = Layout("3x4", [(0, 0)])
    with pytest.raises(ParameterError, match="did you mean 'greedy'"):
        zini(layout, "gredy")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected 'greedy' or 'human', got 3"):
        zini(layout, 3)  # type: ignore[arg-type]
    figures: list[Callable[[Layout], object]] = [three_bv, openings, islands, zini, board_stats]
    for figure in figures:
        with pytest.raises(ParameterTypeError, match="expected a Layout, got '3x4'"):
            figure("3x4")  # type: ignore[arg-type]
