"""Whole games: the kernel plays like ``choose`` on a ``Game``, and your own policy plays on the same boards."""

from __future__ import annotations

import gc
import types
from collections.abc import Callable, Iterator
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hypersweep
import strategies
from hypersweep import (
    COVERED,
    CellError,
    Choice,
    Game,
    Grid,
    Layout,
    MineCountError,
    Outcome,
    ParameterError,
    ParameterTypeError,
    View,
    analyse,
    choose,
    play_policy,
    play_solver,
)
from hypersweep.batch import GameBatch, GameResult
from hypersweep.solve import POLICIES
from hypersweep.typing import FirstOpen, Policy


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("shape", "mines", "first", "first_open"),
    [
        ("3x4", 3, None, "safe"),
        ("3x4x5", 8, (1, 2, 2), "opening"),
        ("2x3x4x2", 6, None, "any"),
        ("5x6~wrap=0", 6, (2, 3), "safe"),
    ],
)
def test_games_are_those_that_choose_plays(
    policy: Policy, shape: str, mines: int, first: tuple[int, ...] | None, first_open: FirstOpen
) -> None:
    grid = Grid(shape)
    start = first or (0,) * grid.dimensions
    batch = play_solver(grid, mines, 25, seed=3, index=4, policy=policy, first=first, first_open=first_open)
    assert len(batch) == 25
    guesses = []
    for number in range(25):
        layout = Layout.random(grid, mines, seed=3, index=4 + number, first=start, first_open=first_open)
        game = Game(layout=layout)
        game.open(start)
        guessed = 0
        while game.outcome is Outcome.ONGOING:
            best = choose(game.view, policy)
            assert best is not None
            guessed += best.kind != "safe"
            game.open(best.cell)
        guesses.append(guessed)
        assert batch.won[number] == (game.outcome is Outcome.WON)
        assert batch.opened[number] == game.opened
        assert batch.moves[number] > guessed
    assert list(batch.guesses) == guesses
    assert sum(batch.estimates) == 0


@pytest.mark.slow
def test_batches_go_on_where_another_ended() -> None:
    whole = play_solver("4x5", 5, 30, seed=9, policy="progress")
    parts = [play_solver("4x5", 5, 15, seed=9, policy="progress", index=index) for index in (0, 15)]
    assert [whole[:15], whole[15:]] == parts
    assert list(whole.won) == [won for part in parts for won in part.won]
    assert whole.seed == 9
    assert play_solver("4x5", 5, 0).won.tolist() == []


def test_columns_and_results_tell_of_the_solver_too() -> None:
    batch = play_solver((3, 4), 2, 40, seed=1)
    arrays = batch.arrays()
    assert list(arrays) == ["won", "outcomes", "opened", "moves", "guesses", "analyses", "estimates"]
    for name, array in arrays.items():
        assert array.tolist() == getattr(batch, name).tolist()
    assert arrays["opened"].max() == 10
    assert repr(batch) == f"<SolverBatch of 40 games on 3x4 with 2 mines by look-ahead, {batch.wins} won, seed 1>"
    for place, result in enumerate(batch):
        assert (result.guesses, result.analyses, result.estimates) == (
            batch.guesses[place],
            batch.analyses[place],
            batch.estimates[place],
        )


@pytest.mark.slow
def test_every_move_opens_a_cell() -> None:
    batch = play_solver("5x6", 5, 200, seed=1, policy="safest")
    for result in batch:
        assert result.guesses < result.moves <= result.opened + (not result.won)
    assert max(batch.moves) > 1
    # Without mines, the first open is the only one.
    assert play_solver("5x6", 0, 3).moves.tolist() == [1, 1, 1]


@pytest.mark.nightly
def test_a_stronger_policy_wins_more() -> None:
    wins = [play_solver("8x8", 10, 1500, seed=2, policy=policy).wins for policy in POLICIES]
    assert wins[0] < wins[2]


def test_what_can_not_be_played() -> None:
    with pytest.raises(MineCountError):
        play_solver("3x4", 12, 1)
    with pytest.raises(CellError):
        play_solver("3x4", 2, 1, first=(3, 0))
    with pytest.raises(ParameterError, match="did you mean 'look-ahead'"):
        play_solver("3x4", 2, 1, policy="lookahead")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="first"):
        play_solver("3x4", 2, 1, first_open="sometimes")  # type: ignore[arg-type]
    with pytest.raises(ParameterTypeError):
        play_solver("3x4", 2, 1.0)  # type: ignore[arg-type]


Cell = tuple[int, ...]


def covered_cells(view: View) -> list[Cell]:
    return [cell for cell, code in view.items() if code == COVERED]


def first_covered(view: View) -> Cell:
    return covered_cells(view)[0]


def by_hand(
    policy: Callable[[View], Any], grid: Grid, mines: int, index: int, first: Cell, first_open: FirstOpen
) -> tuple[int, int, int]:
    """Return outcome, open cells and moves of one game, played on a ``Game`` with one cell at a time."""
    layout = Layout.random(grid, mines, seed=3, index=index, first=first, first_open=first_open)
    game = Game(layout=layout)
    game.open(first)
    while game.outcome is Outcome.ONGOING:
        cell = policy(game.view)
        if cell is None:
            break
        assert game.open(cell)
    return game.outcome.value, game.opened, len(game.moves)


@pytest.mark.slow
@given(st.data())
def test_games_are_those_played_by_hand(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids())
    first_open = data.draw(st.sampled_from(strategies.FIRST_OPENS))
    first = data.draw(strategies.cells_of(grid))
    mines = data.draw(st.integers(0, strategies.room_for_mines(grid, first_open)))
    start, count = data.draw(st.integers(0, 3) | st.just(2**64 - 100)), data.draw(st.integers(0, 4))
    patience = data.draw(st.integers(0, 30))

    def policy(view: View) -> Cell | None:
        cells = covered_cells(view)
        return cells[view.covered % len(cells)] if len(cells) > patience else None

    batch = play_policy(policy, grid, mines, count, seed=3, index=start, first=first, first_open=first_open)
    assert len(batch) == count
    found = list(zip(batch.outcomes, batch.opened, batch.moves, strict=True))
    assert found == [by_hand(policy, grid, mines, start + place, first, first_open) for place in range(count)]


@pytest.mark.parametrize("policy", ["safest", "look-ahead"])
@pytest.mark.parametrize(("shape", "mines", "first"), [("3x4", 3, None), ("3x4x3", 6, (1, 2, 0)), ("2x3x5", 4, None)])
def test_results_pair_with_those_of_the_solver(policy: Policy, shape: str, mines: int, first: Cell | None) -> None:
    def same(view: View) -> Choice | None:
        return choose(view, policy)

    named: dict[str, Any] = {"seed": 8, "index": 5, "first": first, "first_open": "opening"}
    own = play_policy(same, shape, mines, 12, **named)
    theirs = play_solver(shape, mines, 12, policy=policy, **named)
    assert isinstance(own, GameBatch)
    assert own.won.tolist() == theirs.won.tolist()
    assert own.opened.tolist() == theirs.opened.tolist()
    assert own.first == theirs.first
    assert [own.layout(place) for place in range(12)] == [theirs.layout(place) for place in range(12)]


def test_a_batch_is_named_after_its_policy() -> None:
    class Player:
        def __call__(self, view: View) -> Cell:
            return first_covered(view)

    batch = play_policy(first_covered, "3x4", 1, 4, seed=1)
    assert (batch.policy, batch[0].policy) == ("first_covered", "first_covered")
    assert repr(batch) == f"<GameBatch of 4 games on 3x4 with 1 mine by first_covered, {batch.wins} won, seed 1>"
    other = play_policy(Player(), "3x4", 1, 4, seed=1)
    assert other.policy == "Player"
    assert other.moves.tolist() == batch.moves.tolist()
    assert other != batch


ANSWERS: dict[str, Callable[[View], Any]] = {
    "a list": lambda view: list(first_covered(view)),
    "an index": lambda view: view.codes.tolist().index(COVERED),
    "an index of NumPy": lambda view: numpy.int16(view.codes.tolist().index(COVERED)),
    "an array": lambda view: numpy.argwhere(view.array() == COVERED)[0],
    "a tuple of NumPy": lambda view: tuple(numpy.argwhere(view.array() == COVERED)[0]),
    "a tuple of one": lambda view: (first_covered(view),),
    "a list of one": lambda view: [first_covered(view)],
    "a generator of one": lambda view: iter([first_covered(view)]),
    "an array of one": lambda view: numpy.argwhere(view.array() == COVERED)[:1],
    "the same twice": lambda view: [first_covered(view)] * 2,
    "a set": lambda view: {first_covered(view)},
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("shape", ["4x5", "2x3x4", "9"])
def test_a_cell_may_be_given_in_many_forms(answer: Callable[[View], Any], shape: str) -> None:
    expected = play_policy(first_covered, shape, 2, 20, seed=2, first_open="any")
    found = play_policy(answer, shape, 2, 20, seed=2, first_open="any")
    assert found.outcomes.tolist() == expected.outcomes.tolist()
    assert found.opened.tolist() == expected.opened.tolist()
    assert found.moves.tolist() == expected.moves.tolist()


def test_several_cells_are_opened_in_turn_until_the_game_ends() -> None:
    def one(view: View) -> Cell:
        analysis = analyse(view)
        return (analysis.safe_cells or sorted(covered_cells(view), key=analysis.probability))[0]

    def several(view: View) -> Any:
        return analyse(view).safe_cells or one(view)

    calls: list[View] = []
    alone = play_policy(one, "5x6", 6, 60, seed=2)
    together = play_policy(lambda view: calls.append(view) or several(view), "5x6", 6, 60, seed=2)  # type: ignore[func-returns-value]
    # Certain cells stay certain, so only the number of views differs; a cascade may save a move.
    assert together.wins > 0
    assert len(calls) < sum(alone.moves) - 60
    for result in together:
        assert result.moves <= result.opened + (not result.won)

    # All covered cells at once: mines as well, after which nothing more is opened.
    everything = play_policy(covered_cells, "4x5", 3, 30, seed=1)
    assert everything.wins + everything.outcomes.tolist().count(Outcome.LOST.value) == 30
    one_by_one = play_policy(first_covered, "4x5", 3, 30, seed=1)
    assert everything.opened.tolist() == one_by_one.opened.tolist()
    assert everything.moves.tolist() == one_by_one.moves.tolist()


def test_a_game_can_be_given_up_or_cut_short() -> None:
    given_up = play_policy(lambda view: None, "4x5", 3, 20, seed=1, first_open="safe")
    assert set(given_up.moves) == {1}
    assert given_up.wins == 0
    assert set(given_up.outcomes) == {Outcome.ONGOING.value}
    assert given_up[3].outcome is Outcome.ONGOING
    whole = play_policy(first_covered, "4x5", 3, 60, seed=1)
    for answer in (first_covered, covered_cells):
        for most in (1, 2, 3, 50):
            cut = play_policy(answer, "4x5", 3, 60, seed=1, most_moves=most)
            assert cut.moves.tolist() == [min(most, moves) for moves in whole.moves]
            for short, long in zip(cut, whole, strict=True):
                over = short.moves == long.moves
                assert short.outcome is (long.outcome if over else Outcome.ONGOING)
    for wrong in (0, -1):
        with pytest.raises(ParameterError, match="most_moves"):
            play_policy(first_covered, "4x5", 3, 1, most_moves=wrong)


WRONG: dict[str, tuple[Any, type[Exception], str]] = {
    "open": ((0, 0), CellError, r"a covered cell from the policy, got \(0, 0\), which is open"),
    "open, by index": (0, CellError, "which is open"),
    "one of several is open": ([(3, 4), (0, 0)], CellError, "which is open"),
    "off the board": ((4, 0), CellError, "4"),
    "negative": ((0, -1), CellError, "-1"),
    "too few": ((1,), CellError, "2 coordinates"),
    "an index off the board": (20, CellError, "20"),
    "a negative index": (-1, CellError, "-1"),
    "a text": ("1 2", ParameterTypeError, "'1 2'"),
    "bytes": (b"12", ParameterTypeError, "b'12'"),
    "a number": (2.0, ParameterTypeError, "2.0"),
    "a boolean": (True, ParameterTypeError, "True"),
    "booleans": ((True, False), ParameterTypeError, "True"),
    "no cell": ([], CellError, "got none"),
    "a view": (View("4x5", 3, [COVERED] * 20), CellError, "which is open"),
    "anything": (object(), ParameterTypeError, "object"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_answer_that_can_not_be_is_told_with_its_game(name: str) -> None:
    answer, kind, text = WRONG[name]
    ended: list[GameResult] = []

    def policy(view: View) -> Any:
        return first_covered(view) if len(ended) < 3 else answer

    with pytest.raises(kind, match=text) as caught:
        play_policy(policy, "4x5", 3, 9, seed=12, index=40, report=ended.append)
    (note,) = caught.value.__notes__
    assert note.startswith("game 43 of seed 12, move 2:\n4x5 mines=3\n")
    assert len(ended) == 3
    assert [result.opened for result in ended] == play_policy(
        first_covered, "4x5", 3, 3, seed=12, index=40
    ).opened.tolist()


def test_an_answer_without_an_end_is_told() -> None:
    def forever(view: View) -> Iterator[Cell]:
        while True:
            yield first_covered(view)

    with pytest.raises(CellError, match="got more than 20"):
        play_policy(forever, "4x5", 3, 9, seed=12)


@pytest.mark.parametrize("kind", [ZeroDivisionError, StopIteration, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_errors_of_a_policy_come_through(kind: type[BaseException]) -> None:
    error = kind("own")
    views: list[View] = []

    def policy(view: View) -> Cell:
        views.append(view)
        if view.covered < 12:
            raise error
        return first_covered(view)

    with pytest.raises(kind) as caught:
        play_policy(policy, "4x5", 2, 50, seed=4, index=7)
    assert caught.value is error
    (note,) = error.__notes__
    assert note.endswith(f":\n{views[-1]}")
    game, move = (int(word) for word in note.split(":")[0].replace(",", "").split() if word.isdigit() and word != "4")
    assert game >= 7
    assert move >= 2
    with pytest.raises(kind):
        play_policy(first_covered, "4x5", 2, 50, seed=4, report=lambda result: policy(views[-1]))


def test_a_note_does_not_draw_a_large_board() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        play_policy(lambda view: 1 // 0, "40x60", 400, 1, seed=4)
    assert caught.value.__notes__ == ["game 0 of seed 4, move 2 on 40x60"]


def test_reports_come_in_order_and_as_the_batch_has_them() -> None:
    ended: list[GameResult] = []
    batch = play_policy(choose, "3x4", 2, 20, seed=1, index=2**63, report=ended.append)
    assert ended == list(batch)
    assert [result.index for result in ended] == list(range(2**63, 2**63 + 20))


def reachable(root: object) -> set[int]:
    """Return the ids of all objects that can be reached from one, modules, classes and functions left out."""
    outside = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type, property)
    found = {id(root): root}
    todo = [root]
    while todo:
        for other in gc.get_referents(todo.pop()):
            if id(other) not in found and not isinstance(other, outside):
                found[id(other)] = other
                todo.append(other)
    return {id(each) for each in found.values()} | {id(type(each)) for each in found.values()}


def test_a_policy_sees_nothing_but_a_view() -> None:
    hidden = {
        id(kind)
        for kind in (Layout, Game, hypersweep._native.Mines, hypersweep._native.Board, hypersweep.batch.layouts.Deal)
    }
    seen: list[View] = []

    def policy(view: View) -> Cell:
        assert type(view) is View
        assert not hidden & reachable(view)
        # Not even a code reveals a mine.
        assert min(view.codes) == COVERED
        seen.append(view)
        return first_covered(view)

    play_policy(policy, "4x5", 3, 10, seed=1)
    assert seen
    assert id(Layout) in reachable(Layout("3x4"))
    # A view is a snapshot: later moves don't show in it.
    assert [view.covered for view in seen[:2]] == [view.covered for view in map(View.parse, map(str, seen[:2]))]


def test_a_policy_may_play_games_itself() -> None:
    def nested(view: View) -> Cell:
        play_policy(first_covered, "3x4", 2, 2, seed=1)
        return first_covered(view)

    assert play_policy(nested, "4x5", 3, 5, seed=1).moves == play_policy(first_covered, "4x5", 3, 5, seed=1).moves


def test_arguments_are_checked_before_a_game_begins() -> None:
    wrong: Any
    for wrong in (None, "safest", 7, (0, 0)):
        with pytest.raises(ParameterTypeError, match="for policy"):
            play_policy(wrong, "3x4", 2, 1)
    with pytest.raises(ParameterTypeError, match="for report"):
        play_policy(choose, "3x4", 2, 1, report=7)  # type: ignore[arg-type]
    with pytest.raises(MineCountError):
        play_policy(choose, "3x4", 12, 1)


def test_a_board_without_safe_cells_is_lost_at_once() -> None:
    batch = play_policy(choose, "2x3", 6, 3, seed=1, first_open="any")
    assert (batch.wins, batch.moves.tolist(), batch.opened.tolist()) == (0, [1] * 3, [0] * 3)
    assert play_policy(choose, "2x3", 0, 3, seed=1).wins == 3
