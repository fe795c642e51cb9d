"""Names in a package that are loaded when they are first used."""

from __future__ import annotations

import sys
import types

import pytest

from hypersweep.lazy_imports import lazy_names


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """A package of two modules: ``sample.numbers`` with ``one`` and ``two``, ``sample.words`` with ``three``."""
    sample = types.ModuleType("sample")
    sample.__all__ = ["one", "two", "three"]  # type: ignore[attr-defined]
    sample.__path__ = []
    numbers, words = types.ModuleType("sample.numbers"), types.ModuleType("sample.words")
    numbers.one, numbers.two, words.three = 1, 2, "three"  # type: ignore[attr-defined]
    for module in (sample, numbers, words):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return sample


def test_a_name_comes_from_its_home_and_stays(package: types.ModuleType) -> None:
    find, listed = lazy_names("sample", {"numbers": ("one", "two"), "words": ("three",)})
    assert listed() == ["one", "three", "two"]
    assert [find(name) for name in ("one", "three")] == [1, "three"]
    assert vars(package)["one"] == 1
    assert "two" not in vars(package)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("thre", "module 'sample' has no attribute 'thre', did you mean 'three'?"),
        ("_thre", "module 'sample' has no attribute '_thre'"),
        ("elsewhere", "module 'sample' has no attribute 'elsewhere'"),
    ],
)
def test_a_name_that_nobody_has_is_told_the_nearest(name: str, message: str, package: types.ModuleType) -> None:
    find, _ = lazy_names(package.__name__, {"numbers": ("one", "two"), "words": ("three",)})
    with pytest.raises(AttributeError) as caught:
        find(name)
    assert str(caught.value) == message
