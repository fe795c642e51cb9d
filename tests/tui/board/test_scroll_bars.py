"""Scroll bars: as long as asked for, with one thick part for what is visible, which the mouse drags."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hypersweep.tui.board.scroll_bars import LineScrollBar


def bar(size: int, virtual: float, window: float, position: float, *, vertical: bool = False) -> tuple[str, list[str]]:
    segments = LineScrollBar.render_bar(size, virtual, window, position, vertical=vertical).segments
    segments = [segment for segment in segments if segment.text != "\n"]
    actions = [segment.style.meta.get("@mouse.down", "") if segment.style else "" for segment in segments]
    return "".join(segment.text for segment in segments), actions


def test_the_thick_part_is_what_is_seen() -> None:
    assert bar(10, 20, 10, 0)[0] == "━━━━━─────"
    assert bar(10, 20, 10, 10)[0] == "─────━━━━━"
    assert bar(4, 1000, 4, 0, vertical=True) == ("┃│││", ["grab", *["scroll_down"] * 3])
    assert bar(4, 1000, 4, 996)[1] == [*["scroll_up"] * 3, "grab"]
    assert bar(4, 4, 4, 0) == ("────", [""] * 4)


@given(st.integers(1, 60), st.integers(1, 5000), st.integers(1, 60), st.floats(0, 1))
def test_a_bar_is_as_long_as_asked_for_and_has_one_thumb(size: int, virtual: int, window: int, share: float) -> None:
    text, actions = bar(size, virtual, window, share * max(0, virtual - window))
    assert len(text) == size
    assert text.strip("─").strip("━") == ""
    assert ("━" in text) == ("grab" in actions) == (virtual > window)
