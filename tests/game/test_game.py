"""Games: every move under all rules compared with the naive game, undo, and queries."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from agreement import (
    Script,
    assert_same,
    assert_same_counts,
    assert_untouched,
    naive_twin,
    play_both,
    played,
    scripts,
    worked,
)
from hypersweep import (
    CellError,
    Game,
    Grid,
    Layout,
    Move,
    MoveResult,
    Outcome,
    ParameterTypeError,
    Rules,
    RulesError,
)
from hypersweep.game import CancelToken, History
from hypersweep.rules import CLASSIC, COMP2017, ESP, HYPERMINES
from hypersweep.view import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG

Cell = tuple[int, ...]
# Moves before the layout is decided.
UNDECIDED: list[Any] = ["flag", "chord", "undo"]


def play_clever(game: Game, twin: naive.Game, number: int) -> None:
    """Play a move that is likely to do something: opens a safe cell, flags a mine, chords, or makes a mistake."""
    board, kind = twin.board, number % 8
    place = number // 8
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


@pytest.mark.nightly
@given(played())
def test_every_move_does_what_the_naive_game_does(given_game: tuple[Game, naive.Game, Script]) -> None:
    game, twin, script = given_game
    assert_same(game, twin)
    for kind, cell in script:
        play_both(game, twin, kind, cell)
        assert_same(game, twin)


@pytest.mark.slow
@given(played(wide=True))
def test_long_rows_do_what_the_naive_game_does(given_game: tuple[Game, naive.Game, Script]) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
        assert_same_counts(game, twin)
    assert_same(game, twin)


@pytest.mark.slow
@given(st.booleans(), st.data())
def test_games_played_well_do_what_the_naive_game_does(wide: bool, data: st.DataObject) -> None:
    grid = data.draw(strategies.wide_grids() if wide else strategies.grids())
    layout = Layout(grid, sorted(data.draw(strategies.mine_sets(grid))))
    game = Game(grid, layout=layout, rules=data.draw(strategies.rules()))
    twin = naive_twin(game, layout)
    for number in data.draw(st.lists(st.integers(0, 2**16 - 1), min_size=4, max_size=40)):
        play_clever(game, twin, number)
        assert_same_counts(game, twin)
    assert_same(game, twin)
    while play_both(game, twin, "undo", next(iter(grid))):
        assert_same_counts(game, twin)
    assert_untouched(game)


@pytest.mark.slow
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
    # The layout stays when its first click is taken back.
    game.undo()
    twin.undo()
    assert game.layout == layout
    assert_same(game, twin)


@given(st.data())
def test_moves_on_a_board_without_layout_wait_for_the_first_open(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids(max_cells=30))
    game = Game(grid, 0, seed=data.draw(strategies.seeds()))
    for kind, cell in data.draw(st.lists(st.tuples(st.sampled_from(UNDECIDED), strategies.cells_of(grid)))):
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


@pytest.mark.slow
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


@pytest.mark.slow
@given(played())
def test_reveal_shows_every_cell_as_if_open(given_game: tuple[Game, naive.Game, Script]) -> None:
    game, twin, script = given_game
    for kind, cell in script[:4]:
        play_both(game, twin, kind, cell)
    assert game.codes(reveal=True).tolist() == twin.revealed()


@pytest.mark.slow
@given(played())
def test_arrays_agree_with_cells(given_game: tuple[Game, naive.Game, Script]) -> None:
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


def test_a_board_of_mines_alone_goes_on_until_a_move() -> None:
    grid = Grid((2, 3))
    game = Game(grid, layout=Layout(grid, list(grid)), rules="hypermines")
    assert game.outcome is Outcome.ONGOING
    assert game.open((1, 2)).outcome is Outcome.LOST


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


def test_play_is_the_same_as_the_move_by_name() -> None:
    grid = Grid((3, 4))
    layout = Layout(grid, [(0, 2), (2, 0)])
    one, other = Game(grid, layout=layout), Game(grid, layout=layout)
    pairs: list[tuple[MoveResult, MoveResult]] = [
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


def test_a_game_is_asked_for_the_code_of_a_cell() -> None:
    game = Game("3x4x2", mines=4, seed=3)
    game.open((0, 1, 1))
    game.flag((2, 3, 0))
    assert [game[cell] for cell in game.grid] == list(game.view.codes)
    with pytest.raises(CellError):
        game[3, 0, 0]


# Large enough for the kernel to ask on the way.
SHAPE = "1500x2000"
LAYOUT = Layout(SHAPE, [(0, 0), (1499, 1998)])
FIRST = (700, 900)


def state(game: Game) -> tuple[object, ...]:
    return game.opened, game.flags, game.outcome, game.open_bits(), game.flag_bits(), game.moves


def cancelled() -> CancelToken:
    watch = CancelToken()
    watch.cancel()
    return watch


@pytest.mark.parametrize("first_open", ["any", "safe", "opening"])
def test_a_first_open_that_is_cancelled_leaves_the_game_as_it_was(first_open: Any) -> None:
    game = Game(SHAPE, 9, seed=5, rules=CLASSIC.replace(first_open=first_open))
    before = state(game)
    change = game.play(Move("open", FIRST), watch=cancelled())
    assert not change
    assert len(change) == 0
    assert change.outcome is Outcome.ONGOING
    assert state(game) == before
    assert game.layout is None
    # The board is still the one that the first click decides, whatever was tried before.
    twin = Game(SHAPE, 9, seed=5, rules=game.rules)
    assert game.open(FIRST) == twin.open(FIRST)
    assert game.layout == twin.layout


def test_an_open_a_chord_and_an_undo_that_are_cancelled_change_nothing() -> None:
    game = Game(layout=LAYOUT)
    game.flag((0, 0))
    game.flag((3, 3))
    before = state(game)
    assert not game.play(Move("open", FIRST), watch=cancelled())
    assert state(game) == before
    game.open((0, 1))
    before = state(game)
    assert not game.play(Move("chord", (0, 1)), watch=cancelled())
    assert state(game) == before
    change = game.play(Move("chord", (0, 1)), watch=CancelToken())
    assert change.opened > 2_000_000
    before = state(game)
    assert not game.undo(watch=cancelled())
    assert state(game) == before
    assert game.undo(watch=CancelToken()).opened == -change.opened


def test_a_move_that_is_watched_is_the_move() -> None:
    plain, watched = Game(layout=LAYOUT), Game(layout=LAYOUT)
    watch = CancelToken()
    assert watched.play(Move("open", FIRST), watch=watch) == plain.open(FIRST)
    assert state(watched) == state(plain)
    assert 0 < watch.opened <= watched.opened
    assert not watch.is_cancelled
    assert watched.play(Move("flag", (0, 0)), watch=cancelled()).flagged == 1


def test_short_moves_are_not_asked() -> None:
    game = Game("3x4", 2, seed=7)
    watch = cancelled()
    assert game.play(Move("open", (0, 0)), watch=watch).opened == 6
    assert watch.opened == 0


def test_a_move_is_cancelled_from_another_thread_while_it_runs() -> None:
    game = Game("9000x9000", 1, seed=3)
    before = game.opened, game.outcome, game.moves
    watch = CancelToken()
    found = []
    thread = threading.Thread(target=lambda: found.append(game.play(Move("open", (4000, 4000)), watch=watch)))
    thread.start()
    while thread.is_alive() and not watch.opened:
        pass
    watch.cancel()
    thread.join()
    # It may have come to its end first; then all of it is there.
    if found[0]:
        assert found[0].opened == game.opened
    else:
        assert (game.opened, game.outcome, game.moves) == before
        assert not any(game.open_bits(0, 1 << 16))
    assert watch.opened > 0


def test_what_could_be_undone_and_redone_stays() -> None:
    history = History(Game(layout=LAYOUT))
    assert not history.act("open", FIRST, watch=cancelled())
    assert not history.can_undo
    change = history.act("open", FIRST, watch=CancelToken())
    assert not history.act("undo", watch=cancelled())
    assert history.can_undo
    assert not history.can_redo
    assert history.act("undo", watch=CancelToken()).opened == -change.opened
    assert not history.act("redo", watch=cancelled())
    assert history.can_redo
    assert not history.can_undo
    assert history.act("redo", watch=CancelToken()) == change
    # What undoes a move brings back what could be redone before it, also where one was cancelled between.
    history.act("undo")
    assert not history.act("open", (100, 100), watch=cancelled())
    assert history.can_redo


def test_a_watch_refuses_what_it_cannot_be() -> None:
    game = Game("3x4", 2, seed=7)
    for wrong in (3, "watch", object()):
        with pytest.raises(ParameterTypeError, match="expected a CancelToken"):
            game.play(Move("open", (0, 0)), watch=wrong)  # type: ignore[arg-type]
        with pytest.raises(ParameterTypeError, match="expected a CancelToken"):
            game.undo(watch=wrong)  # type: ignore[arg-type]
    with pytest.raises(CellError):
        game.play(Move("open", (9, 9)), watch=CancelToken())
    assert game.opened == 0
    watch = CancelToken()
    for twin in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(ParameterTypeError, match="a CancelToken can't be copied"):
            twin(watch)
    assert repr(watch) == "<CancelToken: 0 opened>"
    watch.cancel()
    assert repr(watch) == "<CancelToken: 0 opened, cancelled>"


def state_of(game: Game) -> tuple[object, ...]:
    """Return all that a player sees of a game, and what can be undone and redone."""
    redo, again = [], game.copy()
    while change := again.redo():
        redo.append(change.cells)
    return game.view, game.outcome, game.flag_bits(), game.moves, redo


@given(played(), st.data())
def test_redo_is_the_opposite_of_undo(given_game: tuple[Game, naive.Game, Script], data: st.DataObject) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
    states = [state_of(game)]
    wanted = data.draw(st.integers(0, len(game.moves)))
    for _ in range(wanted):
        assert game.undo()
        assert game.can_redo
        states.append(state_of(game))
    copied, pickled = game.copy(), pickle.loads(pickle.dumps(game))
    for each in (game, copied, pickled):
        for expected in states[-2::-1]:
            assert each.redo()
            assert state_of(each) == expected


def test_a_move_without_effect_keeps_what_can_be_redone() -> None:
    game = worked()
    assert game.can_redo
    assert not game.open((0, 0))
    assert not game.chord((0, 0))
    assert (2, 3) in game.redo().cells
    assert (game.can_redo, bool(game.redo())) == (False, False)
    for move in (Move("open", (2, 2)), Move("flag", (2, 2)), Move("chord", (0, 2))):
        for watch in (None, CancelToken()):
            game = worked()
            assert game.play(move, watch=watch)
            assert not game.can_redo
    game = worked()
    game.forget()
    assert (game.can_undo, game.can_redo) == (False, False)


def test_the_first_open_can_be_redone_when_guesses_are_punished() -> None:
    game = Game("4x5", 4, seed=3, rules=Rules(first_open="opening", guess="punished"))
    game.open((0, 0))
    shown = game.view
    game.undo()
    assert game.redo()
    assert game.view == shown


@pytest.mark.slow
@given(played(), st.data())
def test_a_tried_move_leaves_no_trace(given_game: tuple[Game, naive.Game, Script], data: st.DataObject) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
    before = state_of(game)
    move = Move(data.draw(st.sampled_from(("open", "flag", "chord"))), data.draw(strategies.cells_of(game.grid)))
    expected = game.copy().play(move)
    with game.trying(move) as change:
        assert change == expected
        for kind, cell in data.draw(scripts(game.grid, 6)):
            game.undo() if kind == "undo" else game.play(Move(kind, cell))
        inside = state_of(game)
        with game.trying(Move("open", next(iter(game.grid)))):
            game.undo()
            game.undo()
        assert state_of(game) == inside
    assert state_of(game) == before


def test_a_tried_move_is_undone_when_its_block_fails() -> None:
    game = worked()
    before = state_of(game)

    def fail() -> None:
        assert game.outcome is Outcome.LOST
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), game.trying(Move("open", (2, 0))):
        fail()
    assert state_of(game) == before
    with pytest.raises(CellError), game.trying(Move("open", (3, 0))):
        pass
    assert state_of(game) == before


@given(played())
def test_legal_moves_are_those_that_change_something(given_game: tuple[Game, naive.Game, Script]) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
    kinds: tuple[Any, ...] = ("open", "flag", "chord")
    expected = {kind: tuple(move for cell in game.grid if game.copy().play(move := Move(kind, cell))) for kind in kinds}
    for kind in kinds:
        assert game.legal_moves(kind) == expected[kind]
    assert game.legal_moves() == tuple(move for kind in kinds for move in expected[kind])


def test_legal_moves_of_an_unknown_kind_are_refused() -> None:
    with pytest.raises(RulesError):
        Game("3x4", 2).legal_moves("opne")  # type: ignore[arg-type]


def test_the_text_of_a_game_is_its_board() -> None:
    game = worked()
    assert str(game) == str(game.view)
    assert str(Game("300x300", 2)) == repr(Game("300x300", 2))
