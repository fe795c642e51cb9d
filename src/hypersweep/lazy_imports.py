"""Package attributes imported on first use."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["lazy_names"]


def lazy_names(
    package: str, homes: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return a ``__getattr__`` and a ``__dir__`` for a package that imports names on first use.

    Define both under ``if not TYPE_CHECKING``: type checkers accept any name in a module with a ``__getattr__``.

    Args:
        package: the package's name.
        homes: for each module, the public names it defines.

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
