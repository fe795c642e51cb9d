"""Records of games that must not need a guess: replayed, and rejected if the board breaks that promise."""

from __future__ import annotations

import copy
import pickle
from itertools import combinations
from typing import Any

import pytest

from hypersweep import BudgetExceededError, Event, Game, Grid, Layout, Outcome, Record, RecordError, Rules, generate
from hypersweep.generate import solvable_from
from hypersweep.record import Replay
from hypersweep.rules import GRADES

NEVER = Rules(guess="never")
BOARDS = [
    ("9x16", 20, (4, 8)),
    ("3x4", 2, (2, 3)),
    ("20", 3, (0,)),
    ("4x5x6", 12, (1, 2, 3)),
    ("3x4x3x4", 7, (0, 1, 2, 3)),
    ("6x7~wrap=0", 7, (5, 0)),
    ("2x3x2x3x2~orthogonal~wrap=1,3", 6, (0, 0, 1, 2, 1)),
]


def won(board: str, mines: int, first: tuple[int, ...], rules: Rules) -> Record:
    """Return the record of a game that is won."""
    game = Game(board, mines, seed=7, rules=rules)
    game.open(first)
    layout = game.layout
    assert layout is not None
    for cell in game.grid:
        if not layout.is_mine(cell):
            game.open(cell)
    assert game.outcome is Outcome.WON
    return Record.of(game)


@pytest.mark.parametrize("rules", [NEVER, NEVER.replace(first_open="opening", grade="set")], ids=str)
@pytest.mark.parametrize(("board", "mines", "first"), BOARDS)
def test_a_game_is_played_again_from_its_seed(board: str, mines: int, first: tuple[int, ...], rules: Rules) -> None:
    record = won(board, mines, first, rules)
    assert (record.rules, record.seed, record.stated_layout) == (rules, 7, None)
    for each in (record, Record.parse(record.format()), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert each == record
        each.verify()
    assert record.layout is not None
    # With the layout next to the seed, or in place of it.
    record.replace(layout=record.layout).verify()
    record.replace(layout=record.layout, seed=None).verify()
    replay = record.replay()
    replay.seek(len(replay))
    layout = replay.game.layout
    replay.seek(0)
    assert replay.game.opened == 0
    replay.seek(1)
    assert replay.game.layout == layout == record.layout
    again = pickle.loads(pickle.dumps(replay))
    assert (again.position, again.game.view) == (1, replay.game.view)


def test_another_seed_or_another_promise_is_another_board() -> None:
    record = won("9x16", 20, (4, 8), NEVER)
    changed = [record.replace(seed=8), record.replace(rules=NEVER.replace(first_open="opening"))]
    changed += [record.replace(rules=NEVER.by_chance(), seed=seed) for seed in (8, 9)]
    for other in changed:
        with pytest.raises(RecordError) as caught:
            other.verify()
        assert caught.value.position in (0, 1, 2, 3)


GRID = Grid("3x5")


def layouts_by_grade() -> dict[str | None, Layout]:
    """Return a layout of each grade, and one that needs a guess, all of them with the first cell in a corner."""
    found: dict[str | None, Layout] = {}
    for mines in (2, 3, 4):
        for indices in combinations(range(1, GRID.cells), mines):
            layout = Layout(GRID, [GRID.cell(index) for index in indices])
            found.setdefault(solvable_from(layout, 0).grade, layout)
    return found


LAYOUTS = layouts_by_grade()


def stated(layout: Layout, rules: Rules) -> Record:
    """Return the record of a first open on a layout that is stated, without a seed."""
    change = Game(layout=layout).open((0, 0))
    return Record(layout.grid, rules=rules, layout=layout, events=[Event.of(0, "open", (0, 0), change)])


@pytest.mark.parametrize("grade", [None, *GRADES])
@pytest.mark.parametrize("needed", LAYOUTS)
def test_a_stated_layout_is_as_easy_as_the_rules_promise(needed: str | None, grade: Any) -> None:
    layout = LAYOUTS[needed]
    stated(layout, NEVER.by_chance()).verify()
    record = stated(layout, NEVER.replace(grade=grade))
    if needed is not None and GRADES.index(needed) <= GRADES.index(grade or "count"):
        record.verify()
        return
    with pytest.raises(RecordError) as caught:
        record.verify()
    error = caught.value
    assert (error.position, error.event, error.line) == (0, record.events[0], 0)
    promise = record.rules.guess_words
    if needed is None:
        assert str(error).startswith(f"expected a board as the rules promise ({promise}), not one on which deduction ")
        assert f" of {GRID.cells - layout.mines} safe cells, at event 1, got 0 open 0 0: " in str(error)
    else:
        assert str(error).startswith(
            f"expected a board as the rules promise ({promise}), not one of grade '{needed}', at event 1, got 0 open"
        )


@pytest.mark.parametrize("grade", ["pair", "set", "count"])
def test_a_stated_layout_needs_exactly_the_grade_that_was_agreed(grade: Any) -> None:
    rules = NEVER.replace(grade=grade, exactly=True)
    for needed in GRADES:
        record = stated(LAYOUTS[needed], rules)
        if needed == grade:
            record.verify()
        else:
            with pytest.raises(RecordError, match=f"not one of grade '{needed}'"):
                record.verify()


def test_layouts_of_every_grade_were_tried() -> None:
    assert set(LAYOUTS) == {None, *GRADES}


def test_a_refused_replay_stays_before_the_first_open() -> None:
    replay = stated(LAYOUTS[None], NEVER).replay()
    for _ in range(2):
        with pytest.raises(RecordError, match="no guess"):
            replay.step()
        assert (replay.position, replay.game.opened, replay.can_undo) == (0, 0, False)


def test_mines_that_are_moved_are_found_out() -> None:
    record = won("4x5x6", 12, (1, 2, 3), NEVER)
    assert record.layout is not None
    moved = Layout.random("4x5x6", 12, seed=3)
    for other in (record.replace(layout=moved), record.replace(layout=moved, seed=None)):
        with pytest.raises(RecordError):
            other.verify()


def test_a_layout_past_the_budget_is_not_taken_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_hard(*arguments: object) -> object:
        raise BudgetExceededError("expected at most 65536 states, got more")

    monkeypatch.setattr(generate, "solvable_from", too_hard)
    with pytest.raises(RecordError, match=r"which can't be checked: expected at most .* at event 1, got 0 open 0 0"):
        stated(LAYOUTS["clue"], NEVER).verify()


def test_a_seed_that_gives_no_board_is_refused() -> None:
    # In the middle of the long side a 1 leaves four cells to guess from.
    record = Record("2x3", 1, rules=NEVER, seed=7, events=[Event(0, "flag", (0, 0), 1), Event(0, "open", (0, 1), 1)])
    with pytest.raises(RecordError, match=r"^expected a seed and a first open that lead to a board: .* at event 2"):
        record.verify()
    replay = Replay(record)
    replay.step()
    with pytest.raises(RecordError):
        replay.step()
    assert (replay.position, replay.game.flags, replay.game.layout) == (1, 1, None)


def test_a_side_line_with_a_first_open_of_its_own_is_another_board_without_guesses() -> None:
    record = won("9x16", 20, (4, 8), NEVER)
    game = Game("9x16", 20, seed=7, rules=NEVER)
    other = record.with_variation(0, [Event.of(0, "open", (0, 0), game.open((0, 0)))])
    other.verify()
    replay = other.replay()
    for line, first in ((1, (0, 0)), (0, (4, 8)), (1, (0, 0))):
        replay.follow(line)
        replay.seek(1)
        assert replay.game.layout is not None
        assert solvable_from(replay.game.layout, first)
    # And a side line whose first open leads to no layout says so.
    small = Game("2x3", 1, seed=7, rules=NEVER)
    small.open((0, 0))
    wrong = Record.of(small).with_variation(0, [Event(0, "open", (0, 1), 1)])
    with pytest.raises(RecordError, match=r"in side line 1, at event 1, got 0 open 0 1: 1") as caught:
        wrong.verify()
    assert caught.value.line == 1


def test_the_layout_stays_when_the_first_open_is_taken_back() -> None:
    game = Game("9x16", 20, seed=7, rules=NEVER)
    game.open((4, 8))
    layout = game.layout
    game.undo()
    assert game.layout == layout
    game.open((0, 0))
    assert game.layout == layout
    record = Record.of(game)
    # This first open didn't decide the layout, and may need guesses: nothing is promised.
    assert (record.seed, record.stated_layout, record.rules) == (None, layout, Rules(first_open="any"))
    record.verify()


def test_a_first_open_that_alone_gives_no_board_is_recorded_with_its_layout() -> None:
    game = Game("2x3", 1, seed=7, rules=NEVER)
    game.open((0, 0))
    game.undo()
    game.open((0, 1))
    record = Record.of(game)
    assert (record.seed, record.stated_layout) == (None, game.layout)
    record.verify()


@pytest.mark.parametrize("opens", [(), ((4, 8),), ((4, 8), (0, 0))])
def test_copies_and_pickles_play_on_the_same_board(opens: tuple[tuple[int, ...], ...]) -> None:
    game = Game("9x16", 20, seed=7, rules=NEVER)
    for cell in opens:
        game.open(cell)
    twins = [game.copy(), copy.deepcopy(game), *(pickle.loads(pickle.dumps(game, form)) for form in (0, 5))]
    for each in (game, *twins):
        each.open((4, 8))
        assert (each.rules, each.seed, each.layout, each.view) == (NEVER, 7, game.layout, game.view)


def test_a_board_that_was_given_promises_nothing() -> None:
    layout = LAYOUTS[None]
    game = Game(layout=layout, rules=NEVER)
    assert Record.begin(game).rules == Rules(first_open="any")
    game.open((0, 0))
    record = Record.of(game)
    assert record.rules == Rules(first_open="any")
    record.verify()
    restored = Game.restore(layout, open_bits=bytes([1, 0]), rules=NEVER)
    assert restored.opened == 1
    assert Game(layout=layout, seed=7, rules=NEVER).open((0, 0)).opened
