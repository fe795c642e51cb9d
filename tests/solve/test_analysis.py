"""Exact analysis compared with a list of all layouts, four independent engines and a second method."""

from __future__ import annotations

import itertools
import json
import lzma
import math
import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy
import pytest

import hypersweep
import naive_solver
from hypersweep import View
from hypersweep.errors import BudgetExceededError, CellError, InconsistentViewError, ParameterTypeError
from hypersweep.solve import Analysis, Budget, analyse
from hypersweep.view import COVERED
from seeds import seeds
from solver_views import board_of, random_view

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
        assert analysis.probabilities.tolist() == pytest.approx([count / len(layouts) for count in mined], abs=1e-12)
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
    assert analysis.probabilities.tolist() == pytest.approx([count / layouts for count in mined], abs=1e-12)


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
