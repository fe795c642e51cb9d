"""How much a game looks like that of a program: a published score of seven signs, for a moderator to look at.

``docs/ranking.md`` tells the method and its reasons. All of it follows from the record alone, so anyone can compute the
same score from a game's page.
"""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import mean, pstdev
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import HypersweepError
from hypersweep.formats.clicks import TRACK, video_of
from hypersweep.record.event import MOVES
from hypersweep.solve import Budget, analyse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.game import Game
    from hypersweep.record import Record

__all__ = ["UNDER_REVIEW", "Suspicion", "suspicion"]

UNDER_REVIEW = 1.0
"""The score from which a game that was won waits for a moderator."""

# Fewer intervals between clicks say nothing; for the rate alone fewer are enough.
_FEWEST, _FEWEST_RATE = 8, 4
# Clicks of a window, and the clicks a second that the fastest quarter of the windows reach: the first weighs nothing,
# the second alone is enough for a review.
_WINDOW = 10
_RATE = (9.0, 13.0)
# Milliseconds that a click takes at least, and those for each doubling of the distance to it (Fitts's law). A hand is
# faster now and then, since two fingers click; the share of such clicks that is enough for a review.
_CLICK, _DOUBLING = 30, 40
_TOO_FAST = 0.3
# Coefficient of variation of the intervals: where regularity begins, and what is enough for a review. Of few intervals
# it may be small by chance, and weighs at most so much.
_REGULAR = (0.45, 0.2)
_MANY, _MOST_OF_FEW = 30, 0.7
# Cells that are near to each other and far from each other, the clicks of each kind that are needed, how much longer
# far ones take of a person, and what it weighs at most if they take no longer.
_NEAR, _FAR, _EACH = 1.5, 4.0, 8
_LONGER, _ALIKE, _MOST_ALIKE = 1.3, 0.7, 0.5
# How often the next safe cell in the order of a scan is opened, and how often a cell that comes after the last one in
# that order, of a person at most and of a program at least; and the logarithm of the odds that is enough for a review:
# a thousand to one.
_EXACT = (0.55, 0.97)
_ASCENDING = (0.55, 0.9)
_ODDS = math.log(1000)
# Cells farther than the nearest safe one, the share of such opens that is enough for a review, and opens that it needs.
_DETOUR, _DETOURS, _FEWEST_CHOICES = 3.0, 0.3, 8
# The share of clicks on other cells to which the mouse never moved.
_JUMPS = 0.3
# Positions that are analysed, each with this budget. Larger boards are scored without.
_POSITIONS = 200
_LARGEST = 20_000
_BUDGET = Budget(states=1 << 12, memory=1 << 27)


class Suspicion(NamedTuple):
    """What was found.

    Attributes:
        score: the sum of the signs; from ``UNDER_REVIEW`` on a moderator has to look.
        signs: how much each weighs, those that weigh something: "rate", "reach", "regular", "alike", "scan", "detours"
            and "jumps".
    """

    score: float
    signs: dict[str, float]


class _Click(NamedTuple):
    milliseconds: int
    cell: tuple[int, ...]
    has_opened: bool


def suspicion(record: Record) -> Suspicion:
    """Return how much a game looks like that of a program.

    Raises:
        RecordError: an event of the record is impossible.

    Complexity: that of a replay, and of up to 200 analyses.

    >>> from hypersweep.record import Event, Record
    >>> suspicion(Record("3x4", 2, seed=7, events=[Event(0, "open", (0, 0), 6)]))
    Suspicion(score=0.0, signs={})
    """
    clicks, choices = _played(record)
    gaps = [after.milliseconds - before.milliseconds for before, after in pairwise(clicks)]
    ways = [math.dist(before.cell, after.cell) for before, after in pairwise(clicks)]
    found: dict[str, float] = {}
    if len(gaps) >= _FEWEST_RATE:
        found["rate"] = _rate(clicks)
    if len(gaps) >= _FEWEST:
        found["reach"] = _reach(gaps, ways)
        found["regular"] = _regular(gaps)
        found["alike"] = _alike(gaps, ways)
        found["scan"] = _scan(clicks, choices)
        found["detours"] = _detours(choices)
        found["jumps"] = _jumps(record)
    signs = {name: round(value, 2) for name, value in found.items() if value >= 0.005}
    return Suspicion(round(sum(signs.values(), 0.0), 2), signs)


def _between(value: float, nothing: float, enough: float) -> float:
    """Return 0 at ``nothing``, 1 at ``enough``, and in proportion beyond; never less than 0."""
    return max(0.0, (value - nothing) / (enough - nothing))


# What the times tell.


def _rate(clicks: Sequence[_Click]) -> float:
    steps = min(_WINDOW, len(clicks) - 1)
    spans = sorted(
        after.milliseconds - before.milliseconds for before, after in zip(clicks, clicks[steps:], strict=False)
    )
    # A connection that hung delivers some clicks at once: the fastest quarter is more than that.
    return _between(1000 * steps / max(1, spans[len(spans) // 4]), *_RATE)


def _reach(gaps: Sequence[int], ways: Sequence[float]) -> float:
    moved = [(gap, way) for gap, way in zip(gaps, ways, strict=True) if way > 0]
    fast = sum(gap < _CLICK + _DOUBLING * math.log2(1 + way) for gap, way in moved)
    return fast / len(moved) / _TOO_FAST if moved else 0.0


def _regular(gaps: Sequence[int]) -> float:
    found = _between(pstdev(gaps) / max(1.0, mean(gaps)), *_REGULAR)
    return found if len(gaps) >= _MANY else min(found, _MOST_OF_FEW)


def _alike(gaps: Sequence[int], ways: Sequence[float]) -> float:
    near = [gap for gap, way in zip(gaps, ways, strict=True) if way < _NEAR]
    far = [gap for gap, way in zip(gaps, ways, strict=True) if way >= _FAR]
    if min(len(near), len(far)) < _EACH:
        return 0.0
    return _MOST_ALIKE * min(1.0, _between(mean(far) / max(1.0, mean(near)), _LONGER, _ALIKE))


# What the order of the cells tells.


class _Choice(NamedTuple):
    """An open while several cells were known to be safe.

    Attributes:
        hits: whether it was the next one in the order of a scan, by rows and by columns.
        detour: how much farther it was than the nearest one, in cells.
    """

    hits: tuple[bool, bool]
    detour: float


def _played(record: Record) -> tuple[list[_Click], list[_Choice]]:
    """Return the clicks from the first open on, and the choices among safe cells."""
    clicks: list[_Click] = []
    choices: list[_Choice] = []
    known: list[tuple[int, ...]] = []
    left = _POSITIONS if record.grid.cells <= _LARGEST else 0
    replay = record.replay()
    for event in record.events:
        cell = event.cell
        if event.kind in MOVES and cell is not None and (clicks or (event.kind == "open" and event.changed)):
            if clicks and event.kind == "open" and event.changed:
                # What was known when the player, or the program, last had to think.
                known = [each for each in known if replay.game[each] < 0]
                if cell not in known and left:
                    left -= 1
                    known = _safe_cells(replay.game)
                if cell in known and len(known) > 1:
                    choices.append(_choice(cell, known, clicks[-1].cell))
            clicks.append(_Click(event.milliseconds, cell, event.kind == "open" and event.changed > 0))
        replay.step()
    return clicks, choices


def _safe_cells(game: Game) -> list[tuple[int, ...]]:
    try:
        return list(analyse(game.view, budget=_BUDGET).safe_cells)
    except HypersweepError:
        return []


def _choice(cell: tuple[int, ...], known: Sequence[tuple[int, ...]], last: tuple[int, ...]) -> _Choice:
    hits = cell == min(known), cell[::-1] == min(each[::-1] for each in known)
    return _Choice(hits, math.dist(last, cell) - min(math.dist(last, each) for each in known))


def _scan(clicks: Sequence[_Click], choices: Sequence[_Choice]) -> float:
    opened = [click.cell for click in clicks if click.has_opened]
    pairs = list(pairwise(opened))
    # By rows, and by columns.
    exact = max(_odds([choice.hits[order] for choice in choices], *_EXACT) for order in range(2))
    ascending = max(_odds([before[::step] < after[::step] for before, after in pairs], *_ASCENDING) for step in (1, -1))
    return max(0.0, exact, ascending) / _ODDS


def _odds(hits: Sequence[bool], of_person: float, of_program: float) -> float:
    """Return the logarithm of the odds that a program has made these choices."""
    hit, miss = math.log(of_program / of_person), math.log((1 - of_program) / (1 - of_person))
    return sum(hit if each else miss for each in hits)


def _detours(choices: Sequence[_Choice]) -> float:
    if len(choices) < _FEWEST_CHOICES:
        return 0.0
    return sum(choice.detour > _DETOUR for choice in choices) / len(choices) / _DETOURS


# What the path of the mouse tells, where a record has one.


def _jumps(record: Record) -> float:
    if TRACK not in record.tags:
        return 0.0
    try:
        video = video_of(record)
    except HypersweepError:
        return 0.0
    presses = jumps = 0
    at = None
    has_moved = True
    for event in video.events:
        if event.action == "move":
            has_moved = True
        elif event.action.endswith("press"):
            cell = event.cell(video.cell_pixels)
            if at is not None and math.dist(at, cell) > _NEAR:
                presses += 1
                jumps += not has_moved
            at, has_moved = cell, False
    return jumps / presses / _JUMPS if presses >= _FEWEST else 0.0
