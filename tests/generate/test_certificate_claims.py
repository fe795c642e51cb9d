"""What the steps of a certificate say, in numbers of their board."""

from __future__ import annotations

import pytest

from hypersweep import Layout
from hypersweep.errors import CertificateError
from hypersweep.generate import Step, certify
from hypersweep.generate.certificate_claims import Following


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
