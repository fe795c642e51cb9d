"""Text for SVG and HTML, which is read back as text and nothing else; and the drawn symbols."""

from __future__ import annotations

import re
from math import hypot
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.picture.markup import arrow, cross, decimal, escaped, flag, mine, sentence_svg, tick


@given(st.text())
def test_any_text_can_stand_between_tags_and_in_attributes(text: str) -> None:
    root = ElementTree.fromstring(f'<a b="{escaped(text)}">{escaped(text)}</a>')
    assert len(list(root)) == 0
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if plain.isprintable():
        assert root.text == (plain or None)
        assert root.attrib["b"] == plain


@pytest.mark.parametrize("text", ["\x00", "\x1b[2J", "\ud800", "\uffff"])
def test_what_xml_cannot_hold_is_replaced(text: str) -> None:
    assert "\ufffd" in escaped(text)
    ElementTree.fromstring(sentence_svg(text))


@given(st.floats(-1e6, 1e6))
def test_numbers_keep_two_decimals(value: float) -> None:
    text = decimal(value)
    assert abs(float(text) - value) <= 0.005 + 1e-9
    assert "e" not in text
    assert text != "-0"
    assert not text.endswith((".", ".0"))


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
