"""Boards that need no guess: which are found, how evenly, and errors."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Game, Grid, Layout
from hypersweep.errors import CellError, GenerationError, MineCountError, ParameterError, ParameterTypeError
from hypersweep.generate import GRADES, METHODS, Progress, no_guess, search, solvable_from
from hypersweep.generate.search import check_twins, twins
from hypersweep.typing import FirstOpen, Grade, Method

# The boards of seed 7 on 9x9 with 10 mines and with 30, 3x4x5 with 8, 40 with 6; of "uniform" on the first and third.
SEEDED: dict[Method, list[str]] = {
    "uniform": ["9x9.gAxABAhADCAMRAg", "3x4x5.bAAAQAgwAxg"],
    "repair": ["9x9.gAxABAhADCAMRAg", "9x9.bPwvDAgBEiKMHLw", "3x4x5.bGASAIQgB", "40.bAAAAAPw"],
    "adaptive": ["9x9.gAxABAhADCAMRAg", "9x9.bgwV4IhCwaOArHw", "3x4x5.bAAAQAgwAxg", "40.bBwAAAOA"],
}


@given(
    board=st.sampled_from(["6x7", "3x4x5", "3x4x3x4", "5x6~wrap=0", "6x7~orthogonal", "30"]),
    seed=st.integers(0, 2**64 - 1),
    method=st.sampled_from(METHODS),
    grade=st.sampled_from((None, *GRADES)),
    uses_mine_count=st.booleans(),
    data=st.data(),
)
def test_boards_are_as_requested(
    board: str, seed: int, method: Method, grade: Grade | None, uses_mine_count: bool, data: st.DataObject
) -> None:
    grid = Grid(board)
    first = grid.cell(data.draw(st.integers(0, grid.cells - 1)))
    mines = grid.cells // 10
    tries = 2000 if method == "uniform" else 20
    make = partial(no_guess, grid, mines, first, seed=seed, method=method, grade=grade, tries=tries)
    try:
        layout = make(uses_mine_count=uses_mine_count)
    except GenerationError as error:
        # In a corner of a small board there may be none.
        assert error.tried == tries
        return
    assert layout.grid == grid
    assert layout.mines == mines
    assert layout.clue(first) == 0
    found = solvable_from(layout, first, uses_mine_count=uses_mine_count)
    assert found.grade is not None
    if grade is not None:
        assert GRADES.index(found.grade) <= GRADES.index(grade)
    assert make(uses_mine_count=uses_mine_count) == layout


@pytest.mark.parametrize("first_open", ["opening", "safe"])
def test_uniform_takes_the_first_random_layout_that_will_do(first_open: FirstOpen) -> None:
    grid, first = Grid("6x7"), (2, 3)
    for seed in range(30):
        for index in range(1000):
            layout = Layout.random(grid, 8, seed=seed, index=index, first=first, first_open=first_open)
            if solvable_from(layout, first):
                break
        assert no_guess(grid, 8, first, seed=seed, first_open=first_open) == layout


@pytest.mark.parametrize("grade", GRADES)
@pytest.mark.parametrize("method", METHODS)
def test_exactly_a_grade(grade: Grade, method: Method) -> None:
    for seed in range(4):
        layout = no_guess("7x8", 11, (3, 4), seed=seed, grade=grade, exactly=True, method=method)
        assert solvable_from(layout, (3, 4)).grade == grade


def test_uniform_is_uniform() -> None:
    # Every layout of the small board, by hand; the seeds are fixed, so that the sum of squares is too.
    grid, first = Grid("3x5"), (1, 0)
    free = [cell for cell in grid if max(abs(cell[0] - 1), cell[1]) > 1]
    boards = [Layout(grid, some) for some in combinations(free, 4)]
    wanted = [layout for layout in boards if solvable_from(layout, first)]
    assert 10 < len(wanted) < len(boards)
    draws = 60 * len(wanted)
    found = Counter(no_guess(grid, 4, first, seed=seed) for seed in range(draws))
    assert set(found) <= set(wanted)
    chi_square = sum((found[layout] - 60) ** 2 / 60 for layout in wanted)
    # Of k degrees of freedom the mean is k, the variance 2 k: five standard deviations.
    freedom = len(wanted) - 1
    assert abs(chi_square - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.slow
def test_the_share_of_boards_that_need_no_guess_is_the_one_known() -> None:
    # Source: 90.0 % (0.6) of random 9x9 with 10 mines and an opening at the first click; 70.6 % (1.2) of 16x16 with 40.
    for board, mines, share, error in (("9x9", 10, 0.900, 0.006), ("16x16", 40, 0.706, 0.012)):
        grid = Grid(board)
        first = tuple(side // 2 for side in grid.shape)
        count = 2000
        layouts = (
            Layout.random(grid, mines, seed=3, index=index, first=first, first_open="opening") for index in range(count)
        )
        solved = sum(bool(solvable_from(layout, first)) for layout in layouts)
        own = (share * (1 - share) / count) ** 0.5
        assert abs(solved / count - share) < 4 * (error**2 + own**2) ** 0.5


def test_dense_boards_are_repaired() -> None:
    for board, mines in (("16x30", 130), ("9x9", 30), ("5x5x5", 30)):
        grid = Grid(board)
        first = tuple(side // 2 for side in grid.shape)
        layout = no_guess(grid, mines, first, seed=1, method="repair")
        assert layout.mines == mines
        assert layout.clue(first) == 0
        assert solvable_from(layout, first)


def test_boards_at_their_limits() -> None:
    assert no_guess("3x4", 0, (1, 1), seed=1).mines == 0
    # Nothing but the opening.
    layout = no_guess("3x4", 6, (0, 0), seed=1)
    assert layout.mines == 6
    full = no_guess("3x4", 8, (0, 0), seed=1)
    assert full.mines == 8
    assert solvable_from(full, (0, 0)).opened == 4
    assert no_guess("1x5", 4, (0, 2), seed=1, first_open="safe").mines == 4
    assert no_guess("1", 0, (0,), seed=1).mines == 0


def test_requests_that_nothing_fulfils_are_refused_at_once() -> None:
    with pytest.raises(MineCountError, match="expected at most 8 mines on 3x4, as an opening there keeps 4 cells free"):
        no_guess("3x4", 9, (0, 0))
    with pytest.raises(MineCountError):
        no_guess("3x4", 12, (0, 0), first_open="safe")
    with pytest.raises(CellError):
        no_guess("3x4", 2, (0, 4))
    with pytest.raises(ParameterError, match=r"expected a grade \(clue, pair, set, count\)"):
        no_guess("3x4", 2, (0, 0), grade="hard")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match=r"expected a method \(uniform, repair"):
        no_guess("3x4", 2, (0, 0), method="luck")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match=r"expected a first open \(opening, safe\), got 'any'"):
        no_guess("3x4", 2, (0, 0), first_open="any")
    with pytest.raises(ParameterError, match="exactly=True needs a grade"):
        no_guess("3x4", 2, (0, 0), exactly=True)
    with pytest.raises(ParameterError, match="can't have uses_mine_count=False"):
        no_guess("3x4", 2, (0, 0), grade="count", exactly=True, uses_mine_count=False)
    with pytest.raises(ParameterError, match="where single clues are always enough"):
        no_guess("3x4", 0, (0, 0), grade="pair", exactly=True)
    with pytest.raises(ParameterTypeError, match="expected a function for progress"):
        no_guess("3x4", 2, (0, 0), progress=3)  # type: ignore[arg-type]
    with pytest.raises(ParameterError):
        no_guess("3x4", 2, (0, 0), tries=0)
    with pytest.raises(ParameterError):
        no_guess("3x4", 2, (0, 0), seed=-1)


def test_a_search_in_vain_says_how_far_it_came_and_what_to_lower() -> None:
    with pytest.raises(GenerationError) as caught:
        no_guess("16x30", 160, (8, 15), seed=1, tries=50)
    error = caught.value
    assert error.tried == 50
    assert 0 < error.most_opened < 480 - 160
    assert str(error) == (
        "found no 16x30 board with 160 mines that needs no guess in 50 tries; the best was "
        f"{100 * error.most_opened // 320} % open; fewer mines, method='repair' or more tries may help"
    )
    with pytest.raises(
        GenerationError, match=r"of grade 'clue' at most .* fewer mines, method='repair', a harder grade or more"
    ):
        no_guess("16x30", 120, (8, 15), seed=1, tries=2, grade="clue")
    with pytest.raises(GenerationError, match=r"of grade 'set' exactly .* exactly=False"):
        no_guess("9x9", 5, (4, 4), seed=1, tries=3, grade="set", exactly=True)


@pytest.mark.parametrize("method", ["uniform", "repair", "adaptive"])
def test_a_search_ends_when_it_has_come_upon_every_layout(method: Method) -> None:
    with pytest.raises(GenerationError) as caught:
        no_guess("2x3", 1, (0, 1), seed=7, first_open="safe", method=method)
    error = caught.value
    # The layout before a repair counts as well: one try finds all five.
    assert error.tried == 1 if method == "repair" else 5 <= error.tried < 200
    tries = "1 try" if error.tried == 1 else f"{error.tried} tries"
    assert str(error) == (
        f"found no 2x3 board with 1 mine that needs no guess in {tries}, which covered "
        "all possible layouts; the best was 20 % open; another number of mines or another first cell may help"
    )
    assert error.is_exhausted
    with pytest.raises(GenerationError, match=r"all possible layouts; .* mines, a harder grade or another first cell"):
        no_guess("3x3", 2, (1, 1), seed=7, first_open="safe", method=method, grade="clue")


@pytest.mark.parametrize("method", ["uniform", "adaptive"])
def test_a_search_that_came_upon_some_of_the_layouts_may_go_on(method: Method) -> None:
    with pytest.raises(GenerationError, match=r"no guess in 3 tries; .* or more tries may help") as caught:
        no_guess("2x3", 1, (0, 1), seed=7, first_open="safe", method=method, tries=3)
    assert not caught.value.is_exhausted


def test_what_may_help_where_every_layout_was_tried() -> None:
    # By the number of mines there would be a board.
    with pytest.raises(GenerationError, match=r"mines, uses_mine_count=True or another first cell may help"):
        no_guess("2x5", 1, (1, 0), seed=7, first_open="safe", grade="set", uses_mine_count=False)
    with pytest.raises(GenerationError, match=r"exactly=False, first_open='safe' or another first cell may help"):
        no_guess("7", 3, (3,), seed=7, grade="set", exactly=True)


@pytest.mark.slow
def test_layouts_are_told_apart_where_there_are_few() -> None:
    # 129 cells in a line have 8,128 layouts of two mines next to the first cell, 130 have 8,256.
    for board, is_exhausted in (("129", True), ("130", False)):
        with pytest.raises(GenerationError) as caught:
            no_guess(board, 2, (64,), seed=7, first_open="safe", grade="set", exactly=True)
        assert caught.value.is_exhausted is is_exhausted
        assert (caught.value.tried == 100_000) is not is_exhausted


def stopper(begun: threading.Event, ended: threading.Event) -> Callable[[Progress], None]:
    """Return a progress callback that reports the start of the search, and ends it on request."""

    def look(progress: Progress) -> None:
        begun.set()
        if ended.is_set():
            raise InterruptedError

    return look


def test_a_board_that_is_nearly_open_is_not_told_to_be_open() -> None:
    with pytest.raises(GenerationError, match=r"no guess in 1 try; the best was 99 % open;") as caught:
        no_guess("16x30", 60, (8, 15), seed=2, tries=1)
    assert caught.value.most_opened == 419


@pytest.mark.slow
def test_progress_is_told_and_may_end_the_search() -> None:
    told: list[Progress] = []
    with pytest.raises(GenerationError):
        no_guess("16x30", 150, (8, 15), seed=1, tries=3000, progress=told.append)
    assert len(told) > 1
    assert told == sorted(told, key=lambda each: (each.tried, each.most_opened))
    assert told[-1].tried == told[-1].tries == 3000
    assert all(0 < each.most_opened < each.safe_cells == 330 for each in told)

    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        no_guess("16x30", 150, (8, 15), seed=1, tries=10**9, progress=stop)


@pytest.mark.nightly
def test_progress_is_told_within_one_layout_too() -> None:
    told: list[Progress] = []
    # A single layout, which takes longer than the time between two reports.
    with pytest.raises(GenerationError):
        no_guess("700x700", 110_000, (350, 350), seed=1, method="repair", tries=1, grade="clue", progress=told.append)
    within = [each for each in told if each.tried == 0]
    assert len(within) > 1
    assert 0 < within[0].most_opened < within[-1].most_opened < within[0].safe_cells == 380_000


def test_the_board_is_the_same_whoever_watches() -> None:
    for method in METHODS:
        make = partial(no_guess, "16x30", 110, (8, 15), seed=6, method=method)
        assert make(progress=lambda _: None) == make()


def test_another_thread_may_end_a_search() -> None:
    wanted = no_guess("16x30", 99, (8, 15), seed=1)
    begun, ended = threading.Event(), threading.Event()

    def end() -> None:
        begun.wait()
        ended.set()

    thread = threading.Thread(target=end)
    thread.start()
    with pytest.raises(InterruptedError):
        no_guess("16x30", 150, (8, 15), seed=1, tries=10**9, progress=stopper(begun, ended))
    thread.join()
    # A cancelled search leaves nothing behind.
    assert no_guess("16x30", 99, (8, 15), seed=1) == wanted


@pytest.mark.parametrize(
    ("board", "mines"), [("16x30", 99), ("40", 6), ("20x30", 130), ("7x7x7", 33), ("4x4x4x4", 20), ("6x6x6x6", 50)]
)
def test_adaptive_makes_every_named_board(board: str, mines: int) -> None:
    grid = Grid(board)
    for first in (tuple(side // 2 for side in grid.shape), (0,) * len(grid.shape)):
        for grade in (None, "clue", "pair", "set"):
            for seed in range(3):
                layout = no_guess(grid, mines, first, seed=seed, method="adaptive", grade=grade)
                assert layout.mines == mines
                assert layout.clue(first) == 0
                found = solvable_from(layout, first).grade
                assert found is not None
                assert grade is None or GRADES.index(found) <= GRADES.index(grade)


def test_adaptive_is_uniform_where_that_is_quick_and_repairs_else() -> None:
    for seed in range(10):
        sparse = partial(no_guess, "16x30", 99, (8, 15), seed=seed)
        assert sparse(method="adaptive") == sparse(method="uniform")
    # None of a thousand layouts will do.
    dense = no_guess("16x30", 170, (8, 15), seed=1, method="adaptive")
    assert solvable_from(dense, (8, 15))
    with pytest.raises(GenerationError):
        no_guess("16x30", 170, (8, 15), seed=1, method="adaptive", tries=1000)
    with pytest.raises(GenerationError):
        no_guess("16x30", 170, (8, 15), seed=1, method="uniform", tries=1000)


def test_a_seed_means_the_same_board_for_ever() -> None:
    # Saved games depend on these: a change here breaks a promise.
    for method, wanted in SEEDED.items():
        found = [
            no_guess(board, mines, tuple(side // 2 for side in Grid(board).shape), seed=7, method=method).format()
            for board, mines in (("9x9", 10), ("9x9", 30), ("3x4x5", 8), ("40", 6))
            if method != "uniform" or mines in (10, 8)
        ]
        assert found == wanted, method


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "mines", "grade"),
    [("16x16", 40, "count"), ("9x9", 10, "set"), ("16x30", 99, "set"), ("5x5x5", 10, "set")],
)
def test_exactly_a_grade_on_named_boards(board: str, mines: int, grade: Grade) -> None:
    first = tuple(side // 2 for side in Grid(board).shape)
    for method in METHODS:
        layout = no_guess(board, mines, first, seed=3, grade=grade, exactly=True, method=method)
        assert solvable_from(layout, first).grade == grade


def test_what_is_hopeless_ends_when_the_work_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    def effort(work: int) -> None:
        monkeypatch.setitem(search.EFFORT, "adaptive", (100_000, 1000, 1 << 15, 2000, work))

    effort(1 << 17)
    with pytest.raises(GenerationError, match=r"of grade 'clue' at most .*, a harder grade or tries=") as one:
        no_guess("16x30", 170, (8, 15), seed=1, method="adaptive", grade="clue")
    assert one.value.tried < 100
    # Each layout exceeds the limit.
    effort(1 << 16)
    with pytest.raises(
        GenerationError, match=r"no guess in \d tries; .*; fewer mines, a smaller board or tries="
    ) as two:
        no_guess("40x50", 450, (20, 25), seed=1, method="adaptive")
    assert two.value.tried < one.value.tried
    # With `tries` given, all of them are made.
    assert no_guess("40x50", 450, (20, 25), seed=1, method="adaptive", tries=100).mines == 450


def test_without_a_seed_boards_differ() -> None:
    assert len({no_guess("9x9", 10, (4, 4)) for _ in range(5)}) == 5


def test_threads_and_forks_share_the_generators_that_are_kept() -> None:
    wanted = [no_guess("16x30", 99, (8, 15), seed=seed) for seed in range(40)]
    found: dict[int, Layout] = {}

    def some(part: int) -> None:
        for seed in range(part, 40, 4):
            found[seed] = no_guess("16x30", 99, (8, 15), seed=seed)

    threads = [threading.Thread(target=some, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(40)] == wanted


@pytest.mark.needs("posix")
def test_a_child_makes_boards_while_its_parent_does() -> None:
    wanted = no_guess("16x30", 99, (8, 15), seed=1)
    begun, ended = threading.Event(), threading.Event()

    def make() -> None:
        with pytest.raises(InterruptedError):
            no_guess("16x30", 150, (8, 15), seed=1, tries=10**9, progress=stopper(begun, ended))

    thread = threading.Thread(target=make)
    thread.start()
    begun.wait()
    child = os.fork()
    if child == 0:
        os._exit(0 if no_guess("16x30", 99, (8, 15), seed=1) == wanted else 1)
    _, status = os.waitpid(child, 0)
    ended.set()
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 0


PROMISES: tuple[FirstOpen, ...] = ("safe", "opening")
GRIDS = [
    "2x2",
    "2x4",
    "3x3~wrap=0",
    "2x5",
    "2x2x2",
    "3x2~wrap=0",
    "2x3x2",
    "4x2~orthogonal",
    "1x2",
    "3x3",
    "2x3~wrap=0,1",
]


@pytest.mark.parametrize("text", GRIDS)
def test_twins_touch_the_same_cells(text: str) -> None:
    grid = Grid(text)
    touched = [frozenset({cell, *grid.neighbours(cell)}) for cell in grid]
    assert {touched.count(each) for each in touched} == {twins(grid)}


@pytest.mark.parametrize("text", GRIDS)
def test_only_boards_without_a_solution_are_refused(text: str) -> None:
    grid = Grid(text)
    for mines in range(1, grid.cells):
        for promise in PROMISES:
            try:
                check_twins(grid, mines, promise)
            except MineCountError:
                pass
            else:
                continue
            for cells in list(combinations(grid, mines))[:300]:
                layout = Layout(grid, cells)
                for first in grid:
                    if not layout.is_mine(first) and (promise == "safe" or not layout.clue(first)):
                        assert not solvable_from(layout, first)


@pytest.mark.slow
def test_they_are_refused_at_once_wherever_a_board_is_requested() -> None:
    with pytest.raises(MineCountError, match="a multiple of 2 as the number of mines for a board of 10x10x2"):
        no_guess("10x10x2", 21, 0, method="adaptive")
    with pytest.raises(MineCountError, match="a multiple of 4, or 1 less, as"):
        no_guess("10x2x2", 21, 0, first_open="safe")
    with pytest.raises(MineCountError, match="got 21"):
        Game("10x10x2", 21, rules="classic,first=opening,guess=never")
    assert Game("10x10x2", 20, seed=1, rules="classic,first=opening,guess=never").open(0).opened > 0
