"""Where the panels go: never so that the board loses room by them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hypersweep.picture.nesting import Arrangement, characters
from hypersweep.picture.panels import PanelPlan, plan_panels

LENS = {2: (6, 3), 3: (24, 4), 4: (24, 12), 5: (76, 11)}


def test_beside_the_board_or_below_it_or_nowhere() -> None:
    def plan(width: int, height: int, *shape: int) -> PanelPlan:
        return plan_panels((width, height), shape, 2, lens=LENS[len(shape)], has_map=len(shape) > 4)

    assert plan(80, 20, 16, 30) == PanelPlan(True, False, False)
    assert plan(62, 20, 16, 30) == PanelPlan(True, False, True)
    assert plan(62, 18, 16, 30) == PanelPlan(False, False, False)
    assert plan(20, 10, 16, 30) == PanelPlan(False, False, False)
    assert plan(80, 21, 4, 4, 4, 4) == PanelPlan(True, False, False)
    assert plan(200, 56, 4, 4, 4, 4, 4) == PanelPlan(True, False, True)
    assert plan(120, 37, 4, 4, 4, 4, 4) == PanelPlan(True, True, True)
    assert plan(110, 24, 4, 4, 4, 4, 4) == PanelPlan(False, True, False)
    assert plan(60, 16, 4, 4, 4, 4, 4) == PanelPlan(False, True, True)


@given(
    st.tuples(st.integers(20, 250), st.integers(10, 80)),
    st.lists(st.integers(1, 8), min_size=1, max_size=6),
    st.tuples(st.integers(2, 90), st.integers(1, 20)),
)
def test_a_board_that_fits_alone_fits_with_its_lens(
    room: tuple[int, int], shape: list[int], lens: tuple[int, int]
) -> None:
    whole = Arrangement(shape, metrics=characters(2))
    fits = whole.width <= room[0] and whole.height <= room[1]
    plan = plan_panels(room, shape, 2, lens=lens, has_map=len(shape) > 4)
    if fits:
        assert not plan.has_map
    if plan.has_lens and not plan.has_map:
        assert fits
        if plan.is_below:
            assert whole.height + lens[1] < room[1]
        else:
            assert whole.width + lens[0] < room[0]
    if len(shape) > 4 and not fits:
        assert plan.has_map
