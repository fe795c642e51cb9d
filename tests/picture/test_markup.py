"""Text for SVG and HTML: whatever it is, it is read back as text and nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hypersweep.picture.markup import decimal, escaped, sentence_svg


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
