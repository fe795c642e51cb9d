"""Sentences below each other, wrapped to the available width."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from hypersweep.ui_model.solver_show import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.geometry import Size


class FoldedWords(Widget):
    """Wrap sentences without breaking cells and percentages, also when a scroll bar takes a column."""

    DEFAULT_CSS = "FoldedWords { width: 1fr; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._words: tuple[tuple[str, str], ...] = ()

    def set(self, words: Sequence[tuple[str, str]]) -> None:
        """Show sentences with their styles; continuation lines of numbered ones are indented."""
        if tuple(words) != self._words:
            self._words = tuple(words)
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of lines at a width."""
        return len(self._folded(width))

    def render(self) -> Content:
        """Return the lines at the current width."""
        return Content("\n").join(self._folded(self.size.width))

    def _folded(self, width: int) -> list[Content]:
        return [
            Content.styled(line, style)
            for text, style in self._words
            for line in fold(text, width, "   " if text[:1].isdigit() else "")
        ]
