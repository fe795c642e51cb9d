"""Verify games and count guesses; both run in a pool process.

Verification replays a game's record, compares the result with the game's row, and decides whether the game counts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal, NamedTuple

from hypersweep.errors import BudgetExceededError, HypersweepError
from hypersweep.game import Outcome
from hypersweep.generate import solvable_from
from hypersweep.grid import Grid
from hypersweep.moves import KINDS as MOVES
from hypersweep.record import Record
from hypersweep.record.event import KNOWN, GameCounters, outcome_name
from hypersweep.review import review
from hypersweep.review.judge import UNNEEDED
from hypersweep.rules import Rules
from hypersweep.solve import Budget
from hypersweep.stats import three_bv
from hypersweep.web.multiplayer.ranking.robots import suspicion

if TYPE_CHECKING:
    from hypersweep.layout import Layout


LONGEST = 60.0
"""Time limit for verifying a game, in seconds."""

# Maximum number of cells for grading a board; larger boards take too long.
_MOST_GRADED = 20_000
# Tolerance for times, in seconds: the server deducts up to one round trip from the time of every move except the first
# open.
_SLACK = 0.25


class Claim(NamedTuple):
    """A game's record, and the facts claimed in the game's row.

    Attributes:
        record: the record as text.
        board: the grid as text.
        mines: number of mines.
        rules: the rules as text.
        outcome: "won" or "lost".
        milliseconds: the game time.
        layout: the board's ID.
        seed: the seed for the server's board; None if unknown.
        first: index of the prescribed first cell (daily boards); None for any cell.
        lasted: milliseconds from the creation of the room to the end of the game; None if unknown.
        moves: maximum sustained number of moves per second accepted by the server.
        burst: maximum number of moves accepted at once.
        recomputed: the record recomputed from the room's journal; None if the journal was deleted.
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
    recomputed: str | None = None


WhyNot = Literal["record", "other", "times", "too_long", "helped", "walkover", "given_up", "again", "late"]
"""Why a game doesn't count. Its record can't be replayed, is of another game, has impossible times or takes too long to
replay; the player was helped, won with the first open, or gave up; or, on a daily board, it isn't the first attempt or
wasn't played on the board's day. The page has a text for each."""


class Verdict(NamedTuple):
    """The result of a verification.

    Attributes:
        is_right: whether the record belongs to the game and is possible.
        why_not: why the game doesn't count, "" if it may count.
        reason: explanation of ``why_not``, for the log.
        three_bv: the board's 3BV.
        clicks: the player's number of clicks.
        grade: the board's grade; None if it needs a guess or wasn't graded.
        suspicion: how likely it is that a program played the game (see ``robots``), if it was won and may count; else
            None.
        signs: the components of ``suspicion``, as JSON.
    """

    is_right: bool
    why_not: WhyNot | Literal[""] = ""
    reason: str = ""
    three_bv: int | None = None
    clicks: int | None = None
    grade: str | None = None
    suspicion: float | None = None
    signs: str | None = None


def verify(claim: Claim) -> Verdict:
    r"""Replay a game's record and check it against the claims.

    Complexity: O(moves + cells opened), plus the time to regenerate the board if its rules promise no guess.

    >>> from hypersweep.record import Event
    >>> text = Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)], outcome=Outcome.LOST).format()
    >>> verify(Claim(text, "3x4", 2, "classic", "lost", 0, "3x4.bBAQ")).why_not
    'record'
    """
    try:
        record = Record.parse(claim.record, is_cut_fine=True)
        why = _why_other(record, claim) or _why_unlike_journal(record, claim)
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
        return verdict._replace(why_not="walkover", reason="the first open won the game")
    if not tally.is_ranked or any(event.kind in ("pause", "resume") for event in record.events):
        return verdict._replace(why_not="helped", reason="undo, a hint or a pause was used, or the board was known")
    if record.outcome is not Outcome.WON:
        return verdict
    score, signs = suspicion(record)
    return verdict._replace(suspicion=score, signs=json.dumps(signs))


def _why_other(record: Record, claim: Claim) -> str:
    """Return why a record can't belong to the game, or "" if it may."""
    # If the player gave up, the record says "ongoing", but the row says "lost".
    is_given_up = record.outcome is Outcome.ONGOING and claim.outcome == "lost"
    pairs = {
        "board": (record.grid.format(), Grid.parse(claim.board).format()),
        "mines": (record.mines, claim.mines),
        "rules": (record.rules.format(), Rules.parse(claim.rules).format()),
        "outcome": ("lost" if is_given_up else outcome_name(record.outcome), claim.outcome),
        "milliseconds": (record.milliseconds, claim.milliseconds),
    }
    if (record.outcome is Outcome.ONGOING and not is_given_up) or record.seed is None:
        return "the game isn't finished, or its board isn't made from a seed"
    if claim.seed is not None:
        pairs["seed"] = (record.seed, claim.seed)
    if record.variations:
        return "the record contains side lines"
    different = [name for name, (found, expected) in pairs.items() if found != expected]
    if different:
        # Name the fields but not their values, because the seed may still be secret.
        return f"expected the record of the game, got one that differs in {', '.join(different)}"
    return ""


def _why_unlike_journal(record: Record, claim: Claim) -> str:
    """Return why a record contradicts the room's journal, or "" if it doesn't. Ignore names: they may have changed."""
    if claim.recomputed is None:
        return ""
    recomputed = Record.parse(claim.recomputed, is_cut_fine=True)
    own, expected = (each.replace(tags={KNOWN: each.tags.get(KNOWN, "")}) for each in (record, recomputed))
    return "" if own == expected else "expected the same record as in its room's journal"


def _why_impossible(record: Record, claim: Claim) -> str:
    """Return why the times are impossible, or "" if they aren't. The replay has checked that they never decrease."""
    if claim.lasted is not None and record.milliseconds > claim.lasted + 1000 * _SLACK:
        return f"expected at most the {claim.lasted} ms that the room existed, got {record.milliseconds}"
    # Apply the server's own token bucket: the server can't have accepted more moves.
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


_BUDGET = Budget(states=1 << 16, memory=1 << 27)


class Guesses(NamedTuple):
    """Number of guesses in a game.

    Attributes:
        guesses: moves that could have lost the game, given what the player could see.
        unneeded: guesses although a safe move could be proved, including opening certain mines.
    """

    guesses: int
    unneeded: int


def count_guesses(record: str, seconds: float) -> Guesses | None:
    r"""Count the guesses in a game, or return None if that takes too long or a position is too hard.

    Args:
        record: the game's record as text.
        seconds: the time limit.

    >>> count_guesses("hypersweep-record: 1\nboard: 3x4\nmines: 2\nrules: classic\nseed: 7\n\n0 open 0 0: 6\n", 5)
    Guesses(guesses=0, unneeded=0)
    """
    found = review(Record.parse(record, is_cut_fine=True), budget=_BUDGET, policy="safest", seconds=seconds)
    verdicts = found.verdicts
    if not found.is_complete or "unknown" in verdicts:
        return None
    return Guesses(len(found.guesses), sum(verdicts.get(each, 0) for each in UNNEEDED))
