"""A game's objects are copied, pickled, compared and hashed as values or as live objects."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable

import pytest

from hypersweep import Game, Layout
from hypersweep.game import History, Move, MoveResult, Outcome
from hypersweep.moves import KINDS

LAYOUT = Layout("3x4x5", [(0, 0, 0), (2, 3, 4), (1, 1, 1)])


def opened() -> MoveResult:
    return Game(layout=LAYOUT).open((2, 0, 4))


def taken_back() -> MoveResult:
    game = Game(layout=LAYOUT)
    game.open((2, 0, 4))
    return game.undo()


def flagged() -> MoveResult:
    return Game(layout=LAYOUT).flag((0, 0, 0))


def lost() -> MoveResult:
    return Game(layout=LAYOUT).open((1, 1, 1))


def nothing() -> MoveResult:
    return Game(layout=LAYOUT).chord((1, 1, 1))


# Each made again, so that equal values are other objects; no two of them are equal.
VALUES: list[Callable[[], object]] = [
    opened,
    taken_back,
    flagged,
    lost,
    nothing,
    lambda: Game("3x4", layout=Layout("3x4", [])).chord((1, 1)),
    lambda: Move("open", (1, 2, 3)),
    lambda: Move("flag", (1, 2, 3)),
    lambda: Move("open", (3, 2, 1)),
    lambda: Move("open", (17,)),
    lambda: Outcome.WON,
    lambda: Outcome.ONGOING,
]


def copies(value: object) -> list[object]:
    return [
        copy.copy(value),
        copy.deepcopy(value),
        *(pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
    ]


@pytest.mark.parametrize("number", range(len(VALUES)))
def test_values_are_equal_where_all_of_them_is(number: int) -> None:
    value = VALUES[number]()
    for other in (VALUES[number](), *copies(value)):
        assert other == value
        assert hash(other) == hash(value)
        assert repr(other) == repr(value)
    assert len({value, *(make() for make in VALUES)}) == len(VALUES), "and equal to no other"
    assert value != "something else"


@pytest.mark.parametrize("number", range(len(VALUES)))
def test_values_never_change(number: int) -> None:
    value = VALUES[number]()
    names = {name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())}
    names |= {name for name in dir(type(value)) if not name.startswith("__")}
    if isinstance(value, Outcome):
        # Python's own kind of constant, which lets anything be added.
        names = {"name", "value"}
    for name in names:
        with pytest.raises(AttributeError):
            setattr(value, name, None)
        with pytest.raises(AttributeError):
            delattr(value, name)
    assert value == VALUES[number]()


@pytest.mark.parametrize("make", [opened, taken_back, flagged, lost, nothing])
def test_a_copied_change_says_the_same(make: Callable[[], MoveResult]) -> None:
    change = make()
    for other in copies(change):
        assert isinstance(other, MoveResult)
        assert (other.cells, other.indices.tolist()) == (change.cells, change.indices.tolist())
        assert (other.opened, other.flagged, other.outcome) == (change.opened, change.flagged, change.outcome)
        assert (len(other), bool(other)) == (len(change), bool(change))


def test_games_and_histories_are_copied_but_equal_to_themselves_alone() -> None:
    game = Game("3x4", 2, seed=7)
    for thing in (game, History(game)):
        assert thing == thing  # noqa: PLR0124
        for other in copies(thing):
            assert type(other) is type(thing)
            assert other != thing
        assert hash(thing) != hash(copy.copy(thing))


def test_what_a_game_is_made_of_never_changes() -> None:
    game = Game("3x4", 2, seed=7)
    for name in ("grid", "mines", "rules", "seed", "outcome"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)
        with pytest.raises(AttributeError):
            delattr(game, name)


def test_changes_of_equal_games_are_equal() -> None:
    cells = list(LAYOUT.grid)
    random.Random(1).shuffle(cells)
    games = [Game(layout=LAYOUT) for _ in range(2)]
    kinds = random.Random(2).choices(KINDS, k=len(cells))
    for kind, cell in zip(kinds, cells, strict=True):
        first, second = (game.play(Move(kind, cell)) for game in games)
        assert first == second
        assert hash(first) == hash(second)
