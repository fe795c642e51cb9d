"""Exact analyses compared with lists of all layouts, four engines and a second method; draws and counts."""

from __future__ import annotations

import itertools
import json
import lzma
import math
import pickle
import random
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

import agreement
import hypersweep
import naive_solver
import strategies
from hypersweep import Grid, Layout, View
from hypersweep.errors import (
    BudgetExceededError,
    CellError,
    InconsistentViewError,
    ParameterError,
    ParameterTypeError,
    UnknownMinesError,
)
from hypersweep.formats import format_json
from hypersweep.solve import (
    Analysis,
    Budget,
    analyse,
    analyse_batch,
    draw_layouts,
    mine_probability,
    rank,
    win_probability,
)
from hypersweep.view import COVERED, MINE
from seeds import seeds
from solver_views import LARGE, board_of, lattice, random_view

ORACLE = Path(__file__).parent / "data" / "expert-40.jsonl.xz"


def oracle() -> list[tuple[View, list[float]]]:
    """Return 40 positions of 16x30 with 99 mines and the chance of a mine for each covered cell."""
    found = []
    for line in lzma.decompress(ORACLE.read_bytes()).splitlines():
        position = json.loads(line)
        text = "16x30 mines=99\n" + "\n".join(position["view"])
        found.append((View.parse(text), position["p_covered"]))
    return found


@pytest.mark.ci_limit(1)
@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(8))
def test_every_number_beside_all_layouts(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(500):
        view = random_view(chance)
        trust = chance.random() < 0.2
        board = board_of(view)
        cells = board.cells()
        layouts = list(naive_solver.layouts_that_fit(board, view.codes, view.mines, trust_flags=trust))
        if not layouts:
            # Trusted wrong flags make a view impossible.
            with pytest.raises(InconsistentViewError):
                analyse(view, trust_flags=trust)
            continue
        analysis = analyse(view, trust_flags=trust)
        mined = [sum(cell in layout for layout in layouts) for cell in cells]
        assert analysis.count_layouts() == len(layouts)
        assert analysis.probabilities.tolist() == pytest.approx(
            [mine_probability / len(layouts) for mine_probability in mined], abs=1e-12
        )
        hidden = [place for place, code in enumerate(view.codes) if code in (-1, -2)]
        assert analysis.safe_cells == tuple(cells[place] for place in hidden if mined[place] == 0)
        assert analysis.mine_cells == tuple(cells[place] for place in hidden if mined[place] == len(layouts))
        for place in hidden:
            shares = naive_solver.clue_shares(board, layouts, cells[place])
            assert analysis.clue_chances(cells[place]) == pytest.approx([float(share) for share in shares], abs=1e-12)
        assert analysis.is_exact
        assert analysis.standard_error(cells[0]) == 0.0
        touching = {clue for component in analysis.components for clue in component}
        for place, cell in enumerate(cells):
            uncertain = any(0 < mined[cells.index(other)] < len(layouts) for other in board.neighbours(cell))
            assert (cell in touching) == (view.codes[place] >= 0 and uncertain)


def test_positions_that_four_engines_agree_on() -> None:
    for view, expected in oracle():
        analysis = analyse(view)
        covered = [own for own, code in zip(analysis.probabilities, view.codes, strict=True) if code < 0]
        assert covered == pytest.approx(expected, abs=1e-8)
        assert sum(analysis.probabilities) == pytest.approx(99, abs=1e-9)


STRESS = (
    """10x21 mines=75
2x3x3x3x3x3x3x3x3x3x1
xxxxxxxxxxxxxxxxxxxxx
3x4x4x4x4x4x4x4x4x4x1
xxxxxxxxxxxxxxxxxxxxx
3x4x4x4xxxxxxxxxxxxxx
""".replace("x", "_").replace("10_21", "10x21", 1)
    + 5 * ("_" * 21 + "\n")
)


def by_columns(view: View) -> tuple[int, list[int]]:
    """Return the number of layouts, and of each cell's mines in all of them: column by column, for boards of few rows.

    A second method: a row of states (two columns of mines, mines so far) from the left and from the right.
    """
    rows, columns = view.grid.shape
    codes = [[view[row, column] for row in range(rows)] for column in range(columns)]
    choices = [
        [mask for mask in range(1 << rows) if not any(mask >> row & 1 and column[row] >= 0 for row in range(rows))]
        for column in codes
    ]
    near = [sum(1 << other for other in (row - 1, row, row + 1) if 0 <= other < rows) for row in range(rows)]

    def fits(column: int, left: int, own: int, right: int) -> bool:
        return all(
            code < 0 or sum((mask & near[row]).bit_count() for mask in (left, own, right)) == code
            for row, code in enumerate(codes[column])
        )

    # forward[c]: (mask of column c - 1, mask of column c) -> ways by mines before column c; the clues there are right.
    forward: list[dict[tuple[int, int], list[int]]] = [{(0, own): [1] for own in choices[0]}]
    for column in range(columns):
        after: dict[tuple[int, int], list[int]] = {}
        for (left, own), ways in forward[column].items():
            for right in choices[column + 1] if column + 1 < columns else [0]:
                if not fits(column, left, own, right):
                    continue
                target = after.setdefault((own, right), [])
                shift = own.bit_count()
                target.extend([0] * (shift + len(ways) - len(target)))
                for mines, number in enumerate(ways):
                    target[mines + shift] += number
        forward.append(after)
    whole = [0] * (view.mines + 1)
    for ways in forward[columns].values():
        for mines, number in enumerate(ways[: view.mines + 1]):
            whole[mines] += number
    backward: dict[tuple[int, int], list[int]] = {key: [0] * view.mines + [1] for key in forward[columns]}
    mined = [0] * view.grid.cells
    # backward[key][m]: ways to go on from m mines before the column of the key's second mask to all of them.
    for column in reversed(range(columns)):
        before: dict[tuple[int, int], list[int]] = {}
        for (left, own), ways in forward[column].items():
            onward = [0] * (view.mines + 1)
            shift = own.bit_count()
            for right in choices[column + 1] if column + 1 < columns else [0]:
                rest = backward.get((own, right))
                if rest is None or not fits(column, left, own, right):
                    continue
                for mines in range(view.mines + 1 - shift):
                    onward[mines] += rest[mines + shift]
            before[left, own] = onward
            weight = sum(number * onward[mines] for mines, number in enumerate(ways[: view.mines + 1]))
            for row in range(rows):
                if own >> row & 1:
                    mined[row * columns + column] += weight
        backward = before
    return whole[view.mines], mined


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "mines"), [(3, 21, 27), (5, 11, 24), (5, 13, 29), (4, 15, 25), (6, 9, 23)])
def test_cut_down_stress_positions_beside_columns(rows: int, columns: int, mines: int) -> None:
    lines = [line[:columns] for line in STRESS.splitlines()[1 : rows + 1]]
    view = View.parse(f"{rows}x{columns} mines={mines}\n" + "\n".join(lines))
    layouts, mined = by_columns(view)
    analysis = analyse(view)
    assert analysis.count_layouts() == layouts > 80
    assert analysis.probabilities.tolist() == pytest.approx(
        [mine_probability / layouts for mine_probability in mined], abs=1e-12
    )


def test_the_second_method_agrees_with_a_list_of_all_layouts() -> None:
    view = View.parse("3x5 mines=4\n2_3_1\n_____\n3_4_1")
    layouts = list(naive_solver.layouts_that_fit(board_of(view), view.codes, 4))
    expected = [sum(cell in layout for layout in layouts) for cell in view.grid]
    assert by_columns(view) == (len(layouts), expected)


def test_the_whole_stress_position() -> None:
    view = View.parse(STRESS)
    analysis = analyse(view)
    assert sum(analysis.probabilities) == pytest.approx(75, abs=1e-9)
    assert 0 < analysis.count_layouts() < math.comb(view.covered, 75)
    assert all(0 < analysis.probability((5, column)) < 1 for column in range(21))
    # The unseen cells are all alike.
    assert len({analysis.probability((row, column)) for row in (7, 8, 9) for column in range(21)}) == 1
    chances = analysis.clue_chances((1, 1))
    assert sum(chances) == pytest.approx(1 - analysis.probability((1, 1)), abs=1e-12)


def test_arrays_share_the_memory() -> None:
    analysis = analyse(View.parse("2x3 mines=1\n# # #\n1 1 ."))
    array = analysis.probability_array()
    assert array.tolist() == [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    assert not array.flags.writeable
    assert numpy.shares_memory(array, numpy.asarray(analysis.probabilities))


def test_what_can_not_be_asked() -> None:
    view = View.parse("2x3 mines=1\n# # #\n1 1 .")
    analysis = analyse(view)
    with pytest.raises(CellError, match="covered"):
        analysis.clue_chances((1, 0))
    with pytest.raises(CellError):
        analysis.probability((2, 0))
    with pytest.raises(ParameterTypeError, match="View"):
        analyse("2x3 mines=1")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="Budget"):
        analyse(view, budget=7)  # type: ignore[arg-type]


def test_past_the_budget_is_an_error_that_helps() -> None:
    view = View.parse(STRESS)
    with pytest.raises(BudgetExceededError, match=r"100 states.*states=") as caught:
        analyse(view, budget=Budget(states=100))
    assert caught.value.states > 0
    with pytest.raises(BudgetExceededError, match=r"memory="):
        analyse(view, budget=Budget(memory=1000))
    with pytest.raises(BudgetExceededError, match=r"seconds="):
        analyse(too_wide(), budget=Budget(1 << 40, 1 << 34, seconds=0.03))
    # A cancelled analysis doesn't affect later ones.
    assert sum(analyse(view).probabilities) == pytest.approx(75, abs=1e-9)


def too_wide() -> View:
    """Return the stress position with more rows of clues, which no method finishes within the time of a test."""
    return View.parse("19x21 mines=150\n" + wide(8))


def test_an_exact_answer_is_given_where_an_estimate_would_do() -> None:
    assert analyse(View.parse("2x3 mines=1\n# # #\n1 1 ."), estimate=True).is_exact


def test_results_are_the_same_from_many_threads() -> None:
    views = [view for view, _ in oracle()[:8]]
    expected = [(analyse(view).probabilities.tolist(), analyse(view).count_layouts()) for view in views]
    shared = [analyse(view) for view in views]
    found: list[bool] = []

    def look(offset: int) -> None:
        for round_ in range(12):
            place = (offset + round_) % len(views)
            fresh: Analysis = analyse(views[place])
            same = (fresh.probabilities.tolist(), fresh.count_layouts()) == expected[place]
            found.append(same and shared[place].count_layouts() == expected[place][1])

    threads = [threading.Thread(target=look, args=(offset,)) for offset in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 48


def test_the_package_hands_out_what_the_room_has() -> None:
    assert hypersweep.analyse is analyse
    assert "Analysis of 2x3" in repr(analyse(View.parse("2x3 mines=1\n# # #\n1 1 .")))
    with pytest.raises(AttributeError, match="analyze"):
        hypersweep.solve.analyze  # type: ignore[attr-defined]  # noqa: B018


@contextmanager
def interrupted() -> Iterator[None]:
    """Send a signal after a moment, like Ctrl-C."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def wide(rows: int) -> str:
    """Return the stress position with other rows of clues below those it has."""
    return "\n".join(STRESS.splitlines()[1:4] + ["_" * 21, "3_4_4_4_4_4_4_4_4_4_1"] * rows)


@pytest.mark.needs("posix")
def test_a_signal_ends_an_analysis() -> None:
    # The time limit only stops a failing test.
    with interrupted():
        analyse(too_wide(), budget=Budget(1 << 40, 1 << 34, seconds=30))
    assert analyse(View.parse("2x3 mines=1\n# # #\n1 1 .")).safe_cells


@pytest.mark.needs("posix")
def test_a_signal_ends_the_look_at_a_cells_clues() -> None:
    # The analysis is fast, but the possible clues of a cell between the rows take far more states.
    rows = wide(3) + "\n" + "\n".join(["_" * 21] * 5)
    analysis = analyse(View.parse("14x21 mines=75\n" + rows), budget=Budget(1 << 40, 1 << 34, seconds=30))
    with interrupted():
        for cell in itertools.cycle(analysis.view.grid):
            if analysis.view[cell] == COVERED:
                analysis.clue_chances(cell)


def test_the_ended_game_tells_what_it_shows() -> None:
    analysis = analyse(View.parse("2x4 mines=3\nX 2 * #\n# ! # F"))
    assert analysis.probability((0, 0)) == analysis.probability((0, 2)) == 1.0
    assert analysis.probability((1, 1)) == 0.0
    assert (0, 0) not in analysis.mine_cells
    assert analysis.count_layouts() == 2


@pytest.mark.slow
def test_large_boards() -> None:
    # One clue in a million cells; the chance elsewhere is that of the remaining mines.
    codes = [-1] * 10**6
    codes[500_500] = 2
    view = View("1000x1000", 200_000, codes)
    analysis = analyse(view)
    assert analysis.probability((500, 501)) == pytest.approx(0.25)
    assert analysis.probability((0, 0)) == pytest.approx((200_000 - 2) / (10**6 - 9))
    assert analysis.probability_array().sum() == pytest.approx(200_000)


VIEWS = [View.parse(f"2x3 mines={mines}\n# # #\n1 # #") for mines in (1, 2, 3, 4)]


def test_a_batch_finds_what_each_analysis_finds() -> None:
    batch = analyse_batch(VIEWS)
    assert batch.status == ("exact", "exact", "exact", "inconsistent")
    for place in range(3):
        assert batch[place] == batch[place - 4] == batch[numpy.int8(place)] == analyse(VIEWS[place])
    with pytest.raises(InconsistentViewError):
        batch[3]


@pytest.mark.parametrize("places", [slice(1, 3), slice(None), slice(None, None, -1), slice(3, None, -2), slice(2, 2)])
def test_a_slice_is_a_batch(places: slice) -> None:
    assert analyse_batch(VIEWS)[places] == analyse_batch(VIEWS[places])


@pytest.mark.parametrize("place", [4, -5])
def test_a_place_is_in_the_batch(place: int) -> None:
    with pytest.raises(IndexError, match="expected an index from 0 to 3, got"):
        analyse_batch(VIEWS)[place]
    with pytest.raises(IndexError, match="the batch is empty"):
        analyse_batch([])[place]


@pytest.mark.parametrize("place", [1.0, "1", True, None, (0, 1)])
def test_a_place_is_a_whole_number(place: Any) -> None:
    with pytest.raises(ParameterTypeError, match="expected an index into the batch, got"):
        analyse_batch(VIEWS)[place]


Cell = tuple[int, ...]


def drawn(view: View, mine_probability: int, seed: int = 1, *, trust_flags: bool = False) -> list[frozenset[Cell]]:
    """Gives layouts drawn for a view, as sets of mines."""
    found = draw_layouts(view, mine_probability, seed=seed, trust_flags=trust_flags)
    assert len(found) == mine_probability
    return [frozenset(Layout.from_bits(view.grid, bits).mine_cells()) for bits in found]


def likelihood(counts: Counter[frozenset[Cell]], outcomes: int) -> float:
    """Gives how likely equally likely outcomes are to be spread as unevenly as that, by chi-square."""
    expected = counts.total() / outcomes
    measure = sum((mine_probability - expected) ** 2 for mine_probability in counts.values()) / expected
    measure += (outcomes - len(counts)) * expected
    return float(chi2.sf(measure, outcomes - 1)) if outcomes > 1 else 1.0


@pytest.mark.parametrize("seed", seeds(1000))
def test_each_layout_is_as_likely_as_any_other(seed: int) -> None:
    """Small views of one to five dimensions, against all layouts that fit."""
    chance = random.Random(seed)
    view = random_view(chance)
    trust = chance.random() < 0.3
    fitting = set(naive_solver.layouts_that_fit(board_of(view), list(view.codes), view.mines, trust_flags=trust))
    if not fitting:
        with pytest.raises(InconsistentViewError):
            draw_layouts(view, 1, seed=seed, trust_flags=trust)
        return
    counts = Counter(drawn(view, 20 * min(len(fitting), 200), seed, trust_flags=trust))
    assert counts.keys() <= fitting
    if len(fitting) <= 200:
        # One seed of a hundred thousand would be below that; the seeds are always the same.
        assert likelihood(counts, len(fitting)) > 1e-5


@pytest.mark.slow
@pytest.mark.parametrize("board", LARGE)
def test_chances_are_those_of_the_analysis(board: str) -> None:
    """On larger boards, with many components, each cell is a mine as often as its chance says."""
    grid = Grid(board)
    layout = Layout.random(grid, grid.cells // 5, seed=3)
    codes = [
        layout.clue(cell) if not layout.is_mine(cell) and number % 4 == 0 else -1 for number, cell in enumerate(grid)
    ]
    view = View(grid, layout.mines, codes)
    mine_probability = 4000
    sums = Counter[Cell]()
    for mines in drawn(view, mine_probability):
        assert len(mines) == view.mines
        sums.update(mines)
    analysis = analyse(view)
    for cell in grid:
        chance = analysis.probability(cell)
        deviation = (chance * (1 - chance) / mine_probability) ** 0.5
        assert abs(sums[cell] / mine_probability - chance) <= 5 * deviation


def test_they_agree_with_wide_views() -> None:
    """Weights beyond the range of doubles, and a boundary as wide as the board."""
    for shape, density in (("9x21", 0.3), ("13x13", 0.5), ("5x5x5", 0.2)):
        view, _ = lattice(shape, density)
        for bits in draw_layouts(view, 20, seed=4):
            layout = Layout.from_bits(view.grid, bits)
            assert layout.mines == view.mines
            for cell, code in zip(view.grid, view.codes, strict=True):
                assert code < 0 or (code == layout.clue(cell) and not layout.is_mine(cell))


def test_large_boards_without_clues_hold_as_many_mines_as_they_should() -> None:
    """Only cells without clues."""
    view = View("300x700", 40_000, [-1] * 210_000)
    (bits,) = draw_layouts(view, 1, seed=2)
    assert sum(byte.bit_count() for byte in bits) == 40_000


def test_the_same_seed_gives_the_same_layouts_and_more() -> None:
    """Layout i follows from view, seed and i, on every machine."""
    view = random_view(random.Random(3), ended=False)
    few = draw_layouts(view, 5, seed=8)
    assert draw_layouts(view, 12, seed=8)[:5] == few
    assert draw_layouts(view, 12, seed=9)[:5] != few
    assert draw_layouts(view, 0, seed=8) == []
    for variant in agreement.variants():
        with agreement.kernels(variant):
            assert draw_layouts(view, 5, seed=8) == few


@pytest.mark.slow
@given(strategies.views(30))
def test_whatever_is_seen_can_be_asked_for(view: View) -> None:
    """Layouts, or an error if there are none."""
    try:
        found = draw_layouts(view, 2, seed=1)
    except InconsistentViewError:
        return
    for bits in found:
        assert Layout.from_bits(view.grid, bits).mines == view.mines


@given(st.integers())
def test_numbers_are_looked_at(number: int) -> None:
    """Counts from 0 on, seeds of 64 bits."""
    view = View.parse("2x3 mines=1\n# # #\n1 1 .")
    if not 0 <= number < 1 << 64:
        with pytest.raises(ParameterError):
            draw_layouts(view, 1, seed=number)
    if number < 0:
        with pytest.raises(ParameterError):
            draw_layouts(view, number, seed=1)


def test_bad_arguments_are_refused() -> None:
    """Each error says what was expected."""
    view = View.parse("2x3 mines=1\n# # #\n1 1 .")
    with pytest.raises(ParameterTypeError, match="expected a View"):
        draw_layouts("2x3", 1, seed=1)  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError, match="expected a Budget"):
        draw_layouts(view, 1, seed=1, budget=5)  # type: ignore[arg-type]
    with pytest.raises(InconsistentViewError):
        draw_layouts(View.parse("2x3 mines=3\n# # #\n1 1 ."), 1, seed=1)
    wide, _ = lattice("13x13", 0.5)
    with pytest.raises(BudgetExceededError, match="a draw of layouts"):
        draw_layouts(wide, 1, seed=1, budget=Budget(states=100))


def test_an_analysis_before_it_still_knows_what_it_found() -> None:
    """The solver is shared; later queries of an analysis don't interfere with the draw."""
    view, _ = lattice("5x9", 0.3)
    analysis = analyse(view)
    expected = analyse(view).count_layouts()
    draw_layouts(view, 3, seed=1)
    assert analysis.count_layouts() == expected


@pytest.mark.parametrize("seed", range(2))
def test_counts_beside_a_list_of_all_layouts(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        view = random_view(chance)
        layouts = sum(1 for _ in naive_solver.layouts_that_fit(board_of(view), view.codes, view.mines))
        if layouts:
            assert analyse(view).count_layouts() == layouts
        else:
            with pytest.raises(InconsistentViewError):
                analyse(view)


def test_layouts_of_a_board_without_clues_are_binomials() -> None:
    assert analyse(View("40x50", 700, [-1] * 2000)).count_layouts() == math.comb(2000, 700)


def test_layouts_of_many_components_multiply() -> None:
    # Each clue has its own two cells: 2 ways each.
    view = View("1x79", 20, [code for _ in range(20) for code in (-1, 1, -1, 0)][:79])
    with pytest.raises(InconsistentViewError):
        analyse(view)
    codes = [code for _ in range(20) for code in (-1, 1, -1, -3)][:79]
    view = View("1x79", 20 + 19, codes)
    analysis = analyse(view)
    assert analysis.count_layouts() == 2**20
    assert len(analysis.components) == 20
    assert analysis.components[1] == ((0, 5),)


def test_seconds_end_the_count_of_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    # One component of more cells than a double's digits can count.
    rows = "\n".join(["# " * 41, "# 4 " * 20 + "#", "# " * 41])
    analysis = analyse(View.parse(f"3x41 mines=45\n{rows}"), budget=Budget(seconds=60))
    times = itertools.count(0, 61)
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    with pytest.raises(
        BudgetExceededError, match=r"^couldn't compute the number of layouts within 60\.0 seconds; a larger"
    ):
        _ = analysis.count_layouts()
    with pytest.raises(BudgetExceededError, match=r"^couldn't compute the best play within 60\.0 seconds; a larger"):
        win_probability(analysis.view, budget=Budget(seconds=60))


def test_counts_that_a_double_does_not_hold_agree_with_the_chances() -> None:
    rows = "\n".join(["# " * 41, "# 4 " * 20 + "#", "# " * 41])
    view = View.parse(f"3x41 mines=45\n{rows}")
    analysis = analyse(view)
    assert analysis.count_layouts() > 2**53
    for cell in ((0, 0), (1, 20), (2, 33)):
        codes = list(view.codes)
        codes[view.grid.index(cell)] = MINE
        share = analyse(View(view.grid, view.mines, codes)).count_layouts() / analysis.count_layouts()
        assert share == pytest.approx(analysis.probability(cell), rel=1e-9)


def with_unknown_mines(view: View, chance: random.Random) -> View:
    """Return a view with a range or a density, or both, in place of its number of mines."""
    least = chance.randint(0, view.mines)
    mines = chance.choice((None, range(least, chance.randint(view.mines, len(view)) + 1), range(least, len(view) + 1)))
    return View(view.grid, mines, view.codes, density=chance.choice((None, 0.03, 0.2, 0.7)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(8))
def test_unknown_numbers_of_mines_beside_all_layouts(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(150):
        view = with_unknown_mines(random_view(chance, impossible=0.1), chance)
        if view.covered > 8:
            continue
        trust = chance.random() < 0.2
        board, density = board_of(view), Fraction(view.density or 0.5)
        every = naive_solver.layouts_that_fit(board, view.codes, None, trust_flags=trust)
        layouts = [layout for layout in every if len(layout) in view.mine_range]
        if not layouts:
            with pytest.raises(InconsistentViewError):
                analyse(view, trust_flags=trust)
            continue
        odds = density / (1 - density)
        weights = [odds ** len(layout) for layout in layouts]
        analysis = analyse(view, trust_flags=trust)
        assert analysis.is_exact
        assert analysis.count_layouts() == len(layouts)
        for cell in view:
            among = [weight for weight, layout in zip(weights, layouts, strict=True) if cell in layout]
            assert analysis.probability(cell) == pytest.approx(float(sum(among) / sum(weights)), abs=1e-12)
            certain = analysis.probability(cell) in (0.0, 1.0)
            assert certain == (len(among) in (0, len(layouts)))


def test_one_possible_number_of_mines_gives_the_same_chances() -> None:
    for view, _ in oracle()[:4]:
        known = analyse(view)
        splits = mine_probability._Splits(view, False, Budget())
        found = list(splits)
        shares, unseen = mine_probability._shares(splits, [(mines, ways) for mines, ways, _ in found], 0.2)
        assert sum(shares) == pytest.approx(1)
        for index in splits.seen:
            mixed = sum(
                share * memoryview(data).cast("d")[index] for share, (_, _, data) in zip(shares, found, strict=True)
            )
            assert mixed == pytest.approx(known.probabilities[index], abs=1e-12)
        for index in splits.unseen:
            assert unseen == pytest.approx(known.probabilities[index], abs=1e-12)
        assert sum(splits.layouts()) == known.count_layouts()


@pytest.mark.parametrize("board", ["40000", "200x200", "30x30x30"])
def test_chances_far_from_any_clue_are_the_density(board: str) -> None:
    grid = Grid(board)
    codes = [COVERED] * grid.cells
    codes[0] = 1
    near = len(grid.neighbours(0))
    analysis = analyse(View(grid, None, codes, density=0.15))
    assert analysis.probabilities[grid.cells - 1] == pytest.approx(0.15, abs=1e-12)
    assert analysis.probabilities[1] == pytest.approx(1 / near, abs=1e-12)
    few = analyse(View(grid, range(5, 7), codes))
    # Almost all layouts with 5 or 6 mines have 6.
    assert few.probabilities[grid.cells - 1] == pytest.approx(5 / grid.cells, rel=1e-2)


def test_what_needs_the_number_of_mines_is_refused() -> None:
    view = View("2x4", range(1, 4), [COVERED] * 4 + [1, 1, 1, 1])
    analysis = analyse(view)
    assert repr(analysis).startswith("<Analysis of 2x4 with 1 to 3 mines: ")
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    assert analysis._repr_html_().startswith("<div")
    for refused in (
        lambda: view.mines,
        lambda: view.remaining,
        lambda: analyse(view, estimate=True),
        lambda: analysis.clue_chances((0, 0)),
        lambda: analyse_batch([view]),
        lambda: draw_layouts(view, 1, seed=7),
        lambda: win_probability(view),
        lambda: hypersweep.choose(view),
        lambda: hypersweep.choose(view, analysis=analysis),
        lambda: hypersweep.best_move(view),
        lambda: hypersweep.explain(view),
        lambda: hypersweep.deduce(view),
        lambda: rank(view, analysis=analysis),
        lambda: format_json(view),
    ):
        with pytest.raises(UnknownMinesError):
            refused()
    with pytest.raises(BudgetExceededError):
        analyse(View("9x9", None, lattice("9x9", 0.2)[0].codes), budget=Budget(states=1))


def test_contradictions_name_their_clues_where_the_number_is_unknown() -> None:
    with pytest.raises(InconsistentViewError) as caught:
        analyse(View("2x4", None, [COVERED] * 4 + [1, 2, 3, 0]))
    assert not caught.value.mines_at_fault
    assert caught.value.clues
    with pytest.raises(InconsistentViewError, match="3 to 4 mines") as caught:
        analyse(View("2x4", range(3, 5), [COVERED] * 4 + [1, 1, 1, 1]))
    assert caught.value.mines_at_fault
    with pytest.raises(InconsistentViewError) as caught:
        analyse(View("1x3", range(2, 4), [MINE, 1, 0]))
    assert caught.value.mines_at_fault
