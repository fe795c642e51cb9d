from __future__ import annotations

import numpy as np
import pytest

from hypersweep.envs import BatchEnv
from hypersweep.envs.seen import Seen, make_batch
from hypersweep.envs.terms import Ending, Reward
from hypersweep.errors import RulesError
from hypersweep.rules import CLASSIC


def test_some_games_are_rows_of_all() -> None:
    batch = BatchEnv("3x4", 2, 6, seed=3, kinds=("open", "flag", "chord"))
    for observation in ("codes", "planes"):
        seen = Seen(batch, observation, "observation", chances=True, solver_move="safest")
        batch.step(batch.random_actions())
        which = np.array([4, 1])
        all_seen, some = seen.observe(), seen.observe(which)
        assert isinstance(all_seen, dict)
        assert isinstance(some, dict)
        for name in all_seen:
            np.testing.assert_array_equal(some[name], all_seen[name][which])
        every, few = seen.told(), seen.told(which)
        assert list(every) == ["is_success", "chances", "chances_exact", "solver_move"]
        for name, rows in every.items():
            np.testing.assert_array_equal(few[name], rows[which])


def test_a_promise_takes_the_place_of_that_of_the_rules() -> None:
    def made(first: str | None) -> BatchEnv:
        return make_batch(
            (3, 4),
            2,
            1,
            rules="esp",
            first=first,  # type: ignore[arg-type]
            kinds=("open",),
            reward=Reward(),
            ending=Ending(),
        )

    assert made(None).rules.first_open == "safe"
    opening = made("opening").rules
    assert opening.first_open == "opening"
    assert opening.flags_on_open
    assert opening != CLASSIC
    with pytest.raises(RulesError):
        made("no")
