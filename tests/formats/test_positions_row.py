"""One position: what it may hold."""

from __future__ import annotations

import copy
import math
import pickle
from array import array
from typing import Any

import pytest

from hypersweep import ParameterError, ParameterTypeError, View
from hypersweep.formats.positions_row import Position

VIEW = View("1x3", 1, [-1, 1, -1])


def test_a_position_is_a_value() -> None:
    position = Position(VIEW, array("d", [0.5, 0, 0.5]), seed=3, source="Ann", move=2)
    assert position.chances is not None
    assert position.chances.tolist() == [0.5, 0, 0.5]
    assert position == Position(VIEW, [0.5, 0, 0.5], 3, "Ann", 2) != Position(VIEW)
    assert hash(position) == hash(copy.deepcopy(position))
    assert pickle.loads(pickle.dumps(position)) == position
    assert Position(VIEW).chances is None
    with pytest.raises(AttributeError):
        position.move = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("named", "error"),
    [
        ({"chances": [0.5, 0]}, ParameterError),
        ({"chances": [0.5, 0, 1.5]}, ParameterError),
        ({"chances": [0.5, 0, math.nan]}, ParameterError),
        ({"chances": "abc"}, ParameterTypeError),
        ({"chances": 7}, ParameterTypeError),
        ({"seed": -1}, ParameterError),
        ({"seed": 2**64}, ParameterError),
        ({"move": 2**32}, ParameterError),
        ({"move": True}, ParameterTypeError),
        ({"source": 7}, ParameterTypeError),
        ({"view": "x"}, ParameterTypeError),
    ],
)
def test_what_cannot_be_is_refused(named: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error, match="expected"):
        Position(**{"view": VIEW, **named})
