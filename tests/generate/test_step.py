"""One step of a certificate: its parts and its line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import ParameterError, ParameterTypeError
from hypersweep.generate import GRADES, Certificate, Step
from hypersweep.layout import Layout

CELLS = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.integers(0, 4)), max_size=4).map(tuple)


@given(st.sampled_from(GRADES), st.booleans(), CELLS, CELLS, CELLS)
def test_its_line_says_all_of_it(rule: Any, is_mine: bool, cells: Any, clues: Any, premises: Any) -> None:
    step = Step(rule, is_mine, cells, clues, premises)
    certificate = Certificate(Layout("3x4x5"), (2, 3, 4), [step])
    assert Certificate.parse(certificate.format()) == certificate
    assert certificate.format().splitlines()[3] == step.format()


def test_lines() -> None:
    assert Step("pair", False, [(0, 1), [2, 3]], [(1, 1), (1, 2)], [(0, 0)]).format() == (
        "pair safe 0,1 2,3 by 1,1 1,2 given 0,0"
    )
    assert Step("count", False, ((4,), (5,)), ()).format() == "count safe 4 5"


def test_parts_that_can_t_be_are_refused() -> None:
    def refused(error: type[Exception], message: str, *parts: Any) -> None:
        with pytest.raises(error, match=message):
            Step(*parts)

    refused(ParameterError, "expected a rule of clue, pair, set, count, got 'luck'", "luck", True, (), ())
    refused(ParameterTypeError, "expected True or False for is_mine, got 1", "clue", 1, (), ())
    refused(ParameterTypeError, "expected a tuple of cells of a step, got 5", "clue", True, 5, ())
    refused(ParameterTypeError, "expected coordinates for each of the clues of a step, got 5", "clue", True, (), (5,))
    refused(ParameterTypeError, r"each of the premises of a step, got \(\)", "clue", True, (), (), ((),))
    refused(ParameterTypeError, "expected a tuple of cells", "clue", True, "0,1", ())
    refused(ParameterError, "got -1", "clue", True, ((0, -1),), ())
    refused(ParameterTypeError, "got True", "clue", True, ((0, True),), ())
    refused(ParameterTypeError, "got '1'", "clue", True, (("1", 0),), ())
