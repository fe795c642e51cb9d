"""Spaces, observations and infos: the rows for some games are among those for all, and planes match the codes."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from hypersweep import Grid
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.envs import BatchEnv
from hypersweep.envs.env_settings import Ending, Reward
from hypersweep.envs.observation import Seen, action_space, make_batch, observation_space, plane_codes, write_planes
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
        every, few = seen.facts(), seen.facts(which)
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


OPEN, FLAG = ("open",), ("open", "flag")


@pytest.mark.parametrize("text", ["7", "3x4", "3x4~wrap=0,1", "2x3x4", "2x3x4~orthogonal", "3x3x3x3x4"])
def test_bounds_are_those_of_the_codes(text: str) -> None:
    grid = Grid(text) if "orthogonal" not in text else Grid((2, 3, 4), adjacency="orthogonal")
    for kinds, lowest in ((OPEN, EXPLODED), (FLAG, WRONG_FLAG)):
        box = observation_space(grid, kinds, "codes", None)  # type: ignore[arg-type]
        assert isinstance(box, gymnasium.spaces.Box)
        assert (box.low.min(), box.high.max(), box.shape) == (lowest, grid.max_neighbours, grid.shape)
        assert box.dtype == (np.int16 if grid.max_neighbours > 127 else np.int8)
        assert action_space(grid, kinds).n == len(kinds) * grid.cells  # type: ignore[arg-type]


def test_a_mask_has_a_place_in_the_space_where_it_is_observed() -> None:
    space = observation_space(Grid("3x4"), FLAG, "planes", "observation")  # type: ignore[arg-type]
    assert isinstance(space, gymnasium.spaces.Dict)
    assert space["observation"].shape == (14, 3, 4)
    assert space["action_mask"].shape == (24,)
    assert space["action_mask"].dtype == np.int8


def test_every_code_has_one_plane() -> None:
    grid = Grid("3x4")
    codes = plane_codes(grid, FLAG)  # type: ignore[arg-type]
    assert codes == (COVERED, FLAGGED, MINE, EXPLODED, WRONG_FLAG, *range(9))
    seen = np.array(codes[:12]).reshape(1, 3, 4)
    planes = np.full((1, 14, 3, 4), 9, np.int8)
    write_planes(seen, codes, planes)
    assert planes.max() == 1
    assert (planes.sum(axis=1) == 1).all()
    assert (planes.reshape(14, 12)[:12] == np.eye(12)).all()
    assert (planes.reshape(14, 12)[12:] == 0).all()
