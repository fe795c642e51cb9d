"""Arrays: their shapes and dtypes, and the error without NumPy."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hypersweep
import strategies
from hypersweep import Grid, Layout
from hypersweep.arrays import bit_array, number_array


@given(st.data())
def test_bits_are_unpacked_in_order(data: st.DataObject) -> None:
    grid = data.draw(strategies.grids())
    bits = data.draw(strategies.bit_strings(grid))
    array = bit_array(bits, grid.shape)
    assert array.dtype == numpy.bool_
    assert array.shape == grid.shape
    assert {cell for cell in grid if array[cell]} == strategies.board_of(grid).from_bits(bits)


@pytest.mark.parametrize("dtype", ["u1", "u2", "i2", "u4", "i4", "u8"])
def test_numbers_are_not_copied(dtype: str) -> None:
    numbers = numpy.arange(12).astype(dtype)
    memory = bytearray(numbers.tobytes())
    array = number_array(memory, dtype, (3, 4))
    assert array.tolist() == numbers.reshape(3, 4).tolist()
    memory[0] = 7
    assert array[0, 0] == 7


def test_an_array_of_a_layout_cannot_change_it() -> None:
    layout = Layout(Grid((3, 4)), [(0, 1)])
    for array in (layout.mine_array(), layout.clue_array()):
        if array.flags.writeable:
            array[...] = 0
    assert layout.mine_array().sum() == 1
    assert layout.clue_array().sum() == 5


@pytest.mark.parametrize(
    "statement", ["hypersweep.Layout('3x4', []).mine_array()", "hypersweep.View('2', 1, [-1, -1]).array()"]
)
def test_a_missing_numpy_is_named_with_its_remedy(statement: str) -> None:
    source = Path(hypersweep.__file__).resolve().parent.parent
    program = f"import sys; sys.path.insert(0, {str(source)!r}); sys.modules['numpy'] = None\n"
    program += f"import hypersweep\ntry: {statement}\n"
    program += "except hypersweep.MissingExtraError as error: print(error.name, error)"
    done = subprocess.run(
        [sys.executable, "-S", "-c", program], capture_output=True, check=True, text=True, env=dict(os.environ)
    )
    assert done.stdout.startswith("numpy ")
    assert "pip install 'hypersweep[arrays]'" in done.stdout
