"""How much a test tries: a few starts, boards or sizes each time, and all of them where the slow tests run."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest

leaves_out_slow = False
"""Whether slow tests aren't wanted at all: twenty thousand that are only made to be left out take a while as well."""


def seeds(quick: int, every: int) -> list[Any]:
    """Gives the numbers below `every` as parameters of a test; those from `quick` on are slow."""
    return some_of(range(every), range(quick))


def some_of(every: Iterable[Any], quick: Container[Any]) -> list[Any]:
    """Gives parameters of a test, tuples where it takes several; those that aren't among the quick ones are slow."""
    wanted = [each for each in every if each in quick] if leaves_out_slow else every
    return [each if each in quick else _slow(*each) if isinstance(each, tuple) else _slow(each) for each in wanted]


def _slow(*values: Any) -> Any:
    return pytest.param(*values, marks=pytest.mark.slow)
