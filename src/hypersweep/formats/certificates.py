"""JSON of boards that need no guess: how far deduction goes on a board, and certificates."""

from __future__ import annotations

from hypersweep.formats.boards import CELL, LAYOUT, words
from hypersweep.formats.objects import Named, Parts
from hypersweep.formats.shapes import Listing, Nullable, Switch, Whole
from hypersweep.generate import GRADES, Certificate, Solvability, Step

SOLVABILITY = Named(
    "solvability", {"grade": Nullable(words(*GRADES)), "opened": Whole(), "safe_cells": Whole()}, Solvability
)

_CELLS = Listing(CELL)
_STEP = Parts(
    {"rule": words(*GRADES), "is_mine": Switch(), "cells": _CELLS, "clues": _CELLS, "premises": _CELLS},
    Step,
    defaults={"premises": ()},
)

CERTIFICATE = Named("certificate", {"layout": LAYOUT, "first": CELL, "steps": Listing(_STEP)}, Certificate)
