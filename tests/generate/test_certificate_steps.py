"""One step of a certificate: its parts and its line."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.errors import CertificateError, ParameterError, ParameterTypeError
from hypersweep.generate import GRADES, Certificate, Step, certify
from hypersweep.generate.certificate_steps import Following
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

    refused(ParameterError, r"expected a rule \(clue, pair, set, count\), got 'luck'", "luck", True, (), ())
    refused(ParameterTypeError, "expected True or False for is_mine, got 1", "clue", 1, (), ())
    refused(ParameterTypeError, "expected a tuple of cells of a step, got 5", "clue", True, 5, ())
    refused(ParameterTypeError, "expected coordinates for each of the clues of a step, got 5", "clue", True, (), (5,))
    refused(ParameterTypeError, r"each of the premises of a step, got \(\)", "clue", True, (), (), ((),))
    refused(ParameterTypeError, "expected a tuple of cells", "clue", True, "0,1", ())
    refused(ParameterError, "got -1", "clue", True, ((0, -1),), ())
    refused(ParameterTypeError, "got True", "clue", True, ((0, True),), ())
    refused(ParameterTypeError, "got '1'", "clue", True, (("1", 0),), ())


def test_a_claim_holds_what_is_unknown_around_its_clues() -> None:
    layout = Layout("3x4", [(0, 0), (0, 1)])
    certificate = certify(layout, (2, 3))
    following = Following(layout, (2, 3), certificate.steps)
    told = [(claim.cells, claim.sums, claim.rest, claim.given) for claim in following.claims()]
    assert told[0] == ([6, 7, 10], [([6, 7, 10], 0)], None, set())
    # A premise is a mine less, and a cell less that is unknown.
    assert told[-1] == ([0], [([0], 1)], None, {1})


def test_with_the_number_of_mines_a_claim_holds_what_is_unknown_anywhere() -> None:
    layout = Layout("7", [(2,)])
    certificate = certify(layout, (0,))
    following = Following(layout, (0,), certificate.steps)
    *_, claim = following.claims()
    assert claim.step.rule == "count"
    assert claim.rest == (4, 0)
    following = Following(layout, (0,), certificate.steps)
    assert [following.unknown(claim) for claim in following.claims()][-1] == [3, 4, 5, 6]


def test_steps_are_counted_from_one() -> None:
    layout = Layout("3x4", [(0, 0), (0, 1)])
    following = Following(layout, (2, 3), [Step("clue", False, [(1, 2)], [(2, 3)]), Step("clue", False, [], [])])
    claims = following.claims()
    next(claims)
    assert following.failure("this", "that").step == 1
    with pytest.raises(CertificateError) as caught:
        next(claims)
    assert caught.value.step == 2
