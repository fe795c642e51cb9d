from __future__ import annotations

import json
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_stats
from hypersweep import Game, Grid, Layout, Outcome, ParameterTypeError, RecordError
from hypersweep.game import History
from hypersweep.record import Event, Record
from hypersweep.review import review
from hypersweep.session.results import record_result
from hypersweep.stats import play_stats, slowest_decisions
from played import Step, played
from strategies import board_of, grids, mine_sets

# . 1 1 1
# . 1 * 1
# . 1 1 1   and so on: one opening, five single cells.
ONE = Layout("3x4", [(1, 2)])


def test_a_game_that_was_won() -> None:
    stats = play_stats(
        played(
            ONE,
            [
                (0, "open", (0, 0)),
                (500, "open", (0, 0)),  # nothing
                (1000, "flag", (1, 2)),
                (2000, "chord", (0, 1)),
                (3000, "chord", (0, 2)),
                (4000, "chord", (2, 1)),
                (4500, "open", (2, 3)),
            ],
        )
    )
    assert stats.outcome is Outcome.WON
    assert stats.board is not None
    # The opening; (0, 2), (2, 2) and the last column are clicks of their own.
    assert (stats.board.three_bv, stats.three_bv_done, stats.openings_done) == (6, 6, 1)
    assert (stats.left, stats.right, stats.chords, stats.clicks) == (3, 1, 3, 7)
    assert (stats.effective_left, stats.effective_right, stats.effective_chords, stats.effective_clicks) == (2, 1, 3, 6)
    assert stats.milliseconds == 4500
    assert stats.three_bv_per_second == pytest.approx(6 / 4.5)
    assert stats.clicks_per_second == pytest.approx(7 / 4.5)
    assert stats.effective_clicks_per_second == pytest.approx(6 / 4.5)
    assert stats.estimated_seconds == pytest.approx(4.5)
    assert stats.efficiency == pytest.approx(6 / 7)
    assert stats.correctness == pytest.approx(6 / 7)
    assert stats.throughput == pytest.approx(1)
    assert stats.rqp == pytest.approx(4.5**2 / 6)
    assert stats.quality_grade == pytest.approx(4.5**1.7 / 6)
    assert stats.zini_efficiency == pytest.approx(stats.board.greedy_zini / 7)
    assert (stats.flags, stats.deaths, stats.undos) == (1, 0, 0)


def test_a_game_that_was_lost_and_one_that_goes_on() -> None:
    begun: list[Step] = [(0, "open", (0, 0)), (1000, "open", (0, 2))]
    on = play_stats(played(ONE, begun))
    lost = play_stats(played(ONE, [*begun, (2000, "open", (1, 2))]))
    assert (on.outcome, lost.outcome) == (Outcome.ONGOING, Outcome.LOST)
    assert (on.three_bv_done, lost.three_bv_done) == (2, 2)
    assert (on.deaths, lost.deaths) == (0, 1)
    assert (on.effective_clicks, lost.effective_clicks) == (2, 3)
    assert on.estimated_seconds == pytest.approx(3)
    assert on.zini_efficiency is lost.zini_efficiency is None


def test_what_was_taken_back_is_a_click_but_no_effective_one() -> None:
    steps: list[Step] = [
        (0, "open", (0, 0)),
        (1000, "open", (1, 2)),
        (1000, "undo"),
        (2000, "open", (0, 2)),
        (2500, "undo"),
    ]
    back = play_stats(played(ONE, steps))
    assert (back.clicks, back.effective_clicks, back.three_bv_done) == (3, 1, 1)
    assert (back.undos, back.redos, back.deaths) == (2, 0, 1)
    again = play_stats(played(ONE, [*steps, (3000, "redo")]))
    assert (again.clicks, again.effective_clicks, again.three_bv_done) == (3, 2, 2)
    assert (again.undos, again.redos) == (2, 1)


def test_a_death_that_is_made_again_is_no_other_one() -> None:
    steps: list[Step] = [(0, "open", (0, 0)), (9, "open", (1, 2)), (9, "undo"), (20, "redo"), (20, "undo")]
    record = played(ONE, steps)
    assert play_stats(record).deaths == record_result("game", record).deaths == review(record).deaths == 1
    # Another click on the same mine is.
    again = played(ONE, [*steps, (30, "open", (1, 2))])
    assert play_stats(again).deaths == record_result("game", again).deaths == review(again).deaths == 2


def test_flags_set_wrong_and_flags_taken_back() -> None:
    steps: list[Step] = [
        (0, "flag", (0, 3)),
        (0, "open", (0, 0)),
        (100, "flag", (1, 2)),
        (200, "flag", (0, 3)),
        (300, "flag", (2, 3)),
        (400, "undo"),
        (500, "flag", (0, 0)),
    ]
    stats = play_stats(played(ONE, steps))
    # An undone flag was still set wrong; the undo isn't a click that takes it back.
    assert (stats.misflags, stats.unflags, stats.flags, stats.right) == (2, 1, 1, 5)
    unknown = play_stats(Record("3x4x5", 7, seed=3, events=[Event(0, "flag", (0, 0, 1), 1)]))
    assert (unknown.misflags, unknown.unflags) == (0, 0)


def test_slow_decisions_are_the_times_between_clicks_with_an_effect() -> None:
    steps: list[Step] = [
        (0, "open", (0, 0)),
        (500, "open", (0, 0)),  # nothing
        (700, "flag", (1, 2)),
        (800, "hint"),
        (1700, "chord", (0, 1)),
        (1800, "open", (2, 2)),
    ]
    record = played(ONE, steps)
    stats = play_stats(record)
    assert (stats.slowest_milliseconds, stats.median_milliseconds) == (1000, 700)
    slow = slowest_decisions(record)
    assert [(each.position, each.milliseconds, each.kind, each.cell) for each in slow] == [
        (4, 1000, "chord", (0, 1)),
        (2, 700, "flag", (1, 2)),
        (5, 100, "open", (2, 2)),
    ]
    assert slowest_decisions(record, 1) == slow[:1]
    none = play_stats(played(ONE, steps[:2]))
    assert (none.slowest_milliseconds, none.median_milliseconds) == (0, 0)
    with pytest.raises(ParameterTypeError, match="expected a Record, got Grid"):
        slowest_decisions(Grid("3x4"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("board", "mines", "factor"), [("8x8", 10, 36), ("16x16", 40, 162), ("16x30", 99, 435)])
def test_stnb_is_for_the_standard_boards(board: str, mines: int, factor: int) -> None:
    layout = Layout.random(board, mines, seed=3, first=(4, 4), first_open="opening")
    rest = next(cell for cell in layout.grid if not layout.is_mine(cell) and cell[0] > 6)
    stats = play_stats(played(layout, [(0, "open", (4, 4)), (2000, "open", rest)]))
    assert stats.board is not None
    done = stats.three_bv_done
    assert stats.stnb == pytest.approx(factor * done * (done / stats.board.three_bv) ** 0.5 / 2**1.7)
    assert play_stats(played(layout, [(0, "open", (4, 4))])).stnb is None
    assert play_stats(played(ONE, [(0, "open", (0, 0)), (2000, "open", (0, 2))])).stnb is None


def test_pauses_and_hints_are_counted_and_are_no_clicks() -> None:
    record = played(ONE, [(0, "open", (0, 0)), (800, "pause"), (800, "resume"), (900, "hint"), (950, "hint")])
    # A further level is the same hint.
    stats = play_stats(record.replace(events=[*record.events, Event(960, "hint", level=2)]))
    assert (stats.pauses, stats.hints, stats.clicks) == (1, 2, 1)


def test_flags_before_the_first_open_and_nothing_at_all() -> None:
    stats = play_stats(Record("3x4x5", 7, seed=3, events=[Event(0, "flag", (0, 0, 1), 1)]))
    assert stats.board is None
    assert (stats.clicks, stats.effective_clicks, stats.flags, stats.three_bv_done) == (1, 1, 1, 0)
    assert stats.correctness == 1.0
    assert (stats.throughput, stats.efficiency) == (0.0, 0.0)
    empty = play_stats(Record("3x4", layout=ONE))
    assert empty.board is not None
    assert empty.board.three_bv == 6
    rates = ("three_bv_per_second", "efficiency", "correctness", "throughput", "rqp", "quality_grade")
    assert [getattr(empty, rate) for rate in rates] == [None] * 6
    assert empty.estimated_seconds is None


def test_a_click_in_no_time_has_no_rate() -> None:
    stats = play_stats(played(Layout("3x4x2"), [(0, "open", (0, 0, 0))]))
    assert stats.outcome is Outcome.WON
    assert stats.three_bv_per_second is None
    assert (stats.rqp, stats.efficiency) == (0.0, 1.0)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=60)
def test_any_game_follows_the_definitions(data: st.DataObject) -> None:
    grid = data.draw(grids(max_cells=40))
    mines = data.draw(mine_sets(grid))
    layout = Layout(grid, mines)
    dice = random.Random(data.draw(st.integers(0, 1 << 30)))
    cells = list(grid)
    history = History(Game(layout=layout, rules="classic,first=any"))
    events = []
    now = 0
    started = False
    for _ in range(dice.randint(0, 25)):
        kind = dice.choice(("open", "open", "flag", "chord", "undo", "redo"))
        if (kind == "undo" and not history.can_undo) or (kind == "redo" and not history.can_redo):
            continue
        if history.game.outcome is not Outcome.ONGOING and kind != "undo":
            continue
        cell = dice.choice(cells) if kind in ("open", "flag", "chord") else None
        now += dice.randint(0, 900) if started and history.game.outcome is Outcome.ONGOING else 0
        change = history.act(kind, cell)
        started = started or (kind == "open" and bool(change))
        if not started:
            now = 0
        events.append(Event.of(now, kind, cell, change))
    record = Record(grid, rules="classic,first=any", layout=layout, events=events)
    record.verify()
    stats = play_stats(record)
    game = history.game
    board = board_of(grid)
    opened = {cell for cell in cells if game.is_open(cell)}
    openings = [group for group in naive_stats.groups(board, naive_stats.zeros(board, mines)) if group & opened]
    assert stats.openings_done == len(openings)
    assert stats.three_bv_done == len(openings) + len(naive_stats.single_cells(board, mines) & opened)
    assert stats.effective_clicks == len(game.moves)
    assert stats.clicks == sum(event.kind in ("open", "flag", "chord") for event in events)
    assert stats.effective_clicks <= stats.clicks
    if game.outcome is Outcome.WON:
        assert stats.board is not None
        assert stats.three_bv_done == stats.board.three_bv
    if stats.correctness and stats.throughput is not None:
        assert stats.efficiency == pytest.approx(stats.correctness * stats.throughput)
    assert json.loads(json.dumps(stats.as_dict())) == stats.as_dict()
    assert pickle.loads(pickle.dumps(stats)) == stats


def test_a_record_that_cannot_be_says_where() -> None:
    events = [Event(0, "open", (0, 0), 6), Event(5, "open", (0, 2), 2)]
    with pytest.raises(RecordError, match="expected the effect 1 at event 2"):
        play_stats(Record("3x4", layout=ONE, rules="classic,first=any", events=events))
    with pytest.raises(ParameterTypeError, match="expected a Record, got Grid"):
        play_stats(Grid("3x4"))  # type: ignore[arg-type]


def test_the_figures_of_the_whole_board_can_be_left_out() -> None:
    record = Record.of(_won())
    whole, part = play_stats(record), play_stats(record, has_board=False)
    assert whole.board is not None
    assert part.board is None
    assert (part.three_bv_done, part.clicks, part.efficiency) == (whole.three_bv_done, whole.clicks, whole.efficiency)


def _won() -> Game:
    game = Game(layout=Layout("3x4", [(0, 3), (2, 0)]))
    for cell in game.grid:
        if (0, 3) != cell != (2, 0):
            game.open(cell)
    return game
