"""JSON of certificates and of how far deduction goes: what comes back is the same, and is read strictly."""

from __future__ import annotations

import pytest

from hypersweep import Layout, ParseError
from hypersweep.formats import decode, encode
from hypersweep.generate import certify, no_guess, solvable_from, verify


@pytest.mark.parametrize(("board", "mines"), [("8x9", 11), ("3x4x5", 9), ("20~wrap=0", 3)])
def test_certificates_come_back_and_hold(board: str, mines: int) -> None:
    layout = no_guess(board, mines, 0, seed=4)
    certificate = certify(layout, 0)
    document = encode(certificate)
    again = decode(document)
    assert again == certificate
    verify(again)
    assert [step["rule"] for step in document["steps"]] == [step.rule for step in certificate.steps]
    assert all(step.get("premises", []) for step in document["steps"] if "premises" in step)


def test_what_deduction_opens_comes_back() -> None:
    for layout in (Layout("2x3", [(0, 0)]), Layout("3x4", [(0, 0)])):
        found = solvable_from(layout, (0, 2))
        assert decode(encode(found)) == found
    assert encode(found) == {"type": "solvability", "version": 1, "grade": "clue", "opened": 11, "safe_cells": 11}


def test_cells_off_the_board_and_rules_that_are_none_are_refused() -> None:
    document = encode(certify(Layout("1x4", [(0, 2)]), (0, 0)))
    with pytest.raises(ParseError, match=r"expected coordinate 1 of cell .* of 0 to 3, got 4"):
        decode({**document, "first": [0, 4]})
    step = document["steps"][0]
    with pytest.raises(ParseError, match=r"expected .* of 0 to 3"):
        decode({**document, "steps": [{**step, "cells": [[0, 7]]}]})
    with pytest.raises(ParseError, match=r"steps\[0\]\.rule: expected 'clue' or"):
        decode({**document, "steps": [{**step, "rule": "luck"}]})
