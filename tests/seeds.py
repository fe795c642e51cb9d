"""How many of a test's parameters run at each level: three in `make test`, three seeds in `.ci/run`, all at night."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

SEEDS = 3
"""Number of seeds that `.ci/run` tries; `make nightly` tries the rest."""

every_seed = True
"""Whether to create the nightly parameters; collecting and deselecting thousands of them takes seconds."""


def seeds(count: int) -> list[Any]:
    """Return the numbers below `count` as parameters of a test that begins each time from another random start."""
    first = list(range(min(count, SEEDS)))
    rest = range(SEEDS, count) if every_seed else ()
    return first + [pytest.param(each, marks=pytest.mark.nightly) for each in rest]


def some_of(every: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """Return parameters of a test, tuples where it takes several, and mark those that aren't among the quick ones."""
    return [each if each in quick else _slow(*each) if isinstance(each, tuple) else _slow(each) for each in every]


def _slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)
