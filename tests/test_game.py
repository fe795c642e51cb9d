"""Games: every move under every rule against the naive game, undo, restored states, and what is refused."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from agreement import assert_same, assert_same_counts, assert_untouched, naive_twin, play_both
from hypersweep import (
    BusyError,
    CellError,
    Change,
    Game,
    Grid,
    HypersweepError,
    Layout,
    LayoutError,
    MineCountError,
    Move,
    Outcome,
    ParameterError,
    ParameterTypeError,
    ParseError,
    Rules,
    RulesError,
    View,
)
from hypersweep.rules import CLASSIC, COMP2017, ESP, HYPERMINES
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

Cell = tuple[int, ...]
KINDS = ("open", "open", "flag", "flag", "chord", "chord", "undo")


def scripts(grid: Grid, size: int) -> st.SearchStrategy[list[tuple[str, Cell]]]:
    """Gives lists of moves and undos."""
    return st.lists(st.tuples(st.sampled_from(KINDS), strategies.cells_of(grid)), max_size=size)


@st.composite
def played(draw: st.DrawFn, wide: bool = False) -> tuple[Game, naive.Game, list[tuple[str, Cell]]]:
    """Gives a game with its layout decided, its naive twin, and a script."""
    grid = draw(strategies.wide_grids() if wide else strategies.grids())
    layout = Layout(grid, sorted(draw(strategies.mine_sets(grid))))
    game = Game(grid, layout=layout, rules=draw(strategies.rules()))
    return game, naive_twin(game, layout), draw(scripts(grid, 16))


def play_clever(game: Game, twin: naive.Game, wish: int) -> None:
    """Plays a move that is likely to do something: opens a safe cell, flags a mine, chords, or makes a mistake."""
    board, kind = twin.board, wish % 8
    place = wish // 8
    covered = [cell for cell in board.cells() if cell not in twin.opened]
    safe = [cell for cell in covered if cell not in twin.mines and cell not in twin.flagged]
    mined = [cell for cell in covered if cell in twin.mines]
    ready = [
        cell
        for cell in sorted(twin.opened)
        if sum(near in twin.flagged for near in board.neighbours(cell) if near not in twin.opened)
        == board.clue(twin.mines, cell)
        > 0
    ]
    chosen, move = [
        (safe, "open"),
        (safe, "open"),
        (mined, "flag"),
        (mined, "flag"),
        (ready, "chord"),
        (ready, "chord"),
        (covered, "flag"),
        (board.cells(), "undo"),
    ][kind]
    if chosen:
        play_both(game, twin, move, chosen[place % len(chosen)])


@given(played())
def test_every_move_does_what_the_naive_game_does(given_game: tuple[Game, naive.Game, list[tuple[str, Cell]]]) -> None:
    game, twin, script = given_game
    assert_same(game, twin)
    for kind, cell in script:
        play_both(game, twin, kind, cell)
        assert_same(game, twin)


@given(played(wide=True))
def test_long_rows_do_what_the_naive_game_does(given_game: tuple[Game, naive.Game, list[tuple[str, Cell]]]) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
        assert_same_counts(game, twin)
    assert_same(game, twin)


@given(st.booleans(), st.data())
def test_games_played_well_do_what_the_naive_game_does(wide: bool, data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() if wide else strategies.grids())
    layout = Layout(grid, sorted(data.draw(strategies.mine_sets(grid))))
    game = Game(grid, layout=layout, rules=data.draw(strategies.rules()))
    twin = naive_twin(game, layout)
    for wish in data.draw(st.lists(st.integers(0, 2**16 - 1), min_size=4, max_size=40)):
        play_clever(game, twin, wish)
        assert_same_counts(game, twin)
    assert_same(game, twin)
    while play_both(game, twin, "undo", next(iter(grid))):
        assert_same_counts(game, twin)
    assert_untouched(game)


@given(st.booleans(), st.data())
def test_restored_states_go_on_as_the_naive_game_does(wide: bool, data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() if wide else strategies.grids(max_cells=30))
    layout = Layout(grid, sorted(data.draw(strategies.mine_sets(grid))))
    open_bits, flag_bits = data.draw(strategies.bit_strings(grid)), data.draw(strategies.bit_strings(grid))
    rules = data.draw(strategies.rules())
    game = Game.restore(layout, open_bits=open_bits, flag_bits=flag_bits, rules=rules)
    twin = naive_twin(game, layout)
    twin.opened, twin.flagged = twin.board.from_bits(open_bits), twin.board.from_bits(flag_bits)
    if not rules.flags_on_open:
        twin.flagged -= twin.opened
    assert game.outcome is Outcome.ONGOING
    assert_same(game, twin)
    for kind, cell in data.draw(scripts(grid, 12)):
        play_both(game, twin, kind, cell)
        assert_same_counts(game, twin)
    assert_same(game, twin)


@given(st.data())
def test_the_first_open_decides_the_layout(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids(max_cells=40))
    rules = data.draw(strategies.rules())
    seed = data.draw(strategies.seeds())
    board = strategies.board_of(grid)
    first = data.draw(strategies.cells_of(grid))
    room = strategies.room_for_mines(grid, rules.first_open)
    mines = data.draw(st.integers(0, room))
    game = Game(grid, mines, seed=seed, rules=rules)
    assert_untouched(game)
    assert game.layout is None
    flags = data.draw(st.lists(strategies.cells_of(grid), max_size=3, unique=True))
    for cell in flags:
        change = game.flag(cell)
        assert (change.cells, change.flagged, change.opened) == ((cell,), 1, 0)
    assert game.layout is None
    assert game.flags == len(flags)
    change = game.open(first)
    if first in flags and rules.flag_protects_click:
        assert not change
        assert game.layout is None
        return
    layout = game.layout
    assert layout is not None
    assert layout.mines == mines
    assert layout == Layout.random(grid, mines, seed=seed, first=first, first_open=rules.first_open)
    assert board.kept_free(first, rules.first_open).isdisjoint(layout.mine_cells())
    twin = naive_twin(game, layout)
    for cell in flags:
        twin.flag(cell)
    changed = twin.open(first)
    assert change.cells == tuple(sorted(changed))
    assert_same(game, twin)
    # The layout stays when its first open is taken back.
    game.undo()
    twin.undo()
    assert game.layout == layout
    assert_same(game, twin)


@given(st.data())
def test_moves_on_a_board_without_layout_wait_for_the_first_open(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids(max_cells=30))
    game = Game(grid, 0, seed=data.draw(strategies.seeds()))
    for kind, cell in data.draw(
        st.lists(st.tuples(st.sampled_from(("flag", "chord", "undo")), strategies.cells_of(grid)))
    ):
        if kind == "undo":
            game.undo()
        else:
            game.play(Move(kind, cell))
    assert game.layout is None
    while game.undo():
        pass
    assert_untouched(game)


def test_attributes_of_a_fresh_game() -> None:
    game = Game((3, 4), 2, seed=7)
    assert game.grid == Grid((3, 4))
    assert (game.mines, game.seed, game.rules) == (2, 7, CLASSIC)
    assert game.outcome is Outcome.ONGOING
    assert_untouched(game)
    assert len(game.codes()) == 12
    assert game.codes().format == "h"


def test_a_seed_is_chosen_where_none_is_given_and_can_be_used_again() -> None:
    game = Game((6, 7), 9)
    seed = game.seed
    assert seed is not None
    assert 0 <= seed < 2**64
    game.open((2, 3))
    again = Game((6, 7), 9, seed=seed)
    again.open((2, 3))
    assert again.layout == game.layout
    assert Game((6, 7), 9).seed != seed


@pytest.mark.parametrize(("name", "rules"), [("esp", ESP), ("comp2017", COMP2017), ("hypermines", HYPERMINES)])
def test_rules_may_be_named(name: str, rules: Rules) -> None:
    assert Game((3, 4), 2, seed=1, rules=name).rules == rules


def test_a_game_worked_by_hand() -> None:
    # 0 1 * 1
    # 1 2 1 1
    # * 1 0 0
    layout = Layout(Grid((3, 4)), [(0, 2), (2, 0)])
    game = Game(layout.grid, layout=layout)
    assert game.mines == 2
    change = game.open((0, 0))
    assert (change.opened, change.flagged, change.outcome) == (4, 0, Outcome.ONGOING)
    assert change.cells == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert game.flag((2, 0)).flagged == 1
    assert game.remaining == 1
    change = game.chord((1, 0))
    assert change.cells == ((2, 1),)
    assert game.flag((2, 0)).flagged == -1
    change = game.open((2, 0))
    assert (change.opened, change.outcome) == (0, Outcome.LOST)
    assert game.codes().tolist() == [0, 1, MINE, COVERED, 1, 2, COVERED, COVERED, EXPLODED, 1, COVERED, COVERED]
    assert not game.open((0, 3))
    assert not game.flag((0, 3))
    assert game.undo().outcome is Outcome.ONGOING
    assert game.open((0, 3)).opened == 1
    change = game.open((2, 3))
    assert (change.opened, change.outcome) == (4, Outcome.WON)
    assert game.codes().tolist() == [0, 1, MINE, 1, 1, 2, 1, 1, MINE, 1, 0, 0]


def test_a_wrong_chord_explodes_and_shows_the_wrong_flag() -> None:
    layout = Layout(Grid((3, 4)), [(0, 1), (2, 3)])
    game = Game(layout.grid, layout=layout)
    game.open((1, 1))
    game.flag((0, 0))
    game.flag((2, 3))
    change = game.chord((1, 1))
    assert change.cells == ((0, 1),)
    assert (change.opened, change.outcome) == (0, Outcome.LOST)
    expected = [
        WRONG_FLAG,
        EXPLODED,
        COVERED,
        COVERED,
        COVERED,
        1,
        COVERED,
        COVERED,
        COVERED,
        COVERED,
        COVERED,
        FLAGGED,
    ]
    assert game.codes().tolist() == expected


def test_flags_on_open_cells_are_kept_but_not_counted() -> None:
    layout = Layout(Grid((3, 4)), [(0, 0)])
    game = Game(layout.grid, layout=layout, rules="esp")
    game.flag((0, 1))
    change = game.open((0, 1))
    assert (change.cells, change.flagged, change.opened) == (((0, 1),), -1, 1)
    assert game.flags == 0
    assert game.is_flagged((0, 1))
    assert game.view[0, 1] == 1
    change = game.flag((0, 1))
    assert (change.cells, change.flagged) == (((0, 1),), 0)
    assert bool(change)
    assert not game.is_flagged((0, 1))


@given(st.data())
def test_ranges_of_codes_and_bits_are_slices_of_the_whole(data: st.DataObject) -> None:
    game, _, script = data.draw(played(wide=data.draw(st.booleans())))
    for kind, cell in script:
        if kind != "undo":
            game.play(Move(kind, cell))
    every = game.codes().tolist()
    cells = game.grid.cells
    begin = data.draw(st.integers(0, cells))
    end = data.draw(st.integers(begin, cells))
    assert game.codes(begin, end).tolist() == every[begin:end]
    assert game.codes(begin).tolist() == every[begin:]
    assert game.codes(begin, end, reveal=True).tolist() == game.codes(reveal=True).tolist()[begin:end]
    size = len(game.open_bits())
    assert size == (cells + 7) // 8
    first = data.draw(st.integers(0, size))
    last = data.draw(st.integers(first, size))
    assert game.open_bits(first, last) == game.open_bits()[first:last]
    assert game.flag_bits(first, last) == game.flag_bits()[first:last]
    assert game.flag_bits(first) == game.flag_bits()[first:]


@given(played())
def test_reveal_shows_every_cell_as_if_open(given_game: tuple[Game, naive.Game, list[tuple[str, Cell]]]) -> None:
    game, twin, script = given_game
    for kind, cell in script[:4]:
        play_both(game, twin, kind, cell)
    assert game.codes(reveal=True).tolist() == twin.revealed()


@given(played())
def test_arrays_agree_with_cells(given_game: tuple[Game, naive.Game, list[tuple[str, Cell]]]) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
    opened, flags = game.open_array(), game.flag_array()
    for array in (opened, flags):
        assert array.dtype == numpy.bool_
        assert array.shape == game.grid.shape
    for cell in game.grid:
        assert opened[cell] == game.is_open(cell)
        assert flags[cell] == game.is_flagged(cell)


@given(st.data())
def test_cells_off_the_grid_are_refused_and_nothing_changes(data: st.DataObject) -> None:
    game, twin, script = data.draw(played())
    for kind, cell in script[:5]:
        play_both(game, twin, kind, cell)
    cell = data.draw(strategies.cells_off(game.grid))
    wrong: Any
    for refuse in (game.open, game.flag, game.chord, game.is_open, game.is_flagged):
        with pytest.raises(CellError):
            refuse(cell)
        for wrong in (None, "00", 1.5, (True,) * game.grid.dimensions, (0.0,) * game.grid.dimensions):
            with pytest.raises(ParameterTypeError):
                refuse(wrong)
    with pytest.raises(ParameterError):
        game.play(Move("open", cell))
    assert_same(game, twin)


def test_a_cell_in_an_array_is_taken_as_such_or_refused_without_a_trace() -> None:
    cell: Any = numpy.array([0, 1])
    expected = Game((3, 4), 2, seed=1)
    expected.open((0, 1))
    game = Game((3, 4), 2, seed=1)
    try:
        game.open(cell)
    except ParameterTypeError:
        assert game.layout is None
        assert_untouched(game)
    else:
        assert game.view == expected.view


@pytest.mark.parametrize(("first_open", "room"), [("any", 12), ("safe", 11)])
def test_mines_must_leave_the_first_open_its_room(first_open: Any, room: int) -> None:
    rules = Rules(first_open=first_open)
    for mines in (0, room):
        game = Game((3, 4), mines, seed=1, rules=rules)
        game.open((1, 1))
        assert game.layout is not None
        assert game.layout.mines == mines
    for mines in (room + 1, 2**64, -1):
        with pytest.raises(MineCountError):
            Game((3, 4), mines, seed=1, rules=rules)


def test_an_opening_needs_more_room() -> None:
    for first in Grid((3, 4)):
        game = Game((3, 4), 3, seed=1, rules=Rules(first_open="opening"))
        game.open(first)
        assert game.layout is not None
        assert game.layout.clue(first) == 0
    with pytest.raises(MineCountError):
        Game((3, 4), 9, seed=1, rules=Rules(first_open="opening"))


@pytest.mark.parametrize("mines", [True, 2.0, "2"])
def test_mines_of_a_wrong_type_are_refused(mines: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Game((3, 4), mines)


@pytest.mark.parametrize("seed", [True, 2.0, "2"])
def test_seeds_of_a_wrong_type_are_refused(seed: Any) -> None:
    with pytest.raises(ParameterTypeError):
        Game((3, 4), 2, seed=seed)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_out_of_range_are_refused(seed: int) -> None:
    with pytest.raises(ParameterError):
        Game((3, 4), 2, seed=seed)


def test_contradictions_are_refused() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    with pytest.raises(ParameterError):
        Game((4, 3), layout=layout)
    with pytest.raises(ParameterError):
        Game((3, 4), 2, layout=layout)
    with pytest.raises(ParameterError):
        Game((3, 4))
    wrong: Any = "clasic"
    with pytest.raises((RulesError, ParseError), match="classic"):
        Game((3, 4), 2, rules=wrong)
    wrong = 5
    with pytest.raises(HypersweepError):
        Game((3, 4), 2, rules=wrong)
    wrong = [(0, 2)]
    with pytest.raises(ParameterTypeError):
        Game((3, 4), layout=wrong)


def test_a_mine_count_beside_a_layout_must_agree() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    assert Game((3, 4), 1, layout=layout).mines == 1


@pytest.mark.parametrize("bits", [b"\x00", b"\x00\x00\x00", b"\x00\x10", b"\xff\xff"])
def test_bits_that_do_not_fit_are_refused(bits: bytes) -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    with pytest.raises(LayoutError):
        Game.restore(layout, open_bits=bits, flag_bits=b"\x00\x00", rules=CLASSIC)
    with pytest.raises(LayoutError):
        Game.restore(layout, open_bits=b"\x00\x00", flag_bits=bits, rules=CLASSIC)


@pytest.mark.parametrize("data", [memoryview(b"\x02\x00\x08\x00")[::2], memoryview(b"\x02\x08").cast("H")])
def test_bits_in_unusual_memory_are_read_or_refused(data: memoryview) -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    try:
        game = Game.restore(layout, open_bits=data, rules=CLASSIC)
    except ParameterError as error:
        assert str(error)
    else:
        assert game.open_bits() == b"\x02\x08"


def test_bits_left_out_are_zeros() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    assert_untouched(Game.restore(layout, rules=CLASSIC))


@pytest.mark.parametrize("bits", ["\x00\x00", 0, [0, 0], None])
def test_bits_of_a_wrong_type_are_refused(bits: Any) -> None:
    layout = Layout(Grid((3, 4)), [(0, 2)])
    with pytest.raises(ParameterTypeError):
        Game.restore(layout, open_bits=bits, rules=CLASSIC)


@given(played())
def test_a_saved_state_is_restored(given_game: tuple[Game, naive.Game, list[tuple[str, Cell]]]) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
        if game.outcome is not Outcome.ONGOING:
            play_both(game, twin, "undo", cell)
    layout = game.layout
    assert layout is not None
    again = Game.restore(layout, open_bits=game.open_bits(), flag_bits=game.flag_bits(), rules=game.rules)
    assert_same(again, twin)
    assert again.moves == ()
    assert not again.undo()


def test_the_last_safe_cell_of_a_restored_state() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2), (1, 1)])
    everything_safe = bytes([0b11011011, 0b00001111])
    game = Game.restore(layout, open_bits=everything_safe, rules=CLASSIC)
    assert game.outcome is Outcome.ONGOING
    assert not game.open((0, 0))
    assert not game.undo()
    assert game.outcome is Outcome.ONGOING
    assert game.open((1, 1)).outcome is Outcome.LOST
    assert game.undo().outcome is Outcome.ONGOING
    assert game.opened == 10


def test_a_chord_that_opens_nothing_does_not_end_a_restored_state() -> None:
    layout = Layout(Grid((3, 4)), [(0, 2), (1, 1)])
    safe_cells, flags = bytes([0b11011011, 0b00001111]), bytes([0b00100100, 0])
    game = Game.restore(layout, open_bits=safe_cells, flag_bits=flags, rules=CLASSIC)
    assert not game.chord((0, 1))
    assert not game.chord((2, 0))
    assert game.outcome is Outcome.ONGOING
    game.flag((1, 1))
    assert game.open((1, 1)).outcome is Outcome.LOST


def test_an_exploded_mine_of_a_restored_state_is_no_number() -> None:
    layout = Layout(Grid((3, 4)), [(0, 0), (0, 1)])
    # (0, 0) has gone off and touches one mine, which is flagged.
    game = Game.restore(layout, open_bits=b"\x01\x00", flag_bits=b"\x02\x00", rules=CLASSIC)
    assert game.codes(0, 2).tolist() == [EXPLODED, FLAGGED]
    assert not game.chord((0, 0))
    # It is open all the same, and no cascade or chord beside it minds.
    assert game.open((1, 1)).cells == ((1, 1),)
    game.flag((0, 2))
    assert game.chord((1, 1)).opened == 8
    assert game.outcome is Outcome.ONGOING


def test_a_board_of_mines_alone_goes_on_until_a_move() -> None:
    grid = Grid((2, 3))
    game = Game(grid, layout=Layout(grid, list(grid)), rules="hypermines")
    assert game.outcome is Outcome.ONGOING
    assert game.open((1, 2)).outcome is Outcome.LOST


@pytest.mark.parametrize("shape", [(1, 100_000), (100_000,), (50_000, 2), (25_000, 1, 2, 1, 2)])
def test_long_boards_open_at_once(shape: tuple[int, ...]) -> None:
    grid = Grid(shape)
    game = Game(grid, layout=Layout(grid, []))
    change = game.open(tuple(side // 2 for side in shape))
    assert change.outcome is Outcome.WON
    assert (change.opened, len(change)) == (grid.cells, grid.cells)
    assert change.cells == tuple(grid)
    assert len(game.undo()) == grid.cells
    assert_untouched(game)


@pytest.mark.parametrize(("shape", "wrap"), [((4200, 2), False), ((70, 130), True), ((9, 8, 7, 6), False)])
def test_a_maze_of_mines(shape: tuple[int, ...], wrap: bool) -> None:
    grid = Grid(shape, wrap=wrap)
    layout = Layout.random(grid, grid.cells // (40 if len(shape) > 2 else 9), seed=5)
    game = Game(grid, layout=layout)
    twin = naive_twin(game, layout)
    zeros = [cell for cell, clue in zip(grid, naive.clues(twin.board, twin.mines), strict=True) if clue == 0]
    for cell in (zeros[0], zeros[-1], zeros[len(zeros) // 2]):
        play_both(game, twin, "open", cell)
    assert game.codes().tolist() == twin.codes()
    assert_same_counts(game, twin)


def test_numbers_beyond_16_bits_are_shown() -> None:
    grid = Grid((3,) * 10)
    middle = (1,) * 10
    layout = Layout(grid, [cell for cell in grid if cell != middle])
    game = Game(grid, layout=layout)
    assert layout.clue(middle) == 59_048
    assert layout.clue_array()[middle] == 59_048
    assert game.open(middle).outcome is Outcome.WON
    index = grid.index(middle)
    assert game.codes(index, index + 1).tolist() == [59_048]
    assert game.codes(index - 1, index + 2).tolist() == [MINE, 59_048, MINE]
    view = game.view
    assert view[middle] == view.array()[middle] == 59_048
    assert View.parse(view.format()) == view


def test_games_in_threads_do_not_mix() -> None:
    # Large enough for the kernels to let other threads run meanwhile.
    grid = Grid((600, 700))

    def play(seed: int) -> tuple[int, int, bytes]:
        game = Game(grid, 40_000, seed=seed, rules="classic,first=opening")
        for row in range(0, 600, 40):
            game.open((row, row))
            game.undo()
            game.open((row, 699 - row))
            if game.outcome is not Outcome.ONGOING:
                game.undo()
        return len(game.moves), game.opened, game.open_bits()

    alone = [play(seed) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(4))) == alone


def test_a_second_thread_is_turned_away_while_a_move_runs() -> None:
    game = Game((8_000, 8_000), layout=Layout(Grid((8_000, 8_000)), []))
    turned_away = 0
    with ThreadPoolExecutor(1) as pool:
        move = pool.submit(game.open, (0, 0))
        while not move.done():
            try:
                assert not game.chord((0, 0))
            except BusyError:
                turned_away += 1
    assert turned_away
    assert move.result().opened == game.opened == 64_000_000
    assert game.outcome is Outcome.WON
    assert game.undo().opened == -64_000_000


def test_a_forgotten_history_cannot_be_undone() -> None:
    grid = Grid((3, 4))
    game = Game(grid, layout=Layout(grid, [(0, 2), (2, 0)]))
    game.open((0, 0))
    game.flag((0, 2))
    game.forget()
    assert list(game.moves) == []
    assert not game.undo()
    assert (game.opened, game.flags) == (4, 1)
    change = game.chord((0, 1))
    assert change.cells == ((1, 2),)
    assert game.moves == (Move("chord", (0, 1)),)
    assert game.undo().cells == ((1, 2),)
    assert not game.undo()


def test_flags_put_before_the_layout_are_kept_when_it_is_decided_and_the_past_forgotten() -> None:
    game = Game((3, 4), 2, seed=5)
    game.flag((2, 3))
    game.forget()
    game.open((0, 0))
    assert game.is_flagged((2, 3))
    assert not game.is_open((2, 3))
    assert (game.flags, game.remaining) == (1, 1)


@given(st.data())
def test_moves_have_a_text_form(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids())
    move = data.draw(strategies.moves(grid))
    text = move.format()
    assert str(move) == text
    assert Move.parse(text) == move
    assert hash(Move.parse(text)) == hash(move)
    assert eval(repr(move), {"Move": Move}) == move


def test_text_forms_of_the_documentation() -> None:
    assert Move.parse("open 3 4") == Move("open", (3, 4))
    assert Move("flag", (0, 1, 2)).format() == "flag 0 1 2"
    assert (Move("chord", (5,)).kind, Move("chord", (5,)).cell) == ("chord", (5,))


@given(strategies.near_misses(["open 3 4", "flag 0 1 2", "chord 5", "open 18446744073709551615 0"]))
def test_garbage_is_refused_as_such(text: str) -> None:
    game = Game((3, 4), layout=Layout(Grid((3, 4)), [(0, 2)]))
    try:
        move = Move.parse(text)
    except HypersweepError as error:
        assert isinstance(error, ParseError | ParameterError)
        assert str(error)
        return
    assert Move.parse(move.format()) == move
    try:
        game.play(move)
    except CellError:
        assert_untouched(game)
    else:
        assert move.cell in game.grid


@pytest.mark.parametrize("coordinate", [2**64 - 1, 2**64, 10**21, 10**100])
def test_whatever_coordinates_a_move_takes_its_text_form_takes(coordinate: int) -> None:
    try:
        move = Move("open", (0, coordinate))
    except ParameterError:
        assert coordinate >= 2**64
    else:
        assert Move.parse(move.format()) == move


@pytest.mark.parametrize("kind", ["opne", "", "OPEN"])
def test_unknown_kinds_of_move_are_refused(kind: Any) -> None:
    with pytest.raises(HypersweepError):
        Move(kind, (0, 1))


def test_play_is_the_same_as_the_move_by_name() -> None:
    grid = Grid((3, 4))
    layout = Layout(grid, [(0, 2), (2, 0)])
    one, other = Game(grid, layout=layout), Game(grid, layout=layout)
    pairs: list[tuple[Change, Change]] = [
        (one.open((0, 0)), other.play(Move("open", (0, 0)))),
        (one.flag((0, 2)), other.play(Move("flag", (0, 2)))),
        (one.chord((0, 1)), other.play(Move("chord", (0, 1)))),
    ]
    for first, second in pairs:
        assert (first.cells, first.opened, first.flagged, first.outcome) == (
            second.cells,
            second.opened,
            second.flagged,
            second.outcome,
        )
    assert one.moves == other.moves == (Move("open", (0, 0)), Move("flag", (0, 2)), Move("chord", (0, 1)))
    wrong: Any = "open 0 0"
    with pytest.raises(ParameterTypeError):
        one.play(wrong)


def test_an_old_change_stays_what_it_was() -> None:
    grid = Grid((3, 4))
    game = Game(grid, layout=Layout(grid, [(0, 2), (2, 0)]))
    change = game.open((0, 0))
    game.open((2, 3))
    game.undo()
    game.undo()
    assert change.cells == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert len(change) == 4
