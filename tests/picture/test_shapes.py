"""Shapes: well-formed and in the right place."""

from __future__ import annotations

import re
from math import hypot
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.picture.shapes import arrow, cross, flag, mine, tick


@pytest.mark.parametrize(
    "text",
    [flag(9, 9, "", ""), mine(9, 9, "", "", ""), cross(9, 9, ""), tick(9, 9, "")],
    ids=["flag", "mine", "cross", "tick"],
)
def test_shapes_begin_in_their_cell_and_have_classes(text: str) -> None:
    root = ElementTree.fromstring(f"<g>{text}</g>")
    for element in root:
        assert element.attrib["class"].startswith("hs-")
        begin = re.match(r"M(\S+) (\S+?)[a-z]", element.attrib.get("d", "M9 9z"))
        assert begin is not None
        assert all(0 <= float(number) <= 17 for number in begin.groups())


PLACES = st.integers(0, 1000)


@given(PLACES, PLACES, PLACES, PLACES, st.booleans())
def test_arrows_point_at_their_cell(x: int, y: int, to_x: int, to_y: int, is_bowed: bool) -> None:
    if hypot(to_x - x, to_y - y) < 18:
        return
    root = ElementTree.fromstring(f"<g>{arrow((x, y), (to_x, to_y), '', '', '', is_bowed=is_bowed)}</g>")
    *_, tip = root
    point = re.match(r"M(\S+) (\S+)L", tip.attrib["d"])
    assert point is not None
    assert hypot(float(point[1]) - to_x, float(point[2]) - to_y) <= 4.1


def test_an_arrow_to_where_it_begins_is_a_ring() -> None:
    assert arrow((5, 5), (5, 5), "", "", "").count("<circle") == 2


def test_arrows_there_and_back_do_not_lie_on_each_other() -> None:
    there, back = (arrow(*ends, "", "", "", is_bowed=True) for ends in (((0, 0), (90, 0)), ((90, 0), (0, 0))))
    bends = [re.search(r"Q(\S+) (\S+) ", text) for text in (there, back)]
    assert len({bend[2] for bend in bends if bend is not None}) == 2
