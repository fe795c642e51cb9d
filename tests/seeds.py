"""How many random starts a test tries: a few each time, and all of them where the slow tests run."""

from __future__ import annotations

from typing import Any

import pytest


def seeds(quick: int, every: int) -> list[Any]:
    """Gives the numbers below `every` as parameters of a test; those from `quick` on are slow."""
    return [*range(quick), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(quick, every))]
