"""Sentences one below the other, folded to the room that there is for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

from hypersweep.ui_model.solver_player import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.geometry import Size

__all__ = ["FoldedWords"]


class FoldedWords(Widget):
    """Folds sentences where cells and percentages stay in one piece, also beside a bar that comes to scroll them."""

    DEFAULT_CSS = "FoldedWords { width: 1fr; height: auto; }"

    def __init__(self) -> None:
        super().__init__()
        self._words: tuple[tuple[str, str], ...] = ()

    def set(self, words: Sequence[tuple[str, str]]) -> None:
        """Shows sentences with their styles; the lines of a numbered one are indented."""
        if tuple(words) != self._words:
            self._words = tuple(words)
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """So many lines they take at a width."""
        return len(self._folded(width))

    def render(self) -> Content:
        """The lines at the width that there is."""
        return Content("\n").join(self._folded(self.size.width))

    def _folded(self, width: int) -> list[Content]:
        return [
            Content.styled(line, style)
            for text, style in self._words
            for line in fold(text, width, "   " if text[:1].isdigit() else "")
        ]
