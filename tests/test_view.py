"""Views: what a player knows, as codes, text and arrays."""

from __future__ import annotations

import pickle
from array import array
from itertools import islice
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import CellError, Game, Grid, HypersweepError, ParameterError, ParseError, UnknownMinesError, View
from hypersweep.formats import read_position
from hypersweep.symmetry import symmetries
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG


def test_codes_have_their_published_values() -> None:
    assert (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG) == (-1, -2, -3, -4, -5)


@pytest.mark.slow
@given(strategies.views())
def test_text_form_round_trips(view: View) -> None:
    text = view.format()
    assert str(view) == text
    again = View.parse(text)
    assert again == view
    assert again.grid == view.grid
    assert again.mines == view.mines
    assert again.codes.tolist() == view.codes.tolist()
    assert hash(again) == hash(view)
    assert again.format() == text


@pytest.mark.slow
@given(strategies.views())
def test_codes_cells_and_arrays_agree(view: View) -> None:
    grid = view.grid
    assert view.codes.format == "h"
    assert len(view.codes) == grid.cells
    array = view.array()
    assert array.dtype == numpy.int16
    assert array.shape == grid.shape
    for index, cell in enumerate(grid):
        assert view[cell] == view.codes[index] == array[cell]
    codes = view.codes.tolist()
    assert view.covered == sum(code in (COVERED, FLAGGED, MINE, WRONG_FLAG) for code in codes)
    assert view.flagged == sum(code in (FLAGGED, WRONG_FLAG) for code in codes)
    assert view.remaining == view.mines - view.flagged


@pytest.mark.slow
@given(strategies.views())
def test_views_are_copied_and_kept(view: View) -> None:
    assert pickle.loads(pickle.dumps(view)) == view
    assert View(view.grid, view.mines, view.codes) == view
    assert View(view.grid, view.mines, view.codes.tolist()) == view


def test_a_view_keeps_its_own_codes() -> None:
    codes = numpy.full(12, COVERED, dtype=numpy.int16)
    view = View(Grid((3, 4)), 2, codes)
    codes[0] = 1
    assert view[0, 0] == COVERED
    assert view.codes.readonly
    array = view.array()
    if array.flags.writeable:
        array[0, 0] = 3
    assert view[0, 0] == COVERED


@given(strategies.views(), st.sampled_from(sorted(range(WRONG_FLAG, COVERED))))
def test_nicer_text_forms_round_trip(view: View, code: int) -> None:
    for each in (view, view.replace({0: code})):
        assert View.parse(each.unicode()) == View.parse(each.emoji()) == each
        assert read_position(each.unicode()) == read_position(each.emoji()) == each


@pytest.mark.parametrize("shape", ["7", "3x4~wrap=1", "2x3x4", "3x2x3x2"])
def test_nicer_text_forms_have_the_clues_of_every_dimension(shape: str) -> None:
    grid = Grid(shape)
    view = View(grid, 2, [min(index, grid.max_neighbours) for index in range(grid.cells)])
    assert View.parse(view.unicode()) == View.parse(view.emoji()) == view
    assert view.unicode().splitlines()[0] == view.emoji().splitlines()[0] == f"{shape} mines=2"


def test_nicer_text_forms_worked_by_hand() -> None:
    view = View.parse("2x3x2 mines=2\n# F . | 1 9 *\nX ! 2 | . . .")
    assert view.unicode() == "2x3x2 mines=2\n■ ⚑ · | 1 9 ✱\n✹ ✗ 2 | · · ·"
    nine, two, one = (f"{clue}\ufe0f\u20e3" for clue in (9, 2, 1))
    assert view.emoji() == f"2x3x2 mines=2\n⬜🚩⬛ | {one}{nine}💣\n💥❌{two} | ⬛⬛⬛"
    assert view.replace({1: 10}).emoji() == f"2x3x2 mines=2\n⬜ 🚩 ⬛ | 10 {nine} 💣\n💥 ❌ {two} | ⬛ ⬛ ⬛"


def test_a_picture_worked_by_hand() -> None:
    text = "3x4 mines=2\n# # 1 .\nF 2 1 .\n# 1 . .\n"
    view = View.parse(text)
    assert view.codes.tolist() == [-1, -1, 1, 0, -2, 2, 1, 0, -1, 1, 0, 0]
    assert (view.covered, view.flagged, view.remaining, view.mines) == (4, 1, 1, 2)
    assert view.format().split() == text.split()


def test_an_ended_picture_worked_by_hand() -> None:
    text = "3x4 mines=3\nX # 1 .\nF 2 2 1\n! 1 1 *\n"
    assert View.parse(text).codes.tolist() == [-4, -1, 1, 0, -2, 2, 2, 1, -5, 1, 1, -3]


@pytest.mark.slow
@given(st.data())
def test_cells_off_the_grid_are_refused(data: st.DataObject) -> None:
    view = data.draw(strategies.views(max_cells=20))
    with pytest.raises(CellError):
        view[data.draw(strategies.cells_off(view.grid))]


@pytest.mark.parametrize("codes", [[], [COVERED] * 11, [COVERED] * 13, [COVERED] * 11 + [-6], [COVERED] * 11 + [40000]])
def test_codes_that_do_not_fit_are_refused(codes: list[int]) -> None:
    with pytest.raises(ParameterError):
        View(Grid((3, 4)), 2, codes)


def test_a_code_of_any_size_is_refused() -> None:
    with pytest.raises(ParameterError, match="got a number of 16610 bits"):
        View(Grid((3, 4)), 2, [10**5000] * 12)


@pytest.mark.parametrize("codes", [None, "############", [None] * 12, [0.5] * 12])
def test_codes_of_a_wrong_type_are_refused(codes: Any) -> None:
    with pytest.raises(ParameterError):
        View(Grid((3, 4)), 2, codes)


@pytest.mark.parametrize("mines", [-1, 13, True, 2.0, "2"])
def test_mine_counts_that_do_not_fit_are_refused(mines: Any) -> None:
    with pytest.raises(ParameterError):
        View(Grid((3, 4)), mines, [COVERED] * 12)


FORMS = [
    "3x4 mines=2\n# # 1 .\nF 2 1 .\n# 1 . .\n",
    "3x4 mines=3\nX # 1 .\nF 2 2 1\n! 1 1 *\n",
    "5 mines=1\n# 1 . . .\n",
    "2x2~orthogonal~wrap=0,1 mines=0\n. .\n. .\n",
]


@given(strategies.near_misses(FORMS))
def test_garbage_is_refused_as_such(text: str) -> None:
    try:
        view = View.parse(text)
    except HypersweepError as error:
        assert isinstance(error, ParseError | ParameterError)
        assert str(error)
    else:
        assert View.parse(view.format()) == view
        assert view.array().shape == view.grid.shape
        assert view.remaining == view.mines - view.flagged
        assert isinstance(repr(view), str)


@pytest.mark.slow
@given(strategies.views(), strategies.views())
def test_equality_is_that_of_the_three_parts(first: View, second: View) -> None:
    same = first.grid == second.grid and first.mines == second.mines and list(first.codes) == list(second.codes)
    assert (first == second) == same
    assert first != first.format()


@given(strategies.grids(), st.data())
def test_counts_are_those_of_the_codes(grid: Grid, data: st.DataObject) -> None:
    codes = data.draw(st.lists(st.integers(-5, grid.max_neighbours), min_size=grid.cells, max_size=grid.cells))
    view = View(grid, 0, codes)
    assert view.covered == sum(code in (-1, -2, -3, -5) for code in codes)
    assert view.flagged == -view.remaining == codes.count(-2) + codes.count(-5)


@pytest.mark.slow
def test_counts_of_a_view_larger_than_a_part() -> None:
    """More cells than one counting step and than a two-byte count; and codes of four bytes."""
    for shape, cells in (("700x1000", 700_000), ("~".join(("x".join("3" * 11), "moore")), 3**11)):
        codes = [-1, -2, 0, -5, -1] * (cells // 5) + [-3] * (cells % 5)
        view = View(shape, 0, codes)
        assert view.covered == cells - cells // 5
        assert view.flagged == 2 * (cells // 5)


def test_a_huge_game_makes_no_view_to_say_that_it_has_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("2000x2000", 5, seed=1)
    monkeypatch.setattr(Game, "view", property(lambda self: pytest.fail("a view is made")))
    monkeypatch.setattr(Game, "codes", lambda *_: pytest.fail("codes are made"))
    assert "too many cells" in game._repr_svg_()


@pytest.mark.slow
@given(strategies.views())
def test_a_view_is_a_mapping_of_its_cells(view: View) -> None:
    assert list(view) == list(view.grid)
    assert len(view) == view.grid.cells
    assert dict(view.items()) == dict(view) == {cell: view[cell] for cell in view}
    assert list(view.keys()) == list(view)
    assert list(view.values()) == list(view.codes)
    assert all(cell in view for cell in view)
    assert (*view.grid.shape,) not in view
    assert bool(view)


@pytest.mark.slow
@given(strategies.views())
def test_a_view_travels_as_bytes(view: View) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(view, protocol)) == view
    rebuild, (grid, mines, data, order) = view.__reduce__()
    assert callable(rebuild)
    assert isinstance(data, bytes)
    swapped = array(view.grid.code_format, data)
    swapped.byteswap()
    other = "big" if order == "little" else "little"
    assert rebuild(grid, mines, swapped.tobytes(), other) == view


@given(strategies.views())
def test_covered_cells_and_the_frontier(view: View) -> None:
    around = strategies.board_of(view.grid).neighbours
    covered = [cell for cell, code in view.items() if code in (COVERED, FLAGGED, MINE, WRONG_FLAG)]
    assert list(view.covered_cells) == covered
    assert len(covered) == view.covered
    assert list(view.frontier) == [cell for cell in covered if any(view[other] >= 0 for other in around(cell))]


@pytest.mark.parametrize("shape", ["7", "3x4~wrap=1", "2x3x4~orthogonal"])
def test_replaced_cells_and_mines(shape: str) -> None:
    view = View(shape, 2, [COVERED] * Grid(shape).cells)
    last = view.grid.cell(view.grid.cells - 1)
    other = view.replace({0: 1, last: FLAGGED})
    assert dict(other) == {**dict(view), view.grid.cell(0): 1, last: FLAGGED}
    assert (other.mines, view.replace(mines=3).mines, view.replace()) == (2, 3, view)
    assert other.replace({0: COVERED, last: COVERED}) == view
    unknown = view.replace(mines=None, density=0.25)
    assert unknown == View(shape, None, view.codes, density=0.25)
    assert unknown.replace({0: FLAGGED}).density == 0.25
    assert unknown.replace(mines=range(1, 3), density=0.5).mine_range == range(1, 3)
    assert unknown.replace(mines=2) == view


def test_impossible_replacements_are_refused() -> None:
    view = View("3x4", 2, [COVERED] * 12)
    for wrong, error in (({(3, 0): 1}, CellError), ({0: 9}, ParameterError), ({0: "1"}, ParameterError)):
        with pytest.raises(error):
            view.replace(wrong)  # type: ignore[arg-type]
    with pytest.raises(ParameterError):
        view.replace(mines=13)


@pytest.mark.slow
@given(strategies.views(max_cells=9), st.booleans())
def test_a_number_is_a_problem_if_no_layout_suits_it_alone(view: View, trust: bool) -> None:
    board = strategies.board_of(view.grid)
    sure = {MINE, EXPLODED} | ({FLAGGED} if trust else set())
    unsure = {COVERED, FLAGGED} - sure
    expected: dict[Any, str] = {}
    for cell, code in [*view.items(), (None, view.mines)]:
        if code < 0:
            continue
        around = list(view) if cell is None else board.neighbours(cell)
        least = sum(view[other] in sure for other in around)
        most = least + sum(view[other] in unsure for other in around)
        if not least <= code <= most:
            expected[cell] = "too many mines" if least > code else "too few cells"
    assert {problem.cell: problem.kind for problem in view.problems(trust_flags=trust)} == expected


def test_problems_worked_by_hand() -> None:
    view = View.parse("2x4 mines=1\n* 1 X 3\n* 2 # .")
    assert [(problem.cell, problem.kind, problem.least, problem.most) for problem in view.problems()] == [
        ((0, 1), "too many mines", 3, 4),
        ((0, 3), "too few cells", 1, 2),
        ((1, 1), "too many mines", 3, 4),
        ((1, 3), "too many mines", 1, 2),
        (None, "too many mines", 3, 4),
    ]
    assert str(view.problems()[1]) == "the 3 at (0, 3) has only 2 cells around it that can be mines"
    assert View.parse("2x3 mines=1\nF 1 .\n# 1 .").problems() == ()
    flags = View.parse("2x3 mines=1\nF 1 .\nF 1 .").problems(trust_flags=True)
    assert [problem.cell for problem in flags] == [(0, 1), (1, 1), None]


UNKNOWN: list[tuple[Any, float | None, str]] = [
    (None, None, "mines=?"),
    (range(2, 6), None, "mines=2-5"),
    (None, 0.2, "mines=? density=0.2"),
    (range(13), 0.15, "mines=? density=0.15"),
    (range(1, 13), 1e-9, "mines=1-12 density=1e-09"),
]


@pytest.mark.ci_limit(5)
@pytest.mark.parametrize(("mines", "density", "text"), UNKNOWN)
def test_an_unknown_number_of_mines_is_kept(mines: Any, density: float | None, text: str) -> None:
    view = View("3x4", mines, [COVERED, 1, FLAGGED, *[COVERED] * 9], density=density)
    assert str(view).splitlines()[0] == f"3x4 {text}"
    assert View.parse(str(view)) == View.parse(view.emoji()) == read_position(view.unicode()) == view
    assert pickle.loads(pickle.dumps(view)) == view
    assert hash(View.parse(str(view))) == hash(view)
    (turned,) = {view.transform(symmetry) for symmetry in islice(symmetries(view.grid), 1, 2)}
    for other in (turned, view.replace({0: 2})):
        assert (other.mine_range, other.density) == (view.mine_range, density or 0.5)
    assert not view.has_mine_count
    assert not hasattr(view, "mines")
    with pytest.raises(UnknownMinesError):
        view.remaining  # noqa: B018
    known = view.replace(mines=3)
    assert (known.has_mine_count, known.mines, known.density, known.mine_range) == (True, 3, None, range(3, 4))
    assert read_position(str(view), mines=3) == known
    assert "<svg" in view._repr_svg_()


def test_one_possible_number_of_mines_is_known() -> None:
    assert View("3x4", range(2, 3), [COVERED] * 12, density=0.2) == View("3x4", 2, [COVERED] * 12)


@pytest.mark.parametrize(
    ("mines", "density"),
    [
        *((mines, None) for mines in (range(0), range(3, 14), range(-1, 2), range(0, 9, 2), (1, 2))),
        *((None, density) for density in (0.0, 1.0, float("nan"), True, "0.2")),
        (2, 0.2),
    ],
)
def test_impossible_ranges_and_densities_are_refused(mines: Any, density: Any) -> None:
    with pytest.raises(ParameterError):
        View("3x4", mines, [COVERED] * 12, density=density)


@pytest.mark.parametrize("field", ["mines=5-2", "mines=-", "mines=1-2-3", "mines=? density=2", "mines=?? density=x"])
def test_headers_without_a_possible_number_of_mines_are_refused(field: str) -> None:
    with pytest.raises(ParseError):
        View.parse(f"1x3 {field}\n# # #")


def test_problems_of_a_range_of_mines() -> None:
    for codes, kind in (([MINE, MINE, COVERED, 0], "too many mines"), ([COVERED, 0, 0, 0], "too few cells")):
        least, most = (0, 1) if kind == "too many mines" else (2, 3)
        problem = View("1x4", range(least, most + 1), codes).problems()[-1]
        assert (problem.cell, problem.kind) == (None, kind)
    assert View("1x4", range(1, 3), [COVERED] * 4).problems() == ()
