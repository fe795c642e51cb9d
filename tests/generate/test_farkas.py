"""Weights that make equations contradict each other, compared with all arrangements of mines."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.generate.farkas import weights

Equations = list[tuple[list[int], int]]


@st.composite
def systems(draw: st.DrawFn) -> Equations:
    cells = st.lists(st.integers(0, 6), unique=True, max_size=6)
    return draw(st.lists(st.tuples(cells, st.integers(-1, 6)), max_size=5))


@given(systems())
def test_weights_prove_what_they_say(equations: Equations) -> None:
    found = weights(equations)
    if found is None:
        return
    wanted = sum(weight * count for weight, (_, count) in zip(found, equations, strict=True))
    factors = [
        sum(weight for weight, (cells, _) in zip(found, equations, strict=True) if cell in cells) for cell in range(7)
    ]
    assert wanted > sum(max(factor, 0) for factor in factors)


@given(systems())
def test_what_mines_can_meet_has_no_weights(equations: Equations) -> None:
    for mines in product((0, 1), repeat=7):
        if all(sum(mines[cell] for cell in cells) == count for cells, count in equations):
            assert weights(equations) is None
            return


def test_one_equation_is_enough_where_it_can_t_hold() -> None:
    assert weights([([1, 2], 3)]) == [1]
    assert weights([([1, 2], -1)]) == [-1]
    assert weights([]) is None


def test_its_work_is_counted() -> None:
    looks: list[int] = []
    assert weights([((1, 2, 3), 2), ((1, 2), 1), ((3, 4), 0)], looks.append) == [1, -1, -1]
    assert len(looks) > 2

    def refuse(looks: int) -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        weights([((1, 2), 3)], refuse)
