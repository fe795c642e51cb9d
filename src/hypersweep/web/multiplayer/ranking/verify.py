"""Whether a record is what a game's row says, and whether the game counts: played again, in a process of the pool."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import BudgetExceededError, HypersweepError
from hypersweep.game import Outcome
from hypersweep.generate import solvable_from
from hypersweep.grid import Grid
from hypersweep.record import Record
from hypersweep.record.event import MOVES, outcome_name
from hypersweep.rules import Rules
from hypersweep.session.game_counters import KNOWN, GameCounters
from hypersweep.solve import Budget
from hypersweep.stats import three_bv
from hypersweep.web.multiplayer.ranking.robots import suspicion

if TYPE_CHECKING:
    from hypersweep.layout import Layout

__all__ = ["LONGEST", "Claim", "Verdict", "verify"]

LONGEST = 60.0
"""Seconds that a verification may take."""

# Larger boards have no grade: what it tells isn't worth the time.
_MOST_GRADED = 20_000
# What a time may be off: the round trip that was taken off all but the first open.
_SLACK = 0.25


class Claim(NamedTuple):
    """What is said of a game beside its record.

    Attributes:
        record: its text.
        board: the text of the grid.
        mines: how many.
        rules: the text of the rules.
        outcome: "won" or "lost".
        milliseconds: how long it took.
        layout: the board's ID.
        seed: what the server has dealt the board by; None where that isn't known.
        first: the cell by which it had to be begun (a daily board), by index; None for any.
        lasted: milliseconds from the making of the room to the end of the game; None where that isn't known.
        moves: moves a second that the server takes, and ``burst`` at once.
        burst: see ``moves``.
        told: the record as the journal of the room tells it, or None where that can't be known any more.
    """

    record: str
    board: str
    mines: int
    rules: str
    outcome: str
    milliseconds: int
    layout: str
    seed: int | None = None
    first: int | None = None
    lasted: int | None = None
    moves: int = 40
    burst: int = 200
    told: str | None = None


class Verdict(NamedTuple):
    """What was found.

    Attributes:
        is_right: whether the record is that of the game.
        why_not: why the game doesn't count, "" where it may: "record" (it can't be played again), "other" (it is of
            another game), "times" (nobody can have played so), "helped" (undo, hint, pause, or a known board),
            "walkover" (the first open won it), "given_up" (it was resigned or abandoned).
        reason: the same for logs.
        three_bv: of the board.
        clicks: of the player.
        grade: of a board that needs no guess.
        suspicion: how much a game that was won, and may count, looks like a program's; None of others.
        signs: what makes it up, as JSON.
    """

    is_right: bool
    why_not: str = ""
    reason: str = ""
    three_bv: int | None = None
    clicks: int | None = None
    grade: str | None = None
    suspicion: float | None = None
    signs: str | None = None


def verify(claim: Claim) -> Verdict:
    r"""Gives the verdict on a game.

    Complexity: O(moves and what they open), and the search for the board where it needs no guess.

    >>> from hypersweep.record import Event
    >>> text = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)], outcome=Outcome.LOST).format()
    >>> verify(Claim(text, "3x4", 2, "classic", "lost", 0, "3x4.bBAQ")).why_not
    'record'
    """
    try:
        record = Record.parse(claim.record, is_cut_fine=True)
        why = _why_other(record, claim) or _why_untold(record, claim)
        if why:
            return Verdict(False, "other", why)
        record.verify()
        layout = record.layout
    except (HypersweepError, MemoryError) as error:
        return Verdict(False, "record", str(error))
    if layout is None or layout.format() != claim.layout:
        return Verdict(False, "other", f"expected the board {claim.layout}, got {layout}")
    opened = next(event.cell for event in record.events if event.kind == "open" and event.changed)
    assert opened is not None
    first = record.grid.index(opened)
    if claim.first is not None and first != claim.first:
        return Verdict(False, "other", f"expected the first cell {claim.first}, got {first}")
    clicks = sum(event.kind in MOVES for event in record.events)
    verdict = Verdict(True, "", "", three_bv(layout), clicks, _grade(layout, first))
    why = _why_impossible(record, claim)
    if why:
        return verdict._replace(is_right=False, why_not="times", reason=why)
    if record.outcome is Outcome.ONGOING:
        return verdict._replace(why_not="given_up", reason="it was resigned or abandoned")
    tally = GameCounters.of(record)
    if tally.is_walkover:
        return verdict._replace(why_not="walkover", reason="the first open has won")
    if not tally.is_ranked or any(event.kind in ("pause", "resume") for event in record.events):
        return verdict._replace(why_not="helped", reason="undo, a hint, a pause, or a board that was known")
    if record.outcome is not Outcome.WON:
        return verdict
    score, signs = suspicion(record)
    return verdict._replace(suspicion=score, signs=json.dumps(signs))


def _why_other(record: Record, claim: Claim) -> str:
    """Why a record isn't that of the game; "" where it may be."""
    # The record of a game that its player gave up says that it wasn't ended; the row, that it is lost.
    is_given_up = record.outcome is Outcome.ONGOING and claim.outcome == "lost"
    pairs = {
        "board": (record.grid.format(), Grid.parse(claim.board).format()),
        "mines": (record.mines, claim.mines),
        "rules": (record.rules.format(), Rules.parse(claim.rules).format()),
        "outcome": ("lost" if is_given_up else outcome_name(record.outcome), claim.outcome),
        "milliseconds": (record.milliseconds, claim.milliseconds),
    }
    if (record.outcome is Outcome.ONGOING and not is_given_up) or record.seed is None:
        return "expected a game that is over, on a board that follows from a seed"
    if claim.seed is not None:
        pairs["seed"] = (record.seed, claim.seed)
    if record.variations:
        return "expected what was played, got side lines as well"
    different = [name for name, (found, expected) in pairs.items() if found != expected]
    if different:
        # A seed may be one that nobody may know.
        return f"expected the record of the game, got one that differs in {', '.join(different)}"
    return ""


def _why_untold(record: Record, claim: Claim) -> str:
    """Why a record isn't what the journal tells; "" where it is. Names may have changed since."""
    if claim.told is None:
        return ""
    told = Record.parse(claim.told, is_cut_fine=True)
    own, expected = (each.replace(tags={KNOWN: each.tags.get(KNOWN, "")}) for each in (record, told))
    return "" if own == expected else "expected the record that the journal of its room tells"


def _why_impossible(record: Record, claim: Claim) -> str:
    """Why nobody can have played at such times; "" where it is possible. That they never fall, the replay has seen."""
    if claim.lasted is not None and record.milliseconds > claim.lasted + 1000 * _SLACK:
        return f"expected at most the {claim.lasted} ms that the room was there, got {record.milliseconds}"
    # The server took no more than that: a bucket of moves that fills again as time goes by.
    left = float(claim.burst)
    before = 0
    for event in record.events:
        left = min(claim.burst, left + (event.milliseconds - before) * claim.moves / 1000) - 1
        before = event.milliseconds
        if left < -claim.moves * _SLACK - 1:
            return f"expected at most {claim.moves} moves a second, got more at {before} ms"
    return ""


def _grade(layout: Layout, first: int) -> str | None:
    if layout.grid.cells > _MOST_GRADED:
        return None
    try:
        return solvable_from(layout, first, budget=Budget(states=1 << 16, memory=1 << 27, seconds=5)).grade
    except (BudgetExceededError, HypersweepError):
        return None
