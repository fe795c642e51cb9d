"""What all grounds have in common: plain parts, and a sentence made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hypersweep.solve.reason_text import Name
    from hypersweep.typing import Cell, Conclusion

__all__ = ["Evidence"]


class Evidence:
    """What a conclusion rests on, as plain values from which its sentence is made."""

    __slots__ = ()

    def sentence(self, conclusion: Conclusion, cells: Sequence[Cell], name: Name) -> str:
        """The sentence, or a few of them.

        Args:
            conclusion: "safe", "mine" or "guess".
            cells: what it is said of.
            name: how a list of cells is told.
        """
        raise NotImplementedError
