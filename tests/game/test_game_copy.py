"""Copies of games, made in every way that Python has: they have the same past and continue independently."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive
import strategies
from agreement import assert_same, assert_untouched, naive_twin, play_both, played, scripts, worked
from hypersweep import (
    Game,
    Grid,
    Layout,
    Move,
    Outcome,
    ParameterError,
)

Cell = tuple[int, ...]
Script = list[tuple[Any, Cell]]
Way = Callable[[Any], Any]


def pickled(protocol: int) -> Way:
    """Return a way to copy: there and back through pickle."""
    return lambda thing: pickle.loads(pickle.dumps(thing, protocol))


WAYS: dict[str, Way] = {
    "method": lambda thing: thing.copy(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": pickled(protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
}
ways = st.sampled_from(sorted(WAYS))


class Kept(Game):
    """A game with added attributes."""

    owner: str
    notes: object
    myself: object


class Numbered(Game):
    """A game of a class that is made from other arguments."""

    def __init__(self, number: int) -> None:
        super().__init__("3x4", 2, seed=number)
        self.number = number


class Guarded(Game):
    """A game that chooses which of its attributes are pickled."""

    def __init__(self) -> None:
        super().__init__("3x4", 2, seed=1)
        self.lock = object()

    def __getstate__(self) -> object:
        return {}

    def __setstate__(self, state: object) -> None:
        assert state == {}
        self.lock = object()


def test_opening_a_mine_in_a_copy_leaves_the_game_alone() -> None:
    for way in WAYS.values():
        game = worked()
        before = game.codes().tolist()
        other = way(game)
        assert other.open((2, 0)).outcome is Outcome.LOST
        assert (game.outcome, game.codes().tolist()) == (Outcome.ONGOING, before)
        assert game.open((2, 0)).outcome is Outcome.LOST
        assert other.undo().outcome is Outcome.ONGOING
        assert game.outcome is Outcome.LOST


@pytest.mark.nightly
@given(ways, played(), st.data())
def test_a_copy_and_its_game_go_on_by_themselves(
    way: str, given_game: tuple[Game, naive.Game, Script], data: st.DataObject
) -> None:
    game, twin, script = given_game
    for kind, cell in script:
        play_both(game, twin, kind, cell)
    other, other_twin = WAYS[way](game), copy.deepcopy(twin)
    assert other is not game
    assert type(other) is Game
    assert (other.grid, other.mines, other.seed, other.rules) == (game.grid, game.mines, game.seed, game.rules)
    assert (other.layout, other.moves) == (game.layout, game.moves)
    assert_same(other, other_twin)
    for kind, cell in data.draw(scripts(game.grid, 10)):
        play_both(other, other_twin, kind, cell)
    assert_same(game, twin)
    for kind, cell in data.draw(scripts(game.grid, 10)):
        play_both(game, twin, kind, cell)
    assert_same(other, other_twin)
    while play_both(other, other_twin, "undo", next(iter(game.grid))):
        pass
    assert_untouched(other)
    assert_same(game, twin)


@pytest.mark.slow
@given(ways, st.data())
def test_copies_of_long_rows_have_every_cell(way: str, data: st.DataObject) -> None:
    game, twin, script = data.draw(played(wide=True))
    for kind, cell in script:
        play_both(game, twin, kind, cell)
    other = WAYS[way](game)
    assert_same(other, twin)
    while play_both(other, twin, "undo", next(iter(game.grid))):
        pass
    assert_untouched(other)


@pytest.mark.nightly
@given(ways, st.data())
def test_a_copy_of_an_undecided_game_decides_the_same_layout(way: str, data: st.DataObject) -> None:
    grid = data.draw(strategies.grids(max_cells=40))
    rules = data.draw(strategies.rules())
    mines = data.draw(st.integers(0, strategies.room_for_mines(grid, rules.first_open)))
    game = Game(grid, mines, seed=data.draw(strategies.seeds() | st.none()), rules=rules)
    for cell in data.draw(st.lists(strategies.cells_of(grid), max_size=3)):
        game.flag(cell)
    if data.draw(st.booleans()):
        game.forget()
    other = WAYS[way](game)
    assert other.layout is None
    assert (other.seed, other.moves, other.flag_bits()) == (game.seed, game.moves, game.flag_bits())
    first = data.draw(strategies.cells_of(grid))
    change = other.open(first)
    assert (game.layout, game.opened) == (None, 0)
    assert game.open(first).cells == change.cells
    assert other.layout == game.layout
    assert other.view == game.view
    while other.undo():
        pass
    assert other.opened == 0
    assert other.layout == game.layout


@pytest.mark.slow
@given(ways, st.data())
def test_copies_of_restored_games(way: str, data: st.DataObject) -> None:
    grid = data.draw(strategies.grids(max_cells=30))
    layout = Layout(grid, sorted(data.draw(strategies.mine_sets(grid))))
    open_bits, flag_bits = data.draw(strategies.bit_strings(grid)), data.draw(strategies.bit_strings(grid))
    rules = data.draw(strategies.rules())
    game = Game.restore(layout, open_bits=open_bits, flag_bits=flag_bits, rules=rules)
    twin = naive_twin(game, layout)
    twin.opened, twin.flagged = twin.board.from_bits(open_bits), twin.board.from_bits(flag_bits)
    if not rules.flags_on_open:
        twin.flagged -= twin.opened
    for kind, cell in data.draw(scripts(grid, 8)):
        play_both(game, twin, kind, cell)
    if data.draw(st.booleans()):
        game.forget()
        twin.history.clear()
    other = WAYS[way](game)
    assert_same(other, twin)
    assert other.moves == game.moves
    for kind, cell in data.draw(scripts(grid, 8)):
        play_both(other, twin, kind, cell)
    assert_same(other, twin)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("mistake", [False, True])
def test_an_ended_game_stays_ended_though_its_past_is_forgotten(way: str, mistake: bool) -> None:
    game = Game(layout=Layout("3x4", [(0, 3)]))
    game.open((0, 3) if mistake else (0, 0))
    game.forget()
    other = WAYS[way](game)
    assert other.outcome is game.outcome is (Outcome.LOST if mistake else Outcome.WON)
    assert not other.undo()
    assert other.view == game.view


@pytest.mark.parametrize("way", WAYS)
def test_a_large_board_is_copied(way: str) -> None:
    # So large that its kernels let other threads run.
    grid = Grid((600, 700))
    game = Game(grid, 2_000, seed=3)
    game.open((300, 350))
    assert game.layout is not None
    game.flag(next(game.layout.mine_cells()))
    other = WAYS[way](game)
    assert (other.open_bits(), other.flag_bits()) == (game.open_bits(), game.flag_bits())
    assert (other.opened, other.flags) == (game.opened, 1)
    opened = game.opened
    assert [other.undo().flagged, other.undo().opened] == [-1, -opened]
    assert_untouched(other)
    assert (game.opened, game.flags) == (opened, 1)


@pytest.mark.parametrize("way", WAYS)
def test_classes_derived_from_a_game_keep_what_they_added(way: str) -> None:
    game = Kept(layout=Layout("3x4", [(0, 3)]))
    game.owner, game.notes = "Ada", ["a note"]
    game.open((1, 1))
    other = WAYS[way](game)
    assert type(other) is Kept
    assert (other.owner, other.notes, other.opened) == ("Ada", ["a note"], game.opened)
    # As with any object: a shallow copy shares what was added, a deep one doesn't.
    assert (other.notes is game.notes) == (way in ("method", "copy"))
    other.owner = "Grace"
    assert game.owner == "Ada"


@pytest.mark.parametrize("way", WAYS)
def test_a_class_made_from_other_arguments_is_copied(way: str) -> None:
    game = Numbered(5)
    game.open((1, 1))
    other = WAYS[way](game)
    assert (type(other), other.number, other.seed, other.layout) == (Numbered, 5, 5, game.layout)


@pytest.mark.parametrize("way", WAYS)
def test_a_class_may_say_what_of_it_is_copied(way: str) -> None:
    game = Guarded()
    other = WAYS[way](game)
    assert other.lock is not game.lock


def test_a_deep_copy_keeps_who_is_who() -> None:
    game = Kept(layout=Layout("3x4", [(0, 3)]))
    game.myself = game
    one, other = copy.deepcopy([game, game])
    assert one is other is one.myself
    assert one is not game
    again = pickle.loads(pickle.dumps([game, game]))
    assert again[0] is again[1]


def test_games_are_equal_to_themselves_alone() -> None:
    game = worked()
    assert game == game  # noqa: PLR0124
    assert game != game.copy()
    assert len({game, game.copy()}) == 2


def test_an_error_while_a_copy_is_made_leaves_the_game() -> None:
    game = Kept(layout=Layout("3x4", [(0, 3), (2, 0)]))
    game.notes = (lambda: None,)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(game)
    assert game.open((1, 1)).outcome is Outcome.ONGOING
    assert isinstance(game.copy(), Kept)
    assert game.undo().opened == -1


# --- changes


@pytest.mark.slow
@given(played())
def test_changes_are_copied_as_they_are(given_game: tuple[Game, naive.Game, Script]) -> None:
    game, _, script = given_game
    changes = [game.undo() if kind == "undo" else game.play(Move(kind, cell)) for kind, cell in script]
    for name, way in WAYS.items():
        if name == "method":
            continue
        for change, other in zip(changes, way(changes), strict=True):
            assert other.cells == change.cells
            assert (other.outcome, other.opened, other.flagged) == (change.outcome, change.opened, change.flagged)
            assert (bool(other), len(other), repr(other)) == (bool(change), len(change), repr(change))


@pytest.mark.slow
def test_a_change_of_a_large_board_is_pickled_by_the_word() -> None:
    game = Game(layout=Layout("500x600", [(0, 3)]))
    change = game.open((499, 599))
    data = pickle.dumps(change)
    assert len(data) < 90_000
    assert pickle.loads(data).cells == change.cells


WORD = (1).to_bytes(8, "little")
NO_WORD = bytes(8)


@pytest.mark.parametrize(
    "words",
    [
        b"1",
        WORD + WORD,
        NO_WORD + NO_WORD,
        NO_WORD + b"\xff" * 8,
        NO_WORD + WORD + NO_WORD + WORD,
        b"\xff" * 16,
        bytearray(NO_WORD + WORD),
        None,
    ],
)
def test_changes_off_the_board_are_refused(words: Any) -> None:
    make, parts = worked().undo().__reduce__()
    assert callable(make)
    assert isinstance(parts, tuple)
    grid, _, outcome, _, _ = parts
    assert make(grid, NO_WORD + WORD, outcome, 1, 0).cells == ((0, 0),)
    with pytest.raises(ParameterError):
        make(grid, words, outcome, 0, 0)


def test_changes_with_impossible_parts_are_refused() -> None:
    make, parts = worked().undo().__reduce__()
    assert callable(make)
    assert isinstance(parts, tuple)
    for place, wrong in [(0, "3x4"), (2, 0), (3, 99), (3, "1"), (4, -99), (4, None), (0, Grid(2**64))]:
        with pytest.raises(ParameterError):
            make(*parts[:place], wrong, *parts[place + 1 :])
