"""New games and digs: compared with the naive game, with dictionaries written by hand, and with invalid games."""

from __future__ import annotations

import copy
import random
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import plainmines
import strategies
from hypersweep import Grid
from hypersweep.courses import hypermines
from hypersweep.courses.hypermines import dig_2d, dig_nd, new_game_2d, new_game_nd, render_nd
from hypersweep.errors import (
    BoardTooLargeError,
    CellError,
    LayoutError,
    ParameterError,
    ParameterTypeError,
    ShapeError,
)

Cell = tuple[int, ...]
Game = dict[str, Any]
RULES = naive.Rules(flag_protects_click=False, flag_protects_cascade=False, chord=False)
STATES = {"ongoing": "ongoing", "won": "victory", "lost": "defeat"}


def flat(nested: Any, dimensions: int) -> list[Any]:
    """The items of nested lists in order."""
    for _ in range(dimensions - 1):
        nested = [part for whole in nested for part in whole]
    return list(nested)


def written(twin: naive.Game, dimensions: Any) -> Game:
    """The dictionary of a naive game, as if written by hand."""
    board, mines, shape = twin.board, twin.mines, twin.board.shape

    def nest(items: list[Any]) -> list[Any]:
        for side in reversed(shape[1:]):
            items = [items[start : start + side] for start in range(0, len(items), side)]
        return items

    every = board.cells()
    return {
        "dimensions": dimensions,
        "board": nest(["." if cell in mines else board.clue(mines, cell) for cell in every]),
        "visible": nest([cell in twin.opened for cell in every]),
        "state": STATES[twin.outcome],
    }


@st.composite
def boards(draw: st.DrawFn, max_cells: int = 60, max_dimensions: int = 6) -> naive.Game:
    """Return naive games, nothing opened yet."""
    grid = Grid(draw(strategies.shapes(max_cells, max_dimensions)))
    return naive.Game(naive.Board(grid.shape), draw(strategies.mine_sets(grid)), RULES)


@pytest.mark.slow
@given(twin=boards(), data=st.data())
def test_new_games_are_those_of_the_definition(twin: naive.Game, data: st.DataObject) -> None:
    make: Callable[[Cell], Any] = data.draw(st.sampled_from((tuple, list)))
    dimensions = make(twin.board.shape)
    mines = [make(mine) for mine in data.draw(st.permutations(sorted(twin.mines)))]
    game = new_game_nd(dimensions, mines)
    assert game == written(twin, dimensions)
    assert game["dimensions"] is dimensions
    assert list(game) == ["dimensions", "board", "visible", "state"]
    for key, kinds in (("board", {int, str}), ("visible", {bool})):
        assert {type(item) for item in flat(game[key], len(dimensions))} <= kinds


@pytest.mark.slow
@given(twin=boards(), data=st.data())
def test_digs_are_those_of_the_definition(twin: naive.Game, data: st.DataObject) -> None:
    game = new_game_nd(twin.board.shape, sorted(twin.mines))
    places = st.tuples(*(st.integers(0, side - 1) for side in twin.board.shape))
    for cell in data.draw(st.lists(places, min_size=1, max_size=12)):
        assert dig_nd(game, data.draw(st.sampled_from((cell, list(cell))))) == len(twin.open(cell))
        assert game == written(twin, twin.board.shape)


@pytest.mark.slow
@given(twin=boards(), data=st.data())
def test_dictionaries_written_by_hand_are_dug_from_any_state(twin: naive.Game, data: st.DataObject) -> None:
    shape = twin.board.shape
    every = twin.board.cells()
    twin.opened = twin.board.from_bits(data.draw(strategies.bit_strings(Grid(shape))))
    game = written(twin, list(shape))
    game["year"] = {"any": "thing"}
    cell = data.draw(st.sampled_from(every))
    hits = cell in twin.mines and cell not in twin.opened
    exploded = bool(twin.mines & twin.opened)
    # Visible cells decide, also if edited by hand: a mine is a defeat, and no hidden safe cell a victory.
    count = len(twin.open(cell)) if hits or not exploded else 0
    if hits or exploded:
        twin.outcome = "lost"
    elif twin.safe_opened() == len(every) - len(twin.mines):
        twin.outcome = "won"
    assert dig_nd(game, cell) == count
    assert game == {**written(twin, list(shape)), "year": {"any": "thing"}}


@pytest.mark.slow
@pytest.mark.parametrize(
    "shape", [(40, 70), (70, 40), (3, 300), (300, 3), (9, 10, 11), (5, 6, 7, 4), (2, 3, 5, 3, 4, 3)]
)
def test_openings_of_every_size(shape: Cell) -> None:
    draw = random.Random(str(shape))
    every = naive.Board(shape).cells()
    for share in (0.002, 0.01, 0.03, 0.08):
        mines = draw.sample(every, max(1, round(share * len(every))))
        game, plain = new_game_nd(shape, mines), plainmines.new_game_nd(shape, mines)
        assert game == plain
        # Safe cells in some order, so that the game is won, and then a mine.
        cells = [cell for cell in every if cell not in mines]
        for cell in [*draw.sample(cells, 25), *cells, mines[0]]:
            if not plainmines.innermost(plain["visible"], cell)[cell[-1]] or draw.random() < 0.01:
                assert dig_nd(game, cell) == plainmines.dig_nd(plain, cell)
        assert game == plain
        assert game["state"] == "victory"


def test_a_winding_opening_is_followed_to_its_end() -> None:
    # Corridors without mines, three wide, between walls of mines: the digs turn back at every end.
    rows, columns = 4 * 12 + 3, 30
    mines = [
        (row, column)
        for turn, row in enumerate(range(3, rows, 4))
        for column in (range(columns - 3) if turn % 2 == 0 else range(3, columns))
    ]
    game, plain = new_game_2d(rows, columns, mines), plainmines.new_game_nd((rows, columns), mines)
    assert dig_2d(game, 1, 0) == plainmines.dig_nd(plain, (1, 0))
    assert game == plain
    assert game["visible"][rows - 2][0]


@pytest.mark.slow
def test_board_of_the_lab() -> None:
    shape = (15, 15, 12, 10)
    draw = random.Random(979)
    mines = draw.sample(naive.Board(shape).cells(), 250)
    game, plain = new_game_nd(shape, mines), plainmines.new_game_nd(shape, mines)
    assert game == plain
    start = next(
        cell for cell in naive.Board(shape).cells() if plainmines.innermost(game["board"], cell)[cell[-1]] == 0
    )
    assert dig_nd(game, start) == plainmines.dig_nd(plain, start) > 19_000
    assert game == plain


def test_million_cells_open_in_one_dig() -> None:
    row = new_game_nd([1, 1_000_000], [(0, 500_000)])
    assert dig_nd(row, (0, 3)) == 500_000
    assert row["visible"][0][499_999:500_001] == [True, False]
    assert dig_nd(row, (0, 999_999)) == 499_999
    assert row["state"] == "victory"


def test_dimensions_beyond_the_recursion_limit() -> None:
    shape = (1,) * (sys.getrecursionlimit() + 100) + (2, 3)
    outer = (0,) * (len(shape) - 2)
    game = new_game_nd(shape, [(*outer, 0, 2)])
    assert dig_nd(game, (*outer, 1, 0)) == 4
    shown = render_nd(game)
    for _ in outer:
        (shown,) = shown
    assert shown == [[" ", "1", "_"], [" ", "1", "_"]]


def test_a_board_of_mines_begins_as_any_other() -> None:
    game = new_game_2d(2, 3, [(row, column) for row in range(2) for column in range(3)])
    assert game["state"] == "ongoing"
    assert dig_2d(game, 1, 2) == 1
    assert game["state"] == "defeat"
    assert game["visible"] == [[False] * 3, [False, False, True]]
    assert new_game_2d(1, 2, [])["state"] == "ongoing"


@pytest.mark.parametrize("row", [0, 8])
def test_victory_waits_for_safe_cells_far_from_the_dig(row: int) -> None:
    game = new_game_2d(9, 1, [(4, 0)])
    assert dig_2d(game, row, 0) == 4
    assert game["state"] == "ongoing"
    assert dig_2d(game, 8 - row, 0) == 4
    assert game["state"] == "victory"


@pytest.mark.parametrize("state", ["defeat", "victory", "", None])
def test_games_that_are_over_stay_as_they_are(state: object) -> None:
    game = {**new_game_2d(2, 3, [(0, 0)]), "state": state}
    before = copy.deepcopy(game)
    for cell in ((0, 0), (1, 1), (1, 2)):
        assert dig_nd(game, cell) == 0
    assert game == before


def test_visible_cells_give_zero_and_change_nothing() -> None:
    game = new_game_2d(2, 4, [(0, 0)])
    game["visible"][1][3] = True
    before = copy.deepcopy(game)
    assert dig_2d(game, 1, 3) == 0
    assert game == before
    # A cascade skips visible cells, and doesn't count them.
    assert dig_2d(game, 0, 3) == 5


@pytest.mark.parametrize(("cell", "count"), [((0, 0), 0), ((1, 3), 0), ((0, 1), 0), ((2, 4), 1)])
def test_a_visible_mine_is_a_defeat_whatever_is_dug(cell: Cell, count: int) -> None:
    game = new_game_2d(3, 5, [(0, 0), (2, 4)])
    assert dig_2d(game, 1, 1) == 1
    game["visible"][0][0] = True
    shown = copy.deepcopy(game["visible"])
    assert dig_nd(game, cell) == count
    assert game["state"] == "defeat"
    if count:
        shown[2][4] = True
    assert game["visible"] == shown


def test_a_hand_may_take_a_mine_back_and_put_it_elsewhere_between_digs() -> None:
    game = new_game_2d(3, 5, [(0, 0), (2, 4)])
    assert dig_2d(game, 0, 0) == 1
    game["visible"][0][0], game["state"] = False, "ongoing"
    assert dig_2d(game, 0, 1) == 1
    assert game["state"] == "ongoing"
    game["board"][0][1] = "."
    assert dig_2d(game, 1, 0) == 0
    assert game["state"] == "defeat"


def test_a_game_without_hidden_safe_cells_is_won_by_a_dig_that_hits_no_mine() -> None:
    game = new_game_2d(2, 3, [(0, 0)])
    game["visible"] = [[False, True, True], [True, True, True]]
    other = copy.deepcopy(game)
    assert (dig_2d(game, 1, 1), game["state"]) == (0, "victory")
    assert (dig_2d(other, 0, 0), other["state"]) == (1, "defeat")


class Listed(list[Any]):
    pass


class Word(str):
    pass


class Whole(int):
    pass


class Kept(dict[str, Any]):
    pass


def test_other_types_that_behave_alike_make_the_same_game() -> None:
    plain = new_game_nd((3, 5), [(0, 0)])
    odd = Kept(plain, dimensions=[Whole(3), Whole(5)], state=Word("ongoing"))
    odd["board"] = Listed(
        Listed(Word(value) if value == "." else Whole(value) for value in row) for row in plain["board"]
    )
    odd["visible"] = Listed(Listed(Whole(0) for _ in row) for row in plain["visible"])
    assert dig_nd(odd, [Whole(0), Whole(1)]) == dig_nd(plain, (0, 1)) == 1
    assert dig_nd(odd, (2, 4)) == dig_nd(plain, (2, 4)) == 13
    assert (odd["visible"], odd["state"]) == (plain["visible"], "victory")
    assert type(odd["visible"]) is Listed
    assert type(odd) is Kept


@pytest.mark.slow
@given(twin=boards(max_cells=300, max_dimensions=3), data=st.data())
def test_mines_may_be_different_objects(twin: naive.Game, data: st.DataObject) -> None:
    twin.opened = twin.board.from_bits(data.draw(strategies.bit_strings(Grid(twin.board.shape)))) - twin.mines
    game = written(twin, twin.board.shape)
    dots = st.sampled_from((".", Word("."), Word("."), Word("..")))
    level, lists = [game["board"]], []
    for _ in twin.board.shape[1:]:
        level = [part for whole in level for part in whole]
    for row in level:
        lists.append(row)
        row[:] = [data.draw(dots) if value == "." else Whole(value) if value == 1 else value for value in row]
    every = twin.board.cells()
    side = twin.board.shape[-1]
    twin.mines = frozenset(cell for place, cell in enumerate(every) if lists[place // side][place % side] == ".")
    cell = data.draw(st.sampled_from(every))
    revealed = twin.open(cell) if cell not in twin.opened else []
    try:
        count = dig_nd(game, cell)
    except LayoutError:
        # A number that counted a removed mine.
        assert revealed
        return
    assert count == len(revealed)
    shown = flat(game["visible"], len(twin.board.shape))
    assert [bool(seen) for seen in shown] == [cell in twin.opened for cell in every]


def test_rows_that_are_one_list_are_shown_together() -> None:
    game = new_game_nd((2, 3), [(0, 0), (0, 2)])
    game["visible"] = [[False] * 3] * 2
    assert dig_nd(game, (1, 0)) == 1
    assert game["visible"] == [[True, False, False]] * 2


class Last(int):
    owner: Game

    def __del__(self) -> None:
        for row in self.owner["visible"]:
            row.clear()


def test_code_that_runs_as_an_entry_goes_away_finds_the_dig_done() -> None:
    game = new_game_nd((3, 4), [(0, 0)])
    last = Last(0)
    last.owner = game
    game["visible"][2][3] = last
    del last
    assert dig_nd(game, (2, 3)) == 11
    assert game["state"] == "victory"
    assert game["visible"] == [[], [], []]


def test_digs_keep_the_lists_and_change_only_what_they_reveal() -> None:
    game = new_game_nd((3, 4), [(0, 0), (2, 3)])
    game["visible"][2] = [0, 1, 0, 0]
    whole, rows = game["visible"], list(game["visible"])
    # The cell next to it is a zero too, but was visible already, so nothing spreads from there.
    assert dig_nd(game, (2, 0)) == 3
    assert game["visible"] is whole
    assert all(now is then for now, then in zip(game["visible"], rows, strict=True))
    assert rows == [[False, False, False, False], [True, True, False, False], [True, 1, 0, 0]]
    assert type(rows[2][1]) is int


def test_numbers_may_be_wrong_where_nothing_hangs_on_them() -> None:
    game = new_game_2d(2, 5, [(0, 4)])
    game["board"][0][3] = 7
    game["board"][1][4] = "?"
    assert dig_2d(game, 0, 3) == 1
    assert dig_2d(game, 0, 0) == 7
    assert game["state"] == "ongoing"


def bad_dig(change: Callable[[Game], object], cell: Any = (0, 0)) -> Callable[[Game], object]:
    def dig(game: Game) -> object:
        change(game)
        before = copy.deepcopy(game)
        try:
            return dig_nd(game, cell)
        finally:
            assert game == before

    return dig


def put(key: str, *path: int, value: object) -> Callable[[Game], object]:
    """A change of one item of a game's nested lists."""

    def change(game: Game) -> None:
        part = game[key]
        for place in path[:-1]:
            part = part[place]
        part[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "cell", "error", "culprit"),
    [
        (lambda game: None, (2, 0), CellError, "coordinate 0 of cell (2, 0) from 0 to 1, got 2"),
        (lambda game: None, (0, -1), CellError, "coordinate 1 of cell (0, -1) from 0 to 4, got -1"),
        (lambda game: None, (0,), CellError, "expected a cell with 2 coordinates on 2x5, got 1: (0,)"),
        (lambda game: None, (0, 1, 2), CellError, "got 3: (0, 1, 2)"),
        (lambda game: None, (0, 1.0), ParameterTypeError, "got 1.0 (float)"),
        (lambda game: None, (0, True), ParameterTypeError, "got True (bool)"),
        (lambda game: None, None, ParameterTypeError, "got None"),
        (lambda game: game["board"][1].pop(), (0, 0), ShapeError, "5 items at game['board'][1] on a 2x5 board, got 4"),
        (
            lambda game: game["visible"].append([]),
            (0, 0),
            ShapeError,
            "2 items at game['visible'] on a 2x5 board, got 3",
        ),
        (put("visible", 0, value=None), (1, 0), ShapeError, "game['visible'][0] on a 2x5 board, got None"),
        (put("board", 1, value=(0, 0, 0, 0, 0)), (0, 0), ShapeError, "game['board'][1]"),
        (put("visible", 1, 1, value="no"), (0, 0), ParameterError, "True or False at game['visible'][1][1], got 'no'"),
        (put("visible", 0, 1, value=2), (0, 0), ParameterError, "True or False at game['visible'][0][1], got 2"),
        (put("board", 0, 2, value=0), (0, 2), LayoutError, "expected 1 at game['board'][0][2], the number of mines"),
        (put("board", 1, 1, value=3), (0, 0), LayoutError, "expected 0 at game['board'][1][1]"),
        (put("board", 0, 2, value=None), (0, 0), LayoutError, "expected 1 at game['board'][0][2]"),
        (put("board", 1, 2, value=-1), (1, 2), LayoutError, "got -1"),
        (lambda game: game.pop("visible"), (0, 0), ParameterError, "expected the key 'visible' in the game"),
        (lambda game: game.update(dimensions=(2, 0)), (0, 0), ShapeError, "side 1 of 1 or more, got 0"),
        (lambda game: game.update(dimensions=(2, 6)), (0, 0), ShapeError, "6 items at game['board'][0]"),
        (lambda game: game.update(dimensions=()), (), ShapeError, "at least one side"),
        (lambda game: game.update(dimensions="2x5"), (0, 0), ParameterTypeError, "'2x5' (str)"),
        (
            lambda game: game.update(dimensions=(2, 5, 1)),
            (0, 0, 0),
            ShapeError,
            "game['board'][0][0] on a 2x5x1 board, got 0",
        ),
    ],
)
def test_bad_digs_name_the_culprit_and_leave_the_game_alone(
    change: Callable[[Game], object], cell: Any, error: type[Exception], culprit: str
) -> None:
    with pytest.raises(error, match=re.escape(culprit)) as caught:
        bad_dig(change, cell)(new_game_2d(2, 5, [(0, 3)]))
    assert type(caught.value) is error


@pytest.mark.parametrize("call", [lambda game: dig_nd(game, (0, 0)), render_nd, lambda game: dig_2d(game, 0, 0)])
def test_what_is_no_dictionary_is_no_game(call: Callable[[Any], object]) -> None:
    games: list[object] = [None, [], "game", 7]
    for game in games:
        with pytest.raises(ParameterTypeError, match="expected a game as a dictionary, got"):
            call(game)


def test_rendering_ragged_lists_names_the_culprit() -> None:
    game = new_game_nd((3, 2, 4), [(0, 0, 0)])
    game["visible"][2][1].append(False)
    with pytest.raises(ShapeError, match=re.escape("4 items at game['visible'][2][1] on a 3x2x4 board, got 5")):
        render_nd(game)


@pytest.mark.parametrize(
    ("dimensions", "mines", "error", "culprit"),
    [
        ((2, 4), [(0, 0), (2, 0)], CellError, "coordinate 0 of cell (2, 0) from 0 to 1, got 2"),
        ((2, 4), [(0, 0), (0, -1)], CellError, "cell (0, -1)"),
        ((2, 4), [(0, 0, 0)], CellError, "expected a cell with 2 coordinates on 2x4, got 3: (0, 0, 0)"),
        ((2, 4), [(1, 3), [1, 3]], LayoutError, "got (1, 3) twice"),
        ((2, 4), [(1, "3")], ParameterTypeError, "'3'"),
        ((2, 4), [3.0], ParameterTypeError, "got 3.0 (float)"),
        ((2, 4), None, ParameterTypeError, "None"),
        ((2, 4), 2, ParameterTypeError, "2"),
        ((2, 0), [], ShapeError, "side 1 of 1 or more, got 0"),
        ((2, -4), [], ShapeError, "got -4"),
        ((), [], ShapeError, "at least one side"),
        ((2, 4.0), [], ParameterTypeError, "4.0"),
        ((True, 4), [], ParameterTypeError, "True"),
        ("2x4", [], ParameterTypeError, "'2x4'"),
        (8, [], ParameterTypeError, "8"),
        ((10**6, 10**6, 10**6), [], BoardTooLargeError, "1000000x1000000x1000000"),
    ],
)
def test_bad_new_games_name_the_culprit(dimensions: Any, mines: Any, error: type[Exception], culprit: str) -> None:
    with pytest.raises(error, match=re.escape(culprit)) as caught:
        new_game_nd(dimensions, mines)
    assert type(caught.value) is error
    if isinstance(dimensions, tuple) and len(dimensions) == 2:
        with pytest.raises(error, match=re.escape(culprit)):
            new_game_2d(*dimensions, mines)


@pytest.mark.parametrize(
    ("shape", "mines", "size"),
    # Lists of 8 bytes for each cell and 64 of their own, twice, and 5 more for what they are made from.
    [((10**9,), 0, 21), ((10**8, 10), 0, 2 * (14.4 + 0.8) + 5), ((10**8, 1), 0, 2 * (80 + 8) + 5)],
)
def test_games_are_refused_by_what_their_lists_take(
    shape: Cell, mines: int, size: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def refuse(needed: int, what: str, *, at_once: bool) -> None:
        assert at_once
        asked.append(needed)
        raise BoardTooLargeError(what)

    monkeypatch.setattr(hypermines, "check_memory", refuse)
    with pytest.raises(BoardTooLargeError, match="a game on"):
        new_game_nd(shape, [])
    assert asked == [pytest.approx(size * Grid(shape).cells, rel=0.02)]


@pytest.mark.slow
def test_digs_on_large_boards_ask_for_memory_before_they_take_it(monkeypatch: pytest.MonkeyPatch) -> None:
    side = 4100
    row = [0] * side
    game: Game = {
        "dimensions": (side, side),
        "board": [row] * side,
        "visible": [[False] * side] * side,
        "state": "ongoing",
    }

    def refuse(needed: int, what: str, *, at_once: bool) -> None:
        assert at_once
        assert needed >= side * side * 5 // 8
        raise BoardTooLargeError(what)

    with monkeypatch.context() as patch:
        patch.setattr(hypermines, "check_memory", refuse)
        with pytest.raises(BoardTooLargeError, match="a dig on 4100x4100"):
            dig_nd(game, (0, 0))
    assert game["state"] == "ongoing"
    assert dig_nd(game, (0, 0)) == side * side
    assert game["state"] == "victory"


@pytest.mark.slow
@pytest.mark.needs("linux")
@pytest.mark.parametrize("shape", [(1_000, 15_000), (15_000_000, 1), (20_000_000,)])
def test_digs_without_memory_raise_and_change_nothing(shape: Cell) -> None:
    program = f"""
import resource
from hypersweep.courses.hypermines import dig_nd, new_game_nd
from hypersweep.errors import BoardTooLargeError
shape = {shape}
row = [0] * shape[-1]
game = {{"dimensions": shape, "board": row, "visible": [False] * shape[-1], "state": "ongoing"}}
if len(shape) == 2:
    game["board"], game["visible"] = [row] * shape[0], [game["visible"]] * shape[0]
used = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmSize")) * 1024
resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 20), resource.RLIM_INFINITY))
try:
    dig_nd(game, (0,) * len(shape))
except BoardTooLargeError:
    assert game["state"] == "ongoing"
    print("refused")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("refused\n", "", 0)


def test_every_public_function_has_an_example() -> None:
    for name in {*hypermines.__all__} - {"TERMS"}:
        assert ">>>" in getattr(hypermines, name).__doc__
