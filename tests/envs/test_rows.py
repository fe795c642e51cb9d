"""The arrays of a batch: aligned ones that it allocates, or the caller's own."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from hypersweep import Grid, ParameterError, ParameterTypeError, ShapeError
from hypersweep.envs import Rows
from hypersweep.envs.rows import NAMES, code_type

GRID = Grid("3x4x5")


def test_arrays_have_the_shapes_and_types_they_are_said_to_have() -> None:
    rows = Rows(GRID, 7, 3)
    shapes = [(7, 3, 4, 5), (7, 180), *[(7,)] * 7]
    types = ["i1", "i1", "f4", "?", "?", "u1", "i8", "i8", "u8"]
    assert [array.shape for array in rows.arrays()] == shapes
    assert [array.dtype for array in rows.arrays()] == [np.dtype(name) for name in types]
    assert all(array.ctypes.data % 64 == 0 for array in rows.arrays())


def test_flat_arrays_and_other_kinds_of_bytes_will_do() -> None:
    given = {
        "observations": np.zeros((7, 60), np.int8),
        "action_masks": np.zeros((7, 60), bool),
        "terminations": np.zeros(7, np.uint8),
    }
    rows = Rows(GRID, 7, 1, given)
    assert rows.observations.shape == (7, 3, 4, 5)
    for name, array in given.items():
        assert getattr(rows, name).ctypes.data == array.ctypes.data


@pytest.mark.parametrize(
    ("name", "array", "error"),
    [
        ("observations", np.zeros((7, 60), np.int16), ParameterError),
        ("observations", np.zeros((7, 60), np.uint8), ParameterError),
        ("observations", np.zeros((6, 60), np.int8), ParameterError),
        ("observations", np.zeros((60, 7), np.int8), ParameterError),
        ("observations", np.zeros((60, 7), np.int8).T, ParameterError),
        ("observations", np.broadcast_to(np.int8(0), (7, 60)), ParameterError),
        ("rewards", np.zeros(7), ParameterError),
        ("rewards", np.zeros(14, np.float32)[::2], ParameterError),
        ("rewards", np.zeros(29, np.int8)[1:].view(np.float32), ParameterError),
        ("rewards", [0.0] * 7, ParameterTypeError),
        ("picture", np.zeros(7), ParameterTypeError),
    ],
)
def test_arrays_that_do_not_fit_are_refused(name: str, array: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=name):
        Rows(GRID, 7, 1, {name: array})


def test_rows_are_copied_only_into_rows_of_the_same_games() -> None:
    one, other = Rows(GRID, 7), Rows(GRID, 7)
    for place, name in enumerate(NAMES):
        getattr(one, name)[:] = place % 2
    one.copy_to(other)
    assert all(np.array_equal(*pair) for pair in zip(one.arrays(), other.arrays(), strict=True))
    before = other.rewards.copy()
    with pytest.raises(ParameterError, match="shape"):
        Rows(GRID, 7, 2).copy_to(other)
    assert np.array_equal(other.rewards, before)


class Shared:
    """A foreign array that only supports the buffer protocol."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **arguments: Any) -> Any:
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


class Elsewhere(Shared):
    def __dlpack__(self, **arguments: Any) -> Any:
        raise BufferError("on another device")

    def __repr__(self) -> str:
        return "numbers, " * 1000


def test_arrays_that_others_share_will_do() -> None:
    own = np.zeros((7, 3, 4, 5), np.int8)
    rows = Rows(GRID, 7, 1, {"observations": Shared(own)})
    rows.observations[:] = 3
    assert (own == 3).all()
    with pytest.raises(ParameterError, match="observations of type int8, got int16"):
        Rows(GRID, 7, 1, {"observations": Shared(own.astype(np.int16))})
    with pytest.raises(
        ParameterTypeError,
        match=r"NumPy can't share the memory of the .*test_rows\.Elsewhere for .*: 'on another device'",
    ) as caught:
        Rows(GRID, 7, 1, {"observations": Elsewhere(own)})
    assert len(str(caught.value)) < 200


def test_rows_are_fixed_and_copies_have_arrays_of_their_own() -> None:
    rows = Rows(GRID, 7, 2, {"terminations": np.zeros(7, np.uint8)})
    with pytest.raises(AttributeError, match="observations"):
        rows.observations = rows.observations.copy()
    rows.seeds[:] = range(7)
    for twin in (copy.copy(rows), copy.deepcopy(rows), pickle.loads(pickle.dumps(rows))):
        for one, other in zip(rows.arrays(), twin.arrays(), strict=True):
            assert np.array_equal(one, other)
            assert one.dtype == other.dtype
            assert not np.shares_memory(one, other)
            assert other.ctypes.data % 64 == 0
        rows.copy_to(twin)


def test_codes_have_as_many_bytes_as_their_clues_need() -> None:
    assert code_type(Grid("3x3x3x3")) == "i1"
    assert code_type(Grid("3x3x3x3x3")) == "i2"
    with pytest.raises(ShapeError, match="neighbours"):
        code_type(Grid([3] * 10))
