"""Credit for agents' actions, and standings."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.envs.credit import CREDITS, MODES, rank, share

WORTH = st.dictionaries(st.sampled_from("abcdef"), st.floats(-100, 100), min_size=1)


@pytest.mark.slow
@given(WORTH)
def test_a_race_adds_up_to_nothing_and_rewards_whoever_did_better(worth: dict[str, float]) -> None:
    rewards = share("race", worth)
    assert rewards.keys() == worth.keys()
    assert math.isclose(sum(rewards.values()), 0, abs_tol=1e-9)
    best = max(worth, key=lambda agent: worth[agent])
    assert rewards[best] == max(rewards.values())
    assert rewards[best] >= -1e-9


@given(WORTH)
def test_what_is_shared_is_the_sum_and_what_is_own_is_left(worth: dict[str, float]) -> None:
    assert set(share("shared", worth).values()) == {sum(worth.values())}
    assert share("own", worth) == worth


def test_two_in_a_race_get_the_difference() -> None:
    assert share("race", {"a": 1.0, "b": -1.0}) == {"a": 2.0, "b": -2.0}
    assert share("race", {"a": 1.0, "b": 1.0}) == {"a": 0.0, "b": 0.0}
    assert share("race", {"a": 1.0}) == {"a": 0.0}


def test_whoever_has_won_leads_and_the_others_follow_by_their_cells() -> None:
    opened = {"a": 5, "b": 9, "c": 9, "d": 5, "e": 0}
    assert rank(opened, {}) == {"a": 3, "b": 1, "c": 1, "d": 3, "e": 5}
    assert rank(opened, {"b": 4, "d": 3, "c": 4}) == {"a": 4, "b": 2, "c": 2, "d": 1, "e": 5}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_has_a_default_of_its_own(mode: str) -> None:
    assert CREDITS[mode][0] not in CREDITS[next(other for other in MODES if other != mode)]  # type: ignore[index]
