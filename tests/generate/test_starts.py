"""First cells: each is reported once, equivalent ones together, as deduction from that cell alone says."""

from __future__ import annotations

import pytest
from hypothesis import given

from hypersweep import Game, Layout, ParameterTypeError
from hypersweep.generate import each_start, solvable_from
from strategies import layouts


@given(layouts(max_cells=30))
def test_every_safe_cell_is_told_as_it_is_alone(layout: Layout) -> None:
    for uses_mine_count in (True, False):
        told = list(each_start(layout, uses_mine_count=uses_mine_count))
        cells = [cell for some, _ in told for cell in some]
        assert sorted(cells) == [cell for cell in layout if not layout.is_mine(cell)]
        assert len(set(cells)) == len(cells)
        assert [some[0] for some, _ in told] == sorted(some[0] for some, _ in told)
        for some, found in told:
            for cell in some:
                assert solvable_from(layout, cell, uses_mine_count=uses_mine_count) == found


@given(layouts(max_cells=30))
def test_cells_stand_together_that_open_each_other(layout: Layout) -> None:
    for some, _ in each_start(layout):
        opened = set(Game(layout=layout).open(some[0]).cells)
        assert {cell for cell in opened if layout[cell] == 0} == {cell for cell in some if layout[cell] == 0}
        assert len(some) == 1 or all(layout[cell] == 0 for cell in some)


def test_without_a_safe_cell_there_is_none() -> None:
    assert list(each_start(Layout("1x2", [(0, 0), (0, 1)]))) == []
    with pytest.raises(ParameterTypeError, match="expected a Layout"):
        list(each_start("3x4.bAgg"))  # type: ignore[arg-type]
