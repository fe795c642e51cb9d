"""Misbehaving players for tests of arenas."""

from __future__ import annotations

import gc
import os
import sys
from itertools import count
from time import sleep

from hypersweep import COVERED, View, _native, choose
from hypersweep.layout import Layout
from hypersweep.solve.choice import Choice
from lab_worlds import first_covered

_calls = count(1)


def reopens(view: View) -> tuple[int, ...]:
    """A player that opens an open cell again and again."""
    return next(cell for cell, code in view.items() if code != COVERED)


def errs(view: View) -> Choice | str | None:
    """A player whose one answer of sixteen is none."""
    return "a corner" if next(_calls) % 16 == 0 else choose(view)


def raises(view: View) -> Choice | None:
    """A player that raises an error in one answer of sixteen."""
    if next(_calls) % 16 == 0:
        raise LookupError("no idea")
    return choose(view)


def leaves(view: View) -> Choice | None:
    """A player that ends its process in one answer of sixteen."""
    if next(_calls) % 16 == 0:
        os._exit(3)
    return choose(view)


def hangs_in_corners(view: View) -> Choice | None:
    """A player that hangs if the last cell is open."""
    if view.codes[-1] != COVERED:
        sleep(60)
    return choose(view)


def prints(view: View) -> Choice | None:
    """A player that prints a fake answer."""
    print("move cell=0,0", flush=True)
    return choose(view)


def peeks(view: View) -> tuple[int, ...]:
    """A player that looks for mines in all the memory of its process, and opens a safe cell if it finds them."""
    frame = sys._getframe()
    # Check the type, since asking some objects of other libraries for their class causes a warning.
    found: list[object] = [each for each in gc.get_objects() if issubclass(type(each), Layout | _native.Mines)]
    while frame.f_back is not None:
        frame = frame.f_back
        found += [each for each in frame.f_locals.values() if isinstance(each, Layout | _native.Mines | _native.Board)]
    if found:
        raise AssertionError(f"found {found[0]!r}")
    return first_covered(view)
