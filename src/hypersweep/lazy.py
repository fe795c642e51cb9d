"""Names that are loaded when they are asked for: those of a package, and those that only annotations use."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Self

__all__ = ["defer", "lazy_names"]


class _Deferred(str):
    """Stands in a module for a name that only annotations use, and finds what it names when an annotation is read.

    ``typing`` takes it for a forward reference, which is what a text means there, and evaluates it. Where the name is
    used further, ``Sequence[int]`` or ``Grid | None`` or ``np.integer``, the thing itself takes over.
    """

    __slots__ = ("_name", "_namespace", "_statement")

    _name: str
    _namespace: dict[str, Any]
    _statement: str

    def __new__(cls, name: str, statement: str, namespace: dict[str, Any]) -> Self:
        # What typing evaluates as a forward reference: this, wherever it is evaluated.
        reference = f"__import__({__name__!r}, fromlist=['_find'])._find({namespace['__name__']!r}, {name!r})"
        deferred = super().__new__(cls, reference)
        deferred._name, deferred._statement, deferred._namespace = name, statement, namespace
        return deferred

    def _thing(self) -> Any:
        found: dict[str, Any] = {}
        exec(self._statement, self._namespace, found)
        return found[self._name]

    def __getattr__(self, name: str) -> object:
        return getattr(self._thing(), name)

    def __getitem__(self, key: Any) -> Any:
        # typing looks at the first character of a forward reference.
        return super().__getitem__(key) if isinstance(key, int | slice) else self._thing()[_plain(key)]

    def __or__(self, other: object) -> Any:
        return self._thing() | _plain(other)

    def __ror__(self, other: object) -> Any:
        return _plain(other) | self._thing()


def _plain(part: Any) -> Any:
    if isinstance(part, tuple | list):
        return type(part)(map(_plain, part))
    return part._thing() if isinstance(part, _Deferred) else part


def _find(module: str, name: str) -> object:
    return _plain(vars(sys.modules[module])[name])


def defer(namespace: dict[str, Any], *statements: str) -> None:
    """Give a module names that only its annotations use, each found when ``typing.get_type_hints`` asks for it.

    It goes next to the imports that type checkers read, and repeats them:

        if TYPE_CHECKING:
            from collections.abc import Sequence
        else:
            defer(globals(), "from collections.abc import Sequence")

    Args:
        namespace: the module's ``globals()``.
        statements: imports and assignments of one name.

    Complexity: about a microsecond a name; nothing is imported.

    >>> namespace = {"__name__": "example"}
    >>> defer(namespace, "from fractions import Fraction", "import decimal as d")
    >>> eval("Fraction | None", namespace), eval("d.Decimal", namespace)
    (fractions.Fraction | None, <class 'decimal.Decimal'>)
    """
    for statement in statements:
        left, _, right = statement.partition("import ")
        # "from m import a, b as c", "import m as n", or "name = ...".
        names = right.split(",") if right else [left.partition("=")[0]]
        for name in names:
            word = name.split()[-1]
            namespace[word] = _Deferred(word, statement, namespace)


if not TYPE_CHECKING:
    defer(globals(), "from collections.abc import Callable, Mapping, Sequence", "from typing import Any, Self")


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
            from hypersweep.arguments import nearest

            hint = nearest(name, listed())
        raise AttributeError(f"module {package!r} has no attribute {name!r}{hint}")

    def listed() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return find, listed
