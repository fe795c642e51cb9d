"""Base class of evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.reason_text import Name
    from hypersweep.typing import Cell, Conclusion


class Evidence:
    """Evidence for a conclusion: plain values, from which its sentence is made."""

    __slots__ = ()

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """Return the sentence, or a few sentences.

        Args:
            conclusion: "safe", "mine" or "guess".
            cells: cells that the conclusion is about.
            name: returns the words for a list of cells.
        """
        raise NotImplementedError
