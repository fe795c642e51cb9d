"""Signs of guesses: a shape for each verdict, a colour for the risk, and text as text."""

from __future__ import annotations

import re
from itertools import pairwise
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from hypersweep.picture.contrast import contrast, luminance
from hypersweep.review.chart_markers import STYLE, WORDS, sign, swatches


def guess(verdict: str, risk: float, *, survived: bool = True, is_taken_back: bool = False) -> Any:
    return SimpleNamespace(verdict=verdict, risk=risk, survived=survived, is_taken_back=is_taken_back)


def shape(text: str) -> ElementTree.Element:
    """Return the element of the shape."""
    return next(element for element in ElementTree.fromstring(text) if element.get("stroke"))


def test_every_verdict_has_a_shape_of_its_own() -> None:
    drawn = {verdict: shape(sign(guess(verdict, 0.2), 0, 0, 8, label="")) for verdict in WORDS}
    outlines = {(element.tag, len(element.get("points", "").split())) for element in drawn.values()}
    assert len(outlines) == len(WORDS)


def test_more_risk_is_darker_and_its_number_can_be_read() -> None:
    grounds = []
    for risk in (0.05, 0.2, 0.35, 0.5, 0.9):
        root = ElementTree.fromstring(sign(guess("forced guess", risk), 9, 9, 8, label="12"))
        grounds.append(root[0].attrib["fill"])
        assert contrast(root[1].attrib["fill"], grounds[-1]) >= 4.5
    assert all(luminance(first) > luminance(second) for first, second in pairwise(grounds))
    assert re.findall(r'rect [^>]*fill="(#\w+)"', swatches()[0]) == grounds


@pytest.mark.parametrize("tip", ["<b>", 'a"b', "\x00"])
def test_tips_and_labels_are_text(tip: str) -> None:
    root = ElementTree.fromstring(sign(guess("blunder", 1.0), 0, 0, 8, label=tip, tip=tip))
    assert [element.tag for element in root] == ["title", "polygon", "text"]


def test_what_came_of_a_guess_is_seen() -> None:
    plain, died, undone = (
        shape(sign(move, 0, 0, 8, label=""))
        for move in (
            guess("forced guess", 0.2),
            guess("forced guess", 0.2, survived=False),
            guess("forced guess", 0.2, is_taken_back=True),
        )
    )
    assert float(died.attrib["stroke-width"]) > 2 * float(plain.attrib["stroke-width"])
    assert "stroke-dasharray" in undone.attrib
    assert "stroke-dasharray" not in plain.attrib


def test_the_style_holds_for_reviews_alone() -> None:
    rules = re.findall(r"([^{}]+)\{[^{}]*\}", STYLE.split("{", 1)[1])
    assert rules
    assert all(name.startswith(".hs-review ") for rule in rules for name in rule.split(","))
