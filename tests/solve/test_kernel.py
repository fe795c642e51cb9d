"""The compiled solver, the limits on its work, and the pools that reuse it."""

from __future__ import annotations

import math
import pickle
import random
import signal
import subprocess
import sys
import threading
from array import array

import pytest

from hypersweep import BoardTooLargeError, Grid, View, _native, analyse, choose
from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.solve import Budget
from hypersweep.solve.kernel import (
    CONTRADICTION,
    DONE,
    ESTIMATED,
    LATE,
    OVER_BUDGET,
    Pool,
    Width,
    _idle,
    borrow,
    borrow_reasoner,
    check_budget,
    give_back,
)
from hypersweep.solve.layout_count import multiply
from solver_views import random_view

LIMITS = (1 << 20, 1 << 28, 1e18)
STANDARD = _native.ChoiceLimits()


def test_both_widths_of_codes_say_the_same() -> None:
    chance = random.Random(7)
    for _ in range(60):
        view = random_view(chance, impossible=0.2)
        narrow, wide = view.codes, array("i", view.codes)
        assert (narrow.itemsize, wide.itemsize) == (2, 4)
        solvers = [_native.Solver(view.grid.geometry()) for _ in range(2)]
        assert solvers[0].analyse(narrow, view.mines, False, *LIMITS) == solvers[1].analyse(
            wide, view.mines, False, *LIMITS
        )
        choosers = [_native.Solver(view.grid.geometry()) for _ in range(2)]
        assert choosers[0].choose(narrow, view.mines, False, 2, STANDARD, *LIMITS) == choosers[1].choose(
            wide, view.mines, False, 2, STANDARD, *LIMITS
        )


def test_limits_of_a_choice_are_taken_by_name_and_nothing_else() -> None:
    with pytest.raises(TypeError):
        _native.ChoiceLimits(9.0, 512, 2000000, 24, 0.12, 0.05)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        _native.ChoiceLimits(layouts=-1)
    with pytest.raises(TypeError):
        _native.ChoiceLimits(layout=512)  # type: ignore[call-arg]
    chooser = _native.Solver(Grid("3x4").geometry())
    for wrong in ([], [9.0, 512.0, 2000000.0, 24.0, 0.12, 0.05], None):
        with pytest.raises(TypeError):
            chooser.choose(array("h", [-1] * 12), 2, False, 0, wrong, *LIMITS)  # type: ignore[arg-type]
    # Two ways to put one mine into six cells on either side of a wall of clues: few enough to play out, or too many.
    codes = array("h", [-1, 1, -1] * 2)
    played = [
        chooser_of("2x3").choose(codes, 1, False, 0, _native.ChoiceLimits(layouts=most), *LIMITS)[7] for most in (3, 4)
    ]
    assert played == [False, True]


def chooser_of(grid: str) -> _native.Solver:
    return _native.Solver(Grid(grid).geometry())


def batch(
    grid: Grid, views: list[View], kind: str = "h", sample: tuple[int, int, int] | None = None
) -> tuple[list[list[float]], list[int]]:
    codes = array(kind, [code for view in views for code in view.codes])
    chances = array("d", [-1.0] * len(codes))
    status = bytearray(b"?" * len(views))
    mines = array("Q", [view.mines for view in views])
    _native.analyse_batch(grid.geometry(), codes, mines, False, LIMITS, chances, status, sample)
    return [list(chances[at : at + grid.cells]) for at in range(0, len(chances), grid.cells)], list(status)


@pytest.mark.parametrize("kind", ["b", "h", "i"])
def test_many_views_in_one_call_are_told_as_each_of_them(kind: str) -> None:
    chance = random.Random(11)
    statuses = set()
    for _ in range(40):
        first = random_view(chance, impossible=0.3)
        views = [View(first.grid, first.mines, chance.sample(list(first.codes), first.grid.cells)) for _ in range(3)]
        solver = _native.Solver(first.grid.geometry())
        rows, found = batch(first.grid, [first, *views], kind)
        for view, row, status in zip([first, *views], rows, found, strict=True):
            alone, data, _ = solver.analyse(view.codes, view.mines, False, *LIMITS)
            assert alone == status
            statuses.add(status)
            if status == DONE:
                assert array("d", row).tobytes() == data
            else:
                assert all(map(math.isnan, row))
    assert statuses == {DONE, CONTRADICTION}


def hard_view() -> View:
    return View("9x11", 25, [-1] * 12 + [2, -1] * 37 + [-1] * 13)


def test_a_view_past_the_limits_is_estimated_where_a_sample_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "LIMITS", (20, 1 << 28, 1e18))
    easy = View("9x11", 25, [-1] * 99)
    views = [easy, hard_view(), easy]
    assert batch(easy.grid, views)[1] == [DONE, OVER_BUDGET, DONE]
    rows, found = batch(easy.grid, views, sample=(300, 6, 7))
    assert found == [DONE, ESTIMATED, DONE]
    solver = _native.Solver(easy.grid.geometry())
    assert array("d", rows[1]).tobytes() == solver.estimate(hard_view().codes, 25, False, 300, 6, 7, *LIMITS)[1]


def test_no_view_at_all_is_no_mistake() -> None:
    assert batch(Grid("3x4"), []) == ([], [])


def test_buffers_of_other_sizes_are_refused_and_left_alone() -> None:
    geometry = Grid("3x4").geometry()
    right = (array("h", [-1] * 24), array("Q", [2, 3]), array("d", [-1.0] * 24), bytearray(b"??"))
    wrong = (array("h", [-1] * 23), array("Q", [2]), array("d", [-1.0] * 25), bytearray(b"???"))
    for place, message in enumerate(["codes", "mines", "probabilities", "codes"]):
        codes, mines, chances, status = [(wrong if at == place else right)[at] for at in range(4)]
        with pytest.raises(ValueError, match=f"size .*of {message}"):
            _native.analyse_batch(geometry, codes, mines, False, LIMITS, chances, status)
    with pytest.raises(ValueError, match="limits"):
        _native.analyse_batch(geometry, *right[:2], False, LIMITS[:2], *right[2:])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="size of sample"):
        _native.analyse_batch(geometry, *right[:2], False, LIMITS, *right[2:], (0, 6, 7))
    assert set(right[2]) == {-1.0}
    assert right[3] == b"??"
    _native.analyse_batch(geometry, *right[:2], False, LIMITS, *right[2:])
    assert list(right[2]) == pytest.approx([2 / 12] * 12 + [3 / 12] * 12)


def test_views_that_the_time_does_not_reach_are_late() -> None:
    grid = hard_view().grid
    count = 4000
    codes = array("h", list(hard_view().codes) * count)
    chances = array("d", bytes(8 * len(codes)))
    status = bytearray(count)
    limits = (*LIMITS[:2], 0.05)
    _native.analyse_batch(grid.geometry(), codes, array("Q", [25] * count), False, limits, chances, status)
    done = status.count(DONE)
    assert status == bytes([DONE]) * done + bytes([LATE]) * (count - done)
    assert done < count
    assert all(map(math.isnan, chances[done * grid.cells :]))


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_a_signal_ends_a_batch_of_views() -> None:
    def handle(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    count = 100_000
    codes = array("h", list(hard_view().codes) * count)
    chances = array("d", bytes(8 * len(codes)))
    status = bytearray(count)
    geometry = hard_view().grid.geometry()
    before = signal.signal(signal.SIGALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            _native.analyse_batch(geometry, codes, array("Q", [25] * count), False, LIMITS, chances, status)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert status[-1] == LATE


def test_codes_of_no_cell_or_two_are_refused() -> None:
    solver = _native.Solver(Grid("3x4").geometry())
    for length in (0, 11, 13):
        with pytest.raises(ValueError, match="size of codes"):
            solver.analyse(array("h", [-1] * length), 2, False, *LIMITS)
    assert solver.analyse(array("h", [-1] * 12), 2, False, *LIMITS)[0] == DONE


def test_what_an_analysis_leaves_is_not_asked_for_before_it_is_there() -> None:
    solver = _native.Solver(Grid("3x4").geometry())

    def asked() -> None:
        with pytest.raises(ValueError, match="analysis first"):
            solver.clue_chances(0, *LIMITS)
        with pytest.raises(ValueError, match="analysis first"):
            solver.ways(0, 1000003, 1e18)
        with pytest.raises(ValueError, match="analysis first"):
            solver.tally()

    asked()
    assert solver.analyse(array("h", [-1] * 8 + [3, 0, 0, 0]), 2, False, *LIMITS)[0] == CONTRADICTION
    asked()
    hidden = array("h", [-1] * 8 + [1, 1, 1, -1])
    assert solver.analyse(hidden, 2, False, *LIMITS)[0] == DONE
    assert solver.clue_chances(0, *LIMITS)[0] == DONE
    status, least, ways = solver.ways(0, 1000003, 1e18)
    assert (status, least, sum(ways) > 0) == (DONE, 1, True)
    for prime in (0, 1, 1 << 31, (1 << 64) - 1):
        with pytest.raises(ValueError, match="prime"):
            solver.ways(0, prime, 1e18)
    with pytest.raises(IndexError):
        solver.ways(solver.components, 1000003, 1e18)
    with pytest.raises(IndexError):
        solver.clue_chances(12, *LIMITS)
    assert solver.analyse(hidden, 2, False, 1, 1, 1e18)[0] == OVER_BUDGET
    asked()


def test_ways_are_joined_as_far_as_64_bits_hold_them() -> None:
    chance = random.Random(3)
    joined = primed = 0
    for _ in range(60):
        view = random_view(chance)
        solver = _native.Solver(view.grid.geometry())
        if solver.analyse(view.codes, view.mines, False, *LIMITS)[0] != DONE:
            continue
        parts, others = solver.tally()
        assert others == []
        found = [1]
        low = 0
        for number in range(solver.components):
            _, least, ways = solver.ways(number, (1 << 31) - 1, 1e18)
            found, low = multiply(found, ways), low + least
        if solver.components:
            assert parts == [(low, found)]
            joined += solver.components > 1
    wide = [-1] * 41 + [-1, 4] * 20 + [-1] + [-1] * 41
    for gap in (0, 1):
        # One row of clues and two, each a component of far more than 2**52 ways.
        grid = Grid(f"{3 + 5 * gap}x41")
        codes = wide + ([-1] * 82 + wide if gap else [])
        solver = _native.Solver(grid.geometry())
        assert solver.analyse(array("h", codes), 60 + 100 * gap, False, *LIMITS)[0] == DONE
        parts, others = solver.tally()
        primed += len(others)
        assert parts == []
        assert others == [(number, 123 - 20) for number in range(1 + gap)]
    assert joined
    assert primed == 3


def test_certain_cells_are_told_as_tuples() -> None:
    geometry = Grid("2x3").geometry()
    codes = array("h", [-1, -2, 1, -1, -3, -1])
    chances = array("d", [0.0, 1.0, 0.0, 0.5, 1.0, 0.0])
    assert _native.certain_cells(geometry, codes, chances) == (((0, 0), (1, 2)), ((0, 1),))
    for length in (0, 5, 7):
        with pytest.raises(ValueError, match="size of probabilities"):
            _native.certain_cells(geometry, codes, array("d", [0.5] * length))
        with pytest.raises(ValueError, match="size of codes"):
            _native.certain_cells(geometry, array("h", [-1] * length), chances)


def test_codes_that_begin_anywhere() -> None:
    solver = _native.Solver(Grid("3x4").geometry())
    for kind in "hi":
        codes = array(kind, [-1] * 8 + [1, 1, 1, -1])
        expected = solver.analyse(codes, 2, False, *LIMITS)
        shifted = memoryview(b"?" + codes.tobytes())[1:]
        assert solver.analyse(shifted, 2, False, *LIMITS) == expected
        with pytest.raises(BufferError):
            solver.analyse(memoryview(codes.tobytes() * 2)[::2], 2, False, *LIMITS)


def test_a_count_of_results_that_overflows_is_refused() -> None:
    geometry = Grid("3x4").geometry()
    with pytest.raises(BoardTooLargeError):
        _native.solver_play(geometry, 2, 7, 1, 0, 1 << 61, 0, 1, 0, STANDARD)
    with pytest.raises(BoardTooLargeError):
        _native.play_batch(geometry, 2, 7, 1, 2, 0, 1 << 63, 1)
    for clue_bytes in (0, 1):
        with pytest.raises(BoardTooLargeError):
            _native.sample_batch(geometry, 2, 7, 1, 0, 1 << 63, [], clue_bytes)
    for size in (-1, 3):
        with pytest.raises(ValueError, match="bytes of a clue"):
            _native.sample_batch(geometry, 2, 7, 1, 0, 1, [], size)
    wide = Grid("x".join("3" * 6)).geometry()
    with pytest.raises(ValueError, match="clues need two bytes"):
        _native.sample_batch(wide, 2, 7, 1, 0, 1, [], 1)


@pytest.mark.slow
def test_a_grid_whose_clues_need_four_bytes() -> None:
    # Ten axes of side 3 give the middle cell 59,048 neighbours, more than int16 can count.
    view = View("x".join("3" * 10), 1, [-1] * 29524 + [1] + [-1] * 29524)
    assert view.codes.itemsize == 4
    analysis = analyse(view)
    assert analysis.probability((0,) * 10) == pytest.approx(1 / 59048)
    assert analysis.count_layouts() == 59048
    assert choose(view, "safest") is not None


FORKS = """
import os, threading, time
from hypersweep import View, analyse, choose, explain

views = [View.parse("3x6 mines=3\\n# # # # # #\\n1 1 1 2 # #\\n. . . 1 # #"), View("5x7", 6, [-1] * 35)]

def work():
    while True:
        for view in views:
            analyse(view)
            choose(view, "safest")
            explain(view)

for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
for _ in range(120):
    child = os.fork()
    if not child:
        for view in views:
            analyse(view)
            choose(view)
            explain(view)
        os._exit(0)
    # A child that waits for a lock hangs; one that only waits for its turn doesn't.
    end = time.monotonic() + 60
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        if time.monotonic() > end:
            os.kill(child, 9)
            raise SystemExit("a child hangs")
        time.sleep(0.002)
"""


@pytest.mark.slow
@pytest.mark.needs("posix")
def test_a_process_may_fork_in_the_middle_of_an_analysis() -> None:
    # Later versions of Python warn of forks of processes with threads.
    subprocess.run([sys.executable, "-W", "ignore::DeprecationWarning", "-c", FORKS], check=True)


def test_solvers_are_kept_for_a_few_grids_and_given_to_one_borrower_each() -> None:
    grids = [Grid((3, 40 + place)) for place in range(12)]
    for grid in grids:
        kernels = [borrow(grid) for _ in range(6)]
        assert len(set(map(id, kernels))) == 6
        for kernel in kernels:
            give_back(kernel)
    again = [borrow(grids[-1]) for _ in range(6)]
    assert len(set(map(id, again)) & set(map(id, kernels))) == 4
    assert len(_idle._kept) <= 8


def test_reasoners_are_kept_beside_the_solvers() -> None:
    grid = Grid("3x53")
    first, second = borrow_reasoner(grid), borrow_reasoner(grid)
    assert first is not second
    give_back(first)
    solver = borrow(grid)
    assert borrow_reasoner(grid) is first
    give_back(solver)
    assert borrow(grid) is solver


def test_a_reasoner_refuses_what_it_cannot_be_asked() -> None:
    native = _native.Reasoner(Grid("2x3").geometry())
    every = 1 << 62
    with pytest.raises(ValueError, match="expected a view first"):
        native.go_on(1, None, [], False, every, every, every, 1e18)
    with pytest.raises(ValueError, match="expected a view first"):
        native.refute([], [], None, every, every, 1e18)
    with pytest.raises(ValueError, match="size of codes"):
        native.begin(array("i", [0]), 1, False)
    assert native.begin(array("i", [-1, -1, 1, -1, 1, 1]), 1, False) == DONE
    with pytest.raises(ValueError, match="size of probabilities"):
        native.go_on(1, bytes(8), [], False, every, every, every, 1e18)
    with pytest.raises(IndexError):
        native.go_on(1, None, [6], False, every, every, every, 1e18)
    with pytest.raises(IndexError):
        native.row(0)
    assert native.reason_of(0) == -1
    status, count, first_safe, is_enough, is_stuck = native.go_on(1, None, [], False, every, every, every, 1e18)
    assert (status, count, first_safe, is_enough, is_stuck) == (DONE, 2, 1, False, True)
    assert native.reason_of(1) == 0
    with pytest.raises(IndexError):
        native.row(2)
    with pytest.raises(IndexError):
        native.refute([6], [], None, every, every, 1e18)
    with pytest.raises(IndexError):
        native.blame(6, every, every, 1e18)
    with pytest.raises(IndexError):
        native.prove(6, False, None, every, every, 1e18)


EXITS = """
import sys, threading, time
from hypersweep import Game, Layout, View, analyse, play_random
from hypersweep.trials import play_solver

views = [View("5x7", 6, [-1] * 35), View("9x11", 25, [-1] * 12 + [2, -1] * 37 + [-1] * 13)]
works = {
    "analyse": lambda: [analyse(view) for view in views],
    "solver": lambda: play_solver("8x9", 10, 20, seed=1),
    "random": lambda: play_random("16x30", 99, 500, seed=1),
    "open": lambda: Game("1000x1001", 1, seed=1).open((0, 0)),
    "layout": lambda: Layout.random("1000x1001", 100_000, seed=1),
}

def work():
    while True:
        works[sys.argv[1]]()

for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.03)
"""


@pytest.mark.ci_limit(3)
@pytest.mark.slow
@pytest.mark.parametrize("work", ["analyse", "solver", "random", "open", "layout"])
def test_threads_in_a_kernel_do_not_spoil_the_end_of_a_program(work: str) -> None:
    for _ in range(5):
        run = subprocess.run([sys.executable, "-c", EXITS, work], check=False, capture_output=True, text=True)
        assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


def test_budgets() -> None:
    budget = Budget(1000, seconds=2)
    assert (budget.states, budget.memory, budget.seconds) == (1000, 1 << 30, 2.0)
    assert budget == Budget(states=1000, seconds=2.0) == pickle.loads(pickle.dumps(budget))
    assert budget != Budget(1001)
    assert hash(budget) == hash(Budget(1000, seconds=2.0))
    with pytest.raises(AttributeError):
        budget.states = 5  # type: ignore[misc]
    for wrong in ({"states": 0}, {"memory": -1}, {"seconds": 0}, {"seconds": float("nan")}):
        with pytest.raises(ParameterError):
            Budget(**wrong)
    with pytest.raises(ParameterTypeError):
        Budget(seconds="3")  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [True, "3", [1], 1j])
def test_seconds_of_another_kind_are_refused(seconds: object) -> None:
    with pytest.raises(ParameterTypeError, match="expected a number of seconds or None, got"):
        Budget(seconds=seconds)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1.5, float("inf"), float("nan"), 1e18])
def test_seconds_that_are_no_limit_are_refused(seconds: float) -> None:
    with pytest.raises(ParameterError, match="expected seconds above 0, got"):
        Budget(seconds=seconds)


def test_the_kernel_is_given_a_number_whatever_the_limits() -> None:
    assert Budget(7, 9, seconds=2).limits() == (7, 9, 2.0)
    states, memory, seconds = Budget().limits()
    assert (states, memory) == (1 << 22, 1 << 30)
    assert seconds > 3600 * 24 * 365 * 100


@pytest.mark.parametrize(
    ("late", "width", "advice"),
    [
        (False, None, "after 12 states; a larger Budget(states=..., memory=...) may help"),
        (True, None, "within 3.0 seconds; a larger Budget(seconds=...) may help"),
        (
            False,
            Width(5, 9, 11.4),
            ("5 interdependent clues take about 2^11 states; Budget(states=1 << 17, memory=1 << 30) may be enough"),
        ),
        (False, Width(5, 9, 24.6), "take about 2^25 states; Budget(states=1 << 27, memory=1 << 35) may be enough"),
        (False, Width(5, 9, 60.0), "take about 2^60 states"),
        (True, Width(5, 9, 11.0), "take about 2^11 states; a larger Budget(seconds=...) may help"),
        (True, Width(5, 9, 60.0), "take about 2^60 states"),
    ],
)
def test_the_error_advises_what_can_help_and_nothing_where_nothing_can(
    late: bool, width: Width | None, advice: str
) -> None:
    budget = Budget(100, 1 << 20, seconds=3)
    error = budget.exceeded("an answer", 12, late=late, width=width)
    assert str(error).startswith("couldn't compute an answer within ")
    assert str(error).endswith(advice)
    assert (error.states, error.log2_states) == (12, None if width is None else width.log2_states)
    told = str(budget.exceeded("an answer", 12, late=late, width=width, may_estimate=True))
    assert told.endswith("analyse(..., estimate=True) gives an estimate")


def test_what_is_no_budget_is_refused() -> None:
    assert check_budget(Budget(5)) == Budget(5)
    with pytest.raises(ParameterTypeError, match=r"^expected a Budget, got 5 \(int\)$"):
        check_budget(5)


def test_what_is_kept_is_taken_once() -> None:
    pool: Pool[str] = Pool(2, 3)
    assert pool.take("a") is None
    pool.keep("a", "one")
    pool.keep("a", "two")
    pool.keep("b", "other")
    assert pool.take("a", lambda each: each == "one") == "one"
    # What isn't there leaves any.
    assert pool.take("a", lambda each: each == "one") == "two"
    assert pool.take("a") is None
    assert pool.take("b") == "other"


def test_it_keeps_a_few_of_the_keys_used_last() -> None:
    pool: Pool[int] = Pool(2, 3)
    for number in range(5):
        pool.keep("a", number)
    pool.keep("b", 7)
    pool.keep("a", 8)
    pool.keep("c", 9)
    assert pool.take("b") is None
    assert pool.take("c") == 9
    taken = [pool.take("a") for _ in range(4)]
    assert taken == [2, 1, 0, None]


def test_no_two_threads_get_the_same() -> None:
    pool: Pool[list[int]] = Pool(1, 4)
    clashes: list[int] = []

    def use() -> None:
        for _ in range(2000):
            mine = pool.take("a") or [0]
            mine[0] += 1
            if mine[0] != 1:
                clashes.append(mine[0])
            mine[0] -= 1
            pool.keep("a", mine)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not clashes
