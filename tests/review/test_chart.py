"""The chart of a review: the clock across, the chance to survive down."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from hypersweep import Layout
from hypersweep.review import review
from hypersweep.review.chart import chart
from played import Step, played

HALF = Layout("2x6", [(1, 4)])


def words(text: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(f"<g>{text}</g>").iter("text")]


@pytest.mark.parametrize(
    ("milliseconds", "names"),
    [(0, {"move 1", "move 2"}), (5_000, {"0 s", "1 s", "5 s"}), (62_300, {"0:00", "0:10", "1:00"})],
)
def test_the_axis_has_round_times_or_moves(milliseconds: int, names: set[str]) -> None:
    steps: list[Step] = [(0, "open", (0, 0)), (milliseconds, "open", (0, 5))]
    text, _ = chart(review(played(HALF, steps)), 600)
    assert names <= set(words(text))


def test_the_line_falls_to_what_is_left_at_the_end() -> None:
    found = review(played(HALF, [(0, "open", (0, 0)), (1000, "open", (0, 5)), (2000, "open", (0, 4))]))
    text, height = chart(found, 600)
    path = re.search(r'<path d="([^"]+)" fill="none"', text)
    assert path is not None
    levels = [float(level) for level in re.findall(r"V([\d.]+)", path[1])]
    assert levels == sorted(levels)
    assert len(levels) == len(found.guesses)
    nothing, certain = (float(y) for y in re.findall(r'y1="([\d.]+)"', text)[0:5:4])
    assert (levels[-1] - certain) / (nothing - certain) == pytest.approx(1 - found.survival, abs=0.01)
    assert height > nothing > certain
