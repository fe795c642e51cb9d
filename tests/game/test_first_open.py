"""The layout for a seed and a first click: random, or one that needs no guess."""

from __future__ import annotations

import sys
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from hypersweep import CLASSIC, CellError, Game, Grid, HypersweepError, Layout, Move, Record, Rules, generate
from hypersweep.errors import GenerationError, MineCountError
from hypersweep.game import CancelToken
from hypersweep.game.first_open import deal, is_searched
from hypersweep.generate import no_guess, solvable_from
from hypersweep.rules import GRADES
from hypersweep.session import Session
from hypersweep.stats import play_stats

NEVER = Rules(guess="never")
BOARDS = [
    ("9x16", 20, (4, 8)),
    ("3x4", 2, (2, 3)),
    ("20", 3, (0,)),
    ("4x5x6", 12, (1, 2, 3)),
    ("3x4x3x4", 7, (0, 1, 2, 3)),
    ("6x7~wrap=0", 7, (5, 0)),
    ("5x9~orthogonal", 6, (2, 2)),
    ("2x3x2x3x2~orthogonal~wrap=1,3", 6, (0, 0, 1, 2, 1)),
]


@pytest.mark.slow
@given(st.data())
def test_by_chance_it_is_a_random_layout(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids())
    rules = data.draw(strategies.rules())
    seed, first = data.draw(strategies.seeds()), data.draw(strategies.cells_of(grid))
    mines = data.draw(st.integers(0, strategies.room_for_mines(grid, rules.first_open)))
    expected = Layout.random(grid, mines, seed=seed, first=first, first_open=rules.first_open)
    assert deal(grid, mines, rules, seed=seed, first=first) == expected
    assert deal(grid, mines, rules, seed=seed, first=grid.index(first)) == expected


@pytest.mark.parametrize("first_open", ["safe", "opening"])
@pytest.mark.parametrize("grade", [None, "clue", "pair", "set"])
@pytest.mark.parametrize(("board", "mines", "first"), BOARDS)
def test_a_game_without_guesses_begins_with_such_a_board(
    board: str, mines: int, first: tuple[int, ...], grade: Any, first_open: Any
) -> None:
    rules = Rules(first_open=first_open, guess="never", grade=grade)
    game = Game(board, mines, seed=7, rules=rules)
    game.open(first)
    layout = game.layout
    assert layout == deal(game.grid, mines, rules, seed=7, first=first)
    assert layout == Record.of(game).layout
    assert layout is not None
    assert layout.mines == mines
    found = solvable_from(layout, first)
    assert found.grade is not None
    assert GRADES.index(found.grade) <= GRADES.index(grade or "count")
    assert layout.clue(first) == 0 or first_open == "safe"


@pytest.mark.parametrize("grade", ["pair", "set", "count"])
def test_a_board_needs_exactly_the_grade_that_is_asked_for(grade: Any) -> None:
    rules = Rules(guess="never", grade=grade, exactly=True)
    for seed in range(3):
        game = Game("9x9", 20, seed=seed, rules=rules)
        game.open((4, 4))
        assert game.layout is not None
        assert solvable_from(game.layout, (4, 4)).grade == grade
        Record.of(game).verify()


def test_no_board_without_mines_needs_a_pair() -> None:
    with pytest.raises(GenerationError, match=r"needs pairs, .* another grade may help"):
        Game("3x4", 0, seed=7, rules=NEVER.replace(grade="pair", exactly=True)).open((0, 0))


def test_a_first_open_with_a_watch_gives_the_same_board() -> None:
    for rules in (CLASSIC, NEVER):
        games = [Game("9x16", 20, seed=7, rules=rules) for _ in range(2)]
        games[0].open((4, 8))
        games[1].play(Move("open", (4, 8)), watch=CancelToken())
        assert games[0].layout == games[1].layout


def count_makes(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list that grows with each board that is made."""
    made: list[object] = []

    def counted(*arguments: Any, **named: Any) -> object:
        made.append(arguments)
        return no_guess(*arguments, **named)

    monkeypatch.setattr(generate, "no_guess", counted)
    return made


def test_a_board_is_made_once_for_game_record_and_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    made = count_makes(monkeypatch)
    session = Session("9x16", 20, seed=123_456, rules=NEVER)
    session.open((4, 8))
    record = session.record
    record.verify()
    assert record.layout == session.game.layout
    assert play_stats(record).board is not None
    assert Session.continue_from(record).game.layout == session.game.layout
    assert Record.of(session.game).layout == session.game.layout
    assert len(made) == 1
    # Everything that affects the board counts.
    for rules, seed, first in [
        (NEVER, 123_457, (4, 8)),
        (NEVER, 123_456, (4, 7)),
        (NEVER.replace(grade="pair"), 123_456, (4, 8)),
        (NEVER.replace(first_open="opening"), 123_456, (4, 8)),
    ]:
        deal(session.grid, 20, rules, seed=seed, first=first)
    deal(session.grid, 21, NEVER, seed=123_456, first=(4, 8))
    deal(Grid("9x16~wrap=0"), 20, NEVER, seed=123_456, first=(4, 8))
    assert len(made) == 7


@pytest.mark.slow
def test_of_the_boards_that_were_made_a_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made = count_makes(monkeypatch)
    for seed in (*range(900, 910), 909, 908, 900):
        deal(Grid("3x4"), 2, NEVER, seed=seed, first=(0, 0))
    assert len(made) == 11
    for _ in range(2):
        deal(Grid("1025x1024"), 2, NEVER, seed=1, first=(0, 0))
    assert len(made) == 13


def test_that_there_is_no_such_board_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def counted(*arguments: Any, **named: Any) -> object:
        made.append(arguments)
        return no_guess(*arguments, tries=20, **named)

    monkeypatch.setattr(generate, "no_guess", counted)
    errors = []
    for _ in range(3):
        with pytest.raises(GenerationError) as caught:
            deal(Grid("2x3"), 1, NEVER, seed=123_458, first=(0, 1))
        errors.append(caught.value)
    assert len(made) == 1
    # Each caller gets a separate error.
    assert len({id(error) for error in errors}) == 3
    assert len({(str(error), error.tried, error.most_opened, error.too_large) for error in errors}) == 1
    with pytest.raises(GenerationError):
        deal(Grid("2x3"), 1, NEVER, seed=123_459, first=(0, 1))
    assert len(made) == 2


def test_threads_may_deal_at_once() -> None:
    expected = [deal(Grid("5x6"), 5, NEVER, seed=seed, first=(0, 0)) for seed in range(20)]
    wrong: list[object] = []

    def work() -> None:
        try:
            wrong.extend(
                seed
                for seed in [*range(20)] * 5
                if deal(Grid("5x6"), 5, NEVER, seed=seed, first=(0, 0)) != expected[seed]
            )
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# An open in the middle of 2x3 shows a 1, and its mine may be in any of four cells.
IMPOSSIBLE, POSSIBLE = (0, 1), (1, 2)


def test_where_there_is_no_such_board_the_error_says_what_may_help() -> None:
    with pytest.raises(GenerationError) as caught:
        deal(Grid("2x3"), 1, NEVER, seed=7, first=IMPOSSIBLE)
    error = caught.value
    assert str(error) == (
        f"found no 2x3 board with 1 mine that needs no guess when (0, 1) is opened first, in "
        f"{error.tried} tries, which covered all possible layouts; the best opened 1 of "
        "5 safe cells: another first cell may help"
    )
    assert 5 <= error.tried < 1000
    assert error.most_opened == 1
    assert error.is_exhausted
    with pytest.raises(GenerationError, match=r"needs no guess, single clues, when .* a harder grade may help"):
        deal(Grid("2x3"), 1, NEVER.replace(grade="clue"), seed=7, first=IMPOSSIBLE)


def test_a_first_open_without_a_board_leaves_the_game_as_it_was() -> None:
    game, other = (Game("2x3", 1, seed=7, rules=NEVER) for _ in range(2))
    for each in (game, other):
        each.flag((1, 1))
    with pytest.raises(GenerationError):
        game.open(IMPOSSIBLE)
    assert (game.layout, game.opened, game.flags, game.moves) == (None, 0, 1, other.moves)
    assert game.view == other.view
    assert game.open(POSSIBLE).opened == other.open(POSSIBLE).opened
    assert (game.layout, game.view) == (other.layout, other.view)


def test_a_first_open_that_is_cancelled_leaves_the_game_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = CancelToken()

    def slow(*arguments: Any, **named: Any) -> object:
        watch.cancel()
        return no_guess(*arguments, **named)

    monkeypatch.setattr(generate, "no_guess", slow)
    game = Game("9x16", 20, seed=321, rules=NEVER)
    assert not game.play(Move("open", (4, 8)), watch=watch)
    assert (game.layout, game.opened, game.moves) == (None, 0, ())
    assert game.play(Move("open", (4, 8)), watch=CancelToken()).opened


def test_a_search_that_takes_long_is_cancelled_in_its_midst() -> None:
    watch = CancelToken()
    game = Game("700x700", 110_000, seed=321, rules=NEVER.replace(grade="clue"))
    timer = threading.Timer(0.2, watch.cancel)
    timer.start()
    assert not game.play(Move("open", (350, 350)), watch=watch)
    timer.join()
    assert watch.search is not None
    assert (game.layout, game.opened, game.moves) == (None, 0, ())


def test_what_is_wrong_with_the_arguments_is_told_as_by_chance() -> None:
    for rules in (CLASSIC, NEVER):
        with pytest.raises(CellError):
            deal(Grid("3x4"), 2, rules, seed=7, first=(3, 0))
        with pytest.raises(MineCountError):
            deal(Grid("3x4"), 12, rules, seed=7, first=(0, 0))
        with pytest.raises(HypersweepError):
            deal(Grid("3x4"), 2, rules, seed=-1, first=(0, 0))


@pytest.mark.nightly
def test_threads_that_deal_at_once_don_t_disturb_each_other() -> None:
    """Each of them forgets the oldest of the boards that were made, while the others make some."""
    failed: list[BaseException] = []

    def deal_many(number: int) -> None:
        try:
            for seed in range(number, 32000, 8):
                if failed:
                    return
                deal(Grid("2x3"), 1, NEVER, seed=seed, first=0)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=deal_many, args=(number,)) for number in range(8)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failed


@pytest.mark.parametrize(
    ("rules", "is_search"),
    [("classic", False), ("classic,guess=punished", False), ("classic,guess=never", True), ("esp,guess=never", True)],
)
def test_only_the_first_open_without_guesses_searches_for_a_board(rules: str, is_search: bool) -> None:
    game = Game("3x4", 2, seed=7, rules=rules)
    game.flag((2, 3))
    assert is_searched(game.rules, game.layout) == is_search
    game.open((0, 0))
    assert not is_searched(game.rules, game.layout)
    game.undo()
    assert not is_searched(game.rules, game.layout)
    given = game.rules.for_layout()
    other = Game(layout=Layout("3x4", [(0, 1)]), rules=given)
    assert not is_searched(other.rules, other.layout)
