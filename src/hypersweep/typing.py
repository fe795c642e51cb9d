"""Names for the types of arguments, to annotate programs with.

It loads Python's ``typing``, which takes as long as everything else that a game needs. So the rest of the package only
names it in annotations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex, TypeAlias

__all__ = ["Cell", "CellLike"]

Cell: TypeAlias = tuple[int, ...]
"""A cell as the package gives it: a coordinate per axis."""

CellLike: TypeAlias = SupportsIndex | Sequence[SupportsIndex]
"""A cell as the package takes it: coordinates in a tuple, a list or a NumPy array, or the raveled index."""
