from __future__ import annotations

import gymnasium
import numpy as np
import pytest

from hypersweep import Grid
from hypersweep.codes import COVERED, EXPLODED, FLAGGED, MINE, WRONG_FLAG
from hypersweep.envs.spaces import action_space, observation_space, plane_codes, write_planes

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
