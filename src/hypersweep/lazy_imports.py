"""Names of a package that are loaded on first use."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["lazy_names"]


def lazy_names(
    package: str, homes: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """What a package takes for its ``__getattr__`` and ``__dir__``.

    A package hides the two from type checkers, which would take any name for one that it has.

    Args:
        package: its name.
        homes: the names that each of its modules is home to.

    >>> get, listed = lazy_names("hypersweep", {"grid": ("Grid",)})
    >>> get("Grid")
    <class 'hypersweep.grid.Grid'>
    """

    def find(name: str) -> object:
        for home, names in homes.items():
            if name in names:
                value = getattr(__import__(f"{package}.{home}", fromlist=[name]), name)
                setattr(sys.modules[package], name, value)
                return value
        hint = ""
        if not name.startswith("_"):
            from hypersweep.validation import suggest

            hint = suggest(name, listed())
        raise AttributeError(f"module {package!r} has no attribute {name!r}{hint}")

    def listed() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return find, listed
