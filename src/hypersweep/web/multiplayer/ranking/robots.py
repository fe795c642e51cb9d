"""Score how likely it is that a program played a game, from seven signs, for moderators.

``docs/ranking.md`` explains the method. The score depends on the record alone, so anyone with a link to the game can
recompute it.
"""

from __future__ import annotations

import math
from itertools import pairwise
from statistics import mean, pstdev
from typing import TYPE_CHECKING, NamedTuple

from hypersweep.errors import HypersweepError
from hypersweep.formats.video import TRACK, video_of
from hypersweep.moves import KINDS as MOVES
from hypersweep.solve import Budget, analyse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.game import Game
    from hypersweep.record import Record


UNDER_REVIEW = 1.0
"""Minimum score at which a won game must wait for a moderator."""

# Minimum number of intervals between clicks: for all signs but the click rate, and for the click rate.
_FEWEST, _FEWEST_RATE = 8, 4
# Number of intervals in a window; then two click rates (per second) for the fastest quarter of windows: the first adds
# nothing to the score, the second is enough for a review.
_WINDOW = 10
_RATE = (9.0, 13.0)
# A person needs at least this many milliseconds to click, plus this many for each doubling of the distance (Fitts's
# law). Two fingers may beat that now and then, so a review requires this share of clicks to be too fast.
_CLICK, _DOUBLING = 30, 40
_TOO_FAST = 0.3
# Coefficient of variation of the intervals: the first value adds nothing to the score, the second is enough for a
# review. It may be small by chance, so with fewer than _MANY intervals it adds at most _MOST_OF_FEW.
_REGULAR = (0.45, 0.2)
_MANY, _MOST_OF_FEW = 30, 0.7
# Maximum distance for a near cell, minimum distance for a far one, and minimum number of clicks on each; then the ratio
# of times (far to near) that adds nothing to the score, the ratio that adds the maximum, and that maximum.
_NEAR, _FAR, _EACH = 1.5, 4.0, 8
_LONGER, _ALIKE, _MOST_ALIKE = 1.3, 0.7, 0.5
# Probability, for a person and for a program, of opening the next safe cell in scan order, and of moving forward in
# that order. Then the log odds that are enough for a review: a thousand to one.
_EXACT = (0.55, 0.97)
_ASCENDING = (0.55, 0.9)
_ODDS = math.log(1000)
# Extra distance in cells above which a choice is a detour; then the share of detours that is enough for a review, and
# the minimum number of choices for this sign.
_DETOUR, _DETOURS, _FEWEST_CHOICES = 3.0, 0.3, 8
# A review requires this share of clicks to reach a different, distant cell without any mouse movement in the record.
_JUMPS = 0.3
# Maximum number of positions to analyse, maximum number of cells (larger boards are scored without analysis), and the
# budget for each position.
_POSITIONS = 200
_LARGEST = 20_000
_BUDGET = Budget(states=1 << 12, memory=1 << 27)


class Suspicion(NamedTuple):
    """The score for a game.

    Attributes:
        score: sum of the signs; won games with ``UNDER_REVIEW`` or more wait for a moderator.
        signs: how much "rate", "reach", "regular", "alike", "scan", "detours" and "jumps" add to the score; signs that
            add 0 are left out.
    """

    score: float
    signs: dict[str, float]


class _Click(NamedTuple):
    milliseconds: int
    cell: tuple[int, ...]
    has_opened: bool


def suspicion(record: Record) -> Suspicion:
    """Score how likely it is that a program played a game.

    Raises:
        RecordError: an event in the record is impossible.

    Complexity: one replay, and up to 200 analyses.

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
    """Scale a value linearly: 0 at ``nothing``, 1 at ``enough``, more than 1 beyond that, and never less than 0."""
    return max(0.0, (value - nothing) / (enough - nothing))


# Signs in the timing of clicks.


def _rate(clicks: Sequence[_Click]) -> float:
    steps = min(_WINDOW, len(clicks) - 1)
    spans = sorted(
        after.milliseconds - before.milliseconds for before, after in zip(clicks, clicks[steps:], strict=False)
    )
    # Use the upper quartile, not the maximum: after a network stall, clicks in a few windows arrive all at once.
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


# Signs in the order of cells.


class _Choice(NamedTuple):
    """A choice between several cells that were provably safe.

    Attributes:
        hits: whether the cell opened was the next safe one in scan order, by rows and by columns.
        detour: how much farther from the previous click it was than the nearest safe cell, in cells.
    """

    hits: tuple[bool, bool]
    detour: float


def _played(record: Record) -> tuple[list[_Click], list[_Choice]]:
    """Replay the record. Returns: the clicks from the first open on, and the choices between safe cells."""
    clicks: list[_Click] = []
    choices: list[_Choice] = []
    known: list[tuple[int, ...]] = []
    left = _POSITIONS if record.grid.cells <= _LARGEST else 0
    replay = record.replay()
    for event in record.events:
        cell = event.cell
        if event.kind in MOVES and cell is not None and (clicks or (event.kind == "open" and event.changed)):
            if clicks and event.kind == "open" and event.changed:
                # Analyse again only if the cell wasn't known to be safe, that is, if the player had to think.
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
    # Score both scan orders, by rows and by columns, and use the more suspicious one.
    exact = max(_odds([choice.hits[order] for choice in choices], *_EXACT) for order in range(2))
    ascending = max(_odds([before[::step] < after[::step] for before, after in pairs], *_ASCENDING) for step in (1, -1))
    return max(0.0, exact, ascending) / _ODDS


def _odds(hits: Sequence[bool], of_person: float, of_program: float) -> float:
    """Return the log odds that a program rather than a person made these choices."""
    hit, miss = math.log(of_program / of_person), math.log((1 - of_program) / (1 - of_person))
    return sum(hit if each else miss for each in hits)


def _detours(choices: Sequence[_Choice]) -> float:
    if len(choices) < _FEWEST_CHOICES:
        return 0.0
    return sum(choice.detour > _DETOUR for choice in choices) / len(choices) / _DETOURS


# Signs in the mouse path, if the record has one.


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
