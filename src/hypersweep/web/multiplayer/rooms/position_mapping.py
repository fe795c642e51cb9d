"""Where a moment of a study is after somebody's edit: moments are named by the way to them, and ways change.

A moment is a tuple of steps, as ``hypersweep.record.position_ref`` reads them.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Shift", "moved"]

Steps = tuple[int, ...]


class Shift(NamedTuple):
    """One thing that has happened to the ways.

    ``kind`` is "cut": the line of ``steps`` ends there; "out": the side line to which ``steps`` lead is gone; "in": a
    side line has come there; "swap": that side line and what its parent goes on with have changed places; "all": it is
    another record.
    """

    kind: str
    steps: Steps = ()


def moved(shifts: tuple[Shift, ...], steps: Steps) -> tuple[Steps, bool]:
    """Where a moment is after some shifts, and whether it is still the same one.

    Where it is gone, it is the last one before it that remains.

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
    """Of a side line ``own`` that leaves a line after so many events: both have what the other went on with."""
    place = len(own) - 2
    if len(steps) <= place or steps[:place] != own[:place]:
        return steps
    if steps[place] > own[place]:
        return (*own, steps[place] - own[place], *steps[place + 1 :])
    if steps[: place + 2] == own and len(steps) > place + 2 and steps[place + 2]:
        return (*own[:place], own[place] + steps[place + 2], *steps[place + 3 :])
    return steps
