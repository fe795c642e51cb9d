"""Map positions in a study across other members' edits, which change the paths that name positions.

A position is a tuple of steps, as in ``hypersweep.record.tree``.
"""

from __future__ import annotations

from typing import NamedTuple

Steps = tuple[int, ...]


class Shift(NamedTuple):
    """One change of the paths.

    ``kind`` is "cut": the line of ``steps`` ends there; "out": the variation at ``steps`` was removed; "in": a
    variation was inserted there; "swap": that variation and its parent's continuation changed places; "all": the record
    was replaced.
    """

    kind: str
    steps: Steps = ()


def moved(shifts: tuple[Shift, ...], steps: Steps) -> tuple[Steps, bool]:
    """Return a position after some changes, and whether it is still the same one.

    If the position was removed, the result is the last remaining one before it.

    >>> moved((Shift("out", (12, 1)),), (12, 2, 3)), moved((Shift("out", (12, 1)),), (12, 1, 3))
    (((12, 1, 3), True), ((12,), False))
    """
    is_same = True
    for kind, own in shifts:
        if kind == "all":
            return (0,), False
        last = len(own) - 1
        if kind == "swap":
            steps = _swapped(own, steps)
        elif len(steps) > last and steps[:last] == own[:last]:
            if kind == "in":
                if steps[last] >= own[last]:
                    steps = (*own[:last], steps[last] + 1, *steps[last + 1 :])
            elif kind == "cut":
                if steps[last] > own[last]:
                    steps, is_same = own, False
            elif steps[last] == own[last]:
                steps, is_same = own[:last], False
            elif steps[last] > own[last]:
                steps = (*own[:last], steps[last] - 1, *steps[last + 1 :])
    return steps, is_same


def _swapped(own: Steps, steps: Steps) -> Steps:
    """Swap what follows in a variation ``own`` and in the line that it leaves, each of which took the other's place."""
    place = len(own) - 2
    if len(steps) <= place or steps[:place] != own[:place]:
        return steps
    if steps[place] > own[place]:
        return (*own, steps[place] - own[place], *steps[place + 1 :])
    if steps[: place + 2] == own and len(steps) > place + 2 and steps[place + 2]:
        return (*own[:place], own[place] + steps[place + 2], *steps[place + 3 :])
    return steps
