"""Scroll bars of boards and panels: thin lines, with a thick part for the visible section."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.segment import Segment, Segments
from rich.style import Style
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBarRender

if TYPE_CHECKING:
    from typing import Any

    from textual.scrollbar import ScrollBar


class LineScrollBar(ScrollBarRender):
    """A scroll bar: a thin line, with a thick part for the visible section."""

    @classmethod
    def render_bar(
        cls,
        size: int = 25,
        virtual_size: float = 50,
        window_size: float = 20,
        position: float = 0,
        thickness: int = 1,
        vertical: bool = True,
        back_color: Any = None,
        bar_color: Any = None,
    ) -> Segments:
        """Return the scroll bar's characters.

        Args:
            size: length of the bar in characters.
            virtual_size: length of the whole content.
            window_size: length of the visible section.
            position: start of the visible section.
            thickness: width of the bar in characters.
            vertical: whether the bar is vertical.
            back_color: colour of the background.
            bar_color: colour of the lines.
        """
        thin, thick = ("│", "┃") if vertical else ("─", "━")
        across = thickness if vertical else 1
        length = begin = 0
        if size and window_size and virtual_size > window_size:
            length = min(size, max(1, round(size * window_size / virtual_size)))
            begin = round((size - length) * position / (virtual_size - window_size))
        end = begin + length

        def segment(place: int) -> Segment:
            # As in Textual, pressing the mouse next to the thick part scrolls, and pressing it on the thick part drags.
            action = "scroll_up" if place < begin else "grab" if place < end else "scroll_down"
            style = Style(color=bar_color, bgcolor=back_color, meta={"@mouse.down": action} if length else None)
            return Segment((thick if begin <= place < end else thin) * across, style)

        segments = [segment(place) for place in range(size)]
        if vertical:
            return Segments(segments, new_lines=True)
        return Segments([*segments, Segment.line()] * thickness, new_lines=False)


class BoardScrollView(ScrollView, inherit_bindings=False):
    """A scrolling widget whose scroll bars are thin lines."""

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The vertical scroll bar."""
        return _as_line(super().vertical_scrollbar)

    @property
    def horizontal_scrollbar(self) -> ScrollBar:
        """The horizontal scroll bar."""
        return _as_line(super().horizontal_scrollbar)


def _as_line(bar: ScrollBar) -> ScrollBar:
    bar.renderer = LineScrollBar  # type: ignore[misc] # as Textual documents
    return bar
