"""How much a test tries: a few starts, boards or sizes each time, more with slow tests, and all with the long ones."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

leaves_out_slow = False
"""Whether slow tests aren't wanted at all: thousands that are only made to be left out take a while as well."""

leaves_out_long = False
"""Whether long ones aren't."""


def seeds(quick: int, slow: int, every: int = 0) -> list[Any]:
    """Gives numbers as parameters: those below `quick` are quick, then below `slow` slow, then below `every` long."""
    long = () if leaves_out_slow or leaves_out_long else range(slow, every)
    return some_of(range(slow), range(quick)) + [pytest.param(each, marks=pytest.mark.long) for each in long]


def some_of(every: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """Gives parameters of a test, tuples where it takes several; those that aren't among the quick ones are slow."""
    wanted = [each for each in every if each in quick] if leaves_out_slow else every
    return [each if each in quick else _slow(*each) if isinstance(each, tuple) else _slow(each) for each in wanted]


def _slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)
