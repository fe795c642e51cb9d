"""Tables of positions: every probe agrees with the searches, and a file comes back or is rejected with its line."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path

import pytest

from hypersweep import Budget, BudgetExceededError, Game, Layout, Outcome, View, choose, win_probability
from hypersweep.errors import InconsistentViewError, MineCountError, ParameterError, ParseError, ShapeError
from hypersweep.lab import Tablebase
from hypersweep.lab.position_table import COLUMNS, add_positions
from hypersweep.layout import FIRST_OPENS, check_mines
from hypersweep.trials import best_play

HEADER = ",".join(COLUMNS) + "\n"
TABLE = Tablebase.build("3x4", 3)
BOARDS = [("3x4", 3), ("2x3", 2), ("7", 2), ("2x2x3", 2), ("3x4~wrap=1", 3), ("3x3~orthogonal", 2), ("2x2x2x2", 2)]


@pytest.mark.parametrize(
    ("board", "mines"),
    [*BOARDS[:3], *(pytest.param(*each, marks=pytest.mark.slow) for each in BOARDS[3:])],
)
def test_the_table_agrees_with_the_searches(board: str, mines: int) -> None:
    table = Tablebase.build(board, mines)
    ((grid, _),) = table.boards
    start = View(grid, mines, [-1] * grid.cells)
    for promise in FIRST_OPENS:
        try:
            check_mines(grid, mines, promise)
        except MineCountError:
            with pytest.raises(MineCountError):
                table.probe(start, first_open=promise)
            continue
        whole, found = best_play(grid, mines, first_open=promise), table.probe(start, first_open=promise)
        assert found.value == whole.value
        assert {cell: found.by_cell[cell] for cell in whole.by_first} == whole.by_first
        assert found.by_cell[found.best or ()] == found.value
    for seed in range(12):
        draw = random.Random(seed)
        game = Game(grid, mines, seed=seed, rules="classic,first=any")
        game.open(draw.randrange(grid.cells))
        while game.outcome is Outcome.ONGOING:
            found = table.probe(game.view)
            assert found.value == win_probability(game.view) == max(found.by_cell.values())
            choice = choose(game.view)
            if choice is not None and choice.win_probability is not None:
                assert found.by_cell[choice.cell] == choice.win_probability
            assert found.best is not None
            covered = [cell for cell, code in game.view.items() if code == -1]
            assert [*found.by_cell] == covered
            # Careless moves lead to positions that careful play doesn't reach before it opens all safe cells.
            game.open(draw.choice(covered) if seed % 2 else found.best)
        ended = table.probe(game.view)
        assert ended.value == int(game.outcome is Outcome.WON)
        assert (ended.best, len(ended.by_cell)) == (None, 0)


def test_a_flag_is_no_mine_and_a_symmetric_position_has_the_same_row() -> None:
    view = View.parse("3x4 mines=3\n# # 1 .\n# # 2 1\n# # # #")
    found = TABLE.probe(view)
    assert found.value == win_probability(view)
    assert TABLE.probe(View.parse("3x4 mines=3\nF # 1 .\n# # 2 1\n# # # #")) == found
    mirrored = TABLE.probe(View.parse("3x4 mines=3\n# # # #\n1 2 # #\n. 1 # #"))
    assert mirrored.value == found.value
    assert {(2 - x, 3 - y): chance for (x, y), chance in found.by_cell.items()} == mirrored.by_cell


def test_safe_cells_are_best() -> None:
    view = View.parse("2x6 mines=1\n. 1 1 1 # #\n. 1 # # # #")
    assert Tablebase.build("2x6", 1).probe(View.parse("2x6 mines=1\n1 # # # # #\n# # # # # #")).best == (0, 2)
    with pytest.raises(ParameterError, match=r"board in the table \(3x4 with 3 mines\), got 2x6 with 1 mine"):
        TABLE.probe(view)
    with pytest.raises(InconsistentViewError):
        TABLE.probe(View.parse("3x4 mines=3\n# . # #\n# # # #\n# # # 8"))


def test_a_view_with_shown_mines_is_over_or_refused() -> None:
    table = Tablebase.build("2x3", 1)
    for lost in ("X 1 #", "! # #"):
        found = table.probe(View.parse(f"2x3 mines=1\n{lost}\n# # #"))
        assert found.value == 0
        assert found.best is None
        assert not found.by_cell
    assert table.probe(View.parse("2x3 mines=1\n* 1 .\n1 1 .")).value == 1
    with pytest.raises(ParameterError, match="shows no mine"):
        table.probe(View.parse("2x3 mines=1\n* 1 #\n# # #"))


def test_boards_and_budgets_have_limits() -> None:
    with pytest.raises(ShapeError, match="at most 64 cells"):
        Tablebase.build("5x13", 2)
    with pytest.raises(MineCountError):
        Tablebase.build("3x4", 13)
    for budget in (Budget(states=10), Budget(memory=1000), Budget(seconds=1e-6)):
        with pytest.raises(BudgetExceededError, match="the positions of 3x4 with 4 mines"):
            Tablebase.build("3x4", 4, budget=budget)
    with pytest.raises(BudgetExceededError):
        Tablebase.build("8x8", 32)
    told: list[int] = []
    Tablebase.build("3x4", 3, progress=told.append)
    assert told[0] == 0

    def stop(count: int) -> None:
        raise KeyError(count)

    with pytest.raises(KeyError):
        Tablebase.build("3x4", 3, progress=stop)


@pytest.mark.parametrize("mines", [0, 1, 6])
def test_extreme_numbers_of_mines_have_a_row(mines: int) -> None:
    table = Tablebase.build("2x3", mines)
    view = View("2x3", mines, [-1] * 6)
    found = table.probe(view, first_open="any")
    assert found.value == (1, win_probability(view), 1)[(0, 1, 6).index(mines)]
    assert Tablebase.parse(table.format()).probe(view, first_open="any") == found


def test_a_file_comes_back_and_boards_are_added(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    both = TABLE | Tablebase.build("2x3", 2)
    add_positions(path, TABLE)
    add_positions(path, both)
    add_positions(path, TABLE)
    assert [*tmp_path.iterdir()] == [path]
    read = Tablebase.open(path)
    assert read.boards == both.boards
    assert read.format() == both.format() == path.read_text(encoding="ascii")
    assert repr(read) == f"<Tablebase of 3x4 with 3 mines, 2x3 with 2 mines: {len(both)} positions>"
    view = View("3x4", 3, [-1] * 12)
    assert read.probe(view) == TABLE.probe(view)
    found = TABLE.probe(view)
    assert copy.deepcopy(found) == pickle.loads(pickle.dumps(found)) == found


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("3x4-3-L,220", "expected 3 columns, got 2"),
        ("3x4-3-L,220,221", "at most 220 wins"),
        ("3x4-3-K,220,1", "expected 12 cells of 3x4, got 11"),
        ("3x4-3-K_,220,1", "only covered cells and clues"),
        ("3x4-3-L,220,-1", "a number in digits"),
        ("9x9-3-CC,220,1", "at most 64"),
        ("3x4-3-L,220,1\n3x4-3-L,220,1", "one row for 3x4-3-L, got two"),
        ('"', "unexpected end"),
    ],
)
def test_what_is_no_table_is_refused(line: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ParseError, match=f"{message}.*of the table"):
        Tablebase.parse(HEADER + line + "\n")
    (tmp_path / "table.csv").write_bytes(b"\xff")
    with pytest.raises(ParseError, match="UTF-8"):
        Tablebase.open(tmp_path / "table.csv")


def test_a_table_that_lacks_a_row_says_so() -> None:
    head, start, *rows = TABLE.format().splitlines(keepends=True)
    damaged = Tablebase.parse(head + start)
    assert rows
    with pytest.raises(ParseError, match="the table lacks the position 3x4-3-"):
        damaged.probe(View("3x4", 3, [-1] * 12))
    won = Game(layout=Layout("3x4", [(0, 0), (0, 1), (0, 2)]))
    for cell in ((2, 0), (0, 3)):
        won.open(cell)
    assert damaged.probe(won.view).value == 1
