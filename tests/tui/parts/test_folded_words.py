"""Sentences folded to the available space."""

from __future__ import annotations

import asyncio

import pytest
from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.pilot import Pilot

from hypersweep.tui.parts.folded_words import FoldedWords

WORDS = [
    ("Move 4: open (0, 3)", "bold"),
    ("1. The 1 at (0, 5) touches only 1 covered cell: (1, 4) is a mine.", ""),
    ("", ""),
    ("1 guess, safe with 89.7 %", "dim"),
]


class Shown(App[None]):
    """Text that scrolls if necessary."""

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield FoldedWords()


@pytest.mark.parametrize("width", [14, 20, 33, 80])
@pytest.mark.parametrize("height", [3, 5, 30])
def test_they_take_the_lines_that_they_need_at_the_width_that_there_is(width: int, height: int) -> None:
    async def main() -> None:
        async with Shown().run_test(size=(width, height)) as pilot:
            await check(pilot, width, height)

    asyncio.run(main())


async def check(pilot: Pilot[None], width: int, height: int) -> None:
    words, scroll = pilot.app.query_one(FoldedWords), pilot.app.query_one(VerticalScroll)
    words.set(WORDS)
    await pilot.pause()
    lines = str(words.render()).splitlines()
    assert words.size.height == len(lines)
    assert scroll.show_vertical_scrollbar is (len(lines) > height)
    assert words.size.width == scroll.scrollable_content_region.width <= width
    assert max(map(len, lines)) <= words.size.width
    told = " ".join(" ".join(lines).split())
    assert told == " ".join(" ".join(text for text, _ in WORDS).split())
    # Lines of a numbered sentence are indented, and no cell is broken.
    begin = next(place for place, line in enumerate(lines) if line.startswith("1. "))
    end = lines.index("", begin)
    assert all(line.startswith("   ") for line in lines[begin + 1 : end])
    assert all(line.count("(") == line.count(")") for line in lines)
