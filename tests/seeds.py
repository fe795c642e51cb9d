"""How much a test tries: a few starts, boards or sizes each time, and all of them where the slow tests run."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def seeds(quick: int, every: int) -> list[Any]:
    """Gives the numbers below `every` as parameters of a test; those from `quick` on are slow."""
    return [*range(quick), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(quick, every))]


def some_of(every: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """Gives parameters of a test, tuples where it takes several; those that aren't among the quick ones are slow."""
    return [each if each in quick else _slow(*each) if isinstance(each, tuple) else _slow(each) for each in every]


def _slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)
