"""Verifying genuine and forged records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hypersweep.game import Outcome
from hypersweep.record import Event, Record
from hypersweep.review import review
from hypersweep.session import Session
from hypersweep.web.multiplayer.ranking.verification import Claim, Guesses, count_guesses, verify
from ranked_games import played_record

RECORD = played_record(7)


def claim_of(played: Record, **differences: Any) -> Claim:
    layout = played.layout
    assert layout is not None
    usual: dict[str, Any] = {
        "record": played.format(),
        "board": played.grid.format(),
        "mines": played.mines,
        "rules": played.rules.format(),
        "outcome": played.outcome.name.lower(),
        "milliseconds": played.milliseconds,
        "layout": layout.format(),
        "seed": played.seed,
        "lasted": played.milliseconds + 500,
    }
    return Claim(**{**usual, **differences})


def test_a_game_that_was_played_is_right_and_counts() -> None:
    verdict = verify(claim_of(RECORD))
    assert (verdict.is_right, verdict.why_not) == (True, "")
    assert verdict.clicks == len(RECORD.events)
    assert verdict.three_bv
    assert verify(claim_of(played_record(3, outcome=Outcome.LOST)))[:2] == (True, "")


def test_a_game_in_more_dimensions_with_every_rule() -> None:
    for rules, board, mines in (
        ("classic,first=opening", "2x3x3x4", 4),
        ("classic,first=opening,guess=never", "3x4x5", 5),
        ("esp", "3x4x5", 7),
        ("classic,guess=punished", "3x4", 3),
    ):
        for seed in (5, 6):
            record = played_record(seed, board=board, mines=mines, rules=rules)
            assert verify(claim_of(record))[:2] == (True, ""), (rules, board)


def test_a_board_without_guesses_has_its_grade() -> None:
    record = played_record(5, board="6x7", mines=6, rules="classic,first=opening,guess=never")
    assert verify(claim_of(record)).grade in ("clue", "pair", "set", "count")


def with_events(change: Callable[[list[Event]], list[Event]]) -> Record:
    return RECORD.replace(events=change(list(RECORD.events)), outcome=None, milliseconds=None)


def event(old: Event, **changes: Any) -> Event:
    fields = dict(zip(Event.__match_args__, old, strict=True))
    return Event(**{**fields, **changes})


FORGED: dict[str, Record] = {
    "faster": with_events(lambda events: [event(each, milliseconds=each.milliseconds // 2) for each in events]),
    "faster at the end": with_events(
        lambda events: [*events[:-1], event(events[-1], milliseconds=events[-2].milliseconds)]
    ),
    "back in time": with_events(
        lambda events: [*events[:3], event(events[3], milliseconds=events[1].milliseconds), *events[4:]]
    ),
    "cut": with_events(lambda events: events[:-1]),
    "without a move": with_events(lambda events: [*events[:4], *events[5:]]),
    "reordered": with_events(
        lambda events: [
            event(events[1], milliseconds=events[0].milliseconds),
            event(events[0], milliseconds=events[1].milliseconds),
            *events[2:],
        ]
    ),
    "another seed": RECORD.replace(seed=(RECORD.seed or 0) + 1),
    "another board": played_record(8),
    "a board that was given": RECORD.replace(seed=None, layout=RECORD.layout, rules=RECORD.rules.for_layout()),
    "other rules": RECORD.replace(rules="classic,first=any"),
    "fewer mines": RECORD.replace(mines=3),
    "longer": RECORD.replace(milliseconds=RECORD.milliseconds + 1),
    "lost": RECORD.replace(outcome=Outcome.LOST),
    "not over": RECORD.replace(outcome=Outcome.ONGOING),
    "with a side line": RECORD.with_variation(1, [event(RECORD.events[1])]),
}


@pytest.mark.parametrize("record", FORGED.values(), ids=FORGED.keys())
def test_a_forged_record_in_place_of_the_game(record: Record) -> None:
    verdict = verify(claim_of(RECORD, record=record.format()))
    assert not verdict.is_right, verdict
    assert verdict.why_not in ("record", "other", "times")


@pytest.mark.parametrize("name", [name for name in FORGED if name not in ("faster", "faster at the end", "longer")])
def test_a_forged_record_whose_row_says_the_same(name: str) -> None:
    record = FORGED[name]
    claim = claim_of(
        RECORD,
        record=record.format(),
        outcome=record.outcome.name.lower(),
        milliseconds=record.milliseconds,
    )
    assert not verify(claim).is_right


def test_times_that_nobody_can_have() -> None:
    hasty = RECORD.replace(
        events=[event(each, milliseconds=0) for each in RECORD.events], outcome=None, milliseconds=None
    )
    assert verify(claim_of(hasty, moves=4, burst=2)).why_not == "times"
    # A player who has saved up this many moves may make them at once.
    assert verify(claim_of(hasty, moves=4, burst=50)).why_not == ""
    slow = RECORD
    assert verify(claim_of(slow, lasted=slow.milliseconds - 300)).why_not == "times"
    assert verify(claim_of(slow, lasted=slow.milliseconds)).why_not == ""


def test_a_game_that_was_helped_is_right_and_does_not_count() -> None:
    for help_of in (Session.note_help, Session.pause, lambda session: (session.flag((0, 0)), session.undo())):
        times = iter(range(0, 10**15, 10**8))
        session = Session("4x5", 4, seed=RECORD.seed, is_known=False, clock=times.__next__)
        session.open(RECORD.events[0].cell or 0)
        help_of(session)
        session.resume()
        layout = session.game.layout
        assert layout is not None
        for cell in session.grid:
            if not layout.is_mine(cell):
                session.open(cell)
        assert session.outcome is Outcome.WON
        assert verify(claim_of(session.record))[:2] == (True, "helped")


def test_help_that_was_dropped_from_the_record() -> None:
    # Removing the undo from a record also needs removing the undone moves, and then it isn't that game.
    times = iter(range(0, 10**15, 10**8))
    session = Session("4x5", 4, seed=RECORD.seed, is_known=False, clock=times.__next__)
    session.open(RECORD.events[0].cell or 0)
    layout = session.game.layout
    assert layout is not None
    mine = next(cell for cell in session.grid if layout.is_mine(cell))
    session.open(mine)
    session.undo()
    for cell in session.grid:
        if not layout.is_mine(cell):
            session.open(cell)
    record = session.record
    assert verify(claim_of(record)).why_not == "helped"
    without = record.replace(events=[each for each in record.events if each.kind != "undo"])
    assert verify(claim_of(record, record=without.format())).why_not == "record"


def test_a_win_by_the_first_open_does_not_count() -> None:
    times = iter(range(0, 10**15, 10**8))
    session = Session("4x5", 0, seed=3, is_known=False, clock=times.__next__)
    session.open((0, 0))
    assert verify(claim_of(session.record))[:2] == (True, "walkover")


def test_a_daily_board_begins_where_it_has_to() -> None:
    first = RECORD.grid.index(RECORD.events[0].cell or 0)
    assert verify(claim_of(RECORD, first=first)).is_right
    assert verify(claim_of(RECORD, first=first + 1)).why_not == "other"


def test_texts_that_are_no_records() -> None:
    for text in ("", "nonsense", RECORD.format()[:-20], RECORD.format().replace("open", "opn", 1), "\x00" * 50):
        assert verify(claim_of(RECORD, record=text)).is_right is False


def test_a_game_that_was_given_up_is_right_and_does_not_count() -> None:
    times = iter(range(0, 10**15, 300_000_000))
    session = Session("4x5", 4, seed=7, is_known=False, clock=times.__next__)
    session.open((2, 2))
    session.flag((0, 0))
    session.abandon()
    layout = session.game.layout
    assert layout is not None
    claim = claim_of(session.record, outcome="lost", layout=layout.format(), lasted=10_000)
    verdict = verify(claim)
    assert (verdict.is_right, verdict.why_not, verdict.clicks) == (True, "given_up", 2)
    # It can't have been won so.
    assert verify(claim._replace(outcome="won")).why_not == "other"


@pytest.mark.slow
def test_the_same_guesses_as_the_review_finds() -> None:
    unneeded = 0
    for seed in range(6):
        record = played_record(seed, board="5x6", mines=7)
        found = review(record, policy="safest")
        counts = found.verdicts
        own = count_guesses(record.format(), 20)
        assert own == Guesses(len(found.guesses), counts.get("unneeded guess", 0) + counts.get("blunder", 0))
        unneeded += own.unneeded
    assert unneeded > 0


def test_a_game_without_any() -> None:
    record = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6), Event(9, "open", (1, 2), 1)])
    assert count_guesses(record.format(), 20) == Guesses(0, 0)


def test_no_figures_rather_than_wrong_ones() -> None:
    assert count_guesses(played_record(1, board="5x6", mines=7).format(), 1e-9) is None
