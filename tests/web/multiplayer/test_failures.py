"""Errors have a name and values, from which the page makes a text."""

from __future__ import annotations

import pickle

import pytest

from hypersweep.errors import HypersweepError
from hypersweep.web.multiplayer.failures import FencedError, RefusedError, UnavailableError


def test_what_was_refused_stands_beside_its_message() -> None:
    error = RefusedError("gap", "expected move 3 next, got 5", status=409, expected=3)
    assert (error.what, error.status, error.values, str(error)) == (
        "gap", 409, {"expected": 3}, "expected move 3 next, got 5",
    )  # fmt: skip


@pytest.mark.parametrize(("kind", "what"), [(UnavailableError, "unavailable"), (FencedError, "away")])
def test_what_can_t_be_done_now_may_be_asked_again(kind: type[UnavailableError | FencedError], what: str) -> None:
    error = kind("the database is currently unavailable")
    assert (error.what, error.status) == (what, 503)
    assert isinstance(error, RefusedError)
    assert isinstance(error, HypersweepError)


def test_refusals_travel_between_processes() -> None:
    for error in (RefusedError("gap", "expected move 3 next", status=409, expected=3), UnavailableError("not now")):
        copy = pickle.loads(pickle.dumps(error))
        assert (copy.what, copy.status, copy.values, str(copy)) == (error.what, error.status, error.values, str(error))
