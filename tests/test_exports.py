"""What the package offers at its top: every public name, sorted, documented, and found lazily."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import types
from collections.abc import Iterable, Iterator

import pytest

import hypersweep
from hypersweep import errors

PROMISED = [
    *("Change", "Game", "GnuRandom", "Grid", "Layout", "Move", "Outcome", "Rules", "Stream", "View"),
    *("play_random", "sample_layouts", "__version__"),
    *errors.__all__,
]


def modules() -> Iterator[types.ModuleType]:
    """Gives every module of the package, commands left out: importing one must not run it."""
    for found in pkgutil.walk_packages(hypersweep.__path__, "hypersweep."):
        if not found.name.endswith("__main__"):
            yield importlib.import_module(found.name)


def in_order(names: Iterable[str]) -> list[str]:
    """Gives names in the order of our lists: constants, classes, then the rest, each by the alphabet."""
    return sorted(set(names), key=lambda name: (not name.isupper(), not name[:1].isupper(), name))


def test_all_is_sorted_and_without_doubles() -> None:
    assert list(hypersweep.__all__) == in_order(hypersweep.__all__)


def test_all_holds_what_was_promised() -> None:
    assert set(PROMISED) <= set(hypersweep.__all__)


@pytest.mark.parametrize("name", PROMISED)
def test_promised_names_are_found(name: str) -> None:
    assert getattr(hypersweep, name) is not None


def test_public_names_come_from_the_top_and_are_shown_there() -> None:
    for name in hypersweep.__all__:
        assert getattr(hypersweep, name) is not None
        assert name in dir(hypersweep)


def test_a_star_import_brings_every_public_name() -> None:
    namespace: dict[str, object] = {}
    exec("from hypersweep import *", namespace)
    assert set(hypersweep.__all__) <= set(namespace)


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="Gird"):
        # Type checkers see it as well: mypy would call an ignore that isn't needed an error.
        hypersweep.Gird  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(hypersweep, "__wrapped__")


def test_every_module_lists_what_is_public() -> None:
    for module in modules():
        if module.__name__.rpartition(".")[2].startswith("_"):
            continue
        names = getattr(module, "__all__", None)
        if names is None:
            continue
        assert list(names) == in_order(names), module.__name__
        for name in names:
            assert hasattr(module, name), f"{module.__name__}.{name}"


def test_every_public_thing_is_documented() -> None:
    bare = []
    for module in modules():
        if module.__name__.rpartition(".")[2].startswith("_"):
            continue
        if not module.__doc__:
            bare.append(module.__name__)
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name)
            if inspect.isclass(thing) or inspect.isroutine(thing):
                bare += [f"{module.__name__}.{name}"] * (not thing.__doc__)
            if inspect.isclass(thing) and thing.__module__ == module.__name__:
                for member, value in vars(thing).items():
                    described = isinstance(value, property) or inspect.isroutine(value)
                    if described and not member.startswith("_") and not inspect.getdoc(value):
                        bare.append(f"{module.__name__}.{name}.{member}")
    assert bare == []


def test_public_errors_are_the_ones_of_the_errors_module() -> None:
    for name in errors.__all__:
        assert getattr(hypersweep, name) is getattr(errors, name)
