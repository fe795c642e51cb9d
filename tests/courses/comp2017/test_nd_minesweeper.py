"""The course's functions in Python: the worked example, random games, and rejected arguments."""

from __future__ import annotations

import random
import re
from typing import Any, SupportsIndex

import pytest

from courses.comp2017.comp2017_games import courses
from hypersweep.courses.comp2017 import Cell, format_cells, init_game, select_cell
from hypersweep.errors import (
    BoardTooLargeError,
    CellError,
    LayoutError,
    MineCountError,
    ParameterError,
    ParameterTypeError,
    ShapeError,
)

SIZES = [6, 4]
MINES = [[1, 3], [2, 2]]


def example() -> list[Cell]:
    game: list[Cell] = []
    init_game(game, 2, SIZES, 2, MINES)
    return game


def state(game: list[Cell]) -> list[tuple[object, ...]]:
    """Return all fields of a cell, with adjacent cells by their content."""
    return [
        (cell.mined, cell.selected, cell.num_adjacent, [id(other) for other in cell.adjacent], cell.coords, cell.hint)
        for cell in game
    ]


def grid_of(game: list[Cell]) -> list[str]:
    """The example as the assignment draws it: the second coordinate upwards; `.` for what isn't selected."""
    shown = {cell.coords: str(cell.hint) if cell.selected else "." for cell in game}
    return ["".join(shown[x, y] for x in range(6)) for y in reversed(range(4))]


def test_worked_example() -> None:
    game = example()
    assert select_cell(game, 2, SIZES, [1, 2]) == 0
    assert grid_of(game) == ["......", ".2....", "......", "......"]
    assert select_cell(game, 2, SIZES, [4, 1]) == 0
    assert grid_of(game) == ["...100", "12.100", "011100", "000000"]
    assert select_cell(game, 2, SIZES, [0, 3]) == 0
    assert select_cell(game, 2, SIZES, [2, 3]) == 2
    assert grid_of(game) == ["1.2100", "12.100", "011100", "000000"]


def test_selecting_a_mine_loses_and_selects_it_alone() -> None:
    game = example()
    assert select_cell(game, 2, SIZES, (2, 2)) == 1
    assert [cell.coords for cell in game if cell.selected] == [(2, 2)]


def test_adjacent_holds_the_very_cells_of_the_game() -> None:
    game = example()
    places = {id(cell): cell.coords for cell in game}
    assert len(places) == 24
    for cell in game:
        around = [places[id(other)] for other in cell.adjacent]
        assert cell.num_adjacent == len(around) == len(set(around))
        assert all(max(abs(a - b) for a, b in zip(cell.coords, there, strict=True)) == 1 for there in around)
    corner = next(cell for cell in game if cell.coords == (0, 3))
    assert {places[id(other)] for other in corner.adjacent} == {(0, 2), (1, 2), (1, 3)}


@pytest.mark.slow
def test_random_games() -> None:
    for course in courses(2020, 150, (1, 2, 3, 4, 5)):
        sizes = course.board.shape
        game: list[Cell] = []
        init_game(game, len(sizes), sizes, len(course.mines), [list(mine) for mine in course.mines])
        assert sorted(cell.coords for cell in game) == course.board.cells()
        for cell in game:
            assert {other.coords for other in cell.adjacent} == set(course.board.neighbours(cell.coords))
            assert (cell.mined, cell.selected) == (int(cell.coords in course.mines), 0)
        for step in course.steps:
            assert select_cell(game, len(sizes), list(sizes), step.cell) == step.code
            selected = {cell.coords: cell.hint for cell in game if cell.selected == 1}
            assert selected == {cell: course.hint(cell) for cell in step.selected}
            assert all(cell.selected in (0, 1) for cell in game)


def test_a_list_is_filled_anew_whatever_it_held() -> None:
    game: list[Any] = [None, "garbage", Cell(), 7]
    alias = game
    init_game(game, 3, (2, 1, 3), 1, [(1, 0, 2)])
    assert alias is game
    assert [cell.coords for cell in game] == [(0, 0, 0), (0, 0, 1), (0, 0, 2), (1, 0, 0), (1, 0, 1), (1, 0, 2)]
    assert select_cell(game, 3, (2, 1, 3), (0, 0, 0)) == 0
    init_game(game, 3, (2, 1, 3), 0, [])
    assert not any(cell.selected or cell.mined for cell in game)
    assert select_cell(game, 3, (2, 1, 3), (0, 0, 0)) == 2


def test_the_list_is_all_the_state_there_is() -> None:
    game = example()
    for cell in game:
        if not cell.mined and cell.coords != (5, 0):
            cell.selected = 1
    assert select_cell(game, 2, SIZES, [5, 0]) == 2


class CountedList(list[Cell]):
    """A list that counts accesses to its items."""

    looks = 0

    def __getitem__(self, place: SupportsIndex | slice) -> Any:
        found = super().__getitem__(place)
        self.looks += len(found) if isinstance(found, list) else 1
        return found

    def __iter__(self) -> Any:
        self.looks += len(self)
        return super().__iter__()


@pytest.mark.parametrize("order", ["from the back", "from the front", "in any order"])
def test_a_whole_game_goes_through_the_list_a_few_times(order: str) -> None:
    draw = random.Random(order)
    sizes = (30, 40)
    game = CountedList()
    mines = [divmod(place, 40) for place in draw.sample(range(1200), 192)]
    init_game(game, 2, sizes, len(mines), mines)
    safe = [cell for cell in game if not cell.mined]
    if order == "from the back":
        safe.reverse()
    elif order == "in any order":
        draw.shuffle(safe)
    game.looks = 0
    codes = [select_cell(game, 2, sizes, cell.coords) for cell in safe if not cell.selected]
    assert codes == [0] * (len(codes) - 1) + [2]
    assert len(codes) > 300
    assert game.looks < 10 * len(game)


def test_a_win_is_told_whatever_is_done_to_the_list_between_two_calls() -> None:
    draw = random.Random(2017)
    for _ in range(150):
        sizes = (draw.randint(1, 6), draw.randint(1, 7))
        every = [(row, column) for row in range(sizes[0]) for column in range(sizes[1])]
        game: list[Cell] = []
        mines = draw.sample(every, draw.randrange(len(every)))
        init_game(game, 2, sizes, len(mines), mines)
        for step in range(1000):
            missing = [cell for cell in game if not cell.mined and not cell.selected]
            if not missing:
                break
            cell = draw.choice(missing)
            code = select_cell(game, 2, sizes, cell.coords)
            assert code == (0 if any(not each.mined and not each.selected for each in game) else 2)
            kind = draw.randrange(8)
            if kind == 0:
                game = list(game)
            elif kind == 1 and step < 50:
                draw.choice(game).selected = 0
            elif kind == 2 and len(missing) > 1:
                draw.choice(missing).selected = 1


def test_what_is_no_cell_spoils_the_selection_that_comes_upon_it() -> None:
    game = example()
    for cell in game:
        cell.selected = 1 - cell.mined
    game[6].selected = 0
    game[0] = None  # type: ignore[call-overload]
    assert select_cell(game, 2, SIZES, [1, 2]) == 0
    assert game[6].selected == 0


def test_cells_made_by_hand_are_a_game() -> None:
    made = example()
    game = []
    for cell in made:
        copy = Cell()
        copy.mined, copy.coords, copy.hint = cell.mined, cell.coords, cell.hint
        game.append(copy)
    assert [select_cell(game, 2, SIZES, coords) for coords in ([1, 2], [4, 1], [0, 3], [2, 3])] == [0, 0, 0, 2]
    assert [cell.selected for cell in game] == [1 - cell.mined for cell in game]


@pytest.mark.parametrize(
    "arguments",
    [
        (2, SIZES, [6, 0]),
        (2, SIZES, [0, 4]),
        (2, SIZES, [-1, 0]),
        (2, SIZES, [0]),
        (2, SIZES, [0, 0, 0]),
        (2, SIZES, [0.0, 0]),
        (2, SIZES, [True, 0]),
        (2, SIZES, "00"),
        (2, SIZES, None),
        (2, SIZES, [1, 2]),  # selected already
        (3, SIZES, [0, 0]),
        (3, [6, 4, 1], [0, 0]),
        (2, [6, 5], [0, 0]),
        (2, [6, 0], [0, 0]),
        (2, None, [0, 0]),
        (0, [], []),
        ("2", SIZES, [0, 0]),
    ],
)
def test_invalid_selections_give_zero_and_do_nothing(arguments: tuple[Any, Any, Any]) -> None:
    game = example()
    select_cell(game, 2, SIZES, [1, 2])
    before = state(game)
    assert select_cell(game, *arguments) == 0
    assert state(game) == before


@pytest.mark.parametrize("game", [[], None, [None] * 24, [Cell()] * 23, 24])
def test_selecting_in_what_is_no_game_gives_zero(game: Any) -> None:
    assert select_cell(game, 2, SIZES, [0, 0]) == 0


def test_cells_with_garbage_in_their_fields_are_left_alone() -> None:
    game = example()
    for garbage in (2, -1, 300, None, "1"):
        game[3].selected = garbage  # type: ignore[assignment]
        assert select_cell(game, 2, SIZES, [5, 0]) == 0
    assert [cell.coords for cell in game if cell.selected] == [(0, 3)]


@pytest.mark.parametrize(
    ("arguments", "error", "culprit"),
    [
        ((2, [6, 4, 1], 0, []), ShapeError, "expected 2 sizes, the value of dim, got 3: [6, 4, 1]"),
        ((2, [6, 0], 0, []), ShapeError, "side 1 of 1 or more, got 0"),
        ((0, [], 0, []), ParameterError, "expected dim of 1 or more, got 0"),
        ((True, [6], 0, []), ParameterTypeError, "dim, got True"),
        ((2, "64", 0, []), ParameterTypeError, "'64'"),
        ((2, [6, 4.0], 0, []), ParameterTypeError, "side 1, got 4.0"),
        ((2, SIZES, 3, MINES), MineCountError, "expected 3 mined cells, got 2"),
        ((2, SIZES, 1, MINES), MineCountError, "expected 1 mined cells, got 2"),
        ((2, SIZES, -1, []), ParameterError, "num_mines of 0 or more, got -1"),
        ((2, SIZES, 1, None), ParameterTypeError, "None"),
        ((2, SIZES, 1, [[6, 3]]), CellError, "cell [6, 3]"),
        ((2, SIZES, 1, [[1]]), CellError, "[1]"),
        ((2, SIZES, 1, [[1, "3"]]), ParameterTypeError, "'3'"),
        ((2, SIZES, 2, [[1, 3], (1, 3)]), LayoutError, "(1, 3) twice"),
        ((3, [10**6] * 3, 0, []), BoardTooLargeError, "1000000x1000000x1000000"),
    ],
)
def test_bad_games_are_refused(arguments: tuple[Any, ...], error: type[Exception], culprit: str) -> None:
    game: list[Any] = ["untouched"]
    with pytest.raises(error, match=re.escape(culprit)):
        init_game(game, *arguments)
    assert game == ["untouched"]
    with pytest.raises(ParameterTypeError, match="expected a list"):
        init_game((), 2, SIZES, 2, MINES)  # type: ignore[arg-type]


def test_format_cells() -> None:
    game: list[Cell] = []
    init_game(game, 2, [2, 3], 1, [[0, 0]])
    assert format_cells(game).splitlines() == [
        "cell at (0,0) mined 1 selected 0 adjacent to 3 cells: (0,1) (1,0) (1,1)",
        "cell at (0,1) mined 0 selected 0 adjacent to 5 cells: (0,0) (0,2) (1,0) (1,1) (1,2)",
        "cell at (0,2) mined 0 selected 0 adjacent to 3 cells: (0,1) (1,1) (1,2)",
        "cell at (1,0) mined 0 selected 0 adjacent to 3 cells: (0,0) (0,1) (1,1)",
        "cell at (1,1) mined 0 selected 0 adjacent to 5 cells: (0,0) (0,1) (0,2) (1,0) (1,2)",
        "cell at (1,2) mined 0 selected 0 adjacent to 3 cells: (0,1) (0,2) (1,1)",
    ]
    assert select_cell(game, 2, [2, 3], [0, 2]) == 0
    assert [row for row in format_cells(game).splitlines() if " selected 1" in row] == [
        "cell at (0,1) mined 0 selected 1 hint 1 adjacent to 5 cells: (0,0) (0,2) (1,0) (1,1) (1,2)",
        "cell at (0,2) mined 0 selected 1 hint 0 adjacent to 3 cells: (0,1) (1,1) (1,2)",
        "cell at (1,1) mined 0 selected 1 hint 1 adjacent to 5 cells: (0,0) (0,1) (0,2) (1,0) (1,2)",
        "cell at (1,2) mined 0 selected 1 hint 0 adjacent to 3 cells: (0,1) (0,2) (1,1)",
    ]
    assert format_cells([]) == ""


def test_a_cell_alone_is_its_own_board() -> None:
    game: list[Cell] = []
    init_game(game, 4, [1, 1, 1, 1], 0, [])
    assert format_cells(game) == "cell at (0,0,0,0) mined 0 selected 0 adjacent to 0 cells:"
    assert select_cell(game, 4, [1, 1, 1, 1], [0, 0, 0, 0]) == 2


def test_a_cell_has_the_published_fields_and_no_others() -> None:
    assert sorted(Cell.__slots__) == ["adjacent", "coords", "hint", "mined", "num_adjacent", "selected"]
    with pytest.raises(AttributeError):
        Cell().flagged = 1  # type: ignore[attr-defined]
