"""What counts besides the moves, compared with a slow count over the events."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep import Layout, Outcome
from hypersweep.record import Event, Record
from hypersweep.session.game_counters import KNOWN, GameCounters, record_result
from hypersweep.stats import play_stats
from played import Step, played

LAYOUT = Layout("3x4", [(0, 3), (2, 3)])
STEPS: list[Step] = [
    (0, "open", (0, 0)),
    (900, "hint"),
    (1000, "flag", (0, 3)),
    (2000, "open", (2, 3)),
    (2500, "undo"),
    (3000, "redo"),
    (3500, "undo"),
    (4000, "open", (1, 3)),
]


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, (0, 0, True)), (1, (0, 0, True)), (2, (0, 1, False)), *((count, (1, 1, False)) for count in (4, 5, 6, 8))],
)
def test_a_loss_counts_once_however_often_it_is_taken_back(count: int, expected: tuple[int, int, bool]) -> None:
    tally = GameCounters.of(played(LAYOUT, STEPS[:count]))
    assert (tally.deaths, tally.hints, tally.is_ranked) == expected


@pytest.mark.parametrize("kind", ["undo", "redo", "hint"])
def test_what_takes_a_game_out_of_the_ranking(kind: str) -> None:
    steps: list[Step] = [(0, "open", (0, 0)), (1, "flag", (0, 3)), (2, "undo"), (3, "redo")]
    tally = GameCounters()
    for event in played(LAYOUT, steps[:2]).events:
        tally.add(event)
    assert tally.is_ranked
    tally.add(Event(900, "hint", level=1) if kind == "hint" else played(LAYOUT, steps).events[2 + (kind == "redo")])
    assert not tally.is_ranked


@given(st.lists(st.integers(1, 3), max_size=12))
def test_levels_of_one_hint_count_once(levels: list[int]) -> None:
    tally = GameCounters()
    for when, level in enumerate(levels):
        tally.add(Event.parse(f"{when} hint {level}"))
    assert tally.hints == levels.count(1)


def test_a_board_that_the_player_may_know_is_never_ranked() -> None:
    plain = played(LAYOUT, STEPS[:1])
    known = Record(plain.grid, rules=plain.rules, layout=LAYOUT, events=plain.events, tags={KNOWN: "yes"})
    unknown = Record(plain.grid, rules=plain.rules, layout=LAYOUT, events=plain.events, tags={KNOWN: "no"})
    assert [GameCounters.of(record).is_ranked for record in (plain, known, unknown)] == [True, False, True]


def test_a_result_says_what_the_record_says() -> None:
    game = played(LAYOUT, [STEPS[0], (4000, "open", (1, 3))])
    tags = {"start": "2024-01-01T00:00:00Z", "player": "Ann"}
    record = Record(game.grid, rules=game.rules, layout=LAYOUT, events=game.events, tags=tags)
    result = record_result("today", record)
    assert (result.name, result.grid, result.mines, result.rules) == ("today", LAYOUT.grid, 2, record.rules)
    assert (result.outcome, result.milliseconds, result.is_ranked) == (Outcome.WON, 4000, True)
    assert (result.start, result.player, result.deaths, result.hints) == (tags["start"], "Ann", 0, 0)
    stats = play_stats(record)
    assert (result.three_bv, result.clicks) == (stats.three_bv_done, stats.clicks) == (2, 2)
    assert (result.three_bv_per_second, result.efficiency) == (stats.three_bv_per_second, stats.efficiency)


def test_clicks_to_no_effect_count_and_games_not_won_have_no_3bv() -> None:
    game = played(LAYOUT, [STEPS[0], (500, "flag", (0, 3)), (600, "open", (0, 3)), (900, "undo")])
    record = Record(game.grid, rules=game.rules, layout=LAYOUT, events=game.events)
    result = record_result("today", record)
    assert (result.three_bv, result.clicks) == (None, play_stats(record).clicks)


def test_a_record_that_cannot_be_has_no_3bv() -> None:
    record = Record("3x4", 2, seed=7, events=[Event(0, "open", (7, 7), 6)], outcome=Outcome.WON)
    assert record_result("today", record).three_bv is None


def test_a_game_that_its_first_open_wins_is_a_walkover() -> None:
    flagged, opened = Event(0, "flag", (0, 0), 1), Event(0, "open", (0, 1), 2, Outcome.WON)
    undone, redone = Event(0, "undo", None, 2), Event(0, "redo", None, 2, Outcome.WON)
    for events, expected in (
        ([opened], True),
        ([flagged, Event(0, "open", (0, 0)), opened], True),
        ([opened, undone], False),
        ([opened, undone, redone], False),
        ([Event(0, "open", (0, 0), 1), Event(900, "open", (0, 1), 1, Outcome.WON)], False),
        ([Event(0, "open", (0, 0), 1, Outcome.LOST)], False),
    ):
        tally = GameCounters()
        for event in events:
            tally.add(event)
        assert tally.is_walkover is expected, events
        assert not (tally.is_walkover and tally.is_ranked)
